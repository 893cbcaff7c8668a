"""Tables, of poker and against the house: which there are, and one as it stood."""

from __future__ import annotations

from tombo.ledger.core.errors import OutOfPlaceError
from tombo.ledger.core.ids import local
from tombo.projections.follow import AsOf
from tombo.projections.table import BankedState, TableState, banked_state, table_state
from tombo.reports import table as table_report
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.shown import Shown, as_document


def names(reader: Reader) -> list[str]:
    """The streams of all tables: those of poker first."""
    return [*reader.streams("table"), *reader.streams("banked")]


def line(reader: Reader, stream: str) -> Shown:
    """One of the list: stakes, players, the hand or round in play; or that an entry of it cannot follow."""
    try:
        state = state_of(reader, stream)
        document, lost, told = state.to_json(), state.lost, table_report.in_a_line(state)
    except OutOfPlaceError as error:
        document, lost = {"table": stream, "tampered": str(error)}, str(error)
    if lost is not None:
        told = table_report.lost(stream, lost)
    return Shown(document, lambda _: (told,), sound=lost is None)


def table(reader: Reader, name: str, then: AsOf) -> Shown:
    """The table ``name`` as it stood ``then``.

    Raises:
        NotFoundError: the ledger had none by then.
        OutOfPlaceError: an entry of the table itself cannot follow.
    """
    stream = stream_of(reader, name)
    state = state_of(reader, stream, then)
    return Shown(state.to_json(), as_document(lambda: table_report.document(stream, state)), sound=state.lost is None)


def stream_of(reader: Reader, name: str) -> str:
    """The stream of the table ``name``: of poker, where there is one, else against the house. ``banked:`` before it says which."""
    banked = not reader.version(f"table:{name}") and reader.version(f"banked:{name}")
    return name if name.startswith("banked:") else f"{'banked' if banked else 'table'}:{name}"


def state_of(reader: Reader, stream: str, then: AsOf = AsOf()) -> TableState | BankedState:  # noqa: B008  # it cannot change
    """The table of that stream.

    Raises:
        NotFoundError: the ledger had none by then.
        OutOfPlaceError: an entry of the table itself cannot follow.
    """
    read = banked_state if stream.startswith("banked:") else table_state
    return read(local(stream), reader.entries, then)
