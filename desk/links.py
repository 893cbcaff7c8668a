"""Cells of a table that lead to another page of the desk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import quote, urlencode

from tombo.ledger.core.ids import local
from tombo.ledger.core.said import Fact
from tombo.ledger.games.every import TABLE_GAMES


class DeskLink(NamedTuple):
    """A cell that leads to ``path``."""

    path: str
    text: Fact


class DeskLinks(NamedTuple):
    """A cell of several."""

    links: tuple[DeskLink, ...]


def path_to(*parts: str) -> str:
    """The path of a page of the desk, each part as a path has it."""
    return "/desk/" + "/".join(quote(part, safe="/:") for part in parts)


def path_with(path: str, asked: Mapping[str, str]) -> str:
    """``path`` with what is asked of it."""
    return f"{path}?{urlencode(asked)}" if asked else path


def entries_at(indices: Iterable[int]) -> DeskLinks:
    """The entries at some log indices; one that no log has leads nowhere."""
    return DeskLinks(tuple(DeskLink(path_to("entries", str(index)), index) for index in indices if index >= 0))


def replayed(stream: str) -> str | None:
    """The path of the replay of a hand or round; None of any other stream."""
    game = stream.partition(":")[0]
    if game not in TABLE_GAMES:
        return None
    return path_to("hands", local(stream)) if game == "hand" else path_to("rounds", stream)
