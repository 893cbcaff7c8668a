"""R803 r.22, r.24, R805 r.25: bets are paid and collected after what decides them; sealed before, the same cents are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.forgeries.test_rules_held import Played, _named, _read
from tests.worlds.casino import casino
from tests.worlds.forged_ledger import Commit
from tombo.ledger.operate.keyring import Keyring

SD = "sem_descarte:sd-1/1"


@pytest.fixture(scope="module")
def round_(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A round in which p-1 goes on and p-2 folds."""
    folder = tmp_path_factory.mktemp("soon")
    with casino(folder) as made:
        hands = {1: "2h 2d 7c 8s Jd", 2: "3h 5d 9c Ts Qd"}
        made.settles(made.dealt({1: 500, 2: 500}, hands, "Ac Kd 9h 6s 3c"), (1,), (2,))
        return _read(made.ledger.store, Keyring(folder / "keys"))


def _before(found: list[Commit], kind: str, first: str, stream: str = SD) -> None:
    """What a round has of ``kind`` stands right before its ``first``, with the versions of both; its account follows in its commit."""
    place = [
        (commit, at)
        for commit in found
        for at, act in enumerate(commit.acts)
        if act.stream == stream and act.kind == kind
    ]
    commit, at = place[0]
    moved = commit.acts.pop(at)
    target, there = next(
        (one, at) for one in found for at, act in enumerate(one.acts) if act.stream == stream and act.kind == first
    )
    target.acts.insert(there, moved)


CASES = {
    "paid": ("sem_descarte.paid.v1", "sem_descarte.house_shown.v1", "the bets of seat 1 are decided before the house"),
    "collected": ("sem_descarte.collected.v1", "sem_descarte.folded.v1", "the ante of seat 2 is collected as folded"),
}


@pytest.mark.parametrize("what", CASES)
def test_what_is_decided_before_it_can_be_is_named(round_: Played, tmp_path: Path, what: str) -> None:
    """By audit and night. Red before: audit and replay computed from the cards, whenever they came."""
    kind, first, says = CASES[what]
    night, audited = _named(round_, tmp_path, lambda found: _before(found, kind, first))
    for said in night, audited:
        assert any(says in one for one in said), said


def test_what_is_decided_in_its_time_is_not(round_: Played, tmp_path: Path) -> None:
    """The honest round."""
    assert _named(round_, tmp_path, lambda _: None) == (set(), set())


@pytest.fixture(scope="module")
def blackjack(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """A round in which p-1 stands on 19 against 20."""
    folder = tmp_path_factory.mktemp("soon-bj")
    with casino(folder) as made:
        name = made.blackjack({1: 1000}, "Ts Kh 9d", "Qh")
        made.decides(name, 1, "stand")
        made.reveals(name)
        return _read(made.ledger.store, Keyring(folder / "keys"))


@pytest.mark.parametrize("early", [False, True])
def test_blackjack_decides_a_bet_once_the_house_has_turned(blackjack: Played, tmp_path: Path, *, early: bool) -> None:
    """A bet that is collected before the hole card is turned. Red before: audit and replay computed from the cards (R805 r.25)."""
    first = "blackjack.house_revealed.v1" if early else "blackjack.settled.v1"
    night, audited = _named(
        blackjack, tmp_path, lambda found: _before(found, "blackjack.collected.v1", first, "blackjack:bj-1/1")
    )
    for said in night, audited:
        assert any("is paid or collected before what decides it" in one for one in said) is early, said
