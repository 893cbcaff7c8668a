"""``tombo reconcile --close``: a day put on record once, with its totals; what comes later is late; days of 23 and 25 hours, and empty ones."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import pytest

from tests.tools.cli_run import Ran, inside, keep_key, tombo
from tests.worlds.wheel_ledger import COLOUR, NUMBER, ORIGIN, again, wheel
from tombo.ledger.core.clock import SECOND, SystemClock
from tombo.ledger.core.lisbon import HOUR, window
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit
from tombo.ledger.house.day.commands import CloseDay
from tombo.ledger.house.day.events import DayTotal
from tombo.ledger.seal.entry import unpack_time
from tombo.ledger.store import open_store

DAY: Final = "2026-07-15"
NEXT: Final = "2026-07-16"
STARTS, ENDS = window(DAY)
MIDDAY: Final = STARTS + 12 * HOUR
MINUTE: Final = 60 * SECOND
PRIZE: Final = 35 * NUMBER
"""What 17 pays for a number, besides the stake (R804 r.13); it is black."""


class Night:
    """The folder of a ledger, and the job that is run there at two in the morning, when the day is over."""

    def __init__(self, url: str, folder: Path) -> None:
        self.url = url
        self.folder = folder
        self.now = ENDS + 2 * HOUR

    def reconcile(self, *words: str, day: str = DAY) -> Ran:
        """``tombo reconcile`` of a day, when it is ``now``."""
        self.now += SECOND
        with patch.object(SystemClock, "now", lambda _: self.now):
            return tombo("--ledger", self.url, "--keys", f"{self.folder}/keys", "reconcile", "--day", day, *words)

    def kinds(self, stream: str = f"day:{DAY}") -> list[str]:
        """The kinds of the entries of a stream."""
        with open_store(self.url, read_only=True) as store:
            return [row.kind for row in store.stream_rows(stream)]

    def events(self) -> list[dict[str, Any]]:
        """What was signed of the day."""
        with open_store(self.url, read_only=True) as store:
            return [json.loads(unpack_time(row.state)[1])["event"] for row in store.stream_rows(f"day:{DAY}")]

    def size(self) -> int:
        """How many entries there are."""
        with open_store(self.url, read_only=True) as store:
            return store.head().size

    def late(self) -> str:
        """A spin of the last minute of the day which is recorded only the day after."""
        self.now = ENDS + 5 * MINUTE
        with again(self.url, self.folder, self.now) as found:
            return found.spins("17", occurred=ENDS - MINUTE)


def played(url: str, folder: Path) -> Night:
    """A ledger at ``url`` on which p-1 won a spin and p-2 another, on the same day."""
    with wheel(url, folder, MIDDAY) as found:
        found.spins("17")
        found.clock.instant += HOUR
        found.spins("36")
    for name in ("ana", "rui"):
        keep_key(folder / "keys", ORIGIN, name)
    return Night(url, folder)


@pytest.fixture
def night(tmp_path: Path, sqlite_url: str) -> Iterator[Night]:
    """Such a ledger in a file."""
    with inside(tmp_path):
        yield played(sqlite_url, tmp_path)


def test_a_day_is_closed_with_what_it_came_to(store_url: str, tmp_path: Path) -> None:
    """On both stores: one entry, signed, with totals, hands, size of the log, newest checkpoint and no problem; then it ties."""
    night = played(store_url, tmp_path)
    size = night.size()
    ran = night.reconcile("--close", "--json")
    assert (ran.status, ran.err) == (0, "")
    assert ran.document["closed"] == {"log_index": size, "size": size, "says": True, "statement": None}
    assert night.size() == size + 1
    (event,) = night.events()
    checkpoint = event.pop("checkpoint")
    assert (checkpoint["size"], len(checkpoint["root"])) == (size, 44)
    staked = 2 * (NUMBER + COLOUR)
    paid = (NUMBER + PRIZE) + 2 * COLOUR
    assert event == {
        "kind": "day.closed.v2",
        "date": DAY,
        "hands": 2,
        "index": size,
        "problems": [],
        "rate_bp": 2_500,
        "statement": None,
        "base": 0,
        "tax": 0,
        "totals": [
            {
                "regulation": "R804",
                "staked": staked,
                "paid": paid,
                "refunded": 0,
                "commission": 0,
                "gross": staked - paid,
                "borne": 0,
            }
        ],
    }
    repeated = night.reconcile()
    assert repeated.status == 0
    assert f"Closed at log index {size}, over the first {size} entries" in repeated.out


def test_closing_twice_records_nothing(night: Night) -> None:
    """The second run says where it was closed, and ends as the first did."""
    first = night.reconcile("--close")
    size = night.size()
    second = night.reconcile("--close")
    assert (first.status, second.status) == (0, 0)
    assert second.err == f"{DAY} was closed at log index {size - 1}; nothing was recorded\n"
    assert (night.size(), night.kinds()) == (size, ["day.closed.v2"])
    assert second.out.splitlines()[2:] == first.out.splitlines()[2:]


def test_what_comes_for_a_closed_day_is_late(night: Night) -> None:
    """A spin told after its day was closed: the day no longer ties, each entry of it and each total it changed is named; so does the next day say."""
    night.now = ENDS
    assert night.reconcile("--close").status == 0
    closed = night.size() - 1
    stream = night.late()
    ran = night.reconcile("--json")
    late = [one for one in ran.document["problems"] if one["check"] == "late"]
    assert (ran.status, ran.document["counts"]) == (1, {"late": len(late)})
    texts = [one["text"] for one in late]
    assert f"{stream} version 1, roulette.round_opened.v1, is of {DAY}, which was closed before it came" in texts
    totals = {one["text"]: one["cents"] for one in late if one["entries"] == [closed]}
    staked, paid = 2 * (NUMBER + COLOUR), NUMBER + PRIZE + 2 * COLOUR
    assert totals == {
        _signed("R804 gross", staked - paid, staked - paid + COLOUR - PRIZE): PRIZE - COLOUR,
        _signed("R804 paid", paid, paid + NUMBER + PRIZE): NUMBER + PRIZE,
        _signed("R804 staked", staked, staked + NUMBER + COLOUR): NUMBER + COLOUR,
        _signed("hands", 2, 3): 0,
    }
    following = night.reconcile(day=NEXT)
    assert following.status == 1
    assert "IT DOES NOT TIE" in following.out
    assert f"  late: {stream} version 1, roulette.round_opened.v1, is of {DAY}, which was closed" in following.out
    assert night.reconcile(day="2026-07-14").status == 0


def _signed(name: str, was: int, now: int) -> str:
    return f"{name} of {DAY} was signed as {was} when it was closed; with the late entries it is {now}"


def test_totals_that_never_were_are_named(night: Night) -> None:
    """A manager closed the day with other totals than its entries have: nothing late explains that."""
    lie = DayTotal(borne=0, commission=0, gross=1_000, paid=0, refunded=0, regulation="R804", staked=2_200)
    with again(night.url, night.folder, ENDS + HOUR) as found:
        size = found.ledger.store.head().size
        told: dict[str, Any] = {"base": 1_000, "date": DAY, "hands": 2, "index": size, "rate_bp": 2_500, "tax": 250}
        found.floor.do(CloseDay(problems=[], totals=[lie], **told))
    ran = night.reconcile("--json")
    assert ran.status == 1
    assert {one["text"]: one["cents"] for one in ran.document["problems"]} == {
        _lie("R804 gross", 1_000, -3_400): 4_400,
        _lie("R804 paid", 0, 5_600): 5_600,
        _lie("base", 1_000, 0): 1_000,
        _lie("tax", 250, 0): 250,
    }


def _lie(name: str, was: int, gives: int) -> str:
    same = f"the same entries give {gives} now, and nothing late explains it"
    return f"{name} of {DAY} was signed as {was} when it was closed; {same}"


def test_a_day_with_problems_can_be_closed(night: Night) -> None:
    """It says on record how many, check by check, the wallet's differences among them; status 1 as without --close."""
    with again(night.url, night.folder, MIDDAY + 2 * HOUR) as found:
        found.spins(None)
    Path("wallet.csv").write_text("transaction,player,operation,amount,occurred\n", encoding="utf-8")
    ran = night.reconcile("--close", "--wallet", "wallet.csv", "--json")
    missing = ran.document["wallet"]["totals"]["missing_there"]["count"]
    assert (ran.status, ran.document["counts"]) == (1, {"unfinished": 1})
    (event,) = night.events()
    assert event["problems"] == [{"check": "unfinished", "count": 1}, {"check": "wallet", "count": missing}]
    assert missing > 0


