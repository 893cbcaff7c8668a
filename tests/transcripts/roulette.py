"""A transcript of roulette: what players stake at a wheel, where the ball comes to rest, and what is paid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Final

from tests.transcripts.language import Words
from tests.transcripts.played import Played, found_in
from tests.transcripts.sessions import speak
from tests.worlds.house import MANAGER, House, player
from tests.worlds.roulette import CUSTOMARY, WHEEL, Roulette, chip, limits, opening, wheel_terms
from tests.worlds.world import CHIPS
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.findings import Finding, Refused, Severity
from tombo.ledger.core.money import Money
from tombo.ledger.games.roulette.chances import Chip
from tombo.ledger.games.roulette.commands import (
    CloseBets,
    LandBall,
    OpenSpin,
    PlaceCallBet,
    PlaceChips,
    ReleaseStakes,
    ReportSpinBetRefused,
    ReportSpinConnection,
    SettleSpin,
    VoidSpin,
)
from tombo.ledger.games.roulette.events import BetPlaced, Voided
from tombo.ledger.games.roulette.state import Spin, evolve
from tombo.ledger.house.account.commands import Withdraw
from tombo.ledger.house.account.events import Credited, Debited, Deposited, Withdrawn
from tombo.ledger.house.banked.commands import CloseBankedTable, JoinTable, OpenBankedTable, PartTable
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.ruleset.commands import ApproveBankedRuleset
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.terms.roulette import MULTIPLES, ChanceLimits, terms_findings
from tombo.ledger.terms.unit import Unit

WORDS: Final = Words()
"""What a line can say."""
CHECKS: Final = Words()
"""What can be asked after ``->``; ``roulette_checks`` fills it."""
says = WORDS.says
speak(WORDS)


class RouletteTranscript(Played):
    """The state of a transcript of roulette being played: the terms told last, and the wheel that stands under them."""

    words = WORDS
    checks = CHECKS
    where = f"banked:{WHEEL}"
    world: Roulette

    def __init__(self, text: str) -> None:
        super().__init__(text, Roulette())
        self.terms = wheel_terms()

    def session(self, name: str) -> str:
        """The session in which ``name`` plays at the wheel."""
        return f"s-{name}"

    def as_player(self, name: str, command: CommandBase) -> Decision | Refused:
        """``command`` by the player himself, where the line names nobody else."""
        return self.ask(command, player(name))

    def hold(self) -> None:
        """Whatever the transcript is about: replay gives the same spins, money is conserved, a void returns its stakes."""
        for stream in self.world.streams("roulette"):
            events = [event for name, event in self.world.events if name == stream]
            assert replayed(events) == self.world(stream)
            for voided in (event for event in events if isinstance(event, Voided)):
                assert {refund.player: refund.amount for refund in voided.refunds} == staked(events)
        if self.world.streams("roulette"):
            for stream in self.world.streams("account"):
                self.hold_account(stream)

    def hold_account(self, stream: str) -> None:
        """What a player brought is on his account, on the layout, in prison, or the house's, to the cent."""
        name, spin = stream.partition(":")[2], self.world.spin
        moved: Counter[type[Any]] = Counter()
        for _, event in ((where, event) for where, event in self.world.events if where == stream):
            if isinstance(event, Deposited | Withdrawn | Debited | Credited):
                moved[type(event)] += event.amount.cents
        at_stake = spin.staked(name) if spin.outcome == "open" else 0
        elsewhere = at_stake + imprisoned(spin, name) + self.world.taken(name)
        assert self.world.balance(name) + elsewhere == moved[Deposited] - moved[Withdrawn]
        assert moved[Debited] - moved[Credited] == elsewhere


def replayed(events: Iterable[Any]) -> Spin:
    """The spin folded from its events as they come back from their bytes."""
    spin: Spin | None = None
    for event in events:
        spin = evolve(spin, type(event).model_validate_json(event.model_dump_json()))
    assert spin is not None
    return spin


def staked(events: Iterable[Any]) -> dict[str, int]:
    """What each player staked in a spin, by its events."""
    bets: Counter[str] = Counter()
    for event in events:
        if isinstance(event, BetPlaced):
            bets[event.player] += sum(chip.amount for chip in event.chips)
    return dict(bets)


def imprisoned(spin: Spin, name: str) -> int:
    """What ``name`` has in prison."""
    return sum(prisoner.amount for prisoner in spin.prisoners if prisoner.player == name)


def _red(text: str) -> list[int]:
    """``customary``, a row of numbers as ``1-18``, or numbers one by one as ``1,3,5``."""
    if text == "customary":
        return CUSTOMARY
    first, _, last = text.partition("-")
    return list(range(int(first), int(last) + 1)) if last else [int(number) for number in text.split(",")]


def _unit(text: str) -> Unit:
    """``chips``, or a currency and its decimals: ``USD/2``."""
    currency, _, decimals = text.partition("/")
    return CHIPS if text == "chips" else Unit(currency=currency, decimals=int(decimals))


