"""What can be asked of a hand after ``->``: each check gives what was found and what was expected."""

from __future__ import annotations

from tests.transcripts.player import CHECKS, Transcript
from tests.worlds.world import TABLE_STREAM
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker.turns import phase, pot_total, turn

checks = CHECKS.says


@checks(r"pot (\d+)")
def pot(t: Transcript, amount: str) -> tuple[int, int]:
    """What lies in the pots."""
    return pot_total(t.hand), int(amount)


@checks(r"seat (\d+) has (\d+)")
def has(t: Transcript, seat: str, amount: str) -> tuple[int | None, int]:
    """The stack of a seat."""
    return t.hand.stacks[t.hand.seats.index(int(seat))], int(amount)


@checks(r"to act (\d+|nobody)")
def to_act(t: Transcript, seat: str) -> tuple[str, str]:
    """Whose turn it is."""
    position = turn(t.hand)
    return "nobody" if position is None else str(t.hand.seats[position]), seat


@checks(r"(blinds|betting|board|showdown|over)")
def waits(t: Transcript, name: str) -> tuple[str, str]:
    """What the hand waits for."""
    return phase(t.hand), name


@checks(r"(settled|voided)")
def ended(t: Transcript, outcome: str) -> tuple[str, str]:
    """How the hand ended."""
    return t.hand.outcome, outcome


@checks(r"commission (\d+)")
def commission(t: Transcript, amount: str) -> tuple[int, int]:
    """The operator's commission, in all."""
    return sum(fee for *_, fee in t.hand.fees), int(amount)


@checks(r"seat (\d+) (is paid|gets back|is refunded) (\d+)")
def gets(t: Transcript, seat: str, how: str, amount: str) -> tuple[int, int]:
    """What a seat was paid of the pots, got back uncalled, or was refunded."""
    position = t.hand.seats.index(int(seat))
    paid = sum(award for _, winner, award in t.hand.awards if winner == position)
    found = {"is paid": paid, "gets back": t.hand.returned[position], "is refunded": t.hand.refunds[position]}
    return found[how], int(amount)


@checks(r"events ((?: ?[a-z_]+)+)")
def last_events(t: Transcript, kinds: str) -> tuple[list[str], list[str]]:
    """The last events of the hand, by kind."""
    expected = kinds.split()
    found = [event.kind.split(".")[1] for event in t.world.hand_events(t.number, t.table)]
    return found[-len(expected) :], expected


@checks(r"shown((?: \d+)+)")
def shown(t: Transcript, seats: str) -> tuple[list[int], list[int]]:
    """The seats that showed, in their order."""
    events = t.world.hand_events(t.number, t.table)
    return [e.seat for e in events if e.kind == "hand.cards_shown.v1"], [int(seat) for seat in seats.split()]


@checks(r"button (\d+)")
def button(t: Transcript, seat: str) -> tuple[int, int]:
    """Where the button of the hand lies."""
    return t.hand.started.button, int(seat)


@checks(r"stack (\d+) is (\d+)")
def stack(t: Transcript, seat: str, amount: str) -> tuple[int | None, int]:
    """What a seat has at the table, between hands."""
    taken = t.world(TABLE_STREAM).at(int(seat))
    return None if taken is None else taken.stack, int(amount)


@checks(r"account (\S+) is (\d+)")
def balance(t: Transcript, player: str, cents: str) -> tuple[Money, Money]:
    """The balance of an account."""
    return Money(t.world(f"account:{player}").balance), Money(int(cents))


@checks(r"deck of cards known (\d+)")
def known(t: Transcript, count: str) -> tuple[int, int]:
    """How many openings are kept for the hand."""
    return len(t.world.openings(f"hand:{t.name}")), int(count)
