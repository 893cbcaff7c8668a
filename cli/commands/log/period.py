"""``tombo period``: old periods are packed, or leave the database, and stay verifiable and replayable."""

from __future__ import annotations

from base64 import b64encode
from typing import Annotated

import typer

from tombo.cli.invocation import Invocation, invocation, send
from tombo.cli.options import folder_or_objects, on_record
from tombo.cli.signing import StaffName, acting
from tombo.cli.terminal.progress import Bar
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.ids import command_id
from tombo.ledger.core.said import Told
from tombo.ledger.exchange.objects import named
from tombo.ledger.house.log.commands import DetachPeriod
from tombo.ledger.house.staff.state import MANAGER
from tombo.ledger.operate.cold import absolute, cold_places
from tombo.ledger.operate.detach import boundary
from tombo.ledger.operate.detach import detach as take_away
from tombo.ledger.operate.detached import periods
from tombo.ledger.operate.pack import DAY, DAYS, pack_before
from tombo.ledger.seal.policy import load_policy
from tombo.reports.said.commands import common
from tombo.reports.said.commands import restore as said
from tombo.reports.shown.days import instant_of

app = typer.Typer(help="Old periods: packed where they lie, detached from the database, and which were.")


@app.callback()
def period() -> None:
    """Old periods: packed where they lie, detached from the database, and which were."""


@app.command()
def detach(
    ctx: typer.Context,
    copy: Annotated[
        str,
        typer.Argument(
            metavar="DIR",
            callback=folder_or_objects,
            help="A backup or bundle that has the period, in a folder or in an object store (s3://bucket/place).",
        ),
    ],
    before: Annotated[
        str, typer.Option(metavar="WHEN", help="What was recorded before this instant, as 2026-01-01T00:00:00Z.")
    ],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; goes on record.", callback=on_record)],
    second: Annotated[str, typer.Option(metavar="STAFF", help="The second member of staff who asks for it.")],
    staff: StaffName = None,
) -> None:
    """Let the hands and rounds of an old period leave the database, once a copy has them.

    The copy is read back first, from its first entry up to the last checkpoint before --before, and must have the root that the log's key
    signed. Then it is put on record, by a manager and a second member of staff, and each entry of a hand or round that is over leaves the database
    that the copy has byte for byte. What else there is stays, and so do place and hash of what left: nothing is missing unseen.

    Cut off anywhere, run it again. It is read from the copy from then on, as if it were there, and checked as before. For example: tombo period
    detach /backup --before 2026-01-01T00:00:00Z --staff ana --second rui --reason 'two years are kept at hand'.
    """
    call = invocation(ctx)
    place, until, policy = absolute(copy), instant_of(before), load_policy(call.keyring.policy)
    call.keyring.cold_given += (place,)  # what was detached before may be there alone
    if staff is None:
        raise UsageError(said.DETACHED_BY_NOBODY())
    asks = acting(call.keyring, staff, MANAGER, second)
    with call.writing() as ledger:
        signed = boundary(ledger.store, until, policy)
        root = b64encode(signed.root).decode()

        def ask() -> int:
            command = DetachPeriod(reason=reason, root=root, second=second, size=signed.size)
            return send(ledger, command, asks, command_id("period", "detach", signed.size)).entries[0].index

        bar = Bar(common.ENTRIES)
        try:
            done = take_away(ledger, call.keyring, place, signed, ask, bar)
        finally:
            bar.clear()
    told = said.DETACHED_BEFORE(size=signed.size, place=place)
    if done.log_index is not None:
        told = said.DETACHED(size=signed.size, place=place, index=done.log_index, staff=staff, second=second)
    call.result(
        {"size": signed.size, "root": root, "copy": place, **done._asdict()},
        told,
        said.CUT_NOW(cut=done.cut, kept=done.kept),
        said.FOUND_BY(file=str(call.keyring.cold)),
    )


@app.command()
def pack(
    ctx: typer.Context,
    before: Annotated[
        str | None,
        typer.Option(
            metavar="WHEN",
            help=f"What was recorded before this instant, as 2026-01-01T00:00:00Z; else {DAYS} days ago and more.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Pack the hands and rounds of a while ago where they lie: they take some four tenths less room.

    It goes up to the last checkpoint before --before that the log's key signed, a thousand entries a transaction, beside doors that run. Nothing
    leaves the database and nothing that was signed changes: every command reads, shows, exports and verifies the same as before, byte for byte, so
    nobody signs for it, and no key is asked for. On PostgreSQL the owner of the schema runs it.

    Cut off anywhere, run it again. For example: tombo period pack --before 2026-01-01T00:00:00Z.
    """
    call = invocation(ctx)
    until = call.clock.now() - DAYS * DAY if before is None else instant_of(before)
    bar = Bar(common.ENTRIES)
    try:
        done = pack_before(call.url, call.keyring, until, bar)
    finally:
        bar.clear()
    room = said.ROOM_IN_FILE() if call.url.startswith("sqlite:") else said.ROOM_ON_SERVER()
    told = [said.PLAY_PACKED(**done._asdict()), *([room] if done.packed else [])]
    call.result(done._asdict(), *(told if done.size else [said.NOTHING_OLD()]))


@app.command("list")
def list_periods(ctx: typer.Context) -> None:
    """Which periods were detached, under which roots, and where copies are looked for."""
    call = invocation(ctx)
    with call.reading() as reader:
        found = periods(reader.store)
    places = [named(place) for place in cold_places(call.keyring)]
    lines = [said.PERIOD(first=one.first, last=one.size - 1, root=one.root, size=one.size) for one in found]
    call.result(
        {"periods": [one._asdict() for one in found], "copies": places},
        *(lines or [said.NOTHING_DETACHED()]),
        *([_where(call, places)] if found else []),
    )


def _where(call: Invocation, places: list[str]) -> Told:
    return said.COPIES_AT(places=", ".join(places)) if places else said.NO_COPIES(file=str(call.keyring.cold))
