"""The log followed through the client: every entry once and in order, over whatever cuts there are."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random

import pytest

from tests.tools.scripted_http import SILENCE, Asked, Scripted, said, scripted
from tests.worlds.clients import QUICK, Both
from tombo.client import RequestFailedError, UnexpectedAnswerError

Made = Callable[..., Both]


def event(index: int) -> bytes:
    """An entry as the server sends it."""
    told = json.dumps({"stream": "account:p-1", "log_index": index, "text": "a\u2028b"}, ensure_ascii=False)
    return f"id: {index}\ndata: {told}\n\n".encode()


def events(indices: Sequence[int], *, cut: bool = False) -> Scripted:
    """A stream of these entries."""
    pieces = [b"retry: 1000\n\n", *(event(index) for index in indices)]
    return Scripted(pieces, headers={"content-type": "text/event-stream"}, cut=cut)


def test_it_goes_on_behind_the_last_entry(client: Made) -> None:
    """After a cut, an end, no answer and a server that is away; by the id of the last event that came whole."""
    half = events([0, 1], cut=True)
    half = half._replace(pieces=[*half.pieces, b'id: 2\ndata: {"of an event that did not end": 1}\n'])
    script = [half, SILENCE, said(503, {"detail": "ends"}), events([2, 3]), events([4, 5])]
    with scripted(script) as server:
        found = client(server.url).follow(0, 6)
    assert [(one.index, one.document["log_index"]) for one in found] == [(at, at) for at in range(6)]
    assert [asked.headers.get("last-event-id") for asked in server.asked] == [None, "1", "1", "1", "3"]
    assert {asked.path for asked in server.asked} == {"/v1/log?from=0"}
    assert {asked.headers["accept"] for asked in server.asked} == {"text/event-stream"}


def test_what_is_no_stream_of_events_is_told(client: Made) -> None:
    """A page of a proxy, with the status of a good answer: no entry would come of it, and nobody would know."""
    sorts: list[dict[str, str]] = [{"content-type": "text/html"}, {}]
    for sort in sorts:
        with scripted([Scripted([b"<html>\n\n"], headers=sort)]) as server:
            with pytest.raises(UnexpectedAnswerError, match="expected a stream of events"):
                client(server.url).follow(0, 1)
            assert len(server.asked) == 1


def test_what_came_before_is_left_out(client: Made) -> None:
    """Of a server, or a proxy, that sends from the beginning again."""
    with scripted([events([5, 6], cut=True), events([5, 6, 7, 7, 8])]) as server:
        assert [one.index for one in client(server.url).follow(5, 4)] == [5, 6, 7, 8]


def test_a_gap_is_asked_for_again(client: Made) -> None:
    """Nothing behind it is given before what is missing; where it stays missing, that is told."""
    with scripted([events([0, 2, 3]), events([1, 2])]) as server:
        assert [one.index for one in client(server.url).follow(0, 3)] == [0, 1, 2]
        assert server.asked[1].headers["last-event-id"] == "0"
    with scripted(lambda _: events([1, 2])) as server:
        with pytest.raises(RequestFailedError, match="the log index 1 came after -1"):
            client(server.url).follow(0, 1)
        assert len(server.asked) == QUICK.attempts


def test_who_may_not_follow_is_told(client: Made) -> None:
    """At once, with the status; after every try where it passes."""
    with scripted([said(401, {"detail": "nobody we know"})]) as server:
        with pytest.raises(RequestFailedError, match="nobody we know") as raised:
            client(server.url).follow(0, 1)
        assert (raised.value.status, len(server.asked)) == (401, 1)
    with scripted(lambda _: said(429, {"detail": "too many"})) as server:
        with pytest.raises(RequestFailedError) as raised:
            client(server.url).follow(0, 1)
        assert (raised.value.status, len(server.asked)) == (429, QUICK.attempts)


def test_a_quiet_log_is_waited_for(client: Made) -> None:
    """Streams that end, and cuts behind a sign of life, are no tries that failed, however many."""
    alive = events([])._replace(pieces=[b"retry: 1000\n\n", b": \n\n"], cut=True)
    with scripted([events([])] * 6 + [alive] * 6 + [events([0])]) as server:
        assert [one.index for one in client(server.url).follow(0, 1)] == [0]
    with scripted(lambda _: events([], cut=True)) as server:
        with pytest.raises(RequestFailedError):
            client(server.url).follow(0, 1)
        assert len(server.asked) == QUICK.attempts


def test_an_event_without_an_index_is_none_of_ours(client: Made) -> None:
    """Nothing is given of it."""
    with scripted([events([])._replace(pieces=[b"data: {}\n\n"])]) as server, pytest.raises(UnexpectedAnswerError):
        client(server.url).follow(0, 1)


@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_skipped_and_nothing_comes_twice(client: Made, seed: int) -> None:
    """Of a server that cuts anywhere, repeats, leaves out and delays: 60 entries, each once and in order."""
    chance = Random(seed)

    def told(asked: Asked) -> Scripted:
        sort = chance.random()
        if sort < 0.15:
            return SILENCE
        if sort < 0.25:
            return said(503, {"detail": "away"})
        first = int(asked.headers.get("last-event-id", -1)) + 1
        back, more = chance.choice((0, 0, 0, 2)), chance.randint(4, 12)
        indices = [
            at for at in range(max(0, first - back), min(60, first + more)) if at == first or chance.random() > 0.05
        ]
        body = b"".join(events(indices).pieces)
        body = body[: chance.randint(0, len(body))] if chance.random() < 0.4 else body
        size = chance.randint(1, 400)
        pieces = [body[at : at + size] for at in range(0, len(body), size)]
        return events([], cut=chance.random() < 0.5)._replace(pieces=pieces)

    with scripted(told) as server:
        found = client(server.url, retries=QUICK.__class__(100, 0.001, 0.001)).follow(0, 60)
    assert [one.index for one in found] == list(range(60))
