"""The page of a replay is one small file that needs nothing else: every step stands on it as 'hand replay' tells it, and its policy fits it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from tests.pages.test_replayer import AUDITOR, played
from tests.tools.cli_run import inside, tombo
from tests.tools.printed import ISSUED
from tests.tools.told import replay_lines
from tests.worlds.casino import LEDGER, casino
from tests.worlds.roulette import chip
from tests.worlds.simulated_log import GAMES, day
from tombo.ledger.core.language import Language
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.games.game import Recomputed
from tombo.ledger.games.roulette.commands import ReportSpinBetRefused
from tombo.ledger.games.tournament.events import LevelStarted
from tombo.projections.follow import Viewer
from tombo.projections.round.replay import ReplayStep, again, steps
from tombo.projections.round.view import AnyView, of
from tombo.reports.pages.replayer.page import embedded, level_at, policy, replay_page
from tombo.reports.said.play.replayer import REPLAYER_TITLE

SIZE_MAX: Final = 150_000
CARD: Final = re.compile(r"\b(10|[2-9JQKA])([♠♥♦♣])")
SUITS: Final = {"♠": "s", "♥": "h", "♦": "d", "♣": "c"}


class Tag(NamedTuple):
    """A tag with its attributes, and what stands in it as it came."""

    name: str
    attributes: dict[str, str | None]
    text: list[str]


class Tags(HTMLParser):
    """A page as its tags in order; whatever text follows one is of it until the next."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[Tag] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One more."""
        self.tags.append(Tag(tag, dict(attrs), []))

    def handle_endtag(self, tag: str) -> None:
        """What follows is of none."""
        self.tags.append(Tag(f"/{tag}", {}, []))

    def handle_data(self, data: str) -> None:
        """Text."""
        if self.tags:
            self.tags[-1].text.append(data)

    def named(self, name: str) -> list[Tag]:
        """Those of this name."""
        return [tag for tag in self.tags if tag.name == name]


def drawn(view: AnyView, taken: list[ReplayStep], language: Language = Language.EN) -> str:
    """The page of it."""
    return replay_page(view, taken, again(view), issued=ISSUED, language=language)


def text(page: str) -> str:
    """All that can be read on ``page``, cards written as a terminal has them."""
    shown = "".join("".join(tag.text) for tag in Tags(page).tags if tag.name not in {"style", "script", "title"})
    plain = CARD.sub(lambda found: found[1].replace("10", "T") + SUITS[found[2]], shown)
    return flat(plain)


def flat(text: str) -> str:
    """``text`` without the brackets round cards, and with one space where there are several."""
    return re.sub(r"\s+", " ", re.sub(r"[\[\]]", "", text)).strip()


