"""What can be asked of a wheel after ``->``: each check gives what was found and what was expected."""

from __future__ import annotations

from typing import Any

from tests.transcripts.banked import forbidding
from tests.transcripts.roulette import CHECKS, RouletteTranscript, imprisoned, numbered
from tombo.ledger.games.roulette.chances import in_order
from tombo.ledger.games.roulette.events import BetReleased, Collected, Paid, PrisonerLost, Voided

checks = CHECKS.says


def _payments(t: RouletteTranscript, name: str) -> list[Any]:
    paid = (event for event in t.world.spun() if isinstance(event, Paid) and event.player == name)
    return [payment for event in paid for payment in event.payments]


@checks(r"(p-\d+) is paid (\d+)")
def is_paid(t: RouletteTranscript, name: str, amount: str) -> tuple[int, int]:
    """The prizes of a player in the newest spin, without the stakes that won them."""
    return sum(payment.prize for payment in _payments(t, name)), int(amount)


@checks(r"(p-\d+) gets back (\d+)")
def gets_back(t: RouletteTranscript, name: str, amount: str) -> tuple[int, int]:
    """What comes back to a player of what he staked, from the layout and from prison."""
    freed = [event for event in t.world.spun() if isinstance(event, BetReleased) and event.prisoner.player == name]
    of_prison = sum(event.returned for event in freed)
    return sum(payment.returned for payment in _payments(t, name)) + of_prison, int(amount)


@checks(r"(p-\d+) loses (\d+)")
def loses(t: RouletteTranscript, name: str, amount: str) -> tuple[int, int]:
    """What is collected of a player in the newest spin, on the layout and in prison."""
    lost = 0
    for event in t.world.spun():
        if isinstance(event, Collected) and event.player == name:
            lost += sum(chip.amount for chip in event.chips)
        if isinstance(event, PrisonerLost) and event.prisoner.player == name:
            lost += event.prisoner.amount
    return lost, int(amount)


@checks(r"(p-\d+) is refunded (\d+)")
def is_refunded(t: RouletteTranscript, name: str, amount: str) -> tuple[int, int]:
    """What a void spin gives back to a player."""
    voids = (event for event in t.world.spun() if isinstance(event, Voided))
    return sum(refund.amount for event in voids for refund in event.refunds if refund.player == name), int(amount)


@checks(r"(p-\d+) nets ([+-]\d+|0)")
def nets(t: RouletteTranscript, name: str, amount: str) -> tuple[int, int]:
    """What a player has won at this wheel, less what he has at stake."""
    return t.world.net(name), int(amount)


@checks(r"account (p-\d+) is (\d+|none)")
def account(t: RouletteTranscript, name: str, cents: str) -> tuple[int | None, int | None]:
    """The balance of an account, or that there is none."""
    found = t.world(f"account:{name}")
    return None if found is None else found.balance, None if cents == "none" else int(cents)


@checks(r"(p-\d+) has (\d+) at stake")
def at_stake(t: RouletteTranscript, name: str, amount: str) -> tuple[int, int]:
    """What a player has staked in the newest spin, on all chances together."""
    return t.world.spin.staked(name), int(amount)


@checks(r"(p-\d+) has (\d+) in prison")
def in_prison(t: RouletteTranscript, name: str, amount: str) -> tuple[int, int]:
    """What a player has in prison."""
    return imprisoned(t.world.spin, name), int(amount)


@checks(r"(p-\d+) has (\d+) on (.+)")
def has_on(t: RouletteTranscript, name: str, amount: str, where: str) -> tuple[int, int]:
    """What a player has on one combination."""
    chance, numbers = numbered(where)
    asked = (name, chance, in_order(numbers.split()))
    return sum(stake.amount for stake in t.world.spin.stakes if stake[:3] == asked), int(amount)


@checks(r"the most on ([a-z_]+) is (\d+)")
def the_most(t: RouletteTranscript, chance: str, amount: str) -> tuple[int, int]:
    """The maximum of a chance in the terms."""
    return getattr(t.terms.limits, chance).most, int(amount)


@checks(r"(open|settled|voided)")
def outcome(t: RouletteTranscript, name: str) -> tuple[str, str]:
    """How the newest spin ended, or that it has not."""
    return t.world.spin.outcome, name


@checks(r"events ((?: ?[a-z_]+(?::p-\d+)?)+)")
def events(t: RouletteTranscript, kinds: str) -> tuple[list[str], list[str]]:
    """The last events of the newest spin, by kind, with the player where the kind is followed by one."""
    expected = kinds.split()
    found = [
        event.kind.split(".")[1] + (f":{getattr(event, 'player', '')}" if ":" in word else "")
        for event, word in zip(t.world.spun()[-len(expected) :], expected, strict=True)
    ]
    return found, expected


@checks(r"forbidden by (.+)")
def forbidden(t: RouletteTranscript, expected: str) -> tuple[str, str]:
    """What forbids the bet of the newest spin that was turned down last; ``nothing`` where it should have been taken."""
    return forbidding(t.world.spun()), expected
