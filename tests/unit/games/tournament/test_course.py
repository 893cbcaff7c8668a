"""Tournaments from announcement to the last prize: one table and several, what is sold meanwhile, and every kind of prize."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.worlds.house import player
from tests.worlds.tournament import CUP, SEED, START, Cup, Floor, cents, chips_bought, chips_in_play
from tests.worlds.world import CHIPS, OFFICER, PLATFORM, poker_terms
from tombo.ledger.core.findings import Reading
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker.commands import StartHand
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament.draw import Draw
from tombo.ledger.games.tournament.prizes import commission
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.house.account.events import TicketGranted
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.table.events import BlindsSet
from tombo.ledger.house.table.state import Table
from tombo.ledger.terms.poker import Commission, Limit
from tombo.ledger.terms.tournament import Addon, Fee, Rebuy, Reentry, TicketPrizes, TournamentReadings

MINUTE: Final = 60 * 1_000_000
NO_COMMISSION: Final = Commission(attribution="payment_when_all_in", cap=None, mode="none", rate_bp=0)


def table(world: Floor, name: str) -> Table:
    """A table by its name."""
    found = world(f"table:{name}")
    assert isinstance(found, Table)
    return found


def seated(world: Floor, name: str) -> list[str]:
    """Who sits at a table, by seat."""
    return [taken.player for taken in table(world, name).seats]


def names(count: int) -> list[str]:
    """p-1, p-2 and so on."""
    return [f"p-{number}" for number in range(1, count + 1)]


def closed(world: Floor) -> None:
    """Nothing more is sold."""
    world.does(c.CloseRegistration(tournament=world.current))


def test_one_table_from_the_first_entry_to_the_last_prize() -> None:
    """Three players, 30.00 EUR: 15.00, 9.00 and 6.00 as they are determined, and the commission is what is left."""
    world = Cup(tables="one", players_max=6)
    world.enters("p-1", "p-2", "p-3")
    world.starts()
    closed(world)
    world.all_in("mesa-1", ["p-1"], "p-2")
    assert world.net("p-2") == 600 - 1100
    world.all_in("mesa-1", ["p-1"], "p-3")
    assert (world.net("p-3"), world.net("p-1")) == (900 - 1100, -1100)
    world.does(c.FinishTournament(tournament=CUP))
    assert world.net("p-1") == 1500 - 1100
    assert table(world, "mesa-1").closed
    assert cents(world, CUP) == (3300, 3000, 0, 0, 300, 0)


def test_prizes_may_all_be_credited_at_the_end() -> None:
    """R810 r.54: the tournament's rules say when."""
    world = Cup(tables="one", players_max=6, credit="at_end")
    world.enters("p-1", "p-2", "p-3")
    world.starts()
    closed(world)
    world.all_in("mesa-1", ["p-1"], "p-2")
    world.all_in("mesa-1", ["p-1"], "p-3")
    assert [world.net(name) for name in ("p-1", "p-2", "p-3")] == [-1100] * 3
    world.does(c.FinishTournament(tournament=CUP))
    assert [world.net(name) for name in ("p-1", "p-2", "p-3")] == [400, -500, -200]


def test_seats_are_drawn_from_the_seed_on_record() -> None:
    """R810 r.39: whoever knows the seed draws the same, and the tables are as even as may be."""
    worlds = []
    for _ in range(2):
        world = Cup()
        world.enters(*names(13))
        world.starts("mesa-1", "mesa-2", "mesa-3", seed="ab" * 32)
        worlds.append(world)
    first, second = worlds
    assert [entry.seat for entry in first.state.entries] == [entry.seat for entry in second.state.entries]
    assert sorted(len(seated(first, f"mesa-{n}")) for n in (1, 2, 3)) == [4, 4, 5]


def test_a_draw_favours_no_one() -> None:
    """Of six seats each is drawn about as often as the others; the same seed draws the same."""
    drawn = Draw(SEED)
    counts = [0] * 6
    for _ in range(6_000):
        counts[drawn.below(6)] += 1
    assert all(900 < count < 1_100 for count in counts)
    assert Draw(SEED).shuffled(range(20)) == Draw(SEED).shuffled(range(20)) != list(range(20))


