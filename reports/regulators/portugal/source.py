"""Where the records come from: the checked entries of an hour, the ids that their places give, balances that chain, and what is sealed of a player.

An id of the regulator is the log index of the entry that begins the thing (docs/decisions/0035-what-the-regulator-is-owed.md): whoever has the file finds the entry by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.core.clock import LATENESS
from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.core.said import Told
from tombo.ledger.core.words import Words
from tombo.ledger.house.account.state import Account, account_stream
from tombo.ledger.house.account.state import evolve as evolve_account
from tombo.ledger.house.registration.details import NO_DETAILS, PersonalDetails, details_in
from tombo.ledger.house.registration.state import registration_stream
from tombo.ledger.house.rules import stranger
from tombo.ledger.seal.personal import Field
from tombo.projections.line import AnyLine, Read, lines, reader
from tombo.projections.strangers import all_at_home
from tombo.reports.said.regulators import common as said

OPENED: Final = "access.opened.v1"
CLOSED: Final = "access.closed.v1"
BEGIN: Final = {"account": "account.opened.v1", "registration": "registration.made.v1"}
"""By type of stream: the entry that begins it, whose place is an id."""
Opens = Callable[[Words, Field], str | None]
"""What was said in a field, for who has the secret; None where it is not to be read."""


class _Whole(dict[str, Read]):
    """The readers of whole events, each made when its kind is met."""

    def __missing__(self, kind: str) -> Read:
        made = self[kind] = reader(kind)
        return made


_WHOLE: Final = _Whole()


class CheckedSource:
    """The ledger as a maker of records sees it. ``opens``: reads what is sealed."""

    def __init__(self, store: CheckedStore, opens: Opens) -> None:
        self._store, self._opens = store, opens
        self._accounts: dict[str, tuple[int, Account | None]] = {}
        """By player: his account after a version; hours are asked for in their order."""

    @property
    def begins(self) -> int:
        """When the first entry was recorded."""
        return next(iter(lines(self._store.rows_of(None, 0, 1), _WHOLE))).recorded

    def hour(self, span: tuple[int, int], kinds: Sequence[str]) -> Iterator[AnyLine]:
        """What happened in an hour, of these kinds and in the order of the log: by its source's word, as days are counted.

        Raises:
            OutOfPlaceError: an entry that no door wrote there; nothing is reported of it.
        """
        first, stop = self._store.size_at(span[0] - 1), self._store.size_at(span[1] - 1 + LATENESS)
        for line in lines(all_at_home(self._store.rows_of(kinds, first, stop)), _WHOLE):
            if span[0] <= line.instant < span[1]:
                yield line

    def player(self, name: str, line: AnyLine) -> str:
        """``codjogador`` of a player.

        Raises:
            NotReportableError: he is not registered.
        """
        return self._begins(registration_stream(name), said.REPORTED_UNREGISTERED, name, line)

    def account(self, name: str, line: AnyLine) -> str:
        """The code of a player's account.

        Raises:
            NotReportableError: he has none.
        """
        return self._begins(account_stream(name), said.REPORTED_WITHOUT_ACCOUNT, name, line)

    def access(self, line: AnyLine) -> tuple[str, str, AnyLine]:
        """Of an entry of an access: the player, ``id_sessao``, and its first entry.

        Raises:
            OutOfPlaceError: nobody logged on with it, or he had logged off.
        """
        rows = self._store.stream_rows(line.stream, lte=line.version)
        if rows[0].kind != OPENED:
            raise stranger(line.index, line.stream, line.kind, "nobody logged on with it")
        if any(row.kind == CLOSED for row in rows[:-1]):
            raise stranger(line.index, line.stream, line.kind, "its player had logged off")
        (first,) = lines([(rows[0].index, line.stream, 1, OPENED, rows[0].state)], _WHOLE)
        return first.event.player, str(first.index), first

    def balances(self, name: str, line: AnyLine) -> tuple[int, int]:
        """The cents on a player's account before and after an entry of it.

        Raises:
            OutOfPlaceError: it would hold less than nothing.
        """
        version, account = self._accounts.get(name, (0, None))
        if version >= line.version:
            version, account = 0, None
        before = 0
        for entry in all_at_home(self._store.entries(account_stream(name), gt=version, lte=line.version)):
            before = 0 if account is None else account.balance
            account = evolve_account(account, entry.event)
            if account.balance < 0:
                raise stranger(entry.index, entry.stream, entry.kind, "the account holds less")
        self._accounts[name] = line.version, account
        return before, 0 if account is None else account.balance

    def details(self, name: str, line: AnyLine) -> PersonalDetails:
        """What a registration says.

        Raises:
            NotReportableError: it is not to be read here, or any more.
            OutOfPlaceError: no door sealed it.
        """
        text = self._opens(line.event.details, Field(self._store.origin, line.stream, line.version, "details"))
        if text is None:
            raise NotReportableError(said.NOT_TO_BE_READ(where=where(line), player=name))
        try:
            return details_in(text)
        except ValueError:
            raise stranger(line.index, line.stream, line.kind, NO_DETAILS) from None

    def _begins(self, stream: str, missing: Any, name: str, line: AnyLine) -> str:
        rows: Sequence[Any] = self._store.stream_rows(stream, lte=1)
        if not rows:
            raise NotReportableError(missing(where=where(line), player=name))
        if rows[0].kind != BEGIN[stream.partition(":")[0]]:
            raise stranger(rows[0].index, stream, rows[0].kind, "it begins otherwise")
        return str(rows[0].index)


def where(line: AnyLine) -> Told:
    """The place of an entry, for whoever has to look it up."""
    return said.ENTRY_AT(index=line.index, kind=line.kind)
