"""What a forger does, one function an act: each gives a change to make to the tables. Places are by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.forgeries.maker import (
    ID,
    KIND,
    OPENING_KEY,
    ORIGIN,
    STREAM,
    Made,
    Tables,
    rebody,
    recommand,
    renumber,
    reseal,
    restate,
    retile,
    sealed_of,
)
from tombo.ledger.seal.append import append_text
from tombo.ledger.seal.keys import PrivateKey

Change = Callable[[Made, Tables], None]


def at(made: Made, place: str) -> int:
    """The log index or row that ``place`` names: ``batch+3``, ``end-1``, ``7``."""
    for sign in "+-":
        name, found, rest = place.partition(sign)
        if found and name:
            return at(made, name) + int(found + rest)
    return int(place) if place.lstrip("-").isdecimal() else made.places[place]


def set_column(table: str, place: str, column: int, value: Any) -> Change:
    """Put another value into a column; the name of a place stands for its index."""

    def change(made: Made, tables: Tables) -> None:
        row = getattr(tables, table)[at(made, place)]
        row[column] = made.places.get(value, value) if column == ID else value

    return change


def flip(table: str, place: str, column: int, byte: int) -> Change:
    """Flip a bit of a byte, or put another character for one."""

    def change(made: Made, tables: Tables) -> None:
        row = getattr(tables, table)[at(made, place)]
        value = row[column]
        if isinstance(value, str):
            row[column] = value[:byte] + ("A" if value[byte] != "A" else "B") + value[byte + 1 :]
        else:
            row[column] = value[:byte] + bytes((value[byte] ^ 2,)) + value[byte + 1 :]

    return change


def restate_at(place: str, **changes: Any) -> Change:
    """Change parts of the state of one entry."""
    return lambda made, tables: restate(tables.events[at(made, place)], **changes)


def rebody_at(place: str, said: Callable[[Any], None]) -> Change:
    """Change what an entry says."""
    return lambda made, tables: rebody(tables.events[at(made, place)], said)


def head_of_all(place: str, **changes: Any) -> Change:
    """Change parts of the state of every entry of an append."""

    def change(made: Made, tables: Tables) -> None:
        first = at(made, place)
        for row in tables.events[first : first + sealed_of(tables.events[first]).count]:
            restate(row, **changes)

    return change


def resigned(place: str) -> Change:
    """Seal an append again with a key that is nobody's; what follows in its streams is left as it is."""

    def change(made: Made, tables: Tables) -> None:
        stranger = PrivateKey(f"{ORIGIN}/event/1", bytes(32))
        first = at(made, place)
        rows = tables.events[first : first + sealed_of(tables.events[first]).count]
        for row in rows:
            text = append_text(ORIGIN, first, len(rows), sealed_of(row).recorded, 0, bytes(32), bytes(32))
            restate(row, key_id=stranger.key_id, signature=stranger.sign(text))

    return change


def drop(place: str, count: int = 1, *, close: bool = False) -> Change:
    """Delete entries, and close the gap in the numbering or not."""

    def change(made: Made, tables: Tables) -> None:
        del tables.events[at(made, place) : at(made, place) + count]
        if close:
            renumber(tables)

    return change


def drop_row(table: str, place: str) -> Change:
    """Delete a row."""
    return lambda made, tables: getattr(tables, table).pop(at(made, place))


def duplicate(table: str, place: str) -> Change:
    """Have a row twice."""

    def change(made: Made, tables: Tables) -> None:
        rows = getattr(tables, table)
        rows.append(list(rows[at(made, place)]))

    return change


def insert(place: str, origin: str) -> Change:
    """Insert a copy of an entry, and number the rest anew."""

    def change(made: Made, tables: Tables) -> None:
        tables.events.insert(at(made, place), list(tables.events[at(made, origin)]))
        renumber(tables)

    return change


def forge_row(place: str, origin: str) -> Change:
    """Insert an entry that was never sealed, made from another one."""

    def change(made: Made, tables: Tables) -> None:
        row = list(tables.events[at(made, origin)])
        rebody(row, lambda body: body.update(occurred=1))
        tables.events.insert(at(made, place), row)
        renumber(tables)

    return change


def stray(table: str, place: str, value: Any, column: int = 0) -> Change:
    """Add a copy of a row, with another value in a column: in the first, where no reader by its number looks."""

    def change(made: Made, tables: Tables) -> None:
        row = list(getattr(tables, table)[at(made, place)])
        row[column] = value
        if table == "commands":
            row[0] = "stray"
        getattr(tables, table).append(row)

    return change


def swapped_names() -> Change:
    """Give every entry of a hand the name of another hand, and the other way round."""

    def change(_: Made, tables: Tables) -> None:
        names = {"hand:mesa-0/1": "hand:mesa-1/1", "hand:mesa-1/1": "hand:mesa-0/1"}
        for row in tables.events:
            row[STREAM] = names.get(row[STREAM], row[STREAM])

    return change


