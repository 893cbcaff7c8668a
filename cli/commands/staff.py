"""``tombo staff``: who may act in which role, with which key, and the signatures under what they ask for."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from pydantic import BaseModel

from tombo.cli.files import read
from tombo.cli.invocation import invocation, send
from tombo.cli.signing import SecondName, StaffName, acting, check_name, key_path, own_key, staff_key
from tombo.cli.terminal.output import note, say
from tombo.cli.terminal.text import euros, standard_input
from tombo.ledger.catalogue import parse_command, wire
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import LedgerError, UsageError
from tombo.ledger.core.ids import command_id, is_stream
from tombo.ledger.core.money import Money
from tombo.ledger.core.said import Told, fact_of
from tombo.ledger.house.limits.commands import SetLimits
from tombo.ledger.house.limits.state import LIMITS_STREAM, limits
from tombo.ledger.house.staff.commands import EnrolKey, GrantRole, WithdrawKey, WithdrawRole
from tombo.ledger.house.staff.state import MANAGER, ROLES, Staff
from tombo.ledger.live.acts import sign
from tombo.ledger.operate.keyring import load_root
from tombo.ledger.seal.act import enrolment
from tombo.ledger.seal.bearer import sign_in_token
from tombo.ledger.seal.keyfile import encrypted_public_key
from tombo.reports.said.commands import staff as said
from tombo.reports.said.common import ACTORS
from tombo.reports.said.common import ROLES as ROLE_WORDS
from tombo.reports.shown.house import staff as members

app = typer.Typer(help="Staff: their roles, the keys they sign with, and their signatures.")

ACTS_MAX: Final = 16 << 20
"""The most bytes of commands that are signed at a time."""

Who = Annotated[str, typer.Argument(metavar="STAFF", help="A member of staff, for example s-12.")]
Role = Annotated[str, typer.Argument(metavar="ROLE", help=f"{', '.join(ROLES[:-1])} or {ROLES[-1]}.")]
"""A role as it is typed; whether there is one is the door's to say."""


@app.command()
def grant(ctx: typer.Context, who: Who, role: Role, by: StaffName = None, second: SecondName = None) -> None:
    """Give a role. The first grant of a ledger makes its manager; later ones are a manager's (--staff).

    Nobody is given a role by himself. Where there are other managers, one of them signs too (--second).
    """
    call = invocation(ctx)
    _check(who, role)
    asks = acting(call.keyring, by, MANAGER, second)
    with call.writing() as ledger:
        version = ledger.view().version(f"staff:{who}")
        receipt = send(ledger, GrantRole(role=role, staff=who), asks, command_id("grant", who, role, version))
    index = receipt.entries[0].index
    told = said.ROLE_GRANTED(staff=who, role=ROLE_WORDS.get(role, role), index=index)
    call.result({"staff": who, "role": role, "log_index": index}, told)


@app.command()
def withdraw(ctx: typer.Context, who: Who, role: Role, by: StaffName = None) -> None:
    """Take a role away. One manager always remains."""
    call = invocation(ctx)
    _check(who, role)
    asks = acting(call.keyring, by, MANAGER)
    with call.writing() as ledger:
        version = ledger.view().version(f"staff:{who}")
        command = WithdrawRole(role=role, staff=who)
        receipt = send(ledger, command, asks, command_id("withdraw", who, role, version))
    index = receipt.entries[0].index
    told = said.ROLE_WITHDRAWN(staff=who, role=ROLE_WORDS.get(role, role), index=index)
    call.result({"staff": who, "role": role, "log_index": index}, told)


