"""A day to plant errors in: where in it something can be, and what else has to say the same so that only one thing is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from tests.worlds.forged_ledger import Act, Commit, acts, numbered
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.money import Money
from tombo.projections.reconciliation.model import Check

ENDS: Final = (".settled.v1", ".voided.v1")


class Due(NamedTuple):
    """A problem that has to be told: by which check, with which entries, by how much, in which words among others."""

    check: Check
    acts: Sequence[Act]
    cents: int
    says: str


class NoPlaceError(Exception):
    """The day has nothing left where this could be planted."""


class Forge:
    """The commits of a day, and the tables, tournaments and players where something is planted already."""

    def __init__(self, found: list[Commit]) -> None:
        self.commits = found
        self.taken: set[str] = set()
        self.with_bonus = {act.stream for act in acts(found) if act.kind == "account.bonus_granted.v1"}
        """Accounts on which a cent more or less may be another wallet's stake later."""
        rich = {*self.with_bonus}
        for act in acts(found):  # everybody else brings a euro more, and can miss a cent later without an overdraft
            if act.kind == "account.deposited.v1" and act.stream not in rich:
                raises(act, 1_00)
                rich.add(act.stream)

    def of(self, stream: str) -> list[Act]:
        """The acts of a stream."""
        return [act for act in acts(self.commits) if act.stream == stream]

    def kinds(self, *kinds: str) -> list[Act]:
        """The acts of these kinds, where nothing is planted yet, newest first."""
        return [act for act in acts(self.commits) if act.kind in kinds and place(act) not in self.taken][::-1]

    def take(self, act: Act) -> None:
        """Nothing else is planted at its table, its tournament, or on the account of a player there."""
        self.taken.add(place(act))

    def put(self, after: Act, *new: Act) -> None:
        """``new`` right after ``after``, in its commit."""
        commit = next(one for one in self.commits if any(act is after for act in one.acts))
        at = next(number for number, act in enumerate(commit.acts) if act is after)
        commit.acts[at + 1 : at + 1] = new

    def slip(self, after: Act, *new: Act) -> None:
        """As ``put``; what accounts say of their causes is said of the same entries, wherever those stand afterwards."""
        by_place = {(act.stream, act.version): act for act in acts(self.commits)}
        caused = [
            (act, by_place.get((act.event.cause, act.event.cause_version)))
            for act in acts(self.commits)
            if hasattr(act.event, "cause_version")
        ]
        self.put(after, *new)
        numbered(self.commits)
        for act, cause in caused:
            if cause is not None and cause.version != act.event.cause_version:
                act.says(cause_version=cause.version)

    def sessions_at(self, table: str) -> list[Act]:
        """The ends of sessions that were played at a table."""
        played = {
            act.stream for act in acts(self.commits) if act.kind == "session.entered.v1" and act.event.where == table
        }
        return [act for act in acts(self.commits) if act.stream in played and act.kind.startswith("session.ended.")]

    def ends_with(self, *new: Act) -> None:
        """``new`` in a commit of their own, at the end of the day; they claim no other time."""
        for act in new:
            act.occurred = None
        self.commits.append(Commit(self.commits[-1].recorded + SECOND, list(new)))

    def recorded(self, act: Act) -> int:
        """When ``act`` is recorded."""
        return next(one.recorded for one in self.commits if any(each is act for each in one.acts))

    def place(self, act: Act) -> int:
        """Which commit records ``act``."""
        return next(at for at, one in enumerate(self.commits) if any(each is act for each in one.acts))

    def paid(self, cause: Act) -> Act:
        """The entry of an account that ``cause`` caused, the first of them."""
        for act in acts(self.commits):
            if act.stream.startswith("account:") and getattr(act.event, "cause", "") == cause.stream:  # noqa: SIM102
                if act.event.cause_version == cause.version:
                    return act
        raise NoPlaceError

    def least(self, player: str, since: Act | None = None) -> int:
        """The least a player's wallet holds from ``since`` on, or what it holds at the end."""
        held, found = 0, list[int]()
        for act in self.of(f"account:{player}"):
            grows = {"account.deposited.v1": 1, "account.credited.v1": 1, "account.ticket_converted.v1": 1}
            sign = grows.get(act.kind, -1 if act.kind in {"account.withdrawn.v1", "account.debited.v1"} else 0)
            held += sign * act.event.amount.cents if sign else 0
            if found or act is since:
                found.append(held)
        return min(found) if found else held

    def last_hands(self) -> Iterator[Hand]:
        """The last hand of each cash table, where it was settled."""
        seen = set[str]()
        for started in self.kinds("table.hand_started.v1"):
            opened = self.of(started.stream)[0]
            if started.stream in seen or opened.kind != "table.opened.v1":
                continue
            seen.add(started.stream)
            hand = Hand(self, started)
            if hand.end.kind == "hand.settled.v1":
                yield hand


class Hand:
    """A hand at a cash table, which is the last there."""

    def __init__(self, forge: Forge, started: Act) -> None:
        self.forge, self.started, self.stream = forge, started, started.event.hand
        self.acts = forge.of(self.stream)
        self.end = next((act for act in self.acts if act.kind.endswith(ENDS)), self.acts[-1])
        self.later = [act for act in forge.of(started.stream) if act.version > started.version]
        self.ended = next(act for act in self.later if act.kind == "table.hand_ended.v1")

    def left(self, seat: int) -> Act | None:
        """Where who sat there left with something."""
        found = (act for act in self.later if act.kind == "table.player_left.v1" and act.event.seat == seat)
        return next((act for act in found if act.event.stack > 1), None)

    def shifts(self, seat: int, cents: int) -> None:
        """What lies before a seat after the hand is more by ``cents``, to the account of who leaves with it."""
        self.says(seat, "after", cents)
        left = self.left(seat)
        assert left is not None
        left.says(stack=left.event.stack + cents)
        raises(self.forge.paid(left), cents)

    def says(self, seat: int, field: str, cents: int) -> None:
        """The end of the hand gives a seat more by ``cents``, before or after it."""
        nets = [
            net.model_copy(update={field: getattr(net, field) + cents}) if net.seat == seat else net
            for net in self.ended.event.stacks
        ]
        self.ended.says(stacks=nets)

    @property
    def richer(self) -> list[int]:
        """The seats that left later with something."""
        return [net.seat for net in self.ended.event.stacks if net.after > 1 and self.left(net.seat) is not None]


def place(act: Act) -> str:
    """The table or tournament of an act; of an account that of its player's name."""
    sort, _, name = act.stream.partition(":")
    if sort == "account":
        return name.removeprefix("p-").rpartition("-")[0]
    name = name if sort in {"table", "banked", "tournament"} else name.rpartition("/")[0]
    return name.partition(".")[0]


def raises(act: Act, cents: int) -> None:
    """An entry of an account moves more by ``cents``."""
    act.says(amount=Money(act.event.amount.cents + cents))


Plant = Callable[[Forge], list[Due]]
"""Plants one error, and says what is due about it."""
