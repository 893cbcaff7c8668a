"""Commands through the client: one outcome each, under one id, whatever the network does."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.tools.scripted_http import SILENCE, Asked, Scripted, said, scripted
from tests.worlds.clients import QUICK, Both
from tombo.client import (
    Command,
    CommandRecorded,
    CommandRefused,
    Conflict,
    NotDone,
    Retries,
    StreamPlace,
    UnexpectedAnswerError,
)
from tombo.client import commands as batching
from tombo.ledger.house.account.commands import OpenAccount

Made = Callable[..., Both]
LINES = {"content-type": "application/x-ndjson"}


def receipt(command_id: str, **more: Any) -> dict[str, Any]:
    """The answer to a command that is recorded."""
    place = {"stream": "account:p-1", "versions": [1], "log_index": [7]}
    return {"status": "recorded", "command_id": command_id, **place, **more}


def error(command_id: str, status: int) -> dict[str, Any]:
    """The line of a batch for a command that is not done."""
    return {"status": "error", "command_id": command_id, "line": 1, "message": "why", "http_status": status}


def lines(*documents: Any, cut: bool = False) -> Scripted:
    """The answer to a batch."""
    return Scripted([json.dumps(one).encode() + b"\n" for one in documents], headers=LINES, cut=cut)


def several(count: int) -> list[Command]:
    """Commands with ids that tell them apart."""
    return [Command({"kind": "open_account", "player": f"p-{at}"}, command_id=f"c-{at}") for at in range(count)]


def test_a_command_is_one_json_document() -> None:
    """What is left out is not there; a model of the ledger's is as good as its fields; the id is made once, and another's is another."""
    said_so = json.loads(Command({"kind": "open_account", "player": "p-1"}, command_id="c").line())
    assert said_so == {"command": {"kind": "open_account", "player": "p-1"}, "command_id": "c"}
    one = Command(OpenAccount(player="p-1"), by={"actor": "platform", "id": "games"}, occurred=5, expected_version=0)
    assert json.loads(one.line()) == {
        "by": {"actor": "platform", "id": "games"},
        "command": said_so["command"],
        "command_id": one.command_id,
        "expected_version": 0,
        "occurred": 5,
    }
    assert one.line() == one.line()
    assert Command({}).command_id != Command({}).command_id


def test_a_receipt_says_where_the_entries_stand(client: Made) -> None:
    """Those of other streams too, and whether it was recorded before."""
    also = [{"stream": "table:t-1", "versions": [3, 4], "log_index": [8, 9]}]
    with scripted([said(200, receipt("c", also=also, repeated=True))]) as server:
        outcome = client(server.url, token="tombo_games").record(Command({"kind": "x"}, command_id="c"))
    places = (StreamPlace("account:p-1", (1,), (7,)), StreamPlace("table:t-1", (3, 4), (8, 9)))
    assert outcome == CommandRecorded("c", places, repeated=True)
    (asked,) = server.asked
    assert (asked.method, asked.path, asked.lines) == (
        "POST",
        "/v1/commands",
        [{"command": {"kind": "x"}, "command_id": "c"}],
    )
    assert (asked.headers["content-type"], asked.headers["authorization"]) == ("application/json", "Bearer tombo_games")


@pytest.mark.parametrize(
    "told", [SILENCE, said(503, {"detail": "away"}), said(429, {"detail": "full"}), said(502, "x")]
)
def test_what_passes_is_tried_again_under_the_same_id(client: Made, told: Scripted) -> None:
    """No answer, 503, 429, and what a proxy says of a server that it does not reach: the same bytes once more."""
    with scripted([told, told, said(200, receipt("c"))]) as server:
        assert isinstance(client(server.url).record(Command({"kind": "x"}, command_id="c")), CommandRecorded)
    assert len({asked.body for asked in server.asked}) == 1
    assert len(server.asked) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 408, 413, 415, 500])
def test_what_does_not_pass_is_not_tried_again(client: Made, status: int) -> None:
    """No status of 400 but 429, nor 500, after which it may be recorded."""
    with scripted([said(status, {"detail": "why"})]) as server:
        outcome = client(server.url).record(Command({"kind": "x"}, command_id="c"))
    assert outcome == NotDone("c", status, "why", unknown=status == 500)
    assert len(server.asked) == 1


def test_what_is_refused_is_an_outcome(client: Made) -> None:
    """With its rule and facts; a stream that stands elsewhere and an id that was used are conflicts."""
    told = {"rule": "R806 r.23", "reading": "LETTER", "about": "short", "facts": {"least": 200}, "detail": "too little"}
    version = {**told, "rule": "House: version", "facts": {"expected": 1, "found": 3, "stream": "hand:t-1/1"}}
    used = {"detail": "was used for another command", "command_id": "c"}
    script = [
        said(422, {**told, "command_id": "c"}),
        said(409, {**version, "command_id": "c"}),
        said(409, used),
        lines({**told, "status": "refused", "command_id": "c", "message": "too little"}),
        lines({**version, "status": "refused", "command_id": "c", "message": "elsewhere"}),
        lines(error("c", 409)),
        lines(error("c", 400)),
    ]
    one = Command({"kind": "x"}, command_id="c")
    with scripted(script) as server:
        asked = client(server.url)
        outcomes = [asked.record(one) for _ in range(3)] + [asked.record_all([one])[0] for _ in range(4)]
    refused = CommandRefused("c", "R806 r.23", "LETTER", "short", {"least": 200}, "too little")
    assert outcomes == [
        refused,
        Conflict("c", "too little", 1, 3),
        Conflict("c", "was used for another command"),
        refused,
        Conflict("c", "elsewhere", 1, 3),
        Conflict("c", "why"),
        NotDone("c", 400, "why"),
    ]


def test_after_every_try_it_is_not_done_and_perhaps_recorded(client: Made) -> None:
    """As often as is said; where one of the tries had no answer, the last status takes nothing of that back."""
    with scripted(lambda _: SILENCE) as server:
        outcome = client(server.url).record(Command({"kind": "x"}, command_id="c"))
    assert isinstance(outcome, NotDone)
    assert (outcome.status, outcome.unknown, len(server.asked)) == (None, True, QUICK.attempts)
    with scripted([SILENCE, said(401, {"detail": "revoked"})]) as server:
        assert client(server.url).record(Command({}, command_id="c")) == NotDone("c", 401, "revoked", unknown=True)
    with scripted(lambda _: said(429, {"detail": "full"})) as server:
        assert client(server.url).record(Command({}, command_id="c")) == NotDone("c", 429, "full", unknown=False)


def test_an_answer_that_is_late_is_a_cut(client: Made) -> None:
    """After as many seconds as were said; the first receipt comes the second time."""
    with scripted([said(200, receipt("c"))._replace(late=0.6), said(200, receipt("c", repeated=True))]) as server:
        outcome = client(server.url, seconds=0.2).record(Command({"kind": "x"}, command_id="c"))
    assert isinstance(outcome, CommandRecorded)
    assert outcome.repeated


def test_the_pauses_grow_and_retry_after_is_kept(client: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twice as long each time up to the most; as long as the server asks, where that is longer; not for ever."""
    slept = list[float]()
    monkeypatch.setattr("time.sleep", slept.append)

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("asyncio.sleep", sleep)
    away = said(503, {"detail": "away"})
    script = [away, away, said(429, {}, retry_after="7"), away, said(503, {}, retry_after="Sun, 29 Nov 2026"), away]
    with scripted([one._replace(late=0) for one in script]) as server:
        client(server.url, retries=Retries(6, 0.5, 3.0)).record(Command({}, command_id="c"))
    assert [one for one in slept if one] == [0.5, 1.0, 7, 3.0, 3.0]
    with scripted([said(503, {"detail": "away"}, retry_after="86400")]) as server:
        assert isinstance(client(server.url).record(Command({})), NotDone)
    assert len(server.asked) == 1


