"""Póquer sem descarte, R803: antes, cards, decisions in time and out of it; and what the rules forbid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.core.clock import SECOND
from tombo.ledger.games.sem_descarte.commands import (
    CloseAntes,
    Continue,
    DealCards,
    ExtendSemDescarteTime,
    FoldSemDescarte,
    OpenRound,
    PlaceAnte,
    ReportDisconnected,
    ReportReconnected,
    RequestSemDescarteDecision,
    SettleRound,
    TimeOutSemDescarte,
    VoidRound,
    WarnDecision,
)
from tombo.ledger.games.sem_descarte.r803 import dealing_order
from tombo.ledger.games.sem_descarte.state import Box, SemDescarteRound
from tombo.simulator import bonuses
from tombo.simulator.ask import OFFICER, PLATFORM, Ask, Play, Scene, player
from tombo.simulator.banked import host, table_of
from tombo.simulator.connections import returns
from tombo.simulator.house import bets
from tombo.simulator.turned_down import tries

ANTES: Final = (100, 100, 200, 250, 333, 500, 600)
ODDS: Final[tuple[tuple[str, int], ...]] = (("continue", 6), ("fold", 4), ("late", 1), ("gone", 1))


def round_(scene: Scene) -> Play:
    """The next round, from its antes to their payment."""
    found = table_of(scene)
    after = scene.thinks()
    deadline = scene.now() + after + 20 * SECOND
    by = host(scene)
    yield Ask(OpenRound(deadline=deadline, table=scene.table), by, after=after)
    name = f"{scene.table}/{found.number + 1}"
    for place in found.places:
        ante = scene.chance.choice(ANTES)
        if place.seat is not None and 3 * ante <= bonuses.purse(scene, place.player) and bets(scene, place.player):
            amount = PlaceAnte(amount=ante, player=place.player, round=name, seat=place.seat)
            yield Ask(amount, player(place.player), after=scene.chance.randint(1, 2 * SECOND))
        yield from _perhaps(scene, name)
    if by != PLATFORM and _round(scene, name).boxes:
        yield Ask(CloseAntes(round=name), by, after=scene.thinks())  # alone, with his ante placed (r.15)
    else:
        if by != PLATFORM and scene.happens(0.3):
            yield Ask(CloseAntes(round=name), by, after=1, expects="House: authority")
        yield Ask(CloseAntes(round=name), after=max(deadline - scene.now(), 0))
    yield from _perhaps(scene, name)
    if _round(scene, name).boxes:
        yield from _dealt(scene, name)
    yield Ask(SettleRound(round=name))
    yield from _perhaps(scene, name)


def _round(scene: Scene, name: str) -> SemDescarteRound:
    found: SemDescarteRound = scene.view(f"sem_descarte:{name}")
    return found


def _dealt(scene: Scene, name: str) -> Play:
    """The cards, and every seat's decision in turn."""
    count = len(dealing_order(_round(scene, name)))
    deck = scene.chance.sample(CARD_TEXTS, count + 2)
    yield Ask(DealCards(cards=deck[2:], discard=deck[0], house_card=deck[1], round=name), after=2 * SECOND)
    for box in _round(scene, name).boxes:
        yield from _perhaps(scene, name)
        yield from _decides(scene, name, box)


def _back(name: str, box: Box) -> Play:
    """Who was cut off comes back, or not; what his failure led to stays."""
    if returns(name, box.player):
        yield Ask(ReportReconnected(round=name, seat=box.seat), after=0)
        yield Ask(ReportReconnected(round=name, seat=box.seat), after=0, expects="R803 r.34")


def _decides(scene: Scene, name: str, box: Box) -> Play:
    """A seat goes on, gives up, is cut off, or lets its time run out: warning, extra time, fold (r.20-23, r.31-36)."""
    seat, by = box.seat, player(box.player)
    kinds, weights = zip(*ODDS, strict=True)
    kind = scene.chance.choices(kinds, weights)[0]
    if kind == "continue" and bonuses.purse(scene, box.player) >= 2 * box.ante:
        yield Ask(Continue(round=name, seat=seat), by, after=scene.thinks())
        if scene.happens(0.05):
            yield Ask(ReportDisconnected(round=name, seat=seat))  # his bet stands (r.36)
            yield from _back(name, box)
    elif kind == "gone":
        yield Ask(ReportDisconnected(round=name, seat=seat), after=scene.thinks())
        yield from _back(name, box)
    elif kind == "late":
        yield from _late(scene, name, box)
    else:
        yield Ask(FoldSemDescarte(round=name, seat=seat), by, after=scene.thinks())


