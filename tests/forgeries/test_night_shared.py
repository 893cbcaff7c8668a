"""A night of which others do a part says what it says alone, to the byte: whatever was stolen, wherever the log is cut, whoever lies (issue 15)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from tests.forgeries.catalogue import Theft, does, thefts
from tests.forgeries.evening import BEGINS, DAY, Evening, played
from tests.forgeries.honest import DAY as SCENE_DAY
from tests.forgeries.honest import SCENES
from tests.forgeries.stolen import Scenes
from tests.unit.parts.test_work import Fake, answered
from tombo.ledger.core.lisbon import HOUR, day_of
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.ledger.parts import Crew, Done, Means, of_this_machine
from tombo.ledger.parts.job import do, forget
from tombo.ledger.store import Store, Views, open_views
from tombo.projections.reconciliation import run
from tombo.projections.reconciliation.model import Reconciliation, to_json
from tombo.projections.reconciliation.opening import BookOpening
from tombo.projections.reconciliation.run import reconcile
from tombo.projections.reconciliation.shared import crewed
from tombo.projections.reconciliation.shared.parts import FoldedFurther, HandsLooked, HandsPart, NightShare, Stretches

CUTS: Final = {"every entry": (1, 64), "some": (7, 16), "one part": (4_096, 1)}
"""How many entries a stretch has, and how many stretches a part at most."""
SAMPLE: Final = 40
"""Thefts of the catalogue that are tried with each cut: which, the seed says."""
NEXT: Final = day_of(BEGINS + 24 * HOUR)
"""The day after, before which everything lies."""


@pytest.fixture(autouse=True)
def forgets(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Others work however little there is; what worked in this process lets go of the ledger."""
    monkeypatch.setattr(crewed, "FEW", 0)
    yield
    forget()


