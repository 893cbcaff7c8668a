"""A tournament of 1,000 players and about 10,000 hands through the live door on SQLite, a command of every table in one commit.

Beside it its memory at a tenth of the size; and then its prize table: from the state that was followed all the while, from nothing
by folding the tournament's stream alone, and from nothing by replaying every entry there is.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from bench.common import Line, demo_keys, report, scaled, scratch
from bench.play import recorded
from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import type_of
from tombo.ledger.core.money import Money
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament.prizes import Award, awards, places
from tombo.ledger.games.tournament.state import Tournament, tournament_stream
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.ledger.terms.poker import Terms
from tombo.ledger.terms.tournament import Level, Payout, Structure
from tombo.simulator.ask import MANAGER, Ask, Play, Scene, Told, player
from tombo.simulator.chance import chance
from tombo.simulator.crew import enrol, key_of, signed
from tombo.simulator.poker import Odds, hand
from tombo.simulator.rules import by_game
from tombo.simulator.run import BEGINS, HOUR
from tombo.simulator.tournament_play import Cup, deals_out, is_over, keeps_time
from tombo.simulator.tournaments import LEVELS, structures

PLAYERS: Final = scaled(1_000)
NAME: Final = "grande"
ORIGIN: Final = "bench.example/ledger"
SEATS: Final = 9
BATCH: Final = 64
ODDS: Final[Odds] = (("fold", 40), ("passive", 24), ("raise", 3), ("all_in", 1))
LEVEL_SECONDS: Final = 1_500
STACK: Final = 3_500
TIMES: Final = 100
"""How often the prize table is computed from the state at hand, which is too fast to be timed once."""
PAID: Final = 10
"""One place in so many is paid."""


class Recorded(NamedTuple):
    """What recording a tournament came to."""

    commands: int
    seconds: float
    hands: int


class Floor:
    """A door, its clock, and the commands that go through it, a batch at a time."""

    def __init__(self, ledger: Ledger, clock: SteppingClock) -> None:
        self.ledger = ledger
        self.clock = clock
        self.instant = BEGINS
        self.commands = 0
        self.scene = Scene(
            table=NAME,
            ruleset="",
            chance=chance(1, NAME),
            view=lambda stream: ledger.known.get(stream).state,
            version=lambda stream: ledger.known.get(stream).version,
            now=lambda: self.instant,
            rests=self.rests,
            until=BEGINS + 1_000 * HOUR,
            pace=0,
            malice=0,
            trouble=0,
        )

    def rests(self, wait: int) -> None:
        """Time goes by."""
        self.instant += wait

    def ask(self, asks: Sequence[Ask]) -> list[Told]:
        """All of these in one commit."""
        self.instant += SECOND
        self.clock.instant = self.instant
        envelopes = []
        for ask in asks:
            self.commands += 1
            envelopes.append(Envelope(ask.command, ask.by, f"bench/{self.commands}", self.instant))
        outcomes = self.ledger.handle_many([signed(envelope, ORIGIN) for envelope in envelopes])
        return [
            outcome if ask.expects is not None and isinstance(outcome, Refused) else recorded(outcome)
            for ask, outcome in zip(asks, outcomes, strict=True)
        ]

    def all_of(self, plays: Iterable[Play]) -> None:
        """Plays side by side, the next command of each of them in one commit."""
        under_way = [(play, ask) for play in plays if (ask := next(play, None)) is not None]
        while under_way:
            following: list[tuple[Play, Ask]] = []
            for start in range(0, len(under_way), BATCH):
                batch = under_way[start : start + BATCH]
                told = self.ask([ask for _, ask in batch])
                for (play, _), outcome in zip(batch, told, strict=True):
                    if (ask := _next(play, outcome)) is not None:
                        following.append((play, ask))
            under_way = following


def _next(play: Play, outcome: Told) -> Ask | None:
    try:
        return play.send(outcome)
    except StopIteration:
        return None


def structure(players: int) -> Structure:
    """Long levels, deep stacks, one in ten paid."""
    _, plain = structures([ruleset.terms for ruleset in by_game()["holdem"] if isinstance(ruleset.terms, Terms)])[0]
    places_paid = max(players // PAID, 1)
    shares = [10_000 // places_paid] * places_paid
    shares[0] += 10_000 - sum(shares)
    changes = {
        "levels": [
            Level(big_blind=100 << number, seconds=LEVEL_SECONDS, small_blind=50 << number)
            for number in range(2 * LEVELS)
        ],
        "payouts": [Payout(entries_from=1, shares_bp=shares)],
        "players_max": None,
        "starting_stack": STACK,
        "starts": BEGINS,
        "tables": "several",
        "terms": plain.terms.model_copy(update={"seats": SEATS}),
    }
    return plain.model_copy(update=changes)


def _enters(name: str, fee: int) -> Play:
    session = f"{name}/1"
    yield Ask(OpenAccount(player=name))
    yield Ask(Deposit(amount=Money(fee), player=name, reference="bank transfer"))
    yield Ask(StartSession(player=name, regulation="R806", session=session), player(name))
    yield Ask(c.RegisterEntry(player=name, session=session, tournament=NAME), player(name))


def _opens(rules: Structure) -> Play:
    yield Ask(GrantRole(role="officer", staff="s-2"), MANAGER)
    yield Ask(enrol(ORIGIN, "s-2"), MANAGER)
    yield Ask(c.AnnounceTournament(reference="example", structure=rules, tournament=NAME), MANAGER)


def _starts(cup: Cup, players: int) -> Play:
    tables = cup.fresh(-(-players // SEATS))
    yield Ask(c.StartTournament(absent=[], seed=cup.seed(), tables=tables, tournament=NAME))


def _between(cup: Cup, dealt: list[str]) -> Play:
    """What comes before a hand of every table; into ``dealt`` the tables that deal one."""
    yield from keeps_time(cup)
    dealt += yield from deals_out(cup)
    if not dealt and is_over(cup):
        yield Ask(c.FinishTournament(tournament=NAME))


def record(folder: Path, players: int) -> Recorded:
    """The tournament, from its announcement to its last prize, on a new ledger in ``folder``."""
    url, keyring = f"sqlite:///{folder / 'ledger.db'}", demo_keys(folder / "keys")
    clock = SteppingClock(BEGINS, step=0)
    ledger = create_ledger(
        url, keyring, origin=ORIGIN, manager=MANAGER.id, manager_key=key_of(ORIGIN, MANAGER.id), clock=clock
    )
    rules = structure(players)
    with ledger.store:
        floor = Floor(ledger, clock)
        cup = Cup(floor.scene, NAME)
        begun = time.perf_counter()
        floor.all_of([_opens(rules)])
        floor.all_of(_enters(f"p-{number}", rules.fee_total) for number in range(1, players + 1))
        floor.all_of([_starts(cup, players)])
        hands = 0
        while cup.state.phase == "playing":
            dealt: list[str] = []
            floor.all_of([_between(cup, dealt)])
            floor.all_of(hand(floor.scene._replace(table=table), ODDS) for table in dealt)
            hands += len(dealt)
        return Recorded(floor.commands, time.perf_counter() - begun, hands)


def prize_table(state: Tournament) -> list[Award]:
    """Who won what, from the state of a tournament."""
    return awards(state.structure, state.prizes or (), places(state))


def replayed(found: Iterable[Entry]) -> tuple[int, dict[str, Any]]:
    """How many entries there were, and every stream of theirs as they tell it."""
    states: dict[str, Any] = {}
    count = 0
    for entry in found:
        count += 1
        states[entry.stream] = EVOLVE[type_of(entry.stream)](states.get(entry.stream), entry.event)
    return count, states


def timed(act: Callable[[], Any]) -> tuple[float, Any]:
    """How many seconds it took, and what came of it."""
    begun = time.perf_counter()
    found = act()
    return time.perf_counter() - begun, found


def child(players: int, folder: Path) -> tuple[Recorded, float]:
    """A tournament recorded in a new process, and its peak of memory in MiB."""
    arguments = [sys.executable, "-m", "bench.tournament", str(players), str(folder)]
    done = subprocess.run(arguments, check=True, stdout=subprocess.PIPE, text=True)
    commands, seconds, hands, peak = done.stdout.split()
    return Recorded(int(commands), float(seconds), int(hands)), int(peak) / 1024


def tell(folder: Path, found: Recorded, peaks: Sequence[float]) -> None:
    """The figures of the tournament in ``folder``."""
    ledger = open_ledger(f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys"))
    with ledger.store as store:
        to_entry, size = CanonicalMapper(store.origin).to_entry, store.head().size
        stream = tournament_stream(NAME)
        followed: Tournament = ledger.known.get(stream).state
        at_once, tables = timed(lambda: [prize_table(followed) for _ in range(TIMES)])
        table = tables[0]
        own, (of_stream, alone) = timed(lambda: replayed(map(to_entry, store.stream_rows(stream))))
        whole, (of_all, again) = timed(lambda: replayed(map(to_entry, store.rows())))
    if not table or table != prize_table(alone[stream]) or table != prize_table(again[stream]) or of_all != size:
        raise SystemExit("the prize table is not the same from the state, the stream and the log")
    kept = f"{len(again):,} streams; of hands that are over the newest 1,000 are kept"
    lines = [
        Line(f"{found.hands:,} hands, {size:,} entries", found.commands / found.seconds, "commands/s"),
        Line("the same", size / found.seconds, "entries/s"),
        Line(f"memory while recording, {PLAYERS // 10:,} players", peaks[0], "MiB"),
        Line(f"memory while recording, {PLAYERS:,} players", peaks[1], "MiB", peaks[0], note=kept),
        Line(f"prize table of {len(table)} places, from the followed state", at_once / TIMES * 1e6, "us"),
        Line(f"from nothing, {of_stream:,} entries of its stream", own * 1e3, "ms"),
        Line("the same", of_stream / own, "entries/s"),
        Line(f"from nothing, all {of_all:,} entries replayed", whole * 1e3, "ms"),
        Line("the same, which is replay speed", of_all / whole, "entries/s"),
    ]
    report(f"A tournament of {PLAYERS:,} players, SQLite", lines, runs=1)


def main() -> None:
    """Measure and print; as a child, record one and print what it came to, with the peak of memory in KiB."""
    if len(sys.argv) == 3:
        found = record(Path(sys.argv[2]), int(sys.argv[1]))
        print(*found, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
        return
    with scratch() as small, scratch() as large:
        _, first = child(max(PLAYERS // 10, SEATS), small)
        found, second = child(PLAYERS, large)
        tell(large, found, (first, second))


if __name__ == "__main__":
    main()
