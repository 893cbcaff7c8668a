"""E3: a rate changed in the copy of the rules that a table, hand or round is played under is right by itself; night and audit hold the copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.forgeries.test_whose_money import seals, told
from tests.forgeries.twice import kinds
from tests.worlds.casino import BEGINS, ORIGIN, casino
from tests.worlds.floor import TERMS, Floor, deal
from tests.worlds.forged_ledger import Act, Commit, acts, commits, numbered, sealed
from tests.worlds.house import MANAGER, player
from tests.worlds.roulette import chip
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.account.events import Debited
from tombo.ledger.house.ruleset.events import RulesetWithdrawn
from tombo.ledger.house.session.events import SessionEntered
from tombo.ledger.house.table.events import PlayerSeated, StackToppedUp
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.store import Store
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.ledger.terms.poker import Commission
from tombo.projections.reconciliation.run import reconcile
from tombo.projections.round.audit import audit
from tombo.projections.round.stored import row_at

TABLE: Final = "table:mesa-1"


class Played(NamedTuple):
    """An honest ledger, and the key it was sealed with."""

    entries: list[Entry]
    ends: list[int]
    key: PrivateKey


def _read(store: Store, keys: Keyring) -> Played:
    rows = list(store.rows(0, store.head().size))
    ends = sorted({(of := unpack(row.state)).first + of.count for row in rows})
    return Played([CanonicalMapper(ORIGIN).to_entry(row) for row in rows], ends, keys.load(keys.event(1)))


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A spin, a round of blackjack and one of póquer sem descarte."""
    folder = tmp_path_factory.mktemp("rounds")
    with casino(folder) as made:
        made.spins({"p-1": (chip(200, "red"),)}, "17")
        name = made.blackjack({1: 1000}, "Ts 6d 9d", "Th")
        made.decides(name, 1, "stand")
        made.reveals(name, "Kd")
        made.settles(made.dealt({1: 500}, {1: "2h 2d 7c 8s Jd"}, "Ac Kd 9h 6s 3c"), (1,))
        return _read(made.ledger.store, Keyring(folder / "keys"))


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A hand of hold'em in which 200.00 lie in the middle."""
    folder = tmp_path_factory.mktemp("hand")
    made = _room(folder)
    floor = Floor(made.handle, "hand")
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", 1, ["As", "Kd", "Ah", "Kc"]))
    floor.do(poker.PlaceBet(hand="mesa-1/1", seat=1, total=10_000), player("p-1"))
    floor.do(poker.Call(hand="mesa-1/1", seat=2), player("p-2"))
    for cards in (["7d", "9h", "4s"], ["Jc"], ["5s"]):
        floor.do(poker.DealBoard(cards=cards, hand="mesa-1/1"))
    floor.do(poker.SettleHand(hand="mesa-1/1"))
    with made.store:
        return _read(made.store, Keyring(folder / "keys"))


def _room(folder: Path, **changes: Any) -> Ledger:
    clock = SteppingClock(BEGINS, step=1_000)
    made = create_ledger(f"sqlite:///{folder}/room.db", Keyring(folder / "keys"), origin=ORIGIN, clock=clock)
    Floor(made.handle, "room").open_table("mesa-1", players=2, terms=TERMS.model_copy(update=changes))
    return made


def _named(of: Played, folder: Path, change: Callable[[list[Commit]], None]) -> tuple[set[str], set[str]]:
    """What night and audit say of these commits, changed and sealed with the real key."""
    found = commits(of.entries, of.ends)
    change(found)
    with sealed(found, f"sqlite:///{folder}/changed.db", ORIGIN, of.key) as store:
        night = {one.text for one in reconcile(store, None, day_of(BEGINS)).problems}
        audited = {told for one in audit(store.rows(), partial(row_at, store)) for told in one.differences}
    return night, audited


def _says(kind: str, found: list[Commit], **terms: Any) -> None:
    act = kinds(found, kind)[0]
    act.says(terms=act.event.terms.model_copy(update=terms))


FREE: Final = {"commission": Commission(attribution="payment_when_all_in", cap=None, mode="pot", rate_bp=100)}
COPIES: Final[dict[str, tuple[str, str, dict[str, Any]]]] = {
    "hand.started.v1": ("hand:mesa-1/1", TABLE, FREE),
    "roulette.round_opened.v1": ("roulette:roleta-1/1", "banked:roleta-1", {"betting_seconds": 31}),
    "blackjack.round_opened.v1": ("blackjack:bj-1/1", "banked:bj-1", {"bet_max": 10_001}),
    "sem_descarte.round_opened.v1": ("sem_descarte:sd-1/1", "banked:sd-1", {"ante_max": 77_700}),
}


