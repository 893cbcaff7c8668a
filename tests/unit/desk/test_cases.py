"""Complaints at the desk, as they are answered: which wait, what is on record of one, what may be done, and what nobody sees."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlsplit

import pytest
from httpx2 import Response

from tests.tools.cli_run import Ran, tombo
from tests.unit.desk.test_acts import document, signature, size
from tests.worlds.complaints import CLAIMANT, CLOSED, MUCKED, OUTSIDER, SECOND_OFFICER, complaint, disputed_network
from tests.worlds.desk import MANAGER_NAME, OFFICER_NAME, Desk, HandClock, served_desk
from tests.worlds.floor import PLATFORM
from tests.worlds.network import AUDITOR, Network
from tombo.desk.asked import DeskAsked, Draw
from tombo.desk.cases import list as list_
from tombo.desk.cases import one
from tombo.ledger.core.clock import SECOND, SystemClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.language import Language
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.house.dispute.events import DisputeReplayed
from tombo.ledger.house.staff.state import ROLES
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import inscribe, open_checked, open_ledger
from tombo.reports.shown.reading import Reader
from tombo.serve.readers import OpenedLedger
from tombo.serve.who import HolderSort, Who

NAME = "2026-0001"
GRANTED = {"outcome": "partly", "compensation": "2.00", "rule": "R806 r.59", "grounds": "the notice came late"}
EVIL = "<script>alert(1)</script>\"'><b onclick=x>{{ 7 * 7 }}"


@pytest.fixture
def at_desk(store_url: str, tmp_path: Path) -> Iterator[Desk]:
    """A desk on each database, at which the officer is signed in; a player complains of a hand that he won."""
    made = disputed_network(store_url, tmp_path)
    complaint(made, NAME)
    with served_desk(made) as found:
        found.sign_in()
        yield found


def ran(at_desk: Desk, *words: str) -> Ran:
    """``tombo`` on the same ledger."""
    return tombo("--ledger", at_desk.made.url, "--keys", str(at_desk.made.keyring.directory), *words)


def page(at_desk: Desk, path: str = f"/desk/cases/{NAME}") -> Response:
    """A page in English."""
    found = at_desk.client.get(path, params={"lang": "en"})
    assert found.status_code == 200, found.text
    return found


def text_of(shown: Response) -> str:
    """What stands on a page, without its markup."""
    return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", shown.text)))


def offered(shown: Response) -> dict[str, dict[str, str]]:
    """The forms to which a page leads, and what each is filled in with."""
    links = (urlsplit(html.unescape(path)) for path in re.findall(r'href="(/desk/acts/new/[^"]+)"', shown.text))
    return {
        link.path.rpartition("/")[2]: {
            name: value for name, (value,) in parse_qs(link.query, keep_blank_values=True).items()
        }
        for link in links
    }


def asked(at_desk: Desk, kind: str, fields: dict[str, str]) -> Response:
    """The page of an act that was typed."""
    return at_desk.post(f"/desk/acts/new/{kind}", fields, at_desk.client.get(f"/desk/acts/new/{kind}"))


def send(at_desk: Desk, shown: Response, staff: str = OFFICER_NAME, do: str = "send") -> Response:
    """What is answered where ``staff`` signs the act of a page."""
    return at_desk.post("/desk/acts/send", {"act": document(shown), "do": do, **signature(shown, staff)}, shown)


def recorded(at_desk: Desk, shown: Response, staff: str = OFFICER_NAME) -> Response:
    """What is answered where ``staff`` signs the act of a page; it must be recorded."""
    told = send(at_desk, shown, staff)
    assert told.status_code == 200, told.text
    return told


def computed(at_desk: Desk, name: str = NAME, staff: str = OFFICER_NAME) -> None:
    """What the complaint is about is computed again, and that is signed and recorded."""
    shown = page(at_desk, f"/desk/computed/{name}")
    recorded(at_desk, at_desk.post("/desk/acts/open", {"act": document(shown)}, shown), staff)


def test_a_complaint_goes_from_its_claim_to_what_is_taken_back(at_desk: Desk) -> None:
    """Every step is offered when it is due, filled in with what is known; the page tells each, who signed it, and what is open."""
    assert offered(page(at_desk)) == {}
    assert "To be computed again, by an officer" in text_of(page(at_desk))
    computed(at_desk)
    assert offered(page(at_desk)) == {"resolve_dispute": {"dispute": NAME, "compensation": "0.00"}}
    recorded(at_desk, asked(at_desk, "resolve_dispute", {"dispute": NAME, **GRANTED}))
    filled = {"dispute": NAME, "amount": "2.00", "rule": "R806 r.59"}
    assert offered(page(at_desk)) == {"reverse_compensation": filled}
    shown = asked(at_desk, "reverse_compensation", {**filled, "cause": "mistaken"})
    alone = send(at_desk, shown)
    assert (alone.status_code, "a compensation is taken back by two officers" in text_of(alone)) == (422, True)
    kept = send(at_desk, shown, do="keep")
    at_desk.sign_in(at_desk.token(SECOND_OFFICER))
    second = at_desk.post("/desk/acts/open", {"act": document(kept)}, at_desk.client.get("/desk/acts"))
    told = recorded(at_desk, second, SECOND_OFFICER)
    assert f'href="/desk/cases/{NAME}"' in told.text
    last = page(at_desk)
    assert offered(last) == {}
    said = text_of(last)
    steps = ("Opened", "Computed again", "Decided", "Compensation taken back")
    assert re.findall(r"<h3>([^<]+)</h3>", last.text) == list(steps)
    assert "Compensation: 2.00 EUR, on the account of p-3" in said
    assert "Grounds: the notice came late (R806 r.59)" in said
    assert "Signed by rui and eva" in said
    assert "State compensation taken back" in said
    assert "Rule on complaints R806 r.66" in said
    assert ran(at_desk, "verify", "--jobs", "1").status == 0


def test_the_page_tells_what_the_command_tells(at_desk: Desk) -> None:
    """Every sentence of ``tombo dispute show``, and the files are what the commands print and write."""
    computed(at_desk)
    recorded(at_desk, asked(at_desk, "resolve_dispute", {"dispute": NAME, **GRANTED}))
    said = text_of(page(at_desk))
    shown = ran(at_desk, "dispute", "show", NAME)
    lines = [re.sub(r"\s+", " ", line.strip()) for line in shown.out.splitlines() if line.strip()]
    assert [line for line in lines if line not in said] == []
    files = "/desk/files"
    assert at_desk.client.get(f"{files}/complaint.txt/{NAME}").text == shown.out
    assert (
        at_desk.client.get(f"{files}/complaint.json/{NAME}").json()
        == ran(at_desk, "--json", "dispute", "show", NAME).document
    )
    assert at_desk.client.get(f"{files}/complaints.txt").text == ran(at_desk, "dispute", "list").out
    sheet = at_desk.client.get(f"{files}/complaints.csv")
    kept = Path(at_desk.made.keyring.directory).parent / "complaints.csv"
    assert ran(at_desk, "dispute", "list", "--csv", str(kept)).status == 0
    assert sheet.content == kept.read_bytes()
    assert sheet.headers["content-disposition"] == 'attachment; filename="complaints.csv"'


def test_the_sheet_is_in_the_language_of_the_page(at_desk: Desk) -> None:
    """With semicolons in Portuguese, as the command writes it."""
    at_desk.client.get("/desk/cases", params={"lang": "pt"})
    text = at_desk.client.get("/desk/files/complaints.csv").content.decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(text), delimiter=";")
    assert (row["dispute"], row["player"]) == (NAME, CLAIMANT)


def test_each_entry_has_its_digest_verdict_and_receipt(at_desk: Desk) -> None:
    """The receipt is what the command writes, and checks; once a checkpoint is signed the page says that it covers them."""
    computed(at_desk)
    before = page(at_desk)
    assert text_of(before).count("OK, sealed by") == 2
    assert text_of(before).count("not yet") == 3
    assert ran(at_desk, "checkpoint").status == 0
    shown = page(at_desk)
    assert text_of(shown).count("under the newest") == 3
    paths = re.findall(r'href="(/desk/files/receipt/[^"]+)"', shown.text)
    folder = Path(at_desk.made.keyring.directory).parent
    for number, path in enumerate(paths):
        file = folder / f"{number}.json"
        file.write_bytes(at_desk.client.get(path).content)
        checked = ran(at_desk, "--json", "receipt", "check", str(file)).document
        assert (checked["verdict"], checked["entries"][0]["log_index"]) == (
            "OK",
            int(re.findall(r"/entries/(\d+)", shown.text)[number]),
        )
    assert len(paths) == 2
    assert len(set(re.findall(r"<code>([0-9a-f]{64})</code>", shown.text))) == 3
    assert 'href="/desk/hands/mesa-1/1"' in shown.text


def test_what_waits_longest_stands_first_and_pages_go_on(at_desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then what is resolved, the newest first; by state and player; a page goes on behind the last of the one before."""
    now = SystemClock().now()
    for name, ago, who in (("a/new", 10, "p-4"), ("old", 7_200, "p-4"), ("older", 90_000, CLAIMANT)):
        complaint(at_desk.made, name, about=None, who=who, complained=now - ago * SECOND)
    for name in ("older", "a/new"):
        recorded(
            at_desk,
            asked(at_desk, "resolve_dispute", {"dispute": name, **GRANTED, "compensation": "0", "outcome": "rejected"}),
        )

    def names(**query: str) -> list[str]:
        found = at_desk.client.get("/desk/cases", params={"lang": "en", **query})
        return re.findall(r'<th scope="row"><a href="[^"]+">([^<]+)</a>', found.text)

    assert names() == ["old", NAME, "a/new", "older"]
    assert names(state="open") == ["old", NAME]
    assert names(state="rejected") == ["a/new", "older"]
    assert names(player="p-4") == ["old", "a/new"]
    assert names(state="open", player=CLAIMANT) == [NAME]
    assert names(state="taken_back") == []
    assert "for 2 hours" in text_of(page(at_desk, "/desk/cases"))
    monkeypatch.setattr(list_, "PAGE", 2)
    assert names() == ["old", NAME]
    second = at_desk.client.get("/desk/cases", params={"player": "p-4", "lang": "en"})
    assert 'rel="next"' not in second.text
    first = at_desk.client.get("/desk/cases").text
    following = re.search(r'href="([^"]+)" rel="next"', first)
    assert following is not None
    third = at_desk.client.get(html.unescape(following[1]))
    assert re.findall(r'<th scope="row"><a href="[^"]+">([^<]+)</a>', third.text) == ["a/new", "older"]
    assert text_of(page(at_desk, "/desk/cases/a/new")).count("a/new") >= 2


