"""Which key may sign which index: the fold that writer, verifier and stranger share."""

from __future__ import annotations

import pytest

from tombo.ledger.core.errors import KeyFileError, LedgerError, MalformedError, TamperedError
from tombo.ledger.house.key import KeyRegistered, KeyRetired, KeyRevoked
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.registry import (
    KeyRegistry,
    Registration,
    event_key_name,
    registered_text,
    retired_text,
    revoked_text,
    root_name,
    sign_registration,
    sign_retirement,
    sign_revocation,
)

ORIGIN = "operator.example/ledger/1"
ROOT = PrivateKey(root_name(ORIGIN), bytes(32))
LOG = PrivateKey(ORIGIN, bytes([1] * 32))
FIRST = PrivateKey(event_key_name(ORIGIN, 1), bytes([2] * 32))
SECOND = PrivateKey(event_key_name(ORIGIN, 2), bytes([3] * 32))
THIEF = PrivateKey(root_name(ORIGIN), bytes([9] * 32))


def registry() -> KeyRegistry:
    """A ledger whose first key is registered at its beginning, the second at index 10."""
    made = KeyRegistry(ORIGIN, ROOT.public)
    made.register(0, sign_registration(ORIGIN, "event", FIRST, ROOT))
    made.register(0, sign_registration(ORIGIN, "checkpoint", LOG, ROOT))
    made.register(10, sign_registration(ORIGIN, "event", SECOND, ROOT))
    return made


def test_texts_are_those_of_the_decision() -> None:
    """What is signed names its purpose, the ledger and the key, one a line."""
    public = "AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA="
    text = registered_text(ORIGIN, "event", f"{ORIGIN}/event/1", bytes(range(1, 33)))
    assert text.decode() == f"tombo/key-registered/v1\n{ORIGIN}\nevent\n{ORIGIN}/event/1\n{public}\n"
    assert retired_text(ORIGIN, bytes(8)).decode() == f"tombo/key-retired/v1\n{ORIGIN}\n0000000000000000\n"
    assert revoked_text(ORIGIN, bytes(8), -1).decode() == f"tombo/key-revoked/v1\n{ORIGIN}\n0000000000000000\n-1\n"


def test_a_registration_fits_its_event() -> None:
    """The fields are those of ``key.registered``, ``key.retired`` and ``key.revoked``."""
    said = sign_registration(ORIGIN, "event", FIRST, ROOT)
    assert KeyRegistered(**said._asdict()).name == FIRST.name
    assert KeyRetired(key=said.key, root_signature=sign_retirement(ORIGIN, FIRST.key_id, ROOT)).key == said.key
    signature = sign_revocation(ORIGIN, FIRST.key_id, 3, ROOT)
    assert KeyRevoked(key=said.key, last_good=3, reason="", root_signature=signature).last_good == 3


def test_a_key_signs_from_the_append_that_registers_it() -> None:
    """Before that append, for another purpose, or unregistered, a key signs nothing."""
    keys = registry()
    assert keys.public(FIRST.key_id) == FIRST.public
    assert keys.public(THIEF.key_id) is None
    assert keys.objection(FIRST.key_id, 0) is None
    assert keys.objection(SECOND.key_id, 10) is None
    assert "valid from index 10 on only" in str(keys.objection(SECOND.key_id, 9))
    assert "is for checkpoints; expected one for events" in str(keys.objection(LOG.key_id, 5))
    assert keys.objection(LOG.key_id, 5, purpose="checkpoint") is None
    assert "is not registered" in str(keys.objection(THIEF.key_id, 5))


def test_a_retired_key_signs_no_append_that_begins_later() -> None:
    """The append that contains the retirement may be signed by the key itself, if it begins before."""
    keys = registry()
    keys.retire(11, FIRST.key_id.hex(), sign_retirement(ORIGIN, FIRST.key_id, ROOT))
    assert keys.objection(FIRST.key_id, 10, 2) is None
    assert "was retired at index 11" in str(keys.objection(FIRST.key_id, 11))
    assert "was retired at index 11" in str(keys.objection(FIRST.key_id, 12, 9))
    assert keys.objection(SECOND.key_id, 20) is None
    with pytest.raises(TamperedError, match="a key is retired once"):
        keys.retire(12, FIRST.key_id.hex(), sign_retirement(ORIGIN, FIRST.key_id, ROOT))


