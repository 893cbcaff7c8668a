"""Hands and rounds replayed in bulk, compensations judged again, and what was found told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from cli.invocation import Invocation
from cli.output import progress
from cli.text import counted, listed
from ledger.core.ids import called, local
from ledger.store import Row
from projections.compensations import COMPENSATED, Payments, Untied
from projections.round.audit import Audited, in_log
from projections.round.audit import audit as replayed
from projections.round.stored import row_at

Outcomes = Mapping[str, Counter[str]]
"""By type of stream: how many ended how."""
TIED: Final = "each to who was in what he disputes, and no more than he is owed of it by all his disputes"
GAME: Final = {"blackjack": "blackjack", "roulette": "roulette", "sem_descarte": "póquer sem descarte"}


class Replayed(NamedTuple):
    """What a replay of a whole log found: how all ended, what differs, and which of the compensations are tied to nothing."""

    outcomes: Outcomes
    wrong: Sequence[Audited]
    compensations: int
    untied: Sequence[Untied]


def replay_all(call: Invocation, since: int, types: Collection[str], *, claims: bool = False) -> Replayed:
    """Replay what began at log index ``since`` or later, of these types of stream; with ``claims``, judge what was paid for disputes.

    Raises:
        UsageError: the log does not reach as far as ``since``.
        LedgerError: bytes that do not parse, or an entry that is not what was sealed.
    """
    names = sorted(types, key=lambda name: (name != "hand", name))
    outcomes, wrong, given = {name: Counter[str]() for name in names}, list[Audited](), list[int]()
    with call.reading() as reader:
        size = reader.store.head().size
        in_log(since, size)
        rows = progress(reader.store.rows(since, size), "entries", max(size - since, 0))
        for one in replayed(_noting(rows, given), partial(row_at, reader.store), types):
            if one.what != "behind":
                outcomes[one.stream.partition(":")[0]][one.outcome] += 1
            if one.differences:
                wrong.append(one)
        payments = Payments(reader.store)
        found = (payments.untied_at(index) for index in (given if claims else ()))
        untied = [one for one in found if one is not None]
    return Replayed(outcomes, wrong, len(given), untied)


def _noting(rows: Iterable[Row], given: list[int]) -> Iterator[Row]:
    """``rows``, with the log indices of the payments for disputes put into ``given`` on the way."""
    for row in rows:
        if row.kind == COMPENSATED:
            given.append(row.index)
        yield row


def compensation_lines(compensations: int, untied: Sequence[Untied]) -> Iterator[str]:
    """What was found of the compensations; nothing where none was given."""
    for one in untied:
        see = f"; see 'tombo dispute show {local(one.dispute)}'" if one.dispute.startswith("dispute:") else ""
        yield f"NOT tied to what was played, paid at log index {one.log_index}: {one.text}{see}"
    if compensations and not untied:
        yield f"{counted(compensations, 'compensation')}: {TIED}"


def bulk_lines(outcomes: Outcomes, wrong: Sequence[Audited]) -> Iterator[str]:
    """What a replay of many hands and rounds found: how many of each outcome, and a line for each that differs."""
    total = sum(found.total() for found in outcomes.values())
    told = [_counted(name, found) for name, found in outcomes.items() if found or name == "hand"]
    yield f"{listed(told)} replayed from the stored bytes"
    for one in wrong:
        said = "; ".join(one.differences)
        yield f"{one.verdict} at log index {one.at}: {said}; see {_next(one.stream)}"
    if total and not wrong:
        yield "Payouts, commission and refunds: computed again, the same as recorded in every one of them"
    elif wrong:
        differing = len({one.stream for one in wrong})
        yield f"Differing: {differing:,} of {total:,}; 'tombo verify' says whether the entries are those that were signed"


def _counted(name: str, found: Counter[str]) -> str:
    noun = "hand" if name == "hand" else "round"
    which = "" if name == "hand" else f" of {GAME[name]}"
    ended = ", ".join(f"{count:,} {outcome}" for outcome, count in sorted(found.items()))
    return f"{counted(found.total(), noun)}{which}{f' ({ended})' if ended else ''}"


def _next(stream: str) -> str:
    """The command that tells more of a hand or round."""
    if stream.startswith("hand:"):
        return f"'tombo hand replay {called(stream)}'"
    return f"'tombo round replay {stream}'"
