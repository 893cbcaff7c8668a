"""Players who are logged on, and that a registered one plays within a session only then."""

from __future__ import annotations

import pytest

from tests.worlds.house import House, house, player
from tests.worlds.registered import ORIGIN, details
from tests.worlds.world import OFFICER, PLATFORM, words
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.access.commands import ContinueSession, LogOff, LogOn
from tombo.ledger.house.access.events import AccessClosed, AccessOpened, AccessPlayed
from tombo.ledger.house.access.origin import AccessOrigin
from tombo.ledger.house.player.events import PlayerErased
from tombo.ledger.house.registration.commands import RegisterPerson
from tombo.ledger.house.session.commands import EndSession, StartSession
from tombo.ledger.house.session.events import SessionStarted


def log_on(access: str = "a-1", name: str = "p-1", address: str = "192.0.2.7") -> LogOn:
    """A player logs on at a computer."""
    return LogOn(access=access, device="computer", origin=AccessOrigin(address=address, region="PT-11"), player=name)


def registered(*names: str) -> House:
    """The house with players who are registered."""
    world = house()
    for name in names:
        world.adds(RegisterPerson(details=details(), player=name))
    return world


def test_a_player_logs_on_and_off() -> None:
    """He says so or the platform does for him; nobody else, once each."""
    world = registered("p-1")
    opened = AccessOpened(device="computer", origin=words(ORIGIN.model_dump_json(), "p-1"), player="p-1")
    assert world.adds(log_on(), player("p-1")) == [("access:a-1", opened)]
    assert world.refuses(log_on()) == "House: access"
    off = LogOff(access="a-1", cause="player")
    for by in (player("p-2"), OFFICER):
        assert world.refuses(off, by) == "House: authority"
    assert world.refuses(LogOff(access="a-1", cause="operator"), player("p-1")) == "House: authority"
    assert world.adds(off, player("p-1")) == [("access:a-1", AccessClosed(cause="player"))]
    assert world.refuses(off) == "House: access"
    assert world.refuses(LogOff(access="a-2", cause="connection")) == "House: access"
    assert world.adds(log_on("a-2"), PLATFORM)
    assert world.adds(LogOff(access="a-2", cause="connection"))


def test_who_logs_on_is_registered_and_not_erased() -> None:
    """The address is sealed under a secret of his, which who was erased has no more."""
    world = registered("p-1")
    assert world.refuses(log_on(name="p-2")) == "House: registration"
    world.record([("player:p-1", PlayerErased(basis="GDPR 17", second="rui"))])
    assert world.refuses(log_on()) == "House: erasure"


@pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::7", "::1"])
def test_addresses_of_both_versions(address: str) -> None:
    """Written in the one form each has."""
    assert registered("p-1").adds(log_on(address=address))


@pytest.mark.parametrize(
    "address",
    [
        "192.0.2.256",
        "192.0.2",
        "2001:db8:0::7",
        "2001:0db8::7",
        "::fffff",
        "1:2",
        "::ffff:192.0.2.7",
        "::ffff:c000:207",
    ],
)
def test_what_is_no_address_is_refused_and_not_repeated(address: str) -> None:
    """An address of two spellings would be two addresses to who looks for one."""
    world = registered("p-1")
    outcome = world.ask(log_on(address=address))
    assert isinstance(outcome, Refused)
    assert outcome.finding.rule == "House: access"
    assert address not in outcome.message


def test_a_registered_player_plays_while_he_is_logged_on() -> None:
    """His own access, and an open one, is named; of who is not registered nothing is asked."""
    world = registered("p-1", "p-2")
    world.adds(log_on())
    world.adds(log_on("a-2", "p-2"))
    start = StartSession(player="p-1", regulation="R806", session="s-9")
    for access in (None, "a-2", "a-3"):
        assert world.refuses(start.model_copy(update={"access": access})) == "House: access"
    started = SessionStarted(player="p-1", regulation="R806")
    through = ("access:a-1", AccessPlayed(session="s-9"))
    assert world.adds(start.model_copy(update={"access": "a-1"})) == [through, ("session:s-9", started)]
    world.adds(LogOff(access="a-2", cause="inactivity"))
    other = StartSession(access="a-2", player="p-2", regulation="R806", session="s-10")
    assert world.refuses(other) == "House: access"
    assert world.adds(StartSession(player="p-3", regulation="R806", session="s-11"))


def test_a_session_goes_on_through_another_access() -> None:
    """Cut off, or on another device, and back again; not through somebody else's, and not once it has ended."""
    world = registered("p-1", "p-2")
    world.adds(log_on())
    world.adds(log_on("a-2", "p-2"))
    world.adds(StartSession(access="a-1", player="p-1", regulation="R806", session="s-9"))
    world.adds(log_on("a-3"))
    again = ContinueSession(access="a-3", session="s-9")
    assert world.adds(again, player("p-1")) == [("access:a-3", AccessPlayed(session="s-9"))]
    assert world.adds(ContinueSession(access="a-1", session="s-9"))
    assert world.refuses(ContinueSession(access="a-2", session="s-9")) == "House: access"
    assert world.refuses(again, player("p-2")) == "House: authority"
    assert world.refuses(ContinueSession(access="a-3", session="s-8")) == "House: session"
    world.adds(EndSession(cause="player", session="s-9"), player("p-1"))
    assert world.refuses(again) == "House: session"
