"""The rule behind every step of a hand: what allowed a bet, what time decided, how a pot went, why there was no commission.

The door judged each of these when it was recorded; here is told which rule it was and by which amounts, from the states around
the entry. An imported hand may have broken one: then the finding is an entry of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from tombo.ledger.core.findings import Reading
from tombo.ledger.games.game import Instead, Moment, RuleNote
from tombo.ledger.games.poker import events as e
from tombo.ledger.games.poker.hand import NOBODY, Hand
from tombo.ledger.games.poker.pots import is_exempt, layers, uncalled
from tombo.ledger.games.poker.rules.r806_betting import most
from tombo.ledger.games.poker.rules.r806_dealing import BOARD_RULES
from tombo.ledger.games.poker.settlement import stakes_of
from tombo.ledger.games.poker.turns import live_count, showdown_order, to_call
from tombo.ledger.terms.citation import rules_of

POSTED_UNDER: Final = {
    "small": ("22", "small_blind"),
    "big": ("22", "big_blind"),
    "ante": ("21", "other_post"),
    "extra": ("21", "other_post"),
    "dead": ("21", "other_post"),
    "straddle": ("R809 r.50", "straddle"),
    "restraddle": ("R809 r.51", "restraddle"),
}
"""An obligatory bet to its rule and what is said of it; a rule without a regulation is R806's."""


def _rule(moment: Moment, first: int | str, last: int | None = None) -> str:
    """A rule of R806, as the hand's regulation numbers it."""
    return rules_of(moment.after.terms.variant, first, last)


def instead(moment: Moment) -> Instead | None:
    """Why the platform decided what was a player's to decide."""
    if _timed_out(moment) or isinstance(moment.entry.event, e.DecisionTimedOut):
        return "time_out"
    if not _unasked(moment):
        return None
    if moment.after.started.tournament is not None:
        return "absent"
    return "leaves" if _leaves(moment) else None


def _timed_out(moment: Moment) -> bool:
    """Whether the entry before says that the time of this seat ran out."""
    earlier = moment.earlier
    return (
        earlier is not None
        and isinstance(earlier.event, e.DecisionTimedOut)
        and earlier.event.seat == getattr(moment.entry.event, "seat", None)
    )


def _unasked(moment: Moment) -> bool:
    """Whether the platform acts for a player, no time having run out."""
    acts = isinstance(moment.entry.event, e.Folded | e.Checked) and moment.entry.by.actor == "platform"
    return acts and not _timed_out(moment)


def _leaves(moment: Moment) -> bool:
    """Whether the entry before says that this seat has asked to leave (R806 r.10)."""
    return moment.earlier is not None and e.gives_up(moment.earlier.event, moment.entry.event.seat)


def notes(moment: Moment) -> Iterator[RuleNote]:
    """The rules at work in ``moment``."""
    return _NOTES[type(moment.entry.event)](moment)


# One function a kind, in the order of a hand.


def _started(moment: Moment) -> Iterator[RuleNote]:
    yield RuleNote(_rule(moment, 7), "players")
    if moment.after.started.tournament is None:
        yield RuleNote(_rule(moment, 46, 47), "button")


def _posted(moment: Moment) -> Iterator[RuleNote]:
    event, terms = moment.entry.event, moment.after.terms
    rule, about = POSTED_UNDER[event.post]
    due = {"small": terms.small_blind, "big": terms.big_blind}.get(event.post)
    amounts = {"paid": event.paid} if due is None else {"paid": event.paid, "due": due}
    yield RuleNote(rule if rule.startswith("R809") else _rule(moment, rule), about, amounts)
    if due is not None and event.paid < due and moment.after.all_in[moment.after.seats.index(event.seat)]:
        yield RuleNote(_rule(moment, 39), "all_in_for_less", amounts)


def _dealt(moment: Moment) -> Iterator[RuleNote]:
    yield RuleNote(_rule(moment, 49, 50), "closed_cards")


def _board(moment: Moment) -> Iterator[RuleNote]:
    rule = BOARD_RULES[moment.entry.event.street]
    own = rule.startswith("R809")
    yield RuleNote(rule if own else _rule(moment, rule.removeprefix("R806 r.")), "open_cards")


def _asked(moment: Moment) -> Iterator[RuleNote]:
    yield RuleNote(_rule(moment, 43), "asked")


