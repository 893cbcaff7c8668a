"""F9: what ``docs/format.md`` says of signed texts and of tables is what the code signs and makes; a stranger has only the page."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest

from tombo.ledger.catalogue import command_digest, parse_command
from tombo.ledger.core.errors import UsageError
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.operate.beginning import check_new
from tombo.ledger.operate.keyfolder import Keyring
from tombo.ledger.seal.act import Act, enrolled_text
from tombo.ledger.store.postgres import schema as postgres
from tombo.ledger.store.sqlite import schema as sqlite
from tombo.ledger.store.types import SCHEMA_VERSION

ROOT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = (ROOT / "docs/format.md").read_text("utf-8")
COMMANDS: Final[dict[str, Any]] = json.loads((ROOT / "schemas/command.json").read_text("utf-8"))
ACT: Final = Act("operator.example/1", "c-1", "ab" * 32, "s-1", "officer", {"hand": "mesa-1/1", "kind": "void_hand"})


def spelled(tag: str, **values: str) -> bytes:
    """The text that the page has for ``tag``, with a value for each thing that it names."""
    found = re.search(rf'^"{re.escape(tag)}\\n" .*$', PAGE, re.MULTILINE)
    assert found, tag
    parts = re.findall(r'"([^"]*)"|([a-z][a-z ()0-9]*[a-z)])', found[0])
    return "".join(text.replace("\\n", "\n") or values[name.replace(" ", "_")] for text, name in parts).encode()


def test_f9_what_staff_sign_is_spelled_out() -> None:
    """The page called the member's own name and that of his key, which is longer, both ``name``: no stranger could check an enrolment."""
    said = {"origin": ACT.origin, "member": "s-1", "base64(public_key)": "AAAA"}
    assert spelled("tombo/staff-key/v1", **said) == enrolled_text(ACT.origin, "s-1", "AAAA")
    request = '{"hand":"mesa-1/1","kind":"void_hand"}'
    named = {"origin": ACT.origin, "command_id": "c-1", "digest": ACT.digest, "signer": "s-1", "role": "officer"}
    assert spelled("tombo/act/v1", **named, request=request) == ACT.text


def digest(sent: dict[str, Any]) -> str:
    """The digest of a command as the page has it, from what was sent and from the schemas."""
    asked = {
        one["properties"]["kind"].get("const"): one
        for one in COMMANDS["$defs"].values()
        if "kind" in one.get("properties", {})
    }
    schema = asked[sent["command"]["kind"]]
    [words] = re.findall(r"Only what came to a schema later(.*?)`by` and", PAGE, re.DOTALL)
    later, closed = words.split("Nor are closed cards")
    absent = set(re.findall(r"`(\w+)`", later))
    hidden = {
        (kind, name) for name, *kinds in re.findall(r"`(\w+)` of `(\w+)`(?: and of `(\w+)`)?", closed) for kind in kinds
    }
    left_out = {name: field["default"] for name, field in schema["properties"].items() if "default" in field}
    whole = {**left_out, **sent["command"]}
    request = {name: value for name, value in whole.items() if not (name in absent and value == left_out[name])}
    request = {name: value for name, value in request.items() if (request["kind"], name) not in hidden}
    document = {"by": {"role": None, **sent["by"]}, "command": request, "occurred": sent["occurred"]}
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return sha256(b"tombo/command/v1\n" + text.encode()).hexdigest()[:32]


SENT: Final[list[dict[str, Any]]] = [
    {"kind": "start_session", "player": "ana", "session": "ana-1"},
    {"kind": "start_session", "player": "ana", "regulation": "R804", "session": "ana-1"},
    {"buy_in": 100, "kind": "open_table", "mode": "continuous", "ruleset": "r", "table": "t-1", "top_up_max": 100},
    {
        "buy_in": 1,
        "kind": "open_table",
        "mode": "session",
        "ruleset": "r",
        "starts": 7,
        "table": "t-1",
        "top_up_max": 1,
    },
    {"cards": ["As", "Kd", "2c", "3h"], "hand": "t-1/1", "kind": "deal_hole_cards"},
    {"cards": ["As"] * 9, "discard": "2c", "house_card": "3d", "kind": "sem_descarte_deal_cards", "round": "s-1/1"},
    {"cards": ["As", "Kd", "2c"], "hole_card": "9c", "kind": "deal_blackjack_hands", "round": "bj-1/1"},
    {"amount": {"cents": 7}, "kind": "deposit", "player": "ana", "reference": 'é"\\/\u2028'},
    {"hand": "t-1/1", "kind": "settle_hand"},
]


