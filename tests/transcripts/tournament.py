"""Transcripts of tournaments: what a tournament director says, over a world in memory. Amounts are cents, stacks are chips.

``announce`` states what differs from the structure of ``tests.worlds.tournament``; hands are told by who puts in all he has and
who has the best cards (``p-1 beats p-2``), and ``stacks`` says what lies where after hands that are not told.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any, Final

from tests.transcripts.language import Words
from tests.transcripts.played import Played, found_in
from tests.transcripts.tournament_structure import changes_of
from tests.worlds.house import MANAGER, player
from tests.worlds.tournament import SEED, Floor, chips_bought, chips_in_play, structure
from tests.worlds.world import PLATFORM
from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Finding, Refused
from tombo.ledger.core.ids import hand_stream
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.games.tournament import commands as c
from tombo.ledger.games.tournament.state import Tournament
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.account.events import TicketGranted
from tombo.ledger.house.incident.commands import OpenIncident
from tombo.ledger.house.session.commands import EndSession, StartSession, WarnInactivity
from tombo.ledger.house.table.commands import LeaveTable, ReturnToSeat, SeatPlayer, TopUp
from tombo.ledger.house.table.events import SeatNet, TableHandEnded, TableHandStarted
from tombo.ledger.house.table.state import Table, next_button

WORDS: Final = Words()
CHECKS: Final = Words()
"""What can be asked after ``->``; ``tournament_checks`` fills it."""
says = WORDS.says
NAMES: Final = r"(p-\d+(?: to p-\d+)?(?:, p-\d+)*)"


class TournamentTranscript(Played):
    """The state of a transcript of tournaments being played."""

    words = WORDS
    checks = CHECKS
    world: Floor

    def __init__(self, text: str) -> None:
        super().__init__(text, Floor())

    def hold(self) -> None:
        """Whatever the transcript is about: replay gives the same tournaments, and no chip comes or goes."""
        for stream in self.world.streams("tournament"):
            name = stream.partition(":")[2]
            state: Tournament = self.world(stream)
            assert self.world.replayed(stream) == state
            if state.phase == "playing":
                assert chips_in_play(self.world, name) == chips_bought(state), name

    def of(self, kind: type[Any], **fields: Any) -> Decision | Refused:
        """The platform asks ``kind`` of the tournament."""
        return self.ask(kind(tournament=self.world.current, **fields))

    def by(self, name: str, kind: type[Any], **fields: Any) -> Decision | Refused:
        """``name`` asks ``kind`` of the tournament."""
        return self.ask(kind(player=name, tournament=self.world.current, **fields), player(name))

    def table_of(self, name: str) -> tuple[str, int]:
        """Where ``name`` sits."""
        entry = self.world.entry(name)
        return str(entry.table), entry.seat or 0


def named(text: str) -> list[str]:
    """``p-1 to p-3, p-7`` as a list."""
    found: list[str] = []
    for part in text.split(", "):
        first, _, last = part.partition(" to ")
        numbers = range(int(first[2:]), int((last or first)[2:]) + 1)
        found += [f"p-{number}" for number in numbers]
    return found


def each(outcomes: Iterable[Any]) -> list[Finding]:
    """The findings of several requests."""
    return list(chain.from_iterable(map(found_in, outcomes)))


@says(r"announce ([\w-]+)((?: [a-z_]+=\S+)*)")
def announces(t: TournamentTranscript, name: str, changes: str) -> Decision | Refused:
    """A manager announces a tournament, of which the next lines speak."""
    told = structure(**changes_of(changes))
    outcome = t.ask(c.AnnounceTournament(reference="SRIJ/2026/9", structure=told, tournament=name), MANAGER)
    t.world.current = name if isinstance(outcome, Decision) else t.world.current
    return outcome


@says(r"of ([\w-]+)")
def speaks_of(t: TournamentTranscript, name: str) -> None:
    """The next lines speak of another tournament."""
    t.world.current = name


@says(rf"{NAMES} (?:comes|come) with (\d+)")
def comes(t: TournamentTranscript, names: str, amount: str) -> None:
    """Players with so much on their accounts."""
    for name in named(names):
        t.world.does(OpenAccount(player=name))
        t.world.does(Deposit(amount=Money(int(amount)), player=name, reference="card"))
        t.world.does(StartSession(player=name, session=f"s-{name}"), player(name))


@says(rf"{NAMES} enters?(?: with (?:his|their) tickets?)?")
def enters(t: TournamentTranscript, names: str) -> list[Finding]:
    """Players enter for the fee, or with the newest ticket each has."""
    return each(_enters(t, name, ticket="ticket" in t.line.statement) for name in named(names))


def _enters(t: TournamentTranscript, name: str, *, ticket: bool) -> Decision | Refused:
    t.world.arrives(name)
    used = t.world(f"account:{name}").tickets[-1].ticket if ticket else None
    return t.by(name, c.RegisterEntry, session=f"s-{name}", ticket=used)


@says(r"(p-\d+) enters with the ticket (\S+)")
def enters_with(t: TournamentTranscript, name: str, ticket: str) -> Decision | Refused:
    """A player enters with a ticket by its name, his or not."""
    t.world.arrives(name)
    return t.by(name, c.RegisterEntry, session=f"s-{name}", ticket=ticket)


@says(rf"{NAMES} (?:has|have) won (?:a ticket|tickets) to ([\w-]+) worth (\d+)(?: as (\S+))?")
def has_won(t: TournamentTranscript, names: str, target: str, value: str, ticket: str | None) -> None:
    """Entries won elsewhere, on the accounts; in a freeroll where their name says so."""
    for name in named(names):
        t.world.arrives(name)
        granted = TicketGranted(
            amount=Money(int(value)),
            cause="tournament:elsewhere",
            cause_version=1,
            freeroll="freeroll" in (ticket or ""),
            target=target,
            ticket=ticket or f"elsewhere/{name}",
        )
        t.world.record([(f"account:{name}", granted)])


@says(r"(p-\d+) has (\S+) paid out")
def converts(t: TournamentTranscript, name: str, ticket: str) -> Decision | Refused:
    """A player asks for money for an entry he won."""
    return t.ask(c.ConvertTicket(player=name, ticket=ticket), player(name))


@says(r"(p-\d+) (cancels his entry|rebuys|adds on|buys no more|asks for a deal)")
def asks(t: TournamentTranscript, name: str, what: str) -> Decision | Refused:
    """What a player may ask of his entry."""
    kinds: dict[str, type[Any]] = {
        "cancels his entry": c.CancelEntry,
        "rebuys": c.TakeRebuy,
        "adds on": c.AddOn,
        "buys no more": c.DeclineRebuy,
        "asks for a deal": c.AgreeOnPrizes,
    }
    return t.by(name, kinds[what])


@says(rf"{NAMES} (?:rebuy|add on)")
def buy(t: TournamentTranscript, names: str) -> list[Finding]:
    """Several players buy chips."""
    kind = c.TakeRebuy if t.line.statement.endswith("rebuy") else c.AddOn
    return each(t.by(name, kind) for name in named(names))


@says(r"(p-\d+) enters again")
def reenters(t: TournamentTranscript, name: str) -> Decision | Refused:
    """A player who was eliminated enters again."""
    return t.by(name, c.Reenter, session=f"s-{name}")


@says(r"start at((?: mesa-\d+)+)(?: without (p-\d+))?")
def starts(t: TournamentTranscript, tables: str, absent: str | None) -> Decision | Refused:
    """The tournament starts at these tables."""
    away = [t.world.entry(absent).entry] if absent else []
    return t.of(c.StartTournament, absent=away, seed=SEED, tables=tables.split())


@says(r"seat late entries((?: mesa-\d+)*)")
def seats_late(t: TournamentTranscript, tables: str) -> Decision | Refused:
    """Late entries get seats; ``tables`` open for them."""
    return t.of(c.SeatLateEntries, seed=SEED, tables=tables.split())


@says(r"(next level|pause|resume|close the sale|next hand of all tables|call time|finish)")
def platform(t: TournamentTranscript, what: str) -> Decision | Refused:
    """What the platform says of the tournament as a whole."""
    kinds: dict[str, type[Any]] = {
        "next level": c.StartLevel,
        "pause": c.PauseLevel,
        "resume": c.ResumeLevel,
        "close the sale": c.CloseRegistration,
        "next hand of all tables": c.StartSynchronizedHand,
        "call time": c.CallTime,
        "finish": c.FinishTournament,
    }
    return t.of(kinds[what])


@says(r"(?:even the tables|dissolve (mesa-\d+))")
def moves(t: TournamentTranscript, broken: str | None) -> Decision | Refused:
    """Players are moved."""
    return t.of(c.MovePlayers, broken=broken, seed=SEED)


@says(r"cancel for (too_few_players|technical|force_majeure)")
def cancels(t: TournamentTranscript, cause: str) -> Decision | Refused:
    """The tournament is cancelled."""
    return t.of(c.CancelTournament, cause=cause, note="told in the transcript")


@says(r"at (mesa-\d+) (p-\d+(?:=p-\d+)?) beats?((?: p-\d+)+)")
def hand(t: TournamentTranscript, table: str, best: str, others: str) -> None:
    """A hand in which these put in all they have, and everybody else folds."""
    t.world.all_in(table, best.split("="), *others.split())


@says(r"hand at (mesa-\d+)")
def begins(t: TournamentTranscript, table: str) -> Decision | Refused:
    """The next hand of a table begins."""
    return t.ask(poker.StartHand(table=table))


@says(r"deal at (mesa-\d+)")
def deals(t: TournamentTranscript, table: str) -> Decision | Refused:
    """Closed cards that nobody names."""
    local = f"{table}/{t.world(f'table:{table}').number}"
    players = len(t.world(f"hand:{local}").seats)
    return t.ask(poker.DealHoleCards(cards=list(CARD_TEXTS[: 2 * players]), hand=local))


@says(r"void the hand at (mesa-\d+)")
def voids(t: TournamentTranscript, table: str) -> list[Finding]:
    """An outage of the operator's system, and the hand in play is void."""
    local = f"{table}/{t.world(f'table:{table}').number}"
    failed = OpenIncident(
        first_instant=0, incident=local.replace("/", "-"), origin="operator_system", reported_by="monitor"
    )
    return each([t.ask(failed), t.ask(poker.VoidHand(hand=local, incident=local.replace("/", "-")))])


