"""Errors planted in a simulated day, each alone in what it touches, with what the night job owes about it."""

from __future__ import annotations

import inspect
from typing import Final

from tests.worlds import planted_leaving, planted_money, planted_play
from tests.worlds.forge import Plant

PLANTS: Final[tuple[Plant, ...]] = tuple(
    plant
    for module in (planted_play, planted_leaving, planted_money)
    for name, plant in vars(module).items()
    if inspect.isfunction(plant) and plant.__module__ == module.__name__ and not name.startswith("_")
)
"""Every error there is a plant of: the public functions of these modules."""
