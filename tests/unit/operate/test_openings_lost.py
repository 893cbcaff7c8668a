"""Closed cards of which nobody kept the openings determine nothing: what cannot be settled for them is void when an officer asks (decision 28) (D3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from tests.conftest import run_past
from tests.unit.operate.test_recover import begin, check_down
from tests.unit.operate.test_recover_determined import ROUND, dealt
from tests.worlds.blackjack import DEPOSIT
from tests.worlds.floor import MANAGER, Floor
from tests.worlds.house import player
from tests.worlds.sem_descarte import BALANCE, SD_TABLE, deal, sd_readings, sd_terms, setup_commands
from tests.worlds.standstill import recovered
from tests.worlds.world import OFFICER
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.games.sem_descarte import commands as sd
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger

SD_ROUND: Final = f"{SD_TABLE}/1"
HANDS: Final = {1: "Kh Jh 8h 6h 2h", 2: "9s 9d 4c 3h 2c"}


def at_showdown(ledger: Ledger) -> None:
    """A hand of poker of which only the showdown is missing."""
    floor = Floor(ledger.handle)
    floor.open_table("mesa-1", players=2)
    floor.do(GrantRole(role="officer", staff="rui"), MANAGER)
    check_down(begin(ledger, "mesa-1", 1), "mesa-1", 1)


def decided(decided_bets: Reading) -> Callable[[Ledger], None]:
    """A round of póquer sem descarte with every second bet made."""

    def play(ledger: Ledger) -> None:
        floor = Floor(ledger.handle)
        for command, by in setup_commands(["p-1", "p-2"], sd_terms(readings=sd_readings(decided_bets=decided_bets))):
            floor.do(command, by)
        floor.do(sd.OpenRound(deadline=30_000_000, table=SD_TABLE))
        for seat in (1, 2):
            ante = sd.PlaceAnte(amount=500, player=f"p-{seat}", round=SD_ROUND, seat=seat)
            floor.do(ante, player(f"p-{seat}"))
        floor.do(sd.CloseAntes(round=SD_ROUND))
        floor.do(deal(ledger.view()(f"sem_descarte:{SD_ROUND}"), HANDS, "5c 5d Tc 7s 3d"))
        for seat in (1, 2):
            floor.do(sd.Continue(round=SD_ROUND, seat=seat), player(f"p-{seat}"))

    return play


def stood(ledger: Ledger) -> None:
    """A round of blackjack of which the hole card decides everything."""
    floor = dealt(ledger, {1: 1000}, "Ts Th 9d", "7c")
    floor.do(
        bj.DecideBlackjackHand(amount=None, decision="stand", hand=1, round=ROUND, seat=1),
        player("p-1"),
    )


class Case(NamedTuple):
    """What is played, which of its closed cards is lost, and what has to become of it."""

    stream: str
    play: Callable[[Ledger], None]
    slot: int
    held: dict[str, int]
    """What each player has on his account in the end."""


CASES: Final = [
    pytest.param(Case("hand:mesa-1/1", at_showdown, 1, {}), id="R806 r.72, at the showdown"),
    pytest.param(
        Case(f"sem_descarte:{SD_ROUND}", decided(Reading.LETTER), 0, {"p-1": BALANCE, "p-2": BALANCE}),
        id="R803 r.33, of one seat, the whole round",
    ),
    pytest.param(
        Case(f"sem_descarte:{SD_ROUND}", decided(Reading.PRACTICE), 0, {"p-1": BALANCE, "p-2": BALANCE + 1500}),
        id="R803 r.33, of one seat, decided bets stand",
    ),
    pytest.param(
        Case(f"sem_descarte:{SD_ROUND}", decided(Reading.PRACTICE), 2, {"p-1": BALANCE, "p-2": BALANCE}),
        id="R803 r.33, of the house",
    ),
    pytest.param(Case(f"blackjack:{ROUND}", stood, 0, {"p-1": DEPOSIT}), id="R805 r.27, the hole card"),
]


@pytest.fixture
def keyring(tmp_path: Path) -> Keyring:
    """Where the keys are."""
    return Keyring(tmp_path / "keys")


@pytest.fixture(params=CASES)
def case(request: pytest.FixtureRequest, sqlite_url: str, keyring: Keyring) -> Iterator[tuple[Case, Ledger]]:
    """The case, played, and the ledger as a process finds it that begins once an opening is gone."""
    case: Case = request.param
    made = create_ledger(sqlite_url, keyring, origin="operator.example/1", clock=SteppingClock())
    with made.store:
        case.play(made)
    run_past(sqlite_url, f"DELETE FROM openings WHERE stream = '{case.stream}' AND slot = {case.slot}")
    found = open_ledger(sqlite_url, keyring, clock=SteppingClock(start=1_770_000_000_000_000))
    with found.store:
        yield case, found


def ends(case: Case, what: str) -> CommandBase:
    """The request that settles it, or that voids it for an outage."""
    ending, name = TABLE_GAMES[case.stream.partition(":")[0]].ending, case.stream.partition(":")[2]
    return ending.settle(name) if what == "settle" else ending.void(name, "outage")


def test_what_lost_cards_decide_is_void_when_an_officer_asks(case: tuple[Case, Ledger]) -> None:
    """It is not settled; the platform does not void it, for who hides a row would decide it; an officer does, and the audit agrees.

    Red before: neither was possible, and the table, the sessions and the money were locked for ever.
    """
    played, ledger = case
    floor = Floor(ledger.handle, "outage")
    floor.do(OpenIncident(first_instant=1, incident="outage", origin="operator_system", reported_by="monitor"))
    with pytest.raises(OutOfPlaceError, match="an officer voids it"):
        floor.ask(ends(played, "settle"))
    refused = floor.ask(ends(played, "void"))
    assert isinstance(refused, Refused)
    assert (refused.finding.rule, refused.finding.told.about) == ("House: cards", "evidence_lost")
    assert isinstance(floor.ask(ends(played, "void"), OFFICER), Acknowledgement)
    view = ledger.view()
    assert view(played.stream).outcome == "voided"
    assert {name: view(f"account:{name}").balance for name in played.held} == played.held
    entries = ledger.entries(played.stream)
    assert TABLE_GAMES[played.stream.partition(":")[0]].again(entries, {}).differences == ()
    assert recovered(ledger).hands == ()


def test_a_recovery_leaves_it_to_an_officer_and_says_so(case: tuple[Case, Ledger]) -> None:
    """It stays open, is told with its place and what to do, and so is the incident, under which the officer voids it."""
    played, ledger = case
    done = recovered(ledger)
    assert [(one.hand, one.outcome) for one in done.hands] == [(played.stream, "open")]
    assert "an officer voids it" in str(done.lost[0])
    ending = TABLE_GAMES[played.stream.partition(":")[0]].ending
    void: Any = ending.void(played.stream.partition(":")[2], done.incident or "")
    Floor(ledger.handle, "after").do(void, OFFICER)
    assert recovered(ledger).closed
