"""Finding at the desk: what the form finds is what ``tombo find`` finds, page by page; what cannot be is told beside its field."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator, Mapping
from typing import Final

import pytest
from httpx2 import Response

from tests.tools.cli_run import tombo
from tests.worlds.desk import Desk, served_desk
from tests.worlds.desk_played import PLAYED_MANAGER, PLAYED_OFFICER, played_network
from tests.worlds.network import AUDITOR
from tombo.desk.places import PLACES
from tombo.ledger.core.cards import card_text
from tombo.ledger.operate.keyring import open_checked
from tombo.projections.follow import Viewer
from tombo.reports.shown.cards import Seen
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.rounds import in_json, look

CARD: Final = re.compile(r"\b[2-9TJQKA][cdhs]\b")
ROW: Final = re.compile(r'<th scope="row" role="rowheader"><a href="([^"]+)">([^<]+)</a></th>')
QUESTIONS: Final[tuple[tuple[dict[str, str], tuple[str, ...]], ...]] = (
    ({}, ()),
    ({"player": "p-omaha-3-1"}, ("--player", "p-omaha-3-1")),
    ({"table": "omaha-3"}, ("--table", "omaha-3")),
    ({"number": "5"}, ("--number", "5")),
    ({"game": "R811"}, ("--game", "R811")),
    ({"card": "As  Ad"}, ("--card", "As", "--card", "Ad")),
    ({"least": "5"}, ("--least", "5")),
    ({"least": "1,00", "most": "7.00"}, ("--least", "1.00", "--most", "7.00")),
    ({"from": "2026-07-15T05:40:00Z"}, ("--from", "2026-07-15T05:40:00Z")),
    ({"to": "2026-07-15T06:40:00+01:00"}, ("--to", "2026-07-15T06:40:00+01:00")),
    ({"incident": "omaha-3/5/outage"}, ("--incident", "omaha-3/5/outage")),
    ({"finding": "R811 r.23"}, ("--finding", "R811 r.23")),
    ({"disputed": "1"}, ("--disputed",)),
    ({"disputed": "1", "table": "omaha-3", "card": "Ks"}, ("--disputed", "--table", "omaha-3", "--card", "Ks")),
)


@pytest.fixture(scope="module")
def at_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A desk over two hours of play at which the officer is signed in."""
    folder = tmp_path_factory.mktemp("desk")
    with served_desk(played_network(f"sqlite:///{folder / 'ledger.db'}", folder)) as found:
        found.sign_in(found.token(PLAYED_OFFICER))
        yield found


def asked(at_desk: Desk, query: Mapping[str, str]) -> Response:
    """The page that answers the form."""
    return at_desk.client.get("/desk/find", params={"lang": "en", **query})


def rows(at_desk: Desk, page: Response) -> list[str]:
    """What is found, by its name, on this page and those behind it."""
    found = [html.unescape(name) for _, name in ROW.findall(page.text)]
    older = re.search(r'<a href="(\?[^"]+)" rel="next">', page.text)
    if older is None:
        return found
    assert len(found) == 25
    return found + rows(at_desk, at_desk.client.get(f"/desk/find{html.unescape(older[1])}"))


@pytest.mark.parametrize(("query", "words"), QUESTIONS, ids=lambda one: "-".join(one) if isinstance(one, dict) else "")
def test_what_is_found_is_what_the_command_finds(at_desk: Desk, query: dict[str, str], words: tuple[str, ...]) -> None:
    """The same, in the same order, on as many pages as it takes; what was asked stands in the form."""
    made = at_desk.made
    ran = tombo("--ledger", made.url, "--keys", str(made.keyring.directory), "--json", "find", *words, "--limit", "999")
    expected = [row["hand"] if "hand" in row else row["round"] for row in ran.document["items"]]
    page = asked(at_desk, query)
    assert rows(at_desk, page) == expected
    assert expected or "incident" in query  # nothing is void in these two hours
    assert len(expected) > 25 or query
    for name, typed in query.items():
        assert name == "game" or f'value="{html.escape(typed)}"' in page.text
    for _, link in zip(range(3), ROW.findall(page.text), strict=False):
        assert at_desk.client.get(html.unescape(link[0])).status_code == 200


