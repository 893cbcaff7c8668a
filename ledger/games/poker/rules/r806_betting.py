"""R806 on what a player may do in his turn (r.21-24, r.34-39, r.45, r.51-58). One function a rule.

Each looks at the hand as it stands and at what is about to happen to it; both doors ask the same functions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from tombo.ledger.core.clock import SECOND, SKEW, of_length
from tombo.ledger.core.findings import Finding, Reading
from tombo.ledger.core.said import Told
from tombo.ledger.games.poker.events import BetPlaced, Checked, DecisionRequested, Street, TimeExtended
from tombo.ledger.games.poker.rules.readings import judged
from tombo.ledger.games.poker.said import betting as said
from tombo.ledger.games.poker.said import words
from tombo.ledger.games.poker.state import NOBODY, Hand
from tombo.ledger.games.poker.streets import STREETS, streets_of
from tombo.ledger.games.poker.turns import is_turn_of, pot_total, to_call, turn
from tombo.ledger.house.questions import Gives


class Turn(Protocol):
    """Whatever a seat asks for or does in its turn: a request before it is an act, or the act."""

    @property
    def seat(self) -> int:
        """Who."""


_FLOP: Final = STREETS.index("flop")
_TURN_RULES: Final[Mapping[Street, str]] = {
    "preflop": "R806 r.51",
    "flop": "R806 r.54",
    "turn": "R806 r.56",
    "river": "R806 r.58",
    "straddle": "R809 r.52",
    "first_street": "R809 r.54",
    "second_street": "R809 r.56",
    "third_street": "R809 r.57",
    "fourth_street": "R809 r.58",
    "fifth_street": "R809 r.59",
}
"""Where each street's betting begins."""
GIVES: Final[Gives] = {DecisionRequested: False, TimeExtended: True}
"""R806 r.43-44: a seat is asked, and may have extra time."""


def hand_is_in_play(hand: Hand, act: Turn) -> Finding | None:
    """R806 r.2j: a hand runs from the shuffle to the delivery of the pot; the betting follows the closed cards (r.51)."""
    if hand.outcome != "open":
        return Finding("R806 r.2j", said.ACTS_AFTER_END(seat=act.seat, outcome=words.OUTCOMES[hand.outcome]))
    if not hand.dealt:
        return Finding("R806 r.51", said.ACTS_BEFORE_CLOSED_CARDS(seat=act.seat))
    return None


def acts_in_turn(hand: Hand, act: Turn) -> Finding | None:
    """R806 r.51, r.54, r.56, r.58: the betting goes clockwise, from the left of the big blind, then of the button.

    By R809 r.54, r.56-59 from the left of the big blind, then from who made the highest bet of the street before; before the
    first open card only a straddle has to be answered (r.52).
    """
    if hand.outcome != "open" or not hand.dealt:
        return None
    if act.seat in hand.seats and is_turn_of(hand, hand.seats.index(act.seat)):
        return None
    position = turn(hand)
    street = streets_of(hand.terms)[hand.street]
    told = (
        said.ACTS_AFTER_BETTING(seat=act.seat, street=words.STREETS[street])
        if position is None
        else said.ACTS_OUT_OF_TURN(seat=act.seat, street=words.STREETS[street], due=hand.seats[position])
    )
    return Finding(_TURN_RULES[street], told)


def check_is_unbet(hand: Hand, act: Checked) -> Finding | None:
    """R806 r.34b: passing is possible only where nobody before has bet."""
    owed = to_call(hand, hand.seats.index(act.seat))
    if owed:
        return Finding("R806 r.34b", said.CHECKS_AGAINST_BET(seat=act.seat, owed=hand.terms.unit.sum(owed)))
    return None


def something_to_call(hand: Hand, position: int) -> Finding | None:
    """R806 r.34c: calling equals the bet of those before; where nobody has bet more there is nothing to equal."""
    if to_call(hand, position):
        return None
    return Finding("R806 r.34c", said.CALLS_WITHOUT_BET(seat=hand.seats[position]))


