"""A hand as a person who knows poker reads it: heading, seats, what happened, summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from tombo.ledger.core.cards import HIDDEN, card_text
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.ids import local
from tombo.ledger.core.said import Fact, Told
from tombo.ledger.games.poker import events as e
from tombo.ledger.games.poker.pots import is_exempt
from tombo.ledger.games.poker.settlement import stakes_of
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.games.poker.turns import phase, pot_total, turn
from tombo.ledger.games.poker.variants import VARIANTS
from tombo.ledger.terms.citation import rules_of
from tombo.ledger.terms.poker import Terms
from tombo.projections.round.hand import HandView, net
from tombo.reports.document import Document, Sentence
from tombo.reports.entries import marked
from tombo.reports.play.hand_words import HandWords
from tombo.reports.play.void import outage
from tombo.reports.said.common import POKER_LIMITS
from tombo.reports.said.play import hand as said

QUIET: Final = (e.HandStarted, e.DecisionRequested, e.Settled)
"""Kinds whose entries the heading or the summary tells already, or that matter only in a replay."""
WHOLE_BOARD: Final = 5
"""So many open cards there are at the end; before, no combination is named."""


def document(view: HandView, incident: Sequence[Entry] = ()) -> Document:
    """The whole hand. ``incident`` are the entries of the outage that made it void."""
    title, *rest = heading(view)
    return Document(title, (*map(Sentence, rest), *_blocks(view, incident)))


def _blocks(view: HandView, incident: Sequence[Entry]) -> Iterator[Sentence]:
    yield from map(Sentence, _seats(view))
    words = HandWords(view)
    showdown = False
    for earlier, act in zip((None, *view.acts), view.acts, strict=False):
        event = act.entry.event
        if isinstance(event, e.CardsShown | e.CardsMucked) and not showdown and act.before.outcome == "open":
            showdown = True
            yield Sentence(said.HAND_SHOWDOWN())
        if isinstance(event, QUIET) and view.viewer.role != "auditor":
            if isinstance(event, e.Settled):
                yield from map(Sentence, words.say(act, earlier)[:-1])
            continue
        first, *rest = (Sentence(marked(view.viewer, act.entry, told)) for told in words.say(act, earlier))
        yield first
        if isinstance(event, e.Voided):
            yield from outage(incident, act.entry)
        yield from rest
    yield from map(Sentence, _summary(view, words))


def heading(view: HandView) -> Iterator[Told]:
    """Which hand, at which table, for what stakes, when, under which rules."""
    started, first, terms = view.started, view.acts[0].entry, view.started.terms
    limit = POKER_LIMITS[terms.limit.kind]
    game, stakes = VARIANTS[terms.variant].name, tuple(_stakes(terms))
    yield said.HAND_HEADING(hand=local(view.stream), game=game, limit=limit, stakes=stakes)
    played = first.recorded if started.door == "live" else first.occurred
    if played is None:
        yield said.HAND_AT_TABLE_ONCE(table=started.table, number=started.number)
    else:
        yield said.HAND_AT_TABLE(table=started.table, number=started.number, played=played)
    yield said.HAND_UNDER(commission=commission_told(terms), rules=rules_told(view))
    if started.door == "import":
        yield said.HAND_IMPORTED(recorded=first.recorded)


def _stakes(terms: Terms) -> Iterator[Told]:
    """The small and the big bet where bets are fixed; the blinds; the ante where there is one."""
    unit, big = terms.unit, terms.limit.big_bet
    if big is not None:
        yield said.HAND_BETS(small=unit.sum(terms.min_bet), big=unit.sum(big))
    yield said.HAND_BLINDS(small=unit.sum(terms.small_blind), big=unit.sum(terms.big_blind))
    if terms.ante:
        yield said.HAND_ANTE(ante=unit.sum(terms.ante))


def commission_told(terms: Terms) -> Told:
    """What the operator takes, and under which rule."""
    commission = terms.commission
    if commission.mode == "none":
        return said.HAND_NO_COMMISSION()
    rate = commission.rate_bp
    if commission.mode == "stack":
        return said.HAND_COMMISSION_OF_STACK(rate=rate, rule=rules_of(terms.variant, "17b"))
    rule = rules_of(terms.variant, "17a")
    if commission.cap is None:
        return said.HAND_COMMISSION(rate=rate, rule=rule)
    return said.HAND_COMMISSION_CAPPED(rate=rate, cap=terms.unit.sum(commission.cap), rule=rule)


def rules_told(view: HandView) -> Told:
    """Under which approved rules the hand was played."""
    ruleset, revision = view.started.ruleset, view.started.terms.revision
    if view.started.tournament is not None:
        return said.HAND_RULES_OF_TOURNAMENT(tournament=view.started.tournament, revision=revision)
    if ruleset is None:
        return said.HAND_RULES_UNAPPROVED(revision=revision)
    return said.HAND_RULES(ruleset=ruleset.id, index=ruleset.index, revision=revision)


def _seats(view: HandView) -> Iterator[Told]:
    started = view.started
    for player in sorted(started.seats, key=lambda seated: seated.seat):
        row = said.HAND_SEAT_BUTTON if player.seat == started.button else said.HAND_SEAT
        held = player.stack
        stack = said.HAND_STACK_UNKNOWN() if held is None else said.HAND_STACK(stack=view.unit.sum(held))
        yield row(seat=player.seat, player=player.player, stack=stack)


def _summary(view: HandView, words: HandWords) -> Iterator[Told]:
    hand = view.hand
    yield said.HAND_SUMMARY()
    staked = words.sum(pot_total(hand))
    if hand.outcome == "open":
        yield said.HAND_STANDS_OPEN(version=view.acts[-1].entry.version, staked=staked, waits=waits_told(view))
    elif hand.outcome == "voided":
        yield said.HAND_ENDED_VOID(refunded=words.sum(sum(hand.refunds)), staked=staked, commission=words.sum(0))
    else:
        commission, pots = words.sum(sum(amount for _, _, amount in hand.fees)), _pots(hand, words)
        if pots:
            yield said.HAND_TOTAL_OF_POTS(staked=staked, commission=commission, pots=pots)
        else:
            yield said.HAND_TOTAL(staked=staked, commission=commission)
        yield from exempt_told(hand)
        yield from not_void_told(view)
    if hand.board:
        yield said.HAND_BOARD(board=tuple(map(card_text, hand.board)))
    yield from (
        _result(view, words, position) for position in sorted(range(len(hand.seats)), key=hand.seats.__getitem__)
    )
    yield from _hidden(view)


def waits_told(view: HandView) -> Told:
    """What an open hand waits for."""
    hand = view.hand
    waits, position = phase(hand), turn(hand)
    if waits == "betting" and position is not None:
        player = view.player(hand.seats[position])
        if hand.pending == position:
            return said.HAND_TO_ACT_UNTIL(player=player, until=hand.deadline)
        return said.HAND_TO_ACT(player=player)
    if waits == "blinds":
        return said.HAND_CARDS_NEXT()
    return said.HAND_BOARD_NEXT() if waits == "board" else said.HAND_SETTLING_NEXT()


def _pots(hand: Hand, words: HandWords) -> tuple[Told, ...]:
    """The pots one by one, where there are side pots."""
    paid: dict[int, int] = {}
    for pot, _, amount in (*hand.awards, *hand.fees):
        paid[pot] = paid.get(pot, 0) + amount
    if len(paid) < 2:  # noqa: PLR2004  # one pot is the total
        return ()
    return tuple(
        said.HAND_POT_HOLDS(pot=words.pot(pot), amount=words.sum(amount)) for pot, amount in sorted(paid.items())
    )


def exempt_told(hand: Hand) -> Iterator[Told]:
    """Why a pot gave no commission, where r.18 says so."""
    terms, rule = hand.terms, rules_of(hand.terms.variant, 18)
    if terms.commission.mode == "pot" and not hand.fees and is_exempt(stakes_of(hand), terms.readings.flop_exemption):
        yield said.HAND_EXEMPT_ON_FLOP(rule=rule) if hand.street else said.HAND_EXEMPT_BEFORE_FLOP(rule=rule)
    elif terms.sintetico is None and hand.fees and not hand.street and sum(hand.live) == 1:
        yield said.HAND_NOT_EXEMPT(rule=rule)


def not_void_told(view: HandView) -> Iterator[Told]:
    """Why a hand in which a connection was lost was played out all the same."""
    lost = dict.fromkeys(
        view.player(act.entry.event.seat) for act in view.acts if isinstance(act.entry.event, e.ConnectionLost)
    )
    if lost:
        variant = view.started.terms.variant
        yield said.HAND_NOT_VOID(lost=tuple(lost), his=rules_of(variant, 73), rule=rules_of(variant, 72))


def held_told(view: HandView, seat: int) -> Told | None:
    """The closed cards of a seat that was dealt any, those hidden that the viewer does not get."""
    hole = view.holes.get(seat)
    if hole:
        return said.HAND_CARDS(held=hole)
    hand = view.hand
    return said.HAND_CARDS(held=(HIDDEN,) * VARIANTS[hand.terms.variant].hole_cards) if hand.dealt else None


def _result(view: HandView, words: HandWords, position: int) -> Told:
    hand = view.hand
    player = view.started.seats[position]
    what: list[Fact] = [player.player]
    hole, best, held = view.holes.get(player.seat), view.best.get(player.seat), held_told(view, player.seat)
    if hole and best and len(hand.board) == WHOLE_BOARD:
        what.append(said.HAND_CARDS_MADE(held=hole, made=best.name))
    elif held is not None:
        what.append(held)
    if not hand.live[position]:
        what.append(said.HAND_FOLDED())
    if hand.mucked[position]:
        what.append(said.HAND_MUCKED())
    collected = sum(amount for _, owner, amount in hand.awards if owner == position)
    if collected:
        what.append(said.HAND_COLLECTED(amount=words.sum(collected)))
    if hand.refunds[position]:
        what.append(said.HAND_REFUNDED(amount=words.sum(hand.refunds[position])))
    if hand.outcome != "open":
        what.append(said.HAND_NET(amount=words.sum(net(hand, position))))
    return said.HAND_SEAT_ENDS(seat=player.seat, what=tuple(what))


def _hidden(view: HandView) -> Iterator[Told]:
    """That there are cards this viewer does not get, and who may see them."""
    hand = view.hand
    unseen = [seat for seat in hand.seats if not view.holes.get(seat)] if hand.dealt else []
    if unseen and view.viewer.role != "officer":
        yield said.HAND_CARDS_HIDDEN(seats=len(unseen))
