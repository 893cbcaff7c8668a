"""The folder of a ledger's keys: which file holds what, each encrypted under a passphrase (``docs/keys.md``).

``event-1.key`` and its successors sign appends, ``checkpoint.key`` signs checkpoints, ``openings.key`` opens closed cards,
``persons.key`` the secrets of persons, which lie in ``persons.db``. ``root.key`` says which keys may sign; it has a passphrase of
its own and belongs offline. ``signer`` is the last checkpoint signed, ``policy`` what an auditor pins: neither is secret.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from tombo.ledger.checked import Trust, TrustFiles, marked
from tombo.ledger.core.errors import KeyFileError, NoLedgerError, UnreadableError
from tombo.ledger.operate.passphrases import Ask, Passphrase, PassphraseFile
from tombo.ledger.seal.checkpoint import Signer
from tombo.ledger.seal.claim import CLAIM, Claimed, claim_in
from tombo.ledger.seal.keyfile import (
    LOG_COST,
    encrypted_public_key,
    load_encrypted_key,
    load_encrypted_secret,
    save_encrypted_key,
    save_encrypted_secret,
    seal_secret,
)
from tombo.ledger.seal.keys import Entropy, PrivateKey, PublicKey, load_private_key
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.seal.sealed_opening import OpeningKey
from tombo.ledger.seal.secretfile import read_secret_file, replace_secret_file, write_secret_file

LOG_COST_RANDOM: Final = 1
"""The scrypt cost under a passphrase of 256 random bits: nobody guesses that one, however fast he tries."""
SECRET_SIZE: Final = 32
OPENINGS: Final = "openings"
STAFF: Final = "staff"
"""The folder for keys of staff, where they have no better place."""
PERSONS: Final = "persons"
PLAIN: Final = "PRIVATE+KEY+"
"""How a key file of the time before keys were encrypted begins."""


class Keyring:
    """The folder of a ledger's keys.

    ``passphrase`` and ``root_passphrase`` are asked for once, when a key is first needed; a file is read once more where what it held opens
    a key no longer. Without them the folder's own
    file ``passphrase`` is taken, which only a demonstration has.
    """

    def __init__(self, directory: Path, passphrase: Ask | None = None, root_passphrase: Ask | None = None) -> None:
        self.directory = directory
        self.cold = directory / "cold"
        """Where the copies lie that have what was detached from the database (``tombo.ledger.operate.cold``)."""
        self.cold_given: tuple[str, ...] = ()
        self.root = directory / "root.key"
        self.checkpoint = directory / "checkpoint.key"
        self.openings = directory / "openings.key"
        self.persons = directory / "persons.key"
        self.persons_file = directory / "persons.db"
        self.signer_state = directory / "signer"
        self.policy = directory / "policy"
        self.trusted = TrustFiles(self.signer_state, directory / "heads", directory / "mark", directory / "seen")
        self.snapshots = directory / "snapshots"
        """What long streams had come to: no secret, and made again as it is needed."""
        self.night = directory / "night"
        """How things stood as of the last night job: no secret, but out of reach of whoever writes the databases."""
        self.nights = directory / "nights"
        """What each night found, a file a day: the same."""
        self.own_passphrase = directory / "passphrase"
        self._passphrase = Passphrase(lambda: self._asked(passphrase))
        self._root_passphrase = Passphrase(lambda: self._asked(root_passphrase))
        self._loaded: dict[Path, PrivateKey] = {}
        self._secrets: dict[Path, bytes] = {}

    @classmethod
    def beside(cls, url: str, passphrase: Ask | None = None, root_passphrase: Ask | None = None) -> Keyring:
        """Where keys lie unless somebody says otherwise: ``ledger.keys`` beside ``ledger.db``, else ``tombo.keys``."""
        path = url.removeprefix("sqlite:///")
        directory = Path("tombo.keys") if path == url else Path(path).with_suffix(".keys")
        return cls(directory, passphrase, root_passphrase)

    # Passphrases.

    @property
    def passphrase(self) -> bytes:
        """The passphrase of every key but the root's.

        Raises:
            KeyFileError: nobody gave one.
        """
        return self._passphrase()

    @property
    def root_passphrase(self) -> bytes:
        """The passphrase of the root key.

        Raises:
            KeyFileError: nobody gave one.
        """
        return self._root_passphrase()

    def _asked(self, ask: Ask | None) -> Ask:
        """Who gives a passphrase now: the folder's own file where there is one, else ``ask``."""
        if self.own_passphrase.exists():
            return PassphraseFile(self.own_passphrase)
        return self._unknown if ask is None else ask

    @property
    def log_cost(self) -> int:
        """The scrypt cost of the files written here."""
        return LOG_COST_RANDOM if self.own_passphrase.exists() else LOG_COST

    def keep_passphrase(self, entropy: Entropy = os.urandom) -> None:
        """For a demonstration: a random passphrase, kept in the folder itself. Its keys are safe from nobody who reads it.

        Raises:
            KeyFileError: there is one, or it cannot be written.
        """
        self.directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_secret_file(self.own_passphrase, f"{entropy(SECRET_SIZE).hex()}\n")

    def _unknown(self) -> bytes:
        raise KeyFileError(
            f"the keys in {self.directory} are encrypted, and nobody gave their passphrase; name a file that holds it in"
            " TOMBO_PASSPHRASE_FILE (the root key's in TOMBO_ROOT_PASSPHRASE_FILE)"
        )

    # Keys that sign.

    def event(self, number: int) -> Path:
        """The file of the event key ``number``; rotation adds one, the old ones sign no more."""
        return self.directory / f"event-{number}.key"

    def staff(self, name: str) -> Path:
        """The file of a key of staff where nobody says otherwise. Belongs to its owner, and best on a stick of his own."""
        return self.directory / STAFF / f"{quote(name, safe='')}.key"

    def event_numbers(self) -> list[int]:
        """The numbers of the event keys there are, the newest first."""
        names = (path.stem.removeprefix("event-") for path in self.directory.glob("event-*.key"))
        return sorted((int(name) for name in names if name.isdecimal()), reverse=True)

    @contextmanager
    def missing_ledger(self) -> Iterator[None]:
        """Where no ledger is found inside, and one was there by what lies here, it is that which is said: ``init`` is no way on.

        Raises:
            NoLedgerError: there is none.
        """
        try:
            yield
        except NoLedgerError as error:
            known = [
                path.name for path in (self.signer_state, self.trusted.mark, self.trusted.memory) if path.is_file()
            ]
            if not known:
                raise
            where = str(error).partition("; `tombo init")[0]
            raise NoLedgerError(
                f"{where}, and there was one: {self.directory} holds {', '.join(known)}. Name its database with --ledger; or, if it is"
                " lost, bring it back there with 'tombo restore --from BACKUP' (docs/restore.md)"
            ) from error

    def found(self) -> Path | None:
        """A key, or a signer's memory, that lies in the folder; None where it is no folder of keys."""
        known = (*self.encrypted_files(), self.root, self.persons_file, self.own_passphrase, *self.trusted)
        return next((path for path in known if path.is_file()), None)

    def encrypted_files(self) -> list[Path]:
        """The files under the passphrase of the folder; the root key's among them only where it has no passphrase of its own."""
        own = [self.root] if self.own_passphrase.exists() else []
        named = [*map(self.event, self.event_numbers()), self.checkpoint, self.openings, self.persons, *own]
        return [path for path in named if path.exists()]

    def save(self, path: Path, key: PrivateKey, entropy: Entropy = os.urandom) -> None:
        """Write ``key`` to a new file, encrypted.

        Raises:
            KeyFileError: the file exists or cannot be written, or no passphrase is known.
        """
        passphrase = self.root_passphrase if path == self.root else self.passphrase
        save_encrypted_key(path, key, passphrase, entropy=entropy, log_cost=self.log_cost)
        self._loaded.pop(path, None)  # of a file that was put away since

    def load(self, path: Path) -> PrivateKey:
        """The key in ``path``, decrypted; the root key under its own passphrase.

        Raises:
            KeyFileError: missing, readable by others, plain, damaged, or under another passphrase.
        """
        return self._load(path, root=path == self.root)

    def load_root(self, path: Path) -> PrivateKey:
        """The root key in ``path``, wherever it was brought from.

        Raises:
            KeyFileError: as for :meth:`load`.
        """
        return self._load(path, root=True)

    def _load(self, path: Path, *, root: bool) -> PrivateKey:
        found = self._loaded.get(path)
        if found is None:
            refuse_plain(path)
            passphrase = self._root_passphrase if root else self._passphrase
            found = self._loaded[path] = passphrase.open(lambda given: load_encrypted_key(path, given))
        return found

    def public(self, path: Path) -> PublicKey:
        """The public half of the key in ``path``, by what the file says: no passphrase is needed.

        Raises:
            KeyFileError: missing, readable by others, plain or damaged.
        """
        refuse_plain(path)
        return encrypted_public_key(path)

    def signer(self) -> Signer:
        """Signs checkpoints, and remembers the last one in its own file. Nobody but the publisher needs it.

        Raises:
            KeyFileError: the checkpoint key or the policy is missing or damaged, or the key does not open.
        """
        return Signer(self.signer_state, self.load(self.checkpoint), load_policy(self.policy).root)

    def trust(self) -> Trust:
        """What is believed of the ledger before its database is read.

        Raises:
            KeyFileError: the policy, or the memory, is missing or damaged; or the beginning of the ledger was cut off.
        """
        if self.unfinished():
            raise KeyFileError(self.cut_off)
        return Trust(load_policy(self.policy), self.trusted)

    def unfinished(self) -> bool:
        """Whether whoever began a ledger with these keys was killed before anything was recorded."""
        if claim_in(self.directory) is not Claimed.LEFT:
            return False
        try:
            reached = marked(self.trusted.mark, load_policy(self.policy))
        except (KeyFileError, UnreadableError):
            return (
                not self.signer_state.exists()
            )  # made after the policy: with it the policy was whole once, and is lost
        return reached is None or not reached.size

    @property
    def cut_off(self) -> str:
        """What is said of a beginning that did not finish."""
        return (
            f"'tombo init' did not finish in {self.directory}: {self.directory / CLAIM} says so, and nothing was recorded under these"
            " keys. Put that folder away, and the database if one was made; then run 'tombo init' again"
        )

    # Keys that open.

    def save_secret(self, path: Path, label: str, entropy: Entropy = os.urandom) -> None:
        """Write a new secret of 32 bytes, encrypted.

        Raises:
            KeyFileError: the file exists or cannot be written, or no passphrase is known.
        """
        secret = entropy(SECRET_SIZE)
        save_encrypted_secret(path, label, secret, self.passphrase, entropy=entropy, log_cost=self.log_cost)

    def opening_key(self, origin: str) -> OpeningKey:
        """Opens the closed cards of the ledger ``origin``.

        Raises:
            KeyFileError: missing, readable by others, damaged, of another ledger, or under another passphrase.
        """
        return OpeningKey(self.opening_secret(origin), origin)

    def opening_secret(self, origin: str) -> bytes:
        """The 32 bytes of the key of closed cards.

        Raises:
            KeyFileError: as for :meth:`opening_key`.
        """
        return self._secret(self.openings, secret_label(origin, OPENINGS))

    def persons_secret(self, origin: str) -> bytes:
        """The 32 bytes under which persons are looked up and their secrets wrapped.

        Raises:
            KeyFileError: missing, readable by others, plain, damaged, of another ledger, or under another passphrase.
        """
        return self._secret(self.persons, secret_label(origin, PERSONS))

    def _secret(self, path: Path, label: str) -> bytes:
        found = self._secrets.get(path)
        if found is None:
            refuse_plain(path)
            opens = self._passphrase.open(lambda given: load_encrypted_secret(path, label, given))
            found = self._secrets[path] = opens
        return found


