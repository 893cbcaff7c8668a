"""The bands of the base regulations, each edge from both sides: a ruleset outside is refused with the rule, through the door."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest
from pydantic import ValidationError

from tests.worlds.blackjack import blackjack_terms
from tests.worlds.roulette import CUSTOMARY, limits, wheel_terms
from tests.worlds.rulesets import AnyTerms, verdict
from tests.worlds.sem_descarte import sd_terms
from tests.worlds.world import CHIPS, poker_terms
from tombo.ledger.core.money import AMOUNT_MAX
from tombo.ledger.terms import blackjack as r805_terms
from tombo.ledger.terms.blackjack import BlackjackTerms
from tombo.ledger.terms.poker import Commission, Limit, Terms
from tombo.ledger.terms.roulette import MULTIPLES, ChanceLimits, RouletteTerms
from tombo.ledger.terms.sem_descarte import SemDescarteTerms
from tombo.ledger.terms.unit import Unit

MOST_ANTE = AMOUNT_MAX // 204
DOLLARS = Unit(currency="USD", decimals=2)
TENTHS = Unit(currency="EUR", decimals=3)


def commission(mode: str, rate_bp: int) -> Commission:
    """A commission of this mode and rate, without cap."""
    return Commission.model_validate(
        {"attribution": "payment_when_all_in", "cap": None, "mode": mode, "rate_bp": rate_bp}
    )


POKER: list[tuple[dict[str, Any], str | None]] = [
    ({"commission": commission("pot", 99)}, "r.17a"),
    ({"commission": commission("pot", 100)}, None),
    ({"commission": commission("pot", 500)}, None),
    ({"commission": commission("pot", 501)}, "r.17a"),
    ({"commission": commission("stack", 499)}, "r.17b"),
    ({"commission": commission("stack", 500)}, None),
    ({"commission": commission("stack", 2000)}, None),
    ({"commission": commission("stack", 2001)}, "r.17b"),
    ({"commission": commission("none", 0)}, "r.16"),
    ({"ante": 0}, None),
    ({"ante": 1}, "r.21"),
    ({"big_blind": 100, "min_bet": 99}, "r.22"),
    ({"big_blind": 100, "min_bet": 101}, "r.22"),
    ({"big_blind": 100, "small_blind": 100}, None),
    ({"big_blind": 100, "small_blind": 101}, "r.22"),
    ({"limit": Limit(kind="half_pot")}, None),
    ({"limit": Limit(kind="pot_limit")}, None),
    ({"limit": Limit(kind="fixed_raises", raises=1)}, None),
    ({"limit": Limit(big_bet=200, kind="fixed_bets")}, "r.24"),
    ({"unit": CHIPS}, None),
    ({"unit": DOLLARS}, "r.13"),
    ({"unit": TENTHS}, "r.13"),
]
SEM_DESCARTE: list[tuple[dict[str, Any], str | None]] = [
    ({"ante_max": 2_500, "ante_min": 100}, None),
    ({"ante_max": 2_501, "ante_min": 100}, "R803 r.18"),
    ({"ante_max": 100, "ante_min": 100}, None),
    ({"ante_max": 100, "ante_min": 101}, "R803 r.16"),
    ({"ante_max": MOST_ANTE, "ante_min": MOST_ANTE}, None),
    ({"ante_max": MOST_ANTE + 1, "ante_min": MOST_ANTE}, "R803 r.12"),
    ({"seats": 1, "table_kind": "multi"}, "R803 r.4"),
    ({"seats": 2, "table_kind": "multi"}, None),
    ({"seats": 1, "table_kind": "single"}, None),
    ({"unit": CHIPS}, None),
    ({"unit": DOLLARS}, "R803 r.17"),
    ({"unit": TENTHS}, "R803 r.17"),
]
BLACKJACK: list[tuple[dict[str, Any], str | None]] = [
    ({"bet_max": 10_000, "bet_min": 100}, None),
    ({"bet_max": 10_001, "bet_min": 100}, "R805 r.11"),
    ({"bet_max": 100, "bet_min": 100}, None),
    ({"bet_max": 100, "bet_min": 101}, "R805 r.9"),
    ({"bet_max": r805_terms.BET_MAX, "bet_min": r805_terms.BET_MAX}, None),
    ({"bet_max": r805_terms.BET_MAX + 1, "bet_min": r805_terms.BET_MAX}, "R805 r.10"),
    ({"seats": 1, "table_kind": "multi"}, "R805 r.5"),
    ({"seats": 2, "table_kind": "multi"}, None),
    ({"seats": 1, "table_kind": "single"}, None),
    ({"unit": CHIPS}, None),
    ({"unit": DOLLARS}, "R805 r.2a"),
    ({"unit": TENTHS}, "R805 r.2a"),
]
WHEEL: list[tuple[dict[str, Any], int | None]] = [
    ({"red": CUSTOMARY[:-1]}, 6),
    ({"red": CUSTOMARY}, None),
    ({"limits": limits(split=ChanceLimits(least=100, most=100))}, None),
    ({"limits": limits(split=ChanceLimits(least=101, most=100))}, 10),
    ({"total_max": 50}, None),
    ({"total_max": 49}, 12),
    ({"unit": CHIPS}, None),
    ({"unit": DOLLARS}, 3),
    *(({"limits": limits(**{name: ChanceLimits(least=7, most=7 * times)})}, None) for name, times in MULTIPLES.items()),
    *(
        ({"limits": limits(**{name: ChanceLimits(least=7, most=7 * times + 1)})}, 11)
        for name, times in MULTIPLES.items()
    ),
]


@pytest.mark.parametrize(("variant", "regulation"), [("holdem", "R806"), ("omaha", "R811")])
@pytest.mark.parametrize(("changes", "rule"), POKER)
def test_poker_keeps_the_bands(changes: dict[str, Any], rule: str | None, variant: str, regulation: str) -> None:
    """R806 r.13-24, and R811 with the same numbers: the commission of 1 to 5 % and 5 to 20 %, the blinds, the limits."""
    assert verdict(poker_terms(variant=variant, **changes)) == (rule and f"{regulation} {rule}")


@pytest.mark.parametrize(("changes", "rule"), SEM_DESCARTE)
def test_sem_descarte_keeps_the_bands(changes: dict[str, Any], rule: str | None) -> None:
    """R803 r.4, r.12, r.16-18: seats for several players, a maximum ante of 25 times the minimum, amounts of the euro."""
    assert verdict(sd_terms(**changes)) == rule


@pytest.mark.parametrize(("changes", "rule"), BLACKJACK)
def test_blackjack_keeps_the_bands(changes: dict[str, Any], rule: str | None) -> None:
    """R805 r.2, r.5, r.9-11: a maximum bet of 100 times the minimum, and seats for several players."""
    assert verdict(blackjack_terms(**changes)) == rule


@pytest.mark.parametrize("regulation", ["R804", "R807"])
@pytest.mark.parametrize(("changes", "rule"), WHEEL)
def test_the_wheels_keep_the_bands(changes: dict[str, Any], rule: int | None, regulation: str) -> None:
    """R804 r.3-12, and R807 with its own count: of every chance a maximum of 30 times the minimum and number covered."""
    later = regulation == "R807" and rule is not None and rule >= 8  # the rule on call bets
    assert verdict(wheel_terms(regulation, **changes)) == (None if rule is None else f"{regulation} r.{rule + later}")


@pytest.mark.parametrize("wheel", ["american_37", "american_38", "french_37"])
@pytest.mark.parametrize("zero", ["lose", "partage", "prison"])
@pytest.mark.parametrize("calls", [False, True])
@pytest.mark.parametrize("regulation", ["R804", "R807"])
def test_a_wheel_is_one_of_its_regulation(regulation: str, wheel: str, zero: str, *, calls: bool) -> None:
    """R804 r.6-7, r.19, R807 r.6: the American wheel has no call bets and zero takes all there; the French one has its order."""
    found = verdict(wheel_terms(regulation, wheel=wheel, zero=zero, call_bets=calls))
    if wheel.startswith("american") != (regulation == "R804"):
        assert found == f"{regulation} r.6"
    elif regulation == "R804" and calls:
        assert found == "R804 r.7"
    elif regulation == "R804" and zero != "lose":
        assert found == "R804 r.19"
    else:
        assert found is None


@pytest.mark.parametrize(
    ("terms", "field", "inside", "outside"),
    [
        (poker_terms(), "seats", (2, 10), (1, 11)),
        (poker_terms(), "decision_seconds", (1, 600), (0, 601)),
        (poker_terms(), "rest_seconds", (1, 86_400, None), (0, 86_401)),
        (sd_terms(table_kind="single"), "seats", (1, 7), (0, 8)),
        (sd_terms(), "extra_seconds", (1, 600), (0, 601)),
        (blackjack_terms(table_kind="single"), "seats", (1, 7), (0, 8)),
        (blackjack_terms(), "decks", (4, 6, 8), (3, 5, 7, 9)),
        (blackjack_terms(), "splits_max", (0, 10), (-1, 11)),
        (wheel_terms(), "total_max", (50, None), (0, -1)),
    ],
)
def test_what_no_terms_can_say_has_no_rule(
    terms: AnyTerms, field: str, inside: tuple[int | None, ...], outside: tuple[int, ...]
) -> None:
    """R806 r.4, R803 r.6, R805 r.4: seats, decks and times beyond what is possible are no terms, and cannot be sent."""
    cls = type(terms)
    for value in inside:
        assert verdict(cls.model_validate({**terms.model_dump(), field: value})) is None
    for value in outside:
        with pytest.raises(ValidationError):
            cls.model_validate({**terms.model_dump(), field: value})


ABSENT: Final[Mapping[object, tuple[str, ...]]] = {
    **dict.fromkeys((BlackjackTerms, RouletteTerms, SemDescarteTerms), ("bonus",)),
    Terms: ("rest_seconds", "sintetico"),  # the second stands exactly with its variant
}
"""What may be absent: what no terms had when it was released. Then nothing is chosen, and what held before holds."""


@pytest.mark.parametrize("cls", [Terms, SemDescarteTerms, BlackjackTerms, RouletteTerms])
def test_no_reading_is_left_to_a_default(cls: type[AnyTerms]) -> None:
    """Every reading and every other term is said in the approval; nothing is chosen by leaving it out."""
    readings = cls.model_fields.get("readings")
    records: list[Any] = [cls, *([] if readings is None else [readings.annotation])]
    for said in records:
        left = {name: field.default for name, field in said.model_fields.items() if not field.is_required()}
        assert left == dict.fromkeys(ABSENT.get(said, ()))
