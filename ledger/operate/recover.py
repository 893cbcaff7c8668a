"""What a ledger does after its own standstill: hands left open are listed, then settled or voided by the rules.

0. It is refused as long as play may still be going on somewhere: until the last entry is older than any time to bet or decide that the
   terms of what is in play give, and a minute more.
1. Every hand, and every round of a banked game, in play at a table is *left open*. Whoever runs this says that play has stopped: a hand that is
   played out later is not void (R806 r.72), so it is run before play is taken up again, or not at all.
2. An incident of the operator's own system goes on record, from the last entry on, and lists them.
3. A hand whose bets are all made and whose cards are all dealt has a result: it is settled (r.59). So has a round of blackjack
   whose players are done where the hole card decides it (R805 r.27): it is turned up.
4. Any other cannot be completed without inventing a card or a decision: it is void, and every bet goes back (r.72).
5. The incident is closed once no hand is left.
6. One that holds an entry that cannot follow, or whose table or player does, is told with its place, and left: what cannot be folded says
   of nobody what he bet, so nothing can be given back. So is one whose end cannot be computed for a reason nobody planned: of that it is
   not said that the record is false. The others are settled or voided all the same.

Everything goes through the live door. A process that dies on the way leaves the incident open; the next run takes it
up, unless play has gone on since: then it is closed, and another one opened that lists what is in play now. A hand the door refuses to settle or to void stays open, is told with its rule, and keeps the incident open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, count
from typing import Final, Literal, NamedTuple

from tombo.ledger.checked.played import goes_on
from tombo.ledger.core.clock import SECOND, display_span
from tombo.ledger.core.command import CommandBase, Decision, Envelope, View
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import (
    FaultError,
    LedgerError,
    NotDecidedError,
    OutOfPlaceError,
    TamperedError,
    UsageError,
)
from tombo.ledger.core.findings import Finding, Refused
from tombo.ledger.core.ids import local, type_of
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.incident.decide import is_there, not_interrupted
from tombo.ledger.house.incident.state import Incident, incident_stream
from tombo.ledger.house.rules import OUT_OF_PLACE
from tombo.ledger.kinds import IN_PLAY
from tombo.ledger.live.acts import judge
from tombo.ledger.live.batch import Round
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.operate.left_open import LeftOpen, fault, left_open

RECOVERY: Final = By(actor="platform", id="recover")
PREFIX: Final = "recover-"
"""How the local id of an incident of this kind begins; the size of the ledger at its opening follows."""
GRACE_SECONDS: Final = 60
"""How much longer than any time to bet or decide nothing may be recorded, before it is believed that play stands still."""
MARKS: Final = {"banked": ":", "table": "/"}
"""What stands before the name of a hand or round in the id of the command that ends it, by the type of its table: a table and a banked
table may have one name, and a hand and a round then as well; and a name of the greatest length leaves no room for more than a mark."""


class Ended(NamedTuple):
    """What became of a hand left open; ``objection`` is why it is open still, or ``lost`` why it could not be decided."""

    hand: str
    outcome: Literal["settled", "voided", "open"]
    objection: Finding | None
    lost: LedgerError | None = None


class Recovery(NamedTuple):
    """What was found and done. Nothing left open: no incident, and nothing recorded."""

    incident: str | None
    """The incident's local id."""
    hands: tuple[Ended, ...]
    closed: bool
    """Whether the incident is over: no hand is left open. What only a table says wrongly is told, and is none."""
    unread: tuple[OutOfPlaceError, ...] = ()
    """Of each incident by the name of a recovery that holds an entry that cannot follow, which: nobody knows whether it went on."""
    before: int = 0
    """So many more the incident lists, which an earlier run ended."""

    @property
    def lost(self) -> list[LedgerError]:
        """All that could not be read or decided."""
        return [*self.unread, *(hand.lost for hand in self.hands if hand.lost is not None)]


