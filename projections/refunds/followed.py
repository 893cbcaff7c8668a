"""Refunds as rows: what void hands and rounds and cancelled tournaments gave back, to whom, why, and by which rule.

A refund here is what the operator owes because play could not go on. An entry that a player took back before the start
(R810 r.24-25) is not one: nothing was cancelled; his statement and the book have it as "cancelled entry".

Read are voids and cancellations, who sits where, and who takes a seat in a round, for it may change hands in one;
no bet and no card. A hand that came through the import door has no table: its row says so (``IMPORTED``), and whoever reads it
asks the hand itself (``tombo.projections.refunds.reading``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import ClassVar, Final, NamedTuple, TypeVar

from typing_extensions import TypedDict

from tombo.ledger.core.ids import table_of
from tombo.ledger.games.every import BANKED_GAMES, BANKED_MONEY
from tombo.ledger.games.tournament.events import UsedTicket
from tombo.ledger.games.tournament.refunds import cancellation_rule
from tombo.ledger.store import ViewTable
from tombo.ledger.terms.every import LAWS, BankedTerms, regulation_of
from tombo.ledger.terms.poker import REGULATIONS, Terms
from tombo.projections.behind import Fetch
from tombo.projections.follow import Projection, Row
from tombo.projections.line import AnyLine, Line, Nothing, Wanted
from tombo.projections.refunds.tables import OCCASIONS, REFUNDS, KeptBanked, KeptEntries, KeptPoker, KeptTable

RULES: Final[Mapping[str, str]] = {name: law.refunds for name, law in LAWS.items()}
"""By regulation, the rule under which a void hand or round is refunded."""
IMPORTED: Final = ""
"""The regulation in the row of a hand without a table."""
VOIDS: Final = frozenset(kind for kind, moved in BANKED_MONEY.items() if "refunded" in moved.whats)
"""The kinds by which a round against the house gives back."""
_SEATS: Final = frozenset(game.seats for game in BANKED_GAMES.values() if game.seats is not None)


class _Opened(TypedDict):
    terms: Terms


class _TournamentOpened(_Opened):
    tournament: str


class _Seated(TypedDict):
    player: str
    seat: int
    session: str


class _Back(TypedDict):
    amount: int
    seat: int


class _Voided(TypedDict):
    incident: str


class _HandVoided(_Voided):
    refunds: list[_Back]


class _BankedOpened(TypedDict):
    terms: BankedTerms


class _Player(TypedDict):
    player: str


class _Joined(_Player):
    session: str


class _Taken(_Player):
    seat: int


class _Entered(TypedDict):
    entry: int
    player: str
    session: str


class _Registered(_Entered):
    ticket: UsedTicket | None


class _Cancelled(TypedDict):
    case: str
    cause: str
    note: str


class _Refunded(TypedDict):
    entry: int
    fee: int
    share: int
    ticket: str | None


class _Incident(TypedDict):
    first_instant: int
    origin: str
    reported_by: str


E = TypeVar("E")


class _Step(NamedTuple):
    does: Callable[[Refunds, AnyLine], None]
    wants: Wanted


def _on(shape: type[E], does: Callable[[Refunds, Line[E]], None], also: tuple[str, ...] = ()) -> _Step:
    """As ``tombo.projections.line.on``, for what is done before there is a fold to do it."""
    return _Step(does, (shape, *also))


def _each(
    also: Mapping[str, tuple[str, ...]], shape: type[E], does: Callable[[Refunds, Line[E]], None]
) -> dict[str, _Step]:
    return {kind: _on(shape, does, fields) for kind, fields in also.items()}


class Refunds(Projection):
    """The followed refunds.

    ``state``: of open tables the game, its unit and who sits where; of tournaments that go on who holds which entry.
    """

    name = "refunds"
    version = 2
    tables = (REFUNDS, OCCASIONS)

    def begin(self, state: str, fetch: Fetch) -> None:  # noqa: ARG002 - it needs none of its rows to go on
        """Go on: see ``Projection.begin``."""
        kept = json.loads(state) if state else {"tables": {}, "banked": {}, "tournaments": {}}
        self._tables: dict[str, KeptPoker] = kept["tables"]
        self._banked: dict[str, KeptBanked] = kept["banked"]
        self._tournaments: dict[str, KeptEntries] = kept["tournaments"]
        self._last = -1, 0
        """The entry of the last row, and which of its rows it is."""
        self._given: list[Row] = []
        self._occasions: list[Row] = []

    def step(self, line: AnyLine) -> None:
        """The next line of the log."""
        self._steps[line.kind].does(self, line)

    def take(self) -> Mapping[ViewTable, Sequence[Row]]:
        """The rows since the last call."""
        taken = {REFUNDS: self._given, OCCASIONS: self._occasions}
        self._given, self._occasions = [], []
        return taken

    def state(self) -> str:
        """Who plays where, and who entered what."""
        kept = {"tables": self._tables, "banked": self._banked, "tournaments": self._tournaments}
        return json.dumps(kept, separators=(",", ":"))

    def _table_gone(self, line: Line[Nothing]) -> None:
        self._tables.pop(_local(line), None)

    def _banked_gone(self, line: Line[Nothing]) -> None:
        self._banked.pop(_local(line), None)

    def _finished(self, line: Line[Nothing]) -> None:
        self._tournaments.pop(_local(line), None)

    # Tables of poker: who came last to a seat that was dealt in sits there still, for who leaves in a hand leaves as it ends
    # (R806 r.35).

    def _opened(self, line: Line[_Opened]) -> None:
        self._open(line, "")

    def _tournament_opened(self, line: Line[_TournamentOpened]) -> None:
        self._open(line, line.event["tournament"])

    def _open(self, line: Line[_Opened], tournament: str) -> None:
        terms = line.event["terms"]
        self._tables[_local(line)] = {
            "regulation": REGULATIONS[terms.variant],
            "tournament": tournament,
            "unit": [terms.unit.currency or "", terms.unit.decimals],
            "seats": {},
        }

    def _seated(self, line: Line[_Seated]) -> None:
        event = line.event
        self._poker(_local(line))["seats"][str(event["seat"])] = [event["player"], event["session"]]

    def _hand_voided(self, line: Line[_HandVoided]) -> None:
        table = self._poker(table_of(line.stream))
        for back in line.event["refunds"]:
            player, session = table["seats"].get(str(back["seat"]), ("", ""))
            self._void(line, table, (player, back["seat"], session), back["amount"])

    def _poker(self, name: str) -> KeptPoker:
        """What is known of a table; of one that never opened, as of an imported hand, nothing."""
        return self._tables.get(name) or {**_unknown(), "seats": {}}

    # Tables against the house. Who left in a round has a stake in it until the next one begins; a seat that is refunded had its
    # last ante in the round.

    def _banked_opened(self, line: Line[_BankedOpened]) -> None:
        terms = line.event["terms"]
        self._banked[_local(line)] = {
            "regulation": regulation_of(terms),
            "tournament": "",
            "unit": [terms.unit.currency or "", terms.unit.decimals],
            "seats": {},
            "sessions": {},
        }

    def _joined(self, line: Line[_Joined]) -> None:
        event, sessions = line.event, self._table(_local(line))["sessions"]
        places = sessions[event["player"]][1] if event["player"] in sessions else 0
        sessions[event["player"]] = event["session"], places + 1

    def _parted(self, line: Line[_Player]) -> None:
        player, sessions = line.event["player"], self._table(_local(line))["sessions"]
        if player in sessions:
            session, places = sessions[player]
            sessions[player] = session, places - 1

    def _round_started(self, line: Line[Nothing]) -> None:
        table = self._table(_local(line))
        table["sessions"] = {player: held for player, held in table["sessions"].items() if held[1]}

    def _seat_taken(self, line: Line[_Taken]) -> None:
        self._table(table_of(line.stream))["seats"][str(line.event["seat"])] = line.event["player"]

    def _round_voided(self, line: Line[_Voided]) -> None:
        """One row a refund: what comes back, and what of his prizes was taken back with it or waived."""
        table = self._table(table_of(line.stream))
        flows = list(BANKED_MONEY[line.kind].flows(line.event))
        for place, (who, what, amount, _) in enumerate(flows):
            if what == "refunded":
                player, seat = (who, 0) if isinstance(who, str) else (table["seats"].get(str(who), ""), who)
                undone = dict.fromkeys(("taken_back", "waived"), 0)
                for _, other, more, _ in takewhile(lambda flow: flow[1] != "refunded", flows[place + 1 :]):
                    undone[other] += more
                held = (undone["taken_back"], undone["waived"])
                self._void(line, table, (player, seat, _session(table, player)), amount, held)

    def _table(self, name: str) -> KeptBanked:
        """What is known of a table against the house; of one that never opened nothing."""
        return self._banked.get(name) or {**_unknown(), "seats": {}, "sessions": {}}

    def _void(
        self, line: Line[_Voided], table: KeptTable, who: Row, amount: int, undone: tuple[int, int] = (0, 0)
    ) -> None:
        """``who``: player, seat, session. ``undone``: prizes taken back, and waived."""
        regulation, number = table["regulation"], line.stream.rpartition("/")[2]
        about = (regulation, "void", line.stream, int(number) if number.isdecimal() else 0, *who)
        money = (table["tournament"], amount, 0, *undone, "", *table["unit"])
        self._row(line, about, money, f"incident:{line.event['incident']}", RULES.get(regulation, ""))

    def _row(self, line: Line[object], about: Row, money: Row, occasion: str, rule: str) -> None:
        index, before = self._last
        part = before + 1 if index == line.index else 0
        self._last = line.index, part
        self._given.append((line.index, part, line.instant, line.recorded, *about, *money, occasion, rule))

    # Tournaments (R810), and incidents.

    def _registered(self, line: Line[_Registered]) -> None:
        self._entered(line, won=line.event["ticket"] is not None)

    def _reentered(self, line: Line[_Entered]) -> None:
        self._entered(line, won=False)

    def _entered(self, line: Line[_Entered], *, won: bool) -> None:
        event, name = line.event, _local(line)
        if name not in self._tournaments:
            over = [other for other, of in self._tournaments.items() if of["case"]]
            for other in over:  # its refunds were in the commit that cancelled it
                del self._tournaments[other]
            self._tournaments[name] = {"case": "", "entries": {}}
        self._tournaments[name]["entries"][str(event["entry"])] = event["player"], event["session"], won

    def _cancelled(self, line: Line[_Cancelled]) -> None:
        event, name = line.event, _local(line)
        if name in self._tournaments:
            self._tournaments[name]["case"] = event["case"]
        self._occasions.append(
            (line.index, line.stream, line.instant, line.recorded, event["cause"], event["case"], event["note"])
        )

    def _refunded(self, line: Line[_Refunded]) -> None:
        """What an entry gets; one that was won is refunded at its value, or comes back as a ticket (r.37)."""
        event, name = line.event, _local(line)
        tournament: KeptEntries = self._tournaments.get(name) or {"case": "", "entries": {}}
        player, session, won = tournament["entries"].get(str(event["entry"]), ("", "", False))
        about = ("R810", "cancelled", line.stream, event["entry"], player, 0, session)
        ticket = event["ticket"] or ""
        money = (name, event["fee"] + event["share"], event["share"], 0, 0, ticket, "EUR", 2)
        rule = cancellation_rule(tournament["case"], won=won)
        self._row(line, about, money, line.stream, rule)

    def _incident(self, line: Line[_Incident]) -> None:
        event = line.event
        self._occasions.append(
            (line.index, line.stream, event["first_instant"], line.recorded, event["origin"], "", event["reported_by"])
        )

    _steps: ClassVar[Mapping[str, _Step]] = {
        "banked.closed.v1": _on(Nothing, _banked_gone),
        "banked.opened.v1": _on(_BankedOpened, _banked_opened),
        "banked.player_joined.v1": _on(_Joined, _joined),
        "banked.player_left.v1": _on(_Player, _parted),
        "banked.round_started.v1": _on(Nothing, _round_started),
        "hand.voided.v1": _on(_HandVoided, _hand_voided),
        "incident.opened.v1": _on(_Incident, _incident),
        "table.closed.v1": _on(Nothing, _table_gone),
        "table.opened.v1": _on(_Opened, _opened),
        "table.player_placed.v1": _on(_Seated, _seated),
        "table.player_seated.v1": _on(_Seated, _seated),
        "table.tournament_opened.v1": _on(_TournamentOpened, _tournament_opened),
        "tournament.cancelled.v1": _on(_Cancelled, _cancelled),
        "tournament.finished.v1": _on(Nothing, _finished),
        "tournament.reentered.v1": _on(_Entered, _reentered),
        "tournament.refunded.v1": _on(_Refunded, _refunded),
        "tournament.registered.v1": _on(_Registered, _registered),
        **_each({kind: BANKED_MONEY[kind].fields for kind in VOIDS}, _Voided, _round_voided),
        **dict.fromkeys(_SEATS, _on(_Taken, _seat_taken)),
    }
    """By kind, what it does."""
    reads: ClassVar[Mapping[str, Wanted]] = {kind: step.wants for kind, step in _steps.items()}


def _unknown() -> KeptTable:
    return {"regulation": IMPORTED, "tournament": "", "unit": ["", 0]}


def _local(line: Line[object]) -> str:
    """The table or tournament of a line: ``mesa-1`` of ``table:mesa-1``."""
    return line.stream.partition(":")[2]


def _session(table: KeptBanked, player: str) -> str:
    return table["sessions"][player][0] if player in table["sessions"] else ""
