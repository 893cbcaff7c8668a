"""A banked round entry by entry: who decided, by which rule, what is at stake, who could see what, and paid again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.worlds.casino import LEDGER, casino
from tests.worlds.roulette import R2, chip, wheel
from tests.worlds.simulated_log import asked_by, occurred_of
from tombo.ledger.core.clock import INSTANT_MAX
from tombo.ledger.core.entry import Entry
from tombo.ledger.games.blackjack import notes as blackjack
from tombo.ledger.games.blackjack.events import BlackjackEvent
from tombo.ledger.games.every import BANKED_GAMES, TABLE_GAMES
from tombo.ledger.games.roulette import notes as roulette
from tombo.ledger.games.roulette.events import SpinEvent
from tombo.ledger.games.sem_descarte import notes as sem_descarte
from tombo.ledger.games.sem_descarte.events import SemDescarteEvent
from tombo.projections.follow import Viewer
from tombo.projections.round.replay import again, steps
from tombo.projections.round.view import of

HANDS = {1: "2h 2d 7c 8s Jd", 2: "3h 4d 7h 8h Jh"}
HOUSE = "Ac Kd 9h 6s 3c"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an evening at three tables, prison, a void spin and a round left open among it."""
    folder = tmp_path_factory.mktemp("played")
    with casino(folder, "R807", zero="prison") as evening:
        evening.spins({"p-1": R2, "p-2": (chip(1_000, "red"),)}, "0")
        evening.voids(evening.spins({"p-1": R2}, None))
        evening.spins({"p-1": R2}, "17")
        round_ = evening.blackjack({1: 1_000, 2: 500}, "8s 9d Th 8d Tc", "Jc")
        evening.decides(round_, 1, "split", "3c 9h")
        evening.decides(round_, 1, "double", "Td")
        evening.decides(round_, 1, "stand", hand=2)
        evening.decides(round_, 2, "stand")
        evening.reveals(round_)
        evening.settles(evening.dealt({1: 500, 2: 300}, HANDS, HOUSE), goes_on=(1,), folds=(2,))
        evening.dealt({1: 500}, HANDS, HOUSE)
    return folder


@pytest.fixture
def here(played: Path) -> Iterator[Path]:
    """Work in that folder."""
    with inside(played):
        yield played


ACTING = ("--staff", "rui", "--reason", "complaint 17")


def replay(name: str, *words: str) -> Ran:
    """The replay of a round for programs."""
    return tombo(*LEDGER, "--json", "round", "replay", name, *words)


def amounts(step: dict[str, Any]) -> dict[str, tuple[int, int, int]]:
    """By player: at stake, won and lost."""
    return {one["player"]: (one["at_stake"], one["won"], one["lost"]) for one in step["players"]}


def test_every_kind_has_its_rules_and_every_rule_its_words() -> None:
    """The rules are of the closed unions of the three games, and each of them can be said."""
    told = {about for _, about in (*blackjack.RULES.values(), *sem_descarte.RULES.values())}
    told |= {about for _, about in (*blackjack.CHOSEN.values(), *sem_descarte.GIVEN_UP.values())}
    told |= {about for _, about in roulette.RULES.values()}
    others = {
        "CardDealt",
        "DecisionMade",
        "Folded",
        "Continued",
        "HouseShown",
        "Collected",
        "FindingRecorded",
        "FindingRecordedV2",
    }
    for union, table in (
        (SpinEvent, roulette.RULES),
        (BlackjackEvent, blackjack.RULES),
        (SemDescarteEvent, sem_descarte.RULES),
    ):
        assert {kind.__name__ for kind in set(get_args(union)) - set(table)} <= others
    assert told <= {about for game in BANKED_GAMES for about in TABLE_GAMES[game].noted}


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize("name", ["roleta-1/1", "roleta-1/2", "roleta-1/3", "bj-1/1", "sd-1/1", "sd-1/2"])
def test_a_round_is_conserved_at_every_step_and_paid_again(name: str) -> None:
    """Nothing comes or goes, the recomputed payments are those on record, and the exit status says so."""
    ran = replay(name)
    *said, verdict = ran.lines

    assert (ran.status, verdict["conserved"], verdict["differences"]) == (0, True, [])
    assert [step["step"] for step in said] == list(range(1, len(said) + 1))
    assert all(one["recorded"] == one["recomputed"] for one in verdict["received"])
    assert all(step["rules"] for step in said)
    assert tombo(*LEDGER, "round", "replay", name).out.count("Money: conserved at every step") == 1


