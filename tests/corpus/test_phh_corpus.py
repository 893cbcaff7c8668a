"""Real hands that nobody on this project wrote: every one recorded, flagged or refused, and given back as it was."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pokerkit import HandHistory

from tests.vectors.shared import shared
from tests.worlds.persons import persons_of
from tests.worlds.phh import OFFICER, ORIGIN, CountedEntropy, Desk, found
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.exchange.phh.files import phh_files
from tombo.ledger.exchange.phh.hand import ImportedHand, Importer
from tombo.ledger.exchange.phh.importer import ImportReport, import_paths
from tombo.ledger.exchange.phh.plain import plain_fields
from tombo.ledger.exchange.phh.read import VARIANTS, HandUnreadableError, blocks
from tombo.ledger.games.poker.events import HandStarted
from tombo.ledger.house.imports import ImportClosed
from tombo.ledger.operate.keyring import Keyring, create_ledger

pytestmark = pytest.mark.corpus

SHARDS = 4
PLURIBUS, HANDHQ = 2_269, 1_000


def hands(folder: str, shard: int = 0, shards: int = 1) -> Iterator[tuple[str, str]]:
    """Where each hand of a folder stands, and its text; every ``shards``-th of them from ``shard`` on."""
    number = 0
    for path, _ in phh_files([shared(f"corpus/phh/{folder}")]):
        with path.open("rb") as file:
            for block in blocks(file, many=path.suffix == ".phhs"):
                if number % shards == shard:
                    yield f"{path.parent.name}/{path.name} [{block.label}]", block.text.decode()
                number += 1


def pokerkit_fields(text: str) -> dict[str, Any]:
    """The hand as PokerKit loads it, without the fields that begin with ``_``."""
    with warnings.catch_warnings(action="ignore", category=UserWarning):
        fields = dict(vars(HandHistory.loads(text)))
    own = fields["user_defined_fields"]
    fields["user_defined_fields"] = {name: value for name, value in own.items() if not name.startswith("_")}
    return fields


def check_hand(desk: Desk, where: str, text: str) -> ImportedHand:
    """Import a hand, export it, and hold the export to the original, field by field as PokerKit reads both."""
    hand = desk.convert(text, where)
    exported, original = pokerkit_fields(desk.exported(hand)), pokerkit_fields(text)
    assert {name: exported[name] for name in original if exported[name] != original[name]} == {}, where
    assert not any(rule == "PHH finishing_stacks" for rule, _ in found(hand)), where
    return hand


@pytest.mark.parametrize("shard", range(SHARDS))
def test_pluribus_hands_come_back_and_end_as_stated(shard: int) -> None:
    """Each hand exports as PokerKit reads the original, and its stacks are the stated ones, half chips included."""
    desk, count = Desk(), 0
    for where, text in hands("pluribus", shard, SHARDS):
        started = check_hand(desk, where, text).events[0]
        assert isinstance(started, HandStarted)
        assert started.source is not None
        assert started.source.stated == ["finishing_stacks"], where
        assert all(player.stack is not None for player in started.seats), where
        count += 1
    assert count == len(range(shard, PLURIBUS, SHARDS))


def test_handhq_hands_come_back() -> None:
    """Decimals, post-bets, unknown cards, heads-up arrays and winnings of nought come back digit for digit."""
    desk, rules = Desk(), Counter[str]()
    for where, text in hands("handhq"):
        rules.update({rule for rule, _ in found(check_hand(desk, where, text))})
    assert rules == {"PHH winnings": 690, "R806 r.48": 115, "R806 r.59": 81, "R806 r.21": 6}


def test_mixed_games_are_recorded_or_refused_by_name() -> None:
    """Of final tables and famous hands hold'em and pot-limit Omaha are recorded, every other game is refused by name."""
    desk, recorded, refused = Desk(), Counter[str](), Counter[str]()
    for where, text in [*hands("wsop2023-event43"), *hands("historic")]:
        variant = HandHistory.loads(text).variant
        if variant in {"NT", "FT", "PO"}:
            rules = {rule for rule, _ in found(check_hand(desk, where, text))}
            assert ("R806 r.24" in rules) == (variant == "FT"), where
            recorded[variant] += 1
        else:
            with pytest.raises(HandUnreadableError) as caught:
                desk.convert(text, where)
            assert f"variant {variant} is {VARIANTS[variant]}" in caught.value.reason
            refused[variant] += 1
    assert recorded == {"NT": 6, "FT": 3, "PO": 5}
    assert set(refused) == set(VARIANTS)
    assert refused.total() == 32


def test_most_of_the_corpus_is_plain_toml() -> None:
    """The quick reader takes every hand of the large sets."""
    assert all(plain_fields(text) is not None for folder in ("pluribus", "handhq") for _, text in hands(folder))


def test_the_corpus_is_accounted_for_one_by_one_and_twice_adds_nothing(sqlite_url: str, tmp_path: Path) -> None:
    """Files, hands, recorded, flagged, refused, duplicates: the report, and the sum of all closings in the ledger."""
    folder = shared("corpus/phh")
    ledger = create_ledger(sqlite_url, Keyring(tmp_path / "keys"), origin=ORIGIN, clock=SteppingClock())
    entropy = CountedEntropy()
    persons = persons_of(ledger.store, entropy)
    importer = Importer(ORIGIN, persons, entropy)

    def run() -> ImportReport:
        return import_paths([folder], ledger, importer, by=OFFICER)

    first = run()
    size = ledger.store.head().size
    second = run()
    persons.close()
    closings = [entry.event for name in ledger.store.streams("import") for entry in ledger.entries(name)]
    sums = Counter[str]()
    for closed in closings:
        if isinstance(closed, ImportClosed):
            sums.update(
                hands=closed.hands, recorded=closed.recorded, flagged=closed.flagged, refused=len(closed.refused)
            )
    assert (first.files, first.hands) == (PLURIBUS + 1 + 41 + 5, PLURIBUS + HANDHQ + 41 + 5)
    assert (first.recorded, first.refused, first.duplicates) == (PLURIBUS + HANDHQ + 6 + 3 + 5, 32, 0)
    assert first.flagged == 1 + 779 + 6 + 3 + 5
    assert sums == {"hands": first.hands, "recorded": first.recorded, "flagged": first.flagged, "refused": 32}
    assert (second.recorded, second.refused, second.duplicates) == (0, 32, first.recorded)
    assert ledger.store.head().size == size
    ledger.store.close()
