"""What staff may ask for at the desk, a line each: the command, the role, and the fields of its form.

Whatever else staff may ask for is a document that ``tombo staff sign`` signs, or that somebody brings, and is signed and recorded at the desk as well.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from pydantic import ValidationError

from tombo.desk.fields import Ask, DeskField
from tombo.ledger.catalogue import first_wrong, parse_command, wire
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import UnreadableError, UsageError
from tombo.ledger.core.ids import is_local, is_stream
from tombo.ledger.core.said import Said, Told
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.house.dispute.said import OUTCOMES
from tombo.ledger.house.staff.state import MANAGER, OFFICER
from tombo.projections.search.fold import Search
from tombo.reports.said.common import ORIGINS, ROLES
from tombo.reports.said.desk import acts as said
from tombo.reports.said.dispute import REVERSAL_CAUSES
from tombo.reports.shown.cards import read_for, reason_of
from tombo.reports.shown.house.waiting import next_name
from tombo.reports.shown.wrong import in_words
from tombo.serve.readers import OpenedLedger

DISPUTE: Final = DeskField("dispute", said.FIELD_DISPUTE)
INCIDENT: Final = DeskField("incident", said.FIELD_INCIDENT)
PLAYER: Final = DeskField("player", said.FIELD_PLAYER)
REASON: Final = DeskField("reason", said.FIELD_REASON, Ask.LINES)
ROLE: Final = DeskField("role", said.FIELD_ROLE, Ask.CHOICE, words=ROLES)
MEMBER: Final = DeskField("staff", said.FIELD_STAFF)


class OfferedAct(NamedTuple):
    """An act: the kind of its command, what it is called, in which role it is asked for, and what its form asks."""

    kind: str
    label: Said
    role: str
    fields: tuple[DeskField, ...]
    made: Callable[[Mapping[str, Any]], Mapping[str, Any]] = dict
    """The command as JSON, without its kind unless it says it, of what was typed."""
    proposes: Callable[[OpenedLedger], Mapping[str, str]] | None = None
    """What the ledger proposes for its fields, where nothing is said of them."""

    @property
    def path(self) -> str:
        """Of its form."""
        return f"/desk/acts/new/{self.kind}"

    def envelope(self, typed: Mapping[str, str], staff: str, command_id: str) -> Envelope:
        """The act of ``staff``, of what was typed in its form.

        Raises:
            UsageError: something cannot be so: in which field, and why.
        """
        values = {field.name: _value(field, typed.get(field.name, "")) for field in self.fields}
        document = {
            "by": By(actor="staff", id=staff, role=self.role).model_dump(),
            "command": {"kind": self.kind, **self.made(values)},
            "command_id": command_id,
            "occurred": None,
        }
        try:
            return parse_command(json.dumps(document))
        except UnreadableError as error:
            raise UsageError(self._wrong(error, typed)) from error

    def _wrong(self, error: UnreadableError, typed: Mapping[str, str]) -> Told:
        """Why what was typed makes no command: of which field, as far as that is known."""
        first = first_wrong(error.__cause__) if isinstance(error.__cause__, ValidationError) else None
        place = () if first is None else first["loc"]
        known = {_ALIAS.get(field.name, field.name): field for field in self.fields}
        field = next((known[str(one)] for one in place if str(one) in known), None)
        if first is None or field is None:
            return said.WRONG_FORM(place=".".join(map(str, place)))
        here, most = typed.get(field.name, "").strip(), first.get("ctx", {}).get("max_length")
        if first["type"] == "string_too_long" and most is not None:
            why = said.WRONG_LENGTH(most=int(most))
        elif field.asks is Ask.LINES:
            why = said.WRONG_LINE()
        elif field.name in _NAMES:
            why = said.WRONG_NAME(typed=here)
        else:
            why = said.WRONG_TYPED(typed=here)
        return said.WRONG_FIELD(field=field.label(), why=why)


_NAMES: Final = frozenset({"about", "credential", "dispute", "incident", "player", "round", "scope", "staff"})
"""The fields in which a name stands."""
_ALIAS: Final = {"round": "hand"}
"""What a field is called in the command, where that is something else."""


def _value(field: DeskField, typed: str) -> Any:
    """What the command says where that was typed.

    Raises:
        UsageError: it cannot be so: in which field, and why.
    """
    try:
        return field.value(typed)
    except UsageError as error:
        raise UsageError(said.WRONG_FIELD(field=field.label(), why=in_words(error))) from error


def _void(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The command that voids a hand or round: which that is its game says."""
    stream = str(values["round"])
    game, _, name = stream.partition(":")
    if not is_stream(stream) or game not in TABLE_GAMES:
        raise UsageError(said.WRONG_FIELD(field=said.FIELD_ROUND(), why=said.NO_ROUND_NAMED(typed=stream)))
    incident = str(values["incident"])
    if not is_local(incident):
        raise UsageError(said.WRONG_FIELD(field=said.FIELD_INCIDENT(), why=said.WRONG_NAME(typed=incident)))
    command: CommandBase = TABLE_GAMES[game].ending.void(name, incident)
    return command.model_dump(mode="json")


