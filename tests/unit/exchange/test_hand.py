"""A PHH hand as events: every known trap of the format by name, recorded, flagged or refused."""

from __future__ import annotations

import pytest

from tests.worlds.phh import (
    OFFICER,
    SHORT,
    Desk,
    awards,
    cards_of,
    found,
    imported,
    kinds,
    phh,
    posts,
    refusal,
    shared_hands,
    started,
)
from tombo.ledger.games.poker.events import BetPlaced, HoleCardsDealt, UncalledBetReturned
from tombo.ledger.terms.unit import Unit


def test_a_hand_becomes_its_events_in_order() -> None:
    """Posts, deal, bets, then what the file does not say: the uncalled bet, the pot, the end."""
    hand = imported(phh())
    assert kinds(hand) == [
        "started",
        "blind_posted",
        "blind_posted",
        "hole_cards_dealt",
        "folded",
        "folded",
        "uncalled_bet_returned",
        "pot_awarded",
        "settled",
    ]
    assert started(hand).door == "import"
    assert awards(hand) == [(2, 2)]
    assert found(hand) == []


def test_whole_amounts_stay_whole_chips() -> None:
    """Without a currency amounts are chips, one by one."""
    assert started(imported(phh())).terms.unit == Unit(currency=None, decimals=0)


@pytest.mark.parametrize(
    ("field", "value", "unit"),
    [
        ("currency", "'EUR'", Unit(currency="EUR", decimals=2)),
        ("currency", "'JPY'", Unit(currency="JPY", decimals=0)),
        ("currency", "'KWD'", Unit(currency="KWD", decimals=3)),
        ("currency", "'euro'", Unit(currency=None, decimals=0)),
        ("currency_symbol", "'$'", Unit(currency=None, decimals=2)),
        ("winnings", "[0, 1.2345, 0]", Unit(currency=None, decimals=4)),
    ],
)
def test_the_unit_follows_what_the_file_states(field: str, value: str, unit: Unit) -> None:
    """A currency brings its minor unit, a symbol alone two decimals and no currency, finer amounts a finer unit."""
    assert started(imported(phh({field: value}))).terms.unit == unit


def test_amounts_no_unit_can_count_are_refused() -> None:
    """Seven decimals, or more than 2**53 of the unit."""
    assert refusal(phh({"min_bet": "0.0000001"})) == "an amount with 7 decimals; expected at most 6"
    assert "beyond 2**53 - 1" in refusal(phh({"starting_stacks": "[9007199254740992, 1, 1]"}))
    assert "below 2**53" in refusal(phh({"starting_stacks": "[9007199254740991, 1.5, 1]"}))


def test_unknown_stacks_stay_unknown() -> None:
    """``inf`` is no number: the seat has no stack, bets go through, nobody is all-in."""
    _, hand = shared_hands()
    assert [player.stack for player in started(hand).seats] == [None, None]
    bets = [event for event in hand.events if isinstance(event, BetPlaced)]
    assert [(bet.paid, bet.all_in) for bet in bets] == [(2_500, False), (205_740, False)]
    assert [event.amount for event in hand.events if isinstance(event, UncalledBetReturned)] == [203_740]


def test_a_negative_blind_is_a_post_bet() -> None:
    """``[5, 10, -10, 0]``: the third player posts to come in; he acts in his turn and it counts for his bet."""
    hand, _ = shared_hands()
    assert posts(hand) == [("small", 5, 500), ("big", 6, 1_000), ("extra", 1, 1_000)]
    bet = next(event for event in hand.events if isinstance(event, BetPlaced))
    assert (bet.seat, bet.paid) == (1, 1_000)
    assert ("R806 r.21", "seat 1 posts 10.00 chips (extra); expected two blinds only") in found(hand)
    assert not any("acts" in message for _, message in found(hand))


def test_a_straddle_acts_last_before_the_flop() -> None:
    """A positive amount beyond the big blind is a straddle: the betting starts after it."""
    actions = [*SHORT[:3], "p1 f", "p2 f"]
    hand = imported(phh({"blinds_or_straddles": "[1, 2, 4]"}, actions=actions))
    assert posts(hand)[2] == ("straddle", 3, 4)
    assert [rule for rule, _ in found(hand)] == ["R806 r.21"]


