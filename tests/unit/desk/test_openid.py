"""Signing in by OpenID Connect at a provider that a test makes say what it likes: who comes in, and as whom."""

from __future__ import annotations

import re
from base64 import b64decode, urlsafe_b64encode
from hashlib import sha256
from urllib.parse import parse_qsl

import pytest

from tests.worlds.desk import OFFICER_NAME
from tests.worlds.network import ORIGIN
from tests.worlds.openid import (
    ACCESS_TOKEN,
    BACK,
    CLIENT,
    CREDENTIAL,
    DESK,
    SECRET,
    OpenIdDesk,
    is_in,
    key,
)
from tests.worlds.staff import key_of
from tombo.ledger.core.clock import SECOND
from tombo.ledger.house.staff.commands import WithdrawKey, WithdrawRole


def test_an_officer_signs_in_at_the_provider(at: OpenIdDesk) -> None:
    """From the page where one signs in to where he wanted to go; the session is the officer's, and lasts as one does."""
    page = at.desk.client.get("/desk/trust")
    assert 'href="/desk/sign-in/openid?back=/desk/trust"' in page.text and at.provider.issuer in page.text
    answer = at.sign_in()
    assert is_in(answer) and "url=/desk/trust" in answer.text
    assert OFFICER_NAME in at.desk.client.get("/desk/now").text
    assert at.desk.client.get("/desk/acts/new/open_incident").status_code == 200
    at.desk.clock.ahead += 15 * 60 * SECOND
    assert not at.inside


def test_the_provider_is_asked_as_the_standards_have_it(at: OpenIdDesk) -> None:
    """A code with PKCE, a state, a nonce; our secret in the head alone, written as OAuth writes it; and back to the path that is ours, whatever Host says."""
    asked = at.begin(host="evil.example")
    assert re.fullmatch("[0-9a-f]{64}", asked["state"]) and re.fullmatch("[0-9a-f]{64}", asked["nonce"])
    assert {name: asked[name] for name in asked.keys() - {"state", "nonce", "code_challenge"}} == {
        "tenant": "1",  # the endpoint's own
        "response_type": "code",
        "scope": "openid",
        "client_id": CLIENT,
        "redirect_uri": f"{DESK}{BACK}",
        "code_challenge_method": "S256",
    }
    assert is_in(at.back(asked["state"]))
    (token,) = [one for one in at.provider.asked if one.path == "/token"]
    form = dict(parse_qsl(token.body.decode()))
    challenge = urlsafe_b64encode(sha256(form.pop("code_verifier").encode()).digest()).decode().rstrip("=")
    assert challenge == asked["code_challenge"]
    assert form == {"grant_type": "authorization_code", "code": "a-code", "redirect_uri": f"{DESK}{BACK}"}
    told = b64decode(token.headers["authorization"].removeprefix("Basic ")).decode()
    assert told == f"{CLIENT}:{SECRET.replace(':', '%3A').replace(' ', '%20')}"


def test_a_provider_that_takes_the_secret_in_the_form_gets_it_there(at: OpenIdDesk) -> None:
    """And not in the head too."""
    at.provider.discovery = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
    at.refresh()
    assert is_in(at.sign_in())
    token = at.provider.asked[-2]
    form = dict(parse_qsl(token.body.decode()))
    assert (form["client_id"], form["client_secret"], "authorization" in token.headers) == (CLIENT, SECRET, False)


@pytest.mark.parametrize(("sort", "alg"), [("RSA", "RS256"), ("EC", "ES256"), ("OKP", "EdDSA")])
@pytest.mark.parametrize("named", [True, False])
def test_each_algorithm_that_is_believed(at: OpenIdDesk, sort: str, alg: str, *, named: bool) -> None:
    """Among keys of other sorts; without a name where it is the only one that fits."""
    at.provider.signs_by, at.provider.alg = key(sort, f"the {sort}"), alg
    at.provider.keys = [key(one, f"the {one}").as_dict(private=False) for one in ("RSA", "EC", "OKP")]
    at.provider.header = {} if named else {"kid": None}
    assert is_in(at.sign_in())


def test_what_the_provider_may_say_besides(at: OpenIdDesk) -> None:
    """Several audiences with us as the party, an access token's digest, more claims than we read."""
    half = urlsafe_b64encode(sha256(ACCESS_TOKEN.encode()).digest()[:16]).decode().rstrip("=")
    at.provider.claims = {"aud": [CLIENT, "another"], "azp": CLIENT, "at_hash": half, "acr": "0", "auth_time": 1}
    assert is_in(at.sign_in())


