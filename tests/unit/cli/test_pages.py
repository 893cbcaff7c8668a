"""Pages: one file of HTML that needs nothing else, hides what its reader may not see, and says the figures of its view."""

from __future__ import annotations

import re
import tomllib
import xml.etree.ElementTree as ET
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tests.tools.printed import html
from tests.transcripts import checks, elsewhere, live, setting  # noqa: F401  # they fill the language
from tests.transcripts.player import Transcript
from tests.worlds.casino import LEDGER, casino
from tests.worlds.roulette import chip
from tests.worlds.simulated import as_entries
from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Word, written
from tombo.ledger.terms.unit import Unit
from tombo.projections.follow import Viewer
from tombo.projections.round.hand import HandView, net, of
from tombo.reports import pages
from tombo.reports.pages.hands import hand_page
from tombo.reports.pages.page import NOTHING, Column, Fact, Notes, Page, PageTable, Step, Steps

STORY: Final = (
    "terms letter\ntable 1:700 2:1900 3:5000 4:5000 button 3\nhand\ndeal 1:AsKd 2:AhKc 3:QsQd 4:2c3c\n"
    "seat 2 raises to 1900\nseat 3 calls\nseat 4 folds\nseat 1 calls\nflop Ac 7d 9h\nturn 3d\nriver 5s\nsettle"
)
ROOT: Final = Path(__file__).resolve().parents[3]
CSS: Final = Path(pages.__file__).with_name("page.css").read_text(encoding="utf-8")


def figure(amount: int, unit: Unit, spec: str = "figure") -> str:
    """An amount as a page has it."""
    return written(unit.sum(amount), Language.PT, spec)


def seen(viewer: Viewer, story: str = STORY) -> HandView:
    """The hand as ``viewer`` sees it; its closed cards are those of the world."""
    told = Transcript(story)
    told.play()
    stream = f"hand:{told.name}"
    openings = {slot: opening.card for slot, opening in told.world.openings(stream).items()}
    return of(as_entries(stream, told.world.hand_events(told.number)), openings, viewer)


def cell_texts(row: ET.Element) -> list[str]:
    """The cells of a row in Portuguese: without the English below."""
    return [(cell.text or "").strip() or "".join(cell.itertext()).strip() for cell in row]


def table_of(page: str, heading: str) -> list[list[str]]:
    """The rows of the table under a heading, the last of them its totals where it has some."""
    for section in ET.fromstring(page).iter("section"):
        title = section.find("h2")
        if title is not None and (title.text or "").strip() == heading:
            return [cell_texts(row) for part in ("tbody", "tfoot") for row in section.iterfind(f".//{part}/tr")]
    raise AssertionError(heading)


class Balanced(HTMLParser):
    """Reads a page as a browser does, and keeps what it finds open."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_page_is_well_formed_and_needs_nothing_else() -> None:
    """Both parsers read it whole: no script, no link, no picture, nothing fetched, no handler of events."""
    page = html(hand_page(seen(Viewer("officer"))))
    parser = Balanced()
    parser.feed(page)
    assert parser.open == []
    assert ET.fromstring(page).tag == "html"
    assert not parser.tags & {"script", "link", "img", "iframe", "object", "base", "form", "a"}
    assert not {name for name in parser.attributes if name.startswith("on") or name in {"src", "href", "style"}}
    assert not re.search(r"https?:|url\(|@import|//", page)


def test_an_installed_package_has_what_pages_are_made_of() -> None:
    """Every file beside the code of ``tombo.reports.pages`` is package data, and a page was just made of them."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    globs = project["tool"]["setuptools"]["package-data"]["tombo.reports.pages"]
    beside = {path.name for path in (ROOT / "reports/pages").iterdir() if path.is_file() and path.suffix != ".py"}
    assert beside == {path.name for glob in globs for path in (ROOT / "reports/pages").glob(glob)}
    assert beside == {"blocks.html", "page.css", "page.html"}


def test_a_page_says_in_which_language_everything_is() -> None:
    """The page is Portuguese, every English phrase is marked as such and stands after the Portuguese one."""
    root = ET.fromstring(html(hand_page(seen(Viewer()))))
    assert root.attrib["lang"] == "pt-PT"
    english = [part for part in root.iter() if "en" in part.attrib.get("class", "").split()]
    assert len(english) > 30
    assert {part.attrib["lang"] for part in english} == {"en"}
    assert root.findall("body/main/article/h1")[0].text == "Jogada mesa-1/1 "
    steps = root.findall(".//ol/li/div")
    assert len(steps) > 10
    for step in steps:
        languages = [line.get("lang", "pt") for line in step]
        assert languages == sorted(languages, reverse=True)
        assert set(languages) == {"en", "pt"}


