"""The attacker's table of signing in by OpenID: what an answer, a token, another site and another browser can not do, and why each is refused."""

from __future__ import annotations

import hmac
import json
import warnings
from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from joserfc.errors import SecurityWarning
from joserfc.jwk import RSAKey

from tests.tools.scripted_http import Scripted, said
from tests.worlds.desk import OFFICER_NAME
from tests.worlds.openid import (
    BACK,
    CLIENT,
    CREDENTIAL,
    SUBJECT,
    OpenIdDesk,
    ToldProvider,
    is_in,
    key,
    openid_desk,
    url64,
)
from tombo.desk import flows
from tombo.ledger.core.clock import SECOND
from tombo.ledger.house.credential.events import OpenIdProof, StaffHolder
from tombo.serve.openid import provider as openid

OTHER = "https://id.elsewhere.example"


@pytest.fixture(scope="module")
def one_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenIdDesk]:
    """One for many rows."""
    folder = tmp_path_factory.mktemp("openid")
    with (
        pytest.MonkeyPatch.context() as patch,
        openid_desk(
            f"sqlite:///{folder / 'ledger.db'}", folder, lambda file: patch.setenv("SSL_CERT_FILE", file)
        ) as found,
    ):
        yield found


@pytest.fixture
def shared(one_desk: OpenIdDesk) -> OpenIdDesk:
    """It, with an honest provider, nobody signed in, no try counted, and no key known."""
    honest(one_desk.provider)
    one_desk.refresh()
    one_desk.provider.asked.clear()
    one_desk.desk.client.cookies.clear()
    one_desk.passes(openid.KEYS_SECONDS)
    return one_desk


@pytest.fixture
def at(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenIdDesk]:
    """A desk and its provider, at which nobody signed in yet."""
    with openid_desk(sqlite_url, tmp_path, lambda file: monkeypatch.setenv("SSL_CERT_FILE", file)) as found:
        yield found


def claims(**told: Any) -> Callable[[ToldProvider], None]:
    """The provider claims something else; None: it says nothing of it."""
    return lambda provider: provider.claims.update(told)


