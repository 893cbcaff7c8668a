"""Póquer sintético beside hold'em: its terms, its own numbers of rules, and its hands where people and programs read them."""

from __future__ import annotations

from typing import Any, Final

import pytest
from pydantic import ValidationError

from tests.tools.told import replay_lines
from tests.transcripts.player import Transcript
from tests.unit.reports.test_hand_told import entries, view
from tests.worlds.house import MANAGER, house, player
from tests.worlds.world import SINTETICO, poker_terms, seat_player
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.findings import Finding
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Said, Told
from tombo.ledger.exchange.phh.write import hand_text
from tombo.ledger.games.poker.audit import differences
from tombo.ledger.games.poker.commands import PostStraddle
from tombo.ledger.games.poker.said import betting as said
from tombo.ledger.house.ruleset.commands import ApproveRuleset
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.table.commands import DrawButton, OpenTable, SeatPlayer
from tombo.ledger.terms.citation import R809_SPANS, cited, rules_of
from tombo.ledger.terms.poker import Terms
from tombo.projections.follow import Viewer
from tombo.projections.round.chips import chips
from tombo.projections.round.hand import of, to_json
from tombo.projections.round.replay import steps
from tombo.reports.play.hand import document
from tombo.reports.text import text_lines

STRADDLED = (
    "terms letter variant=sintetico\ntable 1:5000 2:5000 3:5000 4:5000 button 4\nhand\ndeal 2:9cJs 3:9hQd 4:AhAd\n"
    "seat 3 straddles\nseat 4 restraddles\nseat 1 folds\nseats 2 3 call\n"
)
STORY = f"{STRADDLED}checked down Ac 8s 8d Kh Tc"


@pytest.mark.parametrize(("variant", "fields"), [("holdem", SINTETICO), ("omaha", SINTETICO), ("sintetico", None)])
def test_its_terms_stand_exactly_with_it(variant: str, fields: Any) -> None:
    """Terms of hold'em or Omaha have no part of póquer sintético's, and its own terms have it."""
    with pytest.raises(ValidationError, match="stands exactly with the variant"):
        poker_terms(variant=variant, sintetico=fields)


WRONG: Final = Said("wrong", "wrong", "errado")


def test_terms_without_the_field_are_those_of_hold_em() -> None:
    """Terms recorded before póquer sintético was known are read as they were meant."""
    said = poker_terms().model_dump_json().replace('"sintetico":null,', "")
    assert "sintetico" not in said
    assert Terms.model_validate_json(said) == poker_terms()


@pytest.mark.parametrize(
    ("rule", "expected"),
    [
        ("R806 r.2j", "R809 r.2j"),
        ("R806 r.17a", "R809 r.17a"),
        ("R806 r.19", "R809 r.18"),
        ("R806 r.32d", "R809 r.31d"),
        ("R806 r.34b", "R809 r.33b"),
        ("R806 r.49", "R809 r.48"),
        ("R806 r.51", "R809 r.54"),
        ("R806 r.59", "R809 r.60"),
        ("R806 r.75", "R809 r.76"),
        ("R809 r.52", "R809 r.52"),
        ("House: seat", "House: seat"),
    ],
)
def test_findings_cite_r809_by_its_own_numbers(rule: str, expected: str) -> None:
    """A shared rule cites R809's number for it; a rule of R809's own, and one of the house, stay as they are."""
    assert cited(Finding(rule, WRONG()), "sintetico").rule == expected
    assert cited(Finding(rule, WRONG()), "holdem").rule == rule


def test_rules_named_within_a_message_are_renumbered_too() -> None:
    """What a finding says of other rules is said of each regulation's own, in every language."""
    told = said.HAND_DEADLINE_BROUGHT_FORWARD(deadline=8_000_000, until=9_000_000, rule="R806 r.43-44")
    finding = Finding("R806 r.43", told)
    assert finding.message.endswith("he has until 1970-01-01T00:00:09.000000Z (R806 r.43-44)")
    assert cited(finding, "sintetico").message == finding.message.replace("R806 r.43-44", "R809 r.42-43")
    omaha = cited(finding, "omaha").told
    assert isinstance(omaha, Told)
    assert omaha.text(Language.PT).endswith("tem até 1970-01-01T00:00:09.000000Z (R811 r.43-44)")
    assert rules_of("sintetico", 62, 63) == "R809 r.63-64"
    assert rules_of("holdem", 62, 63) == "R806 r.62-63"


def test_the_numbers_are_a_table_without_overlaps() -> None:
    """Every shared rule of R806 stands in one span and no two have one number in R809; r.18, the flop's, stands in none."""
    ours = [rule for span in R809_SPANS for rule in range(span.first, span.last + 1)]
    theirs = [rule + span.shift for span in R809_SPANS for rule in range(span.first, span.last + 1)]
    assert len(set(ours)) == len(ours)
    assert len(set(theirs)) == len(theirs)
    assert 18 not in ours
    assert {rule for rule in range(60, 77) if rule not in theirs} == set()
    assert all(span.seen == (span.first >= 51 or span.first == 32) for span in R809_SPANS)


def test_rules_are_approved_under_r809_and_its_table_cites_it() -> None:
    """Approval, table, seat and button of póquer sintético: what is refused is refused under R809, by its numbers."""
    world = house()

    def approve(regulation: str, **changes: Any) -> ApproveRuleset:
        terms = poker_terms(variant="sintetico", **changes)
        fields = {"in_force_from": 0, "reference": "SRIJ/9", "ruleset": "sin", "terms": terms, "regulation": regulation}
        return ApproveRuleset.model_validate(fields)

    assert world.refuses(approve("R806"), MANAGER) == "House: ruleset"
    assert world.refuses(approve("R809", ante=10), MANAGER) == "R809 r.20"
    world.does(approve("R809"), MANAGER)
    world.does(OpenTable(buy_in=5_000, mode="continuous", ruleset="sin", table="o-1", top_up_max=9_000))
    world.does(StartSession(player="p-1", regulation="R809", session="sin-1"), player("p-1"))
    world.does(SeatPlayer(player="p-1", seat=1, session="sin-1", table="o-1"), player("p-1"))
    assert world.refuses(DrawButton(seat=1, table="o-1")) == "R809 r.7"


