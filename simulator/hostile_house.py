"""What players try with the house: money that is not there, somebody else's seat and session, rights nobody gave them."""

from __future__ import annotations

from tombo.ledger.core.money import Money
from tombo.ledger.house.account.commands import Deposit, Withdraw
from tombo.ledger.house.account.state import Account, account_stream
from tombo.ledger.house.banked.commands import CloseBankedTable, JoinTable, PartTable
from tombo.ledger.house.session.commands import EndSession, StartSession, WarnInactivity
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.table.commands import CloseTable, LeaveTable, SeatPlayer
from tombo.ledger.terms.citation import rules_of
from tombo.ledger.terms.poker import Variant
from tombo.simulator.ask import Ask, Play, Scene, player
from tombo.simulator.house import is_session, session_of


def tries(scene: Scene, name: str, other: str, *, seat: int | None, poker: Variant | None) -> Play:
    """``name``, who plays at this table on ``seat``, tries one thing the house forbids; ``other`` plays there too.

    ``poker`` is the variant of a poker table, None of a banked one.
    """
    by, table = player(name), scene.table
    account: Account = scene.view(account_stream(name))
    session = session_of(scene, name)
    asks = [
        Ask(Withdraw(amount=Money(account.balance + 1), player=name, reference="card"), by, expects="House: overdraft"),
        Ask(Withdraw(amount=Money(1), player=other, reference="card"), by, expects="House: authority"),
        Ask(Deposit(amount=Money(100_00), player=name, reference="card"), by, expects="House: authority"),
        Ask(GrantRole(role="manager", staff=name), by, expects="House: authority"),
        Ask(StartSession(player=name, session=session), by, expects="House: session"),
        Ask(EndSession(cause="player", session=session), by, expects="House: session"),
        Ask(EndSession(cause="inactivity", session=session), by, expects="House: authority"),
        Ask(WarnInactivity(session=session, where=f"table:{table}-elsewhere"), expects="House: session"),
        Ask(WarnInactivity(session=session, where=f"table:{table}"), by, expects="House: authority"),
    ]
    if poker is not None and seat is not None:
        taken = SeatPlayer(player=f"p-{table}-0", seat=seat, session=session, table=table)
        again = SeatPlayer(player=name, seat=seat, session=session, table=table)
        asks += [
            Ask(taken, player(f"p-{table}-0"), expects="House: seat"),
            Ask(again, by, expects=rules_of(poker, 9)),
            Ask(LeaveTable(seat=seat, table=table), player(other), expects="House: authority"),
            Ask(CloseTable(table=table), expects=rules_of(poker, "2s") if is_session(scene) else "House: table"),
        ]
    else:
        stranger = JoinTable(player=f"p-{table}-0", seat=seat, session=session, table=table)
        asks += [
            Ask(stranger, player(f"p-{table}-0"), expects="House: session"),
            Ask(JoinTable(player=name, seat=seat, session=session, table=table), by, expects="House: seat"),
            Ask(PartTable(player=name, seat=seat, table=table), player(other), expects="House: authority"),
            Ask(CloseBankedTable(table=table), expects="House: table"),
        ]
    yield scene.chance.choice(asks)._replace(after=scene.thinks())
