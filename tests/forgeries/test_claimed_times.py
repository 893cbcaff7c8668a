"""C1: an event key seals entries that claim another time: no cent leaves the days, and the night names the entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tests.forgeries.test_acts import ORIGIN, Honest
from tests.forgeries.twice import kinds
from tests.worlds.forged_ledger import Act, Commit, acts, commits, sealed
from tombo.ledger.core.clock import FROM_FILES, LATENESS, SKEW, happened
from tombo.ledger.core.ids import IMPORT_TABLE
from tombo.ledger.core.lisbon import HOUR, day_of
from tombo.projections.reconciliation.model import Reconciliation
from tombo.projections.reconciliation.run import reconcile

DAY = 24 * HOUR
IMPORTED = f"table:{IMPORT_TABLE}"
SETTLED = "hand.settled.v1"


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Honest:
    """The honest ledger."""
    return Honest(tmp_path_factory.mktemp("claimed"))


def recorded_of(found: list[Commit], act: Act) -> int:
    """When an act is recorded."""
    return next(commit.recorded for commit in found if act in commit.acts)


def nights(honest: Honest, found: list[Commit], name: str, *more: int) -> dict[str, Reconciliation]:
    """The nights of every day on which something was recorded, and of those of ``more`` instants."""
    days = {day_of(instant) for instant in (*(commit.recorded for commit in found), *more)}
    with sealed(found, f"sqlite:///{honest.folder / f'{name}.db'}", ORIGIN, honest.key) as store:
        return {day: reconcile(store, None, day) for day in days}


def sums(days: dict[str, Reconciliation]) -> Counter[tuple[str, str]]:
    """What the days' totals come to by regulation and figure, and how many entries are of a day."""
    come: Counter[tuple[str, str]] = Counter()
    for day in days.values():
        come["", "entries"] += day.entries
        for game in day.totals:
            come.update(
                {(game.regulation, name): cents for name, cents in game._asdict().items() if name != "regulation"}
            )
    return come


def of_time(day: Reconciliation) -> list[tuple[int, ...]]:
    """The entries whose times a night names."""
    return [one.entries for one in day.problems if one.check == "time"]


CLAIMS: dict[str, Callable[[int], int]] = {
    "40 days back": lambda recorded: recorded - 40 * DAY,
    "a day back": lambda recorded: recorded - DAY,
    "1970": lambda _: 1,
    "sixteen minutes back": lambda recorded: recorded - LATENESS - 60_000_000,
    "ahead": lambda recorded: recorded + SKEW + 1,
    "2031": lambda recorded: recorded + 2_000 * DAY,
}


@pytest.mark.parametrize("kind", [SETTLED, "account.deposited.v1", "account.compensated.v1"])
@pytest.mark.parametrize("name", list(CLAIMS))
def test_c1_a_claim_moves_no_cent_out_of_the_days(honest: Honest, name: str, kind: str) -> None:
    """Red before: a settlement dated 40 days back, or to 1970, was of no day that anybody looks at, and everything tied."""
    found = commits(honest.entries, honest.ends)
    for act in kinds(found, kind):
        act.occurred = CLAIMS[name](recorded_of(found, act))
    forged = {act.kind: (recorded_of(found, act), act) for act in acts(found) if act.occurred is not None}
    assert forged
    was = nights(honest, commits(honest.entries, honest.ends), f"honest {name} {kind}")
    days = nights(honest, found, f"{name} {kind}")
    assert sums(days) == sums(was)
    assert sums(days)["", "entries"] == sum(len(commit.acts) for commit in found)
    for recorded, act in forged.values():
        assert (act.index,) in of_time(days[day_of(recorded)])
        assert not days[day_of(recorded)].ties


def test_c1_the_day_that_is_claimed_names_the_entry_too(honest: Honest) -> None:
    """Red before: the night of the day that was claimed counted the settlement as its own, and tied."""
    found = commits(honest.entries, honest.ends)
    (act,) = kinds(found, SETTLED)
    act.occurred = claimed = recorded_of(found, act) - 40 * DAY
    days = nights(honest, found, "claimed", claimed)
    assert of_time(days[day_of(claimed)]) == [(act.index,)]
    assert days[day_of(claimed)].totals == ()


def test_c1_a_whole_day_moved_to_the_day_before_is_counted_where_it_was_recorded(honest: Honest) -> None:
    """Red before: so many entries moved to the day before tied there."""
    found = commits(honest.entries, honest.ends)
    for commit in found:
        for act in commit.acts:
            act.occurred = commit.recorded - DAY
    claimed = found[0].recorded - DAY
    days = nights(honest, found, "moved", claimed)
    assert len(of_time(days[day_of(found[0].recorded)])) == days[day_of(found[0].recorded)].entries
    assert days[day_of(claimed)].entries == 0
    assert not days[day_of(claimed)].ties


