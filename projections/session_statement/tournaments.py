"""Lines of tournaments (R810): every movement of money of an entry, a line of its own. Chips are no money, and make none.

An entry won is no cash: its value stands in ``ticket``, beside a result that it does not change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from typing_extensions import TypedDict, Unpack

from tombo.ledger.core.money import Money
from tombo.ledger.terms.tournament import Addon, Rebuy, Structure
from tombo.ledger.terms.unit import EURO
from tombo.projections.follow import Row
from tombo.projections.line import Line, Nothing
from tombo.projections.session_statement.lines import PLACE, RowStep, What, on, row

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


class _Announced(TypedDict):
    structure: Structure


class _OfEntry(TypedDict):
    entry: int


class _Entered(_OfEntry):
    player: str
    session: str


class _Registered(_Entered):
    funding: str


class _Bounty(_OfEntry):
    amount: Money


class _Placed(_OfEntry):
    place: int


class _Prize(_Placed):
    amount: Money


class _Refunded(_OfEntry):
    fee: int
    share: int
    ticket: str | None


class _Amounts(TypedDict, total=False):
    """Of a row what is not nothing, in cents."""

    commission: int
    refunded: int
    staked: int
    ticket: int
    won: int


def _price(sold: Rebuy | Addon | None) -> Price:
    return Price(sold.prize + sold.commission, sold.commission) if sold else Price()


def _running(tournaments: Tournaments, line: Line[object]) -> TournamentSales:
    """The tournament in whose stream ``line`` stands, until the commit in which it is over has ended.

    Raises:
        LookupError: nobody announced it, or it is over.
    """
    tournament = tournaments[line.stream]
    if tournament.over and tournament.over < line.recorded:
        raise LookupError("the tournament is over")
    return tournament


def _announced(tournaments: Tournaments, line: Line[_Announced], _: list[Row]) -> None:
    structure = line.event["structure"]
    fee = Price(structure.fee_total, structure.fee.commission if structure.fee else 0)
    worth = structure.tickets.value if structure.tickets else 0
    tournaments[line.stream] = TournamentSales(fee, _price(structure.rebuy), _price(structure.addon), worth)


def _row(
    tournament: TournamentSales, line: Line[_OfEntry], what: What, outcome: str = "", **amounts: Unpack[_Amounts]
) -> Row:
    number = line.event["entry"]
    player, session, _ = tournament.entries[number]
    return row(line, (player, session), game=GAME, what=what, number=number, unit=EURO, outcome=outcome, **amounts)


def _registered(tournaments: Tournaments, line: Line[_Registered], rows: list[Row]) -> None:
    """A fee is paid in cash or with an entry won (r.16)."""
    rows.append(_entered(_running(tournaments, line), line, "registration", line.event["funding"]))


def _reentered(tournaments: Tournaments, line: Line[_Entered], rows: list[Row]) -> None:
    """In cash (r.2k)."""
    tournament = _running(tournaments, line)
    rows.append(_entered(tournament, line, "reentry", "cash" if tournament.fee.total else "free"))


def _entered(tournament: TournamentSales, line: Line[_Entered], what: What, funding: str) -> Row:
    event = line.event
    tournament.entries[event["entry"]] = event["player"], event["session"], funding
    return _row(tournament, line, what, funding, **_paid(tournament.fee, funding))


def _paid(fee: Price, funding: str) -> _Amounts:
    match funding:
        case "cash":
            return {"staked": fee.total, "commission": fee.commission}
        case "ticket":
            return {"ticket": -fee.total}
        case _:
            return {}


def _cancelled_entry(tournaments: Tournaments, line: Line[_OfEntry], rows: list[Row]) -> None:
    """The whole fee comes back, its commission too (r.25), or the entry won."""
    tournament = _running(tournaments, line)
    fee, funding = tournament.fee, tournament.entries[line.event["entry"]][2]
    back: dict[str, _Amounts] = {
        "cash": {"refunded": fee.total, "commission": -fee.commission},
        "ticket": {"ticket": fee.total},
    }
    rows.append(_row(tournament, line, "registration cancelled", funding, **back.get(funding, _Amounts())))
    del tournament.entries[line.event["entry"]]


def _rebought(tournaments: Tournaments, line: Line[_OfEntry], rows: list[Row]) -> None:
    tournament = _running(tournaments, line)
    sold = tournament.rebuy
    rows.append(_row(tournament, line, "rebuy", staked=sold.total, commission=sold.commission))


def _added_on(tournaments: Tournaments, line: Line[_OfEntry], rows: list[Row]) -> None:
    tournament = _running(tournaments, line)
    sold = tournament.addon
    rows.append(_row(tournament, line, "add-on", staked=sold.total, commission=sold.commission))


def _bounty(tournaments: Tournaments, line: Line[_Bounty], rows: list[Row]) -> None:
    rows.append(_row(_running(tournaments, line), line, "bounty", won=line.event["amount"].cents))


def _prize(tournaments: Tournaments, line: Line[_Prize], rows: list[Row]) -> None:
    event = line.event
    rows.append(_row(_running(tournaments, line), line, "prize", outcome=_place(line), won=event["amount"].cents))


def _place(line: Line[_Placed]) -> str:
    return f"{PLACE}{line.event['place']}"


def _ticket(tournaments: Tournaments, line: Line[_Placed], rows: list[Row]) -> None:
    tournament = _running(tournaments, line)
    rows.append(_row(tournament, line, "ticket", outcome=_place(line), ticket=tournament.ticket))


def _refunded(tournaments: Tournaments, line: Line[_Refunded], rows: list[Row]) -> None:
    """A cancellation gives the fee back with its commission, or the entry won; and a share by chips (r.36-37)."""
    event, tournament = line.event, _running(tournaments, line)
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


def _over(tournaments: Tournaments, line: Line[Nothing], _: list[Row]) -> None:
    """Prizes and refunds follow in this commit; with its newer neighbours it is forgotten."""
    ending = _running(tournaments, line)
    for stream in [name for name, one in tournaments.items() if one.over and one.over < line.recorded]:
        del tournaments[stream]
    ending.over = line.recorded


STEPS: Final[Mapping[str, RowStep[Tournaments]]] = {
    "tournament.added_on.v1": on(_OfEntry, _added_on),
    "tournament.announced.v1": on(_Announced, _announced),
    "tournament.bounty_awarded.v1": on(_Bounty, _bounty),
    "tournament.cancelled.v1": on(Nothing, _over),
    "tournament.finished.v1": on(Nothing, _over),
    "tournament.prize_awarded.v1": on(_Prize, _prize),
    "tournament.rebought.v1": on(_OfEntry, _rebought),
    "tournament.reentered.v1": on(_Entered, _reentered),
    "tournament.refunded.v1": on(_Refunded, _refunded),
    "tournament.registered.v1": on(_Registered, _registered),
    "tournament.registration_cancelled.v1": on(_OfEntry, _cancelled_entry),
    "tournament.ticket_awarded.v1": on(_Placed, _ticket),
}
"""By kind, what it does."""
