"""The desk's pages as they are answered: headers, languages, what stands in them, and what of it nobody can forge."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools.cli_run import tombo
from tests.worlds.desk import MANAGER_NAME, Desk, HandClock, desk_network, served_desk
from tests.worlds.floor import PLATFORM
from tests.worlds.network import AUDITOR, ORIGIN
from tests.worlds.phh import phh
from tests.worlds.spoil import row_state, spoil
from tests.worlds.staff import key_of
from tombo.desk import acts, now, trust
from tombo.desk.asked import DeskAsked, Draw
from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import StoreUnavailableError, TamperedError
from tombo.ledger.core.language import Language
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.house.staff.state import ROLES
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.seal.keys import COSIGNATURE, PublicKey
from tombo.ledger.store import open_store
from tombo.reports.shown.reading import Reader
from tombo.serve import readers
from tombo.serve.readers import OpenedLedger
from tombo.serve.who import HolderSort, Who

PLACES = (
    "/desk/sign-in",
    "/desk/now",
    "/desk/trust",
    "/desk/find",
    "/desk/nights",
    "/desk/entries/0",
    "/desk/acts",
    "/desk/acts/new/open_dispute",
    "/desk/nowhere",
)
POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self';"
    " form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)


@pytest.fixture(scope="module")
def at_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A desk at which the manager is signed in."""
    folder = tmp_path_factory.mktemp("desk")
    with served_desk(desk_network(f"sqlite:///{folder / 'ledger.db'}", folder)) as found:
        found.sign_in(found.token(MANAGER_NAME))
        yield found


@pytest.mark.parametrize("path", PLACES)
def test_every_page_is_held_to_the_policy(at_desk: Desk, path: str) -> None:
    """Nothing stands inline and nothing comes from elsewhere; no cache keeps it."""
    page = at_desk.client.get(path)
    assert page.headers["content-security-policy"] == POLICY
    assert (page.headers["cache-control"], page.headers["referrer-policy"]) == ("no-store", "same-origin")
    assert page.headers["x-content-type-options"] == "nosniff"
    assert re.search(r"<style|<script(?! type=\"module\" src=)|\sstyle=|\son[a-z]+=|https?://", page.text) is None


@pytest.mark.parametrize("path", PLACES)
def test_every_page_is_in_both_languages(at_desk: Desk, path: str) -> None:
    """As the query says, which is remembered; no word of the other is left in the frame."""
    portuguese = at_desk.client.get(path, params={"lang": "pt"})
    assert ('<html lang="pt-PT">' in portuguese.text, "Saltar para o conteúdo" in portuguese.text) == (True, True)
    assert '<html lang="pt-PT">' in at_desk.client.get(path).text
    english = at_desk.client.get(path, params={"lang": "en"})
    assert ('<html lang="en">' in english.text, "Skip to the content" in english.text) == (True, True)


def test_a_static_file_is_for_ever_under_a_name_that_changes_with_it(at_desk: Desk) -> None:
    """Any other name is none."""
    found = re.findall(
        r'"(/desk/static/([0-9a-f]{16})/[a-z_]+\.(?:css|mjs|svg))"', at_desk.client.get("/desk/acts").text
    )
    assert len(found) == 3
    for path, digest in found:
        file = at_desk.client.get(path)
        assert (file.status_code, "immutable" in file.headers["cache-control"]) == (200, True)
        assert at_desk.client.get(path.replace(digest, "0" * 16)).status_code == 404
    assert at_desk.client.get(found[0][0].rsplit("/", 1)[0] + "/..%2frouter.py").status_code == 404


def test_now_shows_how_the_log_stands(at_desk: Desk) -> None:
    """Entries, what no checkpoint covers, what is in play, and how far what is followed follows."""
    page = at_desk.client.get("/desk/now", params={"lang": "en"}).text
    assert "No incident is open." in page and "Nothing is in play." in page
    assert "refunds" in page


