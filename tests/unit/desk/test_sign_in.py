"""Signing in at the desk, and the attacker's table: what a browser, a stranger and another site's page can not do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx2 import Response

from tests.worlds.desk import MANAGER_NAME, OFFICER_NAME, Desk, desk_network, form_of, served_desk
from tests.worlds.network import AUDITOR, ORIGIN, PLAYERS, TOKEN, signed_token
from tests.worlds.staff import key_of
from tombo.desk import sessions
from tombo.ledger.core.clock import SECOND
from tombo.ledger.house.staff.commands import WithdrawKey, WithdrawRole
from tombo.serve.identity import Identity

PAGES = ("/desk/now", "/desk/trust", "/desk/acts", "/desk/acts/new/open_incident")


@pytest.fixture
def at_desk(sqlite_url: str, tmp_path: Path) -> Iterator[Desk]:
    """A desk at which nobody is signed in."""
    with served_desk(desk_network(sqlite_url, tmp_path)) as found:
        yield found


def is_stranger(answer: Response) -> bool:
    """Whether ``answer``, redirects followed, is the page where one signs in."""
    return answer.status_code == 200 and "/desk/sign-in" in str(answer.url)


def test_staff_signs_in_with_a_signature_and_an_auditor_with_his_token(at_desk: Desk) -> None:
    """Staff come to acts; an auditor reads, and is shown no act."""
    assert at_desk.sign_in().headers["location"] == "/desk/now"
    shown = at_desk.client.get("/desk/acts")
    assert (shown.status_code, OFFICER_NAME in shown.text, "/desk/acts/new/open_incident" in shown.text) == (
        200,
        True,
        True,
    )
    assert "/desk/acts/new/grant_role" not in shown.text  # a manager's
    assert at_desk.sign_in(AUDITOR).status_code == 303
    assert at_desk.client.get("/desk/trust").status_code == 200
    assert "/desk/acts" not in at_desk.client.get("/desk/now").text
    assert at_desk.client.get("/desk/acts").status_code == 403


@pytest.mark.parametrize("path", PAGES)
def test_who_is_not_signed_in_sees_nothing(at_desk: Desk, path: str) -> None:
    """He is led to where one signs in, and from there back; a secret that is none is no session."""
    assert at_desk.client.get(path, follow_redirects=False).headers["location"] == f"/desk/sign-in?back={path}"
    at_desk.cookie("0" * 64)
    assert is_stranger(at_desk.client.get(path))


def test_a_session_ends_when_nothing_is_asked_and_at_last_always(at_desk: Desk) -> None:
    """After 15 minutes, and after 8 hours however busy it is; signing out ends it at once."""
    at_desk.sign_in()
    at_desk.clock.ahead += (sessions.IDLE_SECONDS - 1) * SECOND
    assert not is_stranger(at_desk.client.get("/desk/now"))
    at_desk.clock.ahead += (sessions.IDLE_SECONDS + 1) * SECOND
    assert is_stranger(at_desk.client.get("/desk/now"))
    at_desk.sign_in()
    for _ in range(sessions.LONGEST_SECONDS // 600):
        at_desk.clock.ahead += 600 * SECOND
        last = at_desk.client.get("/desk/now")
    assert is_stranger(last)
    at_desk.sign_in()
    cookie = at_desk.client.cookies["tombo"]
    assert at_desk.post("/desk/sign-out", {}).status_code == 303
    at_desk.cookie(cookie)
    assert is_stranger(at_desk.client.get("/desk/now"))


@pytest.mark.parametrize("what", ["key", "role"])
def test_who_lost_his_key_or_his_role_is_signed_out_at_his_next_request(at_desk: Desk, what: str) -> None:
    """And does not come in again."""
    at_desk.sign_in()
    key = key_of(ORIGIN, OFFICER_NAME).key_id.hex()
    command = (
        WithdrawKey(key=key, staff=OFFICER_NAME) if what == "key" else WithdrawRole(role="officer", staff=OFFICER_NAME)
    )
    at_desk.made.act(command, "withdraw")
    at_desk.known()
    assert is_stranger(at_desk.client.get("/desk/now"))
    assert at_desk.sign_in().status_code == 403


def test_an_auditor_whose_credential_is_revoked_is_signed_out(at_desk: Desk) -> None:
    """At his next request."""
    at_desk.sign_in(AUDITOR)
    at_desk.made.revoke("auditor")
    at_desk.known()
    assert is_stranger(at_desk.client.get("/desk/now"))


def test_nobody_is_let_in_by_what_is_known_too_long(at_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where who may ask cannot be read again, a page says so; whoever was signed in goes on once it can."""
    at_desk.sign_in()
    with monkeypatch.context() as patch:
        patch.setattr(Identity, "stale", True)
        told = at_desk.client.get("/desk/now")
        assert (told.status_code, "could not be read again" in told.text, OFFICER_NAME in told.text) == (
            503,
            True,
            False,
        )
    assert not is_stranger(at_desk.client.get("/desk/now"))


