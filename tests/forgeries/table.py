"""The table of forgeries: what is done, and what the verifier must say, written down before it is asked.

Three columns: without any outside checkpoint, with the signer's file (the newest checkpoint; seven entries came after
it), with a checkpoint saved a while ago. A verdict stands with its place, ``at`` one log index or a range, and the field
in parentheses. Places: ``batch`` begins an append of 26 entries, a whole hand; ``one`` and ``two`` are entries alone in
their appends; ``pair`` begins an append of two; ``saved``, ``signed`` and ``end`` are the sizes of the saved checkpoint,
of the signer's file, and of the log; ``late`` begins a long append between the two checkpoints.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tests.forgeries.acts import (
    changed_and_resealed,
    commands_of,
    cut,
    drop,
    drop_row,
    duplicate,
    exchanged_streams,
    flip,
    forge_row,
    head_of_all,
    insert,
    longer_tile,
    moved_to_other_stream,
    rebody_at,
    reopened,
    resigned,
    restate_at,
    rolled_back,
    set_column,
    stray,
    swap,
    swap_values,
    swapped_hashes,
    swapped_names,
    transplant,
)
from tests.forgeries.maker import KIND, STATE, STREAM, VERSION, Made, Tables
from tests.forgeries.thefts import add, both, registered, retired, revoked, signed_checkpoint, split
from tombo.ledger.house.staff.events import RoleGranted, RoleWithdrawn

NOTHING: Final = "UNWITNESSED"
FINE: Final = "OK"


class Forgery(NamedTuple):
    """One line of the table. Where a column is not given, the verdict is the one of the column before."""

    name: str
    change: Callable[[Made, Tables], None]
    alone: str
    signer: str | None = None
    saved: str | None = None

    @property
    def verdicts(self) -> tuple[str, str, str]:
        """The three columns."""
        signer = self.alone if self.signer is None else self.signer
        return self.alone, signer, signer if self.saved is None else self.saved


X: Final = "batch+8"  # a bet, in the middle of a long append


def raised(body: Any) -> None:
    """Make a bet larger by a cent."""
    body["event"]["paid"] += 1


EVENTS: Final = [
    # Each column.
    Forgery("index far away", set_column("events", X, 0, 5_000), f"MISSING at {X} (index)"),
    Forgery("index of another", set_column("events", X, 0, "batch"), f"MISSING at {X} (index)"),
    Forgery("stream", set_column("events", X, STREAM, "hand:mesa-1/1"), f"TAMPERED at {X} (stream)"),
    Forgery("no stream", set_column("events", X, STREAM, "nonsense"), f"TAMPERED at {X} (stream)"),
    Forgery("version", set_column("events", X, VERSION, 99), f"TAMPERED at {X} (version)"),
    Forgery("kind", set_column("events", X, KIND, "hand.folded.v1"), f"TAMPERED at {X} (kind)"),
    Forgery("unknown kind", set_column("events", X, KIND, "hand.rigged.v1"), f"TAMPERED at {X} (kind)"),
    Forgery("empty state", set_column("events", X, STATE, b""), f"MALFORMED at {X} (state)"),
    Forgery("format", flip("events", X, STATE, 0), f"MALFORMED at {X} (state)"),
    # Each part of a state, of one entry among the 26 of its append.
    Forgery("key", restate_at(X, key_id=b"stranger"), f"TAMPERED at {X} (key)"),
    Forgery("prev", restate_at(X, prev=bytes(32)), f"TAMPERED at {X} (prev)"),
    Forgery("first", restate_at(X, first=3), f"TAMPERED at {X} (first)"),
    Forgery("count", restate_at(X, count=3), f"TAMPERED at {X} (count)"),
    Forgery("recorded", restate_at(X, recorded=1), f"TAMPERED at {X} (recorded)"),
    Forgery("anchor", restate_at(X, anchor_size=1), f"TAMPERED at {X} (anchor)"),
    Forgery("signature", restate_at(X, signature=bytes(64)), f"TAMPERED at {X} (signature)"),
    Forgery("body", rebody_at(X, raised), f"TAMPERED at {X} (body)"),
    Forgery("key of the first", restate_at("batch", key_id=b"stranger"), "TAMPERED at batch (key)"),
    Forgery("first of the first", restate_at("batch", first=3), "TAMPERED at batch (first)"),
    Forgery("count of the first", restate_at("batch", count=3), "TAMPERED at batch (count)"),
    Forgery("signature of the first", restate_at("batch", signature=bytes(64)), "TAMPERED at batch (signature)"),
    Forgery("count of the last", restate_at("batch+25", count=3), "TAMPERED at batch+25 (count)"),
    Forgery("signature of the last", restate_at("batch+25", signature=bytes(64)), "TAMPERED at batch+25 (signature)"),
    # Of an entry alone in its append.
    Forgery("key of one alone", restate_at("one", key_id=b"stranger"), "TAMPERED at one (key)"),
    Forgery("prev of one alone", restate_at("one", prev=bytes(32)), "TAMPERED at one"),
    Forgery("first of one alone", restate_at("one", first=3), "TAMPERED at one (first)"),
    Forgery("count of one alone", restate_at("one", count=3), "TAMPERED at one (count)"),
    Forgery("recorded of one alone", restate_at("one", recorded=1), "TAMPERED at one (signature)"),
    Forgery("anchor of one alone", restate_at("one", anchor_size=1), "TAMPERED at one (signature)"),
    Forgery("anchor beyond itself", restate_at("one", anchor_size=10**6), "TAMPERED at one (anchor)"),
    Forgery("signature of one alone", restate_at("one", signature=bytes(64)), "TAMPERED at one (signature)"),
    # Of one of two, where no majority says which is right, but the signature does.
    Forgery("recorded of one of two", restate_at("pair", recorded=1), "TAMPERED at pair (recorded)"),
    Forgery("anchor of the other", restate_at("pair+1", anchor_size=1), "TAMPERED at pair+1 (anchor)"),
    # Of a whole append.
    Forgery("first of all", head_of_all("batch", first=3), "TAMPERED at batch..batch+25 (first)"),
    Forgery("count of all, less", head_of_all("batch", count=3), "TAMPERED at batch..batch+25 (count)"),
    Forgery("count of all, more", head_of_all("batch", count=30), "TAMPERED at batch..batch+25 (count)"),
    Forgery("recorded of all", head_of_all("batch", recorded=1), "TAMPERED at batch..batch+25"),
    Forgery("anchor of all", head_of_all("batch", anchor_size=1), "TAMPERED at batch..batch+25"),
    Forgery("signature of all", head_of_all("batch", signature=bytes(64)), "TAMPERED at batch..batch+25"),
    Forgery("signed by a stranger", resigned("batch"), "TAMPERED at batch..batch+25 (key)"),
    # Rows that go, come, double and change places.
    Forgery("drop one of many", drop(X), f"MISSING at {X} (index)"),
    Forgery("drop one of many, close the gap", drop(X, close=True), "MISSING at batch..batch+25 (count)"),
    Forgery("drop one alone", drop("one"), "MISSING at one (index)"),
    Forgery("drop one alone, close the gap", drop("one", close=True), "MISSING at one (first)"),
    Forgery("drop the first entry", drop("0"), "MISSING at 0 (index)"),
    Forgery("drop an append", drop("batch", 26), "MISSING at batch..batch+25 (index)"),
    Forgery("drop an append, close the gap", drop("batch", 26, close=True), "MISSING at batch..batch+25 (first)"),
    Forgery("insert a copy", insert("one", "pair-1"), "REORDERED at one"),
    Forgery("insert a copy within its append", insert("batch+9", X), "REORDERED at batch+9"),
    Forgery("insert a forged entry", forge_row("pair", "one"), "TAMPERED at pair (first)"),
    Forgery("insert a forged entry beside its model", forge_row("two", "one"), "TAMPERED at one..two (count)"),
    Forgery("append a copy", insert("end", "one"), "REORDERED at end"),
    Forgery("the same row twice", duplicate("events", X), f"TAMPERED at {X} (index)"),
    Forgery("swap within an append", swap(X, "batch+9"), f"REORDERED at {X}"),
    Forgery(
        "swap within an append, new tiles", swap(X, "batch+9", retiled=True), f"REORDERED at {X}..batch+9 (version)"
    ),
    Forgery("swap two alone", swap("one", "two"), "REORDERED at one"),
    Forgery("swap out of an append", swap(X, "one"), f"REORDERED at {X}"),
    Forgery("swap the contents of two rows", swap_values("events", X, "one", STATE), f"REORDERED at {X}"),
    Forgery("move to another stream", transplant(X, "hand:mesa-1/1"), f"TAMPERED at {X}"),
    Forgery("exchange the names of two streams", swapped_names(), "TAMPERED at batch+1 (stream)"),
    Forgery("exchange two whole streams", exchanged_streams(sealed=False), "REORDERED at single..saved-1"),
    # With the event key stolen, everything consistent again; the log's own checkpoints left, or gone.
    Forgery("reseal a bet", changed_and_resealed(X, raised, keep=True), "FORKED at batch..saved-1 (root)"),
    Forgery(
        "reseal a bet, drop checkpoints",
        changed_and_resealed(X, raised),
        NOTHING,
        "FORKED at 0..signed-1 (root)",
        "FORKED at 0..saved-1 (root)",
    ),
    Forgery("reseal a late bet", changed_and_resealed("late+8", raised), NOTHING, "FORKED at 0..signed-1 (root)", FINE),
    Forgery("reseal the tail", changed_and_resealed("end-1", raised, keep=True), NOTHING, FINE),
    Forgery(
        "exchange two streams, resealed",
        exchanged_streams(sealed=True),
        NOTHING,
        "FORKED at 0..signed-1 (root)",
        "FORKED at 0..saved-1 (root)",
    ),
    Forgery(
        "move to another stream, resealed",
        moved_to_other_stream(),
        NOTHING,
        "FORKED at 0..signed-1 (root)",
        "FORKED at 0..saved-1 (root)",
    ),
    # Under an index that no honest entry has.
    Forgery("index beyond any log", set_column("events", X, 0, 2**60), f"MISSING at {X} (index)"),
    Forgery("a row far beyond the log", stray("events", X, 2**60), f"REORDERED at {2**60 - 1} (index)"),
    Forgery("a row at the last index there is", stray("events", X, 2**63 - 1), f"REORDERED at {2**63 - 2} (index)"),
    Forgery("a row below the log", stray("events", X, -5), "TAMPERED at -6 (index)"),
    Forgery("a row at the lowest index there is", stray("events", X, -(2**63)), "TAMPERED at -1 (index)"),
    Forgery("a row under no index", stray("events", X, None), "TAMPERED at -1 (index)"),
    # The end of the log.
    Forgery("cut the unsigned tail", cut("signed"), NOTHING, FINE),
    Forgery("cut below the newest checkpoint", cut("late"), NOTHING, "TRUNCATED at late..signed-1 (size)", FINE),
    Forgery("cut, checkpoints left", cut("late", rest=False), "TRUNCATED at late..signed-1"),
    Forgery(
        "cut below the saved checkpoint",
        cut("one"),
        NOTHING,
        "TRUNCATED at one..signed-1 (size)",
        "TRUNCATED at one..saved-1 (size)",
    ),
    Forgery(
        "cut within an append",
        cut("pair+1"),
        "MISSING at pair+1 (count)",
        "TRUNCATED at pair+1..signed-1 (size)",
        "TRUNCATED at pair+1..saved-1 (size)",
    ),
    Forgery(
        "cut within the last append with a checkpoint",
        cut("signed-2"),
        "MISSING at signed-2..signed-1 (count)",
        "TRUNCATED at signed-2..signed-1 (size)",
        "MISSING at signed-2..signed-1 (count)",
    ),
    Forgery("roll back to an old copy", rolled_back(), NOTHING, "TRUNCATED at late..signed-1 (size)", FINE),
]

COMMANDS: Final = [
    Forgery("command id", set_column("commands", "0", 0, "other"), "TAMPERED (commands)"),
    Forgery("digest", flip("commands", "1", 1, 0), "TAMPERED (commands)"),
    Forgery("first of a command", set_column("commands", "1", 2, 60), "TAMPERED (commands)"),
    Forgery("first beyond the end", set_column("commands", "1", 2, 10**6), "MISSING (commands)"),
    Forgery("first below the beginning", set_column("commands", "1", 2, -7), "TAMPERED (commands)"),
    Forgery("count of a command", set_column("commands", "1", 3, 60), "TAMPERED (commands)"),
    Forgery("a command under no entry", stray("commands", "0", None, 2), "TAMPERED (commands)"),
    Forgery("a command below any entry", stray("commands", "0", -(2**63), 2), "TAMPERED (commands)"),
    Forgery("a command beyond any entry", stray("commands", "0", 2**63 - 1, 2), "TAMPERED (commands)"),
    Forgery("swap two command ids", swap_values("commands", "3", "4", 0), "TAMPERED (commands)"),
    Forgery("drop a command", drop_row("commands", "3"), "MISSING (commands)"),
    Forgery("drop all commands", commands_of(lambda rows: rows.clear()), "MISSING (commands)"),
    Forgery("insert a command", commands_of(lambda rows: rows.append(["new", bytes(16), 5, 1])), "TAMPERED (commands)"),
    Forgery("double a command", duplicate("commands", "3"), "TAMPERED (commands)"),
    Forgery("swap two digests", swap_values("commands", "3", "4", 1), "TAMPERED (commands)"),
]

OPENINGS: Final = [
    Forgery("stream of an opening", set_column("openings", "0", 0, "hand:mesa-1/1"), "TAMPERED (openings)"),
    Forgery("stream that is not there", set_column("openings", "0", 0, "hand:mesa-9/9"), "TAMPERED (openings)"),
    Forgery("version of an opening", set_column("openings", "0", 1, 1), "TAMPERED (openings)"),
    Forgery("slot", set_column("openings", "0", 2, 7), "TAMPERED (openings)"),
    Forgery("slot without a card", set_column("openings", "0", 2, 51), "TAMPERED (openings)"),
    Forgery("nonce", flip("openings", "0", 3, 0), "TAMPERED (openings)"),
    Forgery("sealed card", flip("openings", "0", 3, 12), "TAMPERED (openings)"),
    Forgery("tag of an opening", flip("openings", "0", 3, 60), "TAMPERED (openings)"),
    Forgery("another card, with openings.key", reopened(card=50), "TAMPERED (openings)"),
    Forgery("a card that is none, with openings.key", reopened(card=53), "TAMPERED (openings)"),
    Forgery("another salt, with openings.key", reopened(salt=bytes(32)), "TAMPERED (openings)"),
    Forgery("another slot, with openings.key", reopened(slot=1), "TAMPERED (openings)"),
    Forgery("drop an opening", drop_row("openings", "0"), "WITHHELD (openings)"),
    Forgery("double an opening", duplicate("openings", "0"), "TAMPERED (openings)"),
    Forgery("an opening of no stream", stray("openings", "0", None), "MALFORMED (openings)"),
    Forgery("the opening of a bet", stray("openings", "0", 8, 1), f"TAMPERED at {X} (openings)"),
    Forgery("swap two openings", swap_values("openings", "0", "1", 3), "TAMPERED (openings)"),
]

TILES: Final = [
    Forgery("level", set_column("tiles", "0", 0, 3), "MISSING (tiles)"),
    Forgery("number", set_column("tiles", "0", 1, 3), "MISSING (tiles)"),
    Forgery("hash in a tile", flip("tiles", "0", 2, 32 * 60), "TAMPERED at 60 (tiles)"),
    Forgery(
        "half a hash", lambda _, tables: tables.tiles[0].__setitem__(2, tables.tiles[0][2][:-16]), "MALFORMED (tiles)"
    ),
    Forgery(
        "tile cut short",
        lambda _, tables: tables.tiles[0].__setitem__(2, tables.tiles[0][2][:320]),
        "MISSING at 10..signed-1 (tiles)",
    ),
    Forgery(
        "tile longer than the log",
        lambda _, tables: tables.tiles[0].__setitem__(2, tables.tiles[0][2] + bytes(640)),
        "TRUNCATED (tiles)",
    ),
    Forgery("drop a tile", drop_row("tiles", "0"), "MISSING (tiles)"),
    Forgery("double a tile", duplicate("tiles", "0"), "TAMPERED (tiles)"),
    Forgery("swap two hashes", swapped_hashes(60, 70), "TAMPERED at 60 (tiles)"),
    Forgery("a tile below the leaves", stray("tiles", "0", -3), "TAMPERED (tiles)"),
    Forgery("a tile at no level", stray("tiles", "0", None), "TAMPERED (tiles)"),
    Forgery("a tile far to the right", stray("tiles", "0", 2**54, 1), "TAMPERED (tiles)"),
    Forgery("more hashes than a tile has", longer_tile(300), "MALFORMED (tiles)"),
    Forgery("insert a tile", lambda _, tables: tables.tiles.append([1, 0, bytes(32)]), "TAMPERED (tiles)"),
]

CHECKPOINTS: Final = [
    Forgery("size", set_column("checkpoints", "0", 0, 3), "TAMPERED (checkpoints)"),
    Forgery("size beyond the end", set_column("checkpoints", "-1", 0, 10**6), "TAMPERED (checkpoints)"),
    Forgery("root in a note", flip("checkpoints", "0", 1, 32), "TAMPERED (checkpoints)"),
    Forgery("note that is none", set_column("checkpoints", "0", 1, "nonsense"), "MALFORMED (checkpoints)"),
    Forgery("drop a checkpoint", drop_row("checkpoints", "0"), NOTHING, FINE),
    Forgery("double a checkpoint", duplicate("checkpoints", "0"), NOTHING, FINE),
    Forgery("a checkpoint below size 0", stray("checkpoints", "0", -5), "TAMPERED (checkpoints)"),
    Forgery("a checkpoint of no size", stray("checkpoints", "0", None), "TAMPERED (checkpoints)"),
    Forgery("signed by an event key", signed_checkpoint("saved+10", key="key"), "TAMPERED (checkpoints)"),
    Forgery(
        "signed for another log",
        signed_checkpoint("saved+10", origin="operator.example/ledger/2"),
        "TAMPERED (checkpoints)",
    ),
    Forgery("signed for two histories", signed_checkpoint("saved+10"), "FORKED at saved..saved+9 (root)"),
    Forgery("signed for more than there is", signed_checkpoint("end+9"), "TRUNCATED at end..end+8 (size)"),
    Forgery("swap two notes", swap_values("checkpoints", "0", "1", 1), "TAMPERED (checkpoints)"),
]

EVE: Final = {"actor": "staff", "id": "eve", "role": "officer"}
GRANTERS: Final = {
    "B4: a player": {"actor": "player", "id": "p-1", "role": None},
    "B4: the platform again": {"actor": "platform", "id": "platform", "role": None},
    "B4: an importer": {"actor": "import", "id": "phh", "role": None},
    "B4: an officer": {"actor": "staff", "id": "officer-1", "role": "officer"},
}
THEFTS: Final = [
    # With the stolen event key: what it signs is believed, but for what any reader can see is no entry.
    Forgery("add an entry", add(), NOTHING, FINE),
    Forgery("a space in the body", add(spelled=lambda body: body.replace(b":", b": ", 1)), "MALFORMED at end (body)"),
    Forgery(
        "an escape in the body", add(spelled=lambda body: body.replace(b"op", b"o\\u0070")), "MALFORMED at end (body)"
    ),
    Forgery("bytes after the body", add(spelled=lambda body: body + b"\n"), "MALFORMED at end (body)"),
    Forgery(
        "a key twice in the body",
        add(spelled=lambda body: body.replace(b'"occurred":null', b'"occurred":null,"occurred":null')),
        "MALFORMED at end (body)",
    ),
    Forgery("a word more in the body", add(extra=1), "TAMPERED at end (body)"),
    Forgery("text for a number", add(spelled=lambda body: body.replace(b":1,", b':"1",', 1)), "TAMPERED at end (body)"),
    Forgery("a stream that looks alike", add(stream="hand:mes\u0430-0/1"), "TAMPERED at end (body)"),
    Forgery("another stream in the column", add(column="hand:mesa-0/1"), "TAMPERED at end (stream)"),
    Forgery("skip versions", add(skipped=3), "MISSING at end (version)"),
    Forgery("repeat a version", add(skipped=-1), "REORDERED at end (version)"),
    Forgery("repeat a command", add(command={"digest": "00" * 16, "id": "house-1"}), "TAMPERED at end (command)"),
    Forgery("set the clock back", add(recorded=1), "BACKDATED at end (recorded)"),
    Forgery("act in a role never granted", add(by=EVE), "POLICY_FAIL at end (by)"),
    # B4: roles are a manager's to give and to take.
    *(
        Forgery(f"{name} {act}", add(event, stream="staff:manager-1", by=by), "POLICY_FAIL at end (by)")
        for name, by in GRANTERS.items()
        for act, event in (("grants", RoleGranted(role="officer")), ("withdraws", RoleWithdrawn(role="manager")))
    ),
    Forgery("split an append", split("late"), NOTHING, "FORKED at 0..signed-1 (root)", FINE),
    # With other keys, and after a key was taken back.
    Forgery("sign with the checkpoint key", add(key="log"), "TAMPERED at end (key)"),
    Forgery("sign with the root key", add(key="root"), "TAMPERED at end (key)"),
    Forgery("sign with a key of nobody", add(key="other"), "TAMPERED at end (key)"),
    Forgery("an event key vouches", registered("key", signing="key"), "POLICY_FAIL at end (root_signature)"),
    Forgery("the checkpoint key vouches", registered("log", signing="key"), "POLICY_FAIL at end (root_signature)"),
    Forgery(
        "sign with a key an event key vouched for",
        both(registered("key", signing="key"), add(key="other")),
        "TAMPERED at end+1 (key)",
    ),
    Forgery("revoke", revoked("late"), "KEY_REVOKED at late..end-1 (key)"),
    Forgery("revoke, sign on", both(revoked("end"), add()), "KEY_REVOKED at end..end+2 (key)"),
    Forgery("retire, sign on", both(retired(), add()), "TAMPERED at end+2 (key)"),
]

TABLE: Final = [*THEFTS, *EVENTS, *COMMANDS, *OPENINGS, *TILES, *CHECKPOINTS]
