"""A bet that was turned down though nothing forbids it, and one of which a stolen event key says that something does, are named.

R803 r.16, R804 r.9, R805 r.9: who bets within limits and time is taken. Without the entry a player who was turned down
unlawfully had his word alone.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import BEGINS, LEDGER, Casino, casino
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, chip
from tests.worlds.sem_descarte import SD_TABLE, deal
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.facts import recorded
from tombo.ledger.core.findings import Finding, Refused
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.core.said import Told
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.blackjack.events import BlackjackBetRefused
from tombo.ledger.games.blackjack.said import door as bj_said
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.games.roulette import said as spin_said
from tombo.ledger.games.roulette.events import SpinBetRefused
from tombo.ledger.games.sem_descarte import commands as sd
from tombo.ledger.games.sem_descarte import said as sd_said
from tombo.ledger.games.sem_descarte.events import AnteRefused
from tombo.ledger.house.account import said as account_said
from tombo.ledger.house.banked import said as banked_said
from tombo.ledger.house.banked.events import Forbids
from tombo.ledger.house.banked.refusals import turned_down_falsely
from tombo.ledger.operate.keyring import inscribe
from tombo.ledger.terms.unit import EURO
from tombo.projections.follow import Viewer
from tombo.projections.round.banked import BankedView, to_json
from tombo.projections.round.view import of
from tombo.reports.play.round import document
from tombo.reports.shown.reading import Reader
from tombo.reports.text import text_lines

SPIN: Final = f"roulette:{WHEEL}/1"
BJ: Final = "blackjack:bj-1/1"
SD: Final = f"sem_descarte:{SD_TABLE}/1"
SHORT: Final = account_said.ACCOUNT_SHORT(player="p-2", balance=EURO.sum(0), amount=EURO.sum(1_000))
RICHER: Final = account_said.ACCOUNT_SHORT(player="p-2", balance=EURO.sum(1), amount=EURO.sum(99_000_000))
LEAST: Final = bj_said.BLACKJACK_BET_OUT_OF_LIMITS(bet=EURO.sum(1_000), least=EURO.sum(2_000), most=EURO.sum(9_000))


def _forbids(rule: str, told: Told) -> Forbids:
    return Forbids(about=told.about, facts=recorded(told), rule=rule)


def _at_blackjack(rule: str, told: Told) -> EventBase:
    return BlackjackBetRefused(amount=1_000, forbids=_forbids(rule, told), player="p-2", rule=rule, seat=2)


def _at_the_wheel(rule: str, told: Told) -> EventBase:
    return SpinBetRefused(call=None, chips=[chip(1_000, "red")], forbids=_forbids(rule, told), player="p-2", rule=rule)


def _of_an_ante(rule: str, told: Told) -> EventBase:
    return AnteRefused(amount=1_000, forbids=_forbids(rule, told), player="p-2", rule=rule, seat=2)


class Planted(NamedTuple):
    """In which round, what the thief seals, and what is said of it: by the audit too, where the round itself knows."""

    stream: str
    event: EventBase
    said: str
    audited: bool = True


PLANTED: Final = {
    "blackjack, out of limits": Planted(BJ, _at_blackjack("R805 r.9", LEAST), "says nothing of the kind"),
    "blackjack, closed": Planted(
        BJ, _at_blackjack("R805 r.12", bj_said.BLACKJACK_BETS_CLOSED()), "says nothing of the kind"
    ),
    "blackjack, a second bet": Planted(
        BJ, _at_blackjack("House: seat", bj_said.BLACKJACK_BET_TWICE(seat=2)), "says nothing of the kind"
    ),
    "blackjack, not there": Planted(
        BJ, _at_blackjack("House: seat", bj_said.BLACKJACK_SEAT_EMPTY(seat=2)), "no such place", audited=False
    ),
    "blackjack, no money": Planted(BJ, _at_blackjack("House: overdraft", SHORT), "does not hold 1000", audited=False),
    "blackjack, less money than is said": Planted(
        BJ,
        BlackjackBetRefused(
            amount=99_000_000,
            forbids=_forbids("House: overdraft", RICHER),
            player="p-2",
            rule="House: overdraft",
            seat=2,
        ),
        "what is said of account, balance or stake is not so",
        audited=False,
    ),
    "blackjack, no open table": Planted(
        BJ,
        _at_blackjack("House: table", banked_said.BANKED_TABLE_IS_CLOSED(table="bj-1")),
        "as at a table that is not open",
        audited=False,
    ),
    "a spin, closed": Planted(
        SPIN, _at_the_wheel("R804 r.14", spin_said.SPIN_BETS_ARE_CLOSED()), "says nothing of the kind"
    ),
    "a spin, not there": Planted(
        SPIN, _at_the_wheel("House: seat", spin_said.PLAYER_NOT_AT_WHEEL(player="p-2")), "no such place", audited=False
    ),
    "a spin, no money": Planted(SPIN, _at_the_wheel("House: overdraft", SHORT), "does not hold 1000", audited=False),
    "an ante, closed": Planted(
        SD, _of_an_ante("R803 r.14", sd_said.ANTE_AFTER_BETTING_TIME()), "says nothing of the kind"
    ),
    "an ante, no money": Planted(SD, _of_an_ante("House: overdraft", SHORT), "does not hold 1000", audited=False),
}


def _plays(made: Casino, does: Callable[[str], Any]) -> None:
    """A round of each game of p-1 alone, p-2 beside him; what ``does`` does while bets are taken there."""
    do, later = made.floor.do, BEGINS + 20 * SECOND
    do(spin.OpenSpin(deadline=BEGINS + 30 * SECOND, table=WHEEL))
    do(spin.PlaceChips(chips=[chip(200, "red")], player="p-1", round=f"{WHEEL}/1"), player("p-1"))
    does(SPIN)
    do(bj.OpenBlackjackRound(deadline=later, table="bj-1"))
    do(bj.ShuffleBlackjackShoe(round="bj-1/1", shoe="shoe-1"))
    do(bj.PlaceBlackjackBet(amount=1_000, round="bj-1/1", seat=1), player("p-1"))
    does(BJ)
    do(sd.OpenRound(deadline=later, table=SD_TABLE))
    do(sd.PlaceAnte(amount=500, player="p-1", round=f"{SD_TABLE}/1", seat=1), player("p-1"))
    does(SD)
    for command in (spin.CloseBets(round=f"{WHEEL}/1"), spin.LandBall(number="1", round=f"{WHEEL}/1")):
        do(command)
    do(spin.SettleSpin(round=f"{WHEEL}/1"))
    do(bj.CloseBlackjackBets(round="bj-1/1"))
    do(bj.DealBlackjackHands(cards=["Ts", "Th", "9d"], hole_card="Jc", round="bj-1/1"))
    made.decides("bj-1/1", 1, "stand")
    made.reveals("bj-1/1")
    do(sd.CloseAntes(round=f"{SD_TABLE}/1"))
    do(deal(made.ledger.view()(SD), {1: "2h 2d 7c 8s Jd"}, "Ac Kd 9h 6s 3c"))
    made.settles(f"{SD_TABLE}/1", (1,))


def _told(folder: Path, stream: str) -> dict[str, tuple[int, str]]:
    words = {"audit": "audit", "night": f"reconcile --day {day_of(BEGINS)}", "replay": f"round replay {stream}"}
    with inside(folder):
        ran = {name: tombo(*LEDGER, *asked.split()) for name, asked in words.items()}
    return {name: (told.status, told.out) for name, told in ran.items()}


@pytest.mark.parametrize("what", PLANTED)
def test_a_bet_that_nothing_forbids_is_not_forbidden(tmp_path: Path, what: str) -> None:
    """The round says what it knows by itself, in audit, replay and night; seat and account the night knows."""
    planted = PLANTED[what]
    with casino(tmp_path) as made:
        _plays(
            made, lambda stream: stream == planted.stream and inscribe(made.ledger, "stolen", [(stream, planted.event)])
        )
    told = _told(tmp_path, planted.stream)
    assert planted.said in told["night"][1]
    for asked in ("audit", "replay"):
        assert (planted.said in told[asked][1]) is planted.audited


REPORTS: Final = {
    BJ: (
        bj.ReportBlackjackBetRefused(amount=1_000, player="p-2", round="bj-1/1", rule="R805 r.9", seat=2),
        bj.ReportBlackjackBetRefused(amount=1, player="p-2", round="bj-1/1", rule="R805 r.9", seat=2),
    ),
    SPIN: (
        spin.ReportSpinBetRefused(chips=[chip(1_000, "red")], player="p-2", round=f"{WHEEL}/1", rule="R804 r.11"),
        spin.ReportSpinBetRefused(chips=[chip(1, "red")], player="p-2", round=f"{WHEEL}/1", rule="R804 r.10"),
    ),
    SD: (
        sd.ReportAnteRefused(amount=1_000, player="p-2", round=f"{SD_TABLE}/1", rule="R803 r.16", seat=2),
        sd.ReportAnteRefused(amount=1, player="p-2", round=f"{SD_TABLE}/1", rule="R803 r.16", seat=2),
    ),
}
"""Of each game: a bet that nothing forbids, and one below the minimum."""


@pytest.mark.parametrize("stream", REPORTS)
@pytest.mark.parametrize("lawful", [True, False])
def test_a_lawful_bet_that_the_platform_turned_down_is_a_finding(tmp_path: Path, stream: str, lawful: bool) -> None:  # noqa: FBT001  # a parameter of the test
    """The door keeps it, and audit, replay and night name it; of one that a rule forbids they say nothing."""
    report = REPORTS[stream][0 if lawful else 1]
    with casino(tmp_path) as made:
        _plays(made, lambda here: here == stream and made.floor.do(report))
    told = _told(tmp_path, stream)
    for asked, (status, out) in told.items():
        assert ("nothing on record forbids it" in out) is lawful, asked
        assert status == (1 if lawful else 0), out


def test_what_a_player_was_turned_down_for_is_nobody_elses_to_know(tmp_path: Path) -> None:
    """It says what his account did not hold: others at the table, and outsiders, see nothing of it; the auditor and he do."""
    with casino(tmp_path) as made:
        report = bj.ReportBlackjackBetRefused(amount=99, player="p-2", round="bj-1/1", rule="R805 r.9", seat=2)
        _plays(made, lambda here: here == BJ and made.floor.do(report))
        entries = Reader(made.ledger.store).entries(BJ)
    seen = {}
    for viewer in (Viewer(), Viewer("auditor"), Viewer("player", "p-1"), Viewer("player", "p-2")):
        view = of(entries, {}, viewer)
        assert isinstance(view, BankedView)
        lines, told = " ".join(text_lines(document(view))), [one["event"]["kind"] for one in to_json(view)["events"]]
        assert ("is turned down" in lines) is ("blackjack.bet_refused.v1" in told)
        seen[viewer] = "is turned down" in lines
    assert [*seen.values()] == [False, True, False, True]


def test_chips_that_name_no_numbers_are_told_by_their_chance(tmp_path: Path) -> None:
    """What is turned down stands as the player asked it: of a simple chance, and of one that the layout has not so, no numbers."""
    with casino(tmp_path) as made:
        chips = [chip(1, "red"), chip(100, "split", "17 18")]
        report = spin.ReportSpinBetRefused(chips=chips, player="p-2", round=f"{WHEEL}/1", rule="R804 r.10")
        _plays(made, lambda here: here == SPIN and made.floor.do(report))
        view = of(Reader(made.ledger.store).entries(SPIN), {}, Viewer("auditor"))
    assert isinstance(view, BankedView)
    told = " ".join(text_lines(document(view)))
    assert "p-2: a bet is turned down (R804 r.10): 0.01 on red, 1.00 on split 17-18" in told


class _Heard(NamedTuple):
    """When the ledger heard of a bet that is judged here."""

    occurred: int | None
    heard: int


def _named(event: EventBase, due: Callable[[int], Told], occurred: int | None = None) -> bool:
    """Whether a bet that was turned down is named, of which the round says ``due`` at an instant."""
    assert isinstance(event, SpinBetRefused | BlackjackBetRefused)
    asked = _Heard(occurred, 30 * SECOND)
    return bool(turned_down_falsely(event, lambda at: Refused(Finding(event.rule, due(at))), asked, event.rule))


@pytest.mark.parametrize(("late", "named"), [(30, False), (29, False), (20, False), (19, True), (31, True)])
def test_how_late_a_bet_came_is_of_the_doors_clock(late: int, *, named: bool) -> None:
    """A door that was told no time judges by its clock a moment before the entry is sealed, and never after it."""
    event = _at_the_wheel("R804 r.14", spin_said.SPIN_BET_TOO_LATE(late=late * SECOND))
    assert _named(event, lambda at: spin_said.SPIN_BET_TOO_LATE(late=at)) is named


@pytest.mark.parametrize(("late", "named"), [(30, False), (29, True), (31, True)])
def test_how_late_a_bet_came_that_a_time_was_said_of_is_exact(late: int, *, named: bool) -> None:
    """Red before: a claim of 30 seconds was held equal to one of 20."""
    event = _at_the_wheel("R804 r.14", spin_said.SPIN_BET_TOO_LATE(late=late * SECOND))
    assert _named(event, lambda at: spin_said.SPIN_BET_TOO_LATE(late=at), occurred=30 * SECOND) is named


@pytest.mark.parametrize(("ends", "named"), [(35, False), (25, False), (20, False), (19, True)])
def test_a_bet_that_came_as_the_time_ended_was_judged_before_it(ends: int, *, named: bool) -> None:
    """Red before: the door found it out of limits in its last second, and its audit, as it was sealed, found it too late."""

    def due(at: int) -> Told:
        return LEAST if at <= ends * SECOND else bj_said.BLACKJACK_BET_LATE(late=at - ends * SECOND)

    assert _named(_at_blackjack("R805 r.9", LEAST), due) is named


@pytest.mark.parametrize(("bet", "least", "named"), [(1, 100, False), (2, 100, True), (1, 99, True)])
def test_the_numbers_of_what_forbids_a_bet_are_asked_again(bet: int, least: int, *, named: bool) -> None:
    """Red before: the rule alone was, and a bet of 0.01 was said to have been one of any amount, under any least."""
    due, said = (
        bj_said.BLACKJACK_BET_OUT_OF_LIMITS(bet=EURO.sum(amount), least=EURO.sum(lowest), most=EURO.sum(9_000))
        for amount, lowest in ((1, 100), (bet, least))
    )
    assert _named(_at_blackjack("R805 r.9", said), lambda _: due) is named
