"""The second verifier: it believes the vectors, and objects to every byte changed in them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.forgeries.spoiled import BUNDLE, ENTRIES, publish, verdict
from tests.tools import second_verifier
from tests.vectors import make
from tombo.cli.main import app
from tombo.ledger.catalogue import command_digest
from tombo.ledger.core.cards import card_id
from tombo.ledger.core.entry import CommandRef
from tombo.ledger.exchange.bundle import write_bundle
from tombo.ledger.house.log.events import ClockStepped
from tombo.ledger.operate.keyfolder import Keyring
from tombo.ledger.operate.openings import Opened
from tombo.ledger.seal import canonical
from tombo.ledger.seal.keys import PrivateKey
from tombo.ledger.seal.policy import Policy
from tombo.ledger.store import open_store


def test_it_runs_on_its_own() -> None:
    """As a program, beside nothing of ours: OK and status 0; with a missing file status 2."""
    command = [sys.executable, "-I", second_verifier.__file__]
    policy = str(BUNDLE / "policy")
    good = subprocess.run([*command, str(BUNDLE), policy], capture_output=True, text=True, check=False)
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith(
        "OK operator.example/ledger/1: 9 entries, 5 streams, 3 cards opened, 1 withheld, root "
    )
    missing = subprocess.run([*command, str(BUNDLE / "tile"), policy], capture_output=True, text=True, check=False)
    assert missing.returncode == 2


def test_it_reports_failure_by_its_exit_status(bundle: Path) -> None:
    """A bundle that does not verify ends in status 1, with FAILED and the place."""
    leaves = make.ledger().leaves
    leaves[3] = leaves[3].replace(b'"seats":[3,7,3,7]', b'"seats":[3,8,3,8]')
    publish(bundle, leaves)
    status, said = second_verifier.verify(bundle, BUNDLE / "policy")
    assert status == 1
    assert said.startswith("FAILED index 4, hand:mesa-1/42 version 2: it does not follow")


def test_it_imports_nothing_of_ours() -> None:
    """A verifier that shared our code would share our mistakes."""
    source = Path(second_verifier.__file__).read_text()
    assert "import ledger" not in source
    assert "from ledger" not in source


def test_it_is_as_short_as_the_pages_say() -> None:
    """The pages say how many lines a stranger's verifier takes, to the nearest ten."""
    lines = len(Path(second_verifier.__file__).read_text().splitlines())
    for page in ("README.md", "docs/format.md", "docs/threat-model.md"):
        assert f"{round(lines, -1)} lines" in (Path(second_verifier.__file__).parents[2] / page).read_text(), page


@pytest.mark.parametrize(("name", "step"), [("checkpoint", 1), (ENTRIES, 7)])
def test_no_byte_is_free(bundle: Path, name: str, step: int) -> None:
    """Whichever byte of the checkpoint or of the entries is changed, the verdict is no longer OK."""
    path = bundle / name
    data = path.read_bytes()
    for at in range(0, len(data), step):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert verdict(bundle).startswith("FAILED"), f"byte {at}"


def test_no_byte_of_an_entry_is_free_even_under_a_stolen_checkpoint_key(bundle: Path) -> None:
    """Who can sign checkpoints and write the database still cannot change an entry: its append is signed."""
    leaves = make.ledger().leaves
    for index in (3, 6):
        for at in range(len(leaves[index])):
            changed = leaves[index][:at] + bytes([leaves[index][at] ^ 1]) + leaves[index][at + 1 :]
            publish(bundle, [*leaves[:index], changed, *leaves[index + 1 :]])
            assert verdict(bundle).startswith("FAILED"), f"index {index}, byte {at}"


@pytest.mark.parametrize(
    ("order", "place"),
    [
        pytest.param([1, 2, 3, 4, 5, 6, 7, 8], "index 0, key:", id="the first gone"),
        pytest.param([0, 1, 2, 4, 5, 6, 7, 8], "index 3, hand:mesa-1/42 version 2", id="one gone"),
        pytest.param([0, 1, 2, 4, 3, 5, 6, 7, 8], "index 3, hand:mesa-1/42 version 2", id="two exchanged"),
        pytest.param([0, 1, 2, 3, 3, 4, 5, 6, 7, 8], "index 4, hand:mesa-1/42 version 1", id="one twice"),
        pytest.param([0, 1, 2, 3, 4, 5, 7, 8], "index 7, key:", id="a retirement gone"),
        pytest.param([0, 1, 2, 3, 4, 5], "append from index 5", id="half an append"),
        pytest.param([0, 1, 2, 3, 4, 7], "append from index 5", id="an append gone"),
    ],
)
def test_entries_lost_or_moved_are_found_even_under_a_stolen_checkpoint_key(
    bundle: Path, order: list[int], place: str
) -> None:
    """Chains, versions and appends say which entry is missing or misplaced."""
    leaves = make.ledger().leaves
    publish(bundle, [leaves[at] for at in order])
    assert verdict(bundle).startswith(f"FAILED {place}")


