"""What happened in a round of blackjack, as its history says it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from tombo.ledger.core.cards import HIDDEN, card_text
from tombo.ledger.core.said import Fact, Told, Word
from tombo.ledger.games.blackjack import events as e
from tombo.ledger.games.blackjack import otherwise, words
from tombo.ledger.games.blackjack.audit import hand_of
from tombo.ledger.games.blackjack.hands import BlackjackHand
from tombo.ledger.games.blackjack.state import BlackjackRound
from tombo.ledger.games.game import ActSeen, History, RoundSeen
from tombo.ledger.house.banked.words import NOBODY
from tombo.ledger.house.moves import Move


def _title(seen: RoundSeen) -> Told:
    terms, unit = seen.opened.terms, seen.unit
    return words.BLACKJACK_TITLE(decks=terms.decks, least=unit.sum(terms.bet_min), most=unit.sum(terms.bet_max))


def _say(seen: RoundSeen, act: ActSeen) -> Iterator[Told]:  # noqa: C901, PLR0912  # one case an event
    event: e.BlackjackEvent = act.entry.event
    after: BlackjackRound = act.after
    match event:
        case e.RoundOpened():
            if event.shoe is not None:
                yield words.SHOE_IN_USE(shoe=event.shoe, cards=event.shoe_dealt)
        case e.ShoeShuffled():
            yield _shuffled(seen.opened.terms.decks, event)
        case e.BetPlaced():
            yield words.BLACKJACK_BET(player=event.player, amount=seen.unit.sum(event.amount), seat=event.seat)
        case e.BlackjackBetRefused():
            amount = seen.unit.sum(event.amount)
            yield words.BLACKJACK_TURNED_DOWN(player=event.player, amount=amount, rule=event.rule, seat=event.seat)
        case e.BetsClosed():
            yield words.BLACKJACK_NO_MORE_BETS()
        case e.CardDealt():
            if event.seat is None or event.hand is None:
                yield words.CARD_TO_HOUSE(card=event.card, held=_house(seen, after))
            else:
                hand = after.hand(event.seat, event.hand)
                held = "" if hand is None else _held(hand)
                yield words.CARD_TO_HAND(who=_who(after, event.seat, event.hand), card=event.card, held=held)
        case e.HoleCardDealt():
            yield words.HOLE_CARD_TO_HOUSE(held=_house(seen, after))
        case e.DecisionRequested():
            yield words.BLACKJACK_ASKED(who=_who(after, event.seat, event.hand), deadline=event.deadline)
        case e.DecisionMade():
            who = _who(act.before, event.seat, event.hand)
            yield words.BLACKJACK_DECIDED(who=who, done=tuple(_done(seen, event)))
        case e.HouseRevealed():
            yield words.BLACKJACK_HOUSE_SHOWS(held=_house(seen, after))
        case e.BlackjackConnectionLost():
            yield words.BLACKJACK_CUT_OFF(player=event.player)
        case e.BlackjackConnectionRestored():
            yield words.BLACKJACK_BACK(player=event.player)
        case e.Paid() | e.Collected():
            return  # their moves say it
        case e.Settled() | e.Voided() | e.FindingRecorded() | e.FindingRecordedV2():
            return  # said for every game alike
        case _:
            assert_never(event)


def _shuffled(decks: int, event: e.ShoeShuffled) -> Told:
    if event.order_root is None:
        return words.SHOE_IS_SHUFFLED(shoe=event.shoe, decks=decks)
    return words.SHOE_IS_SHUFFLED_AND_COMMITTED(shoe=event.shoe, decks=decks, root=event.order_root)


def _done(seen: RoundSeen, event: e.DecisionMade) -> Iterator[Told]:
    """What was decided, and why so."""
    staking = words.STAKING_CHOICES.get(event.decision)
    yield words.CHOICES[event.decision]() if staking is None else staking(paid=seen.unit.sum(event.paid))
    if event.ace_as_one:
        yield words.ACE_AS_ONE()
    if event.cause == "time_out":
        yield words.OUT_OF_TIME()


def _who(round_: BlackjackRound, seat: int, number: int) -> Told:
    """The player of a hand, with its seat, and its number once the seat has more than one."""
    hand = round_.hand(seat, number)
    player: Fact = NOBODY if hand is None else hand.player
    return words.BLACKJACK_PLAYER(player=player, hand=hand_of(round_, seat, number))


def _held(hand: BlackjackHand) -> Told:
    cards = tuple(map(card_text, hand.cards))
    if hand.blackjack and len(cards) > 1:
        return words.HOLDS_BLACKJACK(cards=cards, total=hand.total)
    return words.HOLDS(cards=cards, total=hand.total)


def _house(seen: RoundSeen, round_: BlackjackRound) -> Told:
    """The cards of the house in ``round_``, as the viewer may see them; what lies face down counts for nothing."""
    cards = tuple(map(card_text, round_.house))
    if round_.hole:
        return words.HOLDS_HIDDEN(cards=(*cards, *(seen.own(None) or [HIDDEN])))
    total = round_.house_total
    return words.HOLDS_ONE(cards=cards) if total == 1 else words.HOLDS(cards=cards, total=total)


def _result(seen: RoundSeen) -> Iterator[Told]:
    round_: BlackjackRound = seen.state
    if round_.house:
        yield words.BLACKJACK_HOUSE(held=_house(seen, round_))
    for hand in round_.hands:
        if hand.cards:
            who, stake = _who(round_, hand.seat, hand.number), seen.unit.sum(hand.stake)
            yield words.BLACKJACK_HAND(who=who, held=_held(hand), stake=stake)


def _reason(move: Move) -> Word:
    return words.HOUSE_ABOVE_21 if move.rule == "R805 r.25d" else words.REASONS[move.why]


HISTORY: Final = History(
    rows=words,
    replayed=words.BLACKJACK_REPLAYED,
    title=_title,
    say=_say,
    result=_result,
    void_rule=lambda _: "R805 r.27",
    reason=_reason,
    whom=lambda _, finding: finding.player,
    otherwise=otherwise.told,
    quiet=(e.DecisionRequested,),
)
