"""``tombo recover``: what a standstill left open, settled or void."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from cli.checkpoints import sign_at_the_end
from cli.invocation import invocation
from cli.recovery_text import left_lines, recovered
from ledger.core.errors import OutOfPlaceError, TamperedError
from ledger.core.ids import called
from ledger.operate.recover import left_open
from ledger.operate.recover import recover as recover_hands


def recover(
    ctx: typer.Context,
    only_list: Annotated[bool, typer.Option("--list", help="Only list the hands left open, record nothing.")] = False,
) -> None:
    """After a standstill: list the hands left open, then settle or void each.

    To be run before play goes on. A hand whose bets are made and whose cards are out is settled; any other is void, every bet goes back (R806 r.72).
    One that holds an entry that cannot follow is named and left: what it would have to give back cannot be computed. Exit status 1 if a hand stays open.
    """
    call = invocation(ctx)
    with call.writing() as ledger:
        if only_list:
            found = left_open(ledger.view())
            rows = [
                {"hand": called(left.hand), "version": left.version, "due": left.due, **_tampered(left.lost)}
                for left in found
            ]
            call.result({"hands": rows}, "\n".join(left_lines(found)) or "No hand was left open.")
            if any(left.lost for left in found):
                raise typer.Exit(1)
            return
        done = recover_hands(ledger)
    sign_at_the_end(call)
    rows = [{"hand": called(hand.hand), "outcome": hand.outcome, **_tampered(hand.lost)} for hand in done.hands]
    call.result({"incident": done.incident, "hands": rows, "closed": done.closed}, "\n".join(recovered(done)))
    if not done.closed:
        raise typer.Exit(1)


def _tampered(lost: TamperedError | None) -> dict[str, Any]:
    """In a document: which entry cannot follow, where one cannot."""
    if lost is None:
        return {}
    return {"log_index": lost.index if isinstance(lost, OutOfPlaceError) else None, "tampered": str(lost)}
