"""The second verifier, by each form it insists on: somebody with every key of the operator cannot do without one."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from tests.forgeries.spoiled import BUNDLE, ENTRIES, publish, verdict
from tests.tools import second_verifier
from tests.vectors import make
from tombo.ledger.house.key import KeyRegistered, KeyRetired, KeyRevoked
from tombo.ledger.house.log.events import ClockStepped
from tombo.ledger.seal import canonical
from tombo.ledger.seal.append import append_root, append_text
from tombo.ledger.seal.entry import ZERO32, leaf_data, pack
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.merkle import tree_hash
from tombo.ledger.seal.note import sign_note
from tombo.ledger.seal.registry import sign_registration, sign_retirement, sign_revocation

STEP: Final = {
    "by": {"actor": "platform", "id": "operator", "role": None},
    "command": None,
    "event": {"clock": 1, "floor": 2, "kind": "log.clock_stepped.v1"},
    "occurred": None,
    "stream": "log:main",
    "version": 3,
}


def sealed(
    body: bytes,
    *,
    place: tuple[str, int, str] = ("log:main", 3, "log.clock_stepped.v1"),
    prev: bytes | None = None,
    anchor: int = 0,
    first: int = 9,
    count: int = 1,
) -> list[bytes]:
    """The vectors and an append of one entry more, at index 9, sealed as somebody with every key could."""
    made, key, (stream, version, kind) = make.ledger(), make.EVENT_2, place
    before = made.heads.get(stream, (0, ZERO32))[1] if prev is None else prev
    root = append_root([made.hasher(stream, version, kind, key.key_id, before, body)])
    text = append_text(make.ORIGIN, first, count, make.START + 30, anchor, tree_hash(made.hashes[:anchor]), root)
    state = pack(key.key_id, before, first, count, make.START + 30, anchor, key.sign(text), body)
    return [*made.leaves, leaf_data(stream, version, kind, state)]


def of_event(stream: str, version: int, **event: Any) -> list[bytes]:
    """``sealed``, of an event that stands at the end of ``stream``."""
    body = canonical.encode(STEP | {"event": event, "stream": stream, "version": version})
    return sealed(body, place=(stream, version, event["kind"]))


@pytest.mark.parametrize(
    ("leaves", "expected"),
    [
        pytest.param(lambda: sealed(canonical.encode(STEP)), "OK ", id="as it should be"),
        pytest.param(
            lambda: sealed(canonical.encode(STEP | {"more": 1})), "not the fields of a body", id="a field more"
        ),
        pytest.param(lambda: sealed(canonical.encode(STEP) + b"\n"), "not canonical", id="white space"),
        pytest.param(
            lambda: sealed(canonical.encode(STEP | {"version": 4})), "the body says another", id="another version"
        ),
        pytest.param(
            lambda: sealed(canonical.encode(STEP | {"stream": "log:other"})),
            "the body says another",
            id="another stream",
        ),
        pytest.param(
            lambda: sealed(canonical.encode(STEP), place=("log:main", 3, "log.other.v1")),
            "the body says another",
            id="another kind",
        ),
        pytest.param(
            lambda: of_event("log:main", 4, kind="log.clock_stepped.v1"), "it does not follow", id="a version skipped"
        ),
        pytest.param(
            lambda: of_event("log:other", 2, kind="log.clock_stepped.v1"),
            "it does not follow",
            id="a stream begun in its middle",
        ),
        pytest.param(
            lambda: sealed(canonical.encode(STEP), prev=bytes(32)), "it does not follow", id="a chain begun anew"
        ),
        pytest.param(lambda: of_event("log:main", 3, kind="log.opened.v1"), "opened once", id="opened again"),
        pytest.param(
            lambda: of_event("account:p-1", 1, kind="log.clock_stepped.v1", clock=1, floor=2),
            "a kind of another type of stream",
            id="out of its type of stream",
        ),
        pytest.param(lambda: sealed(canonical.encode(STEP), anchor=9), "OK ", id="anchored at its first index"),
        pytest.param(lambda: sealed(canonical.encode(STEP), first=8), "not in its place", id="another place said"),
        pytest.param(lambda: sealed(canonical.encode(STEP), count=2), "not whole", id="an entry that never was"),
        pytest.param(lambda: sealed(canonical.encode(STEP), anchor=10), "out of order", id="anchored beyond itself"),
    ],
)
def test_what_a_thief_of_every_key_writes_still_has_to_have_the_form(
    bundle: Path, leaves: Callable[[], list[bytes]], expected: str
) -> None:
    """A signature does not excuse a body that is not canonical, or says another place, or does not follow."""
    publish(bundle, leaves())
    assert expected in verdict(bundle)


def test_another_format_is_not_read_as_this_one(bundle: Path) -> None:
    """The first byte of a state is covered by the tree alone, and has to be that of version 1."""
    leaves = make.ledger().leaves
    at = leaves[7].index(b"\x01" + make.EVENT_2.key_id)
    publish(bundle, [*leaves[:7], leaves[7][:at] + b"\2" + leaves[7][at + 1 :], leaves[8]])
    assert verdict(bundle) == "FAILED index 7, log:main version 2: format 2"


def test_every_vector_of_the_canonical_form_is_judged_as_it_says() -> None:
    """What is canonical is read, what is not is refused: white space, floats, large numbers, depth, foreign keys."""
    vectors = json.loads((Path(make.__file__).parent / "canonical.json").read_text())
    for vector in vectors["accepted"]:
        assert second_verifier.canonical(bytes.fromhex(vector["bytes"])) == vector["value"]
    for vector in vectors["refused"]:
        with pytest.raises(ValueError, match=r"."):
            second_verifier.canonical(bytes.fromhex(vector["bytes"]))


def registered(signer: PrivateKey, **changed: str) -> list[bytes]:
    """``sealed``, of the registration of ``signer``, in which something is changed."""
    event = sign_registration(make.ORIGIN, "event", signer, make.ROOT)._asdict() | changed
    return of_event(f"key:{event['key']}", 1, kind="key.registered.v1", **event)


def test_a_key_is_what_the_root_key_and_the_key_itself_signed(bundle: Path) -> None:
    """Registered under another id, twice, without a signature, or so that anybody's signature holds: not believed."""
    third = PrivateKey(f"{make.ORIGIN}/event/3", bytes([0x33] * 32))
    wrong = b64encode(bytes(64)).decode()
    first = make.EVENT_1.key_id.hex()
    weak = {"public": b64encode((1).to_bytes(32, "little")).decode()}
    large = {"public": b64encode((2**255 - 19 + 2).to_bytes(32, "little")).decode()}
    twice = sign_registration(make.ORIGIN, "event", make.EVENT_1, make.ROOT)._asdict()
    for leaves, expected in (
        (registered(third), "OK "),
        (registered(third, key="00" * 8), "another key's id"),
        (of_event(f"key:{first}", 4, kind="key.registered.v1", **twice), "registered again"),
        (registered(third, possession=wrong), "the signature fails"),
        (registered(third, root_signature=wrong), "the signature fails"),
        (of_event(f"key:{first}", 4, kind="key.retired.v1", key=first, root_signature=wrong), "the signature fails"),
    ):
        publish(bundle, leaves)
        assert expected in verdict(bundle), expected
    for raw in (weak, large):
        with pytest.raises(ValueError, match="low order"):
            second_verifier.signed(b64decode(raw["public"]), bytes(64), "text")


