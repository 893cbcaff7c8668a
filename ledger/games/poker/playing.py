"""What a player may ask in his turn, and what the platform reports about him (R806 r.34-45, r.73)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from tombo.ledger.core.command import Decision
from tombo.ledger.core.findings import Finding, Refused, Severity, refused
from tombo.ledger.games.poker.case import HandCase, after, decision, judged_event, noted, seated, settling
from tombo.ledger.games.poker.commands import (
    ActForAbsent,
    Call,
    Check,
    ExtendTime,
    Fold,
    PlaceBet,
    PostStraddle,
    ReportConnection,
    ReportRefused,
    RequestDecision,
    TimeOut,
)
from tombo.ledger.games.poker.events import (
    ActionRefusedV2,
    BetPlaced,
    BlindPosted,
    Checked,
    ConnectionLost,
    ConnectionRestored,
    DecisionRequested,
    DecisionTimedOut,
    Folded,
    HandEvent,
    TimeExtended,
    UncalledBetReturned,
)
from tombo.ledger.games.poker.pots import uncalled
from tombo.ledger.games.poker.rules.r806_betting import (
    GIVES,
    Turn,
    acts_in_turn,
    decides_in_time,
    decision_time_is_granted,
    hand_is_in_play,
    raise_exceeds_bet,
    something_to_call,
    time_is_extended,
    time_is_up,
)
from tombo.ledger.games.poker.rules.r809 import straddle_amount
from tombo.ledger.games.poker.said import door as said
from tombo.ledger.games.poker.said.words import OUTCOMES, POSTS
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.turns import nobody_acts, to_call
from tombo.ledger.house.incident.outage import silence_in_outage
from tombo.ledger.house.questions import pending
from tombo.ledger.house.rules import first_breach
from tombo.ledger.house.table.r806 import leaver_only_folds
from tombo.ledger.house.table.r810 import decides_for_the_absent
from tombo.ledger.house.table.state import Table, table_stream
from tombo.ledger.house.times import heard


@lru_cache(maxsize=64)
def _folded(seat: int) -> Folded:
    """That ``seat`` folds: said alike in thousands of hands, and made once; so are the two below."""
    return Folded(seat=seat)


@lru_cache(maxsize=64)
def _checked(seat: int) -> Checked:
    return Checked(seat=seat)


@lru_cache(maxsize=4096, typed=True)
def bet_placed(action: Literal["bet", "call", "raise"], paid: int, seat: int, *, all_in: bool) -> BetPlaced:
    """That ``seat`` bets, calls or raises with ``paid`` more of the hand's unit, its last chip included or not."""
    return BetPlaced(action=action, all_in=all_in, paid=paid, seat=seat)


def closing(hand: Hand) -> list[HandEvent]:
    """What follows at once from an act: the end of a hand with one player left (r.36), or the uncalled bet (r.40)."""
    if hand.live.count(True) == 1:
        return settling(hand, {})
    excess = uncalled(hand.staked) if nobody_acts(hand) else None
    if excess is None:
        return []
    position, amount = excess
    return [UncalledBetReturned(amount=amount, seat=hand.seats[position])]


def _acted(
    case: HandCase, act: Folded | Checked | BetPlaced | BlindPosted, before: tuple[HandEvent, ...] = ()
) -> Decision | Refused:
    """``act`` judged, and with it what follows; ``before`` comes first in the same commit."""
    judged = judged_event(case.hand, act)
    if isinstance(judged, Refused):
        return judged
    events = [*before, *judged]
    acted = after(case.hand, events)
    closed = closing(acted)
    return decision(case, [*events, *closed], after(acted, closed))


def _table(case: HandCase) -> Table:
    """Where the hand is played."""
    table: Table = case.view(table_stream(case.hand.started.table))
    return table


def _too_late(case: HandCase, seat: int, at: int) -> Finding | None:
    """Whether the time of ``seat`` is up at ``at``, what the operator's own failure took from it given once more."""
    put = pending(case.view, case.stream, seat, GIVES)
    return None if put.outage else decides_in_time(case.hand, seat, put.decided(at))


def _objection(case: HandCase, request: Turn, *, stays: bool = True) -> Refused | None:
    """Who may not act: another's player, one who leaves where the act is of those who stay, one whose time is up, one whose turn it is not."""
    at = heard(case.occurred, case.view)
    return seated(case, request.seat, player=True) or first_breach(
        hand_is_in_play(case.hand, request),
        leaver_only_folds(_table(case), request.seat) if stays else None,
        decides_in_time(case.hand, request.seat, at) and _too_late(case, request.seat, at),
        acts_in_turn(case.hand, request),
    )


def fold(case: HandCase, command: Fold) -> Decision | Refused:
    """A player gives up (r.34a, r.35)."""
    return _objection(case, command, stays=False) or _acted(case, _folded(command.seat))


def check(case: HandCase, command: Check) -> Decision | Refused:
    """A player passes (r.34b)."""
    return _objection(case, command) or _acted(case, _checked(command.seat))


def call(case: HandCase, command: Call) -> Decision | Refused:
    """A player equals the bet, with all he has if he has less (r.34c, r.39)."""
    objection = _objection(case, command)
    if objection:
        return objection
    hand = case.hand
    position = hand.seats.index(command.seat)
    objection = first_breach(something_to_call(hand, position))
    if objection:
        return objection
    stack, owed = hand.stacks[position], to_call(hand, position)
    paid = owed if stack is None else min(owed, stack)
    return _acted(case, bet_placed("call", paid, command.seat, all_in=paid == stack))