def test_tables_are_evened_and_dissolved() -> None:
    """R810 r.47-48: a player moves with his chips, sitting out or not, from the fullest table to the emptiest."""
    world = Cup()
    world.enters(*names(12))
    world.starts("mesa-1", "mesa-2")
    closed(world)
    one = seated(world, "mesa-1")
    world.all_in("mesa-1", [one[0]], *one[1:3])
    assert (len(seated(world, "mesa-1")), len(seated(world, "mesa-2"))) == (4, 6)
    assert world.objection(c.MovePlayers(broken="mesa-1", seed=SEED, tournament=CUP)) == "R810 r.47"
    world.does(c.MovePlayers(seed=SEED, tournament=CUP))
    assert (len(seated(world, "mesa-1")), len(seated(world, "mesa-2"))) == (5, 5)
    two = seated(world, "mesa-2")
    world.all_in("mesa-2", [two[0]], *two[1:])
    world.does(c.MovePlayers(broken="mesa-2", seed=SEED, tournament=CUP))
    assert table(world, "mesa-2").closed
    assert (world.state.tables, world.stack(two[0])) == (("mesa-1",), 50_000)
    assert chips_in_play(world, CUP) == chips_bought(world.state)


def test_nobody_moves_out_of_a_hand() -> None:
    """R810 r.47: players move between hands of their table."""
    world = Cup()
    world.enters(*names(12))
    world.starts("mesa-1", "mesa-2")
    one = seated(world, "mesa-1")
    closed(world)
    world.does(StartHand(table="mesa-2"))
    world.all_in("mesa-1", [one[0]], *one[1:3])
    assert world.objection(c.MovePlayers(seed=SEED, tournament=CUP)) == "House: table"


def test_late_entries_and_reentries_get_seats_at_a_new_table() -> None:
    """R810 r.2k, r.7n: four come late, one of those out comes again; the fee of a reentry is a fee like the others."""
    world = Cup(open_until=1, reentry=Reentry(most=None))
    world.enters(*names(6))
    world.starts()
    world.all_in("mesa-1", ["p-1"], "p-2")
    assert world.entry("p-2").status == "eliminated"
    world.enters("p-7", "p-8", "p-9")
    world.does(c.Reenter(player="p-2", session="s-p-2", tournament=CUP), player("p-2"))
    assert world.objection(c.SeatLateEntries(seed=SEED, tables=[], tournament=CUP)) == "R810 r.6"
    world.does(c.SeatLateEntries(seed=SEED, tables=["mesa-2"], tournament=CUP))
    assert len(seated(world, "mesa-2")) >= 3
    assert world.stack("p-2") == 10_000
    closed(world)
    assert (world.state.pool, commission(world.state), len(world.state.counted)) == (10_000, 1_000, 10)
    assert world.net("p-2") == -2200


def test_rebuys_and_add_ons_join_the_pool() -> None:
    """R810 r.2a, r.2j, r.10: their chips lie on the table at once, their money in the pool once it is fixed."""
    world = Cup(
        tables="one",
        players_max=6,
        open_until=1,
        rebuy=Rebuy(chips=10_000, commission=50, most=None, prize=950, stack_below=1),
        addon=Addon(chips=20_000, commission=0, prize=500),
    )
    world.enters("p-1", "p-2", "p-3")
    world.starts()
    world.all_in("mesa-1", ["p-1"], "p-2")
    world.does(c.TakeRebuy(player="p-2", tournament=CUP), player("p-2"))
    world.does(c.AddOn(player="p-2", tournament=CUP), player("p-2"))
    assert (world.stack("p-2"), world.net("p-2")) == (30_000, -1100 - 1000 - 500)
    world.all_in("mesa-1", ["p-1"], "p-3")
    assert world.entry("p-3").status == "without_chips"
    closed(world)
    assert world.entry("p-3").status == "eliminated"
    assert (world.state.pool, commission(world.state)) == (3_000 + 950 + 500, 300 + 50)
    assert world.objection(c.TakeRebuy(player="p-3", tournament=CUP), player("p-3")) == "R810 r.31"


