"""What a person of the house signed, held against what is recorded beside it: step 10, beside ``acts``.

The verifier has no command, and the digest in an entry says nothing of what it was. The request that was signed names it: its kind, and
those of its fields that may stand in the open (``ledger.acts.request_of``). Each kind of request leads to one kind of entry, which says
in fields of the same name what was asked for, and to others beside it that follow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from ledger.core.ids import local
from ledger.seal.act import Request, said


class Leads(NamedTuple):
    """What a request of a kind leads to."""

    to: tuple[str, ...]
    """The kinds of which one, and one entry of it, answers the request."""
    named: str | None = None
    """The field of the request that names the stream of that entry."""
    beside: tuple[str, ...] = ()
    """How the kinds begin that may stand beside it: what follows from it for tables, accounts and sessions."""


_VOID: Final = ("account.credited.", "banked.", "session.", "table.")
LEADS: Final[Mapping[str, Leads]] = {
    "announce_tournament": Leads(("tournament.announced.v1",), "tournament"),
    "approve_banked_ruleset": Leads(("ruleset.banked_approved.v1",), "ruleset"),
    "approve_ruleset": Leads(("ruleset.approved.v1",), "ruleset"),
    "cancel_tournament": Leads(
        ("tournament.cancelled.v1",), "tournament", ("account.", "session.", "table.", "tournament.")
    ),
    "close_day": Leads(("day.closed.v1",)),
    "close_incident": Leads(("incident.closed.v1",), "incident"),
    "confirm_clock": Leads(("log.clock_confirmed.v1",)),
    "declare_loss": Leads(("log.loss_declared.v2",)),
    "end_session": Leads(("session.ended.v1", "session.ended.v2"), "session", ("table.",)),
    "enrol_key": Leads(("staff.key_enrolled.v1",), "staff"),
    "erase_person": Leads(("player.erased.v1",), "person"),
    "grant_role": Leads(("staff.granted.v1",), "staff"),
    "open_dispute": Leads(("dispute.opened.v1", "dispute.opened.v2"), "dispute"),
    "open_incident": Leads(("incident.opened.v1",), "incident", ("incident.hands_listed.",)),
    "read_cards": Leads(("staff.cards_read.v1", "staff.cards_read.v2")),
    "read_disputed_cards": Leads(("dispute.cards_read.v1", "dispute.cards_read.v2"), "dispute"),
    "record_replay": Leads(("dispute.replayed.v1",), "dispute"),
    "resolve_dispute": Leads(("dispute.resolved.v1", "dispute.resolved.v2"), "dispute", ("account.compensated.",)),
    "reverse_compensation": Leads(
        ("dispute.compensation_reversed.v1",), "dispute", ("account.compensation_reversed.",)
    ),
    "sem_descarte_void_round": Leads(("sem_descarte.voided.v1",), "round", ("sem_descarte.", *_VOID)),
    "set_limits": Leads(("house.limits_set.v1",)),
    "void_blackjack_round": Leads(("blackjack.voided.v1",), "round", ("blackjack.", *_VOID)),
    "void_hand": Leads(("hand.voided.v1",), "hand", ("hand.", *_VOID)),
    "void_spin": Leads(("roulette.voided.v1",), "round", ("roulette.", *_VOID)),
    "withdraw_key": Leads(("staff.key_withdrawn.v1",), "staff"),
    "withdraw_role": Leads(("staff.withdrawn.v1",), "staff"),
    "withdraw_ruleset": Leads(("ruleset.withdrawn.v1",), "ruleset"),
}
"""Kind of a command that staff may ask for, to what it leads to."""
ANSWERS: Final = frozenset(kind for leads in LEADS.values() for kind in leads.to)
"""The kinds of which each entry that staff asked for answers a request."""


def leads_of(request: Request) -> Leads:
    """What ``request`` leads to; to nothing, if it is none that staff can ask for."""
    return LEADS.get(str(request.get("kind")), Leads(()))


def unanswered(request: Request, kinds: Sequence[str]) -> str | None:
    """Why entries of these ``kinds`` are no answer to ``request``: none of them is, or more than one."""
    answers = [kind for kind in kinds if kind in leads_of(request).to]
    if len(answers) == 1:
        return None
    found = "nothing came of it" if not answers else f"{len(answers)} entries say that they came of it"
    return f"it was signed, and {found}; expected what it asked for, beside it"


def unasked(request: Request, stream: str, kind: str, event: Any) -> str | None:
    """Why the entry of ``kind`` in ``stream`` is not what ``request`` asks for. ``event`` is None where nobody read it."""
    leads = leads_of(request)
    if kind not in leads.to:
        beside = kind.startswith(leads.beside) if leads.beside else False
        return None if beside else f"signed was {request.get('kind')!r}, which leads to no {kind}"
    if leads.named is not None and not _same(request.get(leads.named), local(stream)):
        return f"signed was {leads.named} {request.get(leads.named)!r}; the entry is of {local(stream)!r}"
    for field in () if event is None else sorted(request.keys() & type(event).model_fields.keys() - {"kind"}):
        told = said(getattr(event, field))
        if not _same(request[field], told):
            return f"signed was {field} {request[field]!r}; the entry says {told!r}"
    return None


def _same(signed: str | int | None, told: str | int | None) -> bool:
    """Whether both say the same. A hand is named with its type, or without."""
    if isinstance(signed, str) and isinstance(told, str):
        return signed.removeprefix("hand:") == told.removeprefix("hand:")
    return type(signed) is type(told) and signed == told
