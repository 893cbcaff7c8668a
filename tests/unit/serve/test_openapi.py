"""Every path of the OpenAPI document, asked for whatever its schema lets through and for what it does not: no fault of ours, and no answer but those described.

``TOMBO_SCHEMATHESIS_CASES`` is how many are asked in all; by itself as many as a minute has room for. Always the same ones.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final, cast

import pytest
import schemathesis
from fastapi import APIRouter, FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode, checks
from schemathesis.core.result import Ok
from starlette.testclient import TestClient

from tests.worlds.network import AUDITOR, TOKEN, Network, network
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.live.group import GroupWriter
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.serve.app import openapi
from tombo.serve.door import Door
from tombo.serve.identity import Identity
from tombo.serve.log import LogFeed, LogLimits
from tombo.serve.process import Serving, _application
from tombo.serve.readers import Readers
from tombo.serve.ring import EncodedLog

pytestmark = pytest.mark.once

CASES: Final = int(os.environ.get("TOMBO_SCHEMATHESIS_CASES", "200"))
CHECKS: Final = [
    checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
]
MODES: Final = (GenerationMode.POSITIVE, GenerationMode.NEGATIVE)


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    """All of the application, over a ledger with a few entries; a stream of the log ends as soon as nothing is new."""
    folder = tmp_path_factory.mktemp("openapi")
    made: Network = network(f"sqlite:///{folder / 'ledger.db'}", folder)
    clock, alarms = SystemClock(), list[Exception]()
    opened = partial(open_checked, made.url, made.keyring, read_only=True)
    ledger = open_ledger(made.url, made.keyring)
    with (
        ledger.store,
        opened() as store,
        Readers(made.url, made.keyring, clock, alarms.append) as readers,
        Identity(opened, clock, alarms.append) as who,
        GroupWriter(ledger) as writer,
    ):
        serving = Serving(ledger, store, readers, who, clock, lambda: None, alarms.append, lambda _: APIRouter())
        feed = LogFeed(EncodedLog(store), asyncio.Event(), alarms.append, LogLimits(lasts=0.05, heartbeat=0.05))
        with TestClient(_application(serving, Door(writer), feed), raise_server_exceptions=False) as asked:
            yield asked
    assert alarms == []


def asked(client: TestClient, case: Case[Any], *, answers: dict[str, Any]) -> None:
    """Ask, and hold the answer against the document. One that is not described for its very status is none of it."""
    named = case.as_transport_kwargs(base_url=str(client.base_url))
    said = {{"data": "content"}.get(name, name): value for name, value in named.items() if value and name != "cookies"}
    said["headers"]["authorization"] = f"Bearer {TOKEN if case.method == 'POST' else AUDITOR}"
    told = client.request(**said)
    of_events = told.headers["content-type"].startswith("text/event-stream")  # OpenAPI 3.1 has no schema for an event
    case.validate_response(told, checks=CHECKS if not of_events else CHECKS[:-1])
    assert str(told.status_code) in answers, (told.status_code, told.text[:500])


def test_the_document_says_which_paths_ask_nobody_who_he_is(client: TestClient) -> None:
    """Those of health, which need no credential; every other path is 401 without one, and has the document's own security."""
    document = openapi(cast("FastAPI", client.app))
    assert document["security"] == [{"bearer": []}, {"certificate": []}]
    open_to_all = {path for path, said in document["paths"].items() if said.get("get", {}).get("security") == []}
    assert open_to_all == {"/healthz", "/readyz"}
    for path, said in document["paths"].items():
        told = client.request(next(iter(said)), path.replace("{", "").replace(":path}", "").replace("}", ""))
        assert told.headers["x-content-type-options"] == "nosniff"
        policy = told.headers["content-security-policy"].split("; ")
        assert {"default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"} <= set(policy)
        assert told.status_code in ({200} if path in open_to_all else {401, 429}), path  # 20 tries, then 429


def test_every_path_answers_as_it_is_described(client: TestClient) -> None:
    """As an auditor, whom every path that reads answers, and as a platform, who records."""
    schema = schemathesis.openapi.from_dict(openapi(cast("FastAPI", client.app)))
    operations = [one.ok() for one in schema.get_all_operations() if isinstance(one, Ok)]
    each = max(1, CASES // (len(operations) * len(MODES)))
    for operation in operations:
        takes_nothing = (
            operation.definition.raw.get("security") == []
        )  # neither parameter nor credential that could be wrong
        for mode in MODES[:1] if takes_nothing else MODES:
            _examined(partial(asked, client, answers=operation.definition.raw["responses"]), operation, mode, each)


def _examined(ask: Callable[[Case[Any]], None], operation: Any, mode: GenerationMode, most: int) -> None:
    @settings(
        max_examples=most,
        derandomize=True,
        database=None,
        phases=[Phase.generate, Phase.shrink],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def examine(case: Case[Any]) -> None:
        ask(case)

    examine()