def test_a_batch_goes_on_behind_a_cut(client: Made) -> None:
    """Those that were answered are not sent again; those that were not are, in order, under their ids."""
    script = [
        lines(receipt("c-0"), receipt("c-1"), cut=True),
        SILENCE,
        lines(*(receipt(f"c-{at}") for at in range(2, 5))),
    ]
    with scripted(script) as server:
        outcomes = client(server.url).record_all(several(5))
    assert [(one.command_id, type(one)) for one in outcomes] == [(f"c-{at}", CommandRecorded) for at in range(5)]
    sent = [[line["command_id"] for line in asked.lines] for asked in server.asked]
    assert sent == [[f"c-{at}" for at in range(5)], ["c-2", "c-3", "c-4"], ["c-2", "c-3", "c-4"]]


def test_a_batch_that_gets_on_is_not_given_up(client: Made) -> None:
    """Tries are counted from the last outcome: one a try is enough, however many there are."""

    def one(asked: Asked) -> Scripted:
        return lines(receipt(asked.lines[0]["command_id"]), cut=True)

    with scripted(one) as server:
        outcomes = client(server.url).record_all(several(3 * QUICK.attempts))
    assert {type(outcome) for outcome in outcomes} == {CommandRecorded}


def test_a_line_that_was_cut_off_is_no_answer(client: Made) -> None:
    """Whatever of it came, and however the answer ended."""
    half = Scripted([json.dumps(receipt("c-0")).encode() + b"\n", json.dumps(receipt("c-1")).encode()], headers=LINES)
    for cut in (True, False):
        with scripted([half._replace(cut=cut), lines(receipt("c-1", repeated=True))]) as server:
            first, second = client(server.url).record_all(several(2))
        assert isinstance(first, CommandRecorded)
        assert isinstance(second, CommandRecorded)
        assert (first.repeated, second.repeated) == (False, True)
        assert [line["command_id"] for line in server.asked[1].lines] == ["c-1"]


