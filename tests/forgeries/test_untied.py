"""B1: a compensation tied to nothing is named by who folds what was played, whatever an event key seals around it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.forgeries.test_acts import ORIGIN, Honest
from tests.forgeries.twice import drop, kinds
from tests.worlds.floor import PLATFORM
from tests.worlds.forged_ledger import Commit, commits, sealed
from tombo.ledger.core.language import Language
from tombo.ledger.core.lisbon import HOUR, day_of
from tombo.ledger.core.money import Money
from tombo.ledger.store import Row
from tombo.projections.compensations import judged as compensations
from tombo.projections.compensations.judged import COMPENSATED, TAKEN_BACK
from tombo.projections.reconciliation.run import reconcile
from tombo.reports.play.audit import with_compensations
from tombo.reports.text import text_lines

DAY = 24 * HOUR
PAID = ("dispute.opened.v2", "dispute.replayed.v1", "dispute.resolved.v2", COMPENSATED)
SEVERAL = ("dispute:e-0", "dispute:e-1", "dispute:e-2")


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Honest:
    """The honest ledger."""
    return Honest(tmp_path_factory.mktemp("untied"))


def for_(found: list[Commit], **said: Any) -> None:
    """The dispute as if it had been opened of somebody else, or about something else."""
    kinds(found, "dispute.opened.v2")[0].says(**said)


def moved_to(found: list[Commit], account: str, kind: str = COMPENSATED) -> None:
    """The payment as if it had been made on another account."""
    kinds(found, kind)[0].stream = account


def without_first(found: list[Commit], kind: str) -> None:
    """As if the first entry of a kind had not been recorded."""
    drop(found, kinds(found, kind)[0])


def two_at_once(found: list[Commit]) -> None:
    """A second dispute of the same claim, resolved and paid in the commands of the first: both resolutions, then both payments."""
    for kind in ("dispute.opened.v2", "dispute.replayed.v1", "dispute.resolved.v2", COMPENSATED):
        act = kinds(found, kind)[0]
        commit = next(commit for commit in found if act in commit.acts)
        other = act.like(dispute="dispute:d-2") if kind == COMPENSATED else act.like("dispute:d-2")
        commit.acts.insert(commit.acts.index(act) + 1, other)


def planted(stream: str, kind: str, found: list[Commit]) -> None:
    """Before the newest payment an event key seals the first entry of ``kind`` once more, in ``stream``."""
    paid = kinds(found, COMPENSATED)[-1]
    at = next(place for place, commit in enumerate(found) if paid in commit.acts)
    act = kinds(found, kind)[0].like(stream)
    act.command, act.by = None, PLATFORM
    found.insert(at, Commit(found[at].recorded, [act]))


UNTIED: dict[str, tuple[Callable[[list[Commit]], None], str]] = {
    "of who was not there": (partial(for_, player="p-9"), "p-9 was not in hand:mesa-1/1 with euros"),
    "to who did not claim": (
        lambda found: moved_to(found, "account:p-2"),
        "50.00 EUR is given to p-2, and it is the claim of p-1; expected his account",
    ),
    "about nothing": (partial(for_, about=None), "dispute:d-1 is about nothing that was played"),
    "about what nobody plays": (partial(for_, about="table:mesa-1"), "p-1 was not in table:mesa-1 with euros"),
    "about what there is not": (partial(for_, about="hand:mesa-1/9"), "p-1 was not in hand:mesa-1/9 with euros"),
    "of a dispute that is no dispute": (
        lambda found: kinds(found, COMPENSATED)[0].says(dispute="hand:mesa-1/1"),
        "hand:mesa-1/1 is about nothing that was played",
    ),
    "of a dispute without its opening": (
        lambda found: without_first(found, "dispute.opened.v2"),
        "cannot be judged, for dispute.replayed.v1 at log index",
    ),
    "about a hand without its opening": (lambda found: without_first(found, "hand.started.v1"), "cannot be judged"),
    "of an account that begins twice": (
        partial(planted, "account:p-1", "account.opened.v1"),
        "cannot be judged, for account.opened.v1",
    ),
    "of a dispute that begins twice": (
        partial(planted, "dispute:d-1", "dispute.opened.v2"),
        "cannot be judged, for dispute.opened.v2",
    ),
    "about a hand that begins twice": (
        partial(planted, "hand:mesa-1/1", "hand.started.v1"),
        "cannot be judged, for hand.started.v1",
    ),
    "of a dispute with an entry of an account": (
        partial(planted, "dispute:d-1", "account.opened.v1"),
        "cannot be judged, for account.opened.v1",
    ),
    "of an account with an entry of a dispute": (
        partial(planted, "account:p-1", "dispute.replayed.v1"),
        "cannot be judged, for dispute.replayed.v1",
    ),
    "about a hand that was played elsewhere": (
        lambda found: kinds(found, "hand.started.v1")[0].says(door="import"),
        "50.00 EUR is more than p-1 can be owed of hand:mesa-1/1; expected 0.00 EUR at most",
    ),
    "of a hand that went on": (
        lambda found: without_first(found, "hand.settled.v1"),
        "50.00 EUR for hand:mesa-1/1, which went on; expected it over before",
    ),
    "after a replay of its beginning": (
        lambda found: kinds(found, "dispute.replayed.v1")[0].says(version=1),
        "for hand:mesa-1/1, replayed to version 1; expected",
    ),
    "after a replay of what is not there": (
        lambda found: kinds(found, "dispute.replayed.v1")[0].says(version=999),
        "for hand:mesa-1/1, replayed to version 999; expected",
    ),
    "after a replay of another hand": (
        lambda found: kinds(found, "dispute.replayed.v1")[0].says(replayed="hand:mesa-1/9"),
        "for hand:mesa-1/1, which was not replayed; expected",
    ),
    "two of one claim at once": (two_at_once, "50.00 EUR beside 50.00 EUR, given before for the same, is beyond 80.00"),
}


@pytest.mark.parametrize("name", list(UNTIED))
def test_b1_a_compensation_tied_to_nothing_is_named(honest: Honest, name: str) -> None:
    """B1: whatever an event key seals around a payment, the payment is named, once, and nobody's reading ends in a fault."""
    assert honest.untied(commits(honest.entries, honest.ends), f"tied before {name}") == []
    found, (change, says) = commits(honest.entries, honest.ends), UNTIED[name]
    change(found)
    (named,) = honest.untied(found, f"untied {name}")
    assert says in named.text
    assert named.log_index == kinds(found, COMPENSATED)[-1].index


