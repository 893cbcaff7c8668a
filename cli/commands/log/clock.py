"""``tombo clock``: a person looks at the clock that stopped the door, and says on record that it is right."""

from __future__ import annotations

from typing import Annotated

import typer

from tombo.cli.invocation import invocation, send
from tombo.cli.options import on_record
from tombo.cli.signing import StaffName, acting
from tombo.ledger.house.log.commands import ConfirmClock
from tombo.ledger.house.staff.state import MANAGER
from tombo.reports.said.commands import init as said

app = typer.Typer(help="The clock: what stops the door, and a person who looked at it.")


@app.callback()
def clock() -> None:
    """The clock: what stops the door, and a person who looked at it."""


@app.command()
def confirm(
    ctx: typer.Context,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="What was found; goes on record.", callback=on_record)],
    staff: StaffName = None,
) -> None:
    """Confirm on record that this machine's clock is right, after it stopped the door.

    The door stops when the newest entry lies ahead of the clock, when the clock leaps while the door runs, and when a ledger
    is opened more than 400 days after its newest entry. Look at the clock first: what is recorded now bears its time for ever,
    and no later entry an earlier one. Confirmed as the last act before it, a standstill may be of any length. For example:
    tombo clock confirm --staff s-1 --reason 'was set to 2040 by the provider; set right, compared with a radio clock'.
    """
    call = invocation(ctx)
    asks = acting(call.keyring, staff, MANAGER)
    with call.writing() as ledger:
        now, newest = ledger.clock.now(), ledger.store.head().recorded
        command = ConfirmClock(clock=now, floor=max(now, newest), reason=reason)
        receipt = send(ledger, command, asks, f"clock/confirm/{now}")
    entry = receipt.entries[0]
    told = [said.CLOCK_CONFIRMED(at=now, index=entry.index)]
    if newest > now:
        told.append(said.CLOCK_BEHIND(at=newest))
    call.result({"clock": now, "floor": max(now, newest), "log_index": entry.index}, *told)
