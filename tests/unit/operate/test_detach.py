"""Old play leaves the database once a copy has it, and reads, replays and verifies as before (decision 0045)."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from bench.play import hand, recorded
from tests.conftest import run_past
from tests.forgeries.maker import ORIGIN
from tests.worlds.backups import backed_up, in_ledger
from tests.worlds.detached import (
    asked,
    backed_up_and_run,
    blob_of,
    boundary_of,
    checked_rows,
    cut_rows,
    put_on_record,
    report,
    run,
)
from tests.worlds.operator import MANAGER, Operator, size_of
from tests.worlds.staff import signed
from tombo.ledger.core.clock import INSTANT_MAX, SECOND, SteppingClock
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import NotFoundError, TamperedError, UsageError
from tombo.ledger.core.findings import Refused
from tombo.ledger.core.money import Money
from tombo.ledger.exchange.tiles import entry_tile
from tombo.ledger.house.dispute.commands import OpenDispute, ReadDisputedCards, ResolveDispute
from tombo.ledger.house.log.commands import ConfirmClock
from tombo.ledger.operate import detach as detaching
from tombo.ledger.operate.cold import NotHereError, keep_place
from tombo.ledger.operate.detach import boundary, cut_plays, read_back
from tombo.ledger.operate.detached import periods
from tombo.ledger.operate.keyring import open_checked, open_ledger
from tombo.ledger.seal.checkpoint import open_checkpoint
from tombo.ledger.store import open_store
from tombo.ledger.verify import Code
from tombo.reports.shown.house.dispute_walk import look, needed, recordable
from tombo.reports.shown.reading import Reader

OFFICER = By(actor="staff", id="s-2", role="officer")
TWO_YEARS = 730 * 86_400 * SECOND


def test_it_reads_and_verifies_as_before(on_both: Operator) -> None:
    """Only bodies left, of hands alone; rows, commands and openings are handed out as they were, and the door goes on."""
    before, copy = in_ledger(on_both.url), on_both.folder / "copy"
    done = backed_up_and_run(on_both, copy)
    size = len(before[0])
    cut = cut_rows(on_both)
    kept = [row.index for row in before[0] if row.stream.startswith("hand:") and row.index not in cut]
    assert (done.log_index, done.cut, done.kept) == (size, len(cut), len(kept))
    assert {before[0][at].stream for at in cut} == {f"hand:mesa-0/{number}" for number in range(1, 5)}, (
        "the last two stay"
    )
    assert checked_rows(on_both, size) == before[0]
    with open_checked(on_both.url, on_both.keyring, read_only=True) as store:
        for row in (before[0][at] for at in cut):
            assert store.row(row.index) == row
            assert row in store.stream_rows(row.stream)
            assert store.size_at(int.from_bytes(row.state[51:59], "big")) > row.index
        assert [tuple(one) for one in periods(store)] == [(0, size, asked(boundary_of(on_both, size)).command.root)]
    with open_store(on_both.url) as store:
        assert store.differences() == []
    note = on_both.act(hand(0, 7))
    assert report(on_both, note).verdict is Code.OK
    assert [one[: len(was)] for one, was in zip(in_ledger(on_both.url)[1:], before[1:], strict=True)] == [*before[1:]]


def test_without_a_copy_nothing_is_said_of_it(on_both: Operator) -> None:
    """What was cut is not read, and no verdict is given; the period, its root and the way on are named. What stayed is read."""
    backed_up_and_run(on_both, on_both.folder / "copy")
    on_both.keyring.cold.unlink()
    first = cut_rows(on_both)[0]
    with open_checked(on_both.url, on_both.keyring, read_only=True) as store:
        known = periods(store)[0]
        said = (
            rf"entries 0 to {known.size - 1} .* under the root {re.escape(known.root)}; log index {first} .*--cold DIR"
        )
        with pytest.raises(NotHereError, match=said):
            store.row(first)
        assert store.entries("table:mesa-0")
        assert store.in_play("table") == {}
    with pytest.raises(NotHereError, match=said):
        report(on_both)
    on_both.act(hand(0, 7))  # the door goes on without it


def test_a_complaint_two_years_later_is_replayed_decided_and_verified(on_both: Operator) -> None:
    """Of a hand that left the database: opened, computed again from the copy, resolved, and all of it verified."""
    backed_up_and_run(on_both, on_both.folder / "copy")
    assert cut_rows(on_both)
    clock = SteppingClock(SteppingClock().instant + TWO_YEARS)
    ledger = open_ledger(on_both.url, on_both.keyring, clock=clock)
    with ledger.store as store:

        def ask(command: Any, by: By, name: str) -> None:
            recorded(ledger.handle(signed(Envelope(command, by, name, None), ORIGIN)))

        now = clock.now()
        ask(ConfirmClock(clock=now, floor=now, reason="two years out of use"), MANAGER, "clock")
        about, name, player = "hand:mesa-0/2", "2027-0001", "p-1"
        claim: Any = {"about": about, "claim": "I won that hand", "complained": clock.now()}
        ask(OpenDispute(dispute=name, player=player, **claim), OFFICER, "open")
        reader = Reader(store, on_both.keyring, lambda _: None)
        wanted = needed(reader, about)
        if wanted:
            ask(ReadDisputedCards(dispute=name, reason="to compute it again"), OFFICER, "read")
        found = look(reader, about, wanted).replay
        assert (found.differences, found.version) == ((), store.stream_rows(about)[-1].version)
        ask(recordable(found, name, player), OFFICER, "replay")
        outcome: Any = {"outcome": "rejected", "grounds": "the cards say otherwise", "compensation": Money(cents=0)}
        ask(ResolveDispute(dispute=name, **outcome), OFFICER, "resolve")
    assert report(on_both, on_both.act([])).verdict is Code.OK


def test_play_in_dispute_stays(played: Operator) -> None:
    """As long as nobody has resolved the complaint; then it leaves with the next run, which puts nothing on record again."""
    opened: Any = {"about": "hand:mesa-0/2", "claim": "I won that hand", "complained": SteppingClock().instant}
    played.act([Envelope(OpenDispute(dispute="d-1", player="p-1", **opened), OFFICER, "open", None)])
    backed_up_and_run(played, played.folder / "copy")
    kept = set(cut_rows(played))
    with open_store(played.url, read_only=True) as store:
        assert not kept & {row.index for row in store.stream_rows("hand:mesa-0/2")}
        assert kept >= {row.index for row in store.stream_rows("hand:mesa-0/1")}


def test_run_again_it_does_what_is_left(played: Operator) -> None:
    """Nothing is put on record twice, and nothing is cut twice. A later period is one of its own."""
    copy = played.folder / "copy"
    first = backed_up_and_run(played, copy)
    size = boundary_size(played)
    again = run(played, copy, before=INSTANT_MAX)
    assert (again.log_index is None, again.cut) == (size == boundary_size(played), 0)
    played.act([one for number in range(7, 10) for one in hand(0, number)])
    later = backed_up_and_run(played, copy)
    assert later.log_index is not None
    assert later.cut > 0
    with open_checked(played.url, played.keyring, read_only=True) as store:
        found = periods(store)
    assert [one.first for one in found] == [0, *(one.size for one in found[:-1])]
    assert first.log_index is not None
    assert report(played, played.act([])).verdict is Code.OK


def boundary_size(operator: Operator) -> int:
    """Up to which size a run would detach now."""
    with open_checked(operator.url, operator.keyring, read_only=True) as store:
        return boundary(store, INSTANT_MAX, operator.policy).size


def test_only_what_was_recorded_before_the_day(played: Operator) -> None:
    """Up to the last checkpoint whose entries were all recorded before the instant; where there is none, nothing."""
    with open_checked(played.url, played.keyring, read_only=True) as store:
        sizes = [size for size, _ in store.checkpoints()]
        recorded_at = [int.from_bytes(row.state[51:59], "big") for row in store.rows()]
        for instant in {recorded_at[size - 1] + 1 for size in sizes}:
            assert boundary(store, instant, played.policy).size == max(
                size for size in sizes if recorded_at[size - 1] < instant
            )
        with pytest.raises(NotFoundError, match="name a later instant"):
            boundary(store, recorded_at[0], played.policy)


# What is refused, with nothing done


def test_a_copy_that_is_too_short_is_refused(played: Operator) -> None:
    """It is told what to run first."""
    backed_up(played, played.folder / "copy")
    played.act(hand(0, 7))
    with pytest.raises(UsageError, match="Run 'tombo backup' first"):
        run(played, played.folder / "copy")
    assert (cut_rows(played), played.keyring.cold.exists()) == ([], False)


def test_a_forged_copy_is_refused(played: Operator) -> None:
    """One byte of one entry, or an entry less: it has not the root that was signed, and nothing is put on record, kept or cut."""
    copy = played.folder / "copy"
    backed_up(played, copy)
    tile = next(path for path in (copy / entry_tile(0)).parent.rglob("*") if path.is_file())
    whole, before = tile.read_bytes(), len(in_ledger(played.url)[0])
    for forged in (whole.replace(b'"cards"', b'"cardz"', 1), whole[:-1]):
        assert forged != whole
        tile.write_bytes(forged)
        with pytest.raises(TamperedError, match=r"whose root .* was signed"):
            run(played, copy)
    assert (cut_rows(played), played.keyring.cold.exists(), len(in_ledger(played.url)[0])) == ([], False, before)


def test_a_database_that_has_another_entry_loses_nothing(on_both: Operator) -> None:
    """Where somebody altered a row since it was copied, the run stops, and both can be compared still."""
    backed_up(on_both, on_both.folder / "copy")
    with open_store(on_both.url, read_only=True) as store:
        row = store.stream_rows("hand:mesa-0/1")[3]
    checkpoint = boundary_of(on_both, len(in_ledger(on_both.url)[0]))
    ledger = open_ledger(on_both.url, on_both.keyring, clock=SteppingClock())
    altered = bytearray(row.state)
    altered[-2] ^= 1
    run_past(
        on_both.url,
        f"UPDATE stored_events SET state = {blob_of(on_both, bytes(altered))} WHERE notification_id = {row.index + 1}",
    )
    with ledger.store, pytest.raises(TamperedError, match=f"log index {row.index}"):
        detaching.detach(
            ledger,
            on_both.keyring,
            str(on_both.folder / "copy"),
            checkpoint,
            partial(put_on_record, ledger, checkpoint),
        )
    assert cut_rows(on_both) == []


def test_two_people_detach(played: Operator) -> None:
    """Not a manager alone, and not in the name of one who did not sign; nor the platform, nor an officer."""
    checkpoint = boundary_of(played, len(in_ledger(played.url)[0]))
    ledger = open_ledger(played.url, played.keyring, clock=SteppingClock())
    with ledger.store:
        alone = asked(checkpoint)
        named = alone.command.model_copy(update={"second": MANAGER.id})
        himself = signed(Envelope(named, MANAGER, "himself", None), ORIGIN)
        officer = signed(alone._replace(by=OFFICER, signatures=()), ORIGIN, MANAGER.id)
        platform = alone._replace(by=By(actor="platform", id="p"), signatures=())
        for envelope in (alone, himself, officer, platform):
            assert isinstance(ledger.handle(envelope), Refused), envelope


def test_what_is_detached_is_what_the_log_has_signed(on_both: Operator) -> None:
    """Red before: two who sign another root, or a size that the log has not, had the verifier say that it is altered, for good."""
    checkpoint = boundary_of(on_both, len(in_ledger(on_both.url)[0]))
    wrong = (
        checkpoint._replace(root=bytes(32)),
        checkpoint._replace(size=10**6),
        checkpoint._replace(size=checkpoint.size - 1),
    )
    ledger = open_ledger(on_both.url, on_both.keyring, clock=SteppingClock())
    with ledger.store:
        for one in wrong:
            told = ledger.handle(asked(one, OFFICER.id))
            assert isinstance(told, Refused) and told.finding.rule == "House: period", told
        recorded(ledger.handle(asked(checkpoint, OFFICER.id)))


@pytest.mark.parametrize("of", ["hand:mesa-0/1", "hand:mesa-0/6"])
def test_who_detached_is_not_accused_of_what_was_altered_below(played: Operator, of: str) -> None:
    """Whether the entry left or stays. Red before: the record, which two people signed, was said to be of another tree, beside the entry that was altered."""
    done = backed_up_and_run(played, played.folder / "copy")
    with open_store(played.url, read_only=True) as store:
        row = store.stream_rows(of)[3]
    altered = bytearray(row.state)
    altered[20] ^= 1
    run_past(
        played.url,
        f"UPDATE stored_events SET state = {blob_of(played, bytes(altered))} WHERE notification_id = {row.index + 1}",
    )
    found = report(played)
    assert found.problems[0].first == row.index
    assert done.log_index not in {one.first for one in found.problems}


# What goes on


def test_only_play_that_was_over_by_then_leaves(played: Operator) -> None:
    """Not a hand that ended after the checkpoint, nor one that goes on, whether somebody reads it still or not."""
    copy = played.folder / "copy"
    note = played.act(hand(0, 7)[:9])
    played.act([*hand(0, 7)[9:], *(one for number in (8, 9) for one in hand(0, number)), *hand(0, 10)[:9]])
    backed_up(played, copy)
    ends = {"hand:mesa-0/7": size_of(note), "hand:mesa-0/10": boundary_size(played)}
    keep_place(played.keyring, str(copy))
    ledger = open_ledger(played.url, played.keyring, clock=SteppingClock())
    with ledger.store as store:
        for stream, size in ends.items():
            signed_up_to = open_checkpoint((store.checkpoint_at(size) or "").encode(), played.policy)[0]
            put_on_record(ledger, signed_up_to)
            _, kept = cut_plays(store, read_back(str(copy), signed_up_to), size, ())
            there = {row.index for row in store.stream_rows(stream) if row.index < size}
            assert (kept, there & set(cut_rows(played))) == (len(there), set())


def test_who_has_read_old_play_reads_what_left_since(played: Operator) -> None:
    """A copy that was open grows, and a process that runs for months finds in it what is detached meanwhile."""
    copy = played.folder / "copy"
    backed_up_and_run(played, copy)
    with open_checked(played.url, played.keyring, read_only=True) as reader:
        before = [reader.row(at) for at in cut_rows(played)]
        played.act([one for number in range(7, 10) for one in hand(0, number)])
        rows = checked_rows(played, boundary_size(played))
        backed_up_and_run(played, copy)
        assert len(cut_rows(played)) > len(before)
        assert [reader.row(at) for at in cut_rows(played)] == [rows[at] for at in cut_rows(played)]
