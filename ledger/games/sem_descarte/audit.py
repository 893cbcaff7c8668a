"""A round of póquer sem descarte told as moves, and computed again from its bets and the cards shown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, assert_never

from tombo.ledger.core.cards import CARD_IDS, Combination, card_text
from tombo.ledger.core.findings import Finding
from tombo.ledger.core.said import Told
from tombo.ledger.games.sem_descarte import said, words
from tombo.ledger.games.sem_descarte.events import (
    AntePlaced,
    AnteRefused,
    BetsClosed,
    CardsDealt,
    CardsShown,
    Collected,
    Continued,
    DecisionRequested,
    DecisionWarned,
    FindingRecorded,
    FindingRecordedV2,
    Folded,
    HouseShown,
    OpenedCard,
    Paid,
    PlayerDisconnected,
    PlayerReconnected,
    Refund,
    RoundOpened,
    SemDescarteEvent,
    Settled,
    TimeExtended,
    Voided,
)
from tombo.ledger.games.sem_descarte.money import MONEY
from tombo.ledger.games.sem_descarte.order import paid_too_soon
from tombo.ledger.games.sem_descarte.r803 import (
    ante_is_within_limits,
    no_card_twice,
    round_cannot_be_completed,
    second_bet,
)
from tombo.ledger.games.sem_descarte.ranking import combination, strength
from tombo.ledger.games.sem_descarte.revisions import deciding
from tombo.ledger.games.sem_descarte.state import WHOLE, Box, SemDescarteRound, evolve, undecided
from tombo.ledger.house.banked import words as banked_words
from tombo.ledger.house.moves import FlowText, Move, as_due, differing, found_in, told
from tombo.ledger.seal.commitment import card_commitment

RETURNED_UNDER: Final = {"higher": "R803 r.28", "house_out": "R803 r.26", "tie": "R803 r.11"}
ANTE: Final = words.ON_ANTE()
SECOND_BET: Final = words.ON_SECOND_BET()
LOST: Final = said.CARDS_LOST_OF_SEAT.about
BOTH_BETS: Final = words.ON_BOTH_BETS()
ALL_BETS: Final = banked_words.ON_ALL_BETS()


def moves(state: SemDescarteRound, event: SemDescarteEvent) -> list[Move]:
    """What ``event`` moves, in ``state`` as it is after it."""
    return told(MONEY, event, _words(state, event))


def _words(state: SemDescarteRound, event: SemDescarteEvent) -> Iterator[FlowText]:
    """Of every flow of ``event``, in its order."""
    players = {box.seat: box.player for box in state.boxes}
    match event:
        case AntePlaced():
            yield FlowText(event.player, ANTE, "", "R803 r.16")
        case Continued():
            yield FlowText(players[event.seat], SECOND_BET, "", "R803 r.23")
        case Paid():
            player, why = players[event.seat], event.reason
            yield FlowText(player, ANTE, why, "R803 r.26" if why == "house_out" else "R803 r.28b")
            yield FlowText(player, SECOND_BET, why, "R803 r.12, r.28a")
            yield FlowText(player, BOTH_BETS, why, RETURNED_UNDER[why])
        case Collected():
            on, rule = (ANTE, "R803 r.22") if event.reason == "folded" else (BOTH_BETS, "R803 r.29")
            yield FlowText(players[event.seat], on, event.reason, rule)
        case Voided():
            yield from (FlowText(players[refund.seat], ALL_BETS, "", "R803 r.33") for refund in event.refunds)
        case (
            RoundOpened()
            | AnteRefused()
            | BetsClosed()
            | CardsDealt()
            | DecisionRequested()
            | DecisionWarned()
            | TimeExtended()
            | Folded()
            | PlayerDisconnected()
            | PlayerReconnected()
            | HouseShown()
            | CardsShown()
            | Settled()
            | FindingRecorded()
            | FindingRecordedV2()
        ):
            return
        case _:
            assert_never(event)


def differences(events: Sequence[SemDescarteEvent]) -> tuple[Told, ...]:
    """Where the record of a finished round is not what its bets and cards give; empty where all of it is."""
    played, ended = _played(events), events[-1]
    name = f"sem_descarte:{played.opened.table}/{played.opened.number}"
    state = _interrupted(played, events)
    told = (*_connections(events), *_cut_off(events), *_closed_cards(name, events), *_combinations(state, events))
    found = [*_course(state, events), *paid_too_soon(events), *_bets(played), *told]
    missing = _unshown(state, _standing(state, ended))
    if missing:
        return tuple(found_in(name, (*found, *missing)))
    if isinstance(ended, Voided):
        valid = round_cannot_be_completed(state)
        found += [valid._replace(told=said.SEM_DESCARTE_VOID_WITH_RESULT(why=valid.told))] if valid else []
    elif state.within("open"):
        found.append(Finding("R803 r.20", said.SEM_DESCARTE_SETTLED_UNDECIDED()))
    due = _due(state, ended)
    paid = [event for event in events if not isinstance(event, AntePlaced | Continued)]
    if as_due(MONEY, paid, due):
        return tuple(found_in(name, found))
    unlike = differing(name, state.terms.unit, _told(state, paid), _told(state, due), words.REASONS)
    return (*found_in(name, found), *unlike)


def owed(events: Sequence[SemDescarteEvent]) -> list[Move]:
    """What a finished round pays, takes and gives back by its rules; nothing where the cards that say it are not shown."""
    ended = events[-1]
    state = _interrupted(_played(events), events)
    if _unshown(state, _standing(state, ended)):
        return []
    return _told(state, _due(state, ended))


def _interrupted(state: SemDescarteRound, events: Sequence[SemDescarteEvent]) -> SemDescarteRound:
    """``state`` with the bets of a void round undecided of which nothing was decided, though it looks so.

    Those of a seat that was cut off and has its ante back (r.33, r.35): whether the incident had begun by then no entry of the round
    says; the door asked it. And those of which the round says that cards were lost (r.36).
    """
    ended = events[-1]
    if not isinstance(ended, Voided):
        return state
    back = {refund.seat for refund in ended.refunds}
    told = {event.seat for event in events if isinstance(event, FindingRecordedV2) and event.about == LOST}
    return undecided(state, [box.seat for box in state.boxes if box.seat in (told if box.bet2 else back) and _may(box)])


def _may(box: Box) -> bool:
    return box.cut_off or box.decision == "continued"


def _standing(state: SemDescarteRound, ended: SemDescarteEvent) -> Sequence[Box]:
    """The boxes whose bets the cards decide: every one of a settled round, of a void one those that outlast it."""
    return deciding(state.terms).standing(state) if isinstance(ended, Voided) else state.boxes


def _due(state: SemDescarteRound, ended: SemDescarteEvent) -> list[SemDescarteEvent]:
    """What follows from the round as it was before anything was paid, and from its end."""
    standing = _standing(state, ended)
    due = _decided(state, standing)
    if isinstance(ended, Voided):
        back = [box for box in state.boxes if box not in standing]
        refunds = [Refund(amount=box.ante + box.bet2, seat=box.seat) for box in back]
        due.append(Voided(incident=ended.incident, refunds=refunds))
    return due


def _course(state: SemDescarteRound, events: Sequence[SemDescarteEvent]) -> Iterator[Finding]:
    """R803 r.2e, r.6b, r.14, r.19: bets are closed, cards dealt and the round ended once each, with one deck.

    That the cards follow the bets and the decisions the cards is for the fold to hold.
    """
    times = Counter(map(type, events))
    for kind, rule, row in (
        (BetsClosed, "R803 r.14", said.BETS_CLOSED_NOT_ONCE),
        (CardsDealt, "R803 r.19", said.CARDS_DEALT_NOT_ONCE),
    ):
        if times[kind] > 1:
            yield Finding(rule, row(times=times[kind]))
    ends = times[Settled] + times[Voided]
    if ends > 1:
        yield Finding("R803 r.2e", said.SEM_DESCARTE_ENDS_SEVERAL_TIMES(times=ends))
    lying = [*state.house, *(card for box in state.boxes for card in box.cards)]
    if state.discard is not None:
        lying.append(state.discard)
    if len(set(lying)) < len(lying) and (twice := no_card_twice([card_text(card) for card in lying])):
        yield twice


def _bets(state: SemDescarteRound) -> Iterator[Finding]:
    """R803 r.16, r.23: antes within the limits of the table, and second bets of twice the ante."""
    unit = state.terms.unit
    for box in state.boxes:
        outside = ante_is_within_limits(state, box.ante)
        if outside is not None:
            told = said.SEM_DESCARTE_OBJECTION_TO_PLAYER(player=box.player, why=outside.told)
            yield outside._replace(told=told)
        due = second_bet(box) if box.decision == "continued" else 0
        if box.bet2 != due:
            recorded, recomputed = unit.sum(box.bet2), unit.sum(due)
            told = said.SECOND_BET_STAKED_OTHERWISE(player=box.player, recorded=recorded, recomputed=recomputed)
            yield Finding("R803 r.23", told)


def _connections(events: Iterable[SemDescarteEvent]) -> Iterator[Finding]:
    """R803 r.34: each failure of a connection is told once until it is over, and only one that was told is over."""
    lost: set[int] = set()
    for event in events:
        if isinstance(event, PlayerDisconnected):
            if event.seat in lost:
                yield Finding("R803 r.34", said.SEM_DESCARTE_DISCONNECTION_TWICE(seat=event.seat))
            lost.add(event.seat)
        elif isinstance(event, PlayerReconnected):
            if event.seat not in lost:
                yield Finding("R803 r.34", said.SEM_DESCARTE_NOT_CUT_OFF(seat=event.seat))
            lost.discard(event.seat)


def _cut_off(events: Sequence[SemDescarteEvent]) -> Iterator[Finding]:
    """R803 r.35: who is cut off before he decides folds with it, at once; and nobody is said to fold by it who was not."""
    undecided: set[int] = set()
    for before, event, follows in zip((None, *events), events, (*events[1:], None), strict=False):
        match event:
            case AntePlaced():
                undecided.add(event.seat)
            case Folded() | Continued():
                if isinstance(event, Folded) and event.cause == "disconnected" and not _fails(before, event.seat):
                    yield Finding("R803 r.35", said.SEM_DESCARTE_FOLDED_WITHOUT_FAILURE(seat=event.seat))
                undecided.discard(event.seat)
            case PlayerDisconnected() if event.seat in undecided:
                if not (isinstance(follows, Folded) and (follows.seat, follows.cause) == (event.seat, "disconnected")):
                    yield Finding("R803 r.35", said.SEM_DESCARTE_FAILED_WITHOUT_FOLD(seat=event.seat))
            case _:
                pass


def _fails(event: SemDescarteEvent | None, seat: int) -> bool:
    """Whether it is the failure of a seat's connection."""
    return isinstance(event, PlayerDisconnected) and event.seat == seat


