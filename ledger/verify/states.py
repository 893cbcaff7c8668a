"""What the entries before have come to, as far as acts of staff are judged by it: staff, limits, credentials, disputes, and whose log it is."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, islice
from typing import Any, Final

from tombo.ledger.core.command import EntryPlace, Opening, View
from tombo.ledger.core.words import Words
from tombo.ledger.house.credential import state as credential
from tombo.ledger.house.credential.events import Proof
from tombo.ledger.house.dispute import state as dispute
from tombo.ledger.house.limits import state as limits
from tombo.ledger.house.log.events import LogOpened
from tombo.ledger.house.log.state import LOG_STREAM, Log
from tombo.ledger.house.player import state as player
from tombo.ledger.house.staff import state as staff
from tombo.ledger.seal.policy import Policy


def _of_the_log(log: Log | None, event: object) -> Log | None:
    """``log``, of money or of demo play as its first entry says; whose it is, that entry does not decide."""
    return log._replace(demo=event.demo) if log is not None and isinstance(event, LogOpened) else log


FOLDS: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "credential": credential.evolve,
    "dispute": dispute.evolve,
    "house": limits.evolve,
    "log": _of_the_log,
    "player": player.evolve,
    "staff": staff.evolve,
}
"""The streams on whose states these judgements rest, by type."""

_ASKED: Final[Sequence[tuple[int, Callable[[staff.Staff], bool]]]] = (
    (3, lambda one: staff.MANAGER in one.roles and one.key is not None),  # beside who asks and who is given
    (2, lambda one: staff.MANAGER in one.roles),  # beside whom the role is taken from
    (1, lambda one: bool(one.keys)),
    (1, lambda _: True),
)
"""What is asked of all the staff (``tombo.ledger.house.staff``, ``enrolment``): whether there is one of a sort; and how many show it."""


class FoldedStates(View):
    """What the entries before have come to, as far as these judgements ask.

    Whose log it is, ``own`` says and not its first entry: who replaces or drops that one changes nothing of what staff signed.
    """

    def __init__(self, own: Policy) -> None:
        named = Log(own.origin, b64encode(own.root.raw).decode(), demo=False)
        self._states: dict[str, Any] = {LOG_STREAM: named}
        self._sorts: tuple[dict[str, None], ...] = tuple({} for _ in _ASKED)
        self._proofs: dict[Proof, dict[str, None]] = {}
        """By proof, the streams of the credentials that it stands in and that are not revoked."""

    def __call__(self, stream: str) -> Any:
        """The state of a stream, None where it has no entry yet."""
        return self._states.get(stream)

    def version(self, stream: str) -> int:
        """Whether there is one at all: no judgement here asks for more."""
        return int(stream in self._states)

    def streams(self, kind: str) -> Sequence[str]:
        """Of the staff, of each sort in :data:`_ASKED` as many as decide, by whom they are the same as all; no other type is asked for.

        Whoever seals ten thousand grants does not have each of them looked through for each.
        """
        if kind != "staff":
            raise NotImplementedError
        enough = (islice(of, most) for of, (most, _) in zip(self._sorts, _ASKED, strict=True))
        return list(dict.fromkeys(chain.from_iterable(enough)))

    def in_play(self, kind: str) -> Mapping[str, str]:
        """Asked for by nothing that is judged here."""
        raise NotImplementedError

    def words(self, text: str, person: str | None, at: tuple[str, int, str]) -> Words:
        """As ``in_play``."""
        raise NotImplementedError

    def fold(self, stream: str, event: Any) -> None:
        """Take in one event of one of the types in :data:`FOLDS`."""
        kind, before = stream.partition(":")[0], self._states.get(stream)
        state = self._states[stream] = FOLDS[kind](before, event)
        if kind == "staff":
            for of, (_, holds) in zip(self._sorts, _ASKED, strict=True):
                if holds(state):
                    of[stream] = None
                else:
                    of.pop(stream, None)
        elif kind == "credential":
            if before is not None:
                self._proofs[before.proof].pop(stream, None)
            if not state.revoked:
                self._proofs.setdefault(state.proof, {})[stream] = None

    def sharing(self, proof: Proof) -> str | None:
        """The stream of a credential of this proof that is not revoked; None where there is none."""
        return next(iter(self._proofs.get(proof, ())), None)

    def now(self) -> int:
        """As ``in_play``."""
        raise NotImplementedError

    def size(self) -> int:
        """As ``in_play``."""
        raise NotImplementedError

    def signed_root(self, size: int) -> bytes | None:
        """As ``in_play``."""
        raise NotImplementedError

    def stands(self, stream: str) -> int:
        """As ``in_play``."""
        raise NotImplementedError

    def place(self, stream: str, version: int) -> EntryPlace:
        """As ``in_play``."""
        raise NotImplementedError

    def openings(self, stream: str) -> Mapping[int, Opening]:
        """As ``in_play``."""
        raise NotImplementedError

    def openings_left(self, stream: str) -> Mapping[int, Opening]:
        """As ``in_play``."""
        raise NotImplementedError

    def salts(self, count: int) -> Sequence[bytes]:
        """As ``in_play``."""
        raise NotImplementedError
