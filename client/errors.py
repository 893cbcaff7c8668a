"""What the client raises. What becomes of a command is no error: it is an outcome (``tombo.client.outcomes``)."""

from __future__ import annotations


class ClientError(Exception):
    """Anything the client raises about an answer."""


class RequestFailedError(ClientError):
    """What was asked for is not given, or was not to be had after every try.

    ``status``: of the last answer, as HTTP has it; None where none came.
    """

    def __init__(self, message: str, status: int | None) -> None:
        super().__init__(message)
        self.status = status


class UnexpectedAnswerError(ClientError):
    """An answer that is none of Tombo's: something else answers at that address, or another version. What was asked may be done."""
