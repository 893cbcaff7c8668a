"""Where a passphrase comes from: a file that only its owner may read, or a person at a terminal; never the command line itself."""

from __future__ import annotations

import sys
from functools import partial
from getpass import getpass
from pathlib import Path
from typing import Final

from ledger.core.errors import KeyFileError
from ledger.operate.passphrases import Ask, PassphraseFile
from ledger.seal.keyfile import PASSPHRASE_MIN

KEYS: Final = "the keys"
ROOT: Final = "the root key"
STAFF_PASSPHRASE_FILE: Final = "TOMBO_STAFF_PASSPHRASE_FILE"  # noqa: S105  # the name of a variable
_VARIABLE: Final = {KEYS: "TOMBO_PASSPHRASE_FILE", ROOT: "TOMBO_ROOT_PASSPHRASE_FILE"}


def asking(file: Path | None, what: str, *, new: bool = False) -> Ask:
    """Reads the passphrase of ``what`` from ``file``, else asks the terminal for it; a ``new`` one twice."""
    if file is not None:
        return PassphraseFile(file)
    return partial(_prompt, what, new=new)


def _prompt(what: str, *, new: bool) -> bytes:
    """What a person types, unseen.

    Raises:
        KeyFileError: there is no terminal; or a new one was typed differently twice, or is too short.
    """
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise KeyFileError(
            f"{what} need a passphrase, and there is no terminal to ask at; expected a file that holds it (0600, one line):"
            f" set {_VARIABLE.get(what, STAFF_PASSPHRASE_FILE)} to its path"
        )
    typed = getpass(f"{'A new passphrase' if new else 'Passphrase'} for {what}: ").encode()
    if new and len(typed) < PASSPHRASE_MIN:
        raise KeyFileError(
            f"the passphrase has {len(typed)} bytes; expected {PASSPHRASE_MIN} or more; nothing was made"
        )
    if new and getpass("Once more: ").encode() != typed:
        raise KeyFileError("the two passphrases differ; nothing was made; run the command again")
    return typed
