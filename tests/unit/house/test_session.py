"""Player sessions (R806 r.69-71) and rulesets (preamble 2-4)."""

from __future__ import annotations

from tests.worlds.house import MANAGER, house, player, playing, seat
from tests.worlds.world import OFFICER, PLATFORM, TABLE, TABLE_STREAM, poker_terms, words
from tombo.ledger.core.command import Decision
from tombo.ledger.core.findings import Refused
from tombo.ledger.games.poker.commands import DealHoleCards, StartHand
from tombo.ledger.house.ruleset.commands import ApproveRuleset, WithdrawRuleset
from tombo.ledger.house.ruleset.events import RulesetApproved
from tombo.ledger.house.session.commands import EndSession, StartSession, WarnInactivity
from tombo.ledger.house.session.events import SessionEnded, SessionEndedV2, SessionStarted
from tombo.ledger.house.table.commands import LeaveTable, OpenTable, SeatPlayer
from tombo.ledger.terms.poker import Commission, Terms


def approve(name: str, rules: Terms, in_force_from: int = 0) -> ApproveRuleset:
    return ApproveRuleset(
        in_force_from=in_force_from, reference="SRIJ/2026/2", regulation="R806", ruleset=name, terms=rules
    )


def test_a_session_begins_and_ends_by_the_players_choice() -> None:
    """A player starts and ends his own session (r.69), once each, and nobody else's."""
    world = house()
    begin = StartSession(player="p-1", session="evening")
    assert world.refuses(begin, player("p-2")) == "House: authority"
    started = SessionStarted(player="p-1", regulation="R806")
    assert world.adds(begin, player("p-1")) == [("session:evening", started)]
    assert world.refuses(begin, player("p-1")) == "House: session"
    end = EndSession(cause="player", session="evening")
    assert world.refuses(end, player("p-2")) == "House: authority"
    assert world.adds(end, player("p-1")) == [
        ("session:evening", SessionEnded(cause="player", reason=None, rule="R806 r.69"))
    ]
    assert world.refuses(end, player("p-1")) == "House: session"
    assert world.refuses(WarnInactivity(session="evening", where=TABLE_STREAM)) == "House: session"


def test_the_operator_ends_a_session_with_a_reason_by_the_platform_or_an_officer() -> None:
    """An officer may end a session in the operator's name and says why; a player cannot claim that it was the operator."""
    world = house()
    end = EndSession(cause="operator", reason="closed for the night", session="s-p-1")
    assert world.refuses(end, player("p-1")) == "House: authority"
    assert world.refuses(EndSession(cause="operator", session="s-p-1"), OFFICER) == "House: session"
    ended = SessionEndedV2(cause="operator", reason=words("closed for the night", "p-1"))
    assert world.adds(end, OFFICER) == [("session:s-p-1", ended)]
    assert world.refuses(EndSession(cause="operator", reason="x", session="none")) == "House: session"


def test_a_session_ends_at_a_limit_that_the_player_set_himself() -> None:
    """The platform keeps his limits and says so: by no rule of the game, and with no reason to seal. He himself ends it by his choice."""
    world = house()
    end = EndSession(cause="limit", session="s-p-1")
    assert world.refuses(end, player("p-1")) == "House: authority"
    assert world.refuses(EndSession(cause="limit", reason="50.00 a day", session="s-p-1")) == "House: session"
    assert world.adds(end) == [("session:s-p-1", SessionEnded(cause="limit", reason=None, rule=None))]
    assert world("session:s-p-1").ended == "limit"
    assert world.refuses(end) == "House: session"


def test_only_the_operator_gives_a_reason_of_his_own() -> None:
    """The player's choice and a warning let pass say why by themselves."""
    end = EndSession(cause="player", reason="tired", session="s-p-1")
    assert house().refuses(end, player("p-1")) == "House: session"


