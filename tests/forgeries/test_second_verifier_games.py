"""The second verifier and the closed cards of every game: each opening is checked, and a false one is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools import second_verifier
from tests.worlds.casino import casino
from tombo.ledger.core.cards import card_id
from tombo.ledger.exchange.bundle import write_bundle
from tombo.ledger.kinds import CLOSED_KINDS
from tombo.ledger.operate.keyfolder import Keyring
from tombo.ledger.operate.openings import Opened
from tombo.ledger.seal import canonical
from tombo.ledger.store import open_store

HOUSE = "Ac Kd 9h 6s 3c"
PLAYER = "2h 2d 7c 8s Jd"


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of a ledger with a hole card of blackjack and the nine closed cards of a round of póquer sem descarte."""
    folder = tmp_path_factory.mktemp("casino")
    with casino(folder) as played:
        played.blackjack({1: 1_000}, "8s Th 6h", "Jc")
        played.dealt({1: 500}, {1: PLAYER}, HOUSE)
    note, policy = (folder / "checkpoint").read_text(), (folder / "keys/policy").read_text()
    with open_store(f"sqlite:///{folder}/casino.db", read_only=True) as store:
        source = Opened(store, Keyring(folder / "keys").opening_key(store.origin))
        write_bundle(folder / "bundle", source, note=note, policy=policy, openings=True)
    return folder / "bundle"


def verdict(bundle: Path, openings: list[dict[str, object]]) -> str:
    """What the verifier says of ``bundle`` with these openings."""
    lines = b"".join(canonical.encode(opening) + b"\n" for opening in openings)
    (bundle / "openings.jsonl").write_bytes(lines)
    return second_verifier.verify(bundle, bundle.parent / "keys/policy")[1]


def opened(bundle: Path) -> list[dict[str, object]]:
    """The openings of the bundle as it was written."""
    kept = bundle.parent / "openings.jsonl"
    if not kept.exists():
        kept.write_bytes((bundle / "openings.jsonl").read_bytes())
    return [canonical.decode(line) for line in kept.read_bytes().splitlines()]


def test_every_kind_that_commits_to_closed_cards_is_opened(bundle: Path) -> None:
    """The kinds are those of the catalogue; a hole card and nine closed cards are opened and none is withheld."""
    assert {f"{kind}.v1" for kind in second_verifier.CLOSED} == set(CLOSED_KINDS)
    assert ", 10 cards opened, 0 withheld, " in verdict(bundle, opened(bundle))


@pytest.mark.parametrize("stream", ["blackjack:bj-1/1", "sem_descarte:sd-1/1"])
def test_a_forged_opening_of_a_round_is_caught(bundle: Path, stream: str) -> None:
    """Another card in the opening of a round is found, with its line; left out, it is withheld."""
    kept = opened(bundle)
    at = next(place for place, opening in enumerate(kept) if opening["stream"] == stream)
    forged = [*kept[:at], {**kept[at], "card": card_id("5d")}, *kept[at + 1 :]]
    assert verdict(bundle, forged) == (
        f"FAILED openings, line {at + 1}: it opens no commitment, or one that is open already"
    )
    assert ", 9 cards opened, 1 withheld, " in verdict(bundle, [*kept[:at], *kept[at + 1 :]])