def _limits(text: str) -> ChanceLimits | None:
    """The least and the most on one combination, ``50-1500``, or ``none`` where the chance is not offered."""
    least, _, most = text.partition("-")
    return None if text == "none" else ChanceLimits(least=int(least), most=int(most))


_TERMS: Final[dict[str, Callable[[str], Any]]] = {
    "call_bets": lambda text: {"yes": True, "no": False}[text],
    "red": _red,
    "total_max": int,
    "unit": _unit,
}


@says(r"terms (R804|R807)((?: [a-z_]+=\S+)*)")
def terms(t: RouletteTranscript, regulation: str, changes: str) -> None:
    """The wheel's terms: what differs from the lawful default, the greatest limits over a minimum of 0.50."""
    said = dict(word.split("=", 1) for word in changes.split())
    of_chances = {name: _limits(said.pop(name)) for name in MULTIPLES if name in said}
    others = {key: _TERMS.get(key, str)(value) for key, value in said.items()}
    t.terms = wheel_terms(regulation, limits=limits(**of_chances), **others)


@says(r"approve")
def approve(t: RouletteTranscript) -> list[Finding]:
    """What the regulation says to the terms; the house approves them, or refuses them under the first breach."""
    found = terms_findings(t.terms)
    refusal = found_in(approve_as(t, t.terms.regulation))
    assert refusal == [finding for finding in found if finding.severity is Severity.BREACH][:1]
    return found


@says(r"approve as (R804|R807)")
def approve_as(t: RouletteTranscript, regulation: str) -> Decision | Refused:
    """What the house says to the terms under a regulation, right or wrong."""
    house = House()
    house.does(GrantRole(role="manager", staff="ana"))
    fields = {"in_force_from": 0, "reference": "SRIJ/2026/7", "ruleset": "roleta", "terms": t.terms}
    return house.ask(ApproveBankedRuleset.model_validate({**fields, "regulation": regulation}), MANAGER)


@says(r"wheel((?: p-\d+)+)")
def wheel(t: RouletteTranscript, names: str) -> None:
    """A new house with a wheel under the terms, where these play, each with 10 000.00 on his account, or with chips."""
    t.hold()
    t.world = Roulette(demo=t.terms.unit.currency is None)
    for command, by in opening(t.terms, tuple(names.split())):
        t.world.does(command, by)


@says(r"spin( unannounced| until \d+s)?")
def spin(t: RouletteTranscript, until: str | None) -> Decision | Refused:
    """The next spin takes bets: *façam as vossas apostas*."""
    return t.ask(OpenSpin(deadline=t.announced(t.terms, until), table=WHEEL))


@says(r"(p-\d+) bets (\d+ on .+)")
def bets(t: RouletteTranscript, name: str, chips: str) -> Decision | Refused:
    """A player stakes ``100 on split 17 18 and 1000 on black`` in one request."""
    return t.as_player(name, PlaceChips(chips=_chips(chips), player=name, round=t.world.round))


def _chips(text: str) -> list[Chip]:
    told = (word.split(" on ") for word in text.split(" and "))
    return [chip(int(amount), *numbered(where)) for amount, where in told]


_TWELVES: Final = {
    "dozen": [range(first, first + 12) for first in (1, 13, 25)],
    "column": [range(first, 37, 3) for first in (1, 2, 3)],
}


def numbered(where: str) -> tuple[str, str]:
    """A chance and its numbers; dozens and columns are counted: ``dozen no.1``, ``double_column no.1 no.2``."""
    chance, *numbers = where.split()
    if not any(number.startswith("no.") for number in numbers):
        return chance, " ".join(numbers)
    twelves = _TWELVES[chance.removeprefix("double_")]
    return chance, " ".join(str(n) for which in numbers for n in twelves[int(which.removeprefix("no.")) - 1])


_CALLS: Final = {"series 0-2-3": "series_0_2_3", "series 5-8": "series_5_8", "orphans": "orphans"}


@says(r"(p-\d+) calls (series 0-2-3|series 5-8|orphans) with (\d+)")
def calls_series(t: RouletteTranscript, name: str, series: str, amount: str) -> Decision | Refused:
    """A player calls a series, so much a chip."""
    return _calls(t, name, call=_CALLS[series], chip=int(amount))


@says(r"(p-\d+) calls neighbours of (\d+) by ([246]) with (\d+)")
def calls_neighbours(t: RouletteTranscript, name: str, number: str, count: str, amount: str) -> Decision | Refused:
    """A player calls a number and so many neighbours, so much a chip."""
    return _calls(t, name, call="neighbours", chip=int(amount), neighbours=int(count), number=number)


@says(r"(p-\d+) calls finals (\d) with (\d+)")
def calls_finals(t: RouletteTranscript, name: str, digit: str, amount: str) -> Decision | Refused:
    """A player calls all numbers that end in a digit, so much a chip."""
    return _calls(t, name, call="finals", chip=int(amount), digit=int(digit))


def _calls(t: RouletteTranscript, name: str, **bet: Any) -> Decision | Refused:
    return t.as_player(name, PlaceCallBet.model_validate({"bet": bet, "player": name, "round": t.world.round}))


