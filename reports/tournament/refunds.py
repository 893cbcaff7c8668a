"""The refunds of one tournament: why it was cancelled, the common sum, the share of each, and the readings beside one another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tombo.ledger.core.findings import Reading
from tombo.ledger.core.said import Said, Told, euros
from tombo.ledger.games.tournament.refunds import Share, cancellation_rule
from tombo.ledger.games.tournament.state import EntryState
from tombo.ledger.house.said import ACTORS, READINGS
from tombo.projections.tournament.refunds import Allocation, RefundTable, refund_differences
from tombo.projections.tournament.view import TournamentView
from tombo.reports.document import Block, Cell, Document, Grid, GridColumn, Sentence
from tombo.reports.said.common import CANCELLATION_CAUSES
from tombo.reports.said.tournament import refunds as said
from tombo.reports.said.tournament.standing import CASES, PHASES
from tombo.reports.tournament.standing import as_of, differing, player_of

BEFORE_THE_START: Final = "a"
"""The case of r.36 in which nothing is divided by chips."""


def document(view: TournamentView, table: RefundTable | None) -> Document:
    """The refunds; ``table``: None where the tournament was played to its end, recorded or not."""
    title = said.REFUNDS_OF(tournament=view.followed.tournament, phase=PHASES[view.state.phase])
    newest = Sentence(as_of(view.log_index, view.recorded, cut=view.cut))
    if table is None:
        over = view.state.phase == "finished"
        nothing = Sentence(said.NO_REFUNDS_OF_FINISHED() if over else said.NO_REFUNDS_OF_DECIDED())
        return Document(title, (newest, nothing, *differing(refund_differences(view, None))))
    return Document(title, (newest, *_blocks(table)))


def _blocks(table: RefundTable) -> Iterator[Block]:
    found, case = table.allocation, table.allocation.given.case
    yield Sentence(_occasion(table))
    yield Sentence(said.CASE_OF(case=case, meaning=CASES[case](rule=cancellation_rule(case))))
    if case != BEFORE_THE_START:
        yield Sentence(_common(found))
    shares = {share.entry: share for share in found.given.shares}
    for entry in found.state.counted:
        yield Sentence(_entry(table, entry, shares.get(entry.entry)), 1)
    yield from map(Sentence, _operator(found))
    if table.others:
        meant = found.state.structure.readings
        prizes, tickets = READINGS[Reading(meant.paid_prizes)], said.TICKET_READINGS[meant.ticket_refunds]
        yield Sentence(said.READINGS_BESIDE(prizes=prizes, tickets=tickets))
        yield _readings(table, shares)
    yield from differing(table.differences)


def _occasion(table: RefundTable) -> Told:
    """When and why it was cancelled; or that it was not."""
    cancelled = table.cancellation
    if cancelled is None:
        return said.REFUNDS_HYPOTHETICAL()
    return said.CANCELLED_BY(
        at=cancelled.recorded,
        index=cancelled.log_index,
        actor=ACTORS[cancelled.by.actor],
        who=cancelled.by.id,
        cause=CANCELLATION_CAUSES[cancelled.event.cause],
        note=cancelled.event.note,
    )


def _common(found: Allocation) -> Told:
    """The sum that is divided by chips, and where it comes from."""
    state, given, fee = found.state, found.given, found.state.structure.fee
    out = sum(entry.status == "eliminated" for entry in state.counted)
    common, entries, bought = euros(given.common), euros(given.from_entries), euros(given.from_repurchases)
    each, rule = euros(fee.prize + fee.bounty if fee else 0), cancellation_rule(given.case)
    if not given.netted:
        return said.COMMON_SUM(common=common, entries=entries, out=out, each=each, bought=bought, rule=rule)
    return said.COMMON_SUM_NETTED(
        common=common,
        entries=entries,
        out=out,
        each=each,
        bought=bought,
        netted=euros(given.netted),
        reading=READINGS[Reading.PRACTICE],
        rule=rule,
    )


def _entry(table: RefundTable, entry: EntryState, share: Share | None) -> Told:
    """What an entry gets and why; nothing is also said."""
    who, case = player_of(entry), table.allocation.given.case
    if share is None:
        nothing = euros(0)
        if entry.won:
            return said.REFUND_NONE_PRIZES_STAY(who=who, amount=nothing, won=euros(entry.won))
        return said.REFUND_NONE(who=who, amount=nothing)
    amount, rule = euros(share.fee + share.share), cancellation_rule(case)
    rules = (rule,) if entry.ticket is None else (rule, "r.37")
    fee = _fee_back(entry, share)
    made = (fee,) if case == BEFORE_THE_START else (fee, _by_chips(table, share))
    index = table.credited.get(entry.entry)
    if index is None:
        return said.REFUND_DUE(who=who, amount=amount, made=made, rules=rules)
    return said.REFUND_RECORDED(who=who, amount=amount, made=made, rules=rules, index=index)


def _fee_back(entry: EntryState, share: Share) -> Told:
    if share.ticket is not None:
        return said.ENTRY_TICKET_BACK(fee=euros(0), ticket=share.ticket)
    row = said.FEE_BACK if entry.ticket is None else said.ENTRY_WON_BACK
    return row(fee=euros(share.fee))


def _by_chips(table: RefundTable, share: Share) -> Told:
    """The part of the common sum that an entry gets, with the arithmetic."""
    common, whole = table.allocation.given.common, sum(table.stacks.values())
    if not whole:
        return said.SHARE_EQUAL(share=euros(share.share), common=euros(common))
    chips = table.stacks.get(share.entry, 0)
    row = _rounded(common * chips, whole, share.share)
    return row(share=euros(share.share), common=euros(common), chips=chips, whole=whole)


def _rounded(weighted: int, whole: int, share: int) -> Said:
    """Whether ``share`` is ``weighted / whole`` to the cent, or was rounded, and which way."""
    if not weighted % whole:
        return said.SHARE_BY_CHIPS
    return said.SHARE_ROUNDED_UP if share > weighted // whole else said.SHARE_ROUNDED_DOWN


def _operator(found: Allocation) -> Iterator[Told]:
    """What came in, what goes out, and what the operator keeps or loses."""
    cash, tickets = euros(found.cash), euros(found.tickets)
    if found.tickets:
        yield said.REFUNDED_WITH_TICKETS(cash=cash, tickets=tickets)
    else:
        yield said.REFUNDED_IN_ALL(cash=cash)
    moved = (
        said.CAME_IN(amount=euros(found.money_in)),
        said.WENT_BACK(amount=cash),
        *([said.WENT_BACK_IN_TICKETS(amount=tickets)] if found.tickets else []),
        said.WENT_IN_PRIZES(amount=euros(found.prizes)),
    )
    row = said.OPERATOR_KEEPS if found.result >= 0 else said.OPERATOR_LOSES
    yield said.OPERATOR_IN_ALL(moved=moved, result=row(amount=euros(abs(found.result))))


def _readings(table: RefundTable, shares: Mapping[int, Share]) -> Grid:
    """What other readings of R810 would give, beside what was meant."""
    meant, every = table.allocation, (table.allocation, *table.others)
    heads = (said.AS_ANNOUNCED(), *(_title(other, meant) for other in table.others))
    entries = [entry for entry in meant.state.counted if entry.entry in shares]
    rows: list[tuple[Cell, ...]] = [
        (player_of(entry), *(_refunded(found, entry.entry) for found in every)) for entry in entries
    ]
    rows += [
        (said.ROW_DIVIDED(), *(euros(found.given.common) for found in every)),
        (said.ROW_CASH(), *(euros(found.cash) for found in every)),
        (said.ROW_TICKETS(), *(euros(found.tickets) for found in every)),
        (said.ROW_PRIZES(), *(euros(found.prizes) for found in every)),
        (said.ROW_RESULT(), *(said.SIGNED_RESULT(result=euros(found.result)) for found in every)),
    ]
    return Grid((GridColumn(), *(GridColumn(head, amount=True, spec="figure") for head in heads)), tuple(rows))


def _title(found: Allocation, meant: Allocation) -> Told:
    """In which reading a column differs from what was announced."""
    if found.paid_prizes is not meant.paid_prizes:
        return said.READING_OF_PRIZES(reading=READINGS[found.paid_prizes])
    return said.READING_OF_TICKETS(reading=said.TICKET_READINGS[found.ticket_refunds])


def _refunded(found: Allocation, entry: int) -> Cell:
    share = next(share for share in found.given.shares if share.entry == entry)
    cash = euros(share.fee + share.share)
    return said.CASH_AND_TICKET(cash=cash) if share.ticket is not None else cash
