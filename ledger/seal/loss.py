"""The declaration that entries are lost: what the root key signs, so that a signer may give up a checkpoint (``docs/format.md``, 'Loss')."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256
from typing import Any, NamedTuple

from tombo.ledger.core.errors import TamperedError
from tombo.ledger.seal.keys import PrivateKey, PublicKey, strict_base64


class Loss(NamedTuple):
    """What is lost, from which checkpoint, and where the ledger goes on: see ``log.loss_declared.v2``."""

    size: int
    root: bytes
    abandoned_size: int
    abandoned_root: bytes
    acknowledged: int
    first_lost: int
    reason: str
    staff: str
    second: str

    @classmethod
    def of(cls, said: Any) -> Loss:
        """What a ``log.loss_declared.v2`` says, or whoever asks for one.

        Raises:
            ValueError: a hash of it is no base64.
        """
        loss = cls(*(getattr(said, name) for name in cls._fields))
        return loss._replace(root=strict_base64(said.root), abandoned_root=strict_base64(said.abandoned_root))

    @property
    def last_lost(self) -> int:
        """The last log index that is lost."""
        return max(self.abandoned_size, self.acknowledged) - 1

    def covers(self, size: int) -> bool:
        """Whether a checkpoint of ``size`` entries that the log does not have is of the history that is given up."""
        return self.first_lost < size <= self.abandoned_size

    def to_json(self) -> dict[str, Any]:
        """The declaration as a canonical document: hashes in base64."""
        said = self._asdict()
        return said | {name: b64encode(said[name]).decode() for name in ("root", "abandoned_root")}

    @classmethod
    def from_json(cls, said: dict[str, Any]) -> Loss:
        """The inverse of :meth:`to_json`."""
        return cls(**said | {name: strict_base64(said[name]) for name in ("root", "abandoned_root")})

    def text(self, origin: str) -> bytes:
        """What the root key of the ledger ``origin`` signs."""
        lines = [
            "tombo/loss-declared/v2",
            origin,
            str(self.size),
            b64encode(self.root).decode(),
            str(self.abandoned_size),
            b64encode(self.abandoned_root).decode(),
            str(self.acknowledged),
            str(self.first_lost),
            b64encode(sha256(self.reason.encode()).digest()).decode(),
            self.staff,
            self.second,
        ]
        return "".join(f"{line}\n" for line in lines).encode()


def sign_loss(origin: str, loss: Loss, root: PrivateKey) -> str:
    """The root key's signature, in base64, under a declaration."""
    return b64encode(root.sign(loss.text(origin))).decode()


def check_loss(origin: str, loss: Loss, signature: str, root: PublicKey) -> None:
    """That the root key of the ledger ``origin`` signed ``loss``, for two people.

    Raises:
        TamperedError: it did not, or one person stands for both.
    """
    try:
        signed = root.verify(strict_base64(signature), loss.text(origin))
    except ValueError:
        signed = False
    if not signed:
        raise TamperedError(
            f"the declaration that {loss.first_lost} to {loss.last_lost} are lost is not signed by the root key {root.vkey};"
            " only that key may give up what was signed"
        )
    if loss.staff == loss.second:
        raise TamperedError(f"{loss.staff} declares the loss twice; expected two people")
