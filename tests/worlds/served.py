"""A server over a ledger, asked beside the command line; every answer is held against the schema that is told of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from starlette.testclient import TestClient

from tests.tools.cli_run import Ran, tombo
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.operate.keyring import Keyring
from tombo.serve.app import application
from tombo.serve.readers import Readers
from tombo.serve.reads import READS, reads
from tombo.serve.who import EVERYBODY, HolderSort, Who

AUDITOR = Who(HolderSort.AUDITOR, "a-1")


WORDS = {read.path.replace(":path", ""): read.command for read in READS}
"""By path, without the sorts of its parameters, the words of ``tombo`` that show the same."""


class ServedPlace(NamedTuple):
    """Where the ledger of the day is."""

    url: str
    keys: Path

    def tombo(self, *words: str) -> Ran:
        """``tombo --json`` there."""
        return tombo("--ledger", self.url, "--keys", str(self.keys), "--json", *words)

    @contextmanager
    def served(self, who: Who = AUDITOR) -> Iterator[TestClient]:
        """A client of its server."""
        readers = Readers(self.url, Keyring(self.keys), SystemClock(), list[Exception]().append)
        try:
            app = application(
                identify=lambda _: who, ready=lambda: None, routers=[(reads(readers), EVERYBODY)], version="1"
            )
            with FittingClient(app) as client:
                yield client
        finally:
            readers.close()


def fits(schema: Any, value: Any, place: str) -> None:
    """``value`` is as the schema says: no field more, none less, each of its type."""
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    assert JSON_TYPES[type(value)] in types, (place, value)
    if isinstance(value, dict) and "properties" in schema:
        known = schema["properties"]
        assert set(schema["required"]) <= value.keys() <= known.keys(), (place, value.keys() ^ known.keys())
        for name, one in value.items():
            fits(known[name], one, f"{place}.{name}")
    for one in value if isinstance(value, list) and "items" in schema else ():
        fits(schema["items"], one, f"{place}[]")


JSON_TYPES = {
    type(None): "null", bool: "boolean", int: "integer", str: "string", list: "array", dict: "object"
}  # fmt: skip


class FittingClient(TestClient):
    """A client that holds every answer against the schema that the document has of it."""

    def request(self, *words: Any, **named: Any) -> Any:
        answer = super().request(*words, **named)
        found = next((read for read in READS if pattern(read.path).fullmatch(answer.request.url.path)), None)
        if found is not None and answer.status_code == 200:
            fits(found.gives, answer.json(), found.path)
        return answer


def pattern(path: str) -> re.Pattern[str]:
    """The paths that a template stands for."""
    return re.compile(
        "/v1" + re.sub(r"\{[^}]*:path\}", ".+", path).replace("{country}", "[^/]+").replace("{day}", "[^/]+")
    )


def got(client: TestClient, path: str, **parameters: Any) -> Any:
    """What the path is answered with."""
    answer = client.get(f"/v1{path}", params={name.rstrip("_"): one for name, one in parameters.items()})
    assert answer.status_code == 200, answer.text
    return answer.json()


def everything(client: TestClient, path: str, limit: int = 5, **parameters: Any) -> list[Any]:
    """A list, page by page."""
    found, after = list[Any](), dict[str, str]()
    while True:
        page = got(client, path, limit=limit, **parameters, **after)
        assert len(page["items"]) <= limit
        found += page["items"]
        if page["next"] is None:
            return found
        after = {"after": page["next"]}


def same(ran: Ran, answer: Any) -> None:
    """The command and the path say the same; or the same error, each in its way."""
    if ran.out:
        assert answer.status_code == 200, answer.text
        assert answer.json() == ran.document
    else:
        assert (answer.status_code, ran.status) in {(404, 2), (400, 2), (500, 1)}, (ran, answer.text)
        assert answer.headers["content-type"] == "application/problem+json"
        told = re.sub(r"'GET /v1(/[^']+)'", lambda found: f"'tombo {WORDS[found[1]]}'", answer.json()["detail"])
        assert ran.err.strip() == f"tombo: {told}"
        assert answer.status_code == 500 or "tombo " not in answer.json()["detail"]
