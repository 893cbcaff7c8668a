"""What a worker does of a verification: steps 1 to 7 of a chunk, or the signatures of appends. It has a source of its own."""

from __future__ import annotations

from typing import Any, NamedTuple

from tombo.ledger.seal.keys import PublicKey
from tombo.ledger.verify.bodies import Bodies
from tombo.ledger.verify.chunk import Chunk, Task, check_chunk
from tombo.ledger.verify.source import LogSource, SourceFactory, release


class SignatureCheck(NamedTuple):
    """A signature to check: by which key, over what."""

    key: PublicKey
    signature: bytes
    text: bytes


class Verification(NamedTuple):
    """The verification of the log ``origin``, of which the first ``trusted`` entries were verified before."""

    factory: SourceFactory
    origin: str
    trusted: int

    def open(self) -> Verifier:
        """What checks its parts, with the source opened here."""
        return Verifier(self.factory(), self.origin, self.trusted)


class Verifier:
    """Checks a part, which is a ``Task`` or a list of signatures; it keeps what it has read of bodies."""

    def __init__(self, source: LogSource, origin: str, trusted: int) -> None:
        self.source = source
        self._bodies = Bodies(origin, trusted)

    def __call__(self, part: Any) -> Any:
        """What was found in a chunk; of signatures the places in the list of those that do not hold."""
        return self.chunk(part) if isinstance(part, Task) else failing(part)

    def chunk(self, task: Task) -> Chunk:
        """What was found in a chunk."""
        return check_chunk(self.source, self._bodies, task)

    def accuses(self, result: Any) -> bool:
        """Whether something was objected to in the chunk, or a signature does not hold."""
        return bool(result.symptoms if isinstance(result, Chunk) else result)

    def close(self) -> None:
        """Let go of the source."""
        release(self.source)


def failing(batch: list[SignatureCheck]) -> list[int]:
    """The places in ``batch`` of the signatures that do not hold."""
    return [at for at, (key, signature, text) in enumerate(batch) if not key.verify(signature, text)]
