"""What the transcripts of the banked games with seats have in common: the house, its tables, accounts, and where money is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final

from tests.transcripts.language import Words, reading
from tests.transcripts.played import Played
from tests.transcripts.sessions import speak
from tests.worlds.house import MANAGER, House, player
from tests.worlds.world import CHIPS, EURO, OFFICER
from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.findings import EACH_SEAT, EachSeat, Finding, Reading, Refused
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, OpenAccount, Withdraw
from tombo.ledger.house.banked.commands import JoinTable, OpenBankedTable, PartTable
from tombo.ledger.house.banked.refusals import WORD as TURNED_DOWN
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.log.events import LogOpened
from tombo.ledger.house.ruleset.commands import ApproveBankedRuleset
from tombo.ledger.house.session.commands import StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.terms.blackjack import BlackjackTerms
from tombo.ledger.terms.every import BankedRegulation, terms_findings
from tombo.ledger.terms.sem_descarte import SemDescarteTerms
from tombo.ledger.terms.unit import Unit

WORDS: Final = Words()
"""What a line of every banked game can say."""
CHECKS: Final = Words()
"""What can be asked after ``->`` in every banked game."""
BALANCE: Final = 100_000
"""What a player's account holds where the transcript does not say it."""

Flow = tuple[str, str, int]
"""A player, what becomes of some money, and the amount. A stake is ``staked``; it is ``returned``, ``collected``,
or, where a round is void, ``refunded``. A ``prize`` is beside it; what a void round takes back of one is ``taken``, what it
cannot take ``waived``."""


class BankedTranscript(Played):
    """The state of a transcript of a banked game being played."""

    game: ClassVar[str]
    regulation: ClassVar[BankedRegulation]

    def __init__(self, text: str, terms: BlackjackTerms | SemDescarteTerms) -> None:
        super().__init__(text, House())
        self.world.does(GrantRole(role="manager", staff="ana"))
        self.world.does(GrantRole(role="officer", staff="rui"), MANAGER)
        self.terms: Any = terms
        self.tables = 0
        self.rulesets = 0

    @property
    def where(self) -> str:
        """The stream of the newest table."""
        return f"banked:{self.table}"

    def session(self, name: str) -> str:
        """The session in which ``name`` plays at the newest table."""
        return f"s-{name}-{self.tables}"

    @property
    def table(self) -> str:
        """The newest table."""
        return f"mesa-{self.tables}"

    @property
    def local(self) -> str:
        """The local id of the newest round of that table."""
        return f"{self.table}/{self.world('banked:' + self.table).number}"

    @property
    def events(self) -> list[Any]:
        """The events of the newest round, in order."""
        return self.of(f"{self.game}:{self.local}")

    def of(self, stream: str) -> list[Any]:
        """The events of ``stream``, in order."""
        return [event for name, event in self.world.events if name == stream]

    def sits(self, seat: str) -> str:
        """Who sits on ``seat`` of the newest table."""
        places = self.world("banked:" + self.table).places
        return str(next((place.player for place in places if place.seat == int(seat)), "p-0"))

    def as_player(self, seat: str, command: CommandBase) -> Decision | Refused:
        """``command`` by the player on ``seat``."""
        return self.ask(command, player(self.sits(seat)))

    def flows(self, events: Iterable[Any]) -> Iterator[Flow]:
        """What becomes of the money of a round, event by event."""
        raise NotImplementedError

    def approves(self, terms: Any) -> Decision | Refused:
        """The manager has ``terms`` approved under a name of their own."""
        self.rulesets += 1
        return self.ask(
            ApproveBankedRuleset(
                in_force_from=0,
                reference="SRIJ/2026/5",
                regulation=self.regulation,
                ruleset=f"rules-{self.rulesets}",
                terms=terms,
            ),
            MANAGER,
        )

    def hold(self) -> None:
        """Whatever the transcript is about: every stream replays from its bytes, and no cent is lost or made."""
        for stream in self.world.versions:
            state = None
            for event in self.of(stream):
                state = EVOLVE[stream.partition(":")[0]](
                    state, type(event).model_validate_json(event.model_dump_json())
                )
            assert state == self.world(stream), stream
        books: Counter[str] = Counter()
        held = 0
        for stream in self.world.streams(self.game):
            held += self._round_adds_up(stream, books)
        outside = 0
        for stream in self.world.streams("account"):
            name = stream.partition(":")[2]
            brought = sum(_outside(event) for event in self.of(stream))
            assert self.world(stream).balance == brought + books[name], stream
            outside += brought
        if self.world.streams("account"):
            assert outside == sum(self.world(s).balance for s in self.world.streams("account")) + held

    def _round_adds_up(self, stream: str, books: Counter[str]) -> int:
        """Add what a round has moved for each player to ``books``; what of it lies on the table or with the house."""
        state, held = self.world(stream), 0
        for name, sums in self.by_player(self.of(stream)).items():
            lying = sums["staked"] - sums["returned"] - sums["collected"]
            kept = sums["collected"] - sums["prize"]
            back = sums["refunded"] - sums["taken"]
            readings = state.terms.readings
            whole = readings.decided_bets is Reading.LETTER and getattr(readings, "second_bets", None) != EACH_SEAT
            match state.outcome:
                case "voided":
                    due = sums["staked"] - sums["returned"] - sums["prize"] + sums["waived"] if whole else lying
                    assert back == due, f"{stream}: {name} gets {back} of a void round, expected {due}"
                case "settled":
                    assert (lying, back) == (0, 0), f"{stream}: {lying} of {name} neither paid nor collected"
                case _:
                    assert (lying >= 0, back) == (True, 0), stream
            held += lying + kept - back
            books[name] += sums["returned"] + sums["prize"] + back - sums["staked"]
        return held

    def by_player(self, events: Iterable[Any]) -> dict[str, Counter[str]]:
        """The money of a round by player, and by what became of it."""
        sums: dict[str, Counter[str]] = {}
        for name, what, amount in self.flows(events):
            sums.setdefault(name, Counter())[what] += amount
        return sums


