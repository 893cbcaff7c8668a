"""Whatever terms are sent, what the door approves is within the bands of the base regulation, and what it refuses cites one."""

from __future__ import annotations

import re
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel

from tests.worlds.blackjack import blackjack_terms
from tests.worlds.roulette import CUSTOMARY, wheel_terms
from tests.worlds.rulesets import AnyTerms, approved, verdict
from tests.worlds.sem_descarte import sd_terms
from tests.worlds.world import poker_terms
from tombo.ledger.core.findings import Reading
from tombo.ledger.terms.blackjack import BlackjackReadings, BlackjackTerms
from tombo.ledger.terms.poker import REGULATIONS, Commission, Limit, Readings, Terms
from tombo.ledger.terms.roulette import MULTIPLES, ChanceLimits, RouletteLimits, RouletteTerms
from tombo.ledger.terms.sem_descarte import SemDescarteReadings, SemDescarteTerms
from tombo.ledger.terms.unit import Unit

FACTORS: Final = {"straight_up": 1, "split": 2, "street": 3, "corner": 4, "line": 6, "dozen": 12, "column": 12}
READING: Final = st.sampled_from(Reading)
UNIT: Final = st.sampled_from(
    [
        *[Unit(currency="EUR", decimals=2)] * 4,
        Unit(currency=None, decimals=0),
        Unit(currency="USD", decimals=2),
        Unit(currency="EUR", decimals=0),
    ]
)
SMALL: Final = st.integers(1, 300)


def drawn(cls: type[Any]) -> st.SearchStrategy[Any]:
    """Every choice of readings."""
    return st.builds(cls, **dict.fromkeys(cls.model_fields, READING))


COMMISSION: Final = st.builds(
    Commission,
    attribution=st.just("payment_when_all_in"),
    cap=st.none() | st.integers(0, 1_000),
    mode=st.sampled_from(["pot", "stack", "none"]),
    rate_bp=st.integers(0, 2_200) | st.sampled_from([99, 100, 500, 501, 2_000, 2_001]),
)
LIMIT: Final = st.one_of(
    st.sampled_from([Limit(kind="no_limit"), Limit(kind="pot_limit"), Limit(kind="half_pot")]),
    st.builds(Limit, kind=st.just("fixed_raises"), raises=st.integers(1, 100)),
    st.builds(Limit, big_bet=SMALL, kind=st.just("fixed_bets")),
)


@st.composite
def poker(draw: st.DrawFn) -> Terms:
    """Terms of hold'em or Omaha, lawful about as often as not."""
    big = draw(SMALL)
    return poker_terms(
        ante=draw(st.sampled_from([0, 0, 0, 1])),
        big_blind=big,
        commission=draw(COMMISSION),
        decision_seconds=draw(st.integers(1, 600)),
        limit=draw(LIMIT),
        min_bet=draw(st.sampled_from([big, big, big, big + 1])),
        readings=draw(drawn(Readings)),
        rest_seconds=draw(st.none() | st.integers(1, 86_400)),
        seats=draw(st.integers(2, 10)),
        small_blind=draw(st.integers(1, big + 1)),
        unit=draw(UNIT),
        variant=draw(st.sampled_from(["holdem", "omaha"])),
    )


@st.composite
def limits(draw: st.DrawFn) -> RouletteLimits:
    """Limits of every chance, some of them a cent too great."""
    found: dict[str, ChanceLimits | None] = {}
    for name, times in MULTIPLES.items():
        least = draw(SMALL)
        most = draw(st.integers(1, times * least) | st.sampled_from([times * least, times * least, times * least + 1]))
        found[name] = ChanceLimits(least=least, most=max(most, least) if draw(st.integers(0, 9)) else most)
    if draw(st.booleans()):
        found["double_dozen"] = found["double_column"] = None
    return RouletteLimits.model_validate(found)


@st.composite
def banked(draw: st.DrawFn) -> AnyTerms:
    """Terms of a game against the house, lawful about as often as not."""
    common = {
        "bonus": draw(st.sampled_from([None, "first", "last"])),
        "table_kind": draw(st.sampled_from(["single", "multi"])),
        "unit": draw(UNIT),
    }
    least = draw(SMALL)
    game = draw(st.sampled_from(["sem_descarte", "blackjack", "roulette"]))
    if game == "sem_descarte":
        most = draw(st.integers(1, 26 * least) | st.sampled_from([25 * least, 25 * least + 1]))
        return sd_terms(
            ante_max=most,
            ante_min=least,
            readings=draw(drawn(SemDescarteReadings)),
            seats=draw(st.integers(1, 7)),
            **common,
        )
    if game == "blackjack":
        most = draw(st.integers(1, 101 * least) | st.sampled_from([100 * least, 100 * least + 1]))
        return blackjack_terms(
            bet_max=most,
            bet_min=least,
            readings=draw(drawn(BlackjackReadings)),
            seats=draw(st.integers(1, 7)),
            **common,
        )
    return wheel_terms(
        draw(st.sampled_from(["R804", "R807"])),
        call_bets=draw(st.booleans()),
        limits=draw(limits()),
        red=draw(st.sampled_from([CUSTOMARY, CUSTOMARY, CUSTOMARY[:-1], list(range(1, 19))])),
        total_max=draw(st.none() | SMALL),
        wheel=draw(st.sampled_from(["american_37", "american_38", "french_37"])),
        zero=draw(st.sampled_from(["lose", "partage", "prison"])),
        **common,
    )


