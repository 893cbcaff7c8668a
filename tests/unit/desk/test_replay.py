"""The replay at the desk: what the command tells of every step, drawn by the server too, small, and held to the policy of the desk."""

from __future__ import annotations

import html
import json
import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest
from httpx2 import Response

from tests.pages.test_replayer_page import SIZE_MAX, flat, text
from tests.tools.cli_run import tombo
from tests.tools.told import replay_lines
from tests.unit.desk.test_pages import POLICY
from tests.worlds.desk import Desk, HandClock, served_desk
from tests.worlds.desk_played import PLAYED_MANAGER, PLAYED_OFFICER, played_network
from tests.worlds.floor import Floor
from tests.worlds.network import AUDITOR
from tombo.desk import replay
from tombo.desk.asked import DeskAsked
from tombo.desk.frame import Sheet
from tombo.ledger.core.ids import called
from tombo.ledger.core.language import Language
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.games.poker.commands import DealHoleCards, StartHand
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_checked
from tombo.projections.follow import Viewer
from tombo.projections.round.replay import ReplayStep, steps
from tombo.projections.round.view import AnyView
from tombo.reports.pages.replayer.page import BEGINNING, scenes_of
from tombo.reports.pages.replayer.scene import Scene
from tombo.reports.shown.cards import Seen
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.rounds import look
from tombo.serve.readers import OpenedLedger
from tombo.serve.who import HolderSort, Who

LOADED: Final = re.compile(r'(?:href|src)="(/desk/static/[^"]+)"')


