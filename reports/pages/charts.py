"""Charts as plain geometry: integers in, integers out. The template draws them as SVG; every figure also stands in words.

Values are integers (cents, counts); what a value reads as is the caller's, given with it. Nothing is rounded but places on paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from tombo.reports.document import Cell

WIDTH: Final = 640
"""Of every chart, in units of its own: it fills the width it is given."""
LABELS: Final = 170
"""What the names beside bars take of it."""
FIGURES: Final = 96
"""What is left for the figure at either end of a bar."""
ROW: Final = 28
"""From one bar to the next."""
THICK: Final = 18
"""A bar."""
HEIGHT: Final = 220
"""Of a chart whose values stand side by side."""
TOP: Final = 24
"""What their figures take above."""
FOOT: Final = 28
"""What their names take below."""
BELOW: Final = 14
"""What the figures of those below zero take above their names."""


class Value(NamedTuple):
    """One value of a chart: its name, the integer, and how that is written."""

    label: Cell
    amount: int
    written: str


class Shape(NamedTuple):
    """A bar as it is drawn: a rectangle, where its name and its figure stand, and whether it lies below zero."""

    x: int
    y: int
    width: int
    height: int
    label: Cell
    label_x: int
    label_y: int
    written: str
    written_x: int
    written_y: int
    below: bool


class Chart(NamedTuple):
    """A drawing with its words: ``values`` are told again in its description, for who does not see it."""

    heading: Cell
    sort: Literal["bars", "columns", "line"]
    values: tuple[Value, ...]
    height: int
    zero: int
    """Where zero lies: from the left of bars, from the top of the others."""
    shapes: tuple[Shape, ...]
    points: str = ""
    """Of a line: what SVG wants of a ``polyline``."""


def bars(heading: Cell, values: Sequence[Value]) -> Chart:
    """A bar for each value, one under the other, to the right of zero or, below it, to the left: for names."""
    low, high = _span(values)
    begin = LABELS + (FIGURES if low < 0 else 0)
    room = WIDTH - FIGURES - begin
    zero = begin + _place(0, low, high, room)
    shapes = []
    for row, value in enumerate(values):
        end, top = begin + _place(value.amount, low, high, room), row * ROW + (ROW - THICK) // 2
        left, width, below = min(zero, end), abs(end - zero), value.amount < 0
        middle = top + THICK - 5
        written = left - 6 if below else left + width + 6
        shapes.append(
            Shape(left, top, width, THICK, value.label, LABELS - 8, middle, value.written, written, middle, below)
        )
    return Chart(heading, "bars", tuple(values), len(values) * ROW, zero, tuple(shapes))


def columns(heading: Cell, values: Sequence[Value]) -> Chart:
    """A column for each value, side by side: for hours and days, 23, 24 or 25 of them alike."""
    return _standing(heading, "columns", values)


def line(heading: Cell, values: Sequence[Value]) -> Chart:
    """A line from value to value: for what goes on, as a balance does."""
    chart = _standing(heading, "line", values)
    points = " ".join(
        f"{shape.x + shape.width // 2},{shape.y + (shape.height if shape.below else 0)}" for shape in chart.shapes
    )
    return chart._replace(points=points)


def _standing(heading: Cell, sort: Literal["columns", "line"], values: Sequence[Value]) -> Chart:
    low, high = _span(values)
    room = HEIGHT - TOP - FOOT - (BELOW if low < 0 else 0)
    zero = TOP + room - _place(0, low, high, room)
    step = WIDTH // max(len(values), 1)
    shapes = []
    for number, value in enumerate(values):
        end = TOP + room - _place(value.amount, low, high, room)
        top, height, below = min(zero, end), abs(end - zero), value.amount < 0
        left, middle = number * step + step // 8, number * step + step // 2
        written = top + height + 13 if below else top - 4
        width = step - 2 * (step // 8)
        shapes.append(
            Shape(left, top, width, height, value.label, middle, HEIGHT - 8, value.written, middle, written, below)
        )
    return Chart(heading, sort, tuple(values), HEIGHT, zero, tuple(shapes))


def _span(values: Sequence[Value]) -> tuple[int, int]:
    """The lowest and the highest value, zero between them, and never both zero."""
    amounts = [0, *(value.amount for value in values)]
    low, high = min(amounts), max(amounts)
    return (low, high) if low < high else (0, 1)


def _place(amount: int, low: int, high: int, room: int) -> int:
    """How far along ``room`` an amount lies between ``low`` and ``high``."""
    return (amount - low) * room // (high - low)
