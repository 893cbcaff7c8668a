"""``tombo staff limits``: what staff may give is shown to whoever asks, and set by two managers who sign."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli_run import Ran, inside, tombo

SHOWN = (
    "One officer alone gives at most 50.00 EUR for one claim, and 250.00 EUR in all until somebody signs beside him.\n"
    "Nobody gives more than 5000.00 EUR for one claim.\n"
)


WRONG_USAGE = {"'12,50' is no amount of euro", "nothing is to be set"}


@pytest.fixture
def folder(demonstration: Path, tmp_path: Path) -> Iterator[Path]:
    """The demonstration, with a second manager, who has a key."""
    shutil.copytree(demonstration / "demo", tmp_path / "demo")
    with inside(tmp_path):
        assert ran("staff", "grant", "s-4", "manager", "--staff", "s-1").status == 0
        enrolled = ran("staff", "enrol", "s-4", "--staff", "s-1")
        assert enrolled.status == 0, enrolled.err
        yield tmp_path


def ran(*words: str) -> Ran:
    """Run ``tombo`` on the demonstration."""
    return tombo("--ledger", "sqlite:///demo/ledger.db", "--keys", "demo/keys", *words)


def test_the_limits_in_force_are_shown(folder: Path) -> None:
    """For people in euro, for programs in cents; nothing is recorded."""
    size = ran("--json", "status").document["entries"]
    assert ran("staff", "limits").out == SHOWN
    document = ran("--json", "staff", "limits").document
    assert document == {"compensation_alone": 5000, "compensation_alone_sum": 25000, "compensation_most": 500000}
    assert ran("--json", "status").document["entries"] == size


def test_two_managers_set_a_limit_and_the_others_stay(folder: Path) -> None:
    """Both sign; from then on it holds, and the verifier finds nothing."""
    done = ran("staff", "limits", "--alone", "75.00", "--staff", "s-1", "--second", "s-4")
    assert done.status == 0, done.err
    assert done.out.startswith("One officer alone gives at most 75.00 EUR for one claim, and 250.00 EUR in all")
    assert ran("staff", "limits").out == SHOWN.replace(
        "50.00 EUR for one claim, and", "75.00 EUR for one claim, and", 1
    )
    assert ran("verify").status == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--alone", "75.00", "--staff", "s-1"), "limits are set by two managers"),
        (
            ("--alone", "75.00", "--staff", "s-1", "--second", "s-2"),
            "s-2, who signed beside s-1, does not hold the role",
        ),
        (("--alone", "300.00", "--staff", "s-1", "--second", "s-4"), "expected each at most the next"),
        (("--most", "1000000.01", "--staff", "s-1", "--second", "s-4"), "expected each at most the next"),
        (("--most", "12,50", "--staff", "s-1", "--second", "s-4"), "'12,50' is no amount of euro"),
        (("--second", "s-4"), "nothing is to be set"),
        (("--most", "10.00"), "authority"),
    ],
)
def test_one_alone_or_beyond_the_ceiling_sets_nothing(folder: Path, words: tuple[str, ...], said: str) -> None:
    """The message says what was expected, and the limits stay."""
    refused = ran("staff", "limits", *words)
    assert refused.status == (2 if said in WRONG_USAGE else 1), refused
    assert said in refused.err
    assert ran("staff", "limits").out == SHOWN
