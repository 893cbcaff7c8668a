"""``tombo report``: what was released to a country's regulator, released, shown, and held against files at hand and against the ledger."""

from __future__ import annotations

import hashlib
from collections.abc import Container, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from tombo.cli import files
from tombo.cli.card_readings import seen_by
from tombo.cli.commands.regulators.options import (
    CountryName,
    Day,
    Out,
    SettingsFile,
    country_named,
    false_releases,
    known_releases,
    releases,
)
from tombo.cli.commands.regulators.pack import pack
from tombo.cli.invocation import Invocation, invocation, send
from tombo.cli.options import Reason
from tombo.cli.reading import Reader, known_persons, opening
from tombo.cli.signing import StaffName, acting
from tombo.cli.terminal.progress import progress
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import NotReportableError, OutOfPlaceError, UnwritableError
from tombo.ledger.core.said import Told, fact_of
from tombo.ledger.house.report.commands import ReleaseReport
from tombo.ledger.house.report.events import ReportReleased
from tombo.ledger.house.staff.state import MANAGER
from tombo.projections.follow import Viewer
from tombo.reports.regulators.country import CountryFiles, Reported, Written
from tombo.reports.regulators.reading import day_settled
from tombo.reports.regulators.released import FileDiffers, differing, files_in
from tombo.reports.regulators.sealed import SealedPersons
from tombo.reports.regulators.settings import SETTINGS_MAX
from tombo.reports.said.commands import common
from tombo.reports.said.commands import report as said
from tombo.reports.said.regulators import common as regulators_said

app = typer.Typer(help="Regulators: a day's files released, and what was released held against files and ledger.")

Xsd = Annotated[
    Path | None,
    typer.Option(
        "--xsd",
        exists=True,
        metavar="PATH",
        help="Your copy of the schema that the regulator published, where he published one.",
    ),
]


NotMade = NotReportableError | OutOfPlaceError | UnwritableError
"""Why files cannot be made again: what the ledger says, or there is no room for them."""


class MadeWith(NamedTuple):
    """What files are made with: the settings of the country, and where the regulator's schema is."""

    settings: Any
    xsd: Path | None


@app.command()
def make(
    ctx: typer.Context,
    country: CountryName,
    day: Day,
    settings: SettingsFile,
    out: Out,
    xsd: Xsd = None,
    reason: Reason = None,
    staff: StaffName = None,
) -> None:
    """The files of a closed day, to look at before they are released: each held to its schema, their sums held against the day.

    Nothing is recorded, but where they tell closed cards: then an officer says why, and his reading of each hand is on record first. For example: tombo report make portugal 2026-07-14 --settings srij.toml --out look.
    """
    call, of = invocation(ctx), country_named(country)
    wanted = of.settings(files.read(settings, SETTINGS_MAX), str(settings))
    day_settled(day, call.clock.now())
    with files.new_folder(out, closed=True) as folder:
        _shown_to(call, of, day, reason, staff)
        with _made(call, of, day, MadeWith(wanted, xsd), folder, 1) as (_, written):
            records = sum(one.records for one in written.files)
    document = {
        "files": [one._asdict() for one in written.files],
        "left_out": dict(written.left_out),
        "records": records,
        "out": str(out),
    }
    call.result(document, regulators_said.FILES_WRITTEN(files=len(written.files), records=records, folder=str(out)))


