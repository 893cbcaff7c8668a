"""A passphrase that a process remembers, and that may be changed while it runs."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from tombo.ledger.core.errors import KeyFileError
from tombo.ledger.seal.keyfile import OtherPassphraseError, read_passphrase

Ask = Callable[[], bytes]
"""Gives a passphrase: from a file (``PassphraseFile``), or from a person."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PassphraseFile:
    """Gives the passphrase in a file, as it is there now."""

    path: Path

    def __call__(self) -> bytes:
        """The passphrase in the file.

        Raises:
            KeyFileError: as for ``read_passphrase``.
        """
        return read_passphrase(self.path)


class Passphrase:
    """A passphrase that is asked for once, when it is first needed; of a file once more where it opens nothing any more."""

    def __init__(self, ask: Callable[[], Ask]) -> None:
        """``ask``: who gives it, as things stand when it is needed."""
        self._ask = ask
        self._known: bytes | None = None
        self._opened = False
        """Whether it opened something here: then it was the right one."""

    def __call__(self) -> bytes:
        """The passphrase, asked for if nobody was yet.

        Raises:
            KeyFileError: nobody gave one.
        """
        if self._known is None:
            self._known = self._ask()()
        return self._known

    def open(self, load: Callable[[bytes], T]) -> T:
        """What ``load`` opens under it.

        Raises:
            KeyFileError: it does not open, under the one that its file holds now neither; or ``load`` ended with that.
        """
        try:
            found = load(self())
        except OtherPassphraseError as error:
            refused: KeyFileError = KeyFileError(f"{error}. {self._changed()}") if self._opened else error
            newer = self._newer()
            if newer is None:
                raise refused from None
            try:
                found, self._known = load(newer), newer
            except OtherPassphraseError:  # it was changed once more, and the file holds one of between
                raise refused from None
        self._opened = True
        return found

    def _newer(self) -> bytes | None:
        """The passphrase that its file holds now; None where that is the one known, or it comes from no file. A person is asked once."""
        ask = self._ask()
        if isinstance(ask, PassphraseFile):
            with suppress(KeyFileError):
                newer = ask()
                return None if newer == self._known else newer
        return None

    def _changed(self) -> str:
        ask = self._ask()
        put = f"put the new one into {ask.path}, or " if isinstance(ask, PassphraseFile) else ""
        return f"Was it changed since this process began ('tombo keys passphrase')? Then {put}end the process and start it again"
