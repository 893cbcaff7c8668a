"""What may be asked of a round of póquer sem descarte. ``round`` is the local id, ``sd-1/9``; the kinds carry the game's name."""

from typing import Annotated, Literal

from pydantic import Field

from tombo.ledger.core.cards import CardText
from tombo.ledger.core.clock import Instant
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.core.money import PositiveAmount
from tombo.ledger.house.banked.events import BankedSeat, ToldRule


class OpenRound(CommandBase):
    """The next round opens for antes (r.14); a player who is alone at a table of one may ask for it (r.15)."""

    deadline: Instant | None = None
    kind: Literal["sem_descarte_open_round"] = "sem_descarte_open_round"
    table: LocalId


class PlaceAnte(CommandBase):
    """A player places the ante of his seat (r.16)."""

    amount: PositiveAmount
    kind: Literal["sem_descarte_place_ante"] = "sem_descarte_place_ante"
    player: LocalId
    round: LocalId
    seat: BankedSeat


class ReportAnteRefused(CommandBase):
    """The platform turned down an ante, and told the player a ``rule``; the door says what forbids it (r.14, r.16)."""

    amount: PositiveAmount
    kind: Literal["sem_descarte_report_ante_refused"] = "sem_descarte_report_ante_refused"
    player: LocalId
    round: LocalId
    rule: ToldRule
    seat: BankedSeat


class CloseAntes(CommandBase):
    """The betting ends: by the platform, or by a player alone after his ante (r.14-15)."""

    kind: Literal["sem_descarte_close_bets"] = "sem_descarte_close_bets"
    round: LocalId


class DealCards(CommandBase):
    """The platform deals (r.19): ``cards`` are the closed ones, in the order of dealing."""

    cards: Annotated[list[CardText], Field(min_length=9, max_length=39)]
    discard: CardText
    house_card: CardText
    kind: Literal["sem_descarte_deal_cards"] = "sem_descarte_deal_cards"
    round: LocalId


class RequestSemDescarteDecision(CommandBase):
    """The platform asks a seat to decide until ``deadline`` (r.20-21)."""

    deadline: Instant
    kind: Literal["sem_descarte_request_decision"] = "sem_descarte_request_decision"
    round: LocalId
    seat: BankedSeat


class WarnDecision(CommandBase):
    """The platform gives a seat whose time ran out the mandatory warning (r.31)."""

    kind: Literal["sem_descarte_warn_decision"] = "sem_descarte_warn_decision"
    round: LocalId
    seat: BankedSeat


class ExtendSemDescarteTime(CommandBase):
    """The platform gives a seat that was warned the extra time (r.31)."""

    deadline: Instant
    kind: Literal["sem_descarte_extend_time"] = "sem_descarte_extend_time"
    round: LocalId
    seat: BankedSeat


class FoldSemDescarte(CommandBase):
    """A player gives up his ante (r.20a, r.22)."""

    kind: Literal["sem_descarte_fold"] = "sem_descarte_fold"
    round: LocalId
    seat: BankedSeat


class Continue(CommandBase):
    """A player stays, with a second bet of twice his ante (r.20b, r.23)."""

    kind: Literal["sem_descarte_continue"] = "sem_descarte_continue"
    round: LocalId
    seat: BankedSeat


class TimeOutSemDescarte(CommandBase):
    """The platform says that a seat's extra time ran out: it has folded (r.32)."""

    kind: Literal["sem_descarte_time_out"] = "sem_descarte_time_out"
    round: LocalId
    seat: BankedSeat


class ReportDisconnected(CommandBase):
    """The platform says that a player's equipment failed and he cannot go on (r.34-36)."""

    kind: Literal["sem_descarte_report_disconnected"] = "sem_descarte_report_disconnected"
    round: LocalId
    seat: BankedSeat


class ReportReconnected(CommandBase):
    """The platform has a player again whose failure it reported (r.34)."""

    kind: Literal["sem_descarte_report_reconnected"] = "sem_descarte_report_reconnected"
    round: LocalId
    seat: BankedSeat


class SettleRound(CommandBase):
    """The platform ends the round once every seat has decided (r.24-29). The cards come from the openings kept."""

    kind: Literal["sem_descarte_settle_round"] = "sem_descarte_settle_round"
    round: LocalId


class VoidRound(CommandBase):
    """The round is void by an outage of the operator's system (r.33), under an open incident that covers the table."""

    incident: LocalId
    kind: Literal["sem_descarte_void_round"] = "sem_descarte_void_round"
    round: LocalId


SemDescarteCommand = (
    OpenRound
    | PlaceAnte
    | ReportAnteRefused
    | CloseAntes
    | DealCards
    | RequestSemDescarteDecision
    | WarnDecision
    | ExtendSemDescarteTime
    | FoldSemDescarte
    | Continue
    | TimeOutSemDescarte
    | ReportDisconnected
    | ReportReconnected
    | SettleRound
    | VoidRound
)
