"""The bonus wallet: granted, staked against the house as the terms say, converted, expired, and never the player's before that."""

from __future__ import annotations

from typing import Any, Final, Literal

import pytest

from tests.worlds.blackjack import DEPOSIT, Blackjack, blackjack_terms, readings
from tests.worlds.house import House, house, player
from tests.worlds.roulette import BANKROLL, Roulette, chip, wheel, wheel_terms
from tests.worlds.sem_descarte import BALANCE, Casino, sd_terms
from tests.worlds.world import OFFICER, PLATFORM, TABLE, World
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.core.money import AMOUNT_MAX, Money
from tombo.ledger.games.blackjack.commands import PlaceBlackjackBet, VoidBlackjackRound
from tombo.ledger.games.roulette.commands import PlaceChips, ReleaseStakes
from tombo.ledger.games.sem_descarte.commands import Continue
from tombo.ledger.house.account.bonus import chosen
from tombo.ledger.house.account.commands import ConvertBonus, ExpireBonus, GrantBonus, Withdraw
from tombo.ledger.house.account.events import BonusConverted, BonusExpired, BonusGranted, Credited, Debited
from tombo.ledger.house.account.state import Account
from tombo.ledger.house.banked.commands import PartTable
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.table.commands import SeatPlayer
from tombo.ledger.kinds import EVENTS

STREAM: Final = "account:p-1"
UNTIL: Final = 1_000 * SECOND
HIM: Final = player("p-1")


def grant(cents: int, until: int = UNTIL, name: str = "p-1") -> GrantBonus:
    return GrantBonus(amount=Money(cents), player=name, reference="welcome", until=until)


def convert(cents: int, name: str = "p-1") -> ConvertBonus:
    return ConvertBonus(amount=Money(cents), player=name, reference="played 30 times")


def account(world: World) -> Account:
    found = world(STREAM)
    assert isinstance(found, Account)
    return found


def held(world: World) -> tuple[int, int]:
    """The player's cash and his bonus."""
    return account(world).balance, account(world).bonus


def moved(world: World) -> list[tuple[str, int, str]]:
    """Every debit and credit of the player, with its wallet."""
    return [
        (type(event).__name__, event.amount.cents, event.wallet)
        for stream, event in world.events
        if stream == STREAM and isinstance(event, Debited | Credited)
    ]


def says(world: World, command: CommandBase, by: By = PLATFORM, occurred: int | None = None) -> tuple[str, str]:
    """The rule under which ``command`` is refused, and the name of the objection."""
    outcome = world.ask(command, by, occurred)
    assert isinstance(outcome, Refused), outcome
    return outcome.finding.rule, outcome.finding.told.about


def test_a_bonus_is_granted_converted_and_expires() -> None:
    """Each is an entry of the account; a conversion alone makes cash of it."""
    world = house()
    assert world.adds(grant(3_000)) == [
        (STREAM, BonusGranted(amount=Money(3_000), reference="welcome", until=UNTIL)),
    ]
    assert held(world) == (20_000, 3_000)
    assert world.adds(convert(1_000)) == [(STREAM, BonusConverted(amount=Money(1_000), reference="played 30 times"))]
    assert held(world) == (21_000, 2_000)
    expired = world.ask(ExpireBonus(player="p-1"), occurred=UNTIL)
    assert isinstance(expired, Decision)
    assert expired.events == ((STREAM, BonusExpired(amount=Money(2_000))),)
    assert held(world) == (21_000, 0)
    assert says(world, ExpireBonus(player="p-1"), occurred=UNTIL) == ("House: bonus", "no_bonus")


def test_a_later_grant_moves_the_date_of_all_there_is_and_never_back() -> None:
    """One sum, one date; once nothing is left, any date ahead."""
    world = house()
    world.does(grant(100))
    assert says(world, grant(50, UNTIL - 1)) == ("House: bonus", "bonus_shortened")
    world.does(grant(50, UNTIL + SECOND))
    assert says(world, ExpireBonus(player="p-1"), occurred=UNTIL) == ("House: bonus", "bonus_holds")
    world.does(ExpireBonus(player="p-1"), occurred=UNTIL + SECOND)
    assert says(world, grant(70, UNTIL + SECOND), occurred=UNTIL + SECOND) == ("House: bonus", "bonus_without_time")
    world.does(grant(70, UNTIL + 2 * SECOND), occurred=UNTIL + SECOND)
    assert account(world)[1:4] == (20_000, 70, UNTIL + 2 * SECOND)


