"""A round of póquer sem descarte told as moves, and computed again from its bets and the cards shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, assert_never

from ledger.core.cards import CARD_IDS, card_text
from ledger.core.findings import Reading
from ledger.core.money import display
from ledger.games.sem_descarte.events import (
    AntePlaced,
    BetsClosed,
    CardsDealt,
    CardsShown,
    Collected,
    Continued,
    DecisionRequested,
    DecisionWarned,
    FindingRecorded,
    Folded,
    HouseShown,
    OpenedCard,
    Paid,
    PlayerDisconnected,
    Refund,
    RoundOpened,
    SemDescarteEvent,
    Settled,
    TimeExtended,
    Voided,
)
from ledger.games.sem_descarte.money import MONEY
from ledger.games.sem_descarte.payout import settled
from ledger.games.sem_descarte.r803 import (
    ante_is_within_limits,
    no_card_twice,
    round_cannot_be_completed,
    second_bet,
)
from ledger.games.sem_descarte.ranking import qualifies
from ledger.games.sem_descarte.state import Round, evolve
from ledger.house.moves import FlowText, Move, differing, told
from ledger.seal.commitment import card_commitment

WHOLE: Final = 5
"""Cards of a hand."""
RETURNED_UNDER: Final = {"higher": "R803 r.28", "house_out": "R803 r.26", "tie": "R803 r.11"}


def moves(state: Round, event: SemDescarteEvent) -> list[Move]:
    """What ``event`` moves, in ``state`` as it is after it."""
    return told(MONEY, event, _words(state, event))


def _words(state: Round, event: SemDescarteEvent) -> Iterator[FlowText]:
    """Of every flow of ``event``, in its order."""
    players = {box.seat: box.player for box in state.boxes}
    match event:
        case AntePlaced():
            yield FlowText(event.player, "ante", "", "R803 r.16")
        case Continued():
            yield FlowText(players[event.seat], "bet", "", "R803 r.23")
        case Paid():
            player, why = players[event.seat], event.reason
            yield FlowText(player, "ante", why, "R803 r.26" if why == "house_out" else "R803 r.28b")
            yield FlowText(player, "bet", why, "R803 r.12, r.28a")
            yield FlowText(player, "ante and bet", why, RETURNED_UNDER[why])
        case Collected():
            on, rule = ("ante", "R803 r.22") if event.reason == "folded" else ("ante and bet", "R803 r.29")
            yield FlowText(players[event.seat], on, event.reason, rule)
        case Voided():
            yield from (FlowText(players[refund.seat], "all bets", "", "R803 r.33") for refund in event.refunds)
        case (
            RoundOpened()
            | BetsClosed()
            | CardsDealt()
            | DecisionRequested()
            | DecisionWarned()
            | TimeExtended()
            | Folded()
            | PlayerDisconnected()
            | HouseShown()
            | CardsShown()
            | Settled()
            | FindingRecorded()
        ):
            return
        case _:
            assert_never(event)


def differences(events: Sequence[SemDescarteEvent]) -> tuple[str, ...]:
    """Where the record of a finished round is not what its bets and cards give; empty where all of it is."""
    state = _played(events)
    name = f"sem_descarte:{state.opened.table}/{state.opened.number}"
    ended, found = events[-1], [*_course(name, state, events), *_bets(name, state), *_closed_cards(name, events)]
    if not _goes_back(state, ended):
        missing = _unshown(name, state)
        if missing:
            return (*found, *missing)
    if isinstance(ended, Voided):
        valid = round_cannot_be_completed(state)
        found += [f"{name}: void, and {valid.message} ({valid.rule})"] if valid else []
    elif state.within("open"):
        found.append(f"{name}: settled, and a seat has not decided (R803 r.20)")
    due = _due(state, ended)
    paid = [event for event in events if not isinstance(event, AntePlaced | Continued)]
    found += differing(name, state.terms.unit, _told(state, paid), _told(state, due))
    return tuple(found)


def owed(events: Sequence[SemDescarteEvent]) -> list[Move]:
    """What a finished round pays, takes and gives back by its rules; nothing where the cards that say it are not shown."""
    state, ended = _played(events), events[-1]
    if not _goes_back(state, ended) and _unshown("", state):
        return []
    return _told(state, _due(state, ended))


def _goes_back(state: Round, ended: SemDescarteEvent) -> bool:
    """Whether every bet goes back, those that were decided too."""
    return isinstance(ended, Voided) and state.terms.readings.decided_bets is Reading.LETTER


def _due(state: Round, ended: SemDescarteEvent) -> list[SemDescarteEvent]:
    """What follows from the round as it was before anything was paid, and from its end."""
    whole = _goes_back(state, ended)
    due = [] if whole else _decided(state)
    if isinstance(ended, Voided):
        back = state.boxes if whole else state.within("open")
        refunds = [Refund(amount=box.ante + box.bet2, seat=box.seat) for box in back]
        due.append(Voided(incident=ended.incident, refunds=refunds))
    return due


def _course(name: str, state: Round, events: Sequence[SemDescarteEvent]) -> Iterator[str]:
    """R803 r.2e, r.6b, r.14, r.19: bets are closed, cards dealt and the round ended once each, with one deck.

    Where all lost their antes before the deal nothing is dealt.
    """
    times = Counter(map(type, events))
    for kind, said in ((BetsClosed, "the bets are closed (R803 r.14"), (CardsDealt, "the cards are dealt (R803 r.19")):
        if times[kind] > 1 or (state.within("continued") and not times[kind]):
            yield f"{name}: {times[kind]} times {said}); expected once"
    if times[Settled] + times[Voided] > 1:
        yield f"{name}: it ends {times[Settled] + times[Voided]} times (R803 r.2e); expected once"
    lying = [*state.house, *(card for box in state.boxes for card in box.cards)]
    if state.discard is not None:
        lying.append(state.discard)
    if len(set(lying)) < len(lying) and (twice := no_card_twice([card_text(card) for card in lying])):
        yield f"{name}: {twice.message} ({twice.rule})"


def _bets(name: str, state: Round) -> Iterator[str]:
    """R803 r.16, r.23: antes within the limits of the table, and second bets of twice the ante."""
    unit = state.terms.unit
    for box in state.boxes:
        outside = ante_is_within_limits(state, box.ante)
        if outside is not None:
            yield f"{name}: {box.player}, {outside.message} ({outside.rule})"
        due = second_bet(box) if box.decision == "continued" else 0
        if box.bet2 != due:
            said, owed = (display(amount, unit.currency, unit.decimals) for amount in (box.bet2, due))
            yield f"{name}: {box.player}, staked on bet: recorded {said}, recomputed {owed} (R803 r.23)"


def _played(events: Iterable[SemDescarteEvent]) -> Round:
    """The round as it was before anything was paid."""
    state: Round | None = None
    for event in events:
        if not isinstance(event, Paid | Collected | Settled | Voided):
            state = evolve(state, event)
    return state if state is not None else evolve(None, next(iter(events)))


def _unshown(name: str, state: Round) -> list[str]:
    """R803 r.24, r.27: without the cards that had to be shown nothing can be computed."""
    continued = state.within("continued")
    if not continued:
        return []
    if len(state.house) < WHOLE:
        return [f"{name}: a seat continued, and the house has not shown its cards (R803 r.24)"]
    plays = qualifies(state.house, state.terms.readings)
    found = [
        f"{name}: {box.player} continued, the house plays, and his cards are not shown (R803 r.27)"
        for box in continued
        if plays and len(box.cards) < WHOLE
    ]
    if plays != state.qualifies:
        recorded, other = ("does not play", "does") if plays else ("plays", "does not")
        found.append(f"{name}: recorded that the house {recorded}, and it {other} (R803 r.25)")
    return found


def _decided(state: Round) -> list[SemDescarteEvent]:
    """What becomes of the seats that decided."""
    readings = state.terms.readings
    folded: list[SemDescarteEvent] = [
        Collected(amount=box.ante, reason="folded", seat=box.seat) for box in state.within("folded")
    ]
    return [*folded, *(settled(box, box.cards, state.house, readings) for box in state.within("continued"))]


def _told(state: Round, events: Iterable[SemDescarteEvent]) -> list[Move]:
    return [move for event in events for move in moves(state, event)]


def _closed_cards(name: str, events: Iterable[SemDescarteEvent]) -> Iterator[str]:
    """R803 r.24, r.27: the cards shown are those that were dealt, each to whom it was dealt."""
    dealt: CardsDealt | None = None
    for event in events:
        if isinstance(event, CardsDealt):
            dealt = event
        elif isinstance(event, HouseShown | CardsShown) and dealt is not None:
            seat = None if isinstance(event, HouseShown) else event.seat
            wrong = [shown.card for shown in event.cards if not _opens(name, dealt, shown, seat)]
            if wrong:
                yield f"{name}: {' '.join(wrong)} shown, which were not dealt so (R803 r.19)"


def _opens(name: str, dealt: CardsDealt, shown: OpenedCard, seat: int | None) -> bool:
    slot = shown.slot
    if slot >= len(dealt.commitments) or dealt.seats[slot] != seat:
        return False
    return card_commitment(name, slot, CARD_IDS[shown.card], bytes.fromhex(shown.salt)).hex() == dealt.commitments[slot]
