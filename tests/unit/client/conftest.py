"""Both clients in turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.worlds.clients import Both, Loops, Waits


@pytest.fixture(params=[Waits, Loops], ids=["waits", "loops"])
def client(request: pytest.FixtureRequest) -> Callable[..., Both]:
    """Each of the two: made with the address of a server."""
    found: Callable[..., Both] = request.param
    return found
