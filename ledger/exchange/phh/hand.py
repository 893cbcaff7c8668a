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
from tombo.ledger.games.poker.events import FindingRecordedV2, HandEvent, HandStarted, SeatedPlayer, Source
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


class HandDraft(NamedTuple):
    """A hand as events, but for who plays it: any process can make one, which knows neither persons nor what is recorded.

    ``started`` names each player by his position; seats of one name by that of the first.
    """

    where: str
    identity: str
    stream: str
    occurred: int | None
    started: HandStarted
    events: tuple[HandEvent, ...]
    dealt_at: int
    openings: tuple[Opening, ...]
    found: int
    names: tuple[str, ...]
    """By position the name that the file gives, empty where it gives none."""
    venue: str
    author: str
    rest: Leftover
    stated: list[str]


def drafted(hand: PhhHand, entropy: Callable[[int], bytes], other: str | None = None) -> HandDraft:
    """``hand`` as events, in the stream named after its reference. ``other``: the stream of another hand that has that; then in its own.

    Raises:
        HandUnreadableError: the hand cannot be recorded as it stands; the message says why.
    """
    name = identity(hand)
    at = reference(hand) if other is None else None
    stream = own_stream(name) if at is None else f"hand:{IMPORT_TABLE}/{at}"
    names = tuple(hand.players or [""] * len(hand.stacks))
    try:
        places = (names.index(each) if each else place for place, each in enumerate(names))
        started = begin(hand, unit_of(hand), [_anonymous(name, place) for place in places])
        walk = Walk(hand, started, stream, entropy)
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
    return HandDraft(
        where=hand.where,
        identity=name,
        stream=stream,
        occurred=occurred(hand.fields),
        started=started,
        events=tuple(walk.events),
        dealt_at=walk.dealt_at + 1,
        openings=tuple(walk.cards.openings.values()),
        found=walk.found,
        names=names,
        venue=_text(hand, "venue"),
        author=_text(hand, "author"),
        rest=leftover(hand, derived_fields(fields, stated)),
        stated=stated,
    )


def contradicted(draft: HandDraft, recorded: Callable[[str], str | None]) -> str | None:
    """The stream of another hand with the same venue, table and number, which has the one that ``draft`` would have; None where it may have it.

    The first of a reference has the stream named after it; one without, or that contradicts the first, is named after what it says.
    """
    if draft.stream == own_stream(draft.identity):
        return None
    return None if recorded(draft.stream) in {None, draft.identity} else draft.stream


def completed(draft: HandDraft, importer: Importer) -> ImportedHand:
    """``draft`` with its persons: their pseudonyms at the seats, and their names sealed in the first entry of its stream.

    Raises:
        HandUnreadableError: there is more text beside the hand than an entry holds.
    """
    people = [importer.persons.person(draft.venue, name) if name else None for name in draft.names]
    seats = [
        seat if person is None else SeatedPlayer(player=person.id, seat=seat.seat, stack=seat.stack)
        for seat, person in zip(draft.started.seats, people, strict=True)
    ]
    source = _source(draft, people, importer)
    return ImportedHand(
        where=draft.where,
        identity=draft.identity,
        stream=draft.stream,
        occurred=draft.occurred,
        events=(draft.started.model_copy(update={"seats": seats, "source": source}), *draft.events),
        dealt_at=draft.dealt_at,
        openings=draft.openings,
        found=draft.found,
    )


def convert(hand: PhhHand, importer: Importer) -> ImportedHand:
    """``hand`` as events.

    Raises:
        HandUnreadableError: the hand cannot be recorded as it stands; the message says why.
    """
    draft = drafted(hand, importer.entropy)
    other = contradicted(draft, importer.recorded)
    return completed(draft if other is None else drafted(hand, importer.entropy, other), importer)


def _anonymous(identity: str, place: int) -> str:
    """The pseudonym, for this hand alone, of who sits at a place, counted from 0."""
    return f"anonymous-{identity[:16]}-{place + 1}"


def own_stream(name: str) -> str:
    """The stream of a hand named after what it says, by its identity."""
    return f"hand:{IMPORT_TABLE}/{name[:32]}"


def _text(hand: PhhHand, field: str) -> str:
    found = hand.fields.get(field)
    return found if isinstance(found, str) else ""


def _source(draft: HandDraft, people: Sequence[Person | None], importer: Importer) -> Source:
    """Where the hand comes from, names sealed for the first entry of its stream."""
    names = list[str]()

    def seal(text: str, sealer: TextSealer) -> None:
        field = Field(importer.origin, draft.stream, 1, f"source.names.{len(names)}")
        names.append(sealer.seal(text, field, importer.entropy))

    for player, person in zip(draft.names, people, strict=True):
        if person is not None:
            seal(player, person.sealer)
        else:
            names.append("")
    document: dict[str, Any] = {"fields": pairs(draft.rest.plain)}
    if draft.rest.sealed:
        writer = importer.persons.person(draft.venue, draft.author)
        document["free_text_of"] = writer.id
        seal(encode(pairs(draft.rest.sealed)).decode(), writer.sealer)
    text = encode(document).decode()
    if len(text) + sum(map(len, names)) > SOURCE_SIZE_MAX:
        raise HandUnreadableError(draft.where, f"more than {SOURCE_SIZE_MAX} characters of text beside the hand itself")
    return Source(document=text, format="phh", identity=draft.identity, names=names, stated=draft.stated)
