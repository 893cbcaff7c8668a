"""What is read through the client: documents and lists, and who asks."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.tools.scripted_http import SILENCE, said, scripted
from tests.worlds.clients import QUICK, Both
from tombo.client import Client, RequestFailedError, UnexpectedAnswerError

Made = Callable[..., Both]


def test_a_document_is_read(client: Made) -> None:
    """Parts of a path are parts of it, whatever stands in them; parameters stand behind it; what passes is tried again."""
    with scripted([SILENCE, said(503, {"detail": "away"}), said(200, {"hand": "t-1/1"})]) as server:
        found = client(server.url).read("hands", "t-1/1?a#b", parameters={"viewed_by": "auditor"})
    assert found == {"hand": "t-1/1"}
    assert {asked.path for asked in server.asked} == {"/v1/hands/t-1/1%3Fa%23b?viewed_by=auditor"}
    assert len(server.asked) == 3


def test_what_is_not_given_is_raised(client: Made) -> None:
    """With its status and why; after every try, with the last of them."""
    with scripted([said(404, {"detail": "no such hand"})]) as server:
        with pytest.raises(RequestFailedError, match="no such hand") as raised:
            client(server.url).read("hands", "t-9/9")
        assert raised.value.status == 404
    with scripted(lambda _: SILENCE) as server:
        with pytest.raises(RequestFailedError) as raised:
            client(server.url).read("hands", "t-9/9")
        assert (raised.value.status, len(server.asked)) == (None, QUICK.attempts)
    with scripted([said(200, ["no object"])]) as server, pytest.raises(UnexpectedAnswerError):
        client(server.url).read("hands", "t-9/9")


def test_a_list_is_read_page_after_page(client: Made) -> None:
    """Behind the cursor of each, to the last."""
    pages = [{"items": [{"hand": "a"}, {"hand": "b"}], "next": "b"}, {"items": [{"hand": "c"}], "next": None}]
    with scripted([said(200, page) for page in pages]) as server:
        assert client(server.url).listed("hands") == [{"hand": "a"}, {"hand": "b"}, {"hand": "c"}]
    assert [asked.path for asked in server.asked] == ["/v1/hands", "/v1/hands?after=b"]
    for none in (
        {"hand": "a"},
        {"items": None, "next": None},
        {"items": {"a": 1}, "next": None},
        {"items": [], "next": 1},
    ):
        with scripted([said(200, none)]) as server, pytest.raises(UnexpectedAnswerError):
            client(server.url).listed("hands")


def test_a_token_may_be_made_anew_for_each_request(client: Made) -> None:
    """For those that last minutes; a try is a request."""
    tokens: Iterator[str] = iter(["first", "second"])
    with scripted([SILENCE, said(200, {})]) as server:
        client(server.url, token=lambda: next(tokens)).read("keys")
    assert [asked.headers["authorization"] for asked in server.asked] == ["Bearer first", "Bearer second"]


@pytest.mark.parametrize(
    "token",
    ["tombo_secret\n", "games: who shows its token is platform games.\ntombo_secret", "", "tombo_secret\x00", "tómbo"],
)
def test_what_is_no_token_is_not_sent_and_not_shown(client: Made, token: str) -> None:
    """A file with more than the token in it is the fault of who asks: he is told at once, and no log of his has what stands in it."""
    with scripted([said(200, {})]) as server:
        with pytest.raises(ValueError, match="expected the token alone") as at_once:
            client(server.url, token=token).read("keys")
        with pytest.raises(ValueError, match="expected the token alone") as asked:
            client(server.url, token=lambda: token).read("keys")
    assert server.asked == []
    assert not any("secret" in str(raised.value) for raised in (at_once, asked))


@pytest.mark.parametrize("url", ["http://tombo.example", "http://192.0.2.7:8443", "ftp://127.0.0.1", "127.0.0.1:8443"])
def test_nothing_is_sent_in_the_clear(url: str) -> None:
    """To another machine there is TLS, or no client."""
    with pytest.raises(ValueError, match="expected https"):
        Client(url)


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "http://localhost:1", "http://[::1]:1", "https://tombo.example"])
def test_this_machine_needs_no_tls(url: str) -> None:
    """As at the server."""
    Client(url).close()


def test_no_proxy_of_the_environment_is_asked(client: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes where is said by whoever makes the client."""
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    with scripted([said(200, {"a": 1})]) as server:
        assert client(server.url).read("keys") == {"a": 1}
