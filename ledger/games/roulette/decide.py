"""The judge of a spin: every request about one, to the events it leads to or the rule that refuses it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, assert_never, cast

from tombo.ledger.core.command import Decision, Envelope, View
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.findings import Refused, refused
from tombo.ledger.core.ids import table_of
from tombo.ledger.games.roulette import betting, otherwise, payout, r804, said
from tombo.ledger.games.roulette.chances import Chip
from tombo.ledger.games.roulette.commands import (
    CloseBets,
    LandBall,
    OpenSpin,
    PlaceCallBet,
    PlaceChips,
    ReleaseStakes,
    ReportSpinBetRefused,
    ReportSpinConnection,
    SettleSpin,
    SpinCommand,
    VoidSpin,
)
from tombo.ledger.games.roulette.events import (
    BallLanded,
    BetPlaced,
    BetReleased,
    BetsClosed,
    Prisoner,
    Refund,
    RoundOpened,
    SpinBetRefused,
    SpinConnectionLost,
    SpinConnectionRestored,
    SpinEvent,
    Voided,
)
from tombo.ledger.games.roulette.revisions import deciding
from tombo.ledger.games.roulette.state import Spin
from tombo.ledger.games.roulette.wheel import CallBet, chips_of
from tombo.ledger.house.banked.refusals import forbidden
from tombo.ledger.house.banked.rounds import new_round, paid, round_ended, staked, takes_no_bet
from tombo.ledger.house.banked.state import BankedTable, alone_at, banked_stream
from tombo.ledger.house.incident.decide import void_objection
from tombo.ledger.house.rules import first_breach, house, in_play
from tombo.ledger.house.staff.authority import may
from tombo.ledger.house.times import heard, passed
from tombo.ledger.terms.every import regulation_of
from tombo.ledger.terms.roulette import RouletteTerms, cited


class SpinCase(NamedTuple):
    """A request about a spin that has begun: who asks, the spin, and its table."""

    stream: str
    spin: Spin
    table: BankedTable
    by: By
    occurred: int | None
    view: View


def decide(envelope: Envelope, view: View) -> Decision | Refused:  # noqa: C901, PLR0912  # one case a command
    """Judge ``envelope`` on ``view``: pure, every rule of R804 and R807 asked, nothing changed."""
    command: SpinCommand = envelope.command
    if isinstance(command, OpenSpin):
        return _open_spin(command, envelope, view)
    stream = f"roulette:{command.round}"
    spin: Spin | None = view(stream)
    table: BankedTable | None = view(banked_stream(table_of(stream)))
    if table is None or table.terms.game != "roulette":
        return house("table", said.NO_WHEEL(round=command.round))
    if spin is None:
        rule = f"{regulation_of(table.terms)} r.3"
        return refused(rule, said.NO_SPIN(round=command.round))
    case = SpinCase(stream, spin, table, envelope.by, envelope.occurred, view)
    if isinstance(command, ReleaseStakes):
        return _release_stakes(case, command)
    objection = first_breach(r804.spin_is_open(spin))
    if objection:
        return objection
    in_play(view, "banked", stream)
    match command:
        case PlaceChips():
            return _place_chips(case, command.player, command.chips, None)
        case PlaceCallBet():
            return _place_call_bet(case, command)
        case ReportSpinBetRefused():
            return _bet_refused(case, command)
        case CloseBets():
            return _close_bets(case)
        case ReportSpinConnection():
            return _report_connection(case, command)
        case LandBall():
            return _land_ball(case, command)
        case SettleSpin():
            return _settle_spin(case)
        case VoidSpin():
            return _void_spin(case, command)
        case _:
            assert_never(command)


def _open_spin(command: OpenSpin, envelope: Envelope, view: View) -> Decision | Refused:
    """The next spin of a table; who is in prison after the last one is taken over."""
    fresh = new_round(view, envelope.by, command.table, "roulette")
    if isinstance(fresh, Refused):
        return fresh
    terms = cast(RouletteTerms, fresh.table.terms)  # new_round has seen that the table plays roulette
    objection = first_breach(r804.betting_time_is_granted(terms, command.deadline, envelope.occurred))
    if objection:
        return objection
    before: Spin | None = view(f"roulette:{command.table}/{fresh.number - 1}")
    opened = RoundOpened(
        deadline=command.deadline,
        imprisoned=[] if before is None else list(before.prisoners),
        number=fresh.number,
        ruleset=fresh.table.ruleset,
        table=command.table,
        terms=terms,
    )
    return Decision(((fresh.stream, opened), fresh.started))


def _place_chips(case: SpinCase, player: str, chips: Sequence[Chip], call: CallBet | None) -> Decision | Refused:
    """A player who stands at the wheel bets, within the limits of every chance; the sum leaves his account."""
    terms, spin = case.spin.terms, case.spin
    objection = (
        may(case.view, case.by, player=player)
        or betting.time_objection(spin, heard(case.occurred, case.view))
        or takes_no_bet(case.view, case.table, spin.prisoners)
    )
    if objection:
        return objection
    if case.table.place_of(player, None) is None:
        return house("seat", said.PLAYER_NOT_AT_WHEEL(player=player))
    objection = betting.chips_objection(spin, player, chips)
    if objection:
        return objection
    laid = [betting.in_full(terms, chip) for chip in chips]
    amount = sum(chip.amount for chip in laid)
    version = case.view.version(case.stream) + 1
    movement = staked(case.view, terms, player, amount, stream=case.stream, version=version, occurred=case.occurred)
    if isinstance(movement, Refused):
        return movement
    return Decision(((case.stream, BetPlaced(call=call, chips=laid, player=player)), *movement))


def _place_call_bet(case: SpinCase, command: PlaceCallBet) -> Decision | Refused:
    """A call bet is the ordinary bets it is made of, and is judged as they are (R807 r.8)."""
    terms, bet = case.spin.terms, command.bet
    objection = betting.call_objection(terms, bet)
    if objection:
        return objection
    return _place_chips(case, command.player, chips_of(bet, terms.wheel), bet)


def _bet_refused(case: SpinCase, command: ReportSpinBetRefused) -> Decision | Refused:
    """A bet that the platform turned down, judged as if the player had placed it; it moves nothing."""
    objection = may(case.view, case.by, platform=True)
    if objection:
        return objection
    if (command.call is None) is not bool(command.chips):
        return house("movement", said.TURNED_DOWN_NEITHER_OR_BOTH())
    asked = case._replace(by=By(actor="player", id=command.player))
    judged = (
        _place_chips(asked, command.player, command.chips, None)
        if command.call is None
        else _place_call_bet(asked, PlaceCallBet(bet=command.call, player=command.player, round=command.round))
    )
    event = SpinBetRefused(
        call=command.call,
        chips=command.chips,
        forbids=forbidden(judged),
        player=command.player,
        rule=command.rule,
    )
    return Decision(((case.stream, event),))


def _close_bets(case: SpinCase) -> Decision | Refused:
    """No more bets: the platform's clock, or the player who is alone at the wheel and launches the ball (r.14-15)."""
    alone = alone_at(case.table)
    launched = alone is not None and case.by.actor == "player"
    objection = may(case.view, case.by, player=alone, platform=True) or first_breach(
        r804.bets_are_open(case.spin),
        r804.launch_follows_a_bet(case.spin, case.by.id)
        if launched
        else r804.betting_time_is_over(case.spin, passed(case.occurred, case.view)),
    )
    return objection or Decision(((case.stream, BetsClosed()),))


