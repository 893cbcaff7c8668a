"""``tombo export``: hands in other formats, the whole ledger for an auditor, tables for data teams."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import reduce
from pathlib import Path
from typing import Annotated

import typer

from tombo.cli import files
from tombo.cli.card_readings import seen_by, viewed_by
from tombo.cli.invocation import invocation
from tombo.cli.means import ByWhom, ClusterAddress, Jobs, PartsFolder, means_of, url_for
from tombo.cli.options import Reason, ViewerName, hand_name
from tombo.cli.reporting import made_of
from tombo.cli.signing import StaffName
from tombo.cli.tables import table_made
from tombo.cli.terminal.output import warn
from tombo.cli.terminal.progress import progress
from tombo.ledger.core.entry import Entry
from tombo.ledger.core.errors import NotFoundError, UsageError
from tombo.ledger.core.ids import local
from tombo.ledger.exchange.bundle import write_bundle
from tombo.ledger.exchange.phh.write import hand_text, knows
from tombo.ledger.games.every import followed
from tombo.ledger.games.poker.state import Hand
from tombo.ledger.house.player.state import player_stream
from tombo.ledger.kinds import CLOSED_TYPES, IN_PLAY
from tombo.ledger.operate.openings import Opened
from tombo.ledger.operate.persons import StoredPersons
from tombo.ledger.seal.personal import Field, open_text
from tombo.ledger.seal.policy import load_policy
from tombo.ledger.store import Store
from tombo.projections.follow import Viewer
from tombo.projections.round.hand import visible_slots
from tombo.reports.regulators.country import Reported, Written
from tombo.reports.regulators.pages import Paged, PagesJob
from tombo.reports.regulators.portugal.files import is_over, write_day, write_hours
from tombo.reports.regulators.portugal.settings import settings_in
from tombo.reports.regulators.reading import day_settled
from tombo.reports.regulators.sealed import SealedPersons
from tombo.reports.regulators.settings import SETTINGS_MAX
from tombo.reports.said import tables as tables_said
from tombo.reports.said.commands import common
from tombo.reports.said.commands import exchange as said
from tombo.reports.said.commands import files as names
from tombo.reports.said.regulators import common as regulators_said
from tombo.reports.shown.cards import OUTSIDER, Seen, sees_closed
from tombo.reports.shown.days import reached
from tombo.reports.shown.listing import in_order
from tombo.reports.shown.reading import Reader, known_persons, opening
from tombo.reports.tables.arrow import arrow
from tombo.reports.tables.forms import Form
from tombo.reports.tables.registry import TABLES
from tombo.reports.tables.written import day_goes_on, stretch

app = typer.Typer(help="Hands in other people's formats; the whole ledger for an auditor.")


Out = Annotated[Path, typer.Option(file_okay=False, metavar="DIR", help="Where the files go; made if need be.")]


@app.command("phh")
def export_phh(
    ctx: typer.Context,
    out: Out,
    hands: Annotated[list[str] | None, typer.Argument(metavar="HAND...", help="Hands, for example mesa-1/42.")] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Every hand of the ledger, or of the player in --viewer.")
    ] = False,
    viewer: ViewerName = "outsider",
    reason: Reason = None,
    staff: StaffName = None,
) -> None:
    """Hands as PHH files, one each. Players stand under their pseudonyms, cards that were not shown as ????.

    As an officer (--viewer officer, on record) with every card, and the names an imported file had. Póquer sintético, which PHH does
    not know, --all leaves out; of hands in play it shows nobody's cards.
    """
    call = invocation(ctx)
    if bool(hands) == everything:
        raise UsageError(said.NAME_HANDS_OR_ALL())
    who = viewed_by(viewer)
    files.made_folder(out)
    with call.reading() as reader:
        chosen = (
            [local(name) for name in sorted(reader.store.streams("hand"), key=in_order)]
            if everything
            else list(map(hand_name, hands or []))
        )
        if everything and who.player is not None:
            chosen = [name for name in chosen if reader.was_in(f"hand:{name}", who.player)]
        found = len(chosen)
        if everything:
            chosen = [name for name in chosen if knows(reader.round(f"hand:{name}", 1)[0].event)]
        if everything and who.player is not None and not chosen:
            raise NotFoundError(said.NO_HAND_OF_HIS(player=who.player))
        going = _going_on(reader) if everything else set()
    seen = seen_by(call, who, [f"hand:{name}" for name in chosen if f"hand:{name}" not in going], reason, staff)
    with call.reading() as reader, known_persons(call.keyring, reader.store.origin) as persons:
        for name, text in progress(_texts(reader, persons, chosen, seen), common.HANDS, len(chosen)):
            _write(out / f"{name.replace('/', '-')}.phh", text, closed=sees_closed(who))
    left = found - len(chosen)
    told = (
        said.HANDS_WRITTEN_BUT(hands=len(chosen), folder=str(out), left=left)
        if left
        else said.HANDS_WRITTEN(hands=len(chosen), folder=str(out))
    )
    call.result({"hands": len(chosen), "left_out": left, "out": str(out)}, told)


@app.command("bundle")
def export_bundle(
    ctx: typer.Context,
    out: Out,
    openings: Annotated[
        bool, typer.Option("--openings", help="With closed cards; an officer's act, on record.")
    ] = False,
    reason: Reason = None,
    staff: StaffName = None,
) -> None:
    """The ledger as plain files, to verify without our database. Closed cards are those of what was over when an officer asked.

    Up to its last checkpoint, laid out as C2SP tlog-tiles. 'tombo verify DIR --policy FILE --checkpoint FILE' checks it anywhere.
    """
    call = invocation(ctx)
    policy = load_policy(call.keyring.policy).text
    seen = OUTSIDER
    with files.new_folder(out, closed=openings) as folder:
        if openings:
            with call.reading() as reader:
                going = _going_on(reader)
                played = [name for kind in CLOSED_TYPES for name in reader.store.streams(kind) if name not in going]
            seen = seen_by(call, Viewer("officer"), played, reason, staff)
        with call.reading() as reader:
            note = reader.store.last_checkpoint()
            if note is None:
                raise NotFoundError(said.NO_CHECKPOINT_YET())
            source: Store = reader.store
            if openings:  # a hand that began meanwhile, or is in play, shows nothing: no reading of it is on record
                source = Opened(reader.store, call.keyring.opening_key(reader.store.origin), seen.recorded)
            entries = write_bundle(folder, source, note=note, policy=policy, openings=openings)
    call.result({"entries": entries, "out": str(out)}, said.ENTRIES_WRITTEN(entries=entries, folder=str(out)))


@app.command("table")
def export_table(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help=f"Which table: {', '.join(TABLES)}.")],
    out: Out,
    form: Annotated[Form, typer.Option("--format", help="The form of the files.")] = "parquet",
    since: Annotated[int, typer.Option(min=0, metavar="INDEX", help="Only what came at this log index or later.")] = 0,
    until: Annotated[
        int | None,
        typer.Option(min=0, metavar="INDEX", help="Only what came before this log index; else all there is."),
    ] = None,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
) -> None:
    """A table for data teams and auditors, from checked entries: DIR/NAME/day=2026-07-14/part-000000000000.parquet and so on.

    docs/tables.md has their columns. Days are days in Portugal. The --until of one is the --since of the next, and all of them together are the whole.
    Needs tombo[tables]. For example: tombo export table entries --out tables.
    """
    call = invocation(ctx)
    table = TABLES.get(name)
    if table is None:
        raise UsageError(tables_said.NO_SUCH_TABLE(table=name, tables=tuple(TABLES)))
    arrow()
    folder, by = out / name, ByWhom(jobs, cluster)
    with means_of(by) as means, call.reading() as reader, files.new_folder(folder) as draft:
        of = stretch(reader.store, since, until)
        written = table_made(means, url_for(call.url, by), reader.store, table, form, of=of, folder=draft)
        going = day_goes_on(reader.store, written, of[1], reached(call.clock, reader.store))
    document = {
        "table": table.full_name,
        "format": form,
        "since": of[0],
        "until": of[1],
        "rows": written.rows,
        "files": written.files,
        "passed": written.passed,
        "day_goes_on": going,
        "out": str(folder),
    }
    told = tables_said.TABLE_WRITTEN(
        rows=written.rows, table=name, files=written.files, folder=str(folder), until=of[1]
    )
    if written.passed:
        warn(tables_said.PASSED_IN_TABLE(entries=written.passed))
    more = [] if going is None else [tables_said.MORE_OF_DAY(day=going, until=of[1])]
    call.result(document, told, *more)


@app.command("srij")
def export_srij(
    ctx: typer.Context,
    out: Out,
    settings: Annotated[
        Path, typer.Option(metavar="FILE", help="What the operator says of himself: docs/regulators/portugal.md.")
    ],
    hour: Annotated[
        str | None,
        typer.Option(metavar="YYYYMMDDHH", help="The files of one hour of legal time, for example 2026112815."),
    ] = None,
    day: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD", help="Those of every hour of a day.")] = None,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    parts: PartsFolder = None,
) -> None:
    """The files of the Portuguese regulator: AJOG_, SESS_, TRAN_ and JGDR_ of every hour, each held to its schema; all of them, or none.

    With --day also RESF_: the day has to be closed, and its operations have to come to what it was closed with, to the cent.

    An hour is over when its sources can say nothing late any more, 16 minutes after its end. They hold what is personal: they are for their owner
    alone, and need persons.key. For example: tombo export srij --day 2026-07-14 --settings srij.toml --out files.
    """
    call = invocation(ctx)
    if (hour is None) == (day is None):
        raise UsageError(said.HOUR_OR_DAY())
    wanted = settings_in(files.read(settings, SETTINGS_MAX), str(settings))
    if day is None:
        is_over(hour or "", call.clock.now())
    else:
        day_settled(day, call.clock.now())
    by = ByWhom(jobs, cluster, parts)
    with (
        means_of(by) as means,
        call.reading() as reader,
        known_persons(call.keyring, reader.store.origin) as persons,
        files.new_folder(out, closed=True) as folder,
    ):
        reported = Reported(reader.store, SealedPersons(reader.store, opening(reader, persons)), wanted)

        def make(paged: Paged) -> Written:
            if day is None:
                return write_hours(folder, (hour or "",), reported, paged)
            return write_day(folder, day, reported, paged)

        made = made_of(means, PagesJob(url_for(call.url, by), reader.store.cold_places), make, folder)
    records = sum(one.records for one in made.files)
    document = {
        "files": [one._asdict() for one in made.files],
        "left_out": made.left_out,
        "records": records,
        "out": str(out),
    }
    call.result(document, regulators_said.FILES_WRITTEN(files=len(made.files), records=records, folder=str(out)))


def _going_on(reader: Reader) -> set[str]:
    """The hands and rounds in play, by stream."""
    return {played for kind in IN_PLAY for played in reader.in_play(kind).values()}


def _write(path: Path, text: str, *, closed: bool) -> None:
    """A hand as a file. One that is there is left as it is, be it the same or another: somebody may have played from it.

    Raises:
        UnwritableError: another file stands there.
    """
    data = text.encode()
    files.write(path, data, files.Sort(names.THIS_VERY_HAND(), lambda head: head == data), closed=closed)


def _texts(
    reader: Reader, persons: StoredPersons | None, names: Iterable[str], seen: Seen
) -> Iterator[tuple[str, str]]:
    for name in names:
        entries = reader.round(f"hand:{name}")
        visible = visible_slots(_state(entries), seen.cards(reader, entries[0].stream), seen.viewer)
        names_of = _names(reader, persons, entries[0]) if seen.viewer.role == "officer" else None
        yield local(entries[0].stream), hand_text(entries, hole_cards=visible, names=names_of)


def _state(entries: list[Entry]) -> Hand:
    """The hand after its newest entry, each card that was shown in it opened.

    Raises:
        OutOfPlaceError: an entry that cannot follow those before it, or shows a card that was not dealt so.
    """
    hand: Hand = reduce(followed, entries, None)
    return hand


def _names(reader: Reader, persons: StoredPersons | None, first: Entry) -> list[str | None] | None:
    """What ``source.names`` of an imported hand seals, opened; none for a person who was erased, or without the key; of a live hand nothing."""
    source = first.event.source
    if source is None:
        return None
    writer = json.loads(source.document).get("free_text_of")
    people = [seated.player for seated in first.event.seats] + [writer]
    names = list[str | None]()
    for number, (sealed, person) in enumerate(zip(source.names, people, strict=False)):
        gone = not sealed or reader.version(player_stream(person)) > 0
        secret = None if persons is None or gone else persons.secret(person)
        field = Field(reader.store.origin, first.stream, 1, f"source.names.{number}")
        names.append(None if secret is None else open_text(sealed, secret, field))
    return names