def lawful(terms: AnyTerms) -> bool:  # one return a game
    """The bands, said once more and not in the words of the code that judges them."""
    unit = terms.unit
    if unit.currency is not None and (unit.currency != "EUR" or unit.decimals != 2):  # cents
        return False
    match terms:
        case Terms():
            rate = terms.commission.rate_bp / 100
            band = {"pot": 1 <= rate <= 5, "stack": 5 <= rate <= 20, "none": False}[terms.commission.mode]
            blinds = terms.small_blind <= terms.big_blind == terms.min_bet
            takes = band and terms.commission.cap != 0  # a cap of nothing takes nothing (D8)
            return takes and blinds and terms.ante == 0 and terms.limit.kind != "fixed_bets"
        case SemDescarteTerms():
            crowd = terms.table_kind == "single" or terms.seats > 1
            return crowd and terms.ante_min <= terms.ante_max <= 25 * terms.ante_min
        case BlackjackTerms():
            crowd = terms.table_kind == "single" or terms.seats > 1
            return crowd and terms.bet_min <= terms.bet_max <= 100 * terms.bet_min
        case RouletteTerms():
            return wheel_is_lawful(terms)


def wheel_is_lawful(terms: RouletteTerms) -> bool:
    """The bands of R804 and R807."""
    offered: dict[str, dict[str, int] | None] = terms.limits.model_dump()
    covers = {**FACTORS, "double_dozen": 24, "double_column": 24, "simple": 18}
    within = all(
        limit is None or limit["least"] <= limit["most"] <= 30 * covers[name] * limit["least"]
        for name, limit in offered.items()
    )
    total = terms.total_max is None or any(
        limit is not None and limit["least"] <= terms.total_max for limit in offered.values()
    )
    american = terms.regulation == "R804"
    own = terms.wheel != "french_37" if american else terms.wheel == "french_37"
    plain = not american or (terms.zero == "lose" and not terms.call_bets)
    return within and total and own and plain and terms.red == CUSTOMARY


@settings(max_examples=400)
@given(terms=poker() | banked())
def test_what_is_approved_is_within_the_bands(terms: AnyTerms) -> None:
    """Approved if and only if lawful; refused with a rule of the game's own regulation; every term as it was sent."""
    event = approved(terms)
    assert (event is not None) is lawful(terms)
    if event is not None:
        assert event.terms == terms
        return
    own = {"sem_descarte": "R803", "blackjack": "R805"}
    if isinstance(terms, Terms):
        regulation: str = REGULATIONS[terms.variant]
    else:
        regulation = own.get(terms.game, "") or str(getattr(terms, "regulation", ""))
    assert re.fullmatch(rf"{regulation} r\.\d+[a-z]?", verdict(terms) or "")


@settings(max_examples=200)
@given(terms=poker() | banked())
def test_an_approval_keeps_a_notice_for_every_departure(terms: AnyTerms) -> None:
    """Each reading of practice that the game asks for is told in the approval itself, with the rule it departs from."""
    event = approved(terms)
    readings = getattr(terms, "readings", None)
    if event is None or readings is None:
        return
    assert {notice.rule.partition(" ")[0] for notice in event.notices} <= {event.regulation}
    told = {notice.rule.partition(" ")[2] for notice in event.notices}
    chosen = {name for name, reading in readings if reading is Reading.PRACTICE}
    if isinstance(terms, Terms) and terms.limit.kind not in {"pot_limit", "half_pot"}:
        chosen -= {"maximum_bet"}  # asked only where the pot is the limit
    assert {RULE_OF[type(terms)][name] for name in chosen} <= told


RULE_OF: Final[dict[type[BaseModel], dict[str, str]]] = {
    Terms: {
        "flop_exemption": "r.18",
        "flush_tie": "r.32d",
        "heads_up_blinds": "r.48",
        "maximum_bet": "r.24",
        "minimum_raise": "r.23",
    },
    SemDescarteTerms: {"decided_bets": "r.33", "flush_tie": "r.13d", "pair_tie": "r.13g", "second_bets": "r.36"},
    BlackjackTerms: {
        "ace_on_double": "r.8a",
        "decided_bets": "r.27",
        "house_blackjack": "r.25e",
        "insured_blackjack": "r.15",
    },
}
"""The rule that each reading departs from, by the terms it stands in."""


def test_every_reading_names_the_rule_of_its_notice() -> None:
    """The table above has a line for each field of each kind of readings, whatever terms Hypothesis draws."""
    for terms, rules in RULE_OF.items():
        readings: Any = terms.model_fields["readings"].annotation
        assert set(readings.model_fields) == set(rules)
