"""What a night found of its day, kept beside the keys, out of reach of who writes the databases: for who shows it without going through the day again.

Nobody signs it. It says of which ledger it is and how far that went, so that it is told of no other; how often each check failed is signed where the day
is closed. Each problem is kept in every language, since its sentence is made where the night is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final, Literal, NamedTuple

from pydantic import Field, ValidationError

from tombo.ledger.core.entry import Record
from tombo.ledger.core.language import Language
from tombo.ledger.core.lisbon import window
from tombo.ledger.core.said import Told
from tombo.ledger.house.day.commands import CloseDay
from tombo.ledger.house.day.events import DayProblem, DayTotal
from tombo.ledger.house.wallet import WalletDifference
from tombo.ledger.seal.plainfile import read_plain
from tombo.ledger.store import Row, Store
from tombo.projections.reconciliation.model import Reconciliation, taxed, verdict
from tombo.projections.tie_out import TieOut
from tombo.reports.shown.reading import Reader
from tombo.reports.wallet import difference

KEPT_MAX: Final = 500
"""Problems that are kept one by one; of the others how many there are."""
ENTRIES_MAX: Final = 20
"""Entries that are kept of a problem."""
BYTES_MAX: Final = 1 << 24
"""The longest file that is read."""
Count = Annotated[int, Field(ge=0)]


class KeptProblem(Record):
    """Something that does not tie, in every language. ``cents``: by how much, 0 where it is no amount; ``entries``: the log indices that say so.

    They are kept as they were told: a row that somebody wrote beside the ledger may name an index that no log has.
    """

    cents: int
    check: str
    en: str
    entries: list[int]
    pt: str

    def text(self, language: Language) -> str:
        """What does not tie."""
        return self.pt if language is Language.PT else self.en


class KeptNight(Record):
    """What a night found of ``day`` at the instant ``at``, over the first ``size`` entries of the log ``origin``.

    ``closing``: the act that closes the day, None where it is closed, goes on, or may not be closed. ``counts``: how often each check failed, those that
    did. ``last``: what tells the last of its entries from any other. ``wallet``: whether a wallet statement was asked.
    """

    at: Count
    closing: CloseDay | None
    counts: dict[str, Count]
    day: str
    entries: Count
    form: Literal[1]
    hands: Count
    last: str
    origin: str
    problems: list[KeptProblem]
    size: Count
    verdict: Literal["ties", "empty", "differs"]
    wallet: bool


class Looked(NamedTuple):
    """A day as a night went through it: what it found, and how the wallet statement tied, if one was asked."""

    found: Reconciliation
    tied: TieOut | None
    differences: Sequence[WalletDifference]
    """From the statement, as many as are told."""

    @property
    def counts(self) -> dict[str, int]:
        """How often each check failed, those that did; that of the wallet among them."""
        wallet = 0 if self.tied is None else sum(total.count for total in self.tied.totals.values())
        return {check: count for check, count in sorted({**self.found.counts, "wallet": wallet}.items()) if count}


def closing_act(reader: Reader, looked: Looked) -> CloseDay:
    """The act that closes a day with what a night found."""
    found, tied = looked.found, looked.tied
    base, tax = taxed(found)
    totals = [DayTotal(**{name: getattr(one, name) for name in DayTotal.model_fields}) for one in found.totals]
    return CloseDay(
        base=base,
        checkpoint=reader.newest_checkpoint(),
        date=found.day,
        hands=found.hands,
        index=found.size,
        problems=[DayProblem(check=check, count=count) for check, count in looked.counts.items()],
        rate_bp=found.rate_bp,
        statement=None if tied is None else tied.sha256,
        tax=tax,
        totals=totals,
    )


def closing_id(command: CloseDay) -> str:
    """The id of the act that closes a day so: asked for twice, it is one act."""
    return f"close/{command.date}/{command.index}"


def kept_night(reader: Reader, looked: Looked, at: int) -> KeptNight:
    """What is kept of a night at the instant ``at``."""
    found = looked.found
    may_close = found.closed is None and at >= window(found.day)[1] and not found.counts.get("views")
    problems = [kept for _, kept in zip(range(KEPT_MAX), _problems(looked), strict=False)]
    return KeptNight(
        at=at,
        closing=closing_act(reader, looked) if may_close else None,
        counts=looked.counts,
        day=found.day,
        entries=found.entries,
        form=1,
        hands=found.hands,
        last=_digest(reader.store.row(found.size - 1)),
        origin=reader.store.origin,
        problems=problems,
        size=found.size,
        verdict=verdict(found, looked.tied).value,
        wallet=looked.tied is not None,
    )


def _problems(looked: Looked) -> Iterator[KeptProblem]:
    for one in looked.found.problems:
        yield _kept(one.check, one.said, one.entries, one.cents)
    for each in looked.differences:
        yield _kept("wallet", difference(each), tuple(moved.log_index for moved in each.movements), abs(each.cents))


def _kept(check: str, told: Told, entries: Sequence[int], cents: int) -> KeptProblem:
    texts = {language.value: told.text(language) for language in Language}
    return KeptProblem(cents=cents, check=check, entries=list(entries[:ENTRIES_MAX]), **texts)


def night_of(folder: Path, store: Store, day: str) -> KeptNight | None:
    """What the last night that went through ``day`` found of it, by the files in ``folder``.

    None where none left anything, or it is of another ledger, of a history that was given up, or nothing that a night writes.
    """
    try:
        night = KeptNight.model_validate_json(read_plain(folder / day, BYTES_MAX))
    except (OSError, ValidationError):
        return None
    same = (night.origin, night.day) == (store.origin, day)
    return night if same and night.size and night.last == _digest(store.row(night.size - 1)) else None


def _digest(row: Row | None) -> str:
    """What tells the entry in ``row`` from any other."""
    return "" if row is None else sha256(row.state).hexdigest()
