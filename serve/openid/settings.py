"""What is to be known to sign staff in by OpenID Connect: the issuer, what this server is called there, and where browsers find the desk."""

from __future__ import annotations

import ipaddress
import re
from pathlib import Path
from typing import Final, NamedTuple

from pydantic import TypeAdapter, ValidationError

from tombo.ledger.core.errors import KeyFileError, UsageError
from tombo.ledger.house.credential.events import Issuer
from tombo.ledger.seal.secretfile import read_secret_file
from tombo.reports.said.commands import network as said

BEGINS_AT: Final = "/desk/sign-in/openid"
"""Where a browser begins."""
COMES_BACK_TO: Final = "/desk/sign-in/openid/back"
"""And where the provider sends it back to."""
_ISSUER: Final = TypeAdapter(Issuer)
_DESK: Final = re.compile(r"(https?)://([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::[0-9]{1,5})?")


class OpenIdSettings(NamedTuple):
    """The provider, as a manager has it on record, and this server as the provider knows it. ``desk``: the origin at which browsers find the desk."""

    issuer: str
    client: str
    secret: str
    desk: str

    @property
    def discovery(self) -> str:
        """Where the provider says what it can (OpenID Connect Discovery 1.0, 4)."""
        return f"{self.issuer.removesuffix('/')}/.well-known/openid-configuration"

    @property
    def comes_back_to(self) -> str:
        """Where a browser is sent back to: what is registered at the provider, and nothing of a request."""
        return self.desk + COMES_BACK_TO

    @property
    def signed_out_at(self) -> str:
        """Where a browser is sent to that signed out there."""
        return f"{self.desk}/desk/sign-in"


def openid_settings(
    issuer: str | None, client: str | None, secret: Path | None, desk: str | None, *, secure: bool
) -> OpenIdSettings | None:
    """What the options say, None where they say nothing. ``secure``: whether browsers come by TLS.

    Raises:
        UsageError: one is missing, or is not what it should be.
        KeyFileError: the secret cannot be read, is empty, or others can read it too.
    """
    if issuer is None and client is None and secret is None and desk is None:
        return None
    if issuer is None or client is None or secret is None or desk is None:
        raise UsageError(said.OPENID_IN_PART())
    try:
        _ISSUER.validate_python(issuer)
    except ValidationError as error:
        raise UsageError(said.NO_ISSUER_URL(issuer=issuer)) from error
    found = _DESK.fullmatch(desk)
    if found is None or (found[1] == "https") != secure or (found[1] == "http" and not _loopback(found[2])):
        raise UsageError(said.NO_DESK_URL(desk=desk))
    told = read_secret_file(secret, "OpenID secret").strip()
    if not told:
        raise KeyFileError(f"the OpenID secret {secret} is empty; expected what the provider gave for {client}")
    return OpenIdSettings(issuer, client, told, desk)


def _loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
