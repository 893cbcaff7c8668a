"""A signed act, sent by somebody else than the page of who signed it: each way has the status that is foretold, and records nothing."""

from __future__ import annotations

import html
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from httpx2 import Response

from tests.worlds.desk import MANAGER_NAME, OFFICER_NAME, Desk, desk_network, form_of, served_desk
from tests.worlds.network import AUDITOR, ORIGIN, TOKEN
from tests.worlds.staff import key_of
from tombo.desk.posted import FIELDS_MAX, FORM, SIZE_MAX
from tombo.desk.sessions import IDLE_SECONDS, LONGEST_SECONDS
from tombo.ledger.core.clock import SECOND
from tombo.ledger.seal.bearer import SIGN_IN_SECONDS
from tombo.ledger.store import open_store
from tombo.serve.identity import LEEWAY

INCIDENT: Final = {
    "incident": "i-1",
    "origin": "operator_system",
    "first_instant": "2026-07-14T20:00:00Z",
    "reported_by": "a monitor",
}
SEND: Final = "/desk/acts/send"


class Act:
    """The page of an act of the officer, who is signed in, and what he would send: his act with his good signature."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        desk.sign_in()
        self.cookie = desk.client.cookies["tombo"]
        page = self._page()
        self.form = form_of(page)
        self.fields = {"act": _said(page, "act"), "do": "send", **self.signature(page)}

    def _page(self, incident: str = "i-1") -> Response:
        form = self.desk.client.get("/desk/acts/new/open_incident")
        return self.desk.post("/desk/acts/new/open_incident", {**INCIDENT, "incident": incident}, form)

    def signature(self, page: Response, staff: str = OFFICER_NAME) -> dict[str, str]:
        """By the key of ``staff``, of what stands on ``page``."""
        key, text = key_of(ORIGIN, staff), re.search(r'data-text="([^"]+)"', page.text)
        assert text is not None
        signed = key.sign(b64decode(html.unescape(text[1])))
        return {"key": key.key_id.hex(), "signature": b64encode(signed).decode()}

    def another(self, incident: str = "i-2") -> str:
        """Another act of his."""
        return _said(self._page(incident), "act")

    def other_session(self, token: str | None = None) -> tuple[str, str]:
        """The cookie and the form of somebody else's session: the manager's, or whose token it is; the browser has the officer's again."""
        self.desk.client.cookies.clear()
        assert self.desk.sign_in(token or self.desk.token(MANAGER_NAME)).status_code == 303
        found = self.desk.client.cookies["tombo"], form_of(self.desk.client.get("/desk/now"))
        self.desk.cookie(self.cookie)
        return found

    def send(self, headers: dict[str, str] | None = None, **fields: str) -> Response:
        """What is answered to his form, with other headers or fields; a header or a field without a text is left out."""
        sent = {"origin": self.desk.origin, "sec-fetch-site": "same-origin", **(headers or {})}
        data = {"form": self.form, **self.fields, **fields}
        return self.desk.client.post(
            SEND,
            data={name: value for name, value in data.items() if value},
            headers={name: value for name, value in sent.items() if value},
        )

    def with_cookie(self, cookie: str, **fields: str) -> Response:
        """The same with the cookie of another session, or of none."""
        self.desk.cookie(cookie)
        return self.send(None, **fields)

    def raw(self, body: bytes, sort: str = FORM, **headers: str) -> Response:
        """The answer to a body of another sort."""
        sent = {"origin": self.desk.origin, "content-type": sort, **headers}
        return self.desk.client.post(SEND, content=body, headers=sent)


def _said(page: Response, name: str) -> str:
    found = re.search(rf'name="{name}" value="([^"]+)"', page.text)
    assert found is not None, page.text
    return html.unescape(found[1])


def _of_other(act: Act, *, cookie: bool, form: bool, token: str | None = None) -> Response:
    other, others = act.other_session(token)
    return act.with_cookie(other if cookie else act.cookie, form=others if form else act.form)


def _signed_out(act: Act) -> Response:
    assert act.desk.post("/desk/sign-out", {}).status_code == 303
    return act.with_cookie(act.cookie)


def _later(act: Act, seconds: int) -> Response:
    act.desk.clock.ahead += seconds * SECOND
    return act.with_cookie(act.cookie)


