"""What a round waits for, and what may be asked of it: antes on the seats that are taken (r.14-16), then the decisions (r.20-23)."""

from __future__ import annotations

from collections.abc import Iterator

from tombo.ledger.games.sem_descarte.commands import CloseAntes, Continue, FoldSemDescarte, PlaceAnte
from tombo.ledger.games.sem_descarte.r803 import second_bet
from tombo.ledger.games.sem_descarte.state import Box, SemDescarteRound
from tombo.ledger.house.banked.state import BankedTable, alone_at
from tombo.ledger.house.offers import Awaited, Offer


def awaited(name: str, state: SemDescarteRound, table: BankedTable) -> Awaited:
    """What the round ``name`` waits for, and what its players may ask."""
    if not state.closed:
        return Awaited("bets", tuple(_antes(name, state, table)))
    undecided = state.within("open")
    if not undecided:
        return Awaited("result")
    if not state.dealt:
        return Awaited("cards")
    return Awaited("decision", tuple(offer for box in undecided for offer in _decisions(name, box)))


def _antes(name: str, state: SemDescarteRound, table: BankedTable) -> Iterator[Offer]:
    terms = state.terms
    for player, seat in ((place.player, place.seat) for place in table.places):
        if seat is not None and state.box(seat) is None:
            asks = lambda amount, player=player, seat=seat: PlaceAnte(  # noqa: E731  # what is asked of it is one expression
                amount=amount, player=player, round=name, seat=seat
            )
            yield Offer(player, asks, seat, "amount", terms.ante_min, terms.ante_max, until=state.opened.deadline)
    alone = alone_at(table)
    if alone is not None:
        yield Offer(alone, lambda _: CloseAntes(round=name))


def _decisions(name: str, box: Box) -> Iterator[Offer]:
    until = box.deadline
    yield Offer(box.player, lambda _: FoldSemDescarte(round=name, seat=box.seat), box.seat, until=until)
    yield Offer(box.player, lambda _: Continue(round=name, seat=box.seat), box.seat, costs=second_bet(box), until=until)
