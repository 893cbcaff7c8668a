"""What a cancelled tournament gives back (R810 r.35-38): a pure function of its state and of the stacks on its tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

from tombo.ledger.core.findings import Reading
from tombo.ledger.games.tournament.state import EntryState, Tournament

Case = Literal["a", "b", "c"]
"""Of r.36: before the start, before the places with a prize, after they are reached."""


ENDED_RULE: Final = "R810 r.35"
"""A tournament ends once."""
REFUNDS_RULE: Final = "R810 r.36"
"""The rule that says what each entry gets; its cases follow."""


def cancellation_rule(case: str, *, won: bool = False) -> str:
    """The rule that a case of r.36 is; with that of entries that were ``won``."""
    return f"{REFUNDS_RULE}{case}{', r.37' if won else ''}"


class Share(NamedTuple):
    """What an entry gets: its fee back or its ticket, and its part of the common sum; in cents."""

    entry: int
    fee: int
    share: int
    ticket: str | None


class CancellationRefunds(NamedTuple):
    """The refunds of a cancellation, with the sums they come from; in cents.

    Invariant: shares add up to ``common``.
    """

    case: Case
    from_entries: int
    """The parcel for prizes of the entries of players who are out."""
    from_repurchases: int
    """The parcel for prizes of all rebuys and add-ons, whoever bought them."""
    netted: int
    """Prizes already credited, taken off the common sum (rules.md #9, PRACTICE)."""
    common: int
    """What is divided by chips."""
    shares: tuple[Share, ...]


def case_of(state: Tournament) -> Case:
    """Which case of r.36 a cancellation now is; one never begun is of the first ([A])."""
    if state.phase == "announced":
        return "a"
    return "c" if state.prizes is not None and len(state.active) <= len(state.prizes) else "b"


def refunds(state: Tournament, stacks: Mapping[int, int]) -> CancellationRefunds:
    """The refunds of ``state``, cancelled with these chips by entry still in play."""
    case = case_of(state)
    back = [_fee_back(state, entry) for entry in state.active]
    if case == "a":
        return CancellationRefunds(case, 0, 0, 0, 0, tuple(back))
    structure = state.structure
    each = structure.fee.prize + structure.fee.bounty if structure.fee else 0  # two parcels, and no third (r.20)
    out = [entry for entry in state.counted if entry.status == "eliminated"]
    from_entries = each * len(out)
    rebought = sum(entry.rebuys for entry in state.counted) * (structure.rebuy.prize if structure.rebuy else 0)
    added_on = sum(entry.added_on for entry in state.counted) * (structure.addon.prize if structure.addon else 0)
    credited = sum(entry.won for entry in state.entries)
    netted = credited if structure.readings.paid_prizes is Reading.PRACTICE else 0
    common = max(0, from_entries + rebought + added_on - netted)
    parts = by_chips(common, [stacks.get(share.entry, 0) for share in back])
    shares = tuple(share._replace(share=part) for share, part in zip(back, parts, strict=True))
    return CancellationRefunds(case, from_entries, rebought + added_on, netted, common, shares)


def _fee_back(state: Tournament, entry: EntryState) -> Share:
    """The fee of an entry still in play, commission included; of one won, its value in cash (r.37) or the ticket (#10)."""
    ticket = entry.ticket
    if ticket is not None and not state.structure.readings.refunds_in_cash(freeroll=ticket.freeroll):
        return Share(entry.entry, 0, 0, ticket.id)
    return Share(entry.entry, state.structure.fee_total, 0, None)


def by_chips(amount: int, stacks: Sequence[int]) -> list[int]:
    """``amount`` in proportion to ``stacks``, to the cent: by largest remainder, ties to the lower entry (rules.md 2.5).

    Where nobody has a chip, as between two hands of the last buyers, all have the same.
    """
    weights = list(stacks) if any(stacks) else [1] * len(stacks)
    whole = sum(weights)
    if not whole:
        return []
    parts = [amount * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda place: (-(amount * weights[place] % whole), place))
    for place in by_remainder[: amount - sum(parts)]:
        parts[place] += 1
    return parts
