"""What is read over HTTP is what ``tombo --json`` prints, of every game, and only for whom it may be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from bench.play import hand, house, play
from tests.worlds.played import played
from tests.worlds.served import ServedPlace, everything, got, same
from tombo.ledger.catalogue import parse_command
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.live.ledger import Acknowledgement
from tombo.ledger.operate.keyring import Keyring, create_ledger
from tombo.serve.reads import READS
from tombo.serve.who import HolderSort, Who
from tombo.simulator.day import Plan
from tombo.simulator.run import BEGINS, HOUR

PLAN = Plan(seed=23, begins=BEGINS, ends=BEGINS + 6 * HOUR, tables=12, pace=4, malice=0.05, trouble=0.1, outages=1)
DAY = "2026-07-15"
MANY = 4
"""How many of each sort are asked for by name."""


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> ServedPlace:
    """Half a day of every game."""
    folder = tmp_path_factory.mktemp("day")
    url = f"sqlite:///{folder / 'ledger.db'}"
    with played(PLAN, url, folder, kills=0):
        pass
    return ServedPlace(url, folder / "keys")


@pytest.fixture(scope="module")
def client(day: ServedPlace) -> Iterator[TestClient]:
    """A client of its server, for an auditor."""
    with day.served() as found:
        yield found


@pytest.mark.parametrize(
    ("path", "asked", "status", "told"),
    [
        ("/tables/nada", {}, 404, "there is no table nada; 'GET /v1/tables' shows those there are"),
        ("/tournaments/nada", {}, 404, "there is no tournament nada; 'GET /v1/tournaments' shows those there are"),
        ("/disputes/nada", {}, 404, "there is no dispute nada; 'GET /v1/disputes' shows those there are"),
        *(
            (path, {"from": "2026-07-16", "to": DAY}, 400, f"'from' 2026-07-16 is after 'to' {DAY}")
            for path in ("/players/p-1/statement", "/refunds", "/book/holders/wallet:p-1")
        ),
        *(
            (
                path,
                {"day": DAY, "to": DAY},
                400,
                "'day' is a period of its own; expected either 'day', or 'from' and 'to'",
            )
            for path in ("/players/p-1/statement", "/refunds")
        ),
    ],
)
def test_what_is_told_over_http_names_nothing_of_the_command_line(
    client: TestClient, path: str, asked: dict[str, str], status: int, told: str
) -> None:
    """But the path that shows what there is, and the fields of the query as they are called there."""
    answer = client.get(f"/v1{path}", params=asked)
    assert (answer.status_code, answer.json()["detail"]) == (status, told)


def test_r1_lists_are_the_lines_of_the_command(day: ServedPlace, client: TestClient) -> None:
    """Every list, read page by page, has what the command prints a line each."""
    for read in READS:
        if read.command is None or "{" in read.path or read.path in DOCUMENTS:
            continue
        more = ("--limit", "9999") if read.path in {"/hands", "/rounds"} else ()
        lines = day.tombo(*read.command.split(), *more).lines
        assert everything(client, read.path, limit=7) == lines, read.path
        assert lines or read.path == "/credentials", read.path


DOCUMENTS = {"/find", "/limits", "/releases", "/book", "/refunds", "/status", "/views"}


def test_r1_single_documents_are_those_of_the_command(day: ServedPlace, client: TestClient) -> None:
    """What takes no name is the same document."""
    for read in READS:
        if read.path in DOCUMENTS:
            assert got(client, read.path) == day.tombo(*str(read.command).split()).document, read.path


def test_r1_tables_and_tournaments_of_every_game_by_name(day: ServedPlace, client: TestClient) -> None:
    """Now, and at half of the log."""
    half = str(len(day.tombo("table", "list").lines) * 50)
    for table in [line["table"] for line in day.tombo("table", "list").lines]:
        for at in ((), ("--at", half)):
            ran = day.tombo("table", "show", table, *at)
            answer = client.get(f"/v1/tables/{table}", params={"at": at[1]} if at else {})
            same(ran, answer)
    for cup in [line["tournament"] for line in day.tombo("tournament", "list").lines]:
        for word, path in (("show", ""), ("prizes", "/prizes"), ("refunds", "/refunds")):
            same(day.tombo("tournament", word, cup), client.get(f"/v1/tournaments/{cup}{path}"))


def test_r1_hands_and_rounds_of_every_game_by_name(day: ServedPlace, client: TestClient) -> None:
    """Shown and replayed; with log indices for an auditor, and without."""
    lines = day.tombo("round", "list", "--limit", "9999").lines
    names = [f"hand:{line['hand']}" if "hand" in line else line["round"] for line in lines]
    for game in TABLE_GAMES:
        mine = [name for name in names if name.startswith(f"{game}:")]
        assert mine, game
        for name in mine[:MANY]:
            word, called = ("hand", name[5:]) if game == "hand" else ("round", name)
            for viewer in ("outsider", "auditor"):
                shown = day.tombo(word, "show", called, "--viewer", viewer)
                same(shown, client.get(f"/v1/{word}s/{called}", params={"viewer": viewer}))
            assert got(client, f"/rounds/{name}", viewer="auditor") == shown.document
            steps = day.tombo(word, "replay", called).lines
            told = got(client, f"/{word}s/{called}/replay")
            assert [*told["steps"], told["verdict"]] == steps
            assert got(client, f"/{word}s/{quote(called, safe='')}/replay", step=2) == {
                "steps": steps[1:2],
                "verdict": None,
            }


def test_r1_what_has_a_name_is_the_document_of_its_name(day: ServedPlace, client: TestClient) -> None:
    """Disputes, rulesets, accounts, receipts."""
    for listed, field, word, path in (
        ("dispute list", "dispute", "dispute show", "/disputes/"),
        ("ruleset list", "ruleset", "ruleset show", "/rulesets/"),
    ):
        names = [line[field] for line in day.tombo(*listed.split()).lines]
        assert names
        for name in names[:MANY]:
            same(day.tombo(*word.split(), name), client.get(f"/v1{path}{name}"))
    seats = [seat for line in got(client, "/tables", limit=500)["items"] for seat in line.get("seats", ())]
    players = {seat["player"] for seat in seats} | {"p-nobody", "no name"}
    for player in sorted(players)[:MANY]:
        same(day.tombo("account", "show", player), client.get(f"/v1/players/{quote(player)}/account"))


def test_r1_what_a_player_is_owed_and_where_every_cent_lies(day: ServedPlace, client: TestClient) -> None:
    """Statements, last hands, refunds and the book: of the same names, days and moments the same."""
    accounts = [
        line["holder"][7:] for line in day.tombo("book", "balance", "--holders").lines if "wallet:" in line["holder"]
    ]
    for player in [*accounts[:MANY], "p-nobody", "no name"]:
        for more in (
            {},
            {"day": DAY},
            {"from_": DAY, "to": DAY},
            {"day": DAY, "to": DAY},
            {"at": "99"},
            {"at": "noon"},
        ):
            words = [word for name, one in more.items() for word in (f"--{name.rstrip('_')}", one)]
            asked = {name.rstrip("_"): one for name, one in more.items()}
            same(
                day.tombo("player", "statement", player, *words),
                client.get(f"/v1/players/{quote(player)}/statement", params=asked),
            )
            if "at" not in more:
                same(
                    day.tombo("refunds", "--player", player, *words),
                    client.get("/v1/refunds", params={**asked, "player": player}),
                )
        last = day.tombo("player", "last-hand", player, "--last", "3")
        told = client.get(f"/v1/players/{quote(player)}/last-hands", params={"last": 3})
        if last.out:
            assert told.json()["items"] == last.lines
        else:
            same(last, told)
    holders = [f"wallet:{player}" for player in accounts[:MANY]] + [
        "house:R804",
        "outside",
        "wallet:p-nobody",
        "purse:p-1",
    ]
    for holder in holders:
        shown = day.tombo("book", "show", holder)
        if shown.out:
            assert everything(client, f"/book/holders/{holder}", limit=7) == shown.lines
        else:
            same(shown, client.get(f"/v1/book/holders/{holder}"))


def test_r1_days_and_incidents_are_as_they_are_on_record(day: ServedPlace, client: TestClient) -> None:
    """An incident with its entries; no day is closed, which is told so."""
    found = everything(client, "/incidents", limit=2)
    assert [one["incident"] for one in found] == sorted(one["incident"] for one in found) and found
    for one in found:
        told = got(client, f"/incidents/{one['incident']}")
        entries = told.pop("entries")
        assert told == one
        assert entries[0]["event"]["first_instant"] == one["since"]
        assert one["open"] == (len([entry for entry in entries if "closed" in entry["event"]["kind"]]) == 0)
    assert everything(client, "/days") == []
    assert client.get(f"/v1/days/{DAY}").json()["detail"] == f"{DAY} is not closed"
    assert client.get("/v1/days/noday").status_code == 400


def test_r2_entries_of_a_stream_are_those_that_were_signed(day: ServedPlace, client: TestClient) -> None:
    """Page by page, each the signed body; a command's receipt is the one that the command shows."""
    hand = day.tombo("hand", "list", "--limit", "1").lines[0]["hand"]
    entries = everything(client, f"/streams/hand:{hand}")
    assert [entry["body"]["version"] for entry in entries] == list(range(1, len(entries) + 1))
    proof = day.tombo("proof", "hand", hand, "--version", "3")
    assert proof.status or proof.document["entry"] == entries[2]
    ids = {entry["body"]["command"]["id"] for entry in entries if entry["body"]["command"]}
    for name in ids | {"no/such"}:
        same(day.tombo("receipt", "show", name), client.get(f"/v1/receipts/{name}"))
    assert client.get("/v1/streams/hand:no-such/1").status_code == 404


