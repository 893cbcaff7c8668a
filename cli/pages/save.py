"""``--html FILE``: the page instead of the text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.invocation import Invocation
from cli.pages.page import Page, html
from cli.text import listed

PageFile = Annotated[
    Path | None,
    typer.Option(
        "--html",
        dir_okay=False,
        metavar="FILE",
        help="Write a page to print, in Portuguese and English, to FILE; it needs nothing else. An older FILE is replaced.",
    ),
]


def save(call: Invocation, out: Path, *pages: Page) -> None:
    """Write ``pages`` to ``out``, one after the other, and say so."""
    out.write_text(html(*pages), encoding="utf-8")
    call.result({"html": str(out)}, f"Wrote {out}: {listed(page.title.en for page in pages)}.")