def test_lines_that_pass_are_sent_again_in_order(client: Made) -> None:
    """What waits behind them in the answer is given in its place; what did not pass is not asked again."""
    script = [
        lines(receipt("c-0"), error("c-1", 503), error("c-2", 400), error("c-3", 503), receipt("c-4")),
        lines(receipt("c-1"), error("c-3", 503)),
        lines(receipt("c-3")),
    ]
    with scripted(script) as server:
        outcomes = client(server.url).record_all(several(5))
    assert [one.command_id for one in outcomes] == [f"c-{at}" for at in range(5)]
    assert [type(one) for one in outcomes] == [
        CommandRecorded,
        CommandRecorded,
        NotDone,
        CommandRecorded,
        CommandRecorded,
    ]
    assert [[line["command_id"] for line in asked.lines] for asked in server.asked[1:]] == [["c-1", "c-3"], ["c-3"]]


def test_outcomes_come_as_they_are_known() -> None:
    """The first is there before the server has told the last."""
    from tombo.client import Client  # noqa: PLC0415  # of this test alone: the others ask both

    def slowly(asked: Asked) -> Scripted:
        return lines(receipt("c-0"), cut=True) if len(asked.lines) == 2 else SILENCE

    with scripted(slowly) as server, Client(server.url, retries=QUICK) as client:
        outcomes = client.record_all(several(2))
        assert isinstance(next(outcomes), CommandRecorded)
        assert len(server.asked) == 1
        assert isinstance(next(outcomes), NotDone)


def test_behind_a_batch_without_an_end_nothing_is_sent(client: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was asked for behind what nobody knows: it is not done, and not perhaps."""
    monkeypatch.setattr(batching, "BATCH", 2)
    with scripted(lambda _: SILENCE) as server:
        outcomes = client(server.url).record_all(several(5))
    assert [(one.command_id, type(one)) for one in outcomes] == [(f"c-{at}", NotDone) for at in range(5)]
    assert [getattr(one, "unknown", None) for one in outcomes] == [True, True, False, False, False]
    assert {len(asked.lines) for asked in server.asked} == {2}


def test_batches_are_bounded(client: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """By commands and by bytes; every command is in one, in order."""
    monkeypatch.setattr(batching, "BATCH", 3)
    monkeypatch.setattr(batching, "BATCH_BYTES", 400)
    many = [*several(4), *(Command({"kind": "x" * 200}, command_id=f"long-{at}") for at in range(3))]

    def told(asked: Asked) -> Scripted:
        return lines(*(receipt(line["command_id"]) for line in asked.lines))

    with scripted(told) as server:
        assert [one.command_id for one in client(server.url).record_all(many)] == [one.command_id for one in many]
        assert client(server.url).record_all([]) == []
    assert [len(asked.lines) for asked in server.asked] == [3, 2, 1, 1]


@pytest.mark.parametrize(
    "answer",
    [
        lines(receipt("another")),
        lines(receipt("c-0"), receipt("c-1"), receipt("c-2")),
        lines({"status": "recorded", "command_id": "c-0"}),
        lines({"status": "done", "command_id": "c-0"}),
        lines("no object"),
        Scripted([b"<html>\n"]),
    ],
)
def test_an_answer_that_is_none_of_ours_is_no_outcome(client: Made, answer: Scripted) -> None:
    """Another command's, one too many, and what some other server says."""
    with scripted([answer]) as server, pytest.raises(UnexpectedAnswerError):
        client(server.url).record_all(several(2))


def test_texts_may_hold_what_unicode_ends_lines_with(client: Made) -> None:
    """A line ends with a line feed alone, wherever the pieces of an answer are cut."""
    told = json.dumps(error("c-0", 400) | {"message": "a\u2028b\x85c"}, ensure_ascii=False).encode() + b"\n"
    with scripted([Scripted([told[at : at + 1] for at in range(len(told))])]) as server:
        assert client(server.url).record_all(several(1)) == [NotDone("c-0", 400, "a\u2028b\x85c")]


NONE_OF_OURS = (b"<html>a proxy</html>", b'{"message": "a gateway"}', b'{"detail": ["a gateway"]}', b"[]", b"")


@pytest.mark.parametrize("body", NONE_OF_OURS)
@pytest.mark.parametrize("status", [403, 409, 422])
def test_what_no_server_of_ours_answers_says_nothing_of_the_command(client: Made, status: int, body: bytes) -> None:
    """Whatever its status, it is not done and may be recorded: the same command under the same id tells. Sent alone, or in a batch."""
    with scripted([Scripted([body], status=status)] * 2) as server:
        alone = client(server.url).record(Command({}, command_id="c"))
        (beside,) = client(server.url).record_all([Command({}, command_id="c")])
    for outcome in (alone, beside):
        assert isinstance(outcome, NotDone) and (outcome.status, outcome.unknown) == (status, True)


def test_a_refusal_that_lacks_something_says_nothing_of_the_command(client: Made) -> None:
    """As another version may tell it: it is no refusal of ours."""
    with scripted([said(422, {"detail": "no", "rule": "R806 r.1"})]) as server:
        outcome = client(server.url).record(Command({}, command_id="c"))
    assert outcome == NotDone("c", 422, "no", unknown=True)
