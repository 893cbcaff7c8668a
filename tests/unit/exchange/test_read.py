"""Reading PHH files: hand by hand, decimals exact, every refusal naming file, hand, field, what was found and expected."""

from __future__ import annotations

import io
from decimal import Decimal
from pathlib import Path

import pytest

from tests.worlds.phh import FIXTURES, Desk, phh
from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.exchange.phh.files import file_digest, phh_files
from tombo.ledger.exchange.phh.read import (
    HAND_SIZE_MAX,
    RECORDED,
    VARIANTS,
    HandUnreadableError,
    blocks,
    parse_hand,
)


def refusal(text: str) -> str:
    """Why the hand ``text`` of ``file.phhs [7]`` cannot be read."""
    with pytest.raises(HandUnreadableError) as caught:
        parse_hand(text.encode(), "file.phhs [7]")
    assert str(caught.value) == f"file.phhs [7]: {caught.value.reason}"
    return caught.value.reason


def test_numbers_are_integers_or_decimals_digit_for_digit() -> None:
    """2067.40 stays 2067.40: no amount passes through a float."""
    hand = parse_hand(phh({"starting_stacks": "[205, 2067.40, 0.1]"}).encode(), "x")
    assert [str(stack) for stack in hand.stacks] == ["205", "2067.40", "0.1"]
    assert not any(isinstance(value, float) for value in hand.stacks)


def test_an_infinite_stack_is_an_unknown_one() -> None:
    """``inf`` in ``starting_stacks`` means that the file does not say, and stands in no other field."""
    assert parse_hand(phh({"starting_stacks": "[inf, 5, inf]"}).encode(), "x").stacks == (None, 5, None)
    assert refusal(phh({"min_bet": "inf"})) == "field min_bet: found inf, expected an amount"
    assert "[-inf, 5, 5]" in refusal(phh({"starting_stacks": "[-inf, 5, 5]"}))


def test_unknown_and_users_fields_are_kept_as_they_stand() -> None:
    """What phh-std does not define is not ours to drop."""
    hand = parse_hand(phh({"_source": "{'a b' = 1.50}", "colour": "'green'"}).encode(), "x")
    assert hand.fields["_source"] == {"a b": Decimal("1.50")}
    assert hand.fields["colour"] == "green"


def test_whole_toml_is_understood() -> None:
    """Comments, blank lines, arrays over many lines, double quotes, CRLF and a byte order mark are all TOML."""
    text = '﻿# a hand\r\nvariant = "NT" # no limit\r\nantes = [0,\r\n 0]\r\nblinds_or_straddles = [1, 2]\r\n'
    text += 'min_bet = 2\r\nstarting_stacks = [9, 9]\r\nactions = [\r\n  # nobody\r\n  "p2 f",  # Elsa\r\n]\r\n'
    hand = parse_hand(text.encode(), "x")
    assert (hand.antes, hand.actions) == ((0, 0), ("p2 f",))


@pytest.mark.parametrize(("code", "name"), VARIANTS.items())
def test_every_other_variant_is_refused_by_its_name(code: str, name: str) -> None:
    """The refusal says which game it is, before it looks at any other field."""
    assert refusal(f"variant = '{code}'") == f"variant {code} is {name}; recorded is {RECORDED}"


def test_a_variant_nobody_knows_is_refused() -> None:
    """A missing or unknown variant is named as it was found."""
    assert refusal("") == f"field variant: found nothing, expected {RECORDED}"
    assert refusal("variant = 'XX'").startswith("field variant: found 'XX'")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("antes", "[0, 0]", "field antes: found [0, 0], expected an array of 3 amounts, one for each player"),
        ("antes", "[0, 0, -1]", "field antes: found [0, 0, -1], expected amounts of at least 0"),
        ("antes", "[0, 0, true]", "expected an array of 3 amounts"),
        ("blinds_or_straddles", "", "field blinds_or_straddles: found nothing, expected an array of 3 amounts"),
        ("blinds_or_straddles", "[1, nan, 2]", "expected finite amounts"),
        ("min_bet", "'2'", "field min_bet: found '2', expected an amount"),
        ("starting_stacks", "[100]", "field starting_stacks: found 1 players, expected 2 to 10 (R806 r.4a)"),
        ("starting_stacks", "[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]", "found 11 players, expected 2 to 10"),
        ("starting_stacks", "[100, -1, 5]", "expected amounts of at least 0, or inf where unknown"),
        ("starting_stacks", "'much'", "expected an array of amounts, or inf where unknown"),
        ("actions", "'p1 f'", "field actions: found a value of type str, expected an array of at most 1000 strings"),
        ("actions", "['p1 f', 3]", "found an array of 2 (int, str), expected an array of at most 1000 strings"),
        ("players", "['a', 'b']", "field players: found an array of 2 (str), expected an array of 3 strings"),
        ("finishing_stacks", "[1, 2]", "field finishing_stacks: found [1, 2], expected an array of 3 amounts"),
        ("winnings", "[1, 2, -3]", "field winnings: found [1, 2, -3], expected amounts of at least 0"),
        ("ante_trimming_status", "'yes'", "field ante_trimming_status: found 'yes', expected true or false"),
    ],
)
def test_a_field_the_hand_is_computed_from_is_read_strictly(name: str, value: str, message: str) -> None:
    """A refusal names the field, what was found and what was expected."""
    assert message in refusal(phh({name: value}))


