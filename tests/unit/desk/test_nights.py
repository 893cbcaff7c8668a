"""The pages of nights: days open, closed and late, from a difference to its entry, what was released, and a day closed at the desk."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.worlds.desk import OFFICER_NAME, HandClock, served_desk
from tests.worlds.floor import PLATFORM
from tests.worlds.network import AUDITOR
from tests.worlds.nights import FILES, FORGED, At, nights, rows
from tombo.desk import entries
from tombo.desk.asked import DeskAsked
from tombo.desk.links import DeskLink
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.language import Language
from tombo.ledger.core.lisbon import HOUR
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import Keyring, open_checked, open_ledger
from tombo.ledger.seal.entry import unpack
from tombo.ledger.store import open_store
from tombo.reports.shown.house.nights import KEPT_MAX
from tombo.reports.shown.reading import Reader
from tombo.serve.readers import OpenedLedger
from tombo.serve.who import HolderSort, Who


@pytest.fixture(scope="module")
def at(tmp_path_factory: pytest.TempPathFactory) -> Iterator[At]:
    """At which an auditor is signed in."""
    folder = tmp_path_factory.mktemp("nights")
    found = nights(f"sqlite:///{folder / 'ledger.db'}", folder)
    with served_desk(found.made) as desk:
        desk.sign_in(AUDITOR)
        yield At(found, desk)


def test_the_list_says_how_each_day_stands(at: At) -> None:
    """Open, closed, closed with entries that came late; what of it ties, and what was released."""
    found = {row[0]: row[1:] for row in rows(at.page("nights"), "days")}
    seen = at.nights
    assert found[seen.open][:2] == ["open", "13 problems"]
    assert found[seen.late] == ["closed; entries came late", "17 problems", "1", "-9.00 EUR", ""]
    assert found[seen.forged] == ["closed", "1 problem", "1", "-9.00 EUR", ""]
    assert found[seen.released] == ["closed", "ties", "1", "-25.00 EUR", "portugal"]
    assert list(found) == sorted(found, reverse=True)
    assert "Not closed of the days below: 1 day." in at.page("nights")


def test_a_chart_says_in_words_what_its_table_says(at: At) -> None:
    """Title and description, with the same figures as the rows; a bar each."""
    page = at.page("nights", month=at.nights.released[:7])
    gross, problems = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    listed = [row for row in rows(page, "days")[::-1] if row[4]]
    assert "<title" in gross and "Gross revenue by day, EUR</title>" in gross
    told = re.search(r"<desc[^>]*>(.*?)</desc>", gross)
    assert told is not None
    assert told[1].split() == [part for row in listed for part in (f"{row[0][8:]}:", f"{row[4].removesuffix(' EUR')}.")]
    assert gross.count("<rect") == len(listed)
    assert "17." in problems and problems.count("<rect") == 4
    assert "style=" not in page


def test_a_list_goes_on_behind_its_last_day_and_can_be_of_one_month(at: At) -> None:
    """With a place as its cursor: the days before a day; a month that nothing was recorded in has none."""
    seen = at.nights
    before = [row[0] for row in rows(at.page("nights", before=seen.late), "days")]
    assert before == [seen.forged, seen.released]
    assert [row[0] for row in rows(at.page("nights", month=seen.forged[:7]), "days")][-2:] == before
    assert "Nothing was recorded then." in at.page("nights", month="2020-02")
    at.desk.clock.ahead = 40 * 24 * HOUR
    at.desk.sign_in(AUDITOR)
    try:
        page = at.page("nights")
        older = re.search(r'href="(/desk/nights\?before=[0-9-]+)">Older days', page)
        assert older is not None and len(rows(page, "days")) == 31
        behind = rows(at.desk.client.get(older[1]).text, "days")
        assert behind[0][0] < rows(page, "days")[-1][0] and behind[-1][0] == seen.released
    finally:
        at.desk.clock.ahead = 0
        at.desk.sign_in(AUDITOR)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("nights?month=2026-13", 400),
        ("nights?month=<script>", 400),
        ("nights?before=yesterday", 400),
        ("nights/2026-02-30", 400),
        ("nights/2199-01-01", 400),
        ("nights/..%2F..%2Fpolicy", 400),
        ("nights/DAY?after=-1", 400),
        ("nights/DAY/portugal/2", 404),
        ("nights/DAY/portugal/x", 400),
        ("nights/DAY/atlantis/1", 404),
        ("entries/x", 400),
        ("entries/99999999999999999999999", 400),
        ("entries/9999999", 404),
    ],
)
def test_what_is_not_there_is_told(at: At, path: str, status: int) -> None:
    """In the frame, with why; nothing that was typed is markup."""
    page = at.desk.client.get(f"/desk/{path.replace('DAY', at.nights.released)}")
    assert (page.status_code, "<script>" in page.text, 'role="alert"' in page.text) == (status, False, True)


def test_a_difference_leads_to_its_entry(store_url: str, tmp_path: Path) -> None:
    """On both stores: from the list by the day to the forged credit, proved and as it was signed, and from there to the spin that it names."""
    seen = nights(store_url, tmp_path)
    with served_desk(seen.made) as desk:
        desk.sign_in(AUDITOR)
        at = At(seen, desk)
        assert f'href="/desk/nights/{seen.forged}">{seen.forged}</a>' in at.page("nights")
        page = at.page(f"nights/{seen.forged}")
        ((check, what, much, indices),) = rows(page, "failed")
        assert (check, much, "p-1" in what, seen.spin in what) == ("accounts", "12.34 EUR", True, True)
        assert indices.split(", ")[0] == str(seen.credit)
        assert f'href="/desk/entries/{seen.credit}">{seen.credit}</a>' in page
        entry = at.page(f"entries/{seen.credit}")
        assert dict(rows(entry, "fields"))["amount"] == f'{{"cents": {FORGED}}}'
        assert "OK: in the log operator.example/ledger/1" in entry and "thief/1" in entry
        assert f'href="/desk/rounds/{seen.spin}">{seen.spin}</a>' in entry
        portuguese = desk.client.get(f"/desk/nights/{seen.forged}", params={"lang": "pt"}).text
        assert rows(portuguese, "failed")[0][0] == "contas" and "12,34 EUR" in portuguese
        assert "are said to be" not in portuguese


def test_a_day_says_what_was_signed_and_what_was_found(at: At) -> None:
    """They differ where entries came late: what was signed held then."""
    page = at.page(f"nights/{at.nights.late}")
    checks = {row[0]: row[2:] for row in rows(page, "checks")}
    assert (checks["late"], checks["payout"], checks["wallet"]) == (
        ["17 problems", "ok"],
        ["ok", "ok"],
        ["not asked"] * 2,
    )
    assert rows(page, "money") == [
        ["R804 American roulette", "11.00 EUR", "20.00 EUR", "0.00 EUR", "0.00 EUR", "-9.00 EUR"]
    ]
    assert len(rows(page, "failed")) == 17
    assert {row[3] for row in rows(at.page(f"nights/{at.nights.late}", after="16"), "failed")} == {"69"}


def test_what_no_night_left_is_said_to_be_missing(at: At) -> None:
    """And what was signed stands all the same; a file of another ledger, of another day, or of nothing that a night writes, is none."""
    folder, seen = at.nights.made.keyring.nights, at.nights
    path = folder / seen.forged
    kept = path.read_text()
    other = json.loads(kept)
    try:
        for said in (
            "{",
            json.dumps({**other, "origin": "other.example/1"}),
            json.dumps({**other, "last": "00" * 32}),
            json.dumps({**other, "form": 2}),
            (folder / seen.late).read_text(),
        ):
            path.write_text(said)
            page = at.page(f"nights/{seen.forged}")
            assert "No night left here what it found" in page and 'id="failed"' not in page
            assert {row[0]: row[2:] for row in rows(page, "checks")}["accounts"] == ["", "1 problem"]
        path.unlink()
        assert "No night left here what it found" in at.page(f"nights/{seen.forged}")
    finally:
        path.write_text(kept)
    assert rows(at.page(f"nights/{seen.forged}"), "failed")


def test_a_release_is_told_with_its_receipt_and_its_files(at: At) -> None:
    """As 'tombo report list' and 'show' tell it; a hundred files a page."""
    day = at.nights.released
    ((name, files, who, _, index, door),) = rows(at.page(f"nights/{day}"), "releases")
    assert (name, files, who, door) == ("portugal, release 1", str(FILES), "ana", "as a door records it")
    page = at.page(f"nights/{day}/portugal/1")
    assert "cd" * 32 in page and "srij-2015" in page and f'href="/desk/entries/{index}"' in page
    assert "holds, as whoever has it would check it" in page
    first = rows(page, "files")
    assert (len(first), first[0]) == (100, ["AJOG_000.xml", "0", "ab" * 32])
    more = re.search(r'href="([^"]+)#files">More', page)
    assert more is not None
    rest = at.desk.client.get(more[1]).text
    assert [row[0] for row in rows(rest, "files")] == [f"AJOG_{number:03}.xml" for number in range(100, FILES)]
    assert ">More<" not in rest


def test_an_entry_says_that_no_checkpoint_covers_it_yet(sqlite_url: str, tmp_path: Path) -> None:
    """And where its checkpoint is not the policy's, that no proof can be made."""
    seen = nights(sqlite_url, tmp_path)
    ledger = open_ledger(seen.made.url, seen.made.keyring)
    with ledger.store:
        assert isinstance(ledger.handle(Envelope(OpenAccount(player="p-9"), PLATFORM, "o/9", None)), Acknowledgement)
        size = ledger.store.head().size
    policy = seen.made.keyring.policy
    with served_desk(seen.made) as desk:
        desk.sign_in(AUDITOR)
        at = At(seen, desk)
        assert "No checkpoint covers it yet" in at.page(f"entries/{size - 1}")
        policy.write_text(policy.read_text().replace("log operator.example", "log other.example"))
        page = at.page(f"entries/{seen.credit}")
        assert '<p class="alarm" role="alert">No proof can be made' in page and "OK: in the log" not in page


