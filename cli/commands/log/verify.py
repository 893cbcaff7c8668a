"""``tombo verify``: what an outsider can hold the ledger to."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tombo.cli.invocation import Invocation, invocation
from tombo.cli.means import ByWhom, ClusterAddress, Jobs, PartsFolder
from tombo.cli.options import folder_or_objects
from tombo.cli.terminal.output import warn
from tombo.cli.verdicts import report_of
from tombo.ledger.verify import Code, NotKeptError, Report
from tombo.reports import verification as verification_report
from tombo.reports.said.commands import views as said


def verify(
    ctx: typer.Context,
    bundle: Annotated[
        str | None,
        typer.Argument(
            metavar="DIR",
            callback=folder_or_objects,
            help="A bundle or a backup, in a folder or in an object store (s3://bucket/place); else the ledger.",
        ),
    ] = None,
    policy: Annotated[
        Path | None,
        typer.Option(exists=True, dir_okay=False, metavar="FILE", help="What you believe: 'tombo init' wrote it."),
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(exists=True, dir_okay=False, metavar="FILE", help="A checkpoint kept outside.")
    ] = None,
    since: Annotated[
        Path | None,
        typer.Option(
            exists=True,
            dir_okay=False,
            metavar="FILE",
            help="Checked before up to this checkpoint, or as this notebook knows: look at what came since.",
        ),
    ] = None,
    notebook: Annotated[
        Path | None,
        typer.Option(
            dir_okay=False,
            metavar="FILE",
            help="Keep in it what a later run with --since FILE must know: that one reads nothing that came before.",
        ),
    ] = None,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    parts: PartsFolder = None,
) -> None:
    """Check every signature, chain, commitment, time, role and the tree.

    From the stored bytes alone. Verdict and place of every problem. Exit status 0 OK, or UNWITNESSED with a warning; 1 anything else.

    Every day, of what came since the day before: tombo verify --since auditor.notebook --notebook auditor.notebook. The first time without --since.
    """
    call, given = invocation(ctx), checkpoint is not None
    by = ByWhom(jobs, cluster, parts)
    try:
        report = report_of(
            call, bundle=bundle, policy=policy, checkpoint=checkpoint, since=since, notebook=notebook, by=by
        )
    except NotKeptError as error:  # what was read was read: that is said first
        _tell(call, error.report, given=given)
        raise error.why from error
    _tell(call, report, given=given)
    if report.exit_status:
        raise typer.Exit(report.exit_status)


def _tell(call: Invocation, report: Report, *, given: bool) -> None:
    call.report(report.to_json(), verification_report.document(report, given=given))
    if report.verdict is Code.UNWITNESSED:
        warn(said.NO_WITNESS())