def test_a_day_that_is_not_over_is_not_closed(night: Night) -> None:
    """The day under way can be looked at, and is not put on record before its last microsecond: status 2."""
    size = night.size()
    night.now = ENDS - 3 * SECOND
    assert night.reconcile().status == 0
    ran = night.reconcile("--close")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"tombo: {DAY} is not over in Lisbon; expected a day that is, to close it\n"
    assert night.size() == size
    assert night.reconcile("--close").status == 0, "it is midnight now"


def test_c3_a_day_from_before_the_ledger_is_not_closed(night: Night) -> None:
    """By a mistyped year too. Red before: 1997 could be closed for ever, though the ledger began in 2026."""
    night.now = ENDS
    for day in ("1997-07-15", "2026-07-14"):
        ran = tombo("--ledger", night.url, "--keys", "keys", "reconcile", "--day", day, "--close")
        assert ran.status == 1
        assert f"the day {day} is from before this ledger, which began on {DAY}" in ran.err
    assert night.reconcile("--close").status == 0


def test_who_closes_may(night: Night) -> None:
    """A manager by name may; an officer is refused, status 1, and nothing is recorded."""
    size = night.size()
    refused = night.reconcile("--close", "--staff", "rui")
    assert (refused.status, night.size()) == (1, size)
    assert "refused under House: authority" in refused.err
    assert night.reconcile("--close", "--staff", "ana").status == 0


