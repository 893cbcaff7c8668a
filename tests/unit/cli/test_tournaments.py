"""``tombo tournament`` on a real ledger: which there are, how one stands, its prizes and refunds, now and at any moment."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools.cli_run import PLATFORM, Ran, inside, player, signed_lines, tombo
from tests.worlds.past import unbound
from tests.worlds.tournament import SEED, START, structure
from tests.worlds.tournament_script import Script, in_the_money
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.games.tournament import events as t
from tombo.ledger.operate.keyring import Keyring, create_ledger, inscribe, open_checked
from tombo.ledger.operate.publish import publish
from tombo.reports.shown import reading

LEDGER = ("--ledger", "sqlite:///night.db", "--keys", "keys")
MANAGER: dict[str, str | None] = {"actor": "staff", "id": "s-1", "role": "manager"}
Line = tuple[dict[str, str | None], dict[str, Any], int | None]


def ran(*words: str) -> Ran:
    """``tombo`` on the night's ledger."""
    return tombo(*LEDGER, *words)


@pytest.fixture(scope="module")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a ledger of T3, cancelled (taca), and of one whose record is wrong (errada)."""
    folder = tmp_path_factory.mktemp("night")
    keyring, clock = Keyring(folder / "keys"), SteppingClock(START, step=SECOND)
    made = create_ledger(f"sqlite:///{folder}/night.db", keyring, origin="operator.example/night", clock=clock)
    taca, errada = in_the_money(), Script("errada")
    taca.cancelled()
    errada.enters(1)
    errada.commit(t.PrizesFixed(pool=999, prizes=[t.Prize(amount=999, place=1, ticket=False)]))
    wrong = t.Refunded(entry=1, fee=1_000, share=0, ticket=None)
    errada.commit(t.Cancelled(case="a", cause="technical", note="power", stacks=[]), wrong)
    for told in (taca, errada):
        for number, events in enumerate(told.commits):
            inscribe(made, f"{told.stream}/{number}", events)
    publish(made.store, keyring.signer())
    made.store.close()
    return folder


@pytest.fixture
def here(night: Path) -> Iterator[Path]:
    """Work in that folder."""
    with inside(night):
        yield night


@pytest.mark.usefixtures("here")
def test_tournaments_are_listed() -> None:
    """One a line, now and as of then: what was not announced by then is left out."""
    told, rows = ran("tournament", "list"), ran("--json", "tournament", "list").lines
    index = str(rows[1]["log_index"])

    assert (told.status, len(told.out.splitlines())) == (0, 2)
    assert told.out.splitlines()[1].endswith("fee 11.00 EUR, 10 entries, pool 140.00, cancelled (r.35)")
    assert [(row["tournament"], row["phase"]) for row in rows] == [("errada", "cancelled"), ("taca", "cancelled")]
    (then,) = ran("--json", "tournament", "list", "--at", index).lines
    assert (then["tournament"], then["phase"]) == ("taca", "cancelled")


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("list",), "taca  2026-07-14 20:00:00 em Lisboa (19:00:00 UTC), taxa de inscrição 11,00 EUR, 10 inscrições"),
        (("show", "taca"), "Torneio taca: cancelado (r.35)"),
        (("prizes", "taca"), "Prémios do torneio taca: cancelado (r.35)"),
        (("refunds", "taca"), "Devoluções do torneio taca: cancelado (r.35)"),
    ],
)
def test_every_report_is_in_the_language_that_was_asked_for(words: tuple[str, ...], said: str) -> None:
    """The list too, whose lines are no document."""
    found = ran("--lang", "pt", "tournament", *words)
    assert found.status == 0
    assert any(line.startswith(said) for line in found.out.splitlines())


@pytest.mark.usefixtures("here")
def test_a_tournament_is_shown_as_it_stood() -> None:
    """Now it is cancelled; as of the entry before two play on with the chips of their table; and it was not there at first."""
    index = ran("--json", "tournament", "refunds", "taca").document["cancelled"]["log_index"]
    now, then = ran("tournament", "show", "taca"), ran("tournament", "show", "taca", "--at", str(index - 1))
    document = ran("--json", "tournament", "show", "taca", "--at", str(index - 1)).document
    early = ran("tournament", "show", "taca", "--at", "2026-07-14T18:59:59Z")
    never = ran("tournament", "show", "nada", "--at", "2026-07-14T18:59:59Z")

    assert now.out.startswith("Tournament taca: cancelled (r.35)\n")
    assert "  1. p-1 (entry 1, cash, 1 rebuy): 45000 chips at mesa-1, seat 1\n" in then.out
    assert [seat["stack"] for seat in document["tables"][0]["seats"]] == [45_000, 25_000]
    said = "tombo: the tournament taca began later than is asked: at log index 3, 2026-07-14T19:00:06.000000Z\n"
    assert (early.status, early.err) == (2, said)
    said = "tombo: there is no tournament nada; 'tombo tournament list' shows those there are\n"
    assert (never.status, never.err) == (2, said)


@pytest.mark.usefixtures("here")
def test_prizes_and_refunds_are_told_to_the_cent() -> None:
    """T3 on the command line: the third prize with its credit, both readings of the refunds; every claim holds."""
    prizes, refunds = ran("tournament", "prizes", "taca"), ran("tournament", "refunds", "taca")
    fee = "11.00 fee, commission included"

    assert (prizes.status, refunds.status) == (0, 0)
    assert "  3. p-4 (entry 4): 28.00, credited at log index " in prizes.out
    assert f"  p-1 (entry 1): 88.14 = {fee} + 77.14 by chips: 120.00 x 45000 / 70000" in refunds.out
    assert "  p-1 (entry 1)                        88.14        70.14\n" in refunds.out
    assert "  operator's result                   -20.00        +8.00\n" in refunds.out


@pytest.mark.usefixtures("here")
def test_what_if_at_a_moment_of_the_past() -> None:
    """The refunds if it had been cancelled before the third was out are those of T2, and said to be hypothetical."""
    cancelled = ran("--json", "tournament", "refunds", "taca").document["cancelled"]["log_index"]
    then = str(cancelled - 12)  # two hands of five entries, and a credit, came between
    document = ran("--json", "tournament", "refunds", "taca", "--at", then).document

    assert (document["hypothetical"], document["refunds"]["case"]) == (True, "b")
    assert [share["fee"] + share["share"] for share in document["refunds"]["shares"]] == [5_386, 3_957, 3_243, 1_814]


@pytest.mark.usefixtures("here")
def test_a_claim_that_does_not_hold_has_status_1() -> None:
    """Prizes and refunds on record that the rules do not give are told, and end with status 1."""
    prizes, refunds = ran("tournament", "prizes", "errada"), ran("--json", "tournament", "refunds", "errada")

    assert (prizes.status, refunds.status) == (1, 1)
    assert "the pool was fixed at 999 cents; what was bought and added makes 1000" in prizes.out
    assert refunds.document["differences"] == [
        "R810 r.36: entry 1 was refunded 1000 + 0 cents; the rules give 1100 + 0 cents"
    ]


@pytest.mark.usefixtures("here")
def test_a_name_that_cannot_be_one_is_wrong_usage() -> None:
    """A name with a space, and an instant that is none, end with status 2."""
    assert ran("tournament", "show", "two words").status == 2
    assert ran("tournament", "refunds", "taca", "--at", "yesterday").status == 2


@pytest.mark.usefixtures("here")
def test_a_stream_is_read_a_part_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """However few entries are held in memory at once, the whole stream is read, in order."""
    monkeypatch.setattr(reading, "CHUNK", 3)
    with open_checked(LEDGER[1], Keyring(Path(LEDGER[3])), read_only=True) as store:
        reader = reading.Reader(store)
        whole, parts = reader.entries("tournament:taca"), list(reader.follow("tournament:taca"))

    assert parts == whole
    assert len(whole) % 3


def evening() -> Iterator[Line]:
    """Three enter, one takes his entry back, it begins, it is cancelled: each command with who asks and when."""
    announced = {"reference": "SRIJ/2026/9", "structure": structure().model_dump(mode="json"), "tournament": "noite"}
    yield MANAGER, {"kind": "announce_tournament", **announced}, None
    for name in ("p-1", "p-2", "p-3"):
        session = {"player": name, "session": f"s-{name}"}
        yield PLATFORM, {"kind": "open_account", "player": name}, None
        yield PLATFORM, {"kind": "deposit", "player": name, "amount": {"cents": 5_000}, "reference": "card"}, None
        yield player(name), {"kind": "start_session", **session}, None
        yield player(name), {"kind": "register_entry", "tournament": "noite", **session}, None
    yield player("p-3"), {"kind": "cancel_entry", "player": "p-3", "tournament": "noite"}, START - SECOND
    yield PLATFORM, {"kind": "start_tournament", "seed": SEED, "tables": ["m-1"], "tournament": "noite"}, START
    yield MANAGER, {"kind": "cancel_tournament", "cause": "technical", "note": "power", "tournament": "noite"}, None


def test_a_tournament_through_the_live_door(tmp_path: Path) -> None:
    """What 'tombo record' recorded of a tournament that was begun and cancelled is told, before and after, and holds."""
    sent = [
        json.dumps({"by": by, "command": command, "command_id": f"n/{number}", "occurred": occurred})
        for number, (by, command, occurred) in enumerate(evening())
    ]
    with inside(tmp_path), unbound():
        assert ran("init", "--origin", "operator.example/noite", "--manager", "s-1").status == 0
        answers = tombo(*LEDGER, "record", stdin=signed_lines(Path("keys"), "operator.example/noite", sent))
        assert [line for line in answers.lines if line["status"] != "recorded"] == []
        cancelled = ran("--json", "tournament", "refunds", "noite")
        then = str(cancelled.document["cancelled"]["log_index"] - 1)
        before = ran("tournament", "refunds", "noite", "--at", then)
        shown = ran("tournament", "show", "noite", "--at", then).out

    assert (
        "Entries: 2, 2 in play; the sale is not closed (r.10); 1 entry taken back (r.24-25) (R810 r.14, r.19)\n"
        in shown
    )
    assert "Chips on the tables: 20000, as many as were given out (R810 r.41)\n" in shown
    assert "HYPOTHETICAL" in before.out
    assert "Refunded: 22.00 EUR\n" in before.out
    assert (cancelled.status, cancelled.document["refunds"]["cash"], cancelled.document["differences"]) == (
        0,
        2_200,
        [],
    )