def test_levels_raise_the_blinds_of_the_next_hand() -> None:
    """R810 r.45-46: a level lasts its time, a pause not counted, and its blinds reach every table."""
    world = Cup()
    world.enters(*names(4))
    world.starts("mesa-1", "mesa-2")
    closed(world)
    level = c.StartLevel(tournament=CUP)
    assert world.objection(level, PLATFORM, START + 10 * MINUTE - 1) == "R810 r.45"
    world.does(c.PauseLevel(tournament=CUP), PLATFORM, START + 4 * MINUTE)
    world.does(c.ResumeLevel(tournament=CUP), PLATFORM, START + 9 * MINUTE)
    assert world.objection(level, PLATFORM, START + 15 * MINUTE - 1) == "R810 r.45"
    world.does(level, PLATFORM, START + 15 * MINUTE)
    assert [table(world, name).terms.big_blind for name in ("mesa-1", "mesa-2")] == [200, 200]


def test_every_bounty_goes_to_who_earned_it_and_the_winner_keeps_his_own() -> None:
    """R810 r.7p: 3.00 EUR a head; what is on the winner's head is his."""
    world = Cup(tables="one", players_max=6, fee=Fee(bounty=300, commission=100, prize=700))
    world.enters("p-1", "p-2", "p-3")
    world.starts()
    closed(world)
    world.all_in("mesa-1", ["p-1"], "p-2")
    assert world.net("p-1") == 300 - 1100
    world.all_in("mesa-1", ["p-1"], "p-3")
    world.does(c.FinishTournament(tournament=CUP))
    told = cents(world, CUP)
    assert (told.prizes, told.bounties, told.commission) == (2_100, 900, 300)
    assert world.net("p-1") == 1_050 + 900 - 1_100


def target(world: Floor) -> None:
    """The tournament that tickets lead to: 11.00 EUR."""
    world.announces("alvo", starts=START + 100)


def test_a_freeroll_gives_tickets_that_are_never_money() -> None:
    """R810 r.2s, r.15, r.30: nothing is paid; two tickets of 11.00 are the operator's, and one of them enters."""
    world = Floor()
    target(world)
    tickets = TicketPrizes(count=2, target="alvo", value=1100)
    world.announces(CUP, fee=None, payouts=[], tickets=tickets, tables="one", players_max=6)
    world.enters("p-1", "p-2", "p-3")
    world.starts()
    closed(world)
    world.all_in("mesa-1", ["p-1"], "p-2", "p-3")
    world.does(c.FinishTournament(tournament=CUP))
    assert cents(world, CUP) == (0, 2_200, 0, 0, 0, 2_200)
    assert [ticket.freeroll for ticket in world("account:p-1").tickets] == [True]
    convert = c.ConvertTicket(player="p-1", ticket="taca/1")
    assert world.objection(convert, player("p-1")) == "R810 r.30"
    assert world.objection(convert, player("p-2")) == "House: authority"
    world.enters("p-1", tournament="alvo", tickets={"p-1": "taca/1"})
    assert world.net("p-1") == 0


def test_nobody_without_an_account_enters_a_freeroll() -> None:
    """Red before: he entered, and the hand in which he won a ticket could never be settled."""
    world = Floor()
    target(world)
    world.announces(CUP, fee=None, payouts=[], tickets=TicketPrizes(count=2, target="alvo", value=1100))
    world.does(StartSession(player="p-1", session="s-p-1"), player("p-1"))
    entry = c.RegisterEntry(player="p-1", session="s-p-1", tournament=CUP)
    assert world.objection(entry, player("p-1")) == "House: account"
    world.does(OpenAccount(player="p-1"))
    world.does(entry, player("p-1"))


@pytest.mark.parametrize(("policy", "paid"), [("cash", 1100), ("cash_unless_freeroll", 0), ("ticket", 0)])
def test_a_freeroll_ticket_of_a_cancelled_tournament(policy: Any, paid: int) -> None:
    """R810 r.37 against r.30 (readings #10): cash by the letter, else the ticket back to be used again."""
    world = Cup(readings=TournamentReadings(paid_prizes=Reading.LETTER, ticket_refunds=policy))
    world.arrives("p-1")
    granted = TicketGranted(
        amount=Money(1100), cause="tournament:x", cause_version=1, freeroll=True, target=CUP, ticket="x/1"
    )
    world.record([("account:p-1", granted)])
    world.enters("p-1", tickets={"p-1": "x/1"})
    world.does(c.CancelTournament(cause="technical", note="power", tournament=CUP), OFFICER)
    assert (world.net("p-1"), world("account:p-1").tickets[0].status) == (paid, "used" if paid else "held")


