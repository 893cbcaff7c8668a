"""Acts at the desk: what is shown is what is signed, and the door decides."""

from __future__ import annotations

import html
import json
import re
from base64 import b64decode, b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from httpx2 import Response

from tests.worlds.desk import MANAGER_NAME, OFFICER_NAME, Desk, desk_network, served_desk
from tests.worlds.network import AUDITOR, ORIGIN
from tests.worlds.staff import enrol, key_of
from tombo.desk.offers import OFFER
from tombo.ledger.catalogue import COMMANDS, parse_command, wire
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.live.acts import sign
from tombo.ledger.store import open_store
from tombo.reports.said.desk import acts as act_said
from tombo.reports.said.desk import frame

INCIDENT = {
    "incident": "i-1",
    "origin": "operator_system",
    "first_instant": "2026-07-14T20:00:00Z",
    "reported_by": "um monitor",
}


@pytest.fixture
def at_desk(sqlite_url: str, tmp_path: Path) -> Iterator[Desk]:
    """A desk at which the officer is signed in."""
    with served_desk(desk_network(sqlite_url, tmp_path)) as found:
        found.sign_in()
        yield found


def shown(at_desk: Desk, kind: str = "open_incident", fields: Mapping[str, str] = INCIDENT) -> Response:
    """The page of an act that was typed."""
    return at_desk.post(f"/desk/acts/new/{kind}", dict(fields), at_desk.client.get(f"/desk/acts/new/{kind}"))


def document(page: Response) -> str:
    """The act that stands on a page."""
    found = re.search(r'name="act" value="([^"]+)"', page.text)
    assert found is not None, page.text
    return html.unescape(found[1])


def signature(page: Response, staff: str = OFFICER_NAME) -> dict[str, str]:
    """What the script of ``page`` fills in: the signature of the text that stands on it."""
    found = re.search(r'data-text="([^"]+)"', page.text)
    assert found is not None
    key = key_of(ORIGIN, staff)
    return {"key": key.key_id.hex(), "signature": b64encode(key.sign(b64decode(html.unescape(found[1])))).decode()}


def size(at_desk: Desk) -> int:
    """How many entries the log has."""
    with open_store(at_desk.made.url, read_only=True) as store:
        return store.head().size


def test_an_act_is_shown_signed_and_recorded(at_desk: Desk) -> None:
    """Every field stands on the page; the receipt says where it is on record; sent again it is the first receipt."""
    page = shown(at_desk)
    for said in (
        "Open an incident",
        "i-1",
        "um monitor",
        "2026-07-14 21:00:00 in Lisbon",
        "rui, officer",
        "nobody yet",
    ):
        assert f">{html.escape(said)}" in page.text
    sent = {"act": document(page), "do": "send", **signature(page)}
    told = at_desk.post("/desk/acts/send", sent, page)
    assert (told.status_code, "incident:i-1" in told.text, "staff:rui" in told.text) == (200, True, True)
    before = size(at_desk)
    again = at_desk.post("/desk/acts/send", sent, page)
    assert ("This is its first receipt" in again.text or "its first receipt" in again.text, size(at_desk)) == (
        True,
        before,
    )


@pytest.mark.parametrize("by", ["nobody", "another key", "another text", "another act"])
def test_what_he_did_not_sign_is_refused_with_the_rule(at_desk: Desk, by: str) -> None:
    """422 with rule and reading; nothing is recorded."""
    page, before = shown(at_desk), size(at_desk)
    fields = {
        "nobody": {},
        "another key": signature(page, MANAGER_NAME),
        "another text": {**signature(page), "signature": b64encode(bytes(64)).decode()},
        "another act": signature(shown(at_desk, fields={**INCIDENT, "incident": "i-2"})),
    }[by]
    told = at_desk.post("/desk/acts/send", {"act": document(page), "do": "send", **fields}, page)
    assert (told.status_code, "House: signature" in told.text, "the letter" in told.text) == (422, True, True)
    assert size(at_desk) == before


def test_an_act_in_a_role_that_he_has_not_is_refused(at_desk: Desk) -> None:
    """An officer gives no role, whatever form he finds."""
    page = shown(at_desk, "grant_role", {"staff": OFFICER_NAME, "role": "manager"})
    told = at_desk.post("/desk/acts/send", {"act": document(page), "do": "send", **signature(page)}, page)
    assert (told.status_code, "House: authority" in told.text) == (422, True)


