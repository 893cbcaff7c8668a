"""What a person of the house signed, held against what is recorded beside it: step 10, beside ``acts``.

The verifier has no command, and the digest in an entry says nothing of what it was. The request that was signed names it: its kind, and
those of its fields that may stand in the open (``tombo.ledger.live.acts.request_of``). Each kind of request leads to one kind of entry, which says
in fields of the same name what was asked for, and to others beside it that follow.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from tombo.ledger.core.entry import Kinds
from tombo.ledger.core.ids import local
from tombo.ledger.house.day.events import DAY_CLOSED
from tombo.ledger.house.report.events import REPORT_RELEASED
from tombo.ledger.house.staff.state import MANAGER, OFFICER
from tombo.ledger.kinds import OF_GAMES
from tombo.ledger.seal.act import Request, said


class Leads(NamedTuple):
    """What a request of a kind leads to."""

    to: tuple[str, ...]
    """The kinds of which one, and one entry of it, answers the request."""
    named: str | None = None
    """The field of the request that names the stream of that entry."""
    told: tuple[str, ...] = ()
    """The other fields of the request; the entry says each of them too. A request that lacks one was never asked for by a command."""
    beside: tuple[str, ...] = ()
    """How the kinds begin that may stand beside it: what follows from it for tables and accounts. None of them answers a request itself."""
    roles: tuple[str, ...] = ()
    """The roles in one of which staff may ask for it, where the platform may too. Who may ask for the rest is judged by its decider."""


_VOID: Final = ("account.credited.", "banked.", "table.")
_CANCELLED: Final = (
    "account.credited.",
    "account.ticket_granted.",
    "account.ticket_returned.",
    "table.",
    "tournament.",
)
_OFFICER: Final = (OFFICER,)
_LEFT: Final = ("account.credited.", "banked.", "table.")
_CARDS_READ: Final = ("staff.cards_read.v1", "staff.cards_read.v2")
_DISPUTED_CARDS: Final = ("dispute.cards_read.v1", "dispute.cards_read.v2")
_RULES: Final = ("in_force_from", "regulation", "terms")
_DAY: Final = ("base", "checkpoint", "hands", "index", "rate_bp", "statement", "tax")
_LOSS: Final = (
    "abandoned_root",
    "abandoned_size",
    "acknowledged",
    "first_lost",
    "root",
    "root_signature",
    "second",
    "size",
    "staff",
)
_RELEASED: Final = ("checkpoint", "country", "layout", "number", "settings", "size")
_GRANTED: Final = ("holder", "proof", "until")
_LIMITS: Final = ("compensation_alone", "compensation_alone_sum", "compensation_most")
_RESOLVED: Final = ("compensation", "outcome", "rule")
_REVERSED: Final = ("amount", "cause", "rule")
_BACK: Final = ("account.compensation_reversed.",)
_OPENED: Final = ("about", "complained", "player")


def _void_of(kinds: Kinds) -> Leads:
    """A void round of a game against the house."""
    taken = ("account.debited.",) if kinds.takes_back else ()
    return Leads((f"{kinds.stream}.voided.v1",), "round", ("incident",), (*taken, f"{kinds.stream}.", *_VOID), _OFFICER)


LEADS: Final[Mapping[str, Leads]] = {
    "adjust_down": Leads(("account.adjusted_down.v1",), "player", ("adjustment",)),
    "adjust_up": Leads(("account.adjusted_up.v1",), "player", ("adjustment",)),
    "announce_tournament": Leads(("tournament.announced.v1",), "tournament", ("structure",)),
    "approve_banked_ruleset": Leads(("ruleset.banked_approved.v1",), "ruleset", _RULES),
    "approve_ruleset": Leads(("ruleset.approved.v1",), "ruleset", ("idle_hands", *_RULES)),
    "cancel_tournament": Leads(("tournament.cancelled.v1",), "tournament", ("cause",), _CANCELLED, (MANAGER, OFFICER)),
    "close_day": Leads(DAY_CLOSED, None, _DAY, roles=(MANAGER,)),
    "close_incident": Leads(("incident.closed.v1",), "incident", roles=_OFFICER),
    "confirm_clock": Leads(("log.clock_confirmed.v1",), None, ("clock", "floor")),
    "declare_loss": Leads(("log.loss_declared.v2",), None, _LOSS),
    "detach_period": Leads(("log.period_detached.v1",), None, ("root", "second", "size")),
    "end_session": Leads(("session.ended.v1", "session.ended.v2"), "session", ("cause",), _LEFT, _OFFICER),
    "enrol_key": Leads(("staff.key_enrolled.v1",), "staff", ("key", "possession", "public", "root_signature")),
    "erase_person": Leads(("player.erased.v1",), "person", ("second",)),
    "grant_credential": Leads(("credential.granted.v1",), "credential", _GRANTED),
    "grant_role": Leads(("staff.granted.v1",), "staff", ("role",)),
    "open_dispute": Leads(("dispute.opened.v1", "dispute.opened.v2"), "dispute", _OPENED),
    "open_incident": Leads(
        ("incident.opened.v1",), "incident", ("first_instant", "origin"), ("incident.hands_listed.",), _OFFICER
    ),
    "read_cards": Leads(_CARDS_READ, None, ("hand",)),
    "read_disputed_cards": Leads(_DISPUTED_CARDS, "dispute"),
    "record_replay": Leads(("dispute.replayed.v1",), "dispute", ("revision", "version")),
    "release_report": Leads(REPORT_RELEASED, None, _RELEASED, ("report.files_listed.",), (MANAGER,)),
    "resolve_dispute": Leads(
        ("dispute.resolved.v1", "dispute.resolved.v2"), "dispute", _RESOLVED, ("account.compensated.",)
    ),
    "reverse_compensation": Leads(("dispute.compensation_reversed.v1",), "dispute", _REVERSED, _BACK),
    "revoke_credential": Leads(("credential.revoked.v1",), "credential"),
    "set_limits": Leads(("house.limits_set.v1",), None, _LIMITS),
    "void_hand": Leads(("hand.voided.v1",), "hand", ("incident",), ("hand.", *_VOID), _OFFICER),
    "withdraw_key": Leads(("staff.key_withdrawn.v1",), "staff", ("key",)),
    "withdraw_role": Leads(("staff.withdrawn.v1",), "staff", ("role",)),
    "withdraw_ruleset": Leads(("ruleset.withdrawn.v1",), "ruleset"),
    **{kinds.voids: _void_of(kinds) for kinds in OF_GAMES if kinds.voids is not None},
}
"""Kind of a command that staff may ask for, to what it leads to."""
CALLED: Final[Mapping[str, str]] = {"adjustment": "amount", "amount": "compensation"}
"""A field of a request to that of the entry, where the two are not called the same."""
LATER: Final = frozenset({"rule", "statement"})
"""What requests tell only since 2026-11-23 (``rule``) and 2026-11-27: one signed before lacks it."""
ANSWERS: Final = frozenset(kind for leads in LEADS.values() for kind in leads.to)
"""The kinds of which each entry that staff asked for answers a request."""
ROLES: Final[Mapping[str, tuple[str, ...]]] = {
    kind: leads.roles for leads in LEADS.values() for kind in leads.to if leads.roles
}
"""Kind of an entry that the platform may ask for too, to the roles in one of which staff may."""
BY_PLAYERS: Final = frozenset(LEADS["end_session"].to)
"""Of those, what a player asks for as well: he ends his own session."""
BY_STAFF_ALONE: Final = frozenset(
    kind
    for request in ("read_cards", "read_disputed_cards", "record_replay", "resolve_dispute", "reverse_compensation")
    for kind in LEADS[request].to
)
"""The kinds that neither a platform nor a player can ask for, in any ledger: what comes to be of closed cards and of complaints."""


def may_ask(actor: str, kind: str) -> bool:
    """Whether somebody of this sort can have asked for an entry of ``kind``, in whichever role: what he may not, his door refuses."""
    if actor == "staff":
        return True
    if kind in BY_STAFF_ALONE:
        return False
    return actor == "platform" or kind not in ROLES or kind in BY_PLAYERS


def leads_of(request: Request) -> Leads:
    """What ``request`` leads to; to nothing, if it is none that staff can ask for."""
    return LEADS.get(str(request.get("kind")), Leads(()))


def unanswered(request: Request, kinds: Sequence[str]) -> str | None:
    """Why entries of these ``kinds`` are no answer to ``request``: none of them is, or more than one; or why it is no request."""
    leads = leads_of(request)
    expected = {"kind", *leads.told, *({leads.named} if leads.named else ())}
    if leads.to and not expected - LATER <= request.keys() <= expected:
        told, wanted = ", ".join(sorted(request)), ", ".join(sorted(expected))
        return f"signed was a {request['kind']} that tells {told}; expected {wanted}"
    answers = [kind for kind in kinds if kind in leads.to]
    if len(answers) == 1:
        return None
    found = "nothing came of it" if not answers else f"{len(answers)} entries say that they came of it"
    return f"it was signed, and {found}; expected what it asked for, beside it"


def unasked(request: Request, stream: str, kind: str, event: Any) -> str | None:
    """Why the entry of ``kind`` in ``stream`` is not what ``request`` asks for. ``event`` is None where nobody read it."""
    leads = leads_of(request)
    if kind not in leads.to:
        beside = kind not in ANSWERS and kind.startswith(leads.beside)
        return None if beside else f"signed was {request.get('kind')!r}, which leads to no {kind}"
    if leads.named is not None and not _same(leads.named, request.get(leads.named), local(stream)):
        return f"signed was {leads.named} {request.get(leads.named)!r}; the entry is of {local(stream)!r}"
    for field in () if event is None else leads.told:
        if field in LATER and field not in request:
            continue
        told = said(getattr(event, CALLED.get(field, field), None))  # an older kind may lack it
        if not _same(field, request.get(field), told):
            return f"signed was {field} {request.get(field)!r}; the entry says {told!r}"
    return None


def _same(field: str, signed: str | int | None, told: str | int | None) -> bool:
    """Whether both say the same of ``field``. A hand is named with its type, or without."""
    if field == "hand" and isinstance(signed, str) and isinstance(told, str):
        return signed.removeprefix("hand:") == told.removeprefix("hand:")
    return type(signed) is type(told) and signed == told
