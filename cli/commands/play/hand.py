"""``tombo hand``: show, replay, audit and list hands. A hand is a round of poker: ``tombo round`` knows them all."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from tombo.cli import rounds
from tombo.cli.card_readings import viewed_by
from tombo.cli.invocation import invocation
from tombo.cli.listing import PAGE, After, Limit
from tombo.cli.means import ByWhom, ClusterAddress, Jobs, PartsFolder
from tombo.cli.options import OfTable, Reason, Since, StepNumber, ViewerName, hand_name
from tombo.cli.signing import StaffName
from tombo.cli.terminal.page_file import PageFile, ReplayFile

app = typer.Typer(help="Hands: as a history, step by step, and which there are.")

HANDS: Final = ("hand",)
"""The type of their streams."""

HandName = Annotated[str, typer.Argument(metavar="HAND", help="The hand, for example mesa-1/42.")]


def _stream(name: str) -> str:
    return f"hand:{hand_name(name)}"


@app.command()
def show(
    ctx: typer.Context,
    hand: HandName,
    at: Annotated[int | None, typer.Option("--at", min=1, help="As of this version of the hand.")] = None,
    viewer: ViewerName = "outsider",
    reason: Reason = None,
    staff: StaffName = None,
    page: PageFile = None,
) -> None:
    """A hand, as a hand history.

    Seats, blinds, every street, showdown, pots and commission, with the rule that applied; and why, if it is void.
    """
    call, stream = invocation(ctx), _stream(hand)
    rounds.show(call, stream, rounds.seen_of(call, stream, viewed_by(viewer), reason, staff), at, page)


@app.command()
def replay(
    ctx: typer.Context,
    hand: HandName,
    step: StepNumber = None,
    viewer: ViewerName = "auditor",
    reason: Reason = None,
    staff: StaffName = None,
    page: ReplayFile = None,
) -> None:
    """A hand step by step: who decided, the rules at work, pots, stacks, what the viewer could see; payouts computed again.

    Exit status 1 if chips are not conserved or a recorded payout is not what the rules of the hand give. For example: tombo
    hand replay mesa-1/42 --step 12 --viewer player:p-7 --json.
    """
    call, stream = invocation(ctx), _stream(hand)
    rounds.replay(call, stream, rounds.seen_of(call, stream, viewed_by(viewer), reason, staff), step, page)


@app.command()
def audit(
    ctx: typer.Context,
    since: Since = 0,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    parts: PartsFolder = None,
) -> None:
    """Every hand that is over, replayed from the stored bytes, its payouts computed again.

    One line for each hand whose record is not what its rules give, and exit status 1 if there is one. Whose turn it was and in
    which order cards came only 'tombo hand replay' asks. Whether the bytes are
    those that were signed is for 'tombo verify' to say. 'tombo round audit' takes the rounds of every game with them.
    """
    rounds.audit(invocation(ctx), since, HANDS, "hand", ByWhom(jobs, cluster, parts))


@app.command("list")
def list_hands(ctx: typer.Context, table: OfTable = None, limit: Limit = PAGE, after: After = None) -> None:
    """The newest hands, one a line: when, how many players, the pot, how it ended. With --json: JSON Lines.

    In the order they were recorded, the newest first. For example: tombo hand list --limit 100 --after mesa-1/3.
    """
    behind = None if after is None else _stream(after)
    rounds.list_them(invocation(ctx), HANDS, table, limit, behind, "hand")