def _outside(event: Any) -> int:
    """What an event of an account brought in from outside, or took out."""
    sign = {"deposited": 1, "withdrawn": -1}.get(event.kind.split(".")[1], 0)
    return sign * event.amount.cents if sign else 0


says, checks = WORDS.says, CHECKS.says
speak(WORDS)
UNITS: Final = {"chips": CHIPS, "euro": EURO}


@says(r"terms((?: [a-z_0-9]+=\S+)*)")
def terms(t: BankedTranscript, changes: str) -> None:
    """The table's terms: what differs from lawful ones; a reading is named like a term, ``letter``, ``practice``."""
    fields: dict[str, Any] = {}
    readings: dict[str, Reading | EachSeat] = {}
    for word in changes.split():
        key, _, value = word.partition("=")
        if key in type(t.terms.readings).model_fields:
            readings[key] = reading(value)
        elif key == "unit":
            fields[key] = UNITS.get(value) or Unit(currency=value, decimals=2)
        elif value in {"yes", "no"}:
            fields[key] = value == "yes"
        else:
            fields[key] = int(value) if value.isdecimal() else value
    changed = t.terms.readings.model_copy(update=readings)
    t.terms = type(t.terms).model_validate({**dict(t.terms), **fields, "readings": changed})


@says(r"demo")
def demo(t: BankedTranscript) -> None:
    """The ledger holds demo play, and its terms are of chips."""
    t.world.record([("log:main", LogOpened(demo=True, origin="test.example/demo", root="AAAA"))])
    t.terms = t.terms.model_copy(update={"unit": CHIPS})


@says(r"approve")
def approve(t: BankedTranscript) -> list[Finding]:
    """What the regulation says to the terms as a manager has them approved: refused, or lawful with these notices."""
    outcome = t.approves(t.terms)
    return [outcome.finding] if isinstance(outcome, Refused) else terms_findings(t.terms)


@says(r"account (\S+) with (\d+)")
def account(t: BankedTranscript, name: str, cents: str) -> Decision | Refused:
    """A player has an account with this money on it."""
    opened = t.ask(OpenAccount(player=name))
    if isinstance(opened, Refused):
        return opened
    return t.ask(Deposit(amount=Money(int(cents)), player=name, reference="card"))


@says(r"table((?: \d+:\S+)+)")
def table(t: BankedTranscript, seats: str) -> None:
    """A new table under these terms, with these players on their seats; who has no account gets one."""
    t.tables += 1
    assert isinstance(t.approves(t.terms), Decision), "the terms are not lawful"
    t.world.does(OpenBankedTable(ruleset=f"rules-{t.rulesets}", table=t.table))
    for word in seats.split():
        seat, _, name = word.partition(":")
        if t.world(f"account:{name}") is None and t.terms.unit.currency:
            assert isinstance(account(t, name, str(BALANCE)), Decision), word
        assert isinstance(joins(t, name, seat), Decision), word


