"""A spin told as moves, and computed again from its bets and its number alone: payments, losses, prison, refunds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final, assert_never

from tombo.ledger.core.said import Said, Told, Word
from tombo.ledger.games.roulette import said, words
from tombo.ledger.games.roulette.chances import SIMPLE, ZEROS, Numbers, SimpleChance
from tombo.ledger.games.roulette.events import (
    BallLanded,
    BetImprisoned,
    BetPlaced,
    BetReleased,
    BetsClosed,
    Collected,
    FindingRecorded,
    FindingRecordedV2,
    Paid,
    Payment,
    Prisoner,
    PrisonerLost,
    Refund,
    RoundOpened,
    Settled,
    SpinBetRefused,
    SpinConnectionLost,
    SpinConnectionRestored,
    SpinEvent,
    Voided,
)
from tombo.ledger.games.roulette.laid import bets_told
from tombo.ledger.games.roulette.money import MONEY
from tombo.ledger.games.roulette.payout import half_lost
from tombo.ledger.games.roulette.r804 import (
    connection_fails_after_the_bet,
    connection_was_lost,
)
from tombo.ledger.games.roulette.revisions import deciding
from tombo.ledger.games.roulette.state import Spin, evolve
from tombo.ledger.house import said as house_said
from tombo.ledger.house.banked import words as banked_words
from tombo.ledger.house.moves import FlowText, Move, as_due, differing, told
from tombo.ledger.terms.roulette import cited
from tombo.ledger.terms.said import roulette as terms_said

FEW: Final = 6
"""So many numbers are written one by one."""
BEHIND: Final = frozenset({"bet_released"})
"""What may stand behind the end of a spin: a stake that goes back to who leaves while it lies in prison (R804 r.19)."""
ALL_BETS: Final = banked_words.ON_ALL_BETS()


def on_numbers(chance: str, numbers: Sequence[str]) -> Told:
    """Where a bet stands: on ``straight up 17``, ``split 17-18``, ``dozen 1 to 12``, ``black 2-4-...-35``."""
    return _on_numbers(chance, tuple(numbers))


@lru_cache(maxsize=512)
def _on_numbers(chance: str, numbers: Numbers) -> Told:
    return _bet(words.ON_CHANCES[chance], numbers, words.ON_NUMBERS, words.ON_ROW_OF_NUMBERS)


@cache
def on_chance(chance: SimpleChance) -> Told:
    """Where a stake stands that zero imprisons."""
    return words.ON_CHANCE(chance=words.ON_CHANCES[chance])


@cache
def _in_prison(chance: SimpleChance) -> Told:
    return words.ON_CHANCE_IN_PRISON(chance=words.ON_CHANCES[chance])


def _bet(name: Word, numbers: Sequence[str], on_numbers: Said, on_row: Said) -> Told:
    """A bet by its numbers: all of them, the first and last of a row, or the first two and the last."""
    if len(numbers) <= FEW:
        return on_numbers(chance=name, numbers="-".join(numbers))
    if all(int(after) == int(one) + 1 for one, after in pairwise(numbers)):
        return on_row(chance=name, first=numbers[0], last=numbers[-1])
    return on_numbers(chance=name, numbers=f"{numbers[0]}-{numbers[1]}-...-{numbers[-1]}")


def moves(spin: Spin, event: SpinEvent) -> list[Move]:
    """What ``event`` moves, in ``spin`` as it is after it."""
    return told(MONEY, event, _words(spin, event))


def _words(spin: Spin, event: SpinEvent) -> Iterator[FlowText]:  # noqa: C901  # one case an event
    """Of every flow of ``event``, in its order."""
    terms = spin.terms
    match event:
        case BetPlaced():
            rule = cited(terms, 7) if event.call is None else "R807 r.8"
            yield from (FlowText(event.player, on_numbers(chip.chance, chip.numbers), "", rule) for chip in event.chips)
        case Collected():
            for chip in event.chips:
                on = on_numbers(chip.chance, chip.numbers)
                yield FlowText(event.player, on, "", _lost_under(spin, chip.chance))
        case Paid():
            for paid in event.payments:
                yield from (_paid_on(spin, event.player, paid),) * 2  # a prize, and the stake
        case PrisonerLost():
            yield _freed(spin, event.prisoner)
        case BetReleased():
            yield from (_freed(spin, event.prisoner),) * 2  # what comes back, and what is lost
        case BetImprisoned():
            yield FlowText(event.prisoner.player, on_chance(event.prisoner.chance), "", cited(terms, 19))
        case Voided():
            yield from (FlowText(refund.player, ALL_BETS, "", cited(terms, 20)) for refund in event.refunds)
        case RoundOpened() | BetsClosed() | BallLanded() | SpinConnectionLost() | SpinConnectionRestored() | Settled():
            return
        case FindingRecorded() | FindingRecordedV2() | SpinBetRefused():
            return
        case _:
            assert_never(event)


def _paid_on(spin: Spin, player: str, paid: Payment) -> FlowText:
    """A prize and the stake that stays the player's (r.13), half a cent being none; or what zero leaves him of it (r.19)."""
    won = spin.ball in paid.chip.numbers
    return FlowText(player, on_numbers(paid.chip.chance, paid.chip.numbers), "", cited(spin.terms, 13 if won else 19))


