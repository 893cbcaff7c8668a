"""A tournament from its announcement to its end, for countries that want all of it at once when it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.games.every import GAMES
from tombo.ledger.games.tournament.evolving import evolve
from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.house.rules import OUT_OF_PLACE, stranger
from tombo.ledger.house.slips import SlipActs, SlipHead
from tombo.projections.line import AnyLine, lines
from tombo.reports.regulators.plays import OVER
from tombo.reports.regulators.reading import WHOLE
from tombo.reports.regulators.sessions import NOTHING, STARTED
from tombo.reports.regulators.totals import Sums, summed


class TournamentTold(NamedTuple):
    """A tournament that is over, by its own stream."""

    announced: AnyLine
    started: AnyLine | None
    """None of one that was cancelled before."""
    over: AnyLine
    """The entry that finished or cancelled it; what it gives back follows in the same commit."""
    head: SlipHead
    state: Tournament
    acts: tuple[tuple[AnyLine, SlipActs], ...]
    """What was bought, won and given back, each with its entry, in order."""

    def sums(self, player: str) -> Sums:
        """What a player staked, won and got back in it, and what of that was the operator's, in cents; tickets at their value."""
        found = NOTHING
        for _, acts in self.acts:
            for part in acts.parts if acts.player == player else ():
                found = found.plus(summed(part))
        return found


def tournament_told(store: CheckedStore, stream: str) -> TournamentTold | None:
    """The tournament in ``stream``; None while it goes on.

    Raises:
        OutOfPlaceError: an entry cannot follow what is before it.
    """
    rows = ((row.index, row.stream, row.version, row.kind, row.state) for row in store.stream_rows(stream))
    return tournament_of(list(lines(rows, WHOLE)))


def tournament_of(found: Sequence[AnyLine]) -> TournamentTold | None:
    """The tournament that ``found``, all entries of its stream, tell; None while it goes on.

    Raises:
        OutOfPlaceError: an entry cannot follow what is before it.
    """
    slip = GAMES["tournament"].slip(found[0].stream, found[0].event)
    over = next((line for line in found if line.kind in OVER), None)
    if over is None or slip is None:
        return None
    acts, state = list[tuple[AnyLine, SlipActs]](), evolve(None, found[0].event)
    for line in found[1:]:
        try:
            acts += ((line, each) for each in slip.step(line.event))
            state = evolve(state, line.event)
        except OUT_OF_PLACE as error:
            raise stranger(line.index, line.stream, line.kind, str(error)) from error
    started = next((line for line in found if line.kind == STARTED), None)
    return TournamentTold(found[0], started, over, slip.head, state, tuple(acts))
