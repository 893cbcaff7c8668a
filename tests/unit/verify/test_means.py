"""Workers that lie of what only the whole shows: nobody is accused on their word, and nobody is believed who hides what the tree shows (issue 15)."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from typing import Any

import pytest

from tests.forgeries.maker import ORIGIN, Memory
from tests.unit.parts.test_work import Fake, answered
from tests.unit.verify.test_chunks import SMALL, Long
from tombo.ledger.parts import Done, Means
from tombo.ledger.parts.job import do
from tombo.ledger.verify import verifier, verify
from tombo.ledger.verify.chunk import Chunk, Task
from tombo.ledger.verify.job import Verification


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Long:
    """The ledger."""
    return Long(tmp_path_factory.mktemp("long"))


def never(_: int) -> bytes:
    """Of the sample no part is one."""
    return (1).to_bytes(8, "big")


def lying(field: str) -> Any:
    """A worker whose first part is honest, and which then says something else in ``field`` of a chunk."""
    seen: list[Task] = []

    def acts(worker: str, part: Any, crew: Any) -> Future[Done] | None:
        if worker != "b" or not isinstance(part, Task):
            return None
        seen.append(part)
        if len(seen) == 1:
            return None
        done = do(crew.job, part)
        chunk: Chunk = done.result
        said: Any = {
            "leaves": bytes(len(chunk.leaves)),
            "spans": chunk.spans[:-8],
            "commands": b"",
            "facts": [],
            "appends": [],
        }
        return answered(Done(worker, chunk._replace(**{field: said[field]})))

    return acts


class Sent(Fake):
    """Workers that know which job they are at."""

    job = b""

    def submit(self, function: Any, *words: Any) -> Future[Any]:
        self.job = words[0]
        return super().submit(function, *words)


@pytest.mark.parametrize("field", ["leaves", "spans", "appends", "facts"])
def test_nobody_is_accused_on_the_word_of_a_worker(long: Long, field: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a worker's answers make of a sound ledger is found by this process too before anybody is told."""
    monkeypatch.setattr(verifier, "CHUNK", SMALL)
    source = partial(Memory, long.tables)
    alone = verify(source, long.policy, checkpoint=long.note)
    assert (alone.verdict, alone.problems) == ("OK", [])
    crew = Sent(lying(field), sample=1_000)
    assert verify(source, long.policy, checkpoint=long.note, means=Means(crew, entropy=never)) == alone


@pytest.mark.parametrize("how", ["no leaves", "fewer leaves", "another task"])
def test_a_worker_does_not_keep_the_tree_from_its_checkpoint(
    long: Long, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who hides a forged entry, and gives fewer leaves. Red before: the tree reached no checkpoint, and the verdict was ``UNWITNESSED``, with nothing objected to."""
    monkeypatch.setattr(verifier, "CHUNK", SMALL)
    forged, size = long.tables.copy(), len(long.tables.events)
    last = (size - 1) // SMALL * SMALL
    row = forged.events[size - 2]
    row[-1] = row[-1][:-5] + bytes(5)
    hides = Verification(partial(Memory, long.tables), ORIGIN, 0).open()

    def acts(worker: str, part: Any, _: Any) -> Future[Done] | None:
        if not isinstance(part, Task) or part.start != last:
            return None
        found = hides.chunk(part)
        lies = {
            "no leaves": found._replace(leaves=b""),
            "fewer leaves": found._replace(leaves=found.leaves[:-32]),
            "another task": found._replace(leaves=b"", task=part._replace(stop=last)),
        }
        return answered(Done(worker, lies[how]))

    source = partial(Memory, forged)
    alone = verify(source, long.policy, checkpoint=long.note)
    assert alone.problems[0].first == size - 2
    means = Means(Fake(acts, sample=1_000), entropy=never)
    assert verify(source, long.policy, checkpoint=long.note, means=means) == alone
