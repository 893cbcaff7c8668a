"""Every kind of event, its class, and an entry read from its bytes: all that the store and the verifier need of a game.

What a kind leads to, and who decides it, is the catalogue's. A kind is never removed or edited; a later version is added beside it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, Generic, TypeVar, get_args

from pydantic import ValidationError

from tombo.ledger import roster
from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import By, CommandRef, Entry, EventBase, Kinds, Record
from tombo.ledger.core.errors import MalformedError
from tombo.ledger.core.ids import StreamId, is_at_home
from tombo.ledger.core.words import Words
from tombo.ledger.house.access.events import AccessEvent
from tombo.ledger.house.account.events import AccountEvent
from tombo.ledger.house.banked.events import BankedEvent
from tombo.ledger.house.credential.events import CredentialEvent
from tombo.ledger.house.day.events import DayEvent
from tombo.ledger.house.dispute.events import DisputeEvent
from tombo.ledger.house.imports import ImportEvent
from tombo.ledger.house.incident.events import IncidentEvent
from tombo.ledger.house.key import KeyEvent, is_of_another
from tombo.ledger.house.limits.events import LimitsSet
from tombo.ledger.house.log.events import LogEvent
from tombo.ledger.house.player.events import PlayerErased
from tombo.ledger.house.registration.events import RegistrationEvent
from tombo.ledger.house.report.events import ReportEvent
from tombo.ledger.house.rules import BEGINS_ONCE, stranger
from tombo.ledger.house.ruleset.events import RulesetEvent
from tombo.ledger.house.session import events as session_events
from tombo.ledger.house.staff import events as staff_events
from tombo.ledger.house.table.events import TableEvent
from tombo.ledger.seal.entry import Sealed

OF_GAMES: Final[tuple[Kinds, ...]] = roster.kinds()
"""The kinds of every game; what else there is to know of it stands in ``tombo.ledger.games.every``."""


E = TypeVar("E", bound=EventBase)


class Body(Record, Generic[E]):
    """The signed content of an entry (``docs/format.md``): what happened, where it stands, and who says so."""

    by: By
    command: CommandRef | None
    event: E
    occurred: Instant | None
    stream: StreamId
    version: int


def _kinds(*unions: Any) -> dict[str, type[EventBase]]:
    return {cls.model_fields["kind"].default: cls for union in unions for cls in get_args(union) or (union,)}


EVENTS: Final[Mapping[str, type[EventBase]]] = _kinds(
    *(game.events for game in OF_GAMES),
    RulesetEvent,
    session_events.SessionEvent,
    AccountEvent,
    TableEvent,
    IncidentEvent,
    staff_events.StaffEvent,
    KeyEvent,
    LogEvent,
    ImportEvent,
    BankedEvent,
    DisputeEvent,
    DayEvent,
    LimitsSet,
    PlayerErased,
    RegistrationEvent,
    AccessEvent,
    ReportEvent,
    CredentialEvent,
)
"""Kind to class, for every kind ever released."""

BEGIN_ONCE: Final = frozenset(
    {
        *(game.begin_kind for game in OF_GAMES),
        "access.opened.v1",
        "account.opened.v1",
        "banked.opened.v1",
        "credential.granted.v1",
        "dispute.opened.v1",
        "dispute.opened.v2",
        "import.opened.v1",
        "incident.opened.v1",
        "log.opened.v1",
        "registration.made.v1",
        "session.started.v1",
        "table.opened.v1",
        "table.tournament_opened.v1",
    }
)
"""The kinds that stand at the beginning of their stream and nowhere else: a second one would forget all that came before it."""


def misplaced(stream: str, version: int, kind: str, event: object = None) -> str | None:
    """Why no door of ours wrote an entry of ``kind`` as ``version`` of ``stream``, in a few words; None where one may have.

    ``event``: what it says, where that is known: one about a key stands in that key's own stream.
    """
    if not is_at_home(stream, kind):
        return "it is of another type of stream"
    if version > 1 and kind in BEGIN_ONCE:
        return BEGINS_ONCE
    return "it is of another key" if event is not None and is_of_another(stream, event) else None


def check_place(entry: Entry) -> None:
    """That a door of ours may have written ``entry`` where it stands.

    Raises:
        OutOfPlaceError: it is of another type of stream or of another key, or begins once more what was begun.
    """
    why = misplaced(entry.stream, entry.version, entry.kind, entry.event)
    if why is not None:
        raise stranger(entry.index, entry.stream, entry.kind, why)


IN_PLAY: Final[Mapping[str, tuple[str, str]]] = {
    "banked": ("banked.round_started.v1", "banked.round_ended.v1"),
    "table": ("table.hand_started.v1", "table.hand_ended.v1"),
}
"""By type of table, the kinds that begin and end what is played there."""
PLAYED: Final[Mapping[str, str]] = {"banked": "round", "table": "hand"}
"""By type of table, the name of the field that says which hand or round that is, in those kinds and in its state."""

OVER_KINDS: Final = frozenset(kind for kind in EVENTS if kind.split(".")[1] in {"settled", "voided"})
"""The kinds by which a hand or round says itself that it is over."""

WORDED_KINDS: Final = frozenset(
    kind
    for kind, cls in EVENTS.items()
    if any(Words in (field.annotation, *get_args(field.annotation)) for field in cls.model_fields.values())
)
"""The kinds in which somebody says something in his own words, sealed: fields of :class:`Words`."""

CLOSED_KINDS: Final = tuple(sorted(game.closed for game in OF_GAMES if game.closed is not None))
"""The kinds whose entries commit to face-down cards, by slot in ``commitments``, so that openings may be kept for them."""
CLOSED_TYPES: Final = tuple(kind.partition(".")[0] for kind in CLOSED_KINDS)
"""The types of stream in which cards lie face down."""


@cache
def _body(kind: str) -> type[Body[Any]]:
    """The class of the bodies of ``kind``, made when the first is read: most commands read a few kinds, and there are many."""
    return Body[EVENTS[kind]]  # type: ignore[valid-type]  # built from the list


def decode(index: int, kind: str, sealed: Sealed, entry_hash: bytes) -> Entry:
    """The entry whose signed bytes are ``sealed``. Checks the shape, not the signature.

    Raises:
        MalformedError: the kind is unknown, or the body is not what that kind looks like.
    """
    try:
        body = _body(kind).model_validate_json(sealed.body)
    except KeyError:
        raise MalformedError(
            f"log index {index}: kind {kind!r} is not in the catalogue; a newer tombo wrote it: use the version of tombo that did"
        ) from None
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "body"
        raise MalformedError(f"log index {index}: {kind}: {where}: {first['msg']}; run 'tombo verify'") from error
    return Entry(
        index,
        body.stream,
        body.version,
        kind,
        body.by,
        body.command,
        body.occurred,
        sealed.recorded,
        body.event,
        entry_hash,
        sealed.prev,
    )