def test_clocks_may_differ_a_little(at: OpenIdDesk) -> None:
    """By half a minute either way, and no more."""
    now = at.desk.clock.now() // SECOND
    for iat, exp, good in ((25, 300, True), (-25, 300, True), (-25, -25, True), (40, 300, False), (0, -31, False)):
        at.provider.claims = {"iat": now + iat, "exp": now + exp}
        assert is_in(at.sign_in()) is good, (iat, exp)


def test_a_key_that_is_new_is_found(at: OpenIdDesk) -> None:
    """The provider changed its keys: the next sign-in fetches them, once, and the old one is not believed any more."""
    assert is_in(at.sign_in())
    at.passes(10)
    old, at.provider.signs_by = at.provider.signs_by, key("RSA", "second")
    at.provider.keys = [at.provider.signs_by.as_dict(private=False)]
    assert is_in(at.sign_in()) and is_in(at.sign_in())
    assert at.provider.times("/keys") == 2
    at.provider.signs_by = old
    assert (at.sign_in().status_code, at.desk.logged["openid"]) == (403, "kid")


def test_a_key_that_was_withdrawn_is_not_believed_for_long(at: OpenIdDesk) -> None:
    """After ten minutes the keys are read again, before a token is believed; where they cannot be read, none is."""
    assert is_in(at.sign_in())
    at.provider.keys = [key("RSA", "second").as_dict(private=False)]
    at.passes(599)
    assert is_in(at.sign_in())
    at.passes(1)
    assert (at.sign_in().status_code, at.desk.logged["openid"]) == (403, "kid")


@pytest.mark.parametrize("what", ["credential", "role"])
def test_who_loses_his_credential_is_signed_out_at_his_next_request(at: OpenIdDesk, what: str) -> None:
    """Or all his roles; and does not come in again."""
    at.sign_in()
    assert at.inside
    if what == "credential":
        at.desk.made.revoke(CREDENTIAL)
    else:
        at.desk.made.act(WithdrawRole(role="officer", staff=OFFICER_NAME), "withdraw")
    at.desk.known()
    assert not at.inside
    assert (at.sign_in().status_code, at.desk.logged["openid"]) == (403, "record")


def test_who_has_no_key_reads_and_is_told_why_he_does_not_act(at: OpenIdDesk) -> None:
    """What is to be signed nobody else signs for him."""
    at.desk.made.act(WithdrawKey(key=key_of(ORIGIN, OFFICER_NAME).key_id.hex(), staff=OFFICER_NAME), "withdraw")
    at.desk.known()
    assert is_in(at.sign_in())
    assert at.desk.client.get("/desk/now").status_code == 200
    for path in ("/desk/acts", "/desk/acts/new/open_incident"):
        told = at.desk.client.get(path)
        assert (told.status_code, "has no enrolled key" in told.text) == (403, True)
    for path in ("/desk/acts/open", "/desk/acts/send", "/desk/acts/save", "/desk/acts/new/open_incident"):
        assert at.desk.post(path, {"act": "{}"}).status_code == 403


def test_who_signs_out_is_led_to_sign_out_there_too(at: OpenIdDesk) -> None:
    """Where the provider says where; who signed in by his key is not, nor is anybody where it does not say."""
    at.sign_in()
    page = at.desk.post("/desk/sign-out", {})
    there = f"{at.provider.issuer}/leave?client_id={CLIENT}&amp;post_logout_redirect_uri=https%3A%2F%2Fdesk.example%2Fdesk%2Fsign-in"
    assert (page.status_code, f'content="0;url={there}"' in page.text) == (200, True)
    assert not at.inside
    at.desk.sign_in()
    assert at.desk.post("/desk/sign-out", {}).headers["location"] == "/desk/sign-in"
    at.provider.discovery = {"end_session_endpoint": None}
    at.refresh()
    at.sign_in()
    assert at.desk.post("/desk/sign-out", {}).headers["location"] == "/desk/sign-in"


def test_the_cookie_of_who_is_at_the_provider_comes_back_with_him_and_is_over_then(at: OpenIdDesk) -> None:
    """Of this host alone, by TLS alone, for no script; not strict, for another site leads him back; for ten minutes."""
    answer = at.desk.client.get("/desk/sign-in/openid", follow_redirects=False)
    (cookie,) = answer.headers.get_list("set-cookie")
    assert cookie.startswith("__Host-tombo-openid=")
    assert {"Secure", "HttpOnly", "SameSite=lax", "Path=/", "Max-Age=600"} <= set(cookie.split("; "))
    assert (answer.headers["cache-control"], answer.headers["referrer-policy"]) == ("no-store", "same-origin")
    told = at.sign_in().headers.get_list("set-cookie")
    assert [one.split("=")[0] for one in told if "Max-Age=0" not in one] == ["__Host-tombo"]
    assert "__Host-tombo-openid" not in at.desk.client.cookies
