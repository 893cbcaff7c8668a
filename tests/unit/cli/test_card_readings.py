"""B2: a closed card is shown to nobody whose reading is not on record, signed by an officer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tools.cli_run import ACTING, Ran, tombo
from tests.unit.test_tidy import sources

DEMO = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
SHOWS = (
    ("hand", "show", "mesa-1/1"),
    ("hand", "replay", "mesa-1/1"),
    ("round", "show", "blackjack:bj-1/1"),
    ("round", "replay", "blackjack:bj-1/1"),
    ("export", "phh", "mesa-1/1", "--out", "out"),
)


def size() -> int:
    """How many entries the demonstration's ledger has."""
    return int(tombo(*DEMO, "--json", "status").document["entries"])


def ran(words: tuple[str, ...], viewer: str, *more: str) -> Ran:
    """A command that shows cards, for a viewer."""
    return tombo(*DEMO, *words, "--viewer", viewer, *more)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("words", SHOWS, ids=" ".join)
@pytest.mark.parametrize("viewer", ["officer", "player:p-norte"])
def test_b2_who_types_a_name_sees_nothing(words: tuple[str, ...], viewer: str) -> None:
    """B2: whoever calls himself an officer, or one player after the other, is refused, and shown not even the rest."""
    for more in ((), ("--staff", "s-2"), ("--reason", "why not")):
        refused = ran(words, viewer, *more)
        assert (refused.status, refused.out) == (2, "")
        assert "name --staff and --reason" in refused.err
    assert not list(Path("out").glob("*"))


@pytest.mark.usefixtures("folder")
def test_b2_a_player_is_shown_his_cards_by_an_officer_on_record() -> None:
    """B2: the reading is in the log before the cards are on the screen, with who, for whom and why; nobody else's are among them."""
    before = size()
    told = ran(SHOWS[0], "player:p-norte", *ACTING)

    assert "Dealt to p-norte [9c 9d]" in told.out
    assert told.out.count("Dealt to ") == 1
    assert size() == before + 2


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("staff", "why"), [("s-1", "House: authority"), ("s-9", "there is no key of s-9"), ("p-norte", "there is no key")]
)
def test_b2_a_manager_or_a_stranger_reads_no_cards(staff: str, why: str) -> None:
    """B2: in another role, or without a key, the cards stay closed and nothing goes on record."""
    before = size()
    refused = ran(SHOWS[0], "officer", "--staff", staff, "--reason", "why not")

    assert refused.status in {1, 2} and refused.out == ""
    assert why in refused.err
    assert size() == before


def test_b2_closed_cards_leave_the_store_in_two_places() -> None:
    """Every view goes through the one that asks for the reading; a dispute records its own before. A third would be a way round."""
    asks = re.compile(r"reader\.closed_cards\(")
    found = [path.name for path in sources("reports", "serve", "desk", "cli") if asks.search(path.read_text())]
    assert found == ["cards.py", "dispute_walk.py"]
