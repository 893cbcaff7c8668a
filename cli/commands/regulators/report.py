"""``tombo report``: what was released to a country's regulator, released, shown, and held against files at hand and against the ledger."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from tombo.cli import files
from tombo.cli.commands.regulators.making import DayMade, made, made_again, shown_to
from tombo.cli.commands.regulators.options import (
    CountryName,
    Day,
    Out,
    SettingsFile,
)
from tombo.cli.commands.regulators.pack import pack
from tombo.cli.invocation import Invocation, invocation, send
from tombo.cli.means import ByWhom, ClusterAddress, Jobs, PartsFolder, means_of, url_for
from tombo.cli.options import Reason
from tombo.cli.signing import StaffName, acting
from tombo.cli.terminal.output import warn
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import NotReportableError, OutOfPlaceError, UnwritableError, UsageError
from tombo.ledger.core.said import Told, fact_of
from tombo.ledger.house.report.commands import ReleaseReport
from tombo.ledger.house.report.on_record import Release
from tombo.ledger.house.staff.state import MANAGER
from tombo.reports.regulators.country import Written
from tombo.reports.regulators.reading import day_settled, nothing_open
from tombo.reports.regulators.released import FileDiffers, differing, files_in
from tombo.reports.regulators.settings import SETTINGS_MAX
from tombo.reports.said.commands import report as said
from tombo.reports.said.regulators import common as regulators_said
from tombo.reports.shown.house import releases as shown_releases
from tombo.reports.shown.house.releases import country_named, known_releases, releases

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
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    parts: PartsFolder = None,
) -> None:
    """The files of a closed day, to look at before they are released: each held to its schema, their sums held against the day.

    Nothing is recorded, but where they tell closed cards: then an officer says why, and his reading of each hand is on record first. For example: tombo report make portugal 2026-07-14 --settings srij.toml --out look.
    """
    call, of = invocation(ctx), country_named(country)
    wanted = of.settings(files.read(settings, SETTINGS_MAX), str(settings))
    day_settled(day, call.clock.now())
    by = ByWhom(jobs, cluster, parts)
    day_made = DayMade(url_for(call.url, by), of, day, wanted, xsd)
    with means_of(by) as means, files.new_folder(out, closed=True) as folder:
        shown_to(call, day_made, means, reason, staff)
        with made(call, day_made, means, folder) as (_, written):
            records = sum(one.records for one in written.files)
    document = {
        "files": [one._asdict() for one in written.files],
        "left_out": dict(written.left_out),
        "records": records,
        "out": str(out),
    }
    told = regulators_said.FILES_WRITTEN(files=len(written.files), records=records, folder=str(out))
    call.result(document, told, *_left_out(written))


@app.command()
def release(
    ctx: typer.Context,
    country: CountryName,
    day: Day,
    settings: SettingsFile,
    out: Out,
    xsd: Xsd = None,
    staff: StaffName = None,
    jobs: Jobs = None,
) -> None:
    """The files of a closed day, and on record what they are: names, SHA-256, layout, how much of the log they were made of.

    Whoever releases a day once more makes all its files again, under the names that the regulator has for that. Files and entry are both
    there, or neither, where one signal comes; a second one, or a machine that fails between them, may leave the entry, and 'tombo report
    check --out' makes the files again. Who releases closed cards once more is named (--staff). For example:
    tombo report release portugal 2026-07-14 --settings srij.toml --out sent.
    """
    call, of = invocation(ctx), country_named(country)
    data = files.read(settings, SETTINGS_MAX)
    wanted = of.settings(data, str(settings))
    day_settled(day, call.clock.now())
    with call.reading() as reader:
        nothing_open(reader.store, day)
        number = 1 + sum(not known.false for known in releases(reader, country, day))
    if number > 1 and of.opens is not None and staff is None:
        raise UsageError(said.RELEASED_AGAIN_BY_NOBODY(day=day))
    asks = acting(call.keyring, staff, MANAGER)
    day_made = DayMade(call.url, of, day, wanted, xsd, number)
    with means_of(ByWhom(jobs)) as means, files.folder_on_record(out) as (folder, durable):
        with made(call, day_made, means, folder) as (reader, written):
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
            durable(partial(warn, said.RELEASE_WAITS(country=country, day=day)))
            receipt = send(ledger, command, asks, f"release/{country}/{day}/{number}/{own[:16]}")
    _tells_release(call, command, receipt.entries[0].index, written, out)


@app.command("list")
def list_releases(ctx: typer.Context) -> None:
    """Every release, in the order of the log: of which day, to which regulator, when, by whom, and of how much of the log.

    Exit status 1 where one cannot be read: it is told behind the others. For example: tombo report list --json.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        shown = shown_releases.every(reader)
    call.show(shown)


