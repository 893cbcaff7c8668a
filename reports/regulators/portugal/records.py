"""The records of the hourly files, each from an entry: who registered, who logged on and off, what came in and went out, and what was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.core.ids import local
from tombo.ledger.core.said import Told
from tombo.ledger.house.account.state import account_stream
from tombo.ledger.house.registration.details import PersonalDetails
from tombo.ledger.house.registration.state import registration_stream
from tombo.ledger.house.rules import stranger
from tombo.projections.line import AnyLine
from tombo.reports.regulators.amounts import euros
from tombo.reports.regulators.known import TELLS, Known, MovedBalances, Place
from tombo.reports.regulators.layout import Layout, fields
from tombo.reports.regulators.plays import OUTSIDE, PLAYED
from tombo.reports.regulators.portugal.activity import Activity, Play
from tombo.reports.regulators.portugal.hours import stamp
from tombo.reports.regulators.portugal.kinds import ACCESSES, ACTIVITY, PLAYERS, TRANSACTIONS, FileKind
from tombo.reports.regulators.portugal.operations import Values
from tombo.reports.regulators.portugal.settings import Settings
from tombo.reports.regulators.sealed import LOGS_ON, SealedPersons, where
from tombo.reports.regulators.totals import Sums
from tombo.reports.said.regulators import common
from tombo.reports.said.regulators import portugal as said

PAPERS: Final = {"identity_card": "0", "citizen_card": "1", "passport": "2", "tax_number": "3", "other": "4"}
"""``id_tipocid``."""
DEVICES: Final = {"computer": "C", "mobile_app": "A", "mobile_browser": "B", "television": "T"}
"""``dispositivo``; B is printed small, among capitals."""
FOREIGN: Final = "1"
"""``nif`` of foreign citizens who have none."""
HOME: Final = "PT"
DEPOSITED: Final = "account.deposited.v1"
LEFT_OUT: Final = ("cartas_j", "cartas_m", "ip_jogador")
"""Elements that are left empty, and counted, where what is on record does not fit: an address of version 6, more than five cards."""
_TOLD: Final = frozenset(TELLS)
READS: Final = frozenset({*TELLS, *PLAYED, "registration.changed.v1"})
"""The kinds that records are made of, and what those refer to."""


Begins = Callable[[str], tuple[int, str] | None]
"""Of a stream: the log index and the kind of its first entry; None where it has none."""


class MadeRecord(NamedTuple):
    """A record as XML, and the kind of file it stands in."""

    kind: FileKind
    xml: str


class Records:
    """The fold that makes records: tell it every line of the kinds it reads, in log order, from the first of the ledger."""

    reads = READS

    def __init__(self, layout: Layout, sealed: SealedPersons, settings: Settings, begins: Begins) -> None:
        self._layout, self._sealed, self._settings = layout, sealed, settings
        self._begins = begins
        self.known = Known()
        self.activity = Activity(self.known, self._origin)
        self.plays = self.activity.plays
        self.sums: dict[str, Sums] = {}
        """By regulation: what the operations that were told come to."""
        self.left_out: Counter[str] = Counter()
        """By element: how often it was left empty because what is on record does not fit."""

    def step(self, line: AnyLine, *, wanted: bool) -> Iterator[MadeRecord]:
        """What the next line is told as, in the order of the records; nothing of one that is not ``wanted``, and is known all the same.

        Raises:
            NotReportableError: it does not fit, or somebody in it is not registered.
            OutOfPlaceError: it cannot follow what is on record of its stream.
        """
        moved = self.known.step(line) if line.kind in _TOLD else None
        plays = self.activity.played(line) if moved is None else self.activity.moved(line, moved)
        if wanted:
            yield from self._own(line, moved)
            yield from (self._activity(line, play) for play in plays)

    def forget(self, since: Mapping[str, int]) -> None:
        """Forget what can be told of no more: see ``Known.forget``."""
        self.known.forget(since)

    def _own(self, line: AnyLine, moved: MovedBalances | None) -> Iterator[MadeRecord]:
        """What is told of a line by itself."""
        if moved is not None and min(moved.after.cash, moved.after.bonus) < 0:
            raise stranger(line.index, line.stream, line.kind, "the account holds less")
        if moved is not None and line.kind in OUTSIDE:
            yield self._record(TRANSACTIONS, line, self._transaction(line, moved))
        elif line.kind in {"access.closed.v1", LOGS_ON}:
            yield self._record(ACCESSES, line, self._access(line))
        elif line.kind in {"registration.changed.v1", "registration.made.v1"}:
            yield self._record(PLAYERS, line, self._player(line))

    # The player, and his account.

    def _code(self, player: str, at: Told) -> str:
        known, kind = self.known.registered, "registration.made.v1"
        return self._begun(
            known, registration_stream(player), kind, common.REPORTED_UNREGISTERED(where=at, player=player)
        )

    def _account(self, player: str, at: Told) -> str:
        known, kind = self.known.accounts, "account.opened.v1"
        return self._begun(
            known, account_stream(player), kind, common.REPORTED_WITHOUT_ACCOUNT(where=at, player=player)
        )

    def _begun(self, known: dict[str, int], stream: str, kind: str, missing: Told) -> str:
        """The id that the first entry of a stream gives; it may come behind what it is told with."""
        player = local(stream)
        if player not in known:
            found = self._begins(stream)
            if found is None:
                raise NotReportableError(missing)
            index, begins = found
            if begins != kind:
                raise stranger(index, stream, begins, "it begins otherwise")
            known[player] = index
        return str(known[player])

    def _player(self, line: AnyLine) -> Values:
        """Of a registration, or what changed in it: a record of JGDR."""
        name, at = local(line.stream), where(line)
        known, account = self._code(name, at), self._account(name, at)
        details = self._sealed.details(name, line)
        tax = details.tax_answer
        return {
            "codjogador": known,
            "conta_jog": account,
            "tip_pag": self._payment(details, at),
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
            "cod_acao": self._settings.actions.get("made" if line.version == 1 else "changed", ""),
            "estado": self._settings.state or "",
        }

    def _payment(self, details: PersonalDetails, at: Told) -> str:
        code = self._settings.payments.get(details.payment)
        if code is None:
            raise NotReportableError(said.PAYMENT_UNKNOWN(where=at, payment=details.payment))
        return code

    def _access(self, line: AnyLine) -> Values:
        """Of who logs on or off: a record of SESS."""
        opened = self.known.opened(line)
        return {
            "codjogador": self._code(opened.player, where(line)),
            "id_sessao": str(opened.index),
            "timestp_acao": stamp(line.instant),
            "tipo_log": "LOGIN" if line.version == 1 else "LOGOUT",
            "dispositivo": DEVICES[opened.device],
        }

    def _transaction(self, line: AnyLine, moved: MovedBalances) -> Values:
        """Of money that came in or went out: a record of TRAN. A deposit is a credit of the account, a withdrawal a debit; the movement has no sign."""
        return {
            "codjogador": self._code(moved.player, where(line)),
            "cod_conta": self._account(moved.player, where(line)),
            "cod_optct": "CREDITO" if line.kind == DEPOSITED else "DEBITO",
            "timestp_op": stamp(line.instant),
            "saldo_ini": euros(moved.before.cash),
            "saldo_mov": euros(abs(moved.after.cash - moved.before.cash)),
            "saldo_fim": euros(moved.after.cash),
        }

    # What was played.

    def _origin(self, line: AnyLine, place: Place | None, player: str) -> Values:
        """Through which access a player did this, and from where; nothing of who was not registered when his session began.

        Raises:
            OutOfPlaceError: it is another player's.
        """
        opened = None if place is None else self.known.access_of(place.session)
        if opened is None:
            return {}
        if opened.player != player:
            raise stranger(line.index, line.stream, line.kind, "it is played through another player's access")
        origin = self._sealed.origin(opened)
        return {"id_sessao": str(opened.index), "ip_jogador": origin.address, "ip_regiao": origin.region}

    def _activity(self, line: AnyLine, play: Play) -> MadeRecord:
        """What was played, or moved on an account: a record of AJOG. The logon is left out: the regulator has no column for it."""
        at, records = where(line), self._layout.records
        game = self._layout.games.get(play.regulation, "")
        if play.operations:
            self.sums[play.regulation] = self.sums.get(play.regulation, Sums()).plus(play.sums)
        account = {"codigo": self._account(play.player, at), **play.account}
        bets = "".join(
            f"<{game}>{fields(records[game], self._fitting(game, values), at)}</{game}>" for values in play.operations
        )
        told = (
            fields(records[ACTIVITY.prefix], {"codjogador": self._code(play.player, at)}, at)
            + f"<conta_jog>{fields(records['conta_jog'], account, at)}</conta_jog><apostas>{bets}</apostas>"
        )
        return MadeRecord(ACTIVITY, f"<jogador>{told}</jogador>\n")

    def _fitting(self, vertical: str, values: Values) -> Values:
        """``values``, without what may be left out because it is too long."""
        widths = {each.name: each.width for each in self._layout.records[vertical] if each.name in LEFT_OUT}
        long = [name for name, width in widths.items() if len(values.get(name, "")) > width]
        self.left_out.update(long)
        return {**values, **dict.fromkeys(long, "")} if long else values

    def _record(self, kind: FileKind, line: AnyLine, values: Values) -> MadeRecord:
        (block,) = kind.body.blocks
        return MadeRecord(
            kind,
            f"<{block.element}>{fields(self._layout.records[kind.prefix], values, where(line))}</{block.element}>\n",
        )
