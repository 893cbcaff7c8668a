"""Pages say of every kind of event, in every game, the same in both languages."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from cli.hand_text import QUIET
from cli.pages import blackjack_pt, hand_pt, moves_pt, roulette_pt, rounds, sem_descarte_pt, void
from cli.pages.page import Page, Steps, html
from cli.pages.phrase import READINGS_PT
from cli.reading import Reader
from cli.round_text import TOTALS
from cli.rounds import page_of
from ledger.core.clock import SECOND
from ledger.core.command import Decision, Envelope
from ledger.core.entry import Actor, Entry, EventBase
from ledger.core.findings import Reading
from ledger.games.blackjack import events as bj
from ledger.games.every import BANKED_GAMES
from ledger.games.poker import events as poker
from ledger.games.roulette.audit import named
from ledger.games.roulette.chances import MultiChance, SimpleChance, layout
from ledger.games.roulette.wheel import SERIES
from ledger.games.sem_descarte import events as sd
from ledger.games.sem_descarte.ranking import Combination
from ledger.house.incident.events import IncidentOpened
from ledger.kinds import EVENTS
from ledger.terms.poker import LimitKind
from ledger.terms.roulette import Wheel
from projections.follow import Viewer
from projections.round.view import of
from reports.said.common import POKER_LIMITS
from simulator.ask import Told
from simulator.day import Day, Plan
from simulator.life import HOUR
from tests.worlds.casino import casino
from tests.worlds.roulette import chip, wheel_terms
from tests.worlds.sem_descarte import Casino
from tests.worlds.simulated import WorldDoor, as_entries
from tests.worlds.world import World

BEGINS: Final = 1_784_030_400 * SECOND
GAMES: Final = {"hand", *BANKED_GAMES}
BEFORE_FACTS: Final = {"hand.action_refused.v1", *(f"{game}.finding_recorded.v1" for game in GAMES)}
"""What no door records any more: its objection is a sentence in English."""
AMOUNT: Final = re.compile(r"\d+[.,]\d\d(?!\d)")
CITATION: Final = re.compile(r"R8\d\d r\.\d+\w*(?:-\d+)?")


def literals(event: type[EventBase], field: str) -> set[str]:
    """The values a field of ``event`` may have."""
    return set(get_args(event.model_fields[field].annotation))


def test_every_word_on_record_has_its_portuguese() -> None:
    """Posts, streets, limits, decisions, causes, reasons, moves, wheels, readings, origins: none is without its words."""
    assert literals(poker.BlindPosted, "post") == set(hand_pt.POSTS)
    assert set(get_args(poker.Street)) == set(hand_pt.STREETS)
    assert set(get_args(LimitKind)) == set(POKER_LIMITS)
    assert literals(bj.DecisionMade, "decision") == set(blackjack_pt.CHOICES)
    assert literals(sd.Folded, "cause") == set(sem_descarte_pt.FOLDS)
    assert set(Combination) == set(sem_descarte_pt.COMBINATIONS)
    reasons = {reason for kind in (bj.Paid, bj.Collected, sd.Paid, sd.Collected) for reason in literals(kind, "reason")}
    assert reasons == set(moves_pt.REASONS)
    assert set(TOTALS) == set(rounds.TOTALS)
    assert {*get_args(MultiChance), *get_args(SimpleChance)} == set(moves_pt.CHANCES)
    assert set(get_args(Wheel)) == set(roulette_pt.WHEELS)
    assert set(SERIES) == set(roulette_pt.SERIES)
    assert set(BANKED_GAMES) == set(rounds.GAMES)
    assert set(Reading) == set(READINGS_PT)
    assert literals(IncidentOpened, "origin") == set(void.ORIGINS)
    assert set(get_args(Actor)) == set(void.ACTORS)


def test_every_bet_of_the_layout_has_its_portuguese() -> None:
    """Each combination of each chance, on a wheel of either sort, by its name in the regulation and the same numbers."""
    for wheel in ("american_38", "french_37"):
        terms = wheel_terms("R807" if wheel == "french_37" else "R804", wheel=wheel)
        for chance, combinations in layout(terms).items():
            for numbers in combinations:
                english = named(chance, numbers)
                said = moves_pt.bet(english)
                assert said.startswith(moves_pt.CHANCES[chance])
                assert re.findall(r"\d+", said) == re.findall(r"\d+", english)


@pytest.mark.parametrize(
    ("english", "portuguese"),
    [
        ("seat 1 hand 2", "no lugar 1, jogo 2"),
        ("dozen 1 to 12", "na dúzia 1 a 12"),
        ("black 2-4-...-35", "no preto 2-4-...-35"),
        ("red, in prison", "no encarnado, em prisão"),
        ("double dozen 1 to 24", "no cavalo de dúzia 1 a 24"),
        ("all bets", "em todas as apostas"),
        ("ante", "na aposta inicial (ante)"),
        ("prizes", "nos prémios"),
    ],
)
def test_a_bet_stands_somewhere_in_good_portuguese(english: str, portuguese: str) -> None:
    """The article goes with the name of the bet."""
    assert moves_pt.on(english) == portuguese


def test_a_bet_of_no_game_has_no_words() -> None:
    """What no game stakes is a fault, and is not guessed."""
    with pytest.raises(KeyError):
        moves_pt.bet("the weather")


def simulated() -> Mapping[str, list[Entry]]:
    """Every hand and round of a short day of every game, with malice and trouble."""
    plan = Plan(seed=3, begins=BEGINS, ends=BEGINS + 2 * HOUR, tables=28, pace=6, malice=0.05, trouble=0.2)
    day, done = Day(plan, WorldDoor(World())), defaultdict[str, list[Any]](list)

    def kept(_: Envelope, told: Told) -> None:
        for stream, event in told.events if isinstance(told, Decision) else ():
            if stream.partition(":")[0] in GAMES:
                done[stream].append(event)

    day.on_commit = kept
    day.begins()
    for instant in range(plan.begins + HOUR // 2, plan.ends, HOUR // 2):
        day.runs(instant)
        day.fails()
    day.runs()
    return {stream: as_entries(stream, events) for stream, events in done.items()}


def prison(folder: Path) -> Iterator[list[Entry]]:
    """Stakes that zero imprisons, and the spins that release and take them."""
    with casino(folder, "R807", zero="prison") as played:
        names = [played.spins({"p-1": (chip(100, "red"),), "p-2": (chip(200, "black"),)}, "0")]
        names.append(played.spins({"p-1": (chip(100, "odd"),)}, "1"))
        for name in names:
            yield Reader(played.ledger.store).entries(f"roulette:{name}")


def tie() -> list[Entry]:
    """A round of póquer sem descarte of which the other reading says something else."""
    played = Casino("p-1")
    played.dealt({1: 500}, {1: "Ah Kh 8h 6h 2h"}, "As Qs 9s 7s 3s")
    played.goes_on(1)
    played.settles()
    stream = next(stream for stream, _ in played.events if stream.startswith("sem_descarte:"))
    return as_entries(stream, [event for name, event in played.events if name == stream])


def page_to(entries: Sequence[Entry], viewer: Viewer = Viewer("auditor")) -> Page:  # noqa: B008  # a value
    """The page of a hand or round."""
    return page_of(of(entries, {}, viewer), [])


def test_every_kind_of_every_game_says_the_same_in_both_languages(tmp_path: Path) -> None:
    """Line by line: as many lines, the same amounts and the same rules; and no kind of event stays unseen."""
    played = [*simulated().values(), *prison(tmp_path), tie()]
    assert {entry.kind for entries in played for entry in entries} == {
        kind for kind in EVENTS if kind.partition(".")[0] in GAMES and kind not in BEFORE_FACTS
    }
    for number, entries in enumerate(played):
        page = page_to(entries)
        if number % 20 == 0:
            assert ET.fromstring(html(page)).tag == "html"
        for step in (step for block in page.blocks if isinstance(block, Steps) for step in block.steps):
            assert len(step.pt) == len(step.en), step
            for portuguese, english in zip(step.pt, step.en, strict=True):
                assert_same(portuguese, english)


def assert_same(portuguese: str, english: str) -> None:
    """A line says the same amounts and rules in both languages; what is on record as English text, only its rule."""
    assert portuguese
    assert portuguese != english
    rules = CITATION.findall(portuguese)
    amounts = sorted(text.replace(",", ".") for text in AMOUNT.findall(portuguese))
    assert amounts == sorted(AMOUNT.findall(english)), (portuguese, english)
    assert sorted(rules) == sorted(CITATION.findall(english)), (portuguese, english)


def test_who_is_no_auditor_is_spared_what_the_heading_tells(tmp_path: Path) -> None:
    """A page for a player has no step for the beginning, for being asked, or for the end; an auditor's has."""
    entries = next(entries for stream, entries in simulated().items() if stream.startswith("hand:"))
    quiet = [entry for entry in entries if isinstance(entry.event, QUIET)]
    steps = [
        sum(len(block.steps) for block in page_to(entries, viewer).blocks if isinstance(block, Steps))
        for viewer in (Viewer("auditor"), Viewer())
    ]
    assert steps[0] == len(entries)
    assert steps[0] - steps[1] in {len(quiet), len(quiet) - 1}  # an odd cent is told at the end
    assert "índice/index" not in html(page_to(entries, Viewer()))


def test_prison_is_told_in_portuguese(tmp_path: Path) -> None:
    """Zero imprisons, the next spin releases one stake and takes the other; each under its rule."""
    said = [
        line
        for entries in prison(tmp_path)
        for block in page_to(entries).blocks
        if isinstance(block, Steps)
        for step in block.steps
        for line in step.pt
    ]
    assert "p-1: fica com 1,00 no encarnado em prisão: decide o lançamento seguinte (R807 r.20)" in said
    assert "Em prisão desde o lançamento anterior: 1,00 de p-1 no encarnado" in said
    assert "p-1: recebe de volta 1,00 no encarnado, em prisão (R807 r.20)" in said
    assert "p-2: perde 2,00 no preto, em prisão (R807 r.20)" in said
    assert "A bola imobiliza-se no 1 encarnado" in said
