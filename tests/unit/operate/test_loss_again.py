"""A loss after a loss: what was given up first stays excused, though its declaration is itself lost (A7)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.play import hand
from tests.forgeries.maker import ORIGIN
from tests.worlds.operator import MANAGER, Operator, size_of
from tests.worlds.staff import enrol
from tombo.ledger.checked import LOST_KIND
from tombo.ledger.core.command import Envelope
from tombo.ledger.core.errors import StoreUnavailableError
from tombo.ledger.exchange.bundle import Bundle
from tombo.ledger.house.log.events import LossDeclaredV2
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.operate.loss import UnfinishedError
from tombo.ledger.store import open_evidence
from tombo.ledger.store.mapper import CanonicalMapper
from tombo.ledger.verify import Code


def declarations(operator: Operator) -> list[LossDeclaredV2]:
    """What is on record of losses."""
    with open_evidence(operator.url) as store:
        rows = [row for row in store.stream_rows("log:main") if row.kind == LOST_KIND]
        return [CanonicalMapper(ORIGIN).to_entry(row).event for row in rows]


def verdicts(operator: Operator, *notes: bytes) -> list[Code]:
    """What the verifier says to who brings each of ``notes``, and to who brings the signer's own."""
    return [operator.report(note).verdict for note in (*notes, None)]


def lost_twice(operator: Operator, url: str) -> tuple[Path, bytes, bytes]:
    """The same backup put in place twice, the second loss still to be declared: the backup, and what was signed before each, the longer first."""
    operator.act(hand(0, 1))
    backup = operator.bundle("copy")
    operator.act(hand(0, 2))
    first = operator.act(hand(0, 3))
    operator.restore(Bundle(backup), f"sqlite:///{operator.folder / 'between.db'}")
    operator.declare("the disk died")
    second = operator.act(hand(0, 2))
    assert size_of(second) < size_of(first)
    assert verdicts(operator, first) == [Code.LOSS_DECLARED, Code.OK]
    operator.restore(Bundle(backup), url)
    return backup, first, second


def test_a7_what_was_given_up_first_stays_excused(operator: Operator, new_url: str) -> None:
    """Red before: who held the longer checkpoint was told TRUNCATED of an honest ledger, then FORKED."""
    _, first, second = lost_twice(operator, new_url)
    operator.declare("it died again")
    assert verdicts(operator, first, second) == [Code.LOSS_DECLARED, Code.LOSS_DECLARED, Code.OK]
    (told,) = operator.report(first).problems
    assert "(the one given up)" in told.message
    assert told.message.endswith("Reason: the disk died")
    assert size_of(operator.act([*hand(0, 2), *hand(0, 3)])) > size_of(first)
    assert verdicts(operator, first, second) == [Code.LOSS_DECLARED, Code.LOSS_DECLARED, Code.OK]
    assert len(declarations(operator)) == 2


def test_a7_a_third_time_it_is_excused_as_well(operator: Operator, new_url: str) -> None:
    """Each time what nothing on record covers is declared with the rest, and no more."""
    backup, first, second = lost_twice(operator, f"sqlite:///{operator.folder / 'second.db'}")
    operator.declare("it died again")
    operator.restore(Bundle(backup), new_url)
    operator.declare("and again")
    assert verdicts(operator, first, second) == [Code.LOSS_DECLARED, Code.LOSS_DECLARED, Code.OK]
    third = operator.act([*hand(0, 2), *hand(0, 3)])
    later = operator.bundle("later")
    operator.act(hand(0, 4))
    operator.restore(Bundle(later), f"sqlite:///{operator.folder / 'fourth.db'}")
    operator.declare("a newer copy, which has all that was declared before")
    assert verdicts(operator, first, second, third) == [Code.LOSS_DECLARED, Code.LOSS_DECLARED, Code.OK, Code.OK]
    assert len(declarations(operator)) == 3
    assert declarations(operator)[-1].first_lost == size_of(third)


