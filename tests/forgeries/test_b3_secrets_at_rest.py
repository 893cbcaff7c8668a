"""B3: who copies the database or the folder of keys finds no card, no name and no key in them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from bench.play import hand, house, play
from tombo.ledger.core.entry import Entry
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.ledger.seal.commitment import card_commitment

ORIGIN = "operator.example/ledger/1"


def dump(url: str) -> list[tuple[str, tuple[object, ...]]]:
    """Every row of every table of the database at ``url``, with the table's name: what a stolen copy holds."""
    if url.startswith("sqlite:"):
        connection = sqlite3.connect(url.removeprefix("sqlite:///"))
        try:
            tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            return [(name, row) for name in tables for row in connection.execute(f"SELECT * FROM {name}").fetchall()]
        finally:
            connection.close()
    plain, _, schema = url.rpartition("schema=")
    with psycopg.connect(plain.rstrip("?&")) as server:
        found = server.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", (schema,)).fetchall()
        return [(name, row) for (name,) in found for row in server.execute(f"SELECT * FROM {schema}.{name}").fetchall()]


@pytest.fixture
def dealt(store_url: str, tmp_path: Path) -> Iterator[list[Entry]]:
    """The entries of a hand whose closed cards were dealt, on each store."""
    ledger = create_ledger(store_url, Keyring(tmp_path / "keys"), origin=ORIGIN)
    with ledger.store:
        play(ledger, house(1))
        play(ledger, hand(0, 1))
        yield ledger.entries("hand:mesa-0/1")


def test_b3_a_stolen_database_shows_no_closed_card(dealt: list[Entry], store_url: str) -> None:
    """B3: no bytes in the table of openings, taken as a salt, open any commitment, whichever card is tried."""
    (deal,) = (entry for entry in dealt if entry.kind == "hand.hole_cards_dealt.v1")
    rows = [row for name, row in dump(store_url) if name == "openings"]
    assert len(rows) == len(deal.event.commitments)
    found = []
    for row in rows:
        slot = int(str(row[2]))
        for value in row:
            data = bytes(value) if isinstance(value, (bytes, memoryview)) else b""
            for at in range(len(data) - 31):
                said = {card_commitment(deal.stream, slot, card, data[at : at + 32]).hex() for card in range(52)}
                found += [slot] if deal.event.commitments[slot] in said else []
    assert found == []


def test_b3_a_stolen_folder_of_keys_signs_nothing(dealt: list[Entry], tmp_path: Path) -> None:
    """B3: no file of the folder holds a private key, and none is for anybody's eyes but its owner's."""
    assert dealt
    for path in (tmp_path / "keys").iterdir():
        text = path.read_bytes()
        assert b"PRIVATE+KEY" not in text, path.name
        words = text.split()
        assert not any(len(word) == 64 and set(word) <= set(b"0123456789abcdef") for word in words), path.name
        assert path.suffix not in {".key", ".db"} or path.stat().st_mode & 0o077 == 0, path.name