def _played(events: Iterable[SemDescarteEvent]) -> SemDescarteRound:
    """The round as it was before anything was paid."""
    state: SemDescarteRound | None = None
    for event in events:
        if not isinstance(event, Paid | Collected | Settled | Voided):
            state = evolve(state, event)
    return state if state is not None else evolve(None, next(iter(events)))


def _unshown(state: SemDescarteRound, standing: Sequence[Box]) -> list[Finding]:
    """R803 r.24, r.27: without the cards that had to be shown of ``standing`` nothing can be computed."""
    continued = [box for box in standing if box.decision == "continued"]
    if not continued:
        return []
    if len(state.house) < WHOLE:
        return [Finding("R803 r.24", said.HOUSE_CARDS_NOT_SHOWN())]
    plays = deciding(state.terms).qualifies(state.house, state.terms.readings)
    found = [
        Finding("R803 r.27", said.PLAYER_CARDS_NOT_SHOWN(player=box.player))
        for box in continued
        if plays and len(box.cards) < WHOLE
    ]
    if plays != state.qualifies:
        found.append(Finding("R803 r.25", said.HOUSE_RECORDED_OUT() if plays else said.HOUSE_RECORDED_PLAYING()))
    return found


def _decided(state: SemDescarteRound, boxes: Sequence[Box]) -> list[SemDescarteEvent]:
    """What becomes of those of ``boxes`` that decided."""
    readings, settled = state.terms.readings, deciding(state.terms).settled
    folded: list[SemDescarteEvent] = [
        Collected(amount=box.ante, reason="folded", seat=box.seat) for box in boxes if box.decision == "folded"
    ]
    continued = [box for box in boxes if box.decision == "continued"]
    return [*folded, *(settled(box, box.cards, state.house, readings) for box in continued)]


