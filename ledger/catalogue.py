"""Every kind of event and command, its class, its fold and its decider: the one list.

Adding a game adds its line here. A kind is never removed or edited; a later version is added beside it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256
from typing import Annotated, Any, Final, Generic, TypeVar, get_args

from pydantic import Field, TypeAdapter, ValidationError

from ledger import claims
from ledger.core.cards import card_id
from ledger.core.clock import Instant
from ledger.core.command import CommandBase, Decide, Envelope, Signature
from ledger.core.entry import By, CommandRef, Entry, EventBase, Record
from ledger.core.errors import MalformedError, UnreadableError
from ledger.core.ids import CommandId, StreamId
from ledger.core.words import Words
from ledger.games.blackjack import audit as blackjack_audit
from ledger.games.blackjack import decide as blackjack
from ledger.games.blackjack.commands import BlackjackCommand, DealBlackjackHands
from ledger.games.blackjack.events import BlackjackEvent
from ledger.games.blackjack.state import evolve as evolve_blackjack
from ledger.games.poker import decide as poker
from ledger.games.poker.commands import DealHoleCards, HandCommand, StartHand, TimeOut
from ledger.games.poker.events import HandEvent, HandStarted
from ledger.games.poker.state import evolve as evolve_hand
from ledger.games.roulette import audit as roulette_audit
from ledger.games.roulette import decide as roulette
from ledger.games.roulette import events as spins
from ledger.games.roulette.commands import SpinCommand
from ledger.games.roulette.state import evolve as evolve_spin
from ledger.games.sem_descarte import audit as sem_descarte_audit
from ledger.games.sem_descarte import events as sem_descarte
from ledger.games.sem_descarte.commands import DealCards, SemDescarteCommand
from ledger.games.sem_descarte.decide import decide as decide_sem_descarte
from ledger.games.sem_descarte.state import evolve as evolve_sem_descarte
from ledger.games.tournament import hands as tournament_hands
from ledger.games.tournament.commands import TournamentCommand
from ledger.games.tournament.decide import decide as decide_tournament
from ledger.games.tournament.events import TournamentEvent
from ledger.games.tournament.state import evolve as evolve_tournament
from ledger.house import banked_events as banked
from ledger.house import dispute_events, session_events, staff_events, streams
from ledger.house import events as house
from ledger.house.banked_commands import BankedCommand
from ledger.house.clock_events import ClockConfirmed
from ledger.house.commands import HouseCommand
from ledger.house.day import CloseDay, DayClosed
from ledger.house.dispute import open_dispute, resolve_dispute
from ledger.house.dispute_commands import DisputeCommand, OpenDispute, ResolveDispute
from ledger.house.erasure import ErasePerson
from ledger.house.limits import LimitsSet, SetLimits
from ledger.house.loss_events import LossDeclaredV2
from ledger.house.moves import Move
from ledger.house.player import PlayerErased
from ledger.house.reversal import ReverseCompensation
from ledger.house.staff_commands import StaffCommand
from ledger.house.ticket_events import TicketEvent
from ledger.house.tournament_table_events import TournamentTableEvent
from ledger.seal.entry import Sealed
from ledger.terms.citation import citing

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
    HandEvent,
    spins.SpinEvent,
    house.RulesetEvent,
    session_events.SessionEvent,
    house.AccountEvent,
    house.TableEvent,
    house.IncidentEvent,
    staff_events.StaffEvent,
    house.KeyEvent,
    house.LogEvent,
    ClockConfirmed,
    LossDeclaredV2,
    house.ImportEvent,
    banked.BankedEvent,
    banked.BankedRulesetApproved,
    BlackjackEvent,
    sem_descarte.SemDescarteEvent,
    TournamentEvent,
    TournamentTableEvent,
    TicketEvent,
    dispute_events.DisputeEvent,
    dispute_events.Compensated,
    dispute_events.CompensationReversed,
    DayClosed,
    LimitsSet,
    PlayerErased,
)
"""Kind to class, for every kind ever released."""

COMMANDS: Final[Mapping[str, type[CommandBase]]] = {
    cls.model_fields["kind"].default: cls
    for union in (
        HandCommand,
        SpinCommand,
        SemDescarteCommand,
        BlackjackCommand,
        TournamentCommand,
        HouseCommand,
        StaffCommand,
        BankedCommand,
        DisputeCommand,
        CloseDay,
        SetLimits,
        ReverseCompensation,
        ErasePerson,
    )
    for cls in get_args(union) or (union,)
}
"""Kind of request to class."""

EVOLVE: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "blackjack": evolve_blackjack,
    "hand": evolve_hand,
    "roulette": evolve_spin,
    "sem_descarte": evolve_sem_descarte,
    "tournament": evolve_tournament,
    **streams.EVOLVE,
}
"""Type of stream to its fold."""

MOVES: Final[Mapping[str, Callable[[Any, Any], Iterator[Move]]]] = {
    "blackjack": blackjack_audit.moves,
    "roulette": roulette_audit.moves,
    "sem_descarte": sem_descarte_audit.moves,
}
"""Type of stream of a banked game to ``moves(state after an event, event)``: what the event moves for whom."""

BEGIN_STREAMS: Final[frozenset[type[EventBase]]] = frozenset({HandStarted, spins.RoundOpened, sem_descarte.RoundOpened})
"""Events that can only be the first of their stream: the number of a hand or round is new by the count of its table."""

BEGIN_ONCE: Final = frozenset(
    {
        "account.opened.v1",
        "banked.opened.v1",
        "blackjack.round_opened.v1",
        "dispute.opened.v1",
        "dispute.opened.v2",
        "hand.started.v1",
        "import.opened.v1",
        "incident.opened.v1",
        "roulette.round_opened.v1",
        "sem_descarte.round_opened.v1",
        "session.started.v1",
        "table.opened.v1",
        "table.tournament_opened.v1",
        "tournament.announced.v1",
    }
)
"""The kinds that stand at the beginning of their stream and nowhere else: a second one would forget all that came before it."""

IN_PLAY: Final[Mapping[str, tuple[str, str]]] = {
    "banked": ("banked.round_started.v1", "banked.round_ended.v1"),
    "table": ("table.hand_started.v1", "table.hand_ended.v1"),
}
"""By type of table, the kinds that begin and end what is played there."""

WORDED_KINDS: Final = frozenset(
    kind
    for kind, cls in EVENTS.items()
    if any(Words in (field.annotation, *get_args(field.annotation)) for field in cls.model_fields.values())
)
"""The kinds in which somebody says something in his own words, sealed: fields of :class:`Words`."""

CLOSED_KINDS: Final = ("blackjack.hole_card_dealt.v1", "hand.hole_cards_dealt.v1", "sem_descarte.cards_dealt.v1")
"""The kinds whose entries commit to face-down cards, by slot in ``commitments``, so that openings may be kept for them."""
CLOSED_TYPES: Final = tuple(kind.partition(".")[0] for kind in CLOSED_KINDS)
"""The types of stream in which cards lie face down."""

DECIDERS: Final[Mapping[type, Decide]] = {
    **dict.fromkeys(get_args(BlackjackCommand), blackjack.decide),
    **dict.fromkeys(get_args(HandCommand), citing(tournament_hands.ending(poker.decide))),
    TimeOut: citing(tournament_hands.ending(tournament_hands.timing_out(poker.decide))),
    StartHand: citing(tournament_hands.beginning(poker.decide)),
    **dict.fromkeys(get_args(TournamentCommand), decide_tournament),
    **dict.fromkeys(get_args(SpinCommand), roulette.decide),
    **dict.fromkeys(get_args(SemDescarteCommand), decide_sem_descarte),
    **{command: citing(decide) for command, decide in streams.DECIDERS.items()},
    OpenDispute: citing(claims.of_somebody(open_dispute)),
    ResolveDispute: citing(claims.tied(resolve_dispute)),
}
"""Class of command to its decider."""

_BODIES: Final = {kind: Body[cls] for kind, cls in EVENTS.items()}  # type: ignore[valid-type]  # built from the list


def decode(index: int, kind: str, sealed: Sealed, entry_hash: bytes) -> Entry:
    """The entry whose signed bytes are ``sealed``. Checks the shape, not the signature.

    Raises:
        MalformedError: the kind is unknown, or the body is not what that kind looks like.
    """
    try:
        body = _BODIES[kind].model_validate_json(sealed.body)
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


SIGNATURES_MAX: Final = 4
"""The most people who sign one command: one asks, another stands beside him; more prove nothing more."""


class Wire(Record):
    """A command in its envelope, as it travels: one JSON document."""

    by: By
    command: Annotated[
        HandCommand
        | SpinCommand
        | SemDescarteCommand
        | BlackjackCommand
        | TournamentCommand
        | HouseCommand
        | StaffCommand
        | BankedCommand
        | DisputeCommand
        | CloseDay
        | SetLimits
        | ReverseCompensation
        | ErasePerson,
        Field(discriminator="kind"),
    ]
    command_id: CommandId
    occurred: Instant | None = None
    signatures: Annotated[list[Signature], Field(max_length=SIGNATURES_MAX, default_factory=list)]


def _no_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twins = sorted({key for key, _ in pairs if sum(key == other for other, _ in pairs) > 1})
        raise ValueError(f"the key {twins[0]!r} stands twice in one object")
    return found


def parse_command(line: bytes | str) -> Envelope:
    """The command written in one JSON document, with its circumstances.

    Raises:
        UnreadableError: not JSON, a key that stands twice, an unknown command or field, a float, a number out of range.
    """
    try:
        json.loads(line, object_pairs_hook=_no_twins)  # pydantic would take the last of two equal keys in silence
        wire = Wire.model_validate_json(line)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "document"
        raise UnreadableError(f"{where}: {first['msg']}; 'tombo schema commands' lists what is expected") from error
    except (ValueError, RecursionError) as error:
        raise UnreadableError(f"not one JSON document: {error}") from error
    return Envelope(wire.command, wire.by, wire.command_id, wire.occurred, tuple(wire.signatures))


_COMMAND_ID: Final = TypeAdapter[str](CommandId)


def command_id_of(line: bytes | str) -> str | None:
    """The id in a line that is no command we know, where it has one: its sender is answered under it."""
    try:
        document = json.loads(line, object_pairs_hook=_no_twins)
        return _COMMAND_ID.validate_python(document.get("command_id"))
    except (ValueError, RecursionError, AttributeError):
        return None


_CLOSED: Final[Mapping[type, set[str]]] = {
    DealBlackjackHands: {"hole_card"},
    DealCards: {"cards"},
    DealHoleCards: {"cards"},
}
"""What of a command is not for every reader of the log: its digest stands in the entries, and four cards are guessed in
seconds."""


def command_digest(envelope: Envelope) -> str:
    """What tells a retry from another command under the same id: 16 bytes in hexadecimal (``docs/format.md``).

    Closed cards are not part of it; ``closed_cards`` are compared with the openings kept. Nor are signatures.
    """
    return full_digest(envelope)[:32]


def full_digest(envelope: Envelope) -> str:
    """The digest of a command, all its 32 bytes in hexadecimal: what a member of staff signs."""
    command, by = envelope.command, envelope.by
    said = b"null" if envelope.occurred is None else b"%d" % envelope.occurred
    request = command.__pydantic_serializer__.to_json(command, exclude=_CLOSED.get(type(command)))
    who = by.__pydantic_serializer__.to_json(by)
    content = (b'tombo/command/v1\n{"by":', who, b',"command":', request, b',"occurred":', said, b"}")
    return sha256(b"".join(content)).hexdigest()


def closed_cards(envelope: Envelope) -> list[int] | None:
    """The closed cards a command deals, by slot, which its digest does not cover; None where it deals none."""
    command = envelope.command
    match command:
        case DealHoleCards() | DealCards():
            return [card_id(card) for card in command.cards]
        case DealBlackjackHands():
            return [card_id(command.hole_card)]
        case _:
            return None
