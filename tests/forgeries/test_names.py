"""A player, table or tournament may have any lawful name: also one by which the book calls somebody else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import pytest
from pydantic import TypeAdapter, ValidationError

from tests.forgeries.test_acts import ORIGIN, Honest
from tests.forgeries.twice import kinds
from tests.worlds.forged_ledger import Act, Commit, acts, commits, sealed
from tombo.ledger.core.ids import LocalId
from tombo.ledger.core.language import Language
from tombo.ledger.core.lisbon import day_of
from tombo.ledger.core.money import Money
from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.house.account.events import Credited, Debited
from tombo.ledger.store import Store
from tombo.projections.accounts import holders
from tombo.projections.accounts.book import CLAIMANT
from tombo.projections.reconciliation.model import Reconciliation
from tombo.projections.reconciliation.run import reconcile

NAMES: Final = (*holders.CLASSES, "claimant", "nobody", "operator", "platform", "transit", "bank", "its", "0", "1/1")
"""What the book calls holders, and what it might call somebody who is no player."""
RESOLVED: Final = "dispute.resolved.v2"


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Honest:
    """The honest ledger."""
    return Honest(tmp_path_factory.mktemp("names"))


def _renamed(honest: Honest, old: str, new: str) -> list[Commit]:
    """The honest commits, in which somebody or a table has another name."""
    found = commits(honest.entries, honest.ends)
    for act in acts(found):
        sort, _, name = act.stream.partition(":")
        same = name == old or name.startswith(f"{old}/")
        act.stream = f"{sort}:{new}{name.removeprefix(old)}" if same else act.stream
        said = act.event.model_dump_json().replace(f'"{old}"', f'"{new}"')
        for kind in ("account", "hand", "table"):
            said = said.replace(f'"{kind}:{old}"', f'"{kind}:{new}"').replace(f'"{kind}:{old}/', f'"{kind}:{new}/')
        act.event = type(act.event).model_validate_json(said)
        act.by = act.by.model_copy(update={"id": new}) if act.by.id == old else act.by
    return found


def _night(store: Store, found: list[Commit]) -> Reconciliation:
    return reconcile(store, None, day_of(found[-1].recorded))


def _held(night: Reconciliation) -> Mapping[str, Any]:
    return {"opening": night.opening, "closing": night.closing, "totals": night.totals, "entries": night.entries}


@pytest.mark.parametrize("old", ["p-1", "mesa-1"])
@pytest.mark.parametrize("new", NAMES)
def test_m2_an_honest_night_is_the_same_whatever_somebody_is_called(
    honest: Honest, tmp_path: Path, old: str, new: str
) -> None:
    """Every class of holder as the name of a player and of a table: the same sums, no alarm."""
    TypeAdapter(LocalId).validate_python(new)
    told = []
    for file, name in (("was", old), ("now", new)):
        found = _renamed(honest, old, name)
        with sealed(found, f"sqlite:///{tmp_path / file}.db", ORIGIN, honest.key) as store:
            told.append(_night(store, found))
    was, now = told
    assert _held(now) == _held(was)
    assert was.problems == ()
    odd = {one.check for one in now.problems}
    assert odd <= ({"payout"} if old == "mesa-1" else set())  # its cards were committed to under the other name


def test_m2_no_two_holders_have_one_name() -> None:
    """Whatever players, tables and tournaments are called; a name may have strokes in it."""
    names = (*NAMES, "m", "m/1", "m/1/1", "m/11")
    numbers = (1, 11)
    made = [
        holders.OUTSIDE,
        holders.COMPENSATION,
        *(of(name) for of in (holders.wallet, holders.tickets) for name in names),
        *(holders.stack(name, seat) for name in names for seat in numbers),
        *(holders.pot(f"hand:{name}/{number}") for name in names for number in numbers),
        *(holders.stake(f"{game}:{name}/{number}") for game in BANKED_GAMES for name in names for number in numbers),
        *(holders.prison(f"roulette:{name}/1") for name in names),
        *(holders.transit(f"dispute:{name}", 1, player) for name in names for player in (*names, CLAIMANT)),
        *(of(regulation) for of in (holders.commission, holders.house) for regulation in ("R804", "R806", "R810")),
    ]
    assert len(set(made)) == len(made)


def test_m2_nobody_can_be_called_as_the_book_calls_a_claimant() -> None:
    """Red before: he was called ``claimant``, as a player may be."""
    with pytest.raises(ValidationError):
        TypeAdapter(LocalId).validate_python(CLAIMANT)
    assert holders.cause_of(holders.transit("dispute:d-1", 3, CLAIMANT)) == ("dispute:d-1", "3", CLAIMANT)


@pytest.mark.parametrize("name", ["claimant", "p-1"])
def test_m2_a_payment_that_calls_a_resolution_its_cause_is_named(honest: Honest, name: str) -> None:
    """Red before: of a player called ``claimant`` it tied with the resolution, and the night said nothing."""
    found = commits(honest.entries, honest.ends)
    resolved = kinds(found, RESOLVED)[0].like("dispute:d-9", compensation=Money(5_000_00))
    resolved.command = None
    paid = Act(f"account:{name}", Credited(amount=Money(5_000_00), cause="dispute:d-9", cause_version=1, wallet="cash"))
    found.append(Commit(found[-1].recorded, [resolved, paid]))
    with sealed(found, f"sqlite:///{honest.folder}/credited {name}.db", ORIGIN, honest.key) as store:
        problems = [one for one in _night(store, found).problems if one.check == "accounts"]
    (problem,) = problems
    assert problem.entries == (resolved.index, paid.index)
    assert problem.cents == 5_000_00
    assert problem.text == f"500000 cents of its claimant for dispute:d-9 version 1 were moved on the account of {name}"
    assert "500000 cêntimos de quem reclamou por dispute:d-9 versão 1" in problem.said.text(Language.PT)


def test_m2_a_debit_that_calls_a_reversal_its_cause_is_named(honest: Honest) -> None:
    """The same of what is taken back. Red before, as above."""
    found = commits(honest.entries, honest.ends)
    back = kinds(found, "dispute.compensation_reversed.v1")[0].like("dispute:d-9")
    back.command = None
    taken = Act(
        "account:claimant", Debited(amount=back.event.compensation, cause="dispute:d-9", cause_version=1, wallet="cash")
    )
    found.append(Commit(found[-1].recorded, [back, taken]))
    with sealed(found, f"sqlite:///{honest.folder}/debited.db", ORIGIN, honest.key) as store:
        problems = [one for one in _night(store, found).problems if one.check == "accounts"]
    assert [set(one.entries) for one in problems] == [{back.index, taken.index}]
