"""What can happen to a banked table: who plays there, and its rounds. The rounds themselves are each game's own."""

from typing import Annotated, Literal

from pydantic import Field

from tombo.ledger.core.clock import Instant
from tombo.ledger.core.entry import EventBase, Record
from tombo.ledger.core.facts import About, Facts
from tombo.ledger.core.ids import LocalId, StreamId
from tombo.ledger.house.fields import Index
from tombo.ledger.terms.every import BankedTerms
from tombo.ledger.terms.unit import RulesetRef

BankedSeat = Annotated[int, Field(ge=1, le=7)]
"""A place (*lugar*) at a table of cards; a wheel has none."""


ToldRule = Annotated[str, Field(pattern=r"^[A-Z][A-Za-z0-9 :.-]{0,39}$")]
"""The rule by which a player was told that his bet is turned down; one of a platform's own may be any."""


class Forbids(Record):
    """What forbids a bet that was turned down, as the door judged it in that moment: the rule, and its objection by name and facts."""

    about: About
    facts: Facts
    rule: Annotated[str, Field(max_length=40)]


class BankedTableOpened(EventBase):
    """A table of a banked game opens under a ruleset."""

    kind: Literal["banked.opened.v1"] = "banked.opened.v1"
    ruleset: RulesetRef
    terms: BankedTerms


class PlayerJoined(EventBase):
    """A player sat down, or stands at the wheel, within a session of his. ``at`` as in ``BetTimed``."""

    at: Instant | None
    kind: Literal["banked.player_joined.v1"] = "banked.player_joined.v1"
    player: LocalId
    seat: BankedSeat | None
    session: LocalId


class PlayerParted(EventBase):
    """A player left; what he had staked in a round under way is decided without him."""

    kind: Literal["banked.player_left.v1"] = "banked.player_left.v1"
    player: LocalId
    seat: BankedSeat | None


class RoundStarted(EventBase):
    """A round began: its stream and its number, one more each time."""

    kind: Literal["banked.round_started.v1"] = "banked.round_started.v1"
    number: Index
    round: StreamId


class BetTimed(EventBase):
    """At a table of one player he bet at this instant, by the source's word: three minutes are counted from it.

    An instant stands in an event where a rule reads it (R803 r.41a, R804 r.28a, R805 r.35a), as a deadline does.
    """

    at: Instant | None
    kind: Literal["banked.bet_timed.v1"] = "banked.bet_timed.v1"
    player: LocalId


class RoundEnded(EventBase):
    """A round ended: settled or void. ``bets``: who had a bet in it, by name; the others let it pass."""

    bets: list[LocalId]
    kind: Literal["banked.round_ended.v1"] = "banked.round_ended.v1"
    outcome: Literal["settled", "voided"]
    round: StreamId


class BankedTableClosed(EventBase):
    """The table closed; nobody plays there."""

    kind: Literal["banked.closed.v1"] = "banked.closed.v1"


BankedEvent = BankedTableOpened | PlayerJoined | PlayerParted | RoundStarted | BetTimed | RoundEnded | BankedTableClosed
