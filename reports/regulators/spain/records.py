"""The records of the Spanish files, each as XML: a player's session, and a tournament that is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from tombo.ledger.core.clock import SECOND
from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.core.ids import local
from tombo.ledger.core.said import Told
from tombo.ledger.games.tournament.state import EntryState
from tombo.ledger.house.access.events import Device
from tombo.ledger.house.registration.state import registration_stream
from tombo.ledger.house.rules import stranger
from tombo.ledger.house.session.events import EndCause
from tombo.ledger.terms.poker import REGULATIONS
from tombo.reports.regulators.amounts import euros
from tombo.reports.regulators.country import Reported
from tombo.reports.regulators.known import Known, PlayedAccess, PlayedSession
from tombo.reports.regulators.layout import Layout, fields
from tombo.reports.regulators.sealed import LOGS_ON, where
from tombo.reports.regulators.sessions import NOTHING, SessionPart
from tombo.reports.regulators.spain.clock import zoned
from tombo.reports.regulators.spain.settings import VARIANTS, SpanishGame, SpanishOperator, SpanishVariant
from tombo.reports.regulators.totals import Sums, summed
from tombo.reports.regulators.tournaments import TournamentTold
from tombo.reports.said.regulators import common
from tombo.reports.said.regulators import spain as said

EUR: Final = "EUR"
NO, YES = "N", "S"
POKER: Final = "POC"
WHEEL: Final = "RLT"
OF_VARIANTS: Final = frozenset({"BLJ", POKER, WHEEL})
"""The types of which a variant is told."""
PLAYERS: Final = 1_000
"""Players of a subrecord; each but the last is full."""
CUT: Final = "Conexion"
"""``MotivoFinSesion`` of what nobody chose, and of a part that ends as its day does: the list has no word for either."""
ENDED: Final[Mapping[EndCause, str]] = {"inactivity": CUT, "limit": "Limite", "operator": CUT, "player": "Usuario"}
DEVICES: Final[Mapping[Device, str]] = {
    "computer": "PC",
    "mobile_app": "MO",
    "mobile_browser": "MO",
    "television": "OT",
}
REGISTERED: Final = "registration.made.v1"
_NO_JACKPOT: Final = "<Botes><Total/></Botes>"


class SpanishSubrecord(NamedTuple):
    """A part of a record: what stands in it behind its head, and of how many players that is."""

    content: str
    players: int


class SpanishRecord(NamedTuple):
    """A record, by what it is known, in one or several parts."""

    id: str
    parts: Sequence[SpanishSubrecord]


class SpanishRecords:
    """Makes the records of a day. ``window``: its first instant, and the first of the next."""

    def __init__(
        self, of: Layout, operator: SpanishOperator, known: Known, reported: Reported, window: tuple[int, int]
    ) -> None:
        self.left_out = Counter[str]()
        """By element, how often it says nothing, or not what the player chose: it is not on record."""
        self._of, self._operator, self._known = of, operator, known
        self._store, self._sealed, self._again = reported.store, reported.sealed, reported.again
        self._begins, self._ends = window

    def session(self, part: SessionPart) -> SpanishRecord:
        """``RegistroOtrosJuegos``: what of a session was played on the day, with one ``Juego``, for a session is played in one game.

        Raises:
            NotReportableError: its player is not registered, or nothing is set for its game.
            OutOfPlaceError: it is played through another player's access.
        """
        session = self._known.sessions[part.name]
        at = common.ENTRY_AT(index=session.index, kind="session.started.v1")
        player, opened = self._player(part.player, at), self._known.first_access_of(part.name)
        self.left_out["PlanificacionSesion"] += 1
        inner = (
            f"<Juego>{self._game(part, session, at)}</Juego>"
            f"<Jugador>{self._fields('Jugador', {'JugadorId': player}, at)}"
            f"<Sesion>{self._session(part, session, at)}</Sesion>{self._device(opened, part.player, at)}</Jugador>"
        )
        return SpanishRecord(str(session.index), (SpanishSubrecord(inner, 1),))

    def tournament(self, told: TournamentTold) -> SpanishRecord | None:
        """``RegistroPoquerTorneo``: all of a tournament; None of one that nobody ever entered, for the model has no room for it.

        Raises:
            NotReportableError: somebody in it is not registered, or nothing is set for its game.
            OutOfPlaceError: it is played through another player's access.
        """
        at = where(told.over)
        players = list(self._players(told, at))
        if not players:
            self.left_out["RegistroPoquerTorneo"] += 1
            return None
        game = f"<Juego>{self._tournament_game(told, len(players), at)}</Juego>"
        told_at_once = (players[first : first + PLAYERS] for first in range(0, len(players), PLAYERS))
        parts = [SpanishSubrecord(game + "".join(each), len(each)) for each in told_at_once]
        return SpanishRecord(str(told.announced.index), parts)

    def _game(self, part: SessionPart, session: PlayedSession, at: Told) -> str:
        regulation, tables = session.regulation, part.tables.values()
        kind, sums = self._of.code(regulation), NOTHING
        for each in tables:
            sums = sums.plus(each.sums)
        values = {
            "JuegoId": f"{session.index}-{kind}",
            "JuegoDesc": self._set(regulation).name,
            "TipoJuego": kind,
            "FechaInicio": zoned(part.first),
            "FechaFin": zoned(part.last),
        }
        inner = self._fields("Juego", values, at) + self._money(sums, at) + _NO_JACKPOT
        if kind in OF_VARIANTS:
            inner += self._fields("Variante", self._variant(regulation), at)
        if kind == WHEEL:
            live = YES if self._set(regulation).live else NO
            inner += self._fields("EnVivo", {"JuegoEnVivo": live}, at)
        if kind == POKER:
            inner += self._network(at) + self._fields("Mesa", {"MesaId": self._tables(part)}, at)
        rounds = sum(each.rounds for each in tables)
        return inner + self._fields("Partidas", {"PartidasJugadas": str(rounds)}, at)

    def _tables(self, part: SessionPart) -> str:
        """The tables that he played at, by the entries that opened them; where not all fit it is counted."""
        ids = sorted(self._known.tables[table].index for table in part.tables)
        (field,) = self._of.records["Mesa"]
        told = in_room(ids, field.width)
        self.left_out["MesaId"] += told.count(",") + 1 < len(ids)
        return told

    def _session(self, part: SessionPart, session: PlayedSession, at: Told) -> str:
        """Of one that goes on behind the day a part is told, which ends with the day; of one that was played before the day, another part was told.

        New is what is told for the first time, so that of a day which is told again no session is.
        """
        over = session.ended is not None and session.ended < self._ends
        first = session.played is None or session.played >= self._begins
        ended = self._ends - SECOND if session.ended is None or not over else session.ended
        cause = CUT if session.cause is None or not over else ENDED[session.cause]
        values = {
            "SesionId": str(session.index),
            "FechaInicioSesion": zoned(session.begun),
            "FechaFinSesion": zoned(ended),
            "FechaInicioPrimerJuego": zoned(part.first),
            "FechaFinUltimoJuego": zoned(part.last),
        }
        planned = self._operator.planned
        plan = {"DuracionLimite": planned.duration, "GastoLimite": planned.loss, "PeriodoExclusion": NO}
        closes = {
            "SesionCompleta": YES if over and first else NO,
            "SesionNueva": YES if first and not self._again else NO,
            "MotivoFinSesion": cause,
        }
        return (
            self._fields("Sesion", values, at)
            + f"<PlanificacionSesion>{self._fields('PlanificacionSesion', plan, at)}</PlanificacionSesion>"
            + self._fields("Cierre", closes, at)
        )

    def _tournament_game(self, told: TournamentTold, players: int, at: Told) -> str:
        """``Juego`` of a tournament of so many players: all that are told, those too who took their entries back."""
        state, begins = told.state, told.started or told.announced
        values = {
            "JuegoId": str(told.announced.index),
            "JuegoDesc": local(told.over.stream),
            "TipoJuego": self._of.code(told.head.regulation),
            "FechaInicio": zoned(begins.instant),
            "FechaFin": zoned(told.over.instant),
        }
        played = self._variant(REGULATIONS[state.structure.terms.variant])
        overlay = self._amount("ContribucionOperadorOVL", state.overlay, at) if state.overlay else ""
        return (
            self._fields("Juego", values, at)
            + self._network(at)
            + self._fields("Variante", played, at)
            + self._fields("Participantes", {"NumeroParticipantes": str(players)}, at)
            + overlay
        )

    def _players(self, told: TournamentTold, at: Told) -> Iterator[str]:
        """Everybody who ever entered, in the order of that, from where he bet: where he paid the first entry that he did not take back."""
        sums, entries = dict[str, Sums](), dict[str, EntryState]()
        for entry in told.state.entries:
            sums.setdefault(entry.player, NOTHING)
            entries.setdefault(entry.player, entry)
        for entry in reversed(told.state.counted):
            entries[entry.player] = entry
        for _, acts in told.acts:
            for part in acts.parts:
                sums[acts.player] = sums[acts.player].plus(summed(part))
        for player, entry in entries.items():
            ids = {"OperadorId": self._operator.operator, "JugadorId": self._player(player, at)}
            inner = self._fields("ID", ids, at)
            opened = self._known.places[told.over.stream, player, entry.entry].access
            yield f"<Jugador><ID>{inner}</ID>{self._money(sums[player], at)}{self._device(opened, player, at)}</Jugador>"

    def _device(self, opened: PlayedAccess | None, player: str, at: Told) -> str:
        """From where an access was opened, and with what; where none is on record, from nowhere and with something else.

        Raises:
            OutOfPlaceError: it is another player's access.
        """
        if opened is not None and opened.player != player:
            raise stranger(opened.index, opened.stream, LOGS_ON, "another player's session is played through it")
        address = "" if opened is None else self._sealed.origin(opened).address
        device = "OT" if opened is None else DEVICES[opened.device]
        self.left_out["IdDispositivo"] += 1
        self.left_out["IP"] += opened is None
        return self._fields("Dispositivo", {"IP": address, "Dispositivo": device}, at)

    def _money(self, sums: Sums, at: Told) -> str:
        """What was staked, below 0, without what nobody had matched; what was given back, and won."""
        return (
            self._amount("Participacion", sums.uncalled - sums.bets, at)
            + self._amount("ParticipacionDevolucion", sums.back - sums.uncalled, at)
            + self._amount("Premios", sums.won, at)
        )

    def _amount(self, name: str, cents: int, at: Told) -> str:
        line = self._fields("Linea", {"Cantidad": euros(cents), "Unidad": EUR}, at)
        return f"<{name}><Linea>{line}</Linea></{name}>"

    def _network(self, at: Told) -> str:
        """At its tables sit its own players alone."""
        return self._fields("EnRed", {"JuegoEnRed": NO, "LiquidezInternacional": NO}, at)

    def _variant(self, regulation: str) -> Mapping[str, str]:
        game = self._set(regulation)
        variant: SpanishVariant | None = game.variant or VARIANTS.get(regulation)
        if variant is None:
            raise NotReportableError(said.NO_VARIANT(game=regulation))
        return {"Variante": variant, "VarianteComercial": game.name}

    def _set(self, regulation: str) -> SpanishGame:
        found = self._operator.games.get(regulation)
        if found is None:
            raise NotReportableError(said.SPANISH_GAME_NOT_SET(game=regulation))
        return found

    def _player(self, player: str, at: Told) -> str:
        """His id: the place in the log of his registration, which may come behind what he played, and behind the day."""
        found = self._known.registered.get(player)
        if found is not None:
            return str(found)
        rows = self._store.stream_rows(registration_stream(player), lte=1)
        if not rows:
            raise NotReportableError(common.REPORTED_UNREGISTERED(where=at, player=player))
        if rows[0].kind != REGISTERED:
            raise stranger(rows[0].index, rows[0].stream, rows[0].kind, "it begins otherwise")
        return str(rows[0].index)

    def _fields(self, group: str, values: Mapping[str, str], at: Told) -> str:
        return fields(self._of.records[group], values, at)


def in_room(ids: Sequence[int], width: int) -> str:
    """As many ids as fit, each whole, with commas between them (``MesaId``: "hasta un máximo de 1000 caracteres")."""
    told = ",".join(map(str, ids))
    return told if len(told) <= width else told[: width + 1].rpartition(",")[0]