def test_a_token_signs_in_once(at_desk: Desk) -> None:
    """Who reads it on its way comes too late, in any browser."""
    token = at_desk.token()
    assert at_desk.sign_in(token).status_code == 303
    at_desk.client.cookies.clear()
    assert at_desk.sign_in(token).status_code == 403
    at_desk.clock.ahead += 100 * SECOND
    assert at_desk.sign_in(token).status_code == 403


def _claims(at_desk: Desk, **other: object) -> str:
    at = at_desk.clock.now() // SECOND
    claims = {"aud": ORIGIN, "exp": at + 120, "iat": at, "jti": "0" * 32, "sub": OFFICER_NAME, **other}
    key = key_of(ORIGIN, OFFICER_NAME)
    return signed_token(key, key.key_id.hex(), **{name: value for name, value in claims.items() if value is not None})


@pytest.mark.parametrize(
    "other",
    [
        pytest.param({"jti": None}, id="a token for requests"),
        pytest.param({"jti": "x"}, id="no number"),
        pytest.param({"aud": "another/ledger"}, id="of another ledger"),
        pytest.param({"sub": MANAGER_NAME}, id="of somebody else"),
        pytest.param({"exp": 1_785_542_400 + 10**6}, id="good for too long"),
        pytest.param({"iat": 0, "exp": 100}, id="over"),
        pytest.param({"more": 1}, id="with more in it"),
    ],
)
def test_no_other_token_signs_staff_in(at_desk: Desk, other: dict[str, object]) -> None:
    """A signature of his key under anything else is none for this."""
    assert at_desk.sign_in(_claims(at_desk, **other)).status_code == 403
    assert at_desk.sign_in(_claims(at_desk)).status_code == 303


@pytest.mark.parametrize("token", [TOKEN, "", "a.b.c", "x" * 5_000, "\x00", "é"], ids=repr)
def test_no_other_credential_signs_in(at_desk: Desk, token: str) -> None:
    """A platform's token, and what is none at all."""
    page = at_desk.client.get("/desk/sign-in")
    assert at_desk.post("/desk/sign-in", {"token": token}, page).status_code == 403


def test_a_player_does_not_sign_in(at_desk: Desk) -> None:
    """Not by a token that the operator's server signs."""
    at = at_desk.clock.now() // SECOND
    claims = {"aud": ORIGIN, "exp": at + 60, "iat": at, "jti": "0" * 32, "sub": "p-1"}
    assert at_desk.sign_in(signed_token(key_of(ORIGIN, PLAYERS), PLAYERS, **claims)).status_code == 403


def test_a_token_to_sign_in_with_asks_nothing_else(at_desk: Desk) -> None:
    """It is no bearer's: whoever steals it does not record with it."""
    bearer = {"authorization": f"Bearer {at_desk.token()}"}
    assert at_desk.client.get("/v1/openapi.json", headers=bearer).status_code == 401


def test_a_session_asks_nothing_of_the_doors_for_programs(at_desk: Desk) -> None:
    """Its cookie is no credential there."""
    at_desk.sign_in()
    assert at_desk.client.get("/v1/openapi.json").status_code == 401


def test_a_session_is_a_new_one_at_each_sign_in(at_desk: Desk) -> None:
    """Whoever put a cookie into the browser before has no session by it, and the one of before is over."""
    planted = "1" * 64
    at_desk.cookie(planted)
    at_desk.sign_in()
    first = at_desk.client.cookies["tombo"]
    assert first != planted
    at_desk.sign_in()
    assert at_desk.client.cookies["tombo"] != first
    for old in (planted, first):
        at_desk.cookie(old)
        assert is_stranger(at_desk.client.get("/desk/now"))


def test_tries_are_slowed(at_desk: Desk) -> None:
    """After 20 in a minute an address waits; whoever has a good token comes in all the same."""
    answers = [at_desk.sign_in("wrong").status_code for _ in range(21)]
    assert answers == [403] * 20 + [429]
    assert at_desk.sign_in().status_code == 303


