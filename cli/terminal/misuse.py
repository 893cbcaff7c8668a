"""What the parser objects to in what was typed, in the language of the call: its own words are English."""

from __future__ import annotations

import re
from typing import Any, Final, cast

from typer.exceptions import TyperException

from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Fact, Said, Told
from tombo.reports.said.commands import calls as said

_KNOWN: Final[tuple[Said, ...]] = (
    said.NO_SUCH_OPTION_BUT,
    said.NO_SUCH_OPTION,
    said.NO_SUCH_COMMAND_BUT,
    said.NO_SUCH_COMMAND,
    said.MISSING_COMMAND,
    said.MISSING_ARGUMENT,
    said.MISSING_OPTION,
    said.TOO_MANY_ARGUMENTS,
    said.OPTION_WITHOUT_VALUE,
    said.OPTION_WITH_VALUE,
    said.BAD_VALUE,
    said.FOLDER_NOT_THERE,
    said.FILE_NOT_THERE,
    said.PATH_NOT_THERE,
    said.FILE_IS_A_FOLDER,
    said.FOLDER_IS_A_FILE,
    said.NOT_READABLE,
    said.NO_WHOLE_NUMBER,
    said.NO_NUMBER,
    said.TOO_SMALL,
    said.TOO_LARGE,
    said.NONE_OF_THESE,
)
"""The parser's sentences that we know, as it writes them: each is recognised by its English, whose facts are the words between."""


def told(error: TyperException, language: Language) -> Told:
    """What ``error`` objects to, and which command's help says more. A sentence of the parser that we do not know stays as it is."""
    context: Any = getattr(error, "ctx", None)
    words = error.format_message().rstrip(".")
    why: Fact = words if language is Language.EN else _known(words)
    return said.SEE_HELP(why=why, command=context.command_path if context is not None else "tombo")


def _known(words: str) -> Fact:
    """``words`` of the parser as a case of what we know; as they are where we do not."""
    for row in _KNOWN:
        found = _pattern(row).fullmatch(words)
        if found is not None:
            facts: dict[str, Fact] = dict(found.groupdict())
            if "why" in facts:
                facts["why"] = _known(cast("str", facts["why"]))
            return row(**facts)
    return words


def _pattern(row: Said) -> re.Pattern[str]:
    """What the English sentence of ``row`` looks like with any facts."""
    parts = re.split(r"\{(\w+)\}", row.en)
    return re.compile(
        "".join(f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts)), re.DOTALL
    )
