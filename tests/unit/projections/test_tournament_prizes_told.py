"""Prizes with the arithmetic that led to them: shares, odd cents, *ex aequo*, bounties, tickets, and what is credited where."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tests.worlds.tournament import CUP
from tests.worlds.tournament_script import (
    Script,
    before_the_money,
    in_the_money,
    of_ten,
    payout,
    prizes,
    timed_tie,
    two_out,
)
from tombo.ledger.core.money import Money
from tombo.ledger.games.tournament import events as t
from tombo.ledger.terms.tournament import Fee, TicketPrizes
from tombo.projections.tournament.prizes import prize_table, to_json
from tombo.projections.tournament.view import followed

FOUR = (4_000, 2_999, 2_000, 1_001)
SIX = (2_699, 2_000, 1_700, 1_600, 1_201, 800)


def test_prizes_not_fixed_are_said_to_be_open() -> None:
    """Before nothing more can be bought the table is what it would be, and says so (R810 r.10)."""
    told = Script(**of_ten(guarantee=5_000))
    told.enters(2)
    lines = prizes(told)

    assert (
        "Not fixed: entries, rebuys or add-ons are still possible. If nothing more were bought, they would be (R810 r.10):"
        in lines
    )
    assert "Overlay if nothing more is bought: 30.00 EUR = 50.00 guaranteed - 20.00, not below 0 (R810 r.7m)" in lines
    assert "Pool: 50.00 EUR = 20.00 bought + 30.00 overlay (R810 r.7m, r.10)" in lines
    assert "  1. 31.25: 50.00 x 50 % / 80 % = 31.25 (R810 r.34)" in lines


@pytest.mark.parametrize(
    "tickets",
    [None, TicketPrizes(count=2, target="main", value=1_100), TicketPrizes(count=None, target="main", value=1_100)],
)
def test_prizes_before_the_first_entry(tickets: TicketPrizes | None) -> None:
    """Red before: of a guarantee that nobody had entered for yet, no places were made up, and the program broke (R810 r.7m)."""
    told = Script(**of_ten(guarantee=5_000, tickets=tickets, payouts=[] if tickets else payout(10_000)))
    lines = prizes(told)

    assert "Pool: 50.00 EUR = 0.00 bought + 50.00 overlay (R810 r.7m, r.10)" in lines
    assert not [line for line in lines if line.startswith("  1.")]


def test_fixed_prizes_are_told_with_their_arithmetic() -> None:
    """Pool, percentage, what is rounded down, and the odd cent, of T9."""
    lines = prizes(timed_tie())

    assert "Fixed at log index 27, as nothing more could be bought (R810 r.10)" in lines
    assert "  1. 60.00: 120.01 x 49.99 % = 59.99 rounded down + 0.01 odd cent (R810 r.34)" in lines
    assert "  2. 36.01: 120.01 x 30.01 % = 36.01 rounded down (R810 r.34)" in lines
    assert "  3. 24.00: 120.01 x 20 % = 24.00 rounded down (R810 r.34)" in lines


def test_a_prize_is_told_with_its_credit() -> None:
    """T3: the third place has its 28.00, and the log index where."""
    assert "  3. p-4 (entry 4): 28.00, credited at log index 69 (R810 r.54)" in prizes(in_the_money())


@pytest.mark.parametrize(
    ("stacks", "shares", "left", "said"),
    [
        pytest.param(
            {3: 8_000, 4: 6_500},
            FOUR,
            2,
            ["  3. p-3 (entry 3): 20.00, to be", "  4. p-4 (entry 4): 10.01, to be"],
            id="T4",
        ),
        pytest.param(
            {3: 8_000, 4: 8_000},
            FOUR,
            2,
            [
                "  3.-4. ex aequo, 8000 chips each at the start of hand mesa-1/2: (20.00 + 10.01) / 2 (R810 r.51)",
                "    p-3 (entry 3): 15.01, to be",
                "    p-4 (entry 4): 15.00, to be",
            ],
            id="T4 equal",
        ),
        pytest.param(
            {4: 8_000, 5: 8_000},
            FOUR,
            3,
            [
                "  4.-5. ex aequo, 8000 chips each at the start of hand mesa-1/2: (10.01 + 0.00) / 2 (R810 r.51)",
                "    p-4 (entry 4): 5.01, to be",
                "    p-5 (entry 5): 5.00, to be",
            ],
            id="T4 bubble",
        ),
        pytest.param(
            {4: 4_000, 5: 4_000, 6: 2_500},
            SIX,
            3,
            [
                "  4.-5. ex aequo, 4000 chips each at the start of hand mesa-1/2: (16.00 + 12.01) / 2 (R810 r.51)",
                "    p-4 (entry 4): 14.01, to be",
                "    p-5 (entry 5): 14.00, to be",
                "  6. p-6 (entry 6): 8.00, to be",
            ],
            id="T5",
        ),
    ],
)
def test_several_out_in_one_hand(stacks: Mapping[int, int], shares: Sequence[int], left: int, said: list[str]) -> None:
    """The bigger stack at the start of the hand has the better place; equal ones divide, odd cents to the lower entry."""
    lines = prizes(two_out(stacks, shares, left))

    assert [line for line in lines[lines.index("Won so far (R810 r.33, r.50-51):") + 1 :] if line[:3] != "Pri"] == [
        line + (" credited once nobody can change it (R810 r.54)" if line.endswith("to be") else "") for line in said
    ]


def test_a_timed_tie_divides_the_prizes_of_its_places() -> None:
    """T9: 60.00 and 36.01 between two with equal chips."""
    lines = prizes(timed_tie())

    assert "  1.-2. ex aequo, equal chips at the end: (60.00 + 36.01) / 2 (R810 r.51)" in lines
    assert "    p-1 (entry 1): 48.01, credited at log index 52 (R810 r.54)" in lines
    assert "    p-2 (entry 2): 48.00, credited at log index 53 (R810 r.54)" in lines
    assert "  3. p-3 (entry 3): 24.00, credited at log index 54 (R810 r.54)" in lines


def test_bounties_are_told_with_whom_they_were_for() -> None:
    """T7: two knock-outs of 3.00, one of them shared by two at 1.50 each."""
    told = Script(**of_ten(fee=Fee(bounty=300, commission=100, prize=700)))
    told.enters(4)
    told.starts()
    told.closes()
    told.hand({1: 10_000, 4: 0})
    told.commit(t.BountyAwarded(amount=Money(300), eliminated=4, entry=1))
    lost: Any = {"by": [1, 2], "entry": 3, "hand": "hand:mesa-1/2", "stack": 5_000}
    told.commit(t.ChipsLost(**lost), t.Eliminated(**lost))
    told.commit(*(t.BountyAwarded(amount=Money(150), eliminated=3, entry=entry) for entry in (1, 2)))
    lines = prizes(told)

    assert "  p-1 (entry 1): 3.00 for p-4, credited at log index 20" in lines
    assert "  p-2 (entry 2): 1.50 = 3.00 / 2 for p-3, credited at log index 24" in lines
    assert prize_table(followed(CUP, told.read)).differences == ()


def test_tickets_are_told_with_their_names() -> None:
    """As T6, with ten entries: a pool of 200.00 makes one ticket of 110.00, and 90.00 in cash for the next place."""
    tickets = TicketPrizes(count=None, target="grande", value=11_000)
    fee = Fee(bounty=0, commission=200, prize=2_000)
    told = Script(**of_ten(fee=fee, payouts=[], tickets=tickets))
    told.enters(10)
    told.starts()
    told.closes()
    told.hand({1: 50_000, **dict.fromkeys(range(3, 11), 0)})
    told.hand({1: 50_000, 2: 0})
    told.commit(t.Finished(stacks=[t.StackHeld(entry=1, stack=50_000)]))
    told.commit(t.TicketAwarded(entry=1, place=1, ticket="taca/1"))
    told.wins(2, 9_000, 2)
    lines = prizes(told)

    assert "  1. a ticket of 110.00 (R810 r.32)" in lines
    assert "  2. 90.00: what the tickets leave of the pool, in cash (R810 r.32)" in lines
    assert any(line.startswith("  1. p-1 (entry 1): ticket of 110.00 taca/1, credited at log index") for line in lines)
    assert prize_table(followed(CUP, told.read)).differences == ()


def test_a_place_with_two_prizes_is_one_place() -> None:
    """A satellite with a guarantee and one entry: its ticket, and in cash what is left of the guarantee, both of the first place.

    Red before: "Places paid with 1 entry: 2".
    """
    tickets = TicketPrizes(count=None, target="grande", value=11_000)
    fee = Fee(bounty=0, commission=200, prize=2_000)
    told = Script(**of_ten(fee=fee, guarantee=25_000, payouts=[], tickets=tickets))
    told.enters(1)
    lines = prizes(told)

    assert "Places paid with 1 entry: 1 (R810 r.9, r.34)" in lines
    assert "  1. a ticket of 110.00 (R810 r.32)" in lines
    assert "  1. 140.00: what the tickets leave of the pool, in cash (R810 r.32)" in lines


def test_prizes_at_the_end_are_said_to_come() -> None:
    """Where prizes are credited together at the end, or never since it was cancelled, the line says so (R810 r.54)."""
    told = before_the_money(credit="at_end")
    told.hand({1: 45_000, 3: 0})
    told.hand({2: 25_000, 4: 0}, by=2)
    assert "  3. p-4 (entry 4): 28.00, to be credited at the end (R810 r.54)" in prizes(told)
    told.cancelled()
    said = "  3. p-4 (entry 4): 28.00, never credited: the tournament was cancelled (R810 r.35-36)"
    assert said in prizes(told)


def differences(told: Script) -> list[str]:
    """Where the record is not what the rules give."""
    return [difference.text() for difference in prize_table(followed(CUP, told.read)).differences]


def test_a_record_that_is_not_what_the_rules_give_is_told() -> None:
    """A pool, prizes, a credit and a bounty that the rules do not make are each named with what they make."""
    told = Script(**of_ten(fee=Fee(bounty=300, commission=100, prize=700), payouts=payout(6_000, 4_000)))
    told.enters(3)
    told.starts()
    fixed = [t.Prize(amount=1_300, place=1, ticket=False), t.Prize(amount=700, place=2, ticket=False)]
    last = t.Prize(amount=1, place=3, ticket=False)
    told.commit(t.RegistrationClosed(), t.PrizesFixed(pool=2_001, prizes=[*fixed]))
    told.hand({1: 10_000, 3: 0})
    told.hand({1: 15_000, 2: 0})
    told.wins(2, 900, 2)
    told.commit(t.BountyAwarded(amount=Money(299), eliminated=2, entry=1))

    assert differences(told) == [
        "R810 r.10: the pool was fixed at 2001 cents; what was bought and added makes 2100",
        "R810 r.34: place 1 was fixed at 1300 cents; its share makes 1201",
        "R810 r.34: place 2 was fixed at 700 cents; its share makes 800",
        "R810 r.50: entry 2 was credited 900 cents at log index 23; its place makes 700",
        "R810 r.7p: entry 1 was credited 299 cents for entry 2 at log index 24; his share is 300",
    ]
    assert prizes(told)[-6] == "The record is not what the rules give:"
    told.commit(t.PrizesFixed(pool=2_100, prizes=[*fixed, last]))
    assert "R810 r.34: 3 places were fixed; the payout has 2" in differences(told)


def test_what_is_given_once_more_is_told() -> None:
    """A prize, a bounty and tickets that repeat what was given, or that no place wins. Red before: "what the rules give"."""
    told = in_the_money()
    told.wins(4, 2_800, 3)
    told.commit(t.TicketAwarded(entry=4, place=3, ticket="satelite/9"))

    assert differences(told) == [
        "R810 r.50: entry 4 was credited 2800 cents once more at log index 70; a place wins its prize once",
        "R810 r.32: entry 4 was given the ticket satelite/9 at log index 71, which its place does not win",
    ]
    assert "  3. p-4 (entry 4): 28.00, credited at log index 69 (R810 r.54)" in prizes(told)

    told = Script(**of_ten(fee=Fee(bounty=300, commission=100, prize=700)))
    told.enters(4)
    told.starts()
    told.closes()
    told.hand({1: 10_000, 4: 0})
    for _ in range(2):
        told.commit(t.BountyAwarded(amount=Money(300), eliminated=4, entry=1))

    assert differences(told) == [
        "R810 r.7p: entry 1 was credited 300 cents for entry 4 once more at log index 21; an elimination is paid once"
    ]


def test_what_is_due_at_the_end_and_absent_is_told() -> None:
    """A ticket given twice and a prize not given, of a tournament that was played to its end. Red before: nothing was said."""
    tickets = TicketPrizes(count=None, target="grande", value=11_000)
    fee = Fee(bounty=0, commission=200, prize=2_000)
    told = Script(**of_ten(fee=fee, payouts=[], tickets=tickets))
    told.enters(10)
    told.starts()
    told.closes()
    told.hand({1: 50_000, **dict.fromkeys(range(3, 11), 0)})
    told.hand({1: 50_000, 2: 0})
    told.commit(t.Finished(stacks=[t.StackHeld(entry=1, stack=50_000)]))
    assert differences(told) == [
        "R810 r.32: entry 1 was given no ticket; its place wins one",
        "R810 r.50: entry 2 was credited nothing; its place makes 9000",
    ]
    for _ in range(2):
        told.commit(t.TicketAwarded(entry=1, place=1, ticket="taca/1"))
    first, second = differences(told)
    assert first.startswith("R810 r.32: entry 1 was given the ticket taca/1 once more at log index")
    assert second == "R810 r.50: entry 2 was credited nothing; its place makes 9000"


def test_an_overlay_that_the_guarantee_did_not_lack_is_told() -> None:
    """Red before: a pool made larger by what the operator never owed was what the rules give (R810 r.7m)."""
    told = Script(**of_ten(payouts=payout(10_000)))
    told.enters(3)
    told.starts()
    pool = 3_000 + 500
    fixed = [t.Prize(amount=pool, place=1, ticket=False)]
    told.commit(t.RegistrationClosed(), t.OverlayAdded(amount=Money(500)), t.PrizesFixed(pool=pool, prizes=fixed))
    assert differences(told) == ["R810 r.7m: 500 cents were added to the pool; the guarantee lacked 0"]


def test_programs_get_prizes_as_json() -> None:
    """Places, awards with their log index, and differences, in cents."""
    found = followed(CUP, in_the_money().read)
    document = json.loads(json.dumps(to_json(found, prize_table(found))))

    assert [place["amount"] for place in document["places"]] == [7_000, 4_200, 2_800]
    assert document["won"][0]["awards"] == [
        {
            "amount": 2_800,
            "entry": 4,
            "first": 3,
            "last": 3,
            "log_index": 69,
            "player": "p-4",
            "ticket": False,
            "ticket_id": None,
        }
    ]
    assert (document["fixed"], document["differences"]) == (34, [])