def test_its_date_binds_by_the_clock_that_is_fair() -> None:
    """Nothing is converted behind it; it takes both clocks to let it expire."""
    world = house()
    world.does(grant(100))
    assert says(world, convert(100), occurred=UNTIL) == ("House: bonus", "bonus_over")
    world.clock = UNTIL - 1
    assert says(world, ExpireBonus(player="p-1"), occurred=UNTIL + SECOND) == ("House: bonus", "bonus_holds")
    world.clock = UNTIL + SECOND
    assert says(world, ExpireBonus(player="p-1"), occurred=UNTIL - 1) == ("House: bonus", "bonus_holds")
    world.does(convert(100), occurred=UNTIL - 1)
    assert held(world) == (20_100, 0)


def test_what_a_bonus_may_be() -> None:
    """Something, of who has an account, and no more than can be counted; converted is no more than there is."""
    world = house()
    world.does(grant(100))
    for command, objection in (
        (grant(0), ("House: movement", "movement_of_nothing")),
        (convert(0), ("House: movement", "movement_of_nothing")),
        (convert(101), ("House: overdraft", "conversion_above_bonus")),
        (grant(AMOUNT_MAX), ("House: movement", "balance_too_large")),
        (grant(1, name="p-9"), ("House: account", "no_account")),
        (convert(1, "p-9"), ("House: account", "no_account")),
        (ExpireBonus(player="p-9"), ("House: account", "no_account")),
    ):
        assert says(world, command) == objection
    world.states[STREAM] = account(world)._replace(balance=AMOUNT_MAX - 99)
    assert says(world, convert(100)) == ("House: movement", "balance_too_large")


def test_the_platform_gives_and_takes_it() -> None:
    """No player, no staff; and in demo play there is none."""
    world, demo = house(), House(demo=True)
    for command in (grant(100), convert(100), ExpireBonus(player="p-1")):
        assert [world.refuses(command, by) for by in (HIM, OFFICER)] == ["House: authority"] * 2
        assert demo.refuses(command) == "House: demo"


def test_it_is_neither_withdrawn_nor_brought_to_a_table() -> None:
    """Poker and withdrawals are of cash, whatever bonus there is."""
    world = house()
    world.does(grant(100_000))
    assert says(world, Withdraw(amount=Money(20_001), player="p-1", reference="bank"), HIM) == (
        "House: overdraft",
        "withdrawal_above_balance",
    )
    world.does(Withdraw(amount=Money(19_000), player="p-1", reference="bank"), HIM)
    seat = SeatPlayer(player="p-1", seat=1, session="s-p-1", table=TABLE)
    assert says(world, seat, HIM) == ("House: overdraft", "account_short")


@pytest.mark.parametrize(
    ("use", "cash", "bonus", "at", "wallet"),
    [
        ("first", 500, 500, 0, "bonus"),
        ("first", 500, 499, 0, "cash"),
        ("first", 0, 499, 0, "cash"),
        ("first", 500, 500, UNTIL, "cash"),
        ("first", 500, 500, UNTIL - 1, "bonus"),
        ("last", 500, 500, 0, "cash"),
        ("last", 499, 500, 0, "bonus"),
        ("last", 499, 499, 0, "cash"),
        ("last", 499, 500, UNTIL, "cash"),
    ],
)
def test_the_first_stake_leaves_one_wallet_whole(
    use: Literal["first", "last"], cash: int, bonus: int, at: int, wallet: str
) -> None:
    """The one the terms use first if it covers the stake, else the other if that does; none is split."""
    assert chosen(use, Account("p-1", cash, bonus, UNTIL), 500, at) == wallet


def with_bonus(use: str | None, cents: int = 2_000, regulation: str = "R804", **changes: Any) -> Roulette:
    """A wheel where p-1 has a bonus besides his cash."""
    world = wheel(regulation, bonus=use, **changes)
    world.does(grant(cents))
    return world