@pytest.mark.parametrize("language", [*Language])
@pytest.mark.parametrize("game", sorted(TABLE_GAMES))
def test_every_line_of_a_replay_stands_on_its_page(game: str, language: Language) -> None:
    """What happened, whose decision it was, the rules, where the money is: in the same words, in either language."""
    for view, taken, _ in played(game)[:40]:
        page = text(drawn(view, taken, language))
        for line in replay_lines(view, taken, language=language):
            told = re.sub(r"^ *\d+ {2}\d\d:\d\d:\d\d {2}", "", line).strip()
            if told != line.strip():  # the head of a step, whose parts stand under labels of their own
                continue
            assert flat(re.sub(r"^\*\*\* (.+?) \*\*\*", r"\1", told)) in page, (view.stream, line)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_page_is_small_and_names_nothing_outside_it(game: str) -> None:
    """Under 150 KB with everything in it; no address, no handler, no style of its own in any tag."""
    for view, taken, _ in sorted(played(game), key=lambda one: len(one[1]))[-12:]:  # the longest
        page = drawn(view, taken)
        assert len(page.encode()) < SIZE_MAX, view.stream
    tags = Tags(page)
    assert not [tag for tag in tags.tags if {"src", "srcset", "style", "action", "data"} & tag.attributes.keys()]
    assert not [name for tag in tags.tags for name in tag.attributes if name.startswith("on")]
    assert all((tag.attributes["href"] or "").startswith("#step-") for tag in tags.named("a"))
    assert tags.named("link") == tags.named("iframe") == tags.named("img") == []
    (style,), script = tags.named("style"), "".join(tags.named("script")[1].text)
    assert not re.search(r"url\(|@import|https?:", "".join(style.text))
    assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval|fetch|XMLHttp|import\(", script)


def test_the_policy_is_of_what_stands_on_the_page() -> None:
    """The hashes are those of its one style sheet and its one script; nothing else may be loaded or run."""
    view, taken, _ = played("hand")[0]
    tags = Tags(drawn(view, taken))
    hashes = [
        f"'sha256-{b64encode(sha256(''.join(tag.text).encode()).digest()).decode()}'"
        for tag in (tags.named("style")[0], tags.named("script")[1])
    ]
    (stated,) = [tag.attributes["content"] for tag in tags.named("meta") if "http-equiv" in tag.attributes]
    assert stated == policy()
    assert stated == (
        f"default-src 'none'; style-src {hashes[0]}; script-src {hashes[1]}; base-uri 'none'; form-action 'none'"
    )
    data, script = tags.named("script")
    assert (data.attributes["type"], script.attributes) == ("application/json", {})


def test_no_text_ends_the_data_of_the_drawing() -> None:
    """A sign that HTML would read is written as JSON writes it, and reads back as it was."""
    text = {"who": "</script><!-- & -->"}
    assert not set("<>&") & set(embedded(text))
    assert json.loads(embedded(text)) == text


def test_what_is_not_what_the_rules_give_is_told_as_an_alarm() -> None:
    """A difference stands on the page, and so do both amounts."""
    view, taken, _ = next(one for one in played("hand") if again(one[0]).received)
    found = again(view)
    first, *others = found.received
    wrong = Recomputed(
        (REPLAYER_TITLE(played=view.stream),), (first._replace(recomputed=first.recorded + 123), *others)
    )
    page = replay_page(view, taken, wrong, issued=ISSUED, language=Language.EN)
    assert 'class="alarm"' not in drawn(view, taken)
    assert page.count('class="alarm"') >= 3
    assert "NOT what the rules of this hand give" in page


def test_a_hand_of_a_tournament_names_its_level() -> None:
    """It is the one that had begun when the hand did, and no later one."""
    log = day()[1]
    tournaments = {entry.stream for entry in log if isinstance(entry.event, LevelStarted) and entry.event.level > 1}
    found = set[int]()
    for stream, entries in day()[2].items():
        name = getattr(entries[0].event, "tournament", None)
        if name is None or f"tournament:{name}" not in tournaments:
            continue
        told = [entry for entry in log if entry.stream == f"tournament:{name}"]
        level = level_at(entries[0], told)
        assert level is not None
        begun = [
            one.event.level for one in told if isinstance(one.event, LevelStarted) and one.index < entries[0].index
        ]
        assert level == begun[-1], stream
        if level not in found:
            view = of(entries, {}, AUDITOR)
            page = replay_page(view, steps(view), again(view), issued=ISSUED, language=Language.PT, level=level)
            assert f"Torneio {name}, nível {level}" in page
        found.add(level)
    assert len(found) > 1, "no hand of a second level was played"


def test_a_bet_that_was_turned_down_is_for_nobody_else_to_read(tmp_path: Path) -> None:
    """It says what its player had: another player and an outsider are not told of it, in no form; he and an auditor are."""
    with casino(tmp_path) as played_here:
        name = played_here.spins({"p-1": (chip(100, "red"),)}, None)
        played_here.floor.do(ReportSpinBetRefused(chips=[chip(77, "red")], player="p-2", round=name, rule="R804 r.10"))
    with inside(tmp_path):
        said = tombo(*LEDGER, "round", "replay", name, "--viewer", "outsider")
        assert "turned down" in tombo(*LEDGER, "round", "replay", name).out
        assert "turned down" not in said.out
        assert "0.77" not in said.out
        assert "bet_refused" not in tombo(*LEDGER, "--json", "round", "replay", name, "--viewer", "outsider").out
        tombo(*LEDGER, "round", "replay", name, "--viewer", "outsider", "--page", "page.html")
    assert "0.77" not in (tmp_path / "page.html").read_text(encoding="utf-8")


def test_the_command_writes_it_and_replaces_an_older_one(tmp_path: Path) -> None:
    """In the language of ``--lang``; with a step it names the link to it; what is no such page stays; closed cards are for their reader alone."""
    with casino(tmp_path) as evening:
        name = evening.spins({"p-1": (chip(100, "red"),)}, "17")
        sealed = evening.dealt({1: 500}, {1: "2h 2d 7c 8s Jd"}, "Ac Kd 9h 6s 3c")
        evening.settles(sealed, goes_on=(1,), folds=())
    with inside(tmp_path):
        for _ in range(2):
            ran = tombo(*LEDGER, "--lang", "pt", "round", "replay", name, "--page", "page.html", "--step", "2")
            assert ran.out == f"Escrito em page.html#step-2: Repetição de roulette:{name}.\n"
        page = (tmp_path / "page.html").read_text(encoding="utf-8")
        assert '<html lang="pt-PT">' in page
        assert tombo(*LEDGER, "--json", "round", "replay", name, "--page", "page.html").lines == [{"page": "page.html"}]
        (tmp_path / "mine.html").write_text("<!DOCTYPE html>\n<html>", encoding="utf-8")
        assert tombo(*LEDGER, "round", "replay", name, "--page", "mine.html").status != 0
        officer = ("--viewer", "officer", "--staff", "rui", "--reason", "complaint 17")
        closed = tombo(*LEDGER, "round", "replay", f"sem_descarte:{sealed}", *officer, "--page", "his.html")
        assert closed.status == 0, closed
    assert (tmp_path / "mine.html").read_text(encoding="utf-8") == "<!DOCTYPE html>\n<html>"
    assert (tmp_path / "his.html").stat().st_mode & 0o077 == 0


def test_a_viewer_is_shown_his_own_cards_and_no_others() -> None:
    """A player sees his own from the deal on; nobody else's card stands on his page before it was shown."""
    world = day()[0]
    found = 0
    for stream, entries in day()[2].items():
        if not stream.startswith("hand:") or found == 20:
            continue
        openings = {slot: opening.card for slot, opening in world.openings(stream).items()}
        seated = entries[0].event.seats[0]
        view = of(entries, openings, Viewer("player", seated.player))
        auditor = of(entries, {}, AUDITOR)
        own, others = steps(view), steps(auditor)
        if not openings or not own[-1].cards.get(seated.seat):
            continue
        found += 1
        for mine, theirs in zip(own, others, strict=True):
            assert {k: v for k, v in mine.cards.items() if k != seated.seat} == {
                k: v for k, v in theirs.cards.items() if k != seated.seat
            }
    assert found