def test_a_second_person_signs_beside_the_first(at_desk: Desk) -> None:
    """What two have to sign is a document: the first keeps it, the second opens it, sees it whole, signs and records it."""
    at_desk.made.act(GrantRole(role="manager", staff="eva"), "grant/eva")
    at_desk.made.act(enrol(ORIGIN, "eva"), "enrol/eva")
    at_desk.known()
    limits = {"compensation_alone": "75,00", "compensation_alone_sum": "250.00", "compensation_most": "5000"}
    at_desk.sign_in(at_desk.token(MANAGER_NAME))
    page = shown(at_desk, "set_limits", limits)
    assert "75.00 EUR" in page.text
    alone = at_desk.post(
        "/desk/acts/send", {"act": document(page), "do": "send", **signature(page, MANAGER_NAME)}, page
    )
    assert (alone.status_code, "Give this document to a second person" in alone.text) == (422, True)
    kept = at_desk.post("/desk/acts/send", {"act": document(page), "do": "keep", **signature(page, MANAGER_NAME)}, page)
    saved = at_desk.post("/desk/acts/save", {"act": document(kept)}, kept)
    assert saved.headers["content-disposition"] == 'attachment; filename="act.json"'
    at_desk.sign_in(at_desk.token("eva"))
    opened = at_desk.post("/desk/acts/open", {"act": saved.text}, at_desk.client.get("/desk/acts"))
    assert "75.00 EUR" in opened.text and f"<dd>{MANAGER_NAME}</dd>" in opened.text
    told = at_desk.post("/desk/acts/send", {"act": document(opened), "do": "send", **signature(opened, "eva")}, opened)
    assert (told.status_code, "house:limits" in told.text) == (200, True)


def test_a_signature_that_is_none_is_not_told_as_one(at_desk: Desk) -> None:
    """Whoever is to sign beside somebody reads who did, before he does; what a document says of it is anybody's."""
    page = shown(at_desk)
    his, nothing = signature(page), b64encode(bytes(64)).decode()
    manager_key = key_of(ORIGIN, MANAGER_NAME).key_id.hex()
    for one, signed, false in (
        ({"staff": OFFICER_NAME, **his}, OFFICER_NAME, ""),
        ({"staff": MANAGER_NAME, **his}, "nobody yet", MANAGER_NAME),
        ({"staff": MANAGER_NAME, **his, "key": manager_key}, "nobody yet", MANAGER_NAME),
        ({"staff": OFFICER_NAME, **his, "signature": nothing}, "nobody yet", OFFICER_NAME),
        ({"staff": "nobody-known", **his}, "nobody yet", "nobody-known"),
    ):
        told = at_desk.post("/desk/acts/open", {"act": json.dumps({**json.loads(document(page)), "signatures": [one]})})
        assert told.status_code == 200
        assert f"<dt>Signed by</dt><dd>{signed}</dd>" in told.text
        assert (f"<dt>With a signature that does not hold</dt><dd>{false}</dd>" in told.text) is bool(false)
        assert ("Record it as it is signed" in told.text) is not bool(false)


def test_without_a_script_it_is_signed_on_the_command_line(at_desk: Desk) -> None:
    """The page has the document and the command; what the command prints is opened and recorded as it is signed."""
    page = shown(at_desk)
    assert "tombo staff sign act.json --staff rui" in page.text
    unsigned = parse_command(document(page))
    line = wire(sign(unsigned, OFFICER_NAME, key_of(ORIGIN, OFFICER_NAME), ORIGIN))
    opened = at_desk.post("/desk/acts/open", {"act": f"{line}\n"}, at_desk.client.get("/desk/acts"))
    assert "Record it as it is signed" in opened.text
    assert at_desk.post("/desk/acts/send", {"act": document(opened), "do": "send"}, opened).status_code == 200


def test_who_has_no_part_in_an_act_does_not_record_it(at_desk: Desk) -> None:
    """Neither asked for it nor signed it: he may look at it."""
    page = shown(at_desk)
    line = wire(sign(parse_command(document(page)), OFFICER_NAME, key_of(ORIGIN, OFFICER_NAME), ORIGIN))
    at_desk.sign_in(at_desk.token(MANAGER_NAME))
    before = size(at_desk)
    told = at_desk.post("/desk/acts/send", {"act": line, "do": "send"})
    assert (told.status_code, size(at_desk)) == (400, before)