def test_a_table_whose_terms_say_nothing_takes_none() -> None:
    """As every ruleset from before, which is written as it was."""
    world = with_bonus(None)
    world.bets("p-1", chip(1_000, "red"))
    assert moved(world) == [("Debited", 1_000, "cash")]
    assert "bonus" not in wheel_terms().model_dump()
    for terms in (wheel_terms, blackjack_terms, sd_terms):
        assert terms(bonus="last").model_dump()["bonus"] == "last"
        with pytest.raises(ValueError, match="bonus"):
            terms(bonus="both")
    assert "bonus" not in EVENTS["banked.opened.v1"].model_json_schema()["$defs"]["RouletteTerms"]["required"]


def test_first_a_round_moves_the_bonus_and_wins_bonus() -> None:
    """Stake, more chips, prize: all bonus; the next round is chosen again."""
    world = with_bonus("first")
    world.bets("p-1", chip(1_500, "red"))
    world.bets("p-1", chip(500, "black"))
    assert held(world) == (BANKROLL, 0)
    too_much = PlaceChips(chips=[chip(50, "red")], player="p-1", round=world.round)
    assert says(world, too_much, HIM) == ("House: overdraft", "bonus_short")
    world.lands("1")
    assert held(world) == (BANKROLL, 3_000)
    world.opens()
    world.bets("p-1", chip(3_050, "red"))
    world.bets("p-1", chip(1_000, "red"))
    world.lands("1")
    assert held(world) == (BANKROLL + 4_050, 3_000)
    assert [wallet for _, _, wallet in moved(world)] == ["bonus"] * 3 + ["cash"] * 3


def test_last_a_round_moves_cash_while_that_covers_the_stake() -> None:
    """And once it has begun with cash it goes on with it, whatever is left."""
    world = with_bonus("last", 5_000)
    world.does(Withdraw(amount=Money(BANKROLL - 1_200), player="p-1", reference="bank"), HIM)
    world.bets("p-1", chip(1_000, "red"))
    more = PlaceChips(chips=[chip(250, "red")], player="p-1", round=world.round)
    assert says(world, more, HIM) == ("House: overdraft", "account_short")
    world.lands("2")
    world.opens()
    world.bets("p-1", chip(250, "red"))
    world.lands("1")
    assert held(world) == (200, 5_250)
    assert moved(world) == [("Debited", 1_000, "cash"), ("Debited", 250, "bonus"), ("Credited", 500, "bonus")]


def test_a_void_gives_back_to_the_wallet_that_staked() -> None:
    """The bonus of who staked it, the cash of who did not."""
    world = with_bonus("first")
    world.bets("p-1", chip(2_000, "red"))
    world.bets("p-2", chip(2_000, "red"))
    world.voids()
    assert held(world) == (BANKROLL, 2_000)
    assert world.balance("p-2") == BANKROLL


def test_after_its_date_nothing_more_is_staked_of_it_and_what_it_wins_expires() -> None:
    """A stake placed before is played out; a new one is cash."""
    world = with_bonus("first")
    world.bets("p-1", chip(1_000, "red"))
    more = PlaceChips(chips=[chip(50, "red")], player="p-1", round=world.round)
    world.does(grant(1, UNTIL))
    world.states[STREAM] = account(world)._replace(until=1)
    assert says(world, more, HIM, 1) == ("House: bonus", "bonus_over")
    world.does(ExpireBonus(player="p-1"))
    world.lands("1")
    assert held(world) == (BANKROLL, 2_000)
    world.opens()
    world.does(more.model_copy(update={"chips": [chip(1_000, "red")], "round": world.round}), HIM, 1)
    assert held(world) == (BANKROLL - 1_000, 2_000)
    world.does(ExpireBonus(player="p-1"))
    assert held(world) == (BANKROLL - 1_000, 0)


