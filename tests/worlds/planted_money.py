"""Errors planted in the money of a simulated day: payouts a cent wrong, prizes, and entries of accounts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.worlds.forge import ENDS, Due, Forge, NoPlaceError, place, raises
from tests.worlds.forged_ledger import Act, acts
from tombo.ledger.core.lisbon import HOUR
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker.events import PotAwarded
from tombo.ledger.games.tournament.events import OverlayAdded, Refunded, TicketAwarded
from tombo.ledger.house.account.events import Compensated, Credited, Withdrawn


def cent_to_another_seat(forge: Forge) -> list[Due]:
    """A cent of a pot goes to somebody else; stacks, exits and accounts are made to fit. Nobody lost his last chip, which the cent would help to win."""
    for hand in forge.last_hands():
        if any(net.taken_by for net in hand.ended.event.stacks):
            continue
        for award in (act for act in hand.acts if act.kind == "hand.pot_awarded.v1" and act.event.amount > 1):
            others = [seat for seat in hand.richer if seat != award.event.seat]
            if award.event.seat in hand.richer and others:
                award.says(amount=award.event.amount - 1)
                forge.put(award, Act(hand.stream, PotAwarded(amount=1, pot=award.event.pot, seat=others[0])))
                hand.shifts(award.event.seat, -1)
                hand.shifts(others[0], 1)
                forge.take(hand.started)
                return [Due("payout", [hand.end], 0, hand.stream)]
    raise NoPlaceError


def cent_of_commission(forge: Forge) -> list[Due]:
    """The operator takes a cent more of a pot than its rules allow."""
    for hand in forge.last_hands():
        awards = [act for act in hand.acts if act.kind == "hand.pot_awarded.v1" and act.event.seat in hand.richer]
        taken = [act for act in hand.acts if act.kind == "hand.commission_taken.v1"]
        if awards and taken:
            taken[0].says(amount=taken[0].event.amount + 1)
            awards[0].says(amount=awards[0].event.amount - 1)
            hand.shifts(awards[0].event.seat, -1)
            forge.take(hand.started)
            return [Due("payout", [hand.end], 0, hand.stream)]
    raise NoPlaceError


def _cent_of_a_round(forge: Forge, kind: str, more: Callable[[Any], dict[str, Any]]) -> list[Due]:
    for paid in forge.kinds(kind):
        end = next(act for act in forge.of(paid.stream) if act.kind.endswith(ENDS))
        if end.kind.endswith(".settled.v1") and forge.paid(paid).stream not in forge.with_bonus:
            raises(forge.paid(paid), 1)
            paid.says(**more(paid.event))
            forge.take(paid)
            return [Due("payout", [end], 0, paid.stream)]
    raise NoPlaceError


def cent_of_blackjack(forge: Forge) -> list[Due]:
    """A prize of blackjack is a cent too much, and so is its credit."""
    return _cent_of_a_round(forge, "blackjack.paid.v1", lambda paid: {"prize": paid.prize + 1})


def cent_of_roulette(forge: Forge) -> list[Due]:
    """A prize of a spin is a cent too much, and so is its credit."""

    def more(paid: Any) -> dict[str, Any]:
        first, *rest = paid.payments
        return {"payments": [first.model_copy(update={"prize": first.prize + 1}), *rest]}

    return _cent_of_a_round(forge, "roulette.paid.v1", more)


def cent_of_sem_descarte(forge: Forge) -> list[Due]:
    """A prize of póquer sem descarte is a cent too much, and so is its credit."""
    return _cent_of_a_round(forge, "sem_descarte.paid.v1", lambda paid: {"ante_prize": paid.ante_prize + 1})


def prize_of_a_bonus_in_cash(forge: Forge) -> list[Due]:
    """What somebody won with a bonus comes to him as cash; nothing he does later depends on it."""
    for paid in forge.kinds(*(f"{game}.paid.v1" for game in ("blackjack", "roulette", "sem_descarte"))):
        credit = forge.paid(paid)
        later = forge.of(credit.stream)[credit.version :]
        if credit.event.wallet == "bonus" and all(act.kind == "account.withdrawn.v1" for act in later):
            credit.says(wallet="cash")
            forge.take(paid)
            return [Due("accounts", [credit], credit.event.amount.cents, "cash moves; expected bonus")]
    raise NoPlaceError


def _prizes(forge: Forge) -> Iterator[tuple[list[Act], Act]]:
    for finished in forge.kinds("tournament.finished.v1"):
        prizes = [act for act in forge.of(finished.stream) if act.kind == "tournament.prize_awarded.v1"]
        if prizes:
            yield prizes, finished


def _prize(forge: Forge, prize: Act, cents: int) -> None:
    raises(forge.paid(prize), cents)
    raises(prize, cents)


def cent_of_a_prize(forge: Forge) -> list[Due]:
    """A prize of a tournament is a cent too much, and so is its credit: it comes out of nothing."""
    for prizes, finished in _prizes(forge):
        _prize(forge, prizes[0], 1)
        forge.take(finished)
        return [
            Due("chain", [prizes[-1]], 1, "below zero"),
            Due("payout", [prizes[0]], 0, "R810 r.50"),
        ]
    raise NoPlaceError


def cent_of_anothers_prize(forge: Forge) -> list[Due]:
    """A cent of one prize of a tournament goes to the other."""
    for prizes, finished in _prizes(forge):
        if len(prizes) > 1:
            _prize(forge, prizes[0], 1)
            _prize(forge, prizes[1], -1)
            forge.take(finished)
            return [Due("payout", [prize], 0, "R810 r.50") for prize in prizes[:2]]
    raise NoPlaceError


def money_left_in_a_pool(forge: Forge) -> list[Due]:
    """Something comes into a pool after its prizes, and nobody gets it."""
    for _, finished in _prizes(forge):
        forge.put(forge.of(finished.stream)[-1], Act(finished.stream, OverlayAdded(amount=Money(5))))
        forge.take(finished)
        return [
            Due("conservation", [finished], 5, "5 cents are in its pool"),
            Due("payout", [forge.of(finished.stream)[-1]], 0, "R810 r.7m"),
            Due("payout", [forge.of(finished.stream)[-1]], 0, "nothing in its commit gives occasion for it"),
        ]
    raise NoPlaceError


def _behind_the_end(forge: Forge, end: str, *kinds: str) -> Iterator[tuple[Act, Act]]:
    """Ends of that kind that no tournament is announced behind, each with the entry of those kinds that its tournament has last."""
    announced = [act for act in acts(forge.commits) if act.kind == "tournament.announced.v1"]
    order = {id(act): number for number, act in enumerate(acts(forge.commits))}
    for ended in forge.kinds(end):
        given = [act for act in forge.of(ended.stream) if act.kind in kinds]
        if given and all(order[id(act)] < order[id(ended)] for act in announced):
            yield ended, given[-1]


def _once_more(forge: Forge, gift: Act, event: Any, cents: int) -> Act:
    """``event``, and its credit to whoever has the entry of ``gift``, in a commit of their own."""
    player = next(
        act.event.player
        for act in forge.of(gift.stream)
        if act.kind in {"tournament.registered.v1", "tournament.reentered.v1"} and act.event.entry == event.entry
    )
    more = Act(gift.stream, event)
    version = len(forge.of(gift.stream)) + 1
    credit = Credited(amount=Money(cents), cause=gift.stream, cause_version=version, wallet="cash")
    forge.ends_with(more, Act(f"account:{player}", credit))
    forge.take(gift)
    return more


def _behind(gift: Act) -> list[Due]:
    """What is due of a gift behind the end of its tournament: no statement counts it either."""
    return [Due("payout", [gift], 0, "which is not under way"), Due("accounts", [gift], 0, "cannot follow")]


def refund_behind_the_end(forge: Forge) -> list[Due]:
    """A tournament that was played to its end gives a million back."""
    for _, prize in _behind_the_end(forge, "tournament.finished.v1", "tournament.prize_awarded.v1"):
        event = Refunded(entry=prize.event.entry, fee=0, share=100_000_000, ticket=None)
        return _behind(_once_more(forge, prize, event, 100_000_000))
    raise NoPlaceError


def refund_once_more(forge: Forge) -> list[Due]:
    """The refund of a cancelled tournament is given a second time."""
    for _, given in _behind_the_end(forge, "tournament.cancelled.v1", "tournament.refunded.v1"):
        cents = given.event.fee + given.event.share
        return _behind(_once_more(forge, given, given.event, cents))
    raise NoPlaceError


def prize_once_more(forge: Forge) -> list[Due]:
    """A prize is given a second time: besides, it comes out of nothing."""
    for _, prize in _behind_the_end(forge, "tournament.finished.v1", "tournament.prize_awarded.v1"):
        cents = prize.event.amount.cents
        more = _once_more(forge, prize, prize.event, cents)
        return [*_behind(more), Due("chain", [more], cents, "below zero")]
    raise NoPlaceError


def ticket_of_nothing(forge: Forge) -> list[Due]:
    """A tournament without tickets gives one behind its end."""
    for _, prize in _behind_the_end(forge, "tournament.finished.v1", "tournament.prize_awarded.v1"):
        more = Act(prize.stream, TicketAwarded(entry=1, place=1, ticket="satelite/9"))
        forge.ends_with(more)
        forge.take(prize)
        return _behind(more)
    raise NoPlaceError


def _debits(forge: Forge, *, later: bool) -> Iterator[tuple[Act, Act]]:
    for debit in forge.kinds("account.debited.v1"):
        held = forge.least(debit.stream[8:], None if later else debit)
        cause = next((act for act in forge.of(debit.event.cause) if act.version == debit.event.cause_version), None)
        if cause is not None and held >= debit.event.amount.cents and place(cause) not in forge.taken:
            yield debit, cause


def debit_twice(forge: Forge) -> list[Due]:
    """A bet leaves the wallet twice in the commit that bets it."""
    for debit, cause in _debits(forge, later=False):
        again = debit.like()
        forge.put(debit, again)
        forge.take(cause)
        return [Due("duplicate", [cause, debit, again], debit.event.amount.cents, "twice")]
    raise NoPlaceError


def debit_once_more(forge: Forge) -> list[Due]:
    """A bet that was paid leaves the wallet again at the end of the day."""
    for debit, cause in _debits(forge, later=True):
        again = debit.like()
        forge.ends_with(again)
        forge.take(cause)
        return [Due("duplicate", [cause, again], debit.event.amount.cents, "again")]
    raise NoPlaceError


def claim_of_last_month(forge: Forge) -> list[Due]:
    """A deposit claims that it was made 30 days before it was recorded."""
    for deposit in forge.kinds("account.deposited.v1"):
        deposit.occurred = forge.recorded(deposit) - 30 * 24 * HOUR
        forge.take(deposit)
        return [Due("time", [deposit], 0, "claims")]
    raise NoPlaceError


def _credit(forge: Forge, cause: str, version: int) -> Act:
    some = forge.kinds("account.credited.v1")[0]
    forge.take(some)
    return some.like(cause=cause, cause_version=version, amount=Money(12_34))


def credit_from_nowhere(forge: Forge) -> list[Due]:
    """A credit names a cause that is not there."""
    credit = _credit(forge, "table:nowhere", 3)
    forge.ends_with(credit)
    return [Due("accounts", [credit], 12_34, "not there")]


def credit_for_nothing(forge: Forge) -> list[Due]:
    """A credit names a cause that moves no money."""
    opened = forge.kinds("table.opened.v1")[0]
    credit = _credit(forge, opened.stream, opened.version)
    forge.ends_with(credit)
    return [Due("accounts", [credit, opened], 12_34, "moves no money")]


def compensation_without_a_case(forge: Forge) -> list[Due]:
    """A compensation names a dispute that is not there."""
    account = forge.kinds("account.credited.v1")[0]
    forge.take(account)
    paid = Act(account.stream, Compensated(amount=Money(20_00), dispute="dispute:none", dispute_version=3))
    forge.ends_with(paid)
    return [
        Due("accounts", [paid], 20_00, "not there"),
        Due("claims", [paid], 0, "there is no dispute:none"),
    ]


def credit_to_another(forge: Forge) -> list[Due]:
    """What one player leaves the table with is credited to another."""
    for credit in forge.kinds("account.credited.v1"):
        cause = next(act for act in forge.of(credit.event.cause) if act.version == credit.event.cause_version)
        order = {id(act): number for number, act in enumerate(acts(forge.commits))}
        others = [
            act
            for act in forge.kinds("account.opened.v1")
            if place(act) == place(credit) and order[id(act)] < order[id(credit)]
        ]
        other = next((act for act in others if act.stream != credit.stream), None)
        if other is not None and forge.least(credit.stream[8:], credit) >= credit.event.amount.cents:
            forge.take(credit)
            credit.stream = other.stream
            return [Due("accounts", [cause, credit], credit.event.amount.cents, other.stream[8:])]
    raise NoPlaceError


def overdraft(forge: Forge) -> list[Due]:
    """More is paid out to a player than he has."""
    account = forge.kinds("account.credited.v1")[0]
    forge.take(account)
    cents = forge.least(account.stream[8:]) + 7
    paid = Act(account.stream, Withdrawn(amount=Money(cents), reference="planted"))
    forge.ends_with(paid)
    return [Due("chain", [paid], 7, "below zero")]