def test_a7_other_people_may_declare_the_second(operator: Operator, new_url: str) -> None:
    """Who declared the first need not be there: the root key signs it anew for those who are."""
    grant = GrantRole(role="officer", staff="s-3")
    operator.act([Envelope(grant, MANAGER, "grant-3", None), Envelope(enrol(ORIGIN, "s-3"), MANAGER, "enrol-3", None)])
    _, first, second = lost_twice(operator, new_url)
    operator.declare("it died again", second="s-3")
    assert {one.second for one in declarations(operator)} == {"s-3"}
    assert verdicts(operator, first, second) == [Code.LOSS_DECLARED, Code.LOSS_DECLARED, Code.OK]


def test_a7_a_still_older_copy_excuses_both(operator: Operator, new_url: str) -> None:
    """The first loss went on from more entries than are left now."""
    oldest = operator.bundle("oldest")
    _, first, second = lost_twice(operator, f"sqlite:///{operator.folder / 'second.db'}")
    operator.declare("it died again")
    operator.restore(Bundle(oldest), new_url)
    operator.declare("only the oldest copy is left")
    assert verdicts(operator, first, second) == [Code.LOSS_DECLARED, Code.LOSS_DECLARED, Code.OK]
    assert size_of(operator.act([*hand(0, 1), *hand(0, 2), *hand(0, 3), *hand(0, 4)])) > size_of(first)
    assert verdicts(operator, first, second) == [Code.LOSS_DECLARED, Code.LOSS_DECLARED, Code.OK]


def test_a7_a_copy_of_what_was_given_up_is_found(operator: Operator, new_url: str) -> None:
    """It goes another way from where the first loss went on: from there on the entries signed since are lost.

    Red before: lost were those behind its end alone, and who held an older checkpoint was told FORKED.
    """
    operator.act(hand(0, 1))
    backup = operator.bundle("copy")
    kept = operator.act([*hand(0, 2), *hand(0, 3)])
    found = operator.bundle("found")
    first = operator.act(hand(0, 4))
    operator.restore(Bundle(backup), f"sqlite:///{operator.folder / 'between.db'}")
    operator.declare("the disk died")
    between = operator.act(hand(0, 2))
    second = operator.act([*hand(0, 3), *hand(0, 4), *hand(0, 5)])
    assert size_of(between) < size_of(kept) < size_of(second)
    operator.restore(Bundle(found), new_url)
    operator.declare("a copy of what was given up is found")
    codes = [Code.LOSS_DECLARED, Code.LOSS_DECLARED, Code.OK, Code.LOSS_DECLARED, Code.OK]
    assert verdicts(operator, between, second, kept, first) == codes
    operator.act([*hand(0, 4), *hand(0, 5)])
    assert verdicts(operator, between, second, kept, first) == codes


@pytest.mark.parametrize("at", ["sign_head", "_record", "publish"])
def test_a7_cut_off_both_come_on_record(
    operator: Operator, new_url: str, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    """Run again it goes on with the one and the other, and with neither twice."""
    _, first, second = lost_twice(operator, new_url)

    def full(*_: object, **__: object) -> None:
        raise StoreUnavailableError("ledger.db: database or disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(f"tombo.ledger.operate.loss.{at}", full)
        with pytest.raises(UnfinishedError):
            operator.declare("it died again")
    operator.declare("run again")
    assert len(declarations(operator)) == 2
    assert verdicts(operator, first, second) == [Code.LOSS_DECLARED, Code.LOSS_DECLARED, Code.OK]


def test_a7_what_the_root_key_did_not_sign_is_not_declared_again(operator: Operator, new_url: str) -> None:
    """Who writes into the file of what was given up has nothing of it put on record."""
    _, first, second = lost_twice(operator, new_url)
    lost = operator.keyring.signer().lost
    line = lost.read_bytes()
    lost.write_bytes(
        line.replace(b'"first_lost":', b'"first_lost":1', 1).replace(b'"abandoned_size":', b'"abandoned_size":9', 1)
        + line
    )
    operator.declare("it died again")
    assert sorted(one.abandoned_size for one in declarations(operator)) == [size_of(second), size_of(first)]
