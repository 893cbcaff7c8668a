"""What a form asks for: each field with its label, and how what was typed in it becomes what a command says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final, NamedTuple

from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.said import Fact, Said, Word, euros
from tombo.reports.said.desk import acts as said
from tombo.reports.shown.days import instant_of

_AMOUNT: Final = re.compile(r"([0-9]{1,12})(?:[.,]([0-9]{2}))?")


class Ask(StrEnum):
    """What a field takes."""

    TEXT = "text"
    """A name, or a few words."""
    LINES = "lines"
    """What somebody says: it is sealed in the log if it is about a person."""
    AMOUNT = "amount"
    """Of euro, with point or comma."""
    INSTANT = "instant"
    """As ISO 8601 with its offset."""
    NAMES = "names"
    """Several, parted by spaces."""
    PLAYED = "played"
    """What was played, as the pages call it; a hand needs no sort before its name."""
    SUMS = "sums"
    """What came back to several players, recorded and computed again; nobody types it."""
    CHOICE = "choice"
    """One of a list of words."""


class DeskField(NamedTuple):
    """A field of a form. ``name``: of the command too. ``may_lack``: it may be left empty, which is None."""

    name: str
    label: Said
    asks: Ask = Ask.TEXT
    may_lack: bool = False
    words: Mapping[Any, Word] = {}
    """Of a choice, what may be chosen."""

    def value(self, typed: str) -> Any:
        """What the command says where that was typed, as JSON.

        Raises:
            UsageError: nothing where something is expected, no amount, or no instant.
        """
        typed = typed.strip()
        if not typed and self.may_lack:
            return None
        if not typed and self.asks is not Ask.NAMES:
            raise UsageError(said.NOTHING_TYPED())
        match self.asks:
            case Ask.AMOUNT:
                found = _AMOUNT.fullmatch(typed)
                if found is None:
                    raise UsageError(said.NO_AMOUNT_TYPED(typed=typed))
                return {"cents": int(found[1]) * 100 + int(found[2] or 0)}
            case Ask.INSTANT:
                return instant_of(typed)
            case Ask.NAMES:
                return typed.split()
            case Ask.PLAYED:
                return typed if ":" in typed else f"hand:{typed}"
            case _:
                return typed

    def shown(self, value: Any) -> Fact:
        """What a command says in this field, as JSON has it, for people."""
        match self.asks:
            case Ask.AMOUNT if isinstance(value, dict):
                return euros(value["cents"])
            case Ask.INSTANT if isinstance(value, int):
                return said.AT_INSTANT(at=value)
            case Ask.NAMES if isinstance(value, list):
                return tuple(map(str, value)) or said.NOTHING_SAID()
            case Ask.SUMS if isinstance(value, list):
                return tuple(said.SUM_OF_PLAYER(**one) for one in value) or said.NOTHING_SAID()
            case Ask.CHOICE:
                return self.words.get(str(value), str(value))
            case _:
                return said.NOTHING_SAID() if value is None else str(value)