def test_a_revocation_reaches_back_and_only_tightens() -> None:
    """Entries after the last good index count for nothing; a later revocation cannot believe more."""
    keys = registry()
    for last_good in (7, 8, 5):
        keys.revoke(FIRST.key_id.hex(), last_good, sign_revocation(ORIGIN, FIRST.key_id, last_good, ROOT))
    assert keys.objection(FIRST.key_id, 4, 2) is None
    assert "not to be believed after index 5" in str(keys.objection(FIRST.key_id, 4, 3))
    keys.revoke(FIRST.key_id.hex(), -1, sign_revocation(ORIGIN, FIRST.key_id, -1, ROOT))
    assert "not to be believed after index -1" in str(keys.objection(FIRST.key_id, 0))


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        pytest.param({"key": "00" * 8}, TamperedError, id="another id"),
        pytest.param({"name": event_key_name(ORIGIN, 3)}, TamperedError, id="another name"),
        pytest.param({"name": "a b"}, KeyFileError, id="no name"),
        pytest.param({"possession": "AAAA"}, TamperedError, id="no proof of possession"),
        pytest.param({"possession": "A"}, MalformedError, id="no base64"),
        pytest.param({"root_signature": "AAAA"}, TamperedError, id="no root signature"),
        pytest.param({"purpose": "checkpoint"}, TamperedError, id="another purpose"),
        pytest.param({"public": "AAAA"}, KeyFileError, id="a short key"),
        pytest.param({"public": "AQ" + "A" * 41 + "="}, KeyFileError, id="a key of low order"),
    ],
)
def test_a_registration_that_was_changed_is_refused(changed: dict[str, str], error: type[LedgerError]) -> None:
    """Every field is covered by a signature or by the key itself."""
    said: Registration = sign_registration(ORIGIN, "event", FIRST, ROOT)._replace(**changed)  # type: ignore[arg-type]
    with pytest.raises(error):
        KeyRegistry(ORIGIN, ROOT.public).register(0, said)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        pytest.param(sign_registration(ORIGIN, "event", FIRST, ROOT), "a key is registered once", id="twice"),
        pytest.param(sign_registration(ORIGIN, "event", FIRST, THIEF), "a key is registered once", id="twice, forged"),
        pytest.param(
            sign_registration(ORIGIN, "event", PrivateKey(f"{ORIGIN}/event/3", bytes([4] * 32)), THIEF),
            "not signed by the root key",
            id="another root",
        ),
        pytest.param(
            sign_registration("another", "event", PrivateKey(f"{ORIGIN}/event/3", bytes([4] * 32)), ROOT),
            "not signed by the key itself",
            id="for another ledger",
        ),
        pytest.param(
            sign_registration(ORIGIN, "event", PrivateKey("another/event/3", bytes([4] * 32)), ROOT),
            "expected the name",
            id="named for another ledger",
        ),
        pytest.param(
            sign_registration(ORIGIN, "checkpoint", PrivateKey(f"{ORIGIN}/x", bytes([4] * 32)), ROOT),
            "expected the name",
            id="a checkpoint key of another name",
        ),
    ],
)
def test_a_registration_that_does_not_belong_is_refused(said: Registration, reason: str) -> None:
    """A key is registered once, by this ledger's root, under this ledger's names."""
    with pytest.raises(TamperedError, match=reason):
        registry().register(20, said)


def test_only_the_root_key_retires_and_revokes() -> None:
    """Neither the key itself nor a thief can, nor can anybody for a key that is not there."""
    keys, key = registry(), FIRST.key_id.hex()
    with pytest.raises(TamperedError, match="not signed by the root key"):
        keys.retire(11, key, sign_retirement(ORIGIN, FIRST.key_id, FIRST))
    with pytest.raises(TamperedError, match="not signed by the root key"):
        keys.revoke(key, 3, sign_revocation(ORIGIN, FIRST.key_id, 4, ROOT))
    with pytest.raises(TamperedError, match="no such key is registered"):
        keys.revoke(THIEF.key_id.hex(), 3, sign_revocation(ORIGIN, THIEF.key_id, 3, ROOT))
    assert keys.objection(FIRST.key_id, 12) is None
