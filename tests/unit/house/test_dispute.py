"""Disputes: who opens, reads, replays and resolves them, and the compensation that goes with a resolution."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from tests.worlds.house import MANAGER, House, house, player, playing
from tests.worlds.tournament import Cup
from tests.worlds.world import CHIPS, OFFICER, PLATFORM, TABLE, poker_terms, words
from tombo.ledger.core.clock import SECOND, SKEW
from tombo.ledger.core.entry import By, CommandRef
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import AMOUNT_MAX, Money
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.account.events import Compensated
from tombo.ledger.house.dispute.commands import OpenDispute, ReadDisputedCards, RecordReplay, ResolveDispute
from tombo.ledger.house.dispute.events import (
    AMOUNTS_MAX,
    DIFFERENCES_MAX,
    DisputeCardsReadV2,
    DisputeOpenedV2,
    DisputeReplayed,
    DisputeResolvedV2,
    PlayerAmounts,
)
from tombo.ledger.house.dispute.state import Dispute
from tombo.ledger.house.staff.events import RoleWithdrawn
from tombo.ledger.kinds import Body
from tombo.ledger.terms.unit import Unit

CASE = "dispute:2026-0001"
HAND = "hand:mesa-1/1"
NOW = 1_784_055_600 * SECOND
BEGAN = NOW - 600 * SECOND
CLAIM = words("my call came in time", "p-1")
AMOUNTS = [PlayerAmounts(player="p-1", recomputed=700, recorded=600)]


def opening(about: str | None = HAND, **changes: Any) -> OpenDispute:
    said: dict[str, Any] = {"claim": "my call came in time", "complained": 7, "dispute": "2026-0001", "player": "p-1"}
    return OpenDispute(about=about, **{**said, **changes})


def replay(version: int = 1, differences: list[str] | None = None) -> RecordReplay:
    return RecordReplay(
        amounts=AMOUNTS,
        differences=differences or [],
        dispute="2026-0001",
        revision=1,
        rules=["R806 r.43-45"],
        version=version,
    )


def resolution(cents: int = 0, **changes: Any) -> ResolveDispute:
    said: dict[str, Any] = {"grounds": "the clock was right", "outcome": "partly", "rule": "R806 r.45"}
    return ResolveDispute(compensation=Money(cents), dispute="2026-0001", **{**said, **changes})


READ = ReadDisputedCards(dispute="2026-0001", reason="who mucked, and what")


def disputed(about: str | None = HAND, *, over: bool = True) -> House:
    """A dispute about a hand, which is over or in play."""
    world = playing("p-1", "p-2")
    world.deal()
    if over:
        world.end({1: 5_000, 2: 5_000})
    world.does(opening(about), OFFICER)
    return world


def played(*, by: By = PLATFORM, opens: str = "p-1") -> House:
    """A dispute of ``opens`` about a hand in which p-1 and p-2 put 10.00 each in the middle, replayed by an officer."""
    world = playing("p-1", "p-2", "p-3")
    world.does(poker.StartHand(table=TABLE))
    local = HAND.removeprefix("hand:")
    world.does(poker.DealHoleCards(cards=["As", "Kd", "2c", "Ah", "Kc", "3d"], hand=local))
    for seat, command in (
        (1, poker.PlaceBet(hand=local, seat=1, total=1_000)),
        (2, poker.Call(hand=local, seat=2)),
        (3, poker.Fold(hand=local, seat=3)),
    ):
        world.does(command, player(f"p-{seat}"))
    for cards in (["7d", "9h", "4s"], ["Jc"], ["5s"]):
        world.does(poker.DealBoard(cards=cards, hand=local))
        for seat in (2, 1):
            world.does(poker.Check(hand=local, seat=seat), player(f"p-{seat}"))
    world.does(poker.SettleHand(hand=local))
    if opens == "p-4":  # who sits elsewhere
        world.does(OpenAccount(player=opens))
    world.does(opening(player=opens), by)
    world.does(replay(world.version(HAND)), OFFICER)
    return world


@pytest.mark.parametrize("by", [player("p-1"), PLATFORM, OFFICER])
def test_a_dispute_is_opened_by_the_player_or_for_him(by: By) -> None:
    """The player, the platform and an officer put the claim on record, with what it is about and when he complained."""
    world = playing("p-1", "p-2")
    world.deal()
    assert world.adds(opening(), by) == [(CASE, DisputeOpenedV2(about=HAND, claim=CLAIM, complained=7, player="p-1"))]
    assert world(CASE) == Dispute("p-1", HAND, 7)


@pytest.mark.parametrize("by", [player("p-2"), MANAGER, By(actor="staff", id="ana", role="officer")])
def test_nobody_else_complains_for_a_player(by: By) -> None:
    """Another player, a manager, and staff in a role that was not granted may not open his dispute."""
    assert playing("p-1", "p-2").refuses(opening(None), by) == "House: authority"


def test_a_dispute_is_opened_once_about_something_that_was_played() -> None:
    """A name is used once; what is not a hand, a round or a tournament of this ledger is refused; about nothing is allowed."""
    world = house()
    for missing in (HAND, "roulette:roleta-1/1", "table:mesa-1", "account:p-1", "tournament:taca"):
        assert world.refuses(opening(missing)) == "House: dispute"
    world.does(opening(None))
    assert world.refuses(opening(None)) == "House: dispute"


def complains(complained: int, occurred: int | None, now: int) -> Refused | None:
    """What the door says of a complaint of ``complained`` about a hand that began at ``occurred``, by its source."""
    world = playing("p-1", "p-2")
    world.clock = now
    world.does(poker.StartHand(table=TABLE), occurred=occurred)
    said = world.ask(opening(complained=complained))
    return said if isinstance(said, Refused) else None


@pytest.mark.parametrize(
    ("complained", "refused"),
    [(BEGAN - SKEW - 1, True), (BEGAN - SKEW, False), (NOW + SKEW, False), (NOW + SKEW + 1, True), (7, True)],
)
def test_f7_nobody_complains_of_a_hand_before_it_nor_in_the_future(complained: int, *, refused: bool) -> None:
    """F7: by more than clocks differ. Red before: who complained in 1970 of a hand of this year was put on record, and waited for 56 years."""
    said = complains(complained, BEGAN, NOW)
    assert (said is not None) == refused
    if said is not None:
        assert said.finding.rule == "House: time"
        assert "complained at " in said.finding.message


def test_f7_of_a_hand_that_claims_no_time_the_complaint_may_be_older() -> None:
    """F7: a platform that was cut off sends what it played without a time: its players may have complained before it is on record."""
    assert complains(7, None, NOW) is None
    world = playing("p-1", "p-2")
    world.clock = NOW
    assert not isinstance(world.ask(opening(None, complained=7)), Refused)


def test_a_claim_is_one_line_never_empty_nor_endless() -> None:
    """A claim has 1 to 500 letters, and none that would write lines or colours of its own into a report."""
    assert opening(None, claim="a minha aposta não contou: às 20h já tinha pago").claim.endswith("pago")
    for claim in ("", "x" * 501, "x\nResolved: accepted", "x\x1b[31m", "x\u202ey", "x\u2028y", "x\n"):
        with pytest.raises(ValidationError):
            opening(None, claim=claim)


def test_an_officer_reads_the_cards_of_the_disputed_hand_on_its_record() -> None:
    """The reading stands in the dispute's own stream, by the officer; nobody else may, and not while the hand goes on."""
    world = disputed()
    for by in (PLATFORM, MANAGER, player("p-1")):
        assert world.refuses(READ, by) == "House: authority"
    assert world.adds(READ, OFFICER) == [
        (CASE, DisputeCardsReadV2(hand=HAND, reason=words("who mucked, and what", "p-1")))
    ]
    assert disputed(over=False).refuses(READ, OFFICER) == "House: cards"
    assert disputed(None).refuses(READ, OFFICER) == "House: dispute"


