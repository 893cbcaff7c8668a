"""A round against the house computed again, of whichever game: from its moves, and from those that its rules give.

Whatever the game, nothing stands behind the end of a hand or round but what may: ``until_the_end`` says what does all the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.said import Told
from tombo.ledger.games.early import breaches, nothing
from tombo.ledger.games.game import Cards, Objections, ReceivedByPlayer, Recomputed
from tombo.ledger.house import said
from tombo.ledger.house.moves import Move, What
from tombo.ledger.terms.unit import NEWEST_REVISION

RECEIVED: Final[dict[What, int]] = {"prize": 1, "returned": 1, "refunded": 1, "taken_back": -1, "waived": -1}
"""What comes to a player. What a void could not take back counts as taken: the rules do not know what an account holds."""
ENDS: Final = frozenset({"settled", "voided"})
"""The words of the kinds that end a hand or round."""
FINDING: Final = "finding_recorded"
"""The word of a finding, which may stand behind the end of any."""


@cache
def word(kind: str) -> str:
    """``settled`` of ``hand.settled.v1``."""
    return kind.split(".")[1]


def after_the_end(stream: str, kind: str, index: int) -> Told:
    """What is said of an entry behind the end of ``stream``, which nothing follows."""
    return said.ENTRY_AFTER_THE_END(round=stream, kind=kind, index=index)


def opened_as_another(stream: str, opened: Any) -> tuple[Told, ...]:
    """What is wrong with the table and number that the first entry of a round against the house says: its stream has both."""
    if stream.partition(":")[2] == f"{opened.table}/{opened.number}":
        return ()
    return (said.OPENED_AS_ANOTHER(round=stream, number=opened.number, table=opened.table),)


def of_later_program(stream: str, opened: Any) -> Told | None:
    """Why the round that ``opened`` begins is not computed again: its rules revision is one that this program does not know."""
    revision = opened.terms.revision
    if revision <= NEWEST_REVISION:
        return None
    why = said.REVISION_UNKNOWN(newest=NEWEST_REVISION, revision=revision)
    return said.ROUND_OF_UNKNOWN_REVISION(round=stream, why=why)


def until_the_end(entries: Sequence[Entry], behind: frozenset[str]) -> tuple[list[Entry], tuple[Told, ...]]:
    """What there is to judge of a hand or round, and what is said of what stands behind its end and may not.

    To judge are the entries up to the first that ends it, and those behind it whose word is one of ``behind``; findings there change nothing.
    """
    judged: list[Entry] = []
    strange: list[Told] = []
    over = False
    for entry in entries:
        named = word(entry.kind)
        if not over or named in behind:
            judged.append(entry)
        elif named != FINDING:
            strange.append(after_the_end(entry.stream, entry.kind, entry.index))
        over = over or named in ENDS
    return judged, tuple(strange)


def again_by(
    evolve: Callable[[Any, Any], Any],
    moves: Callable[[Any, Any], list[Move]],
    owed: Callable[[Sequence[Any]], list[Move]],
    differences: Callable[[Sequence[Any]], tuple[Told, ...]],
    behind: frozenset[str] = frozenset(),
    *,
    asked: Callable[[Any], Objections] = nothing,
) -> Callable[[Sequence[Entry], Cards], Recomputed]:
    """How a round of a game is computed again: nothing of it is closed that decides. ``behind``: what may stand behind its end; ``asked``: how the rules are asked of each entry."""

    def again(entries: Sequence[Entry], _: Cards) -> Recomputed:
        judged, strange = until_the_end(entries, behind)
        events = [entry.event for entry in judged]
        state, recorded = None, list[Move]()
        for event in events:
            state = evolve(state, event)
            recorded += moves(state, event)
        if state is None or state.outcome == "open":
            return Recomputed(())
        paid, due = _received(recorded), _received(owed(events))
        received = tuple(ReceivedByPlayer(player, paid[player], due[player]) for player in dict.fromkeys((*paid, *due)))
        rules = dict.fromkeys(move.rule for move in recorded if move.what != "staked")
        named = opened_as_another(entries[0].stream, events[0])
        found = (*named, *differences(events), *breaches(asked, judged), *strange)
        return Recomputed(found, received, tuple(rules))

    return again


def _received(moves: Iterable[Move]) -> Counter[str]:
    found: Counter[str] = Counter()
    for move in moves:
        found[move.player] += RECEIVED.get(move.what, 0) * move.amount
    return found