@pytest.mark.parametrize("use", ["first", "last"])
def test_what_is_in_prison_keeps_its_wallet_and_so_does_the_next_round(use: Literal["first", "last"]) -> None:
    """Freed, it comes back to it; and until then every stake at that wheel leaves it."""
    world = with_bonus(use, 3_000, "R807", zero="prison")
    if use == "last":
        world.does(Withdraw(amount=Money(BANKROLL), player="p-1", reference="bank"), HIM)
    world.bets("p-1", chip(1_000, "red"))
    world.lands("0")
    world.opens()
    beyond = PlaceChips(chips=[chip(2_050, "red")], player="p-1", round=world.round)
    assert says(world, beyond, HIM) == ("House: overdraft", "bonus_short")
    world.bets("p-1", chip(500, "black"))
    world.lands("1")
    assert {wallet for _, _, wallet in moved(world)} == {"bonus"}
    assert account(world).bonus == 2_500


def test_prison_holds_cash_to_cash() -> None:
    """However much bonus came meanwhile; and who leaves gets back what he staked."""
    world = wheel("R807", zero="prison", bonus="first")
    world.bets("p-1", chip(1_000, "red"))
    world.lands("0")
    world.does(grant(5_000))
    world.opens()
    world.bets("p-1", chip(500, "black"))
    world.lands("0")
    world.does(PartTable(player="p-1", table="roleta-1"))
    world.does(ReleaseStakes(player="p-1", round=world.round))
    assert {wallet for _, _, wallet in moved(world)} == {"cash"}
    assert account(world).bonus == 5_000


def blackjack(use: str | None, cents: int, **changes: Any) -> Blackjack:
    world = Blackjack({1: "p-1", 2: "p-1"}, bonus=use, **changes)
    world.does(grant(cents))
    return world


def test_a_double_a_split_and_insurance_are_of_the_wallet_of_the_bet() -> None:
    """On whichever seat of his; what is short there is refused though there is cash."""
    world = blackjack("first", 1_500)
    world.open()
    world.bets({1: 1_000})
    world.deals("5c Kd 6d", "9h")
    assert world.objects("double") == "House: overdraft"
    world.does(grant(500))
    world.decides("double", cards="Ts")
    world.reveals()
    assert moved(world) == [("Debited", 1_000, "bonus"), ("Debited", 1_000, "bonus"), ("Credited", 4_000, "bonus")]


def test_two_seats_of_a_player_are_one_round_of_his() -> None:
    """The first bet chooses for both."""
    world = blackjack("first", 1_500)
    world.open()
    bet = PlaceBlackjackBet(amount=1_000, round=world.local, seat=1)
    world.does(bet, HIM)
    assert says(world, bet.model_copy(update={"seat": 2}), HIM) == ("House: overdraft", "bonus_short")
    world.does(bet.model_copy(update={"amount": 500, "seat": 2}), HIM)
    assert [wallet for _, _, wallet in moved(world)] == ["bonus", "bonus"]


def test_a_prize_taken_back_is_of_the_wallet_that_won_it() -> None:
    """A void round whose bets are undone takes the bonus back, as far as it is there, and no cash."""
    world = blackjack("first", 1_500, readings=readings(decided_bets=Reading.LETTER))
    world.open()
    world.bets({1: 1_000, 2: 500})
    world.deals("Ac 5d 9c Kc 6d", "9h")
    assert held(world)[1] == 2_500
    world.does(convert(2_400))
    power = OpenIncident(first_instant=1, incident="power", origin="operator_system", reported_by="monitor")
    world.does(power)
    world.does(VoidBlackjackRound(incident="power", round=world.local))
    assert held(world) == (DEPOSIT + 2_400, 0)
    assert moved(world)[-1] == ("Debited", 100, "bonus")


def test_bet_2_of_poquer_sem_descarte_is_of_the_wallet_of_the_ante() -> None:
    """And with too little left there one may only fold."""
    world = Casino(bonus="first")
    world.does(grant(600))
    world.dealt({1: 300}, {1: "As Ad Kc 7h 2s"}, "Qs Jd 9c 4h 3s")
    short = Continue(round=world.local, seat=1)
    assert says(world, short, HIM) == ("House: overdraft", "bonus_short")
    world.does(grant(300))
    world.goes_on(1)
    world.settles()
    cash, bonus = held(world)
    assert cash == BALANCE
    assert bonus > 0
    assert {wallet for _, _, wallet in moved(world)} == {"bonus"}