def recover(ledger: Ledger) -> Recovery:
    """List the hands left open under an incident of the operator's system, settle or void each, close the incident.

    Raises:
        UsageError: the last entry is so young that play may be going on; nothing is recorded.
        LedgerError: the store is out of reach; what was recorded until then stands, and running it again goes on.
    """
    view = ledger.view()
    incident, unread = _unfinished(ledger, view)
    last = ledger.store.head().recorded
    if incident is not None and _went_on(view, incident):  # what is in play now, it did not interrupt
        _stands_still(ledger, view, left_open(ledger), last)
        _must(ledger, CloseIncident(incident=incident, note=_note(view, incident)), f"{incident}/close")
        incident, view = None, ledger.view()
    listed = () if incident is None else {hand for hand, _ in view(incident_stream(incident)).hands}
    hands = left_open(ledger, listed)
    if incident is None and not any(left.is_played for left in hands):
        told = tuple(Ended(left.hand, "open", None, left.lost) for left in hands)
        return Recovery(None, told, closed=True, unread=unread)
    if incident is None:
        _stands_still(ledger, view, hands, last)
        incident = _name(ledger, view, ledger.store.head().size)
        opening = OpenIncident(
            first_instant=last,
            incident=incident,
            origin="operator_system",
            reported_by="tombo recover: the ledger stood still",
        )
        _must(ledger, opening, f"{incident}/open")
    before = sum(not goes_on(ledger.store, hand) for hand in listed if hand not in {left.hand for left in hands})
    ended = _end(ledger, incident, hands)
    left = any(one.outcome == "open" and found.is_played for one, found in zip(ended, hands, strict=True))
    if not left:
        _must(ledger, CloseIncident(incident=incident, note=_note(ledger.view(), incident)), f"{incident}/close")
    return Recovery(incident, ended, closed=not left, unread=unread, before=before)


def _went_on(view: View, incident: str) -> bool:
    """Whether something is in play that ``incident`` did not find there, or that a player has gone on with since."""
    for kind in IN_PLAY:
        for table, played in view.in_play(kind).items():
            try:
                if is_there(view, table, played) and _goes_on(view, played, incident):
                    return True
            except OutOfPlaceError:
                continue
    return False


def _goes_on(view: View, played: str, incident: str) -> bool:
    """Whether ``played`` is not what ``incident`` found where it stands."""
    deals = TABLE_GAMES[type_of(played)].deals
    return not_interrupted(view, played, incident, "R806 r.72", deals) is not None


def _stands_still(ledger: Ledger, view: View, hands: Sequence[LeftOpen], last: int) -> None:
    """That nobody plays, as far as the time since the last entry can say it: an incident that did not happen would void what others play.

    Raises:
        UsageError: what is in play may be silent for as long.
    """
    played = [left for left in hands if left.is_played and not left.lost]
    longest = max((TABLE_GAMES[type_of(left.hand)].silent(view(left.hand).terms) for left in played), default=0)
    due, since = longest + GRACE_SECONDS, ledger.clock.now() - last
    if since < due * SECOND:
        raise UsageError(
            f"the last entry was recorded {display_span(since)} ago, and what is in play may be silent for {longest} seconds: play may be going"
            f" on, at another door too. Nothing was recorded. Expected {due} seconds without an entry: stop the doors and run it again then;"
            " 'tombo recover --list' only lists"
        )


def _unfinished(ledger: Ledger, view: View) -> tuple[str | None, tuple[OutOfPlaceError, ...]]:
    """The incident of a recovery that did not come to its end, by its local id; and those of such a name that cannot be read.

    One that somebody else opened is his, whatever its name: with another origin or a scope nothing of all this could be voided for it.
    """
    unread = list[OutOfPlaceError]()
    for stream in view.streams("incident"):
        if not local(stream).startswith(PREFIX):
            continue
        try:
            found: Incident = view(stream)
        except OutOfPlaceError as error:
            unread.append(error)
            continue
        is_of_its_kind = found.open and found.origin == "operator_system" and found.scope is None
        if is_of_its_kind and ledger.entries(stream, lte=1)[0].by == RECOVERY:
            return local(stream), tuple(unread)
    return None, tuple(unread)


def _name(ledger: Ledger, view: View, size: int) -> str:
    """What the incident is called, by the size of the ledger: not as one that somebody else opened, nor as a command of his."""
    names = chain((f"{PREFIX}{size}",), (f"{PREFIX}{size}-{number}" for number in count(2)))
    return next(
        name
        for name in names
        if not view.version(incident_stream(name)) and ledger.store.command(f"{name}/open") is None
    )


def _note(view: View, incident: str) -> str:
    """What became of every hand the incident lists, those an interrupted run had ended included."""
    listed: Incident = view(incident_stream(incident))
    outcomes = [_outcome(view, hand) for hand, _ in listed.hands]
    settled, voided = outcomes.count("settled"), outcomes.count("voided")
    others = len(outcomes) - settled - voided
    return f"hands left open: {settled} settled, {voided} voided" + (f", {others} not to be read" if others else "")


def _outcome(view: View, hand: str) -> str | None:
    """What became of ``hand``; None where it cannot be read, as where something stands behind its end that cannot follow."""
    try:
        return getattr(view(hand), "outcome", None)
    except OutOfPlaceError:
        return None