@says(r"turned down (p-\d+) (\d+ on .+|nothing) by (.+)")
def turned_down(t: RouletteTranscript, name: str, chips: str, rule: str) -> Decision | Refused:
    """The platform says that it turned down a bet of a player, and by which rule he was told."""
    laid = [] if chips == "nothing" else _chips(chips)
    return t.ask(ReportSpinBetRefused(chips=laid, player=name, round=t.world.round, rule=rule))


@says(r"turned down call (p-\d+) (series 0-2-3|series 5-8|orphans) with (\d+) by (.+)")
def call_turned_down(t: RouletteTranscript, name: str, series: str, amount: str, rule: str) -> Decision | Refused:
    """The same of a call bet."""
    call = {"call": _CALLS[series], "chip": int(amount)}
    report = {"call": call, "chips": [], "player": name, "round": t.world.round, "rule": rule}
    return t.ask(ReportSpinBetRefused.model_validate(report))


@says(r"no more bets")
def no_more_bets(t: RouletteTranscript) -> Decision | Refused:
    """The platform closes the bets: *jogo feito, nada mais*."""
    return t.ask(CloseBets(round=t.world.round))


@says(r"(p-\d+) launches the ball")
def launches(t: RouletteTranscript, name: str) -> Decision | Refused:
    """A player closes the bets himself."""
    return t.as_player(name, CloseBets(round=t.world.round))


@says(r"lost (p-\d+)")
def lost(t: RouletteTranscript, name: str) -> Decision | Refused:
    """The platform says that a player is cut off."""
    return t.ask(ReportSpinConnection(player=name, round=t.world.round))


@says(r"back (p-\d+)")
def back(t: RouletteTranscript, name: str) -> Decision | Refused:
    """The platform says that a player who was cut off is back."""
    return t.ask(ReportSpinConnection(player=name, round=t.world.round, up=True))


@says(r"ball (\d+)")
def ball(t: RouletteTranscript, number: str) -> Decision | Refused:
    """The platform says where the ball came to rest."""
    return t.ask(LandBall(number=number, round=t.world.round))


@says(r"settle")
def settle(t: RouletteTranscript) -> Decision | Refused:
    """The platform collects and pays."""
    return t.ask(SettleSpin(round=t.world.round))


@says(r"(\d+) comes")
def comes(t: RouletteTranscript, number: str) -> list[Finding]:
    """No more bets, the ball comes to rest on a number, and the spin is settled."""
    return [finding for done in (no_more_bets(t), ball(t, number), settle(t)) for finding in found_in(done)]


@says(r"incident (\S+)( on the player's line| on the player's device| at another table)?")
def incident(t: RouletteTranscript, name: str, where: str | None) -> Decision | Refused:
    """Something fails: in the operator's system at all tables, unless it says where else."""
    origins = {" on the player's line": "player_network", " on the player's device": "player_equipment"}
    fields = {"first_instant": 1, "incident": name, "reported_by": "monitor"}
    scope = None
    if where == " at another table":
        scope = ["roleta-9"]
        t.world.does(OpenBankedTable(ruleset="roleta", table=scope[0]))
    origin = origins.get(where or "", "operator_system")
    return t.ask(OpenIncident.model_validate({**fields, "origin": origin, "scope": scope}))


@says(r"incident (\S+) is over")
def incident_over(t: RouletteTranscript, name: str) -> Decision | Refused:
    """The failure is repaired."""
    return t.ask(CloseIncident(incident=name, note="repaired"))


@says(r"void for (\S+)")
def void(t: RouletteTranscript, name: str) -> Decision | Refused:
    """The spin is void, for an incident."""
    return t.ask(VoidSpin(incident=name, round=t.world.round))


@says(r"release (p-\d+)(?: after spin (\d+))?")
def release(t: RouletteTranscript, name: str, number: str | None) -> Decision | Refused:
    """The platform settles what who has left has in prison, after the newest spin or another."""
    round_ = f"{WHEEL}/{number}" if number else t.world.round
    return t.ask(ReleaseStakes(player=name, round=round_))


@says(r"(p-\d+) joins")
def joins(t: RouletteTranscript, name: str) -> Decision | Refused:
    """A player takes his place at the wheel again."""
    return t.as_player(name, JoinTable(player=name, session=f"s-{name}", table=WHEEL))


@says(r"(p-\d+) leaves")
def leaves(t: RouletteTranscript, name: str) -> Decision | Refused:
    """A player leaves the wheel."""
    return t.as_player(name, PartTable(player=name, table=WHEEL))


@says(r"close the table")
def close_table(t: RouletteTranscript) -> Decision | Refused:
    """The platform closes the table."""
    return t.ask(CloseBankedTable(table=WHEEL))


@says(r"(p-\d+) withdraws (\d+)")
def withdraws(t: RouletteTranscript, name: str, cents: str) -> Decision | Refused:
    """A player takes money from his account."""
    return t.as_player(name, Withdraw(amount=Money(int(cents)), player=name, reference="bank"))
