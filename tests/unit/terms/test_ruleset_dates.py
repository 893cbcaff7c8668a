"""From when to when rules hold: no table before their day, no hand or round after their end, no change under a table."""

from __future__ import annotations

import pytest

from tests.worlds.blackjack import blackjack_terms
from tests.worlds.house import MANAGER
from tests.worlds.roulette import wheel_terms
from tests.worlds.rulesets import AnyTerms, approval, approved, house_with_manager
from tests.worlds.sem_descarte import sd_terms
from tests.worlds.world import poker_terms
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.blackjack.commands import OpenBlackjackRound
from tombo.ledger.games.roulette.commands import CloseBets, LandBall, OpenSpin, SettleSpin
from tombo.ledger.games.sem_descarte.commands import OpenRound
from tombo.ledger.house.banked.commands import OpenBankedTable
from tombo.ledger.house.ruleset.commands import WithdrawRuleset
from tombo.ledger.house.ruleset.events import RulesetApproved
from tombo.ledger.house.table.commands import OpenTable
from tombo.ledger.terms.blackjack import BlackjackTerms
from tombo.ledger.terms.roulette import RouletteTerms
from tombo.ledger.terms.sem_descarte import SemDescarteTerms

DAY = 1_772_323_200_000_000
GAMES: list[AnyTerms] = [poker_terms(), sd_terms(), blackjack_terms(), wheel_terms("R807")]


def opening(terms: AnyTerms, ruleset: str = "new", table: str = "mesa-1") -> CommandBase:
    """The request to open a table under a ruleset."""
    if isinstance(terms, SemDescarteTerms | BlackjackTerms | RouletteTerms):
        return OpenBankedTable(ruleset=ruleset, table=table)
    return OpenTable(buy_in=5_000, mode="continuous", ruleset=ruleset, table=table, top_up_max=10_000)


@pytest.mark.parametrize("terms", GAMES)
def test_no_table_opens_before_its_rules_are_in_force(terms: AnyTerms) -> None:
    """A microsecond before is refused, by the source's clock, by the ledger's, and by that alone; from that instant on it opens."""
    world = house_with_manager()
    world.does(approval(terms, in_force_from=DAY), MANAGER)
    for occurred, now in ((DAY - 1, DAY), (DAY, DAY - 1), (None, DAY - 1)):
        world.clock = now
        outcome = world.ask(opening(terms), occurred=occurred)
        assert isinstance(outcome, Refused)
        assert outcome.finding.rule == "House: ruleset"
    world.clock = DAY
    assert isinstance(world.ask(opening(terms), occurred=DAY), Decision)


@pytest.mark.parametrize("terms", GAMES)
def test_newer_rules_are_a_new_name_and_a_new_table(terms: AnyTerms) -> None:
    """A name is approved once; a table stays under the rules it opened under, and no request gives it others."""
    world = house_with_manager()
    world.does(approval(terms, "first"), MANAGER)
    world.does(opening(terms, "first"))
    assert world.refuses(approval(terms, "first"), MANAGER) == "House: ruleset"
    world.does(approval(terms, "second"), MANAGER)
    assert world.refuses(opening(terms, "second")) == "House: table"
    world.does(opening(terms, "second", "mesa-2"))


@pytest.mark.parametrize(
    ("terms", "begin"),
    [
        (sd_terms(), OpenRound(deadline=30 * SECOND, table="mesa-1")),
        (blackjack_terms(), OpenBlackjackRound(deadline=30 * SECOND, table="mesa-1")),
        (wheel_terms("R804"), OpenSpin(deadline=30 * SECOND, table="mesa-1")),
    ],
)
def test_withdrawn_rules_begin_no_further_round(terms: AnyTerms, begin: CommandBase) -> None:
    """A table whose rules were withdrawn opens no round."""
    world = house_with_manager()
    world.does(approval(terms), MANAGER)
    world.does(opening(terms))
    world.does(WithdrawRuleset(reason="replaced", ruleset="new"), MANAGER)
    assert world.refuses(begin) == "House: ruleset"


def test_a_round_under_way_outlasts_the_withdrawal_of_its_rules() -> None:
    """It is played out under the terms it has copied; the next one does not begin."""
    world = house_with_manager()
    world.does(approval(wheel_terms("R804")), MANAGER)
    world.does(opening(wheel_terms("R804")))
    world.does(OpenSpin(deadline=30 * SECOND, table="mesa-1"))
    world.does(WithdrawRuleset(reason="replaced", ruleset="new"), MANAGER)
    world.does(CloseBets(round="mesa-1/1"))
    world.does(LandBall(number="0", round="mesa-1/1"))
    world.does(SettleSpin(round="mesa-1/1"))
    assert world.refuses(OpenSpin(deadline=30 * SECOND, table="mesa-1")) == "House: ruleset"


def test_an_approval_is_told_its_notices_and_no_breach() -> None:
    """What departs from the letter stands in the approval, with the rule; lawful terms by the letter have none."""
    event = approved(wheel_terms("R807", zero="prison"))
    assert event is not None
    assert [(notice.rule, notice.reading.value) for notice in event.notices] == [("R807 r.20", "LETTER")]
    letter = approved(poker_terms())
    assert isinstance(letter, RulesetApproved)
    assert letter.notices == []
