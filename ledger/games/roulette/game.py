"""The roulettes as the rest of the house asks for them."""

from __future__ import annotations

from typing import Final

from tombo.ledger.games.again import again_by
from tombo.ledger.games.game import NO_MORE, BankedGame, Carry, Ending, Game, TableGame, named_by_itself
from tombo.ledger.games.roulette import audit, events, noted, said, words
from tombo.ledger.games.roulette.betting import awaited
from tombo.ledger.games.roulette.commands import SettleSpin, SpinCommand, VoidSpin
from tombo.ledger.games.roulette.decide import decide
from tombo.ledger.games.roulette.drawing.drawn import drawn
from tombo.ledger.games.roulette.history import HISTORY
from tombo.ledger.games.roulette.money import MONEY
from tombo.ledger.games.roulette.notes import notes
from tombo.ledger.games.roulette.play_audit import HEEDS, OBJECTIONS
from tombo.ledger.games.roulette.slips import begun
from tombo.ledger.games.roulette.state import Spin, evolve
from tombo.ledger.house.banked import noted as banked_noted
from tombo.ledger.terms.roulette import cited
from tombo.ledger.terms.said import roulette as terms_said

NUMBER_TIMES: Final = 36
"""What a stake on one number comes to, with the stake itself (R804 r.13)."""


def _most(spin: Spin, player: str) -> int | None:
    own = [stake.amount for stake in spin.stakes if stake.player == player]
    own += [held.amount for held in spin.prisoners if held.player == player]
    return NUMBER_TIMES * sum(own) if own else None


def _lying(spin: Spin) -> dict[str, list[str]]:
    return {} if spin.ball is None else {"number": [spin.ball]}


GAME: Final = Game(
    kinds=events.KINDS,
    commands=SpinCommand,
    evolve=evolve,
    decide=decide,
    most=_most,
    said=(said, terms_said),
    at_table=TableGame(
        brief=NO_MORE,
        table="banked",
        awaited=awaited,
        ending=Ending(
            lambda spin: spin.ball is not None,
            lambda name: SettleSpin(round=name),
            lambda name, incident: VoidSpin(incident=incident, round=name),
        ),
        differences=named_by_itself(audit.differences),
        again=again_by(evolve, audit.moves, audit.owed, audit.differences, audit.BEHIND, asked=OBJECTIONS),
        behind=audit.BEHIND,
        late={events.BetReleased: audit.released_late},
        players={
            events.BetPlaced: lambda event: (event.player,),
            events.RoundOpened: lambda event: [held.player for held in event.imprisoned],  # from the spin before
        },
        money=MONEY,
        objections=OBJECTIONS,
        heeds=HEEDS,
        seated=lambda _: {},
        notes=notes,
        noted={**banked_noted.NOTED, **noted.NOTED},
        owed_by=lambda terms: cited(terms, 24),
        silent=lambda terms: terms.betting_seconds,
    ),
    banked=BankedGame(
        audit.moves,
        HISTORY,
        _lying,
        Carry(audit.imprisoned, words.MOVED_IMPRISONED, audit.carried),
        absent=said.PLAYER_NOT_AT_WHEEL.about,
        drawn=drawn,
    ),
    slip=begun,
)
"""R804 and R807."""
