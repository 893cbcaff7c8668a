"""Acts of staff, from the form to the log: the page shows what is asked for, the browser signs it, and the door judges it as it judges any command.

Nothing waits on the server. What one person signed and another is to sign too is a document, one line of JSON, which travels as ``tombo staff sign`` has it.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Final

from fastapi import APIRouter, Request, Response
from pydantic import ValidationError

from tombo.desk.asked import STAFF
from tombo.desk.faults import DeskFaultError
from tombo.desk.frame import HEADERS, Sheet
from tombo.desk.links import replay_path
from tombo.desk.offers import OFFER, TOLD, OfferedAct, line_of
from tombo.desk.posted import OtherSessionError, posted
from tombo.desk.sessions import Entropy
from tombo.desk.visit import Visit, Visits
from tombo.desk.ways import ways_on
from tombo.ledger.catalogue import parse_command
from tombo.ledger.core.clock import SECOND, Clock
from tombo.ledger.core.command import Envelope, Signature
from tombo.ledger.core.errors import LedgerError, MalformedError, UsageError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.ids import is_stream
from tombo.ledger.core.said import Fact
from tombo.ledger.house.staff.commands import ReadCards
from tombo.ledger.house.staff.said import NO_SECOND_SIGNATURE
from tombo.ledger.live.acts import act_of, is_true
from tombo.ledger.live.ledger import Acknowledgement
from tombo.reports.said.common import ROLES
from tombo.reports.said.desk import acts as said
from tombo.reports.said.desk import frame
from tombo.reports.shown.answers import receipt
from tombo.reports.shown.wrong import either, in_words
from tombo.serve.door import Door
from tombo.serve.identity import Identity
from tombo.serve.readers import Readers

ID_BYTES: Final = 8
_HELD: Final = ("act", "do", "key", "signature", "staff")
"""The fields of an act that is sent."""


class ActPaths:
    """The paths by which staff acts."""

    def __init__(  # noqa: PLR0917 - what it works with
        self, visits: Visits, door: Door, readers: Readers, identity: Identity, clock: Clock, entropy: Entropy
    ) -> None:
        self._visits = visits
        self._door = door
        self._readers = readers
        self._identity = identity
        self._clock = clock
        self._entropy = entropy

    def add_to(self, router: APIRouter) -> None:
        """The paths, under those of ``router``."""
        router.add_api_route("/acts/new/{kind}", self.form)
        router.add_api_route("/acts/new/{kind}", self.shown, methods=["POST"])
        router.add_api_route("/acts/open", self.brought, methods=["POST"])
        router.add_api_route("/acts/send", self.sent, methods=["POST"])
        router.add_api_route("/acts/save", self.saved, methods=["POST"])

    async def form(self, request: Request, kind: str) -> Response:
        """The form of an act; what the query says stands in it, and what the ledger proposes where it says nothing."""
        visit = self._visits.of(request)
        if visit.session is None:
            return self._visits.to_sign_in(request)
        visit.may(STAFF)
        visit.may_act()
        offer = _offer(kind)
        proposed = {} if offer.proposes is None else await self._readers.read(offer.proposes)
        return visit.drawn(self._form(offer, {**proposed, **request.query_params}))

    async def shown(self, request: Request, kind: str) -> Response:
        """What was typed in a form, as the act that it is, to be signed; or the form again, and what cannot be so."""
        offer, visit = _offer(kind), self._visits.of(request)
        try:
            visit, who, fields = await self._by_staff(request)
        except OtherSessionError as fault:  # he may have typed for as long as his session lasted: it is not to be lost
            wrong = said.FORM_ANEW() if visit.session is not None else frame.NOBODY_IN()
            return visit.drawn(self._form(offer, fault.fields, wrong, 403), once=True)
        try:
            command_id = f"desk/{kind}/{self._entropy(ID_BYTES).hex()}"
            envelope = offer.envelope(fields, who, command_id)
        except LedgerError as error:
            return visit.drawn(self._form(offer, fields, in_words(error), 400))
        return visit.drawn(self._act(envelope, who))

    async def brought(self, request: Request) -> Response:
        """The act in a document that somebody brings: signed elsewhere, or by somebody who needs another beside him."""
        try:
            visit, who, fields = await self._by_staff(request)
        except OtherSessionError as fault:
            return self._act_anew(request, fault)
        return visit.drawn(self._act(_read(fields.get("act", "")), who))

    async def sent(self, request: Request) -> Response:
        """An act, with the signature of who is signed in if he gives one now: recorded, refused, or kept for somebody else to sign."""
        try:
            visit, who, fields = await self._by_staff(request)
        except OtherSessionError as fault:
            return self._act_anew(request, fault)
        envelope = _read(fields.get("act", ""))
        if fields.get("signature"):
            envelope = _signed(envelope, fields, who)
        if who not in {envelope.by.id, *(one.staff for one in envelope.signatures)}:
            raise UsageError(said.NOT_AMONG_THEM(who=who))
        if fields.get("do") == "keep":
            values = {"act": line_of(envelope), "id": envelope.command_id}
            return visit.drawn(Sheet(said.KEPT(), "act_kept.html", values))
        self._door.room_for(1)
        outcome = await self._door.one(envelope)
        if isinstance(outcome, LedgerError):
            raise outcome
        return visit.drawn(_told(envelope, outcome))

    async def saved(self, request: Request) -> Response:
        """The document of an act, as a file."""
        try:
            _, _, fields = await self._by_staff(request)
        except OtherSessionError as fault:
            return self._act_anew(request, fault)
        line = line_of(_read(fields.get("act", "")))
        named = {"Content-Disposition": 'attachment; filename="act.json"'}
        return Response(f"{line}\n", media_type="application/json", headers={**HEADERS, **named})

    async def _by_staff(self, request: Request) -> tuple[Visit, str, Mapping[str, str]]:
        """The visit of a member of staff, his name, and what he posts.

        Raises:
            OtherSessionError: it is of a form of ours, and nobody is signed in, or not he for whom it was drawn.
            ProblemError: it is not of a form of his.
        """
        visit = self._visits.of(request)
        session = visit.session
        if session is not None:
            visit.may(STAFF)
            visit.may_act()
        fields = await posted(request, "" if session is None else session.form, secure=self._visits.secure)
        return visit, "" if session is None else session.who.id, fields

    def _act_anew(self, request: Request, fault: OtherSessionError) -> Response:
        """The page of an act whose session is over, again: somebody may have signed it, and nothing of it is kept elsewhere.

        What was signed stays in it where the same person is signed in anew. Nobody else's signature is taken for his: whose it is the page said.

        Raises:
            OtherSessionError: there is no act to be shown.
        """
        fields, visit = fault.fields, self._visits.of(request)
        try:
            envelope = _read(fields.get("act", ""))
        except LedgerError:
            raise fault from None
        if visit.session is None:
            held = {name: fields[name] for name in _HELD if name in fields}
            return visit.drawn(self._act(envelope, "", frame.NOBODY_IN(), held), once=True)
        who, wrong = visit.session.who.id, said.ACT_ANEW()
        if fields.get("signature") and fields.get("staff") == who:
            envelope = _signed(envelope, fields, who)
        elif fields.get("signature"):
            wrong = said.ACT_ANEW_UNSIGNED()
        return visit.drawn(self._act(envelope, who, wrong), once=True)

    def _form(self, offer: OfferedAct, typed: Mapping[str, str], wrong: Fact | None = None, status: int = 200) -> Sheet:
        now_at = self._clock.now() // SECOND * SECOND
        values = {"offer": offer, "typed": typed, "wrong": wrong, "now_at": now_at}
        return Sheet(offer.label(), "act_form.html", values, status)

    def _act(
        self, envelope: Envelope, who: str, wrong: Fact | None = None, held: Mapping[str, str] | None = None
    ) -> Sheet:
        """What an act is, and how ``who`` signs it. ``wrong``: why it is shown again; ``held``: what is to be sent again once somebody is signed in."""
        by, offer = envelope.by, TOLD.get(envelope.command.kind)
        signers = tuple(one.staff for one in envelope.signatures if self._is_true(envelope, one))
        role = str(by.role)
        values = {
            "act": line_of(envelope),
            "asked": _rows(envelope, offer),
            "by": by.id,
            "complete": by.id in signers,
            "false_signers": tuple(one.staff for one in envelope.signatures if one.staff not in signers),
            "held": held,
            "id": envelope.command_id,
            "kind": offer.label() if offer is not None else envelope.command.kind,
            "occurred": envelope.occurred,
            "origin": self._identity.origin,
            "role": ROLES.get(role, role),
            "signers": signers,
            "staff": who,
            "text": "" if not who else b64encode(act_of(envelope, who, self._identity.origin).text).decode(),
            "wrong": wrong,
        }
        return Sheet(said.TO_BE_SIGNED(), "act.html", values, 200 if wrong is None else 403)

    def _is_true(self, envelope: Envelope, signature: Signature) -> bool:
        """Whether that is a signature of whom it says over this act: who reads that somebody signed it may sign it for that. The door asks again."""
        key = self._identity.key_of(signature.staff)
        try:
            return key is not None and is_true(envelope, signature, key, self._identity.origin)
        except MalformedError:
            return False


def _offer(kind: str) -> OfferedAct:
    if kind not in OFFER:
        raise DeskFaultError(404, said.NO_SUCH_ACT(typed=kind))
    return OFFER[kind]


def _read(line: str) -> Envelope:
    """The act in one line of JSON. Staff alone acts here: a platform's or a player's command bears no signature, so that his name would be all that proves him.

    Raises:
        UsageError: there is none in it, or it is not of staff.
    """
    try:
        envelope = parse_command(line.strip())
    except LedgerError as error:
        place = str(error).partition(":")[0] if isinstance(error.__cause__, ValidationError) else "document"
        why = either(str(error), said.NO_JSON() if place == "document" else said.NO_ACT_AT(place=place))
        raise UsageError(said.NO_ACT(why=why)) from error
    if envelope.by.actor != "staff":
        raise UsageError(said.NOT_OF_STAFF())
    return envelope


def _signed(envelope: Envelope, fields: Mapping[str, str], who: str) -> Envelope:
    """``envelope`` with the signature of ``who`` that came with it beside those it has; whether it is true the door says."""
    try:
        given = Signature(key=fields.get("key", ""), signature=fields["signature"], staff=who)
    except ValidationError as error:
        raise UsageError(said.NO_SIGNATURE()) from error
    others = tuple(one for one in envelope.signatures if one.staff != who)
    return envelope._replace(signatures=(*others, given))


def _rows(envelope: Envelope, offer: OfferedAct | None) -> tuple[tuple[Fact, Fact], ...]:
    """Every field of a command with what it says, whole: whoever signs has nothing else to know it by."""
    known = {field.name: field for field in offer.fields} if offer is not None else {}
    found = list[tuple[Fact, Fact]]()
    for name, plain in envelope.command.model_dump(mode="json").items():
        if name != "kind":
            field = known.get(name)
            found.append((name, str(plain)) if field is None else (field.label(), field.shown(plain)))
    return tuple(found)


def _told(envelope: Envelope, outcome: Acknowledgement | Refused) -> Sheet:
    """What came of it."""
    if isinstance(outcome, Refused):
        finding = outcome.finding
        lacks = finding.told.about == NO_SECOND_SIGNATURE.about
        values = {
            "finding": finding,
            "act": line_of(envelope),
            "id": envelope.command_id,
            "lacks_second": lacks,
            "ways": ways_on(envelope.command, finding.told.about),
        }
        return Sheet(said.REFUSED(), "act_refused.html", values, 422)
    return Sheet(said.RECORDED(), "act_recorded.html", {"receipt": receipt(outcome), "cards": _cards_opened(envelope)})


def _cards_opened(envelope: Envelope) -> str | None:
    """The path of the replay with the closed cards that an act opened; None of one that opened none."""
    command = envelope.command
    if not isinstance(command, ReadCards):
        return None
    stream = command.hand if is_stream(command.hand) else f"hand:{command.hand}"
    return replay_path(stream, reading=envelope.command_id)
