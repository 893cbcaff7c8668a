"""Tournaments as the rest of the house asks for them; their hands are hands of poker."""

from __future__ import annotations

from typing import Final

from tombo.ledger.games.game import Game
from tombo.ledger.games.tournament import events
from tombo.ledger.games.tournament.commands import TournamentCommand
from tombo.ledger.games.tournament.decide import decide
from tombo.ledger.games.tournament.evolving import evolve
from tombo.ledger.games.tournament.said import course, tickets
from tombo.ledger.games.tournament.slips import begun
from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.terms.said import tournament as terms_said


def _most(tournament: Tournament, player: str) -> int | None:
    if all(entry.player != player for entry in tournament.entries):
        return None
    fees = tournament.structure.fee_total * len(tournament.entries)
    return fees + tournament.overlay + (tournament.pool or 0) + (tournament.structure.guarantee or 0)


GAME: Final = Game(
    kinds=events.KINDS,
    commands=TournamentCommand,
    evolve=evolve,
    decide=decide,
    most=_most,
    said=(course, tickets, terms_said),
    slip=begun,
)
"""R810."""
