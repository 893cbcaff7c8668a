"""What can happen in a spin of the roulette (*jogada*), R804 and R807. Amounts are in the unit of the spin's terms."""

from typing import Annotated, Final, Literal

from pydantic import Field

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import EventBase, Kinds, Record
from tombo.ledger.core.facts import About, Facts
from tombo.ledger.core.findings import Reading
from tombo.ledger.core.ids import LocalId
from tombo.ledger.core.money import Amount, PositiveAmount
from tombo.ledger.games.roulette.chances import Chip, Pocket, SimpleChance
from tombo.ledger.games.roulette.wheel import CallBet
from tombo.ledger.house.banked.events import Forbids, ToldRule
from tombo.ledger.house.fields import Index, Text
from tombo.ledger.terms.roulette import RouletteTerms
from tombo.ledger.terms.unit import RulesetRef


class Prisoner(Record):
    """A stake on a simple chance that zero has imprisoned."""

    amount: PositiveAmount
    chance: SimpleChance
    player: LocalId


class RoundOpened(EventBase):
    """A spin begins; bets are taken until ``deadline`` (r.14). ``imprisoned``: stakes that the spin before left in prison."""

    deadline: Instant | None
    imprisoned: list[Prisoner]
    kind: Literal["roulette.round_opened.v1"] = "roulette.round_opened.v1"
    number: Index
    ruleset: RulesetRef
    table: LocalId
    terms: RouletteTerms


class BetPlaced(EventBase):
    """A player staked chips (*aposta*, r.7-8), by hand or by a call bet, which is then named (R807 r.8).

    The sum leaves his account in the same commit.
    """

    call: CallBet | None
    chips: Annotated[list[Chip], Field(min_length=1, max_length=150)]
    kind: Literal["roulette.bet_placed.v1"] = "roulette.bet_placed.v1"
    player: LocalId


class SpinBetRefused(EventBase):
    """A bet that the platform turned down, by chips or by a call; it moved nothing.

    ``rule``: what the player was told; ``forbids``: what the door found, None for nothing.
    """

    call: CallBet | None
    chips: Annotated[list[Chip], Field(max_length=150)]
    forbids: Forbids | None
    kind: Literal["roulette.bet_refused.v1"] = "roulette.bet_refused.v1"
    player: LocalId
    rule: ToldRule


class BetsClosed(EventBase):
    """No more bets (*jogo feito, nada mais*, r.14)."""

    kind: Literal["roulette.bets_closed.v1"] = "roulette.bets_closed.v1"


class BallLanded(EventBase):
    """The ball came to rest (r.3d, r.16). From now on the spin has a result, and is not void (r.20)."""

    kind: Literal["roulette.ball_landed.v1"] = "roulette.ball_landed.v1"
    number: Pocket


class SpinConnectionLost(EventBase):
    """A player's equipment or network failed (r.22): what he bet stays valid, and is paid or collected (r.23)."""

    kind: Literal["roulette.connection_lost.v1"] = "roulette.connection_lost.v1"
    player: LocalId


class SpinConnectionRestored(EventBase):
    """The player is back, after a failure of his equipment or network that is on record (r.22)."""

    kind: Literal["roulette.connection_restored.v1"] = "roulette.connection_restored.v1"
    player: LocalId


class Collected(EventBase):
    """What a player lost (r.17): each losing bet, half of one where zero takes half."""

    chips: Annotated[list[Chip], Field(min_length=1)]
    kind: Literal["roulette.collected.v1"] = "roulette.collected.v1"
    player: LocalId


class PrisonerLost(EventBase):
    """An imprisoned stake lost in this spin."""

    kind: Literal["roulette.prisoner_lost.v1"] = "roulette.prisoner_lost.v1"
    prisoner: Prisoner


class BetReleased(EventBase):
    """A stake leaves prison: whole and without a prize if it won; if its player has left, as if zero took half of it."""

    kind: Literal["roulette.bet_released.v1"] = "roulette.bet_released.v1"
    prisoner: Prisoner
    returned: PositiveAmount


class BetImprisoned(EventBase):
    """Zero froze a stake on a simple chance: the next spin decides it."""

    kind: Literal["roulette.bet_imprisoned.v1"] = "roulette.bet_imprisoned.v1"
    prisoner: Prisoner


class Payment(Record):
    """What one bet pays: its prize (r.13), and what returns of the stake, which stays the player's."""

    chip: Chip
    prize: Amount
    returned: PositiveAmount


class Paid(EventBase):
    """What a player receives (r.13, r.17). It goes to his account in the same commit."""

    kind: Literal["roulette.paid.v1"] = "roulette.paid.v1"
    payments: Annotated[list[Payment], Field(min_length=1)]
    player: LocalId


class Settled(EventBase):
    """The spin is over: every stake was collected, returned or imprisoned."""

    kind: Literal["roulette.settled.v1"] = "roulette.settled.v1"


class Refund(Record):
    """What a player gets back of a void spin: all he staked in it."""

    amount: PositiveAmount
    player: LocalId


class Voided(EventBase):
    """The spin is void (*jogada nula*, r.20-21): no valid number was determined. Stakes in prison stay there."""

    incident: LocalId
    kind: Literal["roulette.voided.v1"] = "roulette.voided.v1"
    refunds: list[Refund]


class FindingRecorded(EventBase):
    """Another reading of ``rule`` gives a player another result: ``paid`` comes back to him, ``otherwise`` would.

    Both are stake and prize of the bets it is about. ``otherwise`` is None where only the next spin would say it.
    """

    kind: Literal["roulette.finding_recorded.v1"] = "roulette.finding_recorded.v1"
    message: Text
    otherwise: Amount | None
    paid: Amount
    player: LocalId
    reading: Reading
    rule: Annotated[str, Field(max_length=40)]


class FindingRecordedV2(EventBase):
    """As ``roulette.finding_recorded.v1``, the objection by its name and facts: each language says them (``ledger.said``)."""

    about: About
    facts: Facts
    kind: Literal["roulette.finding_recorded.v2"] = "roulette.finding_recorded.v2"
    otherwise: Amount | None
    paid: Amount
    player: LocalId
    reading: Reading
    rule: Annotated[str, Field(max_length=40)]


SpinEvent = (
    RoundOpened
    | BetPlaced
    | SpinBetRefused
    | BetsClosed
    | BallLanded
    | SpinConnectionLost
    | SpinConnectionRestored
    | Collected
    | PrisonerLost
    | BetReleased
    | BetImprisoned
    | Paid
    | Settled
    | Voided
    | FindingRecorded
    | FindingRecordedV2
)

KINDS: Final = Kinds("roulette", SpinEvent, RoundOpened, voids="void_spin")
