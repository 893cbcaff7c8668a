"""What happened in a round of póquer sem descarte, as its history says it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from tombo.ledger.core.cards import HIDDEN, Combination, card_text
from tombo.ledger.core.said import Fact, Told
from tombo.ledger.games.game import ActSeen, History, RoundSeen
from tombo.ledger.games.sem_descarte import events as e
from tombo.ledger.games.sem_descarte import otherwise, words
from tombo.ledger.games.sem_descarte.ranking import combination, strength
from tombo.ledger.games.sem_descarte.state import WHOLE, Box, SemDescarteRound
from tombo.ledger.house.banked.words import NOBODY


def _title(seen: RoundSeen) -> Told:
    terms, unit = seen.opened.terms, seen.unit
    return words.SEM_DESCARTE_TITLE(least=unit.sum(terms.ante_min), most=unit.sum(terms.ante_max))


def _say(seen: RoundSeen, act: ActSeen) -> Iterator[Told]:  # noqa: C901, PLR0912  # one case an event
    event: e.SemDescarteEvent = act.entry.event
    state: SemDescarteRound = act.after
    match event:
        case e.AntePlaced():
            who = words.SEM_DESCARTE_PLAYER(player=event.player, seat=event.seat)
            yield words.ANTE_STAKED(who=who, amount=seen.unit.sum(event.amount))
        case e.AnteRefused():
            amount = seen.unit.sum(event.amount)
            yield words.SEM_DESCARTE_TURNED_DOWN(player=event.player, amount=amount, rule=event.rule, seat=event.seat)
        case e.BetsClosed():
            yield words.SEM_DESCARTE_NO_MORE_BETS()
        case e.CardsDealt():
            yield from _dealt(seen, state, event)
        case e.DecisionRequested():
            yield words.SEM_DESCARTE_ASKED(who=_who(state, event.seat), deadline=event.deadline)
        case e.DecisionWarned():
            yield words.SEM_DESCARTE_WARNED(who=_who(state, event.seat))
        case e.TimeExtended():
            yield words.SEM_DESCARTE_EXTENDED(who=_who(state, event.seat), deadline=event.deadline)
        case e.Folded():
            yield words.SEM_DESCARTE_FOLDS(who=_who(state, event.seat), why=words.FOLDS[event.cause])
        case e.Continued():
            yield words.SEM_DESCARTE_GOES_ON(who=_who(state, event.seat), amount=seen.unit.sum(event.bet2))
        case e.PlayerDisconnected():
            yield words.SEM_DESCARTE_CUT_OFF(who=_who(state, event.seat))
        case e.PlayerReconnected():
            yield words.SEM_DESCARTE_BACK(who=_who(state, event.seat))
        case e.HouseShown():
            cards = tuple(map(card_text, state.house))
            yield words.SEM_DESCARTE_HOUSE_SHOWS(cards=cards, held=_house(state))
        case e.CardsShown():
            yield words.PLAYER_SHOWS(
                who=_who(state, event.seat),
                cards=tuple(card.card for card in event.cards),
                combination=words.COMBINATIONS[Combination[event.combination.upper()]],
            )
        case e.Paid() | e.Collected():
            return  # their moves say it
        case e.RoundOpened() | e.Settled() | e.Voided() | e.FindingRecorded() | e.FindingRecordedV2():
            return  # said for every game alike
        case _:
            assert_never(event)


def _dealt(seen: RoundSeen, state: SemDescarteRound, event: e.CardsDealt) -> Iterator[Told]:
    yield words.CARDS_LIE_OPEN(discard=event.discard, card=event.house_card)
    yield words.CARDS_LIE_CLOSED(cards=len(event.commitments))
    for box in state.boxes:
        own = tuple(seen.own(box.player))
        if own:
            yield words.DEALT_TO_PLAYER(player=box.player, cards=own)
    if own := tuple(seen.own(None)):
        yield words.DEALT_TO_HOUSE(cards=own)


def _house(state: SemDescarteRound) -> Told:
    if len(state.house) != WHOLE:
        return words.HOUSE_WITHOUT_HAND()
    if not state.qualifies:
        return words.HOUSE_IS_OUT()
    found = combination(strength(state.house, state.terms.readings))
    name = words.ACE_AND_KING if found is Combination.HIGH_CARD else words.COMBINATIONS[found]
    return words.HOUSE_PLAYS(combination=name)


def _who(state: SemDescarteRound, seat: int) -> Told:
    box = state.box(seat)
    player: Fact = NOBODY if box is None else box.player
    return words.SEM_DESCARTE_PLAYER(player=player, seat=seat)


def _result(seen: RoundSeen) -> Iterator[Told]:
    state: SemDescarteRound = seen.state
    if not state.house:
        return
    closed = [] if len(state.house) == WHOLE else seen.own(None) or [HIDDEN] * (WHOLE - 1)
    yield words.SEM_DESCARTE_HOUSE(cards=(*closed, *map(card_text, state.house)))
    for box in state.boxes:
        cards = [card_text(card) for card in box.cards] or seen.own(box.player) or [HIDDEN] * WHOLE
        yield words.SEM_DESCARTE_SEAT(
            who=_who(state, box.seat), cards=tuple(cards), ante=seen.unit.sum(box.ante), decided=_decided(seen, box)
        )


def _decided(seen: RoundSeen, box: Box) -> Told:
    match box.decision:
        case "open":
            return words.SEAT_UNDECIDED()
        case "folded":
            return words.SEAT_HAS_FOLDED()
        case "continued":
            return words.SEAT_WENT_ON(amount=seen.unit.sum(box.bet2))
        case _:
            assert_never(box.decision)


HISTORY: Final = History(
    rows=words,
    replayed=words.SEM_DESCARTE_REPLAYED,
    title=_title,
    say=_say,
    result=_result,
    void_rule=lambda _: "R803 r.33",
    reason=lambda move: words.REASONS[move.why],
    whom=lambda state, finding: _who(state, finding.seat),
    otherwise=otherwise.told,
    quiet=(e.DecisionRequested,),
)
