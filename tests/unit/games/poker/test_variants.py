"""Omaha beside hold'em: exactly two of four closed cards, its own regulation in every finding, its name where people read."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.transcripts.player import Transcript
from tests.unit.exchange.test_write import read
from tests.unit.reports.test_hand_told import entries, view
from tests.worlds.house import MANAGER, house, player
from tests.worlds.phh import FIXTURES, Desk, found, phh, refusal, started
from tests.worlds.world import PLATFORM, poker_terms
from tombo.ledger.core.cards import card_id
from tombo.ledger.core.findings import Finding, Reading
from tombo.ledger.core.said import Said
from tombo.ledger.exchange.phh.write import hand_text
from tombo.ledger.games.poker.audit import differences
from tombo.ledger.games.poker.commands import StartHand
from tombo.ledger.games.poker.events import HoleCardsDealt, PotAwarded
from tombo.ledger.games.poker.strength.combinations import describe
from tombo.ledger.games.poker.variants import best_five, ranker
from tombo.ledger.house.ruleset.commands import ApproveRuleset
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.table.commands import DrawButton, OpenTable, SeatPlayer
from tombo.ledger.terms.citation import cited
from tombo.ledger.terms.poker import Commission
from tombo.projections.round.hand import to_json
from tombo.reports.play.hand import document
from tombo.reports.text import text_lines

STORY = (
    "terms letter variant=omaha\ntable 1:2500 2:2500 3:2500 button 3\nhand\ndeal 1:AsAd9c4h 2:9h8h5c5d\nseat 3 folds\n"
    "seat 1 raises to 2500\nseat 2 calls\nflop Ks Qs Js\nturn Ts\nriver 2d\nsettle"
)

WRONG: Final = Said("wrong", "wrong", "errado")


def ids(cards: str) -> list[int]:
    """The numbers of the cards written one after the other."""
    return [card_id(cards[at : at + 2]) for at in range(0, len(cards), 2)]


@pytest.mark.parametrize(
    ("hole", "board", "name"),
    [
        pytest.param("AsAd9c4h", "KsQsJsTs2d", "pair of aces", id="one spade is no flush, one ace no straight"),
        pytest.param(
            "9h8h5c5d", "KsQsJsTs2d", "straight, queen high", id="two of the hand complete three of the board"
        ),
        pytest.param("AhAdAcAs", "2c7d9hJsQs", "pair of aces", id="four aces in the hand are a pair"),
        pytest.param("2c3c5h6h", "KsKdKhKcQs", "three of a kind, kings", id="four kings on the board are three"),
        pytest.param(
            "2h3h4h5h", "AhKhQsJsTs", "ace high", id="four hearts count as two, a straight on the board as three"
        ),
        pytest.param("AsKsQsJs", "Ts9s8s2d2c", "straight flush, queen high", id="four of the hand make no royal flush"),
        pytest.param("5s5dKcQd", "5hKhKs2d7c", "full house, kings over fives", id="the better of two full houses"),
    ],
)
@pytest.mark.parametrize("reading", list(Reading))
def test_omaha_takes_exactly_two_and_three(hole: str, board: str, name: str, reading: Reading) -> None:
    """Two closed cards and three of the board, neither more nor fewer (rules.md section 4, O1)."""
    value = ranker("omaha", ids(board), reading)(ids(hole))
    assert describe(value).en == name
    five = best_five("omaha", ids(hole), ids(board))
    assert five is not None
    assert len(set(five) & set(ids(hole))) == 2
    assert ranker("holdem", [], reading)(five) == value


def test_before_the_flop_there_is_no_hand() -> None:
    """Four closed cards and no board name nothing; with a flop they do."""
    assert best_five("omaha", ids("AsAd9c4h"), []) is None
    assert best_five("omaha", ids("AsAd9c4h"), ids("Ah2c9d")) is not None


def test_findings_cite_the_regulation_of_the_variant() -> None:
    """The same number under R811; what is the house's, and all of hold'em, stays as it is."""
    finding = Finding("R806 r.24b", WRONG())
    assert cited(finding, "omaha").rule == "R811 r.24b"
    assert cited(finding, "holdem") is finding
    assert cited(Finding("House: seat", WRONG()), "omaha").rule == "House: seat"


def test_rules_are_approved_under_their_own_regulation() -> None:
    """Omaha is approved under R811, hold'em under R806; and a breach of Omaha's terms cites R811."""
    world = house()

    def approve(regulation: str, **changes: Any) -> ApproveRuleset:
        terms = poker_terms(variant="omaha", **changes)
        fields = {"in_force_from": 0, "reference": "SRIJ/9", "ruleset": "plo", "terms": terms, "regulation": regulation}
        return ApproveRuleset.model_validate(fields)

    assert world.refuses(approve("R806"), MANAGER) == "House: ruleset"
    assert world.refuses(approve("R811", ante=10), MANAGER) == "R811 r.21"
    rate = Commission(attribution="payment_when_all_in", cap=None, mode="pot", rate_bp=600)
    assert world.refuses(approve("R811", commission=rate), MANAGER) == "R811 r.17a"
    world.does(approve("R811"), MANAGER)
    assert (
        world.refuses(OpenTable(buy_in=50, mode="continuous", ruleset="plo", table="o-1", top_up_max=90)) == "R811 r.15"
    )
    world.does(OpenTable(buy_in=5_000, mode="continuous", ruleset="plo", table="o-1", top_up_max=9_000))
    world.does(StartSession(player="p-1", regulation="R811", session="omaha"), player("p-1"))
    seat = SeatPlayer(player="p-1", seat=1, session="omaha", table="o-1")
    world.does(seat, player("p-1"))
    assert world.refuses(seat.model_copy(update={"seat": 2}), player("p-1")) == "R811 r.9"
    assert world.refuses(DrawButton(seat=1, table="o-1")) == "R811 r.7"
    assert world.refuses(StartHand(table="o-1"), PLATFORM) == "R811 r.7"


def test_ten_players_are_dealt_forty_cards() -> None:
    """The most there can be; what is left is enough for the board."""
    stacks = " ".join(f"{seat}:5000" for seat in range(1, 11))
    story = Transcript(f"terms letter variant=omaha\ntable {stacks} button 10\nhand\ndeal -> deck of cards known 40")
    story.play()
    dealt = next(event for event in story.world.hand_events() if isinstance(event, HoleCardsDealt))
    assert dealt.seats == [*range(1, 11)] * 4


def test_hand_reads_as_omaha() -> None:
    """The heading names the game, the rules cited are those of R811, and four cards are shown or hidden."""
    text = "\n".join(text_lines(document(view(STORY))))
    assert "Hand mesa-1/1: Omaha no limit, blinds 0.50/1.00 EUR" in text
    assert "(R811 r.17a)" in text
    assert "R806" not in text
    assert "4 cards each, face down; 12 commitments on record" in text
    assert "p-2: shows [9h 8h 5c 5d]: straight, queen high, Qs Js Ts 9h 8h" in text
    assert "Seat 3: p-3, [?? ?? ?? ??], folded" in text
    assert to_json(view(STORY))["seats"][1]["best"]["name"] == "straight, queen high"


def test_an_audit_objects_to_a_hand_paid_as_hold_em() -> None:
    """The pot given to the four spades of O1 is not what R811 gives."""
    transcript = Transcript(STORY)
    transcript.play()
    hand = transcript.hand
    assert differences(hand) == ()
    wrong = differences(hand._replace(awards=tuple((pot, 1 - position, paid) for pot, position, paid in hand.awards)))
    assert len(wrong) == 1
    assert wrong[0].text().endswith("(R811 r.62-63)")


def test_pot_limit_omaha_is_imported() -> None:
    """PO of PHH: four cards each, the pot limit, the winner by two and three; it comes back as it was."""
    desk, text = Desk(), (FIXTURES / "omaha.phh").read_text()
    hand = desk.convert(text)
    terms = started(hand).terms
    assert (terms.variant, terms.limit.kind) == ("omaha", "pot_limit")
    assert [(event.seat, event.amount) for event in hand.events if isinstance(event, PotAwarded)] == [(3, 2750)]
    assert {rule for rule, _ in found(hand)} == {"R811 r.24b"}
    assert len(hand.openings) == 12
    assert read(desk.exported(hand))["actions"] == read(text)["actions"]


def test_omaha_of_another_limit_is_exported_with_a_note() -> None:
    """PHH has no Omaha but the pot limit, so a field of ours names the limit; four cards come with each deal."""
    fields = read(hand_text(entries(STORY)))
    assert (fields["variant"], fields["_tombo_limit"]) == ("PO", "no_limit")
    assert fields["actions"][2] == "d dh p3 ????????"
    assert fields["actions"][-1] == "p2 sm 9h8h5c5d"
    desk = Desk()
    imported = desk.convert((FIXTURES / "omaha.phh").read_text())
    assert "_tombo_limit" not in read(desk.exported(imported))


def test_two_cards_are_no_omaha_hand() -> None:
    """A file that deals fewer or more than four closed cards is refused with the number that was expected."""
    assert "p1 has 2 hole cards, expected 4 (R811 r.49-50)" in refusal(
        phh({"variant": "'PO'"}, actions=["d dh p1 2c3c", "p3 f", "p1 f"])
    )
    assert "p1 has 5 hole cards, expected 4" in refusal(phh({"variant": "'PO'"}, actions=["d dh p1 2c3c4c5c6c"]))