@pytest.mark.usefixtures("folder")
def test_the_page_of_an_entry_says_what_was_signed_and_nothing_else() -> None:
    """Of a hand with closed cards, though the key that opens them is there: each commitment as it is, and no card; and what a person said stays sealed."""
    url, keyring = "sqlite:///demo/ledger.db", Keyring(Path("demo/keys"))
    with open_checked(url, keyring, read_only=True) as store:
        opened = OpenedLedger(Reader(store, keyring), HandClock(), url, keyring)
        assert opened.reader.closed_cards("hand:mesa-1/1")
        for row in store.rows():
            asked = DeskAsked(Who(HolderSort.AUDITOR, "srij"), frozenset(), Language.EN, {"index": str(row.index)}, {})
            told = dict(entries.draw(opened, asked).values["fields"])
            event = json.loads(unpack(row.state).body)["event"]
            texts = {name: value.text if isinstance(value, DeskLink) else value for name, value in told.items()}
            assert texts == {
                name: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
                for name, value in event.items()
                if name != "kind"
            }


def test_acts_about_a_round_are_offered_where_it_is_shown(at: At) -> None:
    """To who holds the role: filled in with the round; to an auditor none."""
    with open_store(at.nights.made.url, read_only=True) as store:
        (row, *_) = store.stream_rows(at.nights.spin)
    path = f"entries/{row.index}"
    assert f'href="/desk/rounds/{at.nights.spin}">The replay of {at.nights.spin}' in at.page(path)
    assert "acts/new" not in at.page(path)
    try:
        at.desk.sign_in(at.desk.token(OFFICER_NAME))
        page = html.unescape(at.page(path))
        assert "/desk/acts/new/void?round=roulette%3Aroleta-1%2F1" in page and "acts/new/open_dispute?about=" in page
        form = at.page("acts/new/void", round=at.nights.spin)
        assert f'value="{at.nights.spin}"' in form
    finally:
        at.desk.sign_in(AUDITOR)


