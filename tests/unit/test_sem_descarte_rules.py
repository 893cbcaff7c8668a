"""R803 over a round: what each rule objects to, what it lets pass, and how time-outs and outages end a round."""

from __future__ import annotations

from typing import Any

import pytest

from ledger.core.banked_terms import SemDescarteTerms
from ledger.core.cards import CARD_TEXTS
from ledger.core.errors import TamperedError
from ledger.core.findings import Reading, Severity
from ledger.core.r803_terms import terms_findings
from ledger.core.regulation import Unit
from ledger.games.sem_descarte.commands import (
    CloseBets,
    Continue,
    DealCards,
    ExtendTime,
    Fold,
    OpenRound,
    PlaceAnte,
    ReportDisconnected,
    RequestDecision,
    SettleRound,
    TimeOut,
    VoidRound,
    WarnDecision,
)
from ledger.games.sem_descarte.events import CardsDealt, CardsShown, Folded, Settled
from ledger.games.sem_descarte.state import evolve
from ledger.house.banked_commands import ApproveBankedRuleset
from ledger.house.banked_events import RoundEnded
from tests.house_world import MANAGER, player
from tests.sem_descarte_world import SD_TABLE, Casino, deal, sd_readings, sd_terms
from tests.world import CHIPS, OFFICER

SECOND = 1_000_000
P1 = player("p-1")
FLUSH = "Kh Jh 8h 6h 2h"
NINES = "9s 9d 4c 3h 2c"
HOUSE = "5c 5d Tc 7s 3d"


def two() -> Casino:
    """Two seats with antes of 5 and 10 euro, dealt a flush and a pair of nines."""
    casino = Casino("p-1", "p-2")
    casino.dealt({1: 500, 2: 1_000}, {1: FLUSH, 2: NINES}, HOUSE)
    return casino


@pytest.mark.parametrize(
    ("changes", "rules"),
    [
        pytest.param({}, [], id="lawful"),
        pytest.param({"ante_max": 2_501}, ["R803 r.18"], id="more than 25 times"),
        pytest.param({"ante_min": 2_501}, ["R803 r.16"], id="minimum above maximum"),
        pytest.param({"unit": Unit(currency="EUR", decimals=3)}, ["R803 r.17"], id="no cents"),
        pytest.param({"unit": Unit(currency="USD", decimals=2)}, ["R803 r.17"], id="no euro"),
        pytest.param({"unit": CHIPS}, [], id="demo chips"),
        pytest.param({"ante_min": 2**50, "ante_max": 2**50}, ["R803 r.12"], id="a prize beyond what is recorded"),
    ],
)
def test_specific_rules_are_judged(changes: dict[str, Any], rules: list[str]) -> None:
    """R803 r.12, r.16-18: unlawful limits are breaches, and such a ruleset is not approved."""
    terms = sd_terms(**changes)
    assert [(f.rule, f.severity) for f in terms_findings(terms)] == [(rule, Severity.BREACH) for rule in rules]
    approve = ApproveBankedRuleset(in_force_from=0, reference="x", regulation="R803", ruleset="sd-2", terms=terms)
    casino = Casino()
    if rules:
        assert casino.refuses(approve, MANAGER) == rules[0]
    else:
        casino.does(approve, MANAGER)


def test_departures_from_the_letter_are_told() -> None:
    """R803 r.13d, r.13g, r.33, r.36: each reading of practice is a notice, and lawful."""
    found = terms_findings(sd_terms(readings=sd_readings(Reading.PRACTICE)))
    assert [f.rule for f in found] == ["R803 r.13d", "R803 r.13g", "R803 r.33", "R803 r.36"]
    assert {f.severity for f in found} == {Severity.NOTICE}


@pytest.mark.parametrize("seats", [0, 8])
def test_a_table_has_one_to_seven_seats(seats: int) -> None:
    """R803 r.6a: terms with another number of seats cannot be made."""
    with pytest.raises(ValueError, match="seats"):
        SemDescarteTerms.model_validate({**sd_terms().model_dump(), "seats": seats})


