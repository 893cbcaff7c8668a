"""How the log of a night is cut into parts: evenly, the first of them small (docs/decisions/0044)."""

from __future__ import annotations

import pytest

from tombo.projections.reconciliation.shared.crewed import SHARE, WIDTH, grouped

CHUNK = 4_096


@pytest.mark.parametrize("many", [0, 1, 2, 3, 7, 26, 250, 2_500])
def test_parts_are_even_and_leave_nothing_out(many: int) -> None:
    """Each stretch once, in order; none waits for one that is twice as long as the one before. Red before: they doubled."""
    stretches = [(at * CHUNK, (at + 1) * CHUNK) for at in range(many)]
    parts = list(grouped(stretches, nightly=True))
    assert [one for part in parts for one in part.stretches] == stretches
    widths = [len(part.stops) for part in parts]
    assert widths[:1] == [1] * bool(many)
    assert widths[2:3] == [1] * (len(parts) > 2), "the first of which hands are looked at elsewhere"
    even = widths[3:-1]
    assert len(set(even)) <= 1 and max(widths, default=0) <= min(WIDTH, -(-many // SHARE))
