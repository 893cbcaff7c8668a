"""``--html FILE`` and ``--page FILE``: a page instead of the text."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from tombo.cli import files
from tombo.cli.invocation import Invocation
from tombo.ledger.core.ids import called
from tombo.ledger.core.said import written
from tombo.projections.follow import Viewer
from tombo.reports.pages.page import BEGINNING, Issued, Page, html
from tombo.reports.pages.replayer.page import BEGINNING as REPLAY_BEGINNING
from tombo.reports.said.commands import common
from tombo.reports.said.commands import files as said
from tombo.reports.said.play.replayer import REPLAYER_TITLE
from tombo.reports.shown.cards import sees_closed
from tombo.reports.shown.reading import Reader
from tombo.reports.shown.replays import Walked

REPLAY: Final = files.beginning(said.A_REPLAY(), REPLAY_BEGINNING.encode())
PAGE: Final = files.beginning(said.A_PAGE(), BEGINNING.encode())

PageFile = Annotated[
    Path | None,
    typer.Option(
        "--html",
        metavar="FILE",
        help="Write a page to print, in Portuguese and English, to FILE; it needs nothing else. An older page is replaced.",
        callback=files.ready(PAGE),
    ),
]
ReplayFile = Annotated[
    Path | None,
    typer.Option(
        "--page",
        metavar="FILE",
        help="Draw it on a page in FILE, in the language of --lang; it needs nothing else. An older one is replaced.",
        callback=files.ready(REPLAY),
    ),
]


def write_page(call: Invocation, reader: Reader, out: Path, *pages: Page, closed: bool = False) -> None:
    """Pages as a file, issued now by whom the ledger is of. ``closed``: somebody's cards stand on them, so it is for its owner alone.

    Raises:
        UnwritableError: it cannot be written.
    """
    issued = Issued(reader.store.origin, call.clock.now())
    files.write(out, html(*pages, issued=issued).encode(), PAGE, closed=closed)


def save(call: Invocation, reader: Reader, out: Path, who: Viewer, *pages: Page) -> None:
    """Write ``pages``, as ``who`` may see them, to ``out``, one after the other, and say so.

    Raises:
        UnwritableError: it cannot be written.
    """
    write_page(call, reader, out, *pages, closed=sees_closed(who))
    titles = tuple(written(page.title, call.language) for page in pages)
    call.result({"html": str(out)}, common.WROTE_PAGES(file=str(out), pages=titles))


def save_replay(call: Invocation, out: Path, who: Viewer, page: str, told: Walked) -> None:
    """Write the ``page`` on which a replay is drawn, as ``who`` may see it, to ``out``, and say so; with the step that is asked for.

    Raises:
        UnwritableError: it cannot be written.
    """
    files.write(out, page.encode(), REPLAY, closed=sees_closed(who))
    begins = str(out) if told.only is None else f"{out}#step-{told.only}"
    title = written(REPLAYER_TITLE(played=called(told.view.stream)), call.language)
    call.result({"page": begins}, common.WROTE_PAGES(file=begins, pages=(title,)))
