"""What void hands and rounds and cancelled tournaments gave back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from tombo.ledger.core.errors import NotFoundError, UsageError
from tombo.ledger.core.ids import is_stream
from tombo.ledger.core.lisbon import window
from tombo.ledger.terms.every import LAWS
from tombo.projections.follow import AsOf
from tombo.projections.refunds.checked import checked_refunds
from tombo.projections.refunds.followed import Refunds
from tombo.projections.refunds.reading import FOREVER, Occasion, RefundRow, Wanted, occasions, to_json
from tombo.projections.refunds.reading import refunds as read
from tombo.projections.rows import KeptRows
from tombo.reports.said.commands import common
from tombo.reports.said.commands import reconcile as said
from tombo.reports.shown.followed import Follow, Progress
from tombo.reports.shown.reading import Reader

GAMES: Final = tuple(LAWS)


class RefundsFound(NamedTuple):
    """The refunds that were asked for, of the first ``size`` entries, and what each was for."""

    wanted: Wanted
    rows: list[RefundRow]
    why: dict[str, Occasion]
    size: int
    going: str | None
    """The last day asked for, if it is not over yet."""


def wanted(
    days: tuple[str | None, str | None],
    player: str | None = None,
    incident: str | None = None,
    tournament: str | None = None,
    game: str | None = None,
) -> Wanted:
    """What is asked for: of the days from one to another, None for no bound, and of these names alone.

    Raises:
        UsageError: no days, a name that is none, or a game that has no regulation.
    """
    first, last = days
    since = 0 if first is None else window(first)[0]
    until = FOREVER if last is None else window(last)[1]
    if since >= until:
        raise UsageError(common.FROM_AFTER_TO(first=str(first), last=str(last)))
    for kind, name in (("account", player), ("incident", incident), ("tournament", tournament)):
        if name is not None and not is_stream(f"{kind}:{name}"):
            raise UsageError(common.NO_NAME(typed=repr(name)))
    if game is not None and game not in GAMES:
        raise UsageError(said.NO_REGULATION(typed=repr(game), there=GAMES))
    return Wanted(since, until, player, incident, tournament, game)


def refunds(
    reader: Reader,
    follow: Follow,
    asked: Wanted,
    then: AsOf,
    going: str | None,
    *,
    told: Progress = lambda *_: None,
    done: Callable[[], None] = lambda: None,
) -> RefundsFound:
    """Every refund that is ``asked`` for, as of ``then``; ``told`` hears how far it is, and ``done`` that it is.

    Raises:
        NotFoundError: the log does not know whom or what is asked for.
        TamperedError: a row is not what the entries give.
    """
    with follow(Refunds) as (views, build):
        size = then.size(reader.store)
        with checked_refunds(reader.store, KeptRows(views, build), size, asked, told) as made:
            done()
            found = read(reader.store, made.views, made.build, size, asked)
            if not found:
                _there_are(reader, asked)
            incident = asked.incident
            streams = [one.occasion for one in found] + ([] if incident is None else [f"incident:{incident}"])
            return RefundsFound(asked, found, occasions(made.views, made.build, size, streams), size, going)


def in_json(found: RefundsFound) -> dict[str, Any]:
    """The list, for programs."""
    return {**to_json(found.rows, found.why, found.size), "goes_on": found.going is not None}


def _there_are(reader: Reader, asked: Wanted) -> None:
    """That the log knows whom and what is asked for: who got nothing back, and who is not there, are two answers."""
    if asked.player is not None and not reader.knows(asked.player):
        raise NotFoundError(common.NO_SUCH_HERE(what=common.PLAYER, name=asked.player, origin=reader.store.origin))
    named = (("incident", common.INCIDENT, asked.incident), ("tournament", common.TOURNAMENT, asked.tournament))
    for sort, what, name in named:
        if name is not None and not reader.version(f"{sort}:{name}"):
            raise NotFoundError(common.NO_SUCH_HERE(what=what, name=name, origin=reader.store.origin))
