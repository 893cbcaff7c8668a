"""What a file states and no hand of ours can have, or that its rules object to: kept, and told; never replaced in silence."""

from __future__ import annotations

import pytest

from tests.worlds.phh import awards, folded, found, imported, phh, posts, showdown, started
from tombo.ledger.core.facts import plain
from tombo.ledger.core.language import Language
from tombo.ledger.exchange.phh.hand import ImportedHand
from tombo.ledger.games.poker.audit import differences
from tombo.ledger.games.poker.events import CommissionTaken, FindingRecordedV2
from tombo.ledger.said import VOCABULARY


def said_of(hand: ImportedHand, rule: str) -> list[str]:
    """What is found under ``rule``."""
    return [message for cited, message in found(hand) if cited == rule]


def events(text: str) -> list[FindingRecordedV2]:
    """The findings of ``text``, as they are recorded."""
    return imported(text).findings()


@pytest.mark.parametrize(
    ("fields", "rule", "told"),
    [
        ({"seats": "[1, 2, 11]"}, "PHH seats", "[1, 2, 11]"),
        ({"seats": "[1, 2, 2]"}, "PHH seats", "[1, 2, 2]"),
        ({"seats": "['a', 'b', 'c']"}, "PHH seats", "an array of 3"),
        ({"seat_count": "2"}, "PHH seat_count", "found 2"),
        ({"hand": "-5"}, "PHH hand", "found -5"),
        ({"hand": "'Ana'"}, "PHH hand", "a value of type str"),
        ({"year": "2024", "month": "2", "day": "31"}, "PHH day", "2024-2-31"),
        ({"month": "13"}, "PHH month", "found 13"),
        ({"time": "'noon'"}, "PHH time", "a value of type str"),
        ({"time_zone": "'Mars/Base'"}, "PHH time_zone", "no time zone"),
        ({"min_bet": "0"}, "PHH min_bet", "found 0, expected the big blind; kept as it stands, recorded as 2 chips"),
        ({"min_bet": "0", "currency": "'EUR'"}, "PHH min_bet", "recorded as 2.00 EUR"),
        ({"min_bet": "1"}, "R806 r.22", "a big blind of 2 chips; expected the minimum bet, 1 chip"),
        ({"min_bet": "0.5"}, "R806 r.22", "expected the minimum bet, 0.50"),
        ({"min_bet": "3"}, "R806 r.22", "a big blind of 2 chips; expected the minimum bet, 3 chips"),
        ({"blinds_or_straddles": "[3, 2, 0]"}, "R806 r.22", "a small blind of 3 chips; expected at most 2 chips"),
        ({"currency": "'XYZ9'"}, "PHH currency", "a value of type str, expected a code of ISO 4217"),
        ({"currency": "'eur'"}, "PHH currency", "recorded as none"),
        ({"currency": "'XYZ'"}, "PHH currency", "found XYZ, expected a code of ISO 4217"),
        ({"currency": "7"}, "PHH currency", "found 7"),
    ],
)
def test_f3e_what_no_hand_can_have_is_told(fields: dict[str, str], rule: str, told: str) -> None:
    """F3e: seats, number, date and time that were replaced in silence."""
    (message,) = said_of(imported(phh(fields)), rule)
    assert told in message
    assert "Ana" not in message


def test_f3e_what_is_told_is_told_in_portuguese() -> None:
    """F3e: what was found and what was expected, not the sentence around it alone."""
    fields = {"min_bet": "0", "currency": "'XYZ9'", "seats": "[1, 2, 11]", "hand": "'Ana'", "month": "13"}
    texts = [VOCABULARY.told(event.about, plain(event.facts)).text(Language.PT) for event in events(phh(fields))]
    assert sorted(text.partition(";")[0] for text in texts) == [
        "encontrado 0, esperava-se a grande aposta",
        "encontrado 13, esperava-se 1 a 12",
        "encontrado [1, 2, 11], esperava-se 3 lugares diferentes de 1 a 10",
        "encontrado um valor do tipo str, esperava-se um código da ISO 4217, como EUR",
        "encontrado um valor do tipo str, esperava-se um número inteiro a partir de 0",
    ]


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"seats": "[2, 5, 9]", "seat_count": "9", "hand": "7"},
        {"year": "1977"},
        {"year": "2024", "month": "2", "day": "29", "time": "12:00:00", "time_zone": "'Europe/Lisbon'"},
        {"time": "12:00:00", "time_zone_abbreviation": "'ET'"},
        {"month": "2", "day": "29"},
        {"currency": "'EUR'"},
        {"currency": "'USD'"},
        {"currency": "''"},
    ],
)
def test_f3e_what_a_hand_can_have_is_not(fields: dict[str, str]) -> None:
    """F3e: a year alone, an abbreviation, a leap day."""
    assert found(imported(phh(fields))) == []