@app.command()
def release(
    ctx: typer.Context,
    country: CountryName,
    day: Day,
    settings: SettingsFile,
    out: Out,
    xsd: Xsd = None,
    staff: StaffName = None,
) -> None:
    """The files of a closed day, and on record what they are: names, SHA-256, layout, how much of the log they were made of.

    Whoever releases a day once more makes all its files again, under the names that the regulator has for that. Files and entry are both
    there, or neither, whatever signal comes; a machine that fails between them leaves the entry, and 'tombo report check --out' makes the
    files again. For example:
    tombo report release portugal 2026-07-14 --settings srij.toml --out sent.
    """
    call, of = invocation(ctx), country_named(country)
    data = files.read(settings, SETTINGS_MAX)
    wanted = of.settings(data, str(settings))
    day_settled(day, call.clock.now())
    with call.reading() as reader:
        number = 1 + len(releases(reader, country, day))
    asks = acting(call.keyring, staff, MANAGER)
    with files.folder_on_record(out) as (folder, durable):
        with _made(call, of, day, MadeWith(wanted, xsd), folder, number) as (reader, written):
            command = ReleaseReport(
                checkpoint=reader.newest_checkpoint(),
                country=country,  # type: ignore[arg-type]  # a country of the table is one of the list
                date=day,
                files=files_in(folder),
                layout=of.layout(wanted),
                number=number,
                settings=hashlib.sha256(data).hexdigest(),
                size=reader.store.size,
            )
        with call.writing() as ledger:
            own = hashlib.sha256(
                command.model_dump_json().encode()
            ).hexdigest()  # who releases otherwise asks otherwise
            durable()
            receipt = send(ledger, command, asks, f"release/{country}/{day}/{number}/{own[:16]}")
    document = {
        "country": country,
        "date": day,
        "files": [file.model_dump() for file in command.files],
        "left_out": dict(written.left_out),
        "log_index": receipt.entries[0].index,
        "number": number,
        "out": str(out),
    }
    told = said.RELEASED(
        day=day,
        country=country,
        number=number,
        files=len(command.files),
        index=receipt.entries[0].index,
        folder=str(out),
    )
    call.result(document, told)


@app.command("list")
def list_releases(ctx: typer.Context) -> None:
    """Every release, in the order of the log: of which day, to which regulator, when, by whom, and of how much of the log.

    For example: tombo report list --json.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        found = [reader.entry(row) for row in reader.newest(("report.released.v1",))][::-1]
        false = false_releases(reader)
    told = [line for entry in found for line in _told(entry, false)]
    call.result({"releases": [_shown(entry, false) for entry in found]}, *(told or (said.NO_RELEASES(),)))


@app.command()
def show(ctx: typer.Context, country: CountryName, day: Day) -> None:
    """The releases of a day: each with its files.

    For example: tombo report show portugal 2026-07-14.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        found, false = known_releases(reader, country, day), false_releases(reader)
    lines = list[Told]()
    for entry in found:
        event: ReportReleased = entry.event
        lines += [
            *_told(entry, false),
            *(said.RELEASED_FILE(name=one.name, size=one.size, sha256=one.sha256) for one in event.files),
        ]
    call.result({"releases": [_shown(entry, false, files=True) for entry in found]}, *lines)


