"""A ledger whose doors are on the network: credentials on record, and ``tombo serve`` as a process of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from joserfc import jws
from joserfc.jwk import OKPKey

from tests.worlds.floor import PLATFORM
from tests.worlds.staff import key_of, signed
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.house.credential.commands import GrantCredential, RevokeCredential
from tombo.ledger.house.credential.events import (
    AuditorHolder,
    Holder,
    PlatformHolder,
    PlayersHolder,
    Proof,
    SignerProof,
    TokenProof,
)
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.seal.bearer import token_digest
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.secretfile import write_secret_file

ORIGIN: Final = "operator.example/ledger/1"
MANAGER: Final = By(actor="staff", id="ana", role="manager")
TOKEN: Final = "tombo_games"
AUDITOR: Final = "tombo_auditor"
PLAYERS: Final = "players"
PASSPHRASE: Final = "a passphrase of the tests"


class Network(NamedTuple):
    """A ledger with a manager, and credentials of a platform, an auditor, and of the operator's server that signs for players."""

    url: str
    keyring: Keyring

    def grant(self, name: str, holder: Holder, proof: Proof, until: int | None = None) -> None:
        """One more credential."""
        self.act(GrantCredential(credential=name, holder=holder, proof=proof, until=until), f"grant/{name}")

    def revoke(self, name: str) -> None:
        """One less."""
        self.act(RevokeCredential(credential=name, reason="lost"), f"revoke/{name}")

    def act(self, command: CommandBase, name: str) -> None:
        """A manager's act, recorded."""
        ledger = open_ledger(self.url, self.keyring)
        with ledger.store:
            outcome = ledger.handle(signed(Envelope(command, MANAGER, name, None), ORIGIN))
            assert isinstance(outcome, Acknowledgement), outcome


def network(url: str, folder: Path) -> Network:
    """A new one at ``url``."""
    made = Network(url, Keyring(folder / "keys"))
    key = key_of(ORIGIN, MANAGER.id)
    with create_ledger(url, made.keyring, origin=ORIGIN, manager=MANAGER.id, manager_key=key).store:
        pass
    made.grant("games", PlatformHolder(id=PLATFORM.id), TokenProof(sha256=token_digest(TOKEN)))
    made.grant("auditor", AuditorHolder(id="srij"), TokenProof(sha256=token_digest(AUDITOR)))
    public = b64encode(key_of(ORIGIN, PLAYERS).public.raw).decode()
    made.grant(PLAYERS, PlayersHolder(), SignerProof(public=public))
    return made


def signed_token(key: PrivateKey, kid: str, **claims: Any) -> str:
    """A JWT of ``claims`` that ``key`` signed, which it calls ``kid``."""
    parts = {"d": _url64(key.seed), "x": _url64(key.public.raw)}
    made = OKPKey.import_key({"kty": "OKP", "crv": "Ed25519", **parts})
    header = {"alg": "Ed25519", "kid": kid}
    return jws.serialize_compact(header, json.dumps(claims).encode(), made, algorithms=["Ed25519"])


def _url64(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode().rstrip("=")


def begun(made: Network, *words: str, stdout: int = subprocess.PIPE) -> subprocess.Popen[str]:
    """``tombo`` on the ledger, with ``--json`` and ``words``: a process of its own, which says what it has to say in ``serve.log``."""
    passphrase = made.keyring.directory / "test.passphrase"
    if not passphrase.exists():
        write_secret_file(passphrase, f"{PASSPHRASE}\n")
    environment = {**os.environ, "TOMBO_PASSPHRASE_FILE": str(passphrase)}
    options = ["--ledger", made.url, "--keys", str(made.keyring.directory), "--json"]
    with serve_log(made).open("a", encoding="utf-8") as log:
        return subprocess.Popen(
            [sys.executable, "-m", "tombo", *options, *words], stdout=stdout, stderr=log, text=True, env=environment
        )


def serve_log(made: Network) -> Path:
    """Where it is kept what processes on the ledger say."""
    return made.keyring.directory.with_name("serve.log")


@contextmanager
def serving(made: Network, *words: str) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """``tombo serve`` on the ledger: its URL, and the process; ended with SIGTERM unless it has ended."""
    with begun(made, "serve", "--port", "0", *words) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        if not line:
            raise AssertionError(serve_log(made).read_text(encoding="utf-8"))
        try:
            yield json.loads(line)["url"], process
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
                process.wait(60)
