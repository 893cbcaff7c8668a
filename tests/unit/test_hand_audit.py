"""Every hand replayed in bulk: what is over is found once, what is not what the rules give is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.play import hand, house, play
from ledger.core.errors import MalformedError, TamperedError
from ledger.keyring import Keyring, create_ledger
from ledger.seal.entry import EntryHasher, pack, unpack
from projections.hand_audit import Row, audit

ORIGIN = "operator.example/ledger/1"


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    """Three hands at two tables, and what came before them, as stored."""
    folder: Path = tmp_path_factory.mktemp("audit")
    ledger = create_ledger(f"sqlite:///{folder / 'ledger.db'}", Keyring(folder / "keys"), origin=ORIGIN)
    with ledger.store as store:
        play(ledger, house(2))
        play(ledger, [*hand(0, 1), *hand(1, 1), *hand(0, 2)])
        return list(store.rows())


def forged(rows: list[Row], old: bytes, new: bytes, *, chained: bool) -> list[Row]:
    """``rows`` with one body altered, and what follows in its stream chained to it again if ``chained``."""
    at = next(place for place, row in enumerate(rows) if old in row[4])
    found = [*rows[:at], (*rows[at][:4], rows[at][4].replace(old, new, 1)), *rows[at + 1 :]]
    hasher, prev = EntryHasher(ORIGIN), None
    for place, (index, stream, version, kind, state) in enumerate(found if chained else []):
        if stream != rows[at][1] or place < at:
            continue
        sealed = unpack(state)
        sealed = sealed if prev is None else sealed._replace(prev=prev)
        found[place] = (index, stream, version, kind, pack(*sealed))
        prev = hasher(stream, version, kind, sealed.key_id, sealed.prev, sealed.body)
    return found


def test_every_hand_is_found_as_it_ends(rows: list[Row]) -> None:
    """Each hand is told once, in the order in which they ended, with nothing to object to."""
    found = list(audit(ORIGIN, rows))
    assert sorted(one.stream for one in found) == ["hand:mesa-0/1", "hand:mesa-0/2", "hand:mesa-1/1"]
    assert {(one.outcome, one.differences) for one in found} == {("settled", ())}


def test_a_hand_in_play_is_not_over(rows: list[Row]) -> None:
    """A log that stops before a hand is settled does not tell of that hand."""
    last = max(place for place, row in enumerate(rows) if row[3] == "hand.settled.v1")
    assert len(list(audit(ORIGIN, rows[:last]))) == 2


def test_a_payout_that_is_not_the_rules_is_named(rows: list[Row]) -> None:
    """A recorded payout that differs from what the bets and cards give is told, with both figures and the rule."""
    award = next(row[4] for row in rows if row[3] == "hand.pot_awarded.v1")
    amount = award.partition(b'"amount":')[2].partition(b",")[0]
    wrong = forged(rows, b'"amount":' + amount + b',"kind":"hand.pot', b'"amount":7,"kind":"hand.pot', chained=True)
    told = [difference for one in audit(ORIGIN, wrong) for difference in one.differences]
    assert len(told) == 1
    assert "paid 7 of pot 0" in told[0]
    assert f"recomputed {amount.decode()} of pot 0" in told[0]
    assert "R806 r.62-63" in told[0]


def test_an_altered_entry_breaks_its_chain(rows: list[Row]) -> None:
    """An entry that does not follow the one before it stops the replay, with the place and the next command."""
    wrong = forged(rows, b'"action":"raise"', b'"action":"bet"', chained=False)
    with pytest.raises(TamperedError, match=r"hand:mesa-0/1 version \d+ does not follow .* 'tombo verify'"):
        list(audit(ORIGIN, wrong))


def test_bytes_that_do_not_parse_are_refused(rows: list[Row]) -> None:
    """A body that is no event of a hand stops the replay, with the place."""
    wrong = forged(rows, b'"kind":"hand.checked.v1"', b'"kind":"hand.chucked.v1"', chained=True)
    with pytest.raises(MalformedError, match=r"hand:mesa-0/1 version \d+"):
        list(audit(ORIGIN, wrong))
