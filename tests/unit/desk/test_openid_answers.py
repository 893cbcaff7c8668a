"""The attacker's table of signing in by OpenID, the other half: answers, browsers, other sites, floods, and what is on record."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from joserfc.jwk import RSAKey

from tests.tools.scripted_http import Scripted
from tests.worlds.desk import OFFICER_NAME
from tests.worlds.openid import BACK, CREDENTIAL, OTHER, SUBJECT, OpenIdDesk, is_in
from tombo.desk import flows
from tombo.ledger.core.clock import SECOND
from tombo.ledger.house.credential.events import OpenIdProof, StaffHolder
from tombo.serve.openid import provider as openid

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
    monkeypatch.setattr("tombo.serve.tries.TRIES", 1_000)
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
