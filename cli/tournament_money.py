"""The prizes and the refunds of a tournament as a person reads them: the arithmetic, the rule, and where it is on record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cli.text import counted, dated, priced, signed
from cli.tournament_structure import EUR, euro, share_of
from cli.tournament_text import PHASES, as_of_words, money_lines, placed_words
from ledger.core.ids import called
from ledger.games.tournament.refunds import Share
from ledger.games.tournament.state import EntryState, Tournament
from projections.tournament.prizes import Awarded, BountyWon, PlacePrize, PrizeTable, Won
from projections.tournament.refunds import Allocation, RefundTable
from projections.tournament.view import Followed, TournamentView

CASES: Final = {
    "a": "before the start: everybody gets his fee back (R810 r.36a)",
    "b": "after the start, before the places with a prize: fee and a share by chips (R810 r.36b)",
    "c": "the places with a prize are reached: fee and a share by chips (R810 r.36c)",
}
CAUSES: Final = {
    "too_few_players": "too few players",
    "technical": "a technical fault",
    "force_majeure": "force majeure",
}


def prize_lines(found: Followed, table: PrizeTable) -> Iterator[str]:
    """The prizes, a line at a time."""
    state = found.state
    yield f"Prizes of tournament {found.tournament}: {PHASES[state.phase]}"
    yield as_of_words(found.log_index, found.recorded, cut=found.cut)
    if table.log_index is None:
        yield "Not fixed: entries, rebuys or add-ons are still possible. If nothing more were bought, they would be (R810 r.10):"
    else:
        yield f"Fixed at log index {table.log_index}, as nothing more could be bought (R810 r.10)"
    yield from money_lines(state)
    yield f"Pool: {priced(table.pool, EUR)} = {euro(table.from_purchases)} bought + {euro(table.overlay)} overlay (R810 r.7m, r.10)"
    tickets = state.structure.tickets is not None
    yield f"Places paid with {counted(table.entries, 'entry')}: {len(table.places)} (R810 r.9, r.34)"
    yield from (f"  {_place(place, table.pool, tickets=tickets)}" for place in table.places)
    if table.won:
        yield "Won so far (R810 r.33, r.50-51):"
    for won in table.won:
        yield from (f"  {line}" for line in _won(state, won))
    if table.bounties:
        yield "Bounties (R810 r.7p, r.33):"
    yield from (f"  {_bounty(state, bounty)}" for bounty in table.bounties)
    yield from _differences(table.differences)


def _place(place: PlacePrize, pool: int, *, tickets: bool) -> str:
    amount = euro(place.amount)
    if place.ticket:
        return f"{place.place}. a ticket of {amount} (R810 r.32)"
    if place.share_bp is None or place.whole_bp is None:
        why = (
            "what the tickets leave of the pool, in cash (R810 r.32)"
            if tickets
            else "no place of the payout (R810 r.34)"
        )
        return f"{place.place}. {amount}: {why}"
    whole = "" if place.whole_bp == 10_000 else f" / {share_of(place.whole_bp)}"  # noqa: PLR2004  # a hundred percent
    exact = f"{euro(pool)} x {share_of(place.share_bp)}{whole} = {euro(place.floor)}"
    rounded = " rounded down" if pool * place.share_bp % place.whole_bp else ""
    odd = f" + {euro(place.odd)} odd cent" if place.odd else ""
    return f"{place.place}. {amount}: {exact}{rounded}{odd} (R810 r.34)"


def _won(state: Tournament, won: Won) -> Iterator[str]:
    """A place, or several *ex aequo*: the division, then who gets what."""
    first, last, entries = won.placed
    if first == last:
        yield from (f"{placed_words(first, last)} {_award(state, one)}" for one in won.awarded)
        return
    sums = f"({' + '.join(map(euro, won.prizes))}) / {len(entries)}"
    tied = state.entries[entries[0] - 1]
    if tied.exit is None or tied.status != "eliminated":
        why = "equal chips at the end"
    else:
        why = f"{tied.exit.stack} chips each at the start of hand {called(tied.exit.hand)}"
    yield f"{placed_words(first, last)}, {why}: {sums} (R810 r.51)"
    yield from (f"  {_award(state, one)}" for one in won.awarded)


def _award(state: Tournament, one: Awarded) -> str:
    award = one.award
    what = f"ticket of {euro(award.amount)}" if award.ticket else euro(award.amount)
    name = f" {one.ticket}" if one.ticket else ""
    who = f"{one.player} (entry {award.entry})"
    if one.log_index is not None:
        return f"{who}: {what}{name}, credited at log index {one.log_index} (R810 r.54)"
    if state.phase == "cancelled":
        return f"{who}: {what}, never credited: the tournament was cancelled (R810 r.35-36)"
    when = "at the end" if state.structure.credit == "at_end" else "once nobody can change it"
    return f"{who}: {what}, to be credited {when} (R810 r.54)"


def _bounty(state: Tournament, bounty: BountyWon) -> str:
    winner, out = state.entries[bounty.entry - 1].player, state.entries[bounty.eliminated - 1].player
    whole = state.structure.fee.bounty if state.structure.fee else 0
    divided = f" = {euro(whole)} / {bounty.winners}" if bounty.winners > 1 else ""
    for_whom = "his own, whom nobody eliminated" if bounty.entry == bounty.eliminated else f"for {out}"
    return f"{winner} (entry {bounty.entry}): {euro(bounty.amount)}{divided} {for_whom}, credited at log index {bounty.log_index}"


def _differences(differences: Sequence[str]) -> Iterator[str]:
    if differences:
        yield "The record is not what the rules give:"
        yield from (f"  {difference}" for difference in differences)


def refund_lines(view: TournamentView, table: RefundTable | None) -> Iterator[str]:
    """The refunds, a line at a time."""
    yield f"Refunds of tournament {view.followed.tournament}: {PHASES[view.state.phase]}"
    yield as_of_words(view.log_index, view.recorded, cut=view.cut)
    if table is None:
        yield "None: it was played to its end, and cannot be cancelled any more (R810 r.35, r.52)"
        return
    yield from _occasion(table)
    found = table.allocation
    yield f"Case {found.given.case} of r.36: {CASES[found.given.case]}"
    if found.given.case != "a":
        yield from _common(found)
    yield from (f"  {line}" for line in _entries(found, table))
    yield from _operator(found)
    if table.others:
        yield from _readings(table)
    yield from _differences(table.differences)


def _occasion(table: RefundTable) -> Iterator[str]:
    """When and why it was cancelled; or that it was not."""
    cancelled = table.cancellation
    if cancelled is None:
        yield "HYPOTHETICAL: it is not cancelled. These would be the refunds if it were cancelled now; a hand in play would be void"
        return
    event, by = cancelled.event, cancelled.by
    where = f"{dated(cancelled.recorded)}, log index {cancelled.log_index}"
    yield f"Cancelled {where}, by {by.actor} {by.id} for {CAUSES[event.cause]} (R810 r.35): {event.note}"


def _common(found: Allocation) -> Iterator[str]:
    """The sum that is divided by chips, and where it comes from."""
    state, given = found.state, found.given
    out = sum(entry.status == "eliminated" for entry in state.counted)
    each = (state.structure.fee.prize + state.structure.fee.bounty) if state.structure.fee else 0
    entries = f"{euro(given.from_entries)} ({out} x {euro(each)}) of entries of players who are out"
    bought = f"{euro(given.from_repurchases)} of everybody's rebuys and add-ons"
    netted = f" - {euro(given.netted)} of prizes already credited, not below 0 (#9, PRACTICE)" if given.netted else ""
    rule = f"R810 r.36{given.case}"
    yield f"Divided by chips: {priced(given.common, EUR)} = {entries} + {bought}{netted} ({rule})"


def _entries(found: Allocation, table: RefundTable) -> Iterator[str]:
    """What each entry gets and why; nothing is also said."""
    shares = {share.entry: share for share in found.given.shares}
    for entry in found.state.counted:
        share = shares.get(entry.entry)
        who = f"{entry.player} (entry {entry.entry})"
        if share is None:
            won = f"; his prizes of {euro(entry.won)} stay his (r.54)" if entry.won else ""
            yield f"{who}: 0.00, out before the cancellation{won} (R810 r.38)"
            continue
        index = table.credited.get(entry.entry)
        where = "" if index is None else f", log index {index}"
        rule = f"R810 r.36{found.given.case}{', r.37' if entry.ticket is not None else ''}"
        by_chips = "" if found.given.case == "a" else f" + {_share(found, table, share)}"
        yield f"{who}: {euro(share.fee + share.share)} = {_fee_back(entry, share)}{by_chips} ({rule}){where}"


def _fee_back(entry: EntryState, share: Share) -> str:
    if share.ticket is not None:
        return f"0.00 and the ticket {share.ticket} back"
    what = "fee, commission included" if entry.ticket is None else "value of the entry he had won"
    return f"{euro(share.fee)} {what}"


def _share(found: Allocation, table: RefundTable, share: Share) -> str:
    """The part of the common sum that an entry gets, with the arithmetic."""
    common, whole = found.given.common, sum(table.stacks.values())
    if not whole:
        return f"{euro(share.share)} of {euro(common)} in equal parts, nobody having a chip"
    chips = table.stacks.get(share.entry, 0)
    rounded = ""
    if common * chips % whole:
        up = share.share > common * chips // whole
        rounded = f", rounded {'up' if up else 'down'} by the largest remainder"
    return f"{euro(share.share)} by chips: {euro(common)} x {chips} / {whole}{rounded}"


def _operator(found: Allocation) -> Iterator[str]:
    """What came in, what goes out, and what the operator keeps or loses."""
    tickets = f", {euro(found.tickets)} in tickets given back" if found.tickets else ""
    prizes = f", {euro(found.prizes)} of prizes and bounties credited"
    kept = f"keeps {priced(found.result, EUR)}" if found.result >= 0 else f"loses {priced(-found.result, EUR)}"
    yield f"Refunded: {priced(found.cash, EUR)}{tickets}"
    yield f"Operator: {euro(found.money_in)} came in, {euro(found.cash)} refunded{tickets}{prizes}: he {kept}"


def _title(found: Allocation, meant: Allocation) -> str:
    if found.paid_prizes is not meant.paid_prizes:
        return f"#9 {found.paid_prizes}"
    return f"#10 {found.ticket_refunds}"


def _readings(table: RefundTable) -> Iterator[str]:
    """What other readings of R810 would give, beside what was meant, in columns."""
    meant = table.allocation
    columns = (meant, *table.others)
    yield f"Readings side by side; as announced: #9 {meant.paid_prizes}, #10 {meant.ticket_refunds} (R810 r.36c, r.54; r.28, r.30, r.37)"
    rows = [["", "as announced", *(_title(other, meant) for other in table.others)]]
    rows += [
        [f"{entry.player} (entry {entry.entry})", *(_cell(column, entry.entry) for column in columns)]
        for entry in meant.state.counted
        if any(share.entry == entry.entry for share in meant.given.shares)
    ]
    rows.append(["divided by chips", *(euro(column.given.common) for column in columns)])
    rows.append(["refunded in cash", *(euro(column.cash) for column in columns)])
    rows.append(["tickets given back", *(euro(column.tickets) for column in columns)])
    rows.append(["prizes and bounties credited", *(euro(column.prizes) for column in columns)])
    rows.append(["operator's result", *(signed(column.result, EUR) for column in columns)])
    yield from aligned(rows)


def _cell(found: Allocation, entry: int) -> str:
    share = next(share for share in found.given.shares if share.entry == entry)
    cash = euro(share.fee + share.share)
    return f"{cash} + ticket" if share.ticket is not None else cash


def aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows of one length in columns: the first to the left, the others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for first, *others in rows:
        cells = (cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))
        yield f"  {first.ljust(widths[0])}  {'  '.join(cells)}"