@pytest.mark.parametrize(("day", "closes"), [("2026-07-10", []), (NEXT, ["--close"])])
def test_a_day_with_nothing_ties(night: Night, day: str, closes: list[str]) -> None:
    """Before the ledger began, and after it fell silent, where it closes: no entries, no money, in balance; and it ties again."""
    night.now += 24 * HOUR
    first = night.reconcile(*closes, "--json", day=day)
    second = night.reconcile("--json", day=day)
    for ran in (first, second):
        found = ran.document
        assert (ran.status, found["entries"], found["hands"], found["totals"], found["problems"]) == (0, 0, 0, [], [])
        assert (found["base"], found["tax"]) == (0, 0)
    assert second.document["closed"] == first.document["closed"]


@pytest.mark.parametrize("day", ["2026-07-10", NEXT])
def test_a_day_with_nothing_does_not_pass_for_one_that_was_looked_through(night: Night, day: str) -> None:
    """Somebody who mistyped the day is told that no entry is of it, not that everything ties."""
    night.now += 24 * HOUR
    assert night.reconcile(day=day).out.startswith(f"{day}: NOTHING TO TIE: no entry is of this day\n")


def test_what_was_left_open_stays_so_on_days_without_entries(night: Night) -> None:
    """A spin nobody finished is a problem of its day and of every day after it; after 90 days its age is told."""
    with again(night.url, night.folder, MIDDAY + 2 * HOUR) as found:
        stream = found.spins(None)
    for day, said in (
        (DAY, "is not finished"),
        (NEXT, "is not finished"),
        ("2026-10-31", "is not finished, and older than 90 days"),
    ):
        night.now = window(day)[1] + 2 * HOUR
        ran = night.reconcile("--json", day=day)
        assert [(one["check"], one["text"]) for one in ran.document["problems"]] == [("unfinished", f"{stream} {said}")]
    assert night.reconcile(day="2026-07-14").status == 0


@pytest.mark.parametrize(
    ("day", "hours", "twice"), [("2026-10-25", 25, "01h*"), ("2026-03-29", 23, None), ("2026-07-15", 24, None)]
)
def test_a_day_has_the_hours_of_lisbon(
    tmp_path: Path, sqlite_url: str, day: str, hours: int, twice: str | None
) -> None:
    """From its first microsecond to its last, where the clocks change too; what is beside it is another day's."""
    starts, ends = window(day)
    assert ends - starts == hours * HOUR
    with wheel(sqlite_url, tmp_path, starts - 2 * HOUR) as found:
        for instant in (starts - 1, starts, starts + 5 * HOUR // 2, ends - 1, ends):
            found.clock.instant = max(found.clock.instant, instant)
            if instant == ends - 1:  # told after midnight, as what claims this is
                found.clock.instant = ends + MINUTE
                found.spins("17", occurred=ends - MINUTE)
            deposit = Deposit(amount=Money(100), player="p-1", reference=f"MB {instant}")
            found.floor.do(deposit, occurred=instant)
            if instant == starts:
                found.clock.instant += 5 * MINUTE
                found.spins("17", occurred=starts + MINUTE)
    ran = Night(sqlite_url, tmp_path).reconcile("--json", day=day)
    assert (ran.status, ran.document["hands"]) == (0, 2)
    labels = [label for label, _ in ran.document["hours"]]
    assert (len(labels), twice in labels or twice is None) == (hours, True)
    (total,) = ran.document["totals"]
    assert (total["settled"], total["staked"]) == (2, 2 * (NUMBER + COLOUR))
    text = Night(sqlite_url, tmp_path).reconcile(day=day).out
    assert f"A Lisbon day of {hours} hours" in text
    wallet = tmp_path / "wallet.csv"
    wallet.write_text("transaction,player,operation,amount,occurred\n", encoding="utf-8")
    tied = Night(sqlite_url, tmp_path).reconcile("--json", "--wallet", str(wallet), day=day).document["wallet"]
    deposits = [
        each["movements"][0]["amount"] for each in tied["differences"] if each["movements"][0]["operation"] == "deposit"
    ]
    assert deposits == [100, 100, 100]


def test_a_ledger_that_is_not_there_has_no_day(tmp_path: Path, sqlite_url: str) -> None:
    """Where only its keys are left it is told as everywhere, and none is made."""
    night = played(sqlite_url, tmp_path)
    for path in tmp_path.glob("ledger.db*"):
        path.unlink()
    ran = night.reconcile()
    assert (ran.status, ran.out) == (2, "")
    assert "there is no ledger" in ran.err
    assert not (tmp_path / "ledger.db").exists()
