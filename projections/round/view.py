"""A hand or round, of whichever game, as somebody may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.ids import local
from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.house.rules import together
from tombo.projections.follow import Viewer
from tombo.projections.round import banked, hand
from tombo.projections.round.banked import BankedView
from tombo.projections.round.hand import HandView

AnyView = HandView | BankedView


def of(entries: Sequence[Entry], openings: Mapping[int, int], viewer: Viewer) -> AnyView:
    """The hand or round in ``entries``, oldest first and at least one, as ``viewer`` may see it.

    ``openings`` are closed cards by slot, from the table of openings; what is not the viewer's is left out here.

    Raises:
        OutOfPlaceError: an entry that speaks of what is not there.
    """
    game = entries[0].stream.partition(":")[0]
    with together(entries[0].stream):
        return (banked.of if game in BANKED_GAMES else hand.of)(entries, openings, viewer)


def name_json(view: AnyView) -> dict[str, str]:
    """What it is called: people call a round of poker a hand, and its table's game goes without saying."""
    return {"hand": local(view.stream)} if isinstance(view, HandView) else {"round": view.stream}


def to_json(view: AnyView) -> dict[str, Any]:
    """The view as a JSON document: amounts are integers in minor units, instants microseconds.

    Raises:
        OutOfPlaceError: an entry that cannot follow the others.
    """
    with together(view.stream):
        match view:
            case HandView():
                return hand.to_json(view)
            case BankedView():
                return banked.to_json(view)
            case _:
                assert_never(view)
