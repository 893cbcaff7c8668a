"""The ledger's clock: ``recorded`` never runs ahead of it, a leap stops the door, and a person's word lets it go on (A6, G6, G10)."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

import pytest

from tests.conftest import run_raw
from tests.worlds.floor import PLATFORM
from tests.worlds.staff import enrol, signed
from tombo.ledger.core.clock import INSTANT_MAX, SECOND, SteppingClock, SystemClock, display_span
from tombo.ledger.core.clock_watch import AHEAD_MAX, LEAP_MAX, STANDSTILL_MAX, TOLERANCE
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import ClockError, LedgerError, StoreUnavailableError, TamperedError
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.house.log.commands import ConfirmClock
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Store
from tombo.ledger.store.types import RECORDED_OFFSET

ORIGIN: Final = "operator.example/ledger/1"
MANAGER: Final = By(actor="staff", id="s-1", role="manager")
DAY: Final = 86_400 * SECOND
YEARS_14: Final = 14 * 365 * DAY


class Doors:
    """A ledger, and as many doors to it as a test wants, each on a host with its own clock."""

    def __init__(self, url: str, keyring: Keyring) -> None:
        self.url, self.keyring = url, keyring
        self.opened: list[Ledger] = []
        self.clock = SteppingClock(step=1)
        self.first = create_ledger(url, keyring, origin=ORIGIN, manager="s-1", clock=self.clock)
        self.opened.append(self.first)
        self.count = 0
        self.first.handle(Envelope(enrol(ORIGIN, MANAGER.id), PLATFORM, "enrol", None))

    def open(self, by: int = 0) -> Ledger:
        """Another door; its clock is ``by`` microseconds off."""
        clock = SteppingClock(self.clock.instant, step=1)
        clock.is_set(by)
        self.opened.append(open_ledger(self.url, self.keyring, clock=clock))
        return self.opened[-1]

    def asks(self, door: Ledger) -> Acknowledgement | Refused:
        """Something to record."""
        self.count += 1
        return door.handle(Envelope(OpenAccount(player=f"p-{self.count}"), PLATFORM, f"c-{self.count}", None))

    def confirms(self, door: Ledger, by: By = MANAGER) -> Acknowledgement | Refused:
        """A person confirms the clock of ``door``."""
        self.count += 1
        clock, newest = door.clock.now(), door.store.head().recorded
        command = ConfirmClock(clock=clock, floor=max(clock, newest), reason="looked at it")
        return door.handle(signed(Envelope(command, by, f"c-{self.count}", None), ORIGIN))

    @property
    def times(self) -> list[int]:
        """When each entry was recorded."""
        return [unpack(row.state).recorded for row in self.first.store.rows()]

    @property
    def steps(self) -> int:
        """How many steps of the clock are on record."""
        return [entry.kind for entry in self.first.entries(LOG_STREAM)].count("log.clock_stepped.v1")


@pytest.fixture
def doors(store_url: str, tmp_path: Path) -> Iterator[Doors]:
    """A new ledger and its first door, on each store in turn."""
    made = Doors(store_url, Keyring(tmp_path / "keys"))
    yield made
    for ledger in made.opened:
        ledger.store.close()


def write_state(store: Store, index: int, state: bytes) -> None:
    """What a database administrator can do: another state in the row of an entry, past the guards of the table."""
    change = "UPDATE stored_events SET state = {} WHERE notification_id = {}"
    if store.url.startswith("sqlite"):
        ((guard,),) = store.recorder.fetch("SELECT sql FROM sqlite_master WHERE name = 'stored_events_update'")
        drop, literal = "DROP TRIGGER stored_events_update", f"x'{state.hex()}'"
        run_raw(store.url, f"{drop}; {change.format(literal, index + 1)}; {guard};")
    else:
        off, on = (f"ALTER TABLE stored_events {what} TRIGGER only_grows" for what in ("DISABLE", "ENABLE ALWAYS"))
        literal = f"'\\x{state.hex()}'"
        run_raw(store.url, f"{off}; {change.format(literal, index + 1)}; {on}")


def set_ahead(door: Ledger, by: int) -> None:
    """Somebody sets the clock of ``door``'s host."""
    assert isinstance(door.clock, SteppingClock)
    door.clock.is_set(by)


def test_g6_a_clock_that_leaps_ahead_stops_the_door_before_it_records(doors: Doors) -> None:
    """Two commands under a clock of 2040 record nothing; when it is set right the ledger goes on in its own time."""
    doors.asks(doors.first)
    before = doors.times
    set_ahead(doors.first, YEARS_14)
    for _ in range(2):
        with pytest.raises(ClockError, match=r"leapt 14 years .* 'tombo clock confirm"):
            doors.asks(doors.first)
    assert doors.times == before
    set_ahead(doors.first, -YEARS_14)
    assert isinstance(doors.asks(doors.first), Acknowledgement)
    assert doors.times[-1] - before[-1] < SECOND


