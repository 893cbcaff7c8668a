"""What may be asked of a dispute: opening it, reading the cards, its replay, its resolution."""

from __future__ import annotations

from typing import Any, Final

from tombo.ledger.core.command import Decide, Decision, Envelope, View
from tombo.ledger.core.entry import EventBase
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import local
from tombo.ledger.core.money import AMOUNT_MAX
from tombo.ledger.core.said import euros
from tombo.ledger.house import said as shared
from tombo.ledger.house.account.events import Compensated
from tombo.ledger.house.account.state import Account, account_stream
from tombo.ledger.house.dispute import said
from tombo.ledger.house.dispute.commands import OpenDispute, ReadDisputedCards, RecordReplay, ResolveDispute
from tombo.ledger.house.dispute.events import (
    DisputeCardsReadV2,
    DisputeOpenedV2,
    DisputeReplayed,
    DisputeResolvedV2,
)
from tombo.ledger.house.dispute.state import OVER, TOURNAMENT, Dispute, dispute_stream
from tombo.ledger.house.dispute.when import untimely
from tombo.ledger.house.limits.decide import compensation_refusal
from tombo.ledger.house.log.decide import money_refusal
from tombo.ledger.house.player.state import player_stream
from tombo.ledger.house.rules import house
from tombo.ledger.house.staff.authority import cards_refusal, in_play, may, unplayed
from tombo.ledger.house.staff.state import OFFICER


