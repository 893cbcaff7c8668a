"""Hands as PHH text again: imported ones as their file stated them, our own with what PHH cannot say in fields of ours."""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from pokerkit import HandHistory

from tests.worlds.floor import Floor, deal, player
from tests.worlds.phh import FIXTURES, ORIGIN, SHORT, Desk, cards_of, entries_of, phh
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.errors import UsageError
from tombo.ledger.exchange.phh.hand import ImportedHand
from tombo.ledger.exchange.phh.read import blocks
from tombo.ledger.exchange.phh.write import hand_text
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.incident import commands as house
from tombo.ledger.operate.keyring import Keyring, create_ledger


def read(text: str) -> dict[str, Any]:
    """The fields of a PHH text."""
    return tomllib.loads(text, parse_float=Decimal)


def exact(fields: dict[str, Any]) -> dict[str, str]:
    """Fields with types and digits, those of users left out."""
    return {name: repr(value) for name, value in fields.items() if not name.startswith("_")}


def pokerkit_fields(text: str) -> dict[str, Any]:
    """The hand as PokerKit loads it, users' fields left out; a field it does not know is one of them, with a warning."""
    with warnings.catch_warnings(action="ignore", category=UserWarning):
        fields = dict(vars(HandHistory.loads(text)))
    del fields["user_defined_fields"]
    return fields


ODD_TEXTS = {
    "plain": phh(),
    "decimals that are whole": phh({"starting_stacks": "[100.00, 100, 100.5]", "min_bet": "2.0"}),
    "decimals of another length": phh({"starting_stacks": "[100.5, 100, 100]"}),
    "commentary and empty actions": phh(actions=["", "# now", *SHORT[:4], "p1 f # sigh"]),
    "cards dealt one by one, out of order": phh(
        actions=["d dh p2 Ah", "d dh p1 ??", "d dh p2 Kh", "d dh p1 ??", "p3 f", "p1 f"]
    ),
    "tabs between the words": phh(actions=[*SHORT[:1], "d\tdh\tp2\tAhKh", *SHORT[2:]]),
    "cards known in part": phh(actions=["d dh p1 A???", "d dh p2 ?h2c", "d dh p3 ????", "p3 f", "p1 f"]),
    "strange spacing": phh(actions=[*SHORT[:3], "  p3   f", "p1 f"]),
    "no cards dealt": phh(actions=SHORT[3:]),
    "seats of no table of ours": phh({"seats": "[3, 3, 14]", "seat_count": "20"}),
    "seats written though they go without saying": phh({"seats": "[1, 2, 3]", "seat_count": "3"}),
    "a hand number that is a text": phh({"hand": "'A-7'"}),
    "a hand number beyond 2**53": phh({"hand": "90071992547409930"}),
    "a negative hand number": phh({"hand": "-7"}),
    "no small blind": phh({"blinds_or_straddles": "[0, 2, 0]"}),
    "no minimum bet": phh({"min_bet": "0"}),
    "blinds beyond the stack": phh({"starting_stacks": "[100, 1, 100]"}),
    "a currency of no standard": phh({"currency": "'euro'", "currency_symbol": "'€'"}),
    "players nobody names": phh({"players": "['', '', '']"}),
    "players with quotes": phh({"players": """["O'Neil", 'A"B', "tab\\there"]"""}),
    "stated results that are wrong": phh({"finishing_stacks": "[1, 2, 3]", "winnings": "[0, 0.0, 0]"}),
    "everything optional": phh(
        {
            "author": "'Ana'",
            "event": "'Final'",
            "time": "23:59:59.5",
            "time_zone": "'Europe/Lisbon'",
            "day": "1",
            "level": "3",
            "time_limit": "30",
            "time_banks": "[1.5, inf, 3]",
            "ante_trimming_status": "true",
            "colour": "'unknown to the standard'",
            "when": "2009-07-06",
            "table": "12",
        }
    ),
    "a bet that only calls": phh(
        {"starting_stacks": "[100, 100, 2]"}, actions=[*SHORT[:3], "p3 cbr 2", "p1 f", "p2 cc", "d db 2c3c4c5c6c"]
    ).replace("d dh p3 ????", "d dh p3 7d8d"),
}


