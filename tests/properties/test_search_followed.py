"""The search finds what going through every hand and round of the log finds: whatever is asked, at any position, after any death."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.worlds.played import played
from tests.worlds.searched import LongHand, asked, hands
from tombo.ledger.core.cards import CARD_TEXTS
from tombo.ledger.core.entry import Entry
from tombo.ledger.store import Build, Store, Views, open_views
from tombo.projections.follow import AsOf, Follower, computed
from tombo.projections.rows import KeptRows
from tombo.projections.search.checked import FoundHand, held
from tombo.projections.search.fold import Search
from tombo.projections.search.reading import HandQuestion, found
from tombo.reports.shown import findings, last_hands
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.status import status
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR, entries

PLAN: Final = Plan(seed=8, begins=BEGINS, ends=BEGINS + 2 * HOUR, tables=24, malice=0.1, trouble=0.3, outages=2)
BATCH: Final = 300
STEPS: Final = [str(step) for step in range(1, 30)]
"""Through the first batch and into the second: a table more is some writes more."""


class Searched(NamedTuple):
    """A ledger of simulated play, and every hand and round of it, the newest first."""

    store: Store
    url: str
    entries: list[Entry]
    hands: list[LongHand]


@contextmanager
def day(url: str, folder: Path) -> Iterator[Searched]:
    """Two hours of every game, with outages and a death of the platform."""
    with played(PLAN, url, folder, kills=1) as store:
        told = list(entries(store))
        yield Searched(store, url, told, hands(told))


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Searched, Views, Build]]:
    """On SQLite, followed, for many questions."""
    folder = tmp_path_factory.mktemp("searched")
    url = f"sqlite:///{folder}/ledger.db"
    with day(url, folder) as told, open_views(url) as views:
        yield told, views, Follower(told.store, views, Search).catch_up()


def pages(views: Views, build: Build, question: HandQuestion, length: int) -> list[int]:
    """The places that are found, a page of ``length`` at a time until one is not full."""
    places = list[int]()
    while True:
        page = [place.began for place in found(views, build, question, length)]
        places += page
        if len(page) < length:
            return places
        question = question._replace(below=page[-1])


def questions(known: list[LongHand]) -> st.SearchStrategy[HandQuestion]:
    """Questions about what there is, and about what there is not."""

    def one_of(*there: Any) -> st.SearchStrategy[Any]:
        return st.one_of(st.none(), st.sampled_from(sorted({*there})))

    amounts = one_of(*(hand.amount for hand in known), 0, 1, 2**53 - 1)
    place = st.integers(0, known[0].began + 10)
    return st.builds(
        HandQuestion,
        player=one_of("nobody", *(player for hand in known for player in hand.players)),
        table=one_of("nowhere", *(hand.table for hand in known)),
        number=one_of("0", *(hand.number for hand in known)),
        regulations=st.lists(st.sampled_from(sorted({hand.regulation for hand in known})), max_size=3).map(tuple),
        cards=st.lists(st.sampled_from(CARD_TEXTS), max_size=2).map(tuple),
        least=amounts,
        most=amounts,
        incident=one_of("none", *(hand.incident for hand in known if hand.incident)),
        rule=one_of("R800 r.1", *(rule for hand in known for rule in hand.rules)),
        disputed=st.sampled_from([False, False, True]),
        since=st.one_of(st.just(0), place),
        below=st.one_of(st.none(), place),
    )


def test_the_simulated_day_has_something_of_everything(once: tuple[Searched, Views, Build]) -> None:
    """Every game, hands in play and over, void ones, findings, complaints, cards that were shown late: else the others prove little."""
    told, views, build = once
    assert {hand.regulation for hand in told.hands} >= {"R803", "R804", "R805", "R806", "R809", "R811"}
    assert {hand.outcome for hand in told.hands} >= {"settled", "voided"}
    assert any(hand.rules for hand in told.hands)
    assert any(hand.disputed for hand in told.hands)
    assert {hand.euro for hand in told.hands} == {True, False}
    late = views.fetch(build, "SELECT DISTINCT mark FROM {marks} WHERE began = -1")
    assert {"card", "dispute"} <= {mark.partition(" ")[0] for (mark,) in late}


def test_every_hand_is_told_as_its_entries_tell_it(once: tuple[Searched, Views, Build]) -> None:
    """All columns of all hands and rounds, and the order in which they are listed."""
    told, views, build = once
    places = found(views, build, HandQuestion(), len(told.entries))
    assert [place.stream for place in places] == [hand.stream for hand in told.hands]
    assert [as_long(one) for one in held(told.store, KeptRows(views, build), places)] == [
        hand if hand.ended is not None else hand._replace(amount=0, largest=0, player_count=0) for hand in told.hands
    ]


def as_long(one: FoundHand) -> LongHand:
    """What was found as the long way tells it."""
    begun, ended = one.begun, one.ended
    return LongHand(
        began=begun.began,
        stream=begun.stream,
        table=begun.table,
        number=begun.number,
        regulation=begun.regulation,
        recorded=begun.recorded,
        outcome="open" if ended is None else ended.outcome,
        ended=None if ended is None else ended.recorded,
        players=frozenset(one.players),
        player_count=0 if ended is None else ended.players,
        amount=0 if ended is None else ended.amount,
        largest=0 if ended is None else ended.largest,
        euro=(begun.currency, begun.decimals) == ("EUR", 2),
        incident=one.incident or "",
        cards=frozenset(one.cards),
        rules=frozenset(one.rules),
        disputed=one.disputed,
    )


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_a_search_equals_a_plain_scan(once: tuple[Searched, Views, Build], data: st.DataObject) -> None:
    """Whatever is asked, in pages of any length: the same hands in the same order, none twice and none left out."""
    told, views, build = once
    question, length = data.draw(questions(told.hands)), data.draw(st.integers(1, 40))
    assert pages(views, build, question, length) == [hand.began for hand in asked(told.hands, question)]


@settings(max_examples=300, deadline=None)
@given(data=st.data())
def test_one_thing_asked_for_finds_all_that_has_it(once: tuple[Searched, Views, Build], data: st.DataObject) -> None:
    """Each question by itself, so that most find something."""
    told, views, build = once
    whole = data.draw(questions(told.hands))
    name = data.draw(st.sampled_from(HandQuestion._fields))
    question = HandQuestion()._replace(**{name: getattr(whole, name)})
    assert pages(views, build, question, 30) == [hand.began for hand in asked(told.hands, question)]


def rows(views: Views, build: Build) -> dict[str, Any]:
    """All that is kept."""
    found_rows: dict[str, Any] = {
        table.name: sorted(
            views.fetch(build, f"SELECT {', '.join(name for name, _ in table.columns)} FROM {{{table.name}}}")
        )
        for table in Search.tables
    }
    return {**found_rows, "state": build.state}


def test_both_stores_keep_the_same_at_any_position_in_batches_of_any_size(store_url: str, tmp_path: Path) -> None:
    """Also where a batch ends within a commit; and what is found there is what the entries up to there give."""
    chance = Random(3)
    with day(store_url, tmp_path) as told, open_views(store_url) as views:
        for position in [*sorted(chance.sample(range(1, len(told.entries)), 6)), len(told.entries)]:
            build = Follower(told.store, views, Search, batch=chance.randint(1, 2_000)).catch_up(position)
            with computed(told.store, Search, position) as (scratch, past):
                assert rows(views, build) == rows(scratch, past)
            known = hands(told.entries[:position])
            for question in (
                HandQuestion(),
                HandQuestion(disputed=True),
                HandQuestion(cards=("Ah",)),
                HandQuestion(least=500),
            ):
                assert pages(views, build, question, 50) == [hand.began for hand in asked(known, question)], question
            places = found(views, build, HandQuestion(), 100)
            assert [one.begun.began for one in held(told.store, KeptRows(views, build), places)] == [
                hand.began for hand in known[:100]
            ]
        before = rows(views, build)
        assert rows(views, Follower(told.store, views, Search).rebuild()) == before


def test_a_follower_killed_around_any_write_is_followed_by_another_to_the_same_rows(
    store_url: str, tmp_path: Path
) -> None:
    """Death before each write, before and after a commit: in the end every row is there once."""
    with day(store_url, tmp_path) as told:
        program = [sys.executable, "-m", "tests.faults.killed_projection", Search.name, store_url, str(BATCH), *STEPS]
        ran = subprocess.run(program, capture_output=True, text=True, timeout=240, check=False)
        assert ran.returncode == 0, ran.stderr
        assert [int(line) for line in ran.stdout.split()] == [signal.SIGKILL] * len(STEPS)
        with open_views(store_url) as views:
            there = views.live(Search.name)
            assert there is not None
            assert 0 < there.position < len(told.entries)
            for upto in (there.position, len(told.entries)):
                build = Follower(told.store, views, Search, BATCH).catch_up(upto)
                with computed(told.store, Search, upto) as (scratch, past):
                    assert rows(views, build) == rows(scratch, past)


def test_the_last_hands_are_those_of_the_log(
    once: tuple[Searched, Views, Build], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of any player as of any moment: found by the rows as by reading the log backwards, in the same order, each as often as it is told."""
    told, views, build = once
    reader, kept, dice = Reader(told.store), KeptRows(views, build), Random(5)  # type: ignore[arg-type]  # checked, as ``played`` opens it
    monkeypatch.setattr(last_hands, "CHUNK", 40)
    players, seen = sorted({player for hand in told.hands for player in hand.players}), 0
    for player in ["nobody", *dice.sample(players, 40)]:
        index = dice.randrange(len(told.entries))
        for then in (AsOf(), AsOf(log_index=index), AsOf(instant=told.entries[index].recorded)):
            found_so = last_hands.last_played(reader, kept, player, then, 5)
            assert found_so == last_hands.last_played(reader, None, player, then, 5), (player, then)
            seen += len(found_so.told)
    assert seen > 200


