"""Input that somebody wrote to hurt: a line, a hand, a statement is refused by name, in time and memory as its size."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Final

import pytest
from pydantic import ValidationError

from tests.worlds.phh import Desk, phh
from tombo.ledger.catalogue import ERRORS_MAX, CommandUnreadableError, parse_command
from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.exchange.phh.read import HandUnreadableError, parse_hand
from tombo.ledger.exchange.wallet import read_statement


def line_of(keys: int) -> str:
    """An object of so many keys, of which the last stands there twice."""
    return "{" + ", ".join(f'"k{number}": 1' for number in (*range(keys), keys - 1)) + "}"


class Key(str):
    """A key of an object that counts how often any is looked up or compared."""

    __slots__ = ()
    asked = 0

    def __eq__(self, other: object) -> bool:
        Key.asked += 1
        return str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        Key.asked += 1
        return str.__ne__(self, other)

    def __hash__(self) -> int:
        Key.asked += 1
        return str.__hash__(self)


def asked(keys: int, patched: pytest.MonkeyPatch) -> int:
    """How often a key is looked up or compared until such a line is refused, and told not to bear an id."""
    read = json.loads

    def counted(text: str, object_pairs_hook: Callable[[list[tuple[str, object]]], object]) -> object:
        return read(
            text, object_pairs_hook=lambda pairs: object_pairs_hook([(Key(key), value) for key, value in pairs])
        )

    Key.asked = 0
    with patched.context() as within:
        within.setattr(json, "loads", counted)
        with pytest.raises(CommandUnreadableError, match=f"the key 'k{keys - 1}' stands twice") as raised:
            parse_command(line_of(keys))
    assert raised.value.command_id is None
    return Key.asked


@pytest.mark.parametrize(
    ("line", "known"),
    [
        ('{"command_id": []}', None),
        ('{"command_id": {"a": 1}}', None),
        ('{"command_id": "c-1", "a": 1, "a": 2}', "c-1"),
        ('{"command_id": "c-1", "command_id": "c-2"}', None),
        ('{"command_id": "c-1", "no_field": 1}', "c-1"),
        ('{"command": {"note": "\\"command_id\\": \\"c-2\\""}, "command_id": "c-1"', "c-1"),
        ('"command_id": "no id at all"', None),
        ("[1]", None),
    ],
)
def test_f7_whoever_sent_a_line_that_is_no_command_is_answered_under_its_id(line: str, known: str | None) -> None:
    """Where it has one that can be read. Red before: a list in its place stopped the door, "a fault of tombo itself"."""
    with pytest.raises(CommandUnreadableError) as raised:
        parse_command(line)
    assert raised.value.command_id == known


def test_f4g_a_key_that_stands_twice_costs_as_much_as_the_line_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """F4g: eight times as long, eight times as much; it was 64, and 185 s for 300 kB."""
    short, long = asked(250, monkeypatch), asked(2_000, monkeypatch)
    assert short >= 2 * 250
    assert long <= 9 * short


@pytest.mark.parametrize("more", [0, 1])
def test_what_is_wrong_very_often_is_counted_and_not_copied(more: int) -> None:
    """A megabyte of it took two seconds and 600 MB, in which the door on the network answered nobody."""
    wrong = {f"f-{number}": 1 for number in range(ERRORS_MAX + more - 1)}
    with pytest.raises(CommandUnreadableError) as raised:
        parse_command(json.dumps({"command_id": "c-1", "command": {"kind": "open_account", "player": "p-1"}, **wrong}))
    assert str(raised.value).startswith(
        f"document: {ERRORS_MAX + 1} things are wrong" if more else "by: Field required"
    )
    assert raised.value.command_id == "c-1"


@pytest.mark.parametrize(
    ("kind", "field"),
    [
        ("open_incident", "scope"),
        ("seat_late_entries", "tables"),
        ("settle_hand", "mucks"),
        ("start_tournament", "absent"),
    ],
)
def test_a_list_of_any_length_is_wrong_once(kind: str, field: str) -> None:
    """The first that is wrong in it is told, and the others are not looked at."""
    with pytest.raises(CommandUnreadableError) as raised:
        parse_command(json.dumps({"command_id": "c-1", "command": {"kind": kind, field: [""] * 1_000}}))
    error = raised.value.__cause__
    assert isinstance(error, ValidationError)
    assert [one["loc"][3] for one in error.errors() if one["loc"][2:3] == (field,)] == [0]


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        ('{"a": 1, "a": 1}', "a"),
        ('{"a": 1, "b": 1, "b": 2, "c": 3}', "b"),
        ('{"a": 1, "b": 1, "c": 2, "a": 3}', "a"),
        ('{"x": {"b": 1, "c": 2, "c": 3}, "a": 3}', "c"),
    ],
)
def test_f4g_the_key_is_named(text: str, twin: str) -> None:
    """Wherever its second one stands."""
    with pytest.raises(UnreadableError, match=f"the key '{twin}' stands twice in one object"):
        parse_command(text)


def test_f4g_a_long_key_is_told_by_its_beginning() -> None:
    """A message is no copy of the line."""
    key = json.dumps("k" * 100_000)
    with pytest.raises(UnreadableError) as caught:
        parse_command(f"{{{key}: 1, {key}: 1}}")
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("_deep", "[" * 200 + "]" * 200, "nesting"),
        ("_deep", "{a = " * 40 + "1" + "}" * 40, "nesting"),
        ("_big", "1e999999999", "more digits"),
        ("_small", "1e-999999999", "more digits"),
        ("min_bet", "1e999999999", "more digits"),
        ("blinds_or_straddles", "[1, 1e999999999]", "more digits"),
        *((field, f"0x{'F' * 4_000}", "more digits") for field in ("_big", "min_bet", "year", "venue", "variant")),
        ("winnings", f"[1, 0b{'1' * 20_000}]", "more digits"),
    ],
)
def test_f4a_f4d_what_could_not_be_kept_is_refused_by_its_field(field: str, value: str, reason: str) -> None:
    """F4a, F4d: it ended the import of all the files behind it, as a fault of ours."""
    with pytest.raises(HandUnreadableError, match=f"{field}.*{reason}"):
        Desk().convert(_with(field, value))


@pytest.mark.parametrize("value", ["[]", "{}", "1", "true", "2024-01-01"])
def test_f4b_an_abbreviation_that_is_no_text_is_no_zone(value: str) -> None:
    """F4b: the hand is recorded, and says no instant."""
    text = _with("time_zone_abbreviation", value) + "year = 2024\nmonth = 1\nday = 1\ntime = 20:00:00\n"
    assert Desk().convert(text).occurred is None


def _with(field: str, value: str) -> str:
    """A hand with a field more, or another value of one that it has."""
    lines = [line for line in phh().splitlines() if not line.startswith(f"{field} =")]
    return "\n".join([*lines, f"{field} = {value}"]) + "\n"


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59-23:59", "1969-12-31T23:59:59Z", "2300-01-01T00:00:00Z"])
def test_e6c_a_movement_beyond_every_ledger_is_named_by_its_line(moment: str) -> None:
    """E6c: it was a fault of ours, exit 3."""
    text = f"transaction,player,operation,amount,occurred\nt-1,p-1,deposit,1.00,{moment}\n"
    with pytest.raises(UnreadableError, match=r"line 2: found occurred .*; expected an instant from 1970 to 2255"):
        list(read_statement(io.BytesIO(text.encode())))


def test_an_integer_that_python_can_write_is_kept() -> None:
    """A digest in a field of the file's maker, for example."""
    assert Desk().convert(_with("_digest", f"0x{'F' * 64}"))


