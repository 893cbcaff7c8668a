"""What can be asked of a tournament after ``->``: each check gives what was found and what was expected."""

from __future__ import annotations

from typing import Any

from tests.transcripts.tournament import CHECKS, TournamentTranscript
from tests.worlds.tournament import BANKROLL
from tombo.ledger.core.clock import SECOND
from tombo.ledger.games.tournament.prizes import commission, places

checks = CHECKS.says


@checks(r"(pool|overlay|commission|level|players) (\d+)")
def figure(t: TournamentTranscript, what: str, amount: str) -> tuple[int | None, int]:
    """A figure of the tournament."""
    state = t.world.state
    found = {
        "pool": state.pool,
        "overlay": state.overlay,
        "commission": commission(state),
        "level": state.level,
        "players": len(state.active),
    }
    return found[what], int(amount)


@checks(r"prizes((?: \d+t?)+)")
def prizes(t: TournamentTranscript, amounts: str) -> tuple[list[str], list[str]]:
    """The prizes, the winner's first; tickets have a t."""
    fixed = t.world.state.prizes or ()
    return [f"{prize.amount}{'t' if prize.ticket else ''}" for prize in fixed], amounts.split()


@checks(r"(p-\d+) nets ([+-]\d+)")
def nets(t: TournamentTranscript, name: str, amount: str) -> tuple[int, int]:
    """What a player's account has won or lost since he came."""
    return t.world.balance(name) - BANKROLL, int(amount)


@checks(r"(p-\d+) has (\d+) (cents|chips|tickets)")
def has(t: TournamentTranscript, name: str, amount: str, what: str) -> tuple[int, int]:
    """What a player holds."""
    if what == "chips":
        return t.world.stack(name), int(amount)
    account = t.world(f"account:{name}")
    return (account.balance if what == "cents" else len(account.tickets)), int(amount)


@checks(r"(p-\d+) is (playing|registered|without_chips|eliminated|cancelled|sitting out|back)")
def status(t: TournamentTranscript, name: str, what: str) -> tuple[Any, Any]:
    """How a player stands."""
    if what in {"sitting out", "back"}:
        table, seat = t.table_of(name)
        return t.world(f"table:{table}").at(seat).sitting_out, what == "sitting out"
    return t.world.entry(name).status, what


@checks(r"(p-\d+) is placed (\d+)(?:-(\d+))?")
def placed(t: TournamentTranscript, name: str, first: str, last: str | None) -> tuple[Any, Any]:
    """The place of a player, or the places he shares."""
    number = t.world.entry(name).entry
    found = [(p.first, p.last) for p in places(t.world.state) if number in p.entries]
    return found, [(int(first), int(last or first))]


@checks(r"(announced|playing|finished|cancelled)(?: in case ([abc]))?")
def phase(t: TournamentTranscript, name: str, case: str | None) -> tuple[Any, Any]:
    """How the tournament stands."""
    return (t.world.state.phase, t.world.state.case), (name, case)


@checks(r"until (\d+)s")
def until(t: TournamentTranscript, seconds: str) -> tuple[int | None, int]:
    """When the level is over."""
    return t.world.state.level_until, int(seconds) * SECOND