def test_r3_a_player_reads_of_himself_alone(day: ServedPlace) -> None:
    """And of nothing else; a platform reads what is played, and nothing of the house."""
    for sort in HolderSort:
        with day.served(Who(sort, "p-1")) as asking:
            for read in READS:
                path = read.path.replace(":path", "").replace("{player}", "p-1")
                answer = asking.get(f"/v1{path.format_map(Anything())}")
                assert (answer.status_code == 403) == (sort not in read.whom), (sort, read.path, answer.text)
    with day.served(Who(HolderSort.PLAYER, "p-1")) as asking:
        assert asking.get("/v1/players/p-2/account").status_code == 403


class Anything(dict[str, str]):
    """A value for every name."""

    def __missing__(self, key: str) -> str:
        return "x-1"


def test_r4_what_cannot_be_asked_is_a_problem(client: TestClient) -> None:
    """Limits, cursors, instants and versions that cannot be: 400 or 404 as a problem document, and never a page."""
    for path, status in (
        ("/tables?limit=0", 400),
        ("/tables?limit=501", 400),
        ("/tables?after=table:no-such", 404),
        ("/tables/no-such", 404),
        ("/tables/mesa-1?at=yesterday", 400),
        ("/hands/no-such/1", 404),
        ("/rounds?after=roulette:no-such/1", 404),
        ("/disputes/..%2f", 404),
        ("/tournaments/A%20B", 400),
    ):
        answer = client.get(f"/v1{path}")
        assert answer.status_code == status, (path, answer.text)
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["status"] == status