def _land_ball(case: SpinCase, command: LandBall) -> Decision | Refused:
    """The platform says where the ball came to rest (r.16)."""
    objection = may(case.view, case.by, platform=True) or first_breach(
        r804.ball_follows_the_bets(case.spin),
        r804.number_is_marked_once(case.spin),
        r804.number_is_on_the_wheel(case.spin, command.number),
    )
    return objection or Decision(((case.stream, BallLanded(number=command.number)),))


def _settle_spin(case: SpinCase) -> Decision | Refused:
    """The losers are collected, the winners paid to their accounts (r.17)."""
    objection = may(case.view, case.by, platform=True) or first_breach(r804.payment_follows_the_number(case.spin))
    if objection:
        return objection
    ball = cast(str, case.spin.ball)  # there is one, or payment_follows_the_number had objected
    *events, end = deciding(case.spin.terms).settling(case.spin, ball)
    told = [*events, *otherwise.findings(case.spin, ball), end]
    return Decision((*_with_credits(case, told), round_ended(case.stream, case.spin.bettors, "settled")))


def _with_credits(case: SpinCase, events: Sequence[SpinEvent]) -> list[tuple[str, EventBase]]:
    """``events`` of the spin, each followed by the movement to an account that it causes."""
    placed: list[tuple[str, EventBase]] = []
    for version, event in enumerate(events, case.view.version(case.stream) + 1):
        placed.append((case.stream, event))
        due = payout.credit(event)
        if due:
            placed += paid(case.view, case.spin.terms, *due, stream=case.stream, version=version)
    return placed


