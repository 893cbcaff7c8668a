"""``tombo recover``: what a standstill left open, settled or void."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from tombo.cli.checkpoints import sign_at_the_end
from tombo.cli.invocation import invocation
from tombo.ledger.core.errors import LedgerError, OutOfPlaceError, TamperedError
from tombo.ledger.core.ids import called
from tombo.ledger.operate.left_open import left_open
from tombo.ledger.operate.recover import recover as recover_hands
from tombo.reports import recovery as recovery_report


def recover(
    ctx: typer.Context,
    only_list: Annotated[bool, typer.Option("--list", help="Only list the hands left open, record nothing.")] = False,
) -> None:
    """After a standstill: list the hands left open, then settle or void each.

    To be run before play goes on, and refused (exit status 2) as long as it may be going on: until the last entry is a minute older than any time to bet or decide lasts.
    A hand whose bets are made and whose cards are out is settled; any other is void, every bet goes back (R806 r.72).
    One that holds an entry that cannot follow is named and left: what it would have to give back cannot be computed. Exit status 1 if a hand stays open,
    or something on record cannot follow; 3 if a hand could not be decided and nothing says that the record is at fault.
    """
    call = invocation(ctx)
    with call.writing() as ledger:
        if only_list:
            found = left_open(ledger)
            rows = [
                {"hand": called(left.hand), "version": left.version, "due": left.due, **_lost(left.lost)}
                for left in found
            ]
            call.report({"hands": rows}, recovery_report.left(found))
            _exit([left.lost for left in found if left.lost])
            return
        done = recover_hands(ledger)
    sign_at_the_end(call)
    rows = [{"hand": called(hand.hand), "outcome": hand.outcome, **_lost(hand.lost)} for hand in done.hands]
    unread = {"incidents": [_lost(error) for error in done.unread]} if done.unread else {}
    before = {"ended_before": done.before} if done.before else {}
    document = {"incident": done.incident, "hands": rows, "closed": done.closed, **before, **unread}
    call.report(document, recovery_report.document(done))
    _exit(done.lost)
    if not done.closed:
        raise typer.Exit(1)


def _exit(lost: Sequence[LedgerError]) -> None:
    """End with the status of what could not be read or decided, if anything: of what is false on record before any other.

    Raises:
        typer.Exit: something was.
    """
    statuses = [error.exit_status for error in lost]
    if statuses:
        raise typer.Exit(1 if 1 in statuses else max(statuses))


def _lost(lost: LedgerError | None) -> dict[str, Any]:
    """In a document: which entry cannot follow, where one cannot; or why nothing was decided."""
    if lost is None:
        return {}
    if not isinstance(lost, TamperedError):
        return {"error": str(lost)}
    return {"log_index": lost.index if isinstance(lost, OutOfPlaceError) else None, "tampered": str(lost)}
