"""What leaves the command line: results on stdout, everything else on stderr.

One way out for text and JSON alike, so that a reader who closes the pipe early is met in one place.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from tombo.ledger.core.errors import LedgerError, Sayable
from tombo.ledger.core.language import Language
from tombo.ledger.core.visible import visible_lines


class _Voice:
    """In which language this process speaks: one for all its threads, and known before any command runs, which may be typed wrongly."""

    def __init__(self) -> None:
        self.language = Language.EN


_VOICE: Final = _Voice()


def speak(language: Language) -> None:
    """Say everything in ``language`` from now on."""
    _VOICE.language = language


def spoken() -> Language:
    """The language of this call."""
    return _VOICE.language


def in_words(said: Sayable | str) -> str:
    """``said`` in the language of this call; words that somebody else wrote as they are."""
    return said if isinstance(said, str) else said.text(_VOICE.language)


class ReaderLeftError(Exception):
    """Whoever read our stdout closed it: there is nobody to tell anything."""


class OutputError(LedgerError):
    """Our stdout takes nothing more: a full disk behind it, for example."""

    exit_status = 3


def own_streams() -> None:
    """Make the three standard streams of this process such that nothing said is lost: blocking, and there.

    Whoever starts us may have made one non-blocking for himself: then what does not fit into the pipe at once would be dropped, and
    an empty pipe look like the end of the input. Where one is closed, no file of ours may get its number.
    """
    for number in range(3):
        try:
            os.set_blocking(number, True)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free


def say(said: Sayable | str) -> None:
    """A line of the result, or several, on stdout: nothing in it moves the cursor, turns the writing or hides, whoever wrote it.

    Raises:
        ReaderLeftError: nobody reads.
        OutputError: it cannot be written.
    """
    try:
        _make_room()
        text = f"{visible_lines(in_words(said))}\n"
        if not _holds_every_letter():
            text = text.encode(sys.stdout.encoding, "backslashreplace").decode(sys.stdout.encoding)
        sys.stdout.write(text)
    except (OSError, AttributeError) as error:
        raise _untold(error) from None


def _holds_every_letter() -> bool:
    """Whether stdout is of Unicode: a terminal, or a job without a language, may take ASCII alone."""
    return (sys.stdout.encoding or "utf-8").lower().startswith(("utf-", "utf8"))


def say_json(document: Mapping[str, Any]) -> None:
    """A JSON document on one line of stdout.

    Raises:
        ReaderLeftError: nobody reads.
        OutputError: it cannot be written.
    """
    say(json.dumps(document, ensure_ascii=sys.stdout is not None and not _holds_every_letter()))


def flush() -> None:
    """Hand over what was said.

    Raises:
        ReaderLeftError: nobody reads.
        OutputError: it cannot be written.
    """
    try:
        sys.stdout.flush()
    except (OSError, AttributeError) as error:
        raise _untold(error) from None


def _untold(error: OSError | AttributeError) -> Exception:
    """What it means that stdout did not take what we say. There is none (an AttributeError) where it was closed before we were started."""
    if isinstance(error, BrokenPipeError | AttributeError):
        return ReaderLeftError()
    from tombo.reports.said.commands import common as said  # noqa: PLC0415  # no row is needed for the help, nor where all is well

    return OutputError(said.STDOUT_FULL(why=error.strerror or str(error)))


def note(said: Sayable | str) -> None:
    """A remark on stderr. Where nobody reads that, it is said to nobody."""
    with suppress(OSError, AttributeError):
        _make_room()
        sys.stderr.write(f"{visible_lines(in_words(said))}\n")


def warn(said: Sayable | str) -> None:
    """A warning or an error on stderr, after the name of this program: who runs several sees whose it is."""
    note(f"tombo: {in_words(said)}")


ON_SCREEN: Final[list[Callable[[], None]]] = []
"""What leaves the screen, and this list, before a line is said: the line goes where it stands."""


def _make_room() -> None:
    while ON_SCREEN:
        ON_SCREEN[-1]()
