"""A row taken apart, and the bodies of entries: which kinds there are, where they stand, and what of them is read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple, get_args

from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import MalformedError
from tombo.ledger.core.ids import CommandId, Hex16
from tombo.ledger.house.limits.state import LIMITS_STREAM
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.kinds import BEGIN_ONCE, CLOSED_KINDS, EVENTS
from tombo.ledger.seal.canonical import INTEGER_MAX
from tombo.ledger.seal.entry import EntryHasher, Sealed
from tombo.ledger.verify.requests import ANSWERS


def pattern_of(text: Any) -> str:
    """The pattern of a type of text, without its anchors."""
    return str(get_args(text)[1].pattern).removeprefix("^").removesuffix("$")


INTEGER: Final = "(?:0|[1-9][0-9]{0,15})"
"""A number of a body, outside of its event."""
SOURCE: Final = (
    r'\{"by":(\{[^{}]*\}),'
    rf'"command":(?:null|\{{"digest":"({pattern_of(Hex16)})","id":"({pattern_of(CommandId)})"\}}),"event":'
)
"""How a body begins, which the entries of one command have in common."""

READ: Final = {kind: cls.__pydantic_validator__.validate_json for kind, cls in EVENTS.items()}
"""Kind to what reads an event of it."""
WRITE: Final = {kind: cls.__pydantic_serializer__.to_json for kind, cls in EVENTS.items()}
"""Kind to what writes an event of it, as it is written in a body."""

FACTS: Final = ("key.", "log.", "player.", "staff.")
"""How the kinds begin on which the checks of other entries rest, and those that tell what was erased."""
LAST_INSTANT: Final = b"%d" % INTEGER_MAX
"""The last time that can be claimed, as it is written."""
_SEEN_MAX: Final = 1 << 14
JUDGED: Final = (ANSWERS | {"account.compensated.v1", "account.compensation_reversed.v1"}) - {"session.ended.v1"}
"""The kinds of which it is judged again who may have asked for them, and whether that is what he signed."""
TOLD: Final = frozenset({kind for kind in EVENTS if kind.startswith(FACTS)} | JUDGED)
"""The kinds of which every entry is told to the checks that need all of them in order."""
CLOSED: Final = frozenset(CLOSED_KINDS)
"""The kinds whose entries commit to face-down cards."""
KEPT: Final = TOLD | CLOSED
"""The kinds of which every event is kept: other steps ask for it."""
HOME: Final = {kind: f"{kind.partition('.')[0]}:" for kind in EVENTS}
"""How the names of the streams begin in which a kind stands."""
_ONLY: Final = {"house": LIMITS_STREAM, "log": LOG_STREAM}
"""Types of which there is one stream."""
WHOLE: Final = {kind: only for kind in EVENTS if (only := _ONLY.get(kind.partition(".")[0]))}
"""Of kinds that stand in it alone: the stream."""
_BEGUN: Final = frozenset(map(HOME.__getitem__, BEGIN_ONCE))
AMISS: Final = {kind: kind not in BEGIN_ONCE for kind, home in HOME.items() if home in _BEGUN}
"""Whether a kind is out of place as the first entry of its stream, or as any other."""


class Claim(NamedTuple):
    """What an append says of itself, and what its key signed besides the entries: its header, the same in every row of it."""

    key: bytes
    first: int
    count: int  # type: ignore[assignment]  # hides tuple.count, as in Sealed
    recorded: int
    anchor: int
    signature: bytes


NOWHERE: Final = Claim(b"", -1, 1, 0, 0, b"")
"""Stands for the header of a state that does not parse: it claims no place and belongs to no append."""


def claim_of(sealed: Sealed) -> Claim:
    """The header of a state."""
    return Claim(sealed[0], *sealed[2:7])


class ParsedRow(NamedTuple):
    """A row taken apart, and of its body what other steps ask for: thousands of these are held at a time.

    Where the columns contradict the body, ``stream`` and ``version`` are the body's, which was signed, and ``instead``
    is the stream of the column. ``placed`` is False where it cannot be told which stream the entry belongs to. ``event`` is kept of facts alone
    (:data:`TOLD`), of what deals face-down cards their commitments, ``by`` of nothing that is out of place; ``command`` is id and digest, as written. Rows that follow one another and say the same
    share one ``claim`` and one ``command``.
    """

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of a line
    stream: str
    version: int
    kind: str
    claim: Claim
    prev: bytes
    hash: bytes
    leaf: bytes
    by: By | None
    command: tuple[bytes, bytes] | None
    event: Any
    placed: bool = True
    instead: str | None = None


class RelevantEntry(NamedTuple):
    """An entry that the checks of other entries rest on, about keys, staff or the log; one that is judged again; an act of staff."""

    index: int  # type: ignore[assignment]  # hides tuple.index, as in Line
    first: int
    end: int
    """Where its append ends, as its header says: the first log index after it."""
    stream: str
    kind: str
    by: By
    command: tuple[bytes, bytes] | None
    """Id and digest, as written."""
    event: Any


def facts_of(lines: Iterable[ParsedRow]) -> list[RelevantEntry]:
    """Entries about keys, staff and the log, those that are judged again, and whatever else staff did."""
    facts: list[RelevantEntry] = []
    for line in lines:
        by = line.by
        if by is not None and (line.kind in TOLD or by.actor == "staff"):
            first, end = line.claim.first, line.claim.first + line.claim.count
            event = line.event if line.kind in TOLD or line.kind in ANSWERS else None
            facts.append(RelevantEntry(line.index, first, end, line.stream, line.kind, by, line.command, event))
    return facts


class Bodies:
    """Reads bodies, and remembers what it has read: the same few people do the same few things over and over.

    Entries below the log index ``trusted`` are proven by a checkpoint already and only skimmed.
    """

    def __init__(self, origin: str, trusted: int = 0) -> None:
        self.hasher = EntryHasher(origin)
        self.trusted = trusted
        self.seen: dict[bytes, str] = {}
        """Texts of events that passed, with their kind."""
        self.actors: dict[bytes, By] = {}
        """Who acted, by the text that says so."""

    def event(self, kind: str, text: bytes) -> Any:
        """The event of this kind written ``text``, if anything else needs it; of one that deals face-down cards their commitments.

        Raises:
            KeyError: the kind is not in the catalogue.
            ValidationError: the text is not that of an event of this kind.
            MalformedError: it is, but not canonical: the kind's class would write it otherwise.
        """
        event = READ[kind](text)
        if WRITE[kind](event) != text:
            raise MalformedError("it is not written as its kind is")
        if kind in CLOSED:
            return event.commitments
        if kind in KEPT:
            return event
        if len(self.seen) >= _SEEN_MAX:
            self.seen.clear()
        self.seen[text] = kind
        return None

    def actor(self, text: bytes) -> By:
        """Who, from the canonical text.

        Raises:
            ValidationError: the text is not that of a ``By``.
            MalformedError: it is, but not canonical.
        """
        by = By.model_validate_json(text)
        if by.model_dump_json().encode() != text:
            raise MalformedError("'by' is not written as it is always written")
        if len(self.actors) >= _SEEN_MAX:
            self.actors.clear()
        self.actors[text] = by
        return by