def test_betting_has_an_announced_end() -> None:
    """R803 r.14: at a table of several the end of the betting is announced, long enough, and kept."""
    casino = Casino("p-1")
    assert casino.refuses(OpenRound(table=SD_TABLE)) == "R803 r.14"
    assert casino.refuses(OpenRound(deadline=19 * SECOND, table=SD_TABLE), occurred=0) == "R803 r.14"
    casino.does(OpenRound(deadline=20 * SECOND, table=SD_TABLE), occurred=0)
    casino.number = 1
    ante = PlaceAnte(amount=100, player="p-1", round="sd-1/1", seat=1)
    assert casino.refuses(ante, P1, 20 * SECOND + 1) == "R803 r.14"
    assert casino.refuses(CloseBets(round="sd-1/1"), occurred=20 * SECOND - 1) == "R803 r.14"
    assert casino.refuses(CloseBets(round="sd-1/1"), P1) == "House: authority"
    casino.does(ante, P1, 20 * SECOND)
    casino.does(CloseBets(round="sd-1/1"), occurred=20 * SECOND)
    assert casino.refuses(CloseBets(round="sd-1/1")) == "R803 r.14"


def test_a_player_alone_starts_the_deal() -> None:
    """R803 r.15: at a table of one the player opens the round and closes the bets, once he has an ante."""
    casino = Casino("p-1", table_kind="single")
    casino.does(OpenRound(table=SD_TABLE), P1)
    casino.number = 1
    assert casino.refuses(CloseBets(round="sd-1/1"), P1) == "House: authority"
    casino.ante(1, 100)
    casino.does(CloseBets(round="sd-1/1"), P1)


@pytest.mark.parametrize(
    ("amount", "rule"), [(99, "R803 r.16"), (2_501, "R803 r.16"), (100, None), (2_500, None), (500, None)]
)
def test_an_ante_is_within_the_limits(amount: int, rule: str | None) -> None:
    """R803 r.16: neither below the minimum nor above the maximum; what is placed has left the account."""
    casino = Casino("p-1")
    casino.open()
    ante = PlaceAnte(amount=amount, player="p-1", round="sd-1/1", seat=1)
    if rule:
        assert casino.refuses(ante, P1) == rule
    else:
        casino.does(ante, P1)
        assert casino.net() == -amount


def test_an_ante_is_the_players_own_once_and_paid_for() -> None:
    """R803 r.6a: one ante a seat, by who sits there, of money he has."""
    casino = Casino("p-1", "p-2")
    casino.open()
    ante = PlaceAnte(amount=500, player="p-1", round="sd-1/1", seat=1)
    assert casino.refuses(ante, player("p-2")) == "House: authority"
    assert casino.refuses(ante.model_copy(update={"seat": 2}), P1) == "House: seat"
    casino.does(ante, P1)
    assert casino.refuses(ante, P1) == "R803 r.6a"
    poor = Casino("p-1")
    poor.states["account:p-1"] = poor("account:p-1")._replace(balance=499)
    poor.open()
    assert poor.refuses(ante, P1) == "House: overdraft"


def test_cards_are_dealt_once_from_one_deck_in_their_number() -> None:
    """R803 r.6b, r.19: after the bets are closed, five to each, no card twice, clockwise with the house last."""
    casino = Casino("p-1", "p-2", "p-3")
    casino.open()
    casino.ante(3, 100)
    casino.ante(1, 100)
    dealing = deal(casino.state, {1: FLUSH, 3: NINES}, HOUSE)
    assert casino.refuses(dealing) == "R803 r.19"
    casino.does(CloseBets(round=casino.local))
    assert casino.refuses(dealing.model_copy(update={"discard": "Kh"})) == "R803 r.6b"
    assert casino.refuses(dealing.model_copy(update={"cards": dealing.cards[:-1]})) == "R803 r.19b"
    assert casino.refuses(dealing, P1) == "House: authority"
    (dealt,) = casino.does(dealing)
    assert isinstance(dealt, CardsDealt)
    assert dealt.seats == [1, 3, None, 1, 3, None, 1, 3, None, 1, 3, None, 1, 3]
    assert (dealt.house_card, len(set(dealt.commitments))) == ("3d", 14)
    assert casino.refuses(dealing) == "R803 r.19"


def test_a_seat_decides_once_after_it_has_seen_its_cards() -> None:
    """R803 r.20, r.22-23: the second bet is exactly twice the ante; who has decided has decided."""
    casino = Casino("p-1")
    casino.open()
    casino.ante(1, 500)
    go_on, fold = Continue(round=casino.local, seat=1), Fold(round=casino.local, seat=1)
    assert casino.refuses(go_on, P1) == "R803 r.20"
    casino.does(CloseBets(round=casino.local))
    casino.does(deal(casino.state, {1: FLUSH}, HOUSE))
    assert casino.refuses(go_on) == "House: authority"
    assert casino.refuses(Fold(round=casino.local, seat=2), P1) == "House: seat"
    casino.does(go_on, P1)
    assert (casino.net(), casino.state.boxes[0].bet2) == (-1_500, 1_000)
    assert casino.refuses(fold, P1) == "R803 r.20"


