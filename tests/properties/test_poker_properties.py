"""What holds of every hand: money is conserved, nothing raises, a void returns the stakes, a replay and an audit agree."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.poker_play import NAME, Table, biased_deck, random_terms
from tests.worlds.world import OFFICER, PLATFORM, TABLE, TABLE_STREAM, seat_player
from tombo.ledger.core.command import Decision
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.poker.audit import differences
from tombo.ledger.games.poker.commands import (
    Call,
    Check,
    DealBoard,
    DealHoleCards,
    ExtendTime,
    Fold,
    PlaceBet,
    PostStraddle,
    ReportConnection,
    RequestDecision,
    SettleHand,
    ShowCards,
    TimeOut,
    VoidHand,
)
from tombo.ledger.games.poker.state import Hand, evolve
from tombo.ledger.games.poker.turns import phase
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.terms.citation import rules_of
from tombo.ledger.terms.poker import REGULATIONS, Variant

RANDOMS = st.randoms(use_true_random=False)
ODDS = (("fold", 3), ("passive", 9), ("raise", 5), ("all_in", 2), ("timeout", 1))


def table(random: Random, variant: Variant) -> Table:
    """A table of two to ten seats under terms of any kind, ready for its first hand."""
    seats = sorted(random.sample(range(1, 11), random.randint(2, 10)))
    stacks = {seat: random.randint(100, 2_000) for seat in seats}
    showdown = random.choice(["all", "losers_may_muck"])
    return Table(random, stacks, random_terms(random, showdown=showdown, variant=variant), biased_deck(random, "AKQJT"))


def money(hand: Hand) -> int:
    """Every unit the hand knows of: stacks, pots, payments and commissions, each once."""
    stacks = sum(stack or 0 for stack in hand.stacks)
    if hand.outcome == "settled":
        return stacks + sum(amount for *_, amount in hand.fees)
    if hand.outcome == "voided":
        return stacks
    return stacks + sum(hand.staked)


def start_money(hand: Hand) -> int:
    """What lay before the seats as the hand started."""
    return sum(seated.stack or 0 for seated in hand.started.seats)


@pytest.mark.parametrize("variant", REGULATIONS)
@settings(max_examples=150)
@given(RANDOMS)
def test_hand_conserves_money_and_its_record_agrees(variant: Variant, random: Random) -> None:
    """A hand played out keeps every unit; its replay is equal, its audit finds nothing, its table has the same stacks."""
    played = table(random, variant).play(ODDS)
    hand = played.hand
    assert hand.outcome == "settled"
    assert money(hand) == start_money(hand)
    replayed: Hand | None = None
    for event in played.world.hand_events():
        replayed = evolve(replayed, type(event).model_validate_json(event.model_dump_json()))
    assert replayed == hand
    holes = {
        p: tuple(o.card for s, o in played.world.openings(f"hand:{NAME}").items() if hand.dealt[s] == p)
        for p in range(len(hand.seats))
    }
    assert differences(hand, holes) == ()
    stacks = {taken.seat: taken.stack for taken in played.world(TABLE_STREAM).seats}
    assert stacks == dict(zip(hand.seats, hand.stacks, strict=True))


@pytest.mark.parametrize("variant", REGULATIONS)
@settings(max_examples=100)
@given(RANDOMS, st.integers(0, 40))
def test_void_returns_exactly_the_stakes(variant: Variant, random: Random, steps: int) -> None:
    """Whenever the operator's system fails before the result is fixed, everybody has again what he started with."""
    played = table(random, variant).play(ODDS, steps)
    world = played.world
    world.does(OpenIncident(first_instant=0, incident="i-1", origin="operator_system", reported_by="m", scope=[TABLE]))
    outcome = world.ask(VoidHand(hand=NAME, incident="i-1"), OFFICER)
    hand = world.hand()
    if phase(played.hand) in {"over", "showdown"}:
        assert isinstance(outcome, Refused)
        assert outcome.finding.rule == rules_of(variant, 72)
        return
    assert hand.outcome == "voided"
    assert list(hand.stacks) == [seated.stack for seated in hand.started.seats]
    assert sum(hand.refunds) == sum(played.hand.staked)
    assert differences(hand) == ()


@st.composite
def requests(draw: st.DrawFn) -> tuple[Any, By]:
    """Any request about the hand, lawful or not, from anybody."""
    seat = draw(st.integers(1, 10))
    amount = draw(st.integers(1, 3_000) | st.just(2**53 - 1))
    cards = draw(st.lists(st.sampled_from(["As", "Ks", "2c", "2d", "7h", "Td"]), min_size=1, max_size=3))
    command = draw(
        st.sampled_from(
            [
                Fold(hand=NAME, seat=seat),
                Check(hand=NAME, seat=seat),
                Call(hand=NAME, seat=seat),
                PlaceBet(hand=NAME, seat=seat, total=amount),
                TimeOut(hand=NAME, seat=seat),
                RequestDecision(deadline=amount, hand=NAME, seat=seat),
                ExtendTime(deadline=amount, hand=NAME, seat=seat),
                ReportConnection(hand=NAME, seat=seat, up=bool(amount % 2)),
                ShowCards(hand=NAME, seat=seat),
                SettleHand(hand=NAME, mucks=[seat]),
                DealBoard(cards=cards, hand=NAME),
                DealHoleCards(cards=["As", "Ks", "2c", "2d"], hand=NAME),
                PostStraddle(hand=NAME, post="straddle", seat=seat),
                PostStraddle(hand=NAME, post="restraddle", seat=seat),
                VoidHand(hand=NAME, incident="none"),
            ]
        )
    )
    return command, draw(st.sampled_from([seat_player(seat), PLATFORM, OFFICER]))


@pytest.mark.parametrize("variant", REGULATIONS)
@settings(max_examples=150)
@given(RANDOMS, st.integers(0, 25), st.lists(requests(), max_size=30))
def test_no_request_raises_or_moves_money_it_should_not(
    variant: Variant, random: Random, steps: int, asked: list[tuple[Any, By]]
) -> None:
    """Whatever is asked in whatever state is decided or refused, never raised; no unit appears or disappears."""
    at = table(random, variant)
    at.play(ODDS, steps)
    for command, by in asked:
        before = at.hand
        outcome = at.world.ask(command, by, occurred=random.choice([None, 0]))
        after = at.hand
        assert isinstance(outcome, Decision | Refused)
        assert isinstance(outcome, Decision) or after == before
        assert money(after) == start_money(after)
    while phase(at.hand) != "over":
        at.step(ODDS)
    assert differences(at.hand) == ()
