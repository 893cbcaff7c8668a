"""A page as its reader has it: its HTML read back as XML."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from tombo.reports.pages.page import Page, html


def rows(page: Page, heading: str) -> list[list[str]]:
    """The rows of a table of a page, as it is read in Portuguese."""
    for section in ET.fromstring(html(page)).iter("section"):
        title = section.find("h2")
        if title is not None and (title.text or "").strip() == heading:
            found = [row for part in ("tbody", "tfoot") for row in section.iterfind(f".//{part}/tr")]
            return [[(cell.text or "").strip() for cell in row] for row in found]
    raise AssertionError(heading)
