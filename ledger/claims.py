"""What a claim can be about: whether a player was in a hand, round or tournament, and the most he can be owed of it.

A compensation is tied to both (``docs/decisions/0022``). The bound is generous and simple: the whole middle of a hand, the best
prize of a round for what he staked, all the money of a tournament. What is due within it the replay and the officers say.

However many disputes a player has about one thing, it is one claim: bound and limits hold for all that he is given of it. A hand of
a tournament is played in chips, which are no euros: what is owed of it is owed of the tournament.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final

from ledger.core.command import Decide, Decision, Envelope, View
from ledger.core.findings import Refused
from ledger.core.money import Money
from ledger.games.blackjack.state import Round as BlackjackRound
from ledger.games.poker.hand import Hand
from ledger.games.roulette.state import Spin
from ledger.games.sem_descarte.state import Round as SemDescarteRound
from ledger.games.tournament.state import Tournament
from ledger.house.account import Account, account_stream
from ledger.house.dispute import TOURNAMENT, Dispute, dispute_stream
from ledger.house.dispute_commands import OpenDispute, ResolveDispute
from ledger.house.limits import repeated_refusal
from ledger.house.log import money_refusal
from ledger.house.rules import house

Look = Callable[[str], Any]
"""The state of a stream, None where it has no entry."""
NUMBER_TIMES: Final = 36
"""What a stake on one number comes to, with the stake itself (R804 r.13)."""
BLACKJACK_TIMES: Final = 5
"""A special prize of three times the bet, the bet won, and the bet (R805 r.25)."""
ROYAL_TIMES: Final = 204
"""A royal in póquer sem descarte: all prizes and both bets, for an ante of 1 (R803 r.28)."""

PLAYERS_MAX: Final = 1_024
"""Players of whom it is kept what they were given, from one payment to the next."""


def _hand(hand: Hand, player: str) -> int | None:
    if all(seated.player != player for seated in hand.started.seats):
        return None
    if hand.started.door == "import":
        return 0  # played elsewhere: its money was never on this book
    return sum(hand.staked) + sum(hand.antes) + sum(hand.deads)


def _spin(spin: Spin, player: str) -> int | None:
    own = [stake.amount for stake in spin.stakes if stake.player == player]
    own += [held.amount for held in spin.prisoners if held.player == player]
    return NUMBER_TIMES * sum(own) if own else None


def _blackjack(round_: BlackjackRound, player: str) -> int | None:
    own = [hand.stake for hand in round_.hands if hand.player == player]
    own += [bet.stake for bet in round_.insurances if bet.player == player]
    return BLACKJACK_TIMES * sum(own) if own else None


def _sem_descarte(round_: SemDescarteRound, player: str) -> int | None:
    own = [box.ante for box in round_.boxes if box.player == player]
    return ROYAL_TIMES * sum(own) if own else None


def _tournament(tournament: Tournament, player: str) -> int | None:
    if all(entry.player != player for entry in tournament.entries):
        return None
    fees = tournament.structure.fee_total * len(tournament.entries)
    return fees + tournament.overlay + (tournament.pool or 0) + (tournament.structure.guarantee or 0)


CLAIMS: Final[Mapping[str, Callable[[Any, str], int | None]]] = {
    "blackjack": _blackjack,
    "hand": _hand,
    "roulette": _spin,
    "sem_descarte": _sem_descarte,
    "tournament": _tournament,
}
"""Type of stream to the most cents a player can be owed of one; None where he was not in it."""


def tied(decide: Decide) -> Decide:
    """``decide`` for ``resolve_dispute``, with a compensation tied to the claimant and to what he was in."""

    def judged(envelope: Envelope, view: View) -> Decision | Refused:
        outcome = decide(envelope, view)
        command: ResolveDispute = envelope.command
        if isinstance(outcome, Refused) or not command.compensation.cents:
            return outcome
        return untied(envelope, view, dispute_stream(command.dispute), command.compensation) or outcome

    return judged


def of_somebody(decide: Decide) -> Decide:
    """``decide`` for ``open_dispute``, of a player there is: with an account, or in what he disputes.

    Of demo play nobody has an account: there anybody may complain of nothing that was played.
    """

    def judged(envelope: Envelope, view: View) -> Decision | Refused:
        outcome = decide(envelope, view)
        command: OpenDispute = envelope.command
        player, about = command.player, command.about
        if isinstance(outcome, Refused) or view(account_stream(player)) is not None:
            return outcome
        if about is None and money_refusal(view):
            return outcome
        if about is not None and CLAIMS[about.partition(":")[0]](view(about), player) is not None:
            return outcome
        said = f"{player} has no account here" + ("" if about is None else f", and was not in {about}")
        return house("dispute", f"{said}; expected a player, as 'tombo hand show' and 'tombo round show' name them")

    return judged


class _Held:
    """What one player was given by his disputes, and the sum of each claim."""

    def __init__(self) -> None:
        self._shares: dict[str, tuple[str, int]] = {}
        """By dispute: the whole claim it is on, and the cents it gave."""
        self._seen: tuple[str, ...] = ()
        """The disputes whose shares are those in the sums."""
        self.sums: Counter[str] = Counter()

    def come_to(self, look: Look, disputes: tuple[str, ...]) -> None:
        """Take in ``disputes``, all that gave him what he still has: only those are looked at that were not before."""
        known = len(self._seen)
        if not known or disputes[:known] != self._seen:
            known = 0
            for gone in self._shares.keys() - set(disputes):
                self.forget(gone)
        for dispute in disputes[known:]:
            if dispute not in self._shares:
                found = look(dispute)
                if isinstance(found, Dispute) and found.about is not None:
                    share = self._shares[dispute] = _whole(look, found.about), found.compensation
                    self.sums[share[0]] += share[1]
        self._seen = disputes

    def forget(self, dispute: str) -> None:
        """Look at ``dispute`` again when it is asked for."""
        if dispute in self._seen:
            self._seen = ()
        whole, cents = self._shares.pop(dispute, ("", 0))
        self.sums[whole] -= cents


class Given:
    """What players were given of a claim and still have, by whatever disputes: each is looked at once, until it is told to have changed."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, _Held] = OrderedDict()

    def __call__(self, look: Look, player: str, whole: str) -> int:
        """The cents that ``player`` was given of ``whole`` and still has."""
        account: Account | None = look(account_stream(player))
        held = self._held.setdefault(player, _Held())
        self._held.move_to_end(player)
        if len(self._held) > PLAYERS_MAX:
            self._held.popitem(last=False)
        held.come_to(look, () if account is None else account.compensated)
        return held.sums[whole]

    def changed(self, dispute: str) -> None:
        """Entries were added to ``dispute``, by stream."""
        for held in self._held.values():
            held.forget(dispute)


