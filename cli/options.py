"""What several commands are asked for in the same words, and how it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.house.fields import TEXT_MAX
from tombo.reports.said.commands import common as said
from tombo.reports.said.commands import parts

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


def hand_name(text: str) -> str:
    """The local id of a hand, written with or without its type.

    Raises:
        UsageError: not the name of a hand.
    """
    name = text.removeprefix("hand:")
    if not is_stream(f"hand:{name}"):
        raise UsageError(said.NO_HAND_NAME(typed=repr(text)))
    return name


def file_folder_or_objects(place: str) -> str:
    """The check of where a copy of a ledger lies: in a file or a folder that is there, or in an object store.

    Raises:
        UsageError: there is neither.
    """
    return place if Path(place).is_file() else folder_or_objects(place) or place


def folder_or_objects(place: str | None) -> str | None:
    """The check of where a bundle lies: in a folder that is there, or in an object store.

    Raises:
        UsageError: there is no such folder.
    """
    if place is not None and "://" not in place and not Path(place).is_dir():
        raise UsageError(parts.NO_SUCH_PLACE(place=place))
    return place