def test_g6_a_door_opened_under_a_clock_years_ahead_records_nothing(doors: Doors) -> None:
    """At the start there is only the newest entry to go by: 14 years after it is no standstill, a season is one."""
    size = doors.first.store.head().size
    with pytest.raises(ClockError, match="14 years"):
        doors.asks(doors.open(YEARS_14))
    with pytest.raises(ClockError, match="after the newest entry"):
        doors.asks(doors.open(STANDSTILL_MAX + SECOND))
    assert doors.first.store.head().size == size
    assert isinstance(doors.asks(doors.open(270 * DAY)), Acknowledgement)


def test_a6_an_entry_from_the_future_stops_the_door_and_poisons_nothing(doors: Doors) -> None:
    """A head recorded in the year 2053 for a moment: no door, open or new, records in its time, and all is as before without it."""
    newest = doors.first.store.row(doors.first.store.head().size - 1)
    assert newest is not None
    place, later = RECORDED_OFFSET, (doors.times[-1] + 2 * YEARS_14).to_bytes(8, "big")
    write_state(doors.first.store, newest.index, newest.state[:place] + later + newest.state[place + 8 :])
    with pytest.raises(TamperedError, match="is not the entry that was there"):
        doors.asks(doors.first)
    with pytest.raises(LedgerError):
        doors.asks(doors.open())
    write_state(doors.first.store, newest.index, newest.state)
    assert isinstance(doors.asks(doors.first), Acknowledgement)
    assert doors.times[-1] - doors.times[-2] < SECOND


def test_a6_no_entry_bears_a_time_that_the_format_refuses(doors: Doors) -> None:
    """A clock beyond 2**53 microseconds, confirmed or not, seals nothing."""
    size = doors.first.store.head().size
    set_ahead(doors.first, INSTANT_MAX)
    with pytest.raises(ClockError):
        doors.asks(doors.first)
    assert doors.first.store.head().size == size


def test_a_person_confirms_the_clock_and_the_doors_go_on(doors: Doors) -> None:
    """After a leap that was a correction a manager confirms it at one door; the other, which had stopped, goes on too."""
    other = doors.open()
    doors.asks(doors.first)
    doors.asks(other)
    for door in (doors.first, other):
        set_ahead(door, 30 * DAY)
        with pytest.raises(ClockError):
            doors.asks(door)
    assert isinstance(doors.confirms(doors.first, by=By(actor="staff", id="s-1", role="officer")), Refused)
    assert isinstance(doors.confirms(doors.first), Acknowledgement)
    assert isinstance(doors.asks(doors.first), Acknowledgement)
    assert isinstance(doors.asks(other), Acknowledgement)
    assert doors.times == sorted(doors.times)
    set_ahead(other, 2 * LEAP_MAX)
    with pytest.raises(ClockError, match="leapt"):
        doors.asks(other)


def test_a_confirmed_future_stands_until_the_clock_is_there(doors: Doors) -> None:
    """Entries that a wrong clock recorded stay; confirmed, the ledger's time waits for the clock and does not run on."""
    doors.asks(doors.open(30 * DAY))
    with pytest.raises(ClockError, match=r"30 days .* ahead of this machine's clock"):
        doors.asks(doors.first)
    assert isinstance(doors.confirms(doors.first), Acknowledgement)
    assert isinstance(doors.asks(doors.first), Acknowledgement)
    assert len(set(doors.times[-3:])) == 1
    assert isinstance(doors.asks(doors.open()), Acknowledgement)


def test_a_confirmation_is_of_the_clock_it_names(doors: Doors) -> None:
    """One that was written down for another time, or over a floor that is not there, is not recorded."""
    door, now, size = doors.first, doors.clock.instant, doors.first.store.head().size
    for clock, floor in ((now + DAY, now + DAY), (now, now + DAY), (now - DAY, now)):
        command = ConfirmClock(clock=clock, floor=floor, reason="in advance")
        with pytest.raises(ClockError, match="confirmed at"):
            door.handle(signed(Envelope(command, MANAGER, f"early-{clock}-{floor}", None), ORIGIN))
    assert door.store.head().size == size


