"""What a form posts: read with bounds, and only if a page of ours posted it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
from urllib.parse import parse_qsl

from fastapi import Request

from tombo.desk.faults import DeskFaultError
from tombo.desk.sessions import same
from tombo.reports.said.desk import frame as said
from tombo.serve.bodies import body_of

FORM: Final = "application/x-www-form-urlencoded"
SIZE_MAX: Final = 1 << 20
"""Bytes of what a form posts. A command is much smaller."""
FIELDS_MAX: Final = 100


class OtherSessionError(DeskFaultError):
    """A form of ours was posted, and is of no session, or of one that is over; ``fields``: what was typed."""

    def __init__(self, fields: Mapping[str, str]) -> None:
        super().__init__(403, said.OTHER_SESSION())
        self.fields = fields


async def posted(request: Request, expected: str, *, secure: bool) -> Mapping[str, str]:
    """The fields of a form that a page of ours posted; ``expected`` is what its form bears. Of a field given twice the last counts.

    Raises:
        OtherSessionError: it is of no session, or of one that is over.
        ProblemError: 403, no page of ours posted it; 400, 413, 415: it is no form that we read.
    """
    _check_origin(request, secure=secure)
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != FORM:
        raise DeskFaultError(415, said.NO_FORM())
    try:
        text = (await body_of(request, SIZE_MAX)).decode("ascii")
        fields = dict(parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=FIELDS_MAX))
    except ValueError as error:  # no ASCII, no UTF-8 in it, or too many
        raise DeskFaultError(400, said.NO_FORM()) from error
    bears = fields.pop("form", "")
    if not expected or not same(bears, expected):
        raise OtherSessionError(fields)
    return fields


def _check_origin(request: Request, *, secure: bool) -> None:
    """That a page of this server posts: a browser says of which origin a form is, and no page can make it say another."""
    own = f"http{'s' if secure else ''}://{request.headers.get('host', '')}"
    if request.headers.get("origin") != own or request.headers.get("sec-fetch-site", "same-origin") != "same-origin":
        raise DeskFaultError(403, said.OTHER_SITE())
