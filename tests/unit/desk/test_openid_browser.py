"""Signing in in a browser at a real OpenID provider: its own form, its own keys, over TLS, and back into the desk."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.tools.browser import browser as browser  # noqa: PLC0414  # the fixture
from tests.tools.browser import violations
from tests.tools.certificates import authority
from tests.tools.openid_provider import CLIENT, PASSWORD, SECRET, free_port, real_provider
from tests.worlds.desk import OFFICER_NAME, desk_network
from tests.worlds.network import Network, serving
from tombo.ledger.house.credential.events import OpenIdProof, StaffHolder
from tombo.ledger.seal.secretfile import write_secret_file

pytestmark = pytest.mark.once

HIS: Final = "u-7f3a"
"""What the provider calls the officer."""
NOBODY: Final = "u-81c0"
"""And somebody whom the ledger does not know."""


class AtReal(NamedTuple):
    """A desk that is served as a process, and a provider that is another."""

    url: str
    issuer: str
    made: Network
    says: Path


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AtReal]:
    """Both, and the officer on record."""
    folder = tmp_path_factory.mktemp("openid")
    by, port = authority(folder), free_port()
    desk = f"http://127.0.0.1:{port}"
    write_secret_file(folder / "secret", f"{SECRET}\n")
    with real_provider(folder, by, desk, (HIS, NOBODY)) as provider, pytest.MonkeyPatch.context() as patch:
        patch.setenv("SSL_CERT_FILE", str(by.certificate))
        made = desk_network(f"sqlite:///{folder / 'ledger.db'}", folder)
        made.grant("rui-openid", StaffHolder(id=OFFICER_NAME), OpenIdProof(issuer=provider.issuer, subject=HIS))
        known = ("--openid-client", CLIENT, "--openid-secret", str(folder / "secret"))
        asked = ("--openid-issuer", provider.issuer, *known, "--desk-url", desk)
        with serving(made, "--port", str(port), *asked) as (url, _):
            assert url == desk
            yield AtReal(url, provider.issuer, made, made.keyring.directory.with_name("serve.log"))


@pytest.fixture(params=[True, False], ids=["with scripts", "without"])
def context(browser: Browser, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A browser of its own, which believes the provider's certificate."""
    made = browser.new_context(locale="en-GB", ignore_https_errors=True, java_script_enabled=request.param)
    yield made
    made.close()


def sign_in(page: Page, at: AtReal, user: str, path: str = "/desk/trust") -> None:
    """From the desk to the provider, which asks who he is, and back."""
    page.goto(f"{at.url}{path}")
    page.click("text=Sign in there")
    assert page.url.startswith(at.issuer)
    page.fill("input[name=login]", user)
    page.keyboard.press("Enter")
    page.wait_for_selector("input[name=password]")
    page.fill("input[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{at.url}/**")


def test_an_officer_signs_in_at_a_real_provider_and_out_again(context: BrowserContext, at: AtReal) -> None:
    """He comes to the page that he asked for; whoever signs out is signed out at the provider too, so that the next one is asked who he is."""
    page = context.new_page()
    sign_in(page, at, HIS)
    page.wait_for_url(f"{at.url}/desk/trust")
    assert OFFICER_NAME in page.inner_text(".who")
    page.click("text=Acts")
    assert page.is_visible("text=Open an incident")
    page.click("text=Sign out")
    page.wait_for_selector("button[value=logout]")  # the provider asks whether he means it
    page.wait_for_load_state(
        "networkidle"
    )  # what it answers to a picture of that page later has its session's cookie again
    page.click("button[value=logout]")
    page.wait_for_url(f"{at.url}/desk/sign-in")
    page.goto(f"{at.url}/desk/trust")
    page.click("text=Sign in there")
    assert page.is_visible("input[name=login]")


def test_whom_the_ledger_does_not_know_is_told_so(context: BrowserContext, at: AtReal) -> None:
    """Though the provider knows him: in the page where one signs in, which everybody can use."""
    page = context.new_page()
    sign_in(page, at, NOBODY)
    assert "Nobody signs in with that" in page.inner_text("main")
    assert not page.is_visible(".who")
    assert '"status": 403' in at.says.read_text() and '"openid": "record"' in at.says.read_text()


def test_the_page_where_one_signs_in_is_for_everybody(browser: Browser, at: AtReal) -> None:
    """No objection of axe-core to the link, in either language."""
    made = browser.new_context(ignore_https_errors=True)
    page = made.new_page()
    for language in ("pt", "en"):
        page.goto(f"{at.url}/desk/sign-in?lang={language}")
        assert at.issuer in page.inner_text("main")
        assert violations(page) == []
    made.close()