def _report_connection(case: SpinCase, command: ReportSpinConnection) -> Decision | Refused:
    """A player's equipment or network failed, or he is back: his bets are valid, and the spin goes on (r.22-23)."""
    asked = r804.connection_was_lost if command.up else r804.connection_fails_after_the_bet
    event = SpinConnectionRestored if command.up else SpinConnectionLost
    objection = may(case.view, case.by, platform=True) or first_breach(asked(case.spin, command.player))
    return objection or Decision(((case.stream, event(player=command.player)),))


def _void_spin(case: SpinCase, command: VoidSpin) -> Decision | Refused:
    """No valid number: every bet goes back (r.20-21). What fails on the player's side changes nothing (r.22-23)."""
    terms, spin, version = case.spin.terms, case.spin, case.view.version(case.stream) + 1
    objection = void_objection(
        case.view, case.by, case.stream, command.incident, operator=cited(terms, 20), player=cited(terms, 22)
    ) or first_breach(r804.no_number_was_determined(spin))
    if objection:
        return objection
    amounts = {player: spin.staked(player) for player in dict.fromkeys(stake.player for stake in spin.stakes)}
    refunds = [Refund(amount=amount, player=player) for player, amount in amounts.items()]
    credits_ = [
        movement
        for player, amount in amounts.items()
        for movement in paid(case.view, terms, player, amount, stream=case.stream, version=version)
    ]
    voided = Voided(incident=command.incident, refunds=refunds)
    return Decision(((case.stream, voided), *credits_, round_ended(case.stream, case.spin.bettors, "voided")))


def _release_stakes(case: SpinCase, command: ReleaseStakes) -> Decision | Refused:
    """Who has left does not see the next spin: what he has in prison is decided as if zero took half."""
    held = [prisoner for prisoner in case.spin.prisoners if prisoner.player == command.player]
    objection = may(case.view, case.by, platform=True)
    if objection:
        return objection
    if case.spin.outcome == "open" or case.table.number != case.spin.number:
        return house("table", said.NEXT_SPIN_DECIDES_PRISON())
    if case.table.place_of(command.player, None) is not None:
        return house("seat", said.PLAYER_STILL_AT_WHEEL(player=command.player))
    if not held:
        return house("movement", said.NO_STAKE_IN_PRISON(player=command.player))
    amounts = [prisoner.amount for prisoner in held]
    told = otherwise.of_half_losses(case.spin.terms, command.player, amounts)
    return Decision(tuple(_with_credits(case, [*(_freed(prisoner) for prisoner in held), *told])))


def _freed(prisoner: Prisoner) -> BetReleased:
    return BetReleased(prisoner=prisoner, returned=prisoner.amount - payout.half_lost(prisoner.amount))
