"""What a banked table says to who cannot open, enter, leave or close it: each cause with its sentence in both languages."""

from __future__ import annotations

from typing import Final

import pytest

from tests.worlds.house import MANAGER, player
from tests.worlds.roulette import DEADLINE, WHEEL, chip, wheel
from tests.worlds.sem_descarte import SD_TABLE, Casino
from tests.worlds.world import World
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Told
from tombo.ledger.games.roulette.commands import CloseBets, LandBall, OpenSpin, PlaceChips, ReleaseStakes, SettleSpin
from tombo.ledger.games.sem_descarte.commands import OpenRound
from tombo.ledger.house.banked.commands import CloseBankedTable, JoinTable, PartTable
from tombo.ledger.house.ruleset.commands import WithdrawRuleset
from tombo.ledger.house.session.commands import EndSession

AT_WHEEL: Final[list[tuple[CommandBase, str, str]]] = [
    (
        CloseBets(round="roleta-9/1"),
        "there is no wheel for the spin roleta-9/1; expected one that was opened",
        "não há nenhuma roleta para a jogada roleta-9/1; esperava-se uma que tivesse sido aberta",
    ),
    (
        CloseBankedTable(table="roleta-9"),
        "there is no banked table roleta-9; expected 'open_banked_table' before",
        "não há nenhuma mesa bancada roleta-9; esperava-se antes 'open_banked_table'",
    ),
    (
        CloseBankedTable(table=WHEEL),
        "roulette:roleta-1/1 is still at roleta-1; expected the end of the round and 'part_table' before",
        "roulette:roleta-1/1 ainda está em roleta-1; esperava-se antes o fim da jogada e 'part_table'",
    ),
    (
        OpenRound(deadline=30_000_000, table=WHEEL),
        "roleta-1 plays roulette, not sem_descarte",
        "em roleta-1 joga-se roulette, não sem_descarte",
    ),
    (
        JoinTable(player="p-1", seat=1, session="s-p-1", table=WHEEL),
        "a wheel has no seats; expected 'seat' null",
        "uma roleta não tem lugares; esperava-se 'seat' null",
    ),
    (JoinTable(player="p-1", session="s-p-1", table=WHEEL), "p-1 plays there already", "p-1 já joga lá"),
    (
        PartTable(player="p-9", table=WHEEL),
        "p-9 does not play there at roleta-1",
        "p-9 não joga em roleta-1",
    ),
]
AT_CARDS: Final[list[tuple[CommandBase, str, str]]] = [
    (
        JoinTable(player="p-1", session="s-p-1", table=SD_TABLE),
        "no seat at a table of 7 seats; expected one of them",
        "nenhum lugar numa mesa de 7 lugares; esperava-se um deles",
    ),
    (
        JoinTable(player="p-1", seat=3, session="s-p-1", table=SD_TABLE),
        "p-1 sits on seat 1 already; expected one seat a player",
        "p-1 já ocupa o lugar 1; esperava-se um lugar por jogador",
    ),
    (
        PartTable(player="p-1", seat=3, table=SD_TABLE),
        "p-1 does not play on seat 3 at sd-1",
        "p-1 não joga no lugar 3 em sd-1",
    ),
    (
        CloseBankedTable(table=SD_TABLE),
        "p-1, p-2 is still at sd-1; expected the end of the round and 'part_table' before",
        "ainda em sd-1: p-1, p-2; esperava-se antes o fim da jogada e 'part_table'",
    ),
]


def told(world: World, command: CommandBase) -> Told:
    """What is said to who asks for ``command``, which is refused."""
    outcome = world.ask(command)
    assert isinstance(outcome, Refused), outcome
    assert isinstance(outcome.finding.told, Told)
    return outcome.finding.told


@pytest.mark.parametrize(("command", "english", "portuguese"), AT_WHEEL)
def test_a_wheel_says_why_it_refuses(command: CommandBase, english: str, portuguese: str) -> None:
    """While a spin takes bets."""
    said = told(wheel(), command)
    assert (said.text(), said.text(Language.PT)) == (english, portuguese)


@pytest.mark.parametrize(("command", "english", "portuguese"), AT_CARDS)
def test_a_table_of_cards_says_why_it_refuses(command: CommandBase, english: str, portuguese: str) -> None:
    """Before its first round."""
    said = told(Casino(), command)
    assert (said.text(), said.text(Language.PT)) == (english, portuguese)


def test_a_closed_table_says_so() -> None:
    """Nobody plays there, and nothing begins."""
    world = wheel(names=())
    world.lands("1")
    world.does(CloseBankedTable(table=WHEEL))
    assert told(world, OpenSpin(table=WHEEL)).text() == "the table roleta-1 is closed"


def test_a_stake_in_prison_waits_for_its_release() -> None:
    """Who has left with a stake in prison ends his session after the next spin, or once that is paid out."""
    world = wheel("R807", zero="prison")
    world.bets("p-1", chip(1000, "red"))
    world.lands("0")
    world.does(PartTable(player="p-1", table=WHEEL))
    said = told(world, EndSession(cause="operator", reason="fim do dia", session="s-p-1"))
    assert said.text() == (
        "a bet of p-1 stands in roulette:roleta-1/1; expected 'release_stakes', or the end of the next round, before"
    )


def test_d7a_a_table_does_not_close_over_a_stake_in_prison() -> None:
    """The stake is in the house's hands until it is released; then the table closes."""
    world = wheel("R807", names=("p-1",), zero="prison")
    world.bets("p-1", chip(1000, "red"))
    world.lands("0")
    world.does(PartTable(player="p-1", table=WHEEL))
    said = told(world, CloseBankedTable(table=WHEEL))
    assert (said.text(), said.text(Language.PT)) == (
        "a stake of p-1 is in prison after roulette:roleta-1/1; expected 'release_stakes' before",
        "em prisão depois de roulette:roleta-1/1, uma aposta de: p-1; esperava-se antes 'release_stakes'",
    )
    world.does(ReleaseStakes(player="p-1", round="roleta-1/1"))
    world.does(CloseBankedTable(table=WHEEL))


def test_d7b_a_stake_in_prison_is_decided_under_withdrawn_rules() -> None:
    """One spin more begins, which takes no bet and pays the stake back; after it none begins."""
    world = wheel("R807", names=("p-1", "p-2"), zero="prison")
    world.bets("p-1", chip(1000, "red"))
    world.lands("0")
    world.does(WithdrawRuleset(reason="replaced", ruleset="roleta"), MANAGER)
    world.does(OpenSpin(deadline=DEADLINE, table=WHEEL))
    bet = PlaceChips(chips=[chip(1000, "red")], player="p-2", round="roleta-1/2")
    assert world.refuses(bet, player("p-2")) == "House: ruleset"
    world.does(CloseBets(round="roleta-1/2"))
    world.does(LandBall(number="1", round="roleta-1/2"))
    world.does(SettleSpin(round="roleta-1/2"))
    assert world.spin.prisoners == ()
    assert world.refuses(OpenSpin(deadline=DEADLINE, table=WHEEL)) == "House: ruleset"