@pytest.mark.parametrize("most", [1, 50])
def test_the_newest_findings_are_those_of_the_log(
    once: tuple[Searched, Views, Build], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From any instant on, the newest first; as many of those that are read themselves as of those that are found by the rows."""
    told, views, build = once
    reader = Reader(told.store)  # type: ignore[arg-type]  # checked, as ``played`` opens it
    objections = [entry for entry in reversed(told.entries) if entry.kind in findings.FINDINGS]
    assert len(objections) > 5
    for read in (0, len(told.entries) - objections[2].index, len(told.entries)):
        monkeypatch.setattr(findings, "READ", read)
        for since in (0, objections[4].recorded, objections[4].recorded + 1, told.entries[-1].recorded + 1):
            due = [entry for entry in objections if entry.recorded >= since][:most]
            assert findings.objected(reader, KeptRows(views, build), since, most) == due
            assert findings.objected(reader, None, since, most) == due


def test_the_status_from_what_is_followed_is_that_of_the_log(store_url: str, tmp_path: Path) -> None:
    """Streams that were begun, and findings by rule in their order; what is in play is asked elsewhere: of this day nothing is."""
    with day(store_url, tmp_path) as told, open_views(store_url) as views:
        reader = Reader(told.store)  # type: ignore[arg-type]  # checked, as ``played`` opens it
        kept = KeptRows(views, Follower(told.store, views, Search).catch_up())
        whole = status(reader, None)
        found_so = status(reader, kept)
        assert found_so == whole
        assert list(found_so["findings"]) == list(whole["findings"])
        assert whole["findings"]
        assert all(whole["streams"].values())
