"""The special tax on online gaming (*imposto especial de jogo online*, RJO art. 89), as dated data.

It is assessed by the month on the operator's gross revenue (*receita bruta*): of banked games what the players lost less
what they won; of games among players the commission. What the law says of overlays, bonuses and added money was not found
(docs/reconciliation.md): overlays are shown, and not taken off the base.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from tombo.ledger.core.said import Told
from tombo.ledger.house.day import said

RATES: Final[tuple[tuple[str, int | None, Told], ...]] = (
    ("2015-06-28", None, said.TAX_RISING()),
    ("2020-04-01", 2_500, said.TAX_SINGLE()),
)
"""From which day on, the rate in basis points, and the law; None where no single rate can be applied to a day."""


def rate(day: str) -> tuple[int | None, Told]:
    """The rate of a Lisbon day, and the law that sets it."""
    known = [(bp, law) for since, bp, law in RATES if since <= day]
    return known[-1] if known else (None, said.TAX_NONE())


def assessed(gross: Iterable[int], rate_bp: int | None) -> tuple[int, int | None]:
    """The base over the ``gross`` revenue of all games, not below 0, and the tax on it in whole cents, rounded down; None without a rate."""
    base = max(sum(gross), 0)
    return base, None if rate_bp is None else base * rate_bp // 10_000
