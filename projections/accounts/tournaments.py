"""Tournaments in the book (R810): fees, what is bought, the pool and bounties, tickets at their value, prizes and refunds."""

from __future__ import annotations

from typing import Any, Final

from projections.accounts import holders as h
from projections.accounts.holders import NONE, Step, Transfer, Transfers
from projections.follow import Line

COMMISSION: Final = h.commission("R810")
HOUSE: Final = h.house("R810")


class TournamentBook:
    """Tournaments under way, and the entries won that nobody has used.

    ``kept``: by tournament the parts of its fee, what may be bought, who holds which entry, the value of the tickets that
    paid for some, and what lies in its pool and bounties; by ticket that nobody has used its value.
    """

    def __init__(self, kept: dict[str, Any]) -> None:
        self.kept = kept or {"of": {}, "tickets": {}}
        self.steps: Final[dict[str, Step]] = {
            "account.ticket_converted.v1": (self._converted, ("amount", "ticket")),
            "account.ticket_granted.v1": (self._granted, ("amount", "cause", "cause_version", "ticket")),
            "account.ticket_returned.v1": (self._returned, ("cause", "cause_version", "ticket")),
            "account.ticket_used.v1": (self._used, ("cause", "cause_version", "ticket")),
            "tournament.added_on.v1": (self._added_on, ("entry",)),
            "tournament.announced.v1": (self._announced, ("structure",)),
            "tournament.bounty_awarded.v1": (self._bounty, ("amount", "entry")),
            "tournament.cancelled.v1": (self._cancelled, ()),
            "tournament.finished.v1": (self._finished, ()),
            "tournament.overlay_added.v1": (self._overlay, ("amount",)),
            "tournament.prize_awarded.v1": (self._prize, ("amount", "entry")),
            "tournament.rebought.v1": (self._rebought, ("entry",)),
            "tournament.reentered.v1": (self._entered, ("entry", "player")),
            "tournament.refunded.v1": (self._refunded, ("entry", "fee", "share", "ticket")),
            "tournament.registered.v1": (self._entered, ("entry", "player")),
            "tournament.registration_cancelled.v1": (self._taken_back, ("entry",)),
            "tournament.ticket_awarded.v1": (self._ticket_awarded, ("entry",)),
        }

    def over(self, stream: str) -> int | None:
        """The log index of the end of a tournament, the first; -1 of one that is not known (any more), None while it goes on."""
        of = self.kept["of"].get(stream)
        return -1 if of is None else of["over"] or None

    # Tickets, on the account's side.

    def _granted(self, line: Line) -> Transfers:
        value = self.kept["tickets"][line.event["ticket"]] = line.event["amount"].cents
        return ((h.caused(line), h.tickets(line.stream[8:]), value, "ticket"),)

    def _used(self, line: Line) -> Transfers:
        """Its value goes with the entry it pays, until that tournament is over: it may come back."""
        value = self.kept["tickets"].pop(line.event["ticket"], 0)
        if line.event["cause"] in self.kept["of"]:
            self.kept["of"][line.event["cause"]]["used"][line.event["ticket"]] = value
        return ((h.tickets(line.stream[8:]), h.caused(line), value, "ticket"),)

    def _returned(self, line: Line) -> Transfers:
        used = self.kept["of"].get(line.event["cause"], {}).get("used", {})
        value = self.kept["tickets"][line.event["ticket"]] = used.pop(line.event["ticket"], 0)
        return ((h.caused(line), h.tickets(line.stream[8:]), value, "ticket"),)

    def _converted(self, line: Line) -> Transfers:
        self.kept["tickets"].pop(line.event["ticket"], None)
        player = line.stream[8:]
        return ((h.tickets(player), h.wallet(player), line.event["amount"].cents, "conversion"),)

    # Money in.

    def _announced(self, line: Line) -> Transfers:
        over = [stream for stream, of in self.kept["of"].items() if of["over"]]
        for stream in over:  # what followed their end was in its commit, and an announcement is in another
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

    def _entered(self, line: Line) -> Transfers:
        event = line.event
        self._of(line)["players"][str(event["entry"])] = event["player"]
        return self._bought(line, event["player"], "fee", "entry")

    def _rebought(self, line: Line) -> Transfers:
        return self._bought(line, self._player(line), "rebuy", "rebuy")

    def _added_on(self, line: Line) -> Transfers:
        return self._bought(line, self._player(line), "add-on", "add-on")

    def _bought(self, line: Line, player: str, price: str, what: h.What) -> Transfers:
        prize, bounty, commission = self._of(line)[price]
        through = h.transit(line.stream, line.version, player)
        taken: Transfer = (through, COMMISSION, commission, "commission")
        into = (self._pool(line, "pool", through, prize, what), self._pool(line, "bounty", through, bounty, what))
        return [one for one in (*into, taken) if one[2]]

    def _pool(self, line: Line, pot: str, other: str, cents: int, what: h.What) -> Transfer:
        """``cents`` come into the pool or the bounties from ``other``; below 0 they go there."""
        holder = f"{pot}:{line.stream[11:]}"
        self._of(line)[pot] += cents
        return (other, holder, cents, what) if cents >= 0 else (holder, other, -cents, what)

    def _overlay(self, line: Line) -> Transfers:
        return (self._pool(line, "pool", HOUSE, line.event["amount"].cents, "overlay"),)

    # Money out.

    def _taken_back(self, line: Line) -> Transfers:
        prize, bounty, commission = self._of(line)["fee"]
        through, what = h.transit(line.stream, line.version, self._player(line)), "cancelled entry"
        back = (
            self._pool(line, "pool", through, -prize, "cancelled entry"),
            self._pool(line, "bounty", through, -bounty, "cancelled entry"),
            (COMMISSION, through, commission, what),
        )
        return [one for one in back if one[2]]  # type: ignore[misc]  # a literal of What

    def _prize(self, line: Line) -> Transfers:
        return self._given(line, "pool", line.event["amount"].cents, "prize")

    def _bounty(self, line: Line) -> Transfers:
        return self._given(line, "bounty", line.event["amount"].cents, "bounty")

    def _ticket_awarded(self, line: Line) -> Transfers:
        return self._given(line, "pool", self._of(line)["ticket"], "ticket")

    def _given(self, line: Line, pot: str, cents: int, what: h.What) -> Transfers:
        through = h.transit(line.stream, line.version, self._player(line))
        return (self._pool(line, pot, through, -cents, what),)

    def _cancelled(self, line: Line) -> Transfers:
        """What it holds comes to the house, which refunds (r.36-37) and bears what that costs."""
        of = self._of(line)
        of["over"] = of["over"] or line.index
        held = (
            self._pool(line, "pool", HOUSE, -of["pool"], "refund"),
            self._pool(line, "bounty", HOUSE, -of["bounty"], "refund"),
        )
        return [one for one in held if one[2]]

    def _refunded(self, line: Line) -> Transfers:
        """A whole fee given back (r.36a) holds the commission; the rest comes from what the house took over."""
        event, fee = line.event, self._of(line)["fee"]
        through = h.transit(line.stream, line.version, self._player(line))
        whole = bool(event["ticket"]) or (event["fee"] > 0 and event["fee"] >= sum(fee))
        back = event["fee"] + event["share"] + (sum(fee) if event["ticket"] else 0)
        commission = fee[2] if whole else 0
        given = ((COMMISSION, through, commission, "refund"), (HOUSE, through, back - commission, "refund"))
        return [one for one in given if one[2]]  # type: ignore[misc]  # literals of What

    def _finished(self, line: Line) -> Transfers:
        of = self._of(line)
        of["over"] = of["over"] or line.index
        return NONE

    def _of(self, line: Line) -> dict[str, Any]:
        """What is known of a tournament: nothing, where it is over and something comes all the same."""
        of: dict[str, Any] = self.kept["of"].get(line.stream) or _nothing()
        return of

    def _player(self, line: Line) -> str:
        return str(self._of(line)["players"].get(str(line.event["entry"]), ""))


def _nothing() -> dict[str, Any]:
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
