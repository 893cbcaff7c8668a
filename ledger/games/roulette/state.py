"""A spin as its stream tells it. ``evolve`` judges no bet: it holds the course of a spin, in which no door writes out of order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, assert_never

from tombo.ledger.games.roulette.chances import ZEROS, Chance, Chip, Numbers
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
    Prisoner,
    PrisonerLost,
    RoundOpened,
    Settled,
    SpinBetRefused,
    SpinConnectionLost,
    SpinConnectionRestored,
    SpinEvent,
    Voided,
)
from tombo.ledger.house.rules import headless
from tombo.ledger.terms.roulette import RouletteTerms


class Stake(NamedTuple):
    """All that one player has on one combination: limits and prizes are of the sum."""

    player: str
    chance: Chance
    numbers: Numbers
    amount: int


class Spin(NamedTuple):
    """A spin: the bets, the number, and who is in prison."""

    terms: RouletteTerms
    number: int
    """The number of the spin at its table."""
    deadline: int | None = None
    """Until when bets are taken, where it was announced."""
    prisoners: tuple[Prisoner, ...] = ()
    """Those of the spin before until this one is settled; then those it leaves."""
    stakes: tuple[Stake, ...] = ()
    """In the order of the first chip on each."""
    bets_closed: bool = False
    ball: str | None = None
    """Where it came to rest."""
    outcome: Literal["open", "settled", "voided"] = "open"
    cut_off: tuple[str, ...] = ()
    """The players whose connection failed and is not back, in order (r.22)."""

    @property
    def bettors(self) -> tuple[str, ...]:
        """The players who bet in this spin; a stake in prison is a bet of the spin that imprisoned it."""
        return tuple(dict.fromkeys(stake.player for stake in self.stakes))

    @property
    def holding(self) -> tuple[str, ...]:
        """The players with a stake on the layout or in prison."""
        return (*(self.bettors if self.outcome == "open" else ()), *(held.player for held in self.prisoners))

    def staked(self, player: str) -> int:
        """What ``player`` has staked in this spin, on all chances together."""
        return sum(stake.amount for stake in self.stakes if stake.player == player)


def with_chips(stakes: tuple[Stake, ...], player: str, chips: Iterable[Chip]) -> tuple[Stake, ...]:
    """``stakes`` with more ``chips`` of ``player``, whose numbers stand in full and in order."""
    held = {stake[:3]: stake.amount for stake in stakes}
    for chip in chips:
        key = player, chip.chance, tuple(chip.numbers)
        held[key] = held.get(key, 0) + chip.amount
    return tuple(Stake(*key, amount) for key, amount in held.items())


def _goes_to_prison(spin: Spin, held: Prisoner) -> bool:
    """Whether zero imprisons this stake: a whole one of ``spin``, where its terms have a prison, and once."""
    if spin.ball not in ZEROS or spin.terms.zero != "prison" or spin.outcome != "open" or held in spin.prisoners:
        return False
    return any(
        (stake.player, stake.chance, stake.amount) == (held.player, held.chance, held.amount) for stake in spin.stakes
    )


def evolve(spin: Spin | None, event: SpinEvent) -> Spin:  # noqa: C901, PLR0912  # one case an event
    """``spin`` after ``event``.

    Raises:
        TamperedError: the stream does not begin with ``roulette.round_opened``.
        ValueError: the ball came to rest before, ``event`` is out of the order of a spin (R804 r.14-20), or it is of a stake that
            is not in prison, or does not go there (R807).
    """
    if isinstance(event, RoundOpened):
        return Spin(event.terms, event.number, event.deadline, tuple(event.imprisoned))
    if spin is None:
        headless("roulette", event)
    early = spin.ball is None and spin.outcome == "open"
    match event:
        case BetPlaced() | BetsClosed() if spin.bets_closed:
            raise ValueError("bets were closed before")
        case BetPlaced():
            return spin._replace(stakes=with_chips(spin.stakes, event.player, event.chips))
        case BetsClosed():
            return spin._replace(bets_closed=True)
        case BallLanded():
            if spin.ball is not None:
                raise ValueError(f"the ball lies on {spin.ball}")
            if not spin.bets_closed:
                raise ValueError("a number before bets were closed")
            return spin._replace(ball=event.number)
        case Collected() | Paid() | PrisonerLost() | BetReleased() | BetImprisoned() | Settled() if early:
            raise ValueError("bets are decided before the ball lies")
        case Voided() if spin.ball is not None:
            raise ValueError(f"void, and the ball lies on {spin.ball}")
        case PrisonerLost() | BetReleased() if event.prisoner not in spin.prisoners:
            raise ValueError(f"{event.prisoner.player} has no such stake in prison")
        case BetImprisoned() if not _goes_to_prison(spin, event.prisoner):
            raise ValueError(f"no such stake of {event.prisoner.player} goes to prison")
        case PrisonerLost() | BetReleased():
            return spin._replace(prisoners=tuple(held for held in spin.prisoners if held != event.prisoner))
        case BetImprisoned():
            return spin._replace(prisoners=(*spin.prisoners, event.prisoner))
        case SpinConnectionLost():
            return spin._replace(cut_off=(*spin.cut_off, event.player))
        case SpinConnectionRestored():
            return spin._replace(cut_off=tuple(player for player in spin.cut_off if player != event.player))
        case Collected() | Paid() | FindingRecorded() | FindingRecordedV2() | SpinBetRefused():
            return spin
        case Settled():
            return spin._replace(outcome="settled")
        case Voided():
            return spin._replace(outcome="voided")
        case _:
            assert_never(event)
