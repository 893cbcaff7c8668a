"""What happened at a poker table, in the words of a hand history: one or more lines for each entry of a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from tombo.ledger.core.cards import HIDDEN, card_text
from tombo.ledger.core.findings import Severity
from tombo.ledger.core.said import Fact, Sum, Told
from tombo.ledger.core.visible import visible
from tombo.ledger.games.poker import events as e
from tombo.ledger.games.poker.notes import odd_seats
from tombo.ledger.games.poker.turns import to_call
from tombo.ledger.said import told
from tombo.ledger.terms.citation import rules_of
from tombo.ledger.terms.poker import REGULATIONS
from tombo.projections.round.hand import HandAct, HandView
from tombo.reports.said import common
from tombo.reports.said.play import hand_words as said

ABSENT_RULES: Final = "R810 r.26-27"
"""What becomes of the turn of a player who is absent from a tournament."""


class HandWords:
    """The words for one hand: seats by their players, amounts in the hand's unit."""

    def __init__(self, view: HandView) -> None:
        self.view = view
        self.unit = view.started.terms.unit
        self.regulation = REGULATIONS[view.started.terms.variant]
        self.pots = 1 + max((pot for pot, _, _ in view.hand.awards), default=0)

    def rule(self, first: int | str, last: int | None = None) -> str:
        """A rule of hold'em, or several, as the hand's regulation numbers them."""
        return rules_of(self.view.started.terms.variant, first, last)

    def sum(self, amount: int) -> Sum:
        """An amount in the hand's unit."""
        return self.unit.sum(amount)

    def who(self, seat: int) -> str:
        """The player on ``seat``."""
        return self.view.player(seat)

    def pot(self, number: int) -> Told:
        """A pot's name: only a hand with side pots has a main one."""
        if self.pots == 1:
            return said.THE_POT()
        return said.MAIN_POT() if number == 0 else said.SIDE_POT(number=number)

    def say(self, act: HandAct, earlier: HandAct | None = None) -> list[Told]:
        """The lines for ``act``; ``earlier`` is the act before it, which tells a fold from one that time decided."""
        return list(_WORDS[type(act.entry.event)](self, act, earlier))

    def owes(self, earlier: HandAct | None, seat: int) -> Told:
        """Why time makes a seat fold."""
        owed = 0 if earlier is None else to_call(earlier.after, earlier.after.seats.index(seat))
        return said.BET_TO_MATCH(owed=self.sum(owed)) if owed else said.DID_NOT_DECIDE()


# One function a kind, in the order of a hand.


