"""Holders' operations computed from the streams they come of, and held against the followed book."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Final

from tombo.ledger.core.ids import table_of
from tombo.ledger.kinds import EVENTS
from tombo.ledger.store import Store
from tombo.projections.accounts.followed import POSTINGS, Accounts
from tombo.projections.accounts.holders import class_of
from tombo.projections.chosen import Chosen, Made, lines_of, recomputed, told
from tombo.projections.rows import KeptRows, check

EVERYBODYS: Final = frozenset({"adjustment", "commission", "house", "outside", "promotion"})
"""Classes of holders to which entries of very many streams add: what they have is not computed anew for one look."""
_CAUSED: Final = tuple(
    kind for kind, event in EVENTS.items() if kind.startswith("account.") and "cause" in event.model_fields
)


@contextmanager
def checked_holders(store: Store, kept: KeptRows, holders: Sequence[str], size: int) -> Iterator[Made]:
    """The operations of ``holders``, none of ``EVERYBODYS``, in the first ``size`` entries, from the streams they come of.

    Raises:
        TamperedError: the followed book has others.
    """
    chosen = Chosen(store, min(size, kept.build.position))
    for holder in holders:
        choose = CHOOSE.get(class_of(holder))
        if choose is not None:
            choose(chosen, holder.partition(":")[2])
    with recomputed(Accounts, chosen, lines_of(Accounts, chosen.rows())) as made:
        for holder in holders:
            due = [row for row in made.due[POSTINGS] if row[0] == holder]
            check(kept, POSTINGS, "holder = ? AND log_index < ?", (holder, chosen.size), due)
        yield made


def _wallet(chosen: Chosen, player: str) -> None:
    chosen.add(f"account:{player}")


def _tickets(chosen: Chosen, player: str) -> None:
    """A ticket that comes back has the value with which a tournament took it."""
    account = chosen.add(f"account:{player}")
    for kind in _CAUSED:
        for line in told(account, kind, "cause"):
            if line.event["cause"].startswith("tournament:"):
                chosen.add(line.event["cause"])


def _stack(chosen: Chosen, seat: str) -> None:
    for line in told(chosen.add(f"table:{seat.rpartition('/')[0]}"), "table.hand_started.v1", "hand"):
        chosen.add(line.event["hand"])


def _pot(chosen: Chosen, hand: str) -> None:
    chosen.add(f"hand:{hand}")
    chosen.add(f"table:{hand.rpartition('/')[0]}")


def _stake(chosen: Chosen, stream: str) -> None:
    chosen.add(stream)
    chosen.add(f"banked:{table_of(stream)}")


def _prison(chosen: Chosen, table: str) -> None:
    for line in told(chosen.add(f"banked:{table}"), "banked.round_started.v1", "round"):
        chosen.add(line.event["round"])


def _tournament(chosen: Chosen, tournament: str) -> None:
    chosen.add(f"tournament:{tournament}")


def _disputes(chosen: Chosen, _: str) -> None:
    for stream in chosen.store.streams("dispute"):
        chosen.add(stream)


CHOOSE: Final[Mapping[str, Callable[[Chosen, str], None]]] = {
    "bonus": _wallet,
    "bounty": _tournament,
    "compensation": _disputes,
    "pool": _tournament,
    "pot": _pot,
    "prison": _prison,
    "stack": _stack,
    "stake": _stake,
    "tickets": _tickets,
    "wallet": _wallet,
}
"""By class of holder, what to read for what it has, by what stands after its colon."""
