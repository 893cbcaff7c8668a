"""Desks whose staff signs in at an OpenID provider that a test makes say what it likes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.worlds.openid import OpenIdDesk, openid_desk
from tombo.serve.openid import provider as openid


@pytest.fixture
def at(sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenIdDesk]:
    """One of its own, at which nobody signed in yet."""
    with openid_desk(sqlite_url, tmp_path, lambda file: monkeypatch.setenv("SSL_CERT_FILE", file)) as found:
        yield found


@pytest.fixture(scope="session")
def one_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenIdDesk]:
    """One for many rows. Nobody changes what its ledger says."""
    folder = tmp_path_factory.mktemp("openid")
    with pytest.MonkeyPatch.context() as patch:
        trusted = f"sqlite:///{folder / 'ledger.db'}", folder, lambda file: patch.setenv("SSL_CERT_FILE", file)
        with openid_desk(*trusted) as found:
            patch.undo()  # it has read it
            yield found


@pytest.fixture
def shared(one_desk: OpenIdDesk) -> OpenIdDesk:
    """It, with an honest provider, nobody signed in, no try counted, and no key known."""
    one_desk.provider.honest()
    one_desk.refresh()
    one_desk.provider.asked.clear()
    one_desk.desk.client.cookies.clear()
    one_desk.passes(openid.KEYS_SECONDS)
    return one_desk