@pytest.mark.parametrize("starts", [False, True], ids=["while it runs", "at its start"])
@pytest.mark.parametrize("arrived", [False, True], ids=["lost", "unanswered"])
def test_d4_a_confirmation_that_is_not_on_record_confirms_nothing(
    doors: Doors, monkeypatch: pytest.MonkeyPatch, *, starts: bool, arrived: bool
) -> None:
    """The disk fails under it. Red before: the door went on all the same, an hour or a year ahead, and no confirmation was on record."""
    door = doors.open(STANDSTILL_MAX + DAY) if starts else doors.first
    if not starts:
        doors.asks(door)
        set_ahead(door, 3600 * SECOND)
    with pytest.raises(ClockError):
        doors.asks(door)
    fails_at_the_commit(door, monkeypatch, arrived=arrived)
    with pytest.raises(StoreUnavailableError):
        doors.confirms(door)
    assert [entry.kind for entry in door.entries(LOG_STREAM)].count("log.clock_confirmed.v1") == arrived
    if not arrived:
        for _ in range(2):
            with pytest.raises(ClockError):
                doors.asks(door)
        assert isinstance(doors.confirms(door), Acknowledgement)
    assert isinstance(doors.asks(door), Acknowledgement)


def fails_at_the_commit(door: Ledger, monkeypatch: pytest.MonkeyPatch, *, arrived: bool) -> None:
    """The next commit is sealed and undone, or else durable; it ends with an error."""
    insert: Any = door.store.recorder.insert_events

    class Sealing:
        """Seals, and fails."""

        def __init__(self, sealing: Any) -> None:
            self.sealing = sealing

        def seal(self, *given: Any) -> Any:
            """Seal; then the disk fails."""
            self.sealing.seal(*given)
            raise StoreUnavailableError("the disk is full; nothing was recorded")

    def insert_events(events: Any, **given: Any) -> Any:
        monkeypatch.undo()
        if not arrived:
            return insert(events, **{**given, "sealing": Sealing(given["sealing"])})
        insert(events, **given)
        raise StoreUnavailableError("no answer")

    monkeypatch.setattr(door.store.recorder, "insert_events", insert_events)


def test_a_confirmation_as_the_last_act_vouches_for_a_long_standstill(doors: Doors) -> None:
    """Who closes for two years confirms the clock before; with anything recorded after it, it vouches no more."""
    assert isinstance(doors.confirms(doors.first), Acknowledgement)
    late = doors.open(2 * STANDSTILL_MAX)
    assert isinstance(doors.asks(late), Acknowledgement)
    later = doors.open(4 * STANDSTILL_MAX)
    with pytest.raises(ClockError):
        doors.asks(later)


def test_g10_a_small_skew_between_hosts_is_not_recorded(doors: Doors) -> None:
    """Two doors 20 ms apart take turns for 300 commands: no step is recorded, and no time decreases."""
    behind = doors.open(-SECOND // 50)
    for number in range(300):
        doors.asks(behind if number % 2 else doors.first)
    assert doors.steps == 0
    assert doors.times == sorted(doors.times)


@pytest.mark.parametrize(("back", "steps"), [(TOLERANCE // 2, 0), (2 * TOLERANCE, 1), (AHEAD_MAX - SECOND, 1)])
def test_a_step_back_is_recorded_beyond_the_tolerance(doors: Doors, back: int, steps: int) -> None:
    """Below the tolerance nothing is said; up to the limit the step is recorded, once, and the door goes on."""
    doors.asks(doors.first)
    set_ahead(doors.first, -back)
    for _ in range(3):
        assert isinstance(doors.asks(doors.first), Acknowledgement)
    assert doors.steps == steps


def test_a_leap_is_seen_by_commits_that_are_sent_ahead(doors: Doors) -> None:
    """A commit on its way while the next is decided is held to the clock as any other."""
    told: list[object] = []
    with ThreadPoolExecutor(1) as pool:
        set_ahead(doors.first, YEARS_14)
        job = Envelope(OpenAccount(player="p-ahead"), PLATFORM, "ahead", None)
        doors.first.handle_ahead([job], pool, lambda taken, outcomes: told.append((taken, outcomes)))
        assert not doors.first.land()
    assert told == [(1, None)]


def test_time_that_passes_is_no_leap(doors: Doors) -> None:
    """A door that had nothing to do for a month goes on; the machine's monotonic clock says that the month has passed."""
    doors.asks(doors.first)
    doors.clock.instant += 30 * DAY
    assert isinstance(doors.asks(doors.first), Acknowledgement)


def test_the_machine_has_a_clock_that_nobody_sets() -> None:
    """It goes forward, in microseconds."""
    clock = SystemClock()
    assert 0 < clock.monotonic() <= clock.monotonic()


@pytest.mark.parametrize(
    ("span", "text"),
    [
        (0, "0 seconds"),
        (250_000, "0.25 seconds"),
        (61 * SECOND, "1 minute 1 seconds"),
        (400 * DAY, "1 year 35 days"),
        (DAY, "1 day"),
    ],
)
def test_spans_are_told_in_two_units(span: int, text: str) -> None:
    """An error says by how much in words a person can check."""
    assert display_span(span) == text