@pytest.fixture(params=CUTS)
def cut(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The log is cut in each way in turn, one hand of the evening whole in a part of some, and the hands of every part are looked at by others."""
    stretch, width = CUTS[request.param]
    monkeypatch.setattr(run, "CHUNK", stretch)
    monkeypatch.setattr(crewed, "WIDTH", width)
    monkeypatch.setattr(crewed, "SHARE", 2)
    monkeypatch.setattr(crewed, "OWN", 0)
    return str(request.param)


def beside(sample: int = 0) -> Fake:
    """Workers to whom nothing happens."""
    return Fake(lambda *_: None, sample)


def said(found: Reconciliation) -> str:
    """Everything that a night says."""
    return json.dumps([to_json(found, None), found.wallets])


def both(store: Store, views: Views | None, day: str, crew: Crew) -> tuple[str, str]:
    """What a night says alone and with others."""
    alone, together = (reconcile(store, views, day, means=means) for means in (None, Means(crew, entropy=bytes)))
    assert alone == together
    return said(alone), said(together)


@pytest.fixture(scope="module")
def catalogue(scenes: Scenes) -> list[Theft]:
    """Thefts of every sort, as many as are tried."""
    return Random(15).sample(thefts({name: scenes(name) for name in SCENES}), SAMPLE)


def test_every_theft_is_named_as_by_one(scenes: Scenes, catalogue: list[Theft], tmp_path: Path, cut: str) -> None:
    """Sealed with the real key, and wherever the log is cut: the same problems, in the same order, and the same of everything else."""
    named = tried = 0
    for theft in catalogue:
        thief = scenes(theft.scene)
        if does(thief, theft) is None:
            continue
        path = tmp_path / f"{tried}.db"
        with scenes.sealed(theft.scene, thief, f"sqlite:///{path}") as store:
            alone, together = both(store, None, SCENE_DAY, beside())
            assert together == alone, (theft, cut)
            named, tried = named + ('"ties": false' in alone), tried + 1
    assert named > SAMPLE // 2


def test_hands_that_are_clear_are_not_looked_at_again(scenes: Scenes, tmp_path: Path, cut: str) -> None:
    """Where a part holds the whole of a hand, who asked only follows it; where it does not, nobody clears it."""
    cleared = list[str]()

    def acts(_: str, part: Any, crew: Sent) -> Future[Done] | None:
        done = do(crew.job, part)
        if isinstance(done.result, HandsLooked):
            cleared.extend(done.result.clear)
        return answered(done)

    with scenes.sealed("cash", scenes("cash"), f"sqlite:///{tmp_path / 'x.db'}") as store:
        ends = {row.stream for row in store.rows() if row.kind.split(".")[1] in {"settled", "voided"}}
        alone, together = both(store, None, SCENE_DAY, Sent(acts, sample=0))
    assert together == alone
    assert set(cleared) <= ends
    assert bool(cleared) is bool(ends) or cut == "every entry"


class Sent(Fake):
    """Workers that know which job they are at."""

    job = b""

    def submit(self, function: Callable[..., Any], *words: Any) -> Future[Any]:
        self.job = words[0]
        return super().submit(function, *words)


SPOILT: Final = {
    "as it was": (),
    "refunds": (("refunds", "given", "UPDATE {} SET cents = cents + 1"),),
    "statements": (("session_statement", "lines", "UPDATE {} SET result = result + 1"),),
    "hidden": (("session_statement", "sessions", "DELETE FROM {}"), ("search", "ends", "DELETE FROM {}")),
    "postings": (("accounts", "postings", "UPDATE {} SET movement = movement + 1"),),
    "all": (
        ("accounts", "balances", "UPDATE {} SET balance = balance + 1"),
        ("refunds", "given", "DELETE FROM {}"),
        ("search", "hands", "UPDATE {} SET log_index = log_index + 1"),
        ("session_statement", "lines", "DELETE FROM {}"),
    ),
}
"""What somebody did to the rows that are kept."""


@pytest.fixture
def evening(store_url: str, tmp_path: Path) -> Evening:
    """On each database in turn, followed to its end."""
    return played(store_url, tmp_path)


@pytest.mark.parametrize("how", SPOILT)
def test_what_is_kept_is_compared_as_by_one(evening: Evening, how: str, cut: str) -> None:
    """Rows that were altered, hidden and moved: the same differences in the same order, of the day and of what lies before it."""
    for change in SPOILT[how]:
        evening.alter(*change)
    with (
        open_checked(evening.url, Keyring(evening.folder / "keys"), read_only=True) as store,
        open_views(evening.url) as views,
    ):
        for day in (DAY, NEXT):
            alone, together = both(store, views, day, beside())
            assert together == alone, (day, cut)
            assert ('"views": ' in alone.partition('"problems"')[0]) is bool(SPOILT[how])


def test_processes_of_this_machine_say_the_same(evening: Evening) -> None:
    """Two real ones, over what somebody altered."""
    evening.alter("refunds", "given", "UPDATE {} SET cents = cents + 1")
    with (
        of_this_machine(2) as means,
        open_checked(evening.url, Keyring(evening.folder / "keys"), read_only=True) as store,
        open_views(evening.url) as views,
    ):
        together = reconcile(store, views, DAY, means=means)
        assert said(together) == said(reconcile(store, views, DAY))
        assert not together.ties


def lies(field: str) -> Any:
    """Of hands and of what is kept something else is said than is found."""

    def acts(worker: str, part: Any, crew: Sent) -> Future[Done] | None:
        done = do(crew.job, part)
        found: HandsLooked | FoldedFurther = done.result
        if worker == "b" and isinstance(found, HandsLooked) and field == "clear":
            return answered(Done(worker, found._replace(clear=(), others=True)))
        if worker == "b" and isinstance(found, FoldedFurther) and field == "found":
            silent = tuple(one._replace(state=None) for one in found.standings)
            return answered(Done(worker, found._replace(found=(), standings=silent)))
        return answered(done._replace(worker=worker))

    return acts


@pytest.mark.parametrize("field", ["clear", "found"])
def test_a_worker_that_lies_changes_nothing(evening: Evening, field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named where it says otherwise than this process."""
    monkeypatch.setattr(run, "CHUNK", 7)
    evening.alter("refunds", "given", "UPDATE {} SET cents = cents + 1")
    wrong = list[str]()
    with (
        open_checked(evening.url, Keyring(evening.folder / "keys"), read_only=True) as store,
        open_views(evening.url) as views,
    ):
        alone = reconcile(store, views, DAY)
        crew = Sent(lies(field), sample=1)
        together = reconcile(store, views, DAY, means=Means(crew, told=wrong.append, entropy=bytes))
    assert together == alone
    assert wrong == ["b"]


SILENT: Final[dict[str, dict[str, Any]]] = {"compares nothing": {"build": None}, "cannot go on": {"state": None}}
"""What somebody says of where he is, so that whoever goes on from there finds nothing."""


@pytest.mark.parametrize("how", SILENT)
def test_a_worker_that_lies_once_silences_nobody_behind_it(
    evening: Evening, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a part that no sample compares, before the altered row. Red before: the honest ones went on from there, and all of it tied."""
    monkeypatch.setattr(run, "CHUNK", 7)
    monkeypatch.setattr(crewed, "WIDTH", 1)
    evening.alter("refunds", "given", "UPDATE {} SET cents = cents + 1")
    lied, known = list[str](), set[str]()

    def acts(worker: str, part: Any, crew: Sent) -> Future[Done] | None:
        found: HandsLooked | FoldedFurther = do(crew.job, part).result
        if isinstance(found, FoldedFurther) and worker in known and not lied:
            lied.append(worker)
            standings = (one._replace(**SILENT[how]) if one.of == "refunds" else one for one in found.standings)
            found = found._replace(found=(), standings=tuple(standings))
        known.add(worker)
        return answered(Done(worker, found))

    with (
        open_checked(evening.url, Keyring(evening.folder / "keys"), read_only=True) as store,
        open_views(evening.url) as views,
    ):
        alone = reconcile(store, views, DAY)
        together = reconcile(
            store, views, DAY, means=Means(Sent(acts, sample=32), entropy=lambda size: bytes(size - 1) + b"\1")
        )
    assert lied
    assert together == alone
    assert {one.check for one in together.problems} == {"views"}


@pytest.mark.parametrize("read", ["the same", "otherwise"])
def test_what_is_cleared_is_believed_of_who_read_the_same(scenes: Scenes, tmp_path: Path, read: str) -> None:
    """A hand that is paid falsely and cleared is not named (this program would not clear it); of who read something else nothing counts."""
    thief = scenes("cash")
    pot = thief.one("pot_awarded")
    pot.says(amount=pot.event.amount + 1)

    def acts(worker: str, part: Any, crew: Sent) -> Future[Done] | None:
        found: HandsLooked | FoldedFurther = do(crew.job, part).result
        if isinstance(found, HandsLooked):
            found = found._replace(clear=tuple(sorted(hands)))
        return answered(
            Done(worker, found if read == "the same" else found._replace(read=tuple(bytes(32) for _ in found.read)))
        )

    with scenes.sealed("cash", thief, f"sqlite:///{tmp_path / 'x.db'}") as store:
        hands = {row.stream for row in store.rows() if row.stream.startswith("hand:")}
        alone = reconcile(store, None, SCENE_DAY)
        together = reconcile(store, None, SCENE_DAY, means=Means(Sent(acts, sample=0)))
    payout = {one.check for one in alone.problems} & {"payout"}
    assert payout and (together == alone) is (read == "otherwise")
    assert len(together.problems) < len(alone.problems) or read == "otherwise"


class Kept:
    """What a night leaves for the next."""

    def __init__(self) -> None:
        self.opening: BookOpening | None = None

    def last(self, _: Store) -> BookOpening | None:
        return self.opening

    def keep(self, opening: BookOpening, _: Store) -> None:
        self.opening = opening


@pytest.mark.parametrize("sample", [0, 32])
def test_how_things_stood_is_left_by_this_program_alone(evening: Evening, sample: int, cut: str) -> None:
    """What processes of this machine folded is left for the next night as it would be by one; of what a cluster did nothing is."""
    alone, together = Kept(), Kept()
    with (
        open_checked(evening.url, Keyring(evening.folder / "keys"), read_only=True) as store,
        open_views(evening.url) as views,
    ):
        one = reconcile(store, views, NEXT, nights=alone)
        assert reconcile(store, views, NEXT, nights=together, means=Means(beside(sample), entropy=bytes)) == one
        assert alone.opening is not None and alone.opening.size == one.size, cut
        assert together.opening == (None if sample else alone.opening)
        if not sample:
            again = reconcile(store, views, NEXT, nights=together, means=Means(beside()))
            assert (again.compared_from, again.problems) == (one.size, ())


def test_only_what_begins_and_ends_in_a_part_is_cleared(scenes: Scenes, tmp_path: Path) -> None:
    """A hand whose end lies beyond the part is left to who asked, and so is one that began before it."""
    with scenes.sealed("cash", scenes("cash"), f"sqlite:///{tmp_path / 'x.db'}") as store:
        hand = next(row.stream for row in store.rows() if row.stream.startswith("hand:"))
        first, *_, last = (row.index for row in store.stream_rows(hand))
        worker = NightShare(store.url, kept=False).open()
        for start, stop, clear in ((first, last + 1, True), (first, last, False), (first + 1, last + 1, False)):
            looked = worker(HandsPart(Stretches(start, (stop,), nightly=True)))
            assert isinstance(looked, HandsLooked)
            assert (hand in looked.clear) is clear, (start, stop)
        worker.close()
