"""One step drawn without a script: the same cards, chips and cloth as the script draws, the seats in a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final

from markupsafe import Markup

from tombo.ledger.core.cards import HIDDEN
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import written
from tombo.reports.pages.page import SUITS, template
from tombo.reports.pages.replayer.scene import PlacedChip, Scene

TEXT_SIZE: Final = 15
"""Of what stands on a chip, in units of the cloth; smaller where it would not fit."""
TEXT_WIDTH: Final = 72
"""So many units of it have room on a chip."""
BESIDE: Final = 9, 7
"""How far to the right and up a chip lies that lies on another."""


def still(scene: Scene, language: Language) -> Markup:
    """The table as ``scene`` has it."""
    wide = max((field.x + field.width for field in scene.fields), default=0)
    high = max((field.y + field.height for field in scene.fields), default=0)
    page = template("tombo.reports.pages.replayer", "still.html").render(
        t=partial(written, language=language),
        scene=scene,
        wide=wide,
        high=high,
        chips=tuple(_chips(scene, language)),
        hidden=HIDDEN,
        suits=SUITS,
    )
    return Markup(page)  # noqa: S704  # the template escaped it


def _chips(scene: Scene, language: Language) -> Iterator[tuple[PlacedChip, int, int, int]]:
    """Each chip on the cloth, its middle, and the size of what stands on it; those of one place beside one another."""
    under = Counter[tuple[int, int]]()
    for chip in scene.chips:
        lying = under[chip.x, chip.y]
        under[chip.x, chip.y] += 1
        size = min(TEXT_SIZE, TEXT_WIDTH // len(written(chip.amount, language, "figure")))
        yield chip, chip.x + lying * BESIDE[0], chip.y - lying * BESIDE[1], size