def test_a_second_bet_that_is_not_there_is_refused() -> None:
    """R803 r.23: who cannot pay twice his ante may still fold."""
    casino = two()
    casino.states["account:p-1"] = casino("account:p-1")._replace(balance=999)
    assert casino.refuses(Continue(round=casino.local, seat=1), P1) == "House: overdraft"
    casino.folds(1)


def test_silence_folds_only_after_warning_and_extra_time() -> None:
    """R803 r.21, r.31-32: asked, warned, given extra time, and only then folded; each in its order and its time."""
    casino = two()
    one: Any = {"round": casino.local, "seat": 1}
    ask, warn, late = RequestDecision(deadline=15 * SECOND, **one), WarnDecision(**one), TimeOut(**one)
    extend = ExtendTime(deadline=26 * SECOND, **one)
    assert casino.refuses(warn) == "R803 r.31"
    assert casino.refuses(late) == "R803 r.32"
    assert casino.refuses(ask, occurred=1) == "R803 r.21"
    casino.does(ask, occurred=0)
    assert casino.refuses(ask) == "R803 r.21"
    assert casino.refuses(warn, occurred=15 * SECOND - 1) == "R803 r.31"
    assert casino.refuses(extend) == "R803 r.31"
    assert casino.refuses(late, occurred=60 * SECOND) == "R803 r.32"
    casino.does(warn, occurred=15 * SECOND)
    assert casino.refuses(warn) == "R803 r.31"
    assert casino.refuses(late, occurred=60 * SECOND) == "R803 r.32"
    assert casino.refuses(extend, occurred=16 * SECOND + 1) == "R803 r.31"
    assert casino.refuses(extend.model_copy(update={"deadline": 24 * SECOND})) == "R803 r.31"
    casino.does(extend, occurred=16 * SECOND)
    assert casino.refuses(extend) == "R803 r.31"
    assert casino.refuses(late, occurred=26 * SECOND - 1) == "R803 r.32"
    assert casino.refuses(Continue(**one), P1, 26 * SECOND + 1) == "R803 r.32"
    assert casino.does(late, occurred=26 * SECOND) == [Folded(cause="time", seat=1)]


def test_a_player_may_decide_in_his_extra_time() -> None:
    """R803 r.32: until the extra time is over the decision is his, and before the warning no clock shuts him out."""
    casino = two()
    casino.does(RequestDecision(deadline=15 * SECOND, round=casino.local, seat=1), occurred=0)
    casino.does(Continue(round=casino.local, seat=1), P1, 17 * SECOND)
    casino.does(RequestDecision(deadline=15 * SECOND, round=casino.local, seat=2), occurred=0)
    casino.does(WarnDecision(round=casino.local, seat=2), occurred=15 * SECOND)
    casino.does(ExtendTime(deadline=25 * SECOND, round=casino.local, seat=2), occurred=15 * SECOND)
    casino.does(Fold(round=casino.local, seat=2), player("p-2"), 25 * SECOND)


def test_a_round_is_settled_when_all_have_decided() -> None:
    """R803 r.24, r.27: nothing is shown before; then the house's cards, and the players' of who continued alone."""
    casino = two()
    settle = SettleRound(round=casino.local)
    casino.goes_on(1)
    assert casino.refuses(settle) == "R803 r.24"
    casino.folds(2)
    assert casino.refuses(settle, P1) == "House: authority"
    events = casino.settles()
    assert [event.seat for event in events if isinstance(event, CardsShown)] == [1]
    assert (casino.net("p-1"), casino.net("p-2")) == (5_500, -1_000)
    assert casino.refuses(settle) == "R803 r.2e"
    assert casino("banked:sd-1").round is None


def test_players_cards_stay_closed_where_the_house_does_not_play() -> None:
    """R803 r.26-27: the round ends with the house's cards; nobody's are turned."""
    casino = Casino("p-1")
    casino.dealt({1: 500}, {1: FLUSH}, "Qs 8d 7c 5h 3s")
    casino.goes_on(1)
    assert not any(isinstance(event, CardsShown) for event in casino.settles())