@says(r"(p-\d+) lets his time pass")
def lets_time_pass(t: TournamentTranscript, name: str) -> list[Finding]:
    """A player is asked to decide, and does not."""
    table, seat = t.table_of(name)
    local = f"{table}/{t.world(f'table:{table}').number}"
    state = t.world(f"hand:{local}")
    asked = poker.RequestDecision(deadline=state.terms.decision_seconds * SECOND, hand=local, seat=seat)
    return each([t.ask(asked), t.ask(poker.TimeOut(hand=local, seat=seat))])


@says(r"stacks at (mesa-\d+)((?: p-\d+:\d+)+)")
def stacks(t: TournamentTranscript, table: str, told: str) -> None:
    """What lies where after a hand that is not told; nobody loses his last chip in it."""
    after = {name: int(chips) for name, chips in (word.split(":") for word in told.split())}
    state: Table = t.world(f"table:{table}")
    seats = [taken for taken in state.seats if taken.player in after]
    nets = [SeatNet(after=after[s.player], before=s.stack, seat=s.seat, taken_by=[]) for s in seats]
    number, taken = state.number + 1, [s.seat for s in seats]
    stream = hand_stream(table, number)
    began = TableHandStarted(button=next_button(state) or taken[0], hand=stream, number=number, seats=taken)
    ended = TableHandEnded(bets=taken, hand=stream, outcome="settled", stacks=nets)
    t.world.record([(f"table:{table}", began), (f"table:{table}", ended)])