@pytest.mark.parametrize(
    ("query", "status"), [({"state": "lost"}, 400), ({"player": "a b"}, 400), ({"after": "nobody"}, 404)]
)
def test_what_cannot_be_asked_of_the_list_is_told(at_desk: Desk, query: dict[str, str], status: int) -> None:
    """No state, no name, no complaint to go on behind."""
    assert at_desk.client.get("/desk/cases", params=query).status_code == status


def test_there_is_no_complaint_of_another_name(at_desk: Desk) -> None:
    """404, as well of what can be the name of nothing; the file of one likewise."""
    for path in (
        "/desk/cases/nobody",
        "/desk/cases/..%2f..%2fx",
        "/desk/computed/nobody",
        "/desk/files/complaint.txt/nobody",
        "/desk/files/receipt/nobody",
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


def test_what_was_computed_is_shown_whole_before_it_is_signed(at_desk: Desk) -> None:
    """The act says which version, rules and amounts; signed a second time it is the same act."""
    shown = page(at_desk, f"/desk/computed/{NAME}")
    assert "Recomputed: the same as recorded, up to version 25" in text_of(shown)
    act = at_desk.post("/desk/acts/open", {"act": document(shown)}, shown)
    said = text_of(act)
    assert "p-3: 285 recorded, 285 recomputed" in said and "Up to version 25" in said and "R806 r.59-63" in said
    assert "This replay is not on record" in text_of(shown)
    recorded(at_desk, act)
    assert "The same replay is on record for this complaint" in text_of(page(at_desk, f"/desk/computed/{NAME}"))
    before = size(at_desk)
    assert "its first receipt" in recorded(at_desk, act).text
    assert size(at_desk) == before
    (event,) = [
        one["event"]
        for one in json.loads(ran(at_desk, "--json", "dispute", "show", NAME).out)["events"]
        if one["event"]["kind"] == "dispute.replayed.v1"
    ]
    assert (event["same"], event["version"]) == (True, 25)


def test_who_opened_it_gives_money_only_with_a_second(at_desk: Desk) -> None:
    """The page says so before; the door holds him to it."""
    form = offered(page(at_desk, "/desk/cases"))["open_dispute"]
    assert form == {"dispute": "2026-0002"}
    fields = {
        **form,
        "player": CLAIMANT,
        "about": "hand:mesa-1/1",
        "claim": "again",
        "complained": "2026-08-01T00:00:00Z",
    }
    recorded(at_desk, asked(at_desk, "open_dispute", fields))
    computed(at_desk, "2026-0002")
    said = text_of(page(at_desk, "/desk/cases/2026-0002"))
    assert "rui opened it for the player: he gives a compensation only if a second person signs" in said
    refused = send(at_desk, asked(at_desk, "resolve_dispute", {**GRANTED, "dispute": "2026-0002"}))
    assert (refused.status_code, "Give this document to a second person" in refused.text) == (422, True)


def test_who_was_not_in_it_is_told(at_desk: Desk) -> None:
    """It is on record, and nothing can be paid for it."""
    complaint(at_desk.made, "out", who=OUTSIDER)
    assert "p-9 was not in mesa-1/1: the complaint is on record, and nothing can be paid for it" in text_of(
        page(at_desk, "/desk/cases/out")
    )
    assert "was not in" not in text_of(page(at_desk))


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


def test_one_that_cannot_be_read_stands_first_and_stops_no_list(at_desk: Desk) -> None:
    """An entry that no door recorded is told in its place; the others are there."""
    ledger = open_ledger(at_desk.made.url, at_desk.made.keyring)
    with ledger.store:
        resolved = DisputeReplayed(
            amounts=[], differences=[], replayed="hand:mesa-1/1", revision=1, rules=[], same=True, version=25
        )
        inscribe(ledger, "spoiled", [("dispute:0000", resolved)])
    shown = page(at_desk, "/desk/cases")
    assert re.findall(r'<th scope="row"><a href="[^"]+">([^<]+)</a>', shown.text) == ["0000", NAME]
    assert "cannot be read: " in text_of(shown)
    assert at_desk.client.get("/desk/cases/0000").status_code == 500
