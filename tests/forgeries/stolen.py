"""A scene of the honest evening, changed by a thief who owns the event key, and what the night says of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tests.forgeries.honest import DAY, scene
from tests.worlds.casino import ORIGIN
from tests.worlds.forged_ledger import Act, Commit, acts, commits, numbered, sealed, without
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.money import Money
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.store import Store
from tombo.projections.reconciliation.model import Problem
from tombo.projections.reconciliation.run import reconcile
from tombo.simulator.run import entries


class Played(NamedTuple):
    """A scene as the door recorded it, and the key that sealed it."""

    entries: list[Entry]
    ends: list[int]
    key: PrivateKey


class Scenes:
    """Every scene, played once as it is asked for."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._played: dict[str, Played] = {}
        self._sealed = 0

    def __call__(self, name: str) -> Thief:
        """A thief in a scene."""
        if name not in self._played:
            folder = self._folder / name
            folder.mkdir()
            with scene(name, folder) as room:
                store = room.ledger.store
                ends = sorted({(head := unpack(row.state)).first + head.count for row in store.rows()})
                self._played[name] = Played(list(entries(store)), ends, room.ledger.sealing.key)
        played = self._played[name]
        return Thief(commits(played.entries, played.ends))

    def keys(self, name: str) -> Path:
        """Where the keys of a scene lie, with its policy."""
        return self._folder / name / "keys"

    def sealed(self, name: str, thief: Thief, url: str) -> Store:
        """A ledger of what the thief left, sealed again with the real key."""
        return sealed(thief.commits, url, ORIGIN, self._played[name].key)

    def night(self, name: str, thief: Thief) -> list[str]:
        """What the night says once everything is sealed again with the real key."""
        return [one.text for one in self.problems(name, thief)]

    def problems(self, name: str, thief: Thief) -> tuple[Problem, ...]:
        """The same, each with the places of the entries that say so."""
        self._sealed += 1
        path = self._folder / f"stolen-{self._sealed}.db"
        with self.sealed(name, thief, f"sqlite:///{path}") as store:
            found = reconcile(store, None, DAY).problems
        path.unlink()
        return found


class Thief:
    """Who changes what is recorded before it is sealed."""

    def __init__(self, found: list[Commit]) -> None:
        self.commits = found

    def all(self, word: str, stream: str = "") -> list[Act]:
        """The acts of a kind, as ``prize_awarded`` of a tournament, whose stream ends so."""
        return [act for act in acts(self.commits) if act.kind.split(".")[1] == word and act.stream.endswith(stream)]

    def one(self, word: str, stream: str = "", **fields: Any) -> Act:
        """The first of them that says ``fields``."""
        return next(
            act for act in self.all(word, stream) if all(getattr(act.event, name) == it for name, it in fields.items())
        )

    def paid(self, cause: Act) -> Act:
        """The entry of an account that ``cause`` caused, the first of them."""
        return next(self._caused(cause))

    def is_paid(self, cause: Act) -> bool:
        """Whether an entry of an account says that ``cause`` caused it."""
        return any(self._caused(cause))

    def _caused(self, cause: Act) -> Iterator[Act]:
        at = cause.stream, cause.version
        for act in acts(self.commits):
            said = getattr(act.event, "cause", ""), getattr(act.event, "cause_version", 0)
            if act.stream.startswith("account:") and said == at:
                yield act

    def raises(self, cause: Act, cents: int) -> None:
        """What is given is more by ``cents``, and so is its credit."""
        for act in (self.paid(cause), cause):
            act.says(amount=Money(act.event.amount.cents + cents))

    def gives(self, cause: Act, player: str, **fields: Any) -> None:
        """What is given goes to the account of somebody else, as the entry that causes it says."""
        self.paid(cause).stream = f"account:{player}"
        cause.says(**fields)

    def drops(self, *gone: Act) -> None:
        """As if they had never been recorded; causes are the versions that they have then."""
        self._keeping_causes(lambda: without(self.commits, gone))

    def puts(self, after: Act, *new: Act) -> None:
        """``new`` right behind ``after``, in its commit."""

        def put() -> None:
            commit = next(one for one in self.commits if any(act is after for act in one.acts))
            at = next(number for number, act in enumerate(commit.acts) if act is after)
            commit.acts[at + 1 : at + 1] = new

        self._keeping_causes(put)

    def swaps(self, first: Act, second: Act) -> None:
        """Each in the place of the other."""
        places = [
            (commit, number)
            for commit in self.commits
            for number, act in enumerate(commit.acts)
            if act is first or act is second
        ]
        (one, at), (other, there) = places
        one.acts[at], other.acts[there] = other.acts[there], one.acts[at]
        numbered(self.commits)

    def _keeping_causes(self, change: Callable[[], None]) -> None:
        """What accounts say of their causes is said of the same entries, wherever those stand afterwards."""
        by_place = {(act.stream, act.version): act for act in acts(self.commits)}
        caused = [
            (act, by_place.get((act.event.cause, act.event.cause_version)))
            for act in acts(self.commits)
            if hasattr(act.event, "cause_version")
        ]
        change()
        numbered(self.commits)
        for act, cause in caused:
            if cause is not None and cause.version != act.event.cause_version:
                act.says(cause_version=cause.version)
