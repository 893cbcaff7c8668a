"""How large a tournament may be: as many entries, places and letters as its own entries in the log can hold."""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.worlds.house import MANAGER, player
from tests.worlds.tournament import CUP, SEED, START, Cup, Floor, structure
from tests.worlds.world import OFFICER, PLATFORM
from tombo.ledger.core.command import Decision
from tombo.ledger.core.entry import By, CommandRef, EventBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import TABLE_NAME_MAX
from tombo.ledger.core.money import AMOUNT_MAX
from tombo.ledger.games.tournament import bounds
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament import events as t
from tombo.ledger.games.tournament.state import EntryState, tournament_stream
from tombo.ledger.house.written import BESIDE_MAX
from tombo.ledger.seal import entry as seal
from tombo.ledger.terms.r810 import CHIPS_MAX, FEE_MAX
from tombo.ledger.terms.tournament import Addon, Payout, Rebuy, Reentry, TicketPrizes

LONGEST: Final = "x" * 100
NOTE: Final = "\x01" * 500
"""The text that takes most bytes: each letter is written as ``\\u0001``."""


def leaf(event: EventBase) -> int:
    """The bytes of a leaf that holds ``event``, all beside it as long as it may be."""
    stream, kind = f"{'s' * 20}:{LONGEST}", str(type(event).model_fields["kind"].default)
    by = By(actor="platform", id=LONGEST, role=LONGEST)
    source = seal.source(by, CommandRef(digest="0" * 32, id="c" * 120))
    body = seal.body(source, event, AMOUNT_MAX, stream, AMOUNT_MAX)
    return len(seal.place(stream, AMOUNT_MAX, kind)) + seal.HEADER_SIZE + len(body)


