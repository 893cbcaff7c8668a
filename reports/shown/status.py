"""How a ledger stands, for programs: its size, its newest checkpoint, what is in play, which tournaments should be over, and what was objected to.

Where the search is followed, what it knows says which tables, incidents, tournaments and rules to ask about, so that the cost is that of what goes on. What
is told to be in play, open or unfinished is so by the entries; that nothing else is, and how many streams and findings there are, is told as it is kept, as every
total is (decision 0025), and the night compares it. Where nothing is kept the log is gone through.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

from pydantic import ValidationError

from tombo.ledger.checked.alarm import altered_view
from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.ids import called, is_stream, local
from tombo.ledger.house.incident.decide import is_there
from tombo.ledger.operate.publisher import PublisherFiles
from tombo.ledger.seal.checkpoint import parse_checkpoint
from tombo.ledger.seal.entry import unpack
from tombo.ledger.seal.note import parse_note
from tombo.projections.follow import Lag
from tombo.projections.rows import KeptRows
from tombo.projections.search.fold import Search
from tombo.projections.search.kinds import COUNTED, CUPS
from tombo.projections.search.tables import STATE, SearchState
from tombo.projections.tournament.ends import ends_by
from tombo.reports.shown.findings import FINDINGS
from tombo.reports.shown.followed import lag_json
from tombo.reports.shown.house import incidents
from tombo.reports.shown.reading import NOT_SIGNED, Reader

INCIDENTS: Final = "incident"
LOST: Final = "incidents_not_readable"
"""Of a status, the incidents that cannot be read, where there are any."""
_OF_ALL: Final = frozenset({"hands", "open"})
"""What the list of all incidents says of each, and a status, of those that are open, does not."""


def standing(
    reader: Reader, kept: KeptRows | None, followed: Sequence[Lag] | None, publisher: PublisherFiles
) -> dict[str, Any]:
    """The whole status; ``kept``: the rows of ``Search``, None where there are none; ``followed``: how far projections follow, None where that cannot be read.

    Raises:
        TamperedError: what is kept besides the rows is nothing that a follower wrote.
    """
    known, lost = known_of(kept), list[dict[str, Any]]()
    document = _status(reader, known)
    document["open_incidents"] = list(_open_incidents(reader, known, lost))
    document["publisher"] = publisher_json(publisher)
    document["projections"] = None if followed is None else [lag_json(one) for one in followed]
    if lost:
        document[LOST] = lost
    return document


def sound(document: Mapping[str, Any]) -> bool:
    """Whether each incident that is open can be read, and was asked for by who is said to have asked for it."""
    return LOST not in document and all(NOT_SIGNED not in one for one in document["open_incidents"])


def status(reader: Reader, kept: KeptRows | None) -> dict[str, Any]:
    """The status but for incidents, publisher and projections; ``kept``: the rows of ``Search``, None where there are none.

    Raises:
        TamperedError: what is kept besides the rows is nothing that a follower wrote.
    """
    return _status(reader, known_of(kept))


def _status(reader: Reader, known: SearchState | None) -> dict[str, Any]:
    store = reader.store
    head, note = store.head(), store.last_checkpoint()
    size = parse_checkpoint(parse_note(note.encode()).text).size if note is not None else None
    return {
        "origin": store.origin,
        "entries": head.size,
        "recorded": head.recorded or None,
        "last_checkpoint": size,
        "unpublished": head.size - (size or 0),
        "streams": _streams(reader, known),
        "open_hands": [called(played) for _, played in in_play(reader, known)],
        "open_incidents": [],
        "unfinished_tournaments": list(
            unfinished_tournaments(reader, head.recorded, None if known is None else _named(known.tournaments, CUPS))
        ),
        "findings": _findings(reader, head.size) if known is None else _counted(known),
    }


def _open_incidents(reader: Reader, known: SearchState | None, lost: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Those that are open, as the list of incidents has them; into ``lost`` goes each that is asked and cannot be read: one entry hides no other incident."""
    for stream in incident_streams(reader, known):
        if not reader.version(stream):
            continue  # it is kept of one that is not there
        found = incidents.line(reader, stream)
        if "tampered" in found:
            lost.append(found)
        elif found["open"]:
            yield {name: found[name] for name in found if name not in _OF_ALL}


def publisher_json(place: PublisherFiles) -> dict[str, Any]:
    """The publisher of this signer, for programs: what its status says, and who holds its place now, None where nobody does."""
    status = place.read()
    return {"holder": place.holder(), **(status.model_dump() if status is not None else {"state": None})}


def known_of(kept: KeptRows | None) -> SearchState | None:
    """What ``Search`` knows besides its rows, None where nothing is kept of it.

    Raises:
        TamperedError: it is nothing that a follower wrote.
    """
    if kept is None:
        return None
    try:
        return STATE.validate_json(kept.build.state) if kept.build.state else SearchState()
    except ValidationError as error:
        raise altered_view(Search.name, "what it knows besides its rows is nothing that a follower wrote") from error


def _named(streams: Iterable[str], kind: str) -> list[str]:
    """The streams of a type among those that are kept, in order of name: whatever else stands there is none."""
    return sorted(stream for stream in streams if stream.startswith(f"{kind}:") and is_stream(stream))


def incident_streams(reader: Reader, known: SearchState | None) -> list[str]:
    """The incidents to ask whether they are open, in order of name: those that are as it is kept.

    All there are, where one is among them that no door began, for nothing that is kept knows of it.
    """
    if known is None or reader.store.streams_known(INCIDENTS) != known.streams.get(INCIDENTS, 0):
        return reader.streams(INCIDENTS)
    return _named(known.incidents, INCIDENTS)


def _streams(reader: Reader, known: SearchState | None) -> dict[str, int]:
    """How many streams there are of each type that is counted."""
    if known is None:
        return {sort: len(reader.store.streams(sort)) for sort in COUNTED}
    return {sort: known.streams.get(sort, 0) for sort in COUNTED}


def in_play(reader: Reader, known: SearchState | None) -> Iterator[tuple[str, str]]:
    """Each table at which something is in play, and that hand or round, by their streams.

    As the newest entries of the tables say, of which what is kept says which to ask.
    """
    for sort in ("table", "banked"):
        found = reader.in_play(sort) if known is None else reader.store.in_play(sort, _named(known.tables, sort))
        yield from ((table, played) for table, played in found.items() if is_there(reader, table, played))


def unfinished_tournaments(reader: Reader, now: int, going: Iterable[str] | None = None) -> Iterator[str]:
    """The tournaments that are not over and should be by ``now``, of the streams ``going``, or of all; one that cannot be read is told where it is asked for."""
    for stream in reader.streams(CUPS) if going is None else going:
        row = reader.store.last_row(stream)
        try:
            due = None if row is None else ends_by(reader(stream), unpack(row.state).recorded)
        except OutOfPlaceError:
            continue
        if due is not None and due < now:
            yield local(stream)


def _findings(reader: Reader, size: int) -> dict[str, int]:
    """How often each rule objected to something that was recorded, the most frequent first, of as frequent ones that which did last."""
    rules = Counter[str]()
    for row in reader.newest(FINDINGS, size):
        with suppress(OutOfPlaceError):  # it says no rule: 'tombo verify' names it
            rules[reader.entry(row).event.rule] += 1
    return dict(rules.most_common())


def _counted(known: SearchState) -> dict[str, int]:
    """The same, as it is kept."""
    order = sorted(known.findings.items(), key=lambda one: (-one[1][0], -one[1][1]))
    return {rule: times for rule, (times, _) in order}