def open_dispute(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``open_dispute``: by the player, or for him; under a new name, of something that was played, and not before it was."""
    command: OpenDispute = envelope.command
    objection = may(view, envelope.by, player=command.player, platform=True, roles=(OFFICER,))
    if objection:
        return objection
    stream = dispute_stream(command.dispute)
    if view(stream) is not None:
        return house("dispute", said.DISPUTE_NAME_TAKEN(dispute=command.dispute))
    objection = None if command.about is None else _unknown(view, command.about)
    if objection:
        return objection
    objection = untimely(command.complained, view.now(), command.about, _began(view, command.about))
    if objection:
        return objection
    if view(player_stream(command.player)) is not None:
        return house("erasure", said.CLAIMANT_ERASED(player=command.player))
    opened = DisputeOpenedV2(
        about=command.about,
        claim=view.words(command.claim, command.player, (stream, 1, "claim")),
        complained=command.complained,
        player=command.player,
    )
    return Decision(((stream, opened),))


def read_disputed_cards(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``read_disputed_cards``: by an officer, while the dispute goes on, of the hand or round it is about, once over.

    This is the record of the reading; ``staff.cards_read`` is that of one outside a dispute.
    """
    command: ReadDisputedCards = envelope.command
    dispute = _of_officer(envelope, view)
    if isinstance(dispute, Refused):
        return dispute
    if dispute.about is None or dispute.about.startswith(TOURNAMENT):
        return house("dispute", said.DISPUTE_WITHOUT_CARDS(dispute=command.dispute))
    objection = cards_refusal(view, dispute.about)
    if objection:
        return objection
    stream = dispute_stream(command.dispute)
    reason = view.words(command.reason, dispute.player, (stream, view.version(stream) + 1, "reason"))
    return Decision(((stream, DisputeCardsReadV2(hand=dispute.about, reason=reason)),))


def record_replay(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``record_replay``: by an officer, of all of what the dispute is about, once that is over.

    What was computed is his word, or his program's; anybody with the entries can compute it again.
    """
    command: RecordReplay = envelope.command
    dispute = _of_officer(envelope, view)
    if isinstance(dispute, Refused):
        return dispute
    if dispute.about is None:
        return house("dispute", said.DISPUTE_NOT_REPLAYABLE(dispute=command.dispute))
    if _goes_on(view, dispute.about):
        return house("dispute", said.REPLAY_BEFORE_END(played=dispute.about))
    newest = view.version(dispute.about)
    if command.version != newest:
        other = said.REPLAY_OF_OTHER_VERSION(played=dispute.about, version=command.version, newest=newest)
        return house("dispute", other)
    replayed = DisputeReplayed(
        amounts=command.amounts,
        differences=command.differences,
        replayed=dispute.about,
        revision=command.revision,
        rules=command.rules,
        same=not command.differences,
        version=newest,
    )
    return Decision(((dispute_stream(command.dispute), replayed),))


def resolve_dispute(envelope: Envelope, view: View) -> Decision | Refused:
    """Judge ``resolve_dispute``: by an officer, once; of a hand or round only after a replay.

    Whoever is rejected is paid nothing; who is right may be paid nothing, where nothing was lost. What is paid is for something that
    was replayed, within the limits, and beyond what one person may give alone signed by two (``limits``).
    """
    command: ResolveDispute = envelope.command
    dispute = _of_officer(envelope, view)
    if isinstance(dispute, Refused):
        return dispute
    about = dispute.about
    objection = _compensation_refusal(envelope, view, dispute) if command.compensation.cents else None
    if objection:
        return objection
    if about is not None and not about.startswith(TOURNAMENT) and not dispute.replayed:
        return house("dispute", said.DISPUTE_NOT_REPLAYED(played=about, dispute=command.dispute))
    stream = dispute_stream(command.dispute)
    version = view.version(stream) + 1
    resolved = DisputeResolvedV2(
        compensation=command.compensation,
        grounds=view.words(command.grounds, dispute.player, (stream, version, "grounds")),
        outcome=command.outcome,
        rule=command.rule,
    )
    events: list[tuple[str, EventBase]] = [(stream, resolved)]
    if command.compensation.cents:
        paid = Compensated(amount=command.compensation, dispute=stream, dispute_version=version)
        events.append((account_stream(dispute.player), paid))
    return Decision(tuple(events))


def _of_officer(envelope: Envelope, view: View) -> Dispute | Refused:
    """The dispute that an officer asks about, if it goes on."""
    objection = may(view, envelope.by, roles=(OFFICER,))
    if objection:
        return objection
    name: str = envelope.command.dispute
    dispute: Dispute | None = view(dispute_stream(name))
    if dispute is None:
        return house("dispute", said.NO_DISPUTE(dispute=name))
    if dispute.outcome is not None:
        return house("dispute", said.DISPUTE_RESOLVED(dispute=name, outcome=said.OUTCOMES[dispute.outcome]))
    return dispute


def _unknown(view: View, about: str) -> Refused | None:
    """The objection to ``about`` being no hand, round or tournament of this ledger."""
    if not about.startswith(TOURNAMENT):
        return unplayed(view, about, "dispute")
    if view(about) is None:
        return house("dispute", said.NO_DISPUTED_TOURNAMENT(tournament=local(about)))
    return None


def _began(view: View, about: str | None) -> int | None:
    """When the source of what is complained of says that it began."""
    return view.place(about, 1).occurred if about is not None and view.version(about) else None


def _goes_on(view: View, about: str) -> bool:
    """Whether ``about``, a hand, round or tournament, is not over yet."""
    if not about.startswith(TOURNAMENT):
        return in_play(view, about)
    tournament: Any = view(about)
    return tournament.phase not in OVER


def _compensation_refusal(envelope: Envelope, view: View, dispute: Dispute) -> Refused | None:
    """What stands against paying the player."""
    command: ResolveDispute = envelope.command
    amount = euros(command.compensation.cents)
    if command.outcome == "rejected":
        return house("dispute", said.COMPENSATION_OF_REJECTED(amount=amount))
    objection = money_refusal(view)
    if objection:
        return objection
    account: Account | None = view(account_stream(dispute.player))
    if account is None:
        return house("account", shared.NO_ACCOUNT(player=dispute.player))
    if account.balance + command.compensation.cents > AMOUNT_MAX:
        return house("movement", shared.BALANCE_TOO_LARGE(amount=amount, player=dispute.player, most=AMOUNT_MAX))
    if dispute.about is None:
        return house("dispute", said.COMPENSATION_OF_NOTHING_PLAYED(amount=amount))
    if not dispute.replayed:
        return house("dispute", said.DISPUTE_NOT_REPLAYED(played=dispute.about, dispute=command.dispute))
    return compensation_refusal(envelope, view, command.dispute, command.compensation)


DECIDERS: Final[dict[type, Decide]] = {
    OpenDispute: open_dispute,
    ReadDisputedCards: read_disputed_cards,
    RecordReplay: record_replay,
    ResolveDispute: resolve_dispute,
}
