"""What the log has said so far of players, accounts, tables, seats and accesses: all that a record of play refers to.

A fold in log order from the first entry, as far as records need it; what is over and can be told of no more is forgotten, or memory would
grow with every session there ever was. An id of the regulator is the log index of the entry that begins the
thing (docs/decisions/0035-what-the-regulator-is-owed.md): whoever has the file finds the entry by it.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from sys import intern
from typing import Final, NamedTuple, assert_never, get_args

from tombo.ledger.core.ids import local, table_of
from tombo.ledger.games.tournament.events import Reentered, Registered
from tombo.ledger.house.access.events import AccessClosed, AccessOpened, AccessPlayed, Device
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

TOURNAMENTS: Final = "tournament:"
"""How the streams of tournaments begin."""


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


class PlayedAccess(NamedTuple):
    """Where a player is logged on. ``index``: the log index of its first entry; ``closed``: the version at which he logged off, None while he has not."""

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    stream: str
    player: str
    device: Device
    closed: int | None = None


class Place(NamedTuple):
    """Where somebody plays: the log index of the entry by which he came there, his session, and through which access he came.

    ``access``: None of who is not registered.
    """

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    session: str
    access: PlayedAccess | None = None


class Through(NamedTuple):
    """Through which accesses a player session is played, by stream: the first, and the one now."""

    first: str
    now: str


class PlayedSession(NamedTuple):
    """A player session. ``index``: the log index of its first entry; instants in UTC, ``ended`` and its cause None while it goes on.

    ``over``: the log index of the entry that ended it.
    """

    index: int  # type: ignore[assignment]  # hides tuple.index, which nobody asks of it
    player: str
    regulation: str
    begun: int
    ended: int | None = None
    cause: EndCause | None = None
    over: int | None = None
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
        self.accesses: dict[str, PlayedAccess] = {}
        """By stream."""
        self.through: dict[str, Through] = {}
        """By player session; nothing of one whose player is not registered."""
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
                self._logs_off(line)
            case AccessOpened():
                self.accesses[line.stream] = PlayedAccess(line.index, line.stream, intern(told.player), told.device)
            case AccessPlayed():
                before = self.through.get(told.session)
                self.through[intern(told.session)] = Through(
                    line.stream if before is None else before.first, line.stream
                )
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
        place = Place(line.index, intern(told.session), self.access_of(told.session))
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
        name = intern(local(line.stream))
        if isinstance(told, SessionStarted):
            self.sessions[name] = PlayedSession(line.index, intern(told.player), intern(told.regulation), line.instant)
            return
        found = self.sessions.get(name)
        if found is None or found.ended is not None:
            raise stranger(line.index, line.stream, line.kind, "no such session is played")
        self.sessions[name] = found._replace(ended=line.instant, cause=told.cause, over=line.index)

    def _plays(self, cause: str, player: str, instant: int) -> None:
        """What moves an account for a table, or a round there, is played in the session that the player has there. A source may say it late."""
        if cause.startswith(TOURNAMENTS):
            return  # of no table, though its name may be that of a round
        table = cause if cause in self.tables else banked_stream(table_of(cause))
        place = self.places.get((table, player, WHICHEVER))
        found = None if place is None else self.sessions.get(place.session)
        if place is not None and found is not None and (found.played is None or instant < found.played):
            self.sessions[place.session] = found._replace(played=instant)

    def _logs_off(self, line: AnyLine) -> None:
        found = self.accesses.get(line.stream)
        if found is not None and found.closed is None:
            self.accesses[line.stream] = found._replace(closed=line.version)

    def opened(self, line: AnyLine) -> PlayedAccess:
        """The access that ``line`` is of.

        Raises:
            OutOfPlaceError: nobody logged on with it, or he had logged off.
        """
        found = self.accesses.get(line.stream)
        if found is None:
            raise stranger(line.index, line.stream, line.kind, "nobody logged on with it")
        if found.closed is not None and found.closed < line.version:
            raise stranger(line.index, line.stream, line.kind, "its player had logged off")
        return found

    def access_of(self, session: str) -> PlayedAccess | None:
        """The access through which a player session is played now; None of who is not registered."""
        through = self.through.get(session)
        return None if through is None else self.accesses.get(through.now)

    def first_access_of(self, session: str) -> PlayedAccess | None:
        """The access through which a player session was played first; None of who is not registered."""
        through = self.through.get(session)
        return None if through is None else self.accesses.get(through.first)

    def forget(self, since: Mapping[str, int], kept: Container[str] = ()) -> None:
        """Forget the sessions that are over and have nothing in play, with where they were played and through what.

        No door ends a session that sits at a table or has a bet of its own in play (``session_refusal`` and what stands beside it): what is
        told of it behind its end is of a hand or round that had begun before, or of a tournament. ``since``: by stream of a table or
        tournament, the log index with which what goes on there began. ``kept``: sessions that are still to be told.
        """
        needed = set[str]()
        for at, place in list(self.places.items()):
            session = self.sessions.get(place.session)
            if session is None or session.over is None:
                continue
            if since.get(at[0], session.over) < session.over:
                needed.add(place.session)
            else:
                del self.places[at]
        for name, session in list(self.sessions.items()):
            if session.over is not None and name not in needed and name not in kept:
                del self.sessions[name]
                self.through.pop(name, None)
        played = {stream for through in self.through.values() for stream in through}
        for stream, access in list(self.accesses.items()):
            if access.closed is not None and stream not in played:
                del self.accesses[stream]
        for entry in [entry for entry in self.entered if entry[0].startswith(TOURNAMENTS) and entry[0] not in since]:
            del self.entered[entry]

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
