"""``tombo round``: show, replay and list rounds of the banked games."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from cli.card_readings import Seen, seen_by, viewed_by
from cli.invocation import Invocation, invocation
from cli.listing import PAGE, After, Limit, page, tell_more
from cli.options import Reason, StepNumber, ViewerName, there_is_step
from cli.output import say, say_json
from cli.pages.rounds import round_page
from cli.pages.save import PageFile, save
from cli.round_replay_text import audit_lines, replay_lines
from cli.rounds import incident_of, look, tell
from cli.signing import StaffName
from cli.text import counted, dated, figure, priced
from ledger.core.entry import Entry
from ledger.core.errors import NotFoundError, UsageError
from ledger.house.banked.state import table_of_round
from ledger.kinds import CLOSED_TYPES, EVENTS
from ledger.terms.unit import Unit
from projections.follow import Viewer
from projections.round_replay import differences, received, steps, verdict_json
from projections.round_replay import to_json as step_json
from projections.round_view import of

app = typer.Typer(help="Rounds against the house: roulette, blackjack, póquer sem descarte.")


BEGINS: Final = tuple(kind for kind in EVENTS if kind.endswith(".round_opened.v1"))
"""The kinds that begin a round."""


RoundName = Annotated[
    str,
    typer.Argument(
        metavar="ROUND", help="The round, for example roulette:roleta-1/42, or roleta-1/42 where one game has it."
    ),
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
    seen = _seen(call, round_, viewed_by(viewer), reason, staff)
    with call.reading() as reader:
        view = look(reader, round_, seen, at)
        incident = incident_of(reader, view)
        if page is None:
            tell(call, view, incident)
        else:
            save(call, page, seen.viewer, round_page(view, incident))


@app.command()
def replay(
    ctx: typer.Context,
    round_: RoundName,
    step: StepNumber = None,
    viewer: ViewerName = "auditor",
    reason: Reason = None,
    staff: StaffName = None,
) -> None:
    """A round step by step: who decided, the rules at work, what each has at stake, what the viewer could see; paid again.

    Exit status 1 if money is not conserved in it or a payment on record is not what its rules give. For example: tombo round
    replay blackjack:bj-3/7 --viewer player:p-7; tombo round replay roulette:roleta-1/42 --step 9 --json.
    """
    call = invocation(ctx)
    seen = _seen(call, round_, viewed_by(viewer), reason, staff)
    with call.reading() as reader:
        view = look(reader, round_, seen)
    taken, found = list(steps(view)), differences(view)
    there_is_step(view.stream, len(taken), step)
    if call.json:
        for one in taken:
            if step in {None, one.number}:
                say_json(step_json(one))
        if step is None:
            say_json(verdict_json(view, taken, found))
    else:
        for line in replay_lines(view, taken, step):
            say(line)
        for line in audit_lines(view, received(view), found) if step is None else ():
            say(line)
    if found or not all(one.conserved for one in taken):
        raise typer.Exit(1)


def _seen(call: Invocation, name: str, who: Viewer, reason: str | None, staff: str | None) -> Seen:
    """What ``who`` may see of the round ``name``, once that he sees its closed cards is on record.

    Raises:
        UsageError: closed cards are asked for, and the game has none, or no reason or officer is named.
        RefusedError: the live door refuses him.
    """
    if who.role in {"outsider", "auditor"}:
        return Seen(who)
    with call.reading() as reader:
        stream = reader.round(name)[0].stream
    if stream.partition(":")[0] not in CLOSED_TYPES:
        raise UsageError(f"no card lies face down in {stream}; every viewer sees all of it, without --viewer")
    return seen_by(call, who, [stream], reason, staff)


@app.command("list")
def list_rounds(
    ctx: typer.Context,
    table: Annotated[str | None, typer.Argument(metavar="TABLE", help="Only rounds of this table.")] = None,
    limit: Limit = PAGE,
    after: After = None,
) -> None:
    """The newest rounds, one a line: when, how many players, stakes, prizes, how it ended. With --json: JSON Lines.

    In the order they were recorded, the newest first. For example: tombo round list roleta-1 --after roulette:roleta-1/7.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        listed = page(reader, BEGINS, lambda stream: table in {None, table_of_round(stream)}, limit, after)
        if table is not None and not listed.streams and after is None:
            raise NotFoundError(f"no round of a table {table}; 'tombo round list' shows them all")
        for stream in listed.streams:
            row = summary(reader.entries(stream))
            if call.json:
                say_json(row)
            else:
                say(in_a_line(row))
        tell_more("tombo round list" + (f" {table}" if table else ""), listed, json=call.json)


def summary(entries: list[Entry]) -> dict[str, Any]:
    """A round in a few figures."""
    view = of(entries, {}, Viewer())
    found = view.results
    return {
        "round": view.stream,
        "when": entries[0].recorded,
        "players": len(found),
        "unit": view.unit.model_dump(),
        "staked": sum(one.totals.get("staked", 0) for one in found),
        "prizes": sum(one.totals.get("prize", 0) for one in found),
        "outcome": view.state.outcome,
        "version": entries[-1].version,
    }


def in_a_line(row: dict[str, Any]) -> str:
    """A round in one line for people."""
    unit = Unit(**row["unit"])
    return (
        f"{row['round']}  {dated(row['when'])}  {counted(row['players'], 'player')}, staked "
        f"{priced(row['staked'], unit)}, prizes {figure(row['prizes'], unit)}, {row['outcome']}"
    )
