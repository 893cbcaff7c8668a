"""How many each check of a night looked at: of the entries of its day, by kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.games.again import ENDS
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.house.wallet import OPERATIONS
from tombo.ledger.kinds import EVENTS
from tombo.projections.compensations.judged import COMPENSATED, TAKEN_BACK
from tombo.projections.reconciliation.model import Check
from tombo.projections.reconciliation.persons.bonuses import BETS

_ENDED: Final = frozenset(
    kind for kind in EVENTS if kind.partition(".")[0] in TABLE_GAMES and kind.split(".")[1] in ENDS
)
_BEGUN: Final = frozenset({"banked.round_started.v1", "table.hand_started.v1"})
_CUPS: Final = frozenset({"tournament.cancelled.v1", "tournament.finished.v1"})
_PLACES: Final = frozenset(
    {
        *(f"banked.{word}.v1" for word in ("player_joined", "player_left")),
        *(f"table.{word}.v1" for word in ("player_left", "player_seated")),
        *(f"tournament.{word}.v1" for word in ("reentered", "registered")),
    }
)
KINDS: Final[Mapping[Check, frozenset[str]]] = {
    "accounts": frozenset(OPERATIONS),
    "chain": frozenset({"table.hand_ended.v1", "table.player_left.v1"}),
    "claims": frozenset({COMPENSATED, TAKEN_BACK}),
    "conservation": _ENDED | _CUPS,
    "duplicate": frozenset(OPERATIONS),
    "numbers": _BEGUN,
    "payout": _ENDED | _CUPS,
    "people": _PLACES | BETS | {"banked.round_ended.v1", "session.entered.v1"},
    "unfinished": _BEGUN,
    "void": frozenset(kind for kind in _ENDED if kind.split(".")[1] == "voided"),
}
"""By check what is counted. The others count no entries of the day: rows that are kept, hands of incidents, days that were closed."""


def looked_at(kinds: Mapping[str, int]) -> dict[Check, int]:
    """How many each check looked at, of so many entries of each kind."""
    counted: dict[Check, int] = {check: sum(kinds.get(kind, 0) for kind in wanted) for check, wanted in KINDS.items()}
    return {**counted, "time": sum(kinds.values())}
