"""What the log has said so far of players, accounts, tables, seats and accesses: all that a record of play refers to.

A fold in log order from the first entry, as far as records need it. An id of the regulator is the log index of the entry that begins the
thing (docs/decisions/0035-what-the-regulator-is-owed.md): whoever has the file finds the entry by it.
"""

from __future__ import annotations

import operator
from typing import Final, NamedTuple, assert_never, get_args

from tombo.ledger.core.ids import local
from tombo.ledger.games.tournament.events import Reentered, Registered
from tombo.ledger.house.access.events import AccessClosed, AccessOpened, AccessPlayed
from tombo.ledger.house.account.events import (
    AccountEvent,
    AccountOpened,
    AdjustedDown,
    AdjustedUp,
    BonusConverted,
    BonusExpired,
    BonusGranted,
    Compensated,
    CompensationReversed,
    Credited,
    Debited,
    Deposited,
    TicketConverted,
    TicketEvent,
    TicketGranted,
    TicketReturned,
    TicketUsed,
    Withdrawn,
)
from tombo.ledger.house.banked.events import BankedTableOpened, PlayerJoined
from tombo.ledger.house.registration.events import RegistrationMade
from tombo.ledger.house.rules import stranger
from tombo.ledger.house.table.events import PlayerSeated, TableOpened
from tombo.projections.line import AnyLine, Line

_Told = (
    AccessClosed
    | AccessOpened
    | AccessPlayed
    | BankedTableOpened
    | PlayerJoined
    | PlayerSeated
    | Reentered
    | Registered
    | RegistrationMade
    | TableOpened
)
_Moving = (
    AdjustedDown
    | AdjustedUp
    | BonusConverted
    | BonusExpired
    | BonusGranted
    | Compensated
    | CompensationReversed
    | Credited
    | Debited
    | Deposited
    | TicketConverted
    | TicketGranted
    | TicketReturned
    | TicketUsed
    | Withdrawn
)
TELLS: Final = tuple(str(event.model_fields["kind"].default) for event in (*get_args(_Told), *get_args(AccountEvent)))
"""The kinds that it has to be told, from the first entry on."""


class Balances(NamedTuple):
    """What a player's account holds, in cents: money, a bonus, and the entries won at their value."""

    cash: int = 0
    bonus: int = 0
    entries: int = 0

    def plus(self, other: Balances) -> Balances:
        """Both together."""
        return Balances(*map(operator.add, self, other))


class MovedBalances(NamedTuple):
    """What an entry did to an account. ``cause``: the stream and version of what it is one side of."""

    player: str
    before: Balances
    after: Balances
    cause: tuple[str, int] | None = None