def call_equals_bet(hand: Hand, act: BetPlaced) -> Finding | None:
    """R806 r.34c: a call equals the bet before it; who has less may stake all he has (r.39)."""
    position = hand.seats.index(act.seat)
    owed = to_call(hand, position)
    if act.action != "call" or act.paid == owed or (act.all_in and act.paid < owed):
        return None
    paid, due = map(hand.terms.unit.sum, (act.paid, owed))
    return Finding("R806 r.34c", said.CALL_OF_OTHER_AMOUNT(seat=act.seat, paid=paid, due=due))


def raise_exceeds_bet(hand: Hand, position: int, total: int) -> Finding | None:
    """R806 r.34d: raising adds to what those before have bet."""
    if total > hand.highest:
        return None
    to, stands = map(hand.terms.unit.sum, (total, hand.highest))
    return Finding("R806 r.34d", said.BET_NOT_ABOVE_LAST(seat=hand.seats[position], to=to, stands=stands))


def bet_is_covered(hand: Hand, act: BetPlaced) -> Finding | None:
    """R806 r.37: a player may bet all the chips of his stack, and no more (r.11a-b, r.24c)."""
    stack = hand.stacks[hand.seats.index(act.seat)]
    if stack is None or act.paid <= stack:
        return None
    paid, has = map(hand.terms.unit.sum, (act.paid, stack))
    return Finding("R806 r.37", said.BET_ABOVE_STACK(seat=act.seat, paid=paid, has=has))


def all_in_is_the_stack(hand: Hand, act: BetPlaced) -> Finding | None:
    """R806 r.2k: a player is all-in who bets all the chips of his stack, and only he."""
    stack = hand.stacks[hand.seats.index(act.seat)]
    if stack is None or act.all_in == (act.paid >= stack):
        return None
    paid, has = map(hand.terms.unit.sum, (act.paid, stack))
    wrong = said.ALL_IN_BELOW_STACK if act.all_in else said.STACK_NOT_ALL_IN
    return Finding("R806 r.2k", wrong(seat=act.seat, paid=paid, has=has))


def bet_reaches_minimum(hand: Hand, act: BetPlaced) -> Finding | None:
    """R806 r.23: no bet but the small blind is below the table's minimum; who has less may stake it all (r.37).

    What is fixed altogether has its own rule, ``bet_has_its_size``.
    """
    if hand.highest or act.all_in or act.paid >= hand.terms.min_bet or _fixed_bet(hand) is not None:
        return None
    paid, least = map(hand.terms.unit.sum, (act.paid, hand.terms.min_bet))
    return Finding("R806 r.23", said.OPENING_BELOW_MINIMUM(seat=act.seat, paid=paid, least=least))


def raise_reaches_minimum(hand: Hand, act: BetPlaced) -> Finding | None:
    """R806 r.23: a raise adds at least the minimum bet. Card rooms ask for as much as the last bet or raise added.

    Whoever has less may stake it all (r.37). An all-in that adds less than the last raise is no new measure. Fixed bets
    have their own rule, ``bet_has_its_size``.
    """
    position = hand.seats.index(act.seat)
    total = hand.bets[position] + act.paid
    if not hand.highest or act.all_in or total <= hand.highest or act.action == "call" or _fixed_bet(hand) is not None:
        return None
    objections: list[Told | None] = []
    for added in (hand.terms.min_bet, hand.last_raise):
        least = hand.highest + added
        if total >= least:
            objections.append(None)
            continue
        to, asked = map(hand.terms.unit.sum, (total, least))
        objections.append(said.RAISE_BELOW_MINIMUM(seat=act.seat, to=to, least=asked))
    letter, practice = objections
    return judged("R806 r.23", hand.terms.readings.minimum_raise, letter=letter, practice=practice)


