"""``tombo audit``: every hand and round that is over, replayed from the stored bytes and paid again; every compensation judged again."""

from __future__ import annotations

import typer

from tombo.cli.audits import replay_all
from tombo.cli.invocation import invocation
from tombo.cli.means import ByWhom, ClusterAddress, Jobs, PartsFolder
from tombo.cli.options import Since
from tombo.ledger.games.every import TABLE_GAMES
from tombo.reports.play import audit as audit_report


def audit(
    ctx: typer.Context,
    since: Since = 0,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    parts: PartsFolder = None,
) -> None:
    """Every hand and round that is over, replayed from the stored bytes, its payments computed again.

    Asked is what was paid. Whose turn it was, in which order cards came and whether all were dealt, only 'tombo hand replay' asks.
    What cannot follow in one that is in play is named too. One line for each whose record is not what its rules give, with the rule, and for each compensation to who was not in what
    he disputes, or of more than he is owed of it; exit status 1 if there is one. Whether the bytes are those that were signed,
    and who signed a compensation within which limits, is for 'tombo verify' to say, whether every account and stack goes on from where it was,
    and none below zero, for 'tombo reconcile' of a day. For example: tombo audit --since 120000 --json.
    """
    call = invocation(ctx)
    outcomes, wrong, compensations, untied, contradicting = replay_all(
        call, since, TABLE_GAMES, ByWhom(jobs, cluster, parts), claims=True
    )
    differing = [{"stream": one.stream, "log_index": one.at, "differences": one.differences} for one in wrong]
    played = sum(found.total() for found in outcomes.values())
    document = {
        "since": since,
        "played": played,
        "outcomes": outcomes,
        "differing": differing,
        "compensations": compensations,
        "contradicting": contradicting,
        "untied": [one.as_json() for one in untied],
    }
    call.report(document, audit_report.with_compensations(outcomes, wrong, compensations, untied, contradicting))
    if wrong or untied:
        raise typer.Exit(1)
