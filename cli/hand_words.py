"""What happened at a poker table, in the words of a hand history: one or more lines for each entry of a hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from cli.text import HIDDEN, cards, figure, percentage, priced, timed
from ledger.core.cards import card_text
from ledger.core.findings import Reading, Severity
from ledger.core.visible import visible
from ledger.games.poker import events as e
from ledger.games.poker.notes import odd_seats
from ledger.games.poker.streets import spoken
from ledger.games.poker.turns import to_call
from ledger.said import told
from ledger.terms.citation import rules_of
from ledger.terms.poker import REGULATIONS
from projections.round.hand import HandAct, HandView

POSTS: Final = {
    "small": "posts the small blind",
    "big": "posts the big blind",
    "ante": "posts the ante",
    "straddle": "posts a straddle",
    "restraddle": "posts a restraddle",
    "extra": "posts an extra blind",
    "dead": "posts dead money",
}


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

    def amount(self, amount: int) -> str:
        """An amount without its currency, which the heading states once."""
        return figure(amount, self.unit)

    def who(self, seat: int) -> str:
        """The player on ``seat``."""
        return self.view.player(seat)

    def pot(self, number: int) -> str:
        """A pot's name: only a hand with side pots has a main one."""
        return "the pot" if self.pots == 1 else "the main pot" if number == 0 else f"side pot {number}"

    def say(self, act: HandAct, earlier: HandAct | None = None) -> list[str]:
        """The lines for ``act``; ``earlier`` is the act before it, which tells a fold from one that time decided."""
        return list(_WORDS[type(act.entry.event)](self, act, earlier))

    def all_in(self, act: HandAct, seat: int) -> str:
        """What to add where a post took the whole stack."""
        return " and is all-in" if act.after.all_in[act.after.seats.index(seat)] else ""

    def owes(self, earlier: HandAct | None, seat: int) -> str:
        """Why time makes a seat fold."""
        if earlier is None:
            return "it did not decide"
        hand = earlier.after
        owed = to_call(hand, hand.seats.index(seat))
        return f"there is a bet of {self.amount(owed)} to match" if owed else "it did not decide"


# One function a kind, in the order of a hand.


