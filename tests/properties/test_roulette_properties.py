"""Money is conserved at the wheel, whatever is asked of it in whatever order, and no decision is one that cannot be told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.core.banked_terms import RouletteTerms
from ledger.core.command import CommandBase
from ledger.core.roulette_terms import WHEELS
from ledger.games.roulette.chances import Chip, layout
from ledger.games.roulette.commands import (
    CloseBets,
    LandBall,
    OpenSpin,
    PlaceCallBet,
    PlaceChips,
    ReleaseStakes,
    SettleSpin,
    VoidSpin,
)
from ledger.games.roulette.events import BetReleased, Collected, Paid, PrisonerLost
from ledger.games.roulette.wheel import FinalsBet, NeighboursBet, SeriesBet
from ledger.house.banked_commands import JoinTable, PartTable
from tests.house_world import player
from tests.roulette_world import BANKROLL, NAMES, WHEEL, Roulette, wheel, wheel_terms
from tests.world import PLATFORM

TABLES: Final[tuple[dict[str, Any], ...]] = (
    {"regulation": "R804", "wheel": "american_38"},
    {"regulation": "R807", "zero": "partage"},
    {"regulation": "R807", "zero": "prison"},
)
amounts = st.integers(1, 3_000)


@st.composite
def chips(draw: st.DrawFn, terms: RouletteTerms) -> Chip:
    """Any amount on any combination of the layout, and now and then on one that is none."""
    chance = draw(st.sampled_from(sorted(layout(terms))))
    numbers = draw(st.sampled_from(layout(terms)[chance]))
    strange = draw(st.integers(0, 20)) == 0
    return Chip(amount=draw(amounts), chance=chance, numbers=list(numbers[1:] if strange else numbers))


def calls() -> st.SearchStrategy[Any]:
    """Any call bet."""
    return st.one_of(
        st.builds(SeriesBet, call=st.sampled_from(["series_0_2_3", "series_5_8", "orphans"]), chip=amounts),
        st.builds(FinalsBet, call=st.just("finals"), chip=amounts, digit=st.integers(0, 9)),
        st.builds(
            NeighboursBet,
            call=st.just("neighbours"),
            chip=amounts,
            neighbours=st.sampled_from([2, 4, 6]),
            number=st.sampled_from(WHEELS["american_38"]),
        ),
    )


def requests(terms: RouletteTerms) -> st.SearchStrategy[tuple[str, Any, str]]:
    """What is asked, with its argument, and for whom."""
    balls = st.one_of(st.sampled_from(["0", "00"]), st.sampled_from(WHEELS["american_38"]))
    bets = st.tuples(st.just("bet"), st.lists(chips(terms), min_size=1, max_size=4))
    run = st.tuples(st.just("run"), balls)
    other = st.tuples(st.sampled_from(["call"]), calls()) | st.tuples(
        st.sampled_from(["open", "close", "settle", "void", "part", "join", "release"]), st.none()
    )
    asked = st.one_of(bets, bets, run, other, st.tuples(st.just("land"), balls))
    return st.tuples(asked, st.sampled_from(NAMES)).map(lambda both: (*both[0], both[1]))


def command(world: Roulette, word: str, argument: Any, name: str) -> CommandBase:
    """The request in full."""
    round_ = world.round
    words: dict[str, Callable[[], CommandBase]] = {
        "bet": lambda: PlaceChips(chips=argument, player=name, round=round_),
        "call": lambda: PlaceCallBet(bet=argument, player=name, round=round_),
        "open": lambda: OpenSpin(table=WHEEL),
        "close": lambda: CloseBets(round=round_),
        "land": lambda: LandBall(number=argument, round=round_),
        "settle": lambda: SettleSpin(round=round_),
        "void": lambda: VoidSpin(incident="avaria", round=round_),
        "part": lambda: PartTable(player=name, table=WHEEL),
        "join": lambda: JoinTable(player=name, session=f"s-{name}", table=WHEEL),
        "release": lambda: ReleaseStakes(player=name, round=round_),
    }
    return words[word]()


def ask(world: Roulette, word: str, argument: Any, name: str) -> None:
    """Ask it; ``run`` is a spin to its end and the opening of the next, so that spins come to pass often enough."""
    if word == "run":
        for step in ("close", "land", "settle", "open"):
            ask(world, step, argument, name)
        return
    world.ask(command(world, word, argument, name), player(name) if word in {"bet", "call"} else PLATFORM)


def house_takings(world: Roulette) -> int:
    """What the house has won and lost, by the events of all spins."""
    won = 0
    for _, event in world.events:
        match event:
            case Collected():
                won += sum(chip.amount for chip in event.chips)
            case PrisonerLost():
                won += event.prisoner.amount
            case BetReleased():
                won += event.prisoner.amount - event.returned
            case Paid():
                won -= sum(payment.prize for payment in event.payments)
    return won


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_every_cent_is_on_an_account_on_the_layout_in_prison_or_the_houses(data: st.DataObject) -> None:
    """After every request, refused or not, the four add up to what the players brought."""
    table = data.draw(st.sampled_from(TABLES))
    world = wheel(**table)
    world.fails()
    for asked in data.draw(st.lists(requests(wheel_terms(**table)), min_size=5, max_size=40)):
        ask(world, *asked)
        spin = world.spin
        at_stake = sum(stake.amount for stake in spin.stakes) if spin.outcome == "open" else 0
        imprisoned = sum(prisoner.amount for prisoner in spin.prisoners)
        accounts = sum(world.balance(name) for name in NAMES)
        assert accounts + at_stake + imprisoned + house_takings(world) == BANKROLL * len(NAMES)