def most(hand: Hand, position: int, reading: Reading) -> int | None:
    """R806 r.24: the most ``position`` may have staked on this street, its stack not considered; None without limit.

    LETTER: what is wagered at once is at most the pot as it lies, or half of it. PRACTICE: the call comes first and goes into
    the pot. A maximum is never below the minimum bet (rules.md section 11, number 18), and it binds no call (r.39).
    """
    kind = hand.terms.limit.kind
    if kind in {"no_limit", "fixed_raises", "fixed_bets"}:
        return None
    called = to_call(hand, position) if reading is Reading.PRACTICE else 0
    part = pot_total(hand) + called
    if kind == "half_pot":
        part //= 2
    return hand.bets[position] + called + max(part, hand.terms.min_bet)


def bet_is_within_maximum(hand: Hand, act: BetPlaced) -> Finding | None:
    """R806 r.24: the table's maximum: half the pot (a), the pot (b), or the stack (c). It binds an all-in too (r.37)."""
    if act.action == "call":
        return None
    position = hand.seats.index(act.seat)
    total = hand.bets[position] + act.paid
    objections: list[Told | None] = []
    for reading in (Reading.LETTER, Reading.PRACTICE):
        limit = most(hand, position, reading)
        if limit is None or total <= limit:
            objections.append(None)
            continue
        to, allowed = map(hand.terms.unit.sum, (total, limit))
        objections.append(said.BET_ABOVE_POT_LIMIT(seat=act.seat, to=to, most=allowed))
    rule = "R806 r.24a" if hand.terms.limit.kind == "half_pot" else "R806 r.24b"
    letter, practice = objections
    return judged(rule, hand.terms.readings.maximum_bet, letter=letter, practice=practice)


def _fixed_bet(hand: Hand) -> int | None:
    """The size of every bet and raise of this street under fixed bets, the small one up to the flop; None under others."""
    limit = hand.terms.limit
    return hand.terms.min_bet if limit.kind == "fixed_bets" and hand.street <= _FLOP else limit.big_bet


def bet_has_its_size(hand: Hand, act: BetPlaced) -> Finding | None:
    """R806 r.24: the operator fixes the maximum bet. Card rooms may fix every bet and raise: one size a street, not more or less.

    All-in may be less (r.37). A raise adds one bet to what stands, be it an all-in short of one; where less than half a bet
    stands of it, the bet may be completed instead.
    """
    size = _fixed_bet(hand)
    if size is None or act.action == "call":
        return None
    total, due = hand.bets[hand.seats.index(act.seat)] + act.paid, hand.highest + size
    if total == due or (act.all_in and total < due) or total == _completed(hand, size):
        return None
    to, bet, expected = map(hand.terms.unit.sum, (total, size, due))
    told = said.BET_OF_OTHER_SIZE(seat=act.seat, to=to, size=bet, due=expected)
    return Finding("R806 r.24", told, Reading.PRACTICE)


def _completed(hand: Hand, size: int) -> int | None:
    """The full bet of ``size`` where less than half of one, an all-in, stands on the bet of those with chips left; else None."""
    if hand.aggressor == NOBODY or not hand.all_in[hand.aggressor]:
        return None
    able = [bet for bet, all_in in zip(hand.bets, hand.all_in, strict=True) if not all_in and bet < hand.highest]
    before = max(able, default=0)
    return before + size if 2 * (hand.highest - before) < size else None


def least_added(hand: Hand) -> int:
    """What a bet or raise adds to what stands at the least, by the reading of its terms (r.23)."""
    practice = hand.terms.readings.minimum_raise is Reading.PRACTICE
    return hand.last_raise if practice and hand.highest else hand.terms.min_bet


def raises_are_within_number(hand: Hand, act: BetPlaced) -> Finding | None:
    """R806 r.38: the number of raises of a street may be limited (r.24a). The bet that opens a street is no raise."""
    limit = hand.terms.limit.raises
    if limit is None or act.action != "raise" or hand.raises < limit:
        return None
    return Finding("R806 r.38", said.RAISES_USED_UP(seat=act.seat, raises=limit))


