"""A hand that is told by POJEU alone can be played again: who gets what, by an engine that knows the rules and nothing of the ledger."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.tools.replayed_game import replayed_as_told, units
from tests.worlds.reported import Night
from tests.worlds.told_to_anj import documents, told_night

pytestmark = pytest.mark.corpus


@pytest.fixture(scope="module")
def told(night: Night) -> Path:
    """The archives of the night's day."""
    return told_night(night)


def test_every_hand_is_played_again_to_the_payments_on_record(told: Path) -> None:
    """Blinds, raises, all-ins, side pots, split pots, commission, uncalled bets: each was met, and every hand of the night is settled alike."""
    seen = Counter[str]()
    for each in documents(told):
        if each.root.tag != "POJEU":
            continue
        game = replayed_as_told(each.root)
        paid, rake = game.settled()
        live = sum(chair.live for chair in game.chairs.values())
        seen["all"] += 1
        seen[each.text("Regle")[:2]] += 1
        seen["void"] += game.void
        seen["uncalled"] += game.uncalled()[1] > 0
        seen["showdown"] += live > 1
        seen["mucked"] += any(chair.mucked for chair in game.chairs.values())
        seen["all in"] += any(action.get("name") == "allin" for action in each.root.iter("Bet"))
        seen["rake"] += sum(rake.values()) > 0
        seen["several paid"] += len(paid) > 1
        seen["chips"] += each.root.find(".//Unite") is not None
        seen["euro"] += each.root.find(".//Unite") is None
    for name in ("TH", "OM", "SY", "void", "uncalled", "showdown", "all in", "rake", "several paid", "chips", "euro"):
        assert seen[name] > 0, (name, seen)


def test_a_document_with_one_thing_wrong_is_not_played_again(told: Path) -> None:
    """A cent of a bet, of a payment, of the commission, of a stack, the button or a card of who won: each is found in every hand of a sample."""
    wrong = Counter[str]()
    games = [each for each in documents(told) if each.root.tag == "POJEU" and each.root.find(".//Rake") is not None][
        :40
    ]
    for each in games:
        for path in ("Bet/Valeur", "Finance/Net", "Finance/Total", "Finance/CaveAvant", "Finance/CaveApres", "Rake"):
            text = each.data.decode()
            found = ET.fromstring(text)
            element = found.find(f".//{path}")
            assert element is not None
            assert element.text is not None
            element.text = f"{units(element.text) + 1:03d}"
            with pytest.raises((AssertionError, ValueError)):
                replayed_as_told(found)
            wrong[path] += 1
    assert set(wrong.values()) == {len(games)}
    assert len(games) > 20
