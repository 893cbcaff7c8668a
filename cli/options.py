"""What several commands are asked for in the same words, and how it is read."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Final

import typer

from tombo.cli.terminal.text import moment
from tombo.ledger.core.clock import INSTANT_MAX, SECOND
from tombo.ledger.core.errors import NotFoundError, UsageError
from tombo.ledger.core.ids import called, is_stream
from tombo.ledger.house.fields import TEXT_MAX
from tombo.reports.said.commands import common as said

INDEX_DIGITS: Final = 19
"""Digits of a log index that are read: no log has more entries than a number of so many."""

At = Annotated[
    str | None, typer.Option("--at", metavar="WHEN", help="A log index, or an instant as 2026-07-14T19:05:00Z.")
]
PlayerName = Annotated[str, typer.Argument(metavar="PLAYER", help="The player's pseudonym.")]
ViewerName = Annotated[
    str,
    typer.Option(
        "--viewer",
        metavar="WHO",
        help="outsider (no card that was not shown), auditor (the same, with log indices), player:ID (with his own) or officer "
        "(with all of them): once it is over, and only for --staff with a --reason, on record.",
    ),
]
Since = Annotated[int, typer.Option(min=0, metavar="INDEX", help="Only what began at this log index or later.")]
OfTable = Annotated[str | None, typer.Option("--table", metavar="TABLE", help="Only those of this table.")]
StepNumber = Annotated[int | None, typer.Option("--step", min=1, metavar="N", help="Only this step.")]
Reason = Annotated[
    str | None, typer.Option(help="Why closed cards are read, by the officer in --staff; goes on record.")
]
PolicyFile = Annotated[
    Path | None,
    typer.Option("--policy", metavar="FILE", help="What you believe; else the policy among the ledger's keys."),
]


def on_record(option: typer.CallbackParam, text: str | None) -> str | None:
    """The check of an option whose text goes on record for ever: made before its command has done anything.

    Raises:
        UsageError: it says nothing, or is longer than an entry holds.
    """
    if text is not None and not (text.strip() and len(text) <= TEXT_MAX):
        raise UsageError(said.TEXT_HAS_NO_ROOM(option=option.opts[0], letters=len(text), most=TEXT_MAX))
    return text


def instant_of(text: str) -> int:
    """An instant written as ISO 8601 with its offset, in microseconds.

    Raises:
        UsageError: not an instant, or without an offset: a time of day is not an instant; or one that no entry can have.
    """
    try:
        when = datetime.fromisoformat(text)
        spent = None if when.tzinfo is None else when.astimezone(UTC) - moment(0)
    except (ValueError, OverflowError):  # an offset may lead out of the years 1 to 9999
        spent = None
    instant = -1 if spent is None else (spent.days * 86_400 + spent.seconds) * SECOND + spent.microseconds
    if not 0 <= instant <= INSTANT_MAX:
        raise UsageError(said.NO_WHEN(typed=repr(text)))
    return instant


def there_is_step(stream: str, count: int, step: int | None) -> None:
    """That a replay of ``count`` steps has the ``step`` asked for.

    Raises:
        NotFoundError: it has not.
    """
    if step is not None and step > count:
        raise NotFoundError(said.NO_SUCH_STEP(played=called(stream), steps=count, asked=step))


def hand_name(text: str) -> str:
    """The local id of a hand, written with or without its type.

    Raises:
        UsageError: not the name of a hand.
    """
    name = text.removeprefix("hand:")
    if not is_stream(f"hand:{name}"):
        raise UsageError(said.NO_HAND_NAME(typed=repr(text)))
    return name