def test_antes_are_posted_before_the_blinds() -> None:
    """R806 knows no ante: recorded, flagged. One posted for the table is dead money that the winner gets."""
    hand = imported(phh({"antes": "[0, 3, 0]"}))
    assert posts(hand) == [("ante", 2, 3), ("small", 1, 1), ("big", 2, 2)]
    assert awards(hand) == [(2, 5)]
    assert [rule for rule, _ in found(hand)] == ["R806 r.21"]


def test_heads_up_the_arrays_are_reversed() -> None:
    """Of two players the second has the button and posts the small blind, the first item of the array."""
    text = phh({"antes": "[3, 1]", "blinds_or_straddles": "[5, 10]", "starting_stacks": "[50, 60]"}, actions=["p2 f"])
    hand = imported(text)
    assert posts(hand) == [("ante", 2, 3), ("ante", 1, 1), ("small", 2, 5), ("big", 1, 10)]
    assert started(hand).button == 2
    deal = next(event for event in hand.events if isinstance(event, HoleCardsDealt))
    assert deal.seats == [2, 1, 2, 1]


def test_a_short_stack_posts_what_it_has() -> None:
    """Neither ante nor blind takes more than the stack."""
    actions = [*SHORT[:3], "p3 cc", "p1 f", "d db 2c3c4c", "d db 5c", "d db 6c", "p2 sm 7c8d", "p3 sm 9dTd"]
    hand = imported(phh({"starting_stacks": "[100, 1, 100]", "antes": "[1, 1, 1]"}, actions=actions))
    assert ("big", 2, 2) not in posts(hand)
    assert [(seat, paid) for post, seat, paid in posts(hand) if post == "ante"] == [(1, 1), (2, 1), (3, 1)]


def test_seats_are_those_of_the_file() -> None:
    """Clockwise from the left of the button; the last has it. Numbers of no table of ours become positions."""
    hand, _ = shared_hands()
    assert [player.seat for player in started(hand).seats] == [5, 6, 1, 2]
    assert (started(hand).button, started(hand).terms.seats) == (2, 6)
    for seats in ("[0, 1, 2]", "[1, 1, 2]", "[5, 6]", "['a', 'b', 'c']", "[9, 10, 11]"):
        assert [player.seat for player in started(imported(phh({"seats": seats}))).seats] == [1, 2, 3]


def test_the_same_name_at_the_same_venue_is_the_same_person() -> None:
    """Pseudonyms are stable by venue and name; an empty name is nobody but himself."""
    desk = Desk()
    texts = [phh({"venue": venue, "players": players}) for venue, players in VENUES]
    people = [[player.player for player in started(desk.convert(text)).seats] for text in texts]
    assert people[0][0] == people[1][1]
    assert people[0][0] != people[2][0]
    assert len({person for row in people for person in row if person.startswith("anonymous-")}) == 6


VENUES = [("'A'", "['Ana', '', '']"), ("'A'", "['', 'Ana', '']"), ("'B'", "['Ana', '', '']")]


def test_comments_and_empty_actions_are_no_operations() -> None:
    """They change no event."""
    noisy = imported(phh(actions=["", "# here we go", *SHORT[:4], "p1 f # sadly"]))
    assert kinds(noisy) == kinds(imported(phh()))


def test_breaches_are_recorded_beside_the_event() -> None:
    """Acting out of turn, or below the minimum: what happened elsewhere happened; the finding follows it."""
    hand = imported(phh(actions=[*SHORT[:3], "p1 f", "p3 f"]))
    at = kinds(hand).index("folded")
    assert kinds(hand)[at + 1] == "finding_recorded"
    assert found(hand)[0][0] == "R806 r.51"
    small = imported(phh(actions=[*SHORT[:3], "p3 cbr 3", "p1 f", "p2 f"]))
    assert "R806 r.23" in [rule for rule, _ in found(small)]


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        (["p3 cbr 101", "p1 f", "p2 f"], "action 4, 'p3 cbr 101': p3 can bet up to 100"),
        (["p3 cbr 0"], "expected a bet of more"),
        (["p3 cbr -5"], "found '-5', expected an amount such as 225 or 209.80"),
        (["p3 cbr 1e3"], "found '1e3', expected an amount"),
        (["p3 cbr nan"], "found 'nan', expected an amount"),
        (["p3 f", "p3 f"], "action 5, 'p3 f': p3 has folded"),
        (["p4 f"], "found player 'p4', expected p1 to p3"),
        (["p3 pb"], "expected 'pN f', 'pN cc', 'pN cbr AMOUNT' or 'pN sm [CARDS]'"),
        (["p3 sd"], "expected 'pN f'"),
        (["d zz 2c"], "expected 'd dh pN CARDS' or 'd db CARDS'"),
        (["p3 f", "d dh p3 2c2d"], "hole cards are dealt before the betting"),
        (["d dh p2 2c"], "action 4, 'd dh p2 ...': p2 has 3 hole cards, expected 2"),
        (["d dh p2 XX"], "action 4, 'd dh p2 ...': expected cards such as AsTd"),
        (["p3 f", "p1 sm 2c2d2h"], "p1 shows 3 cards, expected 2"),
        (["p3 cc", "p1 cc", "p2 cc", "d db 2c2d??"], "an open card is unknown"),
        (["p3 f"], "the actions end while p1 is to act; expected a whole hand"),
        (["p3 cc", "p1 cc", "p2 cc"], "the actions end while"),
    ],
)
def test_what_no_event_can_say_is_refused_by_name(actions: list[str], message: str) -> None:
    """The refusal names the action by its place, and what was expected."""
    if actions == ["p3 cc", "p1 cc", "p2 cc"]:
        message = "the actions end with 0 cards on the board and 3 players left; expected five cards, or one player"
    assert message in refusal(phh(actions=[*SHORT[:3], *actions]))