def test_trust_says_how_the_last_night_ended_and_up_to_where_all_is_proved(at: At) -> None:
    """Recorded, signed, published, witnessed, anchored; the keys; and how old each credential is."""
    page = at.page("trust")
    assert f'href="/desk/nights/{at.nights.late}">{at.nights.late}' in page and "IT DOES NOT TIE" in page
    reach = {row[0]: row[1] for row in rows(page, "reach")}
    assert reach == {
        "Recorded": "95 entries",
        "Signed last on this machine": "by no publisher here",
        "Published: under the newest checkpoint": "95 entries",
        "Witnessed, as the policy asks": "the policy asks for no witness",
        "Anchored": "83 entries",
    }
    assert [row[2] for row in rows(page, "keys")] == ["checkpoints", "events"] or [
        row[2] for row in rows(page, "keys")
    ] == ["events", "checkpoints"]
    ((name, *_, age),) = rows(page, "credentials")
    assert name == "auditor" and re.fullmatch(r"3 days, \d+ hours?", age)


def test_no_more_problems_are_kept_than_a_page_needs(at: At) -> None:
    """Each with both languages; where there are more, the page says how many."""
    path = at.nights.made.keyring.nights / at.nights.late
    kept = path.read_text()
    night = json.loads(kept)
    try:
        night["problems"] = (night["problems"] * KEPT_MAX)[:KEPT_MAX]
        night["counts"]["late"] = KEPT_MAX + 7
        path.write_text(json.dumps(night))
        seen = 0
        for after in range(0, KEPT_MAX, 100):
            page = at.page(f"nights/{at.nights.late}", after=str(after))
            seen += len(rows(page, "failed"))
            assert ("And 7 problems beyond those" in page) == (after + 100 == KEPT_MAX)
    finally:
        path.write_text(kept)
    assert seen == KEPT_MAX