def test_a_round_without_antes_ends() -> None:
    """R803 r.2e: where nobody bet there is nothing to deal, and the table is free again."""
    casino = Casino("p-1")
    casino.open()
    assert casino.refuses(SettleRound(round=casino.local)) == "R803 r.24"
    casino.does(CloseBets(round=casino.local))
    nobody = DealCards(cards=list(CARD_TEXTS[2:11]), discard="2c", house_card="2d", round=casino.local)
    assert casino.refuses(nobody) == "R803 r.19"
    assert casino.settles()[0] == Settled()
    casino.open()
    assert casino.number == 2


def test_a_player_cut_off_before_the_deal_gets_no_cards() -> None:
    """R803 r.35: after the ante and before the second bet it is a fold; the others are dealt in."""
    casino = Casino("p-1", "p-2")
    casino.open()
    casino.ante(1, 500)
    casino.ante(2, 500)
    gone = ReportDisconnected(round=casino.local, seat=1)
    assert casino.refuses(gone, P1) == "House: authority"
    casino.does(gone)
    assert casino.refuses(gone) == "R803 r.34"
    casino.does(CloseBets(round=casino.local))
    casino.does(deal(casino.state, {2: NINES}, HOUSE))
    assert casino.state.dealt.count(1) == 0


@pytest.mark.parametrize(("reading", "nets"), [(Reading.LETTER, (0, 0, 0)), (Reading.PRACTICE, (5_500, -1_000, 0))])
def test_an_outage_voids_what_the_reading_says(reading: Reading, nets: tuple[int, ...]) -> None:
    """R803 r.33, #19: by the letter every bet goes back, folded or not; in practice what was decided stands."""
    casino = Casino("p-1", "p-2", "p-3", readings=sd_readings(decided_bets=reading))
    casino.dealt({1: 500, 2: 1_000, 3: 300}, {1: FLUSH, 2: NINES, 3: "Ac Qd 9h 4s 2d"}, HOUSE)
    casino.goes_on(1)
    casino.folds(2)
    events = casino.does(VoidRound(incident=casino.outage(), round=casino.local), OFFICER)
    assert events[-1] == RoundEnded(bets=["p-1", "p-2", "p-3"], outcome="voided", round="sem_descarte:sd-1/1")
    assert tuple(casino.net(f"p-{seat}") for seat in (1, 2, 3)) == nets
    assert (casino.state.outcome, casino("banked:sd-1").round) == ("voided", None)


def test_a_round_that_can_be_completed_is_not_void() -> None:
    """R803 r.36, #8: once every decision is taken the cards on record decide, and the round is settled."""
    casino = two()
    casino.goes_on(1)
    casino.goes_on(2)
    assert casino.refuses(VoidRound(incident=casino.outage(), round=casino.local), OFFICER) == "R803 r.36"
    casino.settles()
    assert (casino.net("p-1"), casino.net("p-2")) == (5_500, 3_000)


def test_only_the_operators_outage_voids() -> None:
    """R803 r.33-34: a failure of the player's equipment, no incident, or another's word voids nothing."""
    casino = two()
    void = VoidRound(incident=casino.outage("player_equipment", "phone"), round=casino.local)
    assert casino.refuses(void, OFFICER) == "R803 r.34"
    assert casino.refuses(void.model_copy(update={"incident": "none"}), OFFICER) == "R803 r.33"
    assert casino.refuses(VoidRound(incident=casino.outage(), round=casino.local), P1) == "House: authority"


def test_requests_about_no_round_are_refused() -> None:
    """R803 r.2e: there is no round before it is opened, and one at a time."""
    casino = Casino("p-1")
    assert casino.refuses(CloseBets(round="sd-1/1")) == "R803 r.2e"
    casino.open()
    assert casino.refuses(OpenRound(deadline=1, table=SD_TABLE)) == "House: table"


def test_demo_chips_move_no_account() -> None:
    """R803 r.43-44: a demonstration is played with chips, and nothing is paid out."""
    casino = Casino("p-1", demo=True, unit=CHIPS)
    casino.dealt({1: 500}, {1: FLUSH}, HOUSE)
    casino.goes_on(1)
    casino.settles()
    assert casino.state.boxes[0].given == 7_000
    assert not [stream for stream, _ in casino.events if stream.startswith("account:")]


def test_a_round_that_begins_otherwise_is_not_believed() -> None:
    """A stream of rounds begins with its opening; any other beginning was not written by the ledger."""
    with pytest.raises(TamperedError, match=r"sem_descarte\.settled"):
        evolve(None, Settled())
