"""A statement computed the long way: every event of every round folded, bets one by one, as the projection does not do it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.ids import table_of, type_of
from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.games.poker import events as poker
from tombo.ledger.games.roulette import events as roulette
from tombo.ledger.games.tournament import events as tournament
from tombo.ledger.house.account import events as tickets
from tombo.ledger.house.account.events import Credited, Debited
from tombo.ledger.house.banked import events as banked
from tombo.ledger.house.moves import Move, Result, results
from tombo.ledger.house.table.events import TableHandEnded
from tombo.ledger.terms.every import regulation_of
from tombo.ledger.terms.poker import REGULATIONS
from tombo.ledger.terms.tournament import Structure


class Told(NamedTuple):
    """What a line has to say, under the names of its columns."""

    session: str
    log_index: int
    player: str
    game: str
    what: str
    stream: str
    staked: int = 0
    won: int = 0
    returned: int = 0
    refunded: int = 0
    commission: int = 0
    ticket: int = 0
    result: int = 0


WHAT = {
    "registered": "registration",
    "registration_cancelled": "registration cancelled",
    "reentered": "reentry",
    "rebought": "rebuy",
    "added_on": "add-on",
    "bounty_awarded": "bounty",
    "prize_awarded": "prize",
    "ticket_awarded": "ticket",
    "refunded": "refund",
}
"""The events of an entry that move money, and what their lines are called."""


class LongWay:
    """Add every entry of a log in order; ``told`` has the lines that are due by then."""

    def __init__(self) -> None:
        self.told: list[Told] = []
        self.sessions: dict[str, tuple[str, int, int | None]] = {}
        """By name: the player, and the entries of beginning and end."""
        self.wallets: Counter[str] = Counter()
        """By player, what play brought to his account, in cents; tickets converted are no play."""
        self.undecided: Counter[tuple[str, str]] = Counter()
        """By round under way and player, what its movements brought to his account."""
        self.tables: dict[str, Any] = {}
        self._hands: dict[str, list[Any]] = defaultdict(list)
        self._rounds: dict[str, tuple[Any, list[Move]]] = {}
        self._playing: dict[tuple[str, str], str] = {}
        """By banked table and player: the session he last played in there."""
        self._games: dict[str, str] = {}
        self._contests: dict[str, Any] = {}
        self._owners: dict[tuple[str, int], tuple[str, str]] = {}
        self._moved: dict[tuple[str, int], Told] = {}
        """Tournament lines by the version of their cause: accounts tell afterwards what they moved."""
        self._worth: dict[str, int] = {}
        """Of tickets."""
        self._cash: dict[tuple[str, int], bool] = {}
        """By entry, whether it was paid in cash."""

    @property
    def lines(self) -> list[Told]:
        """All lines, those of tournaments with what the accounts said of them."""
        return sorted((*self.told, *self._moved.values()), key=lambda told: (told.log_index, told.session))

    def add(self, entry: Entry) -> None:
        """The next entry."""
        keep = {
            "hand": self._hand,
            "table": self._table,
            "banked": self._banked,
            "account": self._account,
            "tournament": self._tournament,
            "session": self._session,
        }.get(type_of(entry.stream))
        if keep is not None:
            keep(entry)
        elif type_of(entry.stream) in BANKED_GAMES:
            self._round(entry)

    def _session(self, entry: Entry) -> None:
        name = entry.stream.partition(":")[2]
        if entry.event.kind == "session.started.v1":
            self.sessions[name] = entry.event.player, entry.index, None
        elif entry.event.kind in {"session.ended.v1", "session.ended.v2"}:
            player, began, _ = self.sessions[name]
            self.sessions[name] = player, began, entry.index

    def _hand(self, entry: Entry) -> None:
        self._hands[entry.stream].append(entry.event)

    def _table(self, entry: Entry) -> None:
        event, before = entry.event, self.tables.get(entry.stream)
        if isinstance(event, TableHandEnded):
            done = self._hands.pop(event.hand)
            if before is not None and before.tournament is None:
                sessions = {seat.player: seat.session for seat in before.seats}
                self._hand_over(entry, done, sessions)
        self.tables[entry.stream] = after = EVOLVE["table"](before, event)
        taken = getattr(event, "commission", 0)
        if taken:
            seat = next(seat for seat in after.seats if seat.seat == event.seat)
            game = REGULATIONS[after.terms.variant]
            self.told.append(
                Told(
                    seat.session,
                    entry.index,
                    seat.player,
                    game,
                    "commission",
                    entry.stream,
                    commission=taken,
                    result=-taken,
                )
            )

    def _hand_over(self, entry: Entry, done: list[Any], sessions: dict[str, str]) -> None:
        staked, won, refunded, commission = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
        pots: dict[int, Counter[int]] = defaultdict(Counter)
        whole = Counter[int]()
        for event in done:
            match event:
                case poker.BlindPosted() | poker.BetPlaced():
                    staked[event.seat] += event.paid
                case poker.UncalledBetReturned():
                    staked[event.seat] -= event.amount
                case poker.PotAwarded():
                    won[event.seat] += event.amount
                    pots[event.pot][event.seat] += event.amount
                case poker.CommissionTaken() if event.seat is not None:
                    commission[event.seat] += event.amount
                case poker.Voided():
                    refunded.update({refund.seat: refund.amount for refund in event.refunds})
                case poker.CommissionTaken():
                    whole[event.pot] += event.amount
        for pot, amount in whole.items():
            commission.update(in_proportion(amount, pots[pot]))
        started = done[0]
        for dealt in started.seats:
            seat = dealt.seat
            self.told.append(
                Told(
                    sessions[dealt.player],
                    entry.index,
                    dealt.player,
                    REGULATIONS[started.terms.variant],
                    "hand",
                    entry.event.hand,
                    staked[seat],
                    won[seat],
                    0,
                    refunded[seat],
                    commission[seat],
                    0,
                    won[seat] + refunded[seat] - staked[seat],
                )
            )

    def _banked(self, entry: Entry) -> None:
        event, table = entry.event, entry.stream.partition(":")[2]
        match event:
            case banked.BankedTableOpened():
                self._games[table] = regulation_of(event.terms)
            case banked.PlayerJoined():
                self._playing[table, event.player] = event.session
            case banked.RoundEnded():
                state, moves = self._rounds[event.round]
                self._rounds[event.round] = state, []
                for found in results(moves):
                    self._round_told(entry, event.round, found)
                for key in [key for key in self.undecided if key[0] == event.round]:
                    del self.undecided[key]

    def _round_told(self, entry: Entry, stream: str, found: Result, *, what: str = "round") -> None:
        table, player, totals = table_of(stream), found.player, found.totals
        self.told.append(
            Told(
                self._playing[table, player],
                entry.index,
                player,
                self._games[table],
                what,
                stream,
                totals.get("staked", 0),
                totals.get("prize", 0) - totals.get("taken_back", 0),
                totals.get("returned", 0),
                totals.get("refunded", 0),
                result=found.net,
            )
        )

    def _round(self, entry: Entry) -> None:
        game = type_of(entry.stream)
        before, moves = self._rounds.get(entry.stream, (None, []))
        state = EVOLVE[game](before, entry.event)
        over = before is not None and getattr(before, "outcome", "open") != "open"
        told = list(BANKED_GAMES[game].moves(state, entry.event))
        self._rounds[entry.stream] = state, moves
        if over and isinstance(entry.event, roulette.BetReleased):
            player, back = entry.event.prisoner.player, entry.event.returned
            self._round_told(entry, entry.stream, Result(player, {"returned": back}, back), what="release")
        else:
            moves += told

    def _account(self, entry: Entry) -> None:
        event, player = entry.event, entry.stream.partition(":")[2]
        match event:
            case Debited() | Credited():
                sign = -1 if isinstance(event, Debited) else 1
                self.wallets[player] += sign * event.amount.cents
                if type_of(event.cause) in BANKED_GAMES and self._open(event.cause):
                    self.undecided[event.cause, player] += sign * event.amount.cents
                if type_of(event.cause) == "tournament":
                    self._of_entry(event, sign * event.amount.cents, 0)
            case tickets.TicketGranted():
                self._worth[event.ticket] = event.amount.cents
                self._of_entry(event, 0, event.amount.cents)
            case tickets.TicketUsed():
                self._of_entry(event, 0, -self._worth[event.ticket])
            case tickets.TicketReturned():
                self._of_entry(event, 0, self._worth[event.ticket])

    def _open(self, stream: str) -> bool:
        state, _ = self._rounds[stream]
        return getattr(state, "outcome", "open") == "open"

    def _of_entry(self, event: Any, cents: int, ticket: int) -> None:
        """What an account says that an event of a tournament moved."""
        key = event.cause, event.cause_version
        told = self._moved[key]
        back = "refunded" if told.what in {"refund", "registration cancelled"} else "won"
        column = "staked" if cents < 0 else back
        self._moved[key] = told._replace(
            **{column: getattr(told, column) + abs(cents)}, ticket=told.ticket + ticket, result=told.result + cents
        )

    def _tournament(self, entry: Entry) -> None:
        event = entry.event
        if isinstance(event, tournament.Announced):
            self._contests[entry.stream] = event.structure
        if isinstance(event, tournament.Registered | tournament.Reentered):
            self._owners[entry.stream, event.entry] = event.player, event.session
            self._cash[entry.stream, event.entry] = getattr(event, "funding", "cash") == "cash"
        what = WHAT.get(event.kind.split(".")[1])
        if what is not None:
            player, session = self._owners[entry.stream, event.entry]
            cash = self._cash[entry.stream, event.entry]
            taken = _commission_of(self._contests[entry.stream], event, cash=cash)
            told = Told(session, entry.index, player, "R810", what, entry.stream, commission=taken)
            self._moved[entry.stream, entry.version] = told


def _commission_of(structure: Structure, event: Any, *, cash: bool) -> int:
    """What the house keeps of what was paid in cash with ``event``, or gives back."""
    fee = structure.fee.commission if structure.fee and cash else 0
    match event:
        case tournament.Registered() | tournament.Reentered():
            return fee
        case tournament.RegistrationCancelled():
            return -fee
        case tournament.Refunded():
            return -fee if event.fee else 0
        case tournament.Rebought() if structure.rebuy:
            return structure.rebuy.commission
        case tournament.AddedOn() if structure.addon:
            return structure.addon.commission
        case _:
            return 0


def in_proportion(amount: int, paid: Mapping[int, int]) -> dict[int, int]:
    """``amount`` by who was paid, exactly; whole cents, the odd ones to the largest fractions, of equal ones to the lower seat."""
    exact = {seat: Fraction(amount * own, sum(paid.values())) for seat, own in paid.items()}
    left = amount - sum(int(part) for part in exact.values())
    lucky = sorted(exact, key=lambda seat: (int(exact[seat]) - exact[seat], seat))[:left]
    return {seat: int(part) + (seat in lucky) for seat, part in exact.items()}


def followed_by(entries: Iterable[Entry]) -> LongWay:
    """``entries`` the long way."""
    found = LongWay()
    for entry in entries:
        found.add(entry)
    return found
