"""Tournaments: which there are, how one stands, its prizes, its refunds (R810)."""

from __future__ import annotations

from tombo.ledger.core.errors import NotFoundError, OutOfPlaceError, UsageError
from tombo.ledger.core.ids import is_stream, local
from tombo.projections.follow import AsOf
from tombo.projections.tournament.prizes import prize_table
from tombo.projections.tournament.prizes import to_json as prizes_json
from tombo.projections.tournament.refunds import refund_differences, refund_table
from tombo.projections.tournament.refunds import to_json as refunds_json
from tombo.projections.tournament.shown import summary
from tombo.projections.tournament.shown import to_json as view_json
from tombo.projections.tournament.view import TournamentView, followed, held_by_hands, tournament_view
from tombo.reports.said.commands import common as said
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.shown import Shown, as_document, lost_one
from tombo.reports.tournament import prizes as tournament_prizes
from tombo.reports.tournament import refunds as tournament_refunds
from tombo.reports.tournament import standing as tournament_report


def names(reader: Reader) -> list[str]:
    """The streams of all tournaments, in order of name."""
    return reader.streams("tournament")


def line(reader: Reader, stream: str, then: AsOf) -> Shown | None:
    """One of the list, as it stood ``then``, or that an entry of it cannot follow; None where it was not announced by then."""
    try:
        found = followed(local(stream), reader.follow, then)
    except NotFoundError:
        return None
    except OutOfPlaceError as error:
        return lost_one({"tournament": local(stream)}, local(stream), error)
    return Shown(summary(found), lambda _: (tournament_report.in_a_line(found),))


def view_of(reader: Reader, tournament: str, then: AsOf) -> TournamentView:
    """The tournament ``then``.

    Raises:
        UsageError: no possible name.
        NotFoundError: the ledger had none by then.
        OutOfPlaceError: an entry that cannot follow.
    """
    return tournament_view(_named(tournament), reader.follow, then)


def standing(reader: Reader, tournament: str, then: AsOf) -> Shown:
    """How it stood ``then``; not sound where what was won or fixed is not what the rules give.

    Raises:
        UsageError: no possible name.
        NotFoundError: the ledger had none by then.
        OutOfPlaceError: an entry that cannot follow.
    """
    view = view_of(reader, tournament, then)
    return Shown(
        view_json(view),
        as_document(lambda: tournament_report.document(view)),
        sound=not prize_table(view.followed).differences,
    )


def prizes(reader: Reader, tournament: str, then: AsOf) -> Shown:
    """Its prizes as they stood ``then``, computed again; not sound where the record is not what the rules give.

    Raises:
        UsageError: no possible name.
        NotFoundError: the ledger had none by then.
        OutOfPlaceError: an entry that cannot follow.
    """
    found = followed(_named(tournament), reader.follow, then)
    held_by_hands(found, reader.follow)
    table = prize_table(found)
    return Shown(
        prizes_json(found, table),
        as_document(lambda: tournament_prizes.document(found, table)),
        sound=not table.differences,
    )


def refunds(reader: Reader, tournament: str, then: AsOf) -> Shown:
    """Its refunds, or what they would have been ``then``; not sound where the record is not what the rules give.

    Raises:
        UsageError: no possible name.
        NotFoundError: the ledger had none by then.
        OutOfPlaceError: an entry that cannot follow.
    """
    view = view_of(reader, tournament, then)
    table = refund_table(view)
    return Shown(
        refunds_json(view, table),
        as_document(lambda: tournament_refunds.document(view, table)),
        sound=not refund_differences(view, table),
    )


def _named(tournament: str) -> str:
    if not is_stream(f"tournament:{tournament}"):
        raise UsageError(said.NO_NAME_OF(typed=repr(tournament), what=said.TOURNAMENT))
    return tournament
