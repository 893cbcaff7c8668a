"""B1: one forged round blinds nobody: audit, night and lists name it and go on, and a replay says what they say."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import pytest

from tests.tools.cli_run import Ran, inside, tombo
from tombo.ledger.core.clock import SteppingClock
from tombo.ledger.core.entry import By, CommandRef, Entry
from tombo.ledger.core.findings import Reading
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.core.money import Money
from tombo.ledger.games.roulette.events import FindingRecordedV2, Settled
from tombo.ledger.games.tournament.events import Finished
from tombo.ledger.house.account.events import Debited, Deposited
from tombo.ledger.operate.keyring import Keyring, open_ledger
from tombo.ledger.store import CommandRow, open_store
from tombo.ledger.store.mapper import CanonicalMapper, Draft
from tombo.ledger.store.sealing import Batch

FORGED: Final = "blackjack:bj-9999/9999"
Lost = tuple[str, int]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the demonstration: hands, a spin and a round of blackjack."""
    folder = tmp_path_factory.mktemp("blinded")
    with inside(folder):
        assert tombo("--json", "demo").status == 0
    return folder


@pytest.fixture
def folder(demo: Path, tmp_path: Path) -> Iterator[Path]:
    """A copy of it, and work in there."""
    copy = Path(shutil.copytree(demo, tmp_path / "copy"))
    with inside(copy):
        yield copy


def ran(*words: str) -> Ran:
    """``tombo`` on it."""
    return tombo("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys", *words)


def _entries() -> list[Entry]:
    store = open_store("sqlite:///demo/ledger.db", read_only=True)
    try:
        mapper = CanonicalMapper(store.origin)
        return [mapper.to_entry(row) for row in store.rows()]
    finally:
        store.close()


def _newest(entries: Sequence[Entry], word: str) -> Entry:
    return [entry for entry in entries if entry.kind == f"blackjack.{word}.v1"][-1]


def seal(stream: str, version: int, events: Sequence[Any]) -> int:
    """What a stolen event key seals; the log index of the first of it."""
    last = _entries()[-1]
    ledger = open_ledger(
        "sqlite:///demo/ledger.db", Keyring(Path("demo/keys")), clock=SteppingClock(last.recorded + 1_000_000, step=0)
    )
    batch, ref = Batch(), CommandRef(digest="00" * 16, id="thief/1")
    platform = By(actor="platform", id="platform")
    batch.drafts += [Draft(stream, at, event, platform, ref, None) for at, event in enumerate(events, version)]
    batch.heads[stream] = bytes(32) if version == 1 else ledger.known.get(stream).hash
    batch.commands.append(CommandRow("thief/1", bytes(16), 0, len(events)))
    ledger.sealing.put(batch.drafts, batch=batch)
    ledger.store.close()
    return int(batch.first)


def _day() -> str:
    """The day of the newest entry."""
    return day_of(_entries()[-1].recorded)


@pytest.mark.parametrize("settled", [True, False], ids=["settled", "left open"])
def test_b1_a_card_of_nobody_is_named_and_nothing_else_is_lost(folder: Path, *, settled: bool) -> None:
    """Red before: audit and night ended as a fault of tombo itself, or left it out where it was open; the list was none at all."""
    entries = _entries()
    opened, card, ended = _newest(entries, "round_opened"), _newest(entries, "card_dealt"), _newest(entries, "settled")
    events = [
        opened.event.model_copy(update={"number": 9999, "table": "bj-9999"}),
        card.event.model_copy(update={"seat": 7}),
    ]
    at = seal(FORGED, 1, [*events, *([ended.event] if settled else [])]) + 1
    cannot = (
        f"{FORGED}: cannot be computed again: blackjack.card_dealt.v1 at log index {at} cannot follow what is on record"
    )
    for words in (("audit",), ("round", "audit")):
        told, found = ran(*words), ran("--json", *words)
        assert (told.status, found.status) == (1, 1)
        assert f"TAMPERED: what cannot follow at log index {at}: {cannot}" in told.out
        assert [(one.get("stream", one.get("round")), one["log_index"]) for one in found.document["differing"]] == [
            (FORGED, at)
        ]
        assert sum(found.document["outcomes"]["hand"].values()) == 7
    night = ran("--json", "reconcile", "--day", _day())
    assert (night.status, night.err) == (1, "")
    assert [one for one in night.document["problems"] if cannot in str(one)]
    listed = ran("round", "list")
    lost, *others = listed.out.splitlines()
    assert (listed.status, len(others)) == (1, 9)
    assert lost.startswith(
        f"{FORGED}  TAMPERED: blackjack.card_dealt.v1 at log index {at} cannot follow what is on record of {FORGED} "
    )
    assert ran("--json", "round", "list").lines[0]["log_index"] == at
    for words in (("show",), ("replay",)):
        shown = ran("round", *words, FORGED)
        assert (
            shown.status,
            shown.err.count(f"TAMPERED: blackjack.card_dealt.v1 at log index {at} cannot follow"),
        ) == (1, 1)


