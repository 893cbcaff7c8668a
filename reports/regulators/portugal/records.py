"""The records of the hourly files, each from an entry: who registered, who logged on and off, what came in and went out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.core.ids import local
from tombo.ledger.house.registration.details import PersonalDetails
from tombo.projections.line import AnyLine
from tombo.reports.regulators.portugal.hours import stamp
from tombo.reports.regulators.portugal.kinds import ACCESSES, PLAYERS, TRANSACTIONS, FileKind
from tombo.reports.regulators.portugal.settings import Settings
from tombo.reports.regulators.portugal.source import CheckedSource, where
from tombo.reports.said.regulators import portugal as said

Values = Mapping[str, str]
"""A record: the text of each of its elements."""
PAPERS: Final = {"identity_card": "0", "citizen_card": "1", "passport": "2", "tax_number": "3", "other": "4"}
"""``id_tipocid``."""
DEVICES: Final = {"computer": "C", "mobile_app": "A", "mobile_browser": "B", "television": "T"}
"""``dispositivo``; B is printed small, among capitals."""
FOREIGN: Final = "1"
"""``nif`` of foreign citizens who have none."""
HOME: Final = "PT"
DEPOSITED: Final = "account.deposited.v1"


def euros(cents: int) -> str:
    """An amount as the records have it: a point and two decimals. No separator is printed; RESF's totals are ``xs:decimal``, which has a point."""
    return f"{cents // 100}.{cents % 100:02d}"


def player(line: AnyLine, source: CheckedSource, settings: Settings) -> Values:
    """Of a registration, or what changed in it: a record of JGDR."""
    name = local(line.stream)
    known, account = source.player(name, line), source.account(name, line)
    details = source.details(name, line)
    tax = details.tax_answer
    return {
        "codjogador": known,
        "conta_jog": account,
        "tip_pag": _payment(details, line, settings),
        "logon": details.logon,
        "id_cidadao": details.paper_number,
        "id_tipocid": PAPERS[details.paper],
        "timestp_reg": stamp(line.instant),
        "alias_jog": details.alias or "",
        "nome": details.name,
        "data_nascimento": details.born.replace("-", ""),
        "nif": details.tax_number or ("" if details.nationality == HOME else FOREIGN),
        "morada": details.address,
        "cod_postal": details.postcode,
        "id_nacao": details.nationality,
        "telefone": details.phone,
        "email": details.email,
        "resp_at": "" if tax is None else tax.answer,
        "id_resp_at": "" if tax is None else tax.id,
    }


def _payment(details: PersonalDetails, line: AnyLine, settings: Settings) -> str:
    code = settings.payments.get(details.payment)
    if code is None:
        raise NotReportableError(said.PAYMENT_UNKNOWN(where=where(line), payment=details.payment))
    return code


def access(line: AnyLine, source: CheckedSource, _: Settings) -> Values:
    """Of who logs on or off: a record of SESS."""
    name, session, opened = source.access(line)
    return {
        "codjogador": source.player(name, line),
        "id_sessao": session,
        "timestp_acao": stamp(line.instant),
        "tipo_log": "LOGIN" if line.version == 1 else "LOGOUT",
        "dispositivo": DEVICES[opened.event.device],
    }


def transaction(line: AnyLine, source: CheckedSource, _: Settings) -> Values:
    """Of money that came in or went out: a record of TRAN. A deposit is a credit of the player's account, a withdrawal a debit; the movement has no sign."""
    name = local(line.stream)
    before, after = source.balances(name, line)
    return {
        "codjogador": source.player(name, line),
        "cod_conta": source.account(name, line),
        "cod_optct": "CREDITO" if line.kind == DEPOSITED else "DEBITO",
        "timestp_op": stamp(line.instant),
        "saldo_ini": euros(before),
        "saldo_mov": euros(line.event.amount.cents),
        "saldo_fim": euros(after),
    }


MAKERS: Final[Mapping[str, tuple[FileKind, Callable[[AnyLine, CheckedSource, Settings], Values]]]] = {
    "access.closed.v1": (ACCESSES, access),
    "access.opened.v1": (ACCESSES, access),
    DEPOSITED: (TRANSACTIONS, transaction),
    "account.withdrawn.v1": (TRANSACTIONS, transaction),
    "registration.changed.v1": (PLAYERS, player),
    "registration.made.v1": (PLAYERS, player),
}
"""By kind of entry: in which file its record stands, and who makes it."""