@pytest.mark.parametrize("command", SENT, ids=[f"{one['kind']} {number}" for number, one in enumerate(SENT)])
def test_f9_the_digest_of_a_command_is_as_the_page_has_it(command: dict[str, Any]) -> None:
    """The page had closed cards of poker alone, and nothing of what is left out: who computed a digest by it had another."""
    sent = {"by": {"actor": "platform", "id": "platform"}, "command": command, "command_id": "c-1", "occurred": None}
    assert command_digest(parse_command(json.dumps(sent))) == digest(sent)


@pytest.mark.parametrize("letter", [" ", "+", "\x00", "\x1b", "\x7f", "\x85", "\u00e9"])
def test_f9_an_origin_is_what_the_page_says(tmp_path: Path, letter: str) -> None:
    """Visible ASCII and no plus sign: the page said nothing of what moves a cursor, and DEL was taken."""
    assert "1 to 100 visible ASCII characters (0x21 to 0x7E) without `+`" in PAGE
    keyring = Keyring(tmp_path / "keys")
    check_new(keyring, "!" * 50 + "~" * 50, None)
    for origin in ("", "a" * 101, f"a{letter}b"):
        with pytest.raises(UsageError, match="1 to 100 visible ASCII characters without"):
            check_new(keyring, origin, None)


def columns(statements: Iterable[str], table: str) -> tuple[list[str], str]:
    """The columns of a table as they are made, and its primary key."""
    [made] = [text for text in statements if text.startswith(f"CREATE TABLE {table} ")]
    inside = made[made.index("(") + 1 : made.rindex(")")]
    lines = [line.strip() for line in re.split(r",(?![^()]*\))", inside)]
    [key] = [line for line in lines if "PRIMARY KEY" in line]
    named = re.match(r"PRIMARY KEY \((.*)\)", key)
    return [line.split()[0] for line in lines if not line.startswith(("PRIMARY", "UNIQUE"))], (
        named[1] if named else key.split()[0]
    )


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (row[0], row[1])
        for row in re.findall(r"^\| `([a-z_]+)` \| (.*) \|$", PAGE.split("## Tables")[1].split("## ")[0], re.MULTILINE)
    ],
)
def test_f9_the_page_has_the_tables_as_they_are_made(table: str, said: str) -> None:
    """Each column; and the key, which of ``commands`` is one thing on SQLite and another on PostgreSQL."""
    keys = []
    for statements in (sqlite.statements(SCHEMA_VERSION), postgres.statements()):
        names, key = columns(statements, table)
        keys.append(key)
        if table != "notification_tracking":
            assert [name for name in names if f"`{name}`" not in said] == []
    one, other = keys
    if one != other:
        assert f"The primary key is `{one}` on SQLite, `{other}` on PostgreSQL" in said
    elif table != "notification_tracking":
        assert f"`{one}` primary key" in said or f"primary key `({one})`" in said


def inflated(stream: str, version: int, kind: str, kept: bytes) -> bytes:
    """The state of a packed row, as a stranger reads the page."""
    number, digested = kept[0] - 0x80 & 0x3F, kept[0] & 0x40
    before = (ROOT / f"ledger/store/dictionary{number}.txt").read_bytes()
    before += f'"kind":"{kind}","occurred":null,"stream":"{stream}","version":{version}}}'.encode()
    begins = 121 if digested else 105
    text = zlib.decompressobj(-15, zdict=before + bytes.fromhex("000000000000010006")).decompress(kept[begins:])
    at = text.index(b'"digest":"') + 10 if digested else len(text)
    text = text[:at] + kept[105:begins].hex().encode() + text[at:]
    return b"\1" + kept[1:41] + text[:26] + kept[41:105] + text[26:]


def test_a_stranger_unpacks_what_the_page_shows() -> None:
    """By the page, its example and the vectors alone; and the dictionary is the one that it names."""
    [section] = re.findall(r"^## Packed rows$(.*?)^## ", PAGE, re.MULTILINE | re.DOTALL)
    [found] = re.findall(r"^packed((?:\s+[0-9a-f]+)+)$", section, re.MULTILINE)
    _, stream, version, kind, state = next(iter(Bundle(ROOT / "tests/vectors/bundle").rows(4, 5)))
    assert inflated(stream, version, kind, bytes.fromhex("".join(found.split()))) == state
    assert f"version {version} of `{stream}`, `{kind}`" in section
    [(size, digest)] = re.findall(r"([\d,]+) bytes, whose SHA-256 is\n`([0-9a-f]{64})`", section)
    file = (ROOT / "ledger/store/dictionary1.txt").read_bytes()
    assert (len(file), sha256(file).hexdigest()) == (int(size.replace(",", "")), digest)
