"""A simulated night over the change of clocks, closed and told in the files of the Portuguese regulator: read as XML alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from tests.tools.cli_run import Ran, inside, keep_key, tombo
from tests.tools.once import copy_of
from tests.worlds.floor import Floor
from tests.worlds.house import player
from tests.worlds.registered import details
from tests.worlds.roulette import WHEEL, chip, opening, wheel_terms
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.money import Money
from tombo.ledger.games.roulette import commands as spin
from tombo.ledger.house.access.commands import LogOn
from tombo.ledger.house.access.origin import AccessOrigin
from tombo.ledger.house.account.commands import Deposit, GrantBonus, OpenAccount
from tombo.ledger.house.banked.commands import JoinTable
from tombo.ledger.house.registration.commands import RegisterPerson
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.simulator.day import Plan
from tombo.simulator.run import HOUR, LedgerDoor, entries, play

CHANGE: Final = int(datetime(2026, 10, 25, 1, tzinfo=UTC).timestamp()) * SECOND
"""When clocks go back."""
PLAN: Final = Plan(
    seed=5, begins=CHANGE - HOUR - HOUR // 2, ends=CHANGE + HOUR, tables=14, malice=0.02, trouble=0.05, outages=1
)
GAMES: Final = ("R803", "R804", "R805", "R806", "R807", "R809", "R810", "R811")
LICENCES: Final = "".join(f'{game} = "00{number}"\n' for number, game in enumerate(GAMES))
SETTINGS: Final = f'operator = 7\nsafe = "1AA"\n\n[payments]\ntransfer = "1"\n\n[licences]\n{LICENCES}'
DAY: Final = "2026-10-25"
TOMBO: Final = ("--ledger", "sqlite:///ledger.db", "--keys", "keys")
NOON: Final = 1_784_030_400 * SECOND
"""2026-07-14 12:00 UTC, 13:00 in Lisbon."""
SCHEMAS: Final = Path(__file__).resolve().parents[2] / "schemas" / "portugal" / "2015"


def cents(written: str) -> int:
    """An amount of a record."""
    assert re.fullmatch(r"-?\d+\.\d\d", written), written
    return int(written.replace(".", ""))


def texts(element: ET.Element) -> dict[str, str]:
    """The elements of a record that hold text."""
    return {each.tag: each.text or "" for each in element if not len(each)}


def within(element: ET.Element, name: str) -> ET.Element:
    """The one element of that name in another."""
    (found,) = element.findall(name)
    return found


def chains(balance: int, play: list[tuple[int, int]], bank: list[tuple[int, int]]) -> bool:
    """Whether both lists, each in its order, are one row of balances: where both could go on, either may."""
    reached = {(balance, 0, 0)}
    while reached:
        if any((at, other) == (len(play), len(bank)) for _, at, other in reached):
            return True
        reached = {
            *((play[at][1], at + 1, other) for held, at, other in reached if at < len(play) and play[at][0] == held),
            *(
                (bank[other][1], at, other + 1)
                for held, at, other in reached
                if other < len(bank) and bank[other][0] == held
            ),
        }
    return False


def played(folder: Path, plan: Plan) -> list[Entry]:
    """The entries of a ledger that ``plan`` is played into, in ``folder``; Portugal's settings and the keys of a manager and an officer lie beside it."""
    door = LedgerDoor(f"sqlite:///{folder}/ledger.db", Keyring(folder / "keys"), plan.seed)
    assert play(plan, door, kills=0).day.failures == []
    found = list(entries(door.ledger.store))
    door.ledger.store.close()
    for staff in ("s-1", "s-2"):
        keep_key(folder / "keys", door.origin, staff)
    (folder / "srij.toml").write_text(SETTINGS, encoding="utf-8")
    return found


class Night:
    """A ledger of the night, in a folder, and the files of its day."""

    def __init__(self, folder: Path, *, close: bool = True) -> None:
        self.folder = folder
        self.log = played(folder, PLAN)
        with inside(folder):
            self.closed = tombo(*TOMBO, "--json", "reconcile", "--day", DAY, *(["--close"] if close else []))
            self.made = exported("--day", DAY, "--out", "files")

    @classmethod
    def copied(cls, factory: pytest.TempPathFactory) -> Night:
        """One of one's own: it is played once a run."""
        folder, found = copy_of(factory, "night", cls)
        found.folder = folder
        return found

    def of(self, prefix: str) -> Iterator[ET.Element]:
        """The files of a kind, in order of their hours."""
        for path in sorted((self.folder / "files").glob(f"{prefix}_*.xml")):
            yield ET.parse(path).getroot()

    def records(self, prefix: str) -> list[dict[str, str]]:
        """The records of the day."""
        return [{field.tag: field.text or "" for field in record} for file in self.of(prefix) for record in file[-1]]


def exported(*words: str) -> Ran:
    """``tombo export srij``, with the settings of the folder."""
    return tombo(*TOMBO, "--json", "export", "srij", "--settings", "srij.toml", *words)


def one_bet(folder: Path, address: str = "192.0.2.7", *, bonus: int = 0, ball: str | None = None) -> None:
    """A bet of 1.00 on 17 at a wheel, by who logged on from ``address``; out of a ``bonus``, where there is one; decided, where a ``ball`` lands."""
    terms = wheel_terms(bonus="first")
    ledger = create_ledger(
        f"sqlite:///{folder}/ledger.db",
        Keyring(folder / "keys"),
        origin="operator.example/1",
        clock=SteppingClock(NOON, step=0),
    )
    floor = Floor(ledger.handle)
    for command, by in opening(terms, ()):
        floor.do(command, by)
    floor.do(OpenAccount(player="p-1"))
    floor.do(Deposit(amount=Money(10_000), player="p-1", reference="card"))
    floor.do(RegisterPerson(details=details(), player="p-1"))
    floor.do(LogOn(access="a-1", device="computer", origin=AccessOrigin(address=address, region="PT-11"), player="p-1"))
    if bonus:
        floor.do(GrantBonus(amount=Money(bonus), player="p-1", reference="welcome", until=NOON + HOUR))
    floor.do(StartSession(access="a-1", player="p-1", regulation=terms.regulation, session="s-1"), player("p-1"))
    floor.do(JoinTable(player="p-1", session="s-1", table=WHEEL), player("p-1"))
    floor.do(spin.OpenSpin(deadline=NOON + 30 * SECOND, table=WHEEL))
    name = f"{WHEEL}/1"
    floor.do(spin.PlaceChips(chips=[chip(100, "straight_up", "17")], player="p-1", round=name), player("p-1"))
    if ball is not None:
        floor.do(spin.CloseBets(round=name))
        floor.do(spin.LandBall(number=ball, round=name))
        floor.do(spin.SettleSpin(round=name))
    ledger.store.close()
    (folder / "srij.toml").write_text(SETTINGS, encoding="utf-8")
