"""Money is conserved at the wheel, whatever is asked of it in whatever order, and no decision is one that cannot be told."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds.house import player
from tests.worlds.roulette import BANKROLL, DEADLINE, NAMES, WHEEL, Roulette, wheel, wheel_terms
from tests.worlds.world import PLATFORM
from tombo.ledger.core.command import CommandBase
from tombo.ledger.games.roulette.audit import differences
from tombo.ledger.games.roulette.chances import SIMPLE, Chance, Chip, layout
from tombo.ledger.games.roulette.commands import (
    CloseBets,
    LandBall,
    OpenSpin,
    PlaceCallBet,
    PlaceChips,
    ReleaseStakes,
    SettleSpin,
    VoidSpin,
)
from tombo.ledger.games.roulette.wheel import FinalsBet, NeighboursBet, SeriesBet
from tombo.ledger.house.banked.commands import JoinTable, PartTable
from tombo.ledger.terms.roulette import WHEELS, RouletteTerms

TABLES: Final[tuple[dict[str, Any], ...]] = (
    {"regulation": "R804", "wheel": "american_38"},
    {"regulation": "R807", "zero": "partage"},
    {"regulation": "R807", "zero": "prison"},
)
Step = tuple[str, Any, str]

amounts = st.integers(50, 1_500)
"""Lawful on every chance; one may add up to what is not."""
names = st.sampled_from(NAMES)


def chips(terms: RouletteTerms) -> st.SearchStrategy[Chip]:
    """Any amount on any combination of the layout, every other on a simple chance; now and then on numbers that are none."""
    there = layout(terms)
    everything = [(chance, numbers) for chance, of in there.items() for numbers in of]
    simple = [(chance, numbers) for chance, numbers in everything if chance in SIMPLE]
    strange: list[tuple[Chance, tuple[str, ...]]] = [("split", ("1", "36")), ("straight_up", ("1", "2"))]
    where = st.one_of(st.sampled_from(everything), *[st.sampled_from(simple)] * 2, st.sampled_from(strange + simple))
    return st.builds(lambda at, amount: Chip(amount=amount, chance=at[0], numbers=list(at[1])), where, amounts)


def calls(terms: RouletteTerms) -> st.SearchStrategy[Any]:
    """Any call bet."""
    return st.one_of(
        st.builds(SeriesBet, call=st.sampled_from(["series_0_2_3", "series_5_8", "orphans"]), chip=amounts),
        st.builds(FinalsBet, call=st.just("finals"), chip=amounts, digit=st.integers(0, 9)),
        st.builds(
            NeighboursBet,
            call=st.just("neighbours"),
            chip=amounts,
            neighbours=st.sampled_from([2, 4, 6]),
            number=st.sampled_from(WHEELS[terms.wheel]),
        ),
    )


def spins(terms: RouletteTerms) -> st.SearchStrategy[list[Step]]:
    """A spin: bets, what else comes in between, and a number or none; zero comes as often as all the others."""
    bets = st.tuples(st.just("bet"), st.lists(chips(terms), min_size=1, max_size=3), names)
    called = st.tuples(st.just("call"), calls(terms), names)
    between = st.tuples(
        st.sampled_from(["open", "close", "land", "settle", "void", "part", "join", "release"]), st.just("1"), names
    )
    balls = st.one_of(st.just("0"), st.sampled_from(WHEELS[terms.wheel]))
    to_the_end = balls.map(lambda ball: [(step, ball, "p-1") for step in ("close", "land", "settle")])
    ends = st.one_of(to_the_end, to_the_end, to_the_end, st.just([("void", None, "p-1")]))
    left: st.SearchStrategy[list[Step]] = names.map(
        lambda name: [("part", None, name), ("release", None, name), ("join", None, name)]
    )
    return st.tuples(
        st.lists(st.one_of(bets, bets, bets, called), min_size=1, max_size=5),
        st.one_of(st.just([]), st.just([]), st.lists(between, max_size=3)),
        ends,
        st.one_of(st.just([]), left),
    ).map(lambda parts: [*chain(*parts), ("open", None, "p-1")])


def command(world: Roulette, word: str, argument: Any, name: str) -> CommandBase:
    """The request in full."""
    round_ = world.round
    words: dict[str, Callable[[], CommandBase]] = {
        "bet": lambda: PlaceChips(chips=argument, player=name, round=round_),
        "call": lambda: PlaceCallBet(bet=argument, player=name, round=round_),
        "open": lambda: OpenSpin(deadline=DEADLINE, table=WHEEL),
        "close": lambda: CloseBets(round=round_),
        "land": lambda: LandBall(number=argument, round=round_),
        "settle": lambda: SettleSpin(round=round_),
        "void": lambda: VoidSpin(incident=world.fails(), round=round_),
        "part": lambda: PartTable(player=name, table=WHEEL),
        "join": lambda: JoinTable(player=name, session=f"s-{name}", table=WHEEL),
        "release": lambda: ReleaseStakes(player=name, round=round_),
    }
    return words[word]()


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.get("zero", "lose"))
@settings(max_examples=50)
@given(data=st.data())
def test_every_cent_is_on_an_account_on_the_layout_in_prison_or_the_houses(
    table: dict[str, Any], data: st.DataObject
) -> None:
    """After every request, refused or not, the four add up to what the players brought; and no spin audits otherwise."""
    world = wheel(**table)
    for word, argument, name in chain(*data.draw(st.lists(spins(wheel_terms(**table)), min_size=1, max_size=5))):
        world.ask(command(world, word, argument, name), player(name) if word in {"bet", "call"} else PLATFORM)
        spin = world.spin
        at_stake = sum(stake.amount for stake in spin.stakes) if spin.outcome == "open" else 0
        imprisoned = sum(prisoner.amount for prisoner in spin.prisoners)
        accounts = sum(world.balance(name) for name in NAMES)
        assert accounts + at_stake + imprisoned + sum(map(world.taken, NAMES)) == BANKROLL * len(NAMES)
    for number in range(1, world(f"banked:{WHEEL}").number + 1):
        if world(f"roulette:{WHEEL}/{number}").outcome != "open":
            told: list[Any] = [event for stream, event in world.events if stream == f"roulette:{WHEEL}/{number}"]
            assert differences(told) == ()
