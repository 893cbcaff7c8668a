"""A copy of what was given up is found, with all that was signed over it: it is restored, and no more is lost than was signed since."""

from __future__ import annotations

import json

import pytest

from tests.forgeries.maker import ORIGIN
from tests.tools.cli_run import tombo
from tests.worlds.floor import PLATFORM
from tests.worlds.operator import Operator, size_of
from tombo.ledger.checked import LOST_KIND
from tombo.ledger.core.command import Envelope
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.house.account.commands import OpenAccount
from tombo.ledger.store import open_evidence
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.ledger.verify import Code


def accounts(first: int, count: int) -> list[Envelope]:
    """``count`` players, an account each."""
    return [Envelope(OpenAccount(player=f"q-{n}"), PLATFORM, f"open-{n}", None) for n in range(first, first + count)]


def ranges(operator: Operator) -> list[int]:
    """The first log index of every declared loss."""
    with open_evidence(operator.url) as store:
        rows = [row for row in store.stream_rows("log:main") if row.kind == LOST_KIND]
        return [CanonicalMapper(ORIGIN).to_entry(row).event.first_lost for row in rows]


def given_up(operator: Operator, more: int) -> tuple[int, str, bytes, bytes]:
    """Entries given up, of which a copy is found: where the loss went on, the copy, what was signed before it and since.

    What was given up has ``more`` entries than the backup that was put in place.
    """
    common = size_of(operator.act(accounts(0, 5)))
    backup = operator.bundle("backup")
    operator.act(accounts(5, more - 1))
    before = operator.act(accounts(4 + more, 1))
    found = operator.url
    operator.restore(Bundle(backup), f"sqlite:///{operator.folder / 'between.db'}")
    operator.declare("the disk died")
    return common, found, before, operator.keyring.signer_state.read_bytes()


@pytest.mark.parametrize("kind", ["bundle", "copy"])
@pytest.mark.parametrize("more", [2, 3, 8], ids=["shorter", "as long", "longer"])
def test_a4_what_was_given_up_is_restored(operator: Operator, new_url: str, kind: str, more: int) -> None:
    """Red before: restore put the signer's checkpoint into it, which is of other entries, and then found it FORKED.

    A5: and lost is what was signed since, where a bundle, which has one checkpoint, gave up everything.
    """
    common, found, before, since = given_up(operator, more)
    operator.url = found
    if kind == "bundle":
        operator.restore(Bundle(operator.bundle("found")), new_url)
    else:
        with open_evidence(found) as source:
            operator.restore(source, new_url)
    assert operator.report(before).verdict is Code.OK
    assert operator.standing().first_lost is not None
    operator.declare("the disk is found")
    assert ranges(operator)[0] == common
    for _ in range(2):
        assert [operator.report(note).verdict for note in (before, since, None)] == [
            Code.OK,
            Code.LOSS_DECLARED,
            Code.OK,
        ]
        operator.act(accounts(20, 9))


@pytest.mark.parametrize("more", [3, 8], ids=["as long", "longer"])
def test_a4_the_command_says_what_is_missing(operator: Operator, more: int) -> None:
    """As for a shorter copy, and what is declared lost is what it said."""
    common, found, _, since = given_up(operator, more)
    here = ("--ledger", f"sqlite:///{operator.folder / 'again.db'}", "--keys", str(operator.keyring.directory))
    ran = tombo(*here, "--json", "restore", "--from", found.removeprefix("sqlite:///"))
    assert (ran.status, ran.err) == (1, "")
    assert json.loads(ran.out)["missing"] == [common, size_of(since) - 1]


def test_a5_a_loss_that_left_less_bounds_an_earlier_one(operator: Operator) -> None:
    """What was signed last goes on from the tree of the newest loss; that of an earlier one is no longer common."""
    backup, common = operator.bundle("backup"), operator.standing().size
    operator.act(accounts(0, 5))
    later = operator.bundle("later")
    operator.act(accounts(5, 2))
    between = [f"sqlite:///{operator.folder / name}.db" for name in ("first", "second", "third")]
    operator.restore(Bundle(later), between[0])
    operator.declare("went on from the later bundle")
    operator.act(accounts(5, 4))
    found = operator.bundle("found")
    operator.restore(Bundle(backup), between[1])
    operator.declare("only the older one was left")
    since = operator.act(accounts(0, 20))
    operator.restore(Bundle(found), between[2])
    operator.declare("the newer one is found")
    assert min(ranges(operator)[1:]) == common
    assert operator.report(since).verdict is Code.LOSS_DECLARED
