"""Complaints at the desk: who sees what, what nobody sees, and what of a page nobody can forge."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from tests.unit.desk.test_acts import document, size
from tests.worlds.cases import GRANTED, NAME, asked, computed, offered, page, recorded, send, text_of
from tests.worlds.complaints import CLAIMANT, CLOSED, MUCKED, SECOND_OFFICER, complaint, disputed_network
from tests.worlds.desk import MANAGER_NAME, OFFICER_NAME, Desk, HandClock, served_desk
from tests.worlds.floor import PLATFORM
from tests.worlds.network import AUDITOR, Network
from tombo.desk.asked import DeskAsked, Draw
from tombo.desk.cases import list as list_
from tombo.desk.cases import one
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.language import Language
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.house.staff.state import ROLES
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.reports.shown.reading import Reader
from tombo.serve.readers import OpenedLedger
from tombo.serve.who import HolderSort, Who

EVIL = "<script>alert(1)</script>\"'><b onclick=x>{{ 7 * 7 }}"


@pytest.fixture
def at_desk(sqlite_url: str, tmp_path: Path) -> Iterator[Desk]:
    """A desk at which the officer is signed in; a player complains of a hand that he won."""
    made = disputed_network(sqlite_url, tmp_path)
    complaint(made, NAME)
    with served_desk(made) as found:
        found.sign_in()
        yield found


def test_there_is_no_complaint_of_another_name(at_desk: Desk) -> None:
    """404, as well of what can be the name of nothing; the file of one likewise."""
    for path in (
        "/desk/cases/nobody",
        "/desk/cases/..%2f..%2fx",
        "/desk/computed/nobody",
        "/desk/files/complaint.txt/nobody",
        "/desk/files/receipt/nobody",
        "/desk/files/proof/nobody",
    ):
        assert at_desk.client.get(path).status_code == 404, path


def test_an_auditor_reads_and_acts_in_nothing(at_desk: Desk) -> None:
    """He sees the record and the files; no act is offered, and none is taken from him."""
    computed(at_desk)
    act = document(asked(at_desk, "resolve_dispute", {"dispute": NAME, **GRANTED}))
    at_desk.sign_in(AUDITOR)
    for path in ("/desk/cases", f"/desk/cases/{NAME}"):
        assert "/desk/acts" not in page(at_desk, path).text and "/desk/computed" not in page(at_desk, path).text
    assert at_desk.client.get("/desk/files/complaints.csv").status_code == 200
    assert at_desk.client.get(f"/desk/computed/{NAME}").status_code == 403
    before = size(at_desk)
    assert at_desk.post("/desk/acts/send", {"act": act, "do": "send"}).status_code == 403
    assert at_desk.post("/desk/acts/open", {"act": act}).status_code == 403
    assert size(at_desk) == before


@pytest.mark.parametrize("kind", ["resolve_dispute", "read_disputed_cards", "open_dispute"])
def test_a_manager_is_offered_no_act_of_an_officer_and_refused_it(at_desk: Desk, kind: str) -> None:
    """Whatever form he finds, the door refuses what his role may not do, and nothing is on record."""
    computed(at_desk)
    at_desk.sign_in(at_desk.token(MANAGER_NAME))
    for path in ("/desk/cases", f"/desk/cases/{NAME}"):
        assert offered(page(at_desk, path)) == {}
    assert at_desk.client.get(f"/desk/computed/{NAME}").status_code == 403
    fields = {**GRANTED, "dispute": NAME, "reason": "why not"}
    if kind == "open_dispute":
        fields |= {"dispute": "x", "player": CLAIMANT, "claim": "c", "about": "", "complained": "2026-07-01T00:00:00Z"}
    before = size(at_desk)
    told = send(at_desk, asked(at_desk, kind, fields), MANAGER_NAME)
    assert (told.status_code, "House: authority" in told.text, size(at_desk)) == (422, True, before)


@pytest.mark.parametrize("path", ["cases", f"cases/{NAME}", f"computed/{NAME}"])
def test_every_page_is_held_to_the_policy_and_in_both_languages(at_desk: Desk, path: str) -> None:
    """Nothing stands inline and nothing comes from elsewhere; no word of the frame is left in the other language."""
    for language, skip in (("pt", "Saltar para o conteúdo"), ("en", "Skip to the content")):
        shown = at_desk.client.get(f"/desk/{path}", params={"lang": language})
        assert (shown.status_code, skip in shown.text) == (200, True)
        assert shown.headers["content-security-policy"].startswith("default-src 'none'; style-src 'self'")
        assert re.search(r"<style|<script|\sstyle=|\son[a-z]+=|https?://", shown.text) is None


def test_nobody_is_signed_in_and_sees_nothing(at_desk: Desk) -> None:
    """Every page and file leads to where one signs in."""
    at_desk.client.cookies.clear()
    for path in ("cases", f"cases/{NAME}", f"computed/{NAME}", "files/complaints.csv", f"files/complaint.json/{NAME}"):
        found = at_desk.client.get(f"/desk/{path}", follow_redirects=False)
        assert (found.status_code, found.headers["location"][:13]) == (303, "/desk/sign-in")


def test_closed_cards_are_read_on_record_and_shown_to_nobody(at_desk: Desk) -> None:
    """Until the officer's own reading is on record nothing is computed; then it is, and no page shows which cards they were."""
    complaint(at_desk.made, "m", about=MUCKED, who="p-2")
    shown = page(at_desk, "/desk/computed/m")
    assert 'name="act"' not in shown.text
    filled = offered(shown)["read_disputed_cards"]
    assert filled == {"dispute": "m", "reason": "replay of mesa-1/2: cards of its showdown were not turned"}
    recorded(at_desk, asked(at_desk, "read_disputed_cards", filled))
    at_desk.sign_in(at_desk.token(SECOND_OFFICER))
    assert 'name="act"' not in page(at_desk, "/desk/computed/m").text
    at_desk.sign_in()
    told = page(at_desk, "/desk/computed/m")
    assert "Cards that were not turned were read to compute it" in text_of(told)
    computed(at_desk, "m")
    for path in (
        "/desk/computed/m",
        "/desk/cases/m",
        "/desk/cases",
        "/desk/files/complaint.txt/m",
        "/desk/files/complaint.json/m",
        "/desk/files/complaints.csv",
    ):
        said = at_desk.client.get(path).text
        assert [card for card in CLOSED if re.search(rf"\b{card}\b", said)] == [], path
    assert "Closed cards of p-4: turned [As Ah]" in text_of(told)
    assert "Closed cards of p-2" not in text_of(told)


