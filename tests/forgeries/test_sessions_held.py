"""Session tables against their hours: sealed by whoever has an event key, and told by the night (R806 r.2m, r.2s, r.6b)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.forgeries.resealed import Resealed
from tests.forgeries.stolen import Thief
from tests.forgeries.twice import kinds
from tests.worlds.floor import MANAGER, TERMS, Floor, deal, player
from tests.worlds.forged_ledger import Act, Commit, acts, without
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.ruleset.commands import ApproveRuleset, WithdrawRuleset
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.table.commands import CloseTable, DrawButton, OpenTable, RegisterPlayer, SeatPlayer
from tombo.ledger.house.table.events import PlayerRegistered
from tombo.ledger.house.table.hours import SESSION_TIME
from tombo.ledger.operate.keyring import Keyring, create_ledger

ORIGIN: Final = "operator.example/1"
NOON: Final = 1_784_030_400 * SECOND
STARTS: Final = NOON + 60 * SECOND
ENDS: Final = STARTS + SESSION_TIME
TABLE: Final = "hora-1"


class Played(Resealed):
    """A session table of two players: a hand in its hour, one after it that completes the round, and its end; then two hours pass.

    ``withdrawn``: its rules are, after the first hand, and no other begins.
    """

    def __init__(self, folder: Path, *, withdrawn: bool = False) -> None:
        clock = SteppingClock(NOON, step=0)
        ledger = create_ledger(f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), origin=ORIGIN, clock=clock)
        floor = Floor(ledger.handle)
        floor.do(GrantRole(role="manager", staff="manager-1"))
        floor.do(ApproveRuleset(in_force_from=0, reference="SRIJ-TEST", ruleset="nl-1", terms=TERMS), MANAGER)
        asked = {"buy_in": 10_000, "mode": "session", "ruleset": "nl-1", "table": TABLE, "top_up_max": 20_000}
        floor.do(OpenTable.model_validate({**asked, "starts": STARTS}))
        for seat in (1, 2):
            floor.do(OpenAccount(player=f"p-{seat}"))
            floor.do(Deposit(amount=Money(100_00), player=f"p-{seat}", reference="bank"))
            floor.do(StartSession(player=f"p-{seat}", session=f"s-{seat}"), player(seat))
            floor.do(RegisterPlayer(player=f"p-{seat}", table=TABLE), player(seat))
            floor.do(SeatPlayer(player=f"p-{seat}", seat=seat, session=f"s-{seat}", table=TABLE), player(seat))
        floor.do(DrawButton(seat=1, table=TABLE))
        for number, at in ((1, STARTS), (2, ENDS + 20 * SECOND))[: 1 if withdrawn else 2]:
            floor.do(poker.StartHand(table=TABLE), occurred=at)
            floor.do(deal(TABLE, number, ["As", "Kd", "Ah", "Kc"]))
            floor.do(poker.Fold(hand=f"{TABLE}/{number}", seat=number), player(number))
        if withdrawn:
            floor.do(WithdrawRuleset(reason="replaced", ruleset="nl-1"), MANAGER)
            clock.instant = ENDS
        floor.do(CloseTable(table=TABLE))
        clock.instant = ENDS + 2 * SESSION_TIME
        floor.do(OpenAccount(player="p-3"))
        super().__init__(folder, ledger, NOON)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Played once."""
    return Played(tmp_path_factory.mktemp("session"))


def _of(found: list[Commit], kind: str) -> Commit:
    """The last commit with an act of a kind."""
    return [commit for commit in found if any(act.kind == kind for act in commit.acts)][-1]


def never_ended(found: list[Commit]) -> None:
    """Nobody closes the table."""
    without(found, _of(found, "table.closed.v1").acts)


def closed_early(found: list[Commit]) -> None:
    """It says to be closed a second before its hour is over."""
    for act in _of(found, "table.closed.v1").acts:
        if act.kind == "table.closed.v1":
            act.occurred = ENDS - SECOND