def _told(state: SemDescarteRound, events: Iterable[SemDescarteEvent]) -> list[Move]:
    return [move for event in events for move in moves(state, event)]


def _closed_cards(name: str, events: Iterable[SemDescarteEvent]) -> Iterator[Finding]:
    """R803 r.24, r.27: the cards shown are those that were dealt, each to whom it was dealt."""
    dealt: CardsDealt | None = None
    for event in events:
        if isinstance(event, CardsDealt):
            dealt = dealt or event
        elif isinstance(event, HouseShown | CardsShown):
            seats, commitments = ([], []) if dealt is None else (dealt.seats, dealt.commitments)
            yield from (Finding("R803 r.19", told) for told in _not_dealt(name, seats, commitments, event))


def _combinations(state: SemDescarteRound, events: Iterable[SemDescarteEvent]) -> Iterator[Finding]:
    """R803 r.7: what cards that are shown are called is what they are."""
    for event in events:
        if isinstance(event, CardsShown):
            makes = combination(strength([CARD_IDS[shown.card] for shown in event.cards], state.terms.readings))
            called = Combination[event.combination.upper()]
            if called is not makes:
                named, due = words.COMBINATIONS[called], words.COMBINATIONS[makes]
                yield Finding("R803 r.7", said.COMBINATION_OTHERWISE(called=named, due=due, seat=event.seat))