def worst() -> list[EventBase]:
    """The events that name everybody, as large as what was announced and sold can make them."""
    held = [t.StackHeld(entry=t.ENTRY_NUMBER_MAX, stack=AMOUNT_MAX)] * bounds.ENTRIES_MAX
    prize = t.Prize(amount=AMOUNT_MAX, place=100_000, ticket=False)
    last = t.MayDeal(number=100_000, table="t" * TABLE_NAME_MAX)
    drawn = t.Drawn(entry=t.ENTRY_NUMBER_MAX, seat=10, table="t" * 24)
    return [
        t.SeatsDrawn(seats=[drawn] * bounds.ENTRIES_MAX, seed=SEED),
        t.PrizesFixed(pool=AMOUNT_MAX, prizes=[prize] * (bounds.PLACES_MAX + 1)),
        t.TimeCalled(tables=[last] * (bounds.ENTRIES_MAX // 2)),
        t.SynchronizedHandStarted(number=100_000, tables=[last] * (bounds.ENTRIES_MAX // 2)),
        t.Finished(stacks=held),
        t.Cancelled(case="c", cause="too_few_players", note=NOTE, stacks=held),
    ]


def announcing(name: str = "outra", **changes: Any) -> c.AnnounceTournament:
    """An announcement of the lawful structure with ``changes``."""
    return c.AnnounceTournament(reference="SRIJ/2026/9", structure=structure(**changes), tournament=name)


def refusal(world: Floor, command: Any, by: By = PLATFORM) -> tuple[str, str]:
    """The rule and the name of the objection to ``command``; nothing may be recorded."""
    before = len(world.events)
    outcome = world.ask(command, by)
    assert isinstance(outcome, Refused), outcome
    assert len(world.events) == before
    return outcome.finding.rule, outcome.finding.told.about


def sold(count: int, **changes: Any) -> Cup:
    """A tournament that has so many entries on record, by whatever version of ours."""
    world = Cup(**changes)
    entries = tuple(EntryState(n, f"p-{n}", f"s-{n}", "cash") for n in range(1, count + 1))
    world.states[tournament_stream(CUP)] = world.state._replace(entries=entries)
    world.arrives("p-1")
    for entry in entries:
        world.states[f"account:{entry.player}"] = world("account:p-1")._replace(player=entry.player)
        world.versions[f"account:{entry.player}"] = 3
    return world


def start(letters: int, tables: int) -> c.StartTournament:
    """The start at so many tables, with names of so many letters."""
    return c.StartTournament(
        absent=[], seed=SEED, tables=[f"t{n:0{letters - 1}}" for n in range(tables)], tournament=CUP
    )


def test_what_everybody_is_named_in_fits_an_entry() -> None:
    """With the largest amounts and the longest names every event that names all stays within a leaf."""
    for event in worst():
        assert len(event.model_dump_json()) + BESIDE_MAX <= seal.LEAF_MAX
        assert leaf(event) <= seal.LEAF_MAX
    nothing = t.RegistrationClosed()
    assert leaf(nothing) - len(nothing.model_dump_json()) <= BESIDE_MAX


@pytest.mark.parametrize(
    ("changes", "about"),
    [
        ({"players_max": bounds.ENTRIES_MAX + 1}, "tournament_entries_above_largest"),
        ({"players_min": bounds.ENTRIES_MAX + 1}, "tournament_entries_above_largest"),
        (
            {"payouts": [Payout(entries_from=1, shares_bp=[9 if n < 994 else 8 for n in range(1_001)])]},
            "tournament_places_above_largest",
        ),
        (
            {
                "fee": None,
                "payouts": [],
                "tickets": TicketPrizes(count=bounds.PLACES_MAX + 1, target="alvo", value=1100),
            },
            "tournament_places_above_largest",
        ),
        (
            {"payouts": [Payout(entries_from=n, shares_bp=[10] * 1_000) for n in range(1, 31)]},
            "entry_too_large",
        ),
    ],
)
def test_what_cannot_be_written_down_is_not_announced(changes: dict[str, Any], about: str) -> None:
    """More players, places or rows than an entry holds are refused before anybody pays.

    Red before: it was announced and sold, and then neither started, closed nor cancelled (UsageError at the door).
    """
    world = Floor()
    world.announces("alvo", starts=START + 100)
    assert refusal(world, announcing(**changes), MANAGER) == ("House: tournament", about)


def test_the_largest_there_may_be_is_announced() -> None:
    """As many players and places as fit are lawful."""
    world = Floor()
    world.announces(
        "outra", players_max=bounds.ENTRIES_MAX, payouts=[Payout(entries_from=1, shares_bp=[10] * bounds.PLACES_MAX)]
    )
    assert world("tournament:outra").phase == "announced"


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"addon": Addon(chips=AMOUNT_MAX, commission=0, prize=100)}, "R810 r.5"),
        ({"rebuy": Rebuy(chips=CHIPS_MAX + 1, commission=0, most=None, prize=100, stack_below=1)}, "R810 r.5"),
        ({"addon": Addon(chips=1, commission=0, prize=AMOUNT_MAX)}, "R810 r.4"),
        ({"rebuy": Rebuy(chips=1, commission=0, most=None, prize=FEE_MAX + 1, stack_below=1)}, "R810 r.4"),
        ({"guarantee": AMOUNT_MAX}, "R810 r.4"),
        ({"payouts": [], "tickets": TicketPrizes(count=2, target="alvo", value=FEE_MAX + 1)}, "R810 r.4"),
    ],
)
def test_amounts_that_would_not_add_up_are_not_announced(changes: dict[str, Any], rule: str) -> None:
    """R810 r.4-5: what is bought beside the entry is within what the entry itself may be.

    Red before: an add-on of 2**53 - 1 chips was lawful, and the next hand could not begin (ValidationError).
    """
    world = Floor()
    world.announces("alvo", starts=START + 100)
    outcome = world.ask(announcing(open_until=1, **changes), MANAGER)
    assert isinstance(outcome, Refused)
    assert outcome.finding.rule == rule
    assert "fee of" not in outcome.message