def test_keys_are_judged_by_index(bundle: Path) -> None:
    """A retired key, a revoked key, a key not yet registered and a checkpoint key sign no entry."""
    for key, expected in ((make.EVENT_1, "may not sign here"), (make.LOG, "may not sign here")):
        made = make.ledger()
        made.append(key, make.START + 30, [("log:main", ClockStepped(clock=1, floor=2), make.PLATFORM, None, None)])
        publish(bundle, made.leaves)
        assert expected in verdict(bundle)
    made = make.ledger()
    made.append(
        make.EVENT_2, make.START + 19, [("log:main", ClockStepped(clock=1, floor=2), make.PLATFORM, None, None)]
    )
    publish(bundle, made.leaves)
    assert "recorded or anchored out of order" in verdict(bundle)


def test_openings_must_open(bundle: Path) -> None:
    """Another card, another salt, a second opening or one for no commitment is found; absent ones are withheld."""
    good = (BUNDLE / "openings.jsonl").read_bytes()
    first = canonical.decode(good.splitlines()[0])
    for changed in (
        {"card": card_id("Ks")},
        {"salt": "00" * 32},
        {"slot": 5},
        {"stream": "hand:mesa-1/43"},
        {"version": 2},
    ):
        (bundle / "openings.jsonl").write_bytes(canonical.encode(first | changed) + b"\n")
        assert verdict(bundle).startswith("FAILED openings, line 1"), changed
    (bundle / "openings.jsonl").write_bytes(good + good.splitlines()[0] + b"\n")
    assert verdict(bundle).startswith("FAILED openings, line 4")
    (bundle / "openings.jsonl").unlink()
    assert "0 cards opened, 4 withheld" in verdict(bundle)


def test_the_policy_is_what_counts(bundle: Path) -> None:
    """A ledger made anew under other keys agrees with itself, and not with what the auditor pinned."""
    pinned = bundle / "pinned"
    root, log = (PrivateKey(name, bytes(32)).public for name in (make.ROOT.name, make.ORIGIN))
    stranger = PrivateKey("operator.example/other/root", bytes(32)).public
    for policy, expected in (
        (make.POLICY.text, "OK "),
        (Policy(root, make.LOG.public).text, "not the log that the policy names"),
        (Policy(make.ROOT.public, log).text, "the log's key did not sign it"),
        (make.POLICY.text.replace(make.ROOT.public.vkey, stranger.vkey), "not the keys of one ledger"),
        (make.POLICY.text.replace("root ", "# "), "FAILED policy"),
    ):
        pinned.write_text(policy)
        assert expected in second_verifier.verify(bundle, pinned)[1]


def test_bundles_of_many_tiles_are_found_where_c2sp_puts_them(tmp_path: Path) -> None:
    """Full tiles have no suffix, and long numbers are split into groups of three."""
    leaves = [number.to_bytes(3, "big") for number in range(256 * 1001 + 7)]
    for number, name in ((0, "000"), (999, "999"), (1000, "x001/000"), (1001, "x001/001.p/7")):
        path = tmp_path / "tile/entries" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        part = leaves[number * 256 : number * 256 + 256]
        path.write_bytes(b"".join(b"\0\3" + leaf for leaf in part))
    for number in range(1, 999):
        (tmp_path / f"tile/entries/{number:03}").write_bytes(
            b"".join(b"\0\3" + leaf for leaf in leaves[number * 256 : number * 256 + 256])
        )
    assert list(second_verifier.read_leaves(tmp_path, len(leaves))) == leaves


def test_a_command_recorded_twice_is_found(bundle: Path) -> None:
    """The entries of one command stand together: the same command again is a second booking."""
    made = make.ledger()
    command = CommandRef(digest=command_digest(make.ENVELOPE), id=make.ENVELOPE.command_id)
    made.append(make.EVENT_2, make.START + 30, [(make.HAND, make.BET, make.PLAYER, command, None)])
    publish(bundle, made.leaves)
    assert verdict(bundle) == "FAILED append from index 9: the command c-1 stands elsewhere too"


def test_a_whole_ledger_verifies_and_any_entry_changed_is_found(tmp_path: Path) -> None:
    """An evening at a table, recorded by the real ledger, is believed; a bit changed in any entry is not."""
    made = tmp_path / "demo"
    assert CliRunner().invoke(app, ["--json", "demo", "--out", str(made)]).exit_code == 0
    bundle = tmp_path / "bundle"
    policy, note = (made / "keys/policy").read_text(), (made / "checkpoint").read_text()
    with open_store(f"sqlite:///{made}/ledger.db") as store:
        source = Opened(store, Keyring(made / "keys").opening_key(store.origin))
        size = write_bundle(bundle, source, note=note, policy=policy, openings=True)
    said = second_verifier.verify(bundle, made / "keys/policy")[1]
    assert f"OK operator.example/demo: {size} entries" in said
    assert size > 100
    assert ", 0 cards opened" not in said
    for path in [path for path in (bundle / "tile/entries").rglob("*") if path.is_file()]:
        data = path.read_bytes()
        for at in range(100, len(data), len(data) // 20):
            path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            assert second_verifier.verify(bundle, made / "keys/policy")[0] == 1
        path.write_bytes(data)
    assert second_verifier.verify(bundle, made / "keys/policy") == (0, said)
