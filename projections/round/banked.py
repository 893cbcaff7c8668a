"""A round of a banked game as somebody may see it: its acts in order, what each moved, and the closed cards that are his to see.

Nobody sees a card he was not shown (architecture, guarantee 7). Shown cards stand in the entries; the others come from the
table of openings, and this is the one place that decides which of them a viewer gets.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tombo.ledger.core.cards import card_text
from tombo.ledger.core.entry import Entry
from tombo.ledger.games.every import BANKED_GAMES, TABLE_GAMES
from tombo.ledger.games.game import Closed
from tombo.ledger.house.banked.refusals import TurnedDown
from tombo.ledger.house.moves import Result, results
from tombo.projections.follow import Viewer, entry_json
from tombo.projections.round.acts import RoundAct, RoundView, acts

BankedAct = RoundAct[Any]
"""An act of a round against the house."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BankedView(RoundView[Any]):
    """A round against the house, for one viewer. ``closed`` are the cards dealt face down, by slot, each with its owner.

    ``cards`` are those of them that the viewer gets: what was shown, and what is his to see. ``shown`` were shown to all.
    """

    closed: Closed
    cards: Mapping[int, str]
    shown: frozenset[int]

    @property
    def results(self) -> list[Result]:
        """What it brought each player so far."""
        return results(move for act in self.acts for move in act.moves)

    def own(self, owner: str | None) -> list[str]:
        """The closed cards of ``owner``, None being the house, where they are the viewer's to see, shown or not."""
        if not self.viewer.sees(owner):
            return []
        return [self.cards[slot] for slot, whose in self.closed.items() if whose == owner and slot in self.cards]


def of(entries: Sequence[Entry], openings: Mapping[int, int], viewer: Viewer) -> BankedView:
    """The round in ``entries``, oldest first and at least one, as ``viewer`` may see it.

    ``openings`` are closed cards by slot, from the table of openings; what is not the viewer's is left out here.

    Raises:
        TamperedError: an entry that speaks of what is not there.
    """
    done = tuple(acts(entries))
    game = entries[0].stream.partition(":")[0]
    closed, turned = TABLE_GAMES[game].closed(done[-1].after), BANKED_GAMES[game].turned
    shown = {slot: card for entry in entries for slot, card in turned(entry.event)}
    mine = {slot: card_text(card) for slot, card in openings.items() if slot in closed and viewer.sees(closed[slot])}
    return BankedView(
        stream=entries[0].stream,
        viewer=viewer,
        acts=done,
        closed=closed,
        cards={**mine, **shown},
        shown=frozenset(shown),
    )


def is_his(viewer: Viewer, event: object) -> bool:
    """Whether ``event`` is for ``viewer`` to read: a bet that was turned down says what its player had, which is nobody else's to know."""
    staff = viewer.role not in {"player", "outsider"}
    return staff or not isinstance(event, TurnedDown) or viewer.player == event.player


def to_json(view: BankedView) -> dict[str, Any]:
    """The view as a JSON document: amounts are integers in minor units, instants microseconds."""
    opened, first, last = view.opened, view.acts[0].entry, view.acts[-1].entry
    return {
        "round": view.stream,
        "game": view.game,
        "viewer": view.viewer.role,
        "player": view.viewer.player,
        "table": opened.table,
        "number": opened.number,
        "unit": view.unit.model_dump(),
        "terms": opened.terms.model_dump(mode="json"),
        "ruleset": opened.ruleset.model_dump(),
        "recorded": first.recorded,
        "occurred": first.occurred,
        "version": last.version,
        "outcome": view.state.outcome,
        "closed_cards": [
            {"slot": slot, "player": owner, "card": view.cards.get(slot), "shown": slot in view.shown}
            for slot, owner in view.closed.items()
        ],
        "players": [{"player": found.player, **found.totals, "net": found.net} for found in view.results],
        "events": [
            {**entry_json(act.entry), "moves": [move.to_json() for move in act.moves]}
            for act in view.acts
            if is_his(view.viewer, act.entry.event)
        ],
    }
