"""A step of a hand or round as it is drawn: who sits where with what, the cards, the pots, the cloth, and what moved.

Pure values, made of the steps of a replay and of nothing else; the script of the page shows them and computes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Sum, written
from tombo.ledger.house.drawn import DrawnField
from tombo.reports.document import Cell

Mark = Literal["button", "acts", "asked", "out", "house"]
"""The button lies there; the step is of it; it is asked to decide; it has folded or plays no more; it is the house's."""
POT: Final = "pot"
"""Where a movement begins or ends that is of no seat."""


class Amount(NamedTuple):
    """An amount with its name: a bet, a stake, a pot, a commission."""

    name: Cell
    amount: Sum


class ScenePlace(NamedTuple):
    """A seat or a box; ``key`` names it within its scene."""

    key: str
    who: Cell
    name: Cell
    """Which seat or box it is."""
    cards: tuple[str, ...] = ()
    """A card that the viewer may not see is ``tombo.ledger.core.cards.HIDDEN``."""
    stack: Sum | None = None
    """What lies before the seat; None where none is kept, or where an imported hand does not say."""
    bets: tuple[Amount, ...] = ()
    told: tuple[Cell, ...] = ()
    marks: frozenset[Mark] = frozenset()


class PlacedChip(NamedTuple):
    """A chip on the cloth, its middle in units of it. ``player``: which of the places has it, by number."""

    player: int
    amount: Sum
    x: int
    y: int
    state: Literal["lies", "out", "held"]
    """It is at stake; it is lost or went back; it is in prison."""


class SceneMove(NamedTuple):
    """Chips that moved in a step: between a seat, the bet before it (``bet:`` and its key) and the pot."""

    begins: str
    ends: str
    amount: Sum


class Scene(NamedTuple):
    """What lies on the table after a step."""

    part: Cell
    """Which street it is, or what the round is at."""
    places: tuple[ScenePlace, ...]
    board: tuple[str, ...] = ()
    apart: tuple[tuple[Cell, tuple[str, ...]], ...] = ()
    """Cards that are nobody's, with what they are."""
    total: Amount | None = None
    """All that was staked and not given out, the bets before the seats among it."""
    pots: tuple[Amount, ...] = ()
    fields: tuple[DrawnField, ...] = ()
    """Of the cloth, where there is one."""
    chips: tuple[PlacedChip, ...] = ()
    moved: tuple[SceneMove, ...] = ()


class Part(NamedTuple):
    """A street, or another part of a round, and the step with which it begins."""

    name: Cell
    step: int


def parts(scenes: Sequence[Scene]) -> tuple[Part, ...]:
    """The parts of a hand or round, each with its first step."""
    found = [Part(scene.part, number) for number, scene in enumerate(scenes, 1)]
    return tuple(
        part for before, part in zip((None, *found), found, strict=False) if before is None or before.name != part.name
    )


class _Table:
    """Values that many steps share, each once; a step has their numbers."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._numbers: dict[str, int] = {}

    def number(self, value: Any) -> int:
        """The number of ``value``."""
        number = self._numbers.setdefault(repr(value), len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number


def drawing_json(scenes: Sequence[Scene], steps: Sequence[int], language: Language) -> dict[str, Any]:
    """What the script of the page is given: ``scenes``, one for each of the numbered ``steps``, in ``language``.

    Places, chips and fields stand once each, and a step names them by their numbers: most stay as they are from step to step.
    """
    places, chips, fields = _Table(), _Table(), _Table()
    taken = [
        {
            "step": step,
            "part": written(scene.part, language),
            "places": [places.number(_place(place, language)) for place in scene.places],
            "board": list(scene.board),
            "apart": [[written(name, language), list(cards)] for name, cards in scene.apart],
            "total": None if scene.total is None else _amount(scene.total, language),
            "pots": [_amount(pot, language) for pot in scene.pots],
            "fields": [fields.number(_field(field, language)) for field in scene.fields],
            "chips": [chips.number(_chip(chip, language)) for chip in scene.chips],
            "moved": [[one.begins, one.ends, written(one.amount, language, "figure")] for one in scene.moved],
        }
        for step, scene in zip(steps, scenes, strict=True)
    ]
    return {"places": places.values, "chips": chips.values, "fields": fields.values, "steps": taken}


def _amount(one: Amount, language: Language) -> list[str]:
    return [written(one.name, language), written(one.amount, language, "figure")]


def _place(place: ScenePlace, language: Language) -> dict[str, Any]:
    return {
        "key": place.key,
        "who": written(place.who, language),
        "name": written(place.name, language),
        "cards": list(place.cards),
        "stack": None if place.stack is None else written(place.stack, language, "figure"),
        "bets": [_amount(bet, language) for bet in place.bets],
        "told": [written(told, language) for told in place.told],
        "marks": sorted(place.marks),
    }


def _chip(chip: PlacedChip, language: Language) -> list[Any]:
    return [chip.player, written(chip.amount, language, "figure"), chip.x, chip.y, chip.state]


def _field(field: DrawnField, language: Language) -> list[Any]:
    return [written(field.label, language), field.colour, field.x, field.y, field.width, field.height, field.hit]


def moved(before: Mapping[str, int], after: Mapping[str, int]) -> Iterable[tuple[str, str, int]]:
    """How chips came from where they lay ``before`` to where they lie ``after``: from, to, how much.

    Both are by place: a seat by its key, the bet before it as ``bet:`` and its key, and the pot, which is what is left: whatever
    leaves a seat or its bet and comes to neither goes there, and the other way round.
    """
    for bet in (name for name in after if name.startswith("bet:")):
        seat = bet.removeprefix("bet:")
        paid = before.get(seat, 0) - after.get(seat, 0)
        laid = after[bet] - before.get(bet, 0)
        straight = min(paid, laid) if paid > 0 and laid > 0 else max(paid, laid) if paid < 0 and laid < 0 else 0
        for begins, ends, amount in (
            (seat, bet, straight),
            (seat, POT, paid - straight),
            (bet, POT, straight - laid),
        ):
            if amount > 0:
                yield begins, ends, amount
            elif amount < 0:
                yield ends, begins, -amount
