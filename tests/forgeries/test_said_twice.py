"""E1: what moves no cent, and is said by something else on record: a round by its stream, a session by the seat, numbers by the bet."""

from __future__ import annotations

from typing import Any

import pytest

from tests.forgeries.stolen import Scenes, Thief
from tests.worlds.forged_ledger import Act, numbered


def first(thief: Thief, kind: str) -> Act:
    """The first entry of ``kind``."""
    return next(act for commit in thief.commits for act in commit.acts if act.kind == kind)


def test_e1_a_bet_is_collected_on_its_own_numbers(scenes: Scenes) -> None:
    """Red is lost on 36 numbers of which a sentence says three: another number among the others was seen by nobody."""
    thief = scenes("banked")
    lost = next(act for act in thief.all("collected") if getattr(act.event.chips[0], "chance", "") in {"red", "black"})
    chip = lost.event.chips[0]
    own = chip.numbers[5]
    other = next(str(number) for number in range(1, 37) if str(number) not in chip.numbers)
    lost.says(chips=[chip.model_copy(update={"numbers": [other if one == own else one for one in chip.numbers]})])
    (told,) = [text for text in scenes.night("banked", thief) if "he bet on" in text]
    assert other in told


@pytest.mark.parametrize(
    "kind", ["roulette.round_opened.v1", "blackjack.round_opened.v1", "sem_descarte.round_opened.v1"]
)
@pytest.mark.parametrize("said", [{"table": "mesa-outra"}, {"number": 7}])
def test_e1_a_round_is_of_its_table(scenes: Scenes, kind: str, said: dict[str, Any]) -> None:
    """The table and the number in a round's first entry are those of its stream."""
    thief = scenes("banked")
    opened = first(thief, kind)
    opened.says(**said)
    assert any(f"{opened.stream}: its first entry says" in text for text in scenes.night("banked", thief))


@pytest.mark.parametrize("how", ["swapped", "moved", "elsewhere"])
def test_e1_a_session_says_where_it_is_played(scenes: Scenes, how: str) -> None:
    """Whoever takes a place does it in a session that says so."""
    thief = scenes("banked")
    one, other = thief.all("entered")[:2]
    if how == "swapped":
        one.stream, other.stream = other.stream, one.stream
    elif how == "moved":
        one.stream = other.stream
    else:
        one.says(where="banked:mesa-outra")
    numbered(thief.commits)
    said = f"{one.stream} says that it is played in {one.event.where}, where nobody takes a place under it"
    assert said in scenes.night("banked", thief)


def test_e1_a_session_is_of_the_game_that_is_played(scenes: Scenes) -> None:
    """A session of roulette is none of blackjack."""
    thief = scenes("banked")
    started = thief.one("started")
    started.says(regulation="R803" if started.event.regulation != "R803" else "R804")
    assert any("expected one of" in text for text in scenes.night("banked", thief))


def test_e1_who_bet_is_who_bet(scenes: Scenes) -> None:
    """A table says of a player that he let the round pass in which he bet, or the other way round: for silence a session ends."""
    thief = scenes("banked")
    ended = thief.one("round_ended")
    bets = list(ended.event.bets)
    ended.says(bets=bets[1:] if bets else ["p-9"])
    assert any(f"bet in {ended.event.round}" in text for text in scenes.night("banked", thief))


def test_e1_a_round_ended_as_it_ended(scenes: Scenes) -> None:
    """A table does not say of a round that was settled that it is void."""
    thief = scenes("banked")
    ended = thief.one("round_ended", outcome="settled")
    ended.says(outcome="voided")
    assert any(f"says otherwise of {ended.event.round}" in text for text in scenes.night("banked", thief))


def test_e1_cards_are_called_what_they_are(scenes: Scenes) -> None:
    """R803 r.7: what a seat shows bears the name of its cards."""
    thief = scenes("banked")
    shown = next(act for act in thief.all("cards_shown") if hasattr(act.event, "combination"))
    shown.says(combination="royal" if shown.event.combination != "royal" else "pair")
    assert any("is said to show royal" in text for text in scenes.night("banked", thief))