def test_trust_shows_who_is_let_in(at_desk: Desk) -> None:
    """Every credential in force, and that no checkpoint is there yet."""
    page = at_desk.client.get("/desk/trust", params={"lang": "en"}).text
    assert "no checkpoint yet" in page
    assert re.findall(r'<th scope="row" role="rowheader">(\w+)</th>', page.partition('id="credentials"')[2]) == [
        "auditor",
        "games",
        "players",
    ]
    assert "/desk/acts/new/revoke_credential?credential=games" in page


@pytest.mark.parametrize(
    "typed", ["<script>alert(1)</script>", '" autofocus onfocus="alert(1)', "\u202etxt", "{{ 7 * 7 }}"]
)
def test_what_somebody_types_is_text(at_desk: Desk, typed: str) -> None:
    """In a field's value, in a fault, in the query and in the path: nothing of it is markup, and nothing turns the writing."""
    pages = (
        at_desk.client.get("/desk/acts/new/grant_role", params={"staff": typed}),
        at_desk.client.get(f"/desk/acts/new/{typed.replace('/', '')}"),
        at_desk.client.get("/desk/sign-in", params={"back": typed}),
        at_desk.client.get("/desk/now", params={typed: typed}),
        at_desk.post("/desk/acts/new/grant_role", {"staff": typed, "role": typed}),
        at_desk.post("/desk/acts/open", {"act": typed}),
        at_desk.post("/desk/acts/new/void", {"round": typed, "incident": typed}),
    )
    for page in pages:
        assert "<script>alert" not in page.text and '" autofocus onfocus="' not in page.text
        assert "\u202e" not in re.sub(r'value="[^"]*"', "", page.text) and ">49<" not in page.text


STEPS_MORE = 8
"""Steps more of a search for an instant, in a log that grew from 14 entries to some hundreds."""


@pytest.mark.parametrize("draw", [now.draw, trust.draw, acts.draw], ids=["now", "trust", "acts"])
def test_a_page_costs_a_few_queries_however_long_the_log_is(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, draw: Draw
) -> None:
    """In a log that grew thirtyfold it costs a few more: nothing goes through the log."""
    made = desk_network(sqlite_url, tmp_path)
    asked = DeskAsked(Who(HolderSort.STAFF, MANAGER_NAME), frozenset(ROLES), Language.EN, {}, {})
    seen, own = list[object](), threading.get_ident()

    def cost() -> int:
        with open_checked(made.url, made.keyring, read_only=True) as store:
            opened = OpenedLedger(Reader(store, made.keyring), HandClock(), made.url, made.keyring)
            sort, fetch = type(store.recorder), type(store.recorder).fetch

            def counted(*given: Any) -> Any:
                if threading.get_ident() == own:  # not what another test left at work
                    seen.append(given)
                return fetch(*given)

            with monkeypatch.context() as patch:
                patch.setattr(sort, "fetch", counted)
                seen.clear()
                draw(opened, asked)
        return len(seen)

    short = cost()
    ledger = open_ledger(made.url, made.keyring)
    with ledger.store:
        opening = [Envelope(OpenAccount(player=f"p-{number}"), PLATFORM, f"o/{number}", None) for number in range(400)]
        assert all(isinstance(one, Acknowledgement) for one in ledger.handle_many(opening))
    assert short <= 60
    assert cost() <= short + STEPS_MORE


def test_trust_names_the_witnesses_of_the_policy_and_what_is_wrong(sqlite_url: str, tmp_path: Path) -> None:
    """Who has not cosigned, and that they are too few; a checkpoint that another key signed is none."""
    made = desk_network(sqlite_url, tmp_path)
    assert tombo("--ledger", made.url, "--keys", str(made.keyring.directory), "checkpoint").status == 0
    policy, witness = made.keyring.policy, PublicKey("w.example/1", key_of(ORIGIN, "w").public.raw, COSIGNATURE)
    asked = policy.read_text().replace("quorum none", f"witness regulator {witness.vkey}\nquorum regulator")
    with served_desk(made) as found:
        found.sign_in(AUDITOR)
        policy.write_text(asked)
        page = found.client.get("/desk/trust").text
        assert re.search(r">regulator</th><td[^>]*>not yet</td>", page) and "Fewer cosigned" in page
        policy.write_text(asked.replace("operator.example/ledger/1+", "other.example/ledger/1+"))
        assert "The checkpoint is not as it should be" in found.client.get("/desk/trust").text
        policy.write_text(asked.replace(made.keyring.public(made.keyring.checkpoint).vkey, witness.vkey))
        assert "The checkpoint is not as it should be" in found.client.get("/desk/trust").text


