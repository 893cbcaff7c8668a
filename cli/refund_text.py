"""The list of refunds for people: under each incident and each cancelled tournament, who got what of which hand, by which rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cli.text import called, counted, dated, figure, priced, timed
from cli.told import ORIGINS
from cli.tournament_money import CASES, CAUSES
from ledger.core.ids import local
from ledger.core.lisbon import day_of
from ledger.terms.unit import Unit
from projections.refunds.reading import FOREVER, Occasion, RefundRow, Wanted, totals


def refund_lines(found: Sequence[RefundRow], why: Mapping[str, Occasion], wanted: Wanted, size: int) -> Iterator[str]:
    """The list, a line at a time: occasions in the order in which they first gave something back, then the totals."""
    yield f"Refunds{_asked(wanted)}"
    yield f"As of log index {size - 1}" if size else "As of the beginning: nothing is recorded"
    given: dict[str, list[RefundRow]] = {stream: [] for stream in why}
    for one in found:
        given.setdefault(one.occasion, []).append(one)
    first = {one.occasion: one.log_index for one in reversed(found)}
    for stream in sorted(given, key=lambda stream: first.get(stream, size)):
        yield ""
        yield from _heading(stream, why.get(stream))
        yield from _aligned([_cells(one) for one in given[stream]])
        if not given[stream]:
            yield "  nothing was refunded for it"
    yield ""
    if not found:
        yield "No refunds"
        return
    yield "Total"
    yield from _aligned(
        [
            (
                total.rule,
                counted(total.times, "refund"),
                priced(total.cents, total.unit),
                _besides(total.taken_back, total.waived, total.tickets, total.unit),
            )
            for total in totals(found)
        ]
    )


def _asked(wanted: Wanted) -> str:
    """Of which days, and of whom or what."""
    first = day_of(wanted.since) if wanted.since else None
    last = None if wanted.until == FOREVER else day_of(wanted.until - 1)
    said = [
        f"of {first}" if first is not None and first == last else "",
        f"from {first}" if first is not None and first != last else "",
        f"until {last}" if last is not None and first != last else "",
        f"to {wanted.player}" if wanted.player else "",
        f"for the incident {wanted.incident}" if wanted.incident else "",
        f"in tournament {wanted.tournament}" if wanted.tournament else "",
        f"under {wanted.game}" if wanted.game else "",
    ]
    return "".join(f" {words}" for words in said if words)


def _heading(stream: str, why: Occasion | None) -> Iterator[str]:
    """An incident or a cancellation: what failed, who said so, when."""
    if why is None:
        yield f"Incident {local(stream)}: NOT ON RECORD, and a refund names it; only one on record makes anything void"
    elif why.case:
        yield f"Tournament {local(stream)}: cancelled for {CAUSES[why.cause]}: {why.said}"
        yield f"  {dated(why.recorded)}, log index {why.log_index}; case {why.case}, {CASES[why.case]}"
    else:
        yield f"Incident {local(stream)}: an outage with origin in {ORIGINS[why.cause]}, reported by {why.said}"
        yield f"  first noticed {dated(why.first)}; on record at {timed(why.recorded)} (log index {why.log_index})"


def _cells(one: RefundRow) -> tuple[str, ...]:
    """A refund: when, of which hand, round or entry, to whom, how much, by which rule, and where it stands."""
    about = f"entry {one.number}" if one.what == "cancelled" else called(one.stream)
    where = f", seat {one.seat}" if one.seat else ""
    return (
        f"{day_of(one.at)} {timed(one.at)}",
        about,
        f"{one.player or 'nobody on record'}{where}",
        priced(one.cents, one.unit),
        _of_what(one),
        one.rule,
        f"log index {one.log_index}",
    )


def _of_what(one: RefundRow) -> str:
    """What the amount is made of, where it is not just the stake."""
    if one.ticket:
        share = f"{figure(one.share, one.unit)} by chips and " if one.share else ""
        return f"({share}the ticket {one.ticket} back)"
    if one.share:
        return f"({figure(one.cents - one.share, one.unit)} fee + {figure(one.share, one.unit)} by chips)"
    said = _besides(one.taken_back, one.waived, 0, one.unit)
    return f"({said})" if said else ""


def _besides(taken_back: int, waived: int, tickets: int, unit: Unit) -> str:
    """What else the refunds moved: prizes of blackjack that were undone, tickets."""
    said = [
        f"{priced(taken_back, unit)} of prizes taken back" if taken_back else "",
        f"{priced(waived, unit)} of prizes waived" if waived else "",
        f"{counted(tickets, 'ticket')} back" if tickets else "",
    ]
    return ", ".join(words for words in said if words)


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Cells in columns; one that is empty in every row takes no room."""
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    widths = [max(map(len, column)) for column in columns]
    for row in zip(*columns, strict=True):
        yield "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
