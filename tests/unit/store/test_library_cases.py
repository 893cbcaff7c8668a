"""The test cases that the event-store library ships, run on a ledger's recorder and factory, on both stores.

What of its contract a ledger does not keep stands in one table, ``DEVIATIONS``, and nothing else may deviate: a case that is
not listed passes as it is, and a listed one passes with what is listed as given, and without any of it fails.
"""

from __future__ import annotations

import ast
import importlib.util
import sys
import unittest
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from uuid import uuid4

import pytest
from eventsourcing import cryptography
from eventsourcing.persistence import DatetimeAsISO, DecimalAsStr, JSONTranscoder, StoredEvent, UUIDAsHex
from eventsourcing.sqlite import SQLiteTrackingRecorder

from tombo.ledger.store import Head, Store

ROOT: Final = Path(__file__).resolve().parents[3]
CIPHER: Final = "eventsourcing.cipher"
"""The library has its cipher twice, under the same names: we have the package that the other one needs."""
with pytest.MonkeyPatch.context() as patched:
    patched.setitem(sys.modules, CIPHER, cryptography)
    from eventsourcing.tests import persistence as shipped

RUN: Final[tuple[type[unittest.TestCase], ...]] = (
    shipped.AggregateRecorderTestCase,
    shipped.ApplicationRecorderTestCase,
    shipped.TrackingRecorderTestCase,
    shipped.ProcessRecorderTestCase,
    shipped.NonInterleavingNotificationIDsBaseCase,
    shipped.InfrastructureFactoryTestCase,
)
NOT_OURS: Final = {
    "RecorderTestCase": "the others' base: it has no case of its own",
    "TranscoderTestCase": "a ledger's bytes are canonical: its mapper never asks the transcoder it is made with",
    "ApplicationTestCase": "makes the library's own application, in memory",
    "ExampleApplicationTestCase": "an application with aggregates and snapshots of the library's own",
    "EventCountersViewTestCase": "a view of the library's own; what projections keep here has tables of its own",
    "AggregateEventCountersProjectionTestCase": "makes and saves aggregates of the library's own",
    "TaggedDecisionCountersProjectionTestCase": "of its dynamic boundaries, which a ledger does not use",
    "EventSourcedProjectionTestCase": "makes and saves aggregates of the library's own",
}
"""Cases of the library for which there is no class of ours."""


class Deviation(NamedTuple):
    """Why a case fails on a ledger as it is. ``given``: with what it passes, each of it needed; None where nothing helps.

    ``said``: what it fails with, where nothing helps.
    """

    reason: str
    given: tuple[str, ...] | None
    said: str = ""


_UNSEALED: Final = Deviation("An unsealed row is not an entry: an append is signed.", ("sealing",))
_FOLLOWS_NOBODY: Final = Deviation(
    "A ledger follows no other application: its entries are decided here, and none is recorded with a position.",
    None,
    "insert_events does not take tracking",
)
_ALONE: Final = Deviation(
    "No append is empty: a position without entries is recorded by ``insert_tracking``.", ("position",)
)

DEVIATIONS: Final = {
    "AggregateRecorderTestCase.test_insert_and_select": Deviation(
        "An append is signed, never empty, and its entries are numbered: nothing is kept beside the log.",
        ("sealing", "nothing", "no numbers"),
    ),
    "AggregateRecorderTestCase.test_performance": _UNSEALED,
    "ApplicationRecorderTestCase.test_insert_select": Deviation(
        "An append is signed, and its ids, which have no gaps, are a range and not a list.", ("sealing", "list")
    ),
    "ApplicationRecorderTestCase.test_performance": _UNSEALED,
    "ApplicationRecorderTestCase.test_concurrent_no_conflicts": _UNSEALED,
    "ApplicationRecorderTestCase.test_concurrent_throughput": _UNSEALED,
    "ApplicationRecorderTestCase.optional_test_insert_subscribe": Deviation(
        "An append is signed, and its ids, which have no gaps, are a range and not a list.", ("sealing", "list")
    ),
    "ProcessRecorderTestCase.test_insert_select": _FOLLOWS_NOBODY,
    "ProcessRecorderTestCase.test_performance": _FOLLOWS_NOBODY,
    "ProcessRecorderTestCase.test_has_tracking_id": _ALONE,
    "ProcessRecorderTestCase.test_raises_when_lower_inserted_later": _ALONE,
    "NonInterleavingNotificationIDsBaseCase.test": _UNSEALED,
    "InfrastructureFactoryTestCase.test_create_aggregate_recorder": Deviation(
        "There is no recorder beside the log: snapshots would be a second truth.", None, "leave snapshotting off"
    ),
    "InfrastructureFactoryTestCase.test_create_tracking_recorder": Deviation(
        "There is one recorder, which is given: a class for another is passed over.", None, "SQLiteTrackingRecorder"
    ),
}

WITHOUT: Final = {
    "sealing": "an unsealed row is not an entry",
    "nothing": "at least one event",
    "no numbers": "!= None",
    "list": "range(1, 3) != [1, 2]",
    "position": "insert_events does not take tracking",
}
"""What a case fails with that is not given this."""


class Verbatim:
    """Seals nothing: what is stored is what the case handed in."""

    def seal(self, head: Head, events: Sequence[StoredEvent]) -> list[bytes]:
        return [event.state for event in events]


