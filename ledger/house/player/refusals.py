"""What stands against a player beginning anything: that he was erased."""

from __future__ import annotations

from tombo.ledger.core.command import View
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.player import said
from tombo.ledger.house.player.state import player_stream
from tombo.ledger.house.rules import house


def erased_refusal(view: View, player: str) -> Refused | None:
    """The objection to anything of ``player``'s that begins: he was erased. What he had begun is ended as anybody's (decision 0023, 8)."""
    if view(player_stream(player)) is None:
        return None
    return house("erasure", said.NOTHING_KEPT_OF_ERASED(player=player))
