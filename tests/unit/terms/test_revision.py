"""The rules revision: a program plays, and computes again, by those it knows, and says so of any other (decision 0031)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.unit.terms.test_ruleset_dates import GAMES, opening
from tests.worlds.casino import casino
from tests.worlds.house import MANAGER
from tests.worlds.rulesets import AnyTerms, approval, house_with_manager
from tests.worlds.tournament import structure
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.findings import Refused
from tombo.ledger.games import again
from tombo.ledger.games.roulette.chances import Chip
from tombo.ledger.games.tournament.commands import AnnounceTournament
from tombo.ledger.house.ruleset import decide
from tombo.ledger.house.ruleset.commands import WithdrawRuleset
from tombo.ledger.terms import unit
from tombo.projections.dispute.replay import replayed
from tombo.projections.follow import Viewer
from tombo.projections.round import replay
from tombo.projections.round.audit import audit
from tombo.projections.round.stored import row_at
from tombo.projections.round.view import of

LATER = unit.NEWEST_REVISION + 1


@pytest.mark.parametrize("terms", GAMES)
@pytest.mark.parametrize("revision", [LATER, 777])
def test_d8b_no_rules_of_an_unknown_revision_are_approved(terms: AnyTerms, revision: int) -> None:
    """D8b: nobody could say how they are played; those of the newest one are approved."""
    world = house_with_manager()
    outcome = world.ask(approval(terms.model_copy(update={"revision": revision})), MANAGER)
    assert isinstance(outcome, Refused)
    assert outcome.finding.rule == "House: ruleset"
    assert f"rules revision {revision}; this program plays by revisions 1 to {unit.NEWEST_REVISION}" in outcome.message
    world.does(approval(terms), MANAGER)


@pytest.mark.parametrize("revision", [LATER, 777])
def test_d8b_no_tournament_of_an_unknown_revision_is_announced(revision: int) -> None:
    """D8b: a tournament has the terms of its tables, and is held to the same."""
    world = house_with_manager()
    lawful = structure()
    changed = lawful.model_copy(update={"terms": lawful.terms.model_copy(update={"revision": revision})})
    outcome = world.ask(AnnounceTournament(reference="SRIJ/2026/9", structure=changed, tournament="taca"), MANAGER)
    assert isinstance(outcome, Refused)
    assert outcome.finding.rule == "House: tournament"
    world.does(AnnounceTournament(reference="SRIJ/2026/9", structure=lawful, tournament="taca"), MANAGER)


@pytest.mark.parametrize("terms", GAMES)
def test_d8b_an_earlier_program_opens_no_table_under_later_rules(
    terms: AnyTerms, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D8b: approved by a later program, in a ledger that an earlier one goes on with: it may be withdrawn, and not played."""
    world = house_with_manager()
    world.does(approval(terms), MANAGER)
    monkeypatch.setattr(decide, "NEWEST_REVISION", 0)
    assert world.refuses(opening(terms)) == "House: ruleset"
    world.does(WithdrawRuleset(reason="of a later program", ruleset="new"), MANAGER)


def test_d8b_what_was_played_under_later_rules_is_not_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D8b: audit and replay name the revision, and say nothing of the money; a dispute's replay puts no verdict on record."""
    with casino(tmp_path) as house:
        name = house.spins({"p-1": (Chip(amount=500, chance="red"),)}, "1")
        entries = house.ledger.entries(f"roulette:{name}")
        rows = list(house.ledger.store.rows())
        assert [one.differences for one in audit(rows, partial(row_at, house.ledger.store))] == [()]
        monkeypatch.setattr(again, "NEWEST_REVISION", 0)
        (told,) = audit(rows, partial(row_at, house.ledger.store))
        said = (
            f"roulette:{name}: cannot be computed again by this program: rules revision 1; this program plays by revisions 1 to 0:"
            " expected one of these, or a later program"
        )
        assert (told.differences, told.what, told.at) == ((said,), "lost", entries[0].index)
        view = of(entries, {}, Viewer("auditor"))
        assert replay.again(view).differences == (said,)
        with pytest.raises(UsageError, match="cannot be computed again by this program"):
            replayed(view)
