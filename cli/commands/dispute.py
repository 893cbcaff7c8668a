"""``tombo dispute``: a complaint, from what is claimed to what is paid, on the record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, TypeVar

import typer
from pydantic import ValidationError

from tombo.cli.followed import kept
from tombo.cli.invocation import Invocation, RefusedError, invocation, send
from tombo.cli.signing import Acting, SecondName, StaffName, acting
from tombo.cli.terminal.output import note, warn
from tombo.cli.terminal.progress import progress
from tombo.cli.terminal.sheet import SheetFile, sheet
from tombo.cli.terminal.text import euros, typed_line
from tombo.ledger.core.clock import SystemClock, display_instant
from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.errors import IdUsedError, OutOfPlaceError, UsageError
from tombo.ledger.core.ids import called, command_id, local
from tombo.ledger.core.money import Money
from tombo.ledger.core.said import Fact
from tombo.ledger.house.dispute.commands import OpenDispute, ReadDisputedCards, ResolveDispute, ReverseCompensation
from tombo.ledger.house.dispute.events import CITED, SAID_MAX
from tombo.ledger.house.dispute.state import dispute_stream
from tombo.ledger.house.staff.state import OFFICER
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.projections.dispute.case import Complaint, DisputeCase, complaint
from tombo.projections.search.fold import Search
from tombo.reports import dispute as dispute_report
from tombo.reports.said.commands import common
from tombo.reports.said.commands import dispute as said
from tombo.reports.shown.days import instant_of
from tombo.reports.shown.house import disputes
from tombo.reports.shown.house.dispute_walk import is_over, look, meant, needed, recordable
from tombo.reports.shown.house.waiting import next_name
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.shown import Shown, lost_one

app = typer.Typer(help="Complaints: opened, replayed, resolved, and the register of all of them.")

C = TypeVar("C", bound=CommandBase)

ONE_LINE: Final = said.EXPECTED_LINE(most=SAID_MAX)
EXPECTED: Final = {
    "claim": ONE_LINE,
    "dispute": said.EXPECTED_NAME(),
    "grounds": ONE_LINE,
    "player": said.EXPECTED_PSEUDONYM(),
    "rule": said.EXPECTED_RULE(one=CITED[0], several=CITED[1]),
}
"""What people are told of a field that cannot be so."""

DisputeName = Annotated[str, typer.Argument(metavar="DISPUTE", help="The dispute, for example 2026-0001.")]


@app.command("open")
def open_dispute(
    ctx: typer.Context,
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="Who complains, by his pseudonym.")],
    claim: Annotated[
        str,
        typer.Option(
            metavar="TEXT", help="What he claims; goes on record for ever, so no names. - reads it from stdin."
        ),
    ],
    about: Annotated[
        str | None, typer.Option(metavar="WHAT", help="The hand, round or tournament: mesa-1/42, GAME:TABLE/7.")
    ] = None,
    complained: Annotated[str | None, typer.Option(metavar="INSTANT", help="When he complained; else now.")] = None,
    name: Annotated[
        str | None, typer.Option("--id", metavar="ID", help="A name not used before; else the next.")
    ] = None,
    staff: StaffName = None,
) -> None:
    """Put a complaint on record. Its name is the next of the year, 2026-0001, unless --id gives one.

    For example: tombo dispute open p-leste --about mesa-1/4 --claim 'my call came in time' --staff s-2.
    """
    call, now = invocation(ctx), SystemClock().now()
    when = now if complained is None else instant_of(complained)
    if when > now:
        raise UsageError(said.COMPLAINED_LATER(typed=repr(complained), now=display_instant(now)))
    with call.reading() as reader:
        stream = None if about is None else meant(reader, about)
        outsider = stream is not None and not reader.was_in(stream, player)
        with call.writing() as ledger:
            asks = acting(call.keyring, staff, OFFICER)

            def recorded(dispute: str) -> Acknowledgement:
                command = _asked(
                    OpenDispute,
                    about=stream,
                    claim=typed_line(claim, SAID_MAX),
                    complained=when,
                    dispute=dispute,
                    player=player,
                )
                return send(ledger, command, asks, command_id("dispute", dispute, "open"))

            dispute, receipt = _under_next(call, reader, now, recorded) if name is None else (name, recorded(name))
    if outsider:
        warn(said.COMPLAINS_OF_OTHERS(player=player, about=called(stream or "")))
    index = receipt.entries[0].index
    opened: dict[str, Fact] = {"dispute": dispute, "player": player, "index": index}
    told = (
        said.DISPUTE_OPENED(**opened, next="resolve")
        if stream is None
        else said.DISPUTE_OPENED_ABOUT(**opened, about=called(stream), next="replay")
    )
    call.result({"dispute": dispute, "about": stream, "log_index": index}, told)


def _under_next(
    call: Invocation, reader: Reader, now: int, recorded: Callable[[str], Acknowledgement]
) -> tuple[str, Acknowledgement]:
    """The next name of the year, and the receipt of what is ``recorded`` under it. Where somebody else takes it in the meantime, the one after.

    Raises:
        LedgerError: it is not recorded, and not for its name.
    """
    while True:
        with kept(call, reader, Search) as rows:
            dispute = next_name(reader, rows, now)
        try:
            return dispute, recorded(dispute)
        except (IdUsedError, RefusedError):
            if not reader.version(dispute_stream(dispute)):
                raise


@app.command()
def replay(ctx: typer.Context, dispute: DisputeName, staff: StaffName = None) -> None:
    """Compute again what a dispute is about, tell how it went, and put on record what came of it.

    The claim; who decided what, with time-outs and lost connections; what came back to every player, recorded and recomputed;
    the rules that decided; the closed cards on record. Cards of a showdown that were not turned are needed to compute it: they
    are read as an officer, and the reading goes on record before. Exit status 1 where recomputed differs from recorded.
    For example: tombo dispute replay 2026-0001 --staff s-2.
    """
    call = invocation(ctx)
    asks = acting(call.keyring, staff, OFFICER)
    with call.reading() as reader:
        case = disputes.case(reader, dispute)
        about = case.opened.about
        if about is None:
            raise UsageError(said.ABOUT_NOTHING_PLAYED(dispute=dispute))
        if not is_over(reader, about):
            raise RefusedError(said.STILL_GOES_ON(played=called(about)))
        wanted = needed(reader, about)
    with call.writing() as ledger:
        if wanted:
            reason = said.NEEDED_CARDS(played=called(about)).text()  # on record, in English whoever asks
            _send(ledger, _asked(ReadDisputedCards, dispute=dispute, reason=reason), dispute, asks)
        with call.reading() as reader:
            told = look(reader, about, wanted)
        receipt = _send(ledger, recordable(told.replay, dispute, case.opened.player), dispute, asks)
    index = receipt.entries[0].index
    call.show(disputes.replayed(case, told, index))


@app.command()
def resolve(
    ctx: typer.Context,
    dispute: DisputeName,
    outcome: Annotated[Literal["accepted", "partly", "rejected"], typer.Option(help="What becomes of the claim.")],
    grounds: Annotated[
        str, typer.Option(metavar="TEXT", help="Why; goes on record, and to the player. - reads it from stdin.")
    ],
    rule: Annotated[str | None, typer.Option(metavar="RULE", help=f"The rule that decides: '{CITED[0]}'.")] = None,
    compensation: Annotated[
        str, typer.Option(metavar="EUR", help="What the player is paid, on his account at once: 5.00.")
    ] = "0.00",
    staff: StaffName = None,
    second: SecondName = None,
) -> None:
    """Decide a dispute, once. Of a hand or a round it has to be replayed before; a claim that is rejected pays nothing.

    A compensation is for who was in what he disputes, and no more than was in it. Beyond the limits on record, and where who resolves
    opened the dispute himself, a second officer signs (--second).

    For example: tombo dispute resolve 2026-0001 --outcome rejected --grounds 'time ran out, a check counts' --rule 'R806 r.45'
    --staff s-2.
    """
    call = invocation(ctx)
    command = _asked(
        ResolveDispute,
        compensation=euros(compensation),
        dispute=dispute,
        grounds=typed_line(grounds, SAID_MAX),
        outcome=outcome,
        rule=rule,
    )
    asks = acting(call.keyring, staff, OFFICER, second)
    with call.reading() as reader:
        disputes.case(reader, dispute)
    with call.writing() as ledger:
        receipt = _send(ledger, command, dispute, asks)
    with call.reading() as reader:
        case = disputes.case(reader, dispute)
    document = {**complaint(case)._asdict(), "log_indices": [entry.index for entry in receipt.entries]}
    call.report(document, dispute_report.resolved(case))


@app.command()
def reverse(
    ctx: typer.Context,
    dispute: DisputeName,
    cause: Annotated[
        Literal["mistaken", "obtained_by_deceit", "paid_elsewhere"], typer.Option(help="Why it was not due.")
    ],
    rule: Annotated[str, typer.Option(metavar="RULE", help=f"The rule by which it was not due: '{CITED[0]}'.")],
    staff: StaffName = None,
    second: SecondName = None,
) -> None:
    """Take the compensation of a dispute back, whole and once, while the player still has it on his account. Two officers sign.

    For example: tombo dispute reverse 2026-0001 --cause mistaken --rule 'R806 r.45' --staff s-2 --second s-3.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        resolution = disputes.case(reader, dispute).resolution
    given = Money(0) if resolution is None else resolution.compensation
    command = _asked(ReverseCompensation, amount=given, cause=cause, dispute=dispute, rule=rule)
    asks = acting(call.keyring, staff, OFFICER, second)
    with call.writing() as ledger:
        receipt = _send(ledger, command, dispute, asks)
    with call.reading() as reader:
        case = disputes.case(reader, dispute)
    document = {**complaint(case)._asdict(), "log_indices": [entry.index for entry in receipt.entries]}
    call.report(document, dispute_report.resolved(case))