@pytest.mark.parametrize(("variant", "rule"), [("holdem", "R806 r.21"), ("omaha", "R811 r.21")])
def test_hold_em_and_omaha_know_no_straddle(variant: str, rule: str) -> None:
    """A straddle at another table is refused under the rule that has two blinds only."""
    story = Transcript(f"terms letter variant={variant}\ntable 1:5000 2:5000 3:5000 button 3\nhand\ndeal")
    story.play()
    refused = story.ask(PostStraddle(hand="mesa-1/1", post="straddle", seat=3), seat_player(3))
    assert refused.finding.rule == rule  # type: ignore[union-attr]  # a decision would have no finding


def test_hand_reads_as_sintetico() -> None:
    """Heading, straddles, streets, the name of the hand and the rules cited are those of póquer sintético."""
    text = "\n".join(text_lines(document(view(STORY))))
    assert "Hand mesa-1/1: póquer sintético no limit, blinds 0.50/1.00 EUR" in text
    assert (
        "p-3: posts a straddle 2.00\np-4: posts a restraddle 4.00\np-1: folds\np-2: calls 3.00\np-3: calls 2.00" in text
    )
    assert "*** FIRST STREET *** [Ac]" in text
    assert "*** FIFTH STREET *** [Ac 8s 8d Kh] [Tc]" in text
    assert "p-4: shows [Ah Ad]: full house, aces over eights, Ah Ad Ac 8s 8d" in text
    assert "Commission 0.62, 5 % of the pot (R809 r.17a)" in text
    assert "R806" not in text
    assert to_json(view(STORY))["seats"][3]["best"]["name"] == "full house, aces over eights"


def test_a_hand_without_a_flop_says_nothing_of_the_flop() -> None:
    """Everybody leaves before the first open card: commission is due, and no rule about a flop is cited."""
    left = (
        "terms letter variant=sintetico\ntable 1:500 2:500 3:500 button 3\nhand\ndeal\nseat 3 straddles\nseats 1 2 fold"
    )
    text = "\n".join(text_lines(document(view(left))))
    assert "Total pot 2.50, commission 0.12" in text
    assert "flop" not in text
    assert "(R809 r.39)" in text


def test_a_low_ace_is_named_as_the_straight_it_is() -> None:
    """A-8-9-10-J is shown as a straight where the terms say so, and as an ace high where they do not."""
    down = "table 1:500 2:500 3:500 button 3\nhand\ndeal 1:As8d 2:KcQd 3:KdQs\nchecked down 9h Tc Jh Kh 9c"
    here = to_json(view(f"terms letter variant=sintetico\n{down}"))["seats"][0]["best"]["name"]
    there = to_json(view(f"terms letter variant=sintetico ranking=high\n{down}"))["seats"][0]["best"]["name"]
    assert (here, there) == ("straight, jack high", "pair of nines")


def test_a_replay_leaves_straddles_before_the_seats_until_the_first_street_is_over() -> None:
    """Blinds and straddles are bets of the first street: they lie before the seats, and chips are conserved at every step."""
    played = of(entries(STORY), {}, Viewer())
    taken = [chips(act.after) for act in played.acts]
    assert all(step.conserved for step in taken)
    matched = next(step for step in reversed(taken) if step.street == "straddle")
    assert (dict(matched.bets), matched.pots) == ({1: 50, 2: 400, 3: 400, 4: 400}, ())
    second = next(step for step in taken if step.street == "second_street")
    assert [(level.amount, level.seats) for level in second.pots] == [(1_250, (2, 3, 4))]
    text = "\n".join(replay_lines(played, steps(played)))
    assert ", first street, by platform games" in text
    assert "Chips: conserved at every step" in text


def test_an_audit_objects_to_a_hand_paid_by_the_other_order() -> None:
    """The pot of SY3 given to the full house is not what these terms give, and the audit cites R809."""
    story = Transcript(
        "terms letter variant=sintetico\ntable 1:1000 2:1000 3:1000 button 3\nhand\ndeal 1:AhTh 2:Kc9d\n"
        "checked down Kh Kd 9h 8h Js"
    )
    story.play()
    hand = story.hand
    assert differences(hand) == ()
    wrong = differences(hand._replace(awards=tuple((pot, 1 - position, paid) for pot, position, paid in hand.awards)))
    assert len(wrong) == 1
    assert wrong[0].text().endswith("(R809 r.63-64)")


def test_phh_does_not_know_it() -> None:
    """PHH has no such variant; the export names the game and the hand instead of writing another game."""
    with pytest.raises(UsageError, match="hand:mesa-1/1 is póquer sintético; PHH has no such variant"):
        hand_text(entries(STORY))


def test_ten_players_fit_the_deck() -> None:
    """Ten players take twenty cards; five of the 28 are left for the board, and the hand is played to its end."""
    stacks = " ".join(f"{seat}:5000" for seat in range(1, 11))
    story = Transcript(
        f"terms letter variant=sintetico\ntable {stacks} button 10\nhand\ndeal -> deck of cards known 20\n"
        "checked down 8c 8d 8h 8s 9c"
    )
    story.play()
    assert story.hand.outcome == "settled"