@pytest.mark.usefixtures("here")
def test_a_step_says_what_is_at_stake_and_what_the_house_has() -> None:
    """A stake in prison is at stake from spin to spin, a void leaves it there, and the number decides it."""
    first, void, last = ([*replay(f"roleta-1/{number}").lines][:-1] for number in (1, 2, 3))
    carried = {one["player"]: one["carried"] for one in void[0]["players"]}

    assert amounts(first[-1])["p-2"] == (1_000, 0, 0)
    assert carried["p-2"] == amounts(void[-1])["p-2"][0] == amounts(last[0])["p-2"][0] == 1_000
    assert amounts(last[-1])["p-2"] == (0, 0, 1_000)
    assert void[-1]["house"] == 0
    assert last[-1]["house"] == sum(one["lost"] - one["won"] for one in last[-1]["players"])


@pytest.mark.usefixtures("here")
def test_a_step_shows_the_viewer_what_he_could_see_then() -> None:
    """His own cards from the deal on, the house's once they are shown, those of who folded never; of a round in play none."""
    said = replay("sd-1/1", "--viewer", "player:p-2", *ACTING).lines[:-1]
    kinds = [step["event"]["kind"].split(".")[1] for step in said]
    mine = {"3h", "4d", "7h", "8h", "Jh"}
    at = {
        word: set(said[kinds.index(word)]["cards"].values()) for word in ("bets_closed", "cards_dealt", "house_shown")
    }
    outsider = replay("sd-1/1", "--viewer", "outsider").lines[-2]

    assert (at["bets_closed"], at["cards_dealt"]) == (set(), mine)
    assert at["house_shown"] == mine | {"Ac", "Kd", "9h", "6s"}
    assert not mine & set(outsider["cards"].values())
    refused = replay("sd-1/2", "--viewer", "player:p-1", *ACTING)
    assert (refused.status, refused.out) == (1, "")
    assert replay("bj-1/1").lines[-2]["open_cards"]["house"] == ["Th", "Jc"]


@pytest.mark.usefixtures("here")
def test_one_step_of_a_round_can_be_asked_for() -> None:
    """With --step only that one is told, with all its places; an officer's reading needs a reason, a spin has no closed card."""
    one = replay("bj-1/1", "--step", "5")
    told = tombo(*LEDGER, "round", "replay", "bj-1/1", "--step", "5").out

    assert one.document["step"] == 5
    assert "Payments" not in told
    assert "closed cards seen by an auditor: none" in told
    assert replay("bj-1/1", "--step", "500").status == 2
    assert replay("bj-1/1", "--viewer", "officer").status == 2
    assert "no card lies face down" in replay("roleta-1/1", "--viewer", "officer").err


def test_a_payment_that_is_not_due_is_found() -> None:
    """A cent too much is named with both amounts; a stake that comes back twice is not conserved."""
    entries = spun({"p-1": (chip(1_000, "red"),)})
    paid = entries[-2]
    cent = paid.event.payments[0].model_copy(update={"prize": 1_001})
    more = [*entries[:-2], paid._replace(event=paid.event.model_copy(update={"payments": [cent]})), entries[-1]]
    twice = [*entries[:-1], paid, entries[-1]]
    view, doubled = of(more, {}, Viewer()), of(twice, {}, Viewer())

    assert again(of(entries, {}, Viewer())).differences == ()
    assert [(one.recorded, one.recomputed) for one in again(view).received] == [(2_001, 2_000)]
    assert "recorded 10.01 EUR, recomputed 10.00 EUR" in again(view).differences[0]
    assert all(step.conserved for step in steps(view))
    assert [step.conserved for step in steps(doubled)][-2:] == [False, False]


def spun(bets: dict[str, Any]) -> list[Entry]:
    """The entries of a spin that lands on 1, red."""
    table = wheel()
    for name, chips in bets.items():
        table.bets(name, *chips)
    table.lands("1")
    stream, entries = f"roulette:{table.round}", list[Entry]()
    for i, event in enumerate(table.spun(), 1):
        by, when = asked_by(entries, event), occurred_of(entries, event)
        entries.append(Entry(i, stream, i, event.kind, by, None, when, INSTANT_MAX, event, b"", b""))
    return entries