@pytest.mark.parametrize("kind", COPIES)
def test_e3_a_copy_of_the_rules_that_is_none_is_named(rounds: Played, hand: Played, tmp_path: Path, kind: str) -> None:
    """A commission of 1 % where 5 % were approved, and the like of every game. Red before: neither night nor audit asks."""
    stream, table, terms = COPIES[kind]
    said = f"{stream}: the rules it says it is played under are not those of {table}; expected the same, word for word"
    night, audited = _named(hand if stream.startswith("hand:") else rounds, tmp_path, partial(_says, kind, **terms))
    assert said in night
    assert said in audited


@pytest.mark.parametrize("kind", COPIES)
def test_e3_a_table_under_rules_that_nobody_approved_is_named(
    rounds: Played, hand: Played, tmp_path: Path, kind: str
) -> None:
    """Table and round say the same, and the approval says something else. Red before: neither night nor audit asks."""
    stream, table, terms = COPIES[kind]
    opened = f"{table.partition(':')[0]}.opened.v1"

    def change(found: list[Commit]) -> None:
        _says(kind, found, **terms)
        act = next(act for act in kinds(found, opened) if act.stream == table)
        act.says(terms=act.event.terms.model_copy(update=terms))

    night, audited = _named(hand if stream.startswith("hand:") else rounds, tmp_path, change)
    (by_night,) = (said for said in night if "its rules are not what was approved" in said)
    assert by_night.startswith(f"{table}: its rules are not what was approved as ")
    assert by_night in audited


def _opening(found: list[Commit], stream: str) -> tuple[Commit, Act]:
    """The commit with which ``stream`` begins, and its first entry."""
    return next((commit, act) for commit in found for act in commit.acts if act.stream == stream)


def _withdraws(found: list[Commit], stream: str, ruleset: str, *, before: bool) -> None:
    """The rules are withdrawn right before ``stream`` begins, or right after it."""
    commit, first = _opening(found, stream)
    act = Act(f"ruleset:{ruleset}", RulesetWithdrawn(reason="replaced"), by=MANAGER)
    commit.acts.insert(commit.acts.index(first) + (not before), act)
    numbered(found)


@pytest.mark.parametrize("kind", COPIES)
@pytest.mark.parametrize("what", ["table", "play"])
@pytest.mark.parametrize("before", [True, False])
def test_c2_what_begins_under_withdrawn_rules_is_named(
    rounds: Played, hand: Played, tmp_path: Path, kind: str, what: str, *, before: bool
) -> None:
    """A table, hand or round of after the withdrawal; one begun before it is played out. Red before: neither night nor audit asks."""
    stream, table, _ = COPIES[kind]
    begins, of = (table if what == "table" else stream), (hand if stream.startswith("hand:") else rounds)
    ruleset = next(entry.event.ruleset.id for entry in of.entries if entry.stream == table)
    night, audited = _named(of, tmp_path, lambda found: _withdraws(found, begins, ruleset, before=before))
    for said in night, audited:
        of_table, of_play = (
            any(one.startswith(f"{name}: begins at log index") and "was withdrawn at" in one for one in said)
            for name in (table, stream)
        )
        assert (of_table, of_play) == (what == "table" and before, what == "table" or before)


@pytest.mark.parametrize("bets", [0, 1])
def test_c2_a_spin_that_decides_a_prison_under_withdrawn_rules_takes_no_bet(tmp_path: Path, bets: int) -> None:
    """The stake in prison is decided after the withdrawal, and a bet beside it is named. Red before: neither night nor audit asks."""
    red = {"p-1": (chip(200, "red"),)}
    with casino(tmp_path, "R807", zero="prison") as made:
        made.spins(red, "0")
        made.spins({"p-2": (chip(300, "black"),)} if bets else {}, "1")
        of = _read(made.ledger.store, Keyring(tmp_path / "keys"))
    told = _named(of, tmp_path, lambda found: _withdraws(found, "roulette:roleta-1/2", "roleta", before=True))
    for said in told:
        assert (
            sum("and takes a bet; expected it to decide what the round before it left" in one for one in said) == bets
        )
        assert not any("was withdrawn" in one for one in said if "takes a bet" not in one)


