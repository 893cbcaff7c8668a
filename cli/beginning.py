"""``tombo init`` and ``tombo status``: a ledger's beginning, and how it stands."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any, Final

import typer

from cli.invocation import invocation
from cli.output import note, progress
from cli.reading import Reader
from cli.text import called, counted, dated
from cli.views import lag_json, lag_line, lags
from ledger.catalogue import EVENTS
from ledger.core.errors import LedgerError
from ledger.house.incident import open_hands
from ledger.keyring import create_ledger
from ledger.publish import publish
from ledger.seal.checkpoint import parse_checkpoint
from ledger.seal.keys import load_private_key
from ledger.seal.note import parse_note
from projections.follow import Lag

FINDINGS: Final = tuple(kind for kind in EVENTS if kind.endswith(".finding_recorded.v1"))
TYPES: Final = ("table", "banked", "account", "session", "incident", "ruleset")
"""The types of stream that are counted."""


def init(
    ctx: typer.Context,
    origin: Annotated[
        str, typer.Option(metavar="NAME", help="The ledger's name for ever, for example operator.example/ledger/1.")
    ],
    manager: Annotated[
        str | None, typer.Option(metavar="STAFF", help="Who gets the role of manager, to grant the others.")
    ] = None,
    play: Annotated[
        bool, typer.Option("--play-money", help="A ledger of demo play: it refuses euro for ever.")
    ] = False,
) -> None:
    """Create the ledger and its keys, and print what a verifier pins. An existing ledger is refused."""
    call = invocation(ctx)
    keyring = call.keyring
    ledger = create_ledger(call.url, keyring, origin=origin, manager=manager, demo=play)
    try:
        publish(ledger.store, keyring.signer())
    finally:
        ledger.store.close()
    root, log = load_private_key(keyring.root).public.vkey, load_private_key(keyring.checkpoint).public.vkey
    document = {
        "origin": origin,
        "root_key": root,
        "checkpoint_key": log,
        "root_key_file": str(keyring.root),
        "policy": str(keyring.policy),
    }
    text = f"""The ledger {origin} is ready.

  root key         {root}
  checkpoint key   {log}

Give auditors the policy file, {keyring.policy}: it has both keys, and is all that verification has to believe.
The private root key is in {keyring.root}. Move it offline now: only 'tombo keys rotate' and 'revoke' need it.
{_next(manager)}"""
    call.result(document, text)


def _next(manager: str | None) -> str:
    if manager is None:
        return (
            "Next: 'tombo staff grant STAFF manager' names who may approve rules, then 'tombo record' takes commands."
        )
    return f"Next: 'tombo staff grant STAFF officer --staff {manager}', then 'tombo record' takes commands."


def status(ctx: typer.Context) -> None:
    """Size, unsigned tail, last checkpoint, play and incidents open, findings by rule, how far projections follow."""
    call = invocation(ctx)
    with call.reading() as reader:
        document = _status(reader)
        followed = _followed(reader, call.url)
    document["projections"] = None if followed is None else [lag_json(one) for one in followed]
    last = document["last_checkpoint"]
    lines = [
        f"{document['origin']}: {counted(document['entries'], 'entry')}"
        + (f", the last recorded {dated(document['recorded'])}" if document["recorded"] else ""),
        _checkpoint(last, document["unpublished"]),
        _named("Hands and rounds in play", document["open_hands"]),
        _named("Incidents open", document["open_incidents"]),
        _found(document["findings"]),
        _named("Projections", ["not readable"] if followed is None else [lag_line(one) for one in followed]),
    ]
    call.result(document, "\n".join(lines))


def _status(reader: Reader) -> dict[str, Any]:
    store = reader.store
    head, note = store.head(), store.last_checkpoint()
    size = parse_checkpoint(parse_note(note.encode()).text).size if note is not None else None
    incidents = {stream: reader(stream) for stream in store.streams("incident")}
    return {
        "origin": store.origin,
        "entries": head.size,
        "recorded": head.recorded or None,
        "last_checkpoint": size,
        "unpublished": head.size - (size or 0),
        "streams": {kind: len(store.streams(kind)) for kind in TYPES},
        "open_hands": [called(found.hand) for found in open_hands(reader, None)],
        "open_incidents": [name.partition(":")[2] for name, found in incidents.items() if found.open],
        "findings": _findings(reader, head.size),
    }


def _followed(reader: Reader, url: str) -> list[Lag] | None:
    """How far projections follow; None where what they keep cannot be read, which is no matter of the ledger's."""
    try:
        return lags(reader.store, url)
    except LedgerError as error:
        note(f"tombo: {error}")
        return None


def _findings(reader: Reader, size: int) -> dict[str, int]:
    """How often each rule objected to something that was recorded, the most frequent first."""
    found: Counter[str] = Counter()
    for row in progress(reader.store.rows(), "entries", size):
        if row.kind in FINDINGS:
            found[reader.entry(row).event.rule] += 1
    return dict(found.most_common())


def _checkpoint(size: int | None, after: int) -> str:
    return f"Last checkpoint: {'none' if size is None else f'size {size:,}'}; {counted(after, 'entry')} after it"


def _named(what: str, names: list[str]) -> str:
    return f"{what}: {', '.join(names) if names else 'none'}"


def _found(findings: dict[str, int]) -> str:
    if not findings:
        return "Findings: none"
    return "Findings: " + ", ".join(f"{rule} ({count})" for rule, count in findings.items())
