"""The parameters of what can be asked over HTTP, and the pages of its lists."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final, Literal

from fastapi import Query

from tombo.projections.follow import AsOf
from tombo.reports.shown.days import as_of
from tombo.reports.shown.shown import Shown, page_of_names
from tombo.serve.readers import OpenedLedger

Json = dict[str, Any]
"""A document, as it is sent."""

PAGE: Final = 50
"""How many of a list, unless somebody asks for more."""
PAGE_MAX: Final = 500

At = Annotated[str | None, Query(description="As of a log index, or of an instant: 2026-07-14T19:05:00Z.")]
Limit = Annotated[int, Query(ge=1, le=PAGE_MAX, description="So many at most.")]
After = Annotated[str | None, Query(description="Go on behind this one: `next` of the page before.")]
OfTable = Annotated[str | None, Query(description="Only those of this table.")]
Version = Annotated[int | None, Query(ge=1, description="As of this version.")]
Step = Annotated[int | None, Query(ge=1, description="Only this step.")]
Session = Annotated[str | None, Query(description="One session, for example p-1/3.")]
Day = Annotated[str | None, Query(description="One day in Lisbon, for example 2026-07-14.")]
From = Annotated[str | None, Query(alias="from", description="The first day.")]
To = Annotated[str | None, Query(description="The last day.")]
OfPlayer = Annotated[str | None, Query(description="Only what this player got back.")]
OfIncident = Annotated[str | None, Query(description="Only what this incident made void.")]
OfTournament = Annotated[str | None, Query(description="Only this tournament.")]
OfGame = Annotated[str | None, Query(description="Only this game, by its regulation: R806.")]
ViewedBy = Annotated[
    Literal["outsider", "auditor"],
    Query(description="`auditor`: with log indices. Neither sees a card that was not shown."),
]
Reading = Annotated[
    str | None,
    Query(
        description="The command id of a `read_cards` that who asks signed and recorded within the hour: with the closed cards that it opened, whatever `viewer` says."
    ),
]


def then(opened: OpenedLedger, at: str | None) -> AsOf:
    """The moment that is asked for; now, where none is.

    Raises:
        UsageError: neither an index nor an instant, or one that has not come.
    """
    return as_of(opened.clock, at, opened.reader.store)


def shown_page(names: Sequence[str], line: Callable[[str], Shown | None], limit: int, after: str | None) -> Json:
    """A page of what ``line`` shows of each of ``names``, and the cursor of the next, None behind the last.

    Raises:
        NotFoundError: ``after`` is none of them.
    """

    def json(name: str) -> Json | None:
        shown = line(name)
        return None if shown is None else shown.json

    return page_of(names, json, limit, after)


def page_of(names: Sequence[str], line: Callable[[str], Json | None], limit: int, after: str | None) -> Json:
    """A page of what ``line`` gives of each of ``names``; None is left out.

    Raises:
        NotFoundError: ``after`` is none of them.
    """
    found = page_of_names(names, limit, after)
    items = [json for name in found.names if (json := line(name)) is not None]
    return {"items": items, "next": found.next}