@pytest.mark.parametrize("kind", COPIES)
@pytest.mark.parametrize("early", [0, 1])
def test_c2_a_table_under_rules_not_yet_in_force_is_named(
    rounds: Played, hand: Played, tmp_path: Path, kind: str, early: int
) -> None:
    """By a microsecond, on both clocks; at the instant itself nothing is said. Red before: neither night nor audit asks."""
    stream, table, _ = COPIES[kind]
    begun = []

    def change(found: list[Commit]) -> None:
        commit, opened = _opening(found, table)
        begun.append(commit.recorded)
        _, approved = _opening(found, f"ruleset:{opened.event.ruleset.id}")
        approved.says(in_force_from=commit.recorded + early)

    night, audited = _named(hand if stream.startswith("hand:") else rounds, tmp_path, change)
    for said in night, audited:
        assert any(one.startswith(f"{table}: opened at ") and "is in force from" in one for one in said) is bool(early)


@pytest.mark.parametrize("kind", COPIES)
def test_a_table_that_names_its_approval_by_another_hash_is_named(
    rounds: Played, hand: Played, tmp_path: Path, kind: str
) -> None:
    """With all that is played there. Red before: index and terms were held, and the hash was believed (architecture, decision 15)."""
    stream, table, _ = COPIES[kind]

    def change(found: list[Commit]) -> None:
        _, opened = _opening(found, table)
        other = opened.event.ruleset.model_copy(update={"hash": "ab" * 32})
        for act in acts(found):
            if act.stream in {table, stream} and "ruleset" in vars(act.event):
                act.says(ruleset=other)

    for said in _named(hand if stream.startswith("hand:") else rounds, tmp_path, change):
        assert any(one.startswith(f"{table}: it names the approval of ") for one in said), said


def test_e3_honest_rules_are_named_by_nobody(rounds: Played, hand: Played, tmp_path: Path) -> None:
    """Every game under the rules of its table, which are those approved."""
    for number, of in enumerate((rounds, hand)):
        folder = tmp_path / str(number)
        folder.mkdir()
        assert _named(of, folder, lambda _: None) == (set(), set())


@pytest.fixture
def taken(tmp_path: Path) -> Iterator[Ledger]:
    """A table where 10 % of what is bought are the operator's (R806 r.17b), and p-3 who sits nowhere."""
    made = _room(
        tmp_path, commission=Commission(attribution="payment_when_all_in", cap=None, mode="stack", rate_bp=1_000)
    )
    Floor(made.handle, "late").comes(3)
    yield made
    made.store.close()


@pytest.mark.parametrize("commission", [0, 5_000])
def test_e3_a_commission_of_a_stack_that_is_not_the_rules_is_named(taken: Ledger, commission: int) -> None:
    """Half of a buy-in is taken, and nothing of another, where 10 % were approved. Red before: everything ties."""
    version = taken.view().version(TABLE) + 1
    at = seals(
        taken,
        (TABLE, PlayerSeated(buy_in=10_000, commission=commission, player="p-3", seat=3, session="s-3")),
        ("account:p-3", Debited(amount=Money(10_000), cause=TABLE, cause_version=version, wallet="cash")),
        (TABLE, StackToppedUp(amount=5_000, commission=commission, seat=3)),
        ("account:p-3", Debited(amount=Money(5_000), cause=TABLE, cause_version=version + 1, wallet="cash")),
        ("session:s-3", SessionEntered(where=TABLE)),
    )
    said = "seat 3 of {}: the operator takes {} cents of {}; under the rules of its table expected {}"
    assert told(taken) == [
        ("payout", said.format(TABLE, commission, 10_000, 1_000), (at,)),
        ("payout", said.format(TABLE, commission, 5_000, 500), (at + 2,)),
    ]


@pytest.mark.parametrize("before", [True, False])
def test_a_commission_of_a_stack_under_withdrawn_rules_is_named(taken: Ledger, *, before: bool) -> None:
    """The stack of p-3 is bought right behind the withdrawal, or right before it. Red before: everything ties."""
    version = taken.view().version(TABLE) + 1
    withdrawn = ("ruleset:rules-mesa-1", RulesetWithdrawn(reason="replaced"))
    bought = (
        (TABLE, PlayerSeated(buy_in=10_000, commission=1_000, player="p-3", seat=3, session="s-3")),
        ("account:p-3", Debited(amount=Money(10_000), cause=TABLE, cause_version=version, wallet="cash")),
        ("session:s-3", SessionEntered(where=TABLE)),
    )
    at = seals(taken, *((withdrawn, *bought) if before else (*bought, withdrawn)))
    said = (
        f"{TABLE}: at log index {at + 1} the operator takes a commission of chips that are bought under rules-mesa-1, which was withdrawn at log "
        f"index {at}; expected none, for no further hand begins under them"
    )
    assert [one for one in told(taken) if one[0] == "payout"] == ([("payout", said, (at + 1,))] if before else [])
