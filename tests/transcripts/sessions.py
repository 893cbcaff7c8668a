"""Words that every banked game has: idle players and their sessions, and ledgers of money or of demonstrations."""

from __future__ import annotations

from typing import Any, Protocol

from tests.transcripts.language import Words
from tests.worlds.house import MANAGER, House, player
from tests.worlds.world import PLATFORM
from tombo.ledger.core.command import CommandBase, Decision
from tombo.ledger.core.entry import By
from tombo.ledger.core.findings import Refused
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.house.banked.commands import OpenBankedTable
from tombo.ledger.house.ruleset.commands import ApproveBankedRuleset
from tombo.ledger.house.session.commands import EndSession, WarnInactivity
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.terms.every import BankedTerms, regulation_of


class AtATable(Protocol):
    """A transcript of a banked game: its terms, and the stream of its table."""

    terms: BankedTerms

    @property
    def where(self) -> str:
        """The stream of the table."""

    def session(self, name: str) -> str:
        """The session in which ``name`` plays there."""

    def ask(self, command: CommandBase, by: By = PLATFORM) -> Decision | Refused:
        """``command``, with the circumstances of the line."""


def speak(words: Words) -> None:
    """Add the words to a game's language."""
    words.says(r"warn (p-\d+)")(_warns)
    words.says(r"end the session of (p-\d+) for inactivity")(_ends_idle)
    words.says(r"(p-\d+) ends his session")(_ends)
    words.says(r"open a table in a ledger of (money|demonstrations)")(_opens)
    words.says(r"open an account in a ledger of (money|demonstrations)")(_opens_account)


def _warns(t: AtATable, name: str) -> Decision | Refused:
    """The platform warns a player who does not bet."""
    return t.ask(WarnInactivity(session=t.session(name), where=t.where))


def _ends_idle(t: AtATable, name: str) -> Decision | Refused:
    """The platform ends the session of a player who was warned."""
    return t.ask(EndSession(cause="inactivity", session=t.session(name)))


def _ends(t: AtATable, name: str) -> Decision | Refused:
    """A player ends his session."""
    return t.ask(EndSession(cause="player", session=t.session(name)), player(name))


def _opens(t: AtATable, what: str) -> Decision | Refused:
    """A table under the terms in another house, whose ledger holds ``what``."""
    house = House(demo=what == "demonstrations")
    house.does(GrantRole(role="manager", staff="ana"))
    fields: dict[str, Any] = {
        "regulation": regulation_of(t.terms),
        "in_force_from": 0,
        "reference": "SRIJ/2026/7",
        "ruleset": "rules",
        "terms": t.terms,
    }
    house.does(ApproveBankedRuleset(**fields), MANAGER)
    return house.ask(OpenBankedTable(ruleset="rules", table="other"))


def _opens_account(_: AtATable, what: str) -> Decision | Refused:
    """An account in euro in another house, whose ledger holds ``what``."""
    return House(demo=what == "demonstrations").ask(OpenAccount(player="p-1"))
