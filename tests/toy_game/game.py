"""The die as the rest of the house asks for it: its money, its history and its audit."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, assert_never

from tests.toy_game import events as e
from tests.toy_game import play, terms
from tests.toy_game.commands import BetOnDie, DieCommand, SettleDie, VoidDie
from tests.toy_game.play import Throw, evolve, refunds, settling
from tombo.ledger.core.said import Said, Told, Word
from tombo.ledger.games.again import again_by
from tombo.ledger.games.game import (
    ActSeen,
    BankedGame,
    Ending,
    Game,
    History,
    Moment,
    RoundSeen,
    RuleNote,
    TableGame,
    named_by_itself,
)
from tombo.ledger.house.banked import noted
from tombo.ledger.house.banked.state import BankedTable
from tombo.ledger.house.banked.words import ON_ALL_BETS
from tombo.ledger.house.moves import Flows, FlowText, Move, Moved, differing, told
from tombo.ledger.house.offers import Awaited, Offer

SIDES: Final[Mapping[e.Side, Word]] = {
    "even": Word("on_die_even", "even", "no par"),
    "odd": Word("on_die_odd", "odd", "no ímpar"),
}
ON_SIDE: Final = Said("on_side", "{side:word}", "{side:word}")
ON: Final = {side: ON_SIDE(side=word) for side, word in SIDES.items()}
ALL_BETS: Final = ON_ALL_BETS()
DIE_TITLE: Final = Said("die_title", "A die, even or odd, for even money", "Dado, par ou ímpar, a pagar a dobrar")
DIE_STAKED: Final = Said(
    "die_staked", "{player}: stakes {amount:figure} on {on:told}", "{player}: aposta {amount:figure} {on:told}"
)
DIE_FALLS: Final = Said("die_falls", "*** DIE *** [{face}]", "O dado mostra {face}")
DIE_FACE: Final = Said("die_face", "Face {face}", "Face {face}")
DIE_REPLAYED: Final = Said(
    "die_replayed", "{count:throw|throws} of the die ({ended})", "{count:lançamento|lançamentos} do dado ({ended})"
)
ROUND_NOTE_DIE_LIES: Final = Said("round_note_die_lies", "the die lies: even or odd", "o dado parou: par ou ímpar")


def _staked(event: Any) -> Flows:
    return ((event["player"], "staked", event["amount"], False),)


def _paid(event: Any) -> Flows:
    player = event["player"]
    return (player, "prize", event["prize"], False), (player, "returned", event["returned"], False)


def _lost(event: Any) -> Flows:
    return ((event["player"], "lost", event["amount"], False),)


def _refunded(event: Any) -> Flows:
    return [(refund["player"], "refunded", refund["amount"], False) for refund in event["refunds"]]


MONEY: Final[Mapping[str, Moved]] = {
    "die.bet_placed.v1": Moved(("amount", "player"), frozenset({"staked"}), _staked),
    "die.collected.v1": Moved(("amount", "player"), frozenset({"lost"}), _lost),
    "die.paid.v1": Moved(("player", "prize", "returned"), frozenset({"prize", "returned"}), _paid),
    "die.voided.v1": Moved(("refunds.amount", "refunds.player"), frozenset({"refunded"}), _refunded),
}


def moves(state: Throw, event: e.DieEvent) -> list[Move]:
    """What ``event`` moves, in ``state`` as it is after it."""
    return told(MONEY, event, _words(state, event))


def _words(state: Throw, event: e.DieEvent) -> Iterator[FlowText]:
    """Of every flow of ``event``, in its order."""
    sides = {bet.player: ON[bet.side] for bet in state.bets}
    match event:
        case e.BetPlaced():
            yield FlowText(event.player, ON[event.side], "", "R899 r.4")
        case e.Paid():
            yield from (FlowText(event.player, sides[event.player], "", "R899 r.7"),) * 2
        case e.Collected():
            yield FlowText(event.player, sides[event.player], "", "R899 r.7")
        case e.Voided():
            yield from (FlowText(refund.player, ALL_BETS, "", "R899 r.6") for refund in event.refunds)
        case e.RoundOpened() | e.DieThrown() | e.Settled():
            return
        case _:
            assert_never(event)


def owed(events: Sequence[e.DieEvent]) -> list[Move]:
    """What a throw that is over pays, takes and gives back by its rules: of its bets and its face alone."""
    state = _played(events)
    ended = next(event for event in events if isinstance(event, e.Settled | e.Voided))
    due: list[e.DieEvent] = [*settling(state)]
    if isinstance(ended, e.Voided):
        due = [e.Voided(incident=ended.incident, refunds=refunds(state))]
    return [move for event in due for move in moves(state, event)]


def differences(events: Sequence[e.DieEvent]) -> tuple[Told, ...]:
    """Where its record is not what its rules give."""
    state = _played(events)
    recorded = [move for event in events for move in moves(state, event) if not isinstance(event, e.BetPlaced)]
    name = f"die:{state.opened.table}/{state.opened.number}"
    return tuple(differing(name, state.terms.unit, recorded, owed(events)))


def _played(events: Iterable[e.DieEvent]) -> Throw:
    """The throw as it was before anything was paid."""
    first, *rest = events
    state = evolve(None, first)
    for event in rest:
        state = evolve(state, event) if isinstance(event, e.BetPlaced | e.DieThrown) else state
    return state


NOTES: Final[Mapping[type, tuple[str, str]]] = {
    e.RoundOpened: ("R899 r.3", "betting_time"),
    e.BetPlaced: ("R899 r.2", "within_limits"),
    e.DieThrown: ("R899 r.5", "die_lies"),
    e.Paid: ("R899 r.7", "bet_decided"),
    e.Collected: ("R899 r.7", "bet_decided"),
    e.Settled: ("R899 r.7", "round_settled"),
    e.Voided: ("R899 r.6", "round_void"),
}


def _notes(moment: Moment) -> Iterator[RuleNote]:
    yield RuleNote(*NOTES[type(moment.entry.event)])


def _say(seen: RoundSeen, act: ActSeen) -> Iterator[Told]:
    event: e.DieEvent = act.entry.event
    if isinstance(event, e.BetPlaced):
        yield DIE_STAKED(player=event.player, amount=seen.unit.sum(event.amount), on=ON[event.side])
    elif isinstance(event, e.DieThrown):
        yield DIE_FALLS(face=event.face)


def _result(seen: RoundSeen) -> Iterator[Told]:
    if seen.state.face is not None:
        yield DIE_FACE(face=seen.state.face)


def _most(state: Throw, player: str) -> int | None:
    own = [bet.amount for bet in state.bets if bet.player == player]
    return 2 * sum(own) if own else None


def _awaited(name: str, state: Throw, table: BankedTable) -> Awaited:
    if state.face is not None:
        return Awaited("result")
    return Awaited("bets", tuple(_bets(name, state, table)))


def _bets(name: str, state: Throw, table: BankedTable) -> Iterator[Offer]:
    terms = state.terms
    for place in table.places:
        if place.player not in state.bettors:
            for side in SIDES:
                asks = partial(_bet, name, place.player, side)
                yield Offer(place.player, asks, None, "amount", terms.bet_min, terms.bet_max)


def _bet(name: str, player: str, side: e.Side, amount: int) -> BetOnDie:
    return BetOnDie(amount=amount, player=player, round=name, side=side)


GAME: Final = Game(
    kinds=e.KINDS,
    commands=DieCommand,
    evolve=evolve,
    decide=play.decide,
    most=_most,
    said=(play, terms),
    at_table=TableGame(
        table="banked",
        awaited=_awaited,
        ending=Ending(
            lambda state: state.face is not None,
            lambda name: SettleDie(round=name),
            lambda name, incident: VoidDie(incident=incident, round=name),
        ),
        differences=named_by_itself(differences),
        again=again_by(evolve, moves, owed, differences),
        players={e.BetPlaced: lambda event: (event.player,)},
        money=MONEY,
        seated=lambda _: {},
        notes=_notes,
        noted={**noted.NOTED, "die_lies": ROUND_NOTE_DIE_LIES},
        owed_by=lambda _: "R899 r.14",
        silent=lambda _: 60,
    ),
    banked=BankedGame(
        moves,
        History(
            rows=sys.modules[__name__],
            replayed=DIE_REPLAYED,
            title=lambda _: DIE_TITLE(),
            say=_say,
            result=_result,
            void_rule=lambda _: "R899 r.6",
        ),
        lambda state: {} if state.face is None else {"die": [str(state.face)]},
    ),
)
