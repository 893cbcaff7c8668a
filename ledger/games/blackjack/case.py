"""What every decision about a round shares: the case at hand, what follows from an act, and the accounts it moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, NoReturn, assert_never

from tombo.ledger.core.command import Decision, Envelope, View
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.findings import Refused, refused
from tombo.ledger.games.blackjack.events import (
    BetPlaced,
    BetsClosed,
    BlackjackBetRefused,
    BlackjackConnectionLost,
    BlackjackConnectionRestored,
    BlackjackEvent,
    CardDealt,
    Collected,
    DecisionMade,
    DecisionRequested,
    FindingRecorded,
    FindingRecordedV2,
    HoleCardDealt,
    HouseRevealed,
    Paid,
    RoundOpened,
    Settled,
    ShoeShuffled,
    Voided,
)
from tombo.ledger.games.blackjack.otherwise import with_findings
from tombo.ledger.games.blackjack.revisions import deciding
from tombo.ledger.games.blackjack.said import door as said
from tombo.ledger.games.blackjack.state import BlackjackRound, evolve
from tombo.ledger.house.banked.rounds import paid, round_ended, staked, taken_back
from tombo.ledger.house.rules import in_play, out_of_place
from tombo.ledger.house.staff.authority import may


class BlackjackCase(NamedTuple):
    """A request about a round that is in play: who asks, when it happened by the source's word, and the round."""

    stream: str
    round: BlackjackRound
    by: By
    occurred: int | None
    view: View


def round_stream(round_: str) -> str:
    """The stream of a round by its local id: ``blackjack:bj-1/7``."""
    return f"blackjack:{round_}"


def case_of(round_: str, envelope: Envelope, view: View) -> BlackjackCase | Refused:
    """The case of a request about ``round_``, by its local id; refused where there is none, or it is over.

    Raises:
        OutOfPlaceError: its table does not have it in play, or its hole card was turned as only that of a void round is.
    """
    stream = round_stream(round_)
    found: BlackjackRound | None = view(stream)
    if found is None:
        return refused("R805 r.2f", said.BLACKJACK_ROUND_UNKNOWN(round=round_))
    if found.outcome != "open":
        return refused("R805 r.2f", said.BLACKJACK_ROUND_OVER(round=round_, outcome=said.OUTCOMES[found.outcome]))
    in_play(view, "banked", stream)
    if found.early:
        _turned_early(view, stream)
    return BlackjackCase(stream, found, envelope.by, envelope.occurred, view)


def _turned_early(view: View, stream: str) -> NoReturn:
    """The house has turned its card before all had decided, and the round is in play: only a void round has that, in one commit (r.27).

    Raises:
        OutOfPlaceError: always.
    """
    entries = (view.place(stream, version) for version in range(view.version(stream), 0, -1))
    turned = next(entry for entry in entries if isinstance(entry.event, HouseRevealed))
    why = ValueError("the house turns its card before all have decided, and the round is not void")
    out_of_place(stream, turned.event, why, turned.index)


def by_platform(case: BlackjackCase) -> Refused | None:
    """The objection to anybody but the platform."""
    return may(case.view, case.by, platform=True)


def after(round_: BlackjackRound, events: Iterable[BlackjackEvent]) -> BlackjackRound:
    """``round_`` once ``events`` have happened."""
    for event in events:
        round_ = evolve(round_, event)
    return round_


def acted(case: BlackjackCase, acts: Sequence[BlackjackEvent], *, stopped: bool = False) -> Decision | Refused:
    """``acts`` and what follows from them, with the accounts they move and, where the round ends, its table's part.

    ``stopped``: no more cards come.
    """
    done = after(case.round, acts)
    follows = with_findings(done, deciding(done.terms).following(done, stopped=stopped))
    final = after(done, follows)
    events = [*acts, *follows]
    version = case.view.version(case.stream)
    moved: list[tuple[str, EventBase]] = []
    for number, event in enumerate(events, version + 1):
        movements = _movements(case, event, number)
        if isinstance(movements, Refused):
            return movements
        moved += movements
    placed = [(case.stream, event) for event in events]
    end = [] if final.outcome == "open" else [round_ended(case.stream, final.bettors, final.outcome)]
    return Decision((*placed, *moved, *end), states={case.stream: final})


def _movements(case: BlackjackCase, event: BlackjackEvent, version: int) -> list[tuple[str, EventBase]] | Refused:
    """What ``event``, the entry ``version`` of the round, moves on the accounts."""
    terms, stream, at = case.round.terms, case.stream, case.occurred
    match event:
        case BetPlaced():
            return staked(case.view, terms, event.player, event.amount, stream=stream, version=version, occurred=at)
        case DecisionMade():
            if not event.paid:
                return []
            return staked(
                case.view,
                terms,
                event.player,
                event.paid,
                stream=stream,
                version=version,
                occurred=at,
                plays_on=True,
            )
        case Paid():
            back = event.prize + event.returned
            return paid(case.view, terms, event.player, back, stream=stream, version=version)
        case Voided():
            return _refunded(case, event, version)
        case (
            RoundOpened()
            | ShoeShuffled()
            | BetsClosed()
            | BlackjackBetRefused()
            | CardDealt()
            | HoleCardDealt()
            | DecisionRequested()
            | HouseRevealed()
            | BlackjackConnectionLost()
            | BlackjackConnectionRestored()
            | Collected()
            | Settled()
            | FindingRecorded()
            | FindingRecordedV2()
        ):
            return []
        case _:
            assert_never(event)


def _refunded(case: BlackjackCase, event: Voided, version: int) -> list[tuple[str, EventBase]] | Refused:
    terms, stream = case.round.terms, case.stream
    moved: list[tuple[str, EventBase]] = []
    for refund in event.refunds:
        moved += paid(case.view, terms, refund.player, refund.refunded, stream=stream, version=version)
        if refund.taken_back:
            back = taken_back(case.view, terms, refund.player, refund.taken_back, stream=stream, version=version)
            if isinstance(back, Refused):
                return back
            moved += back
    return moved