def test_an_entry_too_many_is_not_sold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no greatest number is announced, entries end with what can be written down; reentries too."""
    monkeypatch.setattr(bounds, "ENTRIES_MAX", 3)
    world = Cup(open_until=2, reentry=Reentry(most=None))
    world.enters("p-1", "p-2", "p-3")
    world.arrives("p-4")
    entry = c.RegisterEntry(player="p-4", session="s-p-4", ticket=None, tournament=CUP)
    full = ("House: tournament", "tournament_entries_above_largest")
    assert refusal(world, entry, player("p-4")) == full
    assert world.net("p-4") == 0
    world.starts()
    world.all_in("mesa-1", ["p-1"], "p-2")
    world.does(entry, player("p-4"))  # p-2 is out: a place in the list is free
    assert refusal(world, c.Reenter(player="p-2", session="s-p-2", tournament=CUP), player("p-2")) == full


def test_a_satellite_sells_no_more_than_it_could_give_tickets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the pool says how many tickets there are, there are no more entries than places that can be written down."""
    world = Floor()
    world.announces("alvo", starts=START + 100)
    monkeypatch.setattr(bounds, "PLACES_MAX", 2)
    world.announces(
        CUP,
        fee=structure().fee.model_copy(update={"prize": 500, "commission": 50}),  # type: ignore[union-attr]  # it has a fee
        payouts=[],
        tickets=TicketPrizes(count=None, target="alvo", value=1100),
    )
    world.enters("p-1", "p-2")
    world.arrives("p-3")
    entry = c.RegisterEntry(player="p-3", session="s-p-3", ticket=None, tournament=CUP)
    assert refusal(world, entry, player("p-3")) == ("House: tournament", "tournament_entries_above_largest")


def test_the_full_tournament_starts_and_can_be_cancelled() -> None:
    """As many entries as are sold are seated, whatever tables with ordinary names they sit at, and paid back."""
    world = sold(bounds.ENTRIES_MAX)
    assert refusal(world, start(60, 200)) == ("House: tournament", "entry_too_large")
    world.does(start(24, 200), occurred=START)
    cancelled = world.ask(c.CancelTournament(cause="technical", note=NOTE, tournament=CUP), OFFICER)
    assert isinstance(cancelled, Decision)
    assert world.state.phase == "cancelled"
    assert len(world.state.refunded) == bounds.ENTRIES_MAX


def test_more_than_fits_that_was_sold_before_is_refused_by_name_and_given_back() -> None:
    """3,000 entries on record: no start, which is said by name; no fee more is taken, and the cancellation gives all back.

    Red before: start and cancellation both raised at the door, and the money of 3,000 players lay there.
    """
    world = sold(3_000)
    assert refusal(world, start(5, 500)) == ("House: tournament", "entry_too_large")
    world.arrives("p-3001")
    entry = c.RegisterEntry(player="p-3001", session="s-p-3001", ticket=None, tournament=CUP)
    assert refusal(world, entry, player("p-3001"))[1] == "tournament_entries_above_largest"
    world.does(c.CancelTournament(cause="technical", note="too many", tournament=CUP), OFFICER)
    assert (world.state.phase, world.state.stacks, len(world.state.refunded)) == ("cancelled", (), 3_000)


def test_prizes_that_do_not_fit_are_refused_by_name_and_the_tournament_can_be_cancelled() -> None:
    """1,600 tickets promised on record: the sale does not close, which is said by name, and a cancellation ends it.

    Red before: closing the sale raised at the door.
    """
    world = _promising(1_600)
    assert refusal(world, c.CloseRegistration(tournament=CUP)) == ("House: tournament", "entry_too_large")
    world.does(c.CancelTournament(cause="technical", note="too many", tournament=CUP), OFFICER)
    assert world.state.phase == "cancelled"


def _promising(count: int) -> Cup:
    """A freeroll in play with so many entries and tickets, on record from before anybody counted; nobody is at a table."""
    world = sold(count)
    tickets = TicketPrizes(count=count, target="alvo", value=1100)
    promised = world.state.structure.model_copy(update={"fee": None, "payouts": [], "tickets": tickets})
    entries = tuple(entry._replace(status="playing", funding="free") for entry in world.state.entries)
    world.states[tournament_stream(CUP)] = world.state._replace(
        structure=promised, entries=entries, phase="playing", level=1
    )
    return world
