"""What the search reads of each kind of entry, asked of the games: what begins and ends, what moves, which cards lie open, what is objected to.

Entries hold closed cards as commitments alone. So every card that stands in one lies open: it was dealt face up, or shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple, get_args, get_type_hints

from tombo.ledger.core.cards import CardText
from tombo.ledger.core.entry import EventBase, Record
from tombo.ledger.games.again import FINDING, word
from tombo.ledger.games.every import BANKED_GAMES, GAMES, TABLE_GAMES
from tombo.ledger.house.moves import Moved
from tombo.ledger.kinds import BEGIN_ONCE, EVENTS, IN_PLAY, OVER_KINDS, PLAYED
from tombo.projections.line import Wanted

COUNTED: Final = ("table", "banked", "account", "session", "incident", "ruleset")
"""The types of stream of which it is known how many there are."""
VOIDED: Final = "voided"
CUPS: Final = "tournament"
CUP_BEGINS: Final = GAMES[CUPS].kinds.begin_kind
CUP_ENDS: Final = frozenset({"tournament.cancelled.v1", "tournament.finished.v1"})
INCIDENT_BEGINS: Final = "incident.opened.v1"
INCIDENT_ENDS: Final = "incident.closed.v1"
COMPLAINTS: Final = ("dispute.opened.v1", "dispute.opened.v2")
RESOLVED: Final = ("dispute.resolved.v1", "dispute.resolved.v2")
TAKEN_BACK: Final = "dispute.compensation_reversed.v1"
DISPUTES: Final = "dispute"
"""The type of their streams, which are counted as well; a status does not show how many."""
STREAMS_BEGIN: Final = frozenset(
    kind for kind in EVENTS if kind.partition(".")[0] in COUNTED and (kind in BEGIN_ONCE or kind.startswith("ruleset."))
)
"""What may be the first entry of a stream that is counted."""
TABLES: Final[Mapping[str, str]] = {kind: PLAYED[sort] for sort, kinds in IN_PLAY.items() for kind in kinds}
"""By kind in which a table begins or ends what is played there, the field that names it."""
BEGINS_THERE: Final = frozenset(begins for begins, _ in IN_PLAY.values())


class PlayRead(NamedTuple):
    """What an entry of a hand or round says to the search."""

    begins: bool
    seated: bool
    """Whether it says who plays on which seats: the first entry in ``seats``, another of one seat."""
    moved: Moved | None
    cards: tuple[str, ...]
    """The fields with cards, those of records in a field as ``field.card``."""
    ends: str
    """How it ends it: ``settled`` or ``voided``, else empty."""
    objects: bool
    """Whether it is a finding."""
    plays: tuple[str, ...]
    """The fields that name who takes part, those of records in a field as ``field.player``; none where that is not what it says."""

    def wants(self) -> Iterator[str]:
        """The fields that are read."""
        if self.begins:
            yield "terms"
        if self.begins and self.seated:
            yield from ("seats.player", "seats.seat")
        elif self.seated:
            yield from ("player", "seat")
        yield from () if self.moved is None else self.moved.fields
        yield from self.cards
        if self.ends == VOIDED:
            yield "incident"
        if self.objects:
            yield "rule"
        yield from self.plays


def _has_card(hint: object) -> bool:
    return bool(hint == CardText) or any(map(_has_card, get_args(hint)))


def _record(hint: object) -> type[Record] | None:
    """The record that a field holds, one or a list; None where it holds none."""
    if isinstance(hint, type) and issubclass(hint, Record):
        return hint
    return next(filter(None, map(_record, get_args(hint))), None)


def open_cards(event: type[EventBase]) -> Iterator[str]:
    """The fields of ``event`` that hold cards, those of records in a field as ``field.card``."""
    for name, hint in get_type_hints(event, include_extras=True).items():
        record = _record(hint)
        if record is not None:
            yield from (
                f"{name}.{inner}"
                for inner, held in get_type_hints(record, include_extras=True).items()
                if _has_card(held)
            )
        elif _has_card(hint):
            yield name


def players_in(event: type[EventBase]) -> Iterator[str]:
    """The fields of ``event`` that name players, those of records in a field as ``field.player``."""
    for name, hint in get_type_hints(event, include_extras=True).items():
        record = _record(hint)
        if record is not None and "player" in record.model_fields:
            yield f"{name}.player"
        elif name == "player":
            yield name


def _read(kind: str) -> PlayRead:
    game, event = kind.partition(".")[0], EVENTS[kind]
    begins = kind == GAMES[game].kinds.begin_kind
    banked = BANKED_GAMES.get(game)
    return PlayRead(
        begins=begins,
        seated="seats" in event.model_fields if begins else banked is not None and kind == banked.seats,
        moved=TABLE_GAMES[game].money.get(kind),
        cards=tuple(open_cards(event)),
        ends=word(kind) if kind in OVER_KINDS else "",
        objects=word(kind) == FINDING,
        plays=tuple(players_in(event)) if event in TABLE_GAMES[game].players else (),
    )


_ALL: Final = {kind: _read(kind) for kind in EVENTS if kind.partition(".")[0] in TABLE_GAMES}
PLAY: Final[Mapping[str, PlayRead]] = {kind: read for kind, read in _ALL.items() if any(read)}
"""By kind of a hand or round, where it says something to the search."""
READS: Final[Mapping[str, Wanted]] = {
    **dict.fromkeys((*STREAMS_BEGIN, CUP_BEGINS, *CUP_ENDS, INCIDENT_ENDS), ()),
    **{kind: (name,) for kind, name in TABLES.items()},
    **dict.fromkeys(COMPLAINTS, ("about", "complained", "player")),
    **dict.fromkeys(RESOLVED, ("outcome",)),
    TAKEN_BACK: (),
    **{kind: tuple(dict.fromkeys(read.wants())) for kind, read in PLAY.items()},
}
"""What is read of each kind, by the names of its fields."""
