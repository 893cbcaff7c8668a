"""Several statements in one message, and the answers to all of them: one wait, however many there are."""

from __future__ import annotations

import select
from collections.abc import Sequence
from typing import NamedTuple

import psycopg
from psycopg import pq

from tombo.ledger.store.postgres.wire import BINARY


class Prepared(NamedTuple):
    """A prepared statement with its parameters, in binary."""

    name: bytes
    params: Sequence[bytes]


def in_one_message(pgconn: pq.abc.PGconn, statements: Sequence[Prepared], last: bytes) -> list[pq.abc.PGresult]:
    """Have ``statements`` done in turn, then ``last``, which has no parameters: the answer to each up to the first that failed.

    After one that failed nothing more is done. Their answers are few and small, so neither side waits for the other to
    read. The wait is our own: psycopg's ``get_result`` keeps the interpreter to itself while it waits.

    Raises:
        psycopg.Error: the connection was lost before it was known whether ``last`` was done.
    """
    answers: list[pq.abc.PGresult] = []
    try:
        pgconn.enter_pipeline_mode()
        for name, params in statements:
            pgconn.send_query_prepared(name, params, BINARY[: len(params)])
        pgconn.send_query_params(last, None)
        pgconn.pipeline_sync()
        _send(pgconn)
        _receive(pgconn, answers)
        pgconn.exit_pipeline_mode()
    except psycopg.Error:
        if not any(answer.status == pq.ExecStatus.FATAL_ERROR for answer in answers[: len(statements)]):
            raise
    return answers


def _send(pgconn: pq.abc.PGconn) -> None:
    """Send all that waits to be sent, and read meanwhile: psycopg's connections block for nothing."""
    poll = select.poll()
    poll.register(pgconn.socket, select.POLLIN | select.POLLOUT)
    while pgconn.flush():
        ((_, ready),) = poll.poll()
        if ready & ~select.POLLOUT:
            pgconn.consume_input()


def _receive(pgconn: pq.abc.PGconn, answers: list[pq.abc.PGresult]) -> None:
    """Receive answers until the server has said all."""
    poll = select.poll()
    poll.register(pgconn.socket, select.POLLIN)
    while True:
        while pgconn.is_busy():
            poll.poll()
            pgconn.consume_input()
        answer = pgconn.get_result()
        if answer is None:  # the end of the answers to one statement
            if pgconn.status == pq.ConnStatus.BAD:
                raise psycopg.OperationalError(pgconn.get_error_message())
        elif answer.status == pq.ExecStatus.PIPELINE_SYNC:
            return
        elif answer.status != pq.ExecStatus.PIPELINE_ABORTED:  # said of what came after one that failed
            answers.append(answer)
