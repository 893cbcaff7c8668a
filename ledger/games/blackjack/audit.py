"""A round of blackjack told as moves, and computed again from its bets, cards and decisions alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, assert_never

from ledger.core.cards import CARD_IDS
from ledger.core.findings import Reading
from ledger.core.money import display
from ledger.games.blackjack.cards import HOUSE_STANDS, TWENTY_ONE
from ledger.games.blackjack.events import (
    HOLE_SLOT,
    BetPlaced,
    BetsClosed,
    BlackjackEvent,
    CardDealt,
    Choice,
    Collected,
    DecisionMade,
    DecisionRequested,
    FindingRecorded,
    HoleCardDealt,
    HouseRevealed,
    Paid,
    RoundOpened,
    Settled,
    ShoeShuffled,
    Voided,
)
from ledger.games.blackjack.money import MONEY
from ledger.games.blackjack.payout import following, refund
from ledger.games.blackjack.r805 import bet_within_limits, may_insure
from ledger.games.blackjack.state import Round, evolve
from ledger.house.moves import FlowText, Move, differing, told
from ledger.seal.commitment import card_commitment

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


def hand_of(round_: Round, seat: int, hand: int) -> str:
    """A hand in words: by its seat, and its number where the seat has more than one."""
    several = sum(other.seat == seat for other in round_.hands) > 1
    return f"seat {seat} hand {hand}" if several else f"seat {seat}"


def moves(round_: Round, event: BlackjackEvent) -> list[Move]:
    """What ``event`` moves, in ``round_`` as it is after it."""
    return told(MONEY, event, _words(round_, event))


def _words(round_: Round, event: BlackjackEvent) -> Iterator[FlowText]:
    """Of every flow of ``event``, in its order."""
    match event:
        case BetPlaced():
            yield FlowText(event.player, f"seat {event.seat}", "", "R805 r.9")
        case DecisionMade():
            rule = STAKED_UNDER.get(event.decision, "R805 r.15")
            yield FlowText(event.player, hand_of(round_, event.seat, event.hand), event.decision, rule)
        case Paid():
            over = event.reason == "win" and round_.house_total > TWENTY_ONE
            rule = "R805 r.25d" if over else PAID_UNDER[event.reason]
            on = hand_of(round_, event.seat, event.hand)
            yield from (FlowText(event.player, on, event.reason, rule),) * 2  # a prize, and the stake
        case Collected():
            on = hand_of(round_, event.seat, event.hand)
            yield FlowText(event.player, on, event.reason, LOST_UNDER[event.reason])
        case Voided():
            for back in event.refunds:
                yield from (FlowText(back.player, on, "", "R805 r.28") for on in ("all bets", "prizes", "prizes"))
        case (
            RoundOpened()
            | ShoeShuffled()
            | BetsClosed()
            | CardDealt()
            | HoleCardDealt()
            | DecisionRequested()
            | HouseRevealed()
            | Settled()
            | FindingRecorded()
        ):
            return
        case _:
            assert_never(event)


def differences(events: Sequence[BlackjackEvent]) -> tuple[str, ...]:
    """Where the record of a finished round is not what its bets, cards and decisions give; empty where all of it is."""
    round_, due = _due(events)
    name = f"blackjack:{round_.opened.table}/{round_.opened.number}"
    found = []
    if not isinstance(events[-1], Voided) and round_.outcome != "settled":
        found.append(f"{name}: settled, and bets are undecided (R805 r.25)")
    paid = [event for event in events if not isinstance(event, BetPlaced | DecisionMade)]
    found += differing(name, round_.terms.unit, _told(round_, paid), _told(round_, due))
    return (*found, *_bets(name, events), *_hole(name, events))


def owed(events: Sequence[BlackjackEvent]) -> list[Move]:
    """What a finished round pays, takes and gives back by its rules, computed from its bets, cards and decisions."""
    return _told(*_due(events))


def _due(events: Sequence[BlackjackEvent]) -> tuple[Round, list[BlackjackEvent]]:
    """The round played again, and what follows from it; from its void what goes back."""
    round_, due = recomputed(events)
    ended = events[-1]
    if isinstance(ended, Voided):
        whole = round_.terms.readings.decided_bets is Reading.LETTER
        players = sorted({hand.player for hand in round_.hands})
        refunds = [refund(round_, player, whole=whole, held=None) for player in players]
        due = [*due, Voided(incident=ended.incident, refunds=refunds)]
    return round_, due


def recomputed(events: Iterable[BlackjackEvent]) -> tuple[Round, list[BlackjackEvent]]:
    """The round played again: what was done is taken from ``events``, what follows from it is computed."""
    round_: Round | None = None
    due: list[BlackjackEvent] = []
    for event in events:
        if isinstance(event, Paid | Collected | Settled | Voided):
            continue
        round_ = evolve(round_, event)
        follows = following(round_)
        for then in follows:
            round_ = evolve(round_, then)
        due += follows
    return round_ if round_ is not None else evolve(None, next(iter(events))), due


def _bets(name: str, events: Iterable[BlackjackEvent]) -> Iterator[str]:
    """R805 r.9, r.15b, r.15f, r.17, r.21: what was staked is what the rules ask for, and the house takes no card from 17 on."""
    round_: Round | None = None
    for event in events:
        if round_ is not None and isinstance(event, BetPlaced):
            outside = bet_within_limits(round_.terms, event.amount)
            if outside is not None:
                yield f"{name}: {event.player}, {outside.message} ({outside.rule})"
        elif round_ is not None and isinstance(event, DecisionMade):
            yield from _stake(name, round_, event)
        elif isinstance(event, CardDealt) and event.seat is None and round_ is not None and _stands(round_):
            yield f"{name}: the house has {round_.house_total} and takes {event.card} (R805 r.17a)"
        round_ = evolve(round_, event)


def _stands(round_: Round) -> bool:
    """Whether the house has shown its cards and takes no more."""
    return round_.revealed and round_.house_total >= HOUSE_STANDS


def _stake(name: str, round_: Round, event: DecisionMade) -> Iterator[str]:
    """What a decision staked, where it is not what the rules ask for with it."""
    hand, unit = round_.hand(event.seat, event.hand), round_.terms.unit
    if hand is None:
        yield f"{name}: a decision of hand {event.hand} of seat {event.seat}, and there is none (R805 r.15)"
    elif event.decision == "insure":
        above = may_insure(round_, hand, event.paid)
        if above is not None:
            yield f"{name}: {event.player}, {above.message} ({above.rule})"
    elif event.paid != (due := hand.stake if event.decision in {"double", "split"} else 0):
        said, owed = (display(amount, unit.currency, unit.decimals) for amount in (event.paid, due))
        on, rule = hand_of(round_, event.seat, event.hand), STAKED_UNDER.get(event.decision, "R805 r.15")
        yield f"{name}: {event.player}, staked on {on} ({event.decision}): recorded {said}, recomputed {owed} ({rule})"


def _told(round_: Round, events: Iterable[BlackjackEvent]) -> list[Move]:
    """The moves of ``events``; what an account could not give back counts as if it had (r.28): the round does not know."""
    told = [move for event in events for move in moves(round_, event)]
    return [move._replace(what="taken_back") if move.what == "waived" else move for move in told]


def _hole(name: str, events: Iterable[BlackjackEvent]) -> Iterator[str]:
    """R805 r.17: the card the house turns up is the one it was dealt."""
    commitment: str | None = None
    for event in events:
        if isinstance(event, HoleCardDealt):
            commitment = event.commitments[HOLE_SLOT]
        elif isinstance(event, HouseRevealed):
            salt = bytes.fromhex(event.salt)
            if card_commitment(name, HOLE_SLOT, CARD_IDS[event.card], salt).hex() != commitment:
                yield f"{name}: the house turns {event.card}, which is not the card it was dealt face down (R805 r.17)"