@pytest.fixture(scope="module")
def at_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A desk over two hours of play at which the officer is signed in."""
    folder = tmp_path_factory.mktemp("desk")
    with served_desk(played_network(f"sqlite:///{folder / 'ledger.db'}", folder)) as found:
        found.sign_in(found.token(PLAYED_OFFICER))
        yield found


@pytest.fixture(scope="module")
def longest(at_desk: Desk) -> dict[str, tuple[AnyView, list[ReplayStep], tuple[Scene, ...]]]:
    """Of each game the hand or round with the most steps, as the desk shows it."""
    found = dict[str, tuple[AnyView, list[ReplayStep], tuple[Scene, ...]]]()
    with open_checked(at_desk.made.url, at_desk.made.keyring, read_only=True) as store:
        reader = Reader(store, at_desk.made.keyring)
        for game in TABLE_GAMES:
            stream = max(reader.streams(game), key=reader.version)
            view = look(reader, stream, Seen(Viewer("auditor")))
            taken = steps(view)
            found[game] = view, taken, scenes_of(view, taken)
    return found


def path(stream: str) -> str:
    """Where its replay is."""
    return f"/desk/hands/{called(stream)}" if stream.startswith("hand:") else f"/desk/rounds/{stream}"


def get(at_desk: Desk, stream: str, **query: Any) -> Response:
    """The page of its replay."""
    return at_desk.client.get(path(stream), params={"lang": "en", **query})


@pytest.mark.parametrize("language", [*Language])
@pytest.mark.parametrize("game", sorted(TABLE_GAMES))
def test_every_line_of_the_command_stands_on_the_page(
    at_desk: Desk, longest: Any, game: str, language: Language
) -> None:
    """What happened, whose decision it was, the rules, the clock, the money, recorded against recomputed, and who it is for."""
    view, taken, _ = longest[game]
    page = text(get(at_desk, view.stream, lang=language.value).text)
    for line in replay_lines(view, taken, language=language):
        told = re.sub(r"^ *\d+ {2}\d\d:\d\d:\d\d {2}", "", line).strip()
        if told == line.strip():  # not the head of a step, whose parts stand under labels of their own
            assert flat(re.sub(r"^\*\*\* (.+?) \*\*\*", r"\1", told)) in page, line
    assert ("an auditor: only the cards" if language is Language.EN else "auditor: só as cartas") in page


@pytest.mark.parametrize("game", sorted(TABLE_GAMES))
def test_a_step_is_drawn_by_the_server(at_desk: Desk, longest: Any, game: str) -> None:
    """With every card, chip, stack and player that the script would draw, marked in the list, between the steps before and behind it."""
    view, taken, scenes = longest[game]
    for at in (0, len(taken) // 2, len(taken) - 1):
        page = get(at_desk, view.stream, step=taken[at].number).text
        felt = page.partition('<div id="felt" aria-hidden="true">')[2].partition('<p id="told"')[0]
        scene = scenes[at]
        cards = sum(len(place.cards) for place in scene.places) + len(scene.board)
        cards += sum(len(held) for _, held in scene.apart)
        assert len(re.findall(r'<span class="card[ "]', felt)) == cards
        assert len(re.findall(r'<g class="laid', felt)) == len(scene.chips)
        assert len(re.findall(r"<rect ", felt)) == len(scene.fields)
        plain = flat(re.sub(r"<[^>]+>", " ", html.unescape(felt)))
        for place in scene.places:
            assert not isinstance(place.who, str) or place.who in plain
            assert place.stack is None or f"{place.stack.minor // 10**place.stack.decimals}" in plain
        assert f'<li id="step-{taken[at].number}" aria-current="step">' in page
        ways = page.partition('<nav class="walk"')[2].partition("</nav>")[0]
        assert re.findall(r'href="\?step=(\d+)"', ways) == [
            str(taken[number].number) for number in (0, at - 1, at + 1, len(taken) - 1) if 0 <= number < len(taken)
        ]
        assert f"<b>Step {at + 1} of {len(taken)}</b>" in ways


@pytest.mark.parametrize("game", sorted(TABLE_GAMES))
def test_a_page_is_small_with_everything_in_it(at_desk: Desk, longest: Any, game: str) -> None:
    """The longest of each game with the style sheets and the script that it loads, each from this server and no other: under 150 KB."""
    page = get(at_desk, longest[game][0].stream)
    files = LOADED.findall(page.text)
    assert {name.rpartition("/")[2] for name in files} == {"tombo.svg", "desk.css", "replayer.css", "replayer.js"}
    whole = len(page.content) + sum(len(at_desk.client.get(name).content) for name in files)
    assert whole < SIZE_MAX, whole


@pytest.mark.parametrize("game", sorted(TABLE_GAMES))
def test_it_is_held_to_the_policy_of_the_desk(at_desk: Desk, longest: Any, game: str) -> None:
    """Nothing runs and no style stands inline: the one script of the page is data, which no browser runs."""
    page = get(at_desk, longest[game][0].stream)
    assert page.headers["content-security-policy"] == POLICY
    (data,) = re.findall(r"<script(?! type=\"module\" src=)[^>]*>", page.text)
    assert data == '<script type="application/json" id="drawing">'
    drawing = json.loads(page.text.partition(data)[2].partition("</script>")[0])
    assert len(drawing["steps"]) == len(longest[game][1])
    rest = page.text.replace(data, "")
    assert re.search(r"<style|\sstyle=|\son[a-z]+=|https?://", rest) is None


@pytest.mark.parametrize("game", sorted(TABLE_GAMES))
def test_every_step_leads_to_the_entry_that_it_is(at_desk: Desk, longest: Any, game: str) -> None:
    """To its page, which says the same place; in the file, which has no desk behind it, the log index is text."""
    view, taken, _ = longest[game]
    page = get(at_desk, view.stream).text
    for step in taken:
        there = f'<a href="/desk/entries/{step.entry.index}">index {step.entry.index}, version {step.entry.version}</a>'
        item = page.partition(f'<li id="step-{step.number}"')[2].partition("</li>")[0]
        assert item.count(there) == item.count("/desk/entries/") == 1
    entry = at_desk.client.get(f"/desk/entries/{taken[-1].entry.index}", params={"lang": "en"})
    assert (entry.status_code, view.stream in entry.text) == (200, True)
    alone = get(at_desk, view.stream, **{"as": "file"}).text
    assert "/desk/" not in alone
    assert f"index {taken[-1].entry.index}, version {taken[-1].entry.version}" in text(alone)


def test_its_script_and_style_are_those_of_the_file(at_desk: Desk, longest: Any) -> None:
    """From one source: the file embeds the bytes that the desk serves."""
    stream = longest["hand"][0].stream
    alone = get(at_desk, stream, **{"as": "file"}).text
    for name in LOADED.findall(get(at_desk, stream).text):
        if name.endswith(("replayer.css", "replayer.js")):
            assert at_desk.client.get(name).text in alone


@pytest.mark.parametrize("typed", ["0", "999", "abc", "-1", "1e3", "9" * 30, "<b>", "\uff11"])
def test_a_step_that_is_none_is_told(at_desk: Desk, longest: Any, typed: str) -> None:
    """404 in plain words, and the first one is drawn."""
    page = get(at_desk, longest["hand"][0].stream, step=typed)
    assert (page.status_code, "the replay of" in page.text, "<b>&lt;b" in page.text) == (404, True, False)
    assert '<li id="step-1" aria-current="step">' in page.text


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ("hands/mesa-1/1", 404),
        ("hands/hand:mesa-1/1", 404),
        ("hands/a b", 400),
        ("hands/%00", 400),
        ("hands/..%2f..%2fetc%2fpasswd", 400),
        ("rounds/nothing/1", 404),
        ("rounds/poker:x/1", 404),
        ("rounds/account:p-1", 404),
        ("hands/omaha-3/1?as=zzz", 404),
        ("acts/new/nothing", 404),
        ("rounds/%3Cscript%3E", 400),
        ("tournaments/nothing", 404),
        ("tournaments/a b", 400),
    ],
)
def test_what_is_not_there_is_told(at_desk: Desk, asked: str, status: int) -> None:
    """In the frame of the desk."""
    page = at_desk.client.get(f"/desk/{asked}")
    assert (page.status_code, 'role="alert"' in page.text, "<script>" in page.text) == (status, True, False)


def test_a_round_is_found_by_its_short_name_and_a_hand_by_its_type(at_desk: Desk, longest: Any) -> None:
    """As at the terminal."""
    hand, round_ = longest["hand"][0].stream, longest["blackjack"][0].stream
    assert at_desk.client.get(f"/desk/hands/{hand}").text.count("Replay of ") >= 1
    assert at_desk.client.get(f"/desk/rounds/{round_.partition(':')[2]}").status_code == 200
    assert at_desk.client.get(f"/desk/rounds/{hand}").status_code == 200


@pytest.mark.parametrize("game", sorted(TABLE_GAMES))
def test_the_page_to_print_and_the_file_are_those_of_the_command(
    at_desk: Desk, longest: Any, game: str, tmp_path: Path
) -> None:
    """But for when they were issued; each under a policy of its own bytes, in no frame, and the file to be saved."""
    stream, made = longest[game][0].stream, at_desk.made
    words = ("--ledger", made.url, "--keys", str(made.keyring.directory), "round")
    issued = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d|(?:\\0000[0-9a-f]{2}|\d)+")
    for asked, option, verb in (("page", "--html", "show"), ("file", "--page", "replay")):
        page = get(at_desk, stream, **{"as": asked})
        assert tombo(*words, verb, stream, "--viewer", "auditor", option, str(tmp_path / "p.html")).status == 0
        there = (tmp_path / "p.html").read_text(encoding="utf-8")
        assert issued.sub("", page.text) == issued.sub("", there)
        policy = page.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in policy
        assert "'self'" not in policy
        style = page.text.partition("<style>")[2].partition("</style>")[0]
        assert f"style-src 'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'" in policy
        assert page.headers["cache-control"] == "no-store"
        (tmp_path / "p.html").unlink()
    assert page.text.startswith(BEGINNING)
    assert re.fullmatch(r'attachment; filename="[a-z_0-9.-]+\.html"', page.headers["content-disposition"])
    assert len(page.content) < SIZE_MAX


def test_a_hand_of_a_tournament_leads_to_its_standings(at_desk: Desk) -> None:
    """What ``tombo tournament show`` prints, sentence by sentence; who is out leads to the hand he went out in."""
    page = at_desk.client.get("/desk/hands/tournament-7.1.1/5", params={"lang": "en"}).text
    assert '<a href="/desk/tournaments/tournament-7.1">' in page
    assert "Tournament tournament-7.1, level " in page
    made = at_desk.made
    for language in Language:
        told = at_desk.client.get("/desk/tournaments/tournament-7.1", params={"lang": language.value}).text
        words = ("--ledger", made.url, "--keys", str(made.keyring.directory), "--lang", language.value)
        printed = tombo(*words, "tournament", "show", "tournament-7.1").out.rstrip("\n").split("\n")
        places = [at for at, line in enumerate(printed) if line.startswith(("Standings", "Classificação"))]
        described, standings = printed[: places[0]], printed[places[0] + 1 :]
        sentences = re.findall(r"<p(?: class=\"deeper\")?>(.*?)</p>", told.partition("<main")[2])
        assert [html.unescape(one) for one in sentences] == [line.strip() for line in described]
        rows = re.findall(r"<tr role=\"row\"><th scope=\"row\".*?</tr>", told)
        assert len(rows) == len(standings) > 1
        for row, line in zip(rows, standings, strict=True):
            place, player, paid, stands = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row)
            said = html.unescape(re.sub(r"<[^>]+>", "", stands))
            word = "entry" if language is Language.EN else "inscrição"
            assert line.strip() == f"{place} {player} ({word} {paid}): {said}"
            out = re.search(r"(?:out in hand|na jogada) ([^ ,]+)", line)
            assert ("<a href" in stands) == (out is not None)
            if out is not None:
                assert f'<a href="/desk/hands/{out[1]}">' in stands


@pytest.mark.parametrize(("who", "offered"), [(PLAYED_OFFICER, True), (PLAYED_MANAGER, False), (AUDITOR, False)])
def test_the_form_for_closed_cards_is_for_officers(at_desk: Desk, longest: Any, who: str, *, offered: bool) -> None:
    """Of whoever was there, or all; of a game without closed cards there is none."""
    at_desk.sign_in(who if who == AUDITOR else at_desk.token(who))
    view = longest["hand"][0]
    page = get(at_desk, view.stream).text
    assert ("/desk/acts/new/closed_cards" in page) == offered
    found = [html.unescape(one) for one in re.findall(r'<option value="([^"]+)">p-', page)]
    assert found == ([seat.player for seat in view.started.seats] if offered else [])
    assert "/desk/acts/new/closed_cards" not in get(at_desk, longest["roulette"][0].stream).text
    at_desk.sign_in(at_desk.token(PLAYED_OFFICER))


@pytest.mark.parametrize(("who", "offered"), [(PLAYED_OFFICER, True), (PLAYED_MANAGER, False), (AUDITOR, False)])
def test_a_complaint_begins_where_it_is_replayed(at_desk: Desk, longest: Any, who: str, *, offered: bool) -> None:
    """An officer is led to the form, which knows what it is about; what is over is void no more."""
    at_desk.sign_in(who if who == AUDITOR else at_desk.token(who))
    for view, *_ in longest.values():
        page, ways = get(at_desk, view.stream).text, r'href="(/desk/acts/new/(?:void|open_dispute)\?[^"]+)"'
        (led,) = re.findall(ways, page) if offered else [None]
        assert (re.search(ways, page) is None) != offered
        if led is not None:
            assert f'value="{html.escape(view.stream)}"' in at_desk.client.get(html.unescape(led)).text
    at_desk.sign_in(at_desk.token(PLAYED_OFFICER))


def test_of_what_is_in_play_no_closed_card_is_offered(tmp_path: Path) -> None:
    """It says so; the door would refuse it."""
    url, keyring = f"sqlite:///{tmp_path / 'ledger.db'}", Keyring(tmp_path / "keys")
    ledger = create_ledger(url, keyring, origin="operator.example/1")
    with ledger.store:
        floor = Floor(ledger.handle)
        floor.open_table()
        floor.do(StartHand(table="mesa-1"))
        floor.do(DealHoleCards(cards=["Ah", "Kh", "Qh", "Jh", "Th", "9h"], hand="mesa-1/1"))
    asked = DeskAsked(Who(HolderSort.STAFF, "rui"), frozenset({"officer"}), Language.EN, {"hand": "mesa-1/1"}, {})
    with open_checked(url, keyring, read_only=True) as store:
        sheet = replay.hand(OpenedLedger(Reader(store, keyring), HandClock(), url, keyring), asked)
    assert isinstance(sheet, Sheet)
    assert (sheet.values["may_read"], sheet.values["why_closed"].about) == (False, "closed_in_play")
    assert [one.path for one in sheet.values["offers"]] == [
        "/desk/acts/new/void?round=hand%3Amesa-1%2F1",
        "/desk/acts/new/open_dispute?about=hand%3Amesa-1%2F1",
    ]