def test_r5_openapi_tells_of_every_read(client: TestClient) -> None:
    """Each with a description, the parameters it takes, a schema of the answer, and its problems."""
    document = json.loads(client.get("/v1/openapi.json").text)
    assert document["openapi"].startswith("3.1")
    for read in READS:
        told = document["paths"][f"/v1{read.path.replace(':path', '')}"]["get"]
        assert told["description"], read.path
        assert {"400", "403", "404", "500", "503"} <= told["responses"].keys()
        assert told["responses"]["200"]["content"]["application/json"]["schema"], read.path


def test_r6_what_a_table_waits_for_is_told_alike_and_the_door_takes_it(tmp_path: Path) -> None:
    """In the middle of a hand: the path and the command name the same acts, and what they name is recorded."""
    place = ServedPlace(f"sqlite:///{tmp_path / 'ledger.db'}", tmp_path / "keys")
    ledger = create_ledger(place.url, Keyring(place.keys), origin="operator.example/1", clock=SteppingClock())
    with ledger.store, place.served() as client:
        play(ledger, house(2))
        play(ledger, hand(0, 1)[:4])
        for table in ("mesa-0", "mesa-1", "no-such"):
            same(place.tombo("table", "turn", table), client.get(f"/v1/tables/{table}/turn"))
        told = got(client, "/tables/mesa-0/turn")
        assert (told["played"], told["waits_for"]) == ("hand:mesa-0/1", "decision")
        acts = {act["act"]: act for act in told["acts"]}
        assert acts.keys() == {"fold", "call", "place_bet"}
        raised = acts["place_bet"]
        command = {**raised["command"], raised["field"]: raised["most"]}
        by = {"actor": "player", "id": raised["player"]}
        asked = {"by": by, "command": command, "command_id": "turn/1", "occurred": None}
        assert isinstance(ledger.handle(parse_command(json.dumps(asked))), Acknowledgement)
        assert got(client, "/tables/mesa-0/turn")["acts"] != told["acts"]
        assert got(client, "/tables/mesa-1/turn")["waits_for"] == "begin"


@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"limit": 3},
        {"player": "p-1"},
        {"card": ["Ah", "Ks"]},
        {"game": "R806", "from": f"{DAY}T00:00:00Z"},
        {"least": 5_000, "most": 100_000},
        {"finding": "R806 r.23"},
        {"disputed": True},
        {"after": 40, "limit": 2},
        {"card": "Zz"},
        {"game": "R1"},
        {"from": "noon"},
    ],
)
def test_r7_what_is_found_is_what_the_command_finds(
    day: ServedPlace, client: TestClient, asked: dict[str, Any]
) -> None:
    """The same document, whatever is asked; amounts are cents here, and euros as a person types them there."""
    words = list[str]()
    for name, value in asked.items():
        for one in value if isinstance(value, list) else [value]:
            typed = f"{one // 100}.{one % 100:02d}" if name in {"least", "most"} else str(one)
            words += [f"--{name}"] if one is True else [f"--{name}", typed]
    same(day.tombo("find", *words), client.get("/v1/find", params=asked))


def test_r7_the_status_is_that_of_the_command(day: ServedPlace, client: TestClient) -> None:
    """From what is followed, and from the log where nothing is kept."""
    shown, told = day.tombo("status").document, client.get("/v1/status").json()
    assert {**told, "projections": None} == {**shown, "projections": None}
