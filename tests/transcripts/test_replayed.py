"""Every hand and round of every transcript can be replayed: each step has its rules, in words, and the end tells what was due."""

from __future__ import annotations

from typing import Any

import pytest

from cli.note_words import HAND_SAID, ROUND_SAID, noted
from ledger.core.entry import By, Entry
from ledger.games.every import BANKED_GAMES
from ledger.games.poker.audit import differences as hand_differences
from projections import hand_replay, round_replay
from projections.follow import Viewer
from projections.hand_view import of as hand_of
from projections.round_view import of as round_of
from tests.transcripts.languages import FOLDER, LANGUAGES, transcript

PLATFORM = By(actor="platform", id="games")


def streams(name: str) -> dict[str, list[Entry]]:
    """The entries of every hand and round of a transcript."""
    played = transcript(name)
    played.play()
    found: dict[str, list[Entry]] = {}
    event: Any
    for index, (stream, event) in enumerate(played.world.events):
        if stream.partition(":")[0] in {"hand", *BANKED_GAMES}:
            own = found.setdefault(stream, [])
            own.append(Entry(index, stream, len(own) + 1, event.kind, PLATFORM, None, None, 0, event, b"", b""))
    return found


@pytest.mark.parametrize("folder", sorted(LANGUAGES))
def test_every_transcript_can_be_replayed(folder: str) -> None:
    """No step is without a rule or without words for it; what agrees with the rules is received as it is due, and conserved."""
    replays = 0
    for path in sorted((FOLDER / folder).glob("*.txt")):
        for stream, entries in streams(f"{folder}/{path.name}").items():
            replays += 1
            (_hand if stream.startswith("hand:") else _round)(entries, f"{path.name}, {stream}")
    assert replays


def _hand(entries: list[Entry], place: str) -> None:
    hand, taken = hand_of(entries, {}, Viewer()).hand, list(hand_replay.steps(entries))
    assert all([*noted(step.notes, hand.terms.unit, HAND_SAID)] for step in taken), place
    if hand.outcome != "open" and not hand_differences(hand):
        assert all(one.recorded == one.recomputed for one in hand_replay.received(hand)), place
    if hand.started.door == "live":
        assert all(step.conserved for step in taken), place


def _round(entries: list[Entry], place: str) -> None:
    view = round_of(entries, {}, Viewer())
    taken = list(round_replay.steps(view))
    assert all([*noted(step.notes, view.unit, ROUND_SAID)] for step in taken), place
    assert all(step.conserved for step in taken), place
    assert round_replay.differences(view) == (), place
    assert all(one.recorded == one.recomputed for one in round_replay.received(view)), place
