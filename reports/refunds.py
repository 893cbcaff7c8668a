"""The list of refunds: under each incident and each cancelled tournament, who got what of which hand, by which rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tombo.ledger.core.ids import called, local
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.core.said import Fact, Told
from tombo.ledger.games.tournament.refunds import cancellation_rule
from tombo.projections.refunds.reading import FOREVER, Occasion, RefundRow, RefundTotal, Wanted, totals
from tombo.reports.document import Block, Cell, Document, Grid, GridColumn, Heading, Sentence
from tombo.reports.noted import noted
from tombo.reports.said import common
from tombo.reports.said import refunds as said
from tombo.reports.said.tournament.standing import CASES

ROWS = (GridColumn(), GridColumn(), GridColumn(), GridColumn(), GridColumn(), GridColumn(), GridColumn())


def document(
    found: Sequence[RefundRow], why: Mapping[str, Occasion], wanted: Wanted, size: int, going: str | None = None
) -> Document:
    """The list: occasions in the order in which they first gave something back, then the totals. ``going``: the last day, if it is not over."""
    return Document(_title(wanted), tuple(_blocks(found, why, size, going)))


def _blocks(found: Sequence[RefundRow], why: Mapping[str, Occasion], size: int, going: str | None) -> Iterator[Block]:
    yield Sentence(common.AS_OF_INDEX(index=size - 1) if size else common.AS_OF_BEGINNING())
    if going is not None:
        yield Sentence(common.DAY_GOES_ON(day=going))
    given: dict[str, list[RefundRow]] = {stream: [] for stream in why}
    for one in found:
        given.setdefault(one.occasion, []).append(one)
    first = {one.occasion: one.log_index for one in reversed(found)}
    for stream in sorted(given, key=lambda stream: first.get(stream, size)):
        yield from _occasion(stream, why.get(stream))
        if given[stream]:
            yield Grid(ROWS, tuple(map(_cells, given[stream])))
        else:
            yield Sentence(said.NOTHING_REFUNDED(), 1)
    if found:
        yield Heading(said.REFUNDS_TOTAL())
        yield Grid(ROWS[:4], tuple(map(_total, totals(found))))
    else:
        yield Heading(said.NO_REFUNDS())


def _title(wanted: Wanted) -> Told:
    """Of which days, and of whom or what."""
    first = day_of(wanted.since) if wanted.since else None
    last = None if wanted.until == FOREVER else day_of(wanted.until - 1)
    asked: list[Told] = []
    if first is not None:
        asked.append(said.REFUNDS_OF_DAY(day=first) if first == last else said.REFUNDS_SINCE(day=first))
    if last is not None and first != last:
        asked.append(said.REFUNDS_UNTIL(day=last))
    if wanted.player:
        asked.append(said.REFUNDS_TO(player=wanted.player))
    if wanted.incident:
        asked.append(said.REFUNDS_FOR_INCIDENT(incident=wanted.incident))
    if wanted.tournament:
        asked.append(said.REFUNDS_IN_TOURNAMENT(tournament=wanted.tournament))
    if wanted.game:
        asked.append(said.REFUNDS_UNDER(game=wanted.game))
    return said.REFUNDS_ASKED(asked=tuple(asked)) if asked else said.REFUNDS()


def _occasion(stream: str, why: Occasion | None) -> Iterator[Block]:
    """An incident or a cancellation: what failed, who said so, when."""
    name = local(stream)
    if why is None:
        yield Heading(said.INCIDENT_NOT_ON_RECORD(incident=name))
    elif why.case:
        cause = common.CANCELLATION_CAUSES[why.cause]
        yield Heading(said.TOURNAMENT_CANCELLED_FOR(tournament=name, cause=cause, note=why.said))
        meaning = CASES[why.case](rule=cancellation_rule(why.case))
        yield Sentence(said.CANCELLED_WHEN(at=why.recorded, index=why.log_index, case=why.case, meaning=meaning), 1)
    else:
        yield Heading(said.INCIDENT_OF(incident=name, origin=common.ORIGINS[why.cause], reporter=noted(why.said)))
        yield Sentence(said.FIRST_NOTICED(first=why.first, recorded=why.recorded, index=why.log_index), 1)


def _cells(one: RefundRow) -> tuple[Cell, ...]:
    """A refund: when, of which hand, round or entry, to whom, how much, by which rule, and where it stands."""
    who: Fact = one.player or said.NOBODY_ON_RECORD()
    return (
        common.AT(at=one.at),
        said.ENTRY_NUMBER(number=one.number) if one.what == "cancelled" else called(one.stream),
        said.ON_SEAT(who=who, seat=one.seat) if one.seat else who,
        one.unit.sum(one.cents),
        _of_what(one),
        one.rule,
        common.AT_LOG_INDEX(index=one.log_index),
    )


def _of_what(one: RefundRow) -> Cell:
    """What the amount is made of, where it is not just the stake."""
    share = one.unit.sum(one.share)
    if one.ticket:
        return (
            said.SHARE_AND_TICKET(share=share, ticket=one.ticket) if one.share else said.TICKET_BACK(ticket=one.ticket)
        )
    if one.share:
        return said.FEE_AND_SHARE(fee=one.unit.sum(one.cents - one.share), share=share)
    besides = _besides(one)
    return said.IN_BRACKETS(said=besides) if besides else ""


def _total(total: RefundTotal) -> tuple[Cell, ...]:
    besides = _besides(total)
    if total.tickets:
        besides = (*besides, said.TICKETS_BACK(tickets=total.tickets))
    return total.rule, said.REFUNDS_COUNTED(times=total.times), total.unit.sum(total.cents), besides


def _besides(one: RefundRow | RefundTotal) -> tuple[Told, ...]:
    """What else the refunds moved: prizes of blackjack that were undone."""
    told = []
    if one.taken_back:
        told.append(said.PRIZES_TAKEN_BACK(amount=one.unit.sum(one.taken_back)))
    if one.waived:
        told.append(said.PRIZES_WAIVED(amount=one.unit.sum(one.waived)))
    return tuple(told)
