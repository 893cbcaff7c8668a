"""Random tournaments over a world in memory: a random structure, whatever may happen next in it, and now and then nonsense."""

from __future__ import annotations

import random
from typing import Any, Final

from tests.worlds.house import player
from tests.worlds.tournament import CUP, START, Cup, structure
from tests.worlds.world import OFFICER, PLATFORM
from tombo.ledger.core.command import Decision
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Reading
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament.r810 import (
    hand_is_of_a_level,
    tables_are_even,
    tables_play_hand_by_hand,
    time_allows_a_hand,
)
from tombo.ledger.games.tournament.timed import plays_on
from tombo.ledger.house.table.commands import DrawButton
from tombo.ledger.house.table.state import Table, eligible, table_stream
from tombo.ledger.terms.tournament import Addon, Fee, Payout, Rebuy, Reentry, TicketPrizes, TournamentReadings

TARGET: Final = "alvo"
SEATS: Final = 6
PAYOUTS: Final = ([10_000], [6_000, 4_000], [5_001, 3_000, 1_999], [3_334, 3_333, 3_333], [4_000, 3_000, 2_000, 1_000])


def random_structure(chance: random.Random) -> dict[str, Any]:
    """What differs from the lawful structure of ``tests.worlds.tournament``."""
    prize, bounty = chance.randint(97, 2_000), chance.choice([0, 0, chance.randint(1, 500)])
    whole = prize + bounty
    commission = -(-whole * chance.choice([3, 10, 24]) // 100)  # rounded up: 0.02 of 1.01 is less than the 2 % of r.18
    fee = Fee(bounty=bounty, commission=commission, prize=prize)
    late = chance.random() < 0.7
    changes: dict[str, Any] = {
        "credit": chance.choice(["when_determined", "at_end"]),
        "fee": fee,
        "guarantee": chance.choice([None, chance.randint(1, 20_000)]),
        "hand_by_hand_at": chance.choice([None, 4, 8]),
        "open_until": chance.randint(1, 2) if late else 0,
        "payouts": [Payout(entries_from=1, shares_bp=chance.choice(PAYOUTS))],
        "readings": TournamentReadings(
            paid_prizes=chance.choice(list(Reading)),
            ticket_refunds=chance.choice(["cash", "cash_unless_freeroll", "ticket"]),
        ),
        "timed_seconds": chance.choice([None, None, 600]),
    }
    if late:
        below = chance.choice([0, 5_000, 20_000])
        changes |= {
            "addon": chance.choice([None, Addon(chips=7_001, commission=0, prize=333)]),
            "rebuy": chance.choice(
                [None, Rebuy(chips=5_003, commission=7, most=chance.choice([None, 2]), prize=101, stack_below=below)]
            ),
            "reentry": chance.choice([None, Reentry(most=chance.choice([None, 1]))]),
        }
    if chance.random() < 0.3:
        count = chance.choice([None, 1, 3])
        changes |= {"payouts": [], "tickets": TicketPrizes(count=count, target=TARGET, value=5_000)}
        ways = {
            "left_over": "by_value" if count else "next_place",
            "tied_tickets": chance.choice(["by_entry", "divided"]),
        }
        changes["readings"] = changes["readings"].model_copy(update=ways)
        if chance.random() < 0.3:
            tickets = TicketPrizes(count=count or 2, target=TARGET, value=5_000)
            sold = dict.fromkeys(("addon", "guarantee", "rebuy", "reentry"))
            changes |= {"fee": None, "tickets": tickets, **sold}
    return changes


class Play(Cup):
    """A tournament that goes its random way. ``step`` does something lawful, ``nonsense`` asks for anything."""

    def __init__(self, chance: random.Random) -> None:
        super(Cup, self).__init__()
        self.chance = chance
        self.announces(TARGET, fee=Fee(bounty=0, commission=250, prize=4_750))
        self.announces(CUP, **random_structure(chance))
        self.names = [f"p-{number}" for number in range(1, chance.randint(3, 13))]
        self.opened = 0

    def at(self, name: str) -> Table:
        """A table by its name."""
        found = self(table_stream(name))
        assert isinstance(found, Table)
        return found

    def asks(self, kind: type[Any], name: str | None = None, **fields: Any) -> bool:
        """Whether the request, by the platform or by ``name``, is accepted."""
        if name is not None:
            fields["player"] = name
            if "session" in kind.model_fields:
                fields["session"] = f"s-{name}"
        by: By = PLATFORM if name is None else player(name)
        return isinstance(self.ask(kind(tournament=CUP, **fields), by), Decision)

    def cancels(self, command: c.CancelTournament) -> bool:
        """An officer cancels it, unless it has ended: then it can be finished (R810 r.52)."""
        outcome = self.ask(command, OFFICER)
        if isinstance(outcome, Decision):
            return True
        assert outcome.finding.rule == "R810 r.52"
        assert self.asks(c.FinishTournament)
        return False

    def seed(self) -> str:
        """32 bytes of a draw."""
        return self.chance.randbytes(32).hex()

    def begin(self) -> None:
        """Entries, some of them taken back, and the start."""
        for name in self.names:
            self.arrives(name)
            self.asks(c.RegisterEntry, name)
            if self.chance.random() < 0.1:
                self.asks(c.CancelEntry, name)
        if self.chance.random() < 0.1:
            return
        count = max(1, -(-len(self.state.active) // SEATS), self.chance.randint(0, len(self.state.active) // 2))
        absent = [entry.entry for entry in self.state.active if self.chance.random() < 0.1]
        begin = c.StartTournament(absent=absent, seed=self.seed(), tables=self.fresh(count), tournament=CUP)
        self.ask(begin, PLATFORM, START)

    def fresh(self, count: int) -> list[str]:
        """Names for so many new tables."""
        self.opened += count
        return [f"mesa-{number}" for number in range(self.opened - count + 1, self.opened + 1)]

    def step(self) -> None:
        """Something that may happen now."""
        self.keep_tables()
        self.buy()
        state = self.state
        waiting = [entry for entry in state.active if entry.status == "registered"]
        if waiting:
            room = sum(SEATS - len(self.at(name).seats) for name in state.tables)
            self.asks(c.SeatLateEntries, seed=self.seed(), tables=[] if room >= len(waiting) else self.fresh(1))
        if self.chance.random() < 0.1 and (state.closed or state.level < state.structure.open_until):
            self.asks(c.StartLevel)
        if self.chance.random() < 0.15:
            self.asks(c.CloseRegistration)
        if self.chance.random() < 0.1 and state.structure.timed_seconds:
            self.asks(c.CallTime)
        self.play()
        self.asks(c.FinishTournament)

    def keep_tables(self) -> None:
        """Tables with one player are dissolved, the others evened out; a button is drawn where there is none."""
        for name in self.state.tables:
            if len(self.state.tables) > 1 and len(self.at(name).seats) < 2:
                self.asks(c.MovePlayers, broken=name, seed=self.seed())
        self.asks(c.MovePlayers, seed=self.seed())
        for name in self.state.tables:
            able = [taken.seat for taken in eligible(self.at(name))]
            if self.at(name).button is None and len(able) > 1:
                self.does(DrawButton(seat=self.chance.choice(able), table=name))

    def buy(self) -> None:
        """Players buy chips, enter late or again, or decline to."""
        for name in self.names:
            if self.chance.random() < 0.4:
                self.asks(self.chance.choice([c.TakeRebuy, c.TakeRebuy, c.AddOn, c.Reenter, c.DeclineRebuy]), name)
        if self.chance.random() < 0.1:
            self.names.append(f"p-{len(self.names) + 1}")
            self.arrives(self.names[-1])
            self.asks(c.RegisterEntry, self.names[-1])

    def play(self) -> None:
        """A hand at a table, at which some put in all they have; hand by hand one at every table."""
        state = self.state
        if state.phase != "playing" or state.paused:
            return
        if state.hand_by_hand:
            self.asks(c.StartSynchronizedHand)
        for name in state.tables:
            if state.hand_by_hand or self.chance.random() < 0.3:
                self.hand_at(name)

    def hand_at(self, name: str) -> None:
        """A hand at the table ``name``, if it has the players."""
        state, number = self.state, self.at(name).number + 1
        able = [taken.player for taken in eligible(self.at(name))]
        asked = (
            hand_is_of_a_level(state),
            None if state.hand_by_hand else tables_are_even(state, name),
            tables_play_hand_by_hand(state, name, number),
            time_allows_a_hand(state, name, number - 1, plays_on=plays_on(state, self.at(name), self)),
        )
        if len(able) < 2 or any(asked):
            return
        fighting = self.chance.sample(able, min(len(able), self.chance.choice([2, 2, 3, 4])))
        best = 2 if self.chance.random() < 0.2 and len(fighting) > 2 else 1
        self.all_in(name, fighting[:best], *fighting[best:])

    def nonsense(self) -> None:
        """Some request, lawful or not; none that ends the tournament."""
        kinds = [kind for kind in c.TournamentCommand.__args__ if kind not in ENDINGS]
        kind = self.chance.choice(kinds)
        some = {
            "absent": [],
            "broken": self.chance.choice([None, "mesa-1", "mesa-99"]),
            "player": self.chance.choice([*self.names, "p-99"]),
            "reference": "SRIJ/1",
            "seed": self.seed(),
            "session": f"s-{self.chance.choice(self.names)}",
            "structure": structure(),
            "tables": self.chance.choice([["mesa-1"], ["mesa-98", "mesa-98"]]),
            "ticket": self.chance.choice([None, "taca/1"]),
            "tournament": self.chance.choice([CUP, CUP, "nenhuma"]),
        }
        if kind is c.ConvertTicket:
            some["ticket"] = "taca/1"
        if kind is c.AnnounceTournament:
            some["tournament"] = CUP
        command = kind(**{key: value for key, value in some.items() if key in kind.model_fields})
        self.ask(command, self.chance.choice([PLATFORM, player(self.chance.choice(self.names))]))


ENDINGS: Final = {c.CancelTournament, c.FinishTournament, c.PauseLevel}
