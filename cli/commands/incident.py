"""``tombo incident``: outages, on the record."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import typer

from tombo.cli.invocation import invocation, send
from tombo.cli.options import on_record
from tombo.cli.signing import StaffName, acting
from tombo.ledger.core.clock import SystemClock
from tombo.ledger.core.errors import NotFoundError, UsageError
from tombo.ledger.core.ids import called, command_id, is_local, is_stream
from tombo.ledger.house.incident.commands import VOIDS, CloseIncident, OpenIncident
from tombo.ledger.house.staff.state import OFFICER
from tombo.reports.said.commands import common
from tombo.reports.said.commands import incident as said
from tombo.reports.shown.days import instant_of

app = typer.Typer(help="Outages, on the record.")


IncidentName = Annotated[str, typer.Argument(metavar="INCIDENT", help="A name for the incident, used once.")]


@app.command("open")
def open_incident(
    ctx: typer.Context,
    incident: IncidentName,
    origin: Annotated[
        Literal["operator-system", "player-equipment", "player-network"],
        typer.Option(help=f"Where the failure began. Only operator-system can void a hand ({VOIDS})."),
    ],
    reported_by: Annotated[
        str, typer.Option(metavar="TEXT", help="Who or which monitor noticed it.", callback=on_record)
    ],
    table: Annotated[
        list[str] | None, typer.Option(help="A table concerned; may be given again. Else every table.")
    ] = None,
    first: Annotated[str | None, typer.Option(metavar="INSTANT", help="When it was first noticed; else now.")] = None,
    staff: StaffName = None,
) -> None:
    """Put an outage on record. The hands and rounds then in play are listed with it."""
    call = invocation(ctx)
    _check_incident(incident)
    for name in table or ():
        if not is_local(name):
            raise UsageError(common.NO_NAME_OF(typed=repr(name), what=common.TABLE))
    instant = instant_of(first) if first is not None else SystemClock().now()
    command = OpenIncident(
        first_instant=instant,
        incident=incident,
        origin=_ORIGINS[origin],
        reported_by=reported_by,
        scope=table or None,
    )
    with call.writing() as ledger:
        version = ledger.view().version(f"incident:{incident}")
        send(ledger, command, acting(call.keyring, staff, OFFICER), command_id("incident", incident, "open", version))
        hands = ledger.view()(f"incident:{incident}").hands
    names = tuple(called(hand) for hand, _ in hands)
    alone = said.INCIDENT_OPENED_ALONE(incident=incident)
    told = said.INCIDENT_OPENED(incident=incident, played=names) if names else alone
    call.result({"incident": incident, "hands": [*names]}, told)


@app.command("close")
def close_incident(
    ctx: typer.Context,
    incident: IncidentName,
    remark: Annotated[
        str, typer.Option("--note", metavar="TEXT", help="How it ended; goes on record.", callback=on_record)
    ],
    staff: StaffName = None,
) -> None:
    """Put the end of an outage on record."""
    call = invocation(ctx)
    _check_incident(incident)
    with call.writing() as ledger:
        command = CloseIncident(incident=incident, note=remark)
        version = ledger.view().version(f"incident:{incident}")
        if not version:
            raise NotFoundError(common.NO_SUCH_HERE(what=common.INCIDENT, name=incident, origin=ledger.store.origin))
        send(ledger, command, acting(call.keyring, staff, OFFICER), command_id("incident", incident, "close", version))
    call.result({"incident": incident}, said.INCIDENT_ENDED(incident=incident))


_ORIGINS: Final[dict[str, Literal["operator_system", "player_equipment", "player_network"]]] = {
    "operator-system": "operator_system",
    "player-equipment": "player_equipment",
    "player-network": "player_network",
}


def _check_incident(incident: str) -> None:
    if not is_stream(f"incident:{incident}"):
        raise UsageError(common.NO_NAME_OF(typed=repr(incident), what=common.INCIDENT))
