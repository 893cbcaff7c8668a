"""Who asks, and his signature: a member of staff opens his own key file, and signs what he sends.

The passphrase comes from a prompt on the terminal, or from the file that ``TOMBO_STAFF_PASSPHRASE_FILE`` names; where that is a
folder, from ``STAFF.passphrase`` in it. Never from the command line, where every other process can read it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Final, NamedTuple
from urllib.parse import quote

import typer

from tombo.cli.passphrases import STAFF_PASSPHRASE_FILE, asking
from tombo.cli.terminal.output import note
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import KeyFileError, UsageError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.live.acts import sign
from tombo.ledger.operate.keyring import OPERATOR, Keyring
from tombo.ledger.seal.act import new_staff_key
from tombo.ledger.seal.keyfile import load_encrypted_key, save_encrypted_key
from tombo.ledger.seal.keys import PrivateKey
from tombo.reports.said.commands import keys as said

KEYS: Final = "TOMBO_STAFF_KEYS"

StaffName = Annotated[
    str | None,
    typer.Option("--staff", envvar="TOMBO_STAFF", metavar="STAFF", help="Who asks, as staff; he signs with his key."),
]
SecondName = Annotated[
    str | None,
    typer.Option("--second", metavar="STAFF", help="Who signs beside him, where one may not do it alone."),
]


class Acting(NamedTuple):
    """Who asks, and the keys of those who sign: none where it is the platform."""

    by: By
    keys: tuple[tuple[str, PrivateKey], ...] = ()

    def signs(self, envelope: Envelope, origin: str) -> Envelope:
        """``envelope`` with the signature of everybody who acts."""
        for staff, key in self.keys:
            envelope = sign(envelope, staff, key, origin)
        return envelope


def acting(keyring: Keyring, staff: str | None, role: str, second: str | None = None) -> Acting:
    """Who asks: a member of staff in a role, with whoever signs beside him; or without a name the platform.

    Raises:
        UsageError: no possible name of staff, or a second person without a first.
        KeyFileError: a key of his is missing, or does not open.
    """
    if staff is None:
        if second is not None:
            raise UsageError(said.SIGNS_BESIDE_NOBODY(second=second))
        return Acting(OPERATOR)
    names = [staff] if second is None else [staff, second]
    for name in names:
        check_name(name)
    by = By(actor="staff", id=staff, role=role)
    return Acting(by, tuple((name, staff_key(keyring, name)) for name in names))


def check_name(staff: str) -> None:
    """See that ``staff`` can be the name of a member of staff.

    Raises:
        UsageError: it cannot.
    """
    if not is_stream(f"staff:{staff}"):
        raise UsageError(said.NO_STAFF_NAME(typed=repr(staff)))


def key_path(keyring: Keyring, staff: str) -> Path:
    """Where the key of ``staff`` lies: in the folder that ``TOMBO_STAFF_KEYS`` names, else in ``staff`` beside the ledger's keys."""
    folder = os.environ.get(KEYS)
    return keyring.staff(staff) if folder is None else Path(folder) / keyring.staff(staff).name


def staff_key(keyring: Keyring, staff: str) -> PrivateKey:
    """The key of ``staff``, opened with his passphrase.

    Raises:
        KeyFileError: missing, readable by others, or it does not open.
    """
    path = key_path(keyring, staff)
    if not path.exists():
        raise KeyFileError(said.NO_KEY_OF(staff=staff, file=str(path), variable=KEYS))
    return load_encrypted_key(path, passphrase(staff))


def own_key(keyring: Keyring, origin: str, staff: str) -> PrivateKey:
    """The key of ``staff``, made and kept under his passphrase unless he has one.

    Raises:
        KeyFileError: it cannot be written, or does not open.
    """
    return asked_key(keyring, origin, staff)()


def asked_key(keyring: Keyring, origin: str, staff: str) -> Callable[[], PrivateKey]:
    """``own_key`` in two steps: his passphrase is asked for now, and his key, where he has none, made when this is called.

    Raises:
        KeyFileError: it does not open.
    """
    path = key_path(keyring, staff)
    if path.exists():
        found = staff_key(keyring, staff)
        return lambda: found
    typed = passphrase(staff, new=True)
    return partial(_kept, keyring, staff, path, new_staff_key(origin, staff, os.urandom), typed)


def _kept(keyring: Keyring, staff: str, path: Path, key: PrivateKey, typed: bytes) -> PrivateKey:
    if path.is_relative_to(keyring.directory):
        keyring.directory.mkdir(mode=0o700, parents=True, exist_ok=True)  # before what is in it: else it is open to all
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    save_encrypted_key(path, key, typed)
    note(said.KEY_IS_HIS_ALONE(staff=staff, file=str(path)))
    return key


def passphrase(staff: str, *, new: bool = False) -> bytes:
    """The passphrase of ``staff``: from a file, or typed, twice where it is ``new``.

    Raises:
        KeyFileError: no file names it and nobody is at a terminal, or it was not typed alike.
    """
    named = os.environ.get(STAFF_PASSPHRASE_FILE)
    file = None if named is None else Path(named)
    if file is not None and file.is_dir():
        file /= f"{quote(staff, safe='')}.passphrase"
    return asking(file, said.KEY_OF(staff=staff), new=new)()
