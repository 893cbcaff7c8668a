"""Complaints at the desk, as they are answered: which wait, what is on record of one, what may be done, and what nobody sees."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.desk.test_acts import document, size
from tests.worlds.cases import GRANTED, NAME, asked, computed, offered, page, ran, recorded, send, text_of
from tests.worlds.complaints import CLAIMANT, OUTSIDER, SECOND_OFFICER, complaint, disputed_network
from tests.worlds.desk import Desk, served_desk
from tombo.desk.cases import list as list_
from tombo.ledger.core.clock import SECOND, SystemClock
from tombo.ledger.house.dispute.events import DisputeReplayed
from tombo.ledger.operate.keyring import inscribe, open_ledger

EVIL = "<script>alert(1)</script>\"'><b onclick=x>{{ 7 * 7 }}"


@pytest.fixture
def at_desk(store_url: str, tmp_path: Path) -> Iterator[Desk]:
    """A desk on each database, at which the officer is signed in; a player complains of a hand that he won."""
    made = disputed_network(store_url, tmp_path)
    complaint(made, NAME)
    with served_desk(made) as found:
        found.sign_in()
        yield found


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
    assert at_desk.client.get(f"/desk/files/proof/{NAME}").status_code == 404
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
    assert "cosigned by nobody" in text_of(shown)
    proof = folder / "played.tlog-proof"
    proof.write_bytes(at_desk.client.get(f"/desk/files/proof/{NAME}").content)
    proven = ran(at_desk, "--json", "proof", "check", str(proof)).document
    assert (proven["verdict"], proven["entry"]["body"]["stream"]) == ("OK", "hand:mesa-1/1")
    assert proof.read_text() == ran(at_desk, "proof", "hand", "mesa-1/1").out
    assert len(set(re.findall(r"<code>([0-9a-f]{64})</code>", shown.text))) == 3
    assert 'href="/desk/hands/mesa-1/1"' in shown.text


def test_the_proof_of_each_entry_is_there_to_be_saved(at_desk: Desk) -> None:
    """On the page of the entry, once a checkpoint covers it: whoever is given the file checks it, and it is of that entry."""
    computed(at_desk)
    at = sorted(set(re.findall(r"/desk/entries/(\d+)", page(at_desk).text)), key=int)
    assert len(at) == 3
    assert "/desk/files/entry/" not in at_desk.client.get(f"/desk/entries/{at[0]}").text
    assert at_desk.client.get(f"/desk/files/entry/{at[0]}").status_code == 404
    assert ran(at_desk, "checkpoint").status == 0
    file = Path(at_desk.made.keyring.directory).parent / "entry.tlog-proof"
    for index in at:
        (path,) = re.findall(r'href="(/desk/files/entry/\d+)"', at_desk.client.get(f"/desk/entries/{index}").text)
        file.write_bytes(at_desk.client.get(path).content)
        proven = ran(at_desk, "--json", "proof", "check", str(file)).document
        assert f"\nindex {index}\n" in file.read_text(encoding="utf-8")
        assert (proven["verdict"], proven["entry"]["body"]["stream"]) == (
            "OK",
            f"dispute:{NAME}" if index != at[0] else "hand:mesa-1/1",
        )
    for other in ("999999", "x"):
        assert at_desk.client.get(f"/desk/files/entry/{other}").status_code in {400, 404}


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
        return re.findall(r'<th scope="row" role="rowheader"><a href="[^"]+">([^<]+)</a>', found.text)

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
    assert re.findall(r'<th scope="row" role="rowheader"><a href="[^"]+">([^<]+)</a>', third.text) == ["a/new", "older"]
    assert text_of(page(at_desk, "/desk/cases/a/new")).count("a/new") >= 2


@pytest.mark.parametrize(
    ("query", "status"), [({"state": "lost"}, 400), ({"player": "a b"}, 400), ({"after": "nobody"}, 400)]
)
def test_what_cannot_be_asked_of_the_list_is_told(at_desk: Desk, query: dict[str, str], status: int) -> None:
    """No state, no name, no complaint to go on behind."""
    assert at_desk.client.get("/desk/cases", params=query).status_code == status


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
    assert offered(page(at_desk, "/desk/cases"))["open_dispute"] == {}
    fields = {
        "dispute": "2026-0002",
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


@pytest.mark.parametrize("path", ["cases", "hands/mesa-1/1", "acts"])
def test_the_form_of_a_complaint_proposes_the_next_name_wherever_one_comes_from(at_desk: Desk, path: str) -> None:
    """The one that no complaint has; who types another has that."""
    form = re.search(r"/desk/acts/new/open_dispute[^\"]*", page(at_desk, f"/desk/{path}").text)
    assert form is not None
    proposed = at_desk.client.get(html.unescape(form[0])).text
    assert re.findall(r'name="dispute"[^>]* value="([^"]*)"', proposed) == ["2026-0002"]
    typed = at_desk.client.get("/desk/acts/new/open_dispute?dispute=by-hand").text
    assert re.findall(r'name="dispute"[^>]* value="([^"]*)"', typed) == ["by-hand"]


def test_who_was_not_in_it_is_told(at_desk: Desk) -> None:
    """It is on record, and nothing can be paid for it."""
    complaint(at_desk.made, "out", who=OUTSIDER)
    assert "p-9 was not in mesa-1/1: the complaint is on record, and nothing can be paid for it" in text_of(
        page(at_desk, "/desk/cases/out")
    )
    assert "was not in" not in text_of(page(at_desk))


def test_one_that_cannot_be_read_stands_first_and_stops_no_list(at_desk: Desk) -> None:
    """An entry that no door recorded is told in its place; the others are there."""
    ledger = open_ledger(at_desk.made.url, at_desk.made.keyring)
    with ledger.store:
        resolved = DisputeReplayed(
            amounts=[], differences=[], replayed="hand:mesa-1/1", revision=1, rules=[], same=True, version=25
        )
        inscribe(ledger, "spoiled", [("dispute:0000", resolved)])
    shown = page(at_desk, "/desk/cases")
    assert re.findall(r'<th scope="row" role="rowheader"><a href="[^"]+">([^<]+)</a>', shown.text) == ["0000", NAME]
    assert "cannot be read: " in text_of(shown)
    assert at_desk.client.get("/desk/cases/0000").status_code == 500
