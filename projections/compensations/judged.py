"""What was paid for disputes, judged again as the live door judges it: to who was in what he disputes, and no more than he is owed of it.

The door asks ``tombo.ledger.claims``, and so does this, of the state that the entries before the payment give. Whoever has the event key of
a door can leave the question out; nobody can leave out what is asked here. The limits and the signatures are the verifier's.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, Final, NamedTuple

from tombo.ledger.catalogue import EVOLVE
from tombo.ledger.claims import GivenClaims, untied
from tombo.ledger.core.command import Envelope, Signature
from tombo.ledger.core.entry import CommandRef, Entry
from tombo.ledger.core.errors import TamperedError
from tombo.ledger.core.ids import local
from tombo.ledger.core.said import Told, euros
from tombo.ledger.games.every import GAMES
from tombo.ledger.house.account.events import Compensated, CompensationReversed
from tombo.ledger.house.dispute.state import Dispute
from tombo.ledger.house.rules import OUT_OF_PLACE
from tombo.ledger.kinds import BEGIN_ONCE, EVENTS
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import Row, Store
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.projections.compensations import said

COMPENSATED: Final = "account.compensated.v1"
"""The kind that pays for a dispute."""
TAKEN_BACK: Final = "account.compensation_reversed.v1"
"""The kind that takes such a payment back."""
_SIGNED: Final = "staff.act_signed.v1"
BATCH: Final = 1_024
"""Entries of a stream that are read at once."""
FIRST: Final = 4
"""Entries of a stream that are read at first: of a long one most lie behind the payment, and are the next one's."""
SCANNED: Final = 4_096
"""Entries of the log that are searched at once for those of disputes."""
KEPT_MAX: Final = 1_024
"""Streams that are kept folded, from one payment to the next."""
_DISPUTES: Final = tuple(kind for kind in EVENTS if kind.startswith("dispute."))
_ENDS: Final = frozenset({"cancelled", "finished", "settled", "voided"})
"""The words of the kinds that end a hand, a round or a tournament."""


class Untied(NamedTuple):
    """A payment for a dispute that the live door would have refused."""

    dispute: str
    """The stream of the dispute."""
    player: str
    """Whose account it was paid on."""
    cents: int
    log_index: int
    """Of the payment."""
    told: Told
    """What was found, what was expected, and the rule."""

    @property
    def text(self) -> str:
        """That, in English."""
        return self.told.text()

    def as_json(self) -> dict[str, str | int]:
        """As programs get it."""
        return {
            "dispute": self.dispute,
            "player": self.player,
            "cents": self.cents,
            "log_index": self.log_index,
            "text": self.text,
        }


class UnfoldedError(Exception):
    """The entries of a stream do not follow one another, so that nobody can say what it came to."""

    def __init__(self, told: Told) -> None:
        super().__init__(told.text())
        self.told: Final = told


class _Fold:
    """A stream as far as it is folded: what was played to its end, for what an event key seals behind it makes nothing owed."""

    def __init__(self, stream: str) -> None:
        self.stream = stream
        self.state: Any = None
        self.version = 0
        """Of the newest entry taken in."""
        self.asked = 0
        """The log index up to which was asked."""
        self._sort = stream.partition(":")[0]
        self.over = 0
        """The version with which it ended; 0 while it goes on."""

    def take(self, entry: Entry) -> None:
        """Take in the next entry.

        Raises:
            UnfoldedError: it cannot follow those before.
        """
        sort, word, _ = entry.kind.split(".")
        if sort != self._sort or (self.state is not None and entry.kind in BEGIN_ONCE):
            raise _unfolded(self.stream, entry)  # what an event key sealed, and no door wrote
        if not self.over:
            try:
                self.state = EVOLVE[sort](self.state, entry.event)
            except (TamperedError, *OUT_OF_PLACE) as error:
                raise _unfolded(self.stream, entry) from error
        self.version = entry.version
        if not self.over and sort in GAMES and word in _ENDS:
            self.over = entry.version