def test_what_somebody_says_is_text(at_desk: Desk) -> None:
    """In the claim, the grounds, the filter and the names of paths: nothing of it is markup."""
    complaint(at_desk.made, "evil", claim=EVIL, about=None)
    recorded(
        at_desk,
        asked(
            at_desk, "resolve_dispute", {"dispute": "evil", "outcome": "rejected", "compensation": "0", "grounds": EVIL}
        ),
    )
    pages = [page(at_desk, path) for path in ("/desk/cases", "/desk/cases/evil", "/desk/computed/" + NAME)]
    assert html.escape(EVIL, quote=True).replace("&#x27;", "&#39;").replace("&quot;", "&#34;") in pages[0].text
    assert pages[1].text.count("&lt;script&gt;alert(1)") == 2
    pages += [at_desk.client.get("/desk/cases", params={name: EVIL}) for name in ("state", "player", "after", EVIL)]
    pages += [at_desk.client.get(f"/desk/{path}/{quote(EVIL)}") for path in ("cases", "computed", "files/receipt")]
    pages += [at_desk.client.get("/desk/acts/new/read_disputed_cards", params={"dispute": EVIL, "reason": EVIL})]
    for shown in pages:
        assert "<script>alert" not in shown.text and "<b onclick" not in shown.text and ">49<" not in shown.text
    saved = at_desk.client.get(f"/desk/files/complaint.txt/{quote(EVIL)}")
    assert saved.status_code == 404


def test_a_file_is_saved_and_shown_nowhere(at_desk: Desk) -> None:
    """What a player says in it is nobody's page: it is an attachment, of no type that a browser would draw."""
    complaint(at_desk.made, "a/b", claim=EVIL, about=None)
    for path, name in (("complaint.txt/a/b", "a-b.txt"), ("complaint.json/a/b", "a-b.json")):
        saved = at_desk.client.get(f"/desk/files/{path}")
        assert saved.headers["content-disposition"] == f'attachment; filename="{name}"'
        assert saved.headers["x-content-type-options"] == "nosniff"
        assert "html" not in saved.headers["content-type"]


@pytest.mark.parametrize("draw", [list_.draw, one.draw], ids=["list", "one"])
def test_the_pages_cost_the_same_however_long_the_log_is(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, draw: Draw
) -> None:
    """In a log that is much longer they ask the store as often."""
    made = disputed_network(sqlite_url, tmp_path)
    complaint(made, NAME)
    who = DeskAsked(Who(HolderSort.STAFF, OFFICER_NAME), frozenset(ROLES), Language.EN, {"dispute": NAME}, {})
    short = cost(made, monkeypatch, draw, who)
    ledger = open_ledger(made.url, made.keyring)
    with ledger.store:
        opening = [Envelope(OpenAccount(player=f"x-{number}"), PLATFORM, f"o/{number}", None) for number in range(400)]
        assert all(isinstance(done, Acknowledgement) for done in ledger.handle_many(opening))
    assert cost(made, monkeypatch, draw, who) <= short + 2


def cost(made: Network, monkeypatch: pytest.MonkeyPatch, draw: Draw, asked_for: DeskAsked) -> int:
    """How often the store is asked for a page."""
    seen = list[object]()
    with open_checked(made.url, made.keyring, read_only=True) as store:
        opened = OpenedLedger(Reader(store, made.keyring), HandClock(), made.url, made.keyring)
        sort, fetch = type(store.recorder), type(store.recorder).fetch

        def counted(*given: Any) -> Any:
            seen.append(given)
            return fetch(*given)

        with monkeypatch.context() as patch:
            patch.setattr(sort, "fetch", counted)
            draw(opened, asked_for)
    return len(seen)


@pytest.mark.parametrize(
    ("typed", "said"),
    [("mesa-1/1", "hand:mesa-1/1"), ("hand:mesa-1/1", "hand:mesa-1/1"), ("tournament:t", "tournament:t")],
)
def test_a_hand_is_complained_of_by_the_name_that_the_pages_have(at_desk: Desk, typed: str, said: str) -> None:
    """Whoever opens a complaint types what he reads; what else is complained of has its sort before it."""
    fields = {"dispute": "x", "player": CLAIMANT, "claim": "c", "about": typed, "complained": "2026-07-01T00:00:00Z"}
    answer = at_desk.post("/desk/acts/new/open_dispute", fields)
    assert answer.status_code == 200 and json.loads(document(answer))["command"]["about"] == said