def _lost_under(spin: Spin, chance: str) -> str:
    """The rule by which a bet loses: a zero takes simple chances by a rule of their own (r.19)."""
    return cited(spin.terms, 19 if spin.ball in ZEROS and chance in SIMPLE else 18)


def _freed(spin: Spin, held: Prisoner) -> FlowText:
    return FlowText(held.player, _in_prison(held.chance), "", cited(spin.terms, 19))


def differences(events: Sequence[SpinEvent]) -> tuple[Told, ...]:
    """Where the record of a finished spin is not what its bets, its number and its terms give; empty where all of it is."""
    spin, ended = _played(events), events[_end(events)]
    name = f"roulette:{events[0].table}/{spin.number}" if isinstance(events[0], RoundOpened) else "roulette"
    found: list[Told] = []
    if isinstance(ended, Voided):
        if spin.ball is not None:
            line = said.SPIN_VOID_WITH_NUMBER(number=spin.ball, round=name, rule=cited(spin.terms, 20))
            found.append(line)
    elif spin.ball is None:
        return (said.SPIN_SETTLED_WITHOUT_NUMBER(round=name, rule=cited(spin.terms, 17)),)
    due = _due(spin, events)
    paid = [event for event in events if not isinstance(event, BetPlaced)]
    beside = (*bets_told(name, spin, events), *_connections(name, events))
    if as_due(MONEY, paid, due):
        return (*found, *beside)
    found += differing(name, spin.terms.unit, _told(spin, paid), _told(spin, due))
    return (*found, *beside, *_other_numbers(name, paid, due), *_stakes_told(name, spin, paid, due))


def owed(events: Sequence[SpinEvent]) -> list[Move]:
    """What a finished spin pays, takes and gives back by its rules, computed from its bets and its number."""
    spin = _played(events)
    return _told(spin, _due(spin, events))


def _due(spin: Spin, events: Sequence[SpinEvent]) -> list[SpinEvent]:
    """What follows from ``spin``, which ``events`` ended; nothing where it was settled without a number."""
    ended = events[_end(events)]
    due: list[SpinEvent] = []
    if isinstance(ended, Voided):
        players = dict.fromkeys(stake.player for stake in spin.stakes)
        refunds = [Refund(amount=spin.staked(player), player=player) for player in players]
        due = [Voided(incident=ended.incident, refunds=refunds)]
    elif spin.ball is not None:
        due = deciding(spin.terms).settling(spin, spin.ball)
    return [*due, *_left(spin, due, events[_end(events) + 1 :])]


def _connections(name: str, events: Sequence[SpinEvent]) -> Iterator[Told]:
    """R804 r.22: whose connection failed had bet, and who came back was cut off."""
    if not any(isinstance(event, SpinConnectionLost | SpinConnectionRestored) for event in events):
        return
    spin: Spin | None = None
    for event in events:
        found = None
        if spin is not None and isinstance(event, SpinConnectionLost | SpinConnectionRestored):
            lost = isinstance(event, SpinConnectionLost)
            found = (connection_fails_after_the_bet if lost else connection_was_lost)(spin, event.player)
            if found is not None:
                row = said.SPIN_CONNECTION_OBJECTED
                yield row(player=event.player, round=name, rule=found.rule, why=found.told)
        if isinstance(event, RoundOpened | BetPlaced | SpinConnectionLost | SpinConnectionRestored):
            spin = evolve(spin, event)


def _stakes_told(name: str, spin: Spin, paid: Iterable[SpinEvent], due: Iterable[SpinEvent]) -> Iterator[Told]:
    """Where the stake that a payment, or a stake out of prison, says it is of is another one."""
    unit = spin.terms.unit
    recorded, owed = _stakes_named(spin, paid), _stakes_named(spin, due)
    for key in recorded.keys() & owed.keys():
        if recorded[key] != owed[key]:
            (player, chance, numbers, rule), here, there = key, recorded[key], owed[key]
            line = said.PAID_ON_ANOTHER_STAKE(
                bet=_named(chance, numbers),
                player=player,
                recorded=unit.sum(here),
                recomputed=unit.sum(there),
                round=name,
                rule=rule,
            )
            yield line


def _other_numbers(name: str, paid: Iterable[SpinEvent], due: Iterable[SpinEvent]) -> Iterator[Told]:
    """Where a bet is paid or collected on numbers that are not its own, and is called as it is: of many numbers not all are said."""
    own, recorded = set(_bets_named(due)), dict.fromkeys(_bets_named(paid))
    others = [bet for bet in recorded if bet not in own]
    if not others:
        return
    owed = {(player, _named(*bet).text()): bet for player, bet in own}
    for player, bet in others:
        called = _named(*bet)
        due_to = owed.get((player, called.text()), bet)
        if due_to != bet:
            numbers, expected = ("-".join(chip[1]) for chip in (bet, due_to))
            yield said.SETTLED_ON_OTHER_NUMBERS(
                bet=called, expected=expected, numbers=numbers, player=player, round=name
            )