class Payments:
    """What was paid for disputes, judged one after the other in log order: a stream is read once, however many ask for it.

    ``heard``: whoever asks goes through the whole log himself, and tells of every entry of a dispute (``changed``) before he asks for
    a payment behind it. Else the log between two payments is read for them.
    """

    def __init__(self, store: Store, *, heard: bool = False) -> None:
        self._store = store
        self._heard = heard
        self._mapper = CanonicalMapper(store.origin)
        self._folds: OrderedDict[str, _Fold] = OrderedDict()
        self._given = GivenClaims()
        self._append: tuple[int, int] = (0, 0)
        self._acts: dict[CommandRef | None, list[Signature]] = {}
        """The signatures in the append of the payment before, by command."""
        self._asked = -1
        """The log index that was asked for last: what was given is known up to there."""

    def untied_at(self, index: int) -> Untied | None:
        """What is wrong with the payment for a dispute at the log index ``index``, or with one taken back; None where it is tied.

        Only the streams that the claim is about are read: the dispute, what it disputes, the claimant's account and what else it was given.
        """
        row = self._store.row(index)
        if row is None:
            return None
        paid = self._mapper.to_entry(row)
        event: Compensated | CompensationReversed = paid.event
        self._come_to(index)
        try:
            why = self._judged(row, paid)
        except UnfoldedError as error:
            why = said.UNTIED_NOT_JUDGED(amount=euros(event.amount.cents), why=error.told)
        if why is None:
            return None
        told = said.UNTIED_OF_DISPUTE(dispute=event.dispute, why=why)
        return Untied(event.dispute, local(paid.stream), event.amount.cents, index, told)

    def _judged(self, row: Row, paid: Entry) -> Told | None:
        """What is wrong with the entry ``paid`` of ``row``; None where it is tied.

        Raises:
            UnfoldedError: nobody can say.
        """
        event: Compensated | CompensationReversed = paid.event
        if isinstance(event, CompensationReversed):  # how much, and once, is asked where it went through transit
            return self._of_another(paid)
        look = partial(self._then, index=row.index)
        refused = untied(self._asker(row, paid), look, event.dispute, event.amount, self._given)
        if refused is not None:
            return said.UNTIED_UNDER_RULE(why=refused.finding.told, rule=refused.finding.rule)
        return self._of_another(paid) or self._early(event, row.index)

    def changed(self, dispute: str) -> None:
        """Forget what was given by a dispute, by its stream, which has one more entry."""
        self._given.changed(dispute)

    def _of_another(self, paid: Entry) -> Told | None:
        """Whose claim it is that ``paid`` is for, where it moves on the account of somebody else."""
        found, player = self._then(paid.event.dispute, paid.index), local(paid.stream)
        if not isinstance(found, Dispute) or found.player == player:
            return None
        moves = said.UNTIED_GIVEN_TO_ANOTHER if isinstance(paid.event, Compensated) else said.UNTIED_TAKEN_FROM_ANOTHER
        return moves(amount=euros(paid.event.amount.cents), player=player, claimant=found.player)

    def _early(self, event: Compensated, index: int) -> Told | None:
        """Why ``event`` was paid too early: what it is for went on then, or was not replayed to the entry that ended it."""
        found: Dispute = self._then(event.dispute, index)
        if found.about is None:
            return None
        self._then(found.about, index)
        of = self._folds[found.about]
        if not of.over:
            return said.UNTIED_WHILE_IT_WENT_ON(amount=euros(event.amount.cents), about=found.about)
        if not of.over <= found.replayed <= of.version:
            replayed = said.UNTIED_REPLAYED_TO(version=found.replayed) if found.replayed else said.UNTIED_NOT_REPLAYED()
            return said.UNTIED_BEFORE_REPLAY(
                amount=euros(event.amount.cents), about=found.about, replayed=replayed, over=of.over, last=of.version
            )
        return None

    def _asker(self, row: Row, paid: Entry) -> Envelope:
        """Who asked for the payment in ``row``, and who signed it: without the command, of which the entries do not tell all."""
        append = unpack(row.state)
        if self._append != (append.first, append.count):
            self._append, self._acts = (append.first, append.count), {}
            for one in self._store.rows(append.first, append.first + append.count):
                if one.kind == _SIGNED:
                    act = self._mapper.to_entry(one)
                    signed = Signature(key=act.event.key, signature=act.event.signature, staff=local(act.stream))
                    self._acts.setdefault(act.command, []).append(signed)
        signatures = tuple(self._acts.get(paid.command, ()))
        return Envelope(None, paid.by, "" if paid.command is None else paid.command.id, None, signatures)

    def _come_to(self, index: int) -> None:
        """Forget what was given by the disputes that have entries between the payment before and a log index."""
        if self._heard:
            return
        if not 0 <= self._asked <= index:
            self._given, self._asked = GivenClaims(), index
        for start in range(self._asked, index, SCANNED):
            for _, stream, *_ in self._store.rows_of(_DISPUTES, start, min(start + SCANNED, index)):
                self._given.changed(stream)
        self._asked = index

    def _then(self, stream: str, index: int) -> Any:
        """The state of a stream as the entries before a log index give it; None where it is of a type that nobody folds."""
        if stream.partition(":")[0] not in EVOLVE:
            return None
        fold = self._folds.pop(stream, None)
        if fold is None or fold.asked > index:
            fold = _Fold(stream)
        self._folds[stream] = fold
        if len(self._folds) > KEPT_MAX:
            self._folds.popitem(last=False)
        if fold.asked < index:
            for entry in self._between(fold, index):
                fold.take(entry)
            fold.asked = index
        return fold.state

    def _between(self, fold: _Fold, index: int) -> Iterator[Entry]:
        """The entries of a stream behind those that its fold has, up to a log index; a batch at a time in memory."""
        more, size = True, min(FIRST, BATCH)
        while more:
            rows = self._store.stream_rows(fold.stream, gt=fold.version, lte=fold.version + size)
            for row in rows:
                if row.index >= index:
                    return
                yield self._mapper.to_entry(row)
            more, size = len(rows) == size, min(2 * size, BATCH)


def folded(stream: str, entries: Iterable[Entry]) -> Any:
    """The state of ``stream`` after ``entries``, as a payment for a dispute is judged by it.

    Raises:
        UnfoldedError: an entry that cannot follow those before it.
    """
    fold = _Fold(stream)
    for entry in entries:
        fold.take(entry)
    return fold.state


def _unfolded(stream: str, entry: Entry) -> UnfoldedError:
    return UnfoldedError(said.UNTIED_CANNOT_FOLLOW_IN(kind=entry.kind, index=entry.index, stream=stream))
