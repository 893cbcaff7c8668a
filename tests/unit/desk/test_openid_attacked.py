"""The attacker's table of signing in by OpenID: what an answer, a token, another site and another browser can not do, and why each is refused."""

from __future__ import annotations

import hmac
import json
import warnings
from base64 import urlsafe_b64decode
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from joserfc.errors import SecurityWarning

from tests.tools.scripted_http import said
from tests.worlds.openid import (
    CLIENT,
    OTHER,
    OpenIdDesk,
    ToldProvider,
    is_in,
    key,
    url64,
)
from tombo.ledger.core.clock import SECOND
from tombo.serve.openid import provider as openid


def claims(**told: Any) -> Callable[[ToldProvider], None]:
    """The provider claims something else; None: it says nothing of it."""
    return lambda provider: provider.claims.update(told)


def times(**told: int) -> Callable[[ToldProvider], None]:
    """It claims other times, in seconds from now."""
    return lambda provider: provider.claims.update(
        {name: provider.clock.now() // SECOND + seconds for name, seconds in told.items()}
    )


def header(**told: Any) -> Callable[[ToldProvider], None]:
    """The head of its token says something else."""
    return lambda provider: provider.header.update(told)


def keys(*told: Mapping[str, Any]) -> Callable[[ToldProvider], None]:
    """It publishes these keys."""

    def publish(provider: ToldProvider) -> None:
        provider.keys = list(told)

    return publish


def public(name: str = "first", **more: Any) -> dict[str, Any]:
    """A key as it is published."""
    return {**key("RSA", name).as_dict(private=False), **more}


def unsigned(provider: ToldProvider) -> None:
    """A token that nobody signed, of ``none``."""
    head = json.dumps({"alg": "none"}).encode()
    provider.token = f"{url64(head)}.{url64(_payload(provider))}."


def by_the_public_key(provider: ToldProvider) -> None:
    """A token whose secret is the public key that everybody has, which a careless reader takes for one."""
    head = json.dumps({"alg": "HS256", "kid": "first"}).encode()
    text = f"{url64(head)}.{url64(_payload(provider))}"
    secret = key("RSA", "first").as_pem(private=False)
    provider.token = f"{text}.{url64(hmac.digest(secret, text.encode(), 'sha256'))}"


def by_another_key(provider: ToldProvider) -> None:
    """A token of a key that is not published, under the name of one that is."""
    provider.signs_by, provider.header = key("RSA", "theirs"), {"kid": "first"}


def by_a_weak_key(provider: ToldProvider) -> None:
    """A key of 1,024 bits, which is published."""
    with warnings.catch_warnings(action="ignore", category=SecurityWarning):
        provider.signs_by = key("RSA", "weak", 1_024)
    provider.keys = [provider.signs_by.as_dict(private=False), public()]


def changed(provider: ToldProvider) -> None:
    """A token of which a claim was changed behind the signature."""
    head, body, signature = provider.id_token().split(".")
    provider.claims = {"sub": "another"}
    provider.token = f"{head}.{provider.id_token().split('.')[1]}.{signature}"
    assert provider.token != f"{head}.{body}.{signature}"


def only_by(*algorithms: str) -> Callable[[ToldProvider], None]:
    """It signs by these alone, as it says."""
    return lambda provider: provider.discovery.update({"id_token_signing_alg_values_supported": list(algorithms)})


def by_an_algorithm_of_its_own(provider: ToldProvider) -> None:
    """PS256, as it says; there is nothing wrong with it but that nobody here believes it."""
    provider.alg = "PS256"
    only_by("PS256", "RS256")(provider)


def no_name(provider: ToldProvider) -> None:
    """A token that names no key, where two might have signed it."""
    provider.header = {"kid": None}
    provider.keys = [public(), public("second")]


def gives(status: int, document: Any) -> Callable[[ToldProvider], None]:
    """What it answers to a code."""
    return lambda provider: provider.answers.update({"/token": lambda: said(status, document)})


def its_token(token: str) -> Callable[[ToldProvider], None]:
    """It gives something else for an ID token."""

    def give(provider: ToldProvider) -> None:
        provider.token = token

    return give


def _payload(provider: ToldProvider) -> bytes:
    body = provider.id_token().split(".")[1]
    return urlsafe_b64decode(body + "=" * (-len(body) % 4))


TOKENS: Mapping[str, tuple[Callable[[ToldProvider], None], str]] = {
    "another nonce": (claims(nonce="0" * 64), "nonce"),
    "no nonce": (claims(nonce=None), "token"),
    "for another client": (claims(aud="another"), "aud"),
    "for nobody": (claims(aud=[]), "aud"),
    "for us among others, of no party": (claims(aud=[CLIENT, "another"]), "azp"),
    "of another party": (claims(aud=[CLIENT, "another"], azp="another"), "azp"),
    "for us alone, of another party": (claims(azp="another"), "azp"),
    "of another issuer": (claims(iss=OTHER), "iss"),
    "of an issuer that is almost ours": (lambda provider: claims(iss=f"{provider.issuer}/")(provider), "iss"),
    "unsigned": (unsigned, "alg"),
    "the public key as the secret": (by_the_public_key, "alg"),
    "an algorithm that it has, and we do not": (by_an_algorithm_of_its_own, "alg"),
    "an algorithm that it does not have": (only_by("ES256"), "alg"),
    "another key under the same name": (by_another_key, "signature"),
    "changed behind its signature": (changed, "signature"),
    "a weak key": (by_a_weak_key, "kid"),
    "a key that it does not publish": (header(kid="unknown"), "kid"),
    "no name, and two keys": (no_name, "kid"),
    "two keys of one name": (keys(public(), public("second", kid="first")), "kid"),
    "a key for something else": (keys(public(use="enc"), public("second")), "kid"),
    "a key for another algorithm": (keys(public(alg="PS256")), "kid"),
    "a key that verifies nothing": (keys(public(key_ops=["encrypt"]), public("second")), "kid"),
    "another sort of key": (keys({**key("EC", "first").as_dict(private=False)}, public("second")), "kid"),
    "over": (times(exp=-30), "time"),
    "not yet good": (times(nbf=31), "time"),
    "of the future": (times(iat=31), "time"),
    "from before this sign-in": (times(iat=-600), "time"),
    "no end": (claims(exp=None), "token"),
    "an end that is no number": (claims(exp="never"), "token"),
    "the digest of another access token": (claims(at_hash="AAAAAAAAAAAAAAAAAAAAAA"), "at_hash"),
    "an access token for an ID token": (header(typ="at+jwt"), "token"),
    "something that we would have to understand": (header(crit=["exp"], exp=1), "token"),
    "no token": (its_token("x"), "token"),
    "encrypted": (its_token("a.b.c.d.e"), "token"),
    "huge": (its_token(f"{'a' * 20_000}.b.c"), "token"),
    "nothing": (gives(200, {}), "code"),
    "no JSON": (gives(200, "x"), "code"),
    "a code that was used, or is another browser's": (gives(400, {"error": "invalid_grant"}), "code"),
    "somebody whom we do not know": (claims(sub="another"), "record"),
    "an address": (claims(sub="rui@operator.example"), "record"),
    "no subject": (claims(sub=None), "token"),
}
"""What the provider gives, and the word by which it is refused. Each row changes an honest answer by one thing."""


@pytest.mark.parametrize("row", TOKENS)
def test_no_other_token_signs_in(shared: OpenIdDesk, row: str) -> None:
    """Who brings it is told what anybody is told whom nobody knows; the log of requests has the word. An honest one signs in all the same."""
    at, (change, why) = shared, TOKENS[row]
    asked = at.begin()
    with at.desk.clock.standing():
        change(at.provider)
        at.refresh()
        refused = at.back(asked["state"])
    assert (refused.status_code, at.desk.logged["openid"]) == (403, why)
    assert "Nobody signs in with that" in refused.text and not at.inside
    at.provider.honest()
    at.refresh()
    at.passes(openid.KEYS_SECONDS)
    assert is_in(at.sign_in()) and at.inside


@pytest.mark.parametrize("told", [{"exp": -29}, {"nbf": 30}, {"iat": 30}, {"iat": -30}], ids=str)
def test_what_another_clock_is_off_by_is_forgiven_to_the_second(shared: OpenIdDesk, told: dict[str, int]) -> None:
    """Beside the rows "over", "not yet good" and "of the future": one second less, and he signs in."""
    at = shared
    with at.desk.clock.standing():
        asked = at.begin()
        times(**told)(at.provider)
        entered = at.back(asked["state"])
    at.provider.honest()
    assert is_in(entered) and at.inside


def test_an_answer_to_something_else_ends_no_sign_in(shared: OpenIdDesk) -> None:
    """Who began twice, in two windows, comes in by the second; and no other site ends what somebody is about to do."""
    at = shared
    first, second = at.begin(), at.begin()
    assert at.back(first["state"]).status_code == at.back("0" * 64).status_code == 403
    assert is_in(at.back(second["state"])) and at.inside
