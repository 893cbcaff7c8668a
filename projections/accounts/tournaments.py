"""Tournaments in the book (R810): fees, what is bought, the pool and bounties, tickets at their value, prizes and refunds."""

from __future__ import annotations

from typing import Final, Literal

from typing_extensions import TypedDict

from tombo.ledger.core.money import Money
from tombo.ledger.terms.tournament import Structure
from tombo.projections.accounts import holders as h
from tombo.projections.accounts.holders import NONE, Caused, Transfer, Transfers
from tombo.projections.line import Line, LineStep, Nothing, on

COMMISSION: Final = h.commission("R810")
HOUSE: Final = h.house("R810")


_Price = Literal["fee", "rebuy", "add-on"]
_Pot = Literal["pool", "bounty"]
_Prices = TypedDict("_Prices", {"fee": list[int], "rebuy": list[int], "add-on": list[int]})
"""What each costs: of prizes, bounty and commission."""


class KeptTournament(_Prices):
    """What is kept of a tournament under way: amounts in cents."""

    bounty: int
    """What lies in its bounties."""
    over: int
    """The log index at which it was over; 0 while it goes on."""
    players: dict[str, str]
    """By entry, who holds it."""
    pool: int
    ticket: int
    """What an entry that can be won in it is worth."""
    used: dict[str, int]
    """By ticket that paid for an entry, its value."""


class KeptTournaments(TypedDict):
    """What is kept of tournaments, by stream, and of the entries won that nobody has used: by ticket, its value."""

    of: dict[str, KeptTournament]
    tickets: dict[str, int]


class _Ticket(Caused):
    ticket: str


class _Granted(_Ticket):
    amount: Money


class _Converted(TypedDict):
    amount: Money
    ticket: str


class _Announced(TypedDict):
    structure: Structure


class _OfEntry(TypedDict):
    entry: int


class _Entered(_OfEntry):
    player: str


class _Awarded(_OfEntry):
    amount: Money


class _Refunded(_OfEntry):
    fee: int
    share: int
    ticket: str | None


class _Overlay(TypedDict):
    amount: Money


