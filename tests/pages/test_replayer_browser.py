"""The page of a replay in a browser: buttons, keys and links lead from step to step, everybody can use it, and nothing foreign runs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Literal

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.pages.test_replayer import played
from tests.tools.browser import browser, violations  # noqa: F401  # the fixture is asked for by its name
from tests.tools.printed import ISSUED
from tombo.ledger.core.language import Language
from tombo.ledger.games.every import TABLE_GAMES
from tombo.projections.round.replay import again
from tombo.reports.pages.replayer.page import replay_page

FOREIGN: Final = "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.foreign=1\">')"


def written(folder: Path, game: str, language: Language = Language.EN) -> tuple[str, int]:
    """The page of the longest hand or round of ``game``, and how many steps it has."""
    view, taken, _ = max(played(game), key=lambda one: len(one[1]))
    file = folder / f"{game}-{language}.html"
    file.write_text(replay_page(view, taken, again(view), issued=ISSUED, language=language), encoding="utf-8")
    return file.as_uri(), len(taken)


@pytest.fixture
def opened(browser: Browser) -> Iterator[Page]:  # noqa: F811  # the fixture
    """A page that tells whatever goes wrong in it."""
    context = browser.new_context(viewport={"width": 1_440, "height": 900})
    page, wrong = context.new_page(), list[str]()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("request", lambda asked: wrong.append(asked.url) if not asked.url.startswith("file:") else None)
    yield page
    context.close()
    assert wrong == []


def at(page: Page) -> int:
    """The step that is shown, by the link to it."""
    return int(page.evaluate("location.hash").removeprefix("#step-"))


def test_keys_and_buttons_lead_through_the_steps(opened: Page, tmp_path: Path) -> None:
    """Arrows, Home and End; the buttons do the same; the step is told in the words of its history."""
    url, count = written(tmp_path, "hand")
    opened.goto(url)
    taken = [at(opened)]
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"):
        opened.keyboard.press(key)
        taken.append(at(opened))
    assert taken == [1, 2, 3, 2, count, count, 1, 1]
    for button, step in (("#on", 2), ("#on", 3), ("#back", 2), ("#last", count), ("#first", 1)):
        opened.click(button)
        assert at(opened) == step
    told = opened.locator("#steps li").nth(0).locator(".happened").inner_text()
    assert opened.locator("#told").inner_text() == told
    assert opened.locator("#told").get_attribute("role") == "status"


def test_it_plays_at_the_speed_that_is_chosen_and_stops_at_the_end(opened: Page, tmp_path: Path) -> None:
    """Space plays and pauses; whoever takes a step himself pauses; behind the last step it stands."""
    url, count = written(tmp_path, "hand")
    opened.clock.install(time=0)
    opened.goto(url)
    opened.keyboard.press("Space")
    opened.clock.run_for(1_700)
    assert at(opened) == 2
    opened.keyboard.press("Space")
    opened.clock.run_for(10_000)
    assert at(opened) == 2
    opened.select_option("#speed", "4")
    opened.click("#play")
    opened.clock.run_for(1_700)
    assert at(opened) == 6
    opened.keyboard.press("ArrowLeft")
    opened.clock.run_for(10_000)
    assert at(opened) == 5
    opened.click("#play")
    opened.clock.run_for(count * 1_000)
    assert at(opened) == count
    expect(opened.locator("#play")).to_have_attribute("aria-label", "Play (space)")


def test_a_link_leads_to_its_step_and_a_street_to_its_first(opened: Page, tmp_path: Path) -> None:
    """``#step-7`` opens it; links of the list and of streets show their step; the range does too."""
    url, count = written(tmp_path, "hand")
    opened.goto(f"{url}#step-7")
    assert at(opened) == 7
    expect(opened.locator("#count")).to_have_text(f"Step 7 of {count}")
    expect(opened.locator("#felt")).to_be_in_viewport()
    opened.click("#steps li >> nth=3 >> a")
    assert at(opened) == 4
    part = opened.locator(".parts a").nth(1)
    part.click()
    assert at(opened) == int((part.get_attribute("href") or "").removeprefix("#step-"))
    expect(part).to_have_attribute("aria-current", "true")
    opened.locator("#at").fill("9")
    assert at(opened) == 9
    opened.evaluate("location.hash = '#step-2'")
    expect(opened.locator("#count")).to_have_text(f"Step 2 of {count}")


