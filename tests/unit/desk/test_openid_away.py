"""An OpenID provider that is away, slow, huge or another's: nobody signs in there, the page says so, and the other ways stay open."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.tools.scripted_http import SILENCE, Scripted, said
from tests.worlds.network import serving
from tests.worlds.openid import CLIENT, SECRET, OpenIdDesk, ToldProvider, is_in, wait_until
from tombo.ledger.core.errors import KeyFileError, UsageError
from tombo.ledger.seal.secretfile import write_secret_file
from tombo.serve.openid import fetching
from tombo.serve.openid.settings import OpenIdSettings, openid_settings

DISCOVERY = "/.well-known/openid-configuration"


@pytest.fixture
def at(shared: OpenIdDesk, monkeypatch: pytest.MonkeyPatch) -> OpenIdDesk:
    """One, with half a second for each answer."""
    monkeypatch.setattr(fetching, "SECONDS", 0.5)
    return shared


def documents(**told: Any) -> Callable[[ToldProvider], None]:
    """Its discovery document says something else; None: nothing of it."""
    return lambda provider: provider.discovery.update(told)


def answers(path: str, answer: Scripted) -> Callable[[ToldProvider], None]:
    """It answers so."""
    return lambda provider: provider.answers.update({path: lambda: answer})


def dripping() -> Iterator[bytes]:
    """A byte now and then: never silent for long, and for long not at an end."""
    for _ in range(30):
        time.sleep(0.1)
        yield b" "


AWAY = {
    "nothing": answers(DISCOVERY, SILENCE),
    "an error": answers(DISCOVERY, Scripted(status=500)),
    "slow": answers(DISCOVERY, Scripted([b"{}"], late=1.0)),
    "huge": answers(DISCOVERY, Scripted([b" " * (1 << 16)] * 5)),
    "compressed": answers(DISCOVERY, Scripted([b"x"], headers={"content-encoding": "gzip"})),
    "led elsewhere": answers(DISCOVERY, Scripted(status=302, headers={"location": "https://evil.example/"})),
    "no JSON": answers(DISCOVERY, Scripted([b"<html>"])),
    "deep JSON": answers(DISCOVERY, Scripted([b"[" * 100_000])),
    "cut": answers(DISCOVERY, Scripted([b"{"], cut=True)),
    "another issuer": documents(issuer="https://id.elsewhere.example"),
    "almost the issuer": lambda provider: documents(issuer=f"{provider.issuer}/")(provider),
    "no issuer": documents(issuer=None),
    "a token endpoint without TLS": documents(token_endpoint="http://localhost/token"),
    "keys without TLS": documents(jwks_uri="http://localhost/keys"),
    "a script for an endpoint": documents(authorization_endpoint="javascript:alert(1)"),
    "an endpoint that breaks the line": documents(authorization_endpoint="https://localhost/\r\nset-cookie: a=b"),
    "a way out without TLS": documents(end_session_endpoint="http://localhost/leave"),
    "no codes": documents(response_types_supported=["token"]),
    "nothing signed": documents(id_token_signing_alg_values_supported=["none", "HS256"]),
    "no secret": documents(token_endpoint_auth_methods_supported=["none", "private_key_jwt"]),
}


@pytest.mark.parametrize("row", AWAY)
def test_a_provider_that_is_not_well_is_said_to_be_away(at: OpenIdDesk, row: str) -> None:
    """In the page where one signs in, without a link to it; whoever tries the link all the same is told, and the key and the token still sign in."""
    AWAY[row](at.provider)
    began = time.monotonic()
    at.refresh()
    assert time.monotonic() - began < 5
    page = at.desk.client.get("/desk/sign-in")
    assert ("does not answer now" in page.text, "/desk/sign-in/openid" in page.text) == (True, False)
    tried = at.desk.client.get("/desk/sign-in/openid", follow_redirects=False)
    assert (tried.status_code, "location" in tried.headers, "does not answer now" in tried.text) == (503, False, True)
    assert at.desk.sign_in().status_code == 303
    at.provider.honest()
    at.refresh()
    assert is_in(at.sign_in())


TOKENS = {
    "nothing": SILENCE,
    "an error": Scripted(status=500),
    "our secret is wrong": said(401, {"error": "invalid_client"}),
    "slow": Scripted([b"{}"], late=1.0),
    "huge": Scripted([b" " * (1 << 16)] * 5),
    "led elsewhere": Scripted(status=307, headers={"location": "https://evil.example/"}),
}


@pytest.mark.parametrize("row", TOKENS)
def test_who_comes_back_and_the_provider_does_not_say_who_he_is(at: OpenIdDesk, row: str) -> None:
    """He is told that it does not answer, and not that he is nobody; he may begin again."""
    at.provider.answers["/token"] = lambda: TOKENS[row]
    answer = at.sign_in()
    assert (answer.status_code, "Nobody signs in with that" in answer.text, at.inside) == (503, False, False)
    assert "did not say who signs in" in answer.text and "Sign in there" in answer.text
    assert "/token" in at.told[-1]  # for whoever runs this
    at.provider.answers.clear()
    assert is_in(at.sign_in())


def test_who_is_on_his_way_comes_in_though_the_provider_could_not_be_read_again(at: OpenIdDesk) -> None:
    """By what was known; nobody else begins."""
    asked = at.begin()
    at.provider.answers[DISCOVERY] = lambda: SILENCE
    at.refresh()
    assert is_in(at.back(asked["state"]))


def test_an_answer_that_drips_is_over_in_time(at: OpenIdDesk) -> None:
    """However lively it is: the whole of it has so long."""
    at.provider.answers[DISCOVERY] = lambda: Scripted(dripping())
    began = time.monotonic()
    at.refresh()
    assert at.relying.away and time.monotonic() - began < 2


def test_a_certificate_that_nobody_vouches_for_is_not_believed(
    one_desk: OpenIdDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who stands between us and the provider is not it."""
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    told = list[str]()
    other = type(one_desk.relying)(one_desk.relying.settings, one_desk.desk.clock, told.append)
    relying, one_desk.relying = one_desk.relying, other
    one_desk.refresh()
    one_desk.refresh()
    one_desk.relying = relying
    assert other.away and len(told) == 1 and "CERTIFICATE_VERIFY_FAILED" in told[0]