def _started(_words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.HandStarted = act.entry.event
    yield said.HAND_BEGINS(players=len(event.seats), button=event.button)


def _blind(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.BlindPosted = act.entry.event
    posts = said.POSTS(who=words.who(event.seat), post=said.POSTING[event.post], paid=words.sum(event.paid))
    yield said.AND_IS_ALL_IN(what=posts) if act.after.all_in[act.after.seats.index(event.seat)] else posts


def _hole(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.HoleCardsDealt = act.entry.event
    yield said.HOLE_CARDS()
    each = len(event.seats) // max(len(set(event.seats)), 1)
    known = sum(text is not None for text in event.commitments)
    yield said.DEALT_COMMITTED(each=each, known=known) if known else said.DEALT_UNKNOWN(each=each)
    if words.view.viewer.role != "outsider":
        yield from (
            said.DEALT_TO(who=words.who(seat), dealt=words.view.holes[seat])
            for seat in dict.fromkeys(event.seats)
            if seat in words.view.holes and words.view.viewer.sees(words.who(seat))
        )


def _board(_words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.BoardDealt = act.entry.event
    street, turned = said.BOARDS[event.street], tuple(event.cards)
    before = tuple(card_text(card) for card in act.before.board)
    if before:
        yield said.BOARD_TURNED_AFTER(street=street, before=before, turned=turned)
    else:
        yield said.BOARD_TURNED(street=street, turned=turned)


def _asked(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.DecisionRequested = act.entry.event
    yield said.ASKED_TO_DECIDE(who=words.who(event.seat), until=event.deadline)


def _extended(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.TimeExtended = act.entry.event
    yield said.GETS_EXTRA_TIME(who=words.who(event.seat), until=event.deadline, rule=words.rule(44))


def _folded(words: HandWords, act: HandAct, earlier: HandAct | None) -> Iterator[Told]:
    event: e.Folded = act.entry.event
    who = words.who(event.seat)
    if _by_time(earlier, event.seat):
        yield said.FOLDS_BECAUSE(who=who, why=words.owes(earlier, event.seat), rule=words.rule(45))
    elif act.entry.by.actor == "platform":
        cash = act.before.started.tournament is None
        why = said.HE_LEAVES() if cash else said.NOBODY_IS_THERE()
        yield said.FOLDS_BECAUSE(who=who, why=why, rule=words.rule(10) if cash else ABSENT_RULES)
    else:
        yield said.FOLDS(who=who)


def _checked(words: HandWords, act: HandAct, earlier: HandAct | None) -> Iterator[Told]:
    event: e.Checked = act.entry.event
    who = words.who(event.seat)
    if _by_time(earlier, event.seat):
        yield said.CHECKS_BECAUSE(who=who, why=said.NO_BET_TO_MATCH(), rule=words.rule(45))
    elif _is_absent(act):
        yield said.CHECKS_BECAUSE(who=who, why=said.NOBODY_IS_THERE(), rule=ABSENT_RULES)
    else:
        yield said.CHECKS(who=who)


def _bet(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.BetPlaced = act.entry.event
    who, paid = words.who(event.seat), words.sum(event.paid)
    total = act.after.bets[act.after.seats.index(event.seat)]
    if event.action == "raise":
        more = max(total - act.before.highest, 0)
        done = said.RAISES(who=who, more=words.sum(more), total=words.sum(total))
    elif event.action == "call":
        done = said.CALLS(who=who, paid=paid)
    else:
        done = said.BETS(who=who, paid=paid)
    yield said.AND_IS_ALL_IN(what=done) if event.all_in else done


def _refused(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.ActionRefused | e.ActionRefusedV2 = act.entry.event
    yield said.TRIES_REFUSED(who=words.who(event.seat), attempt=event.attempt, rule=event.rule, why=_why(event))


def _timed_out(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.DecisionTimedOut = act.entry.event
    who, rule = words.who(event.seat), words.rule(43, 45)
    if act.before.pending >= 0 and act.before.deadline:
        yield said.TIME_RAN_OUT_AT(who=who, at=act.before.deadline, rule=rule)
    else:
        yield said.TIME_RAN_OUT(who=who, rule=rule)


def _lost(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.ConnectionLost = act.entry.event
    who, at = words.who(event.seat), act.entry.recorded
    if words.view.hand.outcome == "voided":
        yield said.LOST_IN_OUTAGE(who=who, at=at)
    else:
        yield said.LOST_ON_HIS_SIDE(who=who, at=at, rule=words.rule(73))


def _restored(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.ConnectionRestored = act.entry.event
    yield said.IS_BACK(who=words.who(event.seat), at=act.entry.recorded)


def _returned(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.UncalledBetReturned = act.entry.event
    yield said.UNCALLED_RETURNED(amount=words.sum(event.amount), who=words.who(event.seat), rule=words.rule(40))


def _shown(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.CardsShown = act.entry.event
    who, shown = words.who(event.seat), tuple(card.card or HIDDEN for card in event.cards)
    best = words.view.best.get(event.seat) if len(act.after.board) == len(words.view.hand.board) else None
    if best:
        yield said.SHOWS_WHAT_HE_MADE(who=who, shown=shown, made=best.name, best=best.cards)
    else:
        yield said.SHOWS(who=who, shown=shown)


def _mucked(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.CardsMucked = act.entry.event
    who = words.who(event.seat)
    if act.after.started.door == "live":
        yield said.DOES_NOT_SHOW_BY_RULE(who=who, rule=words.rule(59))
    else:
        yield said.DOES_NOT_SHOW(who=who)


def _fee(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.CommissionTaken = act.entry.event
    terms = act.after.terms.commission
    rule = words.rule("17a" if event.seat is None else 19)
    base = words.pot(event.pot)
    if event.seat is not None:
        base = said.PAYMENT_OF_POT(who=words.who(event.seat), pot=base)
    if terms.mode == "none":  # of an import: whoever took it, no rate of ours did
        yield said.COMMISSION_OF_SOURCE(amount=words.sum(event.amount), base=base)
        return
    if terms.cap is not None and sum(amount for _, _, amount in act.after.fees) >= terms.cap:
        base = said.CAP_REACHED(base=base, cap=words.sum(terms.cap))
    yield said.COMMISSION_TAKEN(amount=words.sum(event.amount), rate=terms.rate_bp, base=base, rule=rule)


def _award(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.PotAwarded = act.entry.event
    yield said.COLLECTS(who=words.who(event.seat), amount=words.sum(event.amount), pot=words.pot(event.pot))


def _settled(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    for pot in sorted({pot for pot, _, _ in act.after.awards}):
        count = len(odd_seats(act.after, pot))
        if count == 1:
            yield said.ODD_UNIT(pot=words.pot(pot), rule=words.rule(62))
        elif count:
            yield said.ODD_UNITS(count=count, pot=words.pot(pot), rule=words.rule(62))
    yield said.HAND_IS_SETTLED()


def _voided(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.Voided = act.entry.event
    yield said.HAND_VOID(rule=words.rule(72), incident=event.incident)
    yield said.EVERY_BET_BACK()
    for refund in event.refunds:
        yield said.IS_REFUNDED(who=words.who(refund.seat), amount=words.sum(refund.amount))


def _finding(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[Told]:
    event: e.FindingRecorded | e.FindingRecordedV2 = act.entry.event
    yield finding_told(event, of_regulation=event.rule.startswith(words.regulation))


def finding_told(event: e.FindingRecorded | e.FindingRecordedV2, *, of_regulation: bool) -> Told:
    """An objection: whether it is a breach or a note, by which reading, and what was found. A file's own fields are of no regulation."""
    reading, why = common.READINGS[event.reading], _why(event)
    if event.severity is Severity.BREACH:
        return said.BREACH_RECORDED(rule=event.rule, reading=reading, why=why)
    if of_regulation:
        return said.NOTE_WITHOUT_BREACH(rule=event.rule, reading=reading, why=why)
    return said.NOTE_ON(rule=event.rule, why=why)


def _why(event: e.ActionRefused | e.ActionRefusedV2 | e.FindingRecorded | e.FindingRecordedV2) -> Fact:
    """What the rule objects to; of what was recorded before each meaning had a name, the English that is on record."""
    if isinstance(event, e.ActionRefusedV2 | e.FindingRecordedV2):
        return told(event)
    return common.RECORDED_IN_ENGLISH._replace(en=visible(event.message))


def _by_time(earlier: HandAct | None, seat: int) -> bool:
    """Whether the act before says that the time of ``seat`` ran out."""
    return (
        earlier is not None and isinstance(earlier.entry.event, e.DecisionTimedOut) and earlier.entry.event.seat == seat
    )


def _is_absent(act: HandAct) -> bool:
    """Whether the platform acts in a player's turn though no time ran out: he is absent from a tournament."""
    return act.before.started.tournament is not None and act.entry.by.actor == "platform"


_WORDS: Final[dict[type, Callable[[HandWords, HandAct, HandAct | None], Iterator[Told]]]] = {
    e.HandStarted: _started,
    e.BlindPosted: _blind,
    e.HoleCardsDealt: _hole,
    e.BoardDealt: _board,
    e.DecisionRequested: _asked,
    e.TimeExtended: _extended,
    e.Folded: _folded,
    e.Checked: _checked,
    e.BetPlaced: _bet,
    e.ActionRefused: _refused,
    e.ActionRefusedV2: _refused,
    e.DecisionTimedOut: _timed_out,
    e.ConnectionLost: _lost,
    e.ConnectionRestored: _restored,
    e.UncalledBetReturned: _returned,
    e.CardsShown: _shown,
    e.CardsMucked: _mucked,
    e.CommissionTaken: _fee,
    e.PotAwarded: _award,
    e.Settled: _settled,
    e.Voided: _voided,
    e.FindingRecorded: _finding,
    e.FindingRecordedV2: _finding,
}
"""Every kind of a hand's events and its words; a test holds it to the closed union ``HandEvent``."""
