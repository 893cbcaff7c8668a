"""Errors planted in the play of a simulated day: what is void, unfinished, misnumbered, or does not go on from where it was."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from tests.worlds.forge import ENDS, Due, Forge, NoPlaceError, place, raises
from tests.worlds.forged_ledger import Act, Commit, acts, without
from tombo.ledger.core.entry import EventBase
from tombo.ledger.house.incident.events import HandsListed, IncidentClosed, IncidentOpened, OpenHand
from tombo.ledger.house.table.events import BlindsSet, LeaveRequested
from tombo.projections.reconciliation.model import Check
from tombo.projections.reconciliation.outages import SILENCES

_OF_ITS_END = {"hand.cards_mucked.v1", "hand.cards_shown.v1", "hand.commission_taken.v1", "hand.pot_awarded.v1"}
"""What a door records of a hand in one with its end."""


def _cut(forge: Forge, table: Act, stream: str) -> list[Due]:
    """The table stands still in the middle of its last hand or round ``stream``."""
    end = next(act for act in forge.of(stream) if act.kind.endswith(ENDS))
    first = min((act.version for act in forge.of(stream) if act.kind in _OF_ITS_END), default=end.version)
    later = [act for act in forge.of(stream) if act.version >= min(first, end.version)]
    later += [act for act in forge.of(table.stream) if act.version > table.version]
    gone = {(act.stream, act.version) for act in later}
    later += [
        act
        for act in acts(forge.commits)
        if act.stream.startswith("account:")
        and (getattr(act.event, "cause", ""), getattr(act.event, "cause_version", 0)) in gone
    ]
    poorer = {
        act.stream for act in later if act.kind == "account.credited.v1"
    }  # who could not take out what he took out
    later += [act for act in acts(forge.commits) if act.stream in poorer and act.kind == "account.withdrawn.v1"]
    later += forge.sessions_at(table.stream)  # who still sits there ends no session
    without(forge.commits, later)
    forge.take(table)
    return [Due("unfinished", [table], 0, stream)]


def unfinished_hand(forge: Forge) -> list[Due]:
    """The record of a table stops before its last hand ends."""
    for hand in forge.last_hands():
        if not _interrupted(forge, hand.stream):
            return _cut(forge, hand.started, hand.stream)
    raise NoPlaceError


def listed_and_forgotten(forge: Forge) -> list[Due]:
    """An incident lists a hand, and the hand never ends."""
    due = unfinished_hand(forge)
    table, hand = place(due[0].acts[0]), due[0].says
    stream, newest = f"incident:forgotten-{table}", len(forge.of(hand))
    opened = IncidentOpened(first_instant=0, origin="operator_system", reported_by="planted", scope=[table])
    found = [Act(stream, opened), Act(stream, HandsListed(hands=[OpenHand(hand=hand, version=newest)]))]
    forge.ends_with(*found)
    return [*due, Due("incident", found[:1], 0, hand)]


def _interrupted(forge: Forge, stream: str) -> bool:
    """Whether an incident lists the hand or round, whose end it then waits for, or would list it, were it still in play."""
    begins, table = forge.place(forge.of(stream)[0]), stream.partition(":")[2].rpartition("/")[0]
    return any(
        act.kind == "incident.opened.v1" and (act.event.scope is None or table in act.event.scope)
        for commit in forge.commits[begins:]
        for act in commit.acts
    )


def _last_rounds(forge: Forge) -> Iterator[Act]:
    seen = set[str]()
    for started in forge.kinds("banked.round_started.v1"):
        if started.stream not in seen and not started.event.round.startswith("roulette:"):
            yield started
        seen.add(started.stream)


def leaves_by_another_name(forge: Forge) -> list[Due]:
    """A table says that somebody else left the seat, whose stack comes to whose it is."""
    for hand in forge.last_hands():
        for left in (act for act in hand.later if act.kind == "table.player_left.v1"):
            left.says(player="p-nobody")
            forge.take(hand.started)
            return [Due("people", [left], 0, "p-nobody is said to leave seat")]
    raise NoPlaceError


def unfinished_round(forge: Forge) -> list[Due]:
    """The record of a table of cards stops before its last round is decided."""
    for started in _last_rounds(forge):
        end = next(act for act in forge.of(started.event.round) if act.kind.endswith(ENDS))
        paid = [act for act in forge.of(started.event.round) if act.kind.endswith((".paid.v1", ".collected.v1"))]
        decided = end.kind.endswith(".settled.v1") and not any(act.version > end.version for act in paid)
        if decided and not _interrupted(forge, started.event.round):
            return _cut(forge, started, started.event.round)
    raise NoPlaceError


def _decisions(forge: Forge) -> Iterator[Act]:
    """Decisions at blackjack that stake nothing, in rounds that were settled, where two have bet."""
    for act in forge.kinds("blackjack.decision_made.v1"):
        own = forge.of(act.stream)
        bettors = {one.event.player for one in own if one.kind == "blackjack.bet_placed.v1"}
        if not act.event.paid and len(bettors) > 1 and own[-1].kind == "blackjack.settled.v1":
            yield act


def false_ace(forge: Forge) -> list[Due]:
    """A decision that doubles nothing says of an ace that it counts 1."""
    for act in _decisions(forge):
        act.says(ace_as_one=True)
        forge.take(act)
        return [Due("payout", [forge.of(act.stream)[-1]], 0, "(R805 r.8a)")]
    raise NoPlaceError


def decision_of_another(forge: Forge) -> list[Due]:
    """A hand is decided by another player than the one whose it is."""
    for act in _decisions(forge):
        bets = [one.event.player for one in forge.of(act.stream) if one.kind == "blackjack.bet_placed.v1"]
        act.says(player=next(name for name in bets if name != act.event.player))
        forge.take(act)
        return [Due("payout", [act], 0, "cannot follow"), Due("people", [act], 0, "has no such place")]
    raise NoPlaceError


def _renumbered(forge: Forge, started: Act, stream: str, number: int) -> list[Due]:
    """The hand or round ``stream`` bears the next number, wherever it is named."""
    name, new = stream.partition(":")[2], stream.rpartition("/")[0] + f"/{number + 1}"
    for act in acts(forge.commits):
        about = act.stream == stream
        if about:
            act.stream = new
        said = act.event.model_dump_json()
        if about or f'"{stream}"' in said:
            said = said.replace(f'"{stream}"', f'"{new}"')
            found = json.loads(said)
            if found.get("number") == number and act.kind.endswith(("started.v1", "opened.v1")):
                found["number"] = number + 1
            act.event = type(act.event).model_validate_json(json.dumps(found))
    forge.take(started)
    assert name.endswith(f"/{number}")
    return [Due("numbers", [started], 0, f"follows number {number - 1}")]


def _shown(found: Sequence[Act]) -> bool:
    """Whether a closed card was turned up: its commitment is to the name of the hand, and would not fit another."""
    return any(act.kind.endswith(("shown.v1", "revealed.v1")) for act in found)


def skipped_hand(forge: Forge) -> list[Due]:
    """The last hand of a table bears the number after its own."""
    for hand in forge.last_hands():
        if hand.started.event.number > 1 and not _shown(hand.acts):
            return _renumbered(forge, hand.started, hand.stream, hand.started.event.number)
    raise NoPlaceError


def skipped_round(forge: Forge) -> list[Due]:
    """The last round of a table of cards bears the number after its own."""
    for started in _last_rounds(forge):
        if started.event.number > 1 and not _shown(forge.of(started.event.round)):
            return _renumbered(forge, started, started.event.round, started.event.number)
    raise NoPlaceError


def _said(forge: Forge, field: str, check: Check) -> list[Due]:
    for hand in forge.last_hands():
        hand.says(hand.ended.event.stacks[0].seat, field, 1)
        forge.take(hand.started)
        return [Due(check, [hand.ended], 1, hand.stream)]
    raise NoPlaceError


def began_with_more(forge: Forge) -> list[Due]:
    """A seat is said to have begun a hand with a cent that did not lie there."""
    return _said(forge, "before", "chain")


def ended_with_more(forge: Forge) -> list[Due]:
    """A seat is said to have ended a hand with a cent that nobody paid."""
    return _said(forge, "after", "conservation")


def _left_with(forge: Forge, cents: int) -> list[Due]:
    for hand in forge.last_hands():
        for seat in hand.richer:
            left = hand.left(seat)
            assert left is not None
            raises(forge.paid(left), cents)
            left.says(stack=left.event.stack + cents)
            forge.take(left)
            closed = next((act for act in hand.later if act.kind == "table.closed.v1"), None)
            if cents < 0 and closed is not None:
                return [Due("chain", [left], 1, "lay there"), Due("conservation", [closed], 1, "is closed")]
            return [Due("chain", [left], 1, "lay there" if cents < 0 else "below zero")]
    raise NoPlaceError


def left_with_less(forge: Forge) -> list[Due]:
    """A player leaves, and a cent stays on the table."""
    return _left_with(forge, -1)


def left_with_more(forge: Forge) -> list[Due]:
    """A player leaves with a cent that did not lie there."""
    return _left_with(forge, 1)


def closed_with_money(forge: Forge) -> list[Due]:
    """A table closes, and what a player had there is on no account."""
    for hand in forge.last_hands():
        closed = next((act for act in hand.later if act.kind == "table.closed.v1"), None)
        for seat in hand.richer if closed else ():
            left = hand.left(seat)
            assert left is not None
            credit = forge.paid(left)
            gone = _unmissed(forge, credit)
            if gone and max(forge.of(left.stream), key=lambda act: act.version) is closed:
                assert closed is not None
                forge.take(left)
                return _stays(forge, left, gone, closed)
    raise NoPlaceError


def _unmissed(forge: Forge, credit: Act) -> list[Act]:
    """What goes so that nobody misses ``credit``: it alone, or with it that the player took it home; nothing where he played with it."""
    cents = credit.event.amount.cents
    if forge.least(credit.stream[8:], credit) >= cents:
        return [credit]
    home = next((act for act in forge.of(credit.stream) if act.version > credit.version), None)
    took = home is not None and home.kind == "account.withdrawn.v1" and home.event.amount.cents >= cents
    return [credit, home] if home is not None and took else []


def _stays(forge: Forge, left: Act, gone: list[Act], closed: Act) -> list[Due]:
    """``left`` becomes something that moves nothing, so that the versions of its table stay."""
    cents = left.event.stack
    left.event = LeaveRequested(seat=left.event.seat)
    without(forge.commits, [*gone, *forge.sessions_at(left.stream)])
    return [Due("conservation", [closed], cents, "is closed")]


def _in_stead_of_a_rest(forge: Forge, opened: str, event: EventBase, says: str) -> list[Due]:
    """``event`` stands at a table of a kind in the place of a rest, which moves nothing."""
    for rest in forge.kinds("table.sat_out.v1", "table.returned.v1"):
        if forge.of(rest.stream)[0].kind == opened:
            rest.event = event
            forge.take(rest)
            return [Due("chain", [rest], 0, says)]
    raise NoPlaceError


def blinds_at_a_cash_table(forge: Forge) -> list[Due]:
    """At a table for euro blinds are set, as a tournament sets them."""
    for ended in forge.kinds("table.hand_ended.v1"):
        if forge.of(ended.stream)[0].kind == "table.opened.v1":
            blinds = Act(ended.stream, BlindsSet(big_blind=10_000, small_blind=5_000))
            forge.slip(ended, blinds)
            forge.take(ended)
            return [Due("chain", [blinds], 0, "which is of no tournament")]
    raise NoPlaceError


def leaving_a_tournament(forge: Forge) -> list[Due]:
    """At a table of a tournament somebody asks to leave, as one may where chips are money."""
    leaving = LeaveRequested(seat=1)
    return _in_stead_of_a_rest(forge, "table.tournament_opened.v1", leaving, "a table of a tournament")


UNLISTED: Final = "does not list it"


def _void(forge: Forge, origin: str | None, scope: str | None, says: str) -> list[Due]:
    """Something void is void under another incident: of ``origin``, at the table ``scope``, or its own and unlisted; None: none at all."""
    kinds = [f"{game}.voided.v1" for game in ("hand", "blackjack", "sem_descarte", "roulette")]
    for void in forge.kinds(*kinds):
        name, table = f"planted-{place(void)}", void.stream.partition(":")[2].rpartition("/")[0]
        void.says(incident=name)
        forge.take(void)
        if origin is None:
            return [Due("void", [void], 0, says)]
        side: Any = origin
        opened = IncidentOpened(first_instant=0, origin=side, reported_by="planted", scope=[scope or table])
        at, begins = forge.place(void), forge.place(forge.of(void.stream)[0])
        if says == UNLISTED and any(act.kind in SILENCES for act in forge.of(void.stream)):
            continue  # where an incident is open while it is played, nothing is decided by silence
        found = [act for commit in forge.commits[:at] for act in commit.acts if act.stream == void.stream]
        there = scope is None and says != UNLISTED
        hands = [OpenHand(hand=void.stream, version=len(found))] if there else []
        stream, listed = f"incident:{name}", HandsListed(hands=hands)
        closed = IncidentClosed(note="planted")  # else silence would decide nothing there any more
        forge.commits.insert(at + 1, Commit(forge.commits[at].recorded, [Act(stream, closed)]))
        at = begins if says == UNLISTED else at
        forge.commits.insert(at, Commit(forge.commits[at].recorded, [Act(stream, opened), Act(stream, listed)]))
        return [Due("void", [void], 0, says)]
    raise NoPlaceError


def void_without_incident(forge: Forge) -> list[Due]:
    """A hand is void, and the incident it names is not on record."""
    return _void(forge, None, None, "not on record")


def void_on_the_players_side(forge: Forge) -> list[Due]:
    """A hand is void for a failure of a player's own equipment."""
    return _void(forge, "player_equipment", None, "player's side")


def void_of_another_table(forge: Forge) -> list[Due]:
    """A hand is void under an incident that concerned another table."""
    return _void(forge, "operator_system", "elsewhere", "does not cover")


def void_of_what_was_not_interrupted(forge: Forge) -> list[Due]:
    """A hand is void under an incident that was opened when it was not in play."""
    return _void(forge, "operator_system", None, UNLISTED)


def blinds_said_again(forge: Forge) -> list[Due]:
    """A table of a tournament is told the blinds of a level once more than the tournament says."""
    for said in forge.kinds("table.blinds_set.v1"):
        again = Act(said.stream, said.event)
        forge.put(said, again)
        forge.take(said)
        return [Due("payout", [again], 0, "nothing in its commit gives occasion for it")]
    raise NoPlaceError
