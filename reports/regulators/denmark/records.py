"""The records of the Danish files, each as XML: a session, a purchase, a tournament's start and end, and what a day came to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tombo.ledger.core.clock import display_instant
from tombo.ledger.core.errors import NotReportableError
from tombo.ledger.core.ids import local
from tombo.ledger.core.said import Told
from tombo.projections.line import AnyLine
from tombo.reports.regulators.amounts import euros
from tombo.reports.regulators.denmark.ended import DanishWinner, end_values, winners
from tombo.reports.regulators.denmark.play import DanishPurchase, DanishSession
from tombo.reports.regulators.denmark.settings import DanishGame, DanishSettings
from tombo.reports.regulators.layout import Layout, fields
from tombo.reports.regulators.sealed import where
from tombo.reports.regulators.totals import Sums
from tombo.reports.regulators.tournaments import TournamentTold
from tombo.reports.said.regulators import common
from tombo.reports.said.regulators import denmark as said

CASH: Final = "PokerCashGame"
TOURNAMENT: Final = "PokerTurnering"
TOURNAMENTS_OF: Final = "R810"
"""The regulation of tournaments."""
CURRENCY: Final = "EUR"
"""``ValutaOplysningKode``: that of the ledger."""
CLOSED_NETWORK: Final = "0"
"""``SpilProduktÅbentNetværk``: at its tables sit its own players alone."""
_NO_JACKPOT: Final = "<JackpotListe/>"


class DanishRecords:
    """Makes the records of one day. ``registered``: by player, the log index of his registration, which is what he is known by."""

    def __init__(self, of: Layout, settings: DanishSettings, registered: Mapping[str, int]) -> None:
        self._of, self._settings, self._registered = of, settings, registered

    def category(self, regulation: str) -> str:
        """``SpilKategoriNavn`` of a game.

        Raises:
            NotReportableError: nothing is set for it, or the layout has no code for it.
        """
        kind = self._of.code(regulation)
        return kind if kind in {CASH, TOURNAMENT} else self._game(regulation).category

    def licence(self, category: str, tournament: str | None = None) -> str:
        """What a file says of the licence and the game; ``tournament``: the stream of that which it is of."""
        at, records = common.FILE_HEADER(), self._of.records
        found = fields(records["licence"], {"SpilCertifikatIdentifikation": self._settings.certificate}, at)
        found += fields(records["category"], {"SpilKategoriNavn": category}, at)
        if tournament is None:
            return found
        product = self._game(TOURNAMENTS_OF).product
        ids = {"SpilProduktNavn": product, "SpilProduktIdentifikation": local(tournament)}
        return found + fields(records["tournament"], ids, at)

    def licence_of_day(self, day: str) -> str:
        """What the file of a day's totals says of the licence."""
        at, records = common.FILE_HEADER(), self._of.records
        found = fields(records["licence"], {"SpilCertifikatIdentifikation": self._settings.certificate}, at)
        return found + fields(records["day"], {"EndOfDayRapportDato": day, "ValutaOplysningKode": CURRENCY}, at)

    def session(self, told: DanishSession, day: str) -> str:
        """``CashGameSession`` or ``KasinospilSession``.

        Raises:
            NotReportableError: its player is not registered, or nothing is set for its game, or the layout has no code for it.
        """
        part, regulation = told.part, told.part.head.regulation
        at = common.ENTRY_AT(index=told.index, kind="session.started.v1")
        code = self._of.code(regulation)
        cash = code == CASH
        name = "CashGameSession" if cash else "KasinospilSession"
        staked, count = euros(part.sums.bets - part.sums.back), str(part.rounds)
        own = (
            {
                "PokerSessionIndskudSpil": staked,
                "PokerSessionRake": euros(part.sums.fees),
                "PokerSessionGevinstSpil": euros(part.sums.won),
                "PokerSessionAntalHænder": count,
            }
            if cash
            else {
                "KasinospilKategori": code,
                "KasinospilIndskudSpil": staked,
                "KasinospilGevinstSpil": euros(part.sums.won),
                "KasinospilAntalTræk": count,
            }
        )
        values = {
            "SpilProduktNavn": self._game(regulation).product,
            "SpilProduktÅbentNetværk": CLOSED_NETWORK,
            "SpillerInformationIdentifikation": self._player(told.player, at),
            "SpilTransaktionIdentifikation": f"{told.index}-{told.table}-{day.replace('-', '')}",
            "SpilKøbDatoTid": display_instant(part.first),
            "SpilFaktiskSlutDatoTid": display_instant(part.last),
            "SpilSalgskanal": told.channel,
            "ValutaOplysningKode": CURRENCY,
            **own,
        }
        inner = fields(self._of.records[name], values, at)
        return f"<{name}>{inner}{self._site(at)}{self._generators(regulation, at)}{_NO_JACKPOT}</{name}>\n"

    def purchase(self, told: DanishPurchase, at_instant: int) -> str:
        """``TurneringTransaktionInfo``: what gives a buy-in back has its id again, the amount below 0, and the flag.

        ``at_instant``: when it was bought.

        Raises:
            NotReportableError: its player is not registered.
        """
        at = common.ENTRY_AT(index=told.index, kind=told.kind)
        values = {
            "SpillerInformationIdentifikation": self._player(told.player, at),
            "SpilTransaktionIdentifikation": str(told.place),
            "SpilKøbDatoTid": display_instant(at_instant),
            "SpilSalgskanal": told.channel,
            "PokerKøbType": told.bought.bought_as,
            "PokerKøbBeløb": euros(told.bought.amount),
            "PokerKøbFee": euros(told.bought.fee),
            "ValutaOplysningKode": CURRENCY,
        }
        inner = fields(self._of.records["TurneringTransaktionInfo"], values, at) + self._site(at)
        if told.bought.given_back:
            flag = {"SpilAnnullering": "1", "SpilAnnulleringDatoTid": display_instant(told.instant)}
            inner += f"<SpilAnnullering>{fields(self._of.records['SpilAnnullering'], flag, at)}</SpilAnnullering>"
        return f"<TurneringTransaktionInfo>{inner}{_NO_JACKPOT}</TurneringTransaktionInfo>\n"

    def started(self, line: AnyLine) -> str:
        """``Turneringsinfo``."""
        inner = fields(self._of.records["Turneringsinfo"], {"SpilProduktÅbentNetværk": CLOSED_NETWORK}, where(line))
        return f"<Turneringsinfo>{inner}{_NO_JACKPOT}</Turneringsinfo>\n"

    def finished(self, told: TournamentTold) -> str:
        """``TurneringsSlutInfo`` with its winners: what was bought less what was given back, fees by themselves.

        Raises:
            NotReportableError: somebody in it is not registered, or nothing is set for tournaments.
        """
        at = where(told.over)
        values = {**end_values(told), "ValutaOplysningKode": CURRENCY}
        inner = fields(self._of.records["TurneringsSlutInfo"], values, at) + self._generators(TOURNAMENTS_OF, at)
        won = "".join(self._winner(winner, at) for winner in winners(told))
        return f"<TurneringsSlutInfo>{inner}<VinderListe>{won}</VinderListe></TurneringsSlutInfo>\n"

    def day_total(self, category: str, count: int, sums: Sums) -> str:
        """``SpilOpgørelse``: how many sessions and purchases a category has, less what was given back, and what the day came to in it."""
        values = {
            "SpilKategoriNavn": category,
            "EndOfDayRapportAntalSpil": str(count),
            "EndOfDayRapportIndskudSpil": euros(sums.bets - sums.back),
            "EndOfDayRapportIndskudJackpot": euros(0),
            "EndOfDayRapportGevinster": euros(sums.won),
            "EndOfDayRapportKommissionRake": euros(sums.fees),
        }
        inner = fields(self._of.records["SpilOpgørelse"], values, common.FILE_HEADER())
        return f"<SpilOpgørelse>{inner}</SpilOpgørelse>\n"

    def _winner(self, winner: DanishWinner, at: Told) -> str:
        values = {
            "SpillerInformationIdentifikation": self._player(winner.player, at),
            "SpilTransaktionIdentifikation": winner.transaction,
            "SpilGevinstSpil": euros(winner.won),
            "SpilGevinstJackpot": euros(0),
        }
        return f"<Vinder>{fields(self._of.records['Vinder'], values, at)}</Vinder>"

    def _game(self, regulation: str) -> DanishGame:
        found = self._settings.games.get(regulation)
        if found is None:
            raise NotReportableError(said.GAME_NOT_SET(game=regulation))
        return found

    def _player(self, player: str, at: Told) -> str:
        found = self._registered.get(player)
        if found is None:
            raise NotReportableError(common.REPORTED_UNREGISTERED(where=at, player=player))
        return str(found)

    def _site(self, at: Told) -> str:
        site = fields(self._of.records["SpilSted"], {"SpilHjemmeside": self._settings.website}, at)
        return f"<SpilSted>{site}</SpilSted>"

    def _generators(self, regulation: str, at: Told) -> str:
        names, found = self._of.records["TilfældighedGenerator"], list[str]()
        for each in self._game(regulation).generators:
            values = {
                "TilfældighedGeneratorIdentifikation": each.id,
                "TilfældighedGeneratorSoftwareId": each.software,
            }
            found.append(f"<TilfældighedGenerator>{fields(names, values, at)}</TilfældighedGenerator>")
        return f"<TilfældighedGeneratorListe>{''.join(found)}</TilfældighedGeneratorListe>"
