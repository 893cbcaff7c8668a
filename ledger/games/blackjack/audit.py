"""A round of blackjack told as moves, and computed again from its bets, cards and decisions alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple, assert_never

from tombo.ledger.core.cards import CARD_IDS
from tombo.ledger.core.findings import Finding, Reading
from tombo.ledger.core.said import Told
from tombo.ledger.games.blackjack import words
from tombo.ledger.games.blackjack.cards import HOUSE_STANDS, TWENTY_ONE
from tombo.ledger.games.blackjack.events import (
    HOLE_SLOT,
    BetPlaced,
    BetsClosed,
    BlackjackBetRefused,
    BlackjackConnectionLost,
    BlackjackConnectionRestored,
    BlackjackEvent,
    CardDealt,
    Choice,
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
from tombo.ledger.games.blackjack.money import MONEY
from tombo.ledger.games.blackjack.payout import decided_by_cards
from tombo.ledger.games.blackjack.r805 import (
    ace_stays_one,
    bet_within_limits,
    connection_fails_after_the_bet,
    connection_was_lost,
    decided_in_silence,
    may_be_decided,
)
from tombo.ledger.games.blackjack.revisions import deciding
from tombo.ledger.games.blackjack.said import audited
from tombo.ledger.games.blackjack.said import door as said
from tombo.ledger.games.blackjack.state import BlackjackRound, evolve
from tombo.ledger.house.banked import words as banked_words
from tombo.ledger.house.moves import FlowText, Move, as_due, differing, found_in, told
from tombo.ledger.seal.commitment import card_commitment

PAID_UNDER: Final = {
    "blackjack": "R805 r.25a",
    "even_money": "R805 r.20b",
    "insurance": "R805 r.25f",
    "original_only": "R805 r.25e",
    "push": "R805 r.25h",
    "special": "R805 r.25i",
    "surrender": "R805 r.15e",
    "win": "R805 r.25c",
}
"""The rule of a payment by its reason; a win over a house above 21 is r.25d's."""
LOST_UNDER: Final = {
    "bust": "R805 r.25b",
    "insurance": "R805 r.25g",
    "lost": "R805 r.25e",
    "surrender": "R805 r.15e",
}
STAKED_UNDER: Final[dict[Choice, str]] = {"double": "R805 r.15b", "insure": "R805 r.15f", "split": "R805 r.21"}


ALL_BETS: Final = banked_words.ON_ALL_BETS()
PRIZES: Final = words.ON_BLACKJACK_PRIZES()


def hand_of(round_: BlackjackRound, seat: int, hand: int) -> Told:
    """A hand by its seat, and its number where the seat has more than one."""
    alone = not _split(round_, seat)
    return audited.BLACKJACK_ON_SEAT(seat=seat) if alone else audited.BLACKJACK_ON_HAND(seat=seat, hand=hand)


def _on(round_: BlackjackRound, seat: int, hand: int) -> Told:
    """Where a bet stands: on such a hand."""
    return _on_hand(seat, hand) if _split(round_, seat) else _on_seat(seat)


@cache
def _on_seat(seat: int) -> Told:
    return words.ON_BLACKJACK_SEAT(seat=seat)


@cache
def _on_hand(seat: int, hand: int) -> Told:
    return words.ON_BLACKJACK_HAND(seat=seat, hand=hand)


def _split(round_: BlackjackRound, seat: int) -> bool:
    """Whether ``seat`` has more than one hand."""
    return sum(other.seat == seat for other in round_.hands) > 1


def moves(round_: BlackjackRound, event: BlackjackEvent) -> list[Move]:
    """What ``event`` moves, in ``round_`` as it is after it."""
    return told(MONEY, event, _words(round_, event))


def _words(round_: BlackjackRound, event: BlackjackEvent) -> Iterator[FlowText]:
    """Of every flow of ``event``, in its order."""
    match event:
        case BetPlaced():
            yield FlowText(event.player, _on_seat(event.seat), "", "R805 r.9")
        case DecisionMade():
            rule = STAKED_UNDER.get(event.decision, "R805 r.15")
            yield FlowText(event.player, _on(round_, event.seat, event.hand), event.decision, rule)
        case Paid():
            over = event.reason == "win" and round_.house_total > TWENTY_ONE
            rule = "R805 r.25d" if over else PAID_UNDER[event.reason]
            on = _on(round_, event.seat, event.hand)
            yield from (FlowText(event.player, on, event.reason, rule),) * 2  # a prize, and the stake
        case Collected():
            on = _on(round_, event.seat, event.hand)
            yield FlowText(event.player, on, event.reason, LOST_UNDER[event.reason])
        case Voided():
            for back in event.refunds:
                yield from (FlowText(back.player, on, "", "R805 r.28") for on in (ALL_BETS, PRIZES, PRIZES))
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
            | Settled()
            | FindingRecorded()
            | FindingRecordedV2()
        ):
            return
        case _:
            assert_never(event)


