"""What the pages of a hand and of a round have in common: who looks, when it was, the steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import written
from tombo.projections.follow import Viewer
from tombo.reports.document import Cell
from tombo.reports.pages.page import Column, Fact, Step
from tombo.reports.said import common
from tombo.reports.said.play import played as said

GAME: Final = said.PLAYED_GAME()
TABLE: Final = said.PLAYED_TABLE()
NUMBER: Final = said.PLAYED_NUMBER()
WHEN: Final = said.PLAYED_WHEN()
RULES: Final = said.PLAYED_RULES()
OUTCOME: Final = said.PLAYED_OUTCOME()
PLAYER: Final = said.PLAYED_PLAYER()
SEAT: Final = said.PLAYED_SEAT()
STAKED: Final = said.PLAYED_STAKED()
REFUNDED: Final = said.PLAYED_REFUNDED()
RESULT: Final = said.PLAYED_RESULT()
HAPPENED: Final = said.PLAYED_HAPPENED()
REMARKS: Final = said.PLAYED_REMARKS()
OUTCOMES: Final = said.PLAYED_OUTCOMES


def seen_by(viewer: Viewer) -> Fact:
    """For whose eyes the page is."""
    own = viewer.role == "player"
    who = said.SEEN_BY_PLAYER(player=str(viewer.player)) if own else said.LOOKERS[viewer.role]
    return Fact(said.PLAYED_SEEN_BY(), who)


def is_for_players(viewer: Viewer) -> bool:
    """Whether what ``viewer`` sees may be handed to a player: not what an auditor has, with where each entry stands."""
    return viewer.role != "auditor"


def step(viewer: Viewer, entry: Entry, when: int | None, told: Sequence[Cell]) -> Step:
    """An entry as a step of a page; an auditor also sees where it stands, and by whom it is. ``when`` may not be known."""
    mark = common.MARK(index=entry.index, version=entry.version, actor=common.ACTORS[entry.by.actor], who=entry.by.id)
    return Step(
        "" if when is None else written(when, Language.PT, "timed"),
        tuple(told),
        mark if viewer.role == "auditor" else "",
    )


def columns(*labels: Cell) -> tuple[Column, ...]:
    """The columns of a table whose first names the row and whose others are amounts."""
    return tuple(Column(label, amount=number > 0) for number, label in enumerate(labels))


def entries_of(first: Entry, last: Entry) -> Fact:
    """Where it stands in the ledger, for who wants to prove it."""
    where = said.PLAYED_ENTRIES(stream=first.stream, version=last.version, first=first.index, last=last.index)
    return Fact(said.PLAYED_ON_RECORD(), where)
