"""A5: one entry of what is not there, or is over, stops nobody else's statement; the night names its place, and who is concerned is told.

On both stores: whoever has the event key seals an entry of every kind that a statement reads, in a stream nobody began and in its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from unittest.mock import patch

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.played import played
from tombo.ledger.core.clock import SECOND, SteppingClock, SystemClock
from tombo.ledger.core.entry import By, CommandRef, Entry
from tombo.ledger.core.lisbon import day_of, window
from tombo.ledger.house.incident.events import HandsListed, IncidentClosed
from tombo.ledger.house.ruleset.events import RulesetWithdrawn
from tombo.ledger.operate.keyring import Keyring, open_ledger
from tombo.ledger.store import CommandRow, open_store
from tombo.ledger.store.mapper import CanonicalMapper, Draft
from tombo.ledger.store.sealing import Batch
from tombo.projections.session_statement.fold import SessionStatement
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR

NOON: Final = BEGINS + 6 * HOUR
PLAN: Final = Plan(seed=9, begins=NOON, ends=NOON + HOUR // 2, tables=28, malice=0.03, trouble=0.15, outages=2)
ENDED: Final = "session.ended.v1"
FIRST: Final = {"banked.opened.v1", "session.started.v1", "table.opened.v1", "tournament.announced.v1"}
"""Kinds that begin their stream: what else stands first in one follows nothing."""
SILENT: Final = {kind for kind in SessionStatement.reads if kind.startswith("hand.")} | {
    "table.closed.v1",
    "table.hand_ended.v1",
    "table.hand_started.v1",
}
"""Kinds of which nothing comes where there is no table for money: those of tournaments are none."""


class Room(NamedTuple):
    """An evening of every game at ``url``, whose keys are in the folder where one is; its log."""

    url: str
    log: Sequence[Entry]

    def ran(self, *words: str) -> Ran:
        """What a command says of it."""
        return tombo("--ledger", self.url, "--keys", "keys", *words)

    def years_later(self, player: str) -> Ran:
        """The statement of a player for two days of a year in which nothing happens, when they are over."""
        with patch.object(SystemClock, "now", lambda _: window("2030-01-03")[0]):
            return self.ran("player", "statement", player, "--from", "2030-01-01", "--to", "2030-01-02")

    def night(self) -> Ran:
        """The night of its day."""
        return self.ran("--json", "reconcile", "--day", day_of(self.log[-1].recorded))

    def newest(self) -> Mapping[str, Entry]:
        """By kind that a statement reads, the newest entry of it."""
        return {entry.kind: entry for entry in self.log if entry.kind in SessionStatement.reads}

    def statement(self, player: str) -> Ran:
        """That of a player."""
        return self.ran("--json", "player", "statement", player)

    def seal(self, planted: Sequence[tuple[str, Any]]) -> int:
        """What a stolen event key seals, all in one commit; the log index of the first of it."""
        clock = SteppingClock(self.log[-1].recorded + SECOND, step=0)
        heads = {entry.stream: (entry.version, entry.hash) for entry in self.log}
        ledger = open_ledger(self.url, Keyring(Path("keys")), clock=clock)
        batch, ref = Batch(), CommandRef(digest="00" * 16, id="thief/1")
        for stream, event in planted:
            version, head = heads.get(stream, (0, bytes(32)))
            batch.drafts.append(Draft(stream, version + 1, event, By(actor="platform", id="platform"), ref, None))
            batch.heads.setdefault(stream, head)
            heads[stream] = version + 1, head
        batch.commands.append(CommandRow("thief/1", bytes(16), 0, len(planted)))
        try:
            ledger.sealing.put(batch.drafts, batch=batch)
        finally:
            ledger.store.close()
        return int(batch.first)


@pytest.fixture
def room(store_url: str, tmp_path: Path) -> Iterator[Room]:
    """Half an hour of every game, with outages; every projection is followed, and the night has nothing to say."""
    with inside(tmp_path):
        with played(PLAN, store_url, tmp_path, kills=0):
            pass
        store = open_store(store_url, read_only=True)
        try:
            made = Room(store_url, [CanonicalMapper(store.origin).to_entry(row) for row in store.rows()])
        finally:
            store.close()
        assert made.ran("views", "follow").status == 0
        assert made.night().status == 0
        yield made


def named(night: Ran) -> set[int]:
    """The log indices at which the night names what no statement counts."""
    return {
        index
        for one in night.document["problems"]
        if one["check"] == "accounts" and "no statement counts it" in one["text"]
        for index in one["entries"]
    }


def test_a5_a_second_end_of_a_session_stops_nobody_elses_statement(room: Room) -> None:
    """Red before: everybody's ended with TAMPERED in the view, for ever, and neither verifier nor night nor audit said why."""
    ended = next(entry for entry in room.log if entry.kind == ENDED)
    whose = {entry.stream: entry.event.player for entry in room.log if entry.kind == "session.started.v1"}
    his = whose[ended.stream]
    other = next(player for player in whose.values() if player != his)
    before = room.statement(other).document
    at = room.seal([(ended.stream, ended.event)])
    assert room.ran("views", "follow").status == 0
    assert room.ran("views", "rebuild", "session_statement").status == 0
    after = room.statement(other)
    assert (after.status, after.document["lines"]) == (0, before["lines"])
    refused = room.statement(his)
    assert (refused.status, refused.out) == (1, "")
    assert f"TAMPERED: {ENDED} at log index {at} cannot follow what is on record of {ended.stream}" in refused.err
    assert room.statement(his).err == refused.err
    assert (room.night().status, named(room.night())) == (1, {at})
    assert room.ran("views", "drop", "session_statement").status == 0
    assert named(room.night()) == {at}


