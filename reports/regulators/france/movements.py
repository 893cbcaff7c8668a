"""What moves an account for poker, as documents have it: entries into tables and tournaments, chips bought, what is won or comes back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from tombo.ledger.core.ids import local
from tombo.projections.line import AnyLine
from tombo.reports.regulators.amounts import euros
from tombo.reports.regulators.france.documents import VaultKind, tag
from tombo.reports.regulators.france.people import PlayerHere
from tombo.reports.regulators.plays import Acted, Playing, balanced
from tombo.reports.regulators.totals import Sums, summed

MOVEMENTS: Final[Mapping[str, VaultKind]] = {
    "table.player_seated.v1": "POINSCRIT",
    "table.stack_topped_up.v1": "POACHAT",
    "table.player_left.v1": "POBILAN",
    "tournament.registered.v1": "POINSCRIT",
    "tournament.reentered.v1": "POINSCRIT",
    "tournament.rebought.v1": "POACHAT",
    "tournament.added_on.v1": "POACHAT",
    "tournament.bounty_awarded.v1": "POGAIN",
    "tournament.prize_awarded.v1": "POBILAN",
    "tournament.ticket_awarded.v1": "POBILAN",
    "tournament.registration_cancelled.v1": "POANNUL",
    "tournament.refunded.v1": "POANNUL",
}
"""By kind of the entry of play: its document."""
BOUGHT: Final[Mapping[str, str]] = {
    "table.stack_topped_up.v1": "Recave",
    "tournament.rebought.v1": "Rebuy",
    "tournament.added_on.v1": "Add-on",
    "tournament.bounty_awarded.v1": "Prime d'élimination",
}
"""``Description`` of what is bought or won beside the prizes."""
CASES: Final[Mapping[str, str]] = {"too_few_players": "NombreJoueurs", "technical": "Autre", "force_majeure": "Autre"}
"""``Motif`` by the cause of a cancellation."""
WITHDRAWN: Final = "Joueur"
"""``Motif`` of who took his entry back."""
CASH_GAME: Final = "CG"
TOURNAMENT: Final = "T"


class MovementTold(NamedTuple):
    """What a movement is told with. ``tech``: what the table or tournament is called; ``rule``: ``Regle`` of a table for euro; ``case``: of what was cancelled."""

    here: PlayerHere
    hash: str
    inscription: int
    tech: int
    rule: str | None
    case: str | None


def inner(acted: Acted[Playing], with_: MovementTold) -> Iterator[str]:
    """What stands in the document of a movement behind its head.

    Raises:
        NotReportableError, OutOfPlaceError: as for ``balanced``.
    """
    line, head, sums = acted.line, acted.playing.slip.head, Sums()
    for part, _, _ in balanced(acted):
        sums = sums.plus(summed(part))
    yield from _player(with_)
    yield tag("Inscription", with_.inscription) + tag("Tech", with_.tech)
    match MOVEMENTS[line.kind]:
        case "POINSCRIT":
            yield tag("Description", local(head.table)) + tag("Format", CASH_GAME if head.fee is None else TOURNAMENT)
        case "POACHAT" | "POGAIN":
            yield tag("Description", BOUGHT[line.kind])
        case "POANNUL":
            yield tag("Motif", WITHDRAWN if with_.case is None else CASES[with_.case])
        case _ if line.kind == "table.player_left.v1":
            pass
        case _:
            yield tag("Classement", line.event.place)
    yield from balances(acted.moved.before.cash, acted.moved.after.cash)
    info = list(_info(acted, sums, with_.rule))
    if info:
        yield tag("Info", " ".join(info))


def left_with_nothing(with_: MovementTold, cash: int) -> Iterator[str]:
    """What stands in POBILAN of who left a table with an empty stack, behind its head."""
    yield from _player(with_)
    yield tag("Inscription", with_.inscription) + tag("Tech", with_.tech)
    yield from balances(cash, cash)
    yield tag("Info", f"regle={with_.rule}")


def balances(before: int, after: int) -> Iterator[str]:
    """The triplet of an account; the movement has no sign. The bonus never moves at poker, so that its triplet is left out."""
    yield tag("SoldeAvant", euros(before))
    yield tag("SoldeMouvement", euros(abs(after - before)))
    yield tag("SoldeApres", euros(after))


def _player(with_: MovementTold) -> Iterator[str]:
    here = with_.here
    yield tag("IDJoueur", here.number) + tag("HashJoueur", with_.hash)
    yield tag("IPJoueur", here.address) + tag("IDSession", here.session)


def _info(acted: Acted[Playing], sums: Sums, rule: str | None) -> Iterator[str]:
    """What no element says: what is played at the table, the commission in it, and the value of an entry won that moves in place of money."""
    if rule is not None:
        yield f"regle={rule}"
    if sums.fees:
        yield f"commission={euros(sums.fees)}"
    if acted.acts.through == "entry":
        yield f"ticket={euros(abs(acted.moved.after.entries - acted.moved.before.entries))}"


def cancelled(line: AnyLine) -> str | None:
    """Why a tournament is cancelled, where a line says so."""
    return str(line.event.cause) if line.kind == "tournament.cancelled.v1" else None
