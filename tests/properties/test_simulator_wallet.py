"""A simulated day ties out with the wallet kept beside it; and each mistake of the wallet is found, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import CommandRef, Entry
from tombo.ledger.core.money import Money
from tombo.ledger.exchange.wallet import write_statement
from tombo.ledger.games.blackjack import events as blackjack
from tombo.ledger.games.roulette import events as roulette
from tombo.ledger.games.tournament.commands import ConvertTicket
from tombo.ledger.house.account.events import TicketConverted, TicketGranted
from tombo.ledger.house.wallet import Movement, WalletDifference, WalletLine, WalletTotal, movement_of
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import Keyring
from tombo.projections.tie_out import read
from tombo.simulator.ask import PLATFORM, player
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, LedgerDoor, entries, play
from tombo.simulator.wallet import Mistake, Wallet

NOON: Final = BEGINS + 6 * HOUR
WINDOW: Final = (BEGINS - 6 * HOUR, BEGINS + 18 * HOUR)
"""2026-07-15 in Lisbon."""
PLAN: Final = Plan(seed=17, begins=NOON, ends=NOON + 2 * HOUR, tables=14, malice=0.05, trouble=0.1, outages=1)


class Played:
    """A small day of every game, killed on the way: its entries, and the wallet that heard of every command."""

    def __init__(self, folder: Path, plan: Plan = PLAN, kills: int = 1) -> None:
        self.folder = folder
        door, self.wallet = LedgerDoor(f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), plan.seed), Wallet()
        try:
            self.day = play(plan, door, kills=kills, wallet=self.wallet)
            self.entries: list[Entry] = list(entries(door.ledger.store))
        finally:
            door.ledger.store.close()
        found = (movement_of(entry, entry.command.id) for entry in self.entries if entry.command is not None)
        self.movements = [movement for movement in found if movement is not None]

    def told(self, mistakes: dict[str, Mistake] | None = None) -> tuple[WalletTotal, list[WalletDifference]]:
        """What is matched and what differs, with these mistakes of the wallet by transaction."""
        statement = self.folder / "wallet.csv"
        with statement.open("w", encoding="utf-8", newline="") as file:
            write_statement(self.wallet.lines(self.entries, WINDOW, mistakes), file)
        with read(statement, WINDOW) as loaded:
            result = loaded.tied(self.movements, None)
            assert result.here == WalletTotal(len(self.movements), sum(each.amount for each in self.movements))
            return result.matched, list(result.differences())

    def of(self, wanted: Callable[[Movement], bool]) -> list[Movement]:
        """The movements of the first transaction that has one as ``wanted``."""
        name = next(each.transaction for each in self.movements if wanted(each))
        return [each for each in self.movements if each.transaction == name]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return Played(tmp_path_factory.mktemp("day"))


def test_a_clean_day_ties_out_to_the_cent(played: Played) -> None:
    """Every game, void rounds, complaints, cancelled tournaments, deaths and recoveries among them: what the accounts say, the wallet says."""
    matched, differences = played.told()
    assert differences == []
    assert matched == WalletTotal(len(played.movements), sum(each.amount for each in played.movements))
    assert played.day.recovered["voided"] >= 1
    assert any(entry.event.share for entry in played.entries if entry.kind == "tournament.refunded.v1")
    causes = {entry.event.cause.partition(":")[0] for entry in played.entries if hasattr(entry.event, "cause_version")}
    assert causes == {"blackjack", "roulette", "sem_descarte", "table", "tournament"}
    of_bonus = {f"bonus_{what}" for what in ("grant", "debit", "credit", "conversion", "expiry")}
    of_cash = {"deposit", "withdrawal", "debit", "credit", "compensation"}
    assert {each.operation for each in played.movements} == of_cash | of_bonus


def test_a_deposit_the_platform_did_not_hear_of_is_a_line_once(tmp_path: Path) -> None:
    """The platform dies over a deposit, asks again, and hears then what it had done: the wallet books it once."""
    short = Played(tmp_path, PLAN._replace(seed=33), kills=6)
    matched, differences = short.told()
    assert (matched.count, differences) == (len(short.movements), [])


def test_the_statement_of_a_day_is_of_that_day(played: Played) -> None:
    """Its balances go on from the day before, and what is after midnight is the next day's."""
    later = (NOON + HOUR, NOON + 24 * HOUR)
    whole = list(played.wallet.lines(played.entries, WINDOW))
    part = list(played.wallet.lines(played.entries, later))
    assert 0 < len(part) < len(whole)
    assert [line._replace(number=0) for line in part] == [
        line._replace(number=0) for line in whole if line.instant >= later[0]
    ]
    assert [line.number for line in part] == list(range(2, len(part) + 2))


def _line(movement: Movement) -> tuple[str, str, int, int]:
    return movement.transaction, movement.player, movement.amount, movement.instant


