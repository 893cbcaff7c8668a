"""What becomes of an entry won and not used: nobody else's, and refunded or kept as its tournament is cancelled (R810 r.28-32, r.37) (E5)."""

from __future__ import annotations

import pytest

from tests.worlds.tournament import structure
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.tournament.r810_tickets import (
    is_refunded_in_cash,
    replaced_by,
    replaces_a_cancelled_one,
    ticket_opens_it,
)
from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.house.account.state import Ticket
from tombo.ledger.terms.tournament import Fee, Structure, TournamentReadings
from tombo.reports.tournament.structure import structure_told

TICKET = Ticket("t-1", "taca", 1100, freeroll=False)


@pytest.mark.parametrize(
    ("reading", "freeroll", "paid"),
    [
        ("cash", False, True),
        ("cash", True, True),
        ("cash_unless_freeroll", False, True),
        ("cash_unless_freeroll", True, False),
        ("ticket", False, False),
        ("ticket", True, False),
    ],
)
def test_a_ticket_not_used_is_refunded_as_one_that_was(reading: str, *, freeroll: bool, paid: bool) -> None:
    """R810 r.37, #10: by the rules of the tournament that was cancelled, and before that never."""
    readings = TournamentReadings.model_validate({"paid_prizes": Reading.LETTER, "ticket_refunds": reading})
    target = Tournament(structure(readings=readings), "SRIJ")
    ticket = TICKET._replace(freeroll=freeroll)
    assert is_refunded_in_cash(target._replace(phase="cancelled"), ticket) is paid
    assert not is_refunded_in_cash(target, ticket)
    assert not is_refunded_in_cash(target._replace(phase="finished"), ticket)
    assert not is_refunded_in_cash(None, ticket)


def test_a_ticket_opens_what_it_was_won_to_and_what_replaces_that() -> None:
    """R810 r.28, r.32: a tournament determined before, and no other; used once."""
    assert ticket_opens_it(TICKET, "taca") is None
    assert ticket_opens_it(TICKET, "nova", ["taca"]) is None
    for replaced in ([], ["outra"]):
        objection = ticket_opens_it(TICKET, "nova", replaced)
        assert objection is not None
        assert objection.rule == "R810 r.28"
    assert ticket_opens_it(TICKET._replace(status="used"), "nova", ["taca"]) is not None


def test_what_replaces_a_tournament_takes_the_tickets_of_what_that_had_replaced() -> None:
    """Cancelled twice, an entry won still opens the third."""
    told = {
        "tournament:taca": Tournament(structure(), "SRIJ", phase="cancelled"),
        "tournament:nova": Tournament(structure(replaces="taca"), "SRIJ", phase="cancelled"),
    }
    assert replaced_by(structure(replaces="nova"), told.get) == ["nova", "taca"]
    assert replaced_by(structure(), told.get) == []


def test_only_a_cancelled_tournament_is_replaced_and_at_its_fee() -> None:
    """R810 r.16, r.32."""
    cancelled = Tournament(structure(), "SRIJ", phase="cancelled")
    new = structure(replaces="taca")
    assert replaces_a_cancelled_one(structure(), None) is None
    assert replaces_a_cancelled_one(new, cancelled) is None
    dearer = structure(replaces="taca", fee=Fee(bounty=0, commission=200, prize=2000))
    cases = [(new, None), (new, cancelled._replace(phase="announced")), (dearer, cancelled)]
    for told, replaced in cases:
        objection = replaces_a_cancelled_one(told, replaced)
        assert objection is not None
        assert objection.rule == "R810 r.32"


def test_a_structure_says_what_it_replaces_and_otherwise_nothing() -> None:
    """Absent, it is not in the bytes: a tournament announced before is as it was."""
    assert "replaces" not in structure().model_dump_json()
    new = structure(replaces="taca")
    assert Structure.model_validate_json(new.model_dump_json()) == new
    assert any("taca" in line.text() for line in structure_told(new))