def test_f3d_a_blind_alone_is_the_big_blind() -> None:
    """F3d: it was read as the small blind, and whoever acted next as out of turn."""
    deals = ["d dh p1 ????", "d dh p2 AhKh", "d dh p3 ????"]
    hand = imported(phh({"blinds_or_straddles": "[2, 0, 0]"}, actions=[*deals, "p2 cc", "p3 cc", "p1 cc", *CHECKED]))
    assert posts(hand) == [("big", 1, 2)]
    assert (started(hand).terms.small_blind, started(hand).terms.big_blind) == (2, 2)
    assert [rule for rule, _ in found(hand)] == ["R806 r.48"]
    assert "no small blind" in found(hand)[0][1]


CHECKED = ["d db 2c7d9h", "p1 cbr 10", "p2 f", "p3 f"]


@pytest.mark.parametrize("blinds", ["[0, 2, 0]", "[0, 0, 2]"])
def test_f3d_wherever_it_stands(blinds: str) -> None:
    """F3d: of the second seat, and of the third, which is no straddle."""
    hand = imported(
        phh({"blinds_or_straddles": blinds}, actions=[*(f"d dh p{n} ????" for n in (1, 2, 3)), *ROUND[blinds]])
    )
    assert [post for post, _, _ in posts(hand)] == ["big"]
    assert [rule for rule, _ in found(hand)] == ["R806 r.48"]


ROUND = {"[0, 2, 0]": ["p3 f", "p1 f"], "[0, 0, 2]": ["p1 f", "p2 f"]}


def test_f3d_less_than_the_least_bet_is_a_small_blind_alone() -> None:
    """F3d: what cannot be a big blind is not called one."""
    assert posts(imported(phh({"blinds_or_straddles": "[1, 0, 0]"}, actions=[*DEALS, "p2 f", "p3 f"]))) == [
        ("small", 1, 1)
    ]


DEALS = ["d dh p1 AhKd", "d dh p2 QsQc", "d dh p3 ????"]
FLOP = ["d db 2c7d9h", "p1 cc", "p2 cc"]
LATER = ["d db Ts", "p1 cc", "p2 cc", "d db 3s"]
CALLED = ["p3 f", "p1 cc", "p2 cc"]
LAST = ["p1 cc", "p2 cc"]
BOTH = ["p1 sm AhKd", "p2 sm QsQc"]


def test_f3c_cards_shown_before_the_last_call_are_told() -> None:
    """F3c: r.11d, a player shows nobody his cards while the hand is in play."""
    hand = imported(phh(actions=[*DEALS, *CALLED, *FLOP, "p1 sm AhKd", *LATER, *LAST, "p2 sm QsQc"]))
    assert said_of(hand, "R806 r.11d") == ["seat 1 shows its cards during the hand; expected after its end"]
    assert awards(hand) == [(2, 4)]


def test_f3c_cards_shown_after_a_fold_are_told() -> None:
    """F3c: r.59, who has folded has nothing to show at the showdown."""
    hand = imported(phh(actions=[*DEALS, *CALLED, *FLOP, *LATER, *LAST, *BOTH, "p3 sm 2h2d"]))
    (message,) = said_of(hand, "R806 r.59")
    assert message == "p3 shows or mucks after folding; expected only who is still in the hand"


def test_f3c_shown_twice_is_told() -> None:
    """F3c: r.59, each turns his cards once."""
    hand = imported(phh(actions=[*DEALS, *CALLED, *FLOP, *LATER, *LAST, *BOTH, "p1 sm AhKd"]))
    assert said_of(hand, "R806 r.59") == ["p1 shows or mucks again; expected once"]


def test_f3c_f3f_without_a_showdown_the_hand_is_cut() -> None:
    """F3c, F3f: nobody shows, or not all: the actions end before the hand does."""
    played = [*DEALS, *CALLED, *FLOP, *LATER, *LAST]
    for shows, names in (([], "p1 and p2"), (["p2 sm QsQc"], "p1")):
        hand = imported(phh(actions=[*played, *shows]))
        (message,) = said_of(hand, "R806 r.59")
        assert message == f"the actions end before the showdown of {names}; expected that each shows or mucks"
        assert awards(hand) == [(2, 4)]


