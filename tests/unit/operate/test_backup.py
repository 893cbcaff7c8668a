"""A backup grows with the ledger, is checked as it is written, and restores everything that it says it has (decision 0042)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bench.play import hand
from tests.tools import second_verifier
from tests.worlds.backups import Played, backed_up, copy_of, files_of, in_ledger, judged
from tests.worlds.operator import Operator, size_of
from tombo.ledger.checked import CheckedStore
from tombo.ledger.core.errors import ConflictError, LedgerError, NotFoundError, TamperedError, UsageError
from tombo.ledger.exchange.folder import Folder
from tombo.ledger.exchange.tiles import WIDTH
from tombo.ledger.operate.backup import LOCK
from tombo.ledger.seal import lockfile
from tombo.ledger.seal.lockfile import locked
from tombo.ledger.store import Store
from tombo.ledger.verify import Code


@pytest.fixture
def on_both(store_url: str, tmp_path: Path) -> Operator:
    """A ledger on either store."""
    return Operator(tmp_path, store_url)


def test_a_base_and_increments_are_the_ledger(on_both: Operator, new_url: str) -> None:
    """What is new is added, what is there and full is not written again, and all of it is restored, the end that nobody signed included."""
    folder = on_both.folder / "backup"
    base = backed_up(on_both, folder)
    assert (base.before, base.entries, base.signed) == (0, size_of(on_both.act([])), base.entries)
    played = Played(on_both)
    note = played.until(2 * WIDTH + 10)
    played.hands(publishing=False)
    second = backed_up(on_both, folder)
    assert (second.before, second.signed) == (base.entries, size_of(note))
    assert second.entries > second.signed
    full = {path: path.stat() for path in folder.rglob("*") if path.is_file() and ".p" not in path.parent.name}
    played.hands(publishing=False)
    third = backed_up(on_both, folder)
    assert third.before == second.entries < third.entries
    assert third.openings == 8, "two closed cards for each of four players"
    for path, was in full.items():
        same = os.path.samestat(path.stat(), was)
        assert same == (path.name != "backup"), path
    report = judged(on_both, folder, note)
    assert (report.verdict, report.unproven_tail, report.problems) == (Code.OK, third.entries - third.signed, [])
    before = in_ledger(on_both.url)
    on_both.restore(copy_of(on_both, folder), new_url)
    assert in_ledger(new_url) == before
    assert len(before[2]) == base.openings + second.openings + third.openings
    assert on_both.standing().first_lost is None
    assert on_both.report(played.hands()).verdict is Code.OK


def test_nothing_new_writes_nothing(operator: Operator) -> None:
    """But the time, in the file that says how far it reaches; here the clock stands."""
    folder = operator.folder / "backup"
    operator.act(hand(0, 1), publishing=False)
    first, before = backed_up(operator, folder), files_of(folder)
    again, after = backed_up(operator, folder), files_of(folder)
    assert again == first._replace(before=first.entries, openings=0, written=0)
    assert before == after


def test_it_is_a_bundle_to_other_peoples_tools(operator: Operator) -> None:
    """Of its checkpoint every tile is there, as ``tombo export bundle`` writes it, also where entries follow that it does not cover."""
    folder = operator.folder / "backup"
    backed_up(operator, folder)
    played = Played(operator)
    played.until(WIDTH + 20)
    played.hands(publishing=False)
    done = backed_up(operator, folder)
    assert done.signed < done.entries
    exported = files_of(operator.bundle("exported", openings=False))
    assert any(".p/" in name for name in exported)
    there = files_of(folder)
    assert {name: there.get(name) for name in exported} == exported
    status, said = second_verifier.verify(folder, operator.keyring.policy)
    assert (status, f" {done.signed} entries" in said) == (0, True), said


def test_who_reads_while_a_run_is_at_work_reads_what_he_opened(operator: Operator) -> None:
    """The partial tiles that he was to read are taken away by the run; the longer ones begin with the same."""
    folder, played = operator.folder / "backup", Played(operator)
    played.until(WIDTH + 20)
    played.hands(publishing=False)
    backed_up(operator, folder)

    def read(source: Any) -> list[Any]:
        return [list(source.rows()), list(source.sealed_between(0, 10**6)), list(source.tiles()), source.differences()]

    kept = read(copy_of(operator, folder))
    for hands in (1, 12):  # in the same tile, and beyond it
        source = copy_of(operator, folder)
        before = read(source)
        gone = files_of(folder)
        played.hands(hands)
        backed_up(operator, folder)
        assert gone.keys() - files_of(folder).keys()
        assert read(source) == before
    assert before != kept


def test_partial_tiles_that_were_replaced_are_gone(operator: Operator) -> None:
    """Of each tile there is what the checkpoint ends in, and what the log ends in."""
    folder = operator.folder / "backup"
    for number in range(1, 16):
        operator.act(hand(0, number), publishing=number % 3 == 0)
        done = backed_up(operator, folder)
        partial = {name for name in files_of(folder) if ".p/" in name and not name.startswith("tile/1")}
        n, signed = divmod(done.entries, WIDTH), divmod(done.signed, WIDTH)
        wanted = {f"{kind}/{n[0]:03d}.p/{n[1]}" for kind in ("tile/entries", "openings") if n[1]}
        wanted |= {f"{kind}/{signed[0]:03d}.p/{signed[1]}" for kind in ("tile/entries", "tile/0") if signed[1]}
        assert partial == wanted


def test_a_ledger_without_a_checkpoint_has_no_backup(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing says which ledger it would be of."""
    monkeypatch.setattr(CheckedStore, "last_checkpoint", lambda _: None)
    with pytest.raises(NotFoundError, match="tombo checkpoint"):
        backed_up(operator, operator.folder / "backup")