@pytest.mark.parametrize("name", ODD_TEXTS)
def test_an_imported_hand_comes_back_as_its_file_stated_it(name: str) -> None:
    """Digit for digit, for who may see cards and names; and PokerKit reads the text as it reads the original."""
    desk = Desk()
    exported = desk.exported(desk.convert(ODD_TEXTS[name]))
    assert exact(read(exported)) == exact(read(ODD_TEXTS[name]))
    assert pokerkit_fields(exported) == pokerkit_fields(ODD_TEXTS[name])


@pytest.mark.parametrize("path", sorted(FIXTURES.iterdir()), ids=lambda path: path.name)
def test_fixtures_come_back(path: Path) -> None:
    """Half chips, unknown stacks, post-bets, winnings of nought, unknown cards."""
    desk, came = Desk(), 0
    with path.open("rb") as file:
        for block in blocks(file, many=path.suffix == ".phhs"):
            if b"'NS'" not in block.text:
                exported = desk.exported(desk.convert(block.text.decode()))
                assert exact(read(exported)) == exact(read(block.text.decode()))
                came += 1
    assert came


def test_users_fields_come_back_but_for_ours() -> None:
    """A field ``_mine`` is kept; ``_tombo_`` fields of an earlier export are replaced."""
    desk = Desk()
    fields = read(desk.exported(desk.convert(phh({"_mine": "[1, 'a']", "_tombo_stream": "'hand:else/1'"}))))
    assert fields["_mine"] == [1, "a"]
    assert fields["_tombo_stream"].startswith("hand:phh/")


def test_our_own_export_is_the_same_hand() -> None:
    """Importing what was exported is a duplicate, not a second hand."""
    desk = Desk()
    hand = desk.convert(phh({"players": "['Ana', '', 'Rui']", "winnings": "[0, 0, 0]"}))
    assert "_tombo_findings" in desk.exported(hand)
    assert desk.convert(desk.exported(hand)).identity == hand.identity


def test_a_stranger_sees_pseudonyms_and_no_hidden_card() -> None:
    """Without names and cards: pseudonyms stand for players, unknown for hidden cards, free text is left out."""
    desk = Desk()
    hand = desk.convert(phh({"players": "['Ana', '', 'Rui']", "author": "'Eva'", "event": "'Final'"}))
    fields = read(hand_text(entries_of(hand)))
    assert fields["players"] == ["p-0", "", "p-1"]
    assert fields["actions"][1] == "d dh p2 ????"
    assert (fields["event"], "author" in fields) == ("Final", False)


def test_an_erased_person_stands_under_his_pseudonym() -> None:
    """Who was erased cannot be named; the others can, and free text of an erased author is gone."""
    desk = Desk()
    hand = desk.convert(phh({"players": "['Ana', '', 'Rui']", "author": "'Eva'"}))
    ana, nobody, rui, free_text = desk.names(hand)
    fields = read(hand_text(entries_of(hand), names=[None, nobody, rui, free_text]))
    assert (fields["players"], fields["author"]) == (["p-0", "", "Rui"], "Eva")
    fields = read(hand_text(entries_of(hand), names=[ana, nobody, None, None]))
    assert (fields["players"], "author" in fields) == (["Ana", "", "p-1"], False)


def test_shown_cards_need_no_leave() -> None:
    """What was turned is public: the deal shows it too, the other cards stay hidden."""
    desk = Desk()
    hand = desk.convert(phh(actions=["d dh p1 2c2d", "d dh p2 AhKh", "d dh p3 ????", "p3 f", "p1 f", "p2 sm AhKh"]))
    assert read(hand_text(entries_of(hand)))["actions"][:3] == ["d dh p1 ????", "d dh p2 AhKh", "d dh p3 ????"]


