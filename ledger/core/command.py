"""Commands: what somebody asks for, before anybody has judged it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import By, EventBase, Record
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import Base64, CommandId, Hex8, LocalId
from tombo.ledger.core.words import Words


class CommandBase(Record):
    """What every command is: a record whose ``kind`` names the request (``place_bet``), in the imperative.

    On the wire a command travels in its envelope, one JSON document:
    ``{"by": {...}, "command": {"kind": "place_bet", ...}, "command_id": "...", "occurred": null, "signatures": []}``,
    and ``"expected_version"`` where its sender says at which version its hand, round or account stands.
    """


class Signature(Record):
    """A member of staff signed a command: who, with which key of his, and the signature in base64 (``ledger.seal.act``)."""

    key: Hex8
    signature: Base64
    staff: LocalId


class Envelope(NamedTuple):
    """A command with its circumstances: who asks, its name for retries, and when its source says it happened.

    ``signatures``: of the member of staff who asks, and of those who ask with him; empty where a player or the platform asks.
    ``expected_version``: that of the command's own stream before it; no part of what is asked, so that a retry may say another.
    """

    command: Any
    by: By
    command_id: CommandId
    occurred: Instant | None
    signatures: tuple[Signature, ...] = ()
    expected_version: int | None = None


class Opening(NamedTuple):
    """A face-down card and the salt that opens its commitment; kept apart from the entries (decision 16)."""

    slot: int
    card: int
    salt: bytes


class Decision(NamedTuple):
    """What a command leads to: events, each with its stream, in log order; and openings to keep with them.

    ``openings`` maps the position of an event in ``events`` to the openings of its commitments. ``states`` are the states
    after the events, by stream, of those that the decider folded already; nobody need fold them again.
    """

    events: tuple[tuple[str, EventBase], ...]
    openings: Mapping[int, Sequence[Opening]] = {}
    states: Mapping[str, Any] = {}


class EntryPlace(NamedTuple):
    """Where an entry stands, its log index and its hash; when (``clock.stands_at``); what it says, who asked for it, when it was recorded, and when it is said to have happened."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    hash: bytes
    stands: Instant
    event: Any
    by: By
    recorded: Instant
    occurred: Instant | None


class States(Protocol):
    """The streams there are, and what each has come to."""

    def __call__(self, stream: str) -> Any:
        """The state of ``stream``, or None where it has no entry yet."""

    def version(self, stream: str) -> int:
        """The newest version of ``stream``, 0 where it has no entry yet."""
        ...

    def streams(self, kind: str) -> Sequence[str]:
        """The streams of a type, for example every ``table``, in order of name."""
        ...

    def in_play(self, kind: str) -> Mapping[str, str]:
        """The hands or rounds in play, by their table's stream, of a type of table (``table`` or ``banked``), in order of its name.

        No table is folded for that: one of its entries may be one that cannot follow.
        """
        ...


class View(States, Protocol):
    """What a decider may look at. The same view gives the same decision: deciders are pure."""

    def now(self) -> Instant:
        """The ledger's own time as the command is decided."""
        ...

    def size(self) -> int:
        """How many entries the log has, at least: what others add meanwhile is not counted."""
        ...

    def signed_root(self, size: int) -> bytes | None:
        """The root of a checkpoint of just the first ``size`` entries, which the log's key signed; None where there is none."""
        ...

    def stands(self, stream: str) -> int:
        """The latest time that an entry of ``stream`` stands at (``clock.stands_at``); 0 before its first."""
        ...

    def place(self, stream: str, version: int) -> EntryPlace:
        """Where the entry ``version`` of ``stream`` stands in the log, when, what it says, and who asked for it."""
        ...

    def openings(self, stream: str) -> Mapping[int, Opening]:
        """The openings kept for ``stream``, by slot: of every commitment one, or it raises."""
        ...

    def openings_left(self, stream: str) -> Mapping[int, Opening]:
        """As ``openings``, and where some are lost those that are left: for whoever asks whether they are."""
        ...

    def words(self, text: str, person: str | None, field: tuple[str, int, str]) -> Words:
        """``text`` about ``person``, or about nobody, sealed for ``field``: stream, version and name of the field."""
        ...

    def salts(self, count: int) -> Sequence[bytes]:
        """``count`` fresh random salts of 32 bytes."""
        ...


Decide = Callable[[Envelope, View], Decision | Refused]
"""Judges one command. Every judgement is here; ``evolve`` has none."""
