"""Every hand and round of every transcript can be replayed: each step has its rules, in words, and the end tells what was due."""

from __future__ import annotations

from typing import Any

import pytest

from tests.transcripts.languages import FOLDER, LANGUAGES, transcript
from tests.worlds.simulated_log import STAKES
from tombo.ledger.core.clock import INSTANT_MAX
from tombo.ledger.core.entry import Entry
from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.house.banked.refusals import TurnedDown
from tombo.projections.follow import Viewer
from tombo.projections.round.replay import again, steps
from tombo.projections.round.view import of
from tombo.reports.play.replay import noted


def streams(name: str) -> dict[str, list[Entry]]:
    """The entries of every hand and round of a transcript."""
    played = transcript(name)
    played.play()
    found: dict[str, list[Entry]] = {}
    event: Any
    for index, (stream, event) in enumerate(played.world.events):
        if stream.partition(":")[0] in {"hand", *BANKED_GAMES}:
            own = found.setdefault(stream, [])
            now, by = played.world.circumstances[index]
            at = now if isinstance(event, TurnedDown | STAKES) else None  # judged by its time
            own.append(Entry(index, stream, len(own) + 1, event.kind, by, None, at, INSTANT_MAX, event, b"", b""))
    return found


@pytest.mark.parametrize("folder", sorted(LANGUAGES))
def test_every_transcript_can_be_replayed(folder: str) -> None:
    """No step is without a rule or without words for it; what agrees with the rules is received as it is due, and conserved."""
    replays = 0
    for path in sorted((FOLDER / folder).glob("*.txt")):
        for stream, entries in streams(f"{folder}/{path.name}").items():
            replays += 1
            _replayed(entries, f"{path.name}, {stream}")
    assert replays


def _replayed(entries: list[Entry], place: str) -> None:
    view = of(entries, {}, Viewer("auditor"))
    taken, found = steps(view), again(view)
    assert all([*noted(step.notes, view.unit, view.game)] for step in taken), place
    live = getattr(view.opened, "door", "live") == "live"
    if live:
        assert all(step.conserved for step in taken), place
    if live and view.game != "hand":
        lawful = [act for act in view.acts if isinstance(act.entry.event, TurnedDown) and not act.entry.event.forbids]
        assert len(found.differences) == len(lawful), (place, found.differences)  # what should have been taken is told
    if view.state.outcome != "open" and not found.differences:
        assert all(one.recorded == one.recomputed for one in found.received), place
