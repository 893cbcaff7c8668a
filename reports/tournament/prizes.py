"""The prizes of a tournament: the arithmetic, the rule, and where it is on record."""

from __future__ import annotations

from collections.abc import Iterator

from tombo.ledger.core.ids import called
from tombo.ledger.core.said import Sum, Told, euros
from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.terms.tournament import chips
from tombo.projections.tournament.prizes import Awarded, BountyWon, PlacePrize, PrizeTable, Won
from tombo.projections.tournament.view import Followed
from tombo.reports.document import Block, Document, Sentence
from tombo.reports.said.tournament import prizes as said
from tombo.reports.said.tournament.standing import PHASES
from tombo.reports.tournament.standing import as_of, differing, money, placed, player_of
from tombo.reports.tournament.structure import WHOLE


def document(found: Followed, table: PrizeTable) -> Document:
    """The prizes: the pool, the places, what was won, the bounties, and where the record is not what the rules give."""
    title = said.PRIZES_OF(tournament=found.tournament, phase=PHASES[found.state.phase])
    return Document(title, tuple(_blocks(found, table)))


def _blocks(found: Followed, table: PrizeTable) -> Iterator[Block]:
    state, tickets = found.state, found.state.structure.tickets is not None
    yield Sentence(as_of(found.log_index, found.recorded, cut=found.cut))
    yield Sentence(said.PRIZES_OPEN() if table.log_index is None else said.PRIZES_FIXED_AT(index=table.log_index))
    yield from map(Sentence, money(state))
    pool, bought, overlay = euros(table.pool), euros(table.from_purchases), euros(table.overlay)
    yield Sentence(said.POOL_MADE(pool=pool, bought=bought, overlay=overlay))
    yield Sentence(said.PLACES_PAID(entries=table.entries, places=len({place.place for place in table.places})))
    yield from (Sentence(_place(place, table.pool, tickets=tickets), 1) for place in table.places)
    if table.won:
        yield Sentence(said.WON_SO_FAR())
    for won in table.won:
        yield from _won(state, won)
    if table.bounties:
        yield Sentence(said.BOUNTIES())
    yield from (Sentence(_bounty(state, bounty), 1) for bounty in table.bounties)
    yield from differing(table.differences)


def _place(place: PlacePrize, pool: int, *, tickets: bool) -> Told:
    """A place, and how its prize comes about."""
    amount = euros(place.amount)
    if place.ticket:
        return said.PLACE_TICKET(place=place.place, amount=amount)
    if place.share_bp is None or place.whole_bp is None:
        row = said.PLACE_REST if tickets else said.PLACE_UNPAID
        return row(place=place.place, amount=amount)
    worked = [_share(euros(pool), place.share_bp, place.whole_bp, euros(place.floor))]
    if pool * place.share_bp % place.whole_bp:
        worked.append(said.ROUNDED_DOWN())
    if place.odd:
        worked.append(said.ODD_CENT(odd=euros(place.odd)))
    return said.PLACE_SHARE(place=place.place, amount=amount, worked=tuple(worked))


def _share(pool: Sum, share: int, whole: int, floor: Sum) -> Told:
    """``200.00 x 25 % / 75 % = 66.66``."""
    if whole == WHOLE:
        return said.SHARE_OF_POOL(pool=pool, share=share, floor=floor)
    return said.SHARE_IN_PROPORTION(pool=pool, share=share, whole=whole, floor=floor)


def _won(state: Tournament, won: Won) -> Iterator[Block]:
    """A place, or several *ex aequo*: the division, then who gets what."""
    first, last, entries = won.placed
    place = placed(first, last)
    if first == last:
        yield from (Sentence(said.PLACE_WON(place=place, award=_award(state, one)), 1) for one in won.awarded)
        return
    prizes = (
        *(said.FIRST_PRIZE(prize=euros(prize)) for prize in won.prizes[:1]),
        *(said.MORE_PRIZE(prize=euros(prize)) for prize in won.prizes[1:]),
    )
    why = _tied(state, entries[0])
    yield Sentence(said.PLACES_DIVIDED(place=place, why=why, prizes=prizes, entries=len(entries)), 1)
    yield from (Sentence(_award(state, one), 2) for one in won.awarded)


def _tied(state: Tournament, number: int) -> Told:
    """Why entries share their places, by one of them."""
    tied = state.entries[number - 1]
    if tied.exit is None or tied.status != "eliminated":
        return said.EQUAL_AT_THE_END()
    return said.EQUAL_BEFORE_HAND(chips=chips(tied.exit.stack), hand=called(tied.exit.hand))


def _award(state: Tournament, one: Awarded) -> Told:
    """Who gets what for his place, and where it is on record or when it will be."""
    who = player_of(state.entries[one.award.entry - 1])
    return said.AWARD(who=who, what=_what(one), when=_when(state, one))


def _what(one: Awarded) -> Told:
    amount = euros(one.award.amount)
    if not one.award.ticket:
        return said.AWARD_CASH(amount=amount)
    if one.ticket:
        return said.AWARD_TICKET_NAMED(amount=amount, ticket=one.ticket)
    return said.AWARD_TICKET(amount=amount)


def _when(state: Tournament, one: Awarded) -> Told:
    if one.log_index is not None:
        return said.AWARD_CREDITED(index=one.log_index)
    if state.phase == "cancelled":
        return said.AWARD_NEVER_CREDITED()
    return said.AWARD_DUE_AT_END() if state.structure.credit == "at_end" else said.AWARD_DUE_ONCE_SURE()


def _bounty(state: Tournament, bounty: BountyWon) -> Told:
    """Who was credited a bounty, or a share of one, for whose elimination."""
    who, amount = player_of(state.entries[bounty.entry - 1]), euros(bounty.amount)
    own = bounty.entry == bounty.eliminated
    whose = said.BOUNTY_OWN() if own else said.BOUNTY_FOR(player=state.entries[bounty.eliminated - 1].player)
    if bounty.winners == 1:
        return said.BOUNTY(who=who, amount=amount, whose=whose, index=bounty.log_index)
    whole = euros(state.structure.fee.bounty if state.structure.fee else 0)
    return said.BOUNTY_SHARED(
        who=who, amount=amount, whole=whole, winners=bounty.winners, whose=whose, index=bounty.log_index
    )
