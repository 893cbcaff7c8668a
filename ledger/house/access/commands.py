"""What may be asked of an access."""

from typing import Literal

from tombo.ledger.core.command import CommandBase
from tombo.ledger.core.ids import LocalId
from tombo.ledger.house.access.events import Device, LogOffCause
from tombo.ledger.house.access.origin import AccessOrigin


class LogOn(CommandBase):
    """A player logs on."""

    access: LocalId
    device: Device
    kind: Literal["log_on"] = "log_on"
    origin: AccessOrigin
    player: LocalId


class ContinueSession(CommandBase):
    """A player goes on with a session of his that he began while logged on otherwise: on another device, or after he was cut off."""

    access: LocalId
    kind: Literal["continue_session"] = "continue_session"
    session: LocalId


class LogOff(CommandBase):
    """A player logs off, or is logged off."""

    access: LocalId
    cause: LogOffCause
    kind: Literal["log_off"] = "log_off"
