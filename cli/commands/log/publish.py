"""``tombo publish``: the one process that holds the checkpoint key, and what the other commands leave to it."""

from __future__ import annotations

import os
import select
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Annotated, Final

import typer

from tombo.cli.invocation import invocation
from tombo.cli.terminal.output import OutputError, flush, say, say_json, warn
from tombo.cli.terminal.stop import SIGNALS
from tombo.ledger.operate.keyring import open_checked
from tombo.ledger.operate.publisher import EVERY, Publisher, PublisherFiles, Status, Wait
from tombo.reports.said.commands import door as said

EVERY_LEAST: Final = 0.05
_STDIN: Final = 0
"""Which ends at once where it was closed before we were started: ``own_streams``."""


def publish(
    ctx: typer.Context,
    every: Annotated[
        float, typer.Option(min=EVERY_LEAST, metavar="SECONDS", help="The pause between two checkpoints.")
    ] = EVERY,
    once: Annotated[bool, typer.Option("--once", help="One checkpoint, then end.")] = False,
    until_eof: Annotated[
        bool, typer.Option("--until-eof", help="End also when stdin ends: with the process that started this one.")
    ] = False,
) -> None:
    """The publisher: sign a checkpoint every few seconds, one process a ledger.

    It needs the checkpoint key, the signer's file and the policy; 'tombo record' needs none of the first two. What passes (store not reachable, locked) is
    said and tried again; anything else ends it, status 1 where entries are not what was sealed. SIGTERM ends it after the round under way, status 0; a second one at once.
    """
    call = invocation(ctx)
    place, told = PublisherFiles(call.keyring.signer_state), _Teller(json=call.json, once=once)
    publisher = Publisher(place, partial(open_checked, call.url, call.keyring), call.keyring.signer, told=told)
    if once:
        publisher.once()
        return
    with until_asked(_STDIN if until_eof else None) as wait:
        publisher.run(every, wait)


class _Teller:
    """Says what each round came to: a new size or an error, not that nothing happened."""

    def __init__(self, *, json: bool, once: bool) -> None:
        self._json = json
        self._once = once  # then an error ends it, and is said by whoever ends it
        self._size: int | None = None

    def __call__(self, status: Status) -> None:
        if status.errors and status.state == "running":
            if not self._once:
                warn(said.NO_CHECKPOINT_IN_A_ROW(times=status.errors, why=status.error or ""))
        elif status.size not in {None, self._size} and status.signed_at is not None:
            self._size = status.size
            try:
                self._say(status.size, status.signed_at)
            except OutputError as error:  # a full disk behind stdout is no reason to sign no more
                warn(error.words)

    def _say(self, size: int, at: int) -> None:
        if self._json:
            say_json({"status": "signed", "size": size, "signed_at": at})
        else:
            say(said.CHECKPOINT_OF_SIZE(at=at, size=size))
        flush()


@contextmanager
def until_asked(stdin: int | None) -> Iterator[Wait]:
    """Waits that end early, and say so, once SIGTERM, SIGINT or SIGHUP came, or ``stdin`` ended.

    A second signal ends the process at once: nothing half done is left, and a round may wait for a server that says nothing.
    """
    woken, wake = os.pipe()
    os.set_blocking(wake, False)

    def ask(_number: int, _frame: object) -> None:
        for known in before:
            signal.signal(known, signal.SIG_DFL)
        os.write(wake, b"!")

    before = {
        number: handler for number in SIGNALS if (handler := signal.getsignal(number)) not in {signal.SIG_IGN, None}
    }
    for number in before:
        signal.signal(number, ask)

    def wait(seconds: float) -> bool:
        watched = [woken] if stdin is None else [woken, stdin]
        ready, _, _ = select.select(watched, [], [], seconds)
        return woken in ready or (stdin in ready and not os.read(stdin, 1024) if stdin is not None else False)

    try:
        yield wait
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(woken)
        os.close(wake)
