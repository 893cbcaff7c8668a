"""Lines of tournaments (R810): every movement of money of an entry, a line of its own. Chips are no money, and make none.

An entry won is no cash: its value stands in ``ticket``, beside a result that it does not change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from ledger.terms.unit import EURO
from projections.line import Line
from projections.session_statement.lines import PLACE, Row, What, row

GAME: Final = "R810"


@dataclass(slots=True)
class Price:
    """What something costs in all, in cents, and the commission in it."""

    total: int = 0
    commission: int = 0


@dataclass(slots=True)
class TournamentSales:
    """A tournament that is not over: what is sold in it, and whose its entries are."""

    fee: Price
    rebuy: Price
    addon: Price
    ticket: int
    """What an entry to another tournament that can be won here is worth."""
    entries: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    """By number, the player, his session, and what he entered with: ``cash``, ``ticket`` or ``free``."""
    over: int = 0
    """When it was recorded that it is over; the rest of that commit is still its."""


Tournaments = dict[str, TournamentSales]
"""By stream."""


def _price(sold: Any) -> Price:
    return Price(sold.prize + sold.commission, sold.commission) if sold else Price()


def _announced(tournaments: Tournaments, line: Line, _: list[Row]) -> None:
    structure = line.event["structure"]
    fee = Price(structure.fee_total, structure.fee.commission if structure.fee else 0)
    worth = structure.tickets.value if structure.tickets else 0
    tournaments[line.stream] = TournamentSales(fee, _price(structure.rebuy), _price(structure.addon), worth)


def _row(tournament: TournamentSales, line: Line, what: What, **amounts: Any) -> Row:
    number = line.event["entry"]
    player, session, _ = tournament.entries[number]
    return row(line, (player, session), game=GAME, what=what, number=number, unit=EURO, **amounts)


def _entered(tournaments: Tournaments, line: Line, rows: list[Row]) -> None:
    """A fee is paid in cash or with an entry won (r.16); a reentry in cash (r.2k)."""
    event, tournament = line.event, tournaments[line.stream]
    again = line.kind == "tournament.reentered.v1"
    funding = "free" if again and not tournament.fee.total else "cash" if again else event["funding"]
    tournament.entries[event["entry"]] = event["player"], event["session"], funding
    what: What = "reentry" if again else "registration"
    rows.append(_row(tournament, line, what, outcome=funding, **_paid(tournament.fee, funding)))


def _paid(fee: Price, funding: str) -> dict[str, int]:
    match funding:
        case "cash":
            return {"staked": fee.total, "commission": fee.commission}
        case "ticket":
            return {"ticket": -fee.total}
        case _:
            return {}


def _cancelled_entry(tournaments: Tournaments, line: Line, rows: list[Row]) -> None:
    """The whole fee comes back, its commission too (r.25), or the entry won."""
    tournament = tournaments[line.stream]
    fee, funding = tournament.fee, tournament.entries[line.event["entry"]][2]
    back = {"cash": {"refunded": fee.total, "commission": -fee.commission}, "ticket": {"ticket": fee.total}}
    rows.append(_row(tournament, line, "registration cancelled", outcome=funding, **back.get(funding, {})))
    del tournament.entries[line.event["entry"]]


def _rebought(tournaments: Tournaments, line: Line, rows: list[Row]) -> None:
    tournament = tournaments[line.stream]
    sold = tournament.rebuy
    rows.append(_row(tournament, line, "rebuy", staked=sold.total, commission=sold.commission))


def _added_on(tournaments: Tournaments, line: Line, rows: list[Row]) -> None:
    tournament = tournaments[line.stream]
    sold = tournament.addon
    rows.append(_row(tournament, line, "add-on", staked=sold.total, commission=sold.commission))


def _bounty(tournaments: Tournaments, line: Line, rows: list[Row]) -> None:
    rows.append(_row(tournaments[line.stream], line, "bounty", won=line.event["amount"].cents))


def _prize(tournaments: Tournaments, line: Line, rows: list[Row]) -> None:
    event = line.event
    rows.append(_row(tournaments[line.stream], line, "prize", outcome=_place(line), won=event["amount"].cents))


def _place(line: Line) -> str:
    return f"{PLACE}{line.event['place']}"


def _ticket(tournaments: Tournaments, line: Line, rows: list[Row]) -> None:
    tournament = tournaments[line.stream]
    rows.append(_row(tournament, line, "ticket", outcome=_place(line), ticket=tournament.ticket))


def _refunded(tournaments: Tournaments, line: Line, rows: list[Row]) -> None:
    """A cancellation gives the fee back with its commission, or the entry won; and a share by chips (r.36-37)."""
    event, tournament = line.event, tournaments[line.stream]
    whole = event["fee"] and tournament.entries[event["entry"]][2] == "cash"
    rows.append(
        _row(
            tournament,
            line,
            "refund",
            refunded=event["fee"] + event["share"],
            commission=-tournament.fee.commission if whole else 0,
            ticket=tournament.fee.total if event["ticket"] else 0,
        )
    )


def _over(tournaments: Tournaments, line: Line, _: list[Row]) -> None:
    """Prizes and refunds follow in this commit; with its newer neighbours it is forgotten."""
    for stream in [name for name, one in tournaments.items() if one.over and one.over < line.recorded]:
        del tournaments[stream]
    tournaments[line.stream].over = line.recorded


STEPS: Final[Mapping[str, tuple[tuple[str, ...], Callable[[Tournaments, Line, list[Row]], None]]]] = {
    "tournament.added_on.v1": (("entry",), _added_on),
    "tournament.announced.v1": (("structure",), _announced),
    "tournament.bounty_awarded.v1": (("amount", "entry"), _bounty),
    "tournament.cancelled.v1": ((), _over),
    "tournament.finished.v1": ((), _over),
    "tournament.prize_awarded.v1": (("amount", "entry", "place"), _prize),
    "tournament.rebought.v1": (("entry",), _rebought),
    "tournament.reentered.v1": (("entry", "player", "session"), _entered),
    "tournament.refunded.v1": (("entry", "fee", "share", "ticket"), _refunded),
    "tournament.registered.v1": (("entry", "funding", "player", "session"), _entered),
    "tournament.registration_cancelled.v1": (("entry",), _cancelled_entry),
    "tournament.ticket_awarded.v1": (("entry", "place"), _ticket),
}
"""By kind: the fields it needs, and what it does."""
