"""What no player asks for, told in a player's name: cards, the ball, time to decide, the beginning of a hand and its end (R806 r.34, R803 r.33).

Who asked stands first in the bytes of an entry, so that nothing is decoded for it. What staff asks for bears their signatures, which ``verify`` holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Protocol, cast

from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.terms.every import BankedTerms
from tombo.projections.line import Line, asker, lines, reader
from tombo.projections.reconciliation.commits import Stored
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import cups as said


def _of_rounds(*words: str) -> set[str]:
    """The kinds of these words, of every game against the house."""
    return {f"{game}.{word}.v1" for game in BANKED_GAMES for word in words}


_ENDS: Final = frozenset(
    {
        *(f"hand.{word}.v1" for word in ("commission_taken", "pot_awarded", "settled", "uncalled_bet_returned")),
        *_of_rounds("collected", "house_revealed", "paid", "settled"),
        "banked.round_ended.v1",
        "table.hand_ended.v1",
    }
)
"""What may follow from what a player does: he folds last, or decides last."""
_BEGINS: Final = _ENDS | {"hand.cards_mucked.v1", "hand.cards_shown.v1"}
"""With what the platform's settling of a hand or round begins, and nothing that a player does of which an end comes."""
_OPENS: Final = frozenset(_of_rounds("round_opened"))
"""What a player asks for who plays alone at a table (R803 r.15, R804 r.15, R805 r.13)."""
_HIS: Final = frozenset({"banked.player_left.v1", "dispute.opened.v1", "dispute.opened.v2"})
"""What a player asks for himself, or somebody of the house for him."""
OF_NO_OTHER: Final = frozenset(
    {
        *_ENDS,
        *_OPENS,
        *_HIS,
        *(f"hand.{word}.v1" for word in ("action_refused", "board_dealt", "connection_lost", "connection_restored")),
        *(f"hand.{word}.v1" for word in ("decision_requested", "decision_timed_out", "hole_cards_dealt", "started")),
        *("hand.action_refused.v2", "hand.time_extended.v1", "hand.voided.v1"),
        *(f"incident.{word}.v1" for word in ("closed", "hands_listed", "opened")),
        *_of_rounds("ball_landed", "bet_imprisoned", "bet_refused", "bet_released", "card_dealt", "cards_dealt"),
        *_of_rounds("cards_shown", "connection_lost", "connection_restored", "decision_requested", "decision_warned"),
        *_of_rounds("hole_card_dealt", "house_shown", "player_disconnected", "player_reconnected", "prisoner_lost"),
        *_of_rounds("shoe_shuffled", "time_extended", "voided"),
        *("banked.closed.v1", "session.inactivity_warned.v1"),
        *(f"table.{word}.v1" for word in ("button_drawn", "closed", "hand_started", "rest_ended")),
    }
)
"""What is asked for by the platform, or by staff, or follows from what a player does himself."""
OF_A_PLAYER: Final = b'{"by":{"actor":"player"'
"""How the body of an entry begins for which a player asked."""


class _OfPlayer(Protocol):
    """What names the player whose it is."""

    player: str


class _Opened(Protocol):
    """The first event of a round."""

    terms: BankedTerms


def by_a_player(row: Stored, line: Line[object], begun: str) -> Iterator[Problem]:
    """What is wrong with a row of one of those kinds that a player asked for, and its line; ``begun``: with which kind its command began.

    Raises:
        MalformedError: it does not say who.
    """
    index, stream, _, kind, _ = row
    if kind in _ENDS and begun not in _BEGINS:
        return
    if kind in _OPENS and cast(_Opened, line.event).terms.table_kind == "single":
        return
    who = asker(next(lines([row], {kind: reader(kind, (), by=True)}))).id
    facts = {"kind": kind, "stream": stream, "who": who}
    if kind not in _HIS:
        yield Problem("people", said.ASKED_BY_NO_PLATFORM(**facts), (index,))
    elif (player := cast(_OfPlayer, line.event).player) != who:
        yield Problem("people", said.ASKED_BY_ANOTHER(player=player, **facts), (index,))
