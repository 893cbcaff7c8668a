"""A round of a banked game as a page: what R803 r.37, R804 r.24 and R805 r.31 owe the player of his last one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import starmap
from typing import Final, NamedTuple

from cli import round_text
from cli.pages import blackjack_pt, roulette_pt, sem_descarte_pt
from cli.pages import phrase as pt
from cli.pages import played as p
from cli.pages.moves_pt import moved
from cli.pages.page import Block, Fact, Notes, Page, PageTable, Step, Steps
from cli.pages.phrase import NOTHING, Phrase, Text
from cli.pages.void import reasons
from cli.round_text import GAMES as ENGLISH
from cli.text import counted
from ledger.core.entry import Entry
from ledger.house.moves import Result, What
from ledger.terms.roulette import cited
from projections.round.banked import BankedAct, BankedView


class GamePalavras(NamedTuple):
    """The Portuguese words of a banked game, and the rule that owes the player his last round."""

    title: Callable[[BankedView], str]
    say: Callable[[BankedView, BankedAct], Iterator[str]]
    result: Callable[[BankedView], Iterator[str]]
    owed: Callable[[BankedView], str]


GAMES: Final[Mapping[str, GamePalavras]] = {
    "blackjack": GamePalavras(blackjack_pt.title, blackjack_pt.say, blackjack_pt.result, lambda _: "R805 r.31"),
    "roulette": GamePalavras(
        roulette_pt.title, roulette_pt.say, roulette_pt.result, lambda view: cited(view.opened.terms, 24)
    ),
    "sem_descarte": GamePalavras(
        sem_descarte_pt.title, sem_descarte_pt.say, sem_descarte_pt.result, lambda _: "R803 r.37"
    ),
}
"""By type of stream."""
TOTALS: Final[Mapping[What, Phrase]] = {
    "staked": p.STAKED,
    "prize": Phrase("Prémios", "Prizes"),
    "returned": Phrase("Apostas devolvidas", "Stakes returned"),
    "lost": Phrase("Perdido", "Lost"),
    "imprisoned": Phrase("Em prisão", "In prison"),
    "refunded": p.REFUNDED,
    "taken_back": Phrase("Prémios devolvidos", "Prizes taken back"),
    "waived": Phrase("Prémios não recuperados", "Prizes not to be had back"),
}


def round_page(view: BankedView, incident: Sequence[Entry] = ()) -> Page:
    """The round for its viewer. ``incident`` are the entries of the outage that made it void."""
    rule = GAMES[view.game].owed(view)
    basis = Phrase(
        f"Elementos essenciais da jogada: resultado e valores apostados ({rule}).",
        f"Everything essential of the round: its result and what was staked ({rule}).",
    )
    title = Phrase(f"Jogada {view.stream}", f"Round {view.stream}")
    return Page(title, basis, tuple(_facts(view)), tuple(_blocks(view, incident)))


def _blocks(view: BankedView, incident: Sequence[Entry]) -> Iterator[Block]:
    last = view.acts[-1].entry
    if round_text.ending_of(last.event) == "voided":
        yield reasons(incident, last, ENGLISH[view.game].void_rule(view))
    yield _results(view)
    both = zip(GAMES[view.game].result(view), ENGLISH[view.game].result(view), strict=True)
    cards = tuple(starmap(Phrase, both))
    hidden = len(view.closed) - len(view.cards)
    if hidden:
        portuguese = f"Não mostradas, e ocultas: {pt.counted(hidden, 'carta tapada', 'cartas tapadas')}"
        cards = (*cards, Phrase(portuguese, f"Not shown, and hidden: {counted(hidden, 'card')} dealt face down"))
    if cards:
        yield Notes(Phrase("Cartas e números", "Cards and numbers"), cards)
    yield Steps(p.HAPPENED, tuple(_steps(view)))


def _facts(view: BankedView) -> Iterator[Fact]:
    opened, first = view.opened, view.acts[0].entry
    yield Fact(p.GAME, Phrase(GAMES[view.game].title(view), ENGLISH[view.game].title(view)))
    yield Fact(p.TABLE, opened.table)
    yield Fact(p.NUMBER, str(opened.number))
    yield Fact(p.WHEN, pt.dated(first.recorded))
    ruleset, revision = opened.ruleset, opened.terms.revision
    rules = Phrase(
        f"{ruleset.id}, aprovadas no índice do registo {ruleset.index}, revisão {revision} das regras",
        f"{ruleset.id}, approved at log index {ruleset.index}, rules revision {revision}",
    )
    yield Fact(p.RULES, rules)
    yield Fact(p.OUTCOME, p.OUTCOMES[view.state.outcome])
    yield p.seen_by(view.viewer)
    yield p.entries_of(first, view.acts[-1].entry)


def _results(view: BankedView) -> PageTable:
    """What became of each player's money; only the columns in which something stands."""
    found = view.results
    used = [what for what in TOTALS if what == "staked" or any(one.totals.get(what) for one in found)]
    columns = p.columns(p.PLAYER, *(TOTALS[what] for what in used), p.RESULT)
    rows = tuple(_row(view, one, used) for one in found)
    unit = view.unit.currency
    heading = Phrase(f"Resultado, em {unit or 'fichas'}", f"Result, in {unit or 'chips'}")
    return PageTable(heading, columns, rows)


def _row(view: BankedView, one: Result, used: Sequence[What]) -> tuple[Text, ...]:
    net = NOTHING if view.state.outcome == "open" else pt.signed(one.net, view.unit)
    return (one.player, *(pt.figure(one.totals.get(what, 0), view.unit) for what in used), net)


def _steps(view: BankedView) -> Iterator[Step]:
    portuguese, english = GAMES[view.game], ENGLISH[view.game]
    auditor = view.viewer.role == "auditor"
    for act in view.acts:
        event = act.entry.event
        if isinstance(event, round_text.QUIET) and not auditor:
            continue
        said = [*portuguese.say(view, act), *moved(view.unit, act.moves)]
        told = [*english.say(view, act), *round_text.moved(view.unit, act.moves)]
        ending = round_text.ending_of(event)
        if ending == "voided":
            said.insert(0, f"Jogada nula ({english.void_rule(view)}): incidente {event.incident}")
            told.insert(0, f"Void ({english.void_rule(view)}): incident {event.incident}")
        elif ending == "settled" and auditor:
            said.append("A jogada está liquidada")
            told.append("The round is settled")
        if said or told:
            yield p.step(view.viewer, act.entry, act.entry.recorded, said, told)
