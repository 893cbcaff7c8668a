"""What every entry that moves money moves, told as transfers between holders; without a rule of any game.

An entry of an account and the entry that caused it are recorded apart and told apart: both go through transit, so whoever
sums up sees where they differ. Tables, hands and rounds in chips move no money and are passed over; so are imported hands,
which have no account (architecture, decision 18).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from typing_extensions import TypedDict

from tombo.ledger.core.money import Money
from tombo.ledger.games.every import BANKED_GAMES, BANKED_MONEY, TABLE_GAMES
from tombo.ledger.house.moves import What
from tombo.ledger.terms.poker import REGULATIONS, Terms
from tombo.ledger.terms.unit import BonusUse
from tombo.projections.accounts import holders as h
from tombo.projections.accounts.banked import BankedBook
from tombo.projections.accounts.bonuses import BonusBook, OfPlay
from tombo.projections.accounts.holders import NONE, Caused, Transfers
from tombo.projections.accounts.tournaments import TournamentBook
from tombo.projections.line import AnyLine, Line, LineStep, Nothing, Wanted, on

CAUSES: Final = frozenset(
    {
        "dispute.resolved.v1",
        "dispute.resolved.v2",
        *(f"table.{word}.v1" for word in ("player_left", "player_seated", "stack_topped_up")),
        *(kind for kind, moved in BANKED_MONEY.items() if moved.whats & {"prize", "refunded", "returned", "staked"}),
        *(f"tournament.{word}.v1" for word in ("added_on", "bounty_awarded", "prize_awarded", "rebought", "reentered")),
        *(f"tournament.{word}.v1" for word in ("refunded", "registered", "registration_cancelled", "ticket_awarded")),
    }
)
"""The kinds that move something through transit: an entry of an account with another cause has none."""
_HANDS: Final = TABLE_GAMES["hand"].money
_INTO_POT: Final[Mapping[What, h.What]] = {"posted": "blind", "staked": "bet"}
_OUT_OF_POT: Final[Mapping[What, h.What]] = {
    "commission": "commission",
    "prize": "pot",
    "refunded": "refund",
    "uncalled": "uncalled bet",
}
CLAIMANT: Final = "*"
"""In the name of a compensation in transit: its resolution does not repeat who he is. No player can be called so."""


class CashTable(TypedDict):
    """What is kept of a table of poker that is open."""

    euro: bool
    hand: str | None
    """Its last, in play or over."""
    regulation: str
    seats: dict[str, str]
    """At a table in euro: who sits there."""
    tournament: bool


class _Paid(TypedDict):
    amount: Money


class _Moved(Caused, OfPlay):
    amount: Money


class _Claimed(TypedDict):
    amount: Money
    dispute: str
    dispute_version: int


class _Settled(TypedDict):
    compensation: Money


class HandBegun(TypedDict):
    """Of the beginning of a hand: its stream."""

    hand: str


class _Opened(TypedDict):
    terms: Terms


class _Bought(TypedDict):
    commission: int
    seat: int


class _Seated(_Bought):
    buy_in: int
    player: str


class _ToppedUp(_Bought):
    amount: int


class _Left(TypedDict):
    player: str
    seat: int
    stack: int


class Book:
    """The book's fold: call it with every line of the kinds it ``reads``, in log order. ``state`` is what it knows of play."""

    def __init__(self, state: str = "") -> None:
        kept = json.loads(state) if state else {}
        self._tables: dict[str, CashTable] = kept.get("tables", {})
        self._banked = BankedBook(kept.get("banked"))
        self._tournaments = TournamentBook(kept.get("tournaments"))
        self.bonuses: Final = BonusBook(kept.get("bonuses", {}))
        steps: dict[str, LineStep[Transfers]] = {
            **self._banked.steps,
            **self.bonuses.steps,
            **self._tournaments.steps,
            "account.adjusted_down.v1": on(_Paid, self._adjusted_down),
            "account.adjusted_up.v1": on(_Paid, self._adjusted_up),
            "account.compensated.v1": on(_Claimed, self._compensated),
            "account.compensation_reversed.v1": on(_Claimed, self._taken_back),
            "account.credited.v1": on(_Moved, self._credited),
            "account.debited.v1": on(_Moved, self._debited),
            "account.deposited.v1": on(_Paid, self._deposited),
            "account.withdrawn.v1": on(_Paid, self._withdrawn),
            "dispute.compensation_reversed.v1": on(_Settled, self._reversed),
            "dispute.resolved.v1": on(_Settled, self._resolved),
            "dispute.resolved.v2": on(_Settled, self._resolved),
            **{kind: LineStep(self._played, moved.fields) for kind, moved in _HANDS.items()},
            "table.closed.v1": on(Nothing, self._closed),
            "table.hand_started.v1": on(HandBegun, self._hand_started),
            "table.opened.v1": on(_Opened, self._opened),
            "table.tournament_opened.v1": on(_Opened, self._opened),
            "table.player_left.v1": on(_Left, self._left),
            "table.player_seated.v1": on(_Seated, self._seated),
            "table.stack_topped_up.v1": on(_ToppedUp, self._topped_up),
        }
        self.reads: Final[Mapping[str, Wanted]] = {kind: step.wants for kind, step in steps.items()}
        """The kinds that can move money or say where it lies, and what is read of them."""
        self._steps = {kind: step.does for kind, step in steps.items()}

    def __call__(self, line: AnyLine) -> Transfers:
        """What ``line`` moves."""
        return self._steps[line.kind](line)

    def state(self) -> str:
        """What the book knows besides balances, to go on from."""
        kept = {
            "tables": self._tables,
            "banked": self._banked.kept,
            "bonuses": self.bonuses.kept,
            "tournaments": self._tournaments.kept,
        }
        return json.dumps(kept, separators=(",", ":"))

    def regulation(self, stream: str) -> str | None:
        """The regulation of the game that ``stream`` is of, where it plays for euro; an account has none."""
        sort, _, name = stream.partition(":")
        if sort == "tournament":
            return "R810"
        name = name if sort in {"table", "banked"} else name.rpartition("/")[0]
        if sort in {"table", "hand"}:
            table = self._euro(name)
            return None if table is None else table["regulation"]
        found = self._banked.kept["tables"].get(name)
        return None if found is None or not found[0] else found[0]

    def bonus_use(self, stream: str) -> BonusUse | None:
        """When bonus is staked in the round ``stream``; None where it never is, and of what is no round against the house."""
        sort, _, name = stream.partition(":")
        return self._banked.bonus_use(name.rpartition("/")[0]) if sort in BANKED_GAMES else None

    def of_tournament(self, stream: str) -> bool:
        """Whether ``stream`` is a table of a tournament, where chips are neither sold nor taken."""
        table = self._tables.get(stream.partition(":")[2])
        return table is not None and bool(table["tournament"])

    def tournament_over(self, stream: str) -> int | None:
        """The log index of a tournament's end, -1 of one of which nothing is known any more; None while it is under way."""
        return self._tournaments.over(stream)

    def tournaments_under_way(self) -> Iterator[str]:
        """The stream of every tournament that was announced and is not over."""
        return (stream for stream, of in self._tournaments.kept["of"].items() if not of["over"])

    def open_tables(self) -> Iterator[tuple[str, str | None]]:
        """The stream of every open table, and its last hand or round, in play or over; None before the first."""
        for name, table in self._tables.items():
            yield f"table:{name}", table["hand"]
        for name, (_, last, _) in self._banked.kept["tables"].items():
            yield f"banked:{name}", last or None

    def people_at(self, table: str) -> tuple[Mapping[str, str], Mapping[str, Sequence[int]]]:
        """Who sits at a table in euro, by seat; and who plays at a banked one, each with his seats, 0 at a wheel."""
        sort, _, name = table.partition(":")
        if sort == "banked":
            return {}, self._banked.kept["players"].get(name, {})
        known = self._tables.get(name)
        return ({} if known is None else known["seats"]), {}

    # Accounts.

    def _deposited(self, line: Line[_Paid]) -> Transfers:
        return ((h.OUTSIDE, h.wallet(_name(line)), line.event["amount"].cents, "deposit"),)

    def _withdrawn(self, line: Line[_Paid]) -> Transfers:
        return ((h.wallet(_name(line)), h.OUTSIDE, line.event["amount"].cents, "withdrawal"),)

    def _adjusted_up(self, line: Line[_Paid]) -> Transfers:
        return ((h.ADJUSTMENT, h.wallet(_name(line)), line.event["amount"].cents, "adjustment"),)

    def _adjusted_down(self, line: Line[_Paid]) -> Transfers:
        return ((h.wallet(_name(line)), h.ADJUSTMENT, line.event["amount"].cents, "adjustment"),)

    def _compensated(self, line: Line[_Claimed]) -> Transfers:
        event = line.event
        through = h.transit(event["dispute"], event["dispute_version"], CLAIMANT)
        return ((through, h.wallet(_name(line)), event["amount"].cents, "compensation"),)

    def _resolved(self, line: Line[_Settled]) -> Transfers:
        cents = line.event["compensation"].cents
        through = h.transit(line.stream, line.version, CLAIMANT)
        return ((h.COMPENSATION, through, cents, "compensation"),) if cents else NONE

    def _taken_back(self, line: Line[_Claimed]) -> Transfers:
        event = line.event
        through = h.transit(event["dispute"], event["dispute_version"], CLAIMANT)
        return ((h.wallet(_name(line)), through, event["amount"].cents, "reversal"),)

    def _reversed(self, line: Line[_Settled]) -> Transfers:
        through = h.transit(line.stream, line.version, CLAIMANT)
        return ((through, h.COMPENSATION, line.event["compensation"].cents, "reversal"),)

    def _debited(self, line: Line[_Moved]) -> Transfers:
        event = line.event
        self.bonuses.staked(line)
        return ((h.purse(_name(line), event["wallet"]), h.caused(line), event["amount"].cents, "payment"),)

    def _credited(self, line: Line[_Moved]) -> Transfers:
        event = line.event
        return ((h.caused(line), h.purse(_name(line), event["wallet"]), event["amount"].cents, "payment"),)

    # Cash tables of poker.

    def _opened(self, line: Line[_Opened]) -> Transfers:
        terms = line.event["terms"]
        euro = terms.unit.currency == "EUR"
        self._tables[_name(line)] = {
            "regulation": REGULATIONS[terms.variant],
            "euro": euro,
            "tournament": line.kind == "table.tournament_opened.v1",
            "hand": None,
            "seats": {},
        }
        return NONE

    def _euro(self, name: str) -> CashTable | None:
        """The cash table ``name`` in euro."""
        table = self._tables.get(name)
        return table if table is not None and table["euro"] else None

    def _closed(self, line: Line[Nothing]) -> Transfers:
        self._tables.pop(_name(line), None)
        return NONE

    def _seated(self, line: Line[_Seated]) -> Transfers:
        table, event = self._euro(_name(line)), line.event
        if table is None:
            return NONE
        table["seats"][str(event["seat"])] = event["player"]
        return _bought(line, table, event["player"], event["buy_in"], "buy-in")

    def _topped_up(self, line: Line[_ToppedUp]) -> Transfers:
        table, event = self._euro(_name(line)), line.event
        if table is None:
            return NONE
        return _bought(line, table, table["seats"].get(str(event["seat"]), ""), event["amount"], "top-up")

    def _left(self, line: Line[_Left]) -> Transfers:
        table, event = self._euro(_name(line)), line.event
        if table is None:
            return NONE
        holder = table["seats"].pop(str(event["seat"]), event["player"])  # whose the stack is, whatever name is told
        if not event["stack"]:
            return NONE
        through = h.transit(line.stream, line.version, holder)
        return ((h.stack(_name(line), event["seat"]), through, event["stack"], "left the table"),)

    def _hand_started(self, line: Line[HandBegun]) -> Transfers:
        table = self._tables.get(_name(line))
        if table is not None:
            table["hand"] = line.event["hand"]
        return NONE

    # Hands.

    def _played(self, line: Line[object]) -> Transfers:
        """What an entry of a hand moves between the stacks, the pots, and what the operator takes of them."""
        stream = line.stream
        hand = stream[5:]
        name = hand.rpartition("/")[0]
        table = self._tables.get(name)
        if table is None or table["hand"] != stream or not table["euro"]:
            return NONE  # of a cash table, the one in play there
        pot, moved = f"pot:{hand}", []
        for seat, what, amount, _ in _HANDS[line.kind].flows(line.event):
            if what in _INTO_POT:
                moved.append((f"stack:{name}/{seat}", pot, amount, _INTO_POT[what]))
            elif what == "commission":
                moved.append((pot, h.commission(table["regulation"]), amount, _OUT_OF_POT[what]))
            else:
                moved.append((pot, f"stack:{name}/{seat}", amount, _OUT_OF_POT[what]))
        return moved


def _name(line: Line[object]) -> str:
    """The table or player of a line: ``mesa-1`` of ``table:mesa-1``."""
    return line.stream.partition(":")[2]


def _bought(line: Line[_Bought], table: CashTable, player: str, cents: int, what: h.What) -> Transfers:
    """Chips bought, and what the operator took of them (R806 r.17b)."""
    through, commission = h.transit(line.stream, line.version, player), line.event["commission"]
    stack = h.stack(_name(line), line.event["seat"])
    if not commission:
        return ((through, stack, cents, what),)
    taken = (through, h.commission(table["regulation"]), commission, "commission")
    return (through, stack, cents - commission, what), taken  # type: ignore[return-value]  # a literal of What
