"""Who sees which closed cards: nobody before his reading of them is on record (architecture, decision 16; ``docs/decisions/0022``).

Outsiders and auditors see the cards that were shown. Any other card is shown to an officer, for himself or for the player whose
cards they are; he signs, says why, and his reading is an entry before anything is printed or written.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from uuid import uuid4

from tombo.cli.invocation import Invocation, RefusedError
from tombo.cli.signing import acting
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import LedgerError, NotFoundError, UsageError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import called, is_stream
from tombo.ledger.house.staff.commands import ReadCards
from tombo.ledger.house.staff.state import OFFICER
from tombo.projections.follow import Viewer
from tombo.reports.said.commands import common as said
from tombo.reports.shown.cards import Seen, reason_of

REASON_MAX: Final = 500


def viewed_by(text: str) -> Viewer:
    """The viewer named on the command line.

    Raises:
        UsageError: no such viewer.
    """
    role, _, player = text.partition(":")
    if role == "player" and is_stream(f"account:{player}"):
        return Viewer("player", player)
    match text:
        case "outsider" | "auditor" | "officer":
            return Viewer(text)
        case _:
            raise UsageError(said.NO_VIEWER(typed=repr(text)))


def seen_by(call: Invocation, who: Viewer, played: Sequence[str], reason: str | None, staff: str | None) -> Seen:
    """What ``who`` may see of the hands and rounds ``played``, each by its stream, once that he sees it is on record.

    Raises:
        UsageError: closed cards are asked for, and no reason or no officer is named.
        NotFoundError: there is no such hand or round, or the player was not in it.
        RefusedError: the live door refuses him.
        LedgerError: it could not be recorded.
    """
    if who.role in {"outsider", "auditor"}:
        return Seen(who)
    why = why_seen(reason, staff, who.player)
    if who.player is not None:
        _all_his(call, who.player, played)
    asks, name = acting(call.keyring, staff, OFFICER), uuid4()
    with call.writing() as ledger:
        asked = [
            Envelope(
                ReadCards(hand=stream.removeprefix("hand:"), reason=why), asks.by, f"read-cards/{name}/{number}", None
            )
            for number, stream in enumerate(played)
        ]
        for outcome in ledger.handle_many([asks.signs(envelope, ledger.store.origin) for envelope in asked]):
            if isinstance(outcome, Refused):
                raise RefusedError(said.CARDS_STAY_CLOSED(rule=outcome.finding.rule, why=outcome.finding.told))
            if isinstance(outcome, LedgerError):
                raise outcome
    return Seen(who, frozenset(played))


def why_seen(reason: str | None, staff: str | None, player: str | None = None) -> str:
    """Why somebody sees closed cards, as it comes on record; of a ``player``, for whom he sees them.

    Raises:
        UsageError: no reason or no officer is named, or it is too long.
    """
    if reason is None or not reason.strip() or not staff:
        raise UsageError(said.NO_READER_NAMED())
    why = reason_of(reason, player)
    if len(why) > REASON_MAX:
        raise UsageError(said.REASON_TOO_LONG(letters=len(why), most=REASON_MAX))
    return why


def _all_his(call: Invocation, player: str, played: Sequence[str]) -> None:
    """That ``player`` was in all of ``played``: nobody's cards are read in the name of somebody else.

    Raises:
        NotFoundError: he was not in one of them, or it is not there.
    """
    with call.reading() as reader:
        for stream in played:
            if not reader.was_in(reader.round(stream)[0].stream, player):
                raise NotFoundError(said.NOT_IN_PLAY(player=player, played=called(stream)))
