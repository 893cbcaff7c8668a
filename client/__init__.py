"""A client of ``tombo serve``, for programs: commands, what is read, and the log as it grows (``docs/network.md``).

It imports nothing else of ours: who plays through it needs neither the rules nor the store, and what it sends is what the network is told.
"""

if __name__ != "tombo.client":
    raise ImportError("expected: tombo.client")

from tombo.client.blocking import Client
from tombo.client.commands import Command
from tombo.client.errors import ClientError, RequestFailedError, UnexpectedAnswerError
from tombo.client.log import LogEntry
from tombo.client.outcomes import CommandRecorded, CommandRefused, Conflict, NotDone, Outcome, StreamPlace
from tombo.client.tries import Retries
from tombo.client.waiting import AsyncClient

__all__ = [
    "AsyncClient",
    "Client",
    "ClientError",
    "Command",
    "CommandRecorded",
    "CommandRefused",
    "Conflict",
    "LogEntry",
    "NotDone",
    "Outcome",
    "RequestFailedError",
    "Retries",
    "StreamPlace",
    "UnexpectedAnswerError",
]
