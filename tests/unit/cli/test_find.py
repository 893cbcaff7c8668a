"""``tombo find``: hands and rounds by what they are, a page at a time, in both languages; and lists that are the same wherever they come from."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tools.cli_run import Ran, tombo
from tombo.ledger.core.cards import card_text
from tombo.ledger.operate.keyring import Keyring, open_checked
from tombo.reports.shown.reading import Reader

DEMO: Final = ("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys")
BY: Final = ("--staff", "s-3")


def ran(*words: str) -> Ran:
    return tombo(*DEMO, *words)


def names(*words: str) -> list[str]:
    """What is found, as it is called."""
    return [row.get("hand") or row["round"] for row in ran("--json", "find", *words).document["items"]]


ALL: Final = ["blackjack:bj-1/1", "roulette:roleta-1/1", *(f"mesa-1/{number}" for number in range(7, 0, -1))]
ASKED: Final[tuple[tuple[Sequence[str], list[str]], ...]] = (
    ((), ALL),
    (("--player", "p-leste", "--game", "R805"), ["blackjack:bj-1/1"]),
    (("--player", "p-norte", "--table", "roleta-1"), []),
    (("--table", "mesa-1", "--number", "4"), ["mesa-1/4"]),
    (("--number", "1"), ["blackjack:bj-1/1", "roulette:roleta-1/1", "mesa-1/1"]),
    (("--game", "R804"), ["roulette:roleta-1/1"]),
    (("--card", "Jh", "--card", "Td"), ["mesa-1/4"]),
    (("--least", "83.00", "--most", "100"), ["mesa-1/4", "mesa-1/1"]),
    (("--least", "245.01"), []),
    (("--least", "9", "--most", "8"), []),
    (("--most", "18"), ["roulette:roleta-1/1", "mesa-1/6", "mesa-1/3"]),
    (("--from", "2026-07-14T20:12:35+01:00"), ["blackjack:bj-1/1", "roulette:roleta-1/1", "mesa-1/7"]),
    (("--to", "2026-07-14T19:01:14Z"), ["mesa-1/2", "mesa-1/1"]),
    (("--from", "2026-07-14T20:01:14+01:00", "--to", "2026-07-14T20:01:40+01:00"), ["mesa-1/3", "mesa-1/2"]),
    (("--incident", "2026-07-14-server"), ["mesa-1/5"]),
    (("--finding", "R806 r.23"), []),
    (("--disputed",), []),
)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(("words", "found"), ASKED)
def test_hands_and_rounds_are_found_by_what_they_are(words: Sequence[str], found: list[str]) -> None:
    """Each question by itself and some together; of amounts and times both ends count."""
    assert names(*words) == found


@pytest.mark.usefixtures("folder")
def test_what_is_found_is_told_as_a_list_tells_it() -> None:
    """The same lines as of the lists, in both languages, and how to go on as it was asked."""
    rounds = [line.removeprefix("hand:") for line in ran("round", "list").out.splitlines()]
    assert ran("find").out.splitlines() == rounds
    assert ran("--lang", "pt", "find", "--table", "mesa-1").out == ran("--lang", "pt", "hand", "list").out
    first = ran("find", "--player", "p-sul", "--finding", "R806 r.23", "--disputed", "--limit", "1").out
    assert first == "Nothing found.\n"
    assert ran("--lang", "pt", "find", "--card", "As", "--incident", "none").out == "Nada encontrado.\n"
    page = ran("find", "--from", "2026-07-14T19:00:00Z", "--player", "p-sul", "--limit", "2")
    words = "tombo find --player p-sul --from 2026-07-14T19:00:00Z --limit 2 --after"
    place = ran("--json", "find", "--player", "p-sul", "--limit", "2").document["next"]
    assert page.out.splitlines()[-1] == f"There are older ones: {words} {place}"


@pytest.mark.usefixtures("folder")
def test_pages_follow_one_another_to_the_end() -> None:
    """``next`` is a place in the log, and None behind the last page; what is recorded meanwhile moves no page."""
    seen, after = list[str](), list[str]()
    while True:
        document = ran("--json", "find", "--limit", "4", *after).document
        seen += [row.get("hand") or row["round"] for row in document["items"]]
        if document["next"] is None:
            break
        assert document["next"] == document["items"][-1]["place"]
        after = ["--after", str(document["next"])]
        said = ("--origin", "player-network", "--reported-by", "monitor", "--staff", "s-2")
        assert ran("incident", "open", f"i-{len(seen)}", *said).status == 0
    assert seen == ALL
    assert names("--after", "0") == []
    assert names("--limit", str(2**70)) == ALL


@pytest.mark.usefixtures("folder")
def test_programs_get_all_that_a_hand_is_found_by() -> None:
    """What the list says of it, and who played, when it began and ended, the largest win, open cards, rules, complaints."""
    (row,) = ran("--json", "find", "--table", "mesa-1", "--number", "5").document["items"]
    listed = next(one for one in ran("--json", "hand", "list").lines if one["hand"] == "mesa-1/5")
    assert {name: row[name] for name in listed} == listed
    assert {name: value for name, value in row.items() if name not in listed} == {
        "place": 151,
        "table": "mesa-1",
        "number": "5",
        "regulation": "R806",
        "begun": 1_784_055_844_000_000,
        "ended": 1_784_056_089_000_000,
        "largest": 0,
        "incident": "2026-07-14-server",
        "who": ["p-norte", "p-leste", "p-sul", "p-oeste"],
        "cards": ["As", "Ts", "4d"],
        "rules": [],
        "disputed": False,
    }


@pytest.mark.usefixtures("folder")
def test_what_somebody_complained_of_is_found() -> None:
    """From the moment at which the complaint is on record, long after the hand was over; hands in play by all but their amount."""
    opened = ran("dispute", "open", "p-sul", "--about", "hand:mesa-1/2", "--claim", "no", *BY)
    assert opened.status == 0, opened
    assert names("--disputed") == ["mesa-1/2"]
    assert names("--disputed", "--player", "p-sul", "--least", "1") == ["mesa-1/2"]
    assert names("--disputed", "--table", "roleta-1") == []
    (row,) = ran("--json", "find", "--disputed").document["items"]
    assert row["disputed"] is True


def test_no_closed_card_finds_anything(folder: Path) -> None:
    """Every card that was dealt closed and never shown: no search for it finds its hand, and no row of the search has it."""
    assert ran("views", "follow", "search").status == 0
    hidden = 0
    with open_checked(DEMO[1], Keyring(folder / "demo" / "keys"), read_only=True) as store:
        reader = Reader(store, Keyring(folder / "demo" / "keys"))
        closed = {name: set(map(card_text, reader.closed_cards(_stream(name)).values())) for name in ALL}
    rows: dict[str, Any] = {row.get("hand") or row["round"]: row for row in ran("--json", "find").document["items"]}
    for name, cards in closed.items():
        for card in cards - set(rows[name]["cards"]):
            hidden += 1
            assert name not in names("--card", card)
    assert hidden > 30


def _stream(name: str) -> str:
    return name if ":" in name else f"hand:{name}"


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--card", "1h"), "'1h' is no card; expected a rank and a suit, as Ah or Td"),
        (("--card", "AH"), "'AH' is no card"),
        (("--player", "a b"), "'a b' is no name"),
        (("--table", ""), "'' is no name"),
        (("--number", "-"), "'-' is no name"),
        (("--incident", "ç"), "is no name"),
        (("--game", "R810"), "'R810' is no regulation of a game; expected one of R803"),
        (("--finding", "R806\nr.23"), "is no rule; expected one as findings cite it, for example R806 r.23"),
        (("--finding", "x" * 41), "is no rule"),
        (("--least", "1,00"), "'1,00'"),
        (("--from", "yesterday"), "'yesterday'"),
        (("--to", "2026-07-14"), "'2026-07-14'"),
    ],
)
def test_what_can_be_nothing_is_refused_by_name(words: Sequence[str], said: str) -> None:
    """Before anything is followed."""
    refused = ran("find", *words)
    assert (refused.status, refused.out) == (2, "")
    assert said in refused.err
    assert not Path("demo/ledger-views.db").exists()


LISTS: Final = (
    ("hand", "list"),
    ("hand", "list", "--limit", "3"),
    ("hand", "list", "--limit", "2", "--after", "mesa-1/5"),
    ("hand", "list", "--table", "mesa-1", "--limit", "1"),
    ("hand", "list", "--table", "nowhere"),
    ("hand", "list", "--after", "mesa-1/99"),
    ("hand", "list", "--after", "mesa-1/1"),
    ("round", "list"),
    ("round", "list", "--limit", "2"),
    ("round", "list", "--table", "roleta-1"),
    ("round", "list", "--limit", "3", "--after", "roulette:roleta-1/1"),
    ("--json", "hand", "list"),
    ("--json", "round", "list", "--limit", "2"),
)


@pytest.mark.usefixtures("folder")
def test_a_list_is_the_same_from_the_log_and_from_what_is_followed() -> None:
    """Byte by byte, and nothing is kept that was not before; so is the status, but for what is followed."""
    before = [ran(*words) for words in LISTS]
    status = ran("--json", "status").document
    assert not Path("demo/ledger-views.db").exists()
    assert ran("views", "follow", "search").status == 0
    assert [ran(*words) for words in LISTS] == before
    now = ran("--json", "status").document
    assert [one["behind"] for one in now.pop("projections") if one["name"] == "search"] == [0]
    assert status.pop("projections")
    assert now == status
