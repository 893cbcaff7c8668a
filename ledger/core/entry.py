"""Events, who caused them, and the entry: one line of the ledger.

An *event* says what happened: no ids, no time. An *entry* is an event at its place (architecture, decision 2).
"""

from typing import Any, ClassVar, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from tombo.ledger.core.ids import CommandId, Hex16, LocalId

Actor = Literal["player", "platform", "staff", "import"]


class Record(BaseModel):
    """A frozen, strict piece of an event or command.

    Fields are declared in alphabetical order, so that ``model_dump_json`` *is* the canonical form
    (``docs/format.md``); a class that breaks the order cannot be made.
    """

    model_config: ClassVar[ConfigDict] = ConfigDict(
        frozen=True,
        strict=True,
        extra="forbid",
        json_schema_serialization_defaults_required=True,
        defer_build=True,
    )

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        super().__pydantic_init_subclass__(**kwargs)
        names = list(cls.model_fields)
        if names != sorted(names):
            raise TypeError(f"{cls.__qualname__}: fields must stand in alphabetical order, not {names}")

    def __getitem__(self, field: str) -> Any:
        """A field by its name: so is read what may be decoded whole, or as far as somebody needs it (``tombo.projections.line``)."""
        return getattr(self, field)


class EventBase(Record):
    """What every event is: a record with a ``kind`` that never changes its meaning (``hand.bet_placed.v1``).

    A kind is never edited. A new version is a new class, and an upcaster reads the old one.
    """


class By(Record):
    """Who took the decision: a player, the platform (time-outs, automatic acts), staff with a role, or an import."""

    actor: Actor
    id: LocalId
    role: LocalId | None = None


class CommandRef(Record):
    """The command an entry came from: its id, and the first 16 bytes of its digest, so that a retry is known."""

    digest: Hex16
    id: CommandId


class Entry(NamedTuple):
    """One line of the ledger, decoded.

    ``index`` is the dense log index, from 0; ``version`` counts from 1 within its stream; ``occurred`` is the
    source's claim and may be absent; ``recorded`` is the ledger's own time, never decreasing in log order.
    """

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    stream: str
    version: int
    kind: str
    by: By
    command: CommandRef | None
    occurred: int | None
    recorded: int
    event: Any
    hash: bytes
    prev: bytes

    @property
    def originator_id(self) -> str:
        """The stream, as the event-store library calls it."""
        return self.stream

    @property
    def originator_version(self) -> int:
        """The version, as the event-store library calls it."""
        return self.version


class Kinds(NamedTuple):
    """The kinds of one game."""

    stream: str
    """The type of its streams, which is also how its kinds begin."""
    events: Any
    """The union of its events."""
    begins: type[EventBase]
    """What stands at the beginning of a stream, and nowhere else."""
    closed: str | None = None
    """The kind whose entries commit to cards that lie face down; None where none does."""
    voids: str | None = None
    """The request, of those that staff may sign, by which one against the house is void; None of any other game."""
    takes_back: bool = False
    """Whether a void may take back prizes, which accounts are debited for."""

    @property
    def begin_kind(self) -> str:
        """The kind of what begins a stream."""
        return str(self.begins.model_fields["kind"].default)
