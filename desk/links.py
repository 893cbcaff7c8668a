"""Cells of a table that lead to another page of the desk."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import quote, urlencode

from tombo.ledger.core.ids import called
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


def entry_path(index: int) -> str:
    """The page of the entry at a log index."""
    return path_to("entries", str(index))


def entries_at(indices: Iterable[int]) -> DeskLinks:
    """The entries at some log indices; one that no log has leads nowhere."""
    return DeskLinks(tuple(DeskLink(entry_path(index), index) for index in indices if index >= 0))


def replay_path(stream: str, **asked: str) -> str:
    """The path of the replay of a hand or round, and what is asked of it."""
    return path_with(path_to("hands" if stream.startswith("hand:") else "rounds", called(stream)), asked)


def replayed(stream: str) -> str | None:
    """The path of the replay of a hand or round; None of any other stream."""
    return replay_path(stream) if stream.partition(":")[0] in TABLE_GAMES else None


def case_path(dispute: str) -> str:
    """The page of a complaint."""
    return path_to("cases", dispute)
