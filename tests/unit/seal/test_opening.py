"""Sealed openings: bound to their place, and a card counts only where its commitment says it is that card."""

from __future__ import annotations

from typing import Any

import pytest

from tombo.ledger.core.command import Opening
from tombo.ledger.core.entry import By, Entry
from tombo.ledger.core.errors import KeyFileError, TamperedError
from tombo.ledger.games.poker.events import HoleCardsDealt
from tombo.ledger.seal.commitment import card_commitment
from tombo.ledger.seal.sealed_opening import SEALED_SIZE, OpeningKey, SealedRow, as_opened, opened

ORIGIN = "operator.example/ledger/1"
STREAM = "hand:mesa-1/1"
KEY = OpeningKey(bytes(range(32)), ORIGIN)
CARDS = [Opening(slot, 50 - slot, bytes([slot + 1]) * 32) for slot in range(4)]


def row(opening: Opening, key: OpeningKey = KEY, **place: Any) -> SealedRow:
    """``opening`` as its table keeps it, said to stand at another ``place`` than it was sealed for."""
    sealed = key.seal(STREAM, 4, opening, bytes([opening.slot]) * 12)
    return (place.get("stream", STREAM), place.get("version", 4), place.get("slot", opening.slot), sealed)


def holding(data: bytes) -> SealedRow:
    """``data`` in place of a card and its salt, sealed for the first card's place by who has the key."""
    sealed = KEY._cipher.encrypt(bytes(12), data, KEY._bound(STREAM, 4) + bytes(1))
    return (STREAM, 4, 0, bytes(12) + sealed)


def deal(commitments: list[str | None] | None = None) -> Entry:
    """The entry that dealt the cards."""
    if commitments is None:
        commitments = [card_commitment(STREAM, *opening).hex() for opening in CARDS]
    event = HoleCardsDealt(commitments=commitments, seats=[1, 2, 1, 2])
    by = By(actor="platform", id="games")
    return Entry(9, STREAM, 4, "hand.hole_cards_dealt.v1", by, None, None, 1, event, bytes(32), bytes(32))


def test_cards_sealed_together_are_sealed_as_each_alone() -> None:
    """Over several deals, each card with its own twelve bytes of what is drawn, in order."""
    nonces = [bytes([number]) * 12 for number in range(8)]
    openings = [(stream, version, card) for stream, version in ((STREAM, 4), ("hand:mesa-1/2", 4)) for card in CARDS]
    expected = [
        (stream, version, card.slot, KEY.seal(stream, version, card, nonce))
        for (stream, version, card), nonce in zip(openings, nonces, strict=True)
    ]
    assert KEY.seal_all(openings, lambda count: b"".join(nonces)[:count]) == expected
    assert KEY.seal_all((), bytes) == []


def test_what_is_sealed_opens_at_its_place() -> None:
    """Card and salt come back as they were; the row is of one length whatever the card."""
    assert [KEY.open(row(opening)) for opening in CARDS] == CARDS
    assert {len(row(opening)[3]) for opening in CARDS} == {SEALED_SIZE}


@pytest.mark.parametrize(
    "moved",
    [
        row(CARDS[0], stream="hand:mesa-1/2"),
        row(CARDS[0], version=5),
        row(CARDS[0], slot=1),
        row(CARDS[0], slot=None),
        row(CARDS[0], version=-1),
        row(CARDS[0], OpeningKey(bytes(range(32)), "operator.example/ledger/2")),
        row(CARDS[0], OpeningKey(bytes(32), ORIGIN)),
        (STREAM, 4, 0, b""),
        (STREAM, 4, 0, "text"),
        holding(b""),
    ],
)
def test_a_row_moved_or_changed_does_not_open(moved: Any) -> None:
    """Another place, ledger or key, or bytes that are none, are refused with the place."""
    with pytest.raises(TamperedError, match="does not open"):
        KEY.open(moved)


def test_a2_a_card_is_used_only_if_it_was_committed_to() -> None:
    """A2: with the very key of the openings another card, salt or slot is refused: the commitment in the entry decides."""
    assert opened([deal()], [row(opening) for opening in CARDS], KEY) == dict(enumerate(CARDS))
    lies = [
        CARDS[1]._replace(card=3),
        CARDS[1]._replace(salt=bytes(32)),
        CARDS[1]._replace(slot=2),
        Opening(1, 77, bytes(32)),
    ]
    for lie in (*lies, CARDS[1]._replace(slot=9)):
        with pytest.raises(TamperedError, match=f"{STREAM} version 4 slot {lie.slot} is not what was committed to"):
            opened([deal()], [row(CARDS[0]), row(lie)], KEY)
    with pytest.raises(TamperedError, match="slot 0 is not what"):
        opened([deal()], [row(CARDS[0]), row(CARDS[0])], KEY)


def test_a2_what_is_no_card_is_refused_with_the_very_key_too() -> None:
    """A2: nothing at all, a card without its salt, or with one too short or too long, is never used, and stops nobody who looks."""
    for data in (b"", b"\x01", bytes([50]) + CARDS[0].salt[1:], bytes([50]) + CARDS[0].salt + b"\x01"):
        with pytest.raises(TamperedError, match=f"the opening of {STREAM} version 4 slot 0"):
            opened([deal()], [holding(data)], KEY)
        ((_, (*_, card, salt)),) = KEY.open_each([(9, *holding(data))])
        assert (card, salt) == ((data[0], data[1:]) if data else (None, None))


def test_a_card_without_commitment_or_without_deal_is_refused() -> None:
    """An opening of a card that was dealt openly, or in an entry that deals none, opens nothing."""
    with pytest.raises(TamperedError, match="not what was committed to"):
        opened([deal([None] * 4)], [row(CARDS[0])], KEY)
    with pytest.raises(TamperedError, match="not what was committed to"):
        opened([], [row(CARDS[0])], KEY)


def test_a_row_that_is_not_there_is_withheld() -> None:
    """What is not in the table is left out, without an error."""
    assert opened([deal()], [row(CARDS[2])], KEY) == {2: CARDS[2]}
    assert opened([deal()], [], KEY) == {}


def test_a_key_has_32_bytes_and_shows_none() -> None:
    """A key of another length is refused, and a key's text says nothing of it."""
    with pytest.raises(KeyFileError, match="31 bytes"):
        OpeningKey(bytes(31), ORIGIN)
    assert repr(KEY) == "OpeningKey(hidden)"


def test_cards_opened_one_after_the_other_are_opened_as_each_alone() -> None:
    """Whatever a row holds, and whatever the one before it held: an equal version of another type is none, nor is a place that is no place."""
    strange: list[tuple[Any, ...]] = [
        (*row(CARDS[1])[:1], version, slot, sealed)
        for version in (4, 4.0, True, None, -4, 2**70, "4")
        for slot in (1, 1.0, -1, 300, None, "1")
        for sealed in (row(CARDS[1])[3], b"", None, "text", row(CARDS[2])[3])
    ]
    places: list[tuple[Any, ...]] = [(stream, None, 1, row(CARDS[1])[3]) for stream in ("", None, 7, "hand:é", STREAM)]
    good = [row(card) for card in CARDS]
    for one in [*strange, *places, holding(b"")]:
        for rows in ([one, *good], [good[0], one, good[1]], [one, one]):
            found = list(KEY.open_each((at, *each) for at, each in enumerate(rows)))
            assert found == [(at, as_opened(each, KEY)) for at, each in enumerate(rows)]