@pytest.mark.parametrize(
    "act",
    [
        "",
        "{}",
        "[" * 5_000,
        '{"by": {"actor": "platform", "id": "p"}, "command": {"kind": "open_account", "player": "p"}, "command_id": "c", "occurred": null}',
        '{"by": {"actor": "player", "id": "p"}, "command": {"kind": "open_account", "player": "p"}, "command_id": "c", "occurred": null}',
    ],
)
@pytest.mark.parametrize("path", ["/desk/acts/open", "/desk/acts/send"])
def test_what_is_no_act_of_staff_is_not_taken(at_desk: Desk, path: str, act: str) -> None:
    """No other sort of asker asks through a session of staff."""
    before = size(at_desk)
    assert at_desk.post(path, {"act": act, "do": "send"}).status_code == 400
    assert size(at_desk) == before


@pytest.mark.parametrize("wrong", [{"key": "x"}, {"signature": "!"}, {"signature": "A" * 300}])
def test_what_is_no_signature_is_not_taken(at_desk: Desk, wrong: dict[str, str]) -> None:
    """Before the door is asked."""
    page = shown(at_desk)
    told = at_desk.post("/desk/acts/send", {"act": document(page), "do": "send", **signature(page), **wrong}, page)
    assert told.status_code == 400


def test_what_was_typed_outlasts_the_session(at_desk: Desk) -> None:
    """It is shown again to whoever signs in anew, and nothing is recorded of it before he sends it himself; to who comes from elsewhere nothing is."""
    before, typed = size(at_desk), {**INCIDENT, "reported_by": "typed for <an hour>"}
    form = at_desk.client.get("/desk/acts/new/open_incident")
    at_desk.client.cookies.clear()
    ended = at_desk.post("/desk/acts/new/open_incident", typed, form)
    assert ended.status_code == 403 and "nobody is signed in" in ended.text
    assert 'href="/desk/sign-in" target="_blank"' in ended.text
    at_desk.sign_in()
    again = at_desk.post("/desk/acts/new/open_incident", typed, ended)
    for page in (ended, again):
        assert page.status_code == 403 and all(html.escape(value) in page.text for value in typed.values())
    assert 'target="_blank"' not in again.text
    assert act_said.FORM_ANEW().text() in again.text and frame.OTHER_SESSION().text() not in again.text
    looked_at = at_desk.post("/desk/acts/new/open_incident", typed, again)
    assert (
        looked_at.status_code == 200
        and json.loads(document(looked_at))["command"]["reported_by"] == typed["reported_by"]
    )
    assert size(at_desk) == before
    elsewhere = at_desk.post("/desk/acts/new/open_incident", typed, again, origin="https://elsewhere.example")
    assert elsewhere.status_code == 403 and html.escape(typed["reported_by"]) not in elsewhere.text


def fields_of(page: Response) -> dict[str, str]:
    """What the first form of a page under its heading holds, hidden."""
    form = page.text.partition("<h1>")[2].partition('<form method="post"')[2].partition("</form>")[0]
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form)
    return {name: html.unescape(value) for name, value in found}


@pytest.mark.parametrize("do", ["send", "keep"])
def test_what_was_signed_outlasts_the_session(at_desk: Desk, do: str) -> None:
    """The act stands on the page again, signed, for who signs in anew as the same; nothing is recorded before he sends it himself."""
    page, before = shown(at_desk), size(at_desk)
    sent = {**fields_of(page), "do": do, **signature(page)}
    assert sent["staff"] == OFFICER_NAME
    at_desk.client.cookies.clear()
    ended = at_desk.post("/desk/acts/send", sent, page)
    assert ended.status_code == 403 and frame.NOBODY_IN().text() in html.unescape(ended.text)
    assert 'href="/desk/sign-in" target="_blank"' in ended.text and "data-sign" not in ended.text
    assert fields_of(ended) == {**sent, "form": ""}
    at_desk.sign_in()
    again = at_desk.post("/desk/acts/send", fields_of(ended), ended)
    assert again.status_code == 403 and act_said.ACT_ANEW().text() in html.unescape(again.text)
    assert [one["staff"] for one in json.loads(document(again))["signatures"]] == [OFFICER_NAME]
    assert size(at_desk) == before
    told = at_desk.post("/desk/acts/send", {"act": document(again), "do": "send"}, again)
    assert (told.status_code, size(at_desk)) == (200, before + 3)