NAMES: Final = ".".join("abcdefghijk")
"""As many as a key may have."""


@pytest.mark.parametrize("line", ["{} = 1", "[{}]", "[[{}]]", "_x = {{{} = 1}}", "'q.\"' . {} = 1"])
@pytest.mark.parametrize("name", ["l", '"l"', "'l'", "l" + ".l" * 400_000])
def test_a_key_of_very_many_parts_is_refused_before_it_is_read(line: str, name: str) -> None:
    """TOML's reader takes time and memory as the square of its length: 20 kB took 1.6 GB, and a hand may have fifty times as many."""
    with pytest.raises(HandUnreadableError, match="a key of more parts than 11"):
        parse_hand(f"{phh()}{line.format(f'{NAMES}.{name}')}\n".encode(), "x")


@pytest.mark.parametrize(
    "line",
    [
        "_x = '{}.l.m'",
        '_x = "\\"{}.l.m"',
        '_x = """\n\\"""{}.l.m = 1\n"""',
        "_x = '''\n\" {}.l.m\n'''",
        "# it's {}.l.m\n_x = 1",
        "_x = ['a', \"{}.l.m\"] # '",
        "{} = 1",
    ],
)
def test_dots_in_a_text_are_no_key(line: str) -> None:
    """A hand whose commentary has many is recorded."""
    assert parse_hand(f"{phh()}{line.format(NAMES)}\n".encode(), "x").actions


@pytest.mark.parametrize(
    "text",
    ['x="' + '\\"' * 500_000, '"""' + '\\"""\n' * 200_000 + "\\", "'''" * 300_000, 'x"' * 500_000, "a . " * 250_000],
)
def test_what_looks_for_such_keys_takes_no_more_than_the_text_is_long(text: str) -> None:
    """Of what is no TOML either: the square would be hours."""
    with pytest.raises(HandUnreadableError):
        parse_hand(text.encode(), "x")