@app.command()
def enrol(
    ctx: typer.Context,
    who: Who,
    by: StaffName = None,
    root: Annotated[
        Path | None,
        typer.Option("--root", metavar="FILE", help="The private root key, where no other manager can sign."),
    ] = None,
    ask: Annotated[
        str | None,
        typer.Option(
            "--ask", metavar="STAFF", help="Print the request, for this manager to sign and record elsewhere."
        ),
    ] = None,
    second: SecondName = None,
) -> None:
    """Give a member of staff a key of his own, under a passphrase that he alone knows, and put it on record.

    The key file is made if there is none. A manager signs (--staff), for somebody else, and where there are others, one of them too
    (--second): who enrols a key for somebody can be him. The first key of a ledger, a manager's, is the platform's to enrol; where
    no other manager can sign for a manager's key, the root key vouches (--root). A manager who is not here signs the
    request (--ask) with 'tombo staff sign', for 'tombo record'.
    """
    call = invocation(ctx)
    check_name(who)
    path = key_path(call.keyring, who)
    with call.reading() as reader:
        origin = reader.store.origin
        known: Staff | None = reader(f"staff:{who}")
    if known is None or not known.roles:
        raise UsageError(said.NO_ROLE_NO_KEY(staff=who))
    if path.exists() and encrypted_public_key(path).key_id.hex() in known.keys:
        raise UsageError(said.KEY_HAD_BEFORE(staff=who, file=str(path)))
    key = own_key(call.keyring, origin, who)
    asks = acting(call.keyring, by, MANAGER, second)
    if ask is not None:
        check_name(ask)
        request = EnrolKey(staff=who, **enrolment(origin, who, key))
        by_manager = By(actor="staff", id=ask, role=MANAGER)
        say(wire(Envelope(request, by_manager, command_id("enrol", who, request.key), None)))
        return
    with call.writing() as ledger:
        vouches = None if root is None else load_root(ledger, call.keyring, root)
        command = EnrolKey(staff=who, **enrolment(origin, who, key, vouches))
        receipt = send(ledger, command, asks, command_id("enrol", who, command.key))
    index = receipt.entries[0].index
    document = {"staff": who, "key": command.key, "file": str(path), "log_index": index}
    call.result(document, said.KEY_ENROLLED(staff=who, key=command.key, file=str(path), index=index))


@app.command("withdraw-key")
def withdraw_key(ctx: typer.Context, who: Who, by: StaffName = None) -> None:
    """Let the key of a member of staff sign no more: lost, told to somebody, or he has left. A manager asks, or he himself."""
    call = invocation(ctx)
    check_name(who)
    with call.reading() as reader:
        staff: Staff | None = reader(f"staff:{who}")
    if staff is None or staff.key is None:
        raise UsageError(said.STAFF_WITHOUT_KEY(staff=who))
    role = MANAGER if by != who or MANAGER in staff.roles else min(staff.roles, default=MANAGER)
    asks = acting(call.keyring, by, role)
    with call.writing() as ledger:
        receipt = send(
            ledger, WithdrawKey(key=staff.key.key, staff=who), asks, command_id("withdraw-key", who, staff.key.key)
        )
    index = receipt.entries[0].index
    document = {"staff": who, "key": staff.key.key, "log_index": index}
    call.result(document, said.KEY_WITHDRAWN(staff=who, key=staff.key.key, index=index))


@app.command("limits")
def show_limits(  # what typer makes options of
    ctx: typer.Context,
    alone: Annotated[str | None, typer.Option(metavar="EUR", help="What one officer gives for one claim.")] = None,
    alone_sum: Annotated[
        str | None, typer.Option(metavar="EUR", help="What he gives in all until somebody signs a resolution with him.")
    ] = None,
    most: Annotated[str | None, typer.Option(metavar="EUR", help="What anybody gives for one claim.")] = None,
    by: StaffName = None,
    second: SecondName = None,
) -> None:
    """The limits of what staff may give for a complaint, and what each member gave alone; or set anew by two managers.

    What is not named stays. For example: tombo staff limits --alone 75.00 --staff s-1 --second s-4.
    """
    call = invocation(ctx)
    given = (alone, alone_sum, most)
    if any(amount is not None for amount in given):
        asks = acting(call.keyring, by, MANAGER, second)
        with call.writing() as ledger:
            view = ledger.view()
            first, together, highest = (
                Money(cents) if amount is None else euros(amount)
                for cents, amount in zip(limits(view), given, strict=True)
            )
            command = SetLimits(compensation_alone=first, compensation_alone_sum=together, compensation_most=highest)
            send(ledger, command, asks, f"limits/{view.version(LIMITS_STREAM)}")
    elif second is not None:
        raise UsageError(said.SIGNS_NOTHING(second=second))
    with call.reading() as reader:
        shown = members.limits(reader)
    call.show(shown)