def _as_movement(line: WalletLine) -> tuple[str, str, int, int]:
    return line.transaction, line.player, line.amount, line.instant


def test_a_round_missing_in_the_wallet_is_found(played: Played) -> None:
    """Every stake and every payment of one round: each is named with its entry."""
    stream = next(entry.stream for entry in played.entries if entry.kind == "blackjack.paid.v1")
    commands = {entry.command.id for entry in played.entries if entry.stream == stream and entry.command is not None}
    gone = [each for each in played.movements if each.transaction in commands]
    matched, differences = played.told(dict.fromkeys(commands, "missing"))
    assert {each.operation.removeprefix("bonus_") for each in gone} == {"debit", "credit"}
    assert matched.count == len(played.movements) - len(gone)
    assert [(each.kind, each.movements) for each in differences] == [("missing_there", (each,)) for each in gone]


def test_a_debit_taken_twice_is_found(played: Played) -> None:
    """The wallet took a stake twice, and its own balances chain: only the ledger shows it."""
    [twice] = played.of(lambda each: each.operation == "debit" and each.transaction.startswith("roulette"))
    matched, [found] = played.told({twice.transaction: "duplicated"})
    assert matched.count == len(played.movements)
    assert (found.kind, found.cents, found.movements) == ("duplicated_there", twice.amount, (twice,))
    assert [_as_movement(line) for line in found.lines] == [_line(twice), _line(twice)]


def test_a_cent_too_much_is_found(played: Played) -> None:
    """Each payment of the command, with both amounts."""
    paid = played.of(lambda each: each.operation == "credit")
    _, differences = played.told({paid[0].transaction: "cent_more"})
    assert [(each.kind, each.cents) for each in differences] == [("amount_differs", 1)] * len(paid)
    for found in differences:
        assert [line.amount for line in found.lines] == [movement.amount + 1 for movement in found.movements]


def test_a_line_dated_tomorrow_is_found(played: Played) -> None:
    """It is out of the window, with the entry it is about, and nothing is missing."""
    late = played.of(lambda each: each.operation == "debit")
    mistakes: dict[str, Mistake] = {late[0].transaction: "next_day"}
    _, differences = played.told(mistakes)
    assert [(each.kind, each.movements) for each in differences] == [("out_of_window", (each,)) for each in late]


def test_a_balance_from_nowhere_is_found(played: Played) -> None:
    """One cent appears on a wallet between two lines that tie: both lines are named."""
    movement = next(
        each
        for number, each in enumerate(played.movements)
        if each.operation == "debit" and each.player in {before.player for before in played.movements[:number]}
    )
    _, [found] = played.told({movement.transaction: "balance"})
    assert (found.kind, found.cents, found.movements) == ("balance_breaks", 1, ())
    assert _as_movement(found.lines[-1]) == _line(movement)


def _entry(stream: str, at: int, event: Any) -> Entry:
    command = CommandRef(digest="0" * 32, id=f"c-{at}")
    return Entry(at, stream, at, event.kind, PLATFORM, command, None, at, event, b"", b"")


def test_a_ticket_that_becomes_money_is_a_line() -> None:
    """Worth what it was won for (R810 r.29): the platform asked for it, and was told that it was done."""
    events: tuple[Any, ...] = (
        TicketGranted(
            amount=Money(500), cause="tournament:t", cause_version=9, freeroll=False, target="u", ticket="t/1"
        ),
        TicketConverted(amount=Money(500), ticket="t/1"),
    )
    recorded = [_entry("account:p-1", at, event) for at, event in enumerate(events, 1)]
    wallet, asked = Wallet(), ConvertTicket(player="p-1", ticket="t/1")
    assert list(wallet.lines(recorded, (0, 9))) == []
    wallet.commit(Envelope(asked, player("p-1"), "c-2", None), Acknowledgement("c-2", (), repeated=False))
    assert list(wallet.lines(recorded, (0, 9))) == [WalletLine(2, "c-2", "p-1", "conversion", 500, 2, 500)]


def test_what_a_small_day_seldom_has_moves_money_too() -> None:
    """A stake out of prison (R807 r.20), and a void round of blackjack that gives a stake back and takes a prize back."""
    released = roulette.BetReleased(prisoner=roulette.Prisoner(amount=100, chance="red", player="p-1"), returned=50)
    refunds = [blackjack.Refund(player="p-1", refunded=30, taken_back=20, waived=5)]
    events = (("roulette:r/1", released), ("blackjack:b/1", blackjack.Voided(incident="i", refunds=refunds)))
    recorded = [_entry(stream, at, event) for at, (stream, event) in enumerate(events, 1)]
    assert list(Wallet().lines(recorded, (0, 9))) == [
        WalletLine(2, "c-1", "p-1", "credit", 50, 1, 50),
        WalletLine(3, "c-2", "p-1", "credit", 30, 2, 80),
        WalletLine(4, "c-2", "p-1", "debit", 20, 2, 60),
    ]
