"""Players by their papers and their accesses, sealed otherwise by whoever has an event key, and told by the night (docs/decisions/0035-what-the-regulator-is-owed.md)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from tests.forgeries.resealed import Resealed
from tests.forgeries.twice import kinds
from tests.worlds.floor import MANAGER, Floor, player
from tests.worlds.forged_ledger import Act, Commit, without
from tests.worlds.registered import ORIGIN as AT_HOME
from tests.worlds.registered import details
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.entry import By
from tombo.ledger.house.access.commands import ContinueSession, LogOff, LogOn
from tombo.ledger.house.access.events import AccessClosed, AccessPlayed
from tombo.ledger.house.player.events import PlayerErased
from tombo.ledger.house.registration.commands import ChangeDetails, RegisterPerson
from tombo.ledger.house.registration.events import RegistrationChanged
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.session.events import SessionEnded
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.store import Row
from tombo.projections.line import lines, reader
from tombo.projections.reconciliation.persons.accesses import Accesses

ORIGIN: Final = "operator.example/1"
NOON: Final = 1_784_030_400 * SECOND
STRANGER: Final = By(actor="player", id="p-2")


class Played(Resealed):
    """Two players who are registered and log on, play, go on from another device and log off; a third, who is nobody, plays too."""

    def __init__(self, folder: Path) -> None:
        clock = SteppingClock(NOON, step=0)
        ledger = create_ledger(f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), origin=ORIGIN, clock=clock)
        floor = Floor(ledger.handle)
        floor.do(GrantRole(role="manager", staff=MANAGER.id))
        for number in (1, 2):
            name = f"p-{number}"
            floor.do(RegisterPerson(details=details(logon=name), player=name))
            floor.do(LogOn(access=f"a-{number}", device="computer", origin=AT_HOME, player=name), player(number))
            floor.do(StartSession(access=f"a-{number}", player=name, session=f"s-{number}"), player(number))
        floor.do(ChangeDetails(details=details(logon="p-1", phone="+351000000001"), player="p-1"), player(1))
        floor.do(LogOff(access="a-1", cause="connection"))
        floor.do(LogOn(access="a-3", device="mobile_app", origin=AT_HOME, player="p-1"))
        floor.do(ContinueSession(access="a-3", session="s-1"), player(1))
        floor.do(LogOff(access="a-3", cause="player"), player(1))
        floor.do(StartSession(player="p-3", session="s-3"), player(3))
        super().__init__(folder, ledger, NOON)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Played once."""
    return Played(tmp_path_factory.mktemp("accesses"))


def nothing(_: list[Commit]) -> None:
    """As it was played."""


def never_logged_on(found: list[Commit]) -> None:
    """A player begins to play, and through no access."""
    without(found, [kinds(found, "access.session_played.v1")[0]])


def never_registered(found: list[Commit]) -> None:
    """He logs on, and nobody knows him by his papers."""
    without(found, [act for act in kinds(found, "registration.made.v1") if act.stream == "registration:p-2"])


def through_another(found: list[Commit]) -> None:
    """The session of one begins through the access of the other."""
    kinds(found, "access.session_played.v1")[0].says(session="s-2")
    kinds(found, "access.session_played.v1")[1].says(session="s-1")


def goes_on_through_another(found: list[Commit]) -> None:
    """He goes on with somebody else's session."""
    kinds(found, "access.session_played.v1")[2].says(session="s-2")


def no_session(found: list[Commit]) -> None:
    """He goes on with a session that there never was."""
    kinds(found, "access.session_played.v1")[2].says(session="s-9")


def long_before_it_begins(found: list[Commit]) -> None:
    """A session is said to be played through an access that is closed when it begins."""
    opened, began = kinds(found, "access.opened.v1")[1], kinds(found, "session.started.v1")[1]
    played, closed = Act(opened.stream, AccessPlayed(session="s-9")), Act(opened.stream, AccessClosed(cause="operator"))
    found.append(Commit(found[-1].recorded + SECOND, [played, closed]))
    found.append(Commit(found[-1].recorded + 3_600 * SECOND, [began.like("session:s-9")]))


def another_first(found: list[Commit]) -> None:
    """It begins through his own access, and by the same command through that of another."""
    began = kinds(found, "session.started.v1")[1]
    other = kinds(found, "access.opened.v1")[0].like("access:a-9")
    through = [Act(access, AccessPlayed(session="s-9")) for access in (other.stream, "access:a-2")]
    found.append(Commit(found[-1].recorded, [other, *through, began.like("session:s-9")]))


def behind_its_end(found: list[Commit]) -> None:
    """He goes on with a session that ended, twice."""
    ended = SessionEnded(cause="player", reason=None, rule="R806 r.69")
    again = [Act("access:a-2", AccessPlayed(session="s-2"), by=player(2)) for _ in range(3)]
    over = Act("session:s-2", ended, by=player(2))
    found.append(Commit(found[-1].recorded, [again[0], over, *again[1:]]))


def changed_first(found: list[Commit]) -> None:
    """What is said of somebody changes, and he was never registered."""
    made = kinds(found, "registration.made.v1")[1]
    made.event = RegistrationChanged(details=made.event.details)


def closed_before(found: list[Commit]) -> None:
    """He goes on through the access that was lost, and it is lost once more."""
    lost = kinds(found, "access.closed.v1")[0]
    found.append(Commit(found[-1].recorded, [Act(lost.stream, AccessPlayed(session="s-1")), lost.like()]))