@app.command()
def check(
    ctx: typer.Context,
    country: CountryName,
    day: Day,
    settings: SettingsFile,
    folder: Annotated[
        Path | None, typer.Option("--files", file_okay=False, exists=True, metavar="DIR", help="Files at hand.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(file_okay=False, metavar="DIR", help="Where the files go that are made again.")
    ] = None,
    xsd: Xsd = None,
    reason: Reason = None,
    staff: StaffName = None,
) -> None:
    """Whether files at hand are those of the newest release, and whether the ledger still gives these: else it has to be released again.

    Exit status 1 where either is not so, with each file, and where no door recorded the release. Files at hand are told of even where the
    ledger's cannot be made again. Who keeps files with closed cards (--out) says why, as for 'make'. For example: tombo report check portugal 2026-07-14 --settings srij.toml --files sent.
    """
    call, of = invocation(ctx), country_named(country)
    data = files.read(settings, SETTINGS_MAX)
    wanted = of.settings(data, str(settings))
    with call.reading() as reader:
        known, false = known_releases(reader, country, day), false_releases(reader)
    newest: ReportReleased = known[-1].event
    forged = known[-1].index in false
    at_hand = None if folder is None else list(differing(newest.files, folder))
    changed = list[FileDiffers]()
    why: NotMade | None = None
    try:
        with made_again(out) as made:
            if out is not None:
                _shown_to(call, of, day, reason, staff)
            with _made(call, of, day, MadeWith(wanted, xsd), made, len(known)):
                changed = list(differing(newest.files, made))
    except (NotReportableError, OutOfPlaceError, UnwritableError) as error:
        if at_hand is None:
            raise
        why = error
    other = hashlib.sha256(data).hexdigest() != newest.settings
    document = {
        "at_hand": [one._asdict() for one in at_hand or ()],
        "made_again": [one._asdict() for one in changed] if why is None else None,
        "not_made": None if why is None else str(why),
        "other_settings": other,
        "number": len(known),
        "no_door_recorded_it": forged,
    }
    told = [*_of_files(newest, at_hand), *_of_ledger(newest, changed, why, other=other)]
    call.result(document, *([said.NO_DOOR_RECORDED(index=known[-1].index)] if forged else []), *told)
    if forged or at_hand or changed or why is not None:
        raise typer.Exit(1)


app.command()(pack)


def _shown_to(call: Invocation, of: CountryFiles, day: str, reason: str | None, staff: str | None) -> None:
    """On record first that an officer sees the closed cards of a day, where its files tell any (decision 0022, 8)."""
    if of.opens is not None:
        with call.reading() as reader:
            played = of.opens(reader.store, day)
        seen_by(call, Viewer("officer"), played, reason, staff)


def _of_files(newest: ReportReleased, at_hand: Sequence[FileDiffers] | None) -> Iterator[Told]:
    """What is found of the files at hand; None where there are none."""
    for one in at_hand or ():
        yield said.FILES_AT_HAND[one.wrong](name=one.name)
    if at_hand is not None and not at_hand:
        yield said.AT_HAND_AS_RELEASED(files=len(newest.files))


def _of_ledger(
    newest: ReportReleased,
    changed: Sequence[FileDiffers],
    why: NotMade | None,
    *,
    other: bool,
) -> Iterator[Told]:
    """What is found of the files as the ledger gives them now; ``why`` it gives none."""
    for one in changed:
        yield said.FILES_AGAIN[one.wrong](name=one.name)
    if other:
        yield said.OTHER_SETTINGS()
    if why is not None:
        yield said.NOT_MADE_AGAIN(why=fact_of(why))
    elif changed:
        yield said.RELEASE_AGAIN(day=newest.date)
    else:
        yield said.GIVES_THE_SAME(files=len(newest.files))


def made_again(out: Path | None) -> AbstractContextManager[Path]:
    """Where files are made again: to keep, or for its owner alone until they are compared."""
    return files.passing_folder() if out is None else files.new_folder(out, closed=True)


@contextmanager
def _made(
    call: Invocation, of: CountryFiles, day: str, wanted: MadeWith, folder: Path, number: int
) -> Iterator[tuple[Reader, Written]]:
    """The files of a day as of its release of that number, made in ``folder``."""
    with call.reading() as reader, known_persons(call.keyring, reader.store.origin) as persons:
        sealed = SealedPersons(reader.store.origin, opening(reader, persons))
        closed = reader.closed_cards if call.keyring.openings.exists() else None
        reported = Reported(reader.store, sealed, wanted.settings, number, wanted.xsd, closed)
        yield reader, of.day(folder, day, reported, partial(progress, what=common.PAGES))


def _shown(entry: Entry, false: Container[int], *, files: bool = False) -> dict[str, Any]:
    event: ReportReleased = entry.event
    found = event.model_dump(mode="json", exclude={"kind"})
    if not files:
        found["files"] = len(event.files)
    return {
        "log_index": entry.index,
        "recorded": entry.recorded,
        "by": entry.by.model_dump(),
        "no_door_recorded_it": entry.index in false,
        **found,
    }


def _told(entry: Entry, false: Container[int]) -> Iterator[Told]:
    event: ReportReleased = entry.event
    yield said.RELEASE_LISTED(
        index=entry.index,
        day=event.date,
        country=event.country,
        number=event.number,
        files=len(event.files),
        at=entry.recorded,
        size=event.size,
        who=entry.by.id,
    )
    if entry.index in false:
        yield said.NO_DOOR_RECORDED(index=entry.index)