def shorter(found: list[Commit]) -> None:
    """The session has half an hour, and no hand of a new round is lawful then."""
    (act,) = kinds(found, "table.session_set.v1")
    act.says(ends=STARTS + SESSION_TIME // 2)


def played_on(found: list[Commit]) -> None:
    """The hour was over before the first hand, and no round was in course."""
    (act,) = kinds(found, "table.session_set.v1")
    act.says(starts=STARTS - SESSION_TIME - SECOND, ends=STARTS - SECOND)


def begun_early(found: list[Commit]) -> None:
    """The first hand is played before the start."""
    (act,) = kinds(found, "table.session_set.v1")
    act.says(starts=STARTS + SECOND, ends=ENDS + SECOND)


def unregistered(found: list[Commit]) -> None:
    """In the place of the second player somebody else registers, who never sits down."""
    second: Act = [act for act in acts(found) if isinstance(act.event, PlayerRegistered)][-1]
    second.says(player="p-3")


def _again(found: list[Commit], kind: str, *, behind: str, **said: Any) -> None:
    """An entry of a kind once more, behind the last of another."""
    act = kinds(found, kind)[0]
    Thief(found).puts(kinds(found, behind)[-1], act.like(**said))


def an_hour_more(found: list[Commit]) -> None:
    """The hours are said again, an hour later, once nobody plays."""
    later = {"starts": STARTS + SESSION_TIME, "ends": ENDS + SESSION_TIME}
    _again(found, "table.session_set.v1", behind="table.hand_ended.v1", **later)


def no_hours(found: list[Commit]) -> None:
    """A session table at which hands begin whenever somebody likes."""
    Thief(found).drops(*kinds(found, "table.session_set.v1"))


def registered_twice(found: list[Commit]) -> None:
    """Who is registered registers again."""
    _again(found, "table.registered.v1", behind="table.registered.v1")


def registered_late(found: list[Commit]) -> None:
    """Somebody registers behind the end of the table."""
    _again(found, "table.registered.v1", behind="table.closed.v1")


def drawn_late(found: list[Commit]) -> None:
    """The button is drawn behind the end of the table."""
    _again(found, "table.button_drawn.v1", behind="table.closed.v1")


CHANGES: Final[dict[str, tuple[Callable[[list[Commit]], None], tuple[tuple[str, str], ...]]]] = {
    "never ended": (never_ended, (("unfinished", "and the table is not closed"),)),
    "closed early": (closed_early, (("people", "is against R806 r.2s: the session lasts until"), ("time", "claims"))),
    "shorter": (shorter, (("people", "expected 3600 seconds"),)),
    "played on": (played_on, (("people", "is against R806 r.2s: the hour of the session was over"),)),
    "begun early": (begun_early, (("people", "is against R806 r.2m: the session starts at"),)),
    "an hour more": (an_hour_more, (("people", "elsewhere than behind its opening"),)),
    "no hours": (no_hours, (("people", "p-1 is said to register"), ("people", "p-2 is said to register"))),
    "registered twice": (registered_twice, (("people", "and is registered already"),)),
    "registered late": (
        registered_late,
        (("chain", "which is closed or was never opened"), ("people", "which has no hours or is closed")),
    ),
    "drawn late": (drawn_late, (("chain", "table.button_drawn.v1 comes at"),)),
    "unregistered": (
        unregistered,
        (
            ("people", "was asked for by p-2; expected p-3"),
            ("people", "is against R806 r.6b: p-2 is not registered"),
        ),
    ),
}


def test_a_session_within_its_hours_ties(played: Played) -> None:
    """The honest day has no problem: a hand in the hour, and one after it that completes the round."""
    assert played.night("honest", lambda _: None) == []


def test_a_session_whose_rules_were_withdrawn_ties(tmp_path: Path) -> None:
    """Its round stays incomplete, and the night has nothing to say of its end. Red before: the door did not close it."""
    assert Played(tmp_path, withdrawn=True).night("honest", lambda _: None) == []


@pytest.mark.parametrize("name", list(CHANGES))
def test_the_night_tells_of_a_session_against_its_hours(played: Played, name: str) -> None:
    """Each by its rule, with the table. Red before: nobody looked at the mode of a table."""
    change, says = CHANGES[name]
    told = played.night(name, change)
    assert [check for check, _ in told] == [check for check, _ in says]
    for (_, text), (_, due) in zip(told, says, strict=True):
        assert due in text
        assert f"table:{TABLE}" in text