class RoundAgain(NamedTuple):
    """A round played again."""

    round: BlackjackRound
    """As it is then."""
    due: list[BlackjackEvent]
    """What follows from it."""
    soon: list[Paid | Collected]
    """What is on record of that before it follows."""
    acts: list[tuple[BlackjackRound, BlackjackEvent]]
    """What was done after it was opened, each with the round as it is before."""


def differences(events: Sequence[BlackjackEvent]) -> tuple[Told, ...]:
    """Where the record of a finished round is not what its bets, cards and decisions give; empty where all of it is."""
    round_, due, soon, acts = _due(events)
    name = f"blackjack:{round_.opened.table}/{round_.opened.number}"
    found = [Finding("R805 r.25", audited.BET_DECIDED_TOO_SOON(hand=one.hand, seat=one.seat)) for one in soon]
    if not isinstance(events[-1], Voided) and round_.outcome != "settled":
        found.append(Finding("R805 r.25", audited.BLACKJACK_SETTLED_BETS_UNDECIDED()))
    paid = [event for event in events if not isinstance(event, BetPlaced | DecisionMade)]
    told = () if as_due(MONEY, paid, due) else (_told(round_, paid), _told(round_, due))
    unlike = differing(name, round_.terms.unit, *told, words.REASONS) if told else ()
    return (*found_in(name, found), *unlike, *found_in(name, _acts(name, acts)))


def rests(events: Iterable[BlackjackEvent]) -> Iterator[Told]:
    """What is said of a round in play that nothing follows: no door turns the hole card early and leaves it at that (r.17, r.27)."""
    round_: BlackjackRound | None = None
    for event in events:
        round_ = evolve(round_, event)
    if round_ is not None and round_.early and round_.outcome == "open":
        name = f"blackjack:{round_.opened.table}/{round_.opened.number}"
        yield audited.HOUSE_TURNED_EARLY(round=name, rule="R805 r.17")


def owed(events: Sequence[BlackjackEvent]) -> list[Move]:
    """What a finished round pays, takes and gives back by its rules, computed from its bets, cards and decisions."""
    played = _due(events)
    return _told(played.round, played.due)


def _due(events: Sequence[BlackjackEvent]) -> RoundAgain:
    """The round played again, and what follows from it; from its void what goes back."""
    played = recomputed(events)
    round_, due, ended = played.round, played.due, events[-1]
    if (
        isinstance(ended, Settled) and round_.outcome == "open"
    ):  # by an outage: no card came that it did not need (r.27)
        follows = deciding(round_.terms).following(round_, stopped=True)
    else:
        follows = _standing(round_, events) if isinstance(ended, Voided) else []
    for then in follows:
        round_ = evolve(round_, then)
    due = [*due, *follows]
    if isinstance(ended, Voided):
        whole = round_.terms.readings.decided_bets is Reading.LETTER
        players = sorted({hand.player for hand in round_.hands})
        refunds = [deciding(round_.terms).refund(round_, player, whole=whole, held=None) for player in players]
        due = [*due, Voided(incident=ended.incident, refunds=refunds)]
    return played._replace(round=round_, due=due)


def _standing(round_: BlackjackRound, events: Iterable[BlackjackEvent]) -> list[BlackjackEvent]:
    """Of the bets of a void round ``round_``, those that its record has as decided, and its open cards decide (r.27).

    That every bet is there which they decide, the door asks: rounds were void without it before.
    """
    if not round_.revealed:
        return []
    told = {_bet(event) for event in events if isinstance(event, Paid | Collected)}
    return [event for event in decided_by_cards(round_, round_.house) if _bet(event) in told]


def _bet(event: Paid | Collected) -> tuple[int, int, bool]:
    return event.seat, event.hand, event.reason == "insurance"


def recomputed(events: Iterable[BlackjackEvent]) -> RoundAgain:
    """The round played again: what was done is taken from ``events``, what follows from it is computed.

    Raises:
        IndexError: a bet is decided of a hand that is not there.
        ValueError: the events are out of the order of a round.
    """
    round_: BlackjackRound | None = None
    due: list[BlackjackEvent] = []
    waiting: dict[tuple[int, int, str], Paid | Collected] = {}
    soon: list[Paid | Collected] = []
    acts: list[tuple[BlackjackRound, BlackjackEvent]] = []
    for event in events:
        if isinstance(event, Paid | Collected):
            if round_ is not None and event.reason != "insurance":
                round_.at(event.seat, event.hand)
            waiting[event.seat, event.hand, event.reason] = event
        if isinstance(event, Paid | Collected | Settled | Voided):
            continue
        if waiting:
            decided = {_reason(then) for then in due}
            waiting = {key: one for key, one in waiting.items() if key not in decided}
        if round_ is not None:
            acts.append((round_, event))
        round_ = evolve(round_, event)
        follows = deciding(round_.terms).following(round_)
        for then in follows:
            round_ = evolve(round_, then)
        soon += [waiting[_reason(then)] for then in follows if waiting and _reason(then) in waiting]
        due += follows
    return RoundAgain(round_ if round_ is not None else evolve(None, next(iter(events))), due, soon, acts)


