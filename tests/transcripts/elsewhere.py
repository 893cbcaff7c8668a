"""Words of the import door: a hand played elsewhere is recorded whatever the rules say, together with their findings."""

from __future__ import annotations

from typing import Any

from tests.transcripts.player import WORDS, Transcript
from tombo.ledger.core.findings import Finding
from tombo.ledger.core.ids import IMPORT_TABLE
from tombo.ledger.games.poker.audit import differences
from tombo.ledger.games.poker.events import (
    BetPlaced,
    BlindPosted,
    BoardDealt,
    CardsMucked,
    CardsShown,
    Checked,
    CommissionTaken,
    Folded,
    HandEvent,
    HandStarted,
    HoleCardsDealt,
    PotAwarded,
    SeatedPlayer,
    Settled,
    ShownCard,
    UncalledBetReturned,
)
from tombo.ledger.games.poker.rules.r806 import findings
from tombo.ledger.terms.citation import cited
from tombo.ledger.terms.poker import Terms

says = WORDS.says


def record(t: Transcript, event: HandEvent) -> list[Finding]:
    """Put ``event`` on record, and say what the rules object to."""
    stream = f"hand:{t.name}"
    found = [cited(finding, t.terms.variant) for finding in findings(t.world(stream), event)]
    t.world.record([(stream, event)])
    return found


@says(r"import hand((?: \d+:(?:\d+|unknown)(?::\S+)?)+)")
def starts(t: Transcript, seats: str) -> list[Finding]:
    """A hand starts with these seats, the first left of the button: ``seat:stack``, ``seat:stack:player``."""
    seated = []
    for word in seats.split():
        seat, stack, *player = word.split(":")
        name = player[0] if player else f"p-{seat}"
        seated.append(SeatedPlayer(player=name, seat=int(seat), stack=None if stack == "unknown" else int(stack)))
    t.table = IMPORT_TABLE
    t.number += 1
    terms: Terms = t.terms
    started = HandStarted(
        button=seated[-1].seat,
        deck_root=None,
        door="import",
        number=t.number,
        ruleset=None,
        seats=seated,
        source=None,
        table=t.table,
        terms=terms,
        tournament=None,
    )
    return record(t, started)


@says(r"import seat (\d+) posts (small|big|ante|straddle|extra|dead) (\d+)")
def posts(t: Transcript, seat: str, post: Any, amount: str) -> list[Finding]:
    """An obligatory bet of whatever kind."""
    return record(t, BlindPosted(paid=int(amount), post=post, seat=int(seat)))


@says(r"import deals((?: \d+)+)")
def deals(t: Transcript, seats: str) -> list[Finding]:
    """Closed cards nobody knows, to these seats in this order."""
    order = [int(seat) for seat in seats.split()]
    return record(t, HoleCardsDealt(commitments=[None] * len(order), seats=order))


@says(r"import (flop|turn|river|(?:first|second|third|fourth|fifth)_street)((?: \w{2})+)")
def turns(t: Transcript, street: Any, cards: str) -> list[Finding]:
    """Open cards."""
    return record(t, BoardDealt(cards=cards.split(), street=street))


@says(r"import seat (\d+) (folds|checks|mucks)")
def acts(t: Transcript, seat: str, verb: str) -> list[Finding]:
    """A seat folds, checks or does not show."""
    kind = {"folds": Folded, "checks": Checked, "mucks": CardsMucked}[verb]
    return record(t, kind(seat=int(seat)))


@says(r"import seat (\d+) (bet|call|raise)s paying (\d+)( all-in)?")
def bets(t: Transcript, seat: str, action: Any, paid: str, all_in: str | None) -> list[Finding]:
    """A seat bets, calls or raises, paying now."""
    return record(t, BetPlaced(action=action, all_in=all_in is not None, paid=int(paid), seat=int(seat)))


@says(r"import returns (\d+) to seat (\d+)")
def returns(t: Transcript, amount: str, seat: str) -> list[Finding]:
    """An uncalled bet goes back."""
    return record(t, UncalledBetReturned(amount=int(amount), seat=int(seat)))


@says(r"import seat (\d+) shows (\w{4,8})")
def shows(t: Transcript, seat: str, cards: str) -> list[Finding]:
    """A seat turns its closed cards."""
    shown = [ShownCard(card=cards[at : at + 2], salt=None, slot=None) for at in range(0, len(cards), 2)]
    return record(t, CardsShown(cards=shown, seat=int(seat)))


@says(r"import seat (\d+) is paid (\d+) of pot (\d)")
def is_paid(t: Transcript, seat: str, amount: str, pot: str) -> list[Finding]:
    """A payment, right or wrong."""
    return record(t, PotAwarded(amount=int(amount), pot=int(pot), seat=int(seat)))


@says(r"import commission of (\d+) on pot (\d)(?: from seat (\d+))?")
def commission(t: Transcript, amount: str, pot: str, seat: str | None) -> list[Finding]:
    """A commission, right or wrong."""
    return record(t, CommissionTaken(amount=int(amount), pot=int(pot), seat=int(seat) if seat else None))


@says(r"import end")
def ends(t: Transcript) -> list[Finding]:
    """The hand is settled."""
    return record(t, Settled())


@says(r"audit (agrees|differs)")
def audit(t: Transcript, verdict: str) -> None:
    """The finished hand recomputed from what was played, against what was recorded."""
    found = differences(t.hand)
    assert ("differs" if found else "agrees") == verdict, found