def untied(envelope: Envelope, look: Look, dispute: str, paid: Money, given: Given | None = None) -> Refused | None:
    """The objection to ``paid`` for the dispute in the stream ``dispute``, by whoever asks and signs in ``envelope``.

    The live door asks it of what is now, the night and the audit of what was when it was paid: of ``envelope`` they know everything
    but the command. ``given``: who asks for many payments in turn keeps it from one to the next.
    """
    found = look(dispute)
    if not isinstance(found, Dispute) or found.about is None:
        said = f"{dispute} is about nothing that was played" if found else f"there is no {dispute}"
        return house("dispute", f"{said}; expected no compensation of {paid} for it")
    about = _whole(look, found.about)
    most = _most(look, about, found.player)
    if most is None:
        return house(
            "dispute", f"{found.player} was not in {about} with euros; expected no compensation of {paid} for it"
        )
    before = (given or Given())(look, found.player, about)
    if before + paid.cents > most:
        said = f", beside the {Money(before)} he was given of it," if before else ""
        return house(
            "dispute",
            f"{paid}{said} is more than {found.player} can be owed of {about}; expected {Money(max(most - before, 0))} at most",
        )
    return repeated_refusal(envelope, look, Money(before), paid) if before else None


def _most(look: Look, about: str, player: str) -> int | None:
    """The most cents that ``player`` can be owed of ``about``; None where he was not in it with euros."""
    owed = CLAIMS.get(about.partition(":")[0])
    state = None if owed is None else look(about)
    if owed is None or state is None or not (about.startswith(TOURNAMENT) or state.terms.unit.in_euro):
        return None
    return owed(state, player)


def _whole(look: Look, about: str) -> str:
    """What a claim about ``about`` is a claim on: of a hand of a tournament, the tournament."""
    played: Any = look(about) if about.startswith("hand:") else None
    within = None if played is None else played.started.tournament
    return about if within is None else f"{TOURNAMENT}{within}"