@says(
    r"(p-\d+) (leaves his table|tops up|ends his session|comes back|is warned|is acted for|takes a seat|folds|calls|checks)"
)
def at_table(t: TournamentTranscript, name: str, what: str) -> Decision | Refused:
    """What is asked of a seat, most of which a tournament knows nothing of."""
    table, seat = t.table_of(name)
    local = f"{table}/{t.world(f'table:{table}').number}"
    session = f"s-{name}"
    asked: dict[str, tuple[CommandBase, By]] = {
        "leaves his table": (LeaveTable(seat=seat, table=table), player(name)),
        "tops up": (TopUp(amount=100, seat=seat, table=table), player(name)),
        "ends his session": (EndSession(cause="player", session=session), player(name)),
        "comes back": (ReturnToSeat(seat=seat, table=table), player(name)),
        "is warned": (WarnInactivity(session=session, where=f"table:{table}"), PLATFORM),
        "is acted for": (poker.ActForAbsent(hand=local, seat=seat), PLATFORM),
        "folds": (poker.Fold(hand=local, seat=seat), player(name)),
        "calls": (poker.Call(hand=local, seat=seat), player(name)),
        "checks": (poker.Check(hand=local, seat=seat), player(name)),
        "takes a seat": (SeatPlayer(player=name, seat=seat % 6 + 1, session=session, table=table), player(name)),
    }
    return t.ask(*asked[what])