def test_a_guarantee_is_made_good_by_the_operator() -> None:
    """R810 r.7m: three enter, 100.00 EUR are guaranteed, and 70.00 come from the operator."""
    world = Cup(guarantee=10_000, tables="one", players_max=6)
    world.enters("p-1", "p-2", "p-3")
    world.starts()
    closed(world)
    world.all_in("mesa-1", ["p-1"], "p-2", "p-3")
    world.does(c.FinishTournament(tournament=CUP))
    assert cents(world, CUP) == (3_300, 10_000, 0, 0, 300, 7_000)


def test_a_tournament_is_announced_by_a_manager_once() -> None:
    """R810 r.7-9: by who has the role, under a name of its own, in a ledger of money."""
    world = Cup()
    again = c.AnnounceTournament(reference="x", structure=world.state.structure, tournament="outra")
    assert world.objection(again) == "House: authority"
    assert world.objection(c.StartLevel(tournament="outra")) == "House: tournament"


@pytest.mark.parametrize(
    "command",
    [
        c.StartTournament(seed=SEED, tables=["mesa-1"], tournament=CUP),
        c.CloseRegistration(tournament=CUP),
        c.FinishTournament(tournament=CUP),
        c.CancelTournament(cause="technical", note="x", tournament=CUP),
        c.RegisterEntry(player="p-2", session="s-p-2", tournament=CUP),
    ],
    ids=lambda command: str(command.kind),
)
def test_no_player_decides_for_the_tournament_or_for_others(command: c.TournamentCommand) -> None:
    """What belongs to the platform, to staff or to another player is refused to a player."""
    world = Cup()
    world.arrives("p-1")
    assert world.objection(command, player("p-1"), START) == "House: authority"


def test_the_rules_of_the_variant_are_cited_as_its_own() -> None:
    """R810 r.3: chips are bought between hands, in Omaha by the number R811 has for it."""
    omaha = poker_terms(commission=NO_COMMISSION, seats=6, unit=CHIPS, variant="omaha", limit=Limit(kind="pot_limit"))
    rebuy = Rebuy(chips=1_000, commission=0, most=None, prize=100, stack_below=20_000)
    world = Cup(tables="one", players_max=6, open_until=1, rebuy=rebuy, terms=omaha)
    for name in ("p-1", "p-2"):
        world.arrives(name)
        world.does(StartSession(player=name, regulation="R811", session=f"o-{name}"), player(name))
        world.does(c.RegisterEntry(player=name, session=f"o-{name}", tournament=CUP), player(name))
    world.starts()
    world.does(StartHand(table="mesa-1"))
    assert world.objection(c.TakeRebuy(player="p-1", tournament=CUP), player("p-1")) == "R811 r.11b"


@pytest.mark.parametrize("variant", ["omaha", "sintetico"])
def test_other_variants_are_played_to_the_end_of_a_hand(variant: Any) -> None:
    """R810 r.1: whatever variant is regulated; a big blind that is all-in for less is matched in full there too."""
    limit = Limit(kind="pot_limit" if variant == "omaha" else "no_limit")
    terms = poker_terms(commission=NO_COMMISSION, seats=6, unit=CHIPS, variant=variant, limit=limit)
    regulation: Any = {"omaha": "R811", "sintetico": "R809"}[variant]
    world = Cup(tables="one", players_max=6, terms=terms, starting_stack=101)
    for name in ("p-1", "p-2", "p-3"):
        world.arrives(name)
        world.does(StartSession(player=name, regulation=regulation, session=f"o-{name}"), player(name))
        world.does(c.RegisterEntry(player=name, session=f"o-{name}", tournament=CUP), player(name))
    world.starts()
    world.record([("table:mesa-1", BlindsSet(big_blind=200, small_blind=100))])
    world.does(StartHand(table="mesa-1"))
    hand = world.hand(1, "mesa-1")
    assert (hand.bets, hand.highest) == ((100, 101, 0), 200)
