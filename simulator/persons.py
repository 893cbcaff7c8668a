"""Players by their papers, and how they log on: all of it follows from a player's name, and nobody there is is called so."""

from __future__ import annotations

from hashlib import sha256
from typing import Final, get_args

from tombo.ledger.house.access.commands import ContinueSession, LogOff, LogOn
from tombo.ledger.house.access.events import Device, LogOffCause
from tombo.ledger.house.access.origin import AccessOrigin
from tombo.ledger.house.access.state import Access, access_stream
from tombo.ledger.house.registration.commands import ChangeDetails, RegisterPerson
from tombo.ledger.house.registration.details import PersonalDetails
from tombo.ledger.house.registration.state import registration_stream
from tombo.simulator.ask import Ask, Play, Scene, player

DEVICES: Final = get_args(Device)
MOVES: Final = 5
"""One in so many says later that he lives elsewhere."""


def registers(scene: Scene, name: str) -> Play:
    """The operator knows ``name`` by his papers, before he plays."""
    if scene.view(registration_stream(name)) is None:
        yield Ask(RegisterPerson(details=_details(name), player=name), after=0)
        if _drawn(name) % MOVES == 0:
            moved = _details(name).model_copy(update={"address": "Rua do Exemplo 1", "postcode": "1000-001"})
            yield Ask(ChangeDetails(details=moved, player=name), player(name), after=0)


def logged_on(scene: Scene, name: str) -> str | None:
    """The access through which ``name`` is logged on; None while he is not."""
    newest = _accesses(scene, name)
    access: Access | None = scene.view(access_stream(f"{name}/{newest}")) if newest else None
    return f"{name}/{newest}" if access is not None and access.open else None


def logs_on(scene: Scene, name: str) -> Play:
    """``name`` is logged on, if he is registered."""
    if logged_on(scene, name) is None and scene.view(registration_stream(name)) is not None:
        number = _accesses(scene, name) + 1
        drawn = _drawn(f"{name}/{number}")
        six = drawn % 3 == 0
        address = f"2001:db8::{drawn % 9 + 1:x}:{drawn % 251 + 1:x}" if six else f"192.0.2.{drawn % 254 + 1}"
        origin = AccessOrigin(address=address, region=f"PT-{drawn % 18 + 1:02d}")
        device: Device = DEVICES[drawn % len(DEVICES)]
        yield Ask(LogOn(access=f"{name}/{number}", device=device, origin=origin, player=name), player(name), after=0)


def logs_off(scene: Scene, name: str, cause: LogOffCause = "player") -> Play:
    """``name`` is logged off, if he was on."""
    access = logged_on(scene, name)
    if access is not None:
        off = LogOff(access=access, cause=cause)
        yield Ask(off, player(name), after=0) if cause == "player" else Ask(off, after=0)


def comes_back(scene: Scene, name: str, session: str) -> Play:
    """Who rested and is back was cut off, some of them, and goes on with his session through another access."""
    if logged_on(scene, name) is not None and _drawn(f"{name} {scene.version(f'session:{session}')}") % 3 == 0:
        yield from logs_off(scene, name, "connection")
        yield from logs_on(scene, name)
        yield Ask(ContinueSession(access=logged_on(scene, name) or "", session=session), player(name), after=0)


def _accesses(scene: Scene, name: str) -> int:
    """How many times ``name`` has logged on."""
    number = 0
    while scene.version(access_stream(f"{name}/{number + 1}")):
        number += 1
    return number


def _drawn(words: str) -> int:
    return int.from_bytes(sha256(f"tombo person {words}".encode()).digest()[:4], "big")


def _details(name: str) -> PersonalDetails:
    """Papers as nobody has them: numbers of zeros and of the name alone."""
    drawn = _drawn(name)
    return PersonalDetails(
        address=f"Rua do Exemplo {drawn % 200 + 2}",
        alias=name if drawn % 2 else None,
        born=f"{1950 + drawn % 50}-{drawn % 12 + 1:02d}-{drawn % 28 + 1:02d}",
        country="PT",
        email=f"{name}@example.org",
        logon=name[-30:],
        name=f"Jogador {name}",
        nationality="PT" if drawn % 7 else "ES",
        paper="citizen_card" if drawn % 7 else "passport",
        paper_number=f"{drawn % 10_000:08d}",
        payment="transfer",
        phone=f"+35100{drawn % 10_000_000:07d}",
        postcode=f"{drawn % 9_000 + 1_000}-{drawn % 900 + 100}",
        tax_number=f"00000{drawn % 10_000:04d}" if drawn % 7 else None,
    )