@app.command()
def show(ctx: typer.Context, country: CountryName, day: Day) -> None:
    """The releases of a day: each with its files.

    For example: tombo report show portugal 2026-07-14.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        shown = shown_releases.of_day(reader, country, day)
    call.show(shown)


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
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    parts: PartsFolder = None,
) -> None:
    """Whether files at hand are those of the newest release, and whether the ledger still gives these: else it has to be released again.

    Exit status 1 where either is not so, with each file, and where no door recorded the release. Files at hand are told of even where the
    ledger's cannot be made again. Who keeps files with closed cards (--out) says why, as for 'make'. For example: tombo report check portugal 2026-07-14 --settings srij.toml --files sent.
    """
    call, of = invocation(ctx), country_named(country)
    data = files.read(settings, SETTINGS_MAX)
    wanted = of.settings(data, str(settings))
    with call.reading() as reader:
        newest = known_releases(reader, country, day)[-1]
    number = newest.event.number
    by = ByWhom(jobs, cluster, parts)
    day_made = DayMade(url_for(call.url, by), of, day, wanted, xsd, number)
    at_hand = None if folder is None else list(differing(newest.files, folder))
    changed = list[FileDiffers]()
    why: NotMade | None = None
    try:
        with means_of(by) as means, made_again(out) as again:
            if out is not None:
                shown_to(call, day_made, means, reason, staff)
            with made(call, day_made, means, again):
                changed = list(differing(newest.files, again))
    except (NotReportableError, OutOfPlaceError, UnwritableError) as error:
        if at_hand is None:
            raise
        why = error
    other = hashlib.sha256(data).hexdigest() != newest.event.settings
    document = {
        "at_hand": [one._asdict() for one in at_hand or ()],
        "made_again": [one._asdict() for one in changed] if why is None else None,
        "not_made": None if why is None else str(why),
        "other_settings": other,
        "number": number,
        "no_door_recorded_it": newest.false,
    }
    told = [*_of_files(newest, at_hand), *_of_ledger(newest, changed, why, other=other)]
    call.result(document, *([said.NO_DOOR_RECORDED(index=newest.entry.index)] if newest.false else []), *told)
    if newest.false or at_hand or changed or why is not None:
        raise typer.Exit(1)


app.command()(pack)


def _tells_release(call: Invocation, command: ReleaseReport, index: int, written: Written, out: Path) -> None:
    """What was released, and at which log index that is on record."""
    document = {
        "country": command.country,
        "date": command.date,
        "files": [file.model_dump() for file in command.files],
        "left_out": dict(written.left_out),
        "log_index": index,
        "number": command.number,
        "out": str(out),
    }
    told = said.RELEASED(
        day=command.date,
        country=command.country,
        number=command.number,
        files=len(command.files),
        index=index,
        folder=str(out),
    )
    call.result(document, told, *_left_out(written))


def _left_out(written: Written) -> Iterator[Told]:
    """What the files do not say, and how often: the page of the country says why."""
    for name, times in written.left_out.items():
        yield regulators_said.LEFT_OUT(name=name, times=times)


def _of_files(newest: Release[Entry], at_hand: Sequence[FileDiffers] | None) -> Iterator[Told]:
    """What is found of the files at hand; None where there are none."""
    for one in at_hand or ():
        yield said.FILES_AT_HAND[one.wrong](name=one.name)
    if at_hand is not None and not at_hand:
        yield said.AT_HAND_AS_RELEASED(files=len(newest.files))


def _of_ledger(
    newest: Release[Entry],
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
        yield said.RELEASE_AGAIN(day=newest.event.date)
    else:
        yield said.GIVES_THE_SAME(files=len(newest.files))
