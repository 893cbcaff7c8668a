"""Every command, its decider, and the fold of every type of stream.

A game is added in ``tombo.ledger.games.every``, its kinds in ``tombo.ledger.kinds``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from hashlib import sha256
from typing import Annotated, Any, Final, Union, get_args

from pydantic import Field, TypeAdapter, ValidationError, create_model
from pydantic_core import ErrorDetails

from tombo.ledger import claims
from tombo.ledger.core.cards import card_id
from tombo.ledger.core.clock import LATENESS, SKEW, Instant
from tombo.ledger.core.command import CommandBase, Decide, Decision, Envelope, Signature, View
from tombo.ledger.core.entry import By, EventBase, Record
from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import CommandId
from tombo.ledger.core.money import AMOUNT_MAX
from tombo.ledger.games.every import GAMES, TABLE_GAMES
from tombo.ledger.games.poker.commands import StartHand, TimeOut
from tombo.ledger.games.poker.decide import decide as decide_hand
from tombo.ledger.games.tournament import hands as tournament_hands
from tombo.ledger.games.tournament.events import LevelPaused, LevelResumed, LevelStarted, Started
from tombo.ledger.house import streams
from tombo.ledger.house.access.commands import LogOn
from tombo.ledger.house.dispute.commands import OpenDispute, ResolveDispute
from tombo.ledger.house.dispute.decide import open_dispute, resolve_dispute
from tombo.ledger.house.registration.commands import ChangeDetails, RegisterPerson
from tombo.ledger.house.table.events import TableHandEnded
from tombo.ledger.house.times import time_not_said, untimely
from tombo.ledger.kinds import EVENTS
from tombo.ledger.seal.entry import asked_by
from tombo.ledger.terms.citation import refused_under

_COMMANDS: Final = (
    *(game.commands for game in GAMES.values()),
    *streams.DECIDERS,
)
COMMANDS: Final[Mapping[str, type[CommandBase]]] = {
    cls.model_fields["kind"].default: cls for union in _COMMANDS for cls in get_args(union) or (union,)
}
"""Kind of request to class."""

EVOLVE: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    **{name: game.evolve for name, game in GAMES.items()},
    **streams.EVOLVE,
}
"""Type of stream to its fold."""

BEGIN_STREAMS: Final = frozenset(GAMES[name].kinds.begins for name in TABLE_GAMES)
"""Events that can only be the first of their stream: the number of a hand or round is new by the count of its table."""

LASTING: Final = (LevelPaused, LevelResumed, LevelStarted, Started)
"""Events of a tournament whose moment decides how long something lasts (R810 r.2g, r.45, r.52)."""

MAY_LAST: Final = frozenset({*LASTING, *(event for event in EVENTS.values() if "deadline" in event.model_fields)})
"""Those, and the events that may say until when bets are taken or somebody decides."""


def lasts(event: EventBase) -> bool:
    """Whether something lasts from when one of those happens: at a table where somebody plays alone bets are taken as long as he likes."""
    return isinstance(event, LASTING) or vars(event).get("deadline") is not None


DECIDERS: Final[Mapping[type, Decide]] = {
    **{command: game.decide for game in GAMES.values() for command in get_args(game.commands)},
    TimeOut: tournament_hands.timing_out(decide_hand),
    StartHand: tournament_hands.beginning(decide_hand),
    **streams.DECIDERS,
    OpenDispute: claims.of_somebody(open_dispute),
    ResolveDispute: claims.tied(resolve_dispute),
}
"""Class of command to its decider."""


def _undated(outcome: Decision) -> Refused | None:
    """The objection to what says until when bets are taken, somebody decides, or a level or a tournament lasts, where nobody says from when."""
    for _, event in outcome.events:
        if type(event) in MAY_LAST and lasts(event):
            kind: str = event.kind  # type: ignore[attr-defined]  # every event class of the catalogue has its kind
            return time_not_said(kind)
    return None


def goes_back(stream: str) -> int:
    """By how many microseconds a claim may be before what ``stream`` has.

    Not at all where one server feeds it: a hand, a round, a tournament. Of what a member of staff signed each act stands in a stream of its
    own too, whose times bind: in his own they come as they come.
    """
    sort = stream.partition(":")[0]
    return 0 if sort in GAMES else LATENESS if sort == "staff" else SKEW


AFTERWARDS: Final[Mapping[type, Callable[[Envelope, View, Decision, str, Any], Decision]]] = {
    TableHandEnded: tournament_hands.with_exits,
}
"""Class of event to what follows elsewhere in the same commit, given the stream and the event."""


def decided(envelope: Envelope, view: View) -> Decision | Refused:
    """What becomes of a command by its decider, with what follows elsewhere; what is refused cites the regulation it is under.

    What a decider accepts is refused all the same where it cannot have happened when its source says.
    """
    outcome = DECIDERS[type(envelope.command)](envelope, view)
    if isinstance(outcome, Refused):
        return refused_under(outcome, envelope.command, view)
    for stream, event in outcome.events:
        afterwards = AFTERWARDS.get(type(event))
        if afterwards is not None:
            outcome = afterwards(envelope, view, outcome, stream, event)
            break
    if envelope.occurred is None:
        return _undated(outcome) or outcome
    back = {stream: goes_back(stream) for stream, _ in outcome.events}
    return untimely(envelope.occurred, view, back) or outcome


SIGNATURES_MAX: Final = 4
"""The most people who sign one command: one asks, another stands beside him; more prove nothing more."""


class _Wire(Record):
    """A command in its envelope, as it travels: one JSON document."""

    by: By
    command: CommandBase
    command_id: CommandId
    expected_version: Annotated[int, Field(ge=0, le=AMOUNT_MAX)] | None = None
    occurred: Instant | None = None
    signatures: Annotated[list[Signature], Field(max_length=SIGNATURES_MAX, default_factory=list)]


_ANY: Any = Annotated[Union[_COMMANDS], Field(discriminator="kind")]  # noqa: UP007  # of a list that the games make
Wire: Final = create_model("Wire", __base__=_Wire, __doc__=_Wire.__doc__, command=(_ANY, ...))
"""The same, with every command by its kind."""


ERRORS_MAX: Final = 1_000
"""The most things that are wrong in a document of which the first is told."""
KEY_SHOWN: Final = 100
"""The most letters of a key that a message repeats."""


def _no_twins(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        for place, key in enumerate(
            found
        ):  # in the order in which they came first: the first that is another's place is a twin's
            if pairs[place][0] != key:
                raise ValueError(f"the key {pairs[place][0][:KEY_SHOWN]!r} stands twice in one object")
        raise ValueError(f"the key {pairs[len(found)][0][:KEY_SHOWN]!r} stands twice in one object")
    return found


class CommandUnreadableError(UnreadableError):
    """A line that is no command we know. ``command_id``: the id in it, under which its sender is answered; None where it has none."""

    def __init__(self, said: str, command_id: str | None) -> None:
        """``said``: what was found and what was expected."""
        super().__init__(said)
        self.command_id = command_id


def parse_command(line: bytes | str, by: By | None = None) -> Envelope:
    """The command written in one JSON document, with its circumstances. ``by``: who asks, where the document does not say it.

    Raises:
        CommandUnreadableError: not JSON, a key that stands twice, an unknown command or field, a float, a number out of range.
    """
    document: Any = None
    try:
        document = json.loads(
            line, object_pairs_hook=_no_twins
        )  # pydantic would take the last of two equal keys in silence
        if by is not None and isinstance(document, dict) and "by" not in document:
            line = json.dumps({**document, "by": by.model_dump()})
        wire = Wire.model_validate_json(line)
    except ValidationError as error:
        first = first_wrong(error)
        wrong = (
            f"document: {error.error_count()} things are wrong in it"
            if first is None
            else f"{_place(first)}: {_why(first)}"
        )
        told = f"{wrong}; 'tombo schema commands' lists what is expected"
        written = (document.get("command_id"),) if isinstance(document, dict) else ()
        raise CommandUnreadableError(told, _the_one(written)) from error
    except (ValueError, RecursionError) as error:
        raise CommandUnreadableError(f"not one JSON document: {error}", written_id(line)) from error
    signatures = tuple(wire.signatures)
    return Envelope(wire.command, wire.by, wire.command_id, wire.occurred, signatures, wire.expected_version)


def wire(envelope: Envelope) -> str:
    """``envelope`` as it travels: one JSON document."""
    return Wire(
        by=envelope.by,
        command=envelope.command,
        command_id=envelope.command_id,
        expected_version=envelope.expected_version,
        occurred=envelope.occurred,
        signatures=list(envelope.signatures),
    ).model_dump_json()


def first_wrong(error: ValidationError) -> ErrorDetails | None:
    """The first thing that is wrong in a document; None where so much is that to tell of it, for which all of it is copied, would take a second."""
    if error.error_count() > ERRORS_MAX:
        return None
    return error.errors(include_input=False, include_url=False)[0]


def _why(error: ErrorDetails) -> str:
    """What is wrong there; of a command that there is not, without the names of all that there are."""
    match error["type"]:
        case "union_tag_invalid":
            return f"there is no command {str(error['ctx']['tag'])[:KEY_SHOWN]!r}"
        case "union_tag_not_found":
            return "its 'kind' is not there"
        case _:
            return error["msg"]


def _place(error: ErrorDetails) -> str:
    """Where in a document what is wrong stands; of what is personal no key that its sender made up, which may be a name or an address."""
    place = error["loc"]
    if error["type"] == "extra_forbidden" and not _WHO.isdisjoint(place[:-1]):
        place = place[:-1]
    return ".".join(map(str, place)) or "document"


_WRITTEN_ID: Final = re.compile(r'"command_id"\s*:\s*"([^"\\]*)"')
_COMMAND_ID: Final = TypeAdapter[str](CommandId)


def written_id(line: bytes | str) -> str | None:
    """The command's id in a line that is no JSON document, cut off for example: the one that stands in it, if it is one alone."""
    text = line if isinstance(line, str) else line.decode(errors="replace")
    found = _WRITTEN_ID.finditer(text)
    return _the_one({one[1] for one in found if text[one.start() - 1 : one.start()] != "\\"})


