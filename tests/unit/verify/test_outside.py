"""What comes from outside: checkpoints, the ones verified before, witnesses."""

from __future__ import annotations

from functools import partial

import pytest

from tests.forgeries.acts import changed_and_resealed, cut
from tests.forgeries.maker import Made, Memory, Tables, make, restate
from tests.forgeries.table import raised
from tests.forgeries.thefts import add
from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.seal.checkpoint import Checkpoint
from tombo.ledger.seal.keys import COSIGNATURE, PrivateKey, PublicKey
from tombo.ledger.seal.note import cosign, sign_note
from tombo.ledger.seal.policy import Group, Policy
from tombo.ledger.verify import Code, Report, verify
from tombo.ledger.verify.symptoms import SymptomList


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The small honest ledger of the forgeries."""
    return make(tmp_path_factory.mktemp("honest"))


def look(
    made: Made,
    *,
    tables: Tables | None = None,
    checkpoint: bytes | None = None,
    since: bytes | None = None,
    policy: Policy | None = None,
) -> Report:
    """The report on the ledger, or on other tables."""
    factory = partial(Memory, tables or made.tables)
    return verify(factory, policy or made.policy, checkpoint=checkpoint, since=since)


def test_what_came_since_a_checkpoint_is_looked_at(made: Made) -> None:
    """A checkpoint verified before counts as one from outside, and so does a newer one beside it."""
    alone = look(made, since=made.saved)
    assert (alone.verdict, alone.size) == (Code.OK, made.places["saved"])
    both = look(made, since=made.saved, checkpoint=made.signer)
    assert (both.verdict, both.size, both.problems) == (Code.OK, made.places["signed"], [])


def test_a_change_after_the_checkpoint_verified_before_is_found(made: Made) -> None:
    """What came since is checked in full."""
    tables = made.tables.copy()
    restate(tables.events[made.places["late"] + 3], signature=bytes(64))
    first = look(made, tables=tables, since=made.saved).problems[0]
    assert (first.code, first.first, first.field) == (Code.TAMPERED, made.places["late"] + 3, "signature")


def test_a_change_before_the_checkpoint_verified_before_is_located(made: Made) -> None:
    """If the tree is no longer the one verified before, everything is looked at again, and the entry is named."""
    tables = made.tables.copy()
    restate(tables.events[made.places["batch"] + 3], signature=bytes(64))
    first = look(made, tables=tables, since=made.saved).problems[0]
    assert (first.code, first.first, first.field) == (Code.TAMPERED, made.places["batch"] + 3, "signature")


def test_another_history_before_the_checkpoint_verified_before_is_a_fork(made: Made) -> None:
    """Resealing what was verified before with a stolen key does not help."""
    tables = made.tables.copy()
    changed_and_resealed("batch+8", raised)(made, tables)
    assert look(made, tables=tables, since=made.saved).verdict is Code.FORKED


def test_what_was_verified_before_is_looked_at_if_it_is_not_there_any_more(made: Made) -> None:
    """A log cut off below the checkpoint verified before is not taken on trust up to its end."""
    tables = made.tables.copy()
    cut("late")(made, tables)
    index = made.places["one"]
    restate(tables.events[index], signature=bytes(64))
    report = look(made, tables=tables, since=made.signer)
    assert report.verdict is Code.TRUNCATED
    assert (Code.TAMPERED, index) in {(found.code, found.first) for found in report.problems}


def test_a_flood_of_what_is_harmless_washes_nothing_away(made: Made, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many openings are withheld, an entry changed behind them is the verdict; so is a key of nobody."""
    monkeypatch.setattr(SymptomList.__init__, "__defaults__", (2,))
    tables = made.tables.copy()
    tables.openings.clear()
    assert look(made, tables=tables).verdict is Code.WITHHELD
    restate(tables.events[made.places["end"] - 1], signature=bytes(64))
    assert look(made, tables=tables).verdict is Code.TAMPERED


def test_the_worst_problem_is_the_verdict(made: Made) -> None:
    """A missing opening does not cover up what is worse, though it weighs the same for the exit status."""
    tables = made.tables.copy()
    tables.openings.clear()
    add(recorded=1)(made, tables)
    codes = [found.code for found in look(made, tables=tables).problems]
    assert codes[0] is Code.BACKDATED
    assert set(codes) == {Code.BACKDATED, Code.WITHHELD}


@pytest.mark.parametrize("note", [b"", b"nonsense", b"\xff" * 99])
def test_a_checkpoint_that_is_none_is_wrong_usage(made: Made, note: bytes) -> None:
    """What cannot be read is not a verdict on the ledger."""
    with pytest.raises(UnreadableError, match="no signed checkpoint"):
        look(made, checkpoint=note)


def test_a_checkpoint_of_another_log_proves_nothing(made: Made) -> None:
    """A checkpoint that the policy's key did not sign is a failure of policy, and confirms no entry."""
    other = PrivateKey(made.policy.origin, bytes(32))
    note = sign_note(Checkpoint(made.policy.origin, 3, bytes(32)).text, other)
    report = look(made, checkpoint=note)
    assert (report.verdict, report.size, report.exit_status) == (Code.POLICY_FAIL, 0, 1)


def test_a_checkpoint_of_the_empty_log_confirms_nothing(made: Made) -> None:
    """Size 0 is a beginning of every log: it proves no entry, and the verdict says so."""
    empty = "0\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"
    note = made.signer.decode().splitlines()[0]
    assert note == made.policy.origin
    report = look(made, policy=_with_key(made, KEY), checkpoint=sign_note(f"{note}\n{empty}", KEY))
    assert report.size == 0
    assert report.verdict is not Code.OK


KEY = PrivateKey("operator.example/ledger/1", bytes(range(32)))


def _with_key(made: Made, key: PrivateKey) -> Policy:
    return Policy(made.policy.root, key.public)


def test_a_quorum_of_witnesses_is_as_good_as_a_checkpoint_kept_outside(made: Made) -> None:
    """A stored checkpoint that enough witnesses cosigned confirms the log; fewer, or none asked for, do not."""
    witnesses = [PrivateKey(f"witness.example/{name}", bytes((name,)) * 32) for name in (1, 2)]
    public = {key.name: PublicKey(key.name, key.public.raw, COSIGNATURE) for key in witnesses}
    policy = Policy(made.policy.root, made.policy.log, public, {"both": Group(2, tuple(public))}, "both")
    tables = made.tables.copy()
    tables.checkpoints = [row for row in tables.checkpoints if row[0] == made.places["signed"]]
    for count, verdict in ((0, Code.UNWITNESSED), (1, Code.UNWITNESSED), (2, Code.OK)):
        note = made.signer
        for witness in witnesses[:count]:
            note = cosign(note, witness, 1_763_000_000)
        tables.checkpoints[0][1] = note.decode()
        assert look(made, tables=tables, policy=policy).verdict is verdict
        given = look(made, policy=policy, checkpoint=note)
        assert given.verdict is (Code.OK if count == 2 else Code.POLICY_FAIL)


def test_the_report_is_one_json_document(made: Made) -> None:
    """Verdict, entries, size, root, unproven tail and problems, each problem with code, place, field and message."""
    tables = made.tables.copy()
    restate(tables.events[60], signature=bytes(64))
    said = look(made, tables=tables, checkpoint=made.signer).to_json()
    assert list(said) == ["verdict", "entries", "size", "root", "unproven_tail", "problems"]
    assert (said["verdict"], said["entries"]) == ("TAMPERED", made.places["end"])
    assert said["problems"][0]["index"] == 60
    assert set(said["problems"][0]) == {"code", "index", "field", "message"}