def test_b1_what_stands_behind_an_end_is_named_by_the_replay_too(folder: Path) -> None:
    """Red before: the audit sent to a replay that called it the same as recorded, and counted the round twice."""
    before = ran("--json", "round", "audit").document
    ended = _newest(_entries(), "settled")
    version = max(entry.version for entry in _entries() if entry.stream == ended.stream)
    at = seal(ended.stream, version + 1, [ended.event])
    said = f"{ended.stream}: blackjack.settled.v1 after its end, which nothing follows (log index {at})"
    audited, replayed = ran("--json", "round", "audit"), ran("round", "replay", ended.stream)
    assert (audited.status, replayed.status) == (1, 1)
    assert [one["differences"] for one in audited.document["differing"]] == [[said]]
    assert audited.document["outcomes"] == before["outcomes"]
    assert (
        f"TAMPERED: blackjack.settled.v1 at log index {at} cannot follow what is on record of {ended.stream}"
        in replayed.err
    )
    assert f"NOT what the rules give, behind its end at log index {at}: {said}" in ran("audit").out


def _named(at: int, said: str) -> None:
    """Audit and night name the entry at this log index, as it is ``said``, and go on; a replay says where it is as well."""
    audited, told, night = ran("--json", "audit"), ran("audit"), ran("--json", "reconcile", "--day", _day())
    assert [audited.status, told.status, night.status, night.err] == [1, 1, 1, ""]
    found = [(one["log_index"], one["differences"]) for one in audited.document["differing"]]
    assert found == [(at, [said])]
    line = next(line for line in told.out.splitlines() if f" at log index {at}: {said}; " in line)
    assert ("; 'tombo verify' says " if "TAMPERED" in line else "; see 'tombo ") in line
    assert [one["entries"] for one in night.document["problems"] if one["text"] == said] == [[at]]


STRANGERS: Final = (
    Deposited(amount=Money(5), reference="x"),
    Debited(amount=Money(1_000_000), cause="table:mesa-1", cause_version=3, wallet="cash"),
    Finished(stacks=[]),
    Settled(),
    FindingRecordedV2(
        about="x", facts={}, otherwise=None, paid=1, reading=Reading.LETTER, rule="R804 r.1", player="p-1"
    ),
)
"""Of other types of stream than a round of blackjack: money, what ends something, and what may stand behind the end of a spin."""


@pytest.mark.parametrize("event", STRANGERS, ids=lambda event: event.kind)
@pytest.mark.parametrize("sort", ["blackjack", "hand"])
def test_b1_an_entry_of_another_type_behind_an_end_is_named(folder: Path, event: Any, sort: str) -> None:
    """Red before: the audit said nothing of what a replay sent to it for, and the night took money of no account for somebody's, or ended in a fault."""
    stream = next(e.stream for e in _entries() if e.kind == f"{sort}.settled.v1")
    version = max(entry.version for entry in _entries() if entry.stream == stream)
    at = seal(stream, version + 1, [event])
    _named(at, f"{stream}: {event.kind} after its end, which nothing follows (log index {at})")
    replayed = ran("round", "replay", stream)
    assert (replayed.status, replayed.out) == (1, "")
    assert f"TAMPERED: {event.kind} at log index {at} cannot follow what is on record of {stream} (" in replayed.err
    since = ran("--json", "audit", "--since", str(at))
    assert [one["log_index"] for one in since.document["differing"]] == [at]


