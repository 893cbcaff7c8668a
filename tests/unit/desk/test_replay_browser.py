"""Finding, replaying and reading closed cards at the desk in a browser: by keyboard, with a script and without, for everybody."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.tools.browser import browser as browser  # noqa: PLC0414  # the fixture
from tests.tools.browser import violations
from tests.worlds.desk_played import PLAYED_OFFICER, PLAYED_ORIGIN, played_network
from tests.worlds.network import serving
from tests.worlds.staff import key_of
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.operate.keyring import open_checked
from tombo.ledger.seal.bearer import sign_in_token
from tombo.ledger.seal.keyfile import save_encrypted_key

pytestmark = pytest.mark.once

PASSPHRASE: Final = "uma frase-passe muito boa"
LOG_COST: Final = 12
HAND: Final = "omaha-3/7"
_ONCE: Final = count(1)


class Served(NamedTuple):
    """Where the desk is, the officer's key file, and of each game the replay with the most steps."""

    url: str
    key: Path
    longest: dict[str, str]


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A desk over two hours of play, served as a process."""
    folder = tmp_path_factory.mktemp("desk")
    made = played_network(f"sqlite:///{folder / 'ledger.db'}", folder)
    key = folder / "officer.key"
    save_encrypted_key(key, key_of(PLAYED_ORIGIN, PLAYED_OFFICER), PASSPHRASE.encode(), log_cost=LOG_COST)
    longest = dict[str, str]()
    with open_checked(made.url, made.keyring, read_only=True) as store:
        for game in TABLE_GAMES:
            streams = [(row.version, row.stream) for name in store.streams(game) if (row := store.last_row(name))]
            stream = max(streams)[1]
            longest[game] = f"hands/{stream[5:]}" if game == "hand" else f"rounds/{stream}"
    with serving(made) as (url, _):
        yield Served(url, key, longest)


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """A page at which the officer is signed in."""
    context = browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900})
    yield from signed_in(context, served)


def signed_in(context: BrowserContext, served: Served) -> Iterator[Page]:
    """A page of ``context``, held to it that nothing in it is refused by its policy, fails, or comes from elsewhere."""
    opened, wrong = context.new_page(), list[str]()
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda told: wrong.append(told.text) if "Refused to" in told.text else None)
    opened.on("request", lambda asked: wrong.append(asked.url) if not asked.url.startswith(served.url) else None)
    opened.goto(f"{served.url}/desk/find")
    key, once = key_of(PLAYED_ORIGIN, PLAYED_OFFICER), next(_ONCE).to_bytes(16, "big")
    opened.fill("#token", sign_in_token(PLAYED_ORIGIN, PLAYED_OFFICER, key, int(time.time()), lambda _: once))
    opened.press("#token", "Enter")
    opened.wait_for_selector("nav")
    yield opened
    context.close()
    assert wrong == []


def at(page: Page) -> int:
    """The step that is shown, by the address of the page: asked of the page itself, since ``page.url`` learns of it later."""
    address = page.evaluate("location.href")
    found = re.search(r"[?&]step=(\d+)", address)
    assert found is not None, address
    return int(found[1])


def test_a_hand_is_found_and_replayed_by_keyboard(page: Page, served: Served) -> None:
    """From the box in the frame to the replay, and there step by step; the address is that of the step."""
    page.focus("#find-box")
    page.keyboard.type("omaha-3")
    page.keyboard.press("Enter")
    page.wait_for_selector("th[scope=row] a")
    link = page.locator("th[scope=row] a", has_text=HAND)
    link.focus()
    assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/desk/hands/{HAND}*")
    taken = [at(page)]
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "End", "Home"):
        page.keyboard.press(key)
        taken.append(at(page))
    assert taken == [1, 2, 3, 2, taken[4], 1]
    assert taken[4] > 20
    page.keyboard.press("Space")
    expect(page).to_have_url(re.compile("step=3$"), timeout=9_000)
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-label", "Play (space)")
    page.select_option("#speed", "4")
    page.click("#first")
    page.click("#play")
    expect(page).to_have_url(re.compile("step=[5-9]$"), timeout=9_000)
    page.keyboard.press("ArrowLeft")
    stays = at(page)
    page.reload()
    assert at(page) == stays
    told = page.locator("#steps li[aria-current] .happened").inner_text()
    assert page.locator("#told").inner_text().split() == told.split()
    page.click("#steps li >> nth=6 >> a")
    assert at(page) == 7
    page.locator("#at").fill("9")
    assert at(page) == 9
    assert page.locator(".walk").is_hidden()


def test_the_form_finds_by_keyboard_and_tells_what_cannot_be(page: Page, served: Served) -> None:
    """Each field is reached in order; what is wrong is read with its field."""
    page.goto(f"{served.url}/desk/find")
    page.focus("#f-player")
    for name in ("table", "number", "game", "from", "to", "card", "least", "most", "incident", "finding", "disputed"):
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.id") == f"f-{name}"
    page.fill("#f-card", "Zz")
    page.press("#f-card", "Enter")
    expect(page.locator("#f-card")).to_have_attribute("aria-invalid", "true")
    expect(page.locator("#f-card")).to_have_accessible_description(
        "'Zz' is no card; expected a rank and a suit, as Ah or Td like Ah or Td; several apart"
    )
    assert violations(page) == []
    page.fill("#f-card", "As")
    page.press("#f-card", "Enter")
    expect(page.locator("#found")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
@pytest.mark.parametrize("game", sorted(TABLE_GAMES))
def test_every_game_is_drawn_with_a_script_and_without(
    browser: Browser, served: Served, game: str, *, scripts: bool
) -> None:
    """The same players, cards and chips at a step; without a script links lead on, and no button stands there that does nothing."""
    seen = list[object]()
    for runs in (True, False) if scripts else (False,):
        context = browser.new_context(locale="en-GB", java_script_enabled=runs, viewport={"width": 1440, "height": 900})
        for page in signed_in(context, served):
            page.goto(f"{served.url}/desk/{served.longest[game]}?step=7")
            felt = page.locator("#felt")
            seen.append([felt.locator(one).count() for one in (".card", ".laid", ".plate", ".hidden")])
            if not runs:
                assert page.locator(".controls").is_hidden()
                page.click("text=Step forward")
                assert at(page) == 8
                assert page.locator("#now").is_visible()
                assert page.locator("#steps li[aria-current]").get_attribute("id") == "step-8"
    assert all(one == seen[0] for one in seen)


def test_an_officer_reads_closed_cards(page: Page, served: Served) -> None:
    """He asks on the page, signs in the browser, and sees them behind the entry; each step and file of it has them."""
    page.goto(f"{served.url}/desk/hands/{HAND}?step=12")
    assert page.locator("#felt .hidden").count() > 10
    page.focus("#why-read")
    page.keyboard.type("complaint 17 <b>")
    page.keyboard.press("Space")
    assert at(page) == 12
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("#key-file")
    assert "complaint 17 <b>" in page.inner_text("dl")
    assert violations(page) == []
    page.set_input_files("#key-file", served.key)
    page.fill("#passphrase", PASSPHRASE)
    page.press("#passphrase", "Enter")
    page.wait_for_selector("text=See the cards")
    assert violations(page) == []
    page.click("text=See the cards")
    page.wait_for_selector("#felt .seat")
    page.keyboard.press("End")
    assert "reading=" in page.url
    assert page.locator("#felt .hidden").count() == 0
    assert "Closed cards stand on this page" in page.inner_text("main")
    assert violations(page) == []
    assert "reading=" in (page.locator("text=Page to print").get_attribute("href") or "")
    with page.expect_download() as saving:
        page.click("text=Save this replay as a file")
    assert "an officer" in Path(saving.value.path()).read_text(encoding="utf-8")
    page.click("text=Page to print")
    page.wait_for_selector("article")
    assert page.evaluate("getComputedStyle(document.querySelector('table.facts')).borderCollapse") == "collapse"


@pytest.mark.parametrize(
    ("width", "scheme", "language"),
    [(390, "light", "pt"), (390, "dark", "en"), (1440, "light", "en"), (1440, "dark", "pt")],
)
def test_everybody_can_use_every_page(browser: Browser, served: Served, width: int, scheme: str, language: str) -> None:
    """No objection of axe-core, in both schemes and languages, on a phone and on a desk; no page is wider than its window."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
        locale=language,
        reduced_motion="reduce",
    )
    for page in signed_in(context, served):
        for path in (
            "find",
            "find?disputed=1",
            "find?player=a+b&card=Zz&after=x",
            "find?q=omaha-3/5",
            "find?q=nobody",
            "tournaments/tournament-7.1",
            *(f"{one}?step=9" for one in served.longest.values()),
            f"hands/{HAND}?step=999",
        ):
            page.goto(f"{served.url}/desk/{path}")
            assert (path, violations(page)) == (path, [])
            assert page.evaluate("document.documentElement.scrollWidth") == width, path