def place_bet(case: HandCase, command: PlaceBet) -> Decision | Refused:
    """A player bets or raises to ``total`` (r.34d, r.37)."""
    objection = _objection(case, command)
    if objection:
        return objection
    hand = case.hand
    position = hand.seats.index(command.seat)
    objection = first_breach(raise_exceeds_bet(hand, position, command.total))
    if objection:
        return objection
    paid = command.total - hand.bets[position]
    stack = hand.stacks[position]
    all_in = stack is not None and paid >= stack
    return _acted(case, bet_placed("raise" if hand.highest else "bet", paid, command.seat, all_in=all_in))


def post_straddle(case: HandCase, command: PostStraddle) -> Decision | Refused:
    """A player posts a straddle or a restraddle before he sees his cards (R809 r.50-51); hold'em and Omaha know none."""
    objection = seated(case, command.seat, player=True)
    if objection:
        return objection
    hand, seat, post = case.hand, command.seat, command.post
    if hand.terms.sintetico is None:
        return refused("R806 r.21", said.STRADDLE_BESIDES_BLINDS(seat=seat, post=POSTS[post]))
    at = heard(case.occurred, case.view)
    late = decides_in_time(hand, seat, at) and _too_late(case, seat, at)
    objection = first_breach(leaver_only_folds(_table(case), seat), late)
    paid = max(straddle_amount(hand, post) - hand.bets[hand.seats.index(seat)], 1)
    return objection or _acted(case, BlindPosted(paid=paid, post=post, seat=seat))


def request_decision(case: HandCase, command: RequestDecision) -> Decision | Refused:
    """The platform asks a seat to decide (r.43)."""
    objection = seated(case, command.seat, player=False) or first_breach(
        hand_is_in_play(case.hand, command),
        acts_in_turn(case.hand, command),
        decision_time_is_granted(case.hand, command.deadline, case.occurred),
    )
    return objection or decision(case, [DecisionRequested(deadline=command.deadline, seat=command.seat)])


def extend_time(case: HandCase, command: ExtendTime) -> Decision | Refused:
    """The platform gives extra time (r.44)."""
    objection = seated(case, command.seat, player=False) or first_breach(
        time_is_extended(case.hand, command.seat, command.deadline, case.occurred)
    )
    return objection or decision(case, [TimeExtended(deadline=command.deadline, seat=command.seat)])


def time_out(case: HandCase, command: TimeOut) -> Decision | Refused:
    """A seat's time ran out: it has checked if it could, else folded (r.45); who leaves has folded (r.10)."""
    seat = command.seat
    put = pending(case.view, case.stream, seat, GIVES)
    objection = seated(case, seat, player=False) or first_breach(
        hand_is_in_play(case.hand, command),
        silence_in_outage(put.outage, seat, "R806 r.72"),
        time_is_up(case.hand, seat, put.passed(case.occurred, case.view.now())),
    )
    return objection or _acted(case, _passive(case, seat), before=(DecisionTimedOut(seat=seat),))


def act_for_absent(case: HandCase, command: ActForAbsent) -> Decision | Refused:
    """Nobody is there to decide: who is absent from a tournament has checked if he could, else folded (R810 r.26-27); who leaves has folded (r.10)."""
    seat = command.seat
    objection = seated(case, seat, player=False) or first_breach(
        hand_is_in_play(case.hand, command),
        decides_for_the_absent(_table(case), seat),
        acts_in_turn(case.hand, command),
    )
    return objection or _acted(case, _passive(case, seat), before=_why_folded(case, seat))


def _leaves(case: HandCase, seat: int) -> bool:
    """Whether who sits there has asked to leave (r.10)."""
    taken = _table(case).at(seat)
    return taken is not None and taken.leaving


def _why_folded(case: HandCase, seat: int) -> tuple[HandEvent, ...]:
    """That he leaves, in the hand itself: whoever reads it alone knows why the platform folded (r.10, r.34)."""
    told = Finding("R806 r.10", said.LEAVER_GIVES_UP(seat=seat), severity=Severity.NOTICE)
    return tuple(noted([told], case.hand.terms)) if _leaves(case, seat) else ()


def _passive(case: HandCase, seat: int) -> Folded | Checked:
    """What is done for whoever does nothing: a check, or a fold where there is a bet to match, or he leaves."""
    owed = to_call(case.hand, case.hand.seats.index(seat))
    return _folded(seat) if owed or _leaves(case, seat) else _checked(seat)


def report_refused(case: HandCase, command: ReportRefused) -> Decision | Refused:
    """The platform puts a player's refused try on record; it moves nothing."""
    attempted = ActionRefusedV2(
        about=command.about, attempt=command.attempt, facts=command.facts, rule=command.rule, seat=command.seat
    )
    return seated(case, command.seat, player=False) or decision(case, [attempted])


def report_connection(case: HandCase, command: ReportConnection) -> Decision | Refused:
    """The platform lost or regained a player; the hand goes on without him (r.73)."""
    event = ConnectionRestored(seat=command.seat) if command.up else ConnectionLost(seat=command.seat)
    objection = seated(case, command.seat, player=False)
    if objection is None and case.hand.outcome != "open":
        return refused("R806 r.2j", said.CONNECTION_AFTER_END(outcome=OUTCOMES[case.hand.outcome]))
    return objection or decision(case, [event])
