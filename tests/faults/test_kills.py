"""Whoever serves, stores, asks or follows is killed at any moment: what was acknowledged is in the log once, and everybody was told the same.

``TOMBO_KILL_SECONDS`` says for how long at the least (600 before a release: ``make kills``); without it, until everything befell once. ``TOMBO_KILL_SEED``
says what is killed, in which order.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from tests.faults.kills.backups import Lost, Whole, commands_of, size_of
from tests.faults.kills.faults import faults
from tests.faults.kills.heard import Journal
from tests.faults.kills.house import KillHouse
from tests.faults.kills.judged import Heard, Log, strangers, wrong_entries, wrong_outcomes, wrong_receipts
from tests.tools.pgserver import Server, postgres_server
from tests.worlds.network import begun, network
from tombo.ledger.house.staff.commands import GrantRole

SECONDS: Final = float(os.environ.get("TOMBO_KILL_SECONDS", "0"))
SEED: Final = int(os.environ.get("TOMBO_KILL_SEED", "1"))


@pytest.fixture(params=["sqlite", "postgres"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[KillHouse]:
    """A ledger that is served: in a file, and in a PostgreSQL of this test's own, which may be killed too."""
    with ExitStack() as held:
        if request.param == "sqlite":
            yield KillHouse(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path, SEED, None)
            return
        server = held.enter_context(Server(held.enter_context(postgres_server())))
        yield KillHouse(f"{server.url}&schema=kills", tmp_path, SEED, server)


def test_whoever_is_killed_nothing_is_lost_or_there_twice(house: KillHouse) -> None:
    """Each command that anybody was told of stands in the log once, where its one receipt says; subscribers were told every entry once and in order."""
    sys.stdout.write(f"\nseed {SEED}, {SECONDS:g} seconds\n")
    with house.at_work():
        began = time.monotonic()
        for fault in faults(house, lambda: time.monotonic() - began > SECONDS):
            if house.tally.wrong:
                break
            sys.stdout.write(f"{time.monotonic() - began:7.1f} {fault.__name__}\n")
            sys.stdout.flush()
            fault(house)
            if house.chance.random() < 0.7:
                house.goes_on()
            time.sleep(house.chance.uniform(0, 0.5))
    house.restores(house.lost(), goes_on=True)
    wrong = house.judge()
    sys.stdout.write("".join(f"  {name}: {count}\n" for name, count in sorted(house.tally.counts.items())))
    assert not wrong, f"seed {SEED}:\n" + "\n".join(wrong[:10])
    assert house.tally.counts["again"] > 0
    assert house.tally.counts["restores"] > 1
    assert house.verified() == "OK"


LOG: Final = Log({"kills/0-0": [("account:p-0", 1, 0)], "kills/0-1": [("account:p-0", 2, 1)]}, ["a", "b"])
RECEIPT: Final = (
    '{"status":"recorded","command_id":"kills/0-%s","stream":"account:p-0","versions":[%s],"log_index":[%s]%s}'
)


def _heard(*receipts: str) -> list[str]:
    heard = Heard()
    for receipt in receipts:
        heard.take(receipt.encode())
    return [*wrong_receipts(LOG, heard)]


def test_the_judge_sees_a_receipt_that_is_not_the_first_and_one_of_what_is_not_there() -> None:
    """An answer to a retry says more than the first receipt only that it is one."""
    first, again = RECEIPT % (0, 1, 0, ""), RECEIPT % (0, 1, 0, ',"repeated":true')
    assert _heard(first, again, first) == []
    for other in (RECEIPT % (0, 1, 1, ""), RECEIPT % (0, 2, 0, ""), first.replace(",", ", ")):
        assert "has 2 receipts" in _heard(first, other)[0]
    for alone in (RECEIPT % (0, 1, 1, ""), RECEIPT % (1, 1, 0, ""), RECEIPT % (2, 3, 2, "")):
        assert "in the log" in _heard(alone)[0]