def test_a_replay_goes_on_record_for_what_is_over() -> None:
    """It says whether the record is the same as recomputed, and of which version; never of a hand in play or in part."""
    world = disputed()
    for by in (PLATFORM, player("p-1")):
        assert world.refuses(replay(), by) == "House: authority"
    assert world.refuses(replay(version=2), OFFICER) == "House: dispute"
    [(stream, told)] = world.adds(replay(differences=["one cent too little"]), OFFICER)
    assert isinstance(told, DisputeReplayed)
    assert (stream, told.replayed, told.version, told.same) == (CASE, HAND, 1, False)
    assert world(CASE).replayed
    [(_, again)] = world.adds(replay(), OFFICER)
    assert isinstance(again, DisputeReplayed)
    assert again.same
    assert disputed(over=False).refuses(replay(), OFFICER) == "House: dispute"
    assert disputed(None).refuses(replay(), OFFICER) == "House: dispute"


def test_a_tournament_is_replayed_once_it_is_over() -> None:
    """While it goes on a replay is refused, as that of a hand is; it may be resolved without one."""
    cup = Cup()
    cup.does(OpenAccount(player="p-1"))
    cup.does(opening("tournament:taca"))
    version = cup.version("tournament:taca")
    assert cup.refuses(replay(version), OFFICER) == "House: dispute"
    cup.states["tournament:taca"] = cup("tournament:taca")._replace(phase="finished")
    cup.does(replay(version), OFFICER)
    assert cup.refuses(READ, OFFICER) == "House: dispute"
    cup.does(resolution(), OFFICER)


