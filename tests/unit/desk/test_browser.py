"""The desk in a browser: signing in with a key file by keyboard, an act signed there, no key that leaves it, and pages for everybody."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.tools.browser import browser as browser  # noqa: PLC0414  # the fixture
from tests.tools.browser import violations
from tests.worlds.desk import OFFICER_NAME, desk_network
from tests.worlds.network import AUDITOR, ORIGIN, serving
from tests.worlds.staff import key_of
from tombo.ledger.seal.bearer import sign_in_token
from tombo.ledger.seal.keyfile import save_encrypted_key

pytestmark = pytest.mark.once

PASSPHRASE: Final = "uma frase-passe muito boa"
PAGES: Final = ("now", "trust", "acts", "acts/new/open_incident", "acts/new/set_limits", "nowhere")
LOG_COST: Final = 12
"""Of the key file: what it costs at the cost of a real one, the vectors say."""


class Served(NamedTuple):
    """Where the desk is, and the officer's key file."""

    url: str
    key: Path


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A desk, served as a process."""
    folder = tmp_path_factory.mktemp("desk")
    made = desk_network(f"sqlite:///{folder / 'ledger.db'}", folder)
    key = folder / "rui.key"
    save_encrypted_key(key, key_of(ORIGIN, OFFICER_NAME), PASSPHRASE.encode(), log_cost=LOG_COST)
    with serving(made) as (url, _):
        yield Served(url, key)


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page that speaks English, held to it that nothing in it is refused by its policy or fails."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900})
    yield from _watched(context)


def _watched(context: BrowserContext) -> Iterator[Page]:
    opened, wrong = context.new_page(), list[str]()
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda told: wrong.append(told.text) if "Refused to" in told.text else None)
    yield opened
    context.close()
    assert wrong == []


def sign_in(page: Page, served: Served) -> None:
    """The officer signs in with his key file."""
    page.goto(f"{served.url}/desk/")
    page.set_input_files("#key-file", served.key)
    page.fill("#passphrase", PASSPHRASE)
    page.press("#passphrase", "Enter")
    page.wait_for_selector("nav")


def test_an_officer_signs_in_by_keyboard_and_his_key_stays_in_the_browser(page: Page, served: Served) -> None:
    """The first stop skips to the content; every field is reached in order; neither passphrase nor key file is in any request."""
    requests = list[Request]()
    page.on("request", lambda request: requests.append(request))  # noqa: PLW0108  # the driver marks what it is given
    page.goto(f"{served.url}/desk/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "key-file"
    page.set_input_files("#key-file", served.key)
    page.focus("#key-file")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSPHRASE)
    page.keyboard.press("Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    page.wait_for_selector("nav")
    assert page.url == f"{served.url}/desk/now"
    sealed = served.key.read_text().split("\n")[3]
    sent = [f"{one.url} {one.post_data or ''}" for one in requests]
    assert any("token=" in one for one in sent)
    for secret in (PASSPHRASE, PASSPHRASE.replace(" ", "+"), sealed, key_of(ORIGIN, OFFICER_NAME).seed.hex()):
        assert [one for one in sent if secret in one] == []


def test_what_does_not_open_is_told_where_he_is(page: Page, served: Served, tmp_path: Path) -> None:
    """Another passphrase, a file that is none, the key of another ledger: told in the page, which can be used at once."""
    other = tmp_path / "other.key"
    save_encrypted_key(other, key_of("another/ledger", OFFICER_NAME), PASSPHRASE.encode(), log_cost=LOG_COST)
    page.goto(f"{served.url}/desk/sign-in")
    for file, passphrase, told in (
        (served.key, "another passphrase", "other_passphrase"),
        (Path(__file__), PASSPHRASE, "no_key_file"),
        (other, PASSPHRASE, "not_his"),
    ):
        page.set_input_files("#key-file", file)
        page.fill("#passphrase", passphrase)
        page.press("#passphrase", "Enter")
        page.wait_for_selector(f"[data-why={told}]:visible")
        assert page.evaluate("document.activeElement.getAttribute('role')") == "alert"
        assert violations(page) == []
    assert page.locator("[data-why]:visible").count() == 1


def test_an_act_is_signed_in_the_browser_and_recorded(page: Page, served: Served) -> None:
    """From the form to the receipt; the key is asked for again."""
    sign_in(page, served)
    page.click("text=Acts")
    page.click("text=Open an incident")
    page.fill("#f-incident", "i-browser")
    page.fill("#f-reported_by", "monitor <b>of</b> the game server")
    page.click("main form button")
    assert "monitor <b>of</b> the game server" in page.inner_text("dl")
    assert violations(page) == []
    page.set_input_files("#key-file", served.key)
    page.fill("#passphrase", PASSPHRASE)
    page.click("button[value=send]")
    page.wait_for_selector("h1:text('Recorded')")
    assert violations(page) == []
    page.click("text=Now")
    assert "i-browser" in page.inner_text("main")
    assert violations(page) == []


def test_what_is_kept_for_a_second_person_can_be_saved(page: Page, served: Served, tmp_path: Path) -> None:
    """As a file, which fills the box on the page of acts."""
    sign_in(page, served)
    page.goto(f"{served.url}/desk/acts/new/close_incident?incident=i-kept&note=over")
    page.click("main form button")
    page.set_input_files("#key-file", served.key)
    page.fill("#passphrase", PASSPHRASE)
    page.click("button[value=keep]")
    page.wait_for_selector("#document")
    with page.expect_download() as saving:
        page.click("text=Save as a file")
    saving.value.save_as(tmp_path / "act.json")
    assert violations(page) == []
    page.goto(f"{served.url}/desk/acts")
    page.set_input_files("#act-file", tmp_path / "act.json")
    expect(page.locator("#act")).to_have_value(
        re.compile("i-kept")
    )  # no function of ours is let in by the page's policy
    page.click("text=Look at it")
    assert "Record it as it is signed" in page.inner_text("main")
    page.click("text=Record it >> nth=-1")
    page.wait_for_selector("h1:text('Refused')")
    assert violations(page) == []


@pytest.mark.parametrize(
    ("width", "scheme", "language"),
    [
        (390, "light", "pt"),
        (390, "dark", "en"),
        (1440, "light", "en"),
        (1440, "dark", "pt"),
    ],  # every two of them together
)
def test_everybody_can_use_every_page(browser: Browser, served: Served, width: int, scheme: str, language: str) -> None:
    """No objection of axe-core, in both schemes and languages, on a phone and on a desk; no page is wider than its window."""
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme="dark" if scheme == "dark" else "light", locale=language
    )
    for page in _watched(context):
        page.goto(f"{served.url}/desk/sign-in?lang={language}")
        assert violations(page) == []
        sign_in(page, served)
        for path in PAGES:
            page.goto(f"{served.url}/desk/{path}")
            assert page.evaluate("document.documentElement.lang")[:2] == language
            assert (path, violations(page)) == (path, [])
            assert page.evaluate("document.documentElement.scrollWidth") == width, path


@pytest.mark.parametrize("who", ["auditor", "staff"])
def test_it_works_without_scripts(browser: Browser, served: Served, who: str) -> None:
    """All but the signature itself, which the command line gives: signing in with a token, every page, and signing out."""
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(f"{served.url}/desk/trust")
    assert not page.is_visible("#key-file")
    key = key_of(ORIGIN, OFFICER_NAME)
    token = sign_in_token(ORIGIN, OFFICER_NAME, key, int(time.time()), bytes)
    page.fill("#token", AUDITOR if who == "auditor" else token)
    page.press("#token", "Enter")
    page.wait_for_selector("nav")
    assert page.url == f"{served.url}/desk/trust"
    if who == "staff":
        page.goto(f"{served.url}/desk/acts/new/close_incident?incident=i-1&note=over")
        page.click("main form button")
        assert not page.is_visible("#key-file")
        assert page.is_visible("#document")
    page.click("text=Sign out")
    assert page.is_visible("#token")
    context.close()