def _end(ledger: Ledger, incident: str, hands: Sequence[LeftOpen]) -> tuple[Ended, ...]:
    """Settle or void ``hands``, each its own command, many to a commit; in their order, what became of each.

    Each is tried before it is sent: the door makes whoever shares a player with one that it could not decide wait for that one. So it
    does where an entry was added in between; then those that waited are tried again.
    """
    ended: dict[str, Ended] = {left.hand: Ended(left.hand, "open", None, left.lost) for left in hands if left.lost}
    waiting = [left for left in hands if not left.lost]
    while waiting:
        jobs: dict[str, Envelope] = {}
        for left in waiting:
            job = _ending(left, incident)
            lost = _tried(ledger, left.hand, job)
            if lost is None:
                jobs[left.hand] = job
            else:
                ended[left.hand] = Ended(left.hand, "open", None, lost)
        put_off = _send(ledger, jobs, {left.hand: left.due for left in waiting}, ended)
        if len(put_off) == len(waiting):  # for a command of somebody else
            raise put_off[waiting[0].hand]
        waiting = [left for left in waiting if left.hand in put_off]
    return tuple(ended[left.hand] for left in hands)


def _send(
    ledger: Ledger,
    jobs: Mapping[str, Envelope],
    due: Mapping[str, Literal["settle", "void"] | None],
    ended: dict[str, Ended],
) -> dict[str, NotDecidedError]:
    """Have ``jobs`` decided and add to ``ended`` what became of their hands; those that wait for another command are returned.

    Raises:
        LedgerError: the store is out of reach.
    """
    put_off: dict[str, NotDecidedError] = {}
    try:
        outcomes = ledger.handle_many([*jobs.values()])
    finally:
        ledger.withdraw(job.command_id for job in jobs.values())  # the next run looks again at what is in play
    for hand, outcome in zip(jobs, outcomes, strict=True):
        match outcome:
            case Acknowledgement():
                ended[hand] = Ended(hand, "settled" if due[hand] == "settle" else "voided", None)
            case Refused():
                ended[hand] = Ended(hand, "open", outcome.finding)
            case OutOfPlaceError() | UsageError():
                ended[hand] = Ended(hand, "open", None, outcome)
            case NotDecidedError():
                put_off[hand] = outcome
            case _:
                raise outcome
    return put_off


def _tried(ledger: Ledger, hand: str, job: Envelope) -> OutOfPlaceError | FaultError | None:
    """Why ``job`` cannot be decided: an entry that cannot follow, of ``hand`` or of what it rests on; or a fault. It is decided for nothing.

    What is on record is folded entry by entry, and named by its place. What deciding raises, and folding what the door itself would add,
    is no such thing: of an honest record it would be a false alarm.

    Raises:
        TamperedError: what was read is not what was sealed.
    """
    view = ledger.view()
    round_ = Round(view, ledger.store.size)
    try:
        if view(hand) is not None:
            view.openings(hand)
        judged = judge(job, view, ledger.store.origin)
        for stream, _ in judged.events if isinstance(judged, Decision) else ():
            view.at(stream)
    except OutOfPlaceError as error:
        return error
    except OUT_OF_PLACE as error:
        return _bet_of_nobody(ledger, hand) or fault(error)
    try:
        round_.take(0, job, judged)
    except FaultError as error:
        return _bet_of_nobody(ledger, hand) or error
    except (TamperedError, *OUT_OF_PLACE) as error:
        return _bet_of_nobody(ledger, hand) or fault(error)
    return None


def _bet_of_nobody(ledger: Ledger, hand: str) -> OutOfPlaceError | None:
    """What is said of the first entry of a round by which somebody bets who has no account: it can be folded, and not be given back."""
    game = TABLE_GAMES[type_of(hand)]
    if game.table != "banked":
        return None
    view = ledger.view()
    for entry in ledger.entries(hand):
        named = game.players.get(type(entry.event))
        for player in named(entry.event) if named else ():
            if not view.version(f"account:{player}"):
                return OutOfPlaceError(
                    f"TAMPERED: {entry.kind} at log index {entry.index} of {hand} is of {player}, who has no account: no door wrote that;"
                    " run 'tombo reconcile' of its day, which names the place",
                    entry.index,
                )
    return None


def _ending(left: LeftOpen, incident: str) -> Envelope:
    game, name = TABLE_GAMES[type_of(left.hand)], local(left.hand)
    command = game.ending.settle(name) if left.due == "settle" else game.ending.void(name, incident)
    return _envelope(command, f"{incident}{MARKS[game.table]}{name}")


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