def test_a_resolution_is_an_officers_and_comes_once() -> None:
    """Platform, players and managers do not resolve; what is resolved takes no reading, no replay and no second resolution."""
    world = disputed()
    world.does(replay(), OFFICER)
    for by in (PLATFORM, MANAGER, player("p-1")):
        assert world.refuses(resolution(), by) == "House: authority"
    [(stream, told)] = world.adds(resolution(), OFFICER)
    grounds = words("the clock was right", "p-1")
    expected = DisputeResolvedV2(compensation=Money(0), grounds=grounds, outcome="partly", rule="R806 r.45")
    assert (stream, told) == (CASE, expected)
    assert world(CASE).outcome == "partly"
    for command in (resolution(), replay(), READ):
        assert world.refuses(command, OFFICER) == "House: dispute"


@pytest.mark.parametrize("rule", ["R804 r.13", "R810 r.26", "R809 r.44"])
def test_a_hand_is_decided_by_the_rules_of_its_game(rule: str) -> None:
    """Red before: the player was told a rule of another game. A tournament is decided by R810 too (r.3), and what is about no hand by any."""
    world, cup = disputed(), Cup()
    world.does(replay(), OFFICER)
    assert world.refuses(resolution(rule=rule), OFFICER) == "House: dispute"
    world.does(resolution(rule=None), OFFICER)
    disputed(None).does(resolution(rule=rule), OFFICER)
    cup.does(OpenAccount(player="p-1"))
    cup.does(opening("tournament:taca"))
    assert isinstance(cup.ask(resolution(rule=rule), OFFICER), Refused) is not rule.startswith("R810")


def test_whoever_lost_his_role_resolves_nothing() -> None:
    """An officer whose role was withdrawn is refused."""
    world = disputed()
    world.does(replay(), OFFICER)
    world.record([("staff:rui", RoleWithdrawn(role="officer"))])
    assert world.refuses(resolution(), OFFICER) == "House: authority"


def test_a_disputed_hand_is_replayed_before_it_is_resolved() -> None:
    """Without a replay a dispute about a hand is not resolved; one about nothing played is."""
    assert disputed().refuses(resolution(), OFFICER) == "House: dispute"
    disputed(None).does(resolution(), OFFICER)
    assert house().refuses(resolution(), OFFICER) == "House: dispute"


@pytest.mark.parametrize("outcome", ["accepted", "partly"])
def test_a_compensation_is_on_the_account_in_the_same_commit(outcome: str) -> None:
    """The movement names the dispute and the version of its resolution, and the balance grows by it, to the cent."""
    world = played()
    before = world.balance("p-1")
    events = world.adds(resolution(501, outcome=outcome), OFFICER)
    assert [stream for stream, _ in events] == [CASE, "account:p-1"]
    assert events[1][1] == Compensated(amount=Money(501), dispute=CASE, dispute_version=3)
    assert world.versions[CASE] == 3
    assert world.balance("p-1") == before + 501


def test_a_rejected_claim_pays_nothing() -> None:
    """A compensation with a rejection is refused, one cent included; a rejection without one is not."""
    world = disputed(None)
    assert world.refuses(resolution(1, outcome="rejected"), OFFICER) == "House: dispute"
    world.does(resolution(outcome="rejected"), OFFICER)