def test_f3c_a_showdown_in_order_has_no_finding() -> None:
    """F3c: at the end, all-in before the board, mucked, and a winner without opponents who shows."""
    assert found(imported(phh(actions=[*DEALS, *CALLED, *FLOP, *LATER, *LAST, *BOTH]))) == []
    assert found(imported(phh(actions=[*DEALS, *CALLED, *FLOP, *LATER, *LAST, "p2 sm QsQc", "p1 sm"]))) == []
    early = showdown([]).replace("'d db 2c7d9h'", "'p1 sm AhKd', 'p2 sm QsQc', 'd db 2c7d9h'")
    for text in (showdown(["p1 sm AhKd", "p2 sm QsQc"]), early):
        assert {rule for rule, _ in found(imported(text))} == {"R806 r.48"}
    assert found(imported(phh(actions=[*DEALS, "p3 f", "p1 f", "p2 sm QsQc"]))) == []


def test_f3c_mucked_during_the_betting_is_told() -> None:
    """F3c: r.59, cards are mucked at the showdown."""
    hand = imported(
        phh(actions=[*DEALS, *CALLED, "p1 sm", "d db 2c7d9h", "p1 cc", "p2 cc", *LATER, *LAST, "p2 sm QsQc"])
    )
    assert len(said_of(hand, "R806 r.59")) >= 1


@pytest.mark.parametrize(
    ("field", "paid", "taken"),
    [
        ("winnings = [0, 190]", [(2, 190)], 10),
        ("finishing_stacks = [0, 190]", [(2, 190)], 10),
        ("winnings = [0, 180]", [(2, 180)], 20),
        ("winnings = [0, 179]", [(2, 200)], 0),
        ("winnings = [10, 180]", [(2, 200)], 0),
    ],
)
def test_f3b_what_is_missing_from_the_pots_is_the_commission(
    field: str, paid: list[tuple[int, int]], taken: int
) -> None:
    """F3b: a stated rake was dropped; up to a tenth it is recorded, beyond it the result differs. Computed again it is right."""
    hand = imported(showdown(["p1 sm AhKd", "p2 sm QsQc"]) + f"{field}\n")
    assert awards(hand) == paid
    assert sum(event.amount for event in hand.events if isinstance(event, CommissionTaken)) == taken
    messages = [message for rule, message in found(hand) if rule.startswith("PHH")]
    assert len(messages) == 1
    assert ("recorded as a commission" in messages[0]) == (taken > 0)
    assert differences(folded(hand)) == ()


def test_f3b_a_divided_pot_and_side_pots() -> None:
    """F3b: both winners get what is stated; of two pots the main pot bears it."""
    hand = imported(showdown(["p1 sm AhKd", "p2 sm AcKs"], holes=("AhKd", "AcKs")) + "winnings = [98, 97]\n")
    assert sorted(awards(hand)) == [(1, 98), (2, 97)]
    assert differences(folded(hand)) == ()
    stacks = {"starting_stacks": "[50, 100, 100]", "winnings": "[0, 245, 0]"}
    deals = ["d dh p1 4h5h", "d dh p2 QsQc", "d dh p3 8s9s"]
    shows = ["p1 sm 4h5h", "p2 sm QsQc", "p3 sm 8s9s"]
    hand = imported(phh(stacks, actions=[*deals, "p3 cbr 100", "p1 cc", "p2 cc", "d db 2c7d9hTs3s", *shows]))
    assert awards(hand) == [(2, 145), (2, 100)]
    assert differences(folded(hand)) == ()


def test_f3b_a_commission_that_takes_more_than_lies_in_the_pot_is_wrong() -> None:
    """F3b: what an import says was taken is not believed beyond the pot."""
    hand = imported(showdown(["p1 sm AhKd", "p2 sm QsQc"]) + "winnings = [0, 190]\n")
    assert "recomputed" in differences(folded(hand, less=1))[0].text()


def test_f3_a_raise_to_what_was_bet_is_told_to_be_a_call() -> None:
    """F3: it was recorded as a call, unsaid; the file comes back as it was."""
    hand = imported(phh(actions=[*DEALS, "p3 cbr 2", "p1 f", "p2 f"]))
    assert found(hand) == [("R806 r.34", "p3 bets or raises to 2 chips, which is what was bet: recorded as a call")]