def test_a_refusal_of_omaha_cites_its_own_regulation() -> None:
    """The number of players is R811's to bound where the hand is of Omaha."""
    assert refusal(phh({"variant": "'PO'", "starting_stacks": "[100]"})).endswith("expected 2 to 10 (R811 r.4a)")


def test_a_refusal_names_no_player_and_no_closed_card() -> None:
    """A refusal goes on record in plain text."""
    texts = [
        phh({"players": "['Ana']"}),
        phh({"actions": "['d dh p1 AhKh', 3]"}),
        phh(actions=["d dh p1 AhKh2c # Ana"]),
        phh(actions=["d dh p1 AhXX # Ana"]),
    ]
    for text in texts:
        with pytest.raises(HandUnreadableError) as caught:
            Desk().convert(text)
        assert not any(secret in str(caught.value) for secret in ("Ana", "Ah", "Kh"))


def test_what_is_no_toml_is_refused() -> None:
    """Broken TOML, duplicate keys, bytes that are no UTF-8, and a hand without end all have a message of their own."""
    assert refusal("variant = 'NT").startswith("no TOML: ")
    assert refusal(phh() + "min_bet = 3\n").startswith("no TOML: ")
    assert "longer than" in refusal("#" * (HAND_SIZE_MAX + 1))
    with pytest.raises(HandUnreadableError, match="no UTF-8 at byte 11"):
        parse_hand(b"variant = '\xff'", "x")


def test_a_long_wrong_value_is_shown_in_part() -> None:
    """A message stays readable whatever the file holds."""
    assert len(refusal(phh({"min_bet": repr("x" * 5_000)}))) < 400


def test_hands_are_read_one_by_one_with_their_numbers() -> None:
    """A ``.phhs`` file gives its hands by header; comments before the first are no hand."""
    with (FIXTURES / "cash-game.phhs").open("rb") as file:
        found = list(blocks(file, many=True))
    assert [block.label for block in found] == ["1", "2", "3"]
    assert [parse_hand(block.text, "x").fields["table"] for block in found[:2]] == ["T1", "T2"]


def test_one_broken_hand_does_not_hide_its_neighbours() -> None:
    """Each hand of a ``.phhs`` file is parsed alone."""
    first, second, third = blocks(io.BytesIO(f"[1]\n{phh()}[2]\nvariant = \n[ 3 ] # last\n{phh()}".encode()), many=True)
    assert parse_hand(first.text, "x") == parse_hand(third.text, "x")
    with pytest.raises(HandUnreadableError):
        parse_hand(second.text, "x")


def test_text_before_the_first_header_is_a_hand() -> None:
    """Nothing of a file is passed over in silence; an empty file has no hand."""
    assert [block.label for block in blocks(io.BytesIO(b"variant = 'NT'\n[1]\n"), many=True)] == ["", "1"]
    assert list(blocks(io.BytesIO(b"\n# nothing\n"), many=True)) == []
    assert len(list(blocks(io.BytesIO(b""), many=False))) == 1


def test_an_endless_hand_is_held_in_part_only() -> None:
    """However long a hand, no more than about two of its largest size are in memory; its neighbour is found."""
    endless = b"[1]\n" + b"x" * (5 * HAND_SIZE_MAX) + b"\n[2]\n" + phh().encode()
    first, second = blocks(io.BytesIO(endless), many=True)
    assert HAND_SIZE_MAX < len(first.text) <= 2 * HAND_SIZE_MAX + 1
    assert parse_hand(second.text, "x").min_bet == 2


def test_files_are_found_in_order_of_name(tmp_path: Path) -> None:
    """Folders are searched; a named file of another kind, or a path to nothing, is a mistake to tell."""
    for name in ("b/2.phh", "b/1.phhs", "a.phh", "notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("")
    assert [path.name for path, _ in phh_files([tmp_path])] == ["a.phh", "1.phhs", "2.phh"]
    with pytest.raises(UnreadableError, match=r"expected a file named \.phh or \.phhs"):
        list(phh_files([tmp_path / "notes.txt"]))
    with pytest.raises(UnreadableError, match="found nothing there"):
        list(phh_files([tmp_path / "missing.phh"]))


def test_the_digest_is_that_of_the_bytes(tmp_path: Path) -> None:
    """The import stream is named after SHA-256 of the file."""
    path = tmp_path / "x.phh"
    path.write_bytes(b"abc")
    assert file_digest(path) == ("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", 3)
