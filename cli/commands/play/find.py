"""``tombo find``: hands and rounds by who played, where, when, for how much, which cards lay open, and what became of them."""

from __future__ import annotations

import shlex
from typing import Annotated, Any

import typer

from tombo.cli.followed import followed
from tombo.cli.invocation import Invocation, invocation
from tombo.cli.listing import PAGE, Limit
from tombo.cli.options import OfTable
from tombo.cli.terminal.output import say, say_json
from tombo.cli.terminal.text import euros
from tombo.projections.rows import KeptRows
from tombo.projections.search.fold import Search
from tombo.projections.search.reading import HandQuestion
from tombo.reports.play.listing import in_a_line, lost, older
from tombo.reports.said.commands import find as said
from tombo.reports.shown.days import instant_of
from tombo.reports.shown.found import check, named
from tombo.reports.shown.found import find as find_them


def find(  # each of them is a thing by which one looks for a hand
    ctx: typer.Context,
    player: Annotated[str | None, typer.Option(metavar="PLAYER", help="Only those he took part in.")] = None,
    table: OfTable = None,
    number: Annotated[str | None, typer.Option(metavar="N", help="Only those of this number at their table.")] = None,
    game: Annotated[str | None, typer.Option(metavar="REGULATION", help="Only this game, for example R806.")] = None,
    card: Annotated[
        list[str] | None,
        typer.Option(metavar="CARD", help="Only those in which this card lay open, as Ah; may be given again."),
    ] = None,
    least: Annotated[
        str | None, typer.Option(metavar="EUR", help="Only those that are over, with a pot or stakes of so much: 7.50.")
    ] = None,
    most: Annotated[str | None, typer.Option(metavar="EUR", help="With no more than so much.")] = None,
    from_: Annotated[
        str | None,
        typer.Option("--from", metavar="WHEN", help="Only those that began then or later: 2026-07-14T19:05:00Z."),
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar="WHEN", help="Only those that began then or before.")
    ] = None,
    incident: Annotated[str | None, typer.Option(metavar="INCIDENT", help="Only what this incident made void.")] = None,
    finding: Annotated[
        str | None, typer.Option(metavar="RULE", help="Only those to which this rule objected, as findings cite it.")
    ] = None,
    disputed: Annotated[
        bool, typer.Option("--disputed", help="Only those that somebody complained of.")
    ] = False,  # as typer calls it
    limit: Limit = PAGE,
    after: Annotated[
        int | None,
        typer.Option(min=0, metavar="PLACE", help="Go on behind this place, with which the page before ended."),
    ] = None,
) -> None:
    """Hands and rounds of every game, the newest first, one a line: those for which all that is asked holds.

    A card counts that lay open: on the board, shown, or dealt face up; no closed one does. With --json: one document, and what follows it is behind
    its "next". For example: tombo find --player p-7 --least 100; tombo find --card Ah --card Ks --from 2026-07-14T00:00:00+01:00.
    """
    call = invocation(ctx)
    question = HandQuestion(
        player=player,
        table=table,
        number=number,
        regulations=() if game is None else (game,),
        cards=tuple(card or ()),
        least=None if least is None else euros(least).cents,
        most=None if most is None else euros(most).cents,
        incident=incident,
        rule=finding,
        disputed=disputed,
        below=after,
    )
    check(question)  # before anything is followed for it
    since, until = (None if text is None else instant_of(text) for text in (from_, to))
    with call.reading() as reader, followed(call, reader, Search) as (views, build):
        document = find_them(reader, KeptRows(views, build), question, limit, since=since, until=until)
    _tell(call, document, _again(ctx))
    if any("tampered" in row for row in document["items"]):
        raise typer.Exit(1)


def _tell(call: Invocation, document: dict[str, Any], again: str) -> None:
    if call.json:
        say_json(document)
        return
    for row in document["items"]:
        say(lost(named(row), row["tampered"]) if "tampered" in row else in_a_line(named(row), row))
    if not document["items"]:
        say(said.NOTHING_FOUND())
    if document["next"] is not None:
        say(older(again, str(document["next"])))


def _again(ctx: typer.Context) -> str:
    """The command as it was typed, but for where to go on."""
    words = ["tombo", "find"]
    for parameter in ctx.command.params:
        value = ctx.params.get(str(parameter.name))
        if parameter.name == "after" or value is None or value == parameter.get_default(ctx):
            continue
        for one in value if isinstance(value, list | tuple) else [value]:
            words += [parameter.opts[0]] if one is True else [parameter.opts[0], str(one)]
    return shlex.join(words)
