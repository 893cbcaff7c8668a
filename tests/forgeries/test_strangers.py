"""M6: entries in streams of another type, whichever kind in whichever: no view tells them, none counts them, none ends in a fault."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.entry import By, CommandRef, Entry, EventBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.ids import local, table_of
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.games.every import GAMES
from tombo.ledger.kinds import EVENTS
from tombo.ledger.operate.keyring import Keyring, open_ledger
from tombo.ledger.store import CommandRow, open_store, open_views
from tombo.ledger.store.mapper import CanonicalMapper, Draft
from tombo.ledger.store.sealing import Batch
from tombo.projections.registry import FOLLOWED
from tombo.projections.round.last import TAKING_PART
from tombo.projections.strangers import all_at_home, at_home
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, LedgerDoor, play

NOON: Final = BEGINS + 6 * HOUR
PLAN: Final = Plan(seed=11, begins=NOON, ends=NOON + HOUR // 2, tables=28, malice=0.03, trouble=0.15, outages=2)
URL: Final = "sqlite:///ledger.db"


class Room(NamedTuple):
    """A ledger of every game, in ``folder``; its log, and an event of every kind in it but those of keys, which nobody goes on behind."""

    folder: Path
    log: tuple[Entry, ...]
    events: Mapping[str, EventBase]

    def stream(self, sort: str, kind: str = "", who: str = "") -> str:
        """The newest stream of a type, one with an entry of ``kind`` that names ``who``."""
        named = [
            entry.stream
            for entry in self.log
            if entry.stream.startswith(f"{sort}:")
            and entry.kind.startswith(kind)
            and who in entry.event.model_dump_json()
        ]
        return named[-1]

    def players(self, game: str) -> list[str]:
        """Who took part in what was played last in euro of a game, the one who did so first of all first."""
        kinds = [kind for kind in TAKING_PART if kind.startswith(f"{game}.")]
        found = {
            name: None
            for entry in self.log
            if entry.kind in kinds and "tournament" not in entry.stream
            for name in re.findall(r'"player":"([^"]+)"', entry.event.model_dump_json())
        }
        return list(found)

    def around(self, stream: str) -> str:
        """All that is said in a stream, and in those of the same name before its number."""
        table = local(stream).rpartition("/")[0] or local(stream)
        return " ".join(entry.event.model_dump_json() for entry in self.log if local(entry.stream).startswith(table))

    def others(self, sort: str) -> list[EventBase]:
        """An event of every kind that is of another type than ``sort``; each type begins with another."""
        found = [event for kind, event in self.events.items() if not kind.startswith(f"{sort}.")]
        turn = sum(map(ord, sort)) % len(found)
        return found[turn:] + found[:turn]


def _log() -> list[Entry]:
    store = open_store(URL, read_only=True)
    try:
        return [CanonicalMapper(store.origin).to_entry(row) for row in store.rows()]
    finally:
        store.close()


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Room:
    """Half an hour of every game, with outages; every projection is followed."""
    folder = tmp_path_factory.mktemp("strangers") / "room"
    folder.mkdir()
    door = LedgerDoor(f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), PLAN.seed)
    try:
        assert play(PLAN, door, kills=0).day.failures == []
    finally:
        door.ledger.store.close()
    with inside(folder):
        assert ran("views", "follow").status == 0
        log = _log()
    played = {entry.kind.partition(".")[0] for entry in log if entry.kind in TAKING_PART}
    assert played >= {"blackjack", "hand", "roulette", "sem_descarte"}
    return Room(
        folder, tuple(log), {entry.kind: entry.event for entry in reversed(log) if not entry.kind.startswith("key.")}
    )


@pytest.fixture
def copy(room: Room, tmp_path: Path) -> Iterator[Path]:
    """A copy of it, and work in there."""
    folder = Path(shutil.copytree(room.folder, tmp_path / "copy"))
    with inside(folder):
        yield folder


def ran(*words: str) -> Ran:
    """``tombo`` on it."""
    return tombo("--ledger", URL, "--keys", "keys", *words)


def seal(planted: Sequence[tuple[str, EventBase]]) -> int:
    """What a stolen event key seals, in a commit; the log index of the first of it."""
    log = _log()
    ledger = open_ledger(URL, Keyring(Path("keys")), clock=SteppingClock(log[-1].recorded + SECOND, step=0))
    heads: dict[str, tuple[int, bytes]] = {entry.stream: (entry.version, entry.hash) for entry in log}
    batch, ref = Batch(), CommandRef(digest="00" * 16, id="thief/1")
    platform = By(actor="platform", id="platform")
    for stream, event in planted:
        version, head = heads.get(stream, (0, bytes(32)))
        batch.drafts.append(Draft(stream, version + 1, event, platform, ref, None))
        batch.heads.setdefault(stream, head)
        heads[stream] = version + 1, head
    batch.commands.append(CommandRow("thief/1", bytes(16), 0, len(planted)))
    ledger.sealing.put(batch.drafts, batch=batch)
    ledger.store.close()
    return int(batch.first)


def kept() -> dict[str, Any]:
    """Every row that projections keep, and what they know of play."""
    found: dict[str, Any] = {}
    with open_views(URL) as views:
        for projection in FOLLOWED:
            build = views.live(projection.name)
            assert build is not None
            for table in projection.tables:
                columns = ", ".join(name for name, _ in table.columns)
                found[f"{projection.name}.{table.name}"] = sorted(
                    views.fetch(build, f"SELECT {columns} FROM {{{table.name}}}", ())
                )
            found[projection.name] = build.state
    return found


TYPES: Final = (
    "access",
    "account",
    "banked",
    "blackjack",
    "credential",
    "day",
    "dispute",
    "hand",
    "house",
    "import",
    "incident",
    "key",
    "log",
    "player",
    "registration",
    "report",
    "roulette",
    "ruleset",
    "sem_descarte",
    "session",
    "staff",
    "table",
    "tournament",
)


READ: Final = (
    "account",
    "banked",
    "blackjack",
    "dispute",
    "hand",
    "incident",
    "roulette",
    "ruleset",
    "sem_descarte",
    "session",
    "table",
    "tournament",
)
"""The types of stream that views of money, play and complaints are computed from."""
NUMBER: Final = re.compile(r"[\d,]*\d")


def test_m6_no_projection_keeps_a_row_of_any_kind_in_any_stream_of_another_type(room: Room, copy: Path) -> None:
    """All pairs at once. Red before: a stake of another game, a session of a dispute; or no row at all for anybody, KeyError."""
    before, day = kept(), day_of(room.log[-1].recorded)
    night = ran("--json", "reconcile", "--day", day).document
    pairs = [
        (name, event)
        for sort in TYPES
        for name in (room.stream(sort) if sort in _there(room) else f"{sort}:x-1", f"{sort}:y-1/1")
        for event in room.others(sort)
    ]
    assert len(pairs) > 3_000
    seal(pairs)
    assert ran("views", "follow").status == 0
    assert kept() == before
    for projection in FOLLOWED:
        assert ran("views", "rebuild", projection.name).status == 0
    assert kept() == before
    now = ran("--json", "reconcile", "--day", day).document
    assert now["closing"] == night["closing"]
    assert [one for one in now["problems"] if one["check"] == "views"] == []


def _there(room: Room) -> set[str]:
    return {entry.stream.partition(":")[0] for entry in room.log}


def _named(views: Sequence[str]) -> dict[str, Ran]:
    return {words: ran(*words.split()) for words in views}


def _same(was: Ran, now: Ran) -> bool:
    """The same answer, but for how long the log is."""
    return (was.status, NUMBER.sub("N", was.out)) == (now.status, NUMBER.sub("N", now.out))


def _refused(found: Ran, at: int) -> bool:
    """Told at its place, in the place of a line or of all."""
    told = found.out + found.err
    return (
        found.status == 1
        and "TAMPERED" in told
        and f"log index {at} " in told
        and re.search("run 'tombo (verify|audit)'", told) is not None
    )


def test_m6_streams_that_nobody_began_change_nothing_that_is_told(room: Room, copy: Path) -> None:
    """Of each type one, with an entry of every other kind. Red before: a last hand of an incident, KeyError; a list of disputes that was none."""
    player = room.players("hand")[0]
    some = {sort: room.stream(sort) for sort in _there(room)}
    told = (
        f"player last-hand {player} --last 3",
        f"player statement {player}",
        f"book show wallet:{player}",
        "refunds",
        "hand list --limit 500",
        "round list --limit 500",
        f"hand replay {local(some['hand'])}",
        f"round show {some['roulette']}",
        f"table show {local(some['table'])}",
        f"tournament show {local(some['tournament'])}",
        f"dispute show {local(some['dispute'])}",
        "book balance",
    )
    lists = {"table list": 2, "tournament list": 1, "dispute list": 1, "credential list": 1}
    before = _named((*told, *lists))
    at = seal([(f"{sort}:y-1/1", event) for sort in TYPES for event in room.others(sort)])
    now = _named((*told, *lists, "status", "ruleset list", "staff list", "keys list"))
    assert [words for words in told if not _same(before[words], now[words])] == []
    for words, lost in lists.items():
        lines = now[words].out.splitlines()
        assert [line for line in lines if "TAMPERED" not in line] == before[words].out.splitlines()
        assert (now[words].status, sum("TAMPERED" in line for line in lines)) == (1, lost)
    assert [words for words, found in now.items() if "fault of tombo" in found.err or found.status > 1] == []
    assert not any(f"log index {at - 1} " in found.out + found.err for found in now.values())


@pytest.mark.parametrize("sort", READ)
def test_m6_who_asks_for_what_holds_a_stranger_is_told_its_place(room: Room, copy: Path, sort: str) -> None:
    """And who asks for something else gets it. Red before: it was shown as true, or a fault of tombo itself."""
    who, stream, asked = _of_type(room, sort)
    other = next(name for name in room.players("hand") if name not in room.around(stream) and name != who)
    elsewhere = (f"player statement {other}", f"book show wallet:{other}", "book balance")
    before = _named((*asked, *elsewhere))
    assert {found.status for found in before.values()} == {0}
    at = seal([(stream, event) for event in room.others(sort)])
    now = _named((*asked, *elsewhere))
    assert [words for words in asked if not _refused(now[words], at)] == []
    assert [words for words in elsewhere if not _same(before[words], now[words])] == []
    then = _named([f"{words} --at {at - 1}" for words in asked if "statement" in words or "wallet" in words])
    assert [words for words, found in then.items() if found.status] == []


def _of_type(room: Room, sort: str) -> tuple[str, str, list[str]]:
    """A player, a stream of a type that has to do with him, and what tells of both."""
    if sort == "incident":
        void = next(entry for entry in reversed(room.log) if entry.kind == "hand.voided.v1")
        return "", f"incident:{void.event.incident}", ["refunds", f"hand show {local(void.stream)}"]
    if sort == "dispute":
        stream = room.stream(sort)
        return "", stream, ["dispute list", f"dispute show {local(stream)}"]
    if sort == "ruleset":
        return "", room.stream(sort), ["ruleset list", f"ruleset show {local(room.stream(sort))}"]
    if sort in {"account", "session"}:
        who = room.players("hand")[0]
        stream = f"account:{who}" if sort == "account" else room.stream(sort, "session.started", f'"player":"{who}"')
        return who, stream, [f"player statement {who}", *([f"book show wallet:{who}"] if sort == "account" else [])]
    if sort == "tournament":
        entered = next(entry for entry in reversed(room.log) if entry.kind == "tournament.registered.v1")
        name, who = local(entered.stream), entered.event.player
        shows = [f"tournament {show} {name}" for show in ("show", "prizes")]
        return who, entered.stream, [f"player statement {who}", "tournament list", *shows]
    game = {"table": "hand", "banked": "roulette"}.get(sort, sort)
    who = room.players(game)[-1]
    round_ = room.stream(game, "", f'"player":"{who}"')
    if sort in {"table", "banked"}:
        name = f"{sort}:{table_of(round_)}"
        return (
            who,
            name,
            [f"table show {name.removeprefix('table:')}", "table list"],
        )  # his statement ends where he left
    noun, name = ("hand", local(round_)) if sort == "hand" else ("round", round_)
    shows = [f"{noun} {show} {name}" for show in ("show", "replay")]
    return who, round_, [f"player statement {who}", f"player last-hand {who}", f"{noun} list --limit 500", *shows]


def test_m6_no_type_of_stream_is_left_out() -> None:
    """Every kind there is has its type here, and every game is one that views are computed from."""
    assert {kind.partition(".")[0] for kind in EVENTS} == set(TYPES)
    assert GAMES.keys() - set(READ) == set()


def test_m6_every_kind_is_at_home_in_its_own_type_of_stream_alone() -> None:
    """Of every kind there is, in a stream of every type: passed over where all is read, refused with its place where one is."""
    rows = [(at, f"{sort}:x-1/1", 1, kind, b"") for sort in TYPES for at, kind in enumerate(EVENTS)]
    own = [row for row in rows if row[1].startswith(f"{row[3].partition('.')[0]}:")]
    assert (list(at_home(rows)), len(own)) == (own, len(EVENTS))
    assert list(all_at_home(own)) == own
    for row in rows:
        if row not in own:
            with pytest.raises(
                OutOfPlaceError, match=f"TAMPERED: {row[3]} at log index {row[0]} .* of {row[1]} "
            ) as told:
                list(all_at_home([row]))
            assert told.value.index == row[0]
