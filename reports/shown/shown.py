"""What is shown of something: a document for programs, and lines for people, made when somebody reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Told, fact_of
from tombo.reports.document import Document
from tombo.reports.play.listing import lost
from tombo.reports.said.commands import common as said
from tombo.reports.text import text_lines

Lines = Callable[[Language], Iterable[Told | str]]


class Shown(NamedTuple):
    """One thing, or one of a list."""

    json: dict[str, Any]
    lines: Lines
    """The same for people. What they say may not be so where ``json`` says nothing of it: whoever prints makes them first."""
    sound: bool = True
    """Whether the record holds: a command that shows one that does not ends with status 1."""


class NamesPage(NamedTuple):
    """A page of names in their order, and the last of them where there are more."""

    names: tuple[str, ...]
    next: str | None


def as_document(document: Callable[[], Document]) -> Lines:
    """The lines of a document."""
    return lambda language: text_lines(document(), language)


def as_lines(*lines: Told | str) -> Lines:
    """These lines."""
    return lambda _: lines


def lost_one(called: Mapping[str, Any], name: str, error: OutOfPlaceError) -> Shown:
    """In the place of one of a list: what cannot be followed, and where; ``called`` is its name for programs."""
    json = {**called, "log_index": error.index, "tampered": str(error)}
    return Shown(json, lambda _: (lost(name, fact_of(error)),), sound=False)


def page_of_names(names: Sequence[str], limit: int, after: str | None) -> NamesPage:
    """The next ``limit`` of ``names``, behind ``after`` if given.

    Raises:
        NotFoundError: ``after`` is none of them.
    """
    if after is not None and after not in names:
        raise NotFoundError(said.NOTHING_BEFORE(name=after))
    start = 0 if after is None else names.index(after) + 1
    found = tuple(names[start : start + limit])
    return NamesPage(found, found[-1] if start + limit < len(names) else None)
