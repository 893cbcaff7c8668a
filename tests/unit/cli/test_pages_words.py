"""Pages say of every kind of event, in every game, the same in both languages."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, get_args

from tests.tools.printed import html
from tests.worlds.blackjack import Blackjack
from tests.worlds.casino import casino
from tests.worlds.roulette import chip
from tests.worlds.sem_descarte import Casino
from tests.worlds.simulated import WorldDoor, as_entries
from tests.worlds.world import World
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import Decision, Envelope
from tombo.ledger.core.entry import Actor, Entry, EventBase
from tombo.ledger.core.findings import EACH_SEAT, Reading
from tombo.ledger.games.blackjack.commands import ReportBlackjackBetRefused, ReportBlackjackConnection
from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.games.poker import events as poker
from tombo.ledger.games.roulette.commands import ReportSpinBetRefused, ReportSpinConnection
from tombo.ledger.games.roulette.wheel import SeriesBet
from tombo.ledger.house.incident.events import IncidentOpened
from tombo.ledger.kinds import EVENTS
from tombo.ledger.terms.poker import LimitKind
from tombo.projections.follow import Viewer
from tombo.projections.round.view import of
from tombo.reports.pages.page import Page, Steps, english, portuguese
from tombo.reports.play.hand import QUIET
from tombo.reports.said.common import ACTORS, ORIGINS, POKER_LIMITS, READINGS
from tombo.reports.said.play.hand_words import BOARDS, POSTING
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.rounds import page_of
from tombo.simulator.ask import Told
from tombo.simulator.day import Day, Plan
from tombo.simulator.life import HOUR

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
    """Posts, streets, limits, readings, origins, actors: none is without its words."""
    assert literals(poker.BlindPosted, "post") == set(POSTING)
    assert set(get_args(poker.Street)) == set(BOARDS)
    assert set(get_args(LimitKind)) == set(POKER_LIMITS)
    assert {*Reading, EACH_SEAT} == set(READINGS)
    assert literals(IncidentOpened, "origin") == set(ORIGINS)
    assert set(get_args(Actor)) == set(ACTORS)


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


def cut_off(folder: Path) -> Iterator[list[Entry]]:
    """A spin and a round of blackjack of whose players one is cut off."""
    folder.mkdir()
    with casino(folder) as played:
        name = played.spins({"p-1": (chip(100, "red"),)}, None)
        played.floor.do(ReportSpinConnection(player="p-1", round=name))
        played.floor.do(ReportSpinBetRefused(chips=[chip(1, "red")], player="p-1", round=name, rule="R804 r.10"))
        call = SeriesBet(call="orphans", chip=100)
        played.floor.do(ReportSpinBetRefused(call=call, chips=[], player="p-1", round=name, rule="R804 r.7"))
        yield Reader(played.ledger.store).entries(f"roulette:{name}")
    table = Blackjack()
    table.begins(1_000, "Ts 6h 9d", "Tc")
    table.does(ReportBlackjackConnection(player="p-1", round=table.local))
    bet = {"amount": 1_000, "player": "p-1", "round": table.local, "rule": "R805 r.12", "seat": 1}
    table.does(ReportBlackjackBetRefused.model_validate(bet))
    stream = f"blackjack:{table.local}"
    yield as_entries(stream, [event for name, event in table.events if name == stream])


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
    played = [*simulated().values(), *prison(tmp_path), *cut_off(tmp_path / "cut"), tie()]
    assert {entry.kind for entries in played for entry in entries} == {
        kind for kind in EVENTS if kind.partition(".")[0] in GAMES and kind not in BEFORE_FACTS
    }
    for number, entries in enumerate(played):
        page = page_to(entries)
        if number % 20 == 0:
            assert ET.fromstring(html(page)).tag == "html"
        for step in (step for block in page.blocks if isinstance(block, Steps) for step in block.steps):
            for line in step.told:
                assert_same(portuguese(line), english(line))


def assert_same(pt: str, en: str) -> None:
    """A line says the same amounts and rules in both languages; what is on record as English text, only its rule."""
    assert pt
    assert pt != en
    rules = CITATION.findall(pt)
    amounts = sorted(text.replace(",", ".") for text in AMOUNT.findall(pt))
    assert amounts == sorted(AMOUNT.findall(en)), (pt, en)
    assert sorted(rules) == sorted(CITATION.findall(en)), (pt, en)


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
    assert 'class="mark"' not in html(page_to(entries, Viewer()))


def test_prison_is_told_in_portuguese(tmp_path: Path) -> None:
    """Zero imprisons, the next spin releases one stake and takes the other; each under its rule."""
    said = [
        line
        for entries in prison(tmp_path)
        for block in page_to(entries).blocks
        if isinstance(block, Steps)
        for step in block.steps
        for line in map(portuguese, step.told)
    ]
    assert "p-1: fica com 1,00 no encarnado em prisão: decide o lançamento seguinte (R807 r.20)" in said
    assert "Em prisão desde o lançamento anterior: 1,00 de p-1 no encarnado" in said
    assert "p-1: recebe de volta 1,00 no encarnado, em prisão (R807 r.20)" in said
    assert "p-2: perde 2,00 no preto, em prisão (R807 r.20)" in said
    assert "A bola imobiliza-se no 1 encarnado" in said