def by_another(found: list[Commit]) -> None:
    """A player logs on, goes on, logs off and changes what is said of another."""
    for kind in ("access.opened.v1", "access.session_played.v1", "access.closed.v1", "registration.changed.v1"):
        kinds(found, kind)[0].by = STRANGER


def by_himself(found: list[Commit]) -> None:
    """A player registers himself, and says that he was cut off."""
    kinds(found, "registration.made.v1")[0].by = player(1)
    kinds(found, "access.closed.v1")[0].by = player(1)


def sealed_as_of_another(found: list[Commit]) -> None:
    """What is known of one is sealed under the secret of the other: erasure would not take it away."""
    other = kinds(found, "registration.made.v1")[1].event.details
    for kind, field in (
        ("registration.made.v1", "details"),
        ("registration.changed.v1", "details"),
        ("access.opened.v1", "origin"),
    ):
        kinds(found, kind)[0].says(**{field: other})


def erased_before(found: list[Commit]) -> None:
    """He was erased, and is registered and logs on all the same."""
    found[1].acts.append(Act("player:p-1", PlayerErased(basis="GDPR 17", second="rui")))


def no_access(found: list[Commit]) -> None:
    """An access that nobody opened is closed."""
    found.append(Commit(found[-1].recorded, [Act("access:a-9", AccessClosed(cause="operator"))]))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (nothing, []),
        (never_logged_on, ["p-1 is registered and begins session:s-1 without being logged on"]),
        (never_registered, ["p-2 logs on with access:a-2, and was not registered"]),
        (
            through_another,
            [
                "session:s-1 of p-1 is played through an access of p-2; expected one of his own",
                "session:s-2 of p-2 is played through an access of p-1; expected one of his own",
                "p-1 is registered and begins session:s-1 without being logged on",
            ],
        ),
        (goes_on_through_another, ["session:s-2 of p-2 is played through an access of p-1"]),
        (no_session, ["session:s-9 is said to be played through access:a-3, and never began"]),
        (
            closed_before,
            [
                "access:a-1: access.session_played.v1, and its player had logged off",
                "access:a-1: access.closed.v1, and its player had logged off",
            ],
        ),
        (
            by_another,
            [
                "access.opened.v1 in access:a-1 was asked for by p-2",
                "access.session_played.v1 in access:a-1 was asked for by p-2",
                "registration.changed.v1 in registration:p-1 was asked for by p-2",
                "access.closed.v1 in access:a-1 was asked for by p-2",
            ],
        ),
        (by_himself, ["registration.made.v1 in registration:p-1", "access.closed.v1 in access:a-1"]),
        (
            sealed_as_of_another,
            [
                "registration:p-1 version 1 is not sealed as of p-1, whom it is about",
                "access:a-1 version 1 is not sealed as of p-1",
                "registration:p-1 version 2 is not sealed as of p-1",
            ],
        ),
        (
            erased_before,
            [
                "registration:p-1 keeps something of p-1, who was erased before",
                "access:a-1 keeps something of p-1",
                "registration:p-1 keeps something of p-1",
                "access:a-3 keeps something of p-1",
            ],
        ),
        (long_before_it_begins, ["session:s-9 is said to be played through access:a-2, and does not begin with that"]),
        (another_first, ["session:s-9 of p-2 is played through an access of p-1"]),
        (behind_its_end, ["session:s-2 is said to be played through access:a-2, and had ended"] * 2),
        (changed_first, ["registration:p-2 begins with registration.changed.v1"]),
        (no_access, ["access:a-9: access.closed.v1, and nobody logged on with it"]),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_is_sealed_otherwise_is_told(
    played: Played, change: Callable[[list[Commit]], None], told: list[str]
) -> None:
    """Nothing of an honest day; of every other what is wrong, and nothing besides."""
    found = [text for _, text in played.night(change.__name__, change)]
    for expected in told:
        assert any(expected in text for text in found), found
    assert len(found) == len(told), found


def rows_asked_for(played: Played, sessions: int) -> int:
    """How many rows the night asks for of one access, through which so many sessions begin and one goes on as often."""
    stored: dict[tuple[str, int], Row] = {}
    given = list[tuple[int, str, int, str, bytes]]()

    def change(found: list[Commit]) -> None:
        began = kinds(found, "session.started.v1")[1]
        for name in (f"q-{number}" for number in range(sessions)):
            through = [Act("access:a-2", AccessPlayed(session=one), by=player(2)) for one in (name, "s-2")]
            found.append(Commit(found[-1].recorded, [through[0], began.like(f"session:{name}"), through[1]]))

    with played.forged(f"many-{sessions}", change) as store:
        given += store.rows()
    stored.update({(row[1], row[2]): Row(*row) for row in given})
    asked = list[str]()

    def row(stream: str, version: int) -> Row | None:
        asked.append(stream)
        return stored.get((stream, version))

    accesses = Accesses(row)
    checks = {**accesses.checks, "session.started.v1": accesses.started}
    of_them = [one for one in given if one[3] in checks]
    readers = {one[3]: reader(one[3], by=True) for one in of_them}
    assert [problem for line in lines(of_them, readers) for problem in checks[line.kind](line)] == []
    return len(asked)


def test_what_is_asked_of_a_long_access_grows_with_it_and_no_faster(played: Played) -> None:
    """Whoever is logged on all day begins many sessions: each costs what the first did."""
    few, more, most = (rows_asked_for(played, sessions) for sessions in (20, 40, 80))
    assert most - more == 2 * (more - few)
