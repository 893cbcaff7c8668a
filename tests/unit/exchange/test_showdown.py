"""How a PHH hand ends: cards committed, shown and mucked, pots derived, results of the file compared."""

from __future__ import annotations

from tests.worlds.phh import (
    FIXTURES,
    SHORT,
    awards,
    folded,
    found,
    imported,
    kinds,
    phh,
    refusal,
    shared_hands,
    showdown,
    started,
)
from tombo.ledger.games.every import unopened
from tombo.ledger.games.poker.audit import differences
from tombo.ledger.games.poker.events import BoardDealt, CardsShown, HoleCardsDealt, ShownCard
from tombo.ledger.games.poker.state import Hand, evolve
from tombo.ledger.seal.commitment import card_commitment
from tombo.ledger.terms.unit import Unit


def test_half_chips_make_the_unit_finer() -> None:
    """A split pot of half chips: every amount counts hundredths, and the stated stacks are met exactly."""
    hand = imported((FIXTURES / "half-chips.phh").read_text())
    assert started(hand).terms.unit == Unit(currency=None, decimals=2)
    assert awards(hand) == [(2, 23_750), (3, 23_750)]
    assert found(hand) == []


def test_known_cards_are_committed_and_unknown_ones_are_not() -> None:
    """A salted commitment for each card the file gives, in the order of dealing; none for ``????``."""
    hand = imported(phh())
    deal = hand.events[hand.dealt_at]
    assert isinstance(deal, HoleCardsDealt)
    assert deal.seats == [1, 2, 3, 1, 2, 3]
    assert [commitment is None for commitment in deal.commitments] == [True, False, True, True, False, True]
    for slot, card, salt in hand.openings:
        assert deal.commitments[slot] == card_commitment(hand.stream, slot, card, salt).hex()
    assert len({opening.salt for opening in hand.openings}) == 2


def test_no_hidden_card_and_no_name_stands_in_an_event() -> None:
    """Not in the deal, not in the document, not where the actions had to be kept: cards hide, names are sealed."""
    text = phh(
        {"players": "['Anabela', 'Benedito', '']", "author": "'Cesaltina'", "_note": "'Benedito had AhKh'"},
        actions=["", *SHORT[:2], "d dh p3 ????", "p3 f # Benedito smiles, AhKh", "p1 f"],
    )
    stored = "".join(event.model_dump_json() for event in imported(text).events)
    for secret in ("Anabela", "Benedito", "Cesaltina", "AhKh", "Ah", "Kh", "smiles"):
        assert secret not in stored


def test_shown_cards_open_their_commitment() -> None:
    """A card shown at the showdown comes with its salt; one that was never committed, without."""
    hand = imported(showdown(["p1 sm AhKd", "p2 sm QsQc"], holes=("KdAh", "????")))
    first, second = (event for event in hand.events if isinstance(event, CardsShown))
    salts = {opening.slot: opening.salt.hex() for opening in hand.openings}
    assert [(shown.card, shown.slot, shown.salt) for shown in first.cards] == [
        ("Ah", 3, salts[3]),
        ("Kd", 1, salts[1]),
    ]
    assert [(shown.card, shown.salt) for shown in second.cards] == [("Qs", None), ("Qc", None)]
    assert awards(hand) == [(2, 200)]


def test_what_a_file_says_it_dealt_is_opened_and_what_it_does_not_know_is_as_it_says() -> None:
    """No view objects to cards of a file; to another card in the place of one it dealt, or behind the end, it does. Red before: neither."""
    hand = imported(showdown(["p1 sm AhKd", "p2 sm QsQc"], holes=("KdAh", "????")))
    state: Hand | None = None
    for event in hand.events:
        assert unopened(hand.stream, state, event) is None
        state = evolve(state, event)
        if isinstance(event, CardsShown) and event.cards[0].salt is not None:
            first, *rest = event.cards
            forged = event.model_copy(update={"cards": [first.model_copy(update={"card": "As"}), *rest]})
            told = unopened(hand.stream, state, forged)
            assert told is not None
            assert "shows As, which is not the card of slot 3" in told.text()
    assert state is not None
    assert state.outcome == "settled"
    seat = started(hand).seats[1].seat
    late = CardsShown(cards=[ShownCard(card="As", salt=None, slot=None)], seat=seat)
    assert unopened(hand.stream, state, late) is not None


