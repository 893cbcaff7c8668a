"""What is read, as flows: a document, or the items of a list, page after page."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from tombo.client.errors import RequestFailedError, UnexpectedAnswerError
from tombo.client.outcomes import problem
from tombo.client.steps import Cut, Flow, Give, Parameters, Part, Reply, Send, Told, document
from tombo.client.tries import Retries, Tries

Document = Mapping[str, Any]
"""What a path that reads is answered with (``GET /v1/openapi.json``)."""


def read(path: tuple[str, ...], parameters: Parameters, retries: Retries) -> Flow[Document]:
    """Give the document at ``path``.

    Raises:
        RequestFailedError: it is not given.
    """
    found = yield from _read(path, parameters, retries)
    yield Give(found)


def listed(path: tuple[str, ...], parameters: Parameters, retries: Retries) -> Flow[Document]:
    """Give the items of the list at ``path``, from the first page to the last.

    Raises:
        RequestFailedError: a page is not given.
    """
    after: Parameters = {}
    while True:
        page = yield from _read(path, {**parameters, **after}, retries)
        try:
            items, last = page["items"], page["next"]
        except KeyError as error:
            raise UnexpectedAnswerError(f"a page of a list without {error}") from None
        if not isinstance(items, list) or not isinstance(last, str | None):
            raise UnexpectedAnswerError(f"a page of a list with {items!r:.40} and next {last!r:.40}")
        for item in items:
            yield Give(item)
        if last is None:
            return
        after = {"after": last}


def _read(path: tuple[str, ...], parameters: Parameters, retries: Retries) -> Part[Document, Document]:
    tries = Tries(retries)
    send = Send("GET", "/".join(("/v1", *(quote(part, safe="/:") for part in path))), parameters=parameters)
    while True:
        told: Told = yield send
        if isinstance(told, Reply) and told.status == HTTPStatus.OK:
            return document(told.body)
        pause = tries.again(told)
        if pause is None:
            raise refusal(told)
        yield pause


def refusal(told: Told) -> RequestFailedError:
    """What is raised where ``told`` is the last answer, and it gives nothing."""
    if isinstance(told, Cut):
        return RequestFailedError(told.why, None)
    return RequestFailedError(problem(told), told.status)
