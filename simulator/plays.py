"""Plays made of plays: cut off, taken up again, several at once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from heapq import heappop, heappush

from tombo.simulator.ask import Ask, Play, Scene, Told


def first_of(play: Play, steps: int) -> Generator[Ask, Told, Ask | None]:
    """The first ``steps`` asks of ``play``; the ask it has come to then, None where it has ended before."""
    ask = next(play)
    for _ in range(steps):
        outcome = yield ask
        try:
            ask = play.send(outcome)
        except StopIteration:
            return None
    return ask


def rest_of(play: Play, ask: Ask) -> Play:
    """``play`` from ``ask`` on, to which it has come."""
    while True:
        outcome = yield ask
        try:
            ask = play.send(outcome)
        except StopIteration:
            return


def together(scene: Scene, tables: Sequence[str], play: Callable[[Scene], Play], most: int | None = None) -> Play:
    """``play`` at every table, each in its own time; at most so many requests of all."""
    clocks = dict.fromkeys(tables, scene.now())
    queue: list[tuple[int, int, Ask, Play]] = []

    def begins(number: int, table: str) -> None:
        inner = play(scene._replace(table=table, now=lambda: clocks[table]))
        ask = next(inner)
        heappush(queue, (clocks[table] + ask.after, number, ask, inner))

    for number, table in enumerate(tables):
        begins(number, table)
    asked = 0
    while queue and (most is None or asked < most):
        instant, number, ask, inner = heappop(queue)
        told = yield ask._replace(after=instant - scene.now())
        asked += 1
        clocks[tables[number]] = instant
        try:
            following = inner.send(told)
        except StopIteration:
            continue
        heappush(queue, (instant + following.after, number, following, inner))
