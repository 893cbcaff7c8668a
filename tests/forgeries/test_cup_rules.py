"""E1: what an event key seals of a tournament against its own rules, or with seats that its seed does not draw, is named by the night."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest

from tests.forgeries.cup import STREAM, begun, named
from tests.worlds.floor import PLATFORM, Floor
from tests.worlds.tournament import CUP, SEED, START, structure
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.entry import By, EventBase
from tombo.ledger.core.money import Money
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament import events as t
from tombo.ledger.games.tournament.draw import Draw
from tombo.ledger.games.tournament.running import spread
from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.house.account.events import Debited
from tombo.ledger.house.table.events import BlindsSet, ChipsAdded, PlayerLeft, PlayerPlaced, TableClosed
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import inscribe
from tombo.ledger.terms.tournament import Addon, Fee, Rebuy

Event = tuple[str, EventBase]
MINUTE: Final = 60 * SECOND
REBUYS: Final[dict[str, Any]] = {
    "addon": Addon(chips=5_000, commission=0, prize=500),
    "open_until": 2,
    "rebuy": Rebuy(chips=5_000, commission=0, most=1, prize=1_000, stack_below=20_000),
}


def state(ledger: Ledger) -> Tournament:
    """The tournament, as the door knows it."""
    found: Tournament = ledger.view()(STREAM)
    return found


def version(ledger: Ledger) -> int:
    """The version of its newest entry."""
    return ledger.view().version(STREAM)


def paid(ledger: Ledger, player: str, cents: int, event: EventBase) -> list[Event]:
    """``event`` of the tournament, and what ``player`` pays for it."""
    debit = Debited(amount=Money(cents), cause=STREAM, cause_version=version(ledger) + 1, wallet="cash")
    return [(STREAM, event), (f"account:{player}", debit)]


def against(word: str, rule: str) -> str:
    """How the night begins to say that an entry is against a rule."""
    return f"tournament.{word}.v1 in {STREAM}, against {rule}: "


def tells(ledger: Ledger, start: str) -> None:
    """The night says one thing at least, and one of them begins so."""
    found = named(ledger)
    assert [one for one in found if one.startswith(start)], found


@contextmanager
def at_one_table(folder: Path, **changes: Any) -> Iterator[Ledger]:
    """Five sit at one table; ``changes`` of the structure."""
    with begun(folder, 5, **changes) as made:
        yield made


def test_e1_a_commission_beyond_the_band_is_named(tmp_path: Path) -> None:
    """Red before: 30 % of the prizes went to the operator, and all was green (R810 r.18)."""
    with at_one_table(tmp_path) as ledger:
        fee = Fee(bounty=0, commission=300, prize=1_000)
        inscribe(ledger, "thief", [("tournament:other", t.Announced(reference="x", structure=structure(fee=fee)))])
        tells(ledger, "tournament.announced.v1 in tournament:other, against R810 r.18: ")


Forged = Callable[[Ledger], Sequence[Event]]


def chips(ledger: Ledger, number: int, count: int) -> Event:
    """The table says that an entry has bought chips."""
    one = state(ledger).entries[number - 1]
    return f"table:{one.table}", ChipsAdded(chips=count, seat=one.seat or 0)


def rebought(ledger: Ledger) -> list[Event]:
    """The first entry buys chips again, and pays for them."""
    return [*paid(ledger, "p-0", 1_000, t.Rebought(entry=1)), chips(ledger, 1, 5_000)]


def level_two(ledger: Ledger) -> list[Event]:
    """The second level begins now, at a table with its blinds."""
    return [
        (STREAM, t.LevelStarted(level=2, until=None)),
        *((f"table:{table}", BlindsSet(big_blind=200, small_blind=100)) for table in state(ledger).tables),
    ]


def closed_with(*others: EventBase) -> Forged:
    """The sale ends, and ``others`` follow in its commit."""
    return lambda _: [(STREAM, event) for event in (t.RegistrationClosed(), *others)]


def prizes(pool: int) -> t.PrizesFixed:
    """The prizes that a pool makes."""
    amounts = (pool // 2, pool * 3 // 10, pool // 5)
    return t.PrizesFixed(
        pool=pool, prizes=[t.Prize(amount=one, place=place, ticket=False) for place, one in enumerate(amounts, start=1)]
    )


OVERLAY: Final = "R810 r.7m: 5000 cents were added to the pool; the guarantee lacked "


@pytest.mark.parametrize(
    ("changes", "bought", "forged", "start"),
    [
        (REBUYS, 1, rebought, against("rebought", "R810 r.7k")),
        ({}, 0, closed_with(), f"tournament.registration_closed.v1 in {STREAM}: no prizes are fixed in its commit"),
        ({}, 0, closed_with(prizes(4_000)), "R810 r.10: the pool was fixed at 4000 cents"),
        ({}, 0, closed_with(t.OverlayAdded(amount=Money(5_000)), prizes(10_000)), OVERLAY),
        ({"guarantee": 6_000}, 0, closed_with(t.OverlayAdded(amount=Money(5_000)), prizes(10_000)), OVERLAY),
        ({"guarantee": 6_000}, 0, closed_with(prizes(5_000)), "R810 r.7m: 0 cents were added to the pool"),
        (
            {},
            0,
            lambda _: [(STREAM, prizes(5_000))],
            f"tournament.prizes_fixed.v1 in {STREAM}: nothing in its commit",
        ),
    ],
    ids=[
        "a rebuy too many",
        "a sale that ends without prizes",
        "a smaller pool",
        "an overlay without guarantee",
        "an overlay beyond the guarantee",
        "no overlay though the guarantee lacks it",
        "prizes fixed while it sells",
    ],
)
def test_e1_what_the_rules_do_not_allow_is_named(
    tmp_path: Path, changes: dict[str, Any], bought: int, forged: Forged, start: str
) -> None:
    """Red before: whoever had the event key sold, added and fixed what he liked, and all was green."""
    with at_one_table(tmp_path, **changes) as ledger:
        for _ in range(bought):
            floor = Floor(ledger.handle, "f")
            floor.do(c.TakeRebuy(player="p-0", tournament=CUP), By(actor="player", id="p-0"))
        inscribe(ledger, "thief", list(forged(ledger)))
        tells(ledger, start)


def test_e1_a_level_before_its_time_is_named(tmp_path: Path) -> None:
    """Red before: the blinds rose when somebody wanted it (R810 r.45)."""
    with at_one_table(tmp_path) as ledger:
        Floor(ledger.handle, "f").do(c.CloseRegistration(tournament=CUP), PLATFORM, occurred=START + SECOND)
        inscribe(ledger, "thief", level_two(ledger))
        tells(ledger, against("level_started", "R810 r.45"))


def test_e1_a_level_that_lasts_longer_is_named(tmp_path: Path) -> None:
    """Red before: all was green (R810 r.45)."""
    with at_one_table(tmp_path) as ledger:
        inscribe(
            ledger, "thief", [(STREAM, t.LevelPaused(left=1)), (STREAM, t.LevelResumed(until=START + 99 * MINUTE))]
        )
        told = "what was announced makes another time"
        starts = [against(f"level_{word}", "R810 r.45") + told for word in ("paused", "resumed")]
        assert [one for one in named(ledger) if told in one] == starts


OTHER: Final = "00" * 32
"""Another seed."""


@pytest.mark.parametrize("seated", ["as drawn", "elsewhere"])
def test_e1_seats_that_the_seed_does_not_draw_are_named(tmp_path: Path, seated: str) -> None:
    """Red before: a late entry was given the seat that somebody had chosen for it (R810 r.39, r.48)."""
    with begun(tmp_path, 4, **REBUYS) as ledger:
        before = state(ledger)
        late = t.Registered(entry=5, funding="cash", player="p-9", session="s-9", ticket=None)
        inscribe(ledger, "late", paid(ledger, "p-0", 1_100, late))
        held = [one.seat or 0 for one in before.active]
        (due,) = spread(Draw(SEED), [state(ledger).entries[4]], {"m1": held}, 6)
        other = next(seat for seat in range(1, 7) if seat not in {*held, due.seat})
        seat = due.seat if seated == "as drawn" else other
        placed = PlayerPlaced(player="p-9", seat=seat, session="s-9", sitting_out=False, stack=10_000)
        seats = [due.model_copy(update={"seat": seat})]
        inscribe(ledger, "drawn", [(STREAM, t.SeatsDrawn(seats=seats, seed=SEED)), ("table:m1", placed)])
        told = against("seats_drawn", "R810 r.48") + "the recorded seed draws other seats"
        assert [one for one in named(ledger) if "seats_drawn" in one] == ([] if seated == "as drawn" else [told])


@pytest.mark.parametrize("seed", [SEED, OTHER])
def test_e1_moves_that_the_seed_does_not_draw_are_named(tmp_path: Path, seed: str) -> None:
    """Red before: a table was broken and its players sat where somebody wanted them (R810 r.47-48)."""
    with begun(tmp_path, 4, ("m1", "m2")) as ledger:
        floor = Floor(ledger.handle, "f")
        floor.do(c.CloseRegistration(tournament=CUP), PLATFORM, occurred=START + SECOND)
        before = state(ledger)
        held = {one.seat for one in before.active if one.table == "m1"}
        free = [seat for seat in range(1, 7) if seat not in held]
        planted: list[Event] = []
        for one in (each for each in before.active if each.table == "m2"):
            seat = free.pop(0)
            taken: dict[str, Any] = {"player": one.player, "session": one.session, "sitting_out": False}
            planted += [
                (STREAM, t.PlayerMoved(entry=one.entry, seat=seat, seed=seed, table="m1")),
                ("table:m2", PlayerLeft(player=one.player, seat=one.seat or 0, stack=10_000)),
                ("table:m1", PlayerPlaced(**taken, seat=seat, stack=10_000)),
            ]
        planted += [(STREAM, t.TableBroken(table="m2")), ("table:m2", TableClosed())]
        inscribe(ledger, "thief", planted)
        told = against("player_moved", "R810 r.48") + "the recorded seed draws other seats"
        assert named(ledger) == [told]
