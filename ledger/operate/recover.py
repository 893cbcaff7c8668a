"""What a ledger does after its own standstill: hands left open are listed, then settled or voided by the rules.

1. Every hand, and every round of a banked game, in play at a table is *left open*. Whoever runs this says that play has stopped: a hand that is
   played out later is not void (R806 r.72), so it is run before play is taken up again, or not at all.
2. An incident of the operator's own system goes on record, from the last entry on, and lists them.
3. A hand whose bets are all made and whose cards are all dealt has a result: it is settled (r.59). So has a round of blackjack
   whose players are done where the hole card decides it (R805 r.27): it is turned up.
4. Any other cannot be completed without inventing a card or a decision: it is void, and every bet goes back (r.72).
5. The incident is closed once no hand is left.
6. One that holds an entry that cannot follow is told with its place, and left: what cannot be folded says of nobody what he bet, so
   nothing can be given back. The others are settled or voided all the same.

Everything goes through the live door. A process that dies on the way leaves the incident open; the next run takes it
up. A hand the door refuses to settle or to void stays open, is told with its rule, and keeps the incident open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, Literal, NamedTuple, TypeVar

from ledger.core.command import CommandBase, Envelope, View
from ledger.core.entry import By
from ledger.core.errors import LedgerError, OutOfPlaceError, TamperedError
from ledger.core.findings import Finding, Refused
from ledger.core.ids import local
from ledger.games.every import TABLE_GAMES
from ledger.house.incident.commands import CloseIncident, OpenIncident
from ledger.house.incident.decide import open_hands
from ledger.house.incident.state import Incident, incident_stream
from ledger.house.rules import OUT_OF_PLACE, cannot_be, together
from ledger.live.acts import judge
from ledger.live.batch import Round
from ledger.live.ledger import Acknowledgement, Ledger
from ledger.live.states import type_of

T = TypeVar("T")

RECOVERY: Final = By(actor="platform", id="recover")
PREFIX: Final = "recover-"
"""How the local id of an incident of this kind begins; the size of the ledger at its opening follows."""


class LeftOpen(NamedTuple):
    """A hand or round in play, by stream and version, and what the rules make of it while nobody plays on."""

    hand: str
    version: int
    due: Literal["settle", "void"] | None
    """None where an entry of it cannot follow."""
    lost: TamperedError | None = None
    """Which one, and why."""


class Ended(NamedTuple):
    """What became of a hand left open; ``objection`` is why it is open still, or ``lost`` where an entry of it cannot follow."""

    hand: str
    outcome: Literal["settled", "voided", "open"]
    objection: Finding | None
    lost: TamperedError | None = None


class Recovery(NamedTuple):
    """What was found and done. Nothing left open: no incident, and nothing recorded."""

    incident: str | None
    """The incident's local id."""
    hands: tuple[Ended, ...]
    closed: bool
    """Whether the incident is over: no hand is left open."""


def left_open(view: View) -> list[LeftOpen]:
    """The hands and rounds in play, in order of their tables, and what is due of each. Reads only."""
    return [_left(view, found.hand, found.version) for found in open_hands(view, None)]


def _left(view: View, stream: str, version: int) -> LeftOpen:
    due = _followed(stream, lambda: _due(view, stream))
    return LeftOpen(stream, version, None, due) if isinstance(due, TamperedError) else LeftOpen(stream, version, due)


def _followed(stream: str, what: Callable[[], T]) -> T | TamperedError:
    """What comes of it, or what is said of ``stream`` where one of its entries cannot be what it says.

    Raises:
        TamperedError: what was read is not what was sealed: then nothing is decided, of any hand.
    """
    try:
        return what()
    except OutOfPlaceError as error:
        return error
    except OUT_OF_PLACE as error:
        return cannot_be(stream, error)


def _due(view: View, stream: str) -> Literal["settle", "void"]:
    ending, state = TABLE_GAMES[type_of(stream)].ending, view(stream)
    return "settle" if ending.fixed(state) or ending.fixed_by_cards(state, view.openings(stream)) else "void"


