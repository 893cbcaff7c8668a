"""Sessions and demonstrations of póquer sem descarte: R803 r.39-44."""

from __future__ import annotations

import pytest

from tests.worlds.house import player
from tests.worlds.idle import alone, arrives, close, decided, warn
from tests.worlds.sem_descarte import SD_TABLE, Casino, deal, sd_terms
from tests.worlds.world import CHIPS, EURO
from tombo.ledger.games.sem_descarte.commands import CloseAntes, PlaceAnte
from tombo.ledger.house.banked.commands import OpenBankedTable
from tombo.ledger.house.session.events import InactivityWarned, SessionEnded
from tombo.ledger.terms.unit import Unit

WHERE = f"banked:{SD_TABLE}"


def test_alone_at_a_table_minutes_count() -> None:
    """R803 r.41a, r.42: three minutes from the ante, one after the warning."""
    casino = Casino("p-1", table_kind="single")
    arrives(casino, WHERE, 1)
    casino.open(deadline=None)
    ante = PlaceAnte(amount=100, player="p-1", round=casino.local, seat=1)
    alone(casino, ante, WHERE, "R803 r.41a")
    casino.does(CloseAntes(round=casino.local), player("p-1"))
    casino.does(deal(casino.state, {1: "9h 9c 9d 9s 2d"}, "Ac Kd Qh 7s 3c"))
    casino.folds(1)
    casino.settles()
    decided(casino, WHERE, "R803 r.41a", "R803 r.42")


def rounds(casino: Casino, count: int) -> None:
    """So many rounds in which ``p-1`` antes and folds, and ``p-2`` lets it pass."""
    for _ in range(count):
        casino.dealt({1: 100}, {1: "9h 9c 9d 9s 2d"}, "Ac Kd Qh 7s 3c")
        casino.folds(1)
        casino.settles()


def test_among_several_rounds_count() -> None:
    """R803 r.41b, r.42: more than five rounds in a row without a bet, a warning, and the next round."""
    casino = Casino("p-1", "p-2")
    rounds(casino, 5)
    assert casino.refuses(warn("p-2", WHERE)) == "R803 r.41b"
    assert casino.refuses(close("p-2")) == "R803 r.42"
    rounds(casino, 1)
    said = InactivityWarned(at=None, number=6, rule="R803 r.41b", table=WHERE)
    assert casino.does(warn("p-2", WHERE)) == [said]
    assert casino.refuses(close("p-2")) == "R803 r.42"
    rounds(casino, 1)
    ended = SessionEnded(cause="inactivity", reason=None, rule="R803 r.42")
    assert casino.does(close("p-2"))[-1] == ended
    assert [place.player for place in casino(WHERE).places] == ["p-1"]


@pytest.mark.parametrize(
    ("demo", "own", "other", "rule"), [(True, CHIPS, EURO, "R803 r.44"), (False, EURO, CHIPS, "R803 r.43")]
)
def test_demo_and_money_have_ledgers_of_their_own(*, demo: bool, own: Unit, other: Unit, rule: str) -> None:
    """R803 r.43-44: a table with chips that are no money opens in a ledger of demo play, one in euro in any other."""
    casino = Casino("p-1", demo=demo, unit=own)
    casino.does(OpenBankedTable(ruleset="sd-rules", table="sd-2"))
    casino.states["ruleset:sd-rules"] = casino("ruleset:sd-rules")._replace(terms=sd_terms(unit=other))
    assert casino.refuses(OpenBankedTable(ruleset="sd-rules", table="sd-3")) == rule
