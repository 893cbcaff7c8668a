"""What can happen to a table of a tournament besides what happens to any (R810 r.39, r.46-48). Amounts are chips."""

from __future__ import annotations

from typing import Literal

from ledger.core.entry import EventBase
from ledger.core.ids import LocalId
from ledger.core.money import Amount, PositiveAmount
from ledger.terms.regulation import Seat, Terms


class TournamentTableOpened(EventBase):
    """A table opens for a tournament, under the terms of its structure with the blinds of the level."""

    kind: Literal["table.tournament_opened.v1"] = "table.tournament_opened.v1"
    terms: Terms
    tournament: LocalId


class PlayerPlaced(EventBase):
    """A player was put on a seat that was drawn for him, with his chips (R810 r.39, r.48)."""

    kind: Literal["table.player_placed.v1"] = "table.player_placed.v1"
    player: LocalId
    seat: Seat
    session: LocalId
    sitting_out: bool
    stack: Amount


class BlindsSet(EventBase):
    """The blinds of the level, from the next hand on (R810 r.46)."""

    big_blind: PositiveAmount
    kind: Literal["table.blinds_set.v1"] = "table.blinds_set.v1"
    small_blind: PositiveAmount


class ChipsAdded(EventBase):
    """Chips of a rebuy or an add-on lie before a seat (R810 r.2a, r.2j)."""

    chips: PositiveAmount
    kind: Literal["table.chips_added.v1"] = "table.chips_added.v1"
    seat: Seat


TournamentTableEvent = TournamentTableOpened | PlayerPlaced | BlindsSet | ChipsAdded
