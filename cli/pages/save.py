"""``--html FILE``: the page instead of the text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.invocation import Invocation
from cli.pages.page import Page, html

PageFile = Annotated[
    Path | None,
    typer.Option(
        "--html",
        dir_okay=False,
        metavar="FILE",
        help="Write a page to print, in Portuguese and English, to FILE; it needs nothing else. An older FILE is replaced.",
    ),
]


def save(call: Invocation, out: Path, page: Page) -> None:
    """Write ``page`` to ``out``, and say so."""
    out.write_text(html(page), encoding="utf-8")
    call.result({"html": str(out)}, f"Wrote {out}: {page.title.en}.")