@pytest.mark.parametrize("event", STRANGERS, ids=lambda event: event.kind)
@pytest.mark.parametrize("settled", [True, False], ids=["settled", "left open"])
def test_b1_an_entry_of_another_type_within_a_round_is_named(folder: Path, event: Any, *, settled: bool) -> None:
    """Red before: the audit passed it over, in a round that was over and in one in play."""
    entries = _entries()
    opened, ended = _newest(entries, "round_opened"), _newest(entries, "settled")
    first = opened.event.model_copy(update={"number": 9999, "table": "bj-9999"})
    at = seal(FORGED, 1, [first, event, *([ended.event] if settled else [])]) + 1
    why = "cannot follow what is on record (it is of another type of stream)"
    _named(at, f"{FORGED}: cannot be computed again: {event.kind} at log index {at} {why}")


def test_b1_an_entry_of_another_type_where_nothing_is_played_is_named_by_the_night(folder: Path) -> None:
    """Red before: a deposit in the stream of a table was somebody's money, of the name of the table."""
    before = ran("--json", "reconcile", "--day", _day()).document["closing"]
    version = max(entry.version for entry in _entries() if entry.stream == "table:mesa-1")
    at = seal("table:mesa-1", version + 1, [STRANGERS[0]])
    night = ran("--json", "reconcile", "--day", _day())
    assert (night.status, night.err) == (1, "")
    assert night.document["closing"] == before
    told = "account.deposited.v1 stands in table:mesa-1, where no door records it; nothing there counts it"
    assert [(one["check"], one["entries"]) for one in night.document["problems"] if one["text"] == told] == [
        ("accounts", [at])
    ]


@pytest.mark.parametrize("newest", [True, False], ids=["the table's last hand", "an earlier one"])
def test_b1_cards_that_another_seat_shows_behind_an_end_are_named(folder: Path, *, newest: bool) -> None:
    """Red before: the audit and the night said nothing of them, of a table's last hand and of one that is long over."""
    shown = [entry for entry in _entries() if entry.kind == "hand.cards_shown.v1"][-1 if newest else 0]
    hand = [entry for entry in _entries() if entry.stream == shown.stream]
    opening, event = hand[0].event, shown.event
    seat = next(one.seat for one in opening.seats if one.seat != event.seat)
    at = seal(shown.stream, hand[-1].version + 1, [event.model_copy(update={"seat": seat})])
    cards = ", ".join(card.card for card in event.cards)
    due = "expected the cards it was dealt, all of them and once (R806 r.59)"
    said = f"{shown.stream}: seat {seat} shows {cards} after its end (log index {at}); {due}"
    _named(at, said)
    replayed = ran("hand", "replay", shown.stream.removeprefix("hand:"))
    assert replayed.status == 1
    assert f"TAMPERED: hand.cards_shown.v1 at log index {at} ({shown.stream} version " in replayed.err


def test_a_name_of_no_game_is_told_as_it_was_given(folder: Path) -> None:
    """Red before: ``there is no  to go on behind``."""
    told = ran("round", "list", "--after", "holdem-16/2")
    assert (told.status, "there is no holdem-16/2 to go on behind" in told.err) == (2, True)
    assert "there is no mesa-9/2 to go on behind" in ran("hand", "list", "--after", "mesa-9/2").err


@pytest.mark.parametrize("words", [("audit",), ("hand", "audit"), ("round", "audit")], ids=" ".join)
def test_an_audit_from_behind_the_end_is_no_audit(folder: Path, words: tuple[str, ...]) -> None:
    """Red before: status 0, of nothing that was audited."""
    size = len(_entries())
    told = ran(*words, "--since", str(size + 1))
    assert (told.status, told.out) == (2, "")
    assert f"the log has {size:,} entries; expected --since at most that, not {size + 1}" in told.err
    assert ran(*words, "--since", str(size)).status == 0