def test_a5_no_kind_in_a_stream_that_nobody_began_stops_a_statement(room: Room) -> None:
    """Red before: of some twenty kinds one entry was enough, for every player and as of any instant."""
    planted = [
        (f"{kind.partition('.')[0]}:zz-{number}/1", entry.event)
        for number, (kind, entry) in enumerate(room.newest().items())
        if kind not in FIRST
    ]
    players = {entry.event.player for entry in room.log if entry.kind == "session.started.v1"}
    asked = sorted(players)[::6]
    before = {player: room.statement(player).document for player in asked}
    at = room.seal(planted)
    assert room.ran("views", "follow").status == 0
    for player in asked:
        after = room.statement(player)
        assert (after.status, after.document["lines"]) == (0, before[player]["lines"]), player
    found = named(room.night())
    assert {event.kind for index, (_, event) in enumerate(planted, at) if index not in found} <= SILENT


def test_a5_no_kind_behind_the_end_of_its_stream_stops_a_statement(room: Room) -> None:
    """Red before: the same, where the stream is over; who was there is refused with the place, or told what he had."""
    planted = [(entry.stream, entry.event) for kind, entry in room.newest().items() if kind not in FIRST]
    at = room.seal(planted)
    assert room.ran("views", "follow").status == 0
    for player in sorted({entry.event.player for entry in room.log if entry.kind == "session.started.v1"})[::6]:
        told = room.statement(player)
        beside = told.document["not_counted"] if told.out else []
        assert told.status == int(bool(told.err or beside))
        assert all(one["stream"].startswith("tournament:") for one in beside)
        assert not told.err or ("TAMPERED: " in told.err and "cannot follow what is on record of " in told.err), (
            told.err
        )
    night = room.night()
    assert night.status == 1
    found = named(night)
    assert found <= set(range(at, at + len(planted)))
    assert {event.kind for index, (_, event) in enumerate(planted, at) if index not in found} <= SILENT


def test_b1_an_entry_that_begins_nothing_takes_one_line_of_a_list(room: Room) -> None:
    """Red before: the whole list was refused, or ended in its middle, without a place; or said that there is no such ruleset."""
    events = {entry.kind: entry.event for entry in room.log}
    planted = [
        ("dispute list", "dispute:aa", events["dispute.resolved.v2"]),
        ("dispute list", "dispute:ab", events["dispute.opened.v2"]),  # its words were sealed for another place
        ("ruleset list", "ruleset:aa", RulesetWithdrawn(reason="x")),
        ("tournament list", "tournament:aa", events["tournament.prize_awarded.v1"]),
    ]
    before = {words: room.ran(*words.split()) for words, _, _ in planted}
    at = room.seal([(stream, event) for _, stream, event in planted])
    for words, honest in before.items():
        told = room.ran(*words.split())
        places = [(stream, index) for index, (asked, stream, _) in enumerate(planted, at) if asked == words]
        lost = [line for line in told.out.splitlines() if "TAMPERED: " in line]
        assert (told.status, told.err) == (1, ""), words
        assert [line for line in told.out.splitlines() if line not in lost] == honest.out.splitlines()
        for line, (stream, index) in zip(lost, places, strict=True):
            assert f" at log index {index} " in line, line
            assert f"{stream.partition(':')[2]} " in line, line
            assert "'tombo verify'" in line, line
    for stream in ("dispute:aa", "dispute:ab"):
        assert room.ran("dispute", "show", stream[8:]).status == 1


