"""The tournaments the simulated house announces: lawful structures of every kind, so that each rule of R810 has one it is about."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.findings import Reading
from tombo.ledger.terms.poker import Commission, Terms
from tombo.ledger.terms.tournament import (
    Addon,
    Fee,
    Level,
    Payout,
    Rebuy,
    Reentry,
    Structure,
    TicketPrizes,
    TournamentReadings,
)
from tombo.ledger.terms.unit import Unit

CHIPS: Final = Unit(currency=None, decimals=0)
NO_RAKE: Final = Commission(attribution="payment_when_all_in", cap=None, mode="none", rate_bp=0)
SEATS: Final = 5
STACK: Final = 1_500
BLINDS: Final = (50, 100)
LEVEL_SECONDS: Final = 240
LEVELS: Final = 7
SERIES: Final = "series"
"""A freeroll, the satellite it leads to, and the main event that leads to."""
SERIES_LENGTH: Final = 3
REFERENCE: Final = "SRIJ 2026/000 (example)"
MAIN_FEE: Final = Fee(bounty=0, commission=5_00, prize=50_00)
HOUR: Final = 3_600 * SECOND

KINDS: Final[dict[str, dict[str, Any]]] = {
    "one": {"players_max": SEATS, "tables": "one"},
    "sit-and-go": {"players_max": 4, "schedule": "sit_and_go", "tables": "one"},
    "several": {"guarantee": 200_00, "hand_by_hand_at": 7, "payouts": [Payout(entries_from=1, shares_bp=[2_500] * 4)]},
    "timed": {"open_until": 1, "timed_seconds": 600},
    "rebuys": {
        "addon": Addon(chips=2_001, commission=0, prize=5_00),
        "fee": Fee(bounty=0, commission=1_00, prize=9_00),
        "hand_by_hand_at": 6,
        "open_until": 2,
        "rebuy": Rebuy(chips=1_503, commission=50, most=None, prize=9_50, stack_below=1_000),
    },
    "reentries": {
        "fee": Fee(bounty=3_33, commission=1_67, prize=10_00),
        "open_until": 2,
        "players_max": 10,
        "rebuy": Rebuy(chips=1_500, commission=0, most=1, prize=10_01, stack_below=0),
        "reentry": Reentry(most=1),
    },
    "knockout": {"fee": Fee(bounty=10_01, commission=1_50, prize=5_00), "hand_by_hand_at": 5, "open_until": 1},
    SERIES: {"fee": MAIN_FEE, "guarantee": 150_00, "open_until": 1},
}
"""What differs from the common structure, by kind."""


def _structure(terms: Terms, changes: dict[str, Any]) -> Structure:
    small, big = BLINDS
    chips = {
        "big_blind": big,
        "commission": NO_RAKE,
        "min_bet": big,
        "seats": SEATS,
        "small_blind": small,
        "unit": CHIPS,
    }
    lawful: dict[str, Any] = {
        "addon": None,
        "cancel_until": None,
        "credit": "when_determined",
        "fee": Fee(bounty=0, commission=1_00, prize=10_00),
        "guarantee": None,
        "hand_by_hand_at": None,
        "levels": [
            Level(big_blind=big << number, seconds=LEVEL_SECONDS, small_blind=small << number)
            for number in range(LEVELS)
        ],
        "open_until": 0,
        "payouts": [Payout(entries_from=1, shares_bp=[5_001, 3_000, 1_999])],
        "players_max": None,
        "players_min": 3,
        "readings": TournamentReadings(paid_prizes=Reading.LETTER, ticket_refunds="cash"),
        "rebuy": None,
        "reentry": None,
        "schedule": "scheduled",
        "starting_stack": STACK,
        "starts": None,
        "tables": "several",
        "terms": terms.model_copy(update=chips),
        "tickets": None,
        "timed_seconds": None,
    }
    return Structure(**{**lawful, **changes})


def structures(terms: Sequence[Terms]) -> list[tuple[str, Structure]]:
    """Every kind of tournament by name, each played by the next of the terms of poker."""
    return [
        (kind, _structure(terms[number % len(terms)], changes)) for number, (kind, changes) in enumerate(KINDS.items())
    ]


def programme(template: Structure, names: Sequence[str], chance: Random, now: int) -> list[tuple[str, Structure]]:
    """What is announced at once, by name of ``names``: one tournament; or the main event, its satellite and its freeroll.

    The last of them is played first.
    """
    readings = TournamentReadings(
        paid_prizes=chance.choice(list(Reading)),
        ticket_refunds=chance.choice(["cash", "cash_unless_freeroll", "ticket"]),
    )
    chosen = {"credit": chance.choice(["when_determined", "at_end"]), "readings": readings}
    main = template.model_copy(update=chosen)
    if template.fee != MAIN_FEE:
        begins = now + chance.randint(HOUR // 6, HOUR // 2) if template.schedule == "scheduled" else None
        return [(names[0], main.model_copy(update={"starts": begins}))]
    satellite: dict[str, Any] = {
        "fee": Fee(bounty=0, commission=2_00, prize=18_00),
        "guarantee": None,
        "payouts": [],
        "starts": now + HOUR,
        "tickets": TicketPrizes(count=None, target=names[0], value=MAIN_FEE.total),
    }
    freeroll = {
        **satellite,
        "fee": None,
        "starts": now + HOUR // 4,
        "tickets": TicketPrizes(count=3, target=names[1], value=20_00),
    }
    return [
        (names[0], main.model_copy(update={"starts": now + 2 * HOUR})),
        (names[1], main.model_copy(update=satellite)),
        (names[2], main.model_copy(update=freeroll)),
    ]