def _started(_words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.HandStarted = act.entry.event
    yield f"the hand begins: {len(event.seats)} players, the button on seat {event.button}"


def _blind(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.BlindPosted = act.entry.event
    yield f"{words.who(event.seat)}: {POSTS[event.post]} {words.amount(event.paid)}{words.all_in(act, event.seat)}"


def _hole(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.HoleCardsDealt = act.entry.event
    yield "*** HOLE CARDS ***"
    each = len(event.seats) // max(len(set(event.seats)), 1)
    known = [text for text in event.commitments if text is not None]
    what = f"{each} cards each, face down"
    yield f"{what}; {len(known)} commitments on record" if known else f"{what}, unknown to the source"
    if words.view.viewer.role != "outsider":
        yield from (
            f"Dealt to {words.who(seat)} {cards(words.view.holes[seat])}"
            for seat in dict.fromkeys(event.seats)
            if seat in words.view.holes and words.view.viewer.sees(words.who(seat))
        )


def _board(_words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.BoardDealt = act.entry.event
    before = [card_text(card) for card in act.before.board]
    shown = f"{cards(before)} {cards(event.cards)}" if before else cards(event.cards)
    yield f"*** {spoken(event.street).upper()} *** {shown}"


def _asked(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.DecisionRequested = act.entry.event
    yield f"{words.who(event.seat)}: to decide by {timed(event.deadline)}"


def _extended(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.TimeExtended = act.entry.event
    yield f"{words.who(event.seat)}: gets extra time, until {timed(event.deadline)} ({words.rule(44)})"


def _folded(words: HandWords, act: HandAct, earlier: HandAct | None) -> Iterator[str]:
    event: e.Folded = act.entry.event
    why = (
        f", because {words.owes(earlier, event.seat)} ({words.rule(45)})"
        if by_time(earlier, event.seat)
        else _absent(act)
    )
    yield f"{words.who(event.seat)}: folds{why}"


def _checked(words: HandWords, act: HandAct, earlier: HandAct | None) -> Iterator[str]:
    event: e.Checked = act.entry.event
    why = f", because there is no bet to match ({words.rule(45)})" if by_time(earlier, event.seat) else _absent(act)
    yield f"{words.who(event.seat)}: checks{why}"


def _bet(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.BetPlaced = act.entry.event
    total = act.after.bets[act.after.seats.index(event.seat)]
    what = {
        "bet": f"bets {words.amount(event.paid)}",
        "call": f"calls {words.amount(event.paid)}",
        "raise": f"raises {words.amount(max(total - act.before.highest, 0))} to {words.amount(total)}",
    }[event.action]
    yield f"{words.who(event.seat)}: {what}{' and is all-in' if event.all_in else ''}"


def _refused(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.ActionRefused = act.entry.event
    yield _tried(words, event, visible(event.message))


def _refused_v2(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.ActionRefusedV2 = act.entry.event
    yield _tried(words, event, told(event).text())


def _tried(words: HandWords, event: e.ActionRefused | e.ActionRefusedV2, why: str) -> str:
    return f"{words.who(event.seat)}: tries {event.attempt!r}, refused under {visible(event.rule)}: {why}"


def _timed_out(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.DecisionTimedOut = act.entry.event
    deadline = f" at {timed(act.before.deadline)}" if act.before.pending >= 0 and act.before.deadline else ""
    yield f"{words.who(event.seat)}: the time to decide ran out{deadline} ({words.rule(43, 45)})"


def _lost(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.ConnectionLost = act.entry.event
    lost = f"{words.who(event.seat)}: connection lost at {timed(act.entry.recorded)}"
    if words.view.hand.outcome == "voided":
        yield f"{lost}, as the platform reports; the hand was void later, for the outage below"
    else:
        yield f"{lost}. The fault is on the player's side: the hand is not void and goes on ({words.rule(73)})"


def _restored(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.ConnectionRestored = act.entry.event
    yield f"{words.who(event.seat)}: is back at {timed(act.entry.recorded)}"


def _returned(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.UncalledBetReturned = act.entry.event
    yield f"Uncalled bet of {words.amount(event.amount)} returned to {words.who(event.seat)} ({words.rule(40)})"


def _shown(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.CardsShown = act.entry.event
    shown = [card.card or HIDDEN for card in event.cards]
    best = words.view.best.get(event.seat) if len(act.after.board) == len(words.view.hand.board) else None
    made = f": {best.name}, {' '.join(best.cards)}" if best else ""
    yield f"{words.who(event.seat)}: shows {cards(shown)}{made}"


def _mucked(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.CardsMucked = act.entry.event
    why = f", as the specific rules allow ({words.rule(59)})" if act.after.started.door == "live" else ""
    yield f"{words.who(event.seat)}: does not show{why}"


def _fee(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.CommissionTaken = act.entry.event
    terms = act.after.terms.commission
    rule = words.rule("17a" if event.seat is None else 19)
    base = "" if event.seat is None else f"{words.who(event.seat)}'s payment of "
    full = terms.cap is not None and sum(amount for _, _, amount in act.after.fees) >= terms.cap
    cap = f", where the cap of {words.amount(terms.cap or 0)} a hand is reached" if full else ""
    yield f"Commission {words.amount(event.amount)}, {percentage(terms.rate_bp)} of {base}{words.pot(event.pot)}{cap} ({rule})"


def _award(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.PotAwarded = act.entry.event
    yield f"{words.who(event.seat)}: collects {words.amount(event.amount)} from {words.pot(event.pot)}"


def _settled(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    for pot in sorted({pot for pot, _, _ in act.after.awards}):
        count = len(odd_seats(act.after, pot))
        if count == 1:
            yield f"The odd unit of {words.pot(pot)} goes to the first winner left of the button ({words.rule(62)})"
        elif count:
            yield (
                f"The {count} odd units of {words.pot(pot)} go one each to the first {count} winners left of the button "
                f"({words.rule(62)})"
            )
    yield "The hand is settled"


def _voided(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.Voided = act.entry.event
    yield f"*** VOID *** (jogada nula, {words.rule(72)}): incident {event.incident}"
    yield "Every bet goes back to who made it, folded or not; no commission is taken"
    for refund in event.refunds:
        yield f"{words.who(refund.seat)}: is refunded {priced(refund.amount, words.unit)}"


def _finding(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.FindingRecorded = act.entry.event
    yield _objection(words, event, visible(event.message))


def _finding_v2(words: HandWords, act: HandAct, _: HandAct | None) -> Iterator[str]:
    event: e.FindingRecordedV2 = act.entry.event
    yield _objection(words, event, told(event).text())


def _objection(words: HandWords, event: e.FindingRecorded | e.FindingRecordedV2, why: str) -> str:
    reading = "the practice of card rooms" if event.reading is Reading.PRACTICE else "the letter"
    if event.severity is Severity.BREACH:
        return f"Breach of {visible(event.rule)} by {reading}, recorded all the same: {why}"
    if event.rule.startswith(words.regulation):
        return f"Note on {visible(event.rule)}, no breach here; by {reading}: {why}"
    return f"Note on {visible(event.rule)}: {why}"


def by_time(earlier: HandAct | None, seat: int) -> bool:
    """Whether the act before says that the time of ``seat`` ran out."""
    return (
        earlier is not None and isinstance(earlier.entry.event, e.DecisionTimedOut) and earlier.entry.event.seat == seat
    )


def is_absent(act: HandAct) -> bool:
    """Whether the platform acts in a player's turn though no time ran out: he is absent from a tournament."""
    return act.before.started.tournament is not None and act.entry.by.actor == "platform"


def _absent(act: HandAct) -> str:
    return ", because nobody is there (R810 r.26-27)" if is_absent(act) else ""


_WORDS: Final[dict[type, Callable[[HandWords, HandAct, HandAct | None], Iterator[str]]]] = {
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
    e.ActionRefusedV2: _refused_v2,
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
    e.FindingRecordedV2: _finding_v2,
}
"""Every kind of a hand's events and its words; a test holds it to the closed union ``HandEvent``."""