def test_a_page_goes_on_where_the_one_before_ended(at_desk: Desk) -> None:
    """By a place in the log, so that nothing recorded meanwhile moves it; and leads back to the newest with the same question."""
    first = asked(at_desk, {"least": "0"})
    older = re.search(r'<a href="(\?[^"]+)" rel="next">', first.text)
    assert older is not None
    assert "after=" in older[1]
    second = at_desk.client.get(f"/desk/find{html.unescape(older[1])}")
    back = re.search(r'<a href="(\?[^"]+)">Back to the newest</a>', second.text)
    assert back is not None
    assert ROW.findall(at_desk.client.get(f"/desk/find{html.unescape(back[1])}").text) == ROW.findall(first.text)


@pytest.mark.parametrize(
    ("name", "typed", "told"),
    [
        ("player", "a b", "is no name"),
        ("table", "<script>alert(1)</script>", "is no name"),
        ("number", "\u202e7", "is no name"),
        ("game", "R999", "R999"),
        ("card", "Ah Zz", "&#39;Zz&#39; is no card"),
        ("least", "1e3", "is no amount of euro"),
        ("most", "-5", "is no amount of euro"),
        ("from", "yesterday", "expected for example"),
        ("to", "2026-07-14T20:00:00", "expected for example"),
        ("incident", "'; DROP TABLE entries; --", "is no name"),
        ("finding", "x" * 41, "is no rule"),
    ],
)
def test_what_cannot_be_is_told_beside_its_field(at_desk: Desk, name: str, typed: str, told: str) -> None:
    """In plain words, with what was typed still there as text; nothing is looked for."""
    page = asked(at_desk, {name: typed, "table": "omaha-3"} if name != "table" else {name: typed})
    assert page.status_code == 400
    (wrong,) = re.findall(r'<span class="wrong" id="w-([a-z]+)">([^<]+)</span>', page.text)
    assert wrong[0] == name
    assert told in wrong[1]
    assert f'aria-describedby="w-{name}' in page.text
    assert "<script>alert" not in page.text
    assert not ROW.findall(page.text)


@pytest.mark.parametrize(
    ("low", "high", "first", "last"),
    [("least", "most", "1.01", "1.00"), ("from", "to", "2026-07-14T20:00:01Z", "2026-07-14T20:00:00Z")],
)
def test_bounds_between_which_nothing_can_be_are_told(
    at_desk: Desk, low: str, high: str, first: str, last: str
) -> None:
    """Beside the upper one; what is the same at both ends can be."""
    page = asked(at_desk, {low: first, high: last})
    assert page.status_code == 400 and page.text.count("it is below the other bound") == 1
    assert f'id="w-{high}"' in page.text
    assert asked(at_desk, {low: last, high: last}).status_code == 200


def test_each_field_is_told_its_own(at_desk: Desk) -> None:
    """All of them at once; a place of no page is told too."""
    page = asked(at_desk, {"player": "a b", "card": "Zz", "least": "x", "after": "1e9"})
    assert re.findall(r'id="w-([a-z]+)"', page.text) == ["player", "card", "least"]
    assert "is no place in the log" in page.text
    assert asked(at_desk, {"after": "9" * 25}).status_code == 400


def test_nothing_found_is_said(at_desk: Desk) -> None:
    """In plain words."""
    page = asked(at_desk, {"player": "p-nobody"})
    assert (page.status_code, "Nothing on record is as you ask." in page.text) == (200, True)


@pytest.mark.parametrize(
    ("typed", "path"),
    [
        ("omaha-3/5", "/desk/hands/omaha-3/5"),
        ("hand:omaha-3/5", "/desk/hands/omaha-3/5"),
        ("omaha-3/5", "/desk/cases/omaha-3/5"),
        ("blackjack-1/5", "/desk/rounds/blackjack:blackjack-1/5"),
        ("blackjack:blackjack-1/5", "/desk/rounds/blackjack:blackjack-1/5"),
        ("omaha-3/5/outage", "/desk/find?incident=omaha-3%2F5%2Foutage"),
        ("tournament-7.1", "/desk/tournaments/tournament-7.1"),
    ],
)
def test_the_box_leads_to_what_is_called_so(at_desk: Desk, typed: str, path: str) -> None:
    """A hand, a round, a complaint, an incident, a tournament, whichever it is."""
    page = asked(at_desk, {"q": typed})
    assert (page.status_code, f'<li><a href="{path}">' in page.text) == (200, True)