class Helped:
    """A ledger's recorder as a case of the library asks it, which is ``given`` what a ledger wants and the case does not say."""

    def __init__(self, store: Store, given: Sequence[str]) -> None:
        self.recorder = store.recorder
        self.given = given

    def __getattr__(self, name: str) -> Any:
        return getattr(self.recorder, name)

    def insert_events(self, stored_events: Sequence[StoredEvent], **said: Any) -> Sequence[int] | None:
        if not stored_events and "position" in self.given:
            self.recorder.insert_tracking(said["tracking"])
            return None
        if not stored_events and "nothing" in self.given:
            return None
        if "sealing" in self.given:
            said["sealing"] = Verbatim()
        ids = self.recorder.insert_events(stored_events, **said)
        return None if "no numbers" in self.given else list(ids) if "list" in self.given else ids


def names(base: type[unittest.TestCase]) -> list[str]:
    """The cases of a class, those with it that a recorder need not keep."""
    optional = [name for name in vars(base) if name.startswith("optional_test")]
    return [f"{base.__name__}.{name}" for name in (*unittest.TestLoader().getTestCaseNames(base), *optional)]


CASES: Final = {name: base for base in RUN for name in names(base)}
PASSING: Final = {case: () if case not in DEVIATIONS else DEVIATIONS[case].given for case in CASES}
"""With what each case passes, None where nothing helps."""
HELPED: Final = [(case, given) for case, given in PASSING.items() if given is not None]


def failure(store: Store, case: str, given: Sequence[str]) -> str:
    """What a case of the library fails with on ``store``; empty where it passes."""

    def set_up(running: Any) -> None:
        running.factory, running.env = store.factory, store.factory.env
        running.transcoder = JSONTranscoder()
        for transcoding in (UUIDAsHex(), DecimalAsStr(), DatetimeAsISO()):
            running.transcoder.register(transcoding)

    base, _, name = case.partition(".")
    ours: dict[str, Any] = {
        "create_recorder": lambda _: Helped(store, given),
        "new_originator_id": lambda _: str(uuid4()),  # a text, as streams are named: the library has both
    }
    if base == "InfrastructureFactoryTestCase":
        recorder = type(store.recorder)
        ours = {
            "setUp": set_up,
            **{
                f"expected_{kind}_recorder_class": lambda _: recorder for kind in ("application", "process", "tracking")
            },
            "expected_factory_class": lambda _: type(store.factory),
            "expected_aggregate_recorder_class": lambda _: recorder,
            "tracking_recorder_subclass": lambda _: SQLiteTrackingRecorder,
        }
    result = unittest.TestResult()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, CIPHER, cryptography)
        type(base, (CASES[case],), ours)(name).run(result)
    assert (result.testsRun, result.skipped) == (1, [])
    return "\n".join(text for _, text in (*result.failures, *result.errors))


@pytest.mark.parametrize(("case", "given"), HELPED)
def test_a_case_of_the_library_passes(store: Store, case: str, given: tuple[str, ...]) -> None:
    """With what is listed as given, and as it is where nothing is listed, a ledger keeps the library's contract."""
    assert failure(store, case, given) == ""


@pytest.mark.parametrize(
    ("case", "left_out", "given"),
    [(case, one, [other for other in given if other != one]) for case, given in HELPED for one in given],
)
def test_a_listed_case_needs_what_is_listed(
    store: Store, case: str, left_out: str, given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is listed that a case would pass without, and it fails for that reason and no other."""
    failed = failure(store, case, given)
    assert failed
    assert WITHOUT[left_out] in failed + capsys.readouterr().out  # where threads append, they say it


@pytest.mark.parametrize("given", [(), ("sealing", "nothing", "list", "position")], ids=["as it is", "given it all"])
@pytest.mark.parametrize("case", [case for case, given in PASSING.items() if given is None])
def test_a_case_that_nothing_helps_deviates(store: Store, case: str, given: tuple[str, ...]) -> None:
    """What a ledger refuses whatever is given fails, and says what is listed."""
    said = DEVIATIONS[case].said
    assert said
    assert said in failure(store, case, given)


def test_the_table_lists_cases_of_the_library() -> None:
    """No line is left of a case that is gone, and none is without its sentence."""
    assert set(DEVIATIONS) <= set(CASES)
    assert [case for case, listed in DEVIATIONS.items() if not listed.reason.endswith(".")] == []
    assert {one for listed in DEVIATIONS.values() for one in listed.given or ()} == set(WITHOUT)


def test_every_case_that_is_shipped_is_run_or_not_ours() -> None:
    """A class of cases that comes with another version of the library is found, and told of here before it is passed over."""
    found = importlib.util.find_spec("eventsourcing.tests")
    assert found is not None
    assert found.origin is not None
    classes = {
        node.name
        for path in Path(found.origin).parent.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.name.endswith("Case")
    }
    assert classes == {base.__name__ for base in RUN} | set(NOT_OURS)


def test_the_page_lists_every_deviation_with_its_reason() -> None:
    """``docs/library.md`` says the same of each case and class: why a ledger deviates, and with what the case passes."""
    lines = (
        (ROOT / "docs/library.md")
        .read_text(encoding="utf-8")
        .partition("## The library's own test cases")[2]
        .splitlines()
    )
    told = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| `")]
    reasons = {case: listed.reason.replace("``", "`") for case, listed in DEVIATIONS.items()} | NOT_OURS
    assert {cells[0].strip("`"): cells[1] for cells in told} == reasons
    given = {cells[0].strip("`"): cells[2] for cells in told if len(cells) > 2}
    assert given == {case: _given(listed) for case, listed in DEVIATIONS.items()}
    assert f"{len(CASES)} of {len(RUN)} classes, of which {len(CASES) - len(DEVIATIONS)} pass as they are" in "\n".join(
        lines
    )


def _given(listed: Deviation) -> str:
    if listed.given is None:
        return f'nothing: it fails with "{listed.said}"'
    return ", ".join(f"`{one}`" for one in listed.given)
