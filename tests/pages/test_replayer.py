"""What is drawn of a hand or round is where its chips, stakes and cards are after each step, as its viewer may see them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any, Final, get_args

import pytest

from tests.worlds.roulette import wheel_terms
from tests.worlds.simulated_log import GAMES, day
from tombo.ledger.core.cards import HIDDEN
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Sum, written
from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.games.roulette.chances import ZEROS, layout
from tombo.ledger.games.roulette.drawing.drawn import drawn
from tombo.ledger.games.roulette.state import Spin, Stake
from tombo.ledger.house.banked.words import STAGES
from tombo.ledger.house.drawn import Stage
from tombo.projections.follow import Viewer
from tombo.projections.round.banked import BankedView
from tombo.projections.round.chips import ChipPlaces
from tombo.projections.round.hand import HandView
from tombo.projections.round.replay import ReplayStep, steps
from tombo.projections.round.stakes import StakePlaces
from tombo.projections.round.view import AnyView, of
from tombo.reports.pages.replayer.page import scenes_of
from tombo.reports.pages.replayer.scene import POT, Scene, drawing_json, moved, parts
from tombo.reports.pages.replayer.seats import lying

AUDITOR: Final = Viewer("auditor")


Played = tuple[AnyView, list[ReplayStep], tuple[Scene, ...]]


@cache
def played(game: str, viewer: Viewer = AUDITOR) -> tuple[Played, ...]:
    """Every hand or round of ``game`` in a day, its steps, and what is drawn of each."""
    views = [of(entries, {}, viewer) for stream, entries in day()[2].items() if stream.startswith(f"{game}:")]
    assert views, f"nothing of {game} was played"
    return tuple((view, taken, scenes_of(view, taken)) for view in views for taken in [steps(view)])


def minor(amounts: Iterator[Sum]) -> int:
    """What they come to."""
    return sum(one.minor for one in amounts)


def bets(scene: Scene) -> int:
    """All that lies before the seats, or in boxes."""
    return minor(bet.amount for place in scene.places for bet in place.bets)


def test_chips_of_a_hand_are_drawn_where_they_are_and_add_up_at_every_step() -> None:
    """Stacks, bets, pots and commission are those of the replay, and come to what the hand began with."""
    for _, taken, scenes in played("hand"):
        for step, scene in zip(taken, scenes, strict=True):
            money = step.money
            assert isinstance(money, ChipPlaces)
            stacks = {place.key: None if place.stack is None else place.stack.minor for place in scene.places}
            assert stacks == {str(seat): stack for seat, stack in money.stacks.items()}
            assert {place.key for place in scene.places if place.bets} == set(map(str, money.bets))
            pots = minor(pot.amount for pot in scene.pots)
            assert money.begun is not None
            assert minor(place.stack for place in scene.places if place.stack) + bets(scene) + pots == money.begun
            total = 0 if scene.total is None else scene.total.amount.minor
            assert total + money.commission == bets(scene) + pots


def test_what_moves_in_a_step_leads_from_the_step_before_to_this_one() -> None:
    """Every chip that leaves a place comes to another: played again, the movements give the next step."""
    seen = Counter[str]()
    for _, taken, scenes in played("hand"):
        for (before, after), scene in zip(pairwise(taken), scenes[1:], strict=True):
            assert isinstance(before.money, ChipPlaces)
            assert isinstance(after.money, ChipPlaces)
            places, ends = Counter(lying(before.money)), lying(after.money)
            for one in scene.moved:
                assert one.amount.minor > 0
                places[one.begins] -= one.amount.minor
                places[one.ends] += one.amount.minor
                seen[f"{one.begins.rstrip('0123456789')}>{one.ends.rstrip('0123456789')}"] += 1
            middle = places.pop(POT, 0)
            assert dict(places) == ends
            assert middle == in_pots(after.money) - in_pots(before.money)
    assert set(seen) >= {">bet:", "bet:>pot", ">pot", "pot>", "bet:>"}, "some way was never gone"


def in_pots(money: ChipPlaces) -> int:
    """What lies in the pots, and what was taken of them."""
    return sum(level.amount for level in money.pots) + money.commission


@pytest.mark.parametrize(
    ("before", "after", "ways"),
    [
        ({"1": 9, "bet:1": 0}, {"1": 4, "bet:1": 5}, [("1", "bet:1", 5)]),
        ({"1": 9, "bet:1": 2}, {"1": 4, "bet:1": 0}, [("1", POT, 5), ("bet:1", POT, 2)]),
        ({"1": 4, "bet:1": 5}, {"1": 7, "bet:1": 0}, [("bet:1", "1", 3), ("bet:1", POT, 2)]),
        ({"1": 4, "bet:1": 0}, {"1": 7, "bet:1": 0}, [(POT, "1", 3)]),
        ({"1": 4, "bet:1": 0}, {"1": 4, "bet:1": 0}, []),
    ],
    ids=["a bet", "a call that ends a street", "what nobody matched", "a pot", "nothing"],
)
def test_chips_go_the_shortest_way(
    before: dict[str, int], after: dict[str, int], ways: list[tuple[str, str, int]]
) -> None:
    """Between a seat and the bet before it directly, and else by the pot."""
    assert [*moved(before, after)] == ways


def test_a_seat_has_the_cards_that_its_viewer_sees_and_backs_for_the_others() -> None:
    """Open ones are those of the replay; as many backs lie there as cards were dealt and neither shown nor given up."""
    backs = 0
    for view, taken, scenes in played("hand"):
        for step, scene in zip(taken, scenes, strict=True):
            hand = step.act.after
            for position, place in enumerate(sorted(scene.places, key=lambda one: hand.seats.index(int(one.key)))):
                open_ = tuple(card for card in place.cards if card != HIDDEN)
                assert open_ == step.cards.get(int(place.key), ())
                gone = not hand.live[position] or hand.mucked[position]
                assert gone or len(place.cards) == hand.dealt.count(position)
                backs += place.cards.count(HIDDEN)
        assert isinstance(view, HandView)
        assert scenes[-1].board == tuple(scenes[-1].board)
    assert backs


@pytest.mark.parametrize("game", sorted(BANKED_GAMES))
def test_what_lies_undecided_on_a_table_of_the_house_is_what_is_at_stake(game: str) -> None:
    """In boxes at every step; on a cloth, where every chip lies by itself, until the number decides them."""
    compared = 0
    for view, taken, scenes in played(game):
        assert isinstance(view, BankedView)
        for step, scene in zip(taken, scenes, strict=True):
            assert isinstance(step.money, StakePlaces)
            at_stake = step.money.at_stake
            pays = any(
                move.what == "returned" for move in step.act.moves
            )  # of half a stake; the next entry takes the other
            assert bets(scene) == at_stake or (pays and bets(scene) < at_stake), (view.stream, step.number)
            compared += 1
            if scene.fields and not any(field.hit for field in scene.fields):
                chips = Counter[str]()
                for chip in scene.chips:
                    chips[str(scene.places[chip.player].who)] += chip.amount.minor if chip.state != "out" else 0
                assert +chips == +Counter({place.player: place.at_stake for place in step.money.places})
    assert compared


@pytest.mark.parametrize("game", sorted(BANKED_GAMES))
def test_cards_of_the_house_and_of_boxes_are_those_that_lie_there(game: str) -> None:
    """Those that lie open are drawn open, whoever looks; a closed one that was not shown is a back."""
    for view, taken, scenes in played(game, Viewer("outsider")):
        for step, scene in zip(taken, scenes, strict=True):
            drawn_open = Counter(card for place in scene.places for card in place.cards if card != HIDDEN)
            drawn_open += Counter(card for _, cards in scene.apart for card in cards)
            lies = Counter(card for cards in BANKED_GAMES[view.game].lying(step.act.after).values() for card in cards)
            if not scene.fields:
                assert lies <= drawn_open
                assert set(drawn_open) - set(lies) <= {card for _, cards in scene.apart for card in cards}


def test_every_combination_has_a_place_of_its_own_on_the_cloth() -> None:
    """On each wheel no two lie in one place; each touches the fields of its numbers, or their end, or lies in its own field."""
    for wheel in ("american_37", "american_38", "french_37"):
        terms = wheel_terms().model_copy(update={"wheel": wheel})
        places = set[tuple[int, int]]()
        for chance, combinations in layout(terms).items():
            for numbers in combinations:
                cloth = drawn(Spin(terms, 1, stakes=(Stake("p-1", chance, numbers, 100),))).cloth
                assert cloth is not None
                (chip,) = cloth.chips
                assert (chip.x, chip.y) not in places, (wheel, chance, numbers)
                places.add((chip.x, chip.y))
                if chance in {"straight_up", "split"} or (chance == "corner" and not ZEROS & {*numbers}):
                    for field in cloth.fields:
                        if field.label in numbers:
                            assert field.x <= chip.x <= field.x + field.width
                            assert field.y <= chip.y <= field.y + field.height


def test_the_number_is_marked_and_decides_the_chips() -> None:
    """What it hits stays, what it misses is lost; of a void spin everything goes back."""
    stakes = (Stake("p-1", "straight_up", ("17",), 100), Stake("p-1", "straight_up", ("18",), 100))
    spin = Spin(wheel_terms(), 1, stakes=stakes, bets_closed=True)
    for after, hit, out in (
        (spin, [], [False, False]),
        (spin._replace(ball="17"), ["17"], [False, True]),
        (spin._replace(outcome="voided"), [], [True, True]),
    ):
        cloth = drawn(after).cloth
        assert cloth is not None
        assert [field.label for field in cloth.fields if field.hit] == hit
        assert [chip.out for chip in cloth.chips] == out


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_parts_of_a_replay_follow_one_another_from_its_first_step(game: str) -> None:
    """Streets and stages, each where it begins; a hand that is over ends with its end."""
    stages = {STAGES[stage] for stage in get_args(Stage)}
    for view, taken, scenes in played(game):
        found = parts(scenes)
        assert found[0].step == 1
        assert [part.step for part in found] == sorted({part.step for part in found})
        assert all(one.name != other.name for one, other in pairwise(found))
        assert isinstance(view, HandView) or {part.name for part in found} <= stages
        assert len(scenes) == len(taken)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_the_script_is_given_every_scene_whole(game: str) -> None:
    """Values that steps share stand once, and each step names those it has: put together again, nothing is missing."""
    for _, taken, scenes in played(game):
        given: dict[str, Any] = drawing_json(scenes, [step.number for step in taken], Language.PT)
        for step, scene, one in zip(taken, scenes, given["steps"], strict=True):
            assert one["step"] == step.number
            seats = [given["places"][number] for number in one["places"]]
            assert [seat["key"] for seat in seats] == [place.key for place in scene.places]
            assert [seat["cards"] for seat in seats] == [[*place.cards] for place in scene.places]
            stacks = [
                None if place.stack is None else written(place.stack, Language.PT, "figure") for place in scene.places
            ]
            assert [seat["stack"] for seat in seats] == stacks
            amounts = [written(chip.amount, Language.PT, "figure") for chip in scene.chips]
            assert [given["chips"][number][1] for number in one["chips"]] == amounts
        assert len({repr(value) for value in given["places"]}) == len(given["places"])