@pytest.mark.parametrize(("typed", "field"), [("p-omaha-3-1", "player"), ("omaha-3", "table")])
def test_the_box_finds_what_a_player_or_a_table_played(at_desk: Desk, typed: str, field: str) -> None:
    """As the form does, which has it then."""
    page = asked(at_desk, {"q": typed})
    assert rows(at_desk, page) == rows(at_desk, asked(at_desk, {field: typed}))
    assert f'name="{field}" value="{typed}"' in page.text


@pytest.mark.parametrize(("typed", "status"), [("p-nobody", 200), ("x:y", 200), ("a b", 400), ("<b>", 400)])
def test_the_box_says_that_nothing_is_called_so(at_desk: Desk, typed: str, status: int) -> None:
    """Or that nothing can be."""
    page = asked(at_desk, {"q": typed})
    told = "is no name" if status == 400 else "Nothing on record is called"
    assert (page.status_code, told in page.text, "<b>" in page.text) == (status, True, False)
    assert not ROW.findall(page.text)


def test_a_complaint_and_an_incident_lead_to_their_pages(at_desk: Desk) -> None:
    """From the hand that they are of."""
    page = asked(at_desk, {"disputed": "1", "table": "omaha-3"})
    assert '<a href="/desk/cases/omaha-3/5">complaint omaha-3/5</a>' in page.text


def test_the_box_is_on_every_page(at_desk: Desk) -> None:
    """Of who is signed in, whoever that is; nobody else sees it."""
    for who in (at_desk.token(PLAYED_OFFICER), at_desk.token(PLAYED_MANAGER), AUDITOR):
        at_desk.sign_in(who)
        for place in PLACES:
            if "{" not in place.path and not place.path.startswith("/files/"):
                assert 'role="search" action="/desk/find"' in at_desk.client.get(f"/desk{place.path}").text
        assert asked(at_desk, {}).status_code == 200
    at_desk.client.cookies.clear()
    assert 'role="search"' not in at_desk.client.get("/desk/sign-in").text
    answer = at_desk.client.get("/desk/find", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/desk/sign-in?back=/desk/find")
    at_desk.sign_in(at_desk.token(PLAYED_OFFICER))


def test_no_closed_card_is_in_any_row(at_desk: Desk) -> None:
    """Of no hand or round, on no page, though the key that opens them lies there; and by none is anything found."""
    made, secret = at_desk.made, dict[str, set[str]]()
    with open_checked(made.url, made.keyring, read_only=True) as store:
        reader = Reader(store, made.keyring)
        for kind in ("hand", "sem_descarte"):
            for stream in reader.streams(kind):
                shown = json.dumps(in_json(look(reader, stream, Seen(Viewer("auditor"))), []))
                closed = {card_text(card) for card in reader.closed_cards(stream).values()}
                opened = set(CARD.findall(shown))
                secret[stream.removeprefix("hand:")] = closed - opened
    page, seen = asked(at_desk, {}), 0
    while True:
        for row in page.text.split('<th scope="row" role="rowheader">')[1:]:
            name = re.search(r">([^<]+)</a>", row)
            cards = set(CARD.findall(row.partition("</tr>")[0]))
            assert name is not None
            hidden = secret.get(html.unescape(name[1]), set())
            assert not cards & hidden, name[1]
            seen += bool(hidden)
        older = re.search(r'<a href="(\?[^"]+)" rel="next">', page.text)
        if older is None:
            break
        page = at_desk.client.get(f"/desk/find{html.unescape(older[1])}")
    assert seen > 20
    played, hidden = next((one, cards) for one, cards in secret.items() if cards and ":" not in one)
    table, _, number = played.rpartition("/")
    for card in hidden:
        assert played not in rows(at_desk, asked(at_desk, {"table": table, "number": number, "card": card}))