def _bets_named(events: Iterable[SpinEvent]) -> Iterator[tuple[str, tuple[str, Numbers]]]:
    """Whose bets are paid or collected: the player, the chance and all its numbers."""
    for event in events:
        if isinstance(event, Paid | Collected):
            chips = event.chips if isinstance(event, Collected) else [paid.chip for paid in event.payments]
            yield from ((event.player, (chip.chance, tuple(chip.numbers))) for chip in chips)


def _named(chance: str, numbers: Numbers) -> Told:
    """A bet by its name; a stake out of prison has no numbers."""
    name = terms_said.CHANCES[chance]
    if not numbers:
        return said.BET_IN_PRISON(chance=name)
    return _bet(name, numbers, said.BET_ON_NUMBERS, said.BET_ON_ROW_OF_NUMBERS)


def _stakes_named(spin: Spin, events: Iterable[SpinEvent]) -> dict[tuple[str, str, Numbers, str], int]:
    """By player, bet and rule: the stakes that payments and stakes out of prison say they are of; these have no numbers."""
    found: dict[tuple[str, str, Numbers, str], int] = {}
    for event in events:
        if isinstance(event, Paid):
            for payment in event.payments:
                key = event.player, payment.chip.chance, tuple(payment.chip.numbers), cited(spin.terms, 13)
                found[key] = found.get(key, 0) + payment.chip.amount
        elif isinstance(event, BetReleased | PrisonerLost):
            held = event.prisoner
            key = held.player, held.chance, (), cited(spin.terms, 19)
            found[key] = found.get(key, 0) + held.amount
    return found


def imprisoned(events: Iterable[SpinEvent]) -> list[Prisoner]:
    """The stakes in prison after ``events``, a spin from its beginning."""
    held: list[Prisoner] = []
    for event in events:
        if isinstance(event, RoundOpened):
            held = list(event.imprisoned)
        elif isinstance(event, BetImprisoned):
            held.append(event.prisoner)
        elif isinstance(event, BetReleased | PrisonerLost) and event.prisoner in held:
            held.remove(event.prisoner)
    return held


def carried(left: Sequence[Prisoner], opened: RoundOpened) -> Iterator[Told]:
    """Where a spin, ``opened``, does not take over the stakes that the spin before ``left`` in prison, and no others."""
    left, taken = list(left), list(opened.imprisoned)
    if left != taken:
        line = said.PRISON_NOT_CARRIED_OVER(
            left=_stakes(opened, left),
            round=f"roulette:{opened.table}/{opened.number}",
            rule=cited(opened.terms, 19),
            taken=_stakes(opened, taken),
        )
        yield line


def _stakes(opened: RoundOpened, held: Iterable[Prisoner]) -> tuple[Told, ...]:
    return tuple(
        said.PRISON_STAKE(
            amount=opened.terms.unit.sum(one.amount), chance=terms_said.CHANCES[one.chance], player=one.player
        )
        for one in held
    ) or (said.PRISON_EMPTY(),)


def _played(events: Sequence[SpinEvent]) -> Spin:
    """The spin as it was when the ball lay: nothing of what was paid or taken."""
    spin: Spin | None = None
    for event in events[: _end(events)]:
        if isinstance(event, RoundOpened | BetPlaced | BetsClosed | BallLanded):
            spin = evolve(spin, event)
        elif spin is not None and spin.ball is None:
            evolve(spin, event)  # a bet that is decided before the ball lies cannot follow
    return spin if spin is not None else evolve(None, events[0])


def _end(events: Sequence[SpinEvent]) -> int:
    return next(place for place, event in enumerate(events) if isinstance(event, Settled | Voided))


def _left(spin: Spin, due: Sequence[SpinEvent], after: Sequence[SpinEvent]) -> list[SpinEvent]:
    """What becomes of stakes in prison whose players left once the spin was over: half of each goes back."""
    asked = {event.prisoner.player for event in after if isinstance(event, BetReleased)}
    if not asked:
        return []
    state = spin
    for event in due:
        state = evolve(state, event)
    return [
        BetReleased(prisoner=held, returned=held.amount - half_lost(held.amount))
        for held in state.prisoners
        if held.player in asked
    ]


def released_late(stream: str, spin: Spin, event: BetReleased, index: int) -> Told | None:
    """R804 r.19: behind the end of ``spin`` a stake goes back that lies in prison, once; what is said of any other. None: it may stand there.

    ``spin``: as it is before.
    """
    if event.prisoner in spin.prisoners:
        return None
    return house_said.ENTRY_AFTER_THE_END(round=stream, kind=event.kind, index=index)


def _told(spin: Spin, events: Iterable[SpinEvent]) -> list[Move]:
    return [move for event in events for move in moves(spin, event)]
