"""The end of the demonstration's evening: two players go to the wheel, then to blackjack. Through the live door, like the rest."""

from __future__ import annotations

from typing import Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.blackjack import commands as blackjack
from tombo.ledger.games.roulette import commands as roulette
from tombo.ledger.games.roulette.chances import Chip
from tombo.ledger.house.banked.commands import JoinTable, OpenBankedTable
from tombo.ledger.house.ruleset.commands import ApproveBankedRuleset
from tombo.ledger.house.session import commands as house
from tombo.ledger.terms.blackjack import BlackjackReadings, BlackjackTerms
from tombo.ledger.terms.roulette import MULTIPLES, ChanceLimits, RouletteLimits, RouletteTerms
from tombo.ledger.terms.unit import EURO
from tombo.simulator.evening import MANAGER, STEP_SECONDS, DemoDay

WHEEL, BLACKJACK = "roleta-1", "bj-1"
SPIN, ROUND = f"{WHEEL}/1", f"{BLACKJACK}/1"
PLAYERS: Final = ("p-leste", "p-oeste")
SHOWN: Final = SPIN
"""A round to look at."""
REFERENCE: Final = "SRIJ 2026/000 (example)"

ROULETTE_TERMS: Final = RouletteTerms(
    betting_seconds=30,
    call_bets=False,
    game="roulette",
    limits=RouletteLimits(**{name: ChanceLimits(least=50, most=times * 50) for name, times in MULTIPLES.items()}),
    red=[1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36],
    regulation="R804",
    revision=1,
    rounding="floor",
    table_kind="multi",
    total_max=None,
    unit=EURO,
    wheel="american_37",
    zero="lose",
)
BLACKJACK_TERMS: Final = BlackjackTerms(
    bet_max=100_00,
    bet_min=1_00,
    betting_seconds=20,
    decision_seconds=30,
    decks=6,
    double="nine_to_eleven",
    game="blackjack",
    insurance=True,
    readings=BlackjackReadings(
        ace_on_double=Reading.LETTER,
        decided_bets=Reading.PRACTICE,
        house_blackjack=Reading.LETTER,
        insured_blackjack=Reading.LETTER,
    ),
    revision=1,
    rounding="floor",
    seats=7,
    several_seats=False,
    special_prizes=True,
    split="same_value",
    splits_max=3,
    table_kind="multi",
    unit=EURO,
)


def play(day: DemoDay) -> None:
    """A spin and a round of blackjack, with all that has to be there before."""
    _opens(day)
    _spin(day)
    _blackjack(day)


def _player(name: str) -> By:
    return By(actor="player", id=name)


def _opens(day: DemoDay) -> None:
    """The rules of both games, their tables, and who plays there."""
    manager = By(actor="staff", id=MANAGER, role="manager")
    approve = ApproveBankedRuleset
    rules = (
        approve(in_force_from=0, reference=REFERENCE, regulation="R804", ruleset="roulette-1", terms=ROULETTE_TERMS),
        approve(in_force_from=0, reference=REFERENCE, regulation="R805", ruleset="blackjack-1", terms=BLACKJACK_TERMS),
    )
    for ruleset in rules:
        day.send(ruleset, manager)
    day.send(OpenBankedTable(ruleset="roulette-1", table=WHEEL))
    day.send(OpenBankedTable(ruleset="blackjack-1", table=BLACKJACK))
    for seat, name in enumerate(PLAYERS, 1):
        at_wheel, at_cards = f"{name}-2", f"{name}-3"
        day.send(house.StartSession(player=name, regulation="R804", session=at_wheel), _player(name))
        day.send(JoinTable(player=name, session=at_wheel, table=WHEEL), _player(name))
        day.send(house.StartSession(player=name, regulation="R805", session=at_cards), _player(name))
        day.send(JoinTable(player=name, seat=seat, session=at_cards, table=BLACKJACK), _player(name))


def _until(day: DemoDay, terms: RouletteTerms | BlackjackTerms) -> int:
    """Until when bets are taken in a round that opens with the next step; one to spare over the time of ``terms``."""
    return day.clock.instant + 2 * STEP_SECONDS * SECOND + terms.betting_seconds * SECOND


def _spin(day: DemoDay) -> None:
    """17, black: a number, a split and black against red and a dozen."""
    bets = {
        "p-leste": [
            Chip(amount=1_00, chance="straight_up", numbers=["17"]),
            Chip(amount=2_00, chance="split", numbers=["17", "18"]),
        ],
        "p-oeste": [Chip(amount=10_00, chance="red"), Chip(amount=5_00, chance="black")],
    }
    deadline = _until(day, ROULETTE_TERMS)
    day.send(roulette.OpenSpin(deadline=deadline, table=WHEEL))
    for name, chips in bets.items():
        day.send(roulette.PlaceChips(chips=chips, player=name, round=SPIN), _player(name))
    day.clock.instant = deadline
    day.send(roulette.CloseBets(round=SPIN))
    day.send(roulette.LandBall(number="17", round=SPIN))
    day.send(roulette.SettleSpin(round=SPIN))


def _blackjack(day: DemoDay) -> None:
    """Eleven doubled to 21 and a seventeen, against a house of 20."""
    deadline = _until(day, BLACKJACK_TERMS)
    day.send(blackjack.OpenBlackjackRound(deadline=deadline, table=BLACKJACK))
    day.send(blackjack.ShuffleBlackjackShoe(round=ROUND, shoe="shoe-1"))
    for seat, (name, amount) in enumerate(zip(PLAYERS, (10_00, 5_00), strict=True), 1):
        day.send(blackjack.PlaceBlackjackBet(amount=amount, round=ROUND, seat=seat), _player(name))
    day.clock.instant = deadline
    day.send(blackjack.CloseBlackjackBets(round=ROUND))
    day.send(blackjack.DealBlackjackHands(cards=["8s", "9d", "Th", "3c", "8d"], hole_card="Jc", round=ROUND))
    doubles = blackjack.DecideBlackjackHand(decision="double", round=ROUND, seat=1)
    stands = blackjack.DecideBlackjackHand(decision="stand", round=ROUND, seat=2)
    day.send(doubles, _player(PLAYERS[0]))
    day.send(blackjack.DealBlackjackCard(card="Td", round=ROUND))
    day.send(stands, _player(PLAYERS[1]))
    day.send(blackjack.RevealBlackjackHouse(round=ROUND))