def test_nobody_else_has_signed_what_somebody_signed_whose_session_is_over(at_desk: Desk) -> None:
    """Who signs in next is shown the act without it, whoever the form says signed, and told so; to who comes from elsewhere nothing is shown."""
    page = shown(at_desk)
    sent = {**fields_of(page), "do": "send", **signature(page)}
    at_desk.client.cookies.clear()
    at_desk.sign_in(at_desk.token(MANAGER_NAME))
    again = at_desk.post("/desk/acts/send", sent, page)
    assert again.status_code == 403 and act_said.ACT_ANEW_UNSIGNED().text() in html.unescape(again.text)
    assert json.loads(document(again))["signatures"] == []
    claimed = at_desk.post("/desk/acts/send", {**sent, "staff": MANAGER_NAME}, page)
    refused = at_desk.post("/desk/acts/send", {"act": document(claimed), "do": "send"}, claimed)
    assert refused.status_code in {400, 422}
    elsewhere = at_desk.post("/desk/acts/send", sent, page, origin="https://elsewhere.example")
    assert elsewhere.status_code == 403 and "um monitor" not in elsewhere.text
    with open_store(at_desk.made.url, read_only=True) as store:
        assert not store.stream_rows("incident:i-1")


@pytest.mark.parametrize("path", ["/desk/acts/open", "/desk/acts/save"])
def test_a_document_outlasts_the_session(at_desk: Desk, path: str) -> None:
    """Brought to be opened, or to be saved."""
    page = shown(at_desk)
    at_desk.client.cookies.clear()
    at_desk.sign_in()
    again = at_desk.post(path, {"act": document(page)}, page)
    assert again.status_code == 403 and json.loads(document(again)) == json.loads(document(page))


def test_an_auditor_acts_in_nothing(at_desk: Desk) -> None:
    """He is shown no form, and no form of his is taken."""
    at_desk.sign_in(AUDITOR)
    assert at_desk.client.get("/desk/acts/new/open_incident").status_code == 403
    for path in ("/desk/acts/new/open_incident", "/desk/acts/open", "/desk/acts/send", "/desk/acts/save"):
        assert at_desk.post(path, {"act": "{}"}).status_code == 403


@pytest.mark.parametrize("kind", OFFER)
def test_every_act_that_is_offered_has_a_form(at_desk: Desk, kind: str) -> None:
    """Its fields are those of its command, and what the query says stands in them; which command voids, the game says."""
    names = [field.name for field in OFFER[kind].fields]
    page = at_desk.client.get(f"/desk/acts/new/{kind}", params=dict.fromkeys(names, "said-before"))
    assert [name for name in names if f'name="{name}"' not in page.text] == []
    assert "said-before" in page.text
    if kind in COMMANDS:
        assert {*names, "kind"} == set(COMMANDS[kind].model_fields)


@pytest.mark.parametrize("typed", ["1e3", "1,234.5", "-5", "", "0x1", "9" * 13, "5.0", "NaN"])
def test_what_is_no_amount_is_told(at_desk: Desk, typed: str) -> None:
    """And what was typed stands in the form again."""
    fields = {"player": "p-1", "adjustment": typed, "reason": "an error"}
    page = shown(at_desk, "adjust_up", fields)
    why = f"Why: How much: {typed} is no amount of euro" if typed else "Why: How much: is empty; expected something"
    assert (page.status_code, why in page.text, 'value="p-1"' in page.text) == (400, True, True)


@pytest.mark.parametrize(("round_", "kind"), [("hand:mesa-1/1", "void_hand"), ("mesa-1/1", None), ("account:p", None)])
def test_a_round_is_void_by_the_command_of_its_game(at_desk: Desk, round_: str, kind: str | None) -> None:
    """Which that is follows from its name; what names none is told."""
    page = shown(at_desk, "void", {"round": round_, "incident": "i-1"})
    assert page.status_code == (200 if kind else 400)
    if kind is not None:
        assert json.loads(document(page))["command"]["kind"] == kind
