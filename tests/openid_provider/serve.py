"""Canaille, an OpenID provider, on TLS at this machine: its own login form, keys, users and clients; nothing of ours is in this process.

``python serve.py CERTIFICATE KEY PORT DESK USER...`` says so once it serves, and ends with its standard input. Where it is installed says ``PYTHONPATH``.
"""

from __future__ import annotations

import ssl
import sys
from threading import Thread
from typing import Any, Final

from canaille import create_app  # type: ignore[import-not-found]  # it stands beside the environment, for this process alone
from canaille.app import models  # type: ignore[import-not-found]  # as above
from canaille.backends import Backend  # type: ignore[import-not-found]  # as above
from werkzeug.serving import make_server

CLIENT: Final = "tombo-desk"
SECRET: Final = "a secret: of the tests"
"""What the provider knows the desk by; with signs that have to be written otherwise in a header."""
PASSWORD: Final = "correct horse battery"


def main(certificate: str, key: str, port: int, desk: str, users: list[str]) -> None:
    """Serve until standard input ends."""
    app = create_app(config=_configuration(port))
    with app.app_context():
        for name in users:
            _save(models.User(user_name=name, family_name=name, emails=[f"{name}@id.example"], password=PASSWORD))
        client = _client(desk)
        _save(client)
        client.audience = [client]
        _save(client)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server = make_server("127.0.0.1", port, app, threaded=True, ssl_context=context)
    Thread(target=server.serve_forever, daemon=True).start()
    sys.stdout.write("serving\n")
    sys.stdout.flush()
    sys.stdin.read()
    server.shutdown()


def _save(model: Any) -> None:
    Backend.instance.save(model)


def _configuration(port: int) -> dict[str, Any]:
    return {
        "SECRET_KEY": "of the tests",
        "SERVER_NAME": f"localhost:{port}",
        "PREFERRED_URL_SCHEME": "https",
        "CANAILLE": {"DATABASE": "memory", "JAVASCRIPT": False, "HTMX": False, "LANGUAGE": "en"},
        "CANAILLE_OIDC": {"TRUSTED_DOMAINS": ["127.0.0.1"]},
    }


def _client(desk: str) -> Any:
    """The desk, as it is registered there."""
    return models.Client(
        client_id=CLIENT,
        client_secret=SECRET,
        client_name="Tombo",
        client_uri=desk,
        redirect_uris=[f"{desk}/desk/sign-in/openid/back"],
        post_logout_redirect_uris=[f"{desk}/desk/sign-in"],
        grant_types=["authorization_code"],
        response_types=["code"],
        scope=["openid"],
        token_endpoint_auth_method="client_secret_basic",
        id_token_signed_response_alg="RS256",  # it would else take the strongest that its key can do
    )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5:])
