"""``tombo round``: show, replay, audit and list rounds of every game; those of poker are hands."""

from __future__ import annotations

from typing import Annotated

import typer

from tombo.cli import rounds
from tombo.cli.card_readings import viewed_by
from tombo.cli.invocation import invocation
from tombo.cli.listing import PAGE, After, Limit
from tombo.cli.means import ByWhom, ClusterAddress, Jobs, PartsFolder
from tombo.cli.options import OfTable, Reason, Since, StepNumber, ViewerName
from tombo.cli.signing import StaffName
from tombo.cli.terminal.page_file import PageFile, ReplayFile

app = typer.Typer(help="Rounds of every game; those of poker are hands.")

RoundName = Annotated[
    str,
    typer.Argument(metavar="ROUND", help="The round, GAME:TABLE/42, or TABLE/42 where one game has it."),
]


@app.command()
def show(
    ctx: typer.Context,
    round_: RoundName,
    at: Annotated[int | None, typer.Option("--at", min=1, help="As of this version of the round.")] = None,
    viewer: ViewerName = "outsider",
    reason: Reason = None,
    staff: StaffName = None,
    page: PageFile = None,
) -> None:
    """A round, as a history.

    Bets with their chances and numbers, cards, decisions, the ball; what each player was paid, got back or lost, with the rule;
    and why, if it is void. For example: tombo round show roulette:roleta-1/42; tombo round show blackjack:bj-3/7 --viewer
    player:p-7 --json.
    """
    call = invocation(ctx)
    rounds.show(call, round_, rounds.seen_of(call, round_, viewed_by(viewer), reason, staff), at, page)


@app.command()
def replay(
    ctx: typer.Context,
    round_: RoundName,
    step: StepNumber = None,
    viewer: ViewerName = "auditor",
    reason: Reason = None,
    staff: StaffName = None,
    page: ReplayFile = None,
) -> None:
    """A round step by step: who decided, the rules at work, what each has at stake, what the viewer could see; paid again.

    Exit status 1 if money is not conserved in it or a payment on record is not what its rules give. For example: tombo round
    replay blackjack:bj-3/7 --viewer player:p-7; tombo round replay roulette:roleta-1/42 --step 9 --json.
    """
    call = invocation(ctx)
    rounds.replay(call, round_, rounds.seen_of(call, round_, viewed_by(viewer), reason, staff), step, page)


@app.command()
def audit(
    ctx: typer.Context,
    since: Since = 0,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    parts: PartsFolder = None,
) -> None:
    """Every round that is over, of every game, replayed from the stored bytes, its payments computed again.

    One line for each whose record is not what its rules give, and exit status 1 if there is one. Whether the bytes are those
    that were signed is for 'tombo verify' to say. 'tombo audit' judges what was paid for disputes as well.
    """
    rounds.audit(invocation(ctx), since, rounds.EVERY, "round", ByWhom(jobs, cluster, parts))


@app.command("list")
def list_rounds(ctx: typer.Context, table: OfTable = None, limit: Limit = PAGE, after: After = None) -> None:
    """The newest rounds, one a line: when, how many players, stakes, prizes, how it ended. With --json: JSON Lines.

    In the order they were recorded, the newest first. For example: tombo round list --table roleta-1 --after
    roulette:roleta-1/7.
    """
    rounds.list_them(invocation(ctx), rounds.EVERY, table, limit, after, "round")