@pytest.mark.parametrize(
    "told", [[(0, "a")], [(0, "a"), (0, "a"), (1, "b")], [(1, "b"), (0, "a")], [(0, "a"), (1, "c")]]
)
def test_the_judge_sees_what_a_subscriber_was_not_told(told: list[tuple[int, str]], tmp_path: Path) -> None:
    """An entry too few, one twice, two in another order, and one that is another."""
    for index, digest in told:
        Journal(tmp_path / "subscriber 0.jsonl").write(index=index, digest=digest)
    assert len([*wrong_entries(LOG, tmp_path / "subscriber 0.jsonl")]) == 1
    for index, digest in enumerate(LOG.digests):
        Journal(tmp_path / "subscriber 1.jsonl").write(index=index, digest=digest)
    assert [*wrong_entries(LOG, tmp_path / "subscriber 1.jsonl")] == []


def test_the_judge_sees_what_has_no_outcome_and_what_nobody_asked(tmp_path: Path) -> None:
    """A command that was asked and not settled, one whose outcome is elsewhere, one that is not recorded, and one that is nobody's."""
    asked = [{"command_id": f"kills/0-{number}"} for number in (0, 1)]
    place = {"stream": "account:p-0", "versions": [1], "log_index": [0]}
    for name, outcomes, wrong in (
        ("right", [["kills/0-0", {"places": [place]}]], 0),
        ("elsewhere", [["kills/0-0", {"places": [{**place, "log_index": [1]}]}]], 1),
        ("refused", [["kills/0-0", "Refused()"]], 1),
        ("open", [], 1),
    ):
        journal = Journal(tmp_path / name)
        journal.write(asked=asked[:1])
        journal.write(outcomes=outcomes)
        assert len([*wrong_outcomes(LOG, tmp_path / name, Heard())]) == wrong, name
    assert [*strangers(LOG, {"kills/0-0"})] == ["nobody asked kills/0-1"]


def _backed_up(tmp_path: Path) -> Lost:
    """A ledger that is gone, of which a backup lacks the last command; everything in it was acknowledged."""
    made, backup = network(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path), tmp_path / "backup"
    for words in (("publish", "--once"), ("backup", str(backup))):
        with begun(made, *words) as process:
            said = process.communicate()[0]
    made.act(GrantRole(role="officer", staff="s-2"), "grant/late")
    path, lengths = tmp_path / "client 0.jsonl", [0]
    for name, places in commands_of(made.url).items():
        first, *also = ({"stream": one, "versions": [at], "log_index": [index]} for one, at, index in places)
        Journal(path).write(told=json.dumps({"status": "recorded", "command_id": name, **first, "also": also}))
        lengths.append(path.stat().st_size)
    whole = Whole({path: lengths[-2]}, json.loads(said)["entries"])
    return Lost(made.url, size_of(made.url), made.keyring.directory, whole, backup, {path: lengths[-1]})


def test_the_judge_sees_what_a_restore_lacks_and_does_not_name(tmp_path: Path) -> None:
    """Of what was acknowledged before the backup nothing may be missing; of what came after, everything that is, and no more."""
    lost = _backed_up(tmp_path)
    restored = lost.restored(f"sqlite:///{tmp_path / 'restored.db'}")
    first, last = lost.whole.entries, lost.size - 1
    assert (restored.said["missing"], [*restored.wrong()]) == ([first, last], [])

    def seen(**said: Any) -> str:
        return "\n".join(replace(restored, said={**restored.said, **said}).wrong())

    assert "acknowledged, to log index" in seen(missing=None)
    for missing in ([first - 1, last], [first + 1, last], [first, last + 1], [first, first - 2]):
        assert "said to be missing" in seen(missing=missing)
    assert "is not what the ledger has" in seen(entries=first + 1)
    late = replace(lost, whole=Whole(lost.journals, first))
    assert "grant/late" in "\n".join(replace(restored, lost=late).wrong())


def test_a_line_that_a_kill_cut_in_two_is_taken_away(tmp_path: Path) -> None:
    """And what comes next stands on a line of its own."""
    Journal(tmp_path / "journal").write(index=0)
    with (tmp_path / "journal").open("ab") as file:
        file.write(b'{"index": 1, "dig')
    again = Journal(tmp_path / "journal")
    again.write(index=1)
    assert (again.before, Journal(tmp_path / "journal").before) == ([{"index": 0}], [{"index": 0}, {"index": 1}])
