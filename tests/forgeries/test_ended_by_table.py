"""B1: where a stolen event key has a table say that what is in play is over, the door says so by name, decides nothing, and goes on elsewhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tools.cli_run import inside, tombo
from tests.worlds.casino import BEGINS, LEDGER, ORIGIN, Casino, casino
from tests.worlds.floor import Floor, deal
from tests.worlds.house import player
from tests.worlds.roulette import WHEEL, chip
from tests.worlds.sem_descarte import SD_TABLE
from tests.worlds.standstill import recovered
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.errors import FaultError, OutOfPlaceError
from tombo.ledger.core.money import Money
from tombo.ledger.games.blackjack import commands as bj
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.games.roulette.events import BetPlaced
from tombo.ledger.games.sem_descarte import commands as sd
from tombo.ledger.house.account.commands import Deposit
from tombo.ledger.house.banked.events import RoundEnded
from tombo.ledger.house.table.events import SeatNet, TableHandEnded
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe

SPIN: Final = f"{WHEEL}/1"


def _wheel(made: Casino) -> None:
    made.floor.do(spin.OpenSpin(deadline=BEGINS + 30 * SECOND, table=WHEEL))
    made.floor.do(spin.PlaceChips(chips=[chip(200, "red")], player="p-1", round=SPIN), player("p-1"))


def _blackjack(made: Casino) -> None:
    made.blackjack({1: 1000}, "Ts 6d 3d", "Th")


def _sem_descarte(made: Casino) -> None:
    made.floor.do(sd.OpenRound(deadline=BEGINS + 20 * SECOND, table=SD_TABLE))


ROUNDS: Final[dict[str, tuple[Any, str, list[tuple[CommandBase, str | None]]]]] = {
    "roulette": (
        _wheel,
        f"roulette:{SPIN}",
        [
            (spin.PlaceChips(chips=[chip(200, "red")], player="p-2", round=SPIN), "p-2"),
            (spin.CloseBets(round=SPIN), None),
        ],
    ),
    "blackjack": (
        _blackjack,
        "blackjack:bj-1/1",
        [(bj.DecideBlackjackHand(decision="stand", hand=1, round="bj-1/1", seat=1), "p-1")],
    ),
    "sem descarte": (
        _sem_descarte,
        "sem_descarte:sd-1/1",
        [(sd.PlaceAnte(amount=500, player="p-1", round="sd-1/1", seat=1), "p-1")],
    ),
}


@pytest.mark.parametrize("game", ROUNDS)
def test_b1_a_round_that_its_table_says_is_over_takes_no_bet(tmp_path: Path, game: str) -> None:
    """Red before: bets were taken, cards and a number followed, and the settlement ended with a bare ValueError."""
    plays, stream, asks = ROUNDS[game]
    table = f"banked:{stream.partition(':')[2].partition('/')[0]}"
    with casino(tmp_path) as made:
        plays(made)
        inscribe(made.ledger, "thief/1", [(table, RoundEnded(bets=["p-1"], outcome="voided", round=stream))])
        made.ledger.store.head()
        size = made.ledger.store.size
        for command, by in asks:
            with pytest.raises(OutOfPlaceError) as found:
                made.floor.ask(command, *(() if by is None else (player(by),)))
            assert f"TAMPERED: {stream} is not over, and {table} does not have it in play" in str(found.value)
        assert made.ledger.store.size == size
        assert recovered(made.ledger).lost[0].exit_status == 1


def test_b1_a_hand_that_its_table_says_is_over_takes_no_act(tmp_path: Path) -> None:
    """Red before: a fold that ends the hand ended with a bare ValueError; any other act was recorded."""
    url, keys = f"sqlite:///{tmp_path}/room.db", Keyring(tmp_path / "keys")
    made = create_ledger(url, keys, origin=ORIGIN, clock=SteppingClock(BEGINS))
    floor = Floor(made.handle)
    floor.open_table("mesa-1", players=2)
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", 1, ["7s", "Kd", "2h", "Kc"]))
    stacks = [SeatNet(after=10_000, before=10_000, seat=seat, taken_by=[]) for seat in (1, 2)]
    ended = TableHandEnded(bets=[1, 2], hand="hand:mesa-1/1", outcome="voided", stacks=stacks)
    with made.store:
        inscribe(made, "thief/1", [("table:mesa-1", ended)])
        made.store.head()
        for command in (poker.Call(hand="mesa-1/1", seat=1), poker.Fold(hand="mesa-1/1", seat=1)):
            with pytest.raises(OutOfPlaceError) as found:
                floor.ask(command, player("p-1"))
            assert "TAMPERED: hand:mesa-1/1 is not over, and table:mesa-1 does not have it in play" in str(found.value)
        assert recovered(made).lost[0].exit_status == 1


def test_b1_a_settlement_that_cannot_be_recorded_says_so_and_holds_up_nobody(tmp_path: Path) -> None:
    """Red before: "the writer failed: ValueError; send it again", at every try, with no word of what is wrong on record."""
    with casino(tmp_path) as made:
        _wheel(made)
        made.floor.do(spin.CloseBets(round=SPIN))
        made.floor.do(spin.LandBall(number="17", round=SPIN))
        ended = RoundEnded(bets=["p-1"], outcome="settled", round=f"roulette:{SPIN}")
        inscribe(made.ledger, "thief/1", [(f"banked:{WHEEL}", ended)])
    asked = [_line("d-1", "p-2"), _line("settle", None), _line("d-2", "p-2"), _line("d-3", "p-1")]
    with inside(tmp_path):
        for _ in range(2):
            told = tombo(*LEDGER, "record", stdin=b"".join(asked))
            answers = [json.loads(line) for line in told.out.splitlines()]
            assert [one["status"] for one in answers] == ["recorded", "error", "recorded", "recorded"]
            assert answers[1]["message"].startswith(f"TAMPERED: roulette:{SPIN} is not over, and banked:{WHEEL} does")


def _line(command_id: str, who: str | None) -> bytes:
    command = spin.SettleSpin(round=SPIN) if who is None else Deposit(amount=Money(100), player=who, reference="r")
    asked = {
        "by": {"actor": "platform", "id": "platform"},
        "command": json.loads(command.model_dump_json()),
        "command_id": command_id,
    }
    return json.dumps(asked).encode() + b"\n"


def test_b1_what_the_door_would_add_and_cannot_names_its_stream_and_holds_up_nobody(tmp_path: Path) -> None:
    """Red before: a bare error of the fold, and the next command of the commit went with it.

    Whoever has no account cannot be given back what an event key sealed as his bet.
    """
    bet = spin.PlaceChips(chips=[chip(200, "red")], player="p-1", round=SPIN)
    with casino(tmp_path) as made:
        floor = made.floor
        floor.do(spin.OpenSpin(deadline=BEGINS + 30 * SECOND, table=WHEEL))
        floor.do(bet, player("p-1"))
        inscribe(
            made.ledger,
            "thief/1",
            [(f"roulette:{SPIN}", BetPlaced(call=None, chips=[chip(200, "straight_up", "1")], player="p-77"))],
        )
        made.ledger.store.head()
        floor.do(spin.CloseBets(round=SPIN))
        floor.do(spin.LandBall(number="1", round=SPIN))
        size = made.ledger.store.size
        jobs = [
            floor.envelope(spin.SettleSpin(round=SPIN)),
            floor.envelope(Deposit(amount=Money(100), player="p-2", reference="r")),
        ]
        settled, deposited = made.ledger.handle_many(jobs)
        assert isinstance(settled, FaultError)
        said = "not decided: what the door would record, account.credited.v1, cannot follow what is on record of account:p-77"
        assert said in str(settled)
        assert isinstance(deposited, Acknowledgement)
        assert [entry.stream for entry in deposited.entries] == ["account:p-2"]
        assert made.ledger.store.size == size + 1
        done = recovered(made.ledger)
        assert [error.exit_status for error in done.lost] == [1]