def _late(scene: Scene, name: str, box: Box) -> Play:
    seat, by = box.seat, player(box.player)
    yield Ask(RequestSemDescarteDecision(deadline=scene.now() + 16 * SECOND, round=name, seat=seat))
    if scene.happens(0.3):
        yield Ask(WarnDecision(round=name, seat=seat), after=SECOND, expects="R803 r.31")
    yield Ask(WarnDecision(round=name, seat=seat), after=16 * SECOND)
    deadline = scene.now() + 11 * SECOND
    yield Ask(ExtendSemDescarteTime(deadline=deadline, round=name, seat=seat))
    if scene.happens(0.3):
        yield Ask(FoldSemDescarte(round=name, seat=seat), by, after=SECOND)
        return
    yield Ask(TimeOutSemDescarte(round=name, seat=seat), after=SECOND, expects="R803 r.32")
    yield Ask(FoldSemDescarte(round=name, seat=seat), by, after=deadline + 1 - scene.now(), expects="R803 r.32")
    yield Ask(TimeOutSemDescarte(round=name, seat=seat))


def _perhaps(scene: Scene, name: str) -> Play:
    """Now and then, one thing the rules forbid at this point of the round."""
    if scene.happens(scene.malice):
        asks = [*_forbidden(scene, name, _round(scene, name))]
        yield from tries(scene.chance.choice(asks)._replace(after=1))


def _forbidden(scene: Scene, name: str, found: SemDescarteRound) -> Iterator[Ask]:
    place = table_of(scene).places[0]
    who, seat = place.player, place.seat or 1
    by = player(who)
    ante = PlaceAnte(amount=100, player=who, round=name, seat=seat)
    if found.outcome != "open":
        yield Ask(SettleRound(round=name), expects="R803 r.2e")
        yield Ask(ante, by, expects="R803 r.2e")
        return
    yield Ask(OpenRound(deadline=scene.now() + 40 * SECOND, table=scene.table), expects="House: table")
    yield Ask(VoidRound(incident="no-such-incident", round=name), OFFICER, expects="R803 r.33")
    yield Ask(ante, player("p-nobody"), expects="House: authority")
    if not found.closed:
        yield Ask(CloseAntes(round=name), expects="R803 r.14")
        yield Ask(SettleRound(round=name), expects="R803 r.24")
        if found.box(seat) is not None:
            yield Ask(ante, by, expects="R803 r.6a")
            yield Ask(FoldSemDescarte(round=name, seat=seat), by, expects="R803 r.20")
        else:
            yield Ask(ante.model_copy(update={"amount": 99}), by, expects="R803 r.16")
            yield Ask(ante.model_copy(update={"amount": 2_501}), by, expects="R803 r.16")
        return
    yield Ask(ante, by, expects="R803 r.14")
    open_ = found.within("open")
    if open_:
        yield from _before_the_end(name, found, open_)


def _before_the_end(name: str, found: SemDescarteRound, open_: tuple[Box, ...]) -> Iterator[Ask]:
    first = open_[0]
    yield Ask(SettleRound(round=name), expects="R803 r.24")
    if found.dealt:
        yield Ask(FoldSemDescarte(round=name, seat=first.seat), player("p-nobody"), expects="House: authority")
        yield Ask(TimeOutSemDescarte(round=name, seat=first.seat), expects="R803 r.32")
        yield Ask(WarnDecision(round=name, seat=first.seat), expects="R803 r.31")
        decided = next((box for box in found.boxes if box.decision != "open"), None)
        if decided is not None:
            yield Ask(Continue(round=name, seat=decided.seat), player(decided.player), expects="R803 r.20")
    else:
        cards = ["As"] * (5 * len(open_) + 4)
        yield Ask(DealCards(cards=cards, discard="Kd", house_card="Kh", round=name), expects="R803 r.6b")
