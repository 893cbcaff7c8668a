"""What a tournament owes by the end of a commit and did not give, and who should be out by then (R810 r.31, r.44, r.50-54)."""

from __future__ import annotations

from collections.abc import Iterator

from tombo.ledger.core.findings import Reading
from tombo.ledger.core.said import Told
from tombo.ledger.games.tournament.hands import may_buy
from tombo.ledger.games.tournament.prizes import OUT_RULE, Award, awards, places
from tombo.ledger.games.tournament.state import Tournament
from tombo.projections.tournament import said
from tombo.projections.tournament.credits import missing
from tombo.projections.tournament.view import Followed


def owed(found: Followed) -> Iterator[Told]:
    """What is missing at the end of a commit in which prizes or bounties were determined.

    While it goes on, that is asked where its rules give them as they are determined; at a cancellation where they are given before
    it. At the end all is asked with what was given.
    """
    state = found.state
    if state.phase == "playing" and state.structure.credit == "when_determined":
        due = _determined(state)
    elif state.phase == "cancelled" and state.case != "a" and state.structure.readings.paid_prizes is Reading.PRACTICE:
        due = awards(state.structure, state.prizes or (), places(state))
    else:
        return
    yield from missing(found, due, (entry for entry in state.counted if entry.status == "eliminated"))


def _determined(state: Tournament) -> list[Award]:
    """The prizes of places that nobody can change any more: of a synchronized hand that may go on elsewhere there is none yet (r.50)."""
    due = awards(state.structure, state.prizes or (), places(state))
    if not state.synchronized or len(state.tables) == 1:
        return due
    exits = {entry.entry: entry.exit for entry in state.counted}
    return [one for one in due if (left := exits[one.entry]) is None or left.order != state.orders]


def staying(state: Tournament) -> Iterator[Told]:
    """Who has no chips, may buy none, and is not out (r.31, r.44)."""
    for entry in state.active if state.phase == "playing" else ():
        if entry.status == "without_chips" and entry.exit is not None and not may_buy(state, entry):
            yield said.STAYS_WITHOUT_CHIPS(rule=OUT_RULE, entry=entry.entry, hand=entry.exit.hand)