def _extended(moment: Moment) -> Iterator[RuleNote]:
    yield RuleNote(_rule(moment, 44), "extra_time")


def _time_up(moment: Moment) -> Iterator[RuleNote]:
    yield RuleNote(_rule(moment, 43, 45), "time_out")


def _for_him(moment: Moment, did: str) -> RuleNote | None:
    """Why the platform folded or checked for a seat."""
    owed = to_call(moment.before, moment.before.seats.index(moment.entry.event.seat))
    if _timed_out(moment):
        return RuleNote(_rule(moment, 45), f"time_out_{did}", {"owed": owed})
    if not _unasked(moment):
        return None
    if moment.after.started.tournament is None:
        return RuleNote(_rule(moment, 10), "leaver_folds") if _leaves(moment) else None
    return RuleNote("R810 r.26-27", f"absent_{did}", {"owed": owed})


def _folded(moment: Moment) -> Iterator[RuleNote]:
    yield _for_him(moment, "folds") or RuleNote(_rule(moment, "34a"), "fold")
    yield RuleNote(_rule(moment, 35), "stakes_stay")


def _checked(moment: Moment) -> Iterator[RuleNote]:
    yield _for_him(moment, "checks") or RuleNote(_rule(moment, "34b"), "check")


def _bet(moment: Moment) -> Iterator[RuleNote]:
    event, before = moment.entry.event, moment.before
    position = before.seats.index(event.seat)
    owed, total = to_call(before, position), before.bets[position] + event.paid
    if event.action == "call":
        short = event.paid < owed
        yield RuleNote(
            _rule(moment, 39 if short else "34c"),
            "all_in_for_less" if short else "call",
            {"due": owed, "paid": event.paid},
        )
        return
    terms, amounts = before.terms, {"to": total, "added": max(total - before.highest, 0)}
    yield RuleNote(_rule(moment, "34d") if before.highest else _rule(moment, 37), event.action, amounts)
    if terms.limit.kind == "fixed_bets":
        yield RuleNote(_rule(moment, 24), "fixed_bet", {"to": total})
    else:
        practice = before.highest and terms.readings.minimum_raise is Reading.PRACTICE
        least = before.highest + (before.last_raise if practice else terms.min_bet)
        short = "minimum_below" if event.all_in else "minimum_broken"
        yield RuleNote(_rule(moment, 23), short if total < least else "minimum", {"to": total, "least": least})
        limit = most(before, position, terms.readings.maximum_bet)
        if limit is not None:
            about = "maximum" if total <= limit else "maximum_broken"
            yield RuleNote(_rule(moment, 24), about, {"to": total, "most": limit})
    if terms.limit.kind == "fixed_raises" and event.action == "raise":
        yield RuleNote(_rule(moment, 38), "raises")
    if event.all_in:
        yield RuleNote(_rule(moment, 37), "all_in", {"paid": event.paid})


def _refused(moment: Moment) -> Iterator[RuleNote]:
    yield RuleNote(moment.entry.event.rule, "refused")


def _connection(moment: Moment) -> Iterator[RuleNote]:
    yield RuleNote(_rule(moment, 73), "players_side")


def _returned(moment: Moment) -> Iterator[RuleNote]:
    hand, amount = moment.before, moment.entry.event.amount
    matched = hand.staked[hand.seats.index(moment.entry.event.seat)] - amount
    yield RuleNote(_rule(moment, 40), "uncalled", {"amount": amount, "matched": matched})


def _shown(moment: Moment) -> Iterator[RuleNote]:
    before = moment.before
    if before.outcome != "open":
        yield RuleNote(_rule(moment, "11d"), "shown_after_the_end")
        return
    if before.started.door == "import":  # the order is not asked of hands played elsewhere
        yield RuleNote(_rule(moment, 59), "shown")
        return
    first = showdown_order(before)[0] == before.seats.index(moment.entry.event.seat) and not any(before.shown)
    about = "shown_next" if not first else "shown_first" if before.aggressor == NOBODY else "shown_first_aggressor"
    yield RuleNote(_rule(moment, 59), about)


def _mucked(moment: Moment) -> Iterator[RuleNote]:
    if live_count(moment.before) == 1:
        yield RuleNote(_rule(moment, 36), "not_shown_alone")
    else:
        yield RuleNote(_rule(moment, 59), "not_shown")