def test_every_cell_has_its_headers() -> None:
    """Every table says which cells are headers of rows and which of columns, and has as many cells in every row."""
    root = ET.fromstring(html(hand_page(seen(Viewer()))))
    tables = list(root.iter("table"))
    assert len(tables) == 4
    for table in tables:
        rows = table.findall(".//tr")
        assert len({len(row) for row in rows}) == 1
        assert all(row[0].tag == "th" for row in rows)
        assert all(header.attrib["scope"] in {"row", "col"} for header in table.iter("th"))


def luminance(colour: str) -> float:
    """The relative luminance of a colour, as WCAG has it."""
    whole = colour.lstrip("#")
    whole = whole if len(whole) == 6 else "".join(letter * 2 for letter in whole)
    parts = [int(whole[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    red, green, blue = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_text_can_be_read_on_its_ground() -> None:
    """Every colour of text has a contrast of at least 6.5 to 1 on white and on the ground of an alarm; WCAG AA asks for 4.5."""
    colours = set(re.findall(r"[ {;](?:color|fill): (#[0-9a-f]+)", CSS)) - {"#fff"}
    assert len(colours) > 4
    for ground in ("#fff", "#fdf3f3"):
        for colour in colours:
            assert (luminance(ground) + 0.05) / (luminance(colour) + 0.05) >= 6.5, (colour, ground)


@pytest.mark.parametrize(
    "hostile", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "&lt;b&gt;", "{{ 7 * 7 }}", "[Ah]<b>"]
)
def test_what_people_wrote_stays_text(hostile: str) -> None:
    """Names and messages are escaped wherever a page may hold them."""
    both = Word("hostile", f"{hostile}!", hostile)
    page = html(
        Page(
            both,
            both,
            (Fact(both, hostile),),
            (
                PageTable(both, (Column(both),), ((hostile,),), (both,)),
                Steps(both, (Step(hostile, (both,), hostile),)),
                Notes(both, (hostile,), alarm=True),
            ),
        )
    )
    parser = Balanced()
    parser.feed(page)
    assert not parser.tags & {"script", "img", "b"}
    said = "".join(ET.fromstring(page).itertext())
    assert said.count(hostile.replace("[Ah]", "A♥")) >= 14


def test_no_character_turns_the_writing_around() -> None:
    """Controls, which no page may hold, and those that would turn 12,50 into 05,21 are shown as not readable."""
    page = html(Page(Word("t", "a\u202e05,21\u2066", "a\x00b"), Word("c", "d", "c"), (), ()))
    assert ET.fromstring(page).tag == "html"
    assert "a\ufffdb" in page
    assert "a\ufffd05,21\ufffd" in page


def test_a_page_has_no_card_its_reader_may_not_see() -> None:
    """Who folded shows nothing to a stranger or to the others; he himself and an officer see his cards."""
    drawn = {
        role: [row[3] for row in table_of(html(hand_page(seen(viewer))), "Lugares e cartas")]
        for role, viewer in {
            "outsider": Viewer(),
            "auditor": Viewer("auditor"),
            "other": Viewer("player", "p-1"),
            "own": Viewer("player", "p-4"),
            "officer": Viewer("officer"),
        }.items()
    }
    for role, shown in drawn.items():
        assert shown[3] == ("2♣ 3♣" if role in {"own", "officer"} else "?? ??"), role
        assert shown[:3] == ["A♠ K♦", "A♥ K♣", "Q♠ Q♦"]
    for viewer in (Viewer(), Viewer("auditor"), Viewer("player", "p-1")):
        assert "2♣" not in html(hand_page(seen(viewer)))


def test_the_figures_are_those_of_the_view() -> None:
    """Staked, collected and result of every player, pots and commission, as the view of the hand has them."""
    view = seen(Viewer())
    hand, unit = view.hand, view.started.terms.unit
    page = html(hand_page(view))
    rows = table_of(page, "Resultado, em EUR")
    order = sorted(range(4), key=hand.seats.__getitem__)
    assert rows[:-1] == [
        [
            view.started.seats[position].player,
            figure(hand.staked[position], unit),
            figure(sum(amount for _, owner, amount in hand.awards if owner == position), unit),
            "0,00",
            figure(net(hand, position), unit, "signed"),
        ]
        for position in order
    ]
    fees, awards = sum(fee for *_, fee in hand.fees), sum(won for *_, won in hand.awards)
    totals = [figure(amount, unit) for amount in (sum(hand.staked), awards, 0)]
    assert rows[-1] == ["Todos", *totals, figure(-fees, unit, "signed")]
    pots = table_of(page, "Potes e comissão")
    assert [row[0] for row in pots] == ["Pote principal", "Pote lateral 1"]
    assert sum(int(row[1].replace(",", "")) for row in pots) == fees + awards
    assert sum(int(row[2].replace(",", "")) for row in pots) == fees > 0
    assert "A♣ 7♦ 9♥ 3♦ 5♠" in "".join(ET.fromstring(page).itertext())


@pytest.mark.parametrize(
    ("lines", "waits"),
    [
        (3, "Em curso: seguem-se as cartas fechadas"),
        (4, "Em curso: p-2 tem de decidir"),
        (8, "Em curso: segue-se a próxima carta virada"),
        (11, "Em curso: todas as cartas estão dadas: falta liquidar"),
    ],
)
def test_a_hand_in_play_has_no_result_yet(lines: int, waits: str) -> None:
    """Its page says what it waits for, and where the result will stand there is nothing."""
    page = html(hand_page(seen(Viewer(), "\n".join(STORY.split("\n")[:lines]))))
    assert waits in page
    assert {row[-1] for row in table_of(page, "Resultado, em EUR")} == {NOTHING}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a spin, and one that is void."""
    folder = tmp_path_factory.mktemp("paged")
    with casino(folder, "R804") as evening:
        evening.spins({"p-1": (chip(100, "black"),)}, "1")
        evening.spins({"p-1": (chip(1_000, "red"), chip(50, "dozen", "1 2 3 4 5 6 7 8 9 10 11 12"))}, "1")
        evening.voids(evening.spins({"p-2": (chip(300, "black"),)}, None))
    return folder


def ran(*words: str) -> Ran:
    """``tombo`` on the casino's ledger."""
    return tombo(*LEDGER, *words)


def test_the_last_round_of_a_player_becomes_a_page(played: Path) -> None:
    """``player last-hand --html`` and ``round show --html`` write the page of the same round, and say where."""
    with inside(played):
        last, shown = (
            ran("player", "last-hand", "p-1", "--html", "last.html"),
            ran("--json", "round", "show", "roleta-1/2"),
        )
        page = Path("last.html").read_text(encoding="utf-8")
        assert ran("--json", "round", "show", "roleta-1/2", "--html", "shown.html").document == {"html": "shown.html"}
        assert "R804 r.24" in Path("shown.html").read_text(encoding="utf-8")
    assert last.out == "Wrote last.html: Round roulette:roleta-1/2.\n"
    (found,) = shown.document["players"]
    figures = [f"{found[name] // 100},{found[name] % 100:02d}" for name in ("staked", "prize", "returned")]
    assert table_of(page, "Resultado, em EUR") == [["p-1", *figures, f"+{found['net'] // 100},00"]]
    assert "p-1: com as suas cartas fechadas" in page


def test_several_last_rounds_are_one_file(played: Path) -> None:
    """``--last 2`` writes both into one page, the newest first, each a part of its own that begins on a sheet of its own."""
    with inside(played):
        assert ran("player", "last-hand", "p-1", "--last", "2", "--html", "two.html").out == (
            "Wrote two.html: Round roulette:roleta-1/2 and Round roulette:roleta-1/1.\n"
        )
        root = ET.fromstring(Path("two.html").read_text(encoding="utf-8"))
    assert [(title.text or "").strip() for title in root.iterfind("body/main/article/h1")] == [
        "Jogada roulette:roleta-1/2",
        "Jogada roulette:roleta-1/1",
    ]
    names = [part.attrib["id"] for part in root.iter() if "id" in part.attrib]
    assert len(names) == len(set(names)) > 4
    assert "break-before: page" in CSS


def test_nobody_s_last_round_is_no_page(played: Path) -> None:
    """Who played nothing is told so, and no file is written."""
    with inside(played):
        said = ran("player", "last-hand", "p-9", "--html", "none.html")
        assert (said.status, said.out) == (2, "")
        assert not Path("none.html").exists()


def test_a_void_round_says_why(played: Path) -> None:
    """The page of what is void has the rule, the incident with its times, and the refund, in both languages."""
    with inside(played):
        ran("player", "last-hand", "p-2", "--html", "void.html")
        page = Path("void.html").read_text(encoding="utf-8")
    root = ET.fromstring(page)
    (alarm,) = [part for part in root.iter("section") if "alarm" in part.attrib.get("class", "")]
    said = "".join(alarm.itertext())
    assert "Porque é nula" in said
    assert "Jogada nula (R804 r.20): as apostas são devolvidas aos jogadores" in said
    assert "O incidente: uma falha com origem no sistema técnico de jogo da entidade exploradora" in said
    assert "The incident: an outage with origin in the operator's technical system, reported by monitor" in said
    assert table_of(page, "Resultado, em EUR") == [["p-2", "3,00", "3,00", "0,00"]]
    assert "Não foi determinado nenhum número" in page
