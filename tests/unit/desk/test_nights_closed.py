"""A day closed at the desk with what its night found; and what the pages of nights cost in a log that grows."""

from __future__ import annotations

import html
import json
import re
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any, Final

import pytest
from httpx2 import Response

from tests.worlds.desk import MANAGER_NAME, OFFICER_NAME, HandClock, served_desk
from tests.worlds.floor import PLATFORM
from tests.worlds.network import AUDITOR, ORIGIN
from tests.worlds.nights import At, nights, reconcile, rows
from tests.worlds.staff import key_of
from tombo.desk import entries, trust
from tombo.desk import nights as pages
from tombo.desk.asked import DeskAsked, Draw
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.language import Language
from tombo.ledger.core.lisbon import HOUR, window
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.house.staff.state import ROLES
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.store import open_store
from tombo.projections.reconciliation.run import reconcile as reconciled
from tombo.reports.shown.house.nights import Looked, kept_night
from tombo.reports.shown.reading import Reader
from tombo.serve.readers import OpenedLedger
from tombo.serve.who import HolderSort, Who

QUERIES_MAX: Final = 140
"""Of any of the pages here: some a day of a list, and some a release."""
STEPS_MORE: Final = 16
"""Queries more in a log that grew twentyfold: of searches for an instant, and of the proof, whose path is longer."""


def signed(page: Response, staff: str) -> dict[str, str]:
    """What the script of ``page`` fills in, and what stands on it."""
    text, act = re.search(r'data-text="([^"]+)"', page.text), re.search(r'name="act" value="([^"]+)"', page.text)
    assert text is not None and act is not None
    key = key_of(ORIGIN, staff)
    signature = b64encode(key.sign(b64decode(html.unescape(text[1])))).decode()
    return {"act": html.unescape(act[1]), "do": "send", "key": key.key_id.hex(), "signature": signature}


def test_a_manager_closes_a_day_with_what_its_night_found(store_url: str, tmp_path: Path) -> None:
    """On both stores: as 'tombo reconcile --close' would have; nobody else is offered it, and once it is closed nobody is."""
    seen = nights(store_url, tmp_path)
    offered = "Close this day"
    with served_desk(seen.made) as desk:
        at = At(seen, desk)
        for who in (AUDITOR, desk.token(OFFICER_NAME)):
            desk.sign_in(who)
            assert offered not in at.page(f"nights/{seen.open}")
        desk.sign_in(desk.token(MANAGER_NAME))
        assert offered not in at.page(f"nights/{seen.late}")
        page = desk.client.get(f"/desk/nights/{seen.open}")
        act = re.search(r'name="act" value="([^"]+)"', page.text)
        assert offered in page.text and act is not None
        shown = desk.post("/desk/acts/open", {"act": html.unescape(act[1])}, page)
        told = desk.post("/desk/acts/send", signed(shown, MANAGER_NAME), shown)
        assert (told.status_code, f"day:{seen.open}" in told.text) == (200, True)
        closed = at.page(f"nights/{seen.open}")
        assert offered not in closed and ">ana<" in closed
        assert {row[0]: row[2:] for row in rows(closed, "checks")}["late"] == ["13 problems"] * 2
    with open_store(seen.made.url, read_only=True) as store:
        (row,) = store.stream_rows(f"day:{seen.open}")
    assert row.kind == "day.closed.v2"
    assert reconcile(seen.made, seen.open, window(seen.open)[1] + 2 * HOUR) == 1


def test_a_day_that_may_not_be_closed_is_not_offered(sqlite_url: str, tmp_path: Path) -> None:
    """One that goes on as its night looked at it; one of which rows that projections keep were not right."""
    seen = nights(sqlite_url, tmp_path)
    reconcile(seen.made, seen.open, window(seen.open)[1] - HOUR)
    assert json.loads((seen.made.keyring.nights / seen.open).read_text())["closing"] is None
    with served_desk(seen.made) as desk:
        desk.sign_in(desk.token(MANAGER_NAME))
        page = At(seen, desk).page(f"nights/{seen.open}")
    assert "Close this day" not in page and "tombo reconcile --day" in page
    with open_checked(seen.made.url, seen.made.keyring, read_only=True) as store:
        found, after = reconciled(store, None, seen.open), window(seen.open)[1]
        for counts, may in ((found.counts, True), ({**found.counts, "views": 1}, False)):
            night = kept_night(Reader(store), Looked(found._replace(counts=counts), None, ()), after)
            assert (night.closing is not None) == may


DRAWN: Final[dict[str, Draw]] = {
    "nights": pages.draw,
    "night": pages.draw_day,
    "release": pages.draw_release,
    "entry": entries.draw,
    "trust": trust.draw,
}


@pytest.mark.parametrize("name", DRAWN)
def test_a_page_costs_a_few_queries_however_long_the_log_is(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """In a log that grew twentyfold it costs a few more: nothing goes through the log."""
    seen = nights(sqlite_url, tmp_path)
    path = {"day": seen.released, "country": "portugal", "number": "1", "index": str(seen.credit)}
    asked = DeskAsked(Who(HolderSort.STAFF, MANAGER_NAME), frozenset(ROLES), Language.EN, path, {})
    asks = list[object]()

    def cost() -> int:
        with open_checked(seen.made.url, seen.made.keyring, read_only=True) as store:
            opened = OpenedLedger(Reader(store, seen.made.keyring), HandClock(), seen.made.url, seen.made.keyring)
            sort, fetch = type(store.recorder), type(store.recorder).fetch

            def counted(*given: Any) -> Any:
                asks.append(given)
                return fetch(*given)

            with monkeypatch.context() as patch:
                patch.setattr(sort, "fetch", counted)
                asks.clear()
                DRAWN[name](opened, asked)
        return len(asks)

    short = cost()
    ledger = open_ledger(seen.made.url, seen.made.keyring)
    with ledger.store:
        opening = [
            Envelope(OpenAccount(player=f"q-{number}"), PLATFORM, f"o/{number}", None) for number in range(2_000)
        ]
        assert all(isinstance(one, Acknowledgement) for one in ledger.handle_many(opening))
    assert short <= QUERIES_MAX
    assert cost() <= short + STEPS_MORE