def test_no_later_word_about_a_key_widens_an_earlier_one(bundle: Path) -> None:
    """The lowest of several revocations counts, the first retirement, and no key signs before it is registered."""

    def about(made: make.Ledger, key: PrivateKey, event: KeyRetired | KeyRevoked) -> make.Happening:
        return (f"key:{key.key_id.hex()}", event, make.PLATFORM, None, None)

    made, first, second = make.ledger(), make.EVENT_1, make.EVENT_2
    for last_good in (3, 6):
        signature = sign_revocation(make.ORIGIN, first.key_id, last_good, make.ROOT)
        revoked = KeyRevoked(key=first.key_id.hex(), last_good=last_good, reason="", root_signature=signature)
        made.append(second, make.START + 30, [about(made, first, revoked)])
    publish(bundle, made.leaves)
    assert verdict(bundle).startswith("FAILED append from index 4: the key")

    made = make.ledger()
    signature = sign_retirement(make.ORIGIN, second.key_id, make.ROOT)
    retired = about(made, second, KeyRetired(key=second.key_id.hex(), root_signature=signature))
    step = ("log:main", ClockStepped(clock=1, floor=2), make.PLATFORM, None, None)
    made.append(second, make.START + 30, [step, retired])
    made.append(second, make.START + 30, [step, retired])
    publish(bundle, made.leaves)
    assert verdict(bundle).startswith("FAILED append from index 11: the key")

    made, third = make.ledger(), PrivateKey(f"{make.ORIGIN}/event/3", bytes([0x33] * 32))
    new = KeyRegistered(**sign_registration(make.ORIGIN, "event", third, make.ROOT)._asdict())
    made.append(third, make.START + 30, [step])
    made.append(second, make.START + 30, [(f"key:{new.key}", new, make.PLATFORM, None, None)])
    publish(bundle, made.leaves)
    assert verdict(bundle).startswith("FAILED append from index 9: the key")


