"""Words that set a table up: its terms, who sits there, the house's own requests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tests.transcripts.player import WORDS, Transcript
from tests.worlds.world import CHIPS, PLATFORM, RULESET, SINTETICO, poker_terms
from tombo.ledger.catalogue import COMMANDS
from tombo.ledger.core.command import Decision
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.findings import Finding, Reading, Refused
from tombo.ledger.core.money import Money
from tombo.ledger.house.account.events import AccountOpened, Deposited
from tombo.ledger.house.ruleset.events import RulesetApproved
from tombo.ledger.terms.citation import cited
from tombo.ledger.terms.poker import REGULATIONS, Commission, Limit, terms_findings

says = WORDS.says


@says(r"terms (letter|practice)((?: [a-z_]+=\S+)*)")
def terms(t: Transcript, reading: str, changes: str) -> None:
    """The table's terms: one reading for all, and what differs from the lawful default."""
    values: dict[str, Any] = {}
    for word in changes.split():
        key, _, value = word.partition("=")
        values |= _TERMS[key](value) if key in _TERMS else {key: value}
    readings: dict[str, Any] = {key: Reading(values.pop(key).upper()) for key in _READINGS if key in values}
    t.terms = poker_terms(Reading(reading.upper()), **values)
    t.terms = t.terms.model_copy(update={"readings": t.terms.readings.model_copy(update=readings)})


def _commission(text: str) -> dict[str, Any]:
    """``500`` of the pot in hundredths of a percent, ``500/200`` capped at 200, ``stack:1000``, ``none:0``."""
    mode, _, rest = text.rpartition(":")
    rate, _, cap = rest.partition("/")
    values = {"cap": int(cap) if cap else None, "mode": mode or "pot", "rate_bp": int(rate)}
    return {"commission": Commission.model_validate({"attribution": "payment_when_all_in", **values})}


def _limit(text: str) -> dict[str, Any]:
    """``no_limit``, ``fixed_raises:3`` of a street, ``fixed_bets:200`` on turn and river."""
    kind, _, figure = text.partition(":")
    field = {"fixed_raises": "raises", "fixed_bets": "big_bet"}.get(kind)
    return {"limit": Limit.model_validate({"kind": kind} | ({field: int(figure)} if field else {}))}


def _blinds(text: str) -> dict[str, Any]:
    small, _, big = text.partition("/")
    return {"small_blind": int(small), "big_blind": int(big), "min_bet": int(big)}


def _ranking(text: str) -> dict[str, Any]:
    """What póquer sintético leaves to the terms: ``standard`` order, ``high`` ace only, ``any`` five of seven cards."""
    words = set(text.split(","))
    chosen = {
        "flush_over_full_house": "standard" not in words,
        "ace_low": "high" not in words,
        "both_cards": "any" not in words,
    }
    return {"sintetico": SINTETICO.model_copy(update=chosen)}


_READINGS: Final = ("flop_exemption", "flush_tie", "heads_up_blinds", "maximum_bet", "minimum_raise")
_TERMS: Final[dict[str, Callable[[str], dict[str, Any]]]] = {
    "ante": lambda text: {"ante": int(text)},
    "blinds": _blinds,
    "commission": _commission,
    "limit": _limit,
    "min_bet": lambda text: {"min_bet": int(text)},
    "ranking": _ranking,
    "rest": lambda text: {"rest_seconds": int(text)},
    "seats": lambda text: {"seats": int(text)},
    "seconds": lambda text: {"decision_seconds": int(text)},
    "unit": lambda text: {"unit": CHIPS if text == "chips" else CHIPS.model_copy(update={"currency": text})},
}


@says(r"approve")
def approve(t: Transcript) -> list[Finding]:
    """What the regulation says to the terms themselves."""
    return [cited(finding, t.terms.variant) for finding in terms_findings(t.terms)]


@says(r"table((?: \d+:\d+)+) button (\d+)")
def table(t: Transcript, stacks: str, button: str) -> None:
    """A table with these stacks, its button drawn: the first hand has it there."""
    by_seat = {int(seat): int(stack) for seat, stack in (word.split(":") for word in stacks.split())}
    t.world.table(by_seat, int(button), t.terms)


@says(r"rules(?: idle (\d))?")
def rules(t: Transcript, idle: str | None) -> None:
    """The terms stand approved as the ruleset nl-1, in force from the beginning; so many hands without a bet are idle."""
    regulation = REGULATIONS[t.terms.variant]
    approved = RulesetApproved(
        idle_hands=int(idle or 6), in_force_from=0, notices=[], reference="SRIJ/1", regulation=regulation, terms=t.terms
    )
    t.world.record([(f"ruleset:{RULESET.id}", approved)])


@says(r"demo")
def demo(t: Transcript) -> None:
    """The ledger is one of demo play."""
    t.world.states["log:main"] = t.world("log:main")._replace(demo=True)


@says(r"account (\S+) with (\d+)")
def account(t: Transcript, player: str, cents: str) -> None:
    """A player has an account with some money."""
    events: list[EventBase] = [
        AccountOpened(player=player),
        Deposited(amount=Money(int(cents)), reference="card"),
    ]
    t.world.record((f"account:{player}", event) for event in events)


@says(r"do ([a-z_]+)((?: [a-z_]+=\S+)*)")
def do(t: Transcript, kind: str, words: str) -> Decision | Refused:
    """Any request of the catalogue, field by field: whole numbers are numbers, the rest is text."""
    fields = dict(word.split("=", 1) for word in words.split())
    values = {key: int(value) if value.isdecimal() else value for key, value in fields.items()}
    return t.ask(COMMANDS[kind].model_validate(values), PLATFORM)
