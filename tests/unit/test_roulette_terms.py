"""Specific rules of a roulette: what a ruleset may say, and the rule that refuses what it may not."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.core.banked_terms import ChanceLimits
from ledger.core.findings import Severity
from ledger.core.money import AMOUNT_MAX
from ledger.core.regulation import Unit
from ledger.core.roulette_terms import MULTIPLES, terms_findings
from ledger.house.banked_commands import ApproveBankedRuleset
from ledger.house.commands import GrantRole
from tests.house_world import MANAGER, House
from tests.roulette_world import CUSTOMARY, limits, wheel_terms
from tests.world import CHIPS


@pytest.mark.parametrize(
    ("regulation", "changes"),
    [
        ("R804", {"wheel": "american_38"}),
        ("R807", {}),
        ("R807", {"call_bets": False}),
        ("R804", {"wheel": "american_38", "limits": limits(double_dozen=None, double_column=None)}),
        ("R804", {"wheel": "american_38", "total_max": 50, "unit": CHIPS}),
    ],
)
def test_lawful_rules_are_approved_in_silence(regulation: str, changes: dict[str, Any]) -> None:
    """The greatest lawful limits, each wheel, half a loss to zero at the French one, 24 numbers left out."""
    assert terms_findings(wheel_terms(regulation, **changes)) == []


@pytest.mark.parametrize("zero", ["lose", "prison"])
def test_another_zero_than_half_a_loss_is_noticed(zero: str) -> None:
    """R807 r.20 is unseen, and la partage taken for it (#14): zero that imprisons or takes all is lawful, and told."""
    (finding,) = terms_findings(wheel_terms("R807", zero=zero))
    assert (finding.rule, finding.severity) == ("R807 r.20", Severity.NOTICE)


def test_customary_colours_are_noticed_on_the_american_wheel() -> None:
    """R804 r.6b wants red and black in turn; 1 and 27, both customarily red, touch where no 00 parts them."""
    (finding,) = terms_findings(wheel_terms())
    assert (finding.rule, finding.severity) == ("R804 r.6", Severity.NOTICE)
    assert "1-27" in finding.message


@pytest.mark.parametrize(
    ("regulation", "changes", "rule"),
    [
        ("R804", {"wheel": "french_37"}, "R804 r.6"),
        ("R807", {"wheel": "american_37"}, "R807 r.6"),
        ("R807", {"wheel": "american_38"}, "R807 r.6"),
        ("R804", {"red": CUSTOMARY[:-1]}, "R804 r.6"),
        ("R804", {"red": [*CUSTOMARY[:-1], 1]}, "R804 r.6"),
        ("R804", {"red": [*CUSTOMARY[:-1], 0]}, "R804 r.6"),
        ("R807", {"red": list(range(1, 19))}, "R807 r.6"),
        ("R804", {"red": list(range(1, 19))}, "R804 r.6"),
        ("R804", {"call_bets": True}, "R804 r.7"),
        ("R804", {"zero": "partage"}, "R804 r.19"),
        ("R804", {"zero": "prison"}, "R804 r.19"),
        ("R804", {"limits": limits(split=ChanceLimits(least=100, most=99))}, "R804 r.10"),
        ("R807", {"limits": limits(split=ChanceLimits(least=100, most=99))}, "R807 r.11"),
        ("R804", {"total_max": 49}, "R804 r.12"),
        ("R807", {"total_max": 49}, "R807 r.13"),
        ("R804", {"unit": Unit(currency="USD", decimals=2)}, "R804 r.3"),
        ("R807", {"unit": Unit(currency="EUR", decimals=3)}, "R807 r.3"),
    ],
)
def test_unlawful_rules_are_refused(regulation: str, changes: dict[str, Any], rule: str) -> None:
    """Approval is refused with the rule, of the regulation's own count."""
    assert refusal(regulation, **changes) == rule


@pytest.mark.parametrize(("regulation", "rule"), [("R804", "R804 r.11"), ("R807", "R807 r.12")])
@pytest.mark.parametrize("chance", sorted(MULTIPLES))
def test_a_maximum_out_of_proportion_is_refused(chance: str, regulation: str, rule: str) -> None:
    """Of every chance: one cent above its multiple of the minimum is too much."""
    above = limits(**{chance: ChanceLimits(least=50, most=50 * MULTIPLES[chance] + 1)})
    assert refusal(regulation, limits=above) == rule


def test_rules_of_one_regulation_are_no_rules_of_the_other() -> None:
    """Terms that say R807 are not approved as R804."""
    assert refusal("R807", said="R804") == "House: ruleset"


def test_limits_may_be_as_great_as_amounts_go() -> None:
    """A proportion of the largest amount is no overflow: what a bet may win is watched as it is placed."""
    huge = ChanceLimits(least=AMOUNT_MAX, most=AMOUNT_MAX)
    assert terms_findings(wheel_terms("R807", limits=limits(simple=huge))) == []


def refusal(regulation: str, said: str | None = None, **changes: Any) -> str:
    """The rule under which these terms are refused."""
    world = House(demo=False)
    world.does(GrantRole(role="manager", staff="ana"))
    command: dict[str, Any] = {"in_force_from": 0, "reference": "SRIJ/2026/7", "regulation": said or regulation}
    return world.refuses(
        ApproveBankedRuleset(ruleset="roleta", terms=wheel_terms(regulation, **changes), **command), MANAGER
    )
