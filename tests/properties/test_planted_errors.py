"""A clean simulated day has no problem; each error planted in it is found and named, alone and among others."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.conftest import run_raw
from tests.worlds.forge import Due, Forge, NoPlaceError, Plant, place
from tests.worlds.forged_ledger import Act, Commit, acts, commits, sealed, without
from tests.worlds.planted_errors import PLANTS
from tests.worlds.planted_money import cent_of_blackjack, debit_twice
from tests.worlds.planted_play import unfinished_hand, unfinished_round
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.lisbon import day_of, window
from tombo.ledger.house.day.events import DayClosedV2, DayTotal
from tombo.ledger.operate.keyring import Keyring
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.store import Store, open_views
from tombo.projections.accounts.followed import Accounts
from tombo.projections.accounts.reading import balances
from tombo.projections.follow import Follower
from tombo.projections.reconciliation.model import CHECKS, Closed, Problem, Reconciliation, taxed
from tombo.projections.reconciliation.run import reconcile
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, ORIGIN, LedgerDoor, entries, play

DAY: Final = "2026-07-15"
NOON: Final = BEGINS + 6 * HOUR
PLAN: Final = Plan(seed=9, begins=NOON, ends=NOON + HOUR, tables=28, malice=0.03, trouble=0.15, outages=2)


EURO: Final = '{"currency":"EUR","decimals":2}'
CHIPS: Final = '{"currency":null,"decimals":0}'


class Honest:
    """The honest day: what it says, and the key that sealed it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        door = LedgerDoor(f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), PLAN.seed)
        try:
            assert play(PLAN, door, kills=1).day.failures == []
            store = door.ledger.store
            self.key: PrivateKey = door.ledger.sealing.key
            self.entries: list[Entry] = list(entries(store))
            self.ends = sorted({(header := unpack(row.state)).first + header.count for row in store.rows()})
            with open_views(store.url) as views:
                self.found = reconcile(store, views, DAY)
        finally:
            door.ledger.store.close()
        self._forged = 0

    def forge(self) -> Forge:
        """The day, to be changed."""
        return Forge(commits(self.entries, self.ends))

    def sealed(self, found: list[Commit]) -> Store:
        """A new ledger of these commits."""
        self._forged += 1
        return sealed(found, f"sqlite:///{self.folder}/forged-{self._forged}.db", ORIGIN, self.key)


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Honest:
    """Played once."""
    return Honest(tmp_path_factory.mktemp("planted"))


def night(store: Store, day: str = DAY) -> Reconciliation:
    """The night job over a ledger, which is closed then."""
    with store, open_views(store.url) as views:
        return reconcile(store, views, day)


def is_told(due: Due, problem: Problem) -> bool:
    """Whether ``problem`` is what was due."""
    places = {act.index for act in due.acts}
    return (
        problem.check == due.check
        and set(problem.entries) == places
        and problem.cents == due.cents
        and due.says in problem.text
    )


def check(due: list[Due], found: Reconciliation) -> None:
    """All that was due is told, and nothing else; several sentences may be about one thing."""
    for one in due:
        assert any(is_told(one, problem) for problem in found.problems), (one, found.problems)
    places = {(one.check, frozenset(act.index for act in one.acts)) for one in due}
    others = [problem for problem in found.problems if (problem.check, frozenset(problem.entries)) not in places]
    assert others == []
    assert not found.ties
    assert set(found.counts) == {one.check for one in due}


def test_an_honest_day_has_no_problem(honest: Honest) -> None:
    """Every game, tournaments, void rounds, deaths of the platform: nothing is said of them but what they came to."""
    assert honest.found.problems == ()
    assert honest.found.ties
    assert honest.found.entries == len(honest.entries) - honest.found.start
    assert honest.found.hands > 100
    again = night(honest.sealed(commits(honest.entries, honest.ends)))
    assert again == honest.found


@pytest.mark.parametrize("plant", PLANTS, ids=lambda plant: plant.__name__)
def test_an_error_planted_alone_is_found_and_named(honest: Honest, plant: Plant) -> None:
    """The right check says it, with its entries and by how many cents, and no other check says anything."""
    forge = honest.forge()
    due = plant(forge)
    check(due, night(honest.sealed(forge.commits)))


def test_every_check_has_an_error_that_it_finds(honest: Honest) -> None:
    """Planted among the others; or, where it takes a closed day, a row altered by hand or a statement from outside, in a test of its own."""
    planted = {due.check for plant in PLANTS for due in plant(honest.forge())}
    assert set(CHECKS) - planted == {"late", "views", "wallet"}


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(chosen=st.lists(st.sampled_from(PLANTS), min_size=2, max_size=len(PLANTS), unique=True))
def test_errors_planted_together_are_all_found(honest: Honest, chosen: list[Plant]) -> None:
    """Any of them among any others, in any order: each is told as if it were alone."""
    forge = honest.forge()
    due: list[Due] = []
    for plant in chosen:
        try:
            due += plant(forge)
        except NoPlaceError:
            continue
    assert due
    check(due, night(honest.sealed(forge.commits)))


