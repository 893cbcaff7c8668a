"""A PHH hand as the events of a hand stream, ready for the import door."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from tombo.ledger.core.command import Opening
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Finding, Reading
from tombo.ledger.core.ids import IMPORT_TABLE, called
from tombo.ledger.exchange.door import ImportJob, Person, Persons
from tombo.ledger.exchange.phh import said
from tombo.ledger.exchange.phh.cards import CardsError
from tombo.ledger.exchange.phh.fields import HandFields
from tombo.ledger.exchange.phh.number import AmountError, unit_of
from tombo.ledger.exchange.phh.read import HandUnreadableError, PhhHand
from tombo.ledger.exchange.phh.settle import RESULTS, end
from tombo.ledger.exchange.phh.source import Leftover, derived_fields, identity, leftover, reference
from tombo.ledger.exchange.phh.terms import begin, occurred
from tombo.ledger.exchange.phh.toml import pairs
from tombo.ledger.exchange.phh.walk import Walk
from tombo.ledger.games.poker.events import FindingRecordedV2, HandEvent, Source
from tombo.ledger.seal.canonical import encode
from tombo.ledger.seal.personal import Field, TextSealer

SOURCE_SIZE_MAX: Final = 40_000
"""Characters of a hand's document and sealed names: an entry must fit its leaf of 65,535 bytes."""


class Importer(NamedTuple):
    """What turning hands into events needs from outside: the ledger's origin, its persons, randomness, and what is there."""

    origin: str
    persons: Persons
    entropy: Callable[[int], bytes]
    recorded: Callable[[str], str | None] = lambda _: None
    """The identity of the hand that a stream holds; none of a stream that is not there."""


class ImportedHand(NamedTuple):
    """A hand ready to be recorded. ``events`` begin with ``hand.started``; ``found`` of them are findings.

    ``openings`` belong to the deal, ``events[dealt_at]``.
    """

    where: str
    identity: str
    stream: str
    occurred: int | None
    events: tuple[HandEvent, ...]
    dealt_at: int
    openings: tuple[Opening, ...]
    found: int

    def findings(self) -> list[FindingRecordedV2]:
        """What was objected to."""
        return [event for event in self.events if type(event) is FindingRecordedV2] if self.found else []

    def inscription(self, by: By) -> ImportJob:
        """The hand as a command: named after what the hand says, so that importing it again is a retry."""
        return ImportJob(
            command_id=f"phh:{self.identity}",
            digest=self.identity[:32],
            by=by,
            occurred=self.occurred,
            events=[(self.stream, event) for event in self.events],
            openings={self.dealt_at: self.openings} if self.openings else {},
        )


def convert(hand: PhhHand, importer: Importer) -> ImportedHand:
    """``hand`` as events.

    Raises:
        HandUnreadableError: the hand cannot be recorded as it stands; the message says why.
    """
    name = identity(hand)
    stream, other = _stream(hand, name, importer)
    people = _people(hand, importer.persons)
    try:
        started = begin(hand, unit_of(hand), _pseudonyms(people, name))
        walk = Walk(hand, started, stream, importer.entropy)
        if other is not None:
            walk.object(Finding("PHH hand", said.CONTRADICTS_ANOTHER(other=called(other)), Reading.PRACTICE))
        walk.run()
        end(walk)
    except (AmountError, CardsError) as error:
        raise HandUnreadableError(hand.where, str(error)) from None
    stated = [field for field in RESULTS if field in hand.fields]
    fields = HandFields(started, {slot: opening.card for slot, opening in walk.cards.openings.items()})
    for event in walk.events:
        fields.add(event)
    rest = leftover(hand, derived_fields(fields, stated))
    source = _source(hand, people, rest, _Place(name, stream, stated), importer)
    started = started.model_copy(update={"source": source})
    return ImportedHand(
        where=hand.where,
        identity=name,
        stream=stream,
        occurred=occurred(hand.fields),
        events=(started, *walk.events),
        dealt_at=walk.dealt_at + 1,
        openings=tuple(walk.cards.openings.values()),
        found=walk.found,
    )


def own_stream(name: str) -> str:
    """The stream of a hand named after what it says, by its identity."""
    return f"hand:{IMPORT_TABLE}/{name[:32]}"


def _stream(hand: PhhHand, name: str, importer: Importer) -> tuple[str, str | None]:
    """Where the hand goes, and the stream of another with the same venue, table and number that is there already.

    The first of a reference has the stream named after it; one without, or that contradicts the first, is named after what it says.
    """
    own, at = own_stream(name), reference(hand)
    if at is None:
        return own, None
    stream = f"hand:{IMPORT_TABLE}/{at}"
    there = importer.recorded(stream)
    return (stream, None) if there in (None, name) else (own, stream)


def _venue(hand: PhhHand) -> str:
    venue = hand.fields.get("venue")
    return venue if isinstance(venue, str) else ""


def _people(hand: PhhHand, persons: Persons) -> list[Person | None]:
    """By position: the player named there, none where the file names nobody."""
    venue = _venue(hand)
    return [persons.person(venue, player) if player else None for player in hand.players or [""] * len(hand.stacks)]


def _pseudonyms(people: Sequence[Person | None], name: str) -> list[str]:
    """By position: the pseudonym of a named player, or one for this hand alone."""
    return [
        person.id if person is not None else f"anonymous-{name[:16]}-{position}"
        for position, person in enumerate(people, 1)
    ]


class _Place(NamedTuple):
    """Where a source goes, and the results that it states."""

    identity: str
    stream: str
    stated: list[str]


def _source(
    hand: PhhHand, people: Sequence[Person | None], rest: Leftover, place: _Place, importer: Importer
) -> Source:
    """Where the hand comes from, names sealed for the first entry of its stream."""
    names = list[str]()

    def seal(text: str, sealer: TextSealer) -> None:
        field = Field(importer.origin, place.stream, 1, f"source.names.{len(names)}")
        names.append(sealer.seal(text, field, importer.entropy))

    for player, person in zip(hand.players or [""] * len(people), people, strict=True):
        if person is not None:
            seal(player, person.sealer)
        else:
            names.append("")
    document: dict[str, Any] = {"fields": pairs(rest.plain)}
    if rest.sealed:
        author = hand.fields.get("author")
        writer = importer.persons.person(_venue(hand), author if isinstance(author, str) else "")
        document["free_text_of"] = writer.id
        seal(encode(pairs(rest.sealed)).decode(), writer.sealer)
    text = encode(document).decode()
    if len(text) + sum(map(len, names)) > SOURCE_SIZE_MAX:
        raise HandUnreadableError(hand.where, f"more than {SOURCE_SIZE_MAX} characters of text beside the hand itself")
    return Source(document=text, format="phh", identity=place.identity, names=names, stated=place.stated)