def test_a_key_signs_its_own_retirement_only_behind_another_entry(bundle: Path) -> None:
    """An append begins before the retirement in it, or another key has to sign it."""
    key = make.EVENT_2
    signature = sign_retirement(make.ORIGIN, key.key_id, make.ROOT)
    event = KeyRetired(key=key.key_id.hex(), root_signature=signature)
    retired: make.Happening = (f"key:{event.key}", event, make.PLATFORM, None, None)
    step: make.Happening = ("log:main", ClockStepped(clock=1, floor=2), make.PLATFORM, None, None)
    for entries, expected in (([step, retired], "OK "), ([retired, step], "FAILED append from index 9: the key")):
        made = make.ledger()
        made.append(key, make.START + 30, entries)
        publish(bundle, made.leaves)
        assert verdict(bundle).startswith(expected)


def test_a_checkpoint_is_this_log_s_and_of_one_form(bundle: Path) -> None:
    """Another origin, a size written otherwise, a root that is no hash, a second signature that fails, no line feed."""
    good = (BUNDLE / "checkpoint").read_text()
    text, line = good.split("\n\n")
    name, size, root = text.split("\n")
    for changed in (f"{name}x\n{size}\n{root}\n", f"{name}\n0{size}\n{root}\n", f"{name}\n{size}\nAAAA\n"):
        (bundle / "checkpoint").write_bytes(sign_note(changed, make.LOG))
        assert verdict(bundle) == "FAILED checkpoint: not one of this log"
    (bundle / "checkpoint").write_text(good.removesuffix("\n"))
    assert verdict(bundle).startswith("FAILED checkpoint")
    other = sign_note(f"{name}\n{size}\nAAAA\n", make.LOG).decode().split("\n\n")[1]
    (bundle / "checkpoint").write_text(f"{text}\n\n{line}{other}")
    assert verdict(bundle) == "FAILED checkpoint: the signature fails"


def test_the_root_is_that_of_the_entries(bundle: Path) -> None:
    """Entries that are each well sealed, and yet not those the checkpoint stands for, are another history."""
    made = make.ledger()
    (bundle / "checkpoint").write_bytes(sign_note(f"{make.ORIGIN}\n9\n{b64encode(bytes(32)).decode()}\n", make.LOG))
    assert verdict(bundle) == "FAILED checkpoint: its root is not that of the entries"
    (bundle / "checkpoint").write_bytes(sign_note(made.checkpoint().text, make.LOG))
    assert verdict(bundle).startswith("OK ")


def test_a_policy_pins_keys_that_sign(bundle: Path) -> None:
    """A key of another type, that of a witness, is neither the root key nor the log's."""
    pinned = bundle / "pinned"
    for key in (make.ROOT.public, make.LOG.public):
        other = f"{key.vkey.rpartition('+')[0]}+{b64encode(bytes([4]) + key.raw).decode()}"
        pinned.write_text(make.POLICY.text.replace(key.vkey, other))
        assert second_verifier.verify(bundle, pinned)[1] == "FAILED policy: not the keys of one ledger"


def test_an_entry_bundle_holds_its_leaves_and_nothing_more(bundle: Path) -> None:
    """A byte after the last leaf, or the last leaf cut short, is found where it is read."""
    data = (BUNDLE / ENTRIES).read_bytes()
    (bundle / ENTRIES).write_bytes(data + b"\0")
    assert "goes on after its last leaf" in verdict(bundle)
    (bundle / ENTRIES).write_bytes(data[:-1])
    assert verdict(bundle) == "FAILED checkpoint: it ends too early"