def _the_one(ids: Collection[object]) -> str | None:
    try:
        return _COMMAND_ID.validate_python(*ids)
    except (TypeError, ValueError):  # none, or several
        return None


_CLOSED: Final = {command: hidden for game in TABLE_GAMES.values() for command, hidden in game.hides.items()}
"""What of a command is not for every reader of the log: its digest stands in the entries, and four cards are guessed in
seconds."""
_PERSONAL: Final[Mapping[type, str]] = {RegisterPerson: "details", ChangeDetails: "details", LogOn: "origin"}
"""And what of others says who or where somebody is: sealed in the entry, so that erasure takes it away."""
_WHO: Final = frozenset(_PERSONAL.values())
_HIDDEN: Final[Mapping[type, str]] = {**_CLOSED, **_PERSONAL}


def command_digest(envelope: Envelope) -> str:
    """What tells a retry from another command under the same id: 16 bytes in hexadecimal (``docs/format.md``).

    Closed cards are not part of it; ``closed_cards`` are compared with the openings kept. Nor is what is personal, and nor are signatures.
    """
    return full_digest(envelope)[:32]


def full_digest(envelope: Envelope) -> str:
    """The digest of a command, all its 32 bytes in hexadecimal: what a member of staff signs."""
    command, by = envelope.command, envelope.by
    said = b"null" if envelope.occurred is None else b"%d" % envelope.occurred
    hidden = _HIDDEN.get(type(command))
    request = command.__pydantic_serializer__.to_json(command, exclude=None if hidden is None else {hidden})
    content = (b"tombo/command/v1\n", asked_by(by.actor, by.id, by.role), request, b',"occurred":', said, b"}")
    return sha256(b"".join(content)).hexdigest()


def closed_cards(envelope: Envelope) -> list[int] | None:
    """The closed cards a command deals, by slot, which its digest does not cover; None where it deals none."""
    command = envelope.command
    hidden = _CLOSED.get(type(command))
    if hidden is None:
        return None
    cards = getattr(command, hidden)
    return [card_id(card) for card in ([cards] if isinstance(cards, str) else cards)]
