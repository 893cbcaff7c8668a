"""A hand step by step, for a dispute: after every entry the street, the stacks, the pots by level, and a check of chips.

With whose decision it was, the rules at work, and what the viewer could see just then; at the end what each seat received
beside what the rules give it. The check is made of what the entries say alone: chips before the seats, in the middle and with the operator add up to
what the hand began with, at every step, and nothing stays in the middle once it is over (guarantee 3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple

from ledger.core.cards import card_text
from ledger.core.entry import Entry
from ledger.games.game import RuleNote
from ledger.games.poker.audit import recomputed
from ledger.games.poker.events import DecisionTimedOut, Street
from ledger.games.poker.pots import layers, uncalled
from ledger.games.poker.settlement import stakes_of
from ledger.games.poker.state import Hand, evolve
from ledger.games.poker.streets import streets_of
from ledger.games.poker.turns import live_count, pot_total, turn
from projections.follow import Viewer, entry_json
from projections.hand_notes import Moment, notes
from projections.hand_view import seen
from projections.notes import Decided, decided, notes_json

_NONE: Final[Mapping[int, int]] = {}


class PotLevel(NamedTuple):
    """A pot: 0 is the main one; what lies in it, and the seats that may win it."""

    number: int
    amount: int
    seats: tuple[int, ...]


class ChipPlaces(NamedTuple):
    """Where the chips are. ``middle``: staked, and neither awarded, taken nor refunded. ``begun``: all at the start.

    None where an imported hand does not say.
    """

    stacks: int | None
    middle: int
    commission: int
    begun: int | None

    @property
    def conserved(self) -> bool:
        """Whether they add up, as far as they are known."""
        if self.stacks is None or self.begun is None:
            return self.middle >= 0
        return self.middle >= 0 and self.stacks + self.middle + self.commission == self.begun


class HandStep(NamedTuple):
    """The hand after one entry. ``pots`` hold what finished streets brought; ``bets`` are those of a street under way."""

    number: int
    entry: Entry
    street: Street
    outcome: Literal["open", "settled", "voided"]
    stacks: Mapping[int, int | None]
    bets: Mapping[int, int]
    pots: tuple[PotLevel, ...]
    chips: ChipPlaces
    conserved: bool
    decided: Decided
    notes: tuple[RuleNote, ...]
    """The rules that allowed or decided it."""
    board: tuple[str, ...]
    cards: Mapping[int, tuple[str, ...]]
    """The closed cards that the viewer could see then, by seat."""


class ReceivedBySeat(NamedTuple):
    """What a seat received in all: uncalled bets, payments and refunds, as recorded and computed again."""

    seat: int
    player: str
    recorded: int
    recomputed: int


def steps(
    entries: Sequence[Entry],
    openings: Mapping[int, int] = _NONE,
    viewer: Viewer = Viewer("auditor"),  # noqa: B008
) -> Iterator[HandStep]:
    """The hand after each of ``entries``, oldest first, as ``viewer`` saw it.

    ``openings`` are closed cards by slot, from the table of openings; what is not the viewer's is left out.
    """
    states: list[Hand] = []
    for entry in entries:
        states.append(evolve(states[-1] if states else None, entry.event))
    for number, (entry, hand) in enumerate(zip(entries, states, strict=True), 1):
        place = max(number - 2, 0)
        moment = Moment(entry, states[place], hand, entries[place] if number > 1 else None, states[-1])
        chips = _chips(hand)
        stacks = dict(zip(hand.seats, hand.stacks, strict=True))
        bets, pots = _middle(hand)
        whole = chips.conserved and (hand.outcome == "open" or not chips.middle)
        whole = whole and all(stack is None or stack >= 0 for stack in hand.stacks)
        yield HandStep(
            number=number,
            entry=entry,
            street=streets_of(hand.terms)[hand.street],
            outcome=hand.outcome,
            stacks=stacks,
            bets=bets,
            pots=pots,
            chips=chips,
            conserved=whole,
            decided=decided(entry, _instead(moment)),
            notes=notes(moment),
            board=tuple(card_text(card) for card in hand.board),
            cards=seen(hand, openings, viewer),
        )


def _instead(moment: Moment) -> Literal["time_out", "absent"] | None:
    """Why the platform decided what was a player's to decide."""
    if moment.timed_out or isinstance(moment.entry.event, DecisionTimedOut):
        return "time_out"
    return "absent" if moment.absent else None


