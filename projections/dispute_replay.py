"""What a dispute is about, computed again: a hand or round that is over, what came back to whom, and the rules that decided.

From entries alone, but for the cards of a showdown that were not turned: those come from the openings, and whoever asks for
them goes on record before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ledger.core.entry import Entry
from ledger.games.every import BANKED_GAMES
from ledger.games.poker import audit as poker
from ledger.games.poker import events as e
from ledger.games.poker.play_audit import breaches
from ledger.games.poker.pots import is_exempt
from ledger.games.poker.settlement import stakes_of
from ledger.games.poker.state import Hand, evolve
from ledger.games.poker.variants import VARIANTS
from ledger.house.rules import OUT_OF_PLACE, out_of_place
from ledger.terms.citation import rules_of
from ledger.terms.unit import Unit
from projections import round_replay, round_view
from projections.follow import Viewer
from projections.round_replay import ReceivedByPlayer


class Replay(NamedTuple):
    """A hand or round up to ``version``, computed again. Amounts are in ``unit``; no difference, and the record is as it should be."""

    stream: str
    version: int
    revision: int | None
    """The rules revision it was played under; a tournament has none."""
    unit: Unit
    differences: tuple[str, ...]
    amounts: tuple[ReceivedByPlayer, ...]
    """What came back to every player, won, returned and refunded, less what was taken back."""
    rules: tuple[str, ...]
    """Those that decided what is on record, in their order."""


def unturned(entries: Sequence[Entry]) -> dict[int, int]:
    """The slots of a hand, each with its position, whose cards were in the showdown and not turned: none in a round.

    By r.28 who does not turn his cards wins nothing; that he had lost can only be computed with them.
    """
    if not entries[0].stream.startswith("hand:"):
        return {}
    hand = _folded(entries)
    if hand.outcome != "settled" or hand.started.door != "live" or sum(hand.live) < 2:  # noqa: PLR2004  # one shows nobody
        return {}
    shown = poker.shown_cards(hand)
    return {slot: position for slot, position in enumerate(hand.dealt) if hand.live[position] and position not in shown}


def replayed(entries: Sequence[Entry], kept: Mapping[int, int] | None = None, before: Sequence[Entry] = ()) -> Replay:
    """The hand or round in ``entries``, which is over, computed again.

    ``kept``: cards by slot, of those ``unturned`` names. ``before``: the round before it at its table, of which this one has to
    have taken over what it left.

    Raises:
        TamperedError: no door recorded it so: an entry cannot follow what is before it.
    """
    try:
        return _hand(entries, kept or {}) if entries[0].stream.startswith("hand:") else _round(entries, before)
    except OUT_OF_PLACE as error:
        out_of_place(entries[0].stream, entries[-1].event, error)


def _folded(entries: Sequence[Entry]) -> Hand:
    hand = evolve(None, entries[0].event)
    for entry in entries[1:]:
        hand = evolve(hand, entry.event)
    return hand


def _hand(entries: Sequence[Entry], kept: Mapping[int, int]) -> Replay:
    hand = _folded(entries)
    held: dict[int, tuple[int, ...]] = {}
    for slot, position in unturned(entries).items():
        if slot in kept:
            held[position] = (*held.get(position, ()), kept[slot])
    whole = VARIANTS[hand.terms.variant].hole_cards
    held = {
        position: cards for position, cards in held.items() if len(cards) == whole
    }  # a part of a hand ranks nothing
    recorded, due = [*hand.refunds], [0] * len(hand.seats)
    if hand.outcome == "voided":
        due = [sum(parts) for parts in zip(hand.staked, hand.antes, hand.deads, strict=True)]
    else:
        found = poker.recomputed(hand, held)
        for payment in found.payments:
            due[payment.position] += payment.amount
        if found.returned is not None:
            due[found.returned[0]] += found.returned[1]
        recorded = [sum(parts) for parts in zip(recorded, hand.returned, strict=True)]
    for _, position, amount in hand.awards:
        recorded[position] += amount
    players = (seated.player for seated in hand.started.seats)
    return Replay(
        entries[0].stream,
        entries[-1].version,
        hand.terms.revision,
        hand.terms.unit,
        (*poker.differences(hand, held), *breaches(entries)),
        tuple(map(ReceivedByPlayer, players, recorded, due)),
        tuple(dict.fromkeys(_hand_rules(hand, entries))),
    )


def _hand_rules(hand: Hand, entries: Iterable[Entry]) -> Iterator[str]:
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


def _round(entries: Sequence[Entry], before: Sequence[Entry]) -> Replay:
    view = round_view.of(entries, {}, Viewer("auditor"))
    differences, terms = round_replay.differences(view), view.opened.terms
    carry = BANKED_GAMES[view.game].carry
    if before and carry is not None:
        left = carry.left([entry.event for entry in before])
        differences += tuple(carry.taken(left, view.opened))
    return Replay(
        view.stream,
        entries[-1].version,
        terms.revision,
        terms.unit,
        differences,
        round_replay.received(view),
        tuple(dict.fromkeys(move.rule for act in view.acts for move in act.moves if move.what != "staked")),
    )