@pytest.mark.parametrize("game", sorted(TABLE_GAMES))
def test_every_step_of_every_game_is_drawn(opened: Page, tmp_path: Path, game: str) -> None:
    """Cards, amounts and pseudonyms of each step stand on the table, nothing of it is cut off, and nothing goes wrong."""
    url, count = written(tmp_path, game, Language.PT)
    _, _, scenes = max(played(game), key=lambda one: len(one[1]))
    opened.goto(url)
    for number, scene in enumerate(scenes, 1):
        assert at(opened) == number
        felt = opened.locator("#felt").inner_text()
        assert all(str(place.who) in felt for place in scene.places if isinstance(place.who, str))
        cards = sum(len(place.cards) for place in scene.places) + len(scene.board)
        cards += sum(len(held) for _, held in scene.apart)
        assert opened.locator("#felt .card").count() == cards
        assert opened.locator("#felt .laid").count() == len(scene.chips)
        opened.keyboard.press("ArrowRight")
    assert count == len(scenes)
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [390, 1_440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", sorted(TABLE_GAMES))
def test_everybody_can_use_it(
    browser: Browser,  # noqa: F811  # the fixture
    tmp_path: Path,
    game: str,
    scheme: Literal["light", "dark"],
    width: int,
) -> None:
    """Nothing is wrong by axe-core, in both colour schemes, on a phone and on a desk; nothing is wider than the screen."""
    url, count = written(tmp_path, game)
    context = browser.new_context(
        viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce"
    )
    page = context.new_page()
    for step in (count // 2, count):
        page.goto(f"{url}#step-{step}")
        page.reload()
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    context.close()


def test_without_a_script_every_step_stands_there_to_read(browser: Browser, tmp_path: Path) -> None:  # noqa: F811  # the fixture
    """The list is whole, a link leads into it, and no control stands there that does nothing."""
    url, count = written(tmp_path, "hand")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{url}#step-5")
    assert page.locator("#steps li").count() == count
    expect(page.locator("#step-5 dl")).to_be_visible()
    expect(page.locator("#step-5")).to_be_in_viewport()
    expect(page.locator("#stage")).to_be_hidden()
    context.close()


def test_on_paper_stand_the_steps_and_no_control(opened: Page, tmp_path: Path) -> None:
    """What is told of each step is printed with it."""
    opened.goto(written(tmp_path, "hand")[0])
    opened.emulate_media(media="print")
    expect(opened.locator("#steps li dl").nth(3)).to_be_visible()
    expect(opened.locator(".controls")).to_be_hidden()


def test_who_wants_no_movement_sees_none(browser: Browser, tmp_path: Path) -> None:  # noqa: F811  # the fixture
    """No chip flies and no card slides in; with movement they do."""
    url, _ = written(tmp_path, "hand")
    moving = dict[str, int]()
    for motion in ("reduce", "no-preference"):
        chosen: Any = motion
        context = browser.new_context(reduced_motion=chosen)
        page = context.new_page()
        page.goto(url)
        seen = 0
        for _ in range(8):
            page.keyboard.press("ArrowRight")
            seen += page.evaluate("document.getAnimations().length")
        moving[motion] = seen
        context.close()
    assert moving["reduce"] == 0 < moving["no-preference"]


def test_nothing_foreign_runs_on_the_page(browser: Browser, tmp_path: Path) -> None:  # noqa: F811  # the fixture
    """A handler that somebody brings in is refused by the policy of the page, and an address is not asked."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(written(tmp_path, "hand")[0])
    page.evaluate(
        "document.addEventListener('securitypolicyviolation', (one) => { document.body.dataset.refused = one.violatedDirective; })"
    )
    page.evaluate(FOREIGN)
    expect(page.locator("body")).to_have_attribute(
        "data-refused", re.compile(".")
    )  # no function is let in to wait for it
    assert page.evaluate("window.foreign") is None
    context.close()
