"""What the tests of PHH share: persons in memory, a hand from text to events and back, counted entropy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from tombo.ledger.core.entry import By, Entry
from tombo.ledger.exchange.door import Person
from tombo.ledger.exchange.phh.hand import ImportedHand, Importer, convert
from tombo.ledger.exchange.phh.read import HandUnreadableError, blocks, parse_hand
from tombo.ledger.exchange.phh.toml import toml_text
from tombo.ledger.exchange.phh.write import hand_text
from tombo.ledger.games.poker.events import BlindPosted, FindingRecordedV2, HandStarted, PotAwarded
from tombo.ledger.games.poker.state import Hand, evolve
from tombo.ledger.said import told
from tombo.ledger.seal.canonical import decode
from tombo.ledger.seal.personal import Field, open_text

ORIGIN: Final = "operator.example/ledger/1"
OFFICER: Final = By(actor="import", id="officer-1")
FIXTURES: Final = Path(__file__).resolve().parents[1] / "data" / "phh"


class MemoryPersons:
    """Persons by venue and name, for as long as the test lasts."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], Person] = {}

    def person(self, venue: str, name: str) -> Person:
        number = len(self.known)
        return self.known.setdefault((venue, name), Person.of(f"p-{number}", number.to_bytes(32, "big")))

    def keep(self) -> frozenset[str]:
        return frozenset()

    def secret(self, person: str) -> bytes:
        """The secret of a pseudonym."""
        return next(known.secret for known in self.known.values() if known.id == person)


class CountedEntropy:
    """Bytes that never repeat and are the same in every run."""

    def __init__(self) -> None:
        self.drawn = 0

    def __call__(self, size: int) -> bytes:
        self.drawn += 1
        return b"".join((self.drawn * 1_000 + at).to_bytes(4, "big") for at in range(size // 4))


class Desk:
    """Where a hand becomes events and text again."""

    def __init__(self) -> None:
        self.persons = MemoryPersons()
        self.importer = Importer(ORIGIN, self.persons, CountedEntropy())

    def convert(self, text: str, where: str = "test.phh") -> ImportedHand:
        """The hand of a file's text."""
        return convert(parse_hand(text.encode(), where), self.importer)

    def names(self, hand: ImportedHand) -> list[str]:
        """The sealed names of a hand, opened."""
        started = hand.events[0]
        assert isinstance(started, HandStarted) and started.source is not None
        people = [player.player for player in started.seats]
        writer = decode(started.source.document.encode()).get("free_text_of")
        return [
            open_text(sealed, self.persons.secret(person), Field(ORIGIN, hand.stream, 1, f"source.names.{place}"))
            if sealed
            else ""
            for place, (sealed, person) in enumerate(
                zip(started.source.names, [*people, *([writer] if writer else [])], strict=True)
            )
        ]

    def exported(self, hand: ImportedHand) -> str:
        """The file again, for who may see everything."""
        return hand_text(entries_of(hand), hole_cards=cards_of(hand), names=self.names(hand))


def entries_of(hand: ImportedHand) -> list[Entry]:
    """The events of a hand as entries; nobody looks at hashes here."""
    return [
        Entry(n, hand.stream, n + 1, event.kind, OFFICER, None, hand.occurred, n, event, b"", b"")
        for n, event in enumerate(hand.events)
    ]


def cards_of(hand: ImportedHand) -> dict[int, int]:
    """The closed cards of a hand by slot."""
    return {opening.slot: opening.card for opening in hand.openings}


def found(hand: ImportedHand) -> list[tuple[str, str]]:
    """Rule and message of every finding."""
    return [(event.rule, told(event).text()) for event in hand.events if isinstance(event, FindingRecordedV2)]


def kinds(hand: ImportedHand) -> list[str]:
    """The kinds of a hand's events without their versions: ``bet_placed``."""
    return [event.kind.split(".")[1] for event in hand.events]


def phh(fields: Mapping[str, str] | None = None, *, actions: Sequence[str] | None = None) -> str:
    """A short hand of three players, with ``fields`` (TOML text by name; empty leaves one out) in place of its own."""
    lines = {
        "variant": "'NT'",
        "antes": "[0, 0, 0]",
        "blinds_or_straddles": "[1, 2, 0]",
        "min_bet": "2",
        "starting_stacks": "[100, 100, 100]",
        "actions": toml_text(list(actions) if actions is not None else SHORT),
    }
    lines.update(fields or {})
    return "".join(f"{name} = {value}\n" for name, value in lines.items() if value)


SHORT: Final = ["d dh p1 ????", "d dh p2 AhKh", "d dh p3 ????", "p3 f", "p1 f"]
"""Everybody folds to the big blind."""


def imported(text: str) -> ImportedHand:
    """The hand of a file's text, by a desk of its own."""
    return Desk().convert(text)


def refusal(text: str) -> str:
    """Why the hand ``text`` is not recorded."""
    with pytest.raises(HandUnreadableError) as caught:
        imported(text)
    return caught.value.reason


def started(hand: ImportedHand) -> HandStarted:
    """How the hand began."""
    event = hand.events[0]
    assert isinstance(event, HandStarted)
    return event


def posts(hand: ImportedHand) -> list[tuple[str, int, int]]:
    """Post, seat and amount of every obligatory bet."""
    return [(event.post, event.seat, event.paid) for event in hand.events if isinstance(event, BlindPosted)]


def awards(hand: ImportedHand) -> list[tuple[int, int]]:
    """Seat and amount of every payment."""
    return [(event.seat, event.amount) for event in hand.events if isinstance(event, PotAwarded)]


def folded(hand: ImportedHand, *, to: int | None = None, less: int = 0) -> Hand:
    """The hand at its end; with each payment to another seat, or of less, than it has."""
    state: Hand | None = None
    for event in hand.events:
        paid = {"seat": to or event.seat, "amount": event.amount - less} if isinstance(event, PotAwarded) else {}
        state = evolve(state, event.model_copy(update=paid))
    assert state is not None
    return state


def shared_hands() -> list[ImportedHand]:
    """The recordable hands of the cash-game fixture."""
    desk = Desk()
    with (FIXTURES / "cash-game.phhs").open("rb") as file:
        return [desk.convert(block.text.decode(), block.label) for block in list(blocks(file, many=True))[:2]]


def showdown(shows: Sequence[str], *, holes: Sequence[str] = ("AhKd", "QsQc"), board: str = "2c7d9hTs3s") -> str:
    """Two players all-in before the flop; ``p1`` is the big blind."""
    deals = [f"d dh p{n} {cards}" for n, cards in enumerate(holes, 1)]
    boards = [f"d db {board[:6]}", f"d db {board[6:8]}", f"d db {board[8:]}"]
    return phh(
        {"antes": "[0, 0]", "blinds_or_straddles": "[1, 2]", "starting_stacks": "[100, 100]"},
        actions=[*deals, "p2 cbr 100", "p1 cc", *boards, *shows],
    )