def unopened(stream: str, state: SemDescarteRound, event: HouseShown | CardsShown) -> Iterator[Told]:
    """R803 r.24, r.27: what is said of the cards that ``event`` shows in the round ``state``, where they are not those dealt."""
    return _not_dealt(stream, state.dealt, state.commitments, event)


def _not_dealt(
    stream: str, seats: Sequence[int | None], commitments: Sequence[str], event: HouseShown | CardsShown
) -> Iterator[Told]:
    """What is said of cards that do not open their commitments, or of one that is shown in the place of another.

    ``seats`` and ``commitments``: by slot, as they were dealt.
    """
    seat = None if isinstance(event, HouseShown) else event.seat
    slots = Counter(shown.slot for shown in event.cards)
    wrong = [
        shown.card
        for shown in event.cards
        if slots[shown.slot] > 1
        or shown.slot >= len(commitments)
        or seats[shown.slot] != seat
        or _commitment(stream, shown) != commitments[shown.slot]
    ]
    if wrong:
        yield said.SHOWN_CARDS_NOT_DEALT(cards=tuple(wrong))


def _commitment(stream: str, shown: OpenedCard) -> str:
    return card_commitment(stream, shown.slot, CARD_IDS[shown.card], bytes.fromhex(shown.salt)).hex()
