"""What a country's files keep of sessions, places and accesses: what goes on, or is still to be told, and nothing of what is over."""

from __future__ import annotations

import pytest

from tests.unit.regulators.test_sessions import day_play
from tests.worlds.reported import DAY, Night
from tombo.ledger.core.lisbon import window
from tombo.reports.regulators import reading

LATER = (window(DAY)[1], window(DAY)[1] + 1)
"""Behind the day."""


def test_of_sessions_that_are_over_nothing_is_kept(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """But of one that has a hand, a round or a tournament in play. Red before: every session, place and access there ever was."""
    (all_of_it,) = day_play(night, LATER)
    monkeypatch.setattr(reading, "FORGETS", 25)
    (play,) = day_play(night, LATER)
    play.forget(play.plays.since())
    known, since = play.known, play.plays.since()
    over = {name: each.over for name, each in known.sessions.items() if each.over is not None}
    held = {place.session: at for at, place in known.places.items() if place.session in over}
    assert set(over) == set(held), "what is kept is where something goes on"
    assert all(since[held[name][0]] < index for name, index in over.items())
    assert set(known.through) <= set(known.sessions)
    used = {stream for through in known.through.values() for stream in through}
    assert all(access.closed is None or access.stream in used for access in known.accesses.values())
    assert known.sessions.items() < all_of_it.known.sessions.items()
    assert 2 * len(known.sessions) < len(all_of_it.known.sessions)
    assert 2 * len(known.places) < len(all_of_it.known.places)
    assert 2 * len(known.accesses) < len(all_of_it.known.accesses)


def test_a_day_is_told_the_same_whenever_one_forgets(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions, tables, instants, accesses and sums; that all files are the same, the tests of each country's week say."""
    (once,) = day_play(night, window(DAY))
    monkeypatch.setattr(reading, "FORGETS", 1)
    (always,) = day_play(night, window(DAY))
    assert always.parts == once.parts
    assert always.sums == once.sums
    assert all(always.session(name) == once.session(name) for name in once.parts)
    first = {name: once.known.first_access_of(name) for name in once.parts}
    assert {name: always.known.first_access_of(name) for name in always.parts} == first