def test_a_compensation_needs_an_account_that_can_hold_it() -> None:
    """It is refused in demo play, for a player without an account, and beyond what an amount can be."""
    demo = house(demo=True, rules=poker_terms(seats=6, unit=CHIPS))
    demo.does(opening(None))
    assert demo.refuses(resolution(1), OFFICER) == "House: demo"
    world = house()
    assert world.refuses(opening(None, player="p-9"), OFFICER) == "House: dispute"
    opened = DisputeOpenedV2(about=None, claim=words("mine", "p-9"), complained=7, player="p-9")
    world.record([(CASE, opened)])  # by a door of before, which asked for no account
    assert world.refuses(resolution(1), OFFICER) == "House: account"
    rich = disputed(None)
    rich.does(Deposit(amount=Money(AMOUNT_MAX - rich.balance("p-1")), player="p-1", reference="card"))
    assert rich.refuses(resolution(1), OFFICER) == "House: movement"


def test_b1_a_compensation_is_for_something_that_was_replayed() -> None:
    """B1: for a claim about nothing, and before a replay, no cent is paid; of a tournament neither."""
    assert disputed(None).refuses(resolution(1), OFFICER) == "House: dispute"
    assert disputed().refuses(resolution(1), OFFICER) == "House: dispute"
    cup = Cup()
    cup.does(OpenAccount(player="p-1"))
    cup.does(opening("tournament:taca"))
    cup.states["tournament:taca"] = cup("tournament:taca")._replace(phase="finished")
    assert cup.refuses(resolution(1), OFFICER) == "House: dispute"


def test_b1_a_compensation_is_of_who_was_in_the_hand_and_of_what_was_in_it() -> None:
    """B1: a claimant who sat elsewhere gets nothing, and nobody more than the whole middle of the hand."""
    world = played()
    assert world.refuses(resolution(21_01), OFFICER) == "House: dispute"  # 10.00 twice, and the big blind of 1.00
    world.does(resolution(21_00), OFFICER)
    other = played(opens="p-4")
    assert other.refuses(resolution(1), OFFICER) == "House: dispute"


def test_b1_no_euros_are_owed_of_chips() -> None:
    """B1: what stood in the middle in chips or in another currency bounds no compensation; of a tournament's hand its money does."""
    for unit, within in (
        (Unit(currency=None, decimals=0), None),
        (Unit(currency="USD", decimals=2), None),
        (None, "taca"),
    ):
        world = played()
        hand = world(HAND)
        terms = hand.started.terms if unit is None else hand.started.terms.model_copy(update={"unit": unit})
        started = hand.started.model_copy(update={"terms": terms, "tournament": within})
        world.states[HAND] = hand._replace(started=started)
        assert world.refuses(resolution(1), OFFICER) == "House: dispute"


def test_same_and_differences_cannot_contradict_each_other() -> None:
    """A replay that says the same and lists a difference, or neither, is no event."""
    told: dict[str, Any] = {"amounts": [], "replayed": HAND, "revision": 1, "rules": [], "version": 1}
    for same, differences in ((True, ["one cent"]), (False, [])):
        with pytest.raises(ValidationError):
            DisputeReplayed(differences=differences, same=same, **told)


def test_the_longest_replay_fits_an_entry() -> None:
    """At every bound at once, in letters of four bytes where letters are free, the body stays below 65,535 bytes."""
    longest = DisputeReplayed(
        amounts=[PlayerAmounts(player="p" * 100, recomputed=AMOUNT_MAX, recorded=AMOUNT_MAX)] * AMOUNTS_MAX,
        differences=["\N{GRINNING FACE}" * 500] * DIFFERENCES_MAX,
        replayed=f"tournament:{'t' * 100}",
        revision=AMOUNT_MAX,
        rules=["R806 r.1" + "a" * 30] * 20,
        same=False,
        version=AMOUNT_MAX,
    )
    body = Body[DisputeReplayed](
        by=By(actor="staff", id="s" * 100, role="officer"),
        command=CommandRef(digest="0" * 32, id="c" * 120),
        event=longest,
        occurred=AMOUNT_MAX,
        stream=f"dispute:{'d' * 100}",
        version=AMOUNT_MAX,
    )
    assert len(body.model_dump_json().encode()) < 65_535
