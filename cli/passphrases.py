"""Where a passphrase comes from: a file that only its owner may read, or a person at a terminal; never the command line itself."""

from __future__ import annotations

import sys
from functools import partial
from getpass import getpass
from pathlib import Path
from typing import Final

from tombo.cli.terminal.output import in_words
from tombo.ledger.core.errors import KeyFileError
from tombo.ledger.core.said import Told
from tombo.ledger.operate.passphrases import Ask, PassphraseFile
from tombo.ledger.seal.keyfile import PASSPHRASE_MIN
from tombo.reports.said.commands import keys as said

KEYS: Final = said.KEYS()
ROOT: Final = said.ROOT_KEY()
STAFF_PASSPHRASE_FILE: Final = "TOMBO_STAFF_PASSPHRASE_FILE"  # noqa: S105  # the name of a variable
_VARIABLE: Final = {KEYS.about: "TOMBO_PASSPHRASE_FILE", ROOT.about: "TOMBO_ROOT_PASSPHRASE_FILE"}


def asking(file: Path | None, what: Told, *, new: bool = False) -> Ask:
    """Reads the passphrase of ``what`` from ``file``, else asks the terminal for it; a ``new`` one twice."""
    if file is not None:
        return PassphraseFile(file)
    return partial(_prompt, what, new=new)


def _prompt(what: Told, *, new: bool) -> bytes:
    """What a person types, unseen.

    Raises:
        KeyFileError: there is no terminal; or a new one was typed differently twice, or is too short.
    """
    if not all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr)):
        variable = _VARIABLE.get(what.about, STAFF_PASSPHRASE_FILE)
        raise KeyFileError(said.NO_TERMINAL(what=what, variable=variable))
    asked = said.ASK_NEW_PASSPHRASE(what=what) if new else said.ASK_PASSPHRASE(what=what)
    typed = getpass(in_words(asked)).encode()
    if new and len(typed) < PASSPHRASE_MIN:
        raise KeyFileError(said.PASSPHRASE_TOO_SHORT(length=len(typed), least=PASSPHRASE_MIN))
    if new and getpass(in_words(said.ASK_ONCE_MORE())).encode() != typed:
        raise KeyFileError(said.PASSPHRASES_DIFFER())
    return typed