def test_a_dash_shows_the_cards_as_dealt() -> None:
    """``sm -`` turns the cards that were dealt."""
    hand = imported(showdown(["p1 sm -", "p2 sm -"]))
    shown = [event for event in hand.events if isinstance(event, CardsShown)]
    assert [[card.card for card in event.cards] for event in shown] == [["Ah", "Kd"], ["Qs", "Qc"]]


def test_showing_before_the_board_is_recorded_in_that_order() -> None:
    """An all-in shown before the flop stands before the flop."""
    deals = ["d dh p1 AhKd", "d dh p2 QsQc", "p2 cbr 100", "p1 cc", "p1 sm ????", "p2 sm QsQc"]
    actions = [*deals, "d db 2c7d9h", "d db Ts", "p1 sm AhKd", "d db 3s"]
    fields = {"antes": "[0, 0]", "blinds_or_straddles": "[1, 2]", "starting_stacks": "[100, 100]"}
    hand = imported(phh(fields, actions=actions))
    order = [kind for kind in kinds(hand) if kind in {"cards_shown", "board_dealt"}]
    assert order == ["cards_shown", "cards_shown", "board_dealt", "board_dealt", "cards_shown", "board_dealt"]
    assert awards(hand) == [(2, 200)]


def test_who_mucks_wins_nothing() -> None:
    """``sm`` without cards gives up; if the file shows that the hand was the best, R806 r.28 objects."""
    hand = imported(showdown(["p1 sm AhKd", "p2 sm"]))
    assert awards(hand) == [(1, 200)]
    assert "R806 r.28" in [rule for rule, _ in found(hand)]
    assert "R806 r.28" not in [rule for rule, _ in found(imported(showdown(["p2 sm QsQc", "p1 sm"])))]


def test_who_is_left_alone_takes_the_pot_and_may_muck() -> None:
    """R806 r.36: who did not fold need not show. Red before: "everybody folds or mucks; expected a winner", and no hand."""
    hand = imported(phh(actions=[*SHORT, "p2 sm"]))
    assert awards(hand) == [(2, 2)]
    assert found(hand) == []
    assert differences(folded(hand)) == ()
    bets = [
        "d dh p1 AhKd",
        "d dh p2 QsQc",
        "p2 cc",
        "p1 cc",
        "d db 2c7d9h",
        "p1 cc",
        "p2 cc",
        "d db Ts",
        "p1 cc",
        "p2 cc",
    ]
    fields = {"antes": "[0, 0]", "blinds_or_straddles": "[1, 2]", "starting_stacks": "[100, 100]"}
    river = imported(phh(fields, actions=[*bets, "d db 3s", "p1 cbr 10", "p2 f", "p1 sm"]))
    assert awards(river) == [(1, 4)]
    assert {rule for rule, _ in found(river)} == {"R806 r.48"}
    assert differences(folded(river)) == ()


def test_a_showdown_of_unknown_cards_is_refused() -> None:
    """Where nobody shows, nobody can say who won; where one shows, the others lose."""
    reason = refusal(showdown([], holes=("????", "????")))
    assert reason == "the cards of p1 and p2 are unknown at the showdown; expected a winner"
    assert awards(imported(showdown(["p1 sm AhKd"], holes=("????", "????")))) == [(1, 200)]
    assert refusal(showdown(["p1 sm", "p2 sm"])) == "everybody folds or mucks; expected a winner"


def test_showing_what_was_not_dealt_is_a_finding() -> None:
    """The file contradicts itself: recorded as it says, flagged."""
    hand = imported(showdown(["p1 sm AsKd", "p2 sm QsQc"]))
    assert ("R806 r.59", "p1 shows As, which it was not dealt") in found(hand)