class TournamentBook:
    """Tournaments under way, and the entries won that nobody has used."""

    def __init__(self, kept: KeptTournaments | None) -> None:
        self.kept: KeptTournaments = kept or {"of": {}, "tickets": {}}
        self._ended: tuple[int, set[str]] = (0, set())
        """When the newest ended was recorded, and which ended then: all of one append have one time."""
        self.steps: Final[dict[str, LineStep[Transfers]]] = {
            "account.ticket_converted.v1": on(_Converted, self._converted),
            "account.ticket_granted.v1": on(_Granted, self._granted),
            "account.ticket_returned.v1": on(_Ticket, self._returned),
            "account.ticket_used.v1": on(_Ticket, self._used),
            "tournament.added_on.v1": on(_OfEntry, self._added_on),
            "tournament.announced.v1": on(_Announced, self._announced),
            "tournament.bounty_awarded.v1": on(_Awarded, self._bounty),
            "tournament.cancelled.v1": on(Nothing, self._cancelled),
            "tournament.finished.v1": on(Nothing, self._finished),
            "tournament.overlay_added.v1": on(_Overlay, self._overlay),
            "tournament.prize_awarded.v1": on(_Awarded, self._prize),
            "tournament.rebought.v1": on(_OfEntry, self._rebought),
            "tournament.reentered.v1": on(_Entered, self._entered),
            "tournament.refunded.v1": on(_Refunded, self._refunded),
            "tournament.registered.v1": on(_Entered, self._entered),
            "tournament.registration_cancelled.v1": on(_OfEntry, self._taken_back),
            "tournament.ticket_awarded.v1": on(_OfEntry, self._ticket_awarded),
        }

    def over(self, stream: str) -> int | None:
        """The log index of the end of a tournament, the first; -1 of one that is not known (any more), None while it goes on."""
        of = self.kept["of"].get(stream)
        return -1 if of is None else of["over"] or None

    # Tickets, on the account's side.

    def _granted(self, line: Line[_Granted]) -> Transfers:
        value = self.kept["tickets"][line.event["ticket"]] = line.event["amount"].cents
        return ((h.caused(line), h.tickets(line.stream[8:]), value, "ticket"),)

    def _used(self, line: Line[_Ticket]) -> Transfers:
        """Its value goes with the entry it pays, until that tournament is over: it may come back."""
        value = self.kept["tickets"].pop(line.event["ticket"], 0)
        if line.event["cause"] in self.kept["of"]:
            self.kept["of"][line.event["cause"]]["used"][line.event["ticket"]] = value
        return ((h.tickets(line.stream[8:]), h.caused(line), value, "ticket"),)

    def _returned(self, line: Line[_Ticket]) -> Transfers:
        of = self.kept["of"].get(line.event["cause"])
        value = self.kept["tickets"][line.event["ticket"]] = of["used"].pop(line.event["ticket"], 0) if of else 0
        return ((h.caused(line), h.tickets(line.stream[8:]), value, "ticket"),)

    def _converted(self, line: Line[_Converted]) -> Transfers:
        self.kept["tickets"].pop(line.event["ticket"], None)
        player = line.stream[8:]
        return ((h.tickets(player), h.wallet(player), line.event["amount"].cents, "conversion"),)

    # Money in.

    def _announced(self, line: Line[_Announced]) -> Transfers:
        recorded, ended = self._ended
        fresh = ended if recorded == line.recorded else ()
        over = [stream for stream, of in self.kept["of"].items() if of["over"] and stream not in fresh]
        for stream in over:  # what followed their end was in its append, which may hold an announcement too
            del self.kept["of"][stream]
        of = line.event["structure"]
        fee, rebuy, addon = of.fee, of.rebuy, of.addon
        self.kept["of"][line.stream] = {
            **_nothing(),
            "fee": [fee.prize, fee.bounty, fee.commission] if fee else [0, 0, 0],
            "rebuy": [rebuy.prize, 0, rebuy.commission] if rebuy else [0, 0, 0],
            "add-on": [addon.prize, 0, addon.commission] if addon else [0, 0, 0],
            "ticket": of.tickets.value if of.tickets else 0,
        }
        return NONE

    def _entered(self, line: Line[_Entered]) -> Transfers:
        event = line.event
        self._of(line)["players"][str(event["entry"])] = event["player"]
        return self._bought(line, event["player"], "fee", "entry")

    def _rebought(self, line: Line[_OfEntry]) -> Transfers:
        return self._bought(line, self._player(line), "rebuy", "rebuy")

    def _added_on(self, line: Line[_OfEntry]) -> Transfers:
        return self._bought(line, self._player(line), "add-on", "add-on")

    def _bought(self, line: Line[object], player: str, price: _Price, what: h.What) -> Transfers:
        prize, bounty, commission = self._of(line)[price]
        through = h.transit(line.stream, line.version, player)
        taken: Transfer = (through, COMMISSION, commission, "commission")
        into = (self._pool(line, "pool", through, prize, what), self._pool(line, "bounty", through, bounty, what))
        return [one for one in (*into, taken) if one[2]]

    def _pool(self, line: Line[object], pot: _Pot, other: str, cents: int, what: h.What) -> Transfer:
        """``cents`` come into the pool or the bounties from ``other``; below 0 they go there."""
        holder = f"{pot}:{line.stream[11:]}"
        self._of(line)[pot] += cents
        return (other, holder, cents, what) if cents >= 0 else (holder, other, -cents, what)

    def _overlay(self, line: Line[_Overlay]) -> Transfers:
        return (self._pool(line, "pool", HOUSE, line.event["amount"].cents, "overlay"),)

    # Money out.

    def _taken_back(self, line: Line[_OfEntry]) -> Transfers:
        prize, bounty, commission = self._of(line)["fee"]
        through, what = h.transit(line.stream, line.version, self._player(line)), "cancelled entry"
        back = (
            self._pool(line, "pool", through, -prize, "cancelled entry"),
            self._pool(line, "bounty", through, -bounty, "cancelled entry"),
            (COMMISSION, through, commission, what),
        )
        return [one for one in back if one[2]]  # type: ignore[misc]  # a literal of What

    def _prize(self, line: Line[_Awarded]) -> Transfers:
        return self._given(line, "pool", line.event["amount"].cents, "prize")

    def _bounty(self, line: Line[_Awarded]) -> Transfers:
        return self._given(line, "bounty", line.event["amount"].cents, "bounty")

    def _ticket_awarded(self, line: Line[_OfEntry]) -> Transfers:
        return self._given(line, "pool", self._of(line)["ticket"], "ticket")

    def _given(self, line: Line[_OfEntry], pot: _Pot, cents: int, what: h.What) -> Transfers:
        through = h.transit(line.stream, line.version, self._player(line))
        return (self._pool(line, pot, through, -cents, what),)

    def _cancelled(self, line: Line[Nothing]) -> Transfers:
        """What it holds comes to the house, which refunds (r.36-37) and bears what that costs."""
        of = self._over(line)
        held = (
            self._pool(line, "pool", HOUSE, -of["pool"], "refund"),
            self._pool(line, "bounty", HOUSE, -of["bounty"], "refund"),
        )
        return [one for one in held if one[2]]

    def _refunded(self, line: Line[_Refunded]) -> Transfers:
        """A whole fee given back (r.36a) holds the commission; the rest comes from what the house took over."""
        event, fee = line.event, self._of(line)["fee"]
        through = h.transit(line.stream, line.version, self._player(line))
        whole = bool(event["ticket"]) or (event["fee"] > 0 and event["fee"] >= sum(fee))
        back = event["fee"] + event["share"] + (sum(fee) if event["ticket"] else 0)
        commission = fee[2] if whole else 0
        given = ((COMMISSION, through, commission, "refund"), (HOUSE, through, back - commission, "refund"))
        return [one for one in given if one[2]]  # type: ignore[misc]  # literals of What

    def _finished(self, line: Line[Nothing]) -> Transfers:
        self._over(line)
        return NONE

    def _over(self, line: Line[Nothing]) -> KeptTournament:
        """The tournament, which is over now."""
        if self._ended[0] != line.recorded:
            self._ended = (line.recorded, set())
        self._ended[1].add(line.stream)
        of = self._of(line)
        of["over"] = of["over"] or line.index
        return of

    def _of(self, line: Line[object]) -> KeptTournament:
        """What is known of a tournament: nothing, where it is over and something comes all the same."""
        return self.kept["of"].get(line.stream) or _nothing()

    def _player(self, line: Line[_OfEntry]) -> str:
        return self._of(line)["players"].get(str(line.event["entry"]), "")


def _nothing() -> KeptTournament:
    """A tournament of which nothing is known."""
    free = [0, 0, 0]
    return {
        "fee": free,
        "rebuy": free,
        "add-on": free,
        "ticket": 0,
        "over": 0,
        "players": {},
        "used": {},
        "pool": 0,
        "bounty": 0,
    }
