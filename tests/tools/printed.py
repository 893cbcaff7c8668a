"""A page as its reader has it: its HTML read back as XML."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Final

from tombo.reports.pages import page as drawing
from tombo.reports.pages.page import Issued, Page

ISSUED: Final = Issued("tests.example/ledger", 1_784_116_800_000_000)
"""By whom and when the pages of tests are issued: 2026-07-15, 13:00 in Lisbon."""


def html(*pages: Page) -> str:
    """Them as one file."""
    return drawing.html(*pages, issued=ISSUED)


def rows(page: Page, heading: str) -> list[list[str]]:
    """The rows of a table of a page, as it is read in Portuguese."""
    for section in ET.fromstring(html(page)).iter("section"):
        title = section.find("h2")
        if title is not None and (title.text or "").strip() == heading:
            found = [row for part in ("tbody", "tfoot") for row in section.iterfind(f".//{part}/tr")]
            return [[(cell.text or "").strip() for cell in row] for row in found]
    raise AssertionError(heading)