def change_passphrase(
    path: Path, old: Ask, new: bytes, log_cost: int | None = None, entropy: Entropy = os.urandom
) -> bool:
    """Encrypt the key or secret in ``path`` under the passphrase ``new``, in one step; whether anything changed.

    What is plain, of the time before keys were encrypted, is encrypted; what opens under ``new`` already, after a change that was
    cut off, is left alone.

    Raises:
        KeyFileError: missing, readable by others, damaged, or under a third passphrase.
    """
    text = read_secret_file(path)
    if text.startswith(PLAIN):
        key = load_private_key(path)
        label, secret = key.public.vkey, key.seed
    else:
        label = text.split("\n")[1] if text.count("\n") > 1 else ""
        try:
            load_encrypted_secret(path, label, new)
        except KeyFileError:
            secret = load_encrypted_secret(path, label, old())
        else:
            return False
    replace_secret_file(path, seal_secret(label, secret, new, entropy=entropy, log_cost=log_cost))
    return True


def secret_label(origin: str, purpose: str) -> str:
    """What the file of a secret that signs nothing says it holds."""
    return f"{origin}/{purpose}"


def refuse_plain(path: Path) -> None:
    """That the file at ``path`` is not one of the time before keys were encrypted.

    Raises:
        KeyFileError: it is; or it is missing, or readable by others.
    """
    if read_secret_file(path).startswith(PLAIN):
        raise KeyFileError(
            f"the key file {path} is not encrypted; expected a key under a passphrase: 'tombo keys passphrase' encrypts it"
        )
