"""The rules the simulated house plays by: lawful rulesets of every game, so that each reading and each variation is played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from ledger.core.banked_terms import (
    BlackjackReadings,
    BlackjackTerms,
    ChanceLimits,
    RouletteLimits,
    RouletteTerms,
    SemDescarteReadings,
    SemDescarteTerms,
)
from ledger.core.command import CommandBase
from ledger.core.findings import Reading
from ledger.core.regulation import REGULATIONS, Commission, Limit, Readings, Terms, Unit
from ledger.core.roulette_terms import MULTIPLES
from ledger.house.banked_commands import ApproveBankedRuleset
from ledger.house.commands import ApproveRuleset

EURO: Final = Unit(currency="EUR", decimals=2)
REFERENCE: Final = "SRIJ 2026/000 (example)"
CUSTOMARY_RED: Final = [1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]
POT: Final = Commission(attribution="payment_when_all_in", cap=None, mode="pot", rate_bp=500)

LIMITS: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("nl", {"limit": Limit(kind="no_limit"), "showdown": "losers_may_muck"}),
    ("pl", {"limit": Limit(kind="pot_limit"), "commission": POT.model_copy(update={"cap": 300})}),
    ("half", {"limit": Limit(kind="half_pot"), "commission": POT.model_copy(update={"mode": "stack"})}),
    ("three", {"limit": Limit(kind="fixed_raises", raises=3), "seats": 10, "small_blind": 33}),
)
"""Kinds of poker tables: by what the maximum bet is, and what else differs."""

NOTICES: Final = frozenset(
    {
        *(
            f"{of} r.{rule}"
            for of in REGULATIONS.values()
            for rule in ("17a", "18", "23", "24a", "24b", "32d", "37", "48")
        ),
        *(f"R803 r.{rule}" for rule in ("13d", "13g", "33", "36")),
        *(f"R805 r.{rule}" for rule in ("8a", "15", "15e", "25a", "25e", "27", "28")),
        *("R804 r.13", "R807 r.14", "R807 r.20"),
    }
)
"""What is recorded where letter and practice differ: the rulesets below provoke these findings and no others."""


class Ruleset(NamedTuple):
    """Rules by name, and the command that approves them."""

    name: str
    game: str
    approve: CommandBase


def _poker(reading: Reading, number: int) -> list[Ruleset]:
    found = []
    for variant, regulation in REGULATIONS.items():
        if variant == "sintetico":
            continue
        for kind, changes in LIMITS:
            lawful: dict[str, Any] = {
                "ante": 0,
                "big_blind": 100,
                "commission": POT,
                "decision_seconds": 20,
                "min_bet": 100,
                "odd_unit": "clockwise_from_button",
                "readings": Readings(**dict.fromkeys(Readings.model_fields, reading)),
                "revision": 1,
                "rounding": "floor",
                "seats": 6,
                "showdown": "all",
                "small_blind": 50,
                "unit": EURO,
                "variant": variant,
            }
            name = f"{variant}-{kind}-{number}"
            terms = Terms(**{**lawful, **changes})
            approve = ApproveRuleset(
                in_force_from=0, reference=REFERENCE, regulation=regulation, ruleset=name, terms=terms
            )
            found.append(Ruleset(name, variant, approve))
    return found


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
        "revision": 1,
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
        {**french, "zero": "prison"},
    ]
    return [RouletteTerms(**{**lawful, **change}) for change in changes]


def _blackjack(reading: Reading) -> BlackjackTerms:
    letter = reading is Reading.LETTER
    return BlackjackTerms(
        bet_max=10_000,
        bet_min=100,
        betting_seconds=20,
        decision_seconds=20,
        decks=6 if letter else 4,
        double="nine_to_eleven" if letter else "any",
        game="blackjack",
        insurance=True,
        readings=BlackjackReadings(**dict.fromkeys(BlackjackReadings.model_fields, reading)),
        revision=1,
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
        decision_seconds=15,
        extra_seconds=10,
        game="sem_descarte",
        readings=SemDescarteReadings(**dict.fromkeys(SemDescarteReadings.model_fields, reading)),
        revision=1,
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
    found += [_banked(f"roulette-{number}", terms, terms.regulation) for number, terms in enumerate(_wheels(), 1)]
    return found


def by_game() -> Mapping[str, list[Ruleset]]:
    """The rulesets of each game, the games in order of name."""
    found: dict[str, list[Ruleset]] = {}
    for ruleset in sorted(rulesets(), key=lambda ruleset: ruleset.game):
        found.setdefault(ruleset.game, []).append(ruleset)
    return found
