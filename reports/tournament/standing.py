"""A tournament as it stands: structure, level, tables, standings, what was bought. Each line names its rule of R810."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.core.ids import called, local
from tombo.ledger.core.said import Fact, Told, euros
from tombo.ledger.games.tournament.prizes import commission, prize_part
from tombo.ledger.games.tournament.state import EntryState, Tournament
from tombo.ledger.terms.tournament import chips
from tombo.projections.tournament.prizes import Bought, bought, money_in, overlay_so_far, pool_so_far, prize_table
from tombo.projections.tournament.view import (
    Followed,
    Standing,
    TableAt,
    TournamentView,
    chips_bought,
    standings,
)
from tombo.reports.document import Alarm, Block, Document, Sentence
from tombo.reports.said.tournament import prizes as prizes_said
from tombo.reports.said.tournament import standing as said
from tombo.reports.said.tournament import structure as structure_said
from tombo.reports.tournament.structure import lasting, structure_told


def in_a_line(found: Followed) -> Told:
    """A tournament in one line."""
    state = found.state
    starts, fee = state.structure.starts, state.structure.fee_total
    pool = euros(pool_so_far(state))
    stands: list[Fact] = [
        said.TOURNAMENT_SIT_AND_GO() if starts is None else said.TOURNAMENT_STARTS_AT(at=starts),
        said.TOURNAMENT_FEE(fee=euros(fee)) if fee else said.TOURNAMENT_FREEROLL(),
        said.TOURNAMENT_ENTERED(entries=len(state.counted)),
        *([said.TOURNAMENT_LEFT(players=len(state.active))] if state.phase == "playing" else []),
        said.TOURNAMENT_POOL_SO_FAR(pool=pool) if state.pool is None else said.TOURNAMENT_POOL(pool=pool),
        said.PHASES[state.phase],
    ]
    return said.TOURNAMENT_IN_A_LINE(tournament=found.tournament, stands=tuple(stands))


def document(view: TournamentView) -> Document:
    """The whole tournament."""
    places: list[Block] = [Sentence(_standing(standing, view.state), 1) for standing in placings(view)]
    heading = [Sentence(said.STANDINGS())] if places else []
    return Document(
        title(view), (*described(view), *heading, *places, *differing(prize_table(view.followed).differences))
    )


def title(view: TournamentView) -> Told:
    """Which tournament it is, and how far it is."""
    stands = (said.PHASES[view.state.phase], *_level(view.state))
    return said.TOURNAMENT_STANDS(tournament=view.followed.tournament, stands=stands)


def placings(view: TournamentView) -> list[Standing]:
    """Who stands where; nobody before the start."""
    return [] if view.state.phase == "announced" else standings(view)


def described(view: TournamentView) -> Iterator[Block]:
    """All but the standings."""
    state = view.state
    yield Sentence(as_of(view.log_index, view.recorded, cut=view.cut))
    yield Sentence(said.TOURNAMENT_APPROVED(reference=state.reference, index=view.followed.announced))
    yield Sentence(structure_said.STRUCTURE())
    yield from (Sentence(told, 1) for told in structure_told(state.structure))
    yield Sentence(_entries(state))
    if state.phase == "announced":
        yield from (Sentence(_who(entry), 1) for entry in state.counted)
    yield from map(Sentence, money(state))
    if view.tables:
        yield Sentence(said.TOURNAMENT_TABLES())
        for table in view.tables:
            yield from _table(table)
        yield Sentence(_chips(sum(view.stacks.values()), chips_bought(state)))


def differing(differences: Sequence[Told]) -> Iterator[Block]:
    """Where the record is not what the rules give, if anywhere."""
    if differences:
        yield Alarm(prizes_said.RECORD_DIFFERS())
        yield from (Alarm(difference, 1) for difference in differences)


def as_of(log_index: int, recorded: int, *, cut: bool) -> Told:
    """The newest entry all this was computed from; ``cut``: others of its commit come after."""
    if cut:
        return said.TOURNAMENT_AS_OF_INSIDE(index=log_index, recorded=recorded)
    return said.TOURNAMENT_AS_OF(index=log_index, recorded=recorded)


def _level(state: Tournament) -> Iterator[Told]:
    """The level that is played, and how long; nothing where none is."""
    if state.phase != "playing" or not state.level:
        return
    level = state.structure.levels[state.level - 1]
    small, big = level.small_blind, level.big_blind
    yield said.TOURNAMENT_LEVEL(level=state.level, levels=len(state.structure.levels))
    if state.paused or state.level_until is None:
        yield said.TOURNAMENT_BLINDS(small=small, big=big)
    else:
        yield said.TOURNAMENT_BLINDS_UNTIL(small=small, big=big, until=state.level_until)
    if state.paused:
        left = state.level_left
        yield said.CLOCK_PAUSED() if left is None else said.CLOCK_PAUSED_WITH(left=lasting(left // SECOND))
        return
    if state.hand_by_hand:
        yield said.NOW_HAND_BY_HAND()
    if state.ends is not None:
        yield said.TIME_UP_AT(ends=state.ends)


def _entries(state: Tournament) -> Told:
    entries, players = len(state.counted), len(state.active)
    sale = said.NOTHING_MORE_ON_SALE() if state.closed else said.STILL_ON_SALE()
    back = len(state.entries) - entries
    if back:
        return said.TOURNAMENT_ENTRIES_TAKEN_BACK(entries=entries, players=players, sale=sale, back=back)
    return said.TOURNAMENT_ENTRIES(entries=entries, players=players, sale=sale)


def player_of(entry: EntryState) -> Told:
    """A player with the number of his entry: ``p-3 (entry 3)``."""
    return said.PLAYER_OF_ENTRY(player=entry.player, entry=entry.entry)


def _who(entry: EntryState) -> Told:
    """A player with his entry, and all that was bought in it: ``p-3 (entry 3, a ticket sat/3, 1 rebuy)``."""
    return said.PLAYER_WITH_ENTRY(player=entry.player, entry=entry.entry, how=paid_with(entry))


def paid_with(entry: EntryState) -> tuple[Fact, ...]:
    """How an entry was paid, and all that was bought in it: ``a ticket sat/3, 1 rebuy``."""
    how: list[Fact] = [_paid(entry)]
    if entry.rebuys:
        how.append(said.ENTRY_REBUYS(rebuys=entry.rebuys))
    if entry.added_on:
        how.append(said.ENTRY_ADD_ON())
    return tuple(how)


def _paid(entry: EntryState) -> Fact:
    ticket = entry.ticket
    if ticket is None:
        return said.FUNDING["reentry" if entry.again else entry.funding]
    return (
        said.ENTRY_WITH_FREEROLL_TICKET(ticket=ticket.id)
        if ticket.freeroll
        else said.ENTRY_WITH_TICKET(ticket=ticket.id)
    )


def money(state: Tournament) -> Iterator[Told]:
    """What was bought, and what that makes: pool, bounties, commission, overlay."""
    lines, fee = bought(state), state.structure.fee
    yield from map(_bought, lines)
    pool, parts = euros(prize_part(state)), _times((line.times, line.prize) for line in lines)
    yield said.FOR_THE_POOL(total=pool, parts=parts) if parts else said.NOTHING_FOR_THE_POOL(total=pool)
    if fee is not None and fee.bounty:
        entries = len(state.counted)
        yield said.FOR_BOUNTIES(total=euros(entries * fee.bounty), entries=entries, each=euros(fee.bounty))
    kept, parts = euros(commission(state)), _times((line.times, line.commission) for line in lines)
    yield said.COMMISSION_IN_ALL(total=kept, parts=parts) if parts else said.NO_COMMISSION(total=kept)
    yield said.PAID_IN(total=euros(money_in(state)))
    if state.structure.guarantee is not None or overlay_so_far(state):
        yield _overlay(state)


def _bought(line: Bought) -> Told:
    each = euros(line.prize + line.bounty + line.commission)
    return said.BOUGHT[line.what](times=line.times, each=each, total=euros(line.total))


def _times(parts: Iterator[tuple[int, int]]) -> tuple[Told, ...]:
    """``8 x 10.00``, ``+ 2 x 10.00``: what an amount is the sum of; nothing of what costs nothing."""
    paid = [(times, euros(cents)) for times, cents in parts if cents]
    return (
        *(said.FIRST_TIMES(times=times, each=each) for times, each in paid[:1]),
        *(said.MORE_TIMES(times=times, each=each) for times, each in paid[1:]),
    )


def _overlay(state: Tournament) -> Told:
    """What the operator adds to the pool, for a guarantee or for tickets that were promised."""
    guarantee = state.structure.guarantee
    return said.OVERLAY(
        what=said.OVERLAY_ADDED() if state.closed else said.OVERLAY_SO_FAR(),
        added=euros(overlay_so_far(state)),
        promised=said.OVERLAY_TICKETS() if guarantee is None else said.OVERLAY_GUARANTEED(guarantee=euros(guarantee)),
        bought=euros(prize_part(state)),
        rule="r.7o" if guarantee is None else "r.7m",
    )


def _table(table: TableAt) -> Iterator[Block]:
    told = said.TOURNAMENT_TABLE(
        table=table.table,
        small=table.small_blind,
        big=table.big_blind,
        players=len(table.seats),
        hands=table.hands,
        play=said.HAND_NOW(hand=local(table.hand)) if table.hand else said.BETWEEN_HANDS(),
        button=said.BUTTON_TO_DRAW() if table.button is None else said.BUTTON_ON(seat=table.button),
    )
    yield Sentence(told, 1)
    for taken in table.seats:
        row = said.TOURNAMENT_SEAT_SITTING_OUT if taken.sitting_out else said.TOURNAMENT_SEAT
        yield Sentence(row(seat=taken.seat, player=taken.player, stack=chips(taken.stack)), 2)


def _chips(lying: int, sold: int) -> Told:
    """Whether the chips on the tables are those that were given out."""
    return said.CHIPS_AGREE(lying=lying) if lying == sold else said.CHIPS_DISAGREE(lying=lying, sold=sold)


def placed(first: int, last: int) -> Told:
    """``3.``; ``3.-4. ex aequo``."""
    return said.ONE_PLACE(place=first) if first == last else said.PLACES_SHARED(first=first, last=last)


def _standing(standing: Standing, state: Tournament) -> Told:
    """A line of the standings."""
    place, how = placed(standing.first, standing.last), how_it_stands(standing, state)
    return said.STANDING(place=place, who=_who(standing.entry), how=how)


def how_it_stands(standing: Standing, state: Tournament) -> tuple[Told, ...]:
    """The chips of who is not out, or how he went out; and what he won.

    Raises:
        TamperedError: he is out, and was never eliminated.
    """
    entry = standing.entry
    how = _out(entry, state) if standing.chips is None else _in(entry, standing.chips, state)
    return (*how, said.WON_IN_ALL(won=euros(entry.won))) if entry.won else how


def _in(entry: EntryState, held: int, state: Tournament) -> tuple[Told, ...]:
    """The chips of who is not out, and where they lie."""
    if state.phase == "playing" and entry.table:
        at = said.CHIPS_HELD_AT(chips=chips(held), table=entry.table, seat=entry.seat or 0)
    else:
        at = said.CHIPS_HELD(chips=chips(held))
    return (at, said.MAY_STILL_BUY()) if entry.status == "without_chips" else (at,)


def _out(entry: EntryState, state: Tournament) -> tuple[Told, ...]:
    """How an entry went out.

    Raises:
        TamperedError: it was never eliminated.
    """
    if entry.exit is None:
        raise TamperedError(f"entry {entry.entry} is out, and no hand says why; run 'tombo verify'")
    out = said.OUT_IN_HAND(hand=called(entry.exit.hand), chips=chips(entry.exit.stack))
    by = tuple(state.entries[number - 1].player for number in entry.exit.by)
    return (out, said.OUT_BY(players=by)) if by else (out,)
