"""Refunds as rows: what void hands and rounds and cancelled tournaments gave back, to whom, why, and by which rule.

A refund here is what the operator owes because play could not go on. An entry that a player took back before the start
(R810 r.24-25) is not one: nothing was cancelled; his statement and the book have it as "cancelled entry".

Read are voids and cancellations, who sits where, and who takes a seat in a round, for it may change hands in one;
no bet and no card. A hand that came through the import door has no table: its row says so (``IMPORTED``), and whoever reads it
asks the hand itself (``projections.refunds.reading``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any, ClassVar, Final

from ledger.core.ids import table_of
from ledger.games.every import BANKED_GAMES, BANKED_MONEY
from ledger.store import ViewTable
from ledger.terms.citation import rules_of
from ledger.terms.every import regulation_of
from ledger.terms.poker import REGULATIONS
from projections.behind import Fetch
from projections.follow import Projection
from projections.line import Line

RULES: Final[Mapping[str, str]] = {
    "R803": "R803 r.33",
    "R804": "R804 r.20",
    "R805": "R805 r.28",
    "R807": "R807 r.21",
    **{regulation: rules_of(variant, 72) for variant, regulation in REGULATIONS.items()},
}
"""By regulation, the rule under which a void hand or round is refunded."""
IMPORTED: Final = ""
"""The regulation in the row of a hand without a table."""
REFUNDS: Final = ViewTable(
    "given",
    (
        ("log_index", "bigint"),
        ("part", "bigint"),
        ("at", "bigint"),
        ("recorded", "bigint"),
        ("regulation", "text"),
        ("what", "text"),
        ("stream", "text"),
        ("number", "bigint"),
        ("player", "text"),
        ("seat", "bigint"),
        ("session", "text"),
        ("tournament", "text"),
        ("cents", "bigint"),
        ("share", "bigint"),
        ("taken_back", "bigint"),
        ("waived", "bigint"),
        ("ticket", "text"),
        ("currency", "text"),
        ("decimals", "bigint"),
        ("occasion", "text"),
        ("rule", "text"),
    ),
    ("log_index", "part"),
    (
        ("at",),
        ("player", "log_index"),
        ("occasion", "log_index"),
        ("tournament", "log_index"),
        ("regulation", "log_index"),
    ),
)
"""A row for each player of an entry that gives something back, ``part`` counting them; the columns are those of ``Refund``."""
OCCASIONS: Final = ViewTable(
    "occasions",
    (
        ("log_index", "bigint"),
        ("stream", "text"),
        ("first", "bigint"),
        ("recorded", "bigint"),
        ("cause", "text"),
        ("case_of", "text"),
        ("said", "text"),
    ),
    ("log_index",),
    (("stream", "log_index"),),
)
"""Why: an incident as it was opened, or a tournament as it was cancelled; the columns are those of ``Occasion``."""

Row = tuple[Any, ...]
VOIDS: Final = frozenset(kind for kind, moved in BANKED_MONEY.items() if "refunded" in moved.whats)
"""The kinds by which a round against the house gives back."""
_SEATS: Final = frozenset(game.seats for game in BANKED_GAMES.values() if game.seats is not None)


class Refunds(Projection):
    """The followed refunds.

    ``state``: of open tables the game, its unit and who sits where; of tournaments that go on who holds which entry.
    """

    name = "refunds"
    version = 2
    tables = (REFUNDS, OCCASIONS)
    reads: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "banked.closed.v1": (),
        "banked.opened.v1": ("terms",),
        "banked.player_joined.v1": ("player", "session"),
        "banked.player_left.v1": ("player",),
        "banked.round_started.v1": (),
        "hand.voided.v1": ("incident", "refunds"),
        "incident.opened.v1": ("first_instant", "origin", "reported_by"),
        "table.closed.v1": (),
        "table.opened.v1": ("terms",),
        "table.player_placed.v1": ("player", "seat", "session"),
        "table.player_seated.v1": ("player", "seat", "session"),
        "table.tournament_opened.v1": ("terms", "tournament"),
        "tournament.cancelled.v1": ("case", "cause", "note"),
        "tournament.finished.v1": (),
        "tournament.reentered.v1": ("entry", "player", "session"),
        "tournament.refunded.v1": ("entry", "fee", "share", "ticket"),
        "tournament.registered.v1": ("entry", "player", "session", "ticket"),
        **{kind: ("incident", *BANKED_MONEY[kind].fields) for kind in VOIDS},
        **dict.fromkeys(_SEATS, ("player", "seat")),
    }

    def begin(self, state: str, fetch: Fetch) -> None:  # noqa: ARG002 - it needs none of its rows to go on
        """Go on: see ``Projection.begin``."""
        kept = json.loads(state) if state else {"tables": {}, "banked": {}, "tournaments": {}}
        self._tables: dict[str, dict[str, Any]] = kept["tables"]
        self._banked: dict[str, dict[str, Any]] = kept["banked"]
        self._tournaments: dict[str, dict[str, Any]] = kept["tournaments"]
        self._given: list[Row] = []
        self._occasions: list[Row] = []
        self._steps: dict[str, Callable[[Line], None]] = {
            "banked.closed.v1": lambda line: self._gone(self._banked, line),
            "banked.opened.v1": self._banked_opened,
            "banked.player_joined.v1": self._joined,
            "banked.player_left.v1": self._parted,
            "banked.round_started.v1": self._round_started,
            "hand.voided.v1": self._hand_voided,
            "incident.opened.v1": self._incident,
            "table.closed.v1": lambda line: self._gone(self._tables, line),
            "table.opened.v1": self._opened,
            "table.player_placed.v1": self._seated,
            "table.player_seated.v1": self._seated,
            "table.tournament_opened.v1": self._opened,
            "tournament.cancelled.v1": self._cancelled,
            "tournament.finished.v1": lambda line: self._gone(self._tournaments, line),
            "tournament.reentered.v1": self._entered,
            "tournament.refunded.v1": self._refunded,
            "tournament.registered.v1": self._entered,
            **dict.fromkeys(VOIDS, self._round_voided),
            **dict.fromkeys(_SEATS, self._seat_taken),
        }

    def step(self, line: Line) -> None:
        """The next line of the log."""
        self._steps[line.kind](line)

    def take(self) -> Mapping[ViewTable, Sequence[Row]]:
        """The rows since the last call."""
        taken = {REFUNDS: self._given, OCCASIONS: self._occasions}
        self._given, self._occasions = [], []
        return taken

    def state(self) -> str:
        """Who plays where, and who entered what."""
        kept = {"tables": self._tables, "banked": self._banked, "tournaments": self._tournaments}
        return json.dumps(kept, separators=(",", ":"))

    def _gone(self, kept: dict[str, dict[str, Any]], line: Line) -> None:
        kept.pop(_local(line), None)

    # Tables of poker: who came last to a seat that was dealt in sits there still, for who leaves in a hand leaves as it ends
    # (R806 r.35).

    def _opened(self, line: Line) -> None:
        terms = line.event["terms"]
        self._tables[_local(line)] = {
            "regulation": REGULATIONS[terms.variant],
            "tournament": line.event.get("tournament", ""),
            "unit": [terms.unit.currency or "", terms.unit.decimals],
            "seats": {},
        }

    def _seated(self, line: Line) -> None:
        event = line.event
        _at(self._tables, _local(line))["seats"][str(event["seat"])] = [event["player"], event["session"]]

    def _hand_voided(self, line: Line) -> None:
        table = _at(self._tables, table_of(line.stream))
        for back in line.event["refunds"]:
            player, session = table["seats"].get(str(back.seat), ("", ""))
            self._void(line, table, (player, back.seat, session), back.amount)

    # Tables against the house. Who left in a round has a stake in it until the next one begins; a seat that is refunded had its
    # last ante in the round.

    def _banked_opened(self, line: Line) -> None:
        terms = line.event["terms"]
        self._banked[_local(line)] = {
            "regulation": regulation_of(terms),
            "tournament": "",
            "unit": [terms.unit.currency or "", terms.unit.decimals],
            "seats": {},
            "sessions": {},
        }

    def _joined(self, line: Line) -> None:
        event, sessions = line.event, _at(self._banked, _local(line))["sessions"]
        places = sessions[event["player"]][1] if event["player"] in sessions else 0
        sessions[event["player"]] = [event["session"], places + 1]

    def _parted(self, line: Line) -> None:
        _at(self._banked, _local(line))["sessions"].get(line.event["player"], ["", 0])[1] -= 1

    def _round_started(self, line: Line) -> None:
        table = _at(self._banked, _local(line))
        table["sessions"] = {player: held for player, held in table["sessions"].items() if held[1]}

    def _seat_taken(self, line: Line) -> None:
        _at(self._banked, table_of(line.stream))["seats"][str(line.event["seat"])] = line.event["player"]

    def _round_voided(self, line: Line) -> None:
        """One row a refund: what comes back, and what of his prizes was taken back with it or waived."""
        table = _at(self._banked, table_of(line.stream))
        flows = list(BANKED_MONEY[line.kind].flows(line.event))
        for place, (who, what, amount, _) in enumerate(flows):
            if what == "refunded":
                player, seat = (who, 0) if isinstance(who, str) else (table["seats"].get(str(who), ""), who)
                undone = dict.fromkeys(("taken_back", "waived"), 0)
                for _, other, more, _ in takewhile(lambda flow: flow[1] != "refunded", flows[place + 1 :]):
                    undone[other] += more
                held = (undone["taken_back"], undone["waived"])
                self._void(line, table, (player, seat, _session(table, player)), amount, held)

    def _void(
        self, line: Line, table: Mapping[str, Any], who: Row, amount: int, undone: tuple[int, int] = (0, 0)
    ) -> None:
        """``who``: player, seat, session. ``undone``: prizes taken back, and waived."""
        regulation, number = table["regulation"], line.stream.rpartition("/")[2]
        about = (regulation, "void", line.stream, int(number) if number.isdecimal() else 0, *who)
        money = (table["tournament"], amount, 0, *undone, "", *table["unit"])
        self._row(line, about, money, f"incident:{line.event['incident']}", RULES.get(regulation, ""))

    def _row(self, line: Line, about: Row, money: Row, occasion: str, rule: str) -> None:
        last = self._given[-1] if self._given else (-1, 0)
        part = last[1] + 1 if last[0] == line.index else 0  # a batch holds whole entries
        self._given.append((line.index, part, line.instant, line.recorded, *about, *money, occasion, rule))

    # Tournaments (R810), and incidents.

    def _entered(self, line: Line) -> None:
        event, name = line.event, _local(line)
        if name not in self._tournaments:
            over = [other for other, of in self._tournaments.items() if of["case"]]
            for other in over:  # its refunds were in the commit that cancelled it
                del self._tournaments[other]
            self._tournaments[name] = {"case": "", "entries": {}}
        won = event.get("ticket") is not None
        self._tournaments[name]["entries"][str(event["entry"])] = [event["player"], event["session"], won]

    def _cancelled(self, line: Line) -> None:
        event, name = line.event, _local(line)
        if name in self._tournaments:
            self._tournaments[name]["case"] = event["case"]
        self._occasions.append(
            (line.index, line.stream, line.instant, line.recorded, event["cause"], event["case"], event["note"])
        )

    def _refunded(self, line: Line) -> None:
        """What an entry gets; one that was won is refunded at its value, or comes back as a ticket (r.37)."""
        event, name = line.event, _local(line)
        tournament = self._tournaments.get(name, {"case": "", "entries": {}})
        player, session, won = tournament["entries"].get(str(event["entry"]), ("", "", False))
        about = ("R810", "cancelled", line.stream, event["entry"], player, 0, session)
        ticket = event["ticket"] or ""
        money = (name, event["fee"] + event["share"], event["share"], 0, 0, ticket, "EUR", 2)
        rule = f"R810 r.36{tournament['case']}{', r.37' if won else ''}"
        self._row(line, about, money, line.stream, rule)

    def _incident(self, line: Line) -> None:
        event = line.event
        self._occasions.append(
            (line.index, line.stream, event["first_instant"], line.recorded, event["origin"], "", event["reported_by"])
        )


def _at(tables: Mapping[str, dict[str, Any]], name: str) -> dict[str, Any]:
    """What is known of a table; of one that never opened, as of an imported hand, nothing."""
    unknown = {"regulation": IMPORTED, "tournament": "", "unit": ["", 0], "seats": {}, "sessions": {}}
    return tables.get(name, unknown)


def _local(line: Line) -> str:
    """The table or tournament of a line: ``mesa-1`` of ``table:mesa-1``."""
    return line.stream.partition(":")[2]


def _session(table: Mapping[str, Any], player: str) -> str:
    return str(table["sessions"][player][0]) if player in table["sessions"] else ""
