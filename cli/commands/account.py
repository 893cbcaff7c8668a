"""``tombo account``: what an account holds, and what two managers do about one that holds too little or too much."""

from __future__ import annotations

from typing import Annotated

import typer

from tombo.cli.invocation import invocation, send
from tombo.cli.options import PlayerName
from tombo.cli.signing import SecondName, StaffName, acting
from tombo.cli.terminal.text import euros, typed_line
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.ids import command_id, is_local
from tombo.ledger.core.said import euros as sum_of
from tombo.ledger.house.account.commands import AdjustDown, AdjustUp
from tombo.ledger.house.fields import TEXT_MAX
from tombo.ledger.house.staff.state import MANAGER
from tombo.reports.said.commands import account as said
from tombo.reports.shown.house import accounts

app = typer.Typer(help="Accounts: what one holds, and setting it right.")


@app.command()
def show(ctx: typer.Context, player: PlayerName) -> None:
    """What an account holds, its bonus, and each time it was set right: when, by how much, who asked, and why, for who has the key.

    For example: tombo account show p-7 --json.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        shown = accounts.account(reader, player)
    call.show(shown)


@app.command()
def adjust(  # what, of whom, why, and who signs it
    ctx: typer.Context,
    player: PlayerName,
    number: Annotated[
        str, typer.Option(metavar="NAME", help="The house's own number of it: sent twice under one it is done once.")
    ],
    reason: Annotated[
        str, typer.Option(metavar="TEXT", help="Why; sealed under the player's own secret. - reads it from stdin.")
    ],
    up: Annotated[str | None, typer.Option(metavar="EUR", help="So much is added: 7.50.")] = None,
    down: Annotated[
        str | None, typer.Option(metavar="EUR", help="So much is taken, and no more than there is.")
    ] = None,
    staff: StaffName = None,
    second: SecondName = None,
) -> None:
    """Set an account right where an error moved money and nothing else puts it back: two managers sign, within the limits on record.

    What a hand, a round, a tournament or a complaint gives is paid there. For example: tombo account adjust p-7 --number 2026-0001 --down
    7.50 --reason 'the bank sent it twice' --staff s-1 --second s-9.
    """
    call, stream = invocation(ctx), accounts.stream_of(player)
    if (up is None) == (down is None):
        raise UsageError(said.UP_OR_DOWN())
    if not is_local(number):
        raise UsageError(said.NO_NUMBER_OF_ADJUSTMENT(typed=repr(number)))
    amount = euros(up or down or "")
    kind = AdjustUp if up is not None else AdjustDown
    try:
        command = kind(adjustment=amount, player=player, reason=typed_line(reason, TEXT_MAX))
    except ValueError as error:  # what pydantic raises is one, and so is what raises where stdin is no UTF-8
        raise UsageError(said.NO_REASON()) from error
    asks = acting(call.keyring, staff, MANAGER, second)
    with call.writing() as ledger:
        receipt = send(ledger, command, asks, command_id("adjust", number))
        balance = ledger.view()(stream).balance
    index = receipt.entries[0].index
    told = said.ACCOUNT_ADJUSTED_UP if up is not None else said.ACCOUNT_ADJUSTED_DOWN
    document = {"player": player, "amount": amount.cents, "up": up is not None, "log_index": index, "balance": balance}
    call.result(document, told(player=player, amount=sum_of(amount.cents), balance=sum_of(balance), index=index))