def _cards(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """The command that puts on record that somebody reads closed cards, all of them or those of one player."""
    player, reason = values["player"], values["reason"]
    if player is not None and not is_local(player):
        raise UsageError(said.WRONG_FIELD(field=said.FIELD_CARDS_OF(), why=said.WRONG_NAME(typed=player)))
    for_whom = read_for(reason)
    if player is None and for_whom is not None:
        raise UsageError(said.REASON_NAMES_PLAYER(player=for_whom))
    return {"kind": "read_cards", "hand": values["round"].removeprefix("hand:"), "reason": reason_of(reason, player)}


def _next_complaint(opened: OpenedLedger) -> Mapping[str, str]:
    """The name that a complaint would have now."""
    with opened.kept(Search) as rows:
        return {"dispute": next_name(opened.reader, rows, opened.clock.now())}


OFFERS: Final = (
    OfferedAct(
        "open_incident",
        said.OPEN_INCIDENT,
        OFFICER,
        (
            INCIDENT,
            DeskField("origin", said.FIELD_ORIGIN, Ask.CHOICE, words=ORIGINS),
            DeskField("first_instant", said.FIELD_FIRST_INSTANT, Ask.INSTANT),
            DeskField("scope", said.FIELD_SCOPE, Ask.NAMES, may_lack=True),
            DeskField("reported_by", said.FIELD_REPORTED_BY),
        ),
    ),
    OfferedAct(
        "close_incident",
        said.CLOSE_INCIDENT,
        OFFICER,
        (INCIDENT, DeskField("note", said.FIELD_NOTE, Ask.LINES)),
    ),
    OfferedAct("void", said.VOID_ROUND, OFFICER, (DeskField("round", said.FIELD_ROUND), INCIDENT), _void),
    OfferedAct(
        "closed_cards",
        said.READ_CARDS,
        OFFICER,
        (
            DeskField("round", said.FIELD_ROUND),
            DeskField("player", said.FIELD_CARDS_OF, may_lack=True),
            REASON,
        ),
        _cards,
    ),
    OfferedAct(
        "open_dispute",
        said.OPEN_DISPUTE,
        OFFICER,
        (
            DISPUTE,
            PLAYER,
            DeskField("complained", said.FIELD_COMPLAINED, Ask.INSTANT),
            DeskField("about", said.FIELD_ABOUT, Ask.PLAYED, may_lack=True),
            DeskField("claim", said.FIELD_CLAIM, Ask.LINES),
        ),
        proposes=_next_complaint,
    ),
    OfferedAct("read_disputed_cards", said.READ_DISPUTED_CARDS, OFFICER, (DISPUTE, REASON)),
    OfferedAct(
        "resolve_dispute",
        said.RESOLVE_DISPUTE,
        OFFICER,
        (
            DISPUTE,
            DeskField("outcome", said.FIELD_OUTCOME, Ask.CHOICE, words=OUTCOMES),
            DeskField("compensation", said.FIELD_COMPENSATION, Ask.AMOUNT),
            DeskField("rule", said.FIELD_RULE, may_lack=True),
            DeskField("grounds", said.FIELD_GROUNDS, Ask.LINES),
        ),
    ),
    OfferedAct(
        "reverse_compensation",
        said.REVERSE_COMPENSATION,
        OFFICER,
        (
            DISPUTE,
            DeskField("amount", said.FIELD_AMOUNT, Ask.AMOUNT),
            DeskField("cause", said.FIELD_CAUSE, Ask.CHOICE, words=REVERSAL_CAUSES),
            DeskField("rule", said.FIELD_RULE),
        ),
    ),
    OfferedAct("grant_role", said.GRANT_ROLE, MANAGER, (MEMBER, ROLE)),
    OfferedAct("withdraw_role", said.WITHDRAW_ROLE, MANAGER, (MEMBER, ROLE)),
    OfferedAct("withdraw_key", said.WITHDRAW_KEY, MANAGER, (MEMBER, DeskField("key", said.FIELD_KEY))),
    OfferedAct(
        "revoke_credential",
        said.REVOKE_CREDENTIAL,
        MANAGER,
        (DeskField("credential", said.FIELD_CREDENTIAL), REASON),
    ),
    OfferedAct(
        "set_limits",
        said.SET_LIMITS,
        MANAGER,
        (
            DeskField("compensation_alone", said.FIELD_COMPENSATION_ALONE, Ask.AMOUNT),
            DeskField("compensation_alone_sum", said.FIELD_COMPENSATION_ALONE_SUM, Ask.AMOUNT),
            DeskField("compensation_most", said.FIELD_COMPENSATION_MOST, Ask.AMOUNT),
        ),
    ),
    OfferedAct(
        "adjust_up",
        said.ADJUST_UP,
        MANAGER,
        (PLAYER, DeskField("adjustment", said.FIELD_ADJUSTMENT, Ask.AMOUNT), REASON),
    ),
    OfferedAct(
        "adjust_down",
        said.ADJUST_DOWN,
        MANAGER,
        (PLAYER, DeskField("adjustment", said.FIELD_ADJUSTMENT, Ask.AMOUNT), REASON),
    ),
)
OFFER: Final[Mapping[str, OfferedAct]] = {offer.kind: offer for offer in OFFERS}
RECORD_REPLAY: Final = OfferedAct(
    "record_replay",
    said.RECORD_REPLAY,
    OFFICER,
    (
        DISPUTE,
        DeskField("version", said.FIELD_VERSION),
        DeskField("revision", said.FIELD_REVISION, may_lack=True),
        DeskField("rules", said.FIELD_RULES, Ask.NAMES),
        DeskField("differences", said.FIELD_DIFFERENCES, Ask.NAMES),
        DeskField("amounts", said.FIELD_AMOUNTS, Ask.SUMS),
    ),
)
"""What an officer computed again: nobody types it, a page makes it (``cases.computed``)."""
TOLD: Final[Mapping[str, OfferedAct]] = {**OFFER, RECORD_REPLAY.kind: RECORD_REPLAY}
"""Every act whose fields have a label here."""


def line_of(envelope: Envelope) -> str:
    """``envelope`` as one line of JSON, in ASCII: no sign in it turns the writing, and a page that cannot show one changes none."""
    return json.dumps(json.loads(wire(envelope)))
