"""The judge of a round of póquer sem descarte: every request about one, to the events it leads to or the rule that refuses it."""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never

from tombo.ledger.core.cards import card_id
from tombo.ledger.core.clock import SKEW
from tombo.ledger.core.command import Decision, Envelope, Opening, View
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.findings import Finding, Refused, refused
from tombo.ledger.games.sem_descarte import r803, said, settlement
from tombo.ledger.games.sem_descarte.commands import (
    CloseAntes,
    Continue,
    DealCards,
    ExtendSemDescarteTime,
    FoldSemDescarte,
    OpenRound,
    PlaceAnte,
    ReportAnteRefused,
    ReportDisconnected,
    ReportReconnected,
    RequestSemDescarteDecision,
    SemDescarteCommand,
    SettleRound,
    TimeOutSemDescarte,
    VoidRound,
    WarnDecision,
)
from tombo.ledger.games.sem_descarte.events import (
    AntePlaced,
    AnteRefused,
    BetsClosed,
    CardsDealt,
    Continued,
    DecisionRequested,
    DecisionWarned,
    Folded,
    PlayerDisconnected,
    PlayerReconnected,
    RoundOpened,
    SemDescarteEvent,
    TimeExtended,
)
from tombo.ledger.games.sem_descarte.state import Box, SemDescarteRound
from tombo.ledger.house.banked.refusals import forbidden
from tombo.ledger.house.banked.rounds import new_round, staked
from tombo.ledger.house.banked.state import BankedTable, banked_stream
from tombo.ledger.house.incident.decide import entries_of, lost_objection, void_objection
from tombo.ledger.house.incident.outage import outage_at, silence_in_outage
from tombo.ledger.house.incident.state import Incident, incident_stream
from tombo.ledger.house.questions import pending
from tombo.ledger.house.rules import first_breach, house, in_play
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.times import heard, passed
from tombo.ledger.seal.commitment import card_commitment
from tombo.ledger.terms.sem_descarte import SemDescarteTerms

GAME: Final = "sem_descarte"
Decisions = (
    RequestSemDescarteDecision
    | WarnDecision
    | ExtendSemDescarteTime
    | FoldSemDescarte
    | Continue
    | TimeOutSemDescarte
    | ReportDisconnected
    | ReportReconnected
)


class SemDescarteCase(NamedTuple):
    """A request about a round that is under way: who asks, when it happened by the source's word, and the round."""

    stream: str
    state: SemDescarteRound
    by: By
    occurred: int | None
    view: View


