"""A trial: one forgery, one action, and whether what came of it may be."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from json import loads
from typing import Any, Final, NamedTuple

import psycopg

from tests.forgeries.redteam.actions import Act
from tests.forgeries.redteam.hands import Forgery, Tables
from tests.forgeries.redteam.scene import Scene
from tests.forgeries.redteam.world import opened
from tombo.ledger.core.errors import (
    ClockError,
    ForeignDatabaseError,
    KeyFileError,
    LedgerError,
    MalformedError,
    TamperedError,
)
from tombo.ledger.live.ledger import Ledger
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store.types import LedgerRecorder

NAMED: Final = (TamperedError, MalformedError, KeyFileError, ForeignDatabaseError, ClockError)
"""As what a forgery may be refused."""
PLACE: Final = re.compile(
    r"log index \d|TAMPERED at \d|holds \d+ entries|[Tt]iles?\b|openings?\b|checkpoint|table of commands|version \d|the stream "
    r"|rows of \d+ commands|table meta|says it is|the newest entry"
)
NEXT: Final = re.compile(r"['`]tombo [a-z]+|--keys|restore|bring back|use the version of tombo")


class Result(NamedTuple):
    """What came of an action."""

    said: str
    """The outcome as text; of a refused forgery nothing."""
    error: Exception | None
    tables: Tables
    """As they were once the forgery was undone."""


@contextmanager
def forging_at(
    recorder: LedgerRecorder, table: str, number: int, forge: Callable[[], None], restore: Callable[[], None]
) -> Iterator[list[int]]:
    """While it lasts, the ``number``-th read of ``table`` finds it forged, and no other. Counts the reads.

    Under the lock of an append on PostgreSQL a row can be added and not taken away again, for that a trigger would have to be
    switched off: it is then undone at the end.
    """
    honest, reads, forged = recorder.fetch, [0], [False]

    def fetch(sql: str, params: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        if table not in sql:
            return honest(sql, params)
        reads[0] += 1
        if reads[0] != number:
            return honest(sql, params)
        try:
            forge()
        except (sqlite3.OperationalError, psycopg.OperationalError):  # the door holds the lock: nobody writes now
            return honest(sql, params)
        try:
            return honest(sql, params)
        finally:
            try:
                restore()
            except psycopg.errors.LockNotAvailable:
                forged[0] = True

    recorder.fetch = fetch  # type: ignore[method-assign]
    try:
        yield reads
    finally:
        del recorder.fetch
        if forged[0]:
            restore()


def at_the_door(scene: Scene, act: Act, forgery: Forgery | None, when: str) -> Result:
    """``act`` on the honest ledger, forged ``before`` it is opened, ``between`` two commands, or ``under`` one: at a read."""
    scene.again()
    said, error = "", None
    if forgery is not None and when == "before":
        scene.hand.forge(forgery)
    try:
        said = _acted(scene, act, forgery, when)
    except LedgerError as found:
        error = found
    if forgery is not None and not when.startswith("under"):
        scene.hand.restore(forgery)
    return Result(said, error, scene.hand.read())


def _acted(scene: Scene, act: Act, forgery: Forgery | None, when: str) -> str:
    ledger, hand = opened(scene.url, scene.folder), scene.hand
    try:
        if when == "between":
            warm(ledger)
        if forgery is None or when == "before":
            return act(ledger, scene.folder)
        if when == "between":
            hand.forge(forgery)
            return act(ledger, scene.folder)
        number = int(when.removeprefix("under "))
        recorder = ledger.store.recorder
        with forging_at(recorder, forgery.table, number, lambda: hand.forge(forgery), lambda: hand.restore(forgery)):
            return act(ledger, scene.folder)
    finally:
        ledger.store.close()


def tried_again(scene: Scene, act: Act, result: Result, honest: Result) -> str:
    """What is wrong once the forgery is undone and the same is asked again of what it left: nothing where it is honest."""
    if result.error is None or result.tables != scene.tables:
        return ""
    try:
        said = _acted(scene, act, None, "before")
    except LedgerError as found:
        return f"refused still, once the forgery is undone: {type(found).__name__}: {found}"
    after = scene.hand.read()
    if (said, after) != (honest.said, honest.tables):
        return f"otherwise, once the forgery is undone: {said[:200]}; {_difference(after, honest.tables)}"
    return ""


def warm(ledger: Ledger) -> None:
    """Have the door know some states, as one that is in use does."""
    view = ledger.view()
    for stream in ("account:p-1", "table:mesa-1", "hand:mesa-1/2", "session:s-5"):
        view(stream)
    view.openings("hand:mesa-1/2")


def judge(result: Result, honest: Result, before: Tables) -> tuple[str, str]:
    """The verdict, and what is wrong with it: nothing where it may be so."""
    if result.error is None:
        if result.said != honest.said:
            return "decided otherwise", f"said {result.said[:300]}; honest {honest.said[:300]}"
        if result.tables != honest.tables:
            return "recorded otherwise", _difference(result.tables, honest.tables)
        return "as if nothing were", ""
    if result.tables not in (before, honest.tables) and not _honest_as_far(result.tables, before, honest.tables):
        return "recorded otherwise", f"{result.error}; {_difference(result.tables, before)}"
    return verdict_of(result.error, str(result.error))


def _honest_as_far(found: Tables, before: Tables, honest: Tables) -> bool:
    """Whether everything there was is there, and what came after it says what comes honestly: a recovery ends hand by hand."""
    return {*before["stored_events"]} <= {*found["stored_events"]} and _said(found) <= _said(honest)


def _said(tables: Tables) -> set[tuple[str, str, str]]:
    """What every entry says, wherever in the log and, for who has money of another hand as well, in its stream it came to stand."""
    return {(row[1], row[3], repr({**loads(unpack(row[4]).body), "version": None})) for row in tables["stored_events"]}


def verdict_of(error: Exception, text: str) -> tuple[str, str]:
    """How a forgery was refused, and what is wrong with how."""
    if not isinstance(error, NAMED):
        return type(error).__name__, f"{type(error).__name__}: {text}"
    word = "ROLLED BACK" if text.startswith("ROLLED BACK") else type(error).__name__.removesuffix("Error").upper()
    wrong = [what for what, pattern in (("place", PLACE), ("next command", NEXT)) if not pattern.search(text)]
    return word, f"no {' and no '.join(wrong)}: {text}" if wrong else ""


def judge_view(
    ran: tuple[int, str, str, dict[str, bytes]], honest: tuple[int, str, str, dict[str, bytes]]
) -> tuple[str, str]:
    """The same of a call of ``tombo``."""
    if ran == honest:
        return "as if nothing were", ""
    status, out, err, files = ran
    text = err.removeprefix("tombo: ")
    if status == 0 or (status == honest[0] and err == honest[2]):
        return "shown otherwise", f"status {status}: {_line(out, honest[1])} {err[:300]}"
    if any(honest[3].get(name) != data for name, data in files.items()):
        return "written otherwise", f"{sorted(files)} {err[:200]}"
    shown = set(out.splitlines()) - set(honest[1].splitlines())
    if shown:
        return "shown otherwise", f"status {status}: {sorted(shown)[:3]} {err[:300]}"
    if status not in (1, 2) or not err or "a fault of tombo" in err:
        return "status", f"status {status}: {err}"
    wrong = [what for what, pattern in (("place", PLACE), ("next command", NEXT)) if not pattern.search(text)]
    word = "ROLLED BACK" if "ROLLED BACK" in text else "TAMPERED" if "TAMPERED" in text else "REFUSED"
    return word, f"no {' and no '.join(wrong)}: {text}" if wrong else ""


def _line(out: str, honest: str) -> str:
    pairs = zip(out.splitlines(), honest.splitlines(), strict=False)
    return next(
        (f"{one!r} for {other!r}" for one, other in pairs if one != other), f"{len(out)} for {len(honest)} bytes"
    )


def _difference(found: Tables, wanted: Tables) -> str:
    return "; ".join(
        f"{name}: {[row[:4] for row in rows if row not in wanted[name]][:3]}"
        f" for {[row[:4] for row in wanted[name] if row not in rows][:3]}"
        for name, rows in found.items()
        if rows != wanted[name]
    )
