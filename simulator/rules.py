"""The rules the simulated house plays by: lawful rulesets of every game, so that each reading and each variation is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from tombo.ledger.core.findings import Reading, other
from tombo.ledger.house.ruleset.commands import ApproveBankedRuleset, ApproveRuleset
from tombo.ledger.terms.blackjack import BlackjackReadings, BlackjackTerms
from tombo.ledger.terms.citation import rules_of
from tombo.ledger.terms.every import BankedTerms
from tombo.ledger.terms.poker import REGULATIONS, Commission, Limit, Readings, Sintetico, Terms
from tombo.ledger.terms.roulette import MULTIPLES, ChanceLimits, RouletteLimits, RouletteTerms
from tombo.ledger.terms.sem_descarte import SemDescarteReadings, SemDescarteTerms
from tombo.ledger.terms.tournament import Structure
from tombo.ledger.terms.unit import EURO, NEWEST_REVISION
from tombo.simulator.tournaments import REFERENCE, structures

CUSTOMARY_RED: Final = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]
POT: Final = Commission(attribution="payment_when_all_in", cap=None, mode="pot", rate_bp=500)

LIMITS: Final[Mapping[str, tuple[int, dict[str, Any]]]] = {
    "nl": (3, {"limit": Limit(kind="no_limit"), "rest_seconds": 120, "showdown": "losers_may_muck"}),
    "pl": (1, {"limit": Limit(kind="pot_limit"), "commission": POT.model_copy(update={"cap": 300})}),
    "half": (
        2,
        {"limit": Limit(kind="half_pot"), "rest_seconds": 900, "commission": POT.model_copy(update={"mode": "stack"})},
    ),
    "three": (6, {"limit": Limit(kind="fixed_raises", raises=3), "seats": 10, "small_blind": 33}),
}
"""Kinds of poker tables by what the maximum bet is: the hands without a bet that make idle, and what else differs."""
STRADDLES: Final = (2, 4, 10)
"""In big blinds. Ten are more than many a stack has left."""


class Ruleset(NamedTuple):
    """Rules by name, and the command that approves them; of tournaments the structure that is announced with each."""

    name: str
    game: str
    approve: ApproveRuleset | ApproveBankedRuleset | Structure

    @property
    def terms(self) -> Terms | BankedTerms:
        """What is played by them."""
        return self.approve.terms


def _poker(reading: Reading, number: int) -> list[Ruleset]:
    found = []
    for variant, regulation in REGULATIONS.items():
        for place, (kind, (idle_hands, changes)) in enumerate(LIMITS.items(), number):
            lawful: dict[str, Any] = {
                "ante": 0,
                "big_blind": 100,
                "commission": POT,
                "decision_seconds": 20,
                "min_bet": 100,
                "odd_unit": "clockwise_from_button",
                "readings": Readings(**dict.fromkeys(Readings.model_fields, reading)),
                "revision": NEWEST_REVISION,
                "rounding": "floor",
                "seats": 6,
                "showdown": "all",
                "sintetico": _sintetico(place) if variant == "sintetico" else None,
                "small_blind": 50,
                "unit": EURO,
                "variant": variant,
            }
            name = f"{variant}-{kind}-{number}"
            terms = Terms(**{**lawful, **changes})
            approve = ApproveRuleset(
                idle_hands=idle_hands,
                in_force_from=0,
                reference=REFERENCE,
                regulation=regulation,
                ruleset=name,
                terms=terms,
            )
            found.append(Ruleset(name, variant, approve))
    return found


def _sintetico(place: int) -> Sintetico:
    """What póquer sintético leaves to the operator: from one ruleset to the next something else of it differs."""
    return Sintetico(
        ace_low=place // 2 % 2 == 0,
        both_cards=place % 3 != 0,
        flush_over_full_house=place % 2 == 0,
        straddle=STRADDLES[place % len(STRADDLES)],
    )


def _wheels() -> list[RouletteTerms]:
    limits: dict[str, Any] = {name: ChanceLimits(least=50, most=times * 50) for name, times in MULTIPLES.items()}
    whole = RouletteLimits(**limits)
    lawful: dict[str, Any] = {
        "betting_seconds": 30,
        "call_bets": False,
        "game": "roulette",
        "limits": whole,
        "red": CUSTOMARY_RED,
        "regulation": "R804",
        "revision": NEWEST_REVISION,
        "rounding": "floor",
        "table_kind": "multi",
        "total_max": None,
        "unit": EURO,
        "wheel": "american_37",
        "zero": "lose",
    }
    french = {"call_bets": True, "regulation": "R807", "wheel": "french_37"}
    few = RouletteLimits(**{**limits, "double_column": None, "double_dozen": None})
    changes: list[dict[str, Any]] = [
        {},
        {"limits": few, "wheel": "american_38", "total_max": 5_000},
        {**french, "zero": "partage"},
        {**french, "zero": "prison", "bonus": "first"},
        {"table_kind": "single"},
        {**french, "table_kind": "single", "zero": "prison", "bonus": "last"},
    ]
    return [RouletteTerms(**{**lawful, **change}) for change in changes]


def _blackjack(reading: Reading) -> BlackjackTerms:
    letter = reading is Reading.LETTER
    return BlackjackTerms(
        bet_max=10_000,
        bet_min=100,
        betting_seconds=20,
        bonus="first" if letter else None,
        decision_seconds=20,
        decks=6 if letter else 4,
        double="nine_to_eleven" if letter else "any",
        game="blackjack",
        insurance=True,
        readings=BlackjackReadings(**dict.fromkeys(BlackjackReadings.model_fields, reading)),
        revision=NEWEST_REVISION,
        rounding="floor",
        seats=7,
        several_seats=not letter,
        special_prizes=letter,
        split="same_value" if letter else "pairs",
        splits_max=3 if letter else 1,
        table_kind="multi",
        unit=EURO,
    )


def _sem_descarte(reading: Reading) -> SemDescarteTerms:
    return SemDescarteTerms(
        ante_max=2_500,
        ante_min=100,
        betting_seconds=20,
        bonus=None if reading is Reading.LETTER else "last",
        decision_seconds=15,
        extra_seconds=10,
        game="sem_descarte",
        readings=SemDescarteReadings(**dict.fromkeys(SemDescarteReadings.model_fields, reading)),
        revision=NEWEST_REVISION,
        seats=7,
        table_kind="multi",
        unit=EURO,
    )


def _banked(name: str, terms: Any, regulation: Any) -> Ruleset:
    approve = ApproveBankedRuleset(
        in_force_from=0, reference=REFERENCE, regulation=regulation, ruleset=name, terms=terms
    )
    return Ruleset(name, terms.game, approve)


def rulesets() -> list[Ruleset]:
    """Every ruleset of the house, of each game several."""
    found = []
    for number, reading in enumerate(Reading, 1):
        found += _poker(reading, number)
        found.append(_banked(f"blackjack-{number}", _blackjack(reading), "R805"))
        found.append(_banked(f"sem-descarte-{number}", _sem_descarte(reading), "R803"))
    for number, reading in enumerate(Reading, 1):
        alone = {"seats": 1, "table_kind": "single"}
        blackjack = _blackjack(reading).model_copy(update={**alone, "several_seats": False})
        found.append(_banked(f"blackjack-alone-{number}", blackjack, "R805"))
        sem_descarte = _sem_descarte(reading)
        mixed = sem_descarte.readings.model_copy(update={"second_bets": other(reading)})
        sem_descarte = sem_descarte.model_copy(update={**alone, "readings": mixed})
        found.append(_banked(f"sem-descarte-alone-{number}", sem_descarte, "R803"))
    found += [_banked(f"roulette-{number}", terms, terms.regulation) for number, terms in enumerate(_wheels(), 1)]
    poker = [ruleset.terms for ruleset in found if isinstance(ruleset.terms, Terms)]
    found += [Ruleset(f"tournament-{kind}", "tournament", structure) for kind, structure in structures(poker[::5])]
    return found


def may_tell(terms: Terms | BankedTerms) -> frozenset[str]:
    """The rules about which rounds under ``terms`` may record a finding: where another reading, or rounding, differs."""
    match terms:
        case Terms():
            return frozenset(rules_of(terms.variant, rule) for rule in _of_poker(terms))
        case SemDescarteTerms():
            found = {"13d", "13g", "33"}
            found |= {"36"} if terms.readings.decided_bets is Reading.LETTER else set()
            return frozenset(f"R803 r.{rule}" for rule in found)
        case BlackjackTerms():
            found = {"8a", "15e", "25a", "25e"}
            found |= {"15"} if terms.readings.insured_blackjack is Reading.PRACTICE else set()
            found |= {"28" if terms.readings.decided_bets is Reading.PRACTICE else "27"}
            return frozenset(f"R805 r.{rule}" for rule in found)
        case RouletteTerms():
            return frozenset({"R804 r.13"} if terms.regulation == "R804" else {"R807 r.14", "R807 r.20"})
        case _:
            raise LookupError(f"no rules are played of {terms.game}")


def _of_poker(terms: Terms) -> Iterator[str]:
    """Those of R806. A bet within the reading in force is told of where the other forbids it: it is the stricter one.

    Of who leaves it is told that the platform folds for him (r.10).
    """
    yield from ("10", "32d", "48")
    if terms.commission.mode == "pot" and terms.variant != "sintetico":
        yield "18"
    if terms.commission.cap is not None:
        yield "17a"
    if terms.readings.minimum_raise is Reading.LETTER:
        yield from ("23", "37")
    if terms.readings.maximum_bet is Reading.PRACTICE and terms.limit.kind in {"half_pot", "pot_limit"}:
        yield "24a" if terms.limit.kind == "half_pot" else "24b"


def by_game() -> Mapping[str, list[Ruleset]]:
    """The rulesets of each game, the games in order of name."""
    found: dict[str, list[Ruleset]] = {}
    for ruleset in sorted(rulesets(), key=lambda ruleset: ruleset.game):
        found.setdefault(ruleset.game, []).append(ruleset)
    return found
