"""``tombo import`` and ``tombo export``: other people's formats, and bundles for an auditor."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from functools import reduce
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from cli.hands import Reason, ViewerName, hand_name, in_order, record_readings, viewed_by
from cli.invocation import StaffName, invocation
from cli.output import Bar, progress
from cli.proving import policy_of
from cli.reading import CLOSED_TYPES, Reader
from cli.text import called, counted
from ledger.core.entry import By, Entry
from ledger.core.errors import NotFoundError, UsageError
from ledger.core.ids import local
from ledger.exchange.bundle import write_bundle
from ledger.exchange.phh_hand import Importer
from ledger.exchange.phh_import import ImportReport, import_paths
from ledger.exchange.phh_write import hand_text, knows
from ledger.games.poker.state import Hand, evolve
from ledger.persons import StoredPersons
from ledger.publish import publish
from ledger.seal.personal import Field, open_text
from projections.follow import Viewer
from projections.hand_view import visible_slots

imports = typer.Typer(help="The import door: hands played elsewhere, with their findings.")
exports = typer.Typer(help="Hands in other people's formats; the whole ledger for an auditor.")

IMPORTER: Final = By(actor="import", id="phh")
SHOWN_MAX: Final = 20
"""Findings and refusals a person is shown; --json has a thousand of each."""

Out = Annotated[Path, typer.Option(file_okay=False, metavar="DIR", help="Where the files go; made if need be.")]


@imports.command("phh")
def import_phh(
    ctx: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH...", help="Files .phh or .phhs, or folders of them.")],
) -> None:
    """Record hands of PHH files; hold'em of no limit or fixed limit, pot-limit Omaha.

    Each is recorded as it stands, flagged by rule, or refused by name. Importing twice records nothing twice. Exit status 1 if a hand was refused.
    """
    call = invocation(ctx)
    with call.writing() as ledger:
        persons = StoredPersons(ledger.store, call.keyring.load_persons_key(), os.urandom)
        bar = Bar("hands")
        try:
            importer = Importer(ledger.store.origin, persons, os.urandom)
            report = import_paths(paths, ledger, importer, by=IMPORTER, progress=bar)
        finally:
            bar.clear()
        publish(ledger.store, call.keyring.signer())
    call.result(_document(report), _told(report))
    if report.refused:
        raise typer.Exit(1)


def _document(report: ImportReport) -> dict[str, Any]:
    return {
        **report._asdict(),
        "findings": [found._asdict() for found in report.findings],
        "refusals": [refusal._asdict() for refusal in report.refusals],
    }


def _told(report: ImportReport) -> str:
    of_all = f"{counted(report.hands, 'hand')} in {counted(report.files, 'file')}"
    known = f"{report.duplicates:,} there already, {report.refused:,} refused"
    lines = [f"{of_all}: {report.recorded:,} recorded ({report.flagged:,} flagged), {known}"]
    lines += [f"  refused {refusal.item}: {refusal.reason}" for refusal in report.refusals[:SHOWN_MAX]]
    lines += [f"  flagged {found.item}: {found.rule}: {found.message}" for found in report.findings[:SHOWN_MAX]]
    left = len(report.refusals[SHOWN_MAX:]) + len(report.findings[SHOWN_MAX:])
    if left:
        lines.append(f"  and {left:,} more; --json lists them")
    lines.append("Look at one: 'tombo hand list', then 'tombo hand show HAND'")
    return "\n".join(lines)


@exports.command("phh")
def export_phh(
    ctx: typer.Context,
    out: Out,
    hands: Annotated[list[str] | None, typer.Argument(metavar="HAND...", help="Hands, for example mesa-1/42.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Every hand of the ledger.")] = False,
    viewer: ViewerName = "outsider",
    reason: Reason = None,
    staff: StaffName = None,
) -> None:
    """Hands as PHH files, one each. Players stand under their pseudonyms, cards that were not shown as ????.

    As an officer (--viewer officer, on record) with every card, and the names an imported file had. Póquer sintético, which PHH does
    not know, --all leaves out.
    """
    call = invocation(ctx)
    if bool(hands) == everything:
        raise UsageError("name the hands to export, or --all; not both, and not neither")
    who = viewed_by(viewer)
    with call.reading() as reader:
        chosen = (
            [local(name) for name in sorted(reader.store.streams("hand"), key=in_order)]
            if everything
            else list(map(hand_name, hands or []))
        )
        found = len(chosen)
        if everything:
            chosen = [name for name in chosen if knows(reader.hand(name, 1)[0].event)]
    if who.role == "officer":
        record_readings(call, chosen, reason, staff)
    out.mkdir(parents=True, exist_ok=True)
    with call.reading() as reader:
        for name, text in progress(_texts(reader, chosen, who), "hands", len(chosen)):
            (out / f"{name.replace('/', '-')}.phh").write_text(text, encoding="utf-8")
    left = found - len(chosen)
    without = f"; left out: {left} of póquer sintético, which PHH does not know" if left else ""
    done = {"hands": len(chosen), "left_out": left, "out": str(out)}
    call.result(done, f"{counted(len(chosen), 'hand')} written to {out}{without}")


@exports.command("bundle")
def export_bundle(
    ctx: typer.Context,
    out: Out,
    openings: Annotated[
        bool, typer.Option("--openings", help="With closed cards; an officer's act, on record.")
    ] = False,
    reason: Reason = None,
    staff: StaffName = None,
) -> None:
    """The ledger as plain files, to verify without our database.

    Up to its last checkpoint, laid out as C2SP tlog-tiles. 'tombo verify DIR --policy FILE --checkpoint FILE' checks it anywhere.
    """
    call = invocation(ctx)
    if openings:
        with call.reading() as reader:
            played = [called(name) for kind in CLOSED_TYPES for name in reader.store.streams(kind)]
        record_readings(call, played, reason, staff)
    policy = policy_of(call.keyring.policy).text
    with call.reading() as reader:
        note = reader.store.last_checkpoint()
        if note is None:
            raise NotFoundError("the ledger has no checkpoint yet; run 'tombo checkpoint'")
        entries = write_bundle(out, reader.store, note=note, policy=policy, openings=openings)
    call.result({"entries": entries, "out": str(out)}, f"{counted(entries, 'entry')} written to {out}")


def _texts(reader: Reader, names: Iterable[str], who: Viewer) -> Iterator[tuple[str, str]]:
    for name in names:
        entries = reader.hand(name)
        opened = reader.closed_cards(entries[0].stream) if who.role in {"player", "officer"} else {}
        visible = visible_slots(_state(entries), opened, who)
        names_of = _names(reader, entries[0]) if who.role == "officer" else None
        yield local(entries[0].stream), hand_text(entries, hole_cards=visible, names=names_of)


def _state(entries: list[Entry]) -> Hand:
    """The hand after its newest entry."""
    first, *rest = (entry.event for entry in entries)
    return reduce(evolve, rest, evolve(None, first))


def _names(reader: Reader, first: Entry) -> list[str | None] | None:
    """What ``source.names`` of an imported hand seals, opened, none for a person who was erased; of a live hand nothing."""
    source = first.event.source
    if source is None:
        return None
    writer = json.loads(source.document).get("free_text_of")
    people = [seated.player for seated in first.event.seats] + [writer]
    names = list[str | None]()
    for number, (sealed, person) in enumerate(zip(source.names, people, strict=False)):
        secret = reader.store.person_secret(person) if sealed else None
        field = Field(reader.store.origin, first.stream, 1, f"source.names.{number}")
        names.append(None if secret is None else open_text(sealed, secret, field))
    return names
