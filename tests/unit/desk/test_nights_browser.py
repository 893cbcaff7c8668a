"""The pages of nights in a browser: from the list to the forged entry by keyboard alone, a day closed with a signature made there, and pages for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from tests.tools.browser import browser as browser  # noqa: PLC0414  # the fixture
from tests.tools.browser import violations
from tests.worlds.desk import MANAGER_NAME
from tests.worlds.network import AUDITOR, ORIGIN, serving
from tests.worlds.nights import Nights, nights
from tests.worlds.staff import key_of
from tombo.ledger.seal.keyfile import save_encrypted_key

pytestmark = pytest.mark.once

PASSPHRASE: Final = "uma frase-passe muito boa"
LOG_COST: Final = 12
"""Of the key file, which a test does not wait for."""
STOPS_MAX: Final = 80
"""Presses of the tab key until a link is reached."""


class Served(NamedTuple):
    """Where the desk is, its nights, and the manager's key file."""

    url: str
    nights: Nights
    key: Path


SAID_THERE: Final = """[...document.querySelectorAll(".fitted tbody tr")].every(
    (row) => row.children[1].getBoundingClientRect().left < innerWidth - 60
)"""
"""Whether of every row of a table something is seen beside what it is called, without moving it."""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A desk, served as a process."""
    folder = tmp_path_factory.mktemp("nights")
    found = nights(f"sqlite:///{folder / 'ledger.db'}", folder)
    key = folder / "ana.key"
    save_encrypted_key(key, key_of(ORIGIN, MANAGER_NAME), PASSPHRASE.encode(), log_cost=LOG_COST)
    with serving(found.made) as (url, _):
        yield Served(url, found, key)


def as_auditor(page: Page, served: Served, path: str) -> None:
    """An auditor signs in, on the way to a page."""
    page.goto(f"{served.url}/desk/{path}")
    page.fill("#token", AUDITOR)
    page.press("#token", "Enter")
    page.wait_for_selector("nav")


def reach(page: Page, path: str) -> None:
    """Go to the link to ``path`` by the tab key, and follow it."""
    for _ in range(STOPS_MAX):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('href')") == path:
            break
    assert page.evaluate("document.activeElement.getAttribute('href')") == path
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{path}")


def test_a_difference_is_found_by_keyboard_alone(browser: Browser, served: Served) -> None:
    """The month, the day, the entry that does not tie: without a script, and each page may be used by everybody."""
    seen = served.nights
    context = browser.new_context(java_script_enabled=True, locale="en-GB", viewport={"width": 1440, "height": 900})
    page = context.new_page()
    as_auditor(page, served, "nights")
    page.focus("#month")
    page.keyboard.type(seen.forged[:7])
    page.keyboard.press("Enter")
    page.wait_for_url("**month=*")
    assert "1 problem" in page.inner_text(f"tr:has(a[href='/desk/nights/{seen.forged}'])")
    reach(page, f"/desk/nights/{seen.forged}")
    assert violations(page) == []
    assert "which moves no money of his" in page.inner_text("main")
    reach(page, f"/desk/entries/{seen.credit}")
    assert violations(page) == []
    assert '{"cents": 1234}' in page.inner_text("main")
    context.close()


def test_a_manager_closes_a_day_in_the_browser(browser: Browser, served: Served) -> None:
    """With what its night found; the key stays with him, and the day is closed."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.goto(f"{served.url}/desk/nights/{served.nights.open}")
    page.set_input_files("#key-file", served.key)
    page.fill("#passphrase", PASSPHRASE)
    page.press("#passphrase", "Enter")
    page.wait_for_selector("nav")
    page.click("text=Close this day")
    assert served.nights.open in page.inner_text("dl")
    assert violations(page) == []
    page.set_input_files("#key-file", served.key)
    page.fill("#passphrase", PASSPHRASE)
    page.click("button[value=send]")
    page.wait_for_selector("h1:text('Recorded')")
    page.goto(f"{served.url}/desk/nights/{served.nights.open}")
    assert "closed" in page.inner_text("dl") and page.locator("text=Close this day").count() == 0
    context.close()


@pytest.mark.parametrize(
    ("width", "scheme", "language"),
    [(390, "light", "pt"), (390, "dark", "en"), (1440, "light", "en"), (1440, "dark", "pt")],  # every two together
)
def test_everybody_can_use_every_page(browser: Browser, served: Served, width: int, scheme: str, language: str) -> None:
    """No objection of axe-core, in both schemes and languages, on a phone and on a desk; no page is wider than its window."""
    seen = served.nights
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme="dark" if scheme == "dark" else "light", locale=language
    )
    page = context.new_page()
    as_auditor(page, served, f"nights?lang={language}")
    paths = (
        f"nights?month={seen.released[:7]}",
        *(f"nights/{day}" for day in (seen.released, seen.forged, seen.late, seen.open)),
        f"nights/{seen.released}/portugal/1",
        f"entries/{seen.credit}",
        "trust",
    )
    for path in paths:
        page.goto(f"{served.url}/desk/{path}")
        assert page.evaluate("document.documentElement.lang")[:2] == language
        assert (path, violations(page)) == (path, [])
        assert page.evaluate("document.documentElement.scrollWidth") == width, path
        assert page.evaluate(SAID_THERE), path
    context.close()