def test_what_the_games_came_to_is_what_went_to_the_house(honest: Honest) -> None:
    """Staked less paid less refunded is the gross of every banked game, and with the commissions of every game of players."""
    before, after = (Counter(held) for held in (honest.found.opening, honest.found.closing))
    for game in honest.found.totals:
        result = game.staked - game.paid - game.refunded
        if game.regulation in {"R803", "R804", "R805", "R807"}:
            assert (result, game.commission, game.borne) == (game.gross, 0, 0), game
        elif game.regulation == "R810":  # no pool is left at the end of this day
            assert (result, game.commission) == (game.gross + game.borne, game.gross), game
        else:  # commission of pots is in what is not paid; that of buy-ins is beside it
            assert 0 <= result <= game.commission == game.gross, game
    assert sum(game.gross + game.borne for game in honest.found.totals) == sum(
        after[name] - before[name] for name in ("commission", "house")
    )


def test_play_for_chips_moves_no_money_and_has_no_problem(honest: Honest) -> None:
    """The same day with chips and without accounts (R806 r.74-75): all is audited and numbered, and the book stays empty."""
    forge = Forge(commits(honest.entries, honest.ends))
    entered = {act.stream[11:].partition(".")[0] for act in acts(forge.commits) if act.stream.startswith("tournament:")}
    money = ("account:", "dispute:")
    gone = [
        act
        for act in acts(forge.commits)
        if act.stream.startswith(money)
        or place(act) in entered
        or (act.kind == "session.entered.v1" and act.event.where.startswith("tournament:"))
    ]
    without(forge.commits, gone)
    for act in acts(forge.commits):
        if act.kind == "incident.hands_listed.v1":
            act.says(hands=[one for one in act.event.hands if not one.hand.startswith("hand:tournament-")])
        said = act.event.model_dump_json()
        if EURO in said:
            act.event = type(act.event).model_validate_json(said.replace(EURO, CHIPS))
    with honest.sealed(forge.commits) as store:  # tables name these approvals by their hashes
        hashes = {(one.stream[8:], one.index): one.hash.hex() for one in entries(store) if one.stream[:8] == "ruleset:"}
    for act in acts(forge.commits):
        if (ref := vars(act.event).get("ruleset")) is not None:
            act.says(ruleset=ref.model_copy(update={"hash": hashes[ref.id, ref.index]}))
    found = night(honest.sealed(forge.commits))
    assert found.problems == ()
    assert (found.totals, found.closing) == ((), {})
    assert found.hands > 100


def test_an_error_is_told_of_its_own_day_only(honest: Honest) -> None:
    """The day before the play has nothing to tell, and neither has the day after, but that what is open is open."""
    forge = honest.forge()
    for plant in (cent_of_blackjack, debit_twice, unfinished_hand):
        plant(forge)
    forge.commits.append(_deposit(forge, 24 * HOUR))
    store = honest.sealed(forge.commits)
    with store, open_views(store.url) as views:
        before, day, after = (reconcile(store, views, name) for name in ("2026-07-14", DAY, "2026-07-16"))
    assert (before.ties, before.entries, before.hands) == (True, 0, 0)
    assert set(day.counts) == {"payout", "duplicate", "unfinished"}
    assert (set(after.counts), after.entries) == ({"unfinished"}, 1)


def _deposit(forge: Forge, later: int) -> Commit:
    """Somebody pays in some microseconds after everything else."""
    some = forge.kinds("account.deposited.v1")[0]
    paid = some.like(reference="later")
    paid.occurred = None
    return Commit(forge.commits[-1].recorded + later, [paid])


@pytest.mark.parametrize(("days", "old"), [(89, False), (92, True)])
@pytest.mark.parametrize("plant", [unfinished_hand, unfinished_round])
def test_what_is_unfinished_for_90_days_is_named_so(honest: Honest, plant: Plant, days: int, *, old: bool) -> None:
    """Weeks later it is still told, at the entry that began it, on a day on which nothing else happens (6.3.2)."""
    forge = honest.forge()
    (due,) = plant(forge)
    forge.commits.append(_deposit(forge, days * 24 * HOUR))
    store = honest.sealed(forge.commits)
    found = night(store, day_of(forge.commits[-1].recorded))
    (problem,) = found.problems
    assert (problem.check, len(problem.entries)) == ("unfinished", 1)
    assert due.says in problem.text
    assert ("older than 90 days" in problem.text) is old
    assert problem.entries[0] >= due.acts[0].index


