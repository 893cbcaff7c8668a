"""A complaint in a browser: from its opening to what is paid for it, by two people and by keyboard alone; pages for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from tests.tools.browser import browser as browser  # noqa: PLC0414  # the fixture
from tests.tools.browser import violations
from tests.worlds.complaints import CLAIMANT, MUCKED, SECOND_OFFICER, complaint, disputed_network
from tests.worlds.desk import OFFICER_NAME
from tests.worlds.network import AUDITOR, ORIGIN, serving
from tests.worlds.staff import key_of
from tombo.ledger.seal.keyfile import save_encrypted_key

pytestmark = pytest.mark.once

PASSPHRASE: Final = "uma frase-passe muito boa"
LOG_COST: Final = 12
"""Of the key files: what it costs at the cost of a real one, the vectors say."""
WAITS_MAX: Final = 300
"""Of a tenth of a second."""
STOPS_MAX: Final = 80
"""Stops of the keyboard on a page of the desk, and some more."""
EVIL: Final = "<img src=x onerror=alert(1)> {{ 7 * 7 }}"
PAGES: Final = ("cases", "cases?state=rejected", "cases/first", "cases/closed", "computed/first", "cases/nobody")


class Served(NamedTuple):
    """Where the desk is, and the key file of each officer."""

    url: str
    keys: dict[str, Path]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A desk, served as a process, with two complaints."""
    folder = tmp_path_factory.mktemp("desk")
    made = disputed_network(f"sqlite:///{folder / 'ledger.db'}", folder)
    complaint(made, "first", claim=EVIL)
    complaint(made, "closed", about=MUCKED, who="p-2")
    keys = {name: folder / f"{name}.key" for name in (OFFICER_NAME, SECOND_OFFICER)}
    for name, file in keys.items():
        save_encrypted_key(file, key_of(ORIGIN, name), PASSPHRASE.encode(), log_cost=LOG_COST)
    with serving(made) as (url, _):
        yield Served(url, keys)


class ByKeyboard:
    """Somebody who has a keyboard, and no pointer: he goes from stop to stop, and says what he sees there."""

    def __init__(self, page: Page, key: Path) -> None:
        self.page = page
        self._key = key
        self._file = key
        page.on("filechooser", lambda chooser: chooser.set_files(self._file))  # from now on, and not at each

    def goes_to(self, stop: str) -> None:
        """From the beginning of the page to the stop of this id, or that begins with these words."""
        self.page.evaluate("document.activeElement.blur()")
        here = "(document.activeElement.id || document.activeElement.textContent).trim()"
        for _ in range(STOPS_MAX):
            self.page.keyboard.press("Tab")
            found = str(self.page.evaluate(here))
            if found == stop or found.startswith(stop):
                assert self.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
                return
        raise AssertionError(f"no stop of the keyboard is {stop!r} on {self.page.url}")

    def presses(self, stop: str) -> None:
        """A link, or a button, and waits for the page to which it leads."""
        self.goes_to(stop)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def types(self, field: str, text: str) -> None:
        """In the field of a form, in place of what stands there."""
        self.goes_to(f"f-{field}")
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def gives(self, stop: str, file: Path) -> None:
        """A file, at the field for one."""
        self._file = file
        self.goes_to(stop)
        self.page.keyboard.press("Space")
        self.waits_for("document.activeElement.files.length === 1")

    def waits_for(self, so: str) -> None:
        """Until something is so: asked from here, as the policy of the page lets no text in it run."""
        for _ in range(WAITS_MAX):
            if self.page.evaluate(so):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"not so on {self.page.url}: {so}")

    def signs(self, button: str) -> None:
        """With his key and passphrase."""
        self.gives("key-file", self._key)
        self.goes_to("passphrase")
        self.page.keyboard.type(PASSPHRASE)
        self.presses(button)
        assert violations(self.page) == []


@pytest.fixture
def officers(browser: Browser, served: Served) -> Iterator[dict[str, ByKeyboard]]:
    """Both officers, each signed in in a browser of his own."""
    contexts = {name: browser.new_context(locale="en-GB") for name in served.keys}
    found = {name: ByKeyboard(context.new_page(), served.keys[name]) for name, context in contexts.items()}
    for one in found.values():
        one.page.goto(f"{served.url}/desk/cases")
        one.signs("Sign in")
    yield found
    for context in contexts.values():
        context.close()


