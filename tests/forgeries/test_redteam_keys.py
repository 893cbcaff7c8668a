"""The red team with stolen keys: what everybody then says is foretold, and what a thief is left with is said in plain words.

Who stole an event key and the database seals what an operator could have sealed, until the key is revoked; the doors believe him, and the checks
of the day are there to name it. Who stole the checkpoint key signs no entries: nobody believes one that no event key signed.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from tests.forgeries.maker import Made
from tests.forgeries.redteam.askers import ASKED, NOTHING, Said, Theft, asked
from tests.forgeries.redteam.foretold import THEFTS
from tests.forgeries.redteam.scene import SqliteScene
from tests.forgeries.redteam.stolen import CHECKPOINT_KEY, DEEDS, STATED, WITHDRAWAL, Deed, forged, made_of
from tests.forgeries.redteam.trials import hour, scratch
from tests.tools.cli_run import tombo
from tombo.ledger.operate.publish import node_of
from tombo.ledger.seal.entry import leaf_data
from tombo.ledger.seal.proof import prove, write_proof
from tombo.ledger.store import open_evidence

FORETOLD: Final = {(theft.who, theft.does): theft for theft in THEFTS}


class Stage:
    """An honest ledger, with a tail under no checkpoint or without, and what everybody honestly says of it."""

    def __init__(self, where: Path, *, tail: bool) -> None:
        self.scene = SqliteScene(where / f"tail-{tail}", published=not tail)
        self.made: Made = made_of(self.scene)
        self.honestly: Callable[[str], Said] = cache(
            lambda name: asked(name, Theft(self.scene, WITHDRAWAL, self.scene.tables))
        )

    def says(self, name: str, deed: Deed) -> str:
        """What ``name`` says after ``deed``, in a word."""
        said = asked(name, Theft(self.scene, deed.used, *forged(deed, self.made, self.scene.tables)))
        return NOTHING if said == self.honestly(name) else said.word


@pytest.fixture(scope="module")
def stages() -> Iterator[dict[bool, Stage]]:
    """With a tail, and without."""
    with hour(), scratch() as folder, ExitStack() as stack:
        found = {tail: Stage(folder, tail=tail) for tail in (True, False)}
        for stage in found.values():
            stack.callback(stage.scene.close)
        yield found


def test_every_theft_is_foretold() -> None:
    """The table has a line for each deed and no other, and in it everybody who is asked."""
    assert list(FORETOLD) == [(deed.who, deed.what) for deed in DEEDS]
    assert all(list(theft.says) == list(ASKED) for theft in THEFTS)


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: f"{deed.who}-{deed.what}".replace(" ", "_"))
def test_a_thief_is_believed_by_those_who_are_foretold(stages: dict[bool, Stage], deed: Deed) -> None:
    """Doors, publisher, verifier, audit, night and a stranger say of a theft what the table says."""
    found = {name: stages[deed.tail].says(name, deed) for name in ASKED}
    assert found == FORETOLD[deed.who, deed.what].says


@pytest.mark.parametrize("deed", [deed for deed in DEEDS if deed.who == CHECKPOINT_KEY], ids=lambda deed: deed.what)
def test_nobody_believes_the_checkpoint_key_alone(deed: Deed) -> None:
    """Red before: doors without the signer's file paid from an entry that no event key had signed, and auditors showed it."""
    assert "believed" not in FORETOLD[deed.who, deed.what].says.values()


def test_two_readers_of_a_split_view_find_it_where_they_meet(stages: dict[bool, Stage], tmp_path: Path) -> None:
    """Each checkpoint alone fits its own ledger; held against the other one, verify and proof say FORKED, and a receipt asks neither."""
    stage = stages[False]
    deed = next(one for one in DEEDS if one.what == "seals an entry otherwise, and signs the tree of it")
    tables, _ = forged(deed, stage.made, stage.scene.tables)
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    ours.write_bytes(stage.made.saved)
    theirs.write_text(max(tables["checkpoints"])[1])
    theft = Theft(stage.scene, deed.used, tables)
    stage.scene.again()
    receipt, proof = tmp_path / "receipt", tmp_path / "proof"
    assert theft.tombo("receipt", "show", "signed", "--out", str(receipt)).status == 0
    policy = ("--policy", str(shutil.copy(theft.keys.policy, tmp_path / "policy")))
    theft.happens()
    proof.write_bytes(_proof_of(stage.scene.url, theirs.read_bytes()))
    verdicts = [theft.tombo("--json", "verify", "--checkpoint", str(kept)) for kept in (theirs, ours)]
    assert [(ran.status, ran.document["verdict"]) for ran in verdicts] == [(0, "OK"), (1, "FORKED")]
    checked = [tombo("proof", "check", str(proof), *policy, "--checkpoint", str(kept)) for kept in (theirs, ours)]
    assert [ran.status for ran in checked] == [0, 1]
    assert "FORKED: the log signed two histories" in checked[1].err
    assert tombo("receipt", "check", str(receipt), *policy).status == 0


def _proof_of(url: str, note: bytes) -> bytes:
    """The thief's own proof of the entry that he changed, under the checkpoint ``note``."""
    with open_evidence(url) as store:
        row = store.row(STATED)
        assert row is not None
        leaf = leaf_data(row.stream, row.version, row.kind, row.state)
        return write_proof(prove(leaf, row.index, note, node_of(store)))
