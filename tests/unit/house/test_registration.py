"""Players by their papers: registered once, changed as often as they like, sealed, and nothing more of who was erased."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import ValidationError

from tests.worlds.house import House, house, player
from tests.worlds.registered import ORIGIN, details
from tests.worlds.world import OFFICER, PLATFORM, words
from tombo.ledger.catalogue import command_digest
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.access.commands import LogOn
from tombo.ledger.house.access.origin import AccessOrigin
from tombo.ledger.house.player.events import PlayerErased
from tombo.ledger.house.registration.commands import ChangeDetails, RegisterPerson
from tombo.ledger.house.registration.details import DETAILS_MAX, details_in
from tombo.ledger.house.registration.events import RegistrationChanged, RegistrationMade

NOON = 1_784_030_400 * SECOND
"""2026-07-14 12:00 UTC."""
REGISTER = RegisterPerson(details=details(), player="p-1")
STREAM = "registration:p-1"


def world_at_noon() -> House:
    """The house at a time of which one can say that a birth is after it."""
    world = house()
    world.clock = NOON
    return world


def why(world: House, command: CommandBase) -> str:
    """What a refusal says."""
    outcome = world.ask(command)
    assert isinstance(outcome, Refused), outcome
    return outcome.message


def test_a_player_is_registered_once_and_changes() -> None:
    """By the platform; what changes he may say himself. Each entry holds all of it, sealed as words of his."""
    world = world_at_noon()
    moved = details(address="Rua Nova 2")
    change = ChangeDetails(details=moved, player="p-1")
    assert world.refuses(change) == "House: registration"
    assert world.refuses(REGISTER, player("p-1")) == "House: authority"
    assert world.adds(REGISTER) == [(STREAM, RegistrationMade(details=words(details().model_dump_json(), "p-1")))]
    assert world.refuses(REGISTER) == "House: registration"
    for by in (PLATFORM, player("p-1")):
        assert world.adds(change, by) == [(STREAM, RegistrationChanged(details=words(moved.model_dump_json(), "p-1")))]
    for by in (OFFICER, player("p-2")):
        assert world.refuses(change, by) == "House: authority"


def test_of_who_was_erased_nothing_more_is_kept() -> None:
    """It would make him a new secret (docs/decisions/0023)."""
    world = world_at_noon()
    world.adds(REGISTER)
    world.record([("player:p-1", PlayerErased(basis="GDPR 17", second="rui"))])
    world.record([("player:p-2", PlayerErased(basis="GDPR 17", second="rui"))])
    assert world.refuses(ChangeDetails(details=details(), player="p-1")) == "House: erasure"
    assert world.refuses(RegisterPerson(details=details(), player="p-2")) == "House: erasure"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"born": "1985-02-29"}, "no calendar"),
        ({"born": "2026-07-15"}, "after today, 2026-07-14"),
        (
            {
                "address": "\N{GRINNING FACE}" * 150,
                "name": "\N{GRINNING FACE}" * 100,
                "email": "\N{GRINNING FACE}" * 100,
                "alias": "\N{GRINNING FACE}" * 100,
                "phone": "\N{GRINNING FACE}" * 30,
            },
            f"expected {DETAILS_MAX:,} at most",
        ),
    ],
    ids=["no day", "not born", "too long"],
)
def test_details_that_cannot_be_are_refused_and_not_repeated(change: dict[str, Any], said: str) -> None:
    """What is refused goes to logs and screens: it says what is wrong, and nothing of who it is about."""
    world = world_at_noon()
    message = why(world, RegisterPerson(details=details(**change), player="p-1"))
    assert said in message
    assert not any(value in message for value in change.values())


@pytest.mark.parametrize(
    "change",
    [
        {"born": "28-02-1985"},
        {"country": "Portugal"},
        {"name": ""},
        {"alias": "a\nb"},
        {"logon": "x" * 31},
        {"paper": "x"},
    ],
    ids=lambda change: next(iter(change)),
)
def test_details_of_another_shape_are_no_command(change: dict[str, Any]) -> None:
    """Refused where the line is read."""
    with pytest.raises(ValidationError):
        details(**change)


def test_what_is_sealed_is_read_again() -> None:
    """The whole document, and another text is none."""
    assert details_in(details(tax_answer=None).model_dump_json()) == details(tax_answer=None)
    with pytest.raises(ValueError, match="extra"):
        details_in(json.dumps({**json.loads(details().model_dump_json()), "extra": 1}))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (REGISTER, RegisterPerson(details=details(name="Outro Nome"), player="p-1")),
        (
            ChangeDetails(details=details(), player="p-1"),
            ChangeDetails(details=details(born="1985-03-01"), player="p-1"),
        ),
        (
            LogOn(access="a-1", device="computer", origin=ORIGIN, player="p-1"),
            LogOn(
                access="a-1", device="computer", origin=AccessOrigin(address="192.0.2.8", region="PT-13"), player="p-1"
            ),
        ),
    ],
    ids=["register", "change", "log on"],
)
def test_the_digest_of_a_command_tells_nothing_of_a_person(one: CommandBase, other: CommandBase) -> None:
    """It stands in the entry for ever: an address of four bytes is tried in minutes, a name from a telephone book too."""
    first, second = (command_digest(Envelope(command, PLATFORM, "c-1", None)) for command in (one, other))
    assert first == second