def test_hand_numbers_that_repeat_do_not_collide() -> None:
    """Two tables may both have hand 77; venue, table and number name a hand, or what it says where they are not all stated."""
    first, second = shared_hands()
    assert started(first).number == started(second).number == 77
    assert first.stream != second.stream
    unnamed = imported(phh())
    assert unnamed.stream == f"hand:phh/{unnamed.identity[:32]}"
    assert first.inscription(OFFICER).command_id == f"phh:{first.identity}"


def test_the_identity_is_that_of_what_is_said() -> None:
    """Layout, number format, commentary, author and users' fields do not matter; table and any chip do."""
    name = imported(phh({"table": "'T'"})).identity
    same = [
        phh({"table": '"T"', "min_bet": "2.00"}),
        phh({"table": "'T'", "_mine": "1", "author": "'Ana'"}),
        phh({"table": "'T'"}, actions=[*SHORT[:4], " p1   f # sigh"]),
    ]
    other = [phh(), phh({"table": "'U'"}), phh({"table": "'T'", "starting_stacks": "[100, 100, 101]"})]
    assert [imported(text).identity == name for text in same] == [True] * 3
    assert [imported(text).identity == name for text in other] == [False] * 3


@pytest.mark.parametrize(
    ("zone", "instant"),
    [
        ("time_zone = 'Europe/Lisbon'\n", 1_246_877_825_000_000),
        ("time_zone_abbreviation = 'UTC'\n", 1_246_881_425_000_000),
        ("time_zone_abbreviation = 'ET'\n", None),
        ("time_zone = 'Nowhere/City'\n", None),
        ("", None),
    ],
)
def test_an_import_occurred_when_its_file_names_an_instant(zone: str, instant: int | None) -> None:
    """Date, time and zone make an instant; an abbreviation that several zones share does not."""
    text = phh({"year": "2009", "month": "7", "day": "6", "time": "11:57:05"}) + zone
    assert imported(text).occurred == instant


def test_an_hour_that_comes_twice_is_no_instant() -> None:
    """When summer time ends, half past one happened two times; before 1970 there are no instants of ours."""
    date = {"year": "2024", "month": "10", "day": "27", "time": "01:30:00", "time_zone": "'Europe/Lisbon'"}
    assert imported(phh(date)).occurred is None
    assert imported(phh({**date, "day": "28"})).occurred == 1_730_079_000_000_000
    assert imported(phh({**date, "year": "1960"})).occurred is None
    assert imported(phh({**date, "day": "32"})).occurred is None


def test_too_much_text_is_refused() -> None:
    """An entry has a largest size; a hand whose file says more beside it is refused, not cut."""
    assert "more than 40000 characters of text" in refusal(phh({"event": repr("x" * 50_000)}))


def test_a_big_card_table_of_ten_is_recorded() -> None:
    """Ten players, the most a table has (R806 r.4a)."""
    actions = [f"p{n} f" for n in (3, 4, 5, 6, 7, 8, 9, 10, 1)]
    fields = {
        "antes": str([0] * 10),
        "blinds_or_straddles": str([1, 2, *[0] * 8]),
        "starting_stacks": str([100] * 10),
    }
    hand = imported(phh(fields, actions=actions))
    assert awards(hand) == [(2, 2)]
    assert cards_of(hand) == {}