def swapped_hashes(one: int, other: int) -> Change:
    """Let two hashes of the first tile change places."""

    def change(_: Made, tables: Tables) -> None:
        hashes = tables.tiles[0][2]
        split = [hashes[at : at + 32] for at in range(0, len(hashes), 32)]
        split[one], split[other] = split[other], split[one]
        tables.tiles[0][2] = b"".join(split)

    return change


def reopened(**changes: Any) -> Change:
    """Who stole ``openings.key`` as well seals another card, salt or slot for the first closed card."""

    def change(_: Made, tables: Tables) -> None:
        row = tables.openings[0]
        other = OPENING_KEY.open((row[0], row[1], row[2], row[3]))._replace(**changes)
        row[2:] = [other.slot, OPENING_KEY.seal(row[0], row[1], other, bytes(12))]

    return change


def longer_tile(hashes: int) -> Change:
    """Put more hashes behind those of the first tile."""
    return lambda _, tables: tables.tiles[0].__setitem__(2, tables.tiles[0][2] + bytes(32 * hashes))


def swap(one: str, other: str, *, retiled: bool = False) -> Change:
    """Let two entries change places."""

    def change(made: Made, tables: Tables) -> None:
        first, second = at(made, one), at(made, other)
        rows = tables.events
        rows[first], rows[second] = rows[second], rows[first]
        renumber(tables)
        if retiled:
            retile(tables)

    return change


def swap_values(table: str, one: str, other: str, column: int) -> Change:
    """Exchange a column of two rows."""

    def change(made: Made, tables: Tables) -> None:
        first, second = (getattr(tables, table)[at(made, place)] for place in (one, other))
        first[column], second[column] = second[column], first[column]

    return change


def transplant(place: str, stream: str) -> Change:
    """Move an entry to another stream, in its column and in what it says."""

    def change(made: Made, tables: Tables) -> None:
        row = tables.events[at(made, place)]
        row[STREAM] = stream
        rebody(row, lambda body: body.update(stream=stream))

    return change


def exchanged_streams(*, sealed: bool) -> Change:
    """Let the hand at the first table come after the one at the second; with the stolen key, everything fits again."""

    def change(made: Made, tables: Tables) -> None:
        batch, single, saved = (made.places[name] for name in ("batch", "single", "saved"))
        rows = tables.events
        rows[batch:saved] = [*rows[single:saved], *rows[batch:single]]
        renumber(tables)
        if sealed:
            reseal(made, tables, batch)
            tables.checkpoints.clear()

    return change


def moved_to_other_stream() -> Change:
    """Put a bet into another hand, and seal everything again with the stolen key."""

    def change(made: Made, tables: Tables) -> None:
        place = made.places["single"] + 8
        tables.events[place][STREAM] = "hand:mesa-0/1"
        reseal(made, tables, made.places["single"])
        tables.checkpoints.clear()

    return change


def changed_and_resealed(place: str, said: Callable[[Any], None], *, keep: bool = False) -> Change:
    """Change the first bet from ``place`` on, and seal everything again with the stolen key."""

    def change(made: Made, tables: Tables) -> None:
        index = at(made, place)
        bets = [row for row in tables.events if row[KIND] in {"hand.bet_placed.v1", "hand.blind_posted.v1"}]
        row = min(bets, key=lambda row: abs(row[ID] - 1 - index))
        rebody(row, said)
        reseal(made, tables, sealed_of(row).first)
        if not keep:
            tables.checkpoints.clear()

    return change


def cut(place: str, *, rest: bool = True) -> Change:
    """Cut the log off; with the ``rest``, so that every table looks as it did then."""

    def change(made: Made, tables: Tables) -> None:
        size = at(made, place)
        del tables.events[size:]
        tables.checkpoints[:] = [row for row in tables.checkpoints if not rest or row[0] <= size]
        if rest:
            known = max((row[0] for row in tables.checkpoints), default=0)
            tables.tiles[:] = [[0, 0, tables.tiles[0][2][: 32 * known]]]
            recommand(tables)
            left = {(row[STREAM], row[2]) for row in tables.events}
            tables.openings[:] = [row for row in tables.openings if (row[0], row[1]) in left]

    return change


def rolled_back() -> Change:
    """Restore an old copy of everything."""

    def change(made: Made, tables: Tables) -> None:
        old = made.early.copy()
        for name in ("events", "commands", "openings", "tiles", "checkpoints"):
            getattr(tables, name)[:] = getattr(old, name)

    return change


def commands_of(act: Callable[[list[list[Any]]], None]) -> Change:
    """Do something to the table of command ids."""
    return lambda _, tables: act(tables.commands)