def test_now_tells_the_findings_of_the_last_hour_and_no_older_one(sqlite_url: str, tmp_path: Path) -> None:
    """By which rule, where and why, in the language of the page; an hour later it is over."""
    made = desk_network(sqlite_url, tmp_path)
    (tmp_path / "a.phh").write_text(phh({"seats": "[1, 2, 11]"}))
    words = ("--ledger", made.url, "--keys", str(made.keyring.directory))
    assert tombo(*words, "import", "phh", str(tmp_path / "a.phh")).status == 0
    with served_desk(made) as found:
        found.sign_in(AUDITOR)
        page = found.client.get("/desk/now", params={"lang": "en"}).text
        assert ">PHH seats</td>" in page and "[1, 2, 11]" in page and ", expected " in page
        page = found.client.get("/desk/now", params={"lang": "pt"}).text
        assert "[1, 2, 11]" in page and ", expected " not in page
        found.clock.ahead += 3_700 * SECOND
        found.sign_in(AUDITOR)
        assert "Nothing was objected to" in found.client.get("/desk/now", params={"lang": "en"}).text


@pytest.mark.parametrize(
    ("content", "status"),
    [("text/plain", 415), ("application/json", 415), ("application/x-www-form-urlencoded", 400)],
)
def test_a_form_is_read_with_bounds(at_desk: Desk, content: str, status: int) -> None:
    """Another media type, bytes that are no text, more fields than a form has, more bytes than a command."""
    headers = {"origin": at_desk.origin, "content-type": content}
    for body in (b"\xff", b"a=%ff", b"&".join([b"a=1"] * 101)):
        assert at_desk.client.post("/desk/acts/send", content=body, headers=headers).status_code == status
    large = at_desk.client.post("/desk/acts/send", content=b"a=" + b"1" * (1 << 20), headers=headers)
    assert large.status_code == (413 if status == 400 else status)


def test_a_page_that_meets_what_was_not_sealed_raises_the_alarm(sqlite_url: str, tmp_path: Path) -> None:
    """The page says which entry it is; whoever records is told too."""
    made = desk_network(sqlite_url, tmp_path)
    with served_desk(made) as found:
        found.sign_in(AUDITOR)
        assert (found.client.get("/desk/trust").status_code, found.alarms) == (200, [])
        with open_store(made.url, read_only=True) as store:
            index = store.stream_rows("credential:games")[0].index
        changed = row_state(made.url, index)[:-1] + b" "
        spoil(made.url, "UPDATE stored_events SET state = ? WHERE notification_id = ?", changed, index + 1)
        page = found.client.get("/desk/trust")
        assert (page.status_code, f"TAMPERED: log index {index}" in page.text) == (500, True)
        assert [type(alarm) for alarm in found.alarms] == [TamperedError]


def test_a_page_of_a_store_that_is_away_says_so_in_words_of_ours(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """503, with when to come again; where the database is, and as whom it is asked, is not on the page."""

    def away(*_: object, **__: object) -> None:
        raise StoreUnavailableError('connection to "10.0.0.7" failed: user "tombo_serve"')

    with served_desk(desk_network(sqlite_url, tmp_path)) as found:
        found.sign_in(AUDITOR)
        monkeypatch.setattr(readers, "open_checked", away)
        page = found.client.get("/desk/trust")
    assert (page.status_code, page.headers["retry-after"], found.alarms) == (503, "1", [])
    assert "this cannot be done now" in page.text and "10.0.0.7" not in page.text
