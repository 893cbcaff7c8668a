"""A showdown with cards that no file knows: paid as the file says, told, and neither right nor wrong for whoever computes it again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tools.cli_run import inside, tombo
from tests.unit.parts.test_work import Fake
from tests.worlds.persons import persons_of
from tests.worlds.phh import OFFICER, ORIGIN, CountedEntropy, awards, folded, found, imported, phh, refusal, showdown
from tombo.ledger.core.clock import SteppingClock, SystemClock
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.exchange.phh.hand import ImportedHand, Importer
from tombo.ledger.exchange.phh.importer import import_paths
from tombo.ledger.games.poker.audit import differences, not_decidable
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.parts import Means
from tombo.ledger.parts.job import forget
from tombo.ledger.seal.entry import unpack
from tombo.projections.reconciliation.run import reconcile
from tombo.projections.round.audit import audit
from tombo.projections.round.stored import row_at

LEDGER: Final = ("--ledger", "sqlite:///new.db")
BLIND = ("????", "????")
STATED = "paid as the file states"
KNOWN = "paid by the cards that are known"


@pytest.fixture
def ledger(sqlite_url: str, tmp_path: Path) -> Iterator[Ledger]:
    """A new ledger."""
    made = create_ledger(sqlite_url, Keyring(tmp_path / "keys"), origin=ORIGIN, clock=SteppingClock())
    yield made
    made.store.close()


def notes(hand: ImportedHand) -> list[str]:
    """What is said of unknown cards at the showdown."""
    return [message for rule, message in found(hand) if rule == "R806 r.59" and "unknown at the showdown" in message]


@pytest.mark.parametrize("field", ["winnings = [0, 200]", "finishing_stacks = [0, 200]"])
def test_f2_who_wins_by_the_file_is_paid(field: str) -> None:
    """F2: the one who turned his cards was named the winner, against what the file says."""
    hand = imported(showdown(["p1 sm AhKd"], holes=BLIND) + field + "\n")
    assert awards(hand) == [(2, 200)]
    (note,) = notes(hand)
    assert note.startswith("the cards of p2 are unknown at the showdown")
    assert note.endswith(STATED)
    assert not any(rule.startswith("PHH") for rule, _ in found(hand))
    assert not_decidable(folded(hand))
    assert differences(folded(hand)) == ()


def test_f2_a_pot_is_divided_as_the_file_says() -> None:
    """F2: two winners of one pot, to the unit."""
    hand = imported(showdown(["p1 sm AhKd"], holes=BLIND) + "winnings = [100, 100]\n")
    assert sorted(awards(hand)) == [(1, 100), (2, 100)]
    assert notes(hand)[0].endswith(STATED)
    assert differences(folded(hand)) == ()


@pytest.mark.parametrize("field", ["", "winnings = [0, 0]\n", "winnings = [150, 100]\n"])
def test_f2_without_a_possible_statement_the_known_cards_pay(field: str) -> None:
    """F2: nothing stated, or what cannot be; it is told all the same."""
    hand = imported(showdown(["p1 sm AhKd"], holes=BLIND) + field)
    assert awards(hand) == [(1, 200)]
    assert notes(hand)[0].endswith(KNOWN)
    assert not_decidable(folded(hand))


@pytest.mark.parametrize("shows", [[], ["p1 sm ????", "p2 sm ????"]])
def test_f2_where_nobody_is_known_the_file_pays_or_nobody_can(shows: list[str]) -> None:
    """F2: with a winner stated it is recorded; without, nobody could be paid, and the hand is refused."""
    hand = imported(showdown(shows, holes=("????", "????")) + "winnings = [0, 200]\n")
    assert awards(hand) == [(2, 200)]
    assert notes(hand)[0].endswith(STATED)
    assert differences(folded(hand)) == ()
    assert not_decidable(folded(hand))
    assert "expected a winner" in refusal(showdown(shows, holes=("????", "????")))


def test_f2_what_was_not_paid_whole_is_wrong_whoever_won() -> None:
    """F2: that nobody can say who won makes no amount right."""
    hand = imported(showdown(["p1 sm AhKd"], holes=BLIND) + "winnings = [0, 200]\n")
    assert differences(folded(hand, to=1)) == ()
    assert "recomputed" in differences(folded(hand, less=1))[0].text()


def test_f2_where_all_turn_their_cards_nothing_is_left_open() -> None:
    """F2: a payment to another than the winner is told as before."""
    hand = imported(showdown(["p1 sm AhKd", "p2 sm QsQc"]))
    assert notes(hand) == []
    assert not not_decidable(folded(hand))
    assert differences(folded(hand)) == ()
    assert "recomputed" in differences(folded(hand, to=1))[0].text()


def test_f2_the_audit_counts_it_apart(ledger: Ledger, tmp_path: Path) -> None:
    """F2: an honest hand made audit and night red; now it differs in nothing and is counted as not decidable."""
    (tmp_path / "a.phh").write_text(showdown(["p1 sm AhKd"], holes=BLIND) + "winnings = [0, 200]\n")
    (tmp_path / "b.phh").write_text(phh())
    entropy = CountedEntropy()
    with persons_of(ledger.store, entropy) as persons:
        import_paths([tmp_path / "a.phh", tmp_path / "b.phh"], ledger, Importer(ORIGIN, persons, entropy), by=OFFICER)
    rows = ledger.store.rows(0, ledger.store.head().size)
    told = list(audit(rows, partial(row_at, ledger.store)))
    assert sorted((one.outcome, one.differences) for one in told) == [("not_decidable", ()), ("settled", ())]
    last = ledger.store.row(ledger.store.head().size - 1)
    assert last is not None
    for means in (None, Means(Fake(lambda *_: None, sample=0))):  # and so does the night, whoever looks at the hands
        assert reconcile(ledger.store, None, day_of(unpack(last.state).recorded), means=means).undecided == 1
    forget()


def test_f2_replay_audit_and_night_say_so_and_stay_green(tmp_path: Path) -> None:
    """F2: "cannot be recomputed" from each that computes again; the night counts it and ties."""
    with inside(tmp_path):
        tombo(*LEDGER, "init", "--origin", ORIGIN)
        Path("a.phh").write_text(showdown(["p1 sm AhKd"], holes=BLIND) + "winnings = [0, 190]\n")
        Path("b.phh").write_text(phh())
        assert tombo(*LEDGER, "import", "phh", "a.phh", "b.phh").status == 0
        (name,) = [one for one in hands() if not replayed(one)["decidable"]]
        walked = tombo(*LEDGER, "hand", "replay", name)
        assert walked.status == 0
        assert "Payments: cannot be recomputed" in walked.out
        assert "Commission 10 of the pot, as the source states" in tombo(*LEDGER, "hand", "show", name).out
        audited = tombo(*LEDGER, "audit")
        assert audited.status == 0
        assert audited.out.startswith("2 hands (1 settled that cannot be recomputed, 1 settled)")
        assert "in every one that can be computed" in audited.out
        day = day_of(SystemClock().now())
        night = tombo(*LEDGER, "reconcile", "--day", day)
        assert night.status == 0, night.out
        assert "1 imported hand of them cannot be computed again" in night.out
        assert tombo(*LEDGER, "--json", "reconcile", "--day", day).document["undecided"] == 1


def hands() -> list[str]:
    """The names of the hands of the ledger."""
    return [row["hand"] for row in tombo(*LEDGER, "--json", "hand", "list").lines]


def replayed(name: str) -> dict[str, Any]:
    """How the replay of a hand comes out."""
    verdict: dict[str, Any] = tombo(*LEDGER, "--json", "hand", "replay", name).lines[-1]
    return verdict
