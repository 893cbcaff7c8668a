"""``tombo staff limits``: what one person may give alone, and what anybody may; shown, or set anew by two managers."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.invocation import invocation, send
from cli.signing import SecondName, StaffName, acting
from cli.text import typed_money
from ledger.core.errors import UsageError
from ledger.core.money import Money
from ledger.house.limits import LIMITS_STREAM, Limits, SetLimits, limits
from ledger.house.staff import MANAGER


def staff_limits(
    ctx: typer.Context,
    alone: Annotated[str | None, typer.Option(metavar="EUR", help="What one officer may give for one claim.")] = None,
    alone_sum: Annotated[
        str | None, typer.Option(metavar="EUR", help="What he may give in all until somebody signs beside him.")
    ] = None,
    most: Annotated[str | None, typer.Option(metavar="EUR", help="What anybody may give for one claim.")] = None,
    staff: StaffName = None,
    second: SecondName = None,
) -> None:
    """Show what compensation staff may give, alone and at most; or set it anew. Two managers set it, and both sign.

    What is not named stays. For example: tombo staff limits --alone 75.00 --staff s-1 --second s-4.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        found = limits(reader)
    if alone is None and alone_sum is None and most is None:
        if second is not None:
            raise UsageError(f"{second} signs nothing: nothing is to be set; expected --alone, --alone-sum or --most")
        call.result(_document(found), _told(found))
        return
    wanted = Limits(
        found.alone if alone is None else typed_money(alone).cents,
        found.alone_sum if alone_sum is None else typed_money(alone_sum).cents,
        found.most if most is None else typed_money(most).cents,
    )
    asks = acting(call.keyring, staff, MANAGER, second)
    command = SetLimits(
        compensation_alone=Money(wanted.alone),
        compensation_alone_sum=Money(wanted.alone_sum),
        compensation_most=Money(wanted.most),
    )
    with call.writing() as ledger:
        version = ledger.view().version(LIMITS_STREAM)
        receipt = send(ledger, command, asks, f"limits/{version}")
    index = receipt.entries[0].index
    call.result({**_document(wanted), "log_index": index}, f"{_told(wanted)}\nFrom log index {index} on.")


def _document(found: Limits) -> dict[str, int]:
    return {
        "compensation_alone": found.alone,
        "compensation_alone_sum": found.alone_sum,
        "compensation_most": found.most,
    }


def _told(found: Limits) -> str:
    alone, alone_sum, most = (Money(value) for value in found)
    return (
        f"One officer alone gives at most {alone} for one claim, and {alone_sum} in all until somebody signs beside him.\n"
        f"Nobody gives more than {most} for one claim."
    )