def test_b1_an_incident_that_cannot_be_read_takes_one_line_of_the_status(room: Room) -> None:
    """Red before: nothing was said but the refusal, for ever."""
    before = room.ran("--json", "status")
    hands = HandsListed(hands=[])
    at = room.seal([("incident:aa", hands), ("incident:ab", IncidentClosed(note="x"))])
    told, document = room.ran("status"), room.ran("--json", "status")
    assert (before.status, told.status, told.err, document.status) == (0, 1, "", 1)
    for index, name in enumerate(("aa", "ab"), at):
        assert f"Incident {name}: TAMPERED: incident." in told.out
        assert f" at log index {index} cannot follow what is on record of incident:{name} (" in told.out
    lost = document.document.pop("incidents_not_readable")
    assert [(one["incident"], one["log_index"]) for one in lost] == [("aa", at), ("ab", at + 1)]
    assert document.document["open_incidents"] == before.document["open_incidents"]
    assert document.document["findings"] == before.document["findings"]


@pytest.mark.parametrize("kind", ["tournament.prize_awarded.v1", "tournament.finished.v1", "table.closed.v1"])
def test_a5_an_entry_behind_the_end_of_a_tournament_refuses_who_it_names_alone(
    room: Room, tmp_path: Path, kind: str
) -> None:
    """Red before: the statement of all who had entered was refused, of whatever period; then of one in which it happened."""
    prize = next(entry for entry in reversed(room.log) if entry.kind == "tournament.prize_awarded.v1")
    event = prize.event if kind == prize.kind else next(one for one in room.log if one.kind == kind).event
    entered = [one.event for one in room.log if one.stream == prize.stream and one.kind == "tournament.registered.v1"]
    his = {one.player for one in entered if one.entry == prize.event.entry}
    others = sorted({one.player for one in entered} - his)[:2]
    day = ("--day", day_of(room.log[-1].recorded))
    before = {player: room.ran("player", "statement", player, *day) for player in others}
    at = room.seal([(prize.stream, event)])
    said = f"TAMPERED: {kind} at log index {at} cannot follow what is on record of {prize.stream} ("
    for player in others:
        assert room.years_later(player).status == 0
        told = room.ran("player", "statement", player, *day)
        alarms = [line for line in told.out.splitlines() if "TAMPERED: " in line]
        assert (told.status, told.err, len(alarms)) == (1, "", 1)
        assert alarms[0].startswith(said)
        assert f"says nothing of {player}" in alarms[0]
        assert _but_its_size(told, alarms[0]) == _but_its_size(before[player])
        document = room.ran("--json", "player", "statement", player, *day)
        (found,) = document.document["not_counted"]
        assert (document.status, found["log_index"], found["kind"]) == (1, at, kind)
        page = tmp_path / f"{player}.html"
        assert room.ran("player", "statement", player, *day, "--html", str(page)).status == 1
        assert (
            f"{kind} at log index {at}" in page.read_text() or f"{kind} no índice de registo {at}" in page.read_text()
        )
    for player in his:
        names = "entry" in type(event).model_fields
        assert room.years_later(player).status == int(names)
        told = room.ran("player", "statement", player, *day)
        assert (told.status, told.out == "", said in told.err) == (1, names, names)


def _but_its_size(told: Ran, *but: str) -> list[str]:
    """The lines of a statement, but its own log index and ``but``."""
    return [line for line in told.out.splitlines() if line not in but and not line.startswith("As of log index ")]
