"""What may be asked of a round of blackjack. ``round`` is the local id, ``bj-1/7``; amounts are in the round's unit."""

from typing import Annotated, Literal

from pydantic import Field

from tombo.ledger.core.cards import CardText
from tombo.ledger.core.clock import Instant
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import Hex32, LocalId
from tombo.ledger.core.money import PositiveAmount
from tombo.ledger.games.blackjack.events import Choice, HandNumber
from tombo.ledger.house.banked.events import BankedSeat, ToldRule


class OpenBlackjackRound(CommandBase):
    """The next round of a table begins: bets are taken until ``deadline`` (r.12); alone nobody need announce one (r.13)."""

    deadline: Instant | None = None
    kind: Literal["open_blackjack_round"] = "open_blackjack_round"
    table: LocalId


class ShuffleBlackjackShoe(CommandBase):
    """The platform shuffles the decks (r.4b); the shoe gets a new name."""

    kind: Literal["shuffle_blackjack_shoe"] = "shuffle_blackjack_shoe"
    order_root: Hex32 | None = None
    round: LocalId
    shoe: LocalId


class PlaceBlackjackBet(CommandBase):
    """A player bets on his seat (r.9)."""

    amount: PositiveAmount
    kind: Literal["place_blackjack_bet"] = "place_blackjack_bet"
    round: LocalId
    seat: BankedSeat


class ReportBlackjackBetRefused(CommandBase):
    """The platform turned down a bet on a seat, and told the player a ``rule``; the door says what forbids it (r.9, r.12)."""

    amount: PositiveAmount
    kind: Literal["report_blackjack_bet_refused"] = "report_blackjack_bet_refused"
    player: LocalId
    round: LocalId
    rule: ToldRule
    seat: BankedSeat


class CloseBlackjackBets(CommandBase):
    """The bets are closed: by the platform (r.12), or by the player of a table of one (r.13)."""

    kind: Literal["close_blackjack_bets"] = "close_blackjack_bets"
    round: LocalId


class DealBlackjackHands(CommandBase):
    """The first cards (r.14): one to each seat in order, one to the house, a second to each seat, the hole card."""

    cards: Annotated[list[CardText], Field(min_length=3, max_length=15)]
    """The cards face up, in the order they were dealt."""
    hole_card: CardText
    kind: Literal["deal_blackjack_hands"] = "deal_blackjack_hands"
    round: LocalId


class DealBlackjackCard(CommandBase):
    """The next card of the shoe, to the hand that waits for one, or to the house once it plays (r.15, r.17)."""

    card: CardText
    kind: Literal["deal_blackjack_card"] = "deal_blackjack_card"
    round: LocalId


class RequestBlackjackDecision(CommandBase):
    """The platform asks a hand to decide, and until when (r.24)."""

    deadline: Instant
    hand: HandNumber = 1
    kind: Literal["request_blackjack_decision"] = "request_blackjack_decision"
    round: LocalId
    seat: BankedSeat


class DecideBlackjackHand(CommandBase):
    """A player decides (r.15, r.20b-23). ``amount`` is the stake on insurance, and stands only with ``insure``."""

    amount: PositiveAmount | None = None
    decision: Choice
    hand: HandNumber = 1
    kind: Literal["decide_blackjack_hand"] = "decide_blackjack_hand"
    round: LocalId
    seat: BankedSeat


class TimeOutBlackjackHand(CommandBase):
    """A hand's time is up: it hits up to 11, and stands from 12 on (rules.md 2.4)."""

    hand: HandNumber = 1
    kind: Literal["time_out_blackjack_hand"] = "time_out_blackjack_hand"
    round: LocalId
    seat: BankedSeat


class RevealBlackjackHouse(CommandBase):
    """The house turns up its hole card (r.17)."""

    kind: Literal["reveal_blackjack_house"] = "reveal_blackjack_house"
    round: LocalId


class ReportBlackjackConnection(CommandBase):
    """The platform lost a player who has bet: his equipment or network failed (r.29), and the round is valid (r.30).

    ``up``: it has him again.
    """

    kind: Literal["report_blackjack_connection"] = "report_blackjack_connection"
    player: LocalId
    round: LocalId
    up: bool = False


class VoidBlackjackRound(CommandBase):
    """The round is void for an outage of the operator's own system (r.27-28)."""

    incident: LocalId
    kind: Literal["void_blackjack_round"] = "void_blackjack_round"
    round: LocalId


BlackjackCommand = (
    OpenBlackjackRound
    | ShuffleBlackjackShoe
    | PlaceBlackjackBet
    | ReportBlackjackBetRefused
    | CloseBlackjackBets
    | DealBlackjackHands
    | DealBlackjackCard
    | RequestBlackjackDecision
    | DecideBlackjackHand
    | TimeOutBlackjackHand
    | RevealBlackjackHouse
    | ReportBlackjackConnection
    | VoidBlackjackRound
)