GOOD = ("https://id.example", CLIENT, "secret", "https://desk.example")


@pytest.mark.parametrize(
    ("place", "value"),
    [
        *((place, None) for place in range(4)),
        (0, "http://id.example"),
        (0, "https://id.example/?tenant=1"),
        (0, "https://id.example/#x"),
        (0, "id.example"),
        (3, "https://desk.example/"),
        (3, "https://desk.example/desk"),
        (3, "https://Desk.example"),
        (3, "https://user@desk.example"),
        (3, "http://desk.example"),
        (3, "http://127.0.0.1:8443"),  # but the server has TLS
        (3, "desk.example"),
    ],
)
def test_options_that_are_not_whole_or_not_good_are_refused(tmp_path: Path, place: int, value: str | None) -> None:
    """Before anything is served."""
    write_secret_file(tmp_path / "secret", f"{SECRET}\n")
    told: list[Any] = [*GOOD]
    told[2] = tmp_path / "secret"
    assert openid_settings(*told, secure=True) == OpenIdSettings(GOOD[0], CLIENT, SECRET, GOOD[3])
    told[place] = value
    with pytest.raises(UsageError):
        openid_settings(*told, secure=True)


def test_without_options_there_is_no_openid() -> None:
    """No provider, no button."""
    assert openid_settings(None, None, None, None, secure=True) is None


def test_this_machine_alone_needs_no_tls(tmp_path: Path) -> None:
    """As with everything that is served without it."""
    write_secret_file(tmp_path / "secret", SECRET)
    for host in ("127.0.0.1:8443", "localhost"):
        assert openid_settings(GOOD[0], CLIENT, tmp_path / "secret", f"http://{host}", secure=False) is not None
    for desk in ("http://192.168.0.1", "https://desk.example"):
        with pytest.raises(UsageError):
            openid_settings(GOOD[0], CLIENT, tmp_path / "secret", desk, secure=False)


def test_a_secret_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    """Nor one that is empty."""
    (tmp_path / "open").write_text(SECRET)
    (tmp_path / "open").chmod(0o640)
    write_secret_file(tmp_path / "empty", "\n")
    for name in ("open", "empty", "none"):
        with pytest.raises(KeyFileError):
            openid_settings(GOOD[0], CLIENT, tmp_path / name, GOOD[3], secure=True)


def test_a_process_begins_without_its_provider_and_finds_it(
    at: OpenIdDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`tombo serve` tells who runs it why nobody signs in there, once; within seconds of its answering somebody can."""
    write_secret_file(tmp_path / "secret", SECRET)
    at.provider.answers[DISCOVERY] = lambda: Scripted(status=503)
    monkeypatch.setenv("SSL_CERT_FILE", str(at.authority))
    issuer = at.provider.issuer
    words = ("--openid-issuer", issuer, "--openid-client", CLIENT, "--openid-secret", str(tmp_path / "secret"))
    with serving(at.desk.made, *words, "--desk-url", "http://localhost:8443") as (url, _):
        says = at.desk.made.keyring.directory.with_name("serve.log")

        def page() -> str:
            return httpx2.get(f"{url}/desk/sign-in", headers={"accept-language": "en"}).text

        wait_until(lambda: "nobody can sign in by OpenID now" in says.read_text(encoding="utf-8"))
        assert "does not answer now" in page()
        at.provider.answers.clear()
        wait_until(lambda: "Sign in there" in page())
        begun = httpx2.get(f"{url}/desk/sign-in/openid", headers={"host": "evil.example"})
        assert begun.headers["location"].startswith(f"{issuer}/authorize?tenant=1&")
        assert (
            "redirect_uri=http%3A%2F%2Flocalhost%3A8443%2Fdesk%2Fsign-in%2Fopenid%2Fback" in begun.headers["location"]
        )
        assert re.match(
            "tombo-openid=[0-9a-f]{64}; HttpOnly; Max-Age=600; Path=/; SameSite=lax", begun.headers["set-cookie"]
        )
        assert says.read_text(encoding="utf-8").count("nobody can sign in by OpenID now") == 1