def test_c1_within_a_hand_no_time_goes_back(honest: Honest) -> None:
    """Red before: a hand whose end was claimed before its beginning tied."""
    found = commits(honest.entries, honest.ends)
    (begun,), (act,) = kinds(found, "hand.started.v1"), kinds(found, SETTLED)
    begun.occurred = recorded_of(found, begun)
    act.occurred = begun.occurred - 1
    (told,) = [one for day in nights(honest, found, "back").values() for one in day.problems if one.check == "time"]
    assert told.entries == (act.index,)
    assert "which its stream has; expected no earlier time" in told.text


@pytest.mark.parametrize(
    ("begun", "complained", "told"),
    [
        (0, -SKEW, None),
        (0, -SKEW - 1, "of hand:mesa-1/1, which began at "),
        (0, -40 * DAY, "of hand:mesa-1/1, which began at "),
        (None, -40 * DAY, None),
    ],
)
def test_f7_nobody_complained_of_a_hand_before_it(
    honest: Honest, begun: int | None, complained: int, told: str | None
) -> None:
    """Red before: a complaint of the year before the hand, sealed with a stolen event key, tied; of a hand that claims no time nobody can tell."""
    found = commits(honest.entries, honest.ends)
    (hand,), (act,) = kinds(found, "hand.started.v1"), kinds(found, "dispute.opened.v2")
    at = recorded_of(found, hand)
    hand.occurred = None if begun is None else at
    act.event = act.event.model_copy(update={"complained": at + complained})
    days = nights(honest, found, f"complained {begun} {complained}")
    problems = [(one.entries, one.text) for day in days.values() for one in day.problems if one.check == "time"]
    assert [entries for entries, _ in problems] == ([] if told is None else [(act.index,)])
    assert told is None or told in problems[0][1]


@pytest.mark.parametrize(("ahead", "told"), [(SKEW, 0), (SKEW + 1, 1), (1_000 * DAY, 1)])
def test_f7_nobody_complained_after_it_was_on_record(honest: Honest, ahead: int, told: int) -> None:
    """Red before: a complaint of the future tied, and its register showed days below zero."""
    found = commits(honest.entries, honest.ends)
    (act,) = kinds(found, "dispute.opened.v2")
    act.event = act.event.model_copy(update={"complained": recorded_of(found, act) + ahead})
    assert sum(len(of_time(day)) for day in nights(honest, found, f"ahead {ahead}").values()) == told


@pytest.mark.parametrize(("by", "told"), [(SKEW, 0), (SKEW + 1, 1)])
def test_c1_on_an_account_a_time_goes_back_by_the_skew_of_the_servers(honest: Honest, by: int, told: int) -> None:
    """Several servers write to an account; their clocks differ by ``SKEW`` and no more."""
    found = commits(honest.entries, honest.ends)
    first, second, *_ = [act for act in acts(found) if act.stream == "account:p-1"]
    first.occurred = recorded_of(found, first)
    second.occurred = first.occurred - by
    assert sum(len(of_time(day)) for day in nights(honest, found, f"skew {by}").values()) == told


def test_c1_what_comes_from_a_file_has_the_time_of_the_file() -> None:
    """Hands played elsewhere years ago are of their day, and of an import nothing is late."""
    assert FROM_FILES[0] == f"hand:{IMPORT_TABLE}/"
    assert happened(1, 40 * DAY, f"hand:{IMPORT_TABLE}/a") == 1
    assert happened(1, 40 * DAY, "hand:mesa-1/1") == 40 * DAY
    assert happened(40 * DAY - LATENESS, 40 * DAY, "hand:mesa-1/1") == 40 * DAY - LATENESS
    assert happened(40 * DAY + 1, 40 * DAY, "hand:mesa-1/1") == 40 * DAY


def test_c1_no_table_of_the_house_has_the_name_of_files(honest: Honest) -> None:
    """The times of hands from files are not asked: a table of that name, which a stolen key opens, is told by the night of its day."""
    found = commits(honest.entries, honest.ends)
    table = next(act.stream for act in kinds(found, "table.opened.v1"))
    for act in acts(found):
        act.stream = IMPORTED if act.stream == table else act.stream
    told = [one.text for day in nights(honest, found, "files").values() for one in day.problems if one.check == "chain"]
    assert (
        f"{IMPORTED} was opened, which is the table of hands that are read from files; expected a table of another name"
        in told
    )