def test_who_may_not_read_openings_makes_no_backup(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """One without closed cards would be found out when it is needed."""
    monkeypatch.setattr(Store, "sealed_between", lambda *_: None)
    with pytest.raises(UsageError, match="rights of this user"):
        backed_up(operator, operator.folder / "backup")


def test_two_at_a_time_are_not(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second waits, is refused, and says who is at work."""
    folder = operator.folder / "backup"
    monkeypatch.setattr(lockfile, "PATIENCE", 0.1)
    backed_up(operator, folder)
    with locked(folder / LOCK, "the backup"), pytest.raises(ConflictError, match=f"process {os.getpid()}"):
        backed_up(operator, folder)


def test_a_folder_of_other_things_is_left_alone(operator: Operator) -> None:
    """Also an exported bundle, which another run would not go on with."""
    exported = operator.bundle("exported")
    before = files_of(exported)
    with pytest.raises(UsageError, match="no backup"):
        backed_up(operator, exported)
    assert {name: data for name, data in files_of(exported).items() if name != LOCK} == before


def test_another_ledgers_backup_is_not_gone_on_with(operator: Operator, tmp_path: Path) -> None:
    """Whose keys are others, though its name is the same."""
    (tmp_path / "other").mkdir()
    other = Operator(tmp_path / "other", f"sqlite:///{tmp_path / 'other/ledger.db'}")
    folder = tmp_path / "backup"
    backed_up(other, folder)
    before = files_of(folder)
    operator.act(hand(0, 1))
    with pytest.raises(TamperedError, match="no known key signed the note"):
        backed_up(operator, folder)
    assert files_of(folder) == before


@pytest.mark.parametrize("lost", ["signed", "acknowledged"])
def test_another_history_is_refused(on_both: Operator, new_url: str, lost: str) -> None:
    """A ledger that went on from an older copy, after a loss declared, or is such a copy: what it lost stays in the backup."""
    folder, older = on_both.folder / "backup", on_both.folder / "older"
    on_both.act(hand(0, 1))
    backed_up(on_both, older)
    on_both.act(hand(0, 2), publishing=lost == "signed")
    backed_up(on_both, folder)
    before, source = files_of(folder), copy_of(on_both, older)
    on_both.restore(source, new_url)
    on_both.declare()
    with pytest.raises(TamperedError, match=r"lost entries.* new folder"):
        backed_up(on_both, folder)
    on_both.act([*hand(0, 2), *hand(0, 3)])
    with pytest.raises(TamperedError, match=r"another (history|entry)"):
        backed_up(on_both, folder)
    assert files_of(folder) == before
    backed_up(on_both, older)
    report = judged(on_both, older, on_both.keyring.signer_state.read_bytes())
    assert report.verdict is Code.OK


def flip(path: Path) -> None:
    """Change the middle of a file by one bit."""
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


EDGE: dict[str, dict[Callable[[Path], None], str]] = {
    "tile/entries": {flip: "is another entry in the backup|is no entry", Path.unlink: "is not there, or is no entry"},
    "openings": {flip: "is not in the ledger as it is in the backup|do not parse"},
    "tile/1/000.p/1": {flip: "not those of its checkpoint", Path.unlink: "000.p/1 is not there"},
    "checkpoint": {flip: "/checkpoint: ", Path.unlink: "/checkpoint: "},
    "backup": {flip: "does not say how far", Path.unlink: "holds something that is no backup"},
}
"""What the next run goes on from."""


def test_a_file_that_the_next_run_goes_on_from_is_named(operator: Operator) -> None:
    """Every one at the edge: nothing is written over, and the message says what is wrong."""
    folder, played = operator.folder / "backup", Played(operator)
    note = played.until(WIDTH + 60)
    played.hands(publishing=False)
    done = backed_up(operator, folder)
    played.hands()
    whole, last = files_of(folder), f"{done.entries // WIDTH:03d}.p/{done.entries % WIDTH}"
    assert judged(operator, folder, note).verdict is Code.OK
    for name, spoils in EDGE.items():
        path = folder / (f"{name}/{last}" if name in {"tile/entries", "openings"} else name)
        for spoil, said in spoils.items():
            spoil(path)
            before = files_of(folder)
            with pytest.raises(LedgerError, match=said):
                backed_up(operator, folder)
            after = files_of(folder)
            assert {one: after.get(one) for one in before if one != LOCK} == {
                one: data for one, data in before.items() if one != LOCK
            }, name
            path.write_bytes(whole[str(path.relative_to(folder))])
    backed_up(operator, folder)
    assert judged(operator, folder, note).verdict is Code.OK


def test_an_entry_that_is_not_the_signed_one_is_not_counted(
    operator: Operator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the ledger hands out as new: the tree over it has to have the root of its checkpoint."""
    folder, played = operator.folder / "backup", Played(operator)
    played.hands()
    old = backed_up(operator, folder).entries
    before, real = files_of(folder), CheckedStore.rows
    played.hands()

    def altered(store: CheckedStore, start: int, stop: int) -> Any:
        return (
            row._replace(state=row.state[::-1]) if row.index == old + 1 else row for row in real(store, start, stop)
        )

    with monkeypatch.context() as patch:
        patch.setattr(CheckedStore, "rows", altered)
        with pytest.raises(TamperedError, match=r"the ledger's checkpoint says"):
            backed_up(operator, folder)
    assert {name: files_of(folder)[name] for name in before} == before
    assert copy_of(operator, folder).head().size == old
    backed_up(operator, folder)
    assert judged(operator, folder, operator.keyring.signer_state.read_bytes()).verdict is Code.OK


def test_an_opening_that_the_ledger_lost_is_kept(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its tile is not written again without it."""
    folder, played = operator.folder / "backup", Played(operator)
    played.hands()
    backed_up(operator, folder)
    before, real = files_of(folder), Store.sealed_between
    played.hands()
    monkeypatch.setattr(Store, "sealed_between", lambda *given: (one for one in real(*given) or () if one[1].slot != 1))
    with pytest.raises(TamperedError, match=r"slot 1 .* is not in the ledger as it is in the backup"):
        backed_up(operator, folder)
    assert {name: files_of(folder)[name] for name in before} == before


def test_a_run_costs_what_is_new(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows asked of the store and the files opened are as many with five times the history, but for the tile that is not full."""
    folder, asked = operator.folder / "backup", list[int]()
    opened, real, rows_of = list[str](), Folder.open, Store.rows_of

    def counted(files: Folder, name: str) -> Any:
        opened.append(name)
        return real(files, name)

    def rows(store: Store, kinds: Any, start: int, stop: int) -> Any:
        asked.append(stop - start)
        return rows_of(store, kinds, start, stop)

    costs, played = [], Played(operator)
    for hands in (10, 60):
        played.hands(hands)
        backed_up(operator, folder)
        played.hands()
        with monkeypatch.context() as patch:
            patch.setattr(Folder, "open", counted)
            patch.setattr(Store, "rows_of", rows)
            opened.clear()
            asked.clear()
            done = backed_up(operator, folder)
        new = done.entries - done.before
        assert new <= sum(asked) <= 2 * (new + WIDTH), (
            asked,
            new,
        )  # a checked store reads what it did not know yet, and again what is asked
        costs.append((done.entries, len(opened)))
    (small, few), (large, many) = costs
    assert large > 4 * small
    assert many <= few + 3, costs
