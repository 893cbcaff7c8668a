"""What a claim can be about: whether a player was in a hand, round or tournament, and the most he can be owed of it.

A compensation is tied to both (``docs/decisions/0022``). The bound is generous and simple: the whole middle of a hand, the best
prize of a round for what he staked, all the money of a tournament. What is due within it the replay and the officers say.

However many disputes a player has about one thing, it is one claim: bound and limits hold for all that he is given of it. A hand of
a tournament is played in chips, which are no euros: what is owed of it is owed of the tournament.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable
from typing import Any, Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.core.said import euros
from tombo.ledger.games.every import GAMES
from tombo.ledger.house.account.state import Account, account_stream
from tombo.ledger.house.dispute import said
from tombo.ledger.house.dispute.commands import OpenDispute, ResolveDispute
from tombo.ledger.house.dispute.state import TOURNAMENT, Dispute, dispute_stream
from tombo.ledger.house.limits.decide import repeated_refusal
from tombo.ledger.house.log.decide import money_refusal
from tombo.ledger.house.rules import house
from tombo.ledger.terms.every import regulation_of

Look = Callable[[str], Any]
"""The state of a stream, None where it has no entry."""
PLAYERS_MAX: Final = 1_024
"""Players of whom it is kept what they were given, from one payment to the next."""


def tied(decide: Decide) -> Decide:
    """``decide`` for ``resolve_dispute``, with a compensation tied to the claimant and to what he was in, and the rule to its game."""

    def judged(envelope: Envelope, view: View) -> Decision | Refused:
        outcome = decide(envelope, view)
        command: ResolveDispute = envelope.command
        if isinstance(outcome, Refused):
            return outcome
        stream = dispute_stream(command.dispute)
        objection = _of_another_game(view, stream, command.rule)
        if objection is None and command.compensation.cents:
            objection = untied(envelope, view, stream, command.compensation)
        return objection or outcome

    return judged


def _of_another_game(view: View, dispute: str, rule: str | None) -> Refused | None:
    """The objection to deciding by a ``rule`` of a game that was not played: what a player is told is of the regulation of his."""
    about = view(dispute).about
    if rule is None or about is None or not rule.startswith("R"):
        return None
    played: Any = view(about)
    in_tournament = about.startswith(TOURNAMENT)
    own = {regulation_of(played.structure.terms if in_tournament else played.terms)}
    if in_tournament or _whole(view, about) != about:
        own.add("R810")
    if rule.partition(" ")[0] in own:
        return None
    return house("dispute", said.RULE_OF_ANOTHER_GAME(rule=rule, played=about, due=tuple(sorted(own))))


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
        if about is not None and GAMES[about.partition(":")[0]].most(view(about), player) is not None:
            return outcome
        if about is None:
            return house("dispute", said.CLAIMANT_UNKNOWN(player=player))
        return house("dispute", said.CLAIMANT_NOT_IN_PLAY(player=player, played=about))

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


class GivenClaims:
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


def untied(
    envelope: Envelope, look: Look, dispute: str, paid: Money, given: GivenClaims | None = None
) -> Refused | None:
    """The objection to ``paid`` for the dispute in the stream ``dispute``, by whoever asks and signs in ``envelope``.

    The live door asks it of what is now, the night and the audit of what was when it was paid: of ``envelope`` they know everything
    but the command. ``given``: who asks for many payments in turn keeps it from one to the next.
    """
    found, amount = look(dispute), euros(paid.cents)
    if not isinstance(found, Dispute) or found.about is None:
        nothing = said.COMPENSATION_OF_NOTHING if found else said.COMPENSATION_OF_NO_DISPUTE
        return house("dispute", nothing(dispute=dispute, amount=amount))
    about = _whole(look, found.about)
    most = _most(look, about, found.player)
    if most is None:
        return house("dispute", said.COMPENSATION_OF_OUTSIDER(player=found.player, played=about, amount=amount))
    before = (given or GivenClaims())(look, found.player, about)
    if before + paid.cents > most:
        left = euros(max(most - before, 0))
        if not before:
            above = said.COMPENSATION_ABOVE_DUE(amount=amount, player=found.player, played=about, most=left)
        else:
            above = said.COMPENSATIONS_ABOVE_DUE(
                amount=amount, before=euros(before), player=found.player, played=about, most=left
            )
        return house("dispute", above)
    return repeated_refusal(envelope, look, Money(before), paid) if before else None


def _most(look: Look, about: str, player: str) -> int | None:
    """The most cents that ``player`` can be owed of ``about``; None where he was not in it with euros."""
    game = GAMES.get(about.partition(":")[0])
    state = None if game is None else look(about)
    if game is None or state is None or not (about.startswith(TOURNAMENT) or state.terms.unit.in_euro):
        return None
    return game.most(state, player)


def _whole(look: Look, about: str) -> str:
    """What a claim about ``about`` is a claim on: of a hand of a tournament, the tournament."""
    played: Any = look(about) if about.startswith("hand:") else None
    within = None if played is None else played.started.tournament
    return about if within is None else f"{TOURNAMENT}{within}"
