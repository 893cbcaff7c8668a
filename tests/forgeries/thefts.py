"""What somebody does who has stolen a key, or who owns one and makes good for a theft: entries at the end of the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from tests.forgeries.acts import Change, at
from tests.forgeries.maker import ORIGIN, STREAM, Made, Tables, append_one, reseal, restate, sealed_of
from tombo.ledger.core.entry import EventBase
from tombo.ledger.house.key import KeyRegistered, KeyRetired, KeyRevoked
from tombo.ledger.house.log.events import ClockStepped
from tombo.ledger.house.log.state import LOG_STREAM
from tombo.ledger.seal import canonical
from tombo.ledger.seal.checkpoint import Checkpoint
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.note import sign_note
from tombo.ledger.seal.registry import event_key_name, sign_registration, sign_retirement, sign_revocation

OTHER: Final = PrivateKey(event_key_name(ORIGIN, 2), bytes(range(32)))
"""A key that the ledger does not know."""
STEPPED: Final = ClockStepped(clock=1, floor=2)
Bytes = Callable[[bytes], bytes]


def add(  # each part of an entry that a thief can choose
    event: EventBase = STEPPED,
    *,
    key: str = "key",
    stream: str = LOG_STREAM,
    column: str = "",
    skipped: int = 0,
    recorded: int | None = None,
    first: int | None = None,
    spelled: Bytes = bytes,
    **said: Any,
) -> Change:
    """Add an entry, sealed with a key of the ledger; ``said`` is what else its body says, ``spelled`` in which bytes."""

    def change(made: Made, tables: Tables) -> None:
        version = 1 + sum(row[STREAM] == stream for row in tables.events) + skipped
        body: dict[str, Any] = {
            "by": {"actor": "platform", "id": "operator", "role": None},
            "command": None,
            "event": canonical.decode(event.model_dump_json().encode()),
            "occurred": None,
            "stream": stream,
            "version": version,
        }
        signer = OTHER if key == "other" else getattr(made, key)
        data = spelled(canonical.encode(body | said))
        append_one(tables, [column or stream, version, body["event"]["kind"], data], signer, recorded, first)

    return change


def both(*changes: Change) -> Change:
    """One after the other."""

    def change(made: Made, tables: Tables) -> None:
        for one in changes:
            one(made, tables)

    return change


def registered(vouching: str, *, signing: str) -> Change:
    """Register the other key, vouched for with a key of the ledger: only the root key may."""

    def change(made: Made, tables: Tables) -> None:
        said = sign_registration(ORIGIN, "event", OTHER, getattr(made, vouching))
        add(KeyRegistered(**said._asdict()), stream=f"key:{said.key}", key=signing)(made, tables)

    return change


def revoked(place: str) -> Change:
    """The owner revokes the stolen key from ``place`` on, by a new key, whom the root key registers."""

    def change(made: Made, tables: Tables) -> None:
        good = at(made, place) - 1
        name = made.key.key_id.hex()
        signature = sign_revocation(ORIGIN, made.key.key_id, good, made.root)
        event = KeyRevoked(key=name, last_good=good, reason="stolen", root_signature=signature)
        registered("root", signing="other")(made, tables)
        add(event, stream=f"key:{name}", key="other")(made, tables)

    return change


def retired() -> Change:
    """The owner retires the stolen key, by a new one."""

    def change(made: Made, tables: Tables) -> None:
        name = made.key.key_id.hex()
        event = KeyRetired(key=name, root_signature=sign_retirement(ORIGIN, made.key.key_id, made.root))
        registered("root", signing="other")(made, tables)
        add(event, stream=f"key:{name}", key="other")(made, tables)

    return change


def split(place: str) -> Change:
    """Make two appends of one, and seal everything again with the stolen key."""

    def change(made: Made, tables: Tables) -> None:
        first = at(made, place)
        for row in tables.events[first + 7 : first + sealed_of(tables.events[first]).count]:
            restate(row, first=first + 7)
        reseal(made, tables, first)
        tables.checkpoints.clear()

    return change


def signed_checkpoint(size: str, *, key: str = "log", origin: str = ORIGIN) -> Change:
    """Store a checkpoint over a root that the entries do not have."""

    def change(made: Made, tables: Tables) -> None:
        text = Checkpoint(origin, at(made, size), bytes(32)).text
        tables.checkpoints.append([at(made, size), sign_note(text, getattr(made, key)).decode()])

    return change
