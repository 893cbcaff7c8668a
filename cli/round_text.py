"""A round of a banked game as a person reads it: heading, what happened, what was paid under which rule, summary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from cli import blackjack_words, roulette_words, sem_descarte_words
from cli.text import counted, dated, figure, priced, signed
from cli.told import marked, outage
from ledger.core.entry import Entry
from ledger.games.blackjack.events import DecisionRequested as BlackjackAsked
from ledger.games.sem_descarte.events import DecisionRequested as SemDescarteAsked
from ledger.house.moves import Move, Result, What
from ledger.terms.unit import Unit
from projections.round.banked import BankedAct, BankedView

QUIET: Final = (BlackjackAsked, SemDescarteAsked)
"""Kinds that only an auditor is told of."""


class GameWords(NamedTuple):
    """The words of a banked game."""

    title: Callable[[BankedView], str]
    say: Callable[[BankedView, BankedAct], Iterator[str]]
    result: Callable[[BankedView], Iterator[str]]
    void_rule: Callable[[BankedView], str]


GAMES: Final[Mapping[str, GameWords]] = {
    "blackjack": GameWords(
        blackjack_words.title, blackjack_words.say, blackjack_words.result, blackjack_words.void_rule
    ),
    "roulette": GameWords(roulette_words.title, roulette_words.say, roulette_words.result, roulette_words.void_rule),
    "sem_descarte": GameWords(
        sem_descarte_words.title, sem_descarte_words.say, sem_descarte_words.result, sem_descarte_words.void_rule
    ),
}
"""By type of stream."""
TOTALS: Final[Mapping[What, str]] = {
    "staked": "staked",
    "prize": "prizes",
    "returned": "stakes returned",
    "lost": "lost",
    "imprisoned": "in prison",
    "refunded": "refunded",
    "taken_back": "prizes taken back",
    "waived": "not to be had back",
}


REASONS: Final = {
    "bust": "above 21",
    "folded": "folded",
    "higher": "his cards are higher",
    "house_out": "the house does not play",
    "lost": "beaten by the house",
    "lower": "the house's cards are higher",
    "push": "a tie",
    "special": "special prize",
    "surrender": "surrendered",
    "tie": "a tie",
    "win": "beats the house",
}
"""Why something was paid or taken, by the reason on record; any other reads as it stands."""


def lines(view: BankedView, incident: Sequence[Entry] = ()) -> Iterator[str]:
    """The whole round, a line at a time. ``incident`` are the entries of the outage that made it void."""
    yield from heading(view)
    game = GAMES[view.game]
    for act in view.acts:
        if isinstance(act.entry.event, QUIET) and view.viewer.role != "auditor":
            continue
        told = [*game.say(view, act), *moved(view.unit, act.moves)]
        ending = ending_of(act.entry.event)
        if ending == "voided":
            incident_name = act.entry.event.incident
            yield _told(view, act, f"*** VOID *** (jogada nula, {game.void_rule(view)}): incident {incident_name}")
            yield from outage(incident, act.entry)
        elif ending == "settled" and view.viewer.role == "auditor":
            told.append("The round is settled")
        yield from (_told(view, act, text) for text in told)
    yield from _summary(view)


def heading(view: BankedView) -> Iterator[str]:
    """Which round, of which game, at which table, when, under which rules."""
    opened, first = view.opened, view.acts[0].entry
    yield f"Round {view.stream}: {GAMES[view.game].title(view)}"
    yield f"Table {opened.table}, round {opened.number}, {dated(first.recorded)}"
    ruleset, revision = opened.ruleset, opened.terms.revision
    yield f"Ruleset {ruleset.id}, approved at log index {ruleset.index}, rules revision {revision}"


def _told(view: BankedView, act: BankedAct, text: str) -> str:
    return marked(view.viewer, act.entry, text)


def ending_of(event: Any) -> str | None:
    """How ``event`` ends the round: ``settled``, ``voided``, or not at all."""
    word = str(event.kind.split(".")[1])
    return word if word in {"settled", "voided"} else None


def moved(unit: Unit, moves: Sequence[Move]) -> Iterator[str]:
    """What an entry paid and took, bet by bet, with the rule. Stakes are told with the act that staked them."""
    left = [move for move in moves if move.what != "staked"]
    while left:
        move, *left = left
        reason = f": {_reason(move)}" if move.why else ""
        if move.what == "prize" and left and left[0].what == "returned" and left[0].why == move.why:
            stake, *left = left
            kept = f", and the stake of {figure(stake.amount, unit)} stays his"
            yield f"{move.player}: is paid {figure(move.amount, unit)} on {move.on}{kept}{reason} ({move.rule})"
        else:
            yield f"{move.player}: {_sentence(unit, move)}{reason} ({move.rule})"


def _reason(move: Move) -> str:
    if move.rule == "R805 r.25d":
        return "the house is above 21"
    return REASONS.get(move.why, move.why.replace("_", " "))


def _sentence(unit: Unit, move: Move) -> str:
    amount = figure(move.amount, unit)
    said: dict[What, str] = {
        "prize": f"is paid {amount} on {move.on}",
        "returned": f"gets {amount} back on {move.on}",
        "lost": f"loses {amount} on {move.on}",
        "imprisoned": f"has {amount} on {move.on} in prison: the next spin decides it",
        "refunded": f"is refunded {priced(move.amount, unit)}",
        "taken_back": f"gives back {amount} of prizes",
        "waived": f"keeps {amount} of prizes that his account did not hold any more",
    }
    return said[move.what]


def _summary(view: BankedView) -> Iterator[str]:
    yield "*** SUMMARY ***"
    found, unit = view.results, view.unit
    staked = figure(_total(found, "staked"), unit)
    if view.state.outcome == "open":
        yield f"The round is open at version {view.acts[-1].entry.version}; {staked} staked"
    elif view.state.outcome == "voided":
        yield f"Void: {figure(_total(found, 'refunded'), unit)} of {staked} staked refunded"
    else:
        prizes, lost = figure(_total(found, "prize"), unit), figure(_total(found, "lost"), unit)
        yield f"Settled: {staked} staked, {prizes} paid in prizes, {lost} lost to the house"
    yield from GAMES[view.game].result(view)
    for one in found:
        told = [f"{name} {figure(one.totals[what], unit)}" for what, name in TOTALS.items() if one.totals.get(what)]
        net = "" if view.state.outcome == "open" else f", net {signed(one.net, unit)}"
        yield f"{one.player}: {', '.join(told)}{net}"
    hidden = len(view.closed) - len(view.cards)
    if hidden:
        yield f"Not shown, and hidden: {counted(hidden, 'card')} dealt face down"


def _total(found: Sequence[Result], what: What) -> int:
    return sum(one.totals.get(what, 0) for one in found)