def _in_another_place(act: Act) -> Response:
    line = json.loads(act.fields["act"])
    return act.send(act=json.dumps({**line, "command_id": "desk/another"}))


def _in_another_role(act: Act) -> Response:
    line = json.loads(act.fields["act"])
    return act.send(act=json.dumps({**line, "by": {**line["by"], "role": "manager"}}))


def _by_a_stranger(act: Act) -> Response:
    mine = {"staff": OFFICER_NAME, "key": act.fields["key"], "signature": act.fields["signature"]}
    document = json.dumps({**json.loads(act.fields["act"]), "signatures": [mine]})
    other, form = act.other_session()
    return act.with_cookie(other, form=form, act=document, key="", signature="")


def _by_a_namesake(act: Act, actor: str) -> Response:
    by, command = {"actor": actor, "id": OFFICER_NAME}, {"kind": "open_account", "player": "p-x"}
    document = {"by": by, "command": command, "command_id": "desk/namesake", "occurred": None}
    return act.send(act=json.dumps(document), key="", signature="")


def _of_another_ledger(act: Act) -> Response:
    key = key_of("another/ledger", OFFICER_NAME)
    return act.send(key=key.key_id.hex(), signature=b64encode(key.sign(b"anything")).decode())


def _by_get(act: Act) -> Response:
    return act.desk.client.get(SEND, params={"form": act.form, **act.fields}, headers={"origin": act.desk.origin})


class Way(NamedTuple):
    """A way to send it, and the status that it has."""

    name: str
    sent: Callable[[Act], Response]
    status: int


WAYS: Final = [
    Way("from another origin", lambda act: act.send({"origin": "https://evil.example"}), 403),
    Way("from an origin that is hidden", lambda act: act.send({"origin": "null"}), 403),
    Way("from no origin", lambda act: act.send({"origin": ""}), 403),
    Way("from the host under it", lambda act: act.send({"origin": "http://evil.desk.example"}), 403),
    Way("from another port", lambda act: act.send({"origin": "http://desk.example:81"}), 403),
    Way("from an origin with more behind it", lambda act: act.send({"origin": "http://desk.example.evil.example"}), 403),
    Way("over TLS, where there is none", lambda act: act.send({"origin": "https://desk.example"}), 403),
    Way("from another site", lambda act: act.send({"sec-fetch-site": "cross-site"}), 403),
    Way("from a neighbour", lambda act: act.send({"sec-fetch-site": "same-site"}), 403),
    Way("from nowhere, as one types an address", lambda act: act.send({"sec-fetch-site": "none"}), 403),
    Way("with nothing that shows whose form it is", lambda act: act.send(form=""), 403),
    Way("with a made up one", lambda act: act.send(form="0" * 64), 403),
    Way("with the form of another session", lambda act: _of_other(act, cookie=False, form=True), 403),
    Way("with the cookie of another session", lambda act: _of_other(act, cookie=True, form=False), 403),
    Way("in the session of somebody else", lambda act: _of_other(act, cookie=True, form=True), 422),
    Way("signed by him, by somebody who has no part in it", _by_a_stranger, 400),
    Way("unsigned, by a platform of his name", lambda act: _by_a_namesake(act, "platform"), 400),
    Way("unsigned, by a player of his name", lambda act: _by_a_namesake(act, "player"), 400),
    Way("in the session of an auditor", lambda act: _of_other(act, cookie=True, form=True, token=AUDITOR), 403),
    Way("without a cookie", lambda act: act.with_cookie(""), 403),
    Way("with a cookie that somebody planted", lambda act: act.with_cookie("1" * 64), 403),
    Way("with a token as the cookie", lambda act: act.with_cookie(TOKEN), 403),
    Way("after signing out", _signed_out, 403),
    Way("after a while in which nothing was asked", lambda act: _later(act, IDLE_SECONDS + 1), 403),
    Way("on the next day", lambda act: _later(act, LONGEST_SECONDS + 1), 403),
    Way("by a link", _by_get, 404),
    Way("as JSON", lambda act: act.raw(json.dumps({"form": act.form, **act.fields}).encode(), "application/json"), 415),
    Way("as plain text, as a form of another site may", lambda act: act.raw(b"form=" + act.form.encode(), "text/plain"), 415),
    Way("as a form with files", lambda act: act.raw(b"--x--", "multipart/form-data; boundary=x"), 415),
    Way("compressed", lambda act: act.raw(b"", **{"content-encoding": "gzip"}), 415),
    Way("with more fields than there are", lambda act: act.raw(b"&".join([b"a=b"] * (FIELDS_MAX + 1))), 400),
    Way("with what is no text", lambda act: act.raw(b"form=%ff"), 400),
    Way("larger than any", lambda act: act.raw(b"a" * (SIZE_MAX + 1)), 413),
    Way("with another act under the signature", lambda act: act.send(act=act.another()), 422),
    Way("under another id", _in_another_place, 422),
    Way("in a role that he has not", _in_another_role, 422),
    Way("signed for another ledger", _of_another_ledger, 422),
    Way("with half a signature", lambda act: act.send(signature="AAAA"), 422),
    Way("without one", lambda act: act.send(signature="", key=""), 422),
]  # fmt: skip