@app.command("list")
def list_staff(ctx: typer.Context) -> None:
    """Every member of staff ever named, his roles now, and the key that he signs with.

    Exit status 1 where an entry of one cannot follow: it is told in its place.
    """
    call = invocation(ctx)
    with call.reading() as reader:
        call.show_each(members.line(reader, stream) for stream in members.names(reader))


@app.command("sign")
def sign_commands(
    ctx: typer.Context,
    source: Annotated[Path, typer.Argument(metavar="FILE", help="Commands, one a line; - for standard input.")],
    staff: StaffName = None,
) -> None:
    """Sign commands as a member of staff, and print them as 'tombo record' takes them.

    Each line is a command of his, or one that somebody else has signed and that needs him beside. What is signed is told on standard
    error, to be read before it is recorded. For example: tombo staff sign acts.jsonl --staff s-2 | tombo record.
    """
    call = invocation(ctx)
    if staff is None:
        raise UsageError(said.WHO_SIGNS())
    check_name(staff)
    with call.reading() as reader:
        origin = reader.store.origin
    key = staff_key(call.keyring, staff)
    data = standard_input().read() if str(source) == "-" else read(source, ACTS_MAX)
    if len(data) > ACTS_MAX:
        raise UsageError(said.TOO_MANY_ACTS(file=str(source), most=ACTS_MAX))
    for number, line in enumerate(data.split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            envelope = parse_command(line)
        except LedgerError as error:
            raise UsageError(said.ACT_UNREADABLE(file=str(source), line=number, why=fact_of(error))) from error
        if envelope.by.actor != "staff":
            actor = ACTORS[envelope.by.actor]
            raise UsageError(said.ACT_NEEDS_NO_SIGNATURE(file=str(source), line=number, actor=actor))
        say(wire(sign(envelope, staff, key, origin)))
        for told in _told(staff, envelope):
            note(told)


@app.command()
def token(ctx: typer.Context, staff: StaffName = None) -> None:
    """Print a token with which a member of staff signs in at the desk: once, within two minutes; his key signs it.

    For a browser without scripts, or on another machine than the key. For example: tombo staff token --staff s-2.
    """
    call = invocation(ctx)
    if staff is None:
        raise UsageError(said.WHO_SIGNS())
    check_name(staff)
    with call.reading() as reader:
        origin = reader.store.origin
    made = sign_in_token(origin, staff, staff_key(call.keyring, staff), call.clock.now() // SECOND, os.urandom)
    call.result({"staff": staff, "token": made}, made)


def _told(staff: str, envelope: Envelope) -> Iterator[Told]:
    """What ``staff`` signed, whole, a field a line: whoever signs beside another has nothing else to know it by."""
    by, command = envelope.by, envelope.command
    role = str(by.role)
    yield said.SIGNED(
        staff=staff, command_id=envelope.command_id, kind=command.kind, who=by.id, role=ROLE_WORDS.get(role, role)
    )
    if envelope.occurred is not None:
        yield said.SIGNED_OCCURRED(at=envelope.occurred)
    for name, value in command:
        if name != "kind":
            shown = str(value) if isinstance(value, Money) else json.dumps(value, default=_plain, ensure_ascii=False)
            yield said.SIGNED_FIELD(name=name, value=shown)


def _plain(value: Any) -> Any:
    """A value of a command, as JSON has it."""
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else str(value)


def _check(who: str, role: str) -> None:
    if not is_stream(f"staff:{who}") or not is_stream(f"staff:{role}"):
        raise UsageError(said.NO_STAFF_AND_ROLE(who=repr(who), role=repr(role)))
