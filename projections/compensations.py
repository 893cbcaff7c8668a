"""What was paid for disputes, judged again as the live door judges it: to who was in what he disputes, and no more than he is owed of it.

The door asks ``ledger.claims``, and so does this, of the state that the entries before the payment give. Whoever has the event key of
a door can leave the question out; nobody can leave out what is asked here. The limits and the signatures are the verifier's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from ledger.catalogue import BEGIN_ONCE, EVOLVE
from ledger.claims import CLAIMS, untied
from ledger.core.command import Envelope, Signature
from ledger.core.entry import Entry
from ledger.core.errors import TamperedError
from ledger.core.ids import local
from ledger.house.dispute_events import Compensated
from ledger.house.rules import OUT_OF_PLACE
from ledger.seal.entry import unpack
from ledger.store import Row, Store
from ledger.store.mapper import CanonicalMapper

COMPENSATED: Final = "account.compensated.v1"
"""The kind that pays for a dispute."""
_SIGNED: Final = "staff.act_signed.v1"
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
    text: str
    """What was found, what was expected, and the rule."""


class UnfoldedError(Exception):
    """The entries of a stream do not follow one another, so that nobody can say what it came to."""


def untied_at(store: Store, index: int) -> Untied | None:
    """What is wrong with the payment for a dispute at the log index ``index``; None where it is tied.

    Only the streams that the claim is about are read: the dispute, what it disputes, the claimant's account and what else it was given.
    """
    mapper = CanonicalMapper(store.origin)
    row = store.row(index)
    if row is None:
        return None
    paid = mapper.to_entry(row)
    event: Compensated = paid.event
    try:
        refused = untied(_asked(store, mapper, row, paid), _then(store, mapper, index), event.dispute, event.amount)
    except UnfoldedError as error:
        said = f"{event.amount} cannot be judged, for {error}; expected entries that follow one another"
    else:
        if refused is None:
            return None
        said = f"{refused.message} ({refused.finding.rule})"
    return Untied(event.dispute, local(paid.stream), event.amount.cents, index, f"{event.dispute}: {said}")


def _then(store: Store, mapper: CanonicalMapper, index: int) -> Callable[[str], Any]:
    """The state of any stream as the entries before a log index give it."""
    known: dict[str, Any] = {}

    def look(stream: str) -> Any:
        if stream not in known:
            rows = (row for row in store.stream_rows(stream) if row.index < index)
            known[stream] = folded(stream, map(mapper.to_entry, rows))
        return known[stream]

    return look


def folded(stream: str, entries: Iterable[Entry]) -> Any:
    """The state of ``stream`` after ``entries``; None where it is of a type that nobody folds.

    What was played is folded to its end: what an event key seals behind it makes nobody a player of it, and nothing owed.

    Raises:
        UnfoldedError: an entry that cannot follow those before it.
    """
    kind_of = stream.partition(":")[0]
    evolve, state, over = EVOLVE.get(kind_of), None, False
    if evolve is None:
        return None
    for entry in entries:
        sort, word, _ = entry.kind.split(".")
        if sort != kind_of or (state is not None and entry.kind in BEGIN_ONCE):
            raise _unfolded(stream, entry)  # what an event key sealed, and no door wrote
        if over:
            continue
        try:
            state = evolve(state, entry.event)
        except (TamperedError, *OUT_OF_PLACE) as error:
            raise _unfolded(stream, entry) from error
        over = kind_of in CLAIMS and word in _ENDS
    return state


def _unfolded(stream: str, entry: Entry) -> UnfoldedError:
    return UnfoldedError(f"{entry.kind} at log index {entry.index} cannot follow in {stream}")


def _asked(store: Store, mapper: CanonicalMapper, row: Row, paid: Entry) -> Envelope:
    """Who asked for the payment in ``row``, and who signed it: without the command, of which the entries do not tell all."""
    append = unpack(row.state)
    beside = (
        mapper.to_entry(one) for one in store.rows(append.first, append.first + append.count) if one.kind == _SIGNED
    )
    acts = [act for act in beside if act.command == paid.command]
    signatures = tuple(Signature(key=a.event.key, signature=a.event.signature, staff=local(a.stream)) for a in acts)
    return Envelope(None, paid.by, "" if paid.command is None else paid.command.id, None, signatures)