def recover(ledger: Ledger) -> Recovery:
    """List the hands left open under an incident of the operator's system, settle or void each, close the incident.

    Raises:
        LedgerError: the store is out of reach; what was recorded until then stands, and running it again goes on.
    """
    view = ledger.view()
    incident = _unfinished(view)
    hands = left_open(view)
    if not hands and incident is None:
        return Recovery(None, (), closed=True)
    if incident is None:
        head = ledger.store.head()
        incident = f"{PREFIX}{head.size}"
        opening = OpenIncident(
            first_instant=head.recorded,
            incident=incident,
            origin="operator_system",
            reported_by="tombo recover: the ledger stood still",
        )
        _must(ledger, opening, f"{incident}/open")
    ended = _end(ledger, incident, hands)
    left = any(hand.outcome == "open" for hand in ended)
    if not left:
        _must(ledger, CloseIncident(incident=incident, note=_note(ledger.view(), incident)), f"{incident}/close")
    return Recovery(incident, ended, closed=not left)


def _unfinished(view: View) -> str | None:
    """The incident of a recovery that did not come to its end, by its local id."""
    for stream in view.streams("incident"):
        incident: Incident = view(stream)
        if incident.open and local(stream).startswith(PREFIX):
            return local(stream)
    return None


def _note(view: View, incident: str) -> str:
    """What became of every hand the incident lists, those an interrupted run had ended included."""
    listed: Incident = view(incident_stream(incident))
    outcomes = [view(hand).outcome for hand, _ in listed.hands]
    return f"hands left open: {outcomes.count('settled')} settled, {outcomes.count('voided')} voided"


def _end(ledger: Ledger, incident: str, hands: Sequence[LeftOpen]) -> tuple[Ended, ...]:
    """Settle or void ``hands``, each its own command, many to a commit; in their order, what became of each.

    Each is tried before it is sent: the door makes whoever shares a player with one that it could not decide wait for that one.
    """
    ended: dict[str, Ended] = {}
    jobs: dict[str, Envelope] = {}
    for left in hands:
        lost, job = left.lost, _ending(left, incident)
        if lost is None:
            lost = _followed(left.hand, partial(_try, ledger, left.hand, job))
        if lost is None:
            jobs[left.hand] = job
        else:
            ended[left.hand] = Ended(left.hand, "open", None, lost)
    due = {left.hand: left.due for left in hands}
    for hand, outcome in zip(jobs, ledger.handle_many([*jobs.values()]), strict=True):
        match outcome:
            case Acknowledgement():
                ended[hand] = Ended(hand, "settled" if due[hand] == "settle" else "voided", None)
            case Refused():
                ended[hand] = Ended(hand, "open", outcome.finding)
            case _:
                raise outcome
    return tuple(ended[left.hand] for left in hands)


def _try(ledger: Ledger, hand: str, job: Envelope) -> None:
    """Decide ``job`` and fold what comes of it, for nothing.

    Raises:
        OutOfPlaceError: an entry of ``hand``, or of what it is decided on, cannot be what it says.
        TamperedError: what was read of it is not what was sealed.
    """
    view = ledger.view()
    if view(hand) is not None:
        view.openings(hand)  # before the guard: what is false in the store is no entry out of place
    round_ = Round(view, ledger.store.size)
    judged = judge(job, round_.view, ledger.store.origin)
    with together(hand):
        round_.take(0, job, judged)


def _ending(left: LeftOpen, incident: str) -> Envelope:
    name = local(left.hand)
    ending = TABLE_GAMES[type_of(left.hand)].ending
    return _envelope(ending.settle(name) if left.due == "settle" else ending.void(name, incident), f"{incident}/{name}")


def _must(ledger: Ledger, command: CommandBase, command_id: str) -> None:
    """Record ``command``, which nothing but a second recovery at the same time stands against.

    Raises:
        LedgerError: it was refused.
    """
    outcome = ledger.handle(_envelope(command, command_id))
    if isinstance(outcome, Refused):
        raise LedgerError(
            f"the recovery was refused: {outcome.finding.rule}: {outcome.message}; if another one is running, let it end"
        )


def _envelope(command: CommandBase, command_id: str) -> Envelope:
    return Envelope(command, RECOVERY, command_id, None)