@says(r"(\S+) takes seat (\d+)")
def joins(t: BankedTranscript, name: str, seat: str) -> Decision | Refused:
    """A player sits down at the newest table, in a session of his own."""
    session = t.session(name)
    if t.world(f"session:{session}") is None:
        t.world.does(StartSession(player=name, regulation=t.regulation, session=session), player(name))
    return t.ask(JoinTable(player=name, seat=int(seat), session=session, table=t.table), player(name))


@says(r"(\S+) leaves seat (\d+)")
def leaves(t: BankedTranscript, name: str, seat: str) -> Decision | Refused:
    """A player leaves a seat of the newest table."""
    return t.ask(PartTable(player=name, seat=int(seat), table=t.table), player(name))


@says(r"(\S+) withdraws (\d+)")
def withdraws(t: BankedTranscript, name: str, cents: str) -> Decision | Refused:
    """A player takes money off his account."""
    return t.ask(Withdraw(amount=Money(int(cents)), player=name, reference="out"), player(name))


@says(r"incident (\S+) (operator_system|player_equipment|player_network)(?: at (\S+))?")
def incident(t: BankedTranscript, name: str, origin: Any, where: str | None) -> Decision | Refused:
    """Something failed: at one table, or everywhere."""
    tables = [where] if where else None
    return t.ask(OpenIncident(first_instant=0, incident=name, origin=origin, reported_by="ops", scope=tables), OFFICER)


@says(r"incident (\S+) over")
def over(t: BankedTranscript, name: str) -> Decision | Refused:
    """An incident is closed."""
    return t.ask(CloseIncident(incident=name, note="mended"), OFFICER)


@checks(r"account (\S+) is (\d+)")
def balance(t: BankedTranscript, name: str, cents: str) -> tuple[int, int]:
    """The balance of an account."""
    return t.world(f"account:{name}").balance, int(cents)


@checks(r"no accounts")
def no_accounts(t: BankedTranscript) -> tuple[list[str], list[str]]:
    """Nobody has an account, and no money has moved."""
    return list(t.world.streams("account")), []


@checks(r"(open|settled|voided)")
def outcome(t: BankedTranscript, expected: str) -> tuple[str, str]:
    """How the newest round stands."""
    return t.world(f"{t.game}:{t.local}").outcome, expected


@checks(r"round (\d+)")
def number(t: BankedTranscript, expected: str) -> tuple[str, str]:
    """The number of the newest round."""
    return t.local.rpartition("/")[2], expected


@checks(r"the table is free")
def free(t: BankedTranscript) -> tuple[str | None, None]:
    """No round is under way, and the next may begin."""
    return t.world("banked:" + t.table).round, None


@checks(r"seat (\d+) nets ([+-]?\d+)")
def nets(t: BankedTranscript, seat: str, cents: str) -> tuple[int, int]:
    """What the bets of a seat have won or lost in the newest round, before any refund."""
    (sums,) = t.by_player(event for event in t.events if getattr(event, "seat", None) == int(seat)).values()
    return sums["returned"] + sums["prize"] - sums["staked"], int(cents)


@checks(r"seat (\d+) is paid (\d+)")
def is_paid(t: BankedTranscript, seat: str, cents: str) -> tuple[int, int]:
    """All that a seat has got back in the newest round: prizes, and stakes with them."""
    (sums,) = t.by_player(event for event in t.events if getattr(event, "seat", None) == int(seat)).values()
    return sums["returned"] + sums["prize"], int(cents)


@checks(r"(\S+) (is refunded|gives back|is let off) (\d+)")
def refunded(t: BankedTranscript, name: str, how: str, cents: str) -> tuple[int, int]:
    """What a void round gives a player back, what of his prizes it takes back, and what it cannot take."""
    what = {"is refunded": "refunded", "gives back": "taken", "is let off": "waived"}[how]
    return t.by_player(t.events)[name][what], int(cents)


@checks(r"events ((?: ?[a-z_]+)+)")
def last_events(t: BankedTranscript, kinds: str) -> tuple[list[str], list[str]]:
    """The last events of the newest round, by kind."""
    expected = kinds.split()
    return [event.kind.split(".")[1] for event in t.events][-len(expected) :], expected


@checks(r"forbidden by (.+)")
def forbidden(t: BankedTranscript, expected: str) -> tuple[str, str]:
    """What forbids the bet of the newest round that was turned down last; ``nothing`` where it should have been taken."""
    return forbidding(t.events), expected


def forbidding(events: Sequence[Any]) -> str:
    """The rule that forbids the bet turned down last of ``events``."""
    last = next(event for event in reversed(events) if event.kind.split(".")[1] == TURNED_DOWN)
    return "nothing" if last.forbids is None else str(last.forbids.rule)
