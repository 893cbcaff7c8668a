"""Bonuses at the tables that take them: who is granted one, what he may stake then, and what becomes of the rest.

All of it follows from a player's name and from how much his account has seen, so that everybody else plays as he would without.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import ConvertBonus, ExpireBonus, GrantBonus, Withdraw
from tombo.ledger.house.account.state import Account, account_stream
from tombo.ledger.house.banked.state import BankedTable, Played, banked_stream
from tombo.simulator.ask import Ask, Play, Scene, player

LONG, SHORT = 3 * 3_600 * SECOND, 900 * SECOND
"""For how long a bonus holds."""
NEAR: Final = 300 * SECOND
"""How long before its date nobody counts on a bonus any more: a round is over by then."""
GRANTS, CONVERTS = 2, 7
"""One in so many is granted one as he comes; one round in so many something of it is converted."""
POCKET: Final = 5_00
"""What of his cash somebody keeps who plays on with a bonus that is staked last."""


def granted(scene: Scene, name: str) -> Play:
    """Some of those who come to a table that takes a bonus are given one; nobody for no time. Where it is staked last, they take their cash home."""
    account, table = _account(scene, name), _table(scene)
    drawn = _drawn(scene, name)
    if table.terms.bonus is None or account.bonus or drawn % GRANTS:
        return
    given, now = Money(20_00 + 5_00 * (drawn % 9)), scene.now()
    if drawn % 4 == 0:
        late = GrantBonus(amount=given, player=name, reference="too late", until=now)
        yield Ask(late, after=0, expects="House: bonus")
    until = now + (SHORT if drawn % 5 < 2 else LONG)
    yield Ask(GrantBonus(amount=given, player=name, reference="welcome, play 30 times", until=until), after=0)
    if table.terms.bonus == "last" and account.balance > POCKET:
        order = f"cash home {scene.version(account_stream(name))}"
        home = Withdraw(amount=Money(account.balance - POCKET), player=name, reference=order)
        yield Ask(home, player(name), after=0)


def settles(scene: Scene, name: str) -> Play:
    """Between two rounds what has lapsed expires, and something of the rest may be converted; neither too early nor too much."""
    account, now = _account(scene, name), scene.now()
    if not account.bonus:
        return
    drawn = _drawn(scene, name)
    if now >= account.until:
        yield Ask(ExpireBonus(player=name), after=0)
        return
    if drawn % 20 == 0:
        yield Ask(ExpireBonus(player=name), after=0, expects="House: bonus")
    if drawn % CONVERTS == 0 and now + NEAR < account.until:
        beyond = ConvertBonus(amount=Money(account.bonus + 1), player=name, reference="played 30 times")
        yield Ask(beyond, after=0, expects="House: overdraft")
        part = Money(max(account.bonus // (2 + drawn % 3), 1))
        yield Ask(ConvertBonus(amount=part, player=name, reference="played 30 times"), after=0)


def purse(scene: Scene, name: str) -> int:
    """What ``name`` may stake at this table now, in cents: of the wallet that his round moves, or the fuller one before he bets in it."""
    account, table = _account(scene, name), _table(scene)
    if table.terms.bonus is None:
        return account.balance
    bonus = account.bonus if scene.now() + NEAR < account.until else 0
    round_: Played | None = None if table.round is None else scene.view(table.round)
    if round_ is not None and name in {*round_.bettors, *round_.holding}:
        return account.balance if account.wallet_at(banked_stream(scene.table)) == "cash" else bonus
    return max(account.balance, bonus)


def beyond(scene: Scene, name: str) -> int | None:
    """More than ``name`` has in both wallets together; None where his round moves a bonus of which nobody counts on the date."""
    account = _account(scene, name)
    lapses = account.bonus and scene.now() + NEAR >= account.until
    return None if lapses else account.balance + account.bonus + 50


def _account(scene: Scene, name: str) -> Account:
    found: Account = scene.view(account_stream(name))
    return found


def _table(scene: Scene) -> BankedTable:
    found: BankedTable = scene.view(banked_stream(scene.table))
    return found


def _drawn(scene: Scene, name: str) -> int:
    said = f"tombo bonus {name} {scene.version(account_stream(name))}"
    return int.from_bytes(sha256(said.encode()).digest()[:4], "big")