def _fee(moment: Moment) -> Iterator[RuleNote]:
    event, terms = moment.entry.event, moment.after.terms.commission
    amounts = {"amount": event.amount}
    if event.seat is None:
        pots = layers(stakes_of(moment.before), moment.before.staked)
        of_pot = {"base": pots[event.pot].amount} if event.pot < len(pots) else {}
        yield RuleNote(_rule(moment, "17a"), "commission_of_pot", {**amounts, **of_pot})
    else:
        yield RuleNote(_rule(moment, 19), "commission_of_payment", amounts)
    if terms.cap is not None and sum(amount for _, _, amount in moment.after.fees) >= terms.cap:
        yield RuleNote(_rule(moment, 17), "commission_cap", {"cap": terms.cap})
    if moment.after.terms.sintetico is None and not moment.after.street and live_count(moment.after) == 1:
        yield RuleNote(_rule(moment, 18), "not_exempt")


def _award(moment: Moment) -> Iterator[RuleNote]:
    event, end = moment.entry.event, moment.end
    if live_count(moment.before) == 1:
        yield RuleNote(_rule(moment, 36), "last_player", {"amount": event.amount})
        return
    winners = sum(number == event.pot for number, _, _ in end.awards)
    if winners == 1:
        yield RuleNote(_rule(moment, 27), "best_hand", {"amount": event.amount})
    else:
        yield RuleNote(_rule(moment, 62), "tie", {"amount": event.amount})
    pots = layers(stakes_of(moment.before), moment.before.staked)
    if len(pots) > 1 and event.pot < len(pots):
        level = {"pot": pots[event.pot].amount}
        yield RuleNote(_rule(moment, 41, 42), "side_pot" if event.pot else "main_pot", level)
    if event.seat in odd_seats(end, event.pot):
        yield RuleNote(_rule(moment, 62), "odd_unit", {"unit": 1})


def odd_seats(hand: Hand, pot: int) -> tuple[int, ...]:
    """The seats that got one unit of ``pot`` more than its other winners, because it did not divide.

    None where they differ by more, which no division explains: an imported hand that was paid otherwise.
    """
    fees = {position: amount for number, position, amount in hand.fees if number == pot}
    gross = {position: paid + fees.get(position, 0) for number, position, paid in hand.awards if number == pot}
    most_of = max(gross.values(), default=0)
    if not gross or most_of != min(gross.values()) + 1:
        return ()
    return tuple(hand.seats[position] for position, amount in gross.items() if amount == most_of)


def _settled(moment: Moment) -> Iterator[RuleNote]:
    hand = moment.before
    commission = hand.terms.commission
    if commission.mode == "stack":
        yield RuleNote(_rule(moment, "17b"), "commission_of_stack")
    elif commission.mode == "pot" and not hand.fees and is_exempt(stakes_of(hand), hand.terms.readings.flop_exemption):
        yield RuleNote(_rule(moment, 18), "exempt_on_the_flop" if hand.street else "exempt_before_the_flop")
    if uncalled(hand.staked) is None:
        yield RuleNote(_rule(moment, 63), "all_paid")


def _voided(moment: Moment) -> Iterator[RuleNote]:
    yield RuleNote(_rule(moment, 72), "void", {"refunded": sum(refund.amount for refund in moment.entry.event.refunds)})


_NOTES: Final[dict[type, Callable[[Any], Iterator[RuleNote]]]] = {
    e.HandStarted: _started,
    e.BlindPosted: _posted,
    e.HoleCardsDealt: _dealt,
    e.BoardDealt: _board,
    e.DecisionRequested: _asked,
    e.TimeExtended: _extended,
    e.Folded: _folded,
    e.Checked: _checked,
    e.BetPlaced: _bet,
    e.ActionRefused: _refused,
    e.ActionRefusedV2: _refused,
    e.DecisionTimedOut: _time_up,
    e.ConnectionLost: _connection,
    e.ConnectionRestored: _connection,
    e.UncalledBetReturned: _returned,
    e.CardsShown: _shown,
    e.CardsMucked: _mucked,
    e.CommissionTaken: _fee,
    e.PotAwarded: _award,
    e.Settled: _settled,
    e.Voided: _voided,
}
"""Every kind of a hand's events and its rules, findings aside; a test holds it to the closed union ``HandEvent``."""
