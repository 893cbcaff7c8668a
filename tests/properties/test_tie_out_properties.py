"""The tie-out equals a naive one that counts: over any lines and movements, what is matched and what differs, to the cent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tombo.ledger.house.wallet import Movement, WalletDifference, WalletLine
from tombo.ledger.store.scratch import Scratch
from tombo.projections.tie_out import tie_out

DAY = (100, 200)
Key = tuple[str, str, str, int]
"""Transaction, player, operation, amount."""
Told = tuple[str, int, Key | None, Key | None]
"""A difference: what, in cents how much, which movement, which line."""

keys = st.tuples(
    st.sampled_from(["c-1", "c-2"]),
    st.sampled_from(["p-1", "p-2"]),
    st.sampled_from(["debit", "credit"]),
    st.integers(1, 4),
)


def key_of(each: Movement | WalletLine) -> Key:
    return each.transaction, each.player, each.operation, each.amount


def without_partner(here: Counter[Key], there: Counter[Key], of: Callable[[Key], Any]) -> Iterable[tuple[Key, Key]]:
    """Pairs of what is alike under ``of``, taken from both."""
    for like in sorted({of(key) for key in here}):
        ours, theirs = (sorted(key for key in side.elements() if of(key) == like) for side in (here, there))
        for pair in zip(ours, theirs, strict=False):
            here[pair[0]] -= 1
            there[pair[1]] -= 1
            yield pair


def naive(movements: Counter[Key], inside: Counter[Key], outside: Counter[Key]) -> tuple[int, Counter[Told]]:
    """How many match, and every difference."""
    told = Counter[Told]()
    for key in outside:
        about = min(outside[key], max(0, movements[key] - inside[key]))
        told["out_of_window", key[3], key, key] += about
        told["out_of_window", key[3], None, key] += outside[key] - about
    here, there = movements - inside - outside, inside - movements
    for ours, theirs in without_partner(here, there, lambda key: key[:3]):
        told["amount_differs", abs(ours[3] - theirs[3]), ours, theirs] += 1
    for ours, theirs in without_partner(here, there, lambda key: (key[0], key[2], key[3])):
        told["player_differs", ours[3], ours, theirs] += 1
    shared = movements & (inside + outside)
    for key, count in here.items():
        told["duplicated_here" if key in shared else "missing_there", key[3], key, None] += count
    for key, count in there.items():
        told["duplicated_there" if key in shared else "missing_here", key[3], None, key] += count
    return (movements & inside).total(), +told


def as_told(difference: WalletDifference) -> Told:
    """The last movement and line of a difference; of a duplicate only what is too many, whose twin must be its equal."""
    ours, theirs = [key_of(each) for each in difference.movements], [key_of(each) for each in difference.lines]
    if difference.kind.startswith("duplicated"):
        assert len({*ours, *theirs}) == 1
        assert (len(ours), len(theirs)) == ((2, 1) if difference.kind == "duplicated_here" else (1, 2))
        ours, theirs = (ours, []) if difference.kind == "duplicated_here" else ([], theirs)
    return difference.kind, difference.cents, ours[-1] if ours else None, theirs[-1] if theirs else None


@given(st.lists(keys, max_size=12), st.lists(st.tuples(keys, st.booleans()), max_size=12))
def test_any_two_sides_tie_out_as_counted(here: list[Key], there: list[tuple[Key, bool]]) -> None:
    """Equal first, then by amount, then by player; in the same order twice; nothing is told of twice, and nothing not at all."""
    movements = [
        Movement(index, f"account:{key[1]}", index, key[0], key[1], key[2], key[3], 150)  # type: ignore[arg-type]
        for index, key in enumerate(here)
    ]
    lines = [
        WalletLine(number, key[0], key[1], key[2], key[3], 150 if inside else 250)  # type: ignore[arg-type]
        for number, (key, inside) in enumerate(there, 2)
    ]
    with Scratch() as scratch:
        result = tie_out(lines, movements, DAY, scratch)
        differences = list(result.differences())
        tie_out(reversed(lines), reversed(movements), DAY, scratch)
        assert list(scratch.differences()) == differences
    inside, outside = (Counter(key for key, within in there if within is wanted) for wanted in (True, False))
    matched, expected = naive(Counter(here), inside, outside)
    assert result.matched.count == matched
    assert Counter(map(as_told, differences)) == expected
    ours = [kind for kind, _, about, _ in expected.elements() if about is not None]
    theirs = [kind for kind, _, _, about in expected.elements() if about is not None]
    assert (matched + len(ours), matched + len(theirs)) == (len(movements), len(lines))


@given(st.lists(st.tuples(keys, st.integers(-3, 9)), max_size=12))
def test_every_break_of_a_balance_is_found(told: list[tuple[Key, int]]) -> None:
    """Each player's balance is his before, more or less the amount; whatever is not is told, with the two lines."""
    lines = [
        WalletLine(number, key[0], key[1], key[2], key[3], 150, balance)  # type: ignore[arg-type]
        for number, (key, balance) in enumerate(told, 2)
    ]
    expected: list[tuple[WalletLine, WalletLine, int]] = []
    last: dict[str, WalletLine] = {}
    for line in lines:
        before = last.get(line.player)
        if before is not None and before.balance is not None and line.balance is not None:
            lacking = line.balance - before.balance - line.change
            if lacking:
                expected.append((before, line, abs(lacking)))
        last[line.player] = line
    with Scratch() as scratch:
        tie_out(lines, [], DAY, scratch)
        found = [each for each in scratch.differences() if each.kind == "balance_breaks"]
    assert [(*each.lines, each.cents) for each in found] == expected