@pytest.mark.parametrize(
    ("headers", "bears"),
    [
        pytest.param({"origin": "https://evil.example"}, "what it should", id="another origin"),
        pytest.param({"origin": "null"}, "what it should", id="an origin that is hidden"),
        pytest.param({"origin": "https://desk.example"}, "what it should", id="another scheme"),
        pytest.param({"sec-fetch-site": "cross-site"}, "what it should", id="another site, as the browser says"),
        pytest.param({"sec-fetch-site": "same-site"}, "what it should", id="a neighbour"),
        pytest.param({}, "", id="without what the form bears"),
    ],
)
@pytest.mark.parametrize("path", ["/desk/sign-in", "/desk/sign-out", "/desk/acts/send", "/desk/acts/new/open_incident"])
def test_no_page_of_another_site_posts(at_desk: Desk, path: str, headers: dict[str, str], bears: str) -> None:
    """Not even with the cookies of who is signed in."""
    at_desk.sign_in()
    page = at_desk.client.get("/desk/sign-in" if path == "/desk/sign-in" else "/desk/now")
    fields = {"form": form_of(page) if bears else ""}
    sent = {"origin": at_desk.origin, **headers}
    assert at_desk.client.post(path, data=fields, headers=sent).status_code == 403
    assert not is_stranger(at_desk.client.get("/desk/now"))


@pytest.mark.parametrize("headers", [{"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}])
def test_no_page_of_another_site_signs_anybody_in(at_desk: Desk, headers: dict[str, str]) -> None:
    """Not even with a good token: nobody acts unknowingly in the session of who made that page."""
    page = at_desk.client.get("/desk/sign-in")
    assert at_desk.post("/desk/sign-in", {"token": AUDITOR}, page, **headers).status_code == 403
    assert at_desk.post("/desk/sign-in", {"token": AUDITOR, "form": "0" * 64}, page).status_code == 403
    again = at_desk.client.get("/desk/now")
    assert is_stranger(again)
    assert at_desk.post("/desk/sign-in", {"token": AUDITOR}, again).status_code == 303


def test_a_form_of_one_session_is_none_of_another(at_desk: Desk) -> None:
    """What another person's form bears does not act here."""
    at_desk.sign_in(at_desk.token(MANAGER_NAME))
    others = at_desk.client.get("/desk/now")
    at_desk.sign_in()
    assert at_desk.post("/desk/acts/send", {"act": "{}"}, others).status_code == 403


def test_an_address_without_an_origin_posts_nothing(at_desk: Desk) -> None:
    """A browser always says where a form is from."""
    at_desk.sign_in()
    page = at_desk.client.get("/desk/now")
    assert at_desk.client.post("/desk/sign-out", data={"form": form_of(page)}).status_code == 403


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example", "/desk/\\evil", "/other", "/desk//evil", "/desk/\r\nx: y"]
)
def test_nobody_is_led_elsewhere(at_desk: Desk, back: str) -> None:
    """What a link says of where one comes back to is a page of the desk, or the first one."""
    assert at_desk.sign_in(back=back).headers["location"] == "/desk/now"


def test_one_person_has_no_more_sessions_than_a_few(at_desk: Desk) -> None:
    """The oldest of his gives way, and nobody else's."""
    at_desk.sign_in(at_desk.token(MANAGER_NAME))
    others = at_desk.client.cookies["tombo"]
    his = list[str]()
    for _ in range(sessions.OF_ONE_MAX + 1):
        at_desk.client.cookies.clear()
        at_desk.sign_in()
        his.append(at_desk.client.cookies["tombo"])
    lasting = list[bool]()
    for cookie in (others, *his):
        at_desk.cookie(cookie)
        lasting.append(not is_stranger(at_desk.client.get("/desk/now")))
    assert lasting == [True, False, *[True] * sessions.OF_ONE_MAX]


def test_with_tls_the_cookie_is_of_this_host_alone(sqlite_url: str, tmp_path: Path) -> None:
    """`__Host-`, Secure, HttpOnly, SameSite=Strict; without TLS the same but for what needs it."""
    made = desk_network(sqlite_url, tmp_path)
    with served_desk(made, secure=True) as with_tls:
        cookie = with_tls.sign_in().headers.get_list("set-cookie")[0]
        assert cookie.startswith("__Host-tombo=")
        assert {"Secure", "HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; "))
        assert "Domain" not in cookie
        (chosen,) = with_tls.client.get("/desk/now", params={"lang": "pt"}).headers.get_list("set-cookie")
        assert chosen.startswith("__Host-tombo-lang=pt;")
        assert {"Secure", "HttpOnly", "SameSite=strict", "Path=/"} <= set(chosen.split("; "))
        assert '<html lang="pt-PT">' in with_tls.client.get("/desk/now").text
    with served_desk(made) as without:
        cookie = without.sign_in().headers.get_list("set-cookie")[0]
        assert cookie.startswith("tombo=")
        assert {"HttpOnly", "SameSite=strict", "Path=/"} <= set(cookie.split("; ")) and "Secure" not in cookie