def test_f8_what_cannot_be_judged_says_what_to_run_next(honest: Honest) -> None:
    """Red before: the night and the audit said that a payment cannot be judged, and left it there."""
    found = commits(honest.entries, honest.ends)
    planted("account:p-1", "account.opened.v1", found)
    (named,) = honest.untied(found, "next")
    assert named.text.endswith("expected entries that follow one another; run 'tombo verify'")
    (_, line, _) = text_lines(with_compensations({}, [], 1, [named]))
    assert line.endswith("run 'tombo verify'; see 'tombo dispute show d-1'")
    (_, line, _) = text_lines(with_compensations({}, [], 1, [named._replace(dispute="hand:mesa-1/1")]))
    assert line.endswith("run 'tombo verify'")  # no dispute, so there is none to show


def test_b1_a_long_account_is_read_once_however_much_it_is_paid(
    honest: Honest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: the night read account, dispute and hand from their beginning for every payment."""
    monkeypatch.setattr(compensations, "BATCH", 1)
    read: Counter[str] = Counter()
    found = commits(honest.entries, honest.ends)
    two_at_once(found)
    with sealed(found, f"sqlite:///{honest.folder / 'counted.db'}", ORIGIN, honest.key) as store:
        of_stream = store.stream_rows

        def counted(stream: str, gt: int = 0, lte: int | None = None) -> list[Row]:
            rows = of_stream(stream, gt, lte)
            read[stream] += len(rows)
            return rows

        monkeypatch.setattr(store, "stream_rows", counted)
        paid, payments = [row.index for row in store.rows() if row.kind == COMPENSATED], compensations.Payments(store)
        once = [payments.untied_at(index) for index in paid]
        begins = len([row for row in of_stream("account:p-1") if row.index < paid[-1]])
        assert begins > 2
        assert read["account:p-1"] <= begins + len(paid)  # and the one behind, at which each reading ends
        assert [compensations.Payments(store).untied_at(index) for index in paid] == once
        assert [payments.untied_at(index) for index in reversed(paid)] == once[::-1]


def test_e2b_a_payment_to_another_and_one_taken_from_another_are_named_by_the_night(honest: Honest) -> None:
    """The account of p-2 gets what p-1 claimed; or it is taken back from it. Red before: both tie."""
    for kind, says, pt in (
        (COMPENSATED, "is given to p-2", "é pago a p-2, e a reclamação é de p-1; esperava-se a conta deste"),
        (TAKEN_BACK, "is taken from p-2", "é retirado a p-2, e a reclamação é de p-1; esperava-se a conta deste"),
    ):
        found = commits(honest.entries, honest.ends)
        moved_to(found, "account:p-2", kind)
        moved = kinds(found, kind)[0]
        day = day_of(next(commit.recorded for commit in found if moved in commit.acts))
        with sealed(found, f"sqlite:///{honest.folder / kind}.db", ORIGIN, honest.key) as store:
            told = [one for one in reconcile(store, None, day).problems if one.check == "claims"]
        assert [(one.entries, says in one.text) for one in told] == [((moved.index,), True)]
        assert all(one.said.text(Language.PT).endswith(pt) for one in told), "F6: it stood in English in the Portuguese"


@pytest.mark.parametrize("days", [0, 40, 9_000])
def test_b1_a_payment_is_judged_by_the_night_it_was_recorded_in_whatever_time_it_claims(
    honest: Honest, days: int
) -> None:
    """Red before: an untied payment whose entry claims a time of long ago was of no night that anybody runs."""
    found = commits(honest.entries, honest.ends)
    for_(found, player="p-9")
    paid = kinds(found, COMPENSATED)[0]
    recorded = next(commit.recorded for commit in found if paid in commit.acts)
    paid.occurred = claimed = recorded - days * DAY
    with sealed(found, f"sqlite:///{honest.folder / f'claimed {days}.db'}", ORIGIN, honest.key) as store:
        told = {day: reconcile(store, None, day).problems for day in {day_of(recorded), day_of(claimed)}}
    named = [(day, one.check) for day, problems in told.items() for one in problems if one.entries == (paid.index,)]
    assert [day for day, check in named if check == "claims"] == [day_of(recorded)]
    assert {day for day, check in named if check == "time"} == ({day_of(recorded), day_of(claimed)} if days else set())
    assert {check for _, check in named} <= {"claims", "time"}


def test_b1_many_payments_on_an_account_ask_for_each_dispute_once(
    honest: Honest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Red before: every payment asked again for every dispute paid before it, so that 1,200 took the audit 41 seconds."""
    found = commits(honest.entries, honest.ends)
    first, names = [kinds(found, kind)[0] for kind in PAID], [f"dispute:e-{number}" for number in range(40)]
    again = [act.like(dispute=name) if act.kind == COMPENSATED else act.like(name) for name in names for act in first]
    for act in again:
        act.command = None
    found.append(Commit(found[-1].recorded, again))
    with sealed(found, f"sqlite:///{honest.folder / 'many.db'}", ORIGIN, honest.key) as store:
        asked, of_stream = Counter[str](), store.stream_rows

        def counted(stream: str, gt: int = 0, lte: int | None = None) -> list[Row]:
            asked[stream] += 1
            return of_stream(stream, gt, lte)

        monkeypatch.setattr(store, "stream_rows", counted)
        payments, paid = compensations.Payments(store), [row.index for row in store.rows() if row.kind == COMPENSATED]
        told = [payments.untied_at(index) for index in paid]
        assert max(asked[name] for name in names) <= 2
        monkeypatch.setattr(store, "stream_rows", of_stream)
        assert told == [compensations.Payments(store).untied_at(index) for index in paid]
        assert [one.text.partition("; ")[0] for one in told if one][-1].endswith("owed of hand:mesa-1/1")


def test_b1_who_tells_of_disputes_is_answered_as_who_has_the_log_searched(
    honest: Honest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The night goes through every row anyway: what was given and taken back between two payments is not searched for once more."""
    found = commits(honest.entries, honest.ends)
    first = [kinds(found, kind)[0] for kind in PAID]
    more = [
        [act.like(dispute=name) if act.kind == COMPENSATED else act.like(name) for act in first] for name in SEVERAL
    ]
    other_sum = first[2].like(SEVERAL[0], compensation=Money(1_00))  # for the third payment the first dispute gave less
    more.insert(2, [other_sum])
    for acts in more:
        for act in acts:
            act.command = None
        found.append(Commit(found[-1].recorded, acts))
    with sealed(found, f"sqlite:///{honest.folder / 'heard.db'}", ORIGIN, honest.key) as store:
        rows = list(store.rows())
        paid = [row.index for row in rows if row.kind == COMPENSATED]
        searched = [compensations.Payments(store).untied_at(index) for index in paid]
        monkeypatch.setattr(store, "rows_of", lambda *_: pytest.fail("searched"))
        heard, deaf = (compensations.Payments(store, heard=True) for _ in range(2))
        told = []
        for row in rows:
            if row.stream.startswith("dispute:"):
                heard.changed(row.stream)
            if row.kind == COMPENSATED:
                told.append(heard.untied_at(row.index))
        assert told == searched
        assert [deaf.untied_at(index) for index in paid] != searched