def test_a_complaint_from_its_opening_to_what_is_paid_by_keyboard_alone(
    officers: dict[str, ByKeyboard], tmp_path: Path
) -> None:
    """Opened by an officer, computed again, decided by him and a second one, who reads it before he signs; the receipt leads back."""
    rui, eva = officers[OFFICER_NAME], officers[SECOND_OFFICER]
    rui.presses("Open a complaint for a player")
    name = rui.page.input_value("#f-dispute")
    rui.types("player", CLAIMANT)
    rui.types("about", "hand:mesa-1/1")
    rui.types("claim", EVIL)
    rui.presses("Look at it, and sign")
    rui.signs("Sign and record")
    rui.presses("To the complaint")
    assert EVIL in rui.page.inner_text("main")
    rui.presses("Compute it again")
    assert "the same as recorded" in rui.page.inner_text("main")
    rui.presses("Put it on record")
    rui.signs("Sign and record")
    rui.presses("To the complaint")
    assert "rui opened it for the player" in rui.page.inner_text("main")
    rui.presses("Decide a complaint")
    rui.goes_to("f-outcome")
    rui.page.keyboard.type("accepted in part")
    rui.types("compensation", "2.00")
    rui.types("rule", "R806 r.59")
    rui.types("grounds", EVIL)
    rui.presses("Look at it, and sign")
    rui.signs("Sign, for a second person to sign")
    rui.goes_to("Save as a file")
    with rui.page.expect_download() as saving:
        rui.page.keyboard.press("Enter")
    saving.value.save_as(tmp_path / "act.json")

    eva.presses("Acts")
    eva.gives("act-file", tmp_path / "act.json")
    eva.waits_for("document.getElementById('act').value.includes('resolve_dispute')")
    eva.presses("Look at it")
    told = eva.page.inner_text("dl")
    assert (EVIL in told, "2.00 EUR" in told, name in told) == (True, True, True)
    eva.signs("Sign and record")
    eva.presses("To the complaint")
    told = eva.page.inner_text("main")
    assert "Compensation: 2.00 EUR, on the account of p-3" in told
    assert "Signed by rui and eva" in told
    assert told.count("OK, sealed by") == 3
    assert violations(eva.page) == []


@pytest.mark.parametrize(
    ("width", "scheme", "language"),
    [(390, "light", "pt"), (390, "dark", "en"), (1440, "light", "en"), (1440, "dark", "pt")],
)
def test_everybody_can_use_every_page(browser: Browser, served: Served, width: int, scheme: str, language: str) -> None:
    """No objection of axe-core, in both schemes and languages, on a phone and on a desk; no page is wider than its window."""
    context = browser.new_context(
        viewport={"width": width, "height": 900}, color_scheme="dark" if scheme == "dark" else "light", locale=language
    )
    page, wrong = context.new_page(), list[str]()
    page.on("console", lambda told: wrong.append(told.text) if "Refused to" in told.text else None)
    page.goto(f"{served.url}/desk/cases?lang={language}")
    page.set_input_files("#key-file", served.keys[OFFICER_NAME])
    page.fill("#passphrase", PASSPHRASE)
    page.press("#passphrase", "Enter")
    page.wait_for_selector("nav")
    for path in PAGES:
        page.goto(f"{served.url}/desk/{path}")
        assert (path, violations(page)) == (path, [])
        assert page.evaluate("document.documentElement.scrollWidth") == width, path
    context.close()
    assert wrong == []


def test_it_works_without_scripts(browser: Browser, served: Served, tmp_path: Path) -> None:
    """Finding one, and its files; what is signed is signed on the command line."""
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    page = context.new_page()
    page.goto(f"{served.url}/desk/cases")
    page.fill("#token", AUDITOR)
    page.press("#token", "Enter")
    page.wait_for_selector("nav")
    page.select_option("#state", "open")
    page.fill("#player", "p-2")
    page.click("text=Show")
    assert page.locator("tbody tr").count() == 1
    page.click("tbody a >> nth=0")
    assert page.inner_text("h1") == "Dispute closed of p-2, about mesa-1/2"
    with page.expect_download() as saving:
        page.click("text=As 'tombo dispute show' prints it")
    saving.value.save_as(tmp_path / "case.txt")
    assert (tmp_path / "case.txt").read_text().startswith("Dispute closed of p-2")
    context.close()
