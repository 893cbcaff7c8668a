"""One entry on its own, as somebody outside the ledger holds it: a leaf taken apart, its parts held against one another.

Whether the leaf is in a log is what a proof shows (``tombo.ledger.seal.proof``), and who signed it a receipt
(``tombo.ledger.seal.receipt``). Both rest on nothing that is not in their file and in the policy of who reads it.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from tombo.ledger.core.errors import MalformedError
from tombo.ledger.seal import canonical
from tombo.ledger.seal.entry import EntryHasher, Sealed, parse_leaf, unpack

_BODY: Final = ["by", "command", "event", "occurred", "stream", "version"]


class Evidence(NamedTuple):
    """An entry that somebody holds: its place, its state taken apart, and its body as a value."""

    stream: str
    version: int
    kind: str
    sealed: Sealed
    body: dict[str, Any]

    def entry_hash(self, origin: str) -> bytes:
        """The hash of the entry in the ledger ``origin``, 32 bytes: what its append's signature covers."""
        sealed = self.sealed
        return EntryHasher(origin)(self.stream, self.version, self.kind, sealed.key_id, sealed.prev, sealed.body)

    @property
    def command_id(self) -> str | None:
        """The command that the entry says it came from."""
        command = self.body["command"]
        return None if command is None else command["id"]


def read_leaf(leaf: bytes) -> Evidence:
    """The entry in a leaf of the log.

    Raises:
        MalformedError: no leaf, or one whose body is not canonical, is no body, or says another stream, version or kind.
    """
    stream, version, kind, state = parse_leaf(leaf)
    sealed = unpack(state)
    body = canonical.decode(sealed.body)
    if not isinstance(body, dict) or list(body) != _BODY:
        raise MalformedError(f"{stream} version {version}: a body without exactly the fields {', '.join(_BODY)}")
    by, command, event = body["by"], body["command"], body["event"]
    shapes = (
        isinstance(by, dict) and by.keys() == {"actor", "id", "role"},
        command is None or (isinstance(command, dict) and list(map(type, command.values())) == [str, str]),
        command is None or command.keys() == {"digest", "id"},
        isinstance(event, dict),
        body["occurred"] is None or type(body["occurred"]) is int,
    )
    if not all(shapes):
        raise MalformedError(f"{stream} version {version}: a body whose fields are not those of docs/format.md, 'Body'")
    said = (body["stream"], body["version"], event.get("kind"))
    if said != (stream, version, kind):
        raise MalformedError(f"the leaf says {(stream, version, kind)}, the body in it {said}; expected the same")
    return Evidence(stream, version, kind, sealed, body)
