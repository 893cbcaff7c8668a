"""``tombo init`` and ``tombo status``: a ledger's beginning, and how it stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Annotated, Any, Final

import typer

from cli.invocation import invocation
from cli.output import note, say
from cli.reading import Reader
from cli.signing import asked_key, key_path
from cli.text import called, counted, dated
from cli.views import lag_json, lag_line, lags
from ledger.app import Ledger
from ledger.beginning import begun, check_new, unsigned
from ledger.catalogue import EVENTS
from ledger.core.clock import SECOND, SystemClock, display_duration
from ledger.core.errors import LedgerError, UsageError
from ledger.house.incident import open_hands
from ledger.keyring import Keyring, create_ledger
from ledger.publish import publish
from ledger.publisher import Place
from ledger.seal.checkpoint import parse_checkpoint
from ledger.seal.claim import FolderClaim
from ledger.seal.keyfile import check_passphrase
from ledger.seal.keys import PrivateKey
from ledger.seal.note import parse_note
from ledger.store import ROLES, Role, check_may_grant, grant_roles
from ledger.store import roles_sql as sql_of_roles
from projections.follow import Lag

FINDINGS: Final = tuple(kind for kind in EVENTS if kind.endswith(".finding_recorded.v1"))
TYPES: Final = ("table", "banked", "account", "session", "incident", "ruleset")
"""The types of stream that are counted."""


def init(
    ctx: typer.Context,
    origin: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The ledger's name for ever, for example operator.example/ledger/1."),
    ] = None,
    manager: Annotated[
        str | None, typer.Option(metavar="STAFF", help="Who gets the role of manager, to grant the others.")
    ] = None,
    play: Annotated[
        bool, typer.Option("--play-money", help="A ledger of demo play: it refuses euro for ever.")
    ] = False,
    roles: Annotated[
        bool, typer.Option("--roles", help="On PostgreSQL: make the roles of writer, publisher, views and auditor.")
    ] = False,
    roles_sql: Annotated[
        bool, typer.Option("--roles-sql", help="Make nothing; print the SQL of --roles, for an administrator.")
    ] = False,
) -> None:
    """Create the ledger and its keys, and print what a verifier pins. An existing ledger is refused."""
    call = invocation(ctx)
    if roles_sql:
        say(sql_of_roles(call.url).rstrip("\n"))
        return
    if origin is None:
        raise UsageError("init needs the ledger's name for ever: --origin operator.example/ledger/1")
    if roles:
        check_may_grant(call.url)
    keyring = call.keys_with(new=True)
    check_new(keyring, origin, manager)
    ledger = _made(call.url, keyring, origin, manager, demo=play)
    try:
        publish(ledger.store, keyring.signer())
    except (LedgerError, OSError):
        note(unsigned(origin))
        raise
    finally:
        ledger.store.close()
    granted: Mapping[Role, str] = grant_roles(call.url) if roles else {}
    root, log = keyring.public(keyring.root).vkey, keyring.public(keyring.checkpoint).vkey
    document = {
        "origin": origin,
        "root_key": root,
        "checkpoint_key": log,
        "root_key_file": str(keyring.root),
        "policy": str(keyring.policy),
        **({"roles": granted} if roles else {}),
    }
    text = f"""The ledger {origin} is ready.

  root key         {root}
  checkpoint key   {log}

