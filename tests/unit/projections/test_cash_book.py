"""The book of a cash table of poker: what is bought, played and taken away moves euro, and chips of demo play move nothing."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.worlds.house import House, house, player, seat, stack_commission
from tests.worlds.world import CHIPS, EURO, TABLE, TABLE_STREAM, World, poker_terms
from tombo.ledger.games.poker.commands import DealHoleCards, Fold, StartHand
from tombo.ledger.house.table.commands import DrawButton, LeaveTable, TopUp
from tombo.ledger.terms.poker import Terms
from tombo.projections.accounts.book import Book
from tombo.projections.accounts.followed import POSTINGS, Accounts
from tombo.projections.accounts.holders import NONE, TRANSIT, Transfer, cause_of, class_of, transit
from tombo.projections.line import AnyLine, Line
from tombo.projections.reconciliation.commits import astray


def evening(rules: Terms) -> House:
    """Two players sit down, one tops up, a hand is folded, and both leave."""
    world = seat(house(rules=rules, demo=rules.unit == CHIPS), "p-1", "p-2")
    world.does(TopUp(amount=1_000, seat=1, table=TABLE), player("p-1"))
    world.does(DrawButton(seat=1, table=TABLE))
    world.does(StartHand(table=TABLE))
    world.does(DealHoleCards(cards=["As", "Kd", "Ah", "Kc"], hand=f"{TABLE}/1"))
    folding = world(f"hand:{TABLE}/1").seats[0]
    world.does(Fold(hand=f"{TABLE}/1", seat=folding), player(f"p-{folding}"))
    for number in (1, 2):
        world.does(LeaveTable(seat=number, table=TABLE), player(f"p-{number}"))
    return world


def booked(world: World) -> dict[str, list[Transfer]]:
    """What the book says that the entries of each kind move."""
    book, versions, found = Book(), Counter[str](), dict[str, list[Transfer]]()
    event: Any
    for index, (stream, event) in enumerate(world.events):
        versions[stream] += 1
        if event.kind in book.reads:
            line = Line(index, stream, versions[stream], event.kind, None, index, event)
            found.setdefault(event.kind, []).extend(book(line))
    return found


def version_of(world: World, kind: str) -> int:
    """The version of the first entry of a kind in the stream of the table."""
    kinds = [getattr(event, "kind", "") for stream, event in world.events if stream == TABLE_STREAM]
    return kinds.index(kind) + 1


PLAYED = {
    *(f"table.{word}.v1" for word in ("opened", "player_seated", "stack_topped_up", "hand_started", "player_left")),
    "hand.blind_posted.v1",
    "hand.pot_awarded.v1",
}


def test_a_table_in_chips_moves_no_money() -> None:
    """Buy-in, top-up, blinds, pot and what is left with: the book passes over all of it, and knows no regulation of it."""
    found = booked(evening(poker_terms(unit=CHIPS)))
    assert set(found) >= PLAYED
    assert {kind: moved for kind, moved in found.items() if moved != list(NONE)} == {}


def test_the_same_table_in_euro_moves_every_cent() -> None:
    """What was bought comes back but for 5 % of the pot: no stack is left, nothing is in transit, nothing was made or lost."""
    found = booked(evening(poker_terms(unit=EURO)))
    assert set(found) >= PLAYED
    held = Counter[str]()
    for moved in found.values():
        for source, target, cents, _ in moved:
            held[source] -= cents
            held[target] += cents
    left = {holder: cents for holder, cents in held.items() if cents}
    assert {class_of(holder) for holder in left} == {"commission", "outside", "wallet"}
    assert sum(left.values()) == 0
    assert (left["outside"], left["wallet:p-3"], left["commission:R806"]) == (-60_000, 20_000, 5)


@pytest.mark.parametrize("taken", [0, 100])
def test_a_top_up_goes_before_the_seat_of_who_sits_there(taken: int) -> None:
    """From his account, in transit under his name, to the stack; in mode (b) what is taken of it goes to the operator."""
    rules = poker_terms(commission=stack_commission(1_000)) if taken else poker_terms()
    world = evening(rules)
    through = f"{TRANSIT}{TABLE_STREAM}|{version_of(world, 'table.stack_topped_up.v1')}|p-1"
    expected = [
        (through, f"stack:{TABLE}/1", 1_000 - taken, "top-up"),
        (through, "commission:R806", taken, "commission"),
    ]
    assert booked(world)["table.stack_topped_up.v1"] == expected[: 2 if taken else 1]


def test_b1_a_name_with_strokes_in_it_is_told_apart_from_its_cause() -> None:
    """Red before: ``casa/2`` was told as ``2`` in the book, and what is astray of him ended the night as a fault of tombo itself."""
    through = transit("roulette:roleta-1/42", 7, "casa/2")
    assert cause_of(through) == ("roulette:roleta-1/42", "7", "casa/2")
    (problem,) = astray({through: 5}, [(through, 152, 5)], 150, lambda _, __: None)
    assert problem.text == "5 cents of casa/2 are said to be for roulette:roleta-1/42 version 7, which is not there"
    accounts = Accounts()
    accounts.begin("", lambda _, __: [])
    line: AnyLine = Line(7, "roulette:roleta-1/42", 7, "roulette.chips_placed.v1", None, 7, {})
    accounts.post(line, [(through, "stake:roulette:roleta-1/42", 5, "stake")])
    assert [row[5] for row in accounts.take()[POSTINGS]] == ["wallet:casa/2"]