def test_what_is_turned_decides_whatever_was_dealt() -> None:
    """R806 r.59, as the audit has it. Red before: paid by the cards dealt, so that the audit called the import's own payment wrong."""
    hand = imported(showdown(["p1 sm AhKd", "p2 sm 5s5c"], holes=("AhKd", "QsQc"), board="2c7dAs9hTs"))
    assert awards(hand) == [(1, 200)]
    assert differences(folded(hand)) == ()
    better = imported(showdown(["p1 sm AhKd", "p2 sm AcAd"], holes=("AhKd", "QsQc"), board="2c7dAs9hTs"))
    assert ("R806 r.59", "p2 shows Ad, which it was not dealt") in found(better)
    assert awards(better) == [(2, 200)]
    assert differences(folded(better)) == ()


def test_a_card_in_two_places_is_a_finding() -> None:
    """One deck has each card once (R806 r.4b): in the hand, on the board, or both."""
    assert "R806 r.4b" in [rule for rule, _ in found(imported(showdown([], holes=("AhKd", "AhQc"))))]
    assert "R806 r.4b" in [rule for rule, _ in found(imported(showdown([], board="2c7dAhTs3s")))]
    assert "Ah" not in str(found(imported(showdown([], holes=("AhKd", "AhQc")))))
    assert {rule for rule, _ in found(imported(showdown([])))} == {"R806 r.48", "R806 r.59"}


def test_a_board_turned_at_once_is_three_streets() -> None:
    """Five cards in one action are flop, turn and river; a sixth would be a second run, which is refused."""
    fields = {"antes": "[0, 0]", "blinds_or_straddles": "[1, 2]", "starting_stacks": "[100, 100]"}
    actions = ["d dh p1 AhKd", "d dh p2 QsQc", "p2 cbr 100", "p1 cc", "d db 2c7d9hTs3s"]
    hand = imported(phh(fields, actions=actions))
    boards = [event for event in hand.events if isinstance(event, BoardDealt)]
    assert [(board.street, len(board.cards)) for board in boards] == [("flop", 3), ("turn", 1), ("river", 1)]
    assert "run more than once" in refusal(phh(fields, actions=[*actions, "d db 4s"]))
    assert "a flop of 2 cards, expected 3" in refusal(phh(fields, actions=[*actions[:4], "d db 2c7d"]))


def test_stated_winnings_of_nought_are_not_believed() -> None:
    """All zeros while a pot was won: flagged, and the pot goes to the winner all the same."""
    hand, other = shared_hands()
    assert ("PHH winnings", "all zero, but 25.00 chips lay in the pots: not believed") in found(hand)
    assert not any(rule == "PHH winnings" for rule, _ in found(other))


def test_winnings_far_below_the_pot_are_no_commission() -> None:
    """Half a pot is no commission; who wins is not in doubt."""
    text = phh({"winnings": "[0, 1, 0]"})
    assert ("PHH winnings", "stated 0 chips, 1 chips, 0 chips; derived 0 chips, 2 chips, 0 chips") in found(
        imported(text)
    )
    assert ("PHH winnings", "stated 2 chips, 0 chips, 0 chips; derived 0 chips, 2 chips, 0 chips") in found(
        imported(phh({"winnings": "[2, 0, 0]"}))
    )


def test_stated_stacks_that_differ_are_a_finding() -> None:
    """The file's result is compared, never taken over."""
    hand = imported(phh({"finishing_stacks": "[99, 100, 101]"}))
    assert (
        "PHH finishing_stacks",
        "stated 99 chips, 100 chips, 101 chips; derived 99 chips, 101 chips, 100 chips",
    ) in found(hand)
    assert awards(hand) == [(2, 2)]


def test_one_hole_card_is_refused() -> None:
    """Hold'em deals two."""
    assert "p1 has 1 hole card, expected 2" in refusal(phh(actions=["d dh p1 2c", "p3 f", "p1 f"]))


def test_a_broken_off_hand_is_refused() -> None:
    """A hand whose betting goes on after its file is no hand that could be settled."""
    reason = refusal(phh(actions=[*SHORT[:3], "p3 cbr 100", "p1 f", "p2 cc", "d db 2c3c4c"]))
    assert reason == "the actions end with 3 cards on the board and 2 players left; expected five cards, or one player"
