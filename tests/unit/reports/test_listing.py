"""Hands and rounds in a list in Portuguese: over, void, in play, and one that cannot be followed."""

from __future__ import annotations

from typing import Any, Final

from tombo.ledger.core.language import Language
from tombo.reports.play import listing

JULY: Final = 1_782_864_000_000_000
EURO: Final = {"currency": "EUR", "decimals": 2}
HAND: Final[dict[str, Any]] = {
    "hand": "mesa-1/7",
    "when": JULY,
    "players": 4,
    "pot": 4_000,
    "commission": 200,
    "unit": EURO,
    "outcome": "settled",
    "findings": 0,
}
ROUND: Final[dict[str, Any]] = {
    "round": "roulette:roleta-1/1",
    "when": JULY,
    "players": 1,
    "staked": 1_800,
    "prizes": 7_400,
    "unit": EURO,
    "outcome": "open",
}
WHEN: Final = "2026-07-01 01:00:00 em Lisboa (00:00:00 UTC)"


def told(name: str, row: dict[str, Any]) -> str:
    """It in Portuguese."""
    return listing.in_a_line(name, row).text(Language.PT)


def test_hands_and_rounds_are_listed_in_portuguese() -> None:
    """When, how many played, for what, how it ended; notes where there are any; of an import perhaps no time."""
    imported = HAND | {"when": None, "outcome": "voided", "findings": 1, "unit": {"currency": None, "decimals": 0}}
    assert [told("mesa-1/7", HAND), told("mesa-1/8", imported), told("roulette:roleta-1/1", ROUND)] == [
        f"mesa-1/7  {WHEN}  4 jogadores, pote de 40,00 EUR, comissão 2,00, liquidada",
        "mesa-1/8  hora desconhecida  4 jogadores, pote de 4\N{NO-BREAK SPACE}000 fichas, comissão 200, nula, 1 nota",
        f"roulette:roleta-1/1  {WHEN}  1 jogador, apostado 18,00 EUR, prémios 74,00, em curso",
    ]


def test_what_cannot_be_listed_and_how_to_go_on() -> None:
    """A line that names the place, and the command for those that are older."""
    told_so = [listing.lost("mesa-1/7", "TAMPERED"), listing.older("tombo hand list", "mesa-1/7")]
    assert [one.text(Language.PT) for one in told_so] == [
        "mesa-1/7  TAMPERED",
        "Há mais antigas: tombo hand list --after mesa-1/7",
    ]