def _reason(event: BlackjackEvent) -> tuple[int, int, str]:
    return (event.seat, event.hand, event.reason) if isinstance(event, Paid | Collected) else (0, 0, "")


def _acts(name: str, acts: Iterable[tuple[BlackjackRound, BlackjackEvent]]) -> Iterator[Finding]:
    """R805 r.8a, r.9, r.15, r.17, r.21, r.24, r.29: what was done is what the rules ask for; the house turns its card and takes none from 17 on."""
    for round_, event in acts:
        if isinstance(event, CardDealt):
            if event.seat is None or event.hand is None:
                yield from _to_the_house(round_, event)
        elif isinstance(event, BetPlaced):
            outside = bet_within_limits(round_.terms, event.amount)
            if outside is not None:
                yield _of(event.player, outside)
        elif isinstance(event, DecisionMade):
            yield from _stake(round_, event)
            yield from _beside(round_, event)
        elif isinstance(event, BlackjackConnectionLost | BlackjackConnectionRestored):
            lost = isinstance(event, BlackjackConnectionLost)
            untrue = (connection_fails_after_the_bet if lost else connection_was_lost)(round_, event.player)
            if untrue is not None:
                yield _of(event.player, untrue)
        elif isinstance(event, HouseRevealed):
            yield from (Finding("R805 r.17", told) for told in unopened(name, round_, event))


def _to_the_house(round_: BlackjackRound, event: CardDealt) -> Iterator[Finding]:
    """R805 r.14, r.17a: a card of the house names no seat and no hand, and the house takes none from 17 on."""
    if event.seat is not None or event.hand is not None:
        yield Finding("R805 r.14", audited.CARD_OF_HALF_A_HAND(card=event.card))
    if round_.revealed and round_.house_total >= HOUSE_STANDS:
        yield Finding("R805 r.17a", audited.HOUSE_DRAWS_FROM_SEVENTEEN(total=round_.house_total, card=event.card))


def _of(player: str, found: Finding) -> Finding:
    """``found``, and whose bet it is about."""
    return found._replace(told=audited.BLACKJACK_OBJECTION_TO_PLAYER(player=player, why=found.told))


def _stake(round_: BlackjackRound, event: DecisionMade) -> Iterator[Finding]:
    """A decision that its hand may not take, and what it staked, where it is not what the rules ask for with it."""
    hand, unit = round_.hand(event.seat, event.hand), round_.terms.unit
    if hand is None:
        yield Finding("R805 r.15", audited.DECISION_OF_UNKNOWN_HAND(hand=event.hand, seat=event.seat))
    elif (objection := may_be_decided(round_, hand, event.decision, event.paid)) is not None:
        yield _of(event.player, objection)
    elif event.decision != "insure" and event.paid != (
        due := hand.stake if event.decision in {"double", "split"} else 0
    ):
        told = audited.DECISION_STAKES_OTHERWISE(
            player=event.player,
            on=hand_of(round_, event.seat, event.hand),
            decision=said.CHOICES[event.decision],
            recorded=unit.sum(event.paid),
            recomputed=unit.sum(due),
        )
        yield Finding(STAKED_UNDER.get(event.decision, "R805 r.15"), told)


def _beside(round_: BlackjackRound, event: DecisionMade) -> Iterator[Finding]:
    """R805 r.8a, r.24: a doubled ace counts 1 where it has to, and no other; for who is silent is decided what the rules say."""
    hand = round_.hand(event.seat, event.hand)
    if hand is None:
        return
    on, decision = hand_of(round_, event.seat, event.hand), said.CHOICES[event.decision]
    if event.ace_as_one != (event.decision == "double" and ace_stays_one(hand, round_.terms)):
        row = audited.ACE_COUNTED_ONE if event.ace_as_one else audited.ACE_LEFT_FREE
        yield Finding("R805 r.8a", row(player=event.player, on=on, decision=decision))
    if event.cause == "time_out" and event.decision != (due := decided_in_silence(hand)):
        told = audited.SILENCE_DECIDED_OTHERWISE(
            player=event.player, on=on, total=hand.total, recorded=decision, recomputed=said.CHOICES[due]
        )
        yield Finding("R805 r.24", told)


def _told(round_: BlackjackRound, events: Iterable[BlackjackEvent]) -> list[Move]:
    """The moves of ``events``; what an account could not give back counts as if it had (r.28): the round does not know."""
    told = [move for event in events for move in moves(round_, event)]
    return [move._replace(what="taken_back") if move.what == "waived" else move for move in told]


def unopened(stream: str, round_: BlackjackRound, event: HouseRevealed) -> Iterator[Told]:
    """R805 r.17: the card the house turns up is the one it was dealt, and is turned once; what is said of any other.

    ``round_``: as it is before.
    """
    opening = card_commitment(stream, HOLE_SLOT, CARD_IDS[event.card], bytes.fromhex(event.salt)).hex()
    if opening != round_.commitment:
        yield audited.HOUSE_TURNS_OTHER_CARD(card=event.card)
    elif not round_.hole:
        yield audited.HOUSE_TURNS_CARD_AGAIN(card=event.card)