def test_a_session_is_of_one_game() -> None:
    """A session is the access to one game (R806 r.2t): one of another regulation takes no seat at a table of hold'em."""
    world = house()
    world.does(StartSession(player="p-1", regulation="R805", session="cards"), player("p-1"))
    sit = SeatPlayer(player="p-1", seat=1, session="cards", table=TABLE)
    assert world.refuses(sit, player("p-1")) == "House: session"


def test_who_sits_at_a_table_leaves_it_before_his_session_ends() -> None:
    """No stack is left on a table without a session."""
    world = seat(house(), "p-1")
    end = EndSession(cause="player", session="s-p-1")
    assert world.refuses(end, player("p-1")) == "House: session"
    world.does(StartSession(player="p-1", session="other"), player("p-1"))
    world.does(EndSession(cause="player", session="other"), player("p-1"))
    world.does(LeaveTable(seat=1, table=TABLE), player("p-1"))
    world.does(end, player("p-1"))


def test_rules_are_approved_by_a_manager_under_a_new_name() -> None:
    """An approval records terms and reference; a name is used once, and only a manager approves."""
    world = house()
    command = approve("nl-2", poker_terms(small_blind=25))
    for by in (PLATFORM, OFFICER, player("p-1")):
        assert world.refuses(command, by) == "House: authority"
    events = world.adds(command, MANAGER)
    approved = RulesetApproved(
        idle_hands=6,
        in_force_from=0,
        notices=[],
        reference="SRIJ/2026/2",
        regulation="R806",
        terms=poker_terms(small_blind=25),
    )
    assert events == [("ruleset:nl-2", approved)]
    assert world.refuses(command, MANAGER) == "House: ruleset"


def test_unlawful_rules_are_refused_with_the_rule_they_break() -> None:
    """A commission of 6 % of the pot breaks r.17a, an ante r.21, a big blind that is not the minimum bet r.22."""
    world = house()
    rate = Commission(attribution="payment_when_all_in", cap=None, mode="pot", rate_bp=600)
    assert world.refuses(approve("x", poker_terms(commission=rate)), MANAGER) == "R806 r.17a"
    assert world.refuses(approve("x", poker_terms(ante=10)), MANAGER) == "R806 r.21"
    assert world.refuses(approve("x", poker_terms(min_bet=50)), MANAGER) == "R806 r.22"


def test_rules_are_withdrawn_once_by_a_manager() -> None:
    """Withdrawing needs rules in force and a manager."""
    world = house()
    command = WithdrawRuleset(reason="replaced", ruleset="nl-1")
    assert world.refuses(command) == "House: authority"
    world.does(command, MANAGER)
    assert world.refuses(command, MANAGER) == "House: ruleset"
    assert world.refuses(WithdrawRuleset(reason="none", ruleset="nl-9"), MANAGER) == "House: ruleset"


def test_withdrawn_rules_begin_no_further_hand() -> None:
    """The hand in play when its rules are withdrawn goes on; the next one does not begin."""
    world = playing("p-1", "p-2")
    world.does(StartHand(table=TABLE))
    world.does(WithdrawRuleset(reason="replaced", ruleset="nl-1"), MANAGER)
    world.does(DealHoleCards(cards=["As", "Kd", "Ah", "Kc"], hand=f"{TABLE}/1"))
    world.end({1: 5_000, 2: 5_000})
    assert world.refuses(StartHand(table=TABLE)) == "House: ruleset"


def test_a_table_opens_from_the_day_its_rules_are_in_force() -> None:
    """Before that instant, by the source's clock or by the ledger's, the table is refused; from it on it opens."""
    world = house()
    day = 1_772_323_200_000_000
    world.does(approve("nl-2", poker_terms(), in_force_from=day), MANAGER)
    command = OpenTable(buy_in=5_000, mode="continuous", ruleset="nl-2", table="mesa-2", top_up_max=10_000)
    for occurred, now in ((None, day - 1), (day, day - 1), (day - 1, day)):
        world.clock = now
        outcome = world.ask(command, occurred=occurred)
        assert isinstance(outcome, Refused)
        assert outcome.finding.rule == "House: ruleset"
    world.clock = day
    assert isinstance(world.ask(command, occurred=day), Decision)