Give auditors the policy file, {keyring.policy}: it has both keys, and is all that verification has to believe.
The private root key is in {keyring.root}. Move it offline now: only 'tombo keys rotate' and 'revoke' need it.
Every key is encrypted under its passphrase: without them nothing can be recorded, and no closed card opened, ever again.
{_next(manager)}"""
    call.result(document, text + _roles(granted))


def _made(url: str, keyring: Keyring, origin: str, manager: str | None, *, demo: bool) -> Ledger:
    """The new ledger. Everything is asked for before anything is made: who is waited for holds up nobody."""
    for typed in (keyring.passphrase, keyring.root_passphrase):
        check_passphrase(typed)
    key_of = None if manager is None else asked_key(keyring, origin, manager)
    with begun(keyring) as claim:
        key = None if key_of is None else _kept_key(key_of, keyring, manager or "", claim)
        return create_ledger(url, keyring, origin=origin, manager=manager, manager_key=key, demo=demo, claim=claim)


def _kept_key(key_of: Callable[[], PrivateKey], keyring: Keyring, manager: str, claim: FolderClaim) -> PrivateKey:
    """The key of the manager, which goes again with the others if it was made among them."""
    path = key_path(keyring, manager)
    had = path.exists() or not path.is_relative_to(keyring.directory)
    with nullcontext() if had else claim.making(path.parent):
        key = key_of()
    if not had:
        claim.made(path)
    return key


def _roles(granted: Mapping[Role, str]) -> str:
    """The roles of PostgreSQL, and how a process gets one."""
    if not granted:
        return ""
    lines = [f"  {name}  {ROLES[role]}" for role, name in granted.items()]
    example = f"""CREATE ROLE door LOGIN PASSWORD '...' IN ROLE "{granted["writer"]}";"""
    return "\n".join(
        ["\nRoles of PostgreSQL, each for the users of one kind of process:", *lines, f"Make users: {example}"]
    )


def _next(manager: str | None) -> str:
    if manager is None:
        return (
            "Next: 'tombo staff grant STAFF manager' names who may approve rules, then 'tombo record' takes commands."
        )
    return f"Next: 'tombo staff grant STAFF officer --staff {manager}', then 'tombo record' takes commands."


def status(ctx: typer.Context) -> None:
    """Size, unsigned tail, last checkpoint and publisher, play and incidents open, findings by rule, how far projections follow."""
    call = invocation(ctx)
    with call.reading() as reader:
        document = _status(reader)
        followed = _followed(reader, call.url)
    document["publisher"] = publisher = publisher_json(Place(call.keyring.signer_state))
    document["projections"] = None if followed is None else [lag_json(one) for one in followed]
    last = document["last_checkpoint"]
    lines = [
        f"{document['origin']}: {counted(document['entries'], 'entry')}"
        + (f", the last recorded {dated(document['recorded'])}" if document["recorded"] else ""),
        _checkpoint(last, document["unpublished"]),
        publisher_line(publisher),
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


def publisher_json(place: Place) -> dict[str, Any]:
    """The publisher of this signer, for programs: what its status says, and who holds its place now, None where nobody does."""
    status = place.read()
    return {"holder": place.holder(), **(status.model_dump() if status is not None else {"state": None})}


def publisher_line(publisher: dict[str, Any]) -> str:
    """The publisher, for people."""
    signed_at, error = publisher.get("signed_at"), publisher.get("error")
    runs = f"runs ({publisher['holder']})" if publisher["holder"] else "none runs here"
    age = (
        f", signed last {display_duration(max(0, (SystemClock().now() - signed_at) // SECOND) * SECOND)} ago"
        if signed_at
        else ""
    )
    if not error:
        return f"Publisher: {runs}{age}"
    times = counted(publisher["errors"], "round")
    return f"Publisher: {'failed' if publisher['state'] == 'failed' else runs}{age}; {times} without success: {error}"


def _followed(reader: Reader, url: str) -> list[Lag] | None:
    """How far projections follow; None where what they keep cannot be read, which is no matter of the ledger's."""
    try:
        return lags(reader.store, url)
    except LedgerError as error:
        note(f"tombo: {error}")
        return None


def _findings(reader: Reader, size: int) -> dict[str, int]:
    """How often each rule objected to something that was recorded, the most frequent first."""
    rules = (reader.entry(row).event.rule for row in reader.newest(FINDINGS, size))
    return dict(Counter(rules).most_common())


def _checkpoint(size: int | None, after: int) -> str:
    return f"Last checkpoint: {'none' if size is None else f'size {size:,}'}; {counted(after, 'entry')} after it"


def _named(what: str, names: list[str]) -> str:
    return f"{what}: {', '.join(names) if names else 'none'}"


def _found(findings: dict[str, int]) -> str:
    if not findings:
        return "Findings: none"
    return "Findings: " + ", ".join(f"{rule} ({count})" for rule, count in findings.items())
