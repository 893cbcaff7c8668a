"""A hand as a person who knows poker reads it: heading, seats, what happened, summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cli.hand_words import HandWords
from cli.text import HIDDEN, cards, counted, dated, figure, listed, percentage, priced, signed, timed
from cli.told import marked, outage
from ledger.core.cards import card_text
from ledger.core.entry import Entry
from ledger.games.poker import events as e
from ledger.games.poker.pots import is_exempt
from ledger.games.poker.settlement import stakes_of
from ledger.games.poker.state import Hand
from ledger.games.poker.turns import phase, pot_total, turn
from ledger.games.poker.variants import VARIANTS
from ledger.terms.citation import rules_of
from ledger.terms.poker import Terms
from projections.round.hand import HandView, net
from reports.said.common import POKER_LIMITS

QUIET: Final = (e.HandStarted, e.DecisionRequested, e.Settled)
"""Kinds whose entries the heading or the summary tells already, or that matter only in a replay."""


def lines(view: HandView, incident: Sequence[Entry] = ()) -> Iterator[str]:
    """The whole hand, a line at a time. ``incident`` are the entries of the outage that made it void."""
    yield from heading(view)
    yield from _seats(view)
    words = HandWords(view)
    showdown = False
    for earlier, act in zip((None, *view.acts), view.acts, strict=False):
        event = act.entry.event
        if isinstance(event, e.CardsShown | e.CardsMucked) and not showdown and act.before.outcome == "open":
            showdown = True
            yield "*** SHOWDOWN ***"
        if isinstance(event, QUIET) and view.viewer.role != "auditor":
            if isinstance(event, e.Settled):
                yield from words.say(act, earlier)[:-1]
            continue
        title, *rest = (marked(view.viewer, act.entry, text) for text in words.say(act, earlier))
        yield title
        if isinstance(event, e.Voided):
            yield from outage(incident, act.entry)
        yield from rest
    yield from _summary(view, words)


def heading(view: HandView) -> Iterator[str]:
    """Which hand, at which table, for what stakes, when, under which rules."""
    started, first, terms = view.started, view.acts[0].entry, view.started.terms
    yield (
        f"Hand {view.stream.partition(':')[2]}: {VARIANTS[terms.variant].name} "
        f"{POKER_LIMITS[terms.limit.kind].en}{_fixed(terms)}, blinds "
        f"{figure(terms.small_blind, terms.unit)}/{priced(terms.big_blind, terms.unit)}{_ante(terms)}"
    )
    played = first.recorded if started.door == "live" else first.occurred
    when = dated(played) if played is not None else "when played is not known"
    yield f"Table {started.table}, hand {started.number}, {when}"
    yield f"{commission_told(terms)}; {rules_told(view)}"
    if started.door == "import":
        yield f"Imported, not played through this ledger; recorded {dated(first.recorded)}"


def _fixed(terms: Terms) -> str:
    """The small and the big bet where bets are fixed."""
    big = terms.limit.big_bet
    return "" if big is None else f", bets {figure(terms.min_bet, terms.unit)}/{figure(big, terms.unit)}"


def _ante(terms: Terms) -> str:
    return f", ante {figure(terms.ante, terms.unit)}" if terms.ante else ""


def commission_told(terms: Terms) -> str:
    """What the operator takes, and under which rule."""
    commission = terms.commission
    if commission.mode == "none":
        return "No commission"
    if commission.mode == "stack":
        return (
            f"Commission {percentage(commission.rate_bp)} of buy-ins and top-ups, none of the pot "
            f"({rules_of(terms.variant, '17b')})"
        )
    cap = "" if commission.cap is None else f", at most {figure(commission.cap, terms.unit)} a hand"
    return f"Commission {percentage(commission.rate_bp)} of the pot{cap} ({rules_of(terms.variant, '17a')})"


def rules_told(view: HandView) -> str:
    """Under which approved rules the hand was played."""
    ruleset, revision = view.started.ruleset, view.started.terms.revision
    if view.started.tournament is not None:
        return f"in the tournament {view.started.tournament}, as it was announced, rules revision {revision}"
    if ruleset is None:
        return f"no approved ruleset, rules revision {revision}"
    return f"ruleset {ruleset.id}, approved at log index {ruleset.index}, rules revision {revision}"


def _seats(view: HandView) -> Iterator[str]:
    started = view.started
    for player in sorted(started.seats, key=lambda seated: seated.seat):
        stack = "stack unknown" if player.stack is None else f"{figure(player.stack, started.terms.unit)} in chips"
        yield f"Seat {player.seat}: {player.player} ({stack}){' button' if player.seat == started.button else ''}"


def _summary(view: HandView, words: HandWords) -> Iterator[str]:
    hand, unit = view.hand, view.started.terms.unit
    yield "*** SUMMARY ***"
    staked = pot_total(hand)
    if hand.outcome == "open":
        yield f"The hand is open at version {view.acts[-1].entry.version}; {figure(staked, unit)} in the pot; {waits_told(view)}"
    elif hand.outcome == "voided":
        refunded = sum(hand.refunds)
        yield f"Void: {figure(refunded, unit)} of {figure(staked, unit)} staked refunded, commission {figure(0, unit)}"
    else:
        commission = sum(amount for _, _, amount in hand.fees)
        yield f"Total pot {figure(staked, unit)}, commission {figure(commission, unit)}{_pots(hand, words)}"
        yield from exempt_told(hand)
        yield from not_void_told(view)
    if hand.board:
        yield f"Board {cards(card_text(card) for card in hand.board)}"
    yield from (
        _result(view, words, position) for position in sorted(range(len(hand.seats)), key=hand.seats.__getitem__)
    )
    yield from _hidden(view)


def waits_told(view: HandView) -> str:
    """What an open hand waits for."""
    hand = view.hand
    waits, position = phase(hand), turn(hand)
    if waits == "betting" and position is not None:
        until = f" until {timed(hand.deadline)}" if hand.pending == position else ""
        return f"{view.player(hand.seats[position])} is to act{until}"
    return {"blinds": "the closed cards come next", "board": "the next open card is to be turned"}.get(
        waits, "all cards are out: it is to be settled"
    )


def _pots(hand: Hand, words: HandWords) -> str:
    """The pots one by one, where there are side pots."""
    paid: dict[int, int] = {}
    for pot, _, amount in (*hand.awards, *hand.fees):
        paid[pot] = paid.get(pot, 0) + amount
    if len(paid) < 2:  # noqa: PLR2004  # one pot is the total
        return ""
    return ": " + ", ".join(f"{words.pot(pot)} {words.amount(amount)}" for pot, amount in sorted(paid.items()))


def exempt_told(hand: Hand) -> Iterator[str]:
    """Why a pot gave no commission, where r.18 says so."""
    terms, rule = hand.terms, rules_of(hand.terms.variant, 18)
    if terms.commission.mode == "pot" and not hand.fees and is_exempt(stakes_of(hand), terms.readings.flop_exemption):
        yield f"No commission: the hand ended {'on the flop' if hand.street else 'before the flop'} without a bet ({rule})"
    elif terms.sintetico is None and hand.fees and not hand.street and sum(hand.live) == 1:
        yield f"Commission is due though no flop was turned: {rule} exempts what ends on the flop street without a bet"


def not_void_told(view: HandView) -> Iterator[str]:
    """Why a hand in which a connection was lost was played out all the same."""
    lost = dict.fromkeys(
        view.player(act.entry.event.seat) for act in view.acts if isinstance(act.entry.event, e.ConnectionLost)
    )
    if lost:
        variant = view.started.terms.variant
        yield (
            f"Not void: the connection of {listed(lost)} was lost, and that is the player's side ({rules_of(variant, 73)}); only an "
            f"outage of the operator's own system voids a hand ({rules_of(variant, 72)})"
        )


def _result(view: HandView, words: HandWords, position: int) -> str:
    hand = view.hand
    player = view.started.seats[position]
    told = [f"Seat {player.seat}: {player.player}"]
    hole, best = view.holes.get(player.seat), view.best.get(player.seat)
    if hole:
        named = f" ({best.name})" if best and len(hand.board) == 5 else ""  # noqa: PLR2004  # the river
        told.append(f"{cards(hole)}{named}")
    elif hand.dealt:
        told.append(cards([HIDDEN] * VARIANTS[hand.terms.variant].hole_cards))
    if not hand.live[position]:
        told.append("folded")
    if hand.mucked[position]:
        told.append("did not show")
    collected = sum(amount for _, owner, amount in hand.awards if owner == position)
    if collected:
        told.append(f"collected {words.amount(collected)}")
    if hand.refunds[position]:
        told.append(f"refunded {words.amount(hand.refunds[position])}")
    if hand.outcome != "open":
        told.append(f"net {signed(net(hand, position), words.unit)}")
    return ", ".join(told)


def _hidden(view: HandView) -> Iterator[str]:
    """That there are cards this viewer does not get, and who may see them."""
    hand = view.hand
    unseen = [seat for seat in hand.seats if not view.holes.get(seat)] if hand.dealt else []
    if unseen and view.viewer.role != "officer":
        yield f"Not shown, and hidden: the closed cards of {counted(len(unseen), 'seat')}"
