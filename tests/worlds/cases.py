"""Complaints at the desk, as a browser without scripts walks through them: what it is shown, typed, signed and answered."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qs, urlsplit

from httpx2 import Response

from tests.tools.cli_run import Ran, tombo
from tests.unit.desk.test_acts import document, signature
from tests.worlds.desk import OFFICER_NAME, Desk

NAME = "2026-0001"
GRANTED = {"outcome": "partly", "compensation": "2.00", "rule": "R806 r.59", "grounds": "the notice came late"}


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