def received(hand: Hand) -> tuple[ReceivedBySeat, ...]:
    """What every seat of a ``hand`` that is over received, as recorded and computed again; nothing of one in play."""
    if hand.outcome == "open":
        return ()
    due = [0] * len(hand.seats)
    if hand.outcome == "voided":
        due = [sum(parts) for parts in zip(hand.staked, hand.antes, hand.deads, hand.returned, strict=True)]
    else:
        settlement = recomputed(hand)
        if settlement.returned is not None:
            due[settlement.returned[0]] += settlement.returned[1]
        for payment in settlement.payments:
            due[payment.position] += payment.amount
    paid = [sum(parts) for parts in zip(hand.returned, hand.refunds, strict=True)]
    for _, position, amount in hand.awards:
        paid[position] += amount
    return tuple(
        ReceivedBySeat(player.seat, player.player, paid[position], due[position])
        for position, player in enumerate(hand.started.seats)
    )


def _chips(hand: Hand) -> ChipPlaces:
    known = [stack for stack in hand.stacks if stack is not None]
    begun = [player.stack for player in hand.started.seats if player.stack is not None]
    complete = len(known) == len(begun) == len(hand.seats)
    commission = sum(amount for _, _, amount in hand.fees)
    middle = pot_total(hand) - commission - sum(amount for _, _, amount in hand.awards) - sum(hand.refunds)
    return ChipPlaces(sum(known) if complete else None, middle, commission, sum(begun) if complete else None)


def _middle(hand: Hand) -> tuple[dict[int, int], tuple[PotLevel, ...]]:
    """The bets that still lie before the seats, and the pots, less what was paid out of each."""
    if hand.outcome == "voided":
        return {}, ()
    staked, bets = hand.staked, {seat: bet for seat, bet in zip(hand.seats, hand.bets, strict=True) if bet}
    if not hand.dealt or turn(hand) is not None or _awaits_straddles(hand):
        staked = tuple(total - bet for total, bet in zip(staked, hand.bets, strict=True))
    else:
        bets = {}
        if (excess := uncalled(staked)) is not None:
            position, amount = excess
            bets = {hand.seats[position]: amount}
            staked = (*staked[:position], staked[position] - amount, *staked[position + 1 :])
    pots = layers(stakes_of(hand), staked) if pot_total(hand) else ()
    paid: dict[int, int] = {}
    for number, _, amount in (*hand.awards, *hand.fees):
        paid[number] = paid.get(number, 0) + amount
    left = (
        PotLevel(number, pot.amount - paid.get(number, 0), tuple(hand.seats[position] for position in pot.contenders))
        for number, pot in enumerate(pots)
    )
    return bets, tuple(level for level in left if level.amount)


def _awaits_straddles(hand: Hand) -> bool:
    """Whether blinds and straddles still lie before the seats: they are bets of the first street (R809 r.54)."""
    return streets_of(hand.terms)[hand.street] == "straddle" and hand.outcome == "open" and live_count(hand) > 1


def to_json(step: HandStep) -> dict[str, Any]:
    """A step as JSON: amounts in minor units of the hand's unit."""
    return {
        "step": step.number,
        **entry_json(step.entry),
        "street": step.street,
        "outcome": step.outcome,
        "stacks": {str(seat): stack for seat, stack in step.stacks.items()},
        "bets": {str(seat): bet for seat, bet in step.bets.items()},
        "pots": [{"pot": level.number, "amount": level.amount, "seats": list(level.seats)} for level in step.pots],
        "commission": step.chips.commission,
        "middle": step.chips.middle,
        "conserved": step.conserved,
        "decided": step.decided._asdict(),
        "rules": notes_json(step.notes),
        "board": list(step.board),
        "cards": {str(seat): list(texts) for seat, texts in step.cards.items()},
    }


def verdict_json(hand: Hand, name: str, differences: Sequence[str], *, conserved: bool) -> dict[str, Any]:
    """How the replay of a hand came out, as JSON: what every seat received, recorded and recomputed, and what differs."""
    return {
        "hand": name,
        "outcome": hand.outcome,
        "conserved": conserved,
        "received": [one._asdict() for one in received(hand)],
        "differences": list(differences),
    }