def raising_is_open(hand: Hand, act: BetPlaced) -> Finding | None:
    """R806 r.37: players may raise freely. Card rooms: not who has acted and faces only all-ins short of a full raise.

    The same choice as the minimum raise (``readings.minimum_raise``), since both rest on what a full raise is. Several short
    all-ins that together make a full raise reopen the betting. Of fixed bets, half of one reopens it.
    """
    acted_at = hand.acted_at[hand.seats.index(act.seat)]
    if act.action != "raise" or acted_at == NOBODY:
        return None
    more, size = hand.highest - acted_at, _fixed_bet(hand)
    if more >= hand.last_raise if size is None else 2 * more >= size:
        return None
    written = hand.terms.unit.sum
    practice = (
        said.RAISING_CLOSED(seat=act.seat, more=written(more), full=written(hand.last_raise))
        if size is None
        else said.FIXED_RAISING_CLOSED(seat=act.seat, more=written(more), size=written(size))
    )
    return judged("R806 r.37", hand.terms.readings.minimum_raise, letter=None, practice=practice)


def decision_time_is_granted(hand: Hand, deadline: int, occurred: int | None) -> Finding | None:
    """R806 r.43: a player decides within the time the operator set, so he is given no less and no more; asked again, no less than he has."""
    if hand.pending != NOBODY and deadline < hand.deadline:
        told = said.HAND_DEADLINE_BROUGHT_FORWARD(deadline=deadline, until=hand.deadline, rule="R806 r.43-44")
        return Finding("R806 r.43", told)
    due = hand.terms.decision_seconds * SECOND
    asked_again = hand.pending != NOBODY and deadline == hand.deadline
    if occurred is None or asked_again or of_length(deadline - occurred, due):
        return None
    return Finding("R806 r.43", said.HAND_DECISION_TIME_OTHERWISE(left=deadline - occurred, due=due))


def time_is_extended(hand: Hand, seat: int, deadline: int, occurred: int | None) -> Finding | None:
    """R806 r.44: extra time is time added for the player who is deciding, at most as long as the time to decide (docs/readings.md)."""
    if hand.pending == NOBODY or hand.seats[hand.pending] != seat:
        return Finding("R806 r.44", said.EXTENDED_WITHOUT_DECISION(seat=seat, rule="R806 r.43"))
    if deadline <= hand.deadline:
        return Finding("R806 r.44", said.HAND_EXTENSION_ADDS_NOTHING(deadline=deadline, until=hand.deadline))
    more, most = deadline - max(hand.deadline, occurred or 0), hand.terms.decision_seconds * SECOND
    return Finding("R806 r.44", said.HAND_EXTENSION_TOO_LONG(more=more, most=most)) if more > most + SKEW else None


def decides_in_time(hand: Hand, seat: int, at: int) -> Finding | None:
    """R806 r.45: a player decides until his time is up (r.43-44); after that he has checked or folded."""
    asked = hand.pending != NOBODY and hand.seats[hand.pending] == seat
    if not asked or at <= hand.deadline:
        return None
    return Finding("R806 r.45", said.HAND_DECISION_LATE(seat=seat, late=at - hand.deadline))


def time_is_up(hand: Hand, seat: int, at: int) -> Finding | None:
    """R806 r.45: a decision counts as made for a player only once he was asked (r.43) and his time is up."""
    if hand.pending == NOBODY or hand.seats[hand.pending] != seat:
        return Finding("R806 r.45", said.TIMED_OUT_WITHOUT_DECISION(seat=seat, rule="R806 r.43"))
    if at <= hand.deadline:
        return Finding("R806 r.45", said.HAND_TIME_NOT_UP(seat=seat, left=hand.deadline - at))
    return None
