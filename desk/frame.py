"""The frame of every page: the template, the style sheet and scripts under one name that changes with them, and the headers."""

from __future__ import annotations

import re
from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final, NamedTuple

from fastapi import Response
from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from tombo.ledger.core.language import Language
from tombo.ledger.core.said import Fact, Told, written
from tombo.reports.pages.replayer.page import assets
from tombo.reports.said import common, reconciliation
from tombo.reports.said.desk import acts, cases, entries, find, frame, nights, now, replay, sign_in, tournaments, trust

HEADERS: Final = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self';"
        " form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "same-origin",  # with none at all a browser says of a form only that it comes from "null"
}
"""Of every page. Nothing is loaded from elsewhere, and nothing stands inline."""
IMMUTABLE: Final = {
    "Cache-Control": "public, max-age=31536000, immutable",
    "Cross-Origin-Resource-Policy": "same-origin",
}
"""Of the style sheet and the scripts."""
SORTS: Final = {".css": "text/css", ".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml"}
"""The media types of what is in ``static``."""
WORDS: Final = {
    "acts": acts,
    "cases": cases,
    "common": common,
    "cups": tournaments,
    "entries": entries,
    "find": find,
    "frame": frame,
    "nights": nights,
    "now": now,
    "reconciliation": reconciliation,
    "replay": replay,
    "sign_in": sign_in,
    "trust": trust,
}
"""The modules of words, each by the name that templates have for it."""


class Sheet(NamedTuple):
    """What stands in the frame: a title, a template, and its values."""

    title: Told
    template: str
    values: Mapping[str, Any] = {}
    status: int = 200


class Paper(NamedTuple):
    """What stands in no frame: a page that needs nothing else, or a file."""

    content: str | bytes
    name: str = ""
    """As which the browser saves it; empty where it shows it."""
    media_type: str = "text/html; charset=utf-8"
    policy: str = "default-src 'none'"
    """What it may load and run."""

    def response(self) -> Response:
        """The answer that has it. Of its name nothing is left that is no plain name of a file."""
        headers = {**HEADERS, "Content-Security-Policy": f"{self.policy}; frame-ancestors 'none'"}
        if self.name:
            plain = re.sub(r"[^A-Za-z0-9._-]", "-", self.name)
            headers["Content-Disposition"] = f'attachment; filename="{plain}"'
        return Response(self.content, media_type=self.media_type, headers=headers)


class Around(NamedTuple):
    """What the frame says beside that: in which language, who is signed in, and where one can go."""

    language: Language
    here: str
    """The path of the page up to where its language stands; empty of what a form led to, which is there in one language alone."""
    who: Fact = ""
    """Empty where nobody is signed in."""
    places: tuple[tuple[str, Told, bool], ...] = ()
    """What stands in the navigation: path, label, whether it is this page."""
    form: str = ""
    """What each form bears."""


class Frame:
    """Draws pages. Templates and static files are read once."""

    def __init__(self) -> None:
        own = files("tombo.desk").joinpath("static").iterdir()
        self.static: Mapping[str, bytes] = {one.name: one.read_bytes() for one in own if one.is_file()} | assets()
        joined = b"".join(name.encode() + b"\n" + sha256(self.static[name]).digest() for name in sorted(self.static))
        self.digest = sha256(joined).hexdigest()[:16]
        self._templates = Environment(
            loader=PackageLoader("tombo.desk", "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._templates.filters |= {"said": _said}
        self._templates.globals |= {**WORDS, "Language": Language, "static": f"/desk/static/{self.digest}"}

    def drawn(self, sheet: Sheet, around: Around) -> Response:
        """The page."""
        values = {**around._asdict(), **sheet.values, "title": sheet.title}
        text = self._templates.get_template(sheet.template).render(values)
        return HTMLResponse(text, sheet.status, headers=HEADERS)

    def file(self, digest: str, name: str) -> Response | None:
        """A static file, None where it has another name or there is none."""
        found = self.static.get(name) if digest == self.digest else None
        sort = SORTS[name[name.rindex(".") :]] if found is not None else ""
        return None if found is None else Response(found, media_type=sort, headers=IMMUTABLE)


@pass_context
def _said(context: Context, fact: Fact, spec: str = "") -> str:
    """``fact`` in the language of the page."""
    return written(fact, context["language"], spec)
