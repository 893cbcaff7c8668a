"""B1: what an event key seals of a tournament where the door never writes it is named by the night, and no list of refunds counts it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.forgeries.cup import STREAM, begun, named
from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.casino import LEDGER, casino
from tests.worlds.tournament import CUP, structure
from tests.worlds.tournament_script import Script, before_the_money, in_the_money
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.money import Money
from tombo.ledger.games.tournament import events as t
from tombo.ledger.house.account.events import Credited
from tombo.ledger.house.table.events import TableHandEnded, TournamentTableOpened
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import inscribe

ANNOUNCED_SO_FAR: Final = 9
"""Entries of the stream as it plays: announced, five entries, started, seats, level."""


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Ledger]:
    """Five have entered by the door, and it has begun."""
    with begun(tmp_path, 5) as made:
        yield made


def given(amount: int, version: int, player: str = "p-0") -> tuple[str, EventBase]:
    """The account of a player is credited for what the tournament says in a version."""
    credit = Credited(amount=Money(amount), cause=STREAM, cause_version=version, wallet="cash")
    return f"account:{player}", credit


def test_b1_an_honest_tournament_is_not_accused(playing: Ledger) -> None:
    """Nothing is named where nothing was done."""
    assert named(playing) == []


def test_b1_an_entry_taken_back_in_play_is_named(playing: Ledger) -> None:
    """Red before: everything tied, 11.00 were paid out, and every prize was smaller (R810 r.24-25)."""
    planted = [(STREAM, t.RegistrationCancelled(entry=1)), given(1_100, ANNOUNCED_SO_FAR + 1)]
    inscribe(playing, "thief", planted)
    said = f"tournament.registration_cancelled.v1 cannot follow what is on record of {STREAM}, and no door records it there"
    assert named(playing) == [said]


NO_OCCASION: Final = f"tournament.prize_awarded.v1 in {STREAM}: nothing in its commit gives occasion for it"
FIXED: Final = t.PrizesFixed(
    pool=5_000,
    prizes=[t.Prize(amount=n, place=place, ticket=False) for place, n in enumerate((2_500, 1_500, 1_000), start=1)],
)
ELSEWHERE: Final = TableHandEnded(bets=[], hand="hand:m2/1", outcome="settled", stacks=[])


@pytest.mark.parametrize(
    ("beside", "said"),
    [
        ((STREAM, t.LevelPaused(left=None)), [NO_OCCASION]),
        (("table:m2", ELSEWHERE), [NO_OCCASION]),
        ((STREAM, t.RegistrationClosed()), []),
    ],
)
def test_b1_an_early_prize_is_named_while_the_tournament_goes_on(
    playing: Ledger, beside: tuple[str, EventBase], said: list[str]
) -> None:
    """Red before: any other entry of the tournament, or the end of a hand at any, was occasion enough (R810 r.50, r.54)."""
    other = TournamentTableOpened(terms=structure().terms, tournament="other")
    inscribe(playing, "before", [("table:m2", other), (STREAM, FIXED)])
    prize = t.PrizeAwarded(amount=Money(2_500), entry=1, place=1, place_last=1)
    cause = ANNOUNCED_SO_FAR + 2 + (beside[0] == STREAM)
    inscribe(playing, "thief", [beside, (STREAM, prize), given(2_500, cause)])
    (index,) = [row.index for row in playing.store.stream_rows(STREAM) if row.kind == "tournament.prize_awarded.v1"]
    rule = f"R810 r.50: entry 1 was credited 2500 cents at log index {index}; its place makes 0"
    found = [one for one in named(playing) if "prize_awarded" in one or "R810 r.50" in one]
    assert found == [*said, rule]


def listed(folder: Path, told: Script, *planted: tuple[str, EventBase], words: tuple[str, ...] = ("refunds",)) -> Ran:
    """The list of refunds, or another report, of a ledger with a tournament, and with what was sealed behind it in another commit."""
    with casino(folder) as evening:
        for number, events in enumerate(told.commits):
            inscribe(evening.ledger, f"{told.stream}/{number}", events)
        if planted:
            inscribe(evening.ledger, "thief", list(planted))
    with inside(folder):
        return tombo(*LEDGER, *words)


def cancelled() -> Script:
    """T2, cancelled."""
    told = before_the_money()
    told.cancelled()
    return told


MILLION: Final = t.Refunded(entry=1, fee=0, share=100_000_000, ticket=None)
FLOOD: Final = t.Cancelled(case="a", cause="technical", note="flood", stacks=[])


def test_b1_an_honest_list_of_refunds_is_shown(tmp_path: Path) -> None:
    """What the cancellation gave is listed."""
    ran = listed(tmp_path, cancelled())
    assert ran.status == 0
    assert "111.57 EUR" in ran.out


@pytest.mark.parametrize(
    ("stream", "planted", "why"),
    [
        (STREAM, [MILLION], "it is not in the commit that cancels the tournament"),
        (STREAM, [FLOOD, MILLION], "it is not in the commit that cancels the tournament"),
        ("tournament:nowhere", [MILLION], "a tournament stream begins with tournament.refunded.v1"),
    ],
)
def test_b1_a_refund_that_nothing_gave_is_in_no_list(
    tmp_path: Path, stream: str, planted: list[EventBase], why: str
) -> None:
    """Red before: 1,000,000.00 were listed and counted, with status 0."""
    ran = listed(tmp_path, cancelled(), *((stream, event) for event in planted))
    assert ran.status == 1
    assert "tournament.refunded.v1 at log index " in ran.err
    assert why in ran.err
    assert "000,000.00" not in ran.out


def test_b1_an_entry_is_refunded_once(tmp_path: Path) -> None:
    """Red before: a second refund in the commit that cancels was listed and counted; so was one of an entry nobody has."""
    for entry in (1, 99):
        told = before_the_money()
        told.cancelled()
        told.commits[-1].insert(-1, (told.stream, MILLION.model_copy(update={"entry": entry})))
        (tmp_path / str(entry)).mkdir()
        ran = listed(tmp_path / str(entry), told)
        assert (ran.status, "an entry is given back once" in ran.err) == (1, True)


@pytest.mark.parametrize(
    ("cents", "status", "said"),
    [
        (0, 0, None),
        (2_802, 1, "R810 r.50: entry 3 was credited 2802 cents at log index "),
    ],
)
def test_b1_a_prize_that_the_rules_do_not_give_is_not_shown_as_won(
    tmp_path: Path, cents: int, status: int, said: str | None
) -> None:
    """Red before: `tournament show` wrote "28.02 won" with status 0, while `tournament prizes` named it."""
    told = in_the_money()
    if cents:
        told.wins(3, cents, 4)
    show = listed(tmp_path, told, words=("tournament", "show", CUP))
    with inside(tmp_path):
        prizes, document = (
            tombo(*LEDGER, *words, CUP) for words in (("tournament", "prizes"), ("--json", "tournament", "show"))
        )
    assert (show.status, prizes.status, document.status, show.err) == (status, status, status, "")
    assert ("28.02" in show.out) is bool(cents)
    assert document.document["differences"] == (
        [] if said is None else [line for line in document.document["differences"] if line.startswith(said)]
    )
    for line in document.document["differences"]:
        assert f"  {line}\n" in show.out
        assert f"  {line}\n" in prizes.out
    assert bool(document.document["differences"]) is bool(cents)
