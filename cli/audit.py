"""``tombo audit``: every hand and round that is over, replayed from the stored bytes and paid again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Final

import typer

from cli.invocation import Invocation, invocation
from cli.output import progress
from cli.text import called, counted, listed
from projections.bulk_audit import GAMES, Audited
from projections.bulk_audit import audit as replayed

Outcomes = Mapping[str, Counter[str]]
"""By type of stream: how many ended how."""
GAME: Final = {"blackjack": "blackjack", "roulette": "roulette", "sem_descarte": "póquer sem descarte"}


def audit(
    ctx: typer.Context,
    since: Annotated[int, typer.Option(min=0, metavar="INDEX", help="Only what began at this log index or later.")] = 0,
) -> None:
    """Every hand and round that is over, replayed from the stored bytes, its payments computed again.

    One line for each whose record is not what its rules give, with the rule, and exit status 1 if there is one. Whether the
    bytes are those that were signed is for 'tombo verify' to say. For example: tombo audit --since 120000 --json.
    """
    call = invocation(ctx)
    outcomes, wrong = replay_all(call, since, GAMES.keys())
    differing = [{"stream": one.stream, "log_index": one.ended, "differences": one.differences} for one in wrong]
    played = sum(found.total() for found in outcomes.values())
    call.result(
        {"since": since, "played": played, "outcomes": outcomes, "differing": differing},
        "\n".join(bulk_lines(outcomes, wrong)),
    )
    if wrong:
        raise typer.Exit(1)


def replay_all(call: Invocation, since: int, types: Collection[str]) -> tuple[Outcomes, list[Audited]]:
    """Replay what began at log index ``since`` or later, of these types of stream: how all ended, and those that differ.

    Raises:
        LedgerError: bytes that do not parse, or an entry that is not what was sealed.
    """
    names = sorted(types, key=lambda name: (name != "hand", name))
    outcomes, wrong = {name: Counter[str]() for name in names}, list[Audited]()
    with call.reading() as reader:
        size = reader.store.head().size
        rows = progress(reader.store.rows(since, size), "entries", max(size - since, 0))
        for one in replayed(rows, types):
            outcomes[one.stream.partition(":")[0]][one.outcome] += 1
            if one.differences:
                wrong.append(one)
    return outcomes, wrong


def bulk_lines(outcomes: Outcomes, wrong: Sequence[Audited]) -> Iterator[str]:
    """What a replay of many hands and rounds found: how many of each outcome, and a line for each that differs."""
    total = sum(found.total() for found in outcomes.values())
    told = [_counted(name, found) for name, found in outcomes.items() if found or name == "hand"]
    yield f"{listed(told)} replayed from the stored bytes"
    for one in wrong:
        said = "; ".join(one.differences)
        yield f"NOT what the rules give, ended at log index {one.ended}: {said}; see {_next(one.stream)}"
    if total and not wrong:
        yield "Payouts, commission and refunds: computed again, the same as recorded in every one of them"
    elif wrong:
        yield f"Differing: {len(wrong):,} of {total:,}; 'tombo verify' says whether the entries are those that were signed"


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