def test_a_late_entry_is_told_once_the_day_is_closed(honest: Honest) -> None:
    """What is recorded for a closed day, that day or later, is late, whatever it is; what came before the close is not."""
    forge = Forge(commits(honest.entries, honest.ends))
    size, (base, tax) = len(honest.entries), taxed(honest.found)
    totals = [DayTotal(**{name: getattr(one, name) for name in DayTotal.model_fields}) for one in honest.found.totals]
    closing = DayClosedV2(
        base=base,
        checkpoint=None,
        date=DAY,
        hands=honest.found.hands,
        index=size,
        problems=[],
        rate_bp=honest.found.rate_bp,
        statement=None,
        tax=tax,
        totals=totals,
    )
    midnight = window(DAY)[1]
    forge.commits.append(Commit(midnight + 60 * SECOND, [Act(f"day:{DAY}", closing)]))
    closed = night(honest.sealed(forge.commits))
    assert closed.ties
    assert closed.closed == Closed(size, size, says=True, statement=None)
    late = forge.kinds("account.deposited.v1")[0].like(reference="late")
    late.occurred = midnight - 300 * SECOND
    forge.commits.append(Commit(midnight + 300 * SECOND, [late]))
    due = [Due("late", [late], 0, "closed before it came")]
    store = honest.sealed(forge.commits)
    with store, open_views(store.url) as views:
        for day in (DAY, "2026-07-16"):
            check(due, reconcile(store, views, day))
        assert reconcile(store, views, DAY) == reconcile(store, views, DAY)


def test_a_stake_that_is_gone_and_goes_again_is_followed(honest: Honest) -> None:
    """What a round has lost is lost again in a later batch: the book goes on below zero, and the night job says so."""
    forge = honest.forge()
    lost = forge.kinds("sem_descarte.collected.v1", "blackjack.collected.v1")
    last = next(act for act in lost if forge.of(act.stream)[-1].kind.endswith(".settled.v1"))
    again = last.like()
    forge.put(next(act for act in forge.of(last.stream) if act.kind.endswith(".settled.v1")), again)
    store = honest.sealed(forge.commits)
    with store, open_views(store.url) as views:
        follower = Follower(store, views, Accounts)
        for size in (last.index + 1, again.index, again.index + 1):
            build = follower.catch_up(size)
        assert balances(views, build, build.position)[f"stake:{last.stream}"] == -last.event.amount
        found = reconcile(store, views, DAY)
    assert {(one.check, one.entries) for one in found.problems} == {
        ("chain", (again.index,)),
        ("payout", (again.index,)),
    }


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE accounts_1_postings SET after = after + 1 WHERE log_index = ?", "after is "),
        ("DELETE FROM accounts_1_postings WHERE log_index = ?", "it is not there"),
        ("UPDATE accounts_1_balances SET balance = balance + 1 WHERE holder = 'outside'", "balance is "),
    ],
)
def test_a_row_altered_by_hand_in_the_followed_book_is_told(honest: Honest, change: str, says: str) -> None:
    """The night computes the book again from the entries: whose rows do not chain or do not agree is named."""
    store = honest.sealed(commits(honest.entries, honest.ends))
    with store, open_views(store.url) as views:
        Follower(store, views, Accounts).catch_up()
        assert reconcile(store, views, DAY).ties
        index = next(entry.index for entry in honest.entries if entry.kind == "account.debited.v1")
        path = store.url.removeprefix("sqlite:///").replace(".db", "-views.db")
        run_raw(f"sqlite:///{path}", change.replace("?", str(index)))
        found = reconcile(store, views, DAY)
    assert found.counts["views"]
    assert any(says in problem.text and "tombo views rebuild accounts" in problem.text for problem in found.problems)


AUTUMN: Final = 1_792_886_400 * SECOND
"""2026-10-25, 01:00 in Lisbon: an hour that comes twice."""
SPRING: Final = 1_806_192_000 * SECOND
"""2027-03-28, 00:00 in Lisbon, after which there is no hour from one to two."""


@pytest.mark.parametrize(
    ("begins", "days", "length"),
    [
        (BEGINS + 17 * HOUR, ["2026-07-15", "2026-07-16"], 24),
        (AUTUMN - 2 * HOUR, ["2026-10-24", "2026-10-25"], 25),
        (AUTUMN, ["2026-10-25"], 25),
        (SPRING - HOUR, ["2027-03-27", "2027-03-28"], 23),
    ],
)
@pytest.mark.parametrize("seed", [5, 6])
def test_a_clean_day_has_no_problem(tmp_path: Path, begins: int, days: list[str], length: int, seed: int) -> None:
    """Play over midnight, and through the hours when clocks change: nothing is told, and no hand is counted twice or not at all."""
    plan = Plan(seed=seed, begins=begins, ends=begins + 2 * HOUR, tables=21, malice=0.03, trouble=0.1, outages=1)
    door = LedgerDoor(f"sqlite:///{tmp_path}/ledger.db", Keyring(tmp_path / "keys"), seed)
    door.clock.instant = begins
    failures = play(plan, door, kills=1).day.failures
    with door.ledger.store as store, open_views(store.url) as views:  # opened again after the kill
        assert failures == []
        found = [reconcile(store, views, day) for day in days]
        kinds = [row.kind for row in store.rows() if row.kind.endswith((".settled.v1", ".voided.v1"))]
    assert [one.problems for one in found] == [()] * len(days)
    assert sum(one.hands for one in found) == len(kinds)
    assert len(found[-1].hours) == length
    for one, after in pairwise(found):
        assert after.start >= one.start
    assert all(one.hands for one in found)