class Place(NamedTuple):
    """Where somebody plays: the log index of the entry by which he came there, and his session."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    session: str


class Known:
    """What the log has said so far: tell it every line of the kinds in ``TELLS``, in log order."""

    def __init__(self) -> None:
        self.registered: dict[str, int] = {}
        """By player: the log index of his registration."""
        self.accounts: dict[str, int] = {}
        """By player: the log index that opened his account."""
        self.balances: dict[str, Balances] = {}
        self.accesses: dict[str, Line[AccessOpened]] = {}
        """By stream: its first entry."""
        self._closed: dict[str, int] = {}
        """By stream of an access: the version at which its player logged off."""
        self.played: dict[str, str] = {}
        """By player session: the stream of the access through which it is played now."""
        self.tables: dict[str, AnyLine] = {}
        """By stream: its first entry, ``banked.opened`` or ``table.opened``."""
        self.seated: dict[str, dict[int, Line[PlayerSeated]]] = {}
        """By stream of a table of poker, and by seat: who came there last."""
        self.places: dict[tuple[str, str, int], Place] = {}
        """By stream of a table, player and seat (0 at a wheel), or of a tournament, player and entry: where he came last."""
        self.entered: dict[tuple[str, str], int] = {}
        """By stream of a table of poker or of a tournament, and player: the log index of the entry by which he came there first."""
        self._tickets: dict[str, int] = {}
        """By name of an entry won: its value."""

    def step(self, line: AnyLine) -> MovedBalances | None:
        """The next line; of one that moves something on an account, what."""
        told: _Told | AccountEvent = line.event
        match told:
            case AccessClosed():
                self._closed.setdefault(line.stream, line.version)
            case AccessOpened():
                self.accesses[line.stream] = line
            case AccessPlayed():
                self.played[told.session] = line.stream
            case BankedTableOpened() | TableOpened():
                self.tables[line.stream] = line
            case PlayerJoined():
                self.places[line.stream, told.player, told.seat or 0] = Place(line.index, told.session)
            case PlayerSeated():
                self.seated.setdefault(line.stream, {})[told.seat] = line
                self.entered.setdefault((line.stream, told.player), line.index)
                self.places[line.stream, told.player, told.seat] = Place(line.index, told.session)
            case Registered() | Reentered():
                self.entered.setdefault((line.stream, told.player), line.index)
                self.places[line.stream, told.player, told.entry] = Place(line.index, told.session)
            case RegistrationMade():
                self.registered[local(line.stream)] = line.index
            case AccountOpened():
                self.accounts[told.player] = line.index
            case _:
                return self._moved(local(line.stream), told)
        return None

    def opened(self, line: AnyLine) -> Line[AccessOpened]:
        """The first entry of the access that ``line`` is of.

        Raises:
            OutOfPlaceError: nobody logged on with it, or he had logged off.
        """
        found = self.accesses.get(line.stream)
        if found is None:
            raise stranger(line.index, line.stream, line.kind, "nobody logged on with it")
        if self._closed.get(line.stream, line.version) < line.version:
            raise stranger(line.index, line.stream, line.kind, "its player had logged off")
        return found

    def access_of(self, session: str) -> Line[AccessOpened] | None:
        """The first entry of the access through which a player session is played now; None of who is not registered."""
        return self.accesses.get(self.played.get(session, ""))

    def _moved(self, player: str, event: _Moving) -> MovedBalances:
        before = self.balances.get(player, Balances())
        after = self.balances[player] = before.plus(self._change(event))
        match event:
            case Credited() | Debited() | TicketGranted() | TicketReturned() | TicketUsed():
                return MovedBalances(player, before, after, (event.cause, event.cause_version))
            case _:
                return MovedBalances(player, before, after)

    def _change(self, event: _Moving) -> Balances:
        """What an event adds to an account."""
        match event:
            case Credited(wallet="bonus"):
                return Balances(bonus=event.amount.cents)
            case Debited(wallet="bonus"):
                return Balances(bonus=-event.amount.cents)
            case Deposited() | Credited() | Compensated() | AdjustedUp():
                return Balances(event.amount.cents)
            case Withdrawn() | Debited() | CompensationReversed() | AdjustedDown():
                return Balances(-event.amount.cents)
            case BonusGranted():
                return Balances(bonus=event.amount.cents)
            case BonusConverted():
                return Balances(event.amount.cents, -event.amount.cents)
            case BonusExpired():
                return Balances(bonus=-event.amount.cents)
            case _:
                return self._entry(event)

    def _entry(self, event: TicketEvent) -> Balances:
        """What an event adds to the entries won of an account, and to its money where one is paid out."""
        match event:
            case TicketGranted():
                self._tickets[event.ticket] = event.amount.cents
                return Balances(entries=event.amount.cents)
            case TicketUsed():
                return Balances(entries=-self._tickets.get(event.ticket, 0))
            case TicketReturned():
                return Balances(entries=self._tickets.get(event.ticket, 0))
            case TicketConverted():
                return Balances(event.amount.cents, 0, -self._tickets.get(event.ticket, 0))
            case _:
                assert_never(event)
