"""A hand computed again from what was played: what came back to every seat, what differs, and the rules that decided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.said import Told
from tombo.ledger.games.again import until_the_end
from tombo.ledger.games.game import Cards, ReceivedByPlayer, Recomputed
from tombo.ledger.games.poker import events as e
from tombo.ledger.games.poker.audit import differences, not_decidable, recomputed, shown_after_the_end, shown_cards
from tombo.ledger.games.poker.play_audit import breaches
from tombo.ledger.games.poker.pots import is_exempt
from tombo.ledger.games.poker.settlement import HoleCards, stakes_of
from tombo.ledger.games.poker.state import Hand, evolve
from tombo.ledger.games.poker.variants import VARIANTS
from tombo.ledger.terms.citation import rules_of

BEHIND: Final = frozenset({"action_refused", "cards_shown"})
"""What may stand behind the end of a hand: cards that somebody shows, if they are his, and tries that were refused."""


def again(entries: Sequence[Entry], cards: Cards) -> Recomputed:
    """The hand in ``entries``. ``cards`` are those that were read of a showdown in which they were not turned."""
    judged, strange = until_the_end(entries, BEHIND)
    hand = evolve(None, entries[0].event)
    shown: list[Told] = []
    for entry in judged[1:]:
        event, over = entry.event, hand.outcome != "open"
        wrong = (
            shown_after_the_end(entry.stream, hand, event, entry.index)
            if over and isinstance(event, e.CardsShown)
            else None
        )
        if wrong is None:
            hand = evolve(hand, event)
        else:
            shown.append(wrong)
    played = (*breaches(entries), *strange, *shown)
    if hand.outcome == "open":
        return Recomputed(played)
    holes = _held(hand, cards)
    rules = tuple(dict.fromkeys(_rules(hand, entries)))
    return Recomputed(
        (*differences(hand, holes, entries[0].stream), *played),
        tuple(_received(hand, holes)),
        rules,
        not not_decidable(hand),
    )


def unturned(hand: Hand) -> Mapping[int, int]:
    """The slots whose cards were in the showdown and not turned, each with its position: only with them it can be computed.

    By r.28 who does not turn his cards wins nothing; that he had lost, they say.
    """
    if hand.outcome != "settled" or hand.started.door != "live" or sum(hand.live) < 2:  # noqa: PLR2004  # one shows nobody
        return {}
    shown = shown_cards(hand)
    return {slot: position for slot, position in enumerate(hand.dealt) if hand.live[position] and position not in shown}


def _held(hand: Hand, cards: Cards) -> HoleCards:
    """By position, those of ``cards`` that are asked for and whole: a part of a hand ranks nothing."""
    held: dict[int, tuple[int, ...]] = {}
    for slot, position in unturned(hand).items() if cards else ():
        if slot in cards:
            held[position] = (*held.get(position, ()), cards[slot])
    whole = VARIANTS[hand.terms.variant].hole_cards
    return {position: found for position, found in held.items() if len(found) == whole}


def _received(hand: Hand, holes: HoleCards) -> Iterator[ReceivedByPlayer]:
    """Of every seat: uncalled bets, payments and refunds."""
    due = [0] * len(hand.seats)
    if hand.outcome == "voided":
        due = [sum(parts) for parts in zip(hand.staked, hand.antes, hand.deads, hand.returned, strict=True)]
    else:
        settlement = recomputed(hand, holes)
        if settlement.returned is not None:
            due[settlement.returned[0]] += settlement.returned[1]
        for payment in settlement.payments:
            due[payment.position] += payment.amount
    paid = [sum(parts) for parts in zip(hand.returned, hand.refunds, strict=True)]
    for _, position, amount in hand.awards:
        paid[position] += amount
    for position, player in enumerate(hand.started.seats):
        yield ReceivedByPlayer(player.player, paid[position], due[position])


def _rules(hand: Hand, entries: Sequence[Entry]) -> Iterator[str]:
    """The rules that decided a hand, by what is on record of it, in the order in which they came to bear."""
    variant, events = hand.terms.variant, [entry.event for entry in entries]
    if any(isinstance(event, e.DecisionTimedOut) for event in events):
        yield rules_of(variant, 43, 45)
    if any(isinstance(event, e.ConnectionLost) for event in events):
        yield rules_of(variant, 73)
    if hand.outcome == "voided":
        yield rules_of(variant, 72)
        return
    if any(hand.returned):
        yield rules_of(variant, 40)
    if sum(hand.live) == 1:
        yield rules_of(variant, 36)
    else:
        yield rules_of(variant, 59, 63)
    if hand.fees:
        yield rules_of(variant, 17, 19)
    elif is_exempt(stakes_of(hand), hand.terms.readings.flop_exemption):
        yield rules_of(variant, 18)
