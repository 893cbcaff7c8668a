"""What happened in a round of blackjack, in words. What it moved is told by ``cli.round_text`` for every game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cli.text import HIDDEN, cards, counted, figure, objection, timed
from ledger.core.cards import card_text
from ledger.games.blackjack import events as e
from ledger.games.blackjack import otherwise
from ledger.games.blackjack.audit import hand_of
from ledger.games.blackjack.state import Hand, Round
from ledger.said import told
from projections.round.banked import BankedAct, BankedView

CHOICES: Final[dict[e.Choice, str]] = {
    "hit": "takes a card",
    "stand": "stands",
    "double": "doubles for {} (R805 r.15b)",
    "split": "splits for {} (R805 r.21)",
    "surrender": "surrenders (R805 r.15e)",
    "insure": "insures for {} (R805 r.15f)",
    "even_money": "takes even money (R805 r.20b)",
}


def title(view: BankedView) -> str:
    """Which game it is, by its terms."""
    terms = view.opened.terms
    unit = view.unit
    return f"blackjack, {terms.decks} decks, bets of {figure(terms.bet_min, unit)} to {figure(terms.bet_max, unit)}"


def void_rule(_: BankedView) -> str:
    """The rule under which a round is void."""
    return "R805 r.27"


def say(view: BankedView, act: BankedAct) -> Iterator[str]:  # noqa: C901, PLR0912  # one case an event
    """The lines for ``act``; none where its moves say it all."""
    event, after = act.entry.event, act.after
    match event:
        case e.RoundOpened():
            if event.shoe is not None:
                yield f"Shoe {event.shoe}: {counted(event.shoe_dealt, 'card')} dealt before"
        case e.ShoeShuffled():
            committed = "" if event.order_root is None else f", order committed to by {event.order_root}"
            yield f"Shoe {event.shoe}: {view.opened.terms.decks} decks shuffled{committed} (R805 r.4b)"
        case e.BetPlaced():
            yield f"{event.player}: bets {figure(event.amount, view.unit)} on seat {event.seat}"
        case e.BetsClosed():
            yield "No more bets (R805 r.12)"
        case e.CardDealt():
            if event.seat is None or event.hand is None:
                yield f"House: is dealt {event.card} {_house(view, after)}"
            else:
                yield f"{_who(after, event.seat, event.hand)}: is dealt {event.card} {_held(after, event.seat, event.hand)}"
        case e.HoleCardDealt():
            yield f"House: is dealt a card face down {_house(view, after)}; its commitment is on record"
        case e.DecisionRequested():
            yield f"{_who(after, event.seat, event.hand)}: to decide by {timed(event.deadline)}"
        case e.DecisionMade():
            yield _decided(view, act.before, event)
        case e.HouseRevealed():
            yield f"*** HOUSE *** {_house(view, after)}"
        case e.FindingRecorded():
            yield objection(event.rule, event.player, event.reading, event.message)
        case e.FindingRecordedV2():
            text = otherwise.told(view.unit, event, told(event)).text()
            yield objection(event.rule, event.player, event.reading, text)


def _decided(view: BankedView, before: Round, event: e.DecisionMade) -> str:
    said = CHOICES[event.decision].format(figure(event.paid, view.unit))
    ace = ", an ace counted as 1 (R805 r.8a)" if event.ace_as_one else ""
    late = ", because his time ran out" if event.cause == "time_out" else ""
    return f"{_who(before, event.seat, event.hand)}: {said}{ace}{late}"


def _who(round_: Round, seat: int, number: int) -> str:
    """The player of a hand, with its seat, and its number once the seat has more than one."""
    hand = round_.hand(seat, number)
    return f"{hand.player if hand else 'nobody'} ({hand_of(round_, seat, number)})"


def _held(round_: Round, seat: int, number: int) -> str:
    hand = round_.hand(seat, number)
    return "" if hand is None else _total(hand)


def _total(hand: Hand) -> str:
    called = " blackjack" if hand.blackjack and len(hand.cards) > 1 else ""
    return f"{cards(map(card_text, hand.cards))} {hand.total}{called}"


def _house(view: BankedView, round_: Round) -> str:
    """The cards of the house in ``round_``, as the viewer may see them; what lies face down counts for nothing."""
    texts = [card_text(card) for card in round_.house]
    if round_.hole:
        return cards([*texts, *(view.own(None) or [HIDDEN])])
    return f"{cards(texts)} {round_.house_total}"


def result(view: BankedView) -> Iterator[str]:
    """What the summary says of the cards."""
    round_: Round = view.state
    if round_.house:
        yield f"House {_house(view, round_)}"
    for hand in round_.hands:
        if hand.cards:
            yield f"{_who(round_, hand.seat, hand.number)} {_total(hand)}, bet {figure(hand.stake, view.unit)}"
