"""``tombo hand``: show, replay and list hands, and ``--viewer``: who looks."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from cli.audits import bulk_lines, replay_all
from cli.card_readings import seen_by, viewed_by
from cli.hands import hand_name, incident_of, look, tell
from cli.invocation import invocation
from cli.listing import PAGE, After, Limit, page, tell_more
from cli.options import Reason, StepNumber, ViewerName, there_is_step
from cli.output import say, say_json
from cli.pages.hands import hand_page
from cli.pages.save import PageFile, save
from cli.replay_text import audit_lines, replay_lines
from cli.signing import StaffName
from cli.text import counted, dated, figure, priced
from ledger.core.entry import Entry
from ledger.core.errors import NotFoundError
from ledger.core.ids import local, table_of_hand
from ledger.games.poker.audit import differences
from ledger.games.poker.events import FindingRecorded
from ledger.games.poker.play_audit import breaches
from ledger.games.poker.turns import pot_total
from ledger.terms.unit import Unit
from projections.follow import Viewer
from projections.hand_replay import steps, verdict_json
from projections.hand_replay import to_json as step_json
from projections.hand_view import of

app = typer.Typer(help="Hands: as a history, step by step, and which there are.")


BEGINS: Final = ("hand.started.v1",)
"""The kind that begins a hand."""


HandName = Annotated[str, typer.Argument(metavar="HAND", help="The hand, for example mesa-1/42.")]


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
    call = invocation(ctx)
    seen = seen_by(call, viewed_by(viewer), [f"hand:{hand_name(hand)}"], reason, staff)
    with call.reading() as reader:
        view = look(reader, hand, seen, at)
        incident = incident_of(reader, view)
        if page is None:
            tell(call, view, incident)
        else:
            save(call, page, seen.viewer, hand_page(view, incident))


@app.command()
def replay(
    ctx: typer.Context,
    hand: HandName,
    step: StepNumber = None,
    viewer: ViewerName = "auditor",
    reason: Reason = None,
    staff: StaffName = None,
) -> None:
    """A hand step by step: who decided, the rules at work, pots, stacks, what the viewer could see; payouts computed again.

    Exit status 1 if chips are not conserved or a recorded payout is not what the rules of the hand give. For example: tombo
    hand replay mesa-1/42 --step 12 --viewer player:p-7 --json.
    """
    call = invocation(ctx)
    seen = seen_by(call, viewed_by(viewer), [f"hand:{hand_name(hand)}"], reason, staff)
    with call.reading() as reader:
        view = look(reader, hand, seen)
        taken = list(steps([act.entry for act in view.acts], seen.cards(reader, view.stream), seen.viewer))
    there_is_step(view.stream, len(taken), step)
    played = breaches([act.entry for act in view.acts])
    found = (*(differences(view.hand) if view.hand.outcome != "open" else ()), *played)
    whole = all(one.conserved for one in taken)
    if call.json:
        for one in taken:
            if step in {None, one.number}:
                say_json(step_json(one))
        if step is None:
            say_json(verdict_json(view.hand, local(view.stream), found, conserved=whole))
    else:
        for line in replay_lines(view, taken, step):
            say(line)
        for line in audit_lines(view, found) if step is None else ():
            say(line)
    if not whole or found:
        raise typer.Exit(1)


@app.command()
def audit(
    ctx: typer.Context,
    since: Annotated[
        int, typer.Option(min=0, metavar="INDEX", help="Only hands that began at this log index or later.")
    ] = 0,
) -> None:
    """Every hand that is over, replayed from the stored bytes, its payouts computed again.

    One line for each hand whose record is not what its rules give, and exit status 1 if there is one. Whether the bytes are
    those that were signed is for 'tombo verify' to say. 'tombo audit' takes the rounds of every game with them.
    """
    call = invocation(ctx)
    outcomes, wrong, _, _ = replay_all(call, since, {"hand"})
    hands = outcomes["hand"]
    differing = [{"hand": local(one.stream), "log_index": one.ended, "differences": one.differences} for one in wrong]
    document = {"since": since, "hands": hands.total(), "outcomes": hands, "differing": differing}
    call.result(document, "\n".join(bulk_lines(outcomes, wrong)))
    if wrong:
        raise typer.Exit(1)


@app.command("list")
def list_hands(
    ctx: typer.Context,
    table: Annotated[str | None, typer.Option(help="Only hands of this table.")] = None,
    limit: Limit = PAGE,
    after: After = None,
) -> None:
    """The newest hands, one a line: when, how many players, the pot, how it ended. With --json: JSON Lines.

    In the order they were recorded, the newest first. For example: tombo hand list --limit 100 --after mesa-1/3.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        behind = None if after is None else f"hand:{after}"
        listed = page(reader, BEGINS, lambda stream: table in {None, table_of_hand(stream)}, limit, behind)
        if table is not None and not listed.streams and after is None:
            raise NotFoundError(f"no hand of a table {table}; 'tombo hand list' shows them all")
        for stream in listed.streams:
            row = summary(reader.entries(stream))
            if call.json:
                say_json(row)
            else:
                say(in_a_line(row))
        tell_more("tombo hand list" + (f" --table {table}" if table else ""), listed, json=call.json)


def summary(entries: list[Entry]) -> dict[str, Any]:
    """A hand in a few figures."""
    view = of(entries, {}, Viewer())
    hand, started, first = view.hand, view.started, entries[0]
    return {
        "hand": view.stream.partition(":")[2],
        "when": first.recorded if started.door == "live" else first.occurred,
        "door": started.door,
        "players": len(started.seats),
        "unit": started.terms.unit.model_dump(),
        "pot": pot_total(hand),
        "commission": sum(amount for _, _, amount in hand.fees),
        "outcome": hand.outcome,
        "version": entries[-1].version,
        "findings": sum(isinstance(entry.event, FindingRecorded) for entry in entries),
    }


def in_a_line(row: dict[str, Any]) -> str:
    """A hand in one line for people."""
    unit = Unit(**row["unit"])
    when = dated(row["when"]) if row["when"] is not None else "time unknown"
    found = f", {counted(row['findings'], 'finding')}" if row["findings"] else ""
    return (
        f"{row['hand']}  {when}  {row['players']} players, pot {priced(row['pot'], unit)}, "
        f"commission {figure(row['commission'], unit)}, {row['outcome']}{found}"
    )
