"""What no round of póquer sem descarte can be (R803): at a table of another size, or begun otherwise than by its opening."""

from __future__ import annotations

import pytest

from tests.worlds.sem_descarte import sd_terms
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.games.sem_descarte.events import Settled
from tombo.ledger.games.sem_descarte.state import evolve
from tombo.ledger.terms.sem_descarte import SemDescarteTerms


@pytest.mark.parametrize("seats", [0, 8])
def test_a_table_has_one_to_seven_seats(seats: int) -> None:
    """R803 r.6a: terms with another number of seats cannot be made."""
    with pytest.raises(ValueError, match="seats"):
        SemDescarteTerms.model_validate({**sd_terms().model_dump(), "seats": seats})


def test_a_round_that_begins_otherwise_is_not_believed() -> None:
    """A stream of rounds begins with its opening; any other beginning was not written by the ledger."""
    with pytest.raises(TamperedError, match=r"sem_descarte\.settled"):
        evolve(None, Settled())
