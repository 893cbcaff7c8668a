"""What the log has said so far of players, accounts, tables, seats and accesses: all that a record of play refers to.

A fold in log order from the first entry, as far as records need it. An id of the regulator is the log index of the entry that begins the
thing (docs/decisions/0035-what-the-regulator-is-owed.md): whoever has the file finds the entry by it.
"""

from __future__ import annotations

from typing import Final, NamedTuple, assert_never, get_args

from tombo.ledger.core.ids import local, table_of
from tombo.ledger.games.tournament.events import Reentered, Registered
from tombo.ledger.house.access.events import AccessClosed, AccessOpened, AccessPlayed
from tombo.ledger.house.account.events import (
    AccountEvent,
    AccountOpened,
    Credited,
    Debited,
    TicketGranted,
    TicketReturned,
    TicketUsed,
)
from tombo.ledger.house.account.state import Account, evolve
from tombo.ledger.house.banked.events import BankedTableOpened, PlayerJoined
from tombo.ledger.house.banked.state import banked_stream
from tombo.ledger.house.registration.events import RegistrationMade
from tombo.ledger.house.rules import stranger
from tombo.ledger.house.session.events import AnyEnded, EndCause, SessionEnded, SessionEndedV2, SessionStarted
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
    | SessionEnded
    | SessionEndedV2
    | SessionStarted
    | TableOpened
)
TELLS: Final = tuple(str(event.model_fields["kind"].default) for event in (*get_args(_Told), *get_args(AccountEvent)))
"""The kinds that it has to be told, from the first entry on."""


WHICHEVER: Final = 0
"""No seat has this number: it stands for where a player came last at a table, and for his place at a wheel."""


class Balances(NamedTuple):
    """What a player's account holds, in cents: money, a bonus, and the entries won at their value."""

    cash: int = 0
    bonus: int = 0
    entries: int = 0


class MovedBalances(NamedTuple):
    """What an entry did to an account. ``cause``: the stream and version of what it is one side of."""

    player: str
    before: Balances
    after: Balances
    cause: tuple[str, int] | None = None


class Place(NamedTuple):
    """Where somebody plays: the log index of the entry by which he came there, and his session.

    ``through``: the stream of the access through which he came; None of who is not registered.
    """

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    session: str
    through: str | None = None


class PlayedSession(NamedTuple):
    """A player session. ``index``: the log index of its first entry; instants in UTC, ``ended`` and its cause None while it goes on."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    player: str
    regulation: str
    begun: int
    ended: int | None = None
    cause: EndCause | None = None
    played: int | None = None
    """The earliest instant at which something was moved in it at a table; None before that."""


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
        self.began_through: dict[str, str] = {}
        """By player session: the stream of the access through which it was played first."""
        self.sessions: dict[str, PlayedSession] = {}
        """By player session: when it began, and when it ended."""
        self.tables: dict[str, AnyLine] = {}
        """By stream: its first entry, ``banked.opened`` or ``table.opened``."""
        self.seated: dict[str, dict[int, Line[PlayerSeated]]] = {}
        """By stream of a table of poker, and by seat: who came there last."""
        self.places: dict[tuple[str, str, int], Place] = {}
        """By stream of a table, player and seat, or of a tournament, player and entry: where he came last; by seat 0 at whichever seat of the table."""
        self.entered: dict[tuple[str, str], int] = {}
        """By stream of a table of poker or of a tournament, and player: the log index of the entry by which he came there first."""
        self._holds: dict[str, Account] = {}
        """By player: his account, by the fold that the door has."""

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
                self.began_through.setdefault(told.session, line.stream)
            case BankedTableOpened() | TableOpened():
                self.tables[line.stream] = line
            case PlayerJoined() | PlayerSeated() | Registered() | Reentered():
                self._comes(line, told)
            case SessionEnded() | SessionEndedV2() | SessionStarted():
                self._session(line, told)
            case RegistrationMade():
                self.registered[local(line.stream)] = line.index
            case AccountOpened():
                self.accounts[told.player] = line.index
            case _:
                moved = self._moved(local(line.stream), told)
                if moved.cause is not None:
                    self._plays(moved.cause[0], moved.player, line.instant)
                return moved
        return None

    def _comes(self, line: AnyLine, told: PlayerJoined | PlayerSeated | Registered | Reentered) -> None:
        """A player comes to a table or into a tournament."""
        place = Place(line.index, told.session, self.played.get(told.session))
        match told:
            case PlayerJoined():
                self.places[line.stream, told.player, told.seat or WHICHEVER] = place
                self.places[line.stream, told.player, WHICHEVER] = place
                return
            case PlayerSeated():
                self.seated.setdefault(line.stream, {})[told.seat] = line
                self.places[line.stream, told.player, told.seat] = place
                self.places[line.stream, told.player, WHICHEVER] = place
            case Registered() | Reentered():
                self.places[line.stream, told.player, told.entry] = place
            case _ as never:
                assert_never(never)
        self.entered.setdefault((line.stream, told.player), line.index)

    def _session(self, line: AnyLine, told: AnyEnded | SessionStarted) -> None:
        name = local(line.stream)
        if isinstance(told, SessionStarted):
            self.sessions[name] = PlayedSession(line.index, told.player, told.regulation, line.instant)
            return
        found = self.sessions.get(name)
        if found is None or found.ended is not None:
            raise stranger(line.index, line.stream, line.kind, "no such session is played")
        self.sessions[name] = found._replace(ended=line.instant, cause=told.cause)

    def _plays(self, cause: str, player: str, instant: int) -> None:
        """What moves an account for a table, or a round there, is played in the session that the player has there. A source may say it late."""
        table = cause if cause in self.tables else banked_stream(table_of(cause))
        place = self.places.get((table, player, WHICHEVER))
        found = None if place is None else self.sessions.get(place.session)
        if place is not None and found is not None and (found.played is None or instant < found.played):
            self.sessions[place.session] = found._replace(played=instant)

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

    def _moved(self, player: str, event: AccountEvent) -> MovedBalances:
        account = self._holds[player] = evolve(self._holds.get(player) or Account(player), event)
        before, after = self.balances.get(player, Balances()), balances_of(account)
        self.balances[player] = after
        cause: tuple[str, int] | None = None
        if isinstance(event, Credited | Debited | TicketGranted | TicketReturned | TicketUsed):
            cause = event.cause, event.cause_version
        return MovedBalances(player, before, after, cause)


def balances_of(account: Account) -> Balances:
    """What an account holds: of entries won those that are not used and not paid out."""
    held = sum(ticket.value for ticket in account.tickets if ticket.status == "held")
    return Balances(account.balance, account.bonus, held)