@pytest.fixture
def desk(sqlite_url: str, tmp_path: Path) -> Iterator[Desk]:
    """A desk at which nobody is signed in."""
    with served_desk(desk_network(sqlite_url, tmp_path)) as found:
        yield found


def _size(desk: Desk) -> int:
    with open_store(desk.made.url, read_only=True) as store:
        return store.head().size


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.name)
def test_what_no_page_of_his_sends_records_nothing(desk: Desk, way: Way) -> None:
    """And what his page sends then does, unless the session is over: it was a good act all the while."""
    act = Act(desk)
    before = _size(desk)
    told = way.sent(act)
    assert (told.status_code, _size(desk)) == (way.status, before), told.text
    desk.sign_in()
    act.form = form_of(desk.client.get("/desk/now"))
    assert (act.send().status_code, _size(desk) > before) == (200, True)


def _signs_in(desk: Desk, token: str, **more: Any) -> int:
    page = desk.client.get("/desk/sign-in")
    return desk.post("/desk/sign-in", {"token": token, **more}, page).status_code


def test_a_sign_in_that_is_replayed_opens_nothing(desk: Desk) -> None:
    """At once, later, in another browser, and when its number could be forgotten: then it is too old."""
    token = desk.token()
    assert _signs_in(desk, token) == 303
    for later in (0, SIGN_IN_SECONDS - 1, SIGN_IN_SECONDS + LEEWAY - 1, SIGN_IN_SECONDS + LEEWAY, 3_600):
        desk.clock.ahead = later * SECOND
        desk.client.cookies.clear()
        assert _signs_in(desk, token) == 403, later
    desk.clock.ahead = 0
    assert _signs_in(desk, desk.token()) == 303


def test_the_form_to_sign_in_with_is_of_the_browser_that_shows_it(desk: Desk) -> None:
    """A page that posts it with a token of its own author, or with the form that he was shown, signs nobody in."""
    shown_to_him = form_of(desk.client.get("/desk/sign-in"))
    desk.client.cookies.clear()
    sent = {"token": AUDITOR, "form": shown_to_him}
    headers = {"origin": desk.origin}
    assert desk.client.post("/desk/sign-in", data=sent, headers=headers).status_code == 403
    desk.client.get("/desk/sign-in")
    assert desk.client.post("/desk/sign-in", data=sent, headers=headers).status_code == 403
    assert "tombo" not in desk.client.cookies


def test_a_session_that_somebody_planted_is_nobodys(desk: Desk) -> None:
    """Who put his own cookie into another's browser before that one signs in is not who he is afterwards; and his own session there is over."""
    assert desk.sign_in(AUDITOR).status_code == 303
    planted = desk.client.cookies["tombo"]
    desk.cookie(planted)
    page = desk.client.get("/desk/sign-in")
    told = desk.post("/desk/sign-in", {"token": desk.token()}, page)
    (made,) = (one for one in told.headers.get_list("set-cookie") if one.startswith("tombo="))
    assert (told.status_code, planted in made) == (303, False)
    desk.cookie(planted)
    assert "/desk/sign-in" in str(desk.client.get("/desk/now").url)
