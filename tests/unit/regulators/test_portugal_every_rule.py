"""Every transcript of every rule, told to the Portuguese regulator: the sums of its operations are those of the book, in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import pytest

from tests.transcripts.languages import FOLDER, LANGUAGES, transcript
from tombo.ledger.core.clock import SECOND
from tombo.projections.accounts.book import Book
from tombo.projections.line import AnyLine, Line, by_field
from tombo.projections.reconciliation.totals import DayTotals
from tombo.reports.regulators.known import TELLS, Known
from tombo.reports.regulators.layout import layout
from tombo.reports.regulators.portugal.activity import Activity
from tombo.reports.regulators.portugal.records import READS
from tombo.reports.regulators.totals import Sums

LAYOUT: Final = layout("portugal", "2015")
ELEMENTS: Final = {each.name for game in LAYOUT.games.values() for each in LAYOUT.records[game]}
"""The elements that an operation may say something of."""
ELSEWHERE: Final = ("tournament:elsewhere", 1)
"""Where an entry was won that a transcript begins with."""
NOW: Final = 1_784_030_400 * SECOND
"""2026-07-14 12:00 UTC."""


def lines(name: str) -> Iterator[AnyLine]:
    """Everything that a transcript records."""
    played = transcript(name)
    played.play()
    versions: Counter[str] = Counter()
    for index, (stream, event) in enumerate(played.world.events):
        versions[stream] += 1
        yield Line(index, stream, versions[stream], event.kind, NOW + index, NOW + SECOND, event)  # type: ignore[attr-defined]  # every event has its kind


def in_files(found: list[AnyLine]) -> dict[str, Sums]:
    """By regulation, what the operations come to; each account's balances chain, and a player has one code in an event, which nobody else has."""
    known, sums, balances = Known(), dict[str, Sums](), dict[str, str]()
    codes, players = dict[tuple[str, str], str](), dict[str, tuple[str, str]]()
    activity = Activity(known, lambda *_: {})
    for line in found:
        if line.kind not in READS:
            continue
        moved = known.step(line) if line.kind in TELLS else None
        if moved is not None and moved.cause == ELSEWHERE:
            continue
        for play in activity.played(line) if moved is None else activity.moved(line, moved):
            assert balances.get(play.player, play.account["saldo_ini"]) == play.account["saldo_ini"], line
            if play.operations:
                sums[play.regulation] = sums.get(play.regulation, Sums()).plus(play.sums)
                assert set().union(*play.operations) <= ELEMENTS
            for one in play.operations:
                own = one["cod_ficha"], play.player
                assert codes.setdefault(own, one["cod_fichajog"]) == one["cod_fichajog"], line
                assert players.setdefault(one["cod_fichajog"], own) == own, line
        if moved is not None:
            balances[moved.player] = f"{moved.after.cash // 100}.{moved.after.cash % 100:02d}"
    left = [
        cause for cause, *_ in activity.plays.waits_for if not cause.startswith("table:")
    ]  # hands are set out without accounts
    assert left == [], "an operation was told with no entry of an account"
    return sums


def in_book(found: list[AnyLine]) -> DayTotals:
    """The totals of the night's own book."""
    book, totals = Book(), DayTotals()
    for line in found:
        if line.kind in book.reads:
            moved = book(by_field(line))
            regulation = book.regulation(line.stream)
            if regulation is not None:
                totals.count(regulation, moved)
    return totals


@pytest.mark.parametrize("folder", sorted(LANGUAGES))
def test_the_operations_of_every_rule_come_to_what_the_book_says(folder: str) -> None:
    """Bets, prizes, what is given back and commissions, to the cent; what nobody matched is no part of what was staked."""
    told = 0
    for path in sorted((FOLDER / folder).glob("*.txt")):
        found = list(lines(f"{folder}/{path.name}"))
        sums = in_files(found)
        for total in in_book(found).told():
            of = sums.pop(total.regulation, Sums())
            here = of.bets - of.uncalled, of.won, of.back - of.uncalled, of.fees
            assert here == (total.staked, total.paid, total.refunded, total.commission), (path.name, total, of)
            told += of.bets
        assert not any(map(any, sums.values())), (path.name, sums)
    assert told
