"""``tombo person``: what the ledger keeps of a person's names, and his erasure."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from pydantic import ValidationError

from cli.invocation import invocation, send
from cli.reading import Reader, known_persons
from cli.signing import StaffName, acting
from cli.text import dated
from ledger.core.errors import NotFoundError, UsageError
from ledger.core.ids import command_id, is_stream
from ledger.house.player.commands import ErasePerson
from ledger.house.player.state import player_stream
from ledger.house.staff.state import MANAGER
from ledger.operate.keyring import open_persons
from ledger.operate.publish import publish

app = typer.Typer(help="Persons: what is kept of their names, and erasing one.")

Pseudonym = Annotated[
    str, typer.Argument(metavar="PERSON", help="A pseudonym, as entries have it, for example p-7f3a.")
]


@app.command()
def show(ctx: typer.Context, person: Pseudonym) -> None:
    """Whether anything of a person can still be read: his secret kept, or erased, by whom and on which basis."""
    call = invocation(ctx)
    stream = _stream(person)
    with call.reading() as reader, known_persons(call.keyring, reader.store.origin) as persons:
        document: dict[str, Any] = {"person": person, "erased": _erasure(reader, stream)}
        document["names"] = None if persons is None else "kept" if persons.secret(person) else "none"
    call.result(document, _told(document))


def _erasure(reader: Reader, stream: str) -> dict[str, Any] | None:
    """What is on record of an erasure."""
    found = reader.entries(stream)
    if not found:
        return None
    entry = found[0]
    said = {"basis": entry.event.basis, "by": entry.by.id, "second": entry.event.second}
    return {**said, "log_index": entry.index, "recorded": entry.recorded}


def _told(document: dict[str, Any]) -> str:
    person, erased = document["person"], document["erased"]
    kept = {
        "kept": "his secret is kept: names and words of his that were sealed can be read with it",
        "none": "no secret of his is kept: nothing of his that was sealed can be read",
        None: "there is no persons.key here, so his names and words are withheld",
    }[document["names"]]
    if erased is None:
        return f"{person} is not erased; {kept}."
    lines = [
        f"{person} was erased at {dated(erased['recorded'])} (log index {erased['log_index']}), by {erased['by']} and {erased['second']}.",
        f"Basis: {erased['basis']}",
    ]
    if document["names"] == "kept":
        lines.append(f"His secret is still there: run 'tombo person erase {person}' again, which destroys it.")
    else:
        lines.append(f"Now {kept}.")
    return "\n".join(lines)


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
                raise NotFoundError(f"nothing is known of {person}; expected a pseudonym as entries have it")
            send(ledger, _asked(basis, person, second), asks, command_id("erase", person))
            entries = ledger.entries(stream)
            publish(ledger.store, call.keyring.signer())
        destroyed = persons.erase(person)
    index = entries[0].index
    done = "his secret is destroyed" if destroyed else "there was no secret of his here"
    call.result(
        {"person": person, "log_index": index, "destroyed": destroyed},
        f"{person} is erased (log index {index}); {done}.\n"
        "Backups of the folder of keys still hold it: destroy those, or the persons.db in them (docs/keys.md).",
    )


def _asked(basis: str, person: str, second: str) -> ErasePerson:
    try:
        return ErasePerson(basis=basis, person=person, second=second)
    except ValidationError as error:
        raise UsageError(
            f"--basis {basis!r}, --second {second!r}: expected one line of 1 to 200 letters that names nobody, and a member of staff"
        ) from error


def _stream(person: str) -> str:
    if not is_stream(player_stream(person)):
        raise UsageError(f"{person!r} names no person: letters, digits and ._/-, at most 100")
    return player_stream(person)
