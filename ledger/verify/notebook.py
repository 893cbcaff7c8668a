"""What a verification learned, kept by whoever verified: a later one goes on from it, and reads nothing that came before.

A checkpoint says which entries there were. To judge those that came since, a verifier has to know more: the newest entry of each stream,
the command ids that were used, keys, roles and limits, how far the clock was, and the right edge of the tree. That an entry is *not* there no
proof of the log's can show. So whoever verified keeps it himself, in a file of his own that nobody else can write.

``docs/notebook.md`` has the format. Everything in it was checked by the run that wrote it.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple, Protocol

from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import LedgerError, UnreadableError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.seal import canonical
from tombo.ledger.seal.merkle import (
    HASH_SIZE,
    CompactRange,
    consistency_proof,
    range_hash,
    tree_hash,
    verify_consistency,
)
from tombo.ledger.seal.policy import Policy
from tombo.ledger.verify.bodies import READ, TOLD, WRITE, RelevantEntry
from tombo.ledger.verify.tree import HEIGHT, WIDTH, EdgeHashes

FORMAT: Final = 2
TOLD_NOW: Final = hashlib.sha256("\n".join(sorted(TOLD)).encode()).hexdigest()
"""Which kinds are kept as facts, in hex: what a program kept that judges fewer kinds is not enough for one that judges more."""
FactRow = tuple[int, int, int, str, str, bytes, bytes | None, bytes | None, bytes]
"""Index, first and end of its append, stream, kind, who asked, command id, digest, event: texts as they are written in a body."""


class Notebook(Protocol):
    """Where it is kept. What is written is there once ``commit`` was called, all of it or nothing; what is in the way of writing ``commit`` says."""

    def about(self) -> bytes | None:
        """What is known of the log as a whole (:class:`KnownLog`); None where no run was through."""
        ...

    def facts(self) -> Iterator[tuple[Any, ...]]:
        """The facts, by index."""
        ...

    def link(self, name: bytes) -> tuple[int, bytes, int] | None:
        """Version, hash and index of the newest entry of the stream whose name has this SHA-256; None where there is none."""
        ...

    def place(self, name: bytes) -> int | None:
        """The first log index of the command whose id has this SHA-256; None where there is none."""
        ...

    def begin(self, *, anew: bool) -> None:
        """Begin to write; with ``anew`` nothing that was there counts. What was begun before and not finished is given up."""
        ...

    def keep_links(self, links: Iterable[tuple[bytes, int, bytes, int]]) -> None:
        """Keep the newest entries of streams: SHA-256 of the name, version, hash, index."""
        ...

    def keep_places(self, places: Iterable[tuple[bytes, int]]) -> None:
        """Keep commands: SHA-256 of the id, and the first log index."""
        ...

    def keep_facts(self, facts: Iterable[FactRow]) -> None:
        """Keep facts that came since."""
        ...

    def keep_about(self, about: bytes) -> None:
        """Keep what is known of the log as a whole."""
        ...

    def commit(self) -> None:
        """What was written is what is known from here on.

        Raises:
            LedgerError: it could not be written.
        """
        ...


class Notebooks(NamedTuple):
    """From which a verification goes on, and in which it keeps what it learns; it may be the same one."""

    since: Notebook | None = None
    keep: Notebook | None = None


NOTEBOOK_NONE: Final = Notebooks()


class Agreed(NamedTuple):
    """The newest checkpoint that agreed with the entries: a signed note, and what it says."""

    size: int
    root: bytes
    note: str


class KnownLog(NamedTuple):
    """What is known of a log of ``edge.size`` entries as a whole."""

    origin: str
    root_key: str
    """The root key that the policy pinned, as a verifier key."""
    root: bytes
    edge: EdgeHashes
    floor: int
    """The newest recorded time, in microseconds of UTC."""
    published: int
    """How many entries the largest stored checkpoint was of."""
    withheld: int
    """How many face-down cards could not be opened."""
    keys: tuple[tuple[str, int], ...]
    """Every key that signed entries, in hex, with the last log index that it signed."""
    facts: str
    """The digest of the facts (:class:`FactsKept`), in hex."""
    agreed: Agreed | None
    told: str = TOLD_NOW
    """Which kinds are kept as facts, in hex (:data:`TOLD_NOW`)."""

    @property
    def size(self) -> int:
        """How many entries there were."""
        return self.edge.size


def encode(known: KnownLog) -> bytes:
    """``known`` as it is kept: canonical JSON, with the SHA-256 of all the rest."""
    said = {
        "agreed": None
        if known.agreed is None
        else {"note": known.agreed.note, "root": _base64(known.agreed.root), "size": known.agreed.size},
        "edge": [_base64(known.edge.tail), *map(_base64, known.edge.above)],
        "facts": known.facts,
        "floor": known.floor,
        "format": FORMAT,
        "keys": dict(known.keys),
        "origin": known.origin,
        "published": known.published,
        "root": _base64(known.root),
        "root_key": known.root_key,
        "size": known.size,
        "told": known.told,
        "withheld": known.withheld,
    }
    return canonical.encode({**said, "digest": hashlib.sha256(canonical.encode(said)).hexdigest()})


def decode(about: bytes) -> KnownLog:
    """What ``about`` says.

    Raises:
        UnreadableError: it is damaged, or of a later program.
    """
    try:
        said: Any = canonical.decode(about)
        digest = said.pop("digest")
        if said["format"] != FORMAT:
            raise UnreadableError(
                f"the notebook has the format {said['format']!r}, this program reads {FORMAT}: use the newer one"
            )
        if digest != hashlib.sha256(canonical.encode(said)).hexdigest():
            raise UnreadableError("the notebook is damaged: what it says of the log has another digest")
        _check_shape(said)
        tail, *above = map(b64decode, said["edge"])
        agreed = said["agreed"]
        known = KnownLog(
            said["origin"],
            said["root_key"],
            b64decode(said["root"]),
            EdgeHashes(said["size"], tail, tuple(above)),
            said["floor"],
            said["published"],
            said["withheld"],
            tuple(sorted(said["keys"].items())),
            said["facts"],
            agreed and Agreed(agreed["size"], b64decode(agreed["root"]), agreed["note"]),
            said["told"],
        )
        if known.edge.holds() and root_of(known.edge) == known.root:
            return known
    except (AttributeError, KeyError, LedgerError, TypeError, ValueError) as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableError(f"the notebook is damaged: {error}") from error
    raise UnreadableError("the notebook is damaged: its hashes do not give the root that it names")


def _check_shape(said: Any) -> None:
    """That what is counted are numbers, and what is named is text.

    Raises:
        ValueError: something is not.
    """
    agreed = said["agreed"] or {"note": "", "root": "", "size": 0}
    counts = [*(said[name] for name in ("floor", "published", "size", "withheld")), agreed["size"]]
    texts = [*(said[name] for name in ("facts", "origin", "root", "root_key", "told")), agreed["note"], agreed["root"]]
    if not all(type(one) is int and one >= 0 for one in [*counts, *said["keys"].values()]):
        raise ValueError("what it counts is no number from 0 on")
    if not all(isinstance(one, str) for one in [*texts, *said["edge"]]):
        raise ValueError("what it names is no text")
    for key in said["keys"]:
        bytes.fromhex(key)


def known_of(notebook: Notebook, policy: Policy) -> KnownLog:
    """What ``notebook`` knows of the log that ``policy`` pins.

    Raises:
        UnreadableError: nothing yet, it is damaged, or it is another log's, or was written under another root key.
    """
    about = notebook.about()
    if about is None:
        raise UnreadableError(
            "the notebook is empty: the run that began it was not through; run 'tombo verify' with --notebook alone"
        )
    known = decode(about)
    for what, found, expected in (
        ("the log", known.origin, policy.origin),
        ("the root key", known.root_key, policy.root.vkey),
    ):
        if found != expected:
            raise UnreadableError(
                f"the notebook is of {what} {found}; the policy pins {expected}: name the notebook of that log"
            )
    return known


def root_of(edge: EdgeHashes) -> bytes:
    """The root of the tree with this edge."""
    whole = CompactRange()
    for level, hashes in reversed(list(enumerate((edge.tail, *edge.above)))):
        for at in range(0, len(hashes), HASH_SIZE):
            whole.append_node(level * HEIGHT, hashes[at : at + HASH_SIZE])
    return whole.root()


def root_before(known: KnownLog, size: int, read_tile: Callable[[int, int], bytes | None]) -> bytes | None:
    """The root at ``size`` entries, fewer than are known: of stored tiles, proven to be a beginning of the tree that is known; or the one that agreed.

    None where the tiles do not show it (RFC 6962 section 2.1.2).
    """

    def node(height: int, index: int) -> bytes:
        level, up = divmod(height, HEIGHT)
        n, first = divmod(index << up, WIDTH)
        if n == known.size >> (HEIGHT * (level + 1)):
            hashes = (known.edge.tail, *known.edge.above)[level]
        else:
            hashes = read_tile(level, n) or b""
        found = hashes[first * HASH_SIZE : (first + (1 << up)) * HASH_SIZE]
        if len(found) != HASH_SIZE << up:
            raise LookupError
        return tree_hash([found[at : at + HASH_SIZE] for at in range(0, len(found), HASH_SIZE)])

    # Where nothing was published since, the tiles may not show it: but the run before compared it.
    if known.agreed is not None and known.agreed.size == size:
        return known.agreed.root
    try:
        root = range_hash(0, size, node) if size else tree_hash([])
        proof = consistency_proof(size, known.size, node)
    except (LookupError, TypeError):
        return None
    return root if verify_consistency(size, root, known.size, known.root, proof) else None


class FactsKept:
    """Facts on their way into a notebook, and the digest of all of them: each makes a new one of the digest before and itself."""

    def __init__(self, digest: str = "") -> None:
        self.digest = digest

    def row(self, fact: RelevantEntry) -> FactRow:
        """A fact as it is kept."""
        command, digest = fact.command or (None, None)
        by, event = fact.by.model_dump_json().encode(), WRITE[fact.kind](fact.event)
        kept = fact.index, fact.first, fact.end, fact.stream, fact.kind, by, command, digest, event
        self._add(kept)
        return kept

    def read_all(self, rows: Iterable[tuple[Any, ...]], digest: str) -> list[RelevantEntry]:
        """The facts that were kept, once they are known to be those.

        Raises:
            UnreadableError: they are not.
        """
        kept = list(rows)
        for row in kept:
            self._add(row)
        if self.digest != digest:
            raise UnreadableError(
                "the notebook is damaged: its facts are not those that were kept; make it again with --notebook alone"
            )
        return [_fact(row) for row in kept]

    def _add(self, row: tuple[Any, ...]) -> None:
        """Take a row into the digest: its parts, each with its length before it."""
        hashed = hashlib.sha256(self.digest.encode())
        for part in row:
            data = b"" if part is None else part if isinstance(part, bytes) else str(part).encode()
            hashed.update(b"%d:" % (-1 if part is None else len(data)) + data)
        self.digest = hashed.hexdigest()


def _fact(row: tuple[Any, ...]) -> RelevantEntry:
    """The fact that was kept as ``row``.

    Raises:
        UnreadableError: it is none.
    """
    try:
        index, first, end, stream, kind, by, command, digest, event = row
        named = None if command is None or digest is None else (command, digest)
        for text in named or ():
            text.decode()
        asker, said = By.model_validate_json(by), READ[kind](event)
        if is_stream(stream):
            return RelevantEntry(index, first, end, stream, kind, asker, named, said)
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise UnreadableError(f"the notebook is damaged: a fact in it cannot be read ({error})") from error
    raise UnreadableError(f"the notebook is damaged: a fact in it is of no stream: {stream!r}")


def _base64(data: bytes) -> str:
    return b64encode(data).decode()
