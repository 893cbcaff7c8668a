"""``tombo person``: what the ledger keeps of a person's names, and his erasure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from tombo.cli.invocation import invocation, send
from tombo.cli.signing import StaffName, acting
from tombo.ledger.core.errors import NotFoundError, UsageError
from tombo.ledger.core.ids import command_id, is_stream
from tombo.ledger.core.said import Told
from tombo.ledger.core.words import OpenedWords
from tombo.ledger.house.player.commands import ErasePerson
from tombo.ledger.house.player.state import player_stream
from tombo.ledger.house.registration.details import NO_DETAILS, details_in
from tombo.ledger.house.registration.state import registration_stream
from tombo.ledger.house.rules import stranger
from tombo.ledger.house.staff.state import MANAGER
from tombo.ledger.operate.persons import open_persons
from tombo.ledger.operate.publish import publish
from tombo.reports.said.commands import person as said
from tombo.reports.shown.reading import Reader, known_persons

app = typer.Typer(help="Persons: what is kept of their names, and erasing one.")

Pseudonym = Annotated[
    str, typer.Argument(metavar="PERSON", help="A pseudonym, as entries have it, for example p-7f3a.")
]


@app.command()
def show(
    ctx: typer.Context,
    person: Pseudonym,
    details: Annotated[
        bool, typer.Option("--details", help="Also what his registration says of him, for who has the key.")
    ] = False,
) -> None:
    """Whether anything of a person can still be read: his secret kept, or erased, by whom and on which basis; and since when he is registered.

    For example: tombo person show p-7f3a --details.
    """
    call = invocation(ctx)
    stream = _stream(person)
    with call.reading() as reader, known_persons(call.keyring, reader.store.origin) as persons:
        document: dict[str, Any] = {"person": person, "erased": _erasure(reader, stream)}
        document["names"] = None if persons is None else "kept" if persons.secret(person) else "none"
        document["registered"] = registered = _registered(reader, person, opened=details)
        nothing = document["names"] == "none" and not document["erased"] and registered is None
        if nothing and not reader.entries(f"account:{person}"):
            raise NotFoundError(said.NOTHING_KNOWN(person=person))
    call.result(document, *_told(document))


def _erasure(reader: Reader, stream: str) -> dict[str, Any] | None:
    """What is on record of an erasure."""
    found = reader.entries(stream)
    if not found:
        return None
    entry = found[0]
    asked = {"basis": entry.event.basis, "by": entry.by.id, "second": entry.event.second}
    return {**asked, "log_index": entry.index, "recorded": entry.recorded}


def _registered(reader: Reader, person: str, *, opened: bool) -> dict[str, Any] | None:
    """What is on record of his registration, and, ``opened``, what its newest entry says; None of it where nobody here can read it."""
    found = reader.told(registration_stream(person)) if opened else reader.entries(registration_stream(person))
    if not found:
        return None
    first, newest = found[0], found[-1]
    words = newest.event.details
    details = {}
    if opened:
        text = words.text if isinstance(words, OpenedWords) else None
        try:
            details = {"details": None if text is None else details_in(text).model_dump(mode="json")}
        except ValueError:
            raise stranger(newest.index, newest.stream, newest.kind, NO_DETAILS) from None
    return {
        "changed": len(found) - 1,
        "log_index": first.index,
        "newest": newest.index,
        "recorded": first.recorded,
        **details,
    }


def _told(document: dict[str, Any]) -> Iterator[Told]:
    yield from _told_of_erasure(document)
    registered = document["registered"]
    if registered is None:
        yield said.NOT_REGISTERED()
        return
    yield said.REGISTERED_AT(at=registered["recorded"], index=registered["log_index"], changed=registered["changed"])
    if "details" in registered:
        yield from _details(registered["details"])


def _details(details: Mapping[str, Any] | None) -> Iterator[Told]:
    """What he is known by, a line each; or that nobody here reads it."""
    if details is None:
        yield said.DETAILS_UNREAD()
        return
    for field, label in said.DETAILS.items():
        value = details[field]
        if field == "tax_answer" and value is not None:
            value = f"{value['answer']} ({value['id']})"
        if value is not None:
            yield said.DETAIL(label=label, value=value if field != "paper" else said.PAPERS[value])


def _told_of_erasure(document: dict[str, Any]) -> Iterator[Told]:
    person, erased = document["person"], document["erased"]
    kept = {"kept": said.SECRET_KEPT, "none": said.SECRET_NOT_KEPT, None: said.SECRET_WITHHELD}[document["names"]]()
    if erased is None:
        yield said.NOT_ERASED(person=person, kept=kept)
        return
    yield said.WAS_ERASED(
        person=person, at=erased["recorded"], index=erased["log_index"], who=erased["by"], second=erased["second"]
    )
    yield said.ERASED_BASIS(basis=erased["basis"])
    yield said.SECRET_STILL_THERE(person=person) if document["names"] == "kept" else said.ERASED_NOW(kept=kept)


@app.command()
def erase(
    ctx: typer.Context,
    person: Pseudonym,
    basis: Annotated[str, typer.Option(help="The law and the request, without a name; on record for ever.")],
    second: Annotated[str, typer.Option(metavar="STAFF", help="The second member of staff who asks for it.")],
    staff: StaffName = None,
) -> None:
    """Erase a person: on record first, by a manager and a second member of staff; then the secret of his names is destroyed.

    Nothing of his that was sealed can be read from then on, and every proof holds as before. Done twice it is done once.
    """
    call = invocation(ctx)
    stream, asks = _stream(person), acting(call.keyring, staff, MANAGER, second)
    with call.writing() as ledger, open_persons(call.keyring, ledger.store.origin) as persons:
        entries = ledger.entries(stream)
        if not entries:
            if persons.secret(person) is None and ledger.view()(f"account:{person}") is None:
                raise NotFoundError(said.NOTHING_KNOWN(person=person))
            send(ledger, _asked(basis, person, second), asks, command_id("erase", person))
            entries = ledger.entries(stream)
            publish(ledger.store, call.keyring.signer())
        destroyed = persons.erase(person)
    index = entries[0].index
    done = said.ERASED_SECRET if destroyed else said.ERASED_NO_SECRET
    document = {"person": person, "log_index": index, "destroyed": destroyed}
    call.result(document, done(person=person, index=index), said.BACKUPS_HOLD_IT())


def _asked(basis: str, person: str, second: str) -> ErasePerson:
    try:
        return ErasePerson(basis=basis, person=person, second=second)
    except ValidationError as error:
        raise UsageError(said.NO_BASIS_OR_SECOND(basis=repr(basis), second=repr(second))) from error


def _stream(person: str) -> str:
    if not is_stream(player_stream(person)):
        raise UsageError(said.NO_PERSON_NAME(typed=repr(person)))
    return player_stream(person)