def decide(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``envelope`` on ``view``: pure, every rule of R803 asked, nothing changed."""
    command: SemDescarteCommand = envelope.command
    if isinstance(command, OpenRound):
        return _open(command, envelope, view)
    stream = f"{GAME}:{command.round}"
    state: SemDescarteRound | None = view(stream)
    if state is None:
        return refused("R803 r.2e", said.SEM_DESCARTE_ROUND_UNKNOWN(round=command.round))
    objection = first_breach(r803.round_is_open(state))
    if objection:
        return objection
    in_play(view, "banked", stream)
    case = SemDescarteCase(stream, state, envelope.by, envelope.occurred, view)
    match command:
        case PlaceAnte():
            return _ante(case, command)
        case ReportAnteRefused():
            return _ante_refused(case, command)
        case CloseAntes():
            return _close(case)
        case DealCards():
            return _deal(case, command)
        case SettleRound():
            objection = may(view, case.by, platform=True) or first_breach(r803.every_seat_has_decided(state))
            return objection or settlement.settle(stream, state, view)
        case VoidRound():
            return _void(case, command)
        case _:
            return _about_seat(case, command)


def _decision(case: SemDescarteCase, *events: SemDescarteEvent) -> Decision:
    return Decision(tuple((case.stream, event) for event in events))


def _open(command: OpenRound, envelope: Envelope, view: View) -> Decision | Refused:
    """The next round of a table (r.14-15)."""
    found = new_round(view, envelope.by, command.table, GAME)
    if isinstance(found, Refused):
        return found
    terms = found.table.terms
    if not isinstance(terms, SemDescarteTerms):  # new_round has asked for the game
        return house("table", said.SEM_DESCARTE_TABLE_OF_OTHER_GAME(table=command.table, game=terms.game))
    opened = RoundOpened(
        deadline=command.deadline, number=found.number, ruleset=found.table.ruleset, table=command.table, terms=terms
    )
    objection = first_breach(r803.betting_time_is_granted(SemDescarteRound(opened), envelope.occurred))
    return objection or Decision((found.started, (found.stream, opened)))


def _ante(case: SemDescarteCase, command: PlaceAnte) -> Decision | Refused:
    """The ante of a seat (r.16), which leaves the account of who sits there in the same commit."""
    state = case.state
    table: BankedTable = case.view(banked_stream(state.opened.table))
    objection = may(case.view, case.by, player=command.player)
    if objection:
        return objection
    if table.place_of(command.player, command.seat) is None:
        told = said.ANTE_WITHOUT_SEAT(player=command.player, seat=command.seat, table=state.opened.table)
        return house("seat", told)
    objection = first_breach(
        r803.ante_is_in_time(state, heard(case.occurred, case.view)),
        r803.one_ante_a_seat(state, command.seat),
        r803.ante_is_within_limits(state, command.amount),
    )
    if objection:
        return objection
    placed = AntePlaced(amount=command.amount, player=command.player, seat=command.seat)
    return _staked(case, command.player, command.amount, placed)


def _ante_refused(case: SemDescarteCase, command: ReportAnteRefused) -> Decision | Refused:
    """An ante that the platform turned down, judged as if the player had placed it; it moves nothing."""
    ante = PlaceAnte(amount=command.amount, player=command.player, round=command.round, seat=command.seat)
    judged = _ante(case._replace(by=By(actor="player", id=command.player)), ante)
    event = AnteRefused(
        amount=command.amount,
        forbids=forbidden(judged),
        player=command.player,
        rule=command.rule,
        seat=command.seat,
    )
    return may(case.view, case.by, platform=True) or _decision(case, event)


def _staked(case: SemDescarteCase, player: str, amount: int, event: AntePlaced | Continued) -> Decision | Refused:
    """``event`` with the movement of its ``amount`` out of the player's account."""
    version = case.view.version(case.stream) + 1
    moved = staked(
        case.view,
        case.state.terms,
        player,
        amount,
        stream=case.stream,
        version=version,
        occurred=case.occurred,
        plays_on=isinstance(event, Continued),
    )
    if isinstance(moved, Refused):
        return moved
    placed: tuple[str, EventBase] = (case.stream, event)
    return Decision((placed, *moved))


def _close(case: SemDescarteCase) -> Decision | Refused:
    """*Jogo feito, nada mais* (r.14); at a table of one by the player after his ante (r.15)."""
    state = case.state
    alone = state.boxes[0].player if state.terms.table_kind == "single" and state.boxes else None
    objection = may(case.view, case.by, player=alone, platform=True)
    if objection:
        return objection
    early = None if case.by.actor == "player" else r803.betting_time_is_over(state, passed(case.occurred, case.view))
    return first_breach(r803.bets_close_once(state), early) or _decision(case, BetsClosed())


def _deal(case: SemDescarteCase, command: DealCards) -> Decision | Refused:
    """The cards (r.19): the closed ones behind salted commitments, whose openings are kept in the same commit."""
    state = case.state
    objection = may(case.view, case.by, platform=True) or first_breach(
        r803.cards_follow_bets(state),
        r803.cards_have_their_number(state, len(command.cards)),
        r803.no_card_twice([command.discard, *command.cards, command.house_card]),
    )
    if objection:
        return objection
    salts = case.view.salts(len(command.cards))
    openings = tuple(
        Opening(slot, card_id(card), salt) for slot, (card, salt) in enumerate(zip(command.cards, salts, strict=True))
    )
    dealt = CardsDealt(
        commitments=[card_commitment(case.stream, slot, card, salt).hex() for slot, card, salt in openings],
        discard=command.discard,
        house_card=command.house_card,
        seats=list(r803.dealing_order(state)),
    )
    return _decision(case, dealt)._replace(openings={0: openings})


def _void(case: SemDescarteCase, command: VoidRound) -> Decision | Refused:
    """The round is void (r.33), where nothing on record determines what every bet brings (r.35-36)."""
    objection = void_objection(
        case.view, case.by, case.stream, command.incident, operator="R803 r.33", player="R803 r.34", deals=r803.DEALS
    )
    if objection:
        return objection
    lost = settlement.lost_cards(case.state, case.view.openings_left(case.stream))
    undetermined = lost.keys() | _cut_off_by(case, command.incident)
    objection = first_breach(r803.round_cannot_be_completed(case.state, undetermined)) or lost_objection(
        case.by, sorted({slot for slots in lost.values() for slot in slots})
    )
    return objection or settlement.void(
        case.stream, case.state, case.view, command.incident, undetermined=undetermined, lost=lost
    )


def _cut_off_by(case: SemDescarteCase, incident: str) -> frozenset[int]:
    """The seats folded as cut off by the player's own failure (r.35), at a time at which ``incident`` had begun (r.33).

    As far as clocks may differ: he does not lose by that.
    """
    folded = {box.seat for box in case.state.boxes if box.cut_off}
    if not folded:
        return frozenset()
    found: Incident = case.view(incident_stream(incident))
    began = found.first_instant - SKEW
    since = (entry for entry in entries_of(case.view, case.stream) if entry.stands >= began)
    return frozenset(
        entry.event.seat for entry in since if isinstance(entry.event, Folded) and entry.event.seat in folded
    )


def _about_seat(case: SemDescarteCase, command: Decisions) -> Decision | Refused:
    """What concerns one seat: its player's decision, or what the platform says of him."""
    box = case.state.box(command.seat)
    if box is None:
        return house("seat", said.SEAT_WITHOUT_ANTE(seat=command.seat))
    own = isinstance(command, FoldSemDescarte | Continue)
    objection = may(case.view, case.by, player=box.player if own else None, platform=not own)
    if objection is None and not isinstance(command, ReportDisconnected | ReportReconnected):
        objection = first_breach(r803.decision_is_due(case.state, box))
    return objection or _decided(case, command, box)


def _too_late(case: SemDescarteCase, box: Box) -> Finding | None:
    """Whether the time of a seat is up, what the operator's own failure took from it given once more."""
    at = heard(case.occurred, case.view)
    found = r803.decides_in_time(box, at)
    if found is None:
        return None
    put = pending(case.view, case.stream, box.seat, r803.GIVES)
    return None if put.outage else r803.decides_in_time(box, put.decided(at))


def _decided(case: SemDescarteCase, command: Decisions, box: Box) -> Decision | Refused:
    state, seat, occurred = case.state, box.seat, case.occurred
    match command:
        case RequestSemDescarteDecision():
            found = r803.decision_time_is_granted(state, box, command.deadline, occurred)
            return first_breach(found) or _decision(case, DecisionRequested(deadline=command.deadline, seat=seat))
        case WarnDecision():
            put = pending(case.view, case.stream, seat, r803.GIVES)
            early = r803.warning_follows_time(box, put.passed(occurred, case.view.now()))
            return first_breach(early) or _decision(case, DecisionWarned(seat=seat))
        case ExtendSemDescarteTime():
            found = r803.extra_time_follows_warning(state, box, command.deadline, occurred)
            return first_breach(found) or _decision(case, TimeExtended(deadline=command.deadline, seat=seat))
        case FoldSemDescarte():
            return first_breach(_too_late(case, box)) or _decision(case, Folded(cause="player", seat=seat))
        case Continue():
            objection = first_breach(_too_late(case, box))
            bet2 = r803.second_bet(box)
            return objection or _staked(case, box.player, bet2, Continued(bet2=bet2, seat=seat))
        case TimeOutSemDescarte():
            put = pending(case.view, case.stream, seat, r803.GIVES)
            outage = silence_in_outage(put.outage, seat, "R803 r.33")
            early = r803.extra_time_is_over(box, put.passed(occurred, case.view.now()))
            return first_breach(outage, early) or _decision(case, Folded(cause="time", seat=seat))
        case ReportDisconnected():
            cut = outage_at(case.view, case.state.opened.table)
            found = r803.disconnection_is_news(box) or r803.disconnection_is_the_players(box, cut)
            return first_breach(found) or _disconnected(case, box)
        case ReportReconnected():
            found = r803.disconnection_was_reported(box)
            return first_breach(found) or _decision(case, PlayerReconnected(seat=seat))
        case _:
            assert_never(command)


def _disconnected(case: SemDescarteCase, box: Box) -> Decision:
    """The player's equipment failed: before the second bet he has folded (r.35), after it his bet stands (r.34, r.36)."""
    event = PlayerDisconnected(seat=box.seat)
    if box.decision == "open":
        return _decision(case, event, Folded(cause="disconnected", seat=box.seat))
    return _decision(case, event)