def test_an_export_needs_the_whole_hand_and_its_own_names() -> None:
    """Entries that begin elsewhere, or names of another hand, are wrong usage."""
    desk = Desk()
    hand: ImportedHand = desk.convert(phh({"players": "['Ana', '', '']"}))
    with pytest.raises(UsageError, match="expected all entries of one hand"):
        hand_text(entries_of(hand)[1:])
    with pytest.raises(UsageError, match="expected all entries of one hand"):
        hand_text([])
    with pytest.raises(UsageError, match="found 1 names; expected 3"):
        hand_text(entries_of(hand), hole_cards=cards_of(hand), names=["Ana"])


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    """A table of three, ``mesa-1``, 100 euro each, in a ledger of its own; hand 1 is dealt."""
    ledger = create_ledger(
        f"sqlite:///{tmp_path / 'ledger.db'}", Keyring(tmp_path / "keys"), origin=ORIGIN, clock=SteppingClock()
    )
    floor = Floor(ledger.handle)
    floor.ledger = ledger  # type: ignore[attr-defined]  # the tests read what they recorded
    floor.open_table()
    floor.do(poker.StartHand(table="mesa-1"))
    floor.do(deal("mesa-1", 1, ["Ah", "Qs", "7c", "Kd", "Qc", "2d"]))
    yield floor
    ledger.store.close()


def exported(floor: Floor) -> dict[str, Any]:
    """The fields of hand 1 as an officer exports it, read by PokerKit before."""
    ledger = floor.ledger  # type: ignore[attr-defined]
    opened = {slot: opening.card for slot, opening in ledger.known.read_openings("hand:mesa-1/1").items()}
    text = hand_text(list(ledger.entries("hand:mesa-1/1")), hole_cards=opened)
    HandHistory.loads(text)
    return read(text)


def test_a_live_hand_says_what_phh_can_and_lists_what_it_lost(floor: Floor) -> None:
    """Amounts in euro, pseudonyms, time in UTC; rake and uncalled bet in fields of ours."""
    hand = "mesa-1/1"
    floor.do(poker.RequestDecision(deadline=2**52, hand=hand, seat=1))
    floor.do(poker.PlaceBet(hand=hand, seat=1, total=350), player(1))
    floor.do(poker.Fold(hand=hand, seat=2), player(2))
    floor.do(poker.Call(hand=hand, seat=3), player(3))
    floor.do(poker.DealBoard(cards=["2c", "7d", "9h"], hand=hand))
    floor.do(poker.PlaceBet(hand=hand, seat=3, total=200), player(3))
    floor.do(poker.Fold(hand=hand, seat=1), player(1))
    fields = exported(floor)
    assert fields["actions"] == [
        "d dh p1 AhKd",
        "d dh p2 QsQc",
        "d dh p3 7c2d",
        "p3 cbr 3.50",
        "p1 f",
        "p2 cc",
        "d db 2c7d9h",
        "p2 cbr 2",
        "p3 f",
    ]
    assert (fields["blinds_or_straddles"], fields["min_bet"]) == ([Decimal("0.50"), 1, 0], 1)
    assert (fields["players"], fields["seats"], fields["currency"]) == (["p-2", "p-3", "p-1"], [2, 3, 1], "EUR")
    assert (fields["table"], fields["hand"], fields["time_zone"]) == ("mesa-1", 1, "UTC")
    assert fields["_tombo_stream"] == "hand:mesa-1/1"
    assert fields["_tombo_rake"] == Decimal("0.37")
    assert fields["_tombo_uncalled"] == [0, 2, 0]
    assert fields["_tombo_left_out"] == ["hand.decision_requested.v1"]
    assert fields["winnings"] == [0, Decimal("7.13"), 0]
    assert sum(fields["finishing_stacks"]) + fields["_tombo_rake"] == 300


def test_a_void_hand_says_so(floor: Floor) -> None:
    """Everything goes back; the incident and the refunds stand in fields of ours."""
    floor.do(poker.PlaceBet(hand="mesa-1/1", seat=1, total=350), player(1))
    floor.do(
        house.OpenIncident(
            first_instant=1, incident="i-1", origin="operator_system", reported_by="monitor", scope=["mesa-1"]
        )
    )
    floor.do(poker.VoidHand(hand="mesa-1/1", incident="i-1"))
    fields = exported(floor)
    assert fields["_tombo_void"] == "i-1"
    assert fields["_tombo_refunds"] == [Decimal("0.50"), 1, Decimal("3.50")]
    assert fields["finishing_stacks"] == fields["starting_stacks"] == [100, 100, 100]