def times(**told: int) -> Callable[[ToldProvider], None]:
    """It claims other times, in seconds from now."""
    return lambda provider: provider.claims.update(
        {name: provider.clock.now() // SECOND + seconds for name, seconds in told.items()}
    )


def header(**told: Any) -> Callable[[ToldProvider], None]:
    """The head of its token says something else."""
    return lambda provider: provider.header.update(told)


def keys(*told: Mapping[str, Any]) -> Callable[[ToldProvider], None]:
    """It publishes these keys."""

    def publish(provider: ToldProvider) -> None:
        provider.keys = list(told)

    return publish


def public(name: str = "first", **more: Any) -> dict[str, Any]:
    """A key as it is published."""
    return {**key("RSA", name).as_dict(private=False), **more}


def unsigned(provider: ToldProvider) -> None:
    """A token that nobody signed, of ``none``."""
    head = json.dumps({"alg": "none"}).encode()
    provider.token = f"{url64(head)}.{url64(_payload(provider))}."


def by_the_public_key(provider: ToldProvider) -> None:
    """A token whose secret is the public key that everybody has, which a careless reader takes for one."""
    head = json.dumps({"alg": "HS256", "kid": "first"}).encode()
    text = f"{url64(head)}.{url64(_payload(provider))}"
    secret = key("RSA", "first").as_pem(private=False)
    provider.token = f"{text}.{url64(hmac.digest(secret, text.encode(), 'sha256'))}"


def by_another_key(provider: ToldProvider) -> None:
    """A token of a key that is not published, under the name of one that is."""
    provider.signs_by, provider.header = key("RSA", "theirs"), {"kid": "first"}


def by_a_weak_key(provider: ToldProvider) -> None:
    """A key of 1,024 bits, which is published."""
    with warnings.catch_warnings(action="ignore", category=SecurityWarning):
        provider.signs_by = key("RSA", "weak", 1_024)
    provider.keys = [provider.signs_by.as_dict(private=False), public()]


def changed(provider: ToldProvider) -> None:
    """A token of which a claim was changed behind the signature."""
    head, body, signature = provider.id_token().split(".")
    provider.claims = {"sub": "another"}
    provider.token = f"{head}.{provider.id_token().split('.')[1]}.{signature}"
    assert provider.token != f"{head}.{body}.{signature}"


def only_by(*algorithms: str) -> Callable[[ToldProvider], None]:
    """It signs by these alone, as it says."""
    return lambda provider: provider.discovery.update({"id_token_signing_alg_values_supported": list(algorithms)})


def by_an_algorithm_of_its_own(provider: ToldProvider) -> None:
    """PS256, as it says; there is nothing wrong with it but that nobody here believes it."""
    provider.alg = "PS256"
    only_by("PS256", "RS256")(provider)


def no_name(provider: ToldProvider) -> None:
    """A token that names no key, where two might have signed it."""
    provider.header = {"kid": None}
    provider.keys = [public(), public("second")]


def gives(status: int, document: Any) -> Callable[[ToldProvider], None]:
    """What it answers to a code."""
    return lambda provider: provider.answers.update({"/token": lambda: said(status, document)})


def its_token(token: str) -> Callable[[ToldProvider], None]:
    """It gives something else for an ID token."""

    def give(provider: ToldProvider) -> None:
        provider.token = token

    return give


def _payload(provider: ToldProvider) -> bytes:
    body = provider.id_token().split(".")[1]
    return urlsafe_b64decode(body + "=" * (-len(body) % 4))


TOKENS: Mapping[str, tuple[Callable[[ToldProvider], None], str]] = {
    "another nonce": (claims(nonce="0" * 64), "nonce"),
    "no nonce": (claims(nonce=None), "token"),
    "for another client": (claims(aud="another"), "aud"),
    "for nobody": (claims(aud=[]), "aud"),
    "for us among others, of no party": (claims(aud=[CLIENT, "another"]), "azp"),
    "of another party": (claims(aud=[CLIENT, "another"], azp="another"), "azp"),
    "for us alone, of another party": (claims(azp="another"), "azp"),
    "of another issuer": (claims(iss=OTHER), "iss"),
    "of an issuer that is almost ours": (lambda provider: claims(iss=f"{provider.issuer}/")(provider), "iss"),
    "unsigned": (unsigned, "alg"),
    "the public key as the secret": (by_the_public_key, "alg"),
    "an algorithm that it has, and we do not": (by_an_algorithm_of_its_own, "alg"),
    "an algorithm that it does not have": (only_by("ES256"), "alg"),
    "another key under the same name": (by_another_key, "signature"),
    "changed behind its signature": (changed, "signature"),
    "a weak key": (by_a_weak_key, "kid"),
    "a key that it does not publish": (header(kid="unknown"), "kid"),
    "no name, and two keys": (no_name, "kid"),
    "two keys of one name": (keys(public(), public("second", kid="first")), "kid"),
    "a key for something else": (keys(public(use="enc"), public("second")), "kid"),
    "a key for another algorithm": (keys(public(alg="PS256")), "kid"),
    "a key that verifies nothing": (keys(public(key_ops=["encrypt"]), public("second")), "kid"),
    "another sort of key": (keys({**key("EC", "first").as_dict(private=False)}, public("second")), "kid"),
    "over": (times(exp=-31), "time"),
    "not yet good": (times(nbf=31), "time"),
    "of the future": (times(iat=31), "time"),
    "from before this sign-in": (times(iat=-600), "time"),
    "no end": (claims(exp=None), "token"),
    "an end that is no number": (claims(exp="never"), "token"),
    "the digest of another access token": (claims(at_hash="AAAAAAAAAAAAAAAAAAAAAA"), "at_hash"),
    "an access token for an ID token": (header(typ="at+jwt"), "token"),
    "something that we would have to understand": (header(crit=["exp"], exp=1), "token"),
    "no token": (its_token("x"), "token"),
    "encrypted": (its_token("a.b.c.d.e"), "token"),
    "huge": (its_token(f"{'a' * 20_000}.b.c"), "token"),
    "nothing": (gives(200, {}), "code"),
    "no JSON": (gives(200, "x"), "code"),
    "a code that was used, or is another browser's": (gives(400, {"error": "invalid_grant"}), "code"),
    "somebody whom we do not know": (claims(sub="another"), "record"),
    "an address": (claims(sub="rui@operator.example"), "record"),
    "no subject": (claims(sub=None), "token"),
}
"""What the provider gives, and the word by which it is refused. Each row changes an honest answer by one thing."""


@pytest.mark.parametrize("row", TOKENS)
def test_no_other_token_signs_in(shared: OpenIdDesk, row: str) -> None:
    """Who brings it is told what anybody is told whom nobody knows; the log of requests has the word. An honest one signs in all the same."""
    at, (change, why) = shared, TOKENS[row]
    asked = at.begin()
    change(at.provider)
    at.refresh()
    refused = at.back(asked["state"])
    assert (refused.status_code, at.desk.logged["openid"]) == (403, why)
    assert "Nobody signs in with that" in refused.text and not at.inside
    honest(at.provider)
    at.refresh()
    at.passes(openid.KEYS_SECONDS)
    assert is_in(at.sign_in()) and at.inside


def honest(provider: ToldProvider) -> None:
    """Have it answer as at the beginning."""
    fresh = ToldProvider(provider.clock)
    for name in ("signs_by", "alg", "keys", "header", "claims", "discovery", "token", "answers"):
        setattr(provider, name, getattr(fresh, name))


ANSWERS: Mapping[str, tuple[Mapping[str, str | None], str]] = {
    "of another issuer": ({"iss": OTHER}, "iss_parameter"),
    "of no issuer, where this one always says it": ({"iss": None}, "iss_parameter"),
    "an error": ({"code": None, "error": "access_denied"}, "answer"),
    "an error with a code": ({"error": "access_denied"}, "answer"),
    "no code": ({"code": None}, "answer"),
    "an endless code": ({"code": "x" * 5_000}, "answer"),
    "no state": ({"state": None}, "cookie"),
    "another state": ({"state": "0" * 64}, "cookie"),
    "a state that is no ASCII": ({"state": "é"}, "cookie"),
}


@pytest.mark.parametrize("row", ANSWERS)
def test_no_other_answer_signs_in(shared: OpenIdDesk, row: str) -> None:
    """What the browser is sent back with: of it nothing is asked of the provider, so that no code of ours goes to somebody else."""
    at, (other, why) = shared, ANSWERS[row]
    asked = at.begin()
    told = {"code": "a-code", "state": asked["state"], "iss": at.provider.issuer, **other}
    answer = at.desk.client.get(BACK, params={name: value for name, value in told.items() if value is not None})
    assert (answer.status_code, at.desk.logged["openid"], at.provider.times("/token")) == (403, why, 0)
    assert not at.inside


@pytest.mark.parametrize("twice", ["code", "state", "iss", "error"])
def test_what_is_said_twice_is_not_read_once(shared: OpenIdDesk, twice: str) -> None:
    """Two who read an answer would read two things."""
    at = shared
    asked = at.begin()
    told = {"code": "a-code", "state": asked["state"], "iss": at.provider.issuer}
    pairs = {**told, twice: [told.get(twice, "x"), "another"]}
    assert at.desk.client.get(BACK, params=pairs).status_code == 403
    assert (at.desk.logged["openid"], at.provider.times("/token")) == ("answer", 0)


def test_a_provider_that_does_not_say_its_name_may_leave_it_out_but_say_no_other(at: OpenIdDesk) -> None:
    """RFC 9207, where the discovery document does not promise it."""
    at.provider.discovery = {"authorization_response_iss_parameter_supported": None}
    at.refresh()
    assert is_in(at.sign_in(iss=None)) and is_in(at.sign_in())
    assert (at.sign_in(iss=OTHER).status_code, at.desk.logged["openid"]) == (403, "iss_parameter")


def test_an_answer_is_for_the_browser_that_began(at: OpenIdDesk) -> None:
    """Without its cookie, and with that of another browser, nobody is signed in: nobody ends up in a session that somebody else began for him."""
    theirs = at.begin()["state"]
    cookie = at.desk.client.cookies["__Host-tombo-openid"]
    at.desk.client.cookies.clear()
    assert (at.back(theirs).status_code, at.desk.logged["openid"]) == (403, "cookie")
    mine = at.begin()["state"]
    assert (at.back(theirs).status_code, at.desk.logged["openid"]) == (403, "cookie")
    assert at.provider.times("/token") == 0
    at.begin()
    assert (at.back(mine).status_code, at.desk.logged["openid"]) == (403, "cookie")  # of the first of two windows
    at.desk.client.cookies.clear()
    at.desk.client.cookies.set("__Host-tombo-openid", cookie, domain="desk.example")
    assert (at.back(theirs).status_code, at.desk.logged["openid"]) == (
        403,
        "nonce",
    )  # the browser's own; the token is of a later one


def test_an_answer_is_good_once(at: OpenIdDesk) -> None:
    """Whoever reads it in a history or a log, with the cookie too, comes too late; also where it signed nobody in."""
    asked = at.begin()
    cookie = at.desk.client.cookies["__Host-tombo-openid"]
    assert is_in(at.back(asked["state"]))
    at.desk.client.cookies.clear()
    at.desk.client.cookies.set("__Host-tombo-openid", cookie, domain="desk.example")
    assert (at.back(asked["state"]).status_code, at.desk.logged["openid"]) == (403, "cookie")
    assert not at.inside and at.provider.times("/token") == 1


def test_one_has_ten_minutes(at: OpenIdDesk) -> None:
    """At the provider; then one begins again."""
    for seconds, good in ((flows.FLOW_SECONDS - 1, True), (flows.FLOW_SECONDS, False)):
        asked = at.begin()
        at.desk.clock.ahead += seconds * SECOND
        assert is_in(at.back(asked["state"])) is good
        at.desk.client.cookies.delete("__Host-tombo")
    assert at.desk.logged["openid"] == "cookie"


def test_those_who_are_on_their_way_are_bounded(at: OpenIdDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever began first gives way."""
    monkeypatch.setattr(flows, "FLOWS_MAX", 2)
    first = at.begin()["state"]
    cookie = at.desk.client.cookies["__Host-tombo-openid"]
    for _ in range(2):
        at.desk.client.cookies.clear()
        last = at.begin()["state"]
    assert is_in(at.back(last))
    at.desk.client.cookies.clear()
    at.desk.client.cookies.set("__Host-tombo-openid", cookie, domain="desk.example")
    assert (at.back(first).status_code, at.desk.logged["openid"]) == (403, "cookie")


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_no_page_of_another_site_begins(shared: OpenIdDesk, site: str) -> None:
    """It is led to where one signs in, and no cookie is given."""
    at = shared
    answer = at.desk.client.get("/desk/sign-in/openid", headers={"sec-fetch-site": site}, follow_redirects=False)
    assert (answer.headers["location"], "set-cookie" in answer.headers) == ("/desk/sign-in", False)


@pytest.mark.parametrize("back", ["//evil.example", "https://evil.example", "/desk/\\evil", "/other", "/desk//evil"])
def test_nobody_is_led_elsewhere(shared: OpenIdDesk, back: str) -> None:
    """Neither by what stands in the link, nor by what the provider is asked to send along."""
    at = shared
    asked = at.begin(back=back)
    assert "url=/desk/now" in at.back(asked["state"], back=back, redirect_uri=back, target_link_uri=back).text


def test_the_same_subject_of_another_issuer_is_somebody_else(at: OpenIdDesk) -> None:
    """A credential names both: who is on record at another provider does not come in here."""
    at.desk.made.revoke(CREDENTIAL)
    at.desk.made.grant("elsewhere", StaffHolder(id=OFFICER_NAME), OpenIdProof(issuer=OTHER, subject=SUBJECT))
    at.desk.known()
    assert (at.sign_in().status_code, at.desk.logged["openid"]) == (403, "record")


def test_a_credential_that_ended_lets_nobody_in(at: OpenIdDesk) -> None:
    """By the clock, also in the middle of a session."""
    at.desk.made.revoke(CREDENTIAL)
    until = at.desk.clock.now() + 60 * SECOND
    at.desk.made.grant(
        "short", StaffHolder(id=OFFICER_NAME), OpenIdProof(issuer=at.provider.issuer, subject=SUBJECT), until
    )
    at.desk.known()
    assert is_in(at.sign_in()) and at.inside
    at.desk.clock.ahead += 61 * SECOND
    assert not at.inside
    assert (at.sign_in().status_code, at.desk.logged["openid"]) == (403, "record")


def test_a_flood_of_unknown_keys_does_not_flood_the_provider(at: OpenIdDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its keys are read once more, and for ten seconds no more, however many tokens name one that it has not."""
    monkeypatch.setattr("tombo.serve.identity.TRIES", 1_000)
    assert is_in(at.sign_in())
    for number in range(30):
        at.provider.header = {"kid": f"unknown {number}"}
        assert (at.sign_in().status_code, at.desk.logged["openid"]) == (403, "kid")
    assert at.provider.times("/keys") == 1
    at.passes(openid.KEYS_RETRY_SECONDS)
    for _ in range(5):
        at.sign_in()
    assert at.provider.times("/keys") == 2
    at.provider.header = {}
    assert is_in(at.sign_in())


def test_tries_are_slowed(at: OpenIdDesk) -> None:
    """After 20 in a minute an address waits, as with tokens; who signs in well comes in all the same."""
    at.provider.claims = {"nonce": "x"}
    answers = [at.sign_in().status_code for _ in range(21)]
    assert answers == [403] * 20 + [429]
    at.provider.claims = {}
    assert is_in(at.sign_in())


def test_a_session_is_a_new_one(at: OpenIdDesk) -> None:
    """Whoever put a cookie into the browser before has no session by it."""
    at.desk.client.cookies.set("__Host-tombo", "1" * 64, domain="desk.example")
    at.sign_in()
    assert at.desk.client.cookies.get("__Host-tombo", domain="desk.example") != "1" * 64
    at.desk.client.cookies.clear()
    at.desk.client.cookies.set("__Host-tombo", "1" * 64, domain="desk.example")
    assert not at.inside


def test_what_comes_back_says_nothing_to_others(at: OpenIdDesk) -> None:
    """Neither the code nor the state is in the log of requests, nor in the page; no cache keeps the answer."""
    asked = at.begin()
    answer = at.back(asked["state"])
    assert (at.desk.logged["route"], answer.headers["cache-control"]) == (BACK, "no-store")
    for secret in ("a-code", asked["state"], asked["nonce"]):
        assert secret not in json.dumps(at.desk.logged) and secret not in answer.text


def test_a_provider_with_no_key_that_signs_is_away(at: OpenIdDesk) -> None:
    """Nobody is told that he is nobody because the provider is not well."""
    at.provider.keys = [RSAKey.generate_key(2_048, {"kid": "first", "use": "enc"}).as_dict(private=False)]
    assert at.sign_in().status_code == 503
    at.provider.answers["/keys"] = lambda: Scripted([b"x"])
    at.passes(openid.KEYS_RETRY_SECONDS)
    assert at.sign_in().status_code == 503