@app.command()
def show(ctx: typer.Context, dispute: DisputeName) -> None:
    """A dispute from its claim to its resolution: who did what when, replays, readings of cards, what was paid.

    For example: tombo dispute show 2026-0001 --json.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        shown = disputes.dispute(reader, dispute)
    call.show(shown)


@app.command("list")
def list_disputes(
    ctx: typer.Context,
    csv_file: SheetFile = None,
) -> None:
    """The register of complaints: grounds, player, date and time, time to resolve, outcome. With --json: JSON Lines.

    For example: tombo dispute list --csv complaints.csv. Exit status 1 where an entry of one cannot follow, or is no act of
    the staff that it names: it is told in its place, and no file is written.
    """
    call = invocation(ctx)
    cases, shown, lost = list[DisputeCase](), list[Shown](), dict[str, OutOfPlaceError]()
    with call.reading() as reader:
        streams = disputes.names(reader)
        for stream in progress(streams, common.DISPUTES, len(streams)):
            try:
                cases.append(disputes.case(reader, local(stream)))
                shown.append(disputes.in_register(reader, cases[-1]))
            except OutOfPlaceError as error:
                lost[stream] = error
    for stream, why in lost.items():
        if csv_file is not None:
            raise why
        call.tell(lost_one({"dispute": local(stream)}, local(stream), why))
    call.show_each(shown)
    with sheet(csv_file, Complaint._fields, closed=True) as write:
        for case in cases:
            write(disputes.sheet_row(case))
    if lost:
        raise typer.Exit(1)
    if not cases:
        note(dispute_report.NO_COMPLAINT)


def _asked(kind: type[C], **fields: Any) -> C:
    """The command of these fields.

    Raises:
        UsageError: one of them cannot be so.
    """
    try:
        return kind(**fields)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise UsageError(said.FIELD_EXPECTED(field=where, expected=EXPECTED.get(where, first["msg"]))) from error


def _send(ledger: Ledger, command: CommandBase, dispute: str, asks: Acting) -> Acknowledgement:
    """An act of a dispute, named after its place there: what is sent twice at once is done once."""
    act = str(type(command).model_fields["kind"].default).partition("_")[
        0
    ]  # short: a command id has 120 letters at most
    version = ledger.view().version(dispute_stream(dispute))
    return send(ledger, command, asks, command_id("dispute", dispute, version, act))
