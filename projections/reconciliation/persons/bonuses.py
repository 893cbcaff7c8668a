"""Bonuses, as the night asks of them: each stake leaves the wallet that the terms say, each credit comes back to it, and dates are kept (decision 0035, 14-15).

What a debit should have moved follows from what the account held before it; so the same fold as the book's is kept here one entry behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from tombo.ledger.core.clock import DECIDING, SKEW
from tombo.ledger.core.ids import local, table_of
from tombo.ledger.games.every import BANKED_MONEY
from tombo.ledger.house.account.bonus import chosen
from tombo.ledger.house.account.events import BonusConverted, BonusExpired, BonusGranted, Credited, Debited, Wallet
from tombo.ledger.house.account.state import Account
from tombo.ledger.kinds import EVENTS
from tombo.ledger.store import Row
from tombo.ledger.terms.unit import BonusUse
from tombo.projections.accounts import holders as h
from tombo.projections.accounts.bonuses import BonusBook
from tombo.projections.accounts.book import Book
from tombo.projections.line import AnyLine, Line, Read, by_field, lines, reader
from tombo.projections.reconciliation.commits import Stored
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.said import bonuses as said

Found = Iterator[Problem]
BETS: Final = frozenset(
    kind for kind, moved in BANKED_MONEY.items() if "staked" in moved.whats and "player" in EVENTS[kind].model_fields
)
"""What is staked against the house and names who stakes it; elsewhere it names his seat."""
_IN_TIME: Final = frozenset(
    kind for kind, moved in BANKED_MONEY.items() if "staked" in moved.whats and not moved.plays_on
)
"""What is staked of a bonus before its date: a hand that it began is played out with it."""
_HOLDING: Final = frozenset(kind for kind, event in EVENTS.items() if "imprisoned" in event.model_fields)
"""What says of whom an earlier round left something in prison."""
_READS: Final[Mapping[str, Read]] = {kind: reader(kind) for kind in BETS | _HOLDING}


class Bonuses:
    """``book``: as the entry at hand leaves it; ``has``: the balance of a holder then; ``row``: that of a stream at a version."""

    def __init__(self, book: Book, has: Callable[[str], int], row: Callable[[str, int], Row | None]) -> None:
        self._book, self._has, self._row = book, has, row
        self._before: Final = BonusBook(book.bonuses.kept)
        """As the entry before it left them."""
        self._staked: Final[dict[str, tuple[str, set[str]]]] = {}
        """By table where bonus is staked: its newest round, and who has something in it."""
        self.checks: Final[Mapping[str, Callable[[AnyLine], Found]]] = {
            "account.bonus_converted.v1": self._converted,
            "account.bonus_expired.v1": self._expired,
            "account.bonus_granted.v1": self._granted,
            "account.credited.v1": self._credited,
            "account.debited.v1": self._debited,
        }

    def wallet(self, line: AnyLine, player: str, cents: int | None) -> Wallet:
        """The wallet that a bet of ``player`` which was turned down with ``line`` would have left; ``cents``: None where it is not said."""
        use = self._book.bonus_use(line.stream)
        if use is None:
            return "cash"
        if player in self._in_round(line.stream, line.version):
            return self._before.wallet_at(player, line.stream)
        cash, bonus = self._has(h.wallet(player)), self._has(h.bonus(player))
        return "cash" if cents is None else self._choice(use, Account(player, cash, bonus), cents, line)[-1]

    def over(self, line: AnyLine, player: str) -> bool:
        """Whether a bet of ``player`` that was turned down with ``line`` would have left his bonus, which may have been over."""
        return self.wallet(line, player, None) == "bonus" and _when(line)[-1] >= self._until(player)

    def _until(self, player: str) -> int:
        his = self._before.kept.get(player)
        return 0 if his is None else his["until"]

    def _choice(self, use: BonusUse, his: Account, cents: int, line: AnyLine) -> list[Wallet]:
        """The wallets that a first stake may leave, by when it was decided."""
        until = self._until(his.player)
        return [chosen(use, his._replace(until=until), cents, at) for at in _when(line)]

    def _debited(self, line: Line[Debited]) -> Found:
        """A stake leaves the wallet that his round moves, and the first one of a round that which the terms choose."""
        event, player = line.event, local(line.stream)
        use = self._book.bonus_use(event.cause)
        if use is not None:
            yield from self._stake(line, use, player)
        elif event.wallet == "bonus":
            told = said.BONUS_ELSEWHERE(player=player, cents=event.amount.cents, cause=event.cause)
            yield Problem("accounts", told, (line.index,), event.amount.cents)
        if event.wallet == "bonus" or player in self._before.kept:
            self._before.staked(by_field(line))

    def _stake(self, line: Line[Debited], use: BonusUse, player: str) -> Found:
        event, cents = line.event, line.event.amount.cents
        there = self._in_round(event.cause, event.cause_version)
        due = [self._before.wallet_at(player, event.cause)]
        if player not in there:
            there.add(player)
            cash, bonus = self._has(h.wallet(player)), self._has(h.bonus(player))
            had = Account(player, cash, bonus).plus(cents, event.wallet)
            due = self._choice(use, had, cents, line)
        if event.wallet not in due:
            told = said.STAKED_OF_OTHER_WALLET(
                player=player,
                cents=cents,
                round=event.cause,
                wallet=said.WALLETS[event.wallet],
                due=said.WALLETS[due[0]],
            )
            yield Problem("accounts", told, (line.index,), cents)
        elif event.wallet == "bonus" and self._is_in_time(event):
            yield from self._used(line)

    def _is_in_time(self, event: Debited) -> bool:
        """Whether its date binds it: a stake that begins something, and no prize that a void takes back."""
        row = self._row(event.cause, event.cause_version)
        return row is not None and row.kind in _IN_TIME

    def _used(self, line: Line[Debited] | Line[BonusConverted]) -> Found:
        """Bonus is used before its date."""
        at, until = _when(line)[0], self._until(local(line.stream))
        if at >= until:
            told = said.BONUS_USED_AFTER(stream=line.stream, kind=line.kind, at=at, until=until)
            yield Problem("accounts", told, (line.index,))

    def _credited(self, line: Line[Credited]) -> Found:
        """What comes back comes to the wallet that was staked of."""
        event, player = line.event, local(line.stream)
        if event.wallet == "cash" and player not in self._before.kept:
            return
        due = self._before.wallet_at(player, event.cause)
        if event.wallet != due:
            told = said.CREDITED_TO_OTHER_WALLET(
                player=player,
                cents=event.amount.cents,
                cause=event.cause,
                wallet=said.WALLETS[event.wallet],
                due=said.WALLETS[due],
            )
            yield Problem("accounts", told, (line.index,), event.amount.cents)

    def _granted(self, line: Line[BonusGranted]) -> Found:
        """A bonus is something, holds until an instant ahead, takes no time from what there is, and revives nothing that is over."""
        event, player = line.event, local(line.stream)
        holds, had = self._until(player), self._has(h.bonus(player)) - event.amount.cents
        if not event.amount.cents:
            yield Problem("accounts", said.GRANTED_NOTHING(stream=line.stream), (line.index,))
        if event.until <= line.recorded - DECIDING:
            told = said.GRANTED_WITHOUT_TIME(stream=line.stream, at=line.recorded, until=event.until)
            yield Problem("accounts", told, (line.index,))
        if had > 0 and event.until < holds:
            told = said.GRANTED_FOR_LESS(stream=line.stream, until=event.until, holds=holds)
            yield Problem("accounts", told, (line.index,))
        if had > 0 and min(line.recorded - DECIDING, line.occurred or line.recorded) >= holds:
            told = said.GRANTED_AND_REVIVED(stream=line.stream, at=line.recorded, holds=holds)
            yield Problem("accounts", told, (line.index,))
        self._before.steps[line.kind].does(by_field(line))

    def _converted(self, line: Line[BonusConverted]) -> Found:
        return self._used(line)

    def _expired(self, line: Line[BonusExpired]) -> Found:
        """It expires whole, and once its date has passed by both clocks."""
        player = local(line.stream)
        at, until, left = (
            min(line.recorded, line.occurred or line.recorded),
            self._until(player),
            self._has(h.bonus(player)),
        )
        if at < until:
            told = said.BONUS_EXPIRED_BEFORE(stream=line.stream, at=at, until=until)
            yield Problem("accounts", told, (line.index,))
        if left > 0:
            told = said.BONUS_EXPIRED_IN_PART(stream=line.stream, left=left)
            yield Problem("accounts", told, (line.index,), left)

    def _in_round(self, stream: str, version: int) -> set[str]:
        """Who has something in a round at a table where bonus is staked: a bet before its entry ``version``, or what an earlier round left in prison."""
        table = table_of(stream)
        newest, there = self._staked.get(table, ("", set[str]()))
        if newest != stream:
            there = {*self._read(stream, version)}
            self._staked[table] = stream, there
        return there

    def _read(self, stream: str, version: int) -> Iterator[str]:
        """The same from the log."""
        rows = list[Stored]()
        for number in range(1, version):
            row = self._row(stream, number)
            if row is None:  # a movement may name any version: its round ends here
                break
            if row.kind in _READS:
                rows.append((row.index, stream, number, row.kind, row.state))
        for line in lines(rows, _READS):
            if line.kind in BETS:
                yield line.event.player
            else:
                yield from (held.player for held in line.event.imprisoned)


def _when(line: AnyLine) -> tuple[int, ...]:
    """When the door may have heard of ``line`` (``house.times``), first and last: where no time was said it decided a while before it sealed."""
    if line.occurred is not None:
        return (line.occurred,)
    return line.recorded - SKEW - DECIDING, line.recorded - SKEW
