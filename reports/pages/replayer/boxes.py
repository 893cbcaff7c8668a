"""A round against the house as it is drawn: boxes or a cloth, as its game tells them (``BankedGame.drawn``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, cast

from tombo.ledger.core.cards import HIDDEN
from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.house.banked.words import STAGES
from tombo.ledger.house.drawn import DrawnBox, DrawnChip, DrawnRound
from tombo.projections.round.banked import BankedView
from tombo.projections.round.replay import ReplayStep
from tombo.projections.round.stakes import StakePlaces
from tombo.reports.document import Cell
from tombo.reports.pages.replayer.scene import Amount, Mark, PlacedChip, Scene, ScenePlace
from tombo.reports.said.play import replayer as said


def scenes_of_round(view: BankedView, taken: Sequence[ReplayStep]) -> tuple[Scene, ...]:
    """The round after each of the steps ``taken``; none where its game does not say how it lies on its table."""
    tells = BANKED_GAMES[view.game].drawn
    return () if tells is None else tuple(_scene(view, step, tells(step.act.after)) for step in taken)


def _scene(view: BankedView, step: ReplayStep, drawn: DrawnRound) -> Scene:
    result = _results(view, step)
    boxes = tuple(_box(view, step, number, box, result.pop(box.player, ())) for number, box in enumerate(drawn.boxes))
    part = STAGES[drawn.stage]
    if drawn.cloth is None:
        return Scene(part, boxes, apart=drawn.apart)
    players = _bettors(view)
    placed = tuple(_chip(view, chip, players) for chip in drawn.cloth.chips)
    return Scene(part, tuple(_at_cloth(view, step, players)), fields=drawn.cloth.fields, chips=placed)


def _results(view: BankedView, step: ReplayStep) -> dict[str | None, tuple[Cell, ...]]:
    """What a round that is over brought each player, to stand at his first place."""
    if step.act.after.outcome == "open":
        return {}
    places = cast("StakePlaces", step.money).places  # of a round it has no other
    return {place.player: (said.REPLAYER_NET(net=view.unit.sum(-place.house)),) for place in places}


def _box(view: BankedView, step: ReplayStep, number: int, box: DrawnBox, result: tuple[Cell, ...]) -> ScenePlace:
    cards = tuple(card if isinstance(card, str) else step.cards.get(card, HIDDEN) for card in box.cards)
    bets = tuple(Amount(stake.name, view.unit.sum(stake.amount)) for stake in box.stakes)
    who = box.player or box.name
    name = box.name if box.player else ""
    return ScenePlace(str(number), who, name, cards, None, bets, (*box.told, *result), frozenset(_marks(box)))


def _marks(box: DrawnBox) -> Iterator[Mark]:
    if box.player is None:
        yield "house"
    if box.out:
        yield "out"
    if box.asked:
        yield "asked"


def _bettors(view: BankedView) -> tuple[str, ...]:
    """Whoever has or had something at stake, in the order of the first stake: so a player's chips keep their colour."""
    held = getattr(view.opened, "imprisoned", ())
    return tuple(dict.fromkeys((*(one.player for one in held), *(one.player for one in view.results))))


def _chip(view: BankedView, chip: DrawnChip, players: Sequence[str]) -> PlacedChip:
    state: Literal["lies", "out", "held"] = "held" if chip.held else "out" if chip.out else "lies"
    return PlacedChip(players.index(chip.player), view.unit.sum(chip.amount), chip.x, chip.y, state)


def _at_cloth(view: BankedView, step: ReplayStep, players: Sequence[str]) -> Iterator[ScenePlace]:
    """Those who play at a cloth, with what each has at stake, and in the end what it brought him."""
    money = {place.player: place for place in cast("StakePlaces", step.money).places}  # of a round it has no other
    moved = {move.player for move in step.act.moves}
    result = _results(view, step)
    for number, player in enumerate(players):
        place = money.get(player)
        at_stake = 0 if place is None else place.at_stake
        bets = (Amount(said.REPLAYER_AT_STAKE(), view.unit.sum(at_stake)),) if at_stake else ()
        marks: frozenset[Mark] = frozenset(("acts",) if player in moved else ())
        yield ScenePlace(str(number), player, "", bets=bets, told=result.get(player, ()), marks=marks)
