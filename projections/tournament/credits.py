"""What a tournament credited, held against what places and eliminations give: each once, and nothing else (R810 r.32, r.50-51, r.7p)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from tombo.ledger.core.said import Told
from tombo.ledger.games.tournament.events import BountyAwarded, PrizeAwarded, TicketAwarded
from tombo.ledger.games.tournament.prizes import BOUNTY_RULE, CREDITED_RULE, TICKET_RULE, Award, bounty_shares
from tombo.ledger.games.tournament.state import EntryState, Tournament
from tombo.projections.tournament import said
from tombo.projections.tournament.view import Followed, Given

Credits = Mapping[tuple[int, bool], Sequence[Given]]
"""What is on record for places, by entry, and whether it is a ticket."""


def credited(found: Followed) -> Credits:
    """The prizes and tickets on record."""
    by: dict[tuple[int, bool], list[Given]] = {}
    for given in found.given:
        if isinstance(given.event, PrizeAwarded | TicketAwarded):
            by.setdefault((given.event.entry, isinstance(given.event, TicketAwarded)), []).append(given)
    return by


def chosen(award: Award, on_record: Credits) -> Given | None:
    """The credit of an award: the first of its amount, else the first; None while that is to come."""
    given = on_record.get((award.entry, award.ticket), ())
    return next((one for one in given if _is_of(award, one)), given[0] if given else None)


def _is_of(award: Award, given: Given) -> bool:
    return isinstance(given.event, TicketAwarded) or (
        isinstance(given.event, PrizeAwarded) and given.event.amount.cents == award.amount
    )


def differences(found: Followed, awards: Sequence[Award]) -> Iterator[Told]:
    """Where what was credited is not what the places, which win ``awards``, and the eliminations give.

    That something is missing is said of a tournament that was played to its end: before, it may come (r.54).
    """
    over = found.state.phase == "finished" and not found.cut
    on_record = credited(found)
    due = {(award.entry, award.ticket): award for award in awards}
    for given in found.given:
        if isinstance(given.event, PrizeAwarded | TicketAwarded):
            award = due.get((given.event.entry, isinstance(given.event, TicketAwarded)))
            yield from _of_place(given, award, is_it=award is not None and chosen(award, on_record) is given)
    yield from _bounties(found)
    if over:
        yield from missing(found, awards, found.state.counted)


def missing(found: Followed, awards: Iterable[Award], out: Iterable[EntryState]) -> Iterator[Told]:
    """What of ``awards``, and of the bounties of the entries ``out``, is not on record."""
    on_record = credited(found)
    for award in awards:
        if (award.entry, award.ticket) not in on_record:
            told = said.TICKET_NOT_AWARDED if award.ticket else said.PRIZE_NOT_CREDITED
            makes = {} if award.ticket else {"makes": award.amount}
            yield told(rule=TICKET_RULE if award.ticket else CREDITED_RULE, entry=award.entry, **makes)
    paid = {(one.event.eliminated, one.event.entry) for one in found.given if isinstance(one.event, BountyAwarded)}
    for one in out:
        for entry, share in _shares(found.state, one.entry).items():
            if (one.entry, entry) not in paid:
                yield said.BOUNTY_NOT_CREDITED(rule=BOUNTY_RULE, entry=entry, eliminated=one.entry, makes=share)


def _of_place(given: Given, award: Award | None, *, is_it: bool) -> Iterator[Told]:
    """What is wrong with a prize or ticket on record; ``award``: what its entry wins of its sort, ``is_it``: whether this is that."""
    event = given.event
    if award is not None and is_it:
        yield from _at_place(given, award)
    if isinstance(event, TicketAwarded) and not is_it:
        told = said.TICKET_AWARDED_OTHERWISE if award is None else said.TICKET_AWARDED_AGAIN
        yield told(rule=TICKET_RULE, entry=event.entry, ticket=event.ticket, index=given.index)
    elif isinstance(event, PrizeAwarded):
        credit = {"entry": event.entry, "credited": event.amount.cents, "index": given.index}
        if award is not None and not is_it:
            yield said.PRIZE_CREDITED_AGAIN(rule=CREDITED_RULE, **credit)
        elif award is None or award.amount != event.amount.cents:
            makes = 0 if award is None else award.amount
            yield said.PRIZE_CREDITED_OTHERWISE(rule=CREDITED_RULE, makes=makes, **credit)


def _at_place(given: Given, award: Award) -> Iterator[Told]:
    """What is wrong with the places that a prize or ticket on record names; a ticket names the first of them (r.50-51)."""
    event = given.event
    places: tuple[int, ...] = ()
    if isinstance(event, PrizeAwarded):
        places = event.place, event.place_last
    elif isinstance(event, TicketAwarded):
        places = event.place, award.last
    if places != (award.first, award.last):
        facts = {"entry": event.entry, "index": given.index, "first": award.first, "last": award.last}
        yield said.PLACE_OTHERWISE(rule=CREDITED_RULE, told=places, **facts)


def _shares(state: Tournament, eliminated: int) -> dict[int, int]:
    """What each gets for an entry; of who was never eliminated, himself ([A])."""
    entry = state.entry(eliminated)
    left = None if entry is None else entry.exit
    return dict(bounty_shares(state.structure, left.by if left is not None and left.by else (eliminated,)))


def _bounties(found: Followed) -> Iterator[Told]:
    state, by = found.state, dict[tuple[int, int], list[Given]]()
    for given in found.given:
        if isinstance(given.event, BountyAwarded):
            by.setdefault((given.event.eliminated, given.event.entry), []).append(given)
    for (eliminated, entry), several in by.items():
        share = _shares(state, eliminated).get(entry, 0)
        first = next((one for one in several if one.event.amount.cents == share), several[0])  # type: ignore[union-attr]  # all are bounties
        for given in several:
            cents = given.event.amount.cents  # type: ignore[union-attr]  # all are bounties
            credit = {"entry": entry, "eliminated": eliminated, "credited": cents, "index": given.index}
            if given is not first and share:
                yield said.BOUNTY_CREDITED_AGAIN(rule=BOUNTY_RULE, **credit)
            elif cents != share:
                yield said.BOUNTY_CREDITED_OTHERWISE(rule=BOUNTY_RULE, makes=share, **credit)
