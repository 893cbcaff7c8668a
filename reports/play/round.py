"""A round against the house as a person reads it: heading, what happened, what was paid under which rule, summary."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.said import Fact, Told
from tombo.ledger.core.visible import visible
from tombo.ledger.games.again import ENDS, FINDING, word
from tombo.ledger.games.every import BANKED_GAMES
from tombo.ledger.games.game import History
from tombo.ledger.house.banked.events import Forbids
from tombo.ledger.house.banked.refusals import WORD
from tombo.ledger.house.moves import Move, Result, What
from tombo.ledger.said import told
from tombo.projections.round.banked import BankedAct, BankedView, is_his
from tombo.reports.document import Alarm, Block, Document, Sentence
from tombo.reports.entries import marked
from tombo.reports.play.void import outage
from tombo.reports.said import common
from tombo.reports.said.play import round as said


def document(view: BankedView, incident: Sequence[Entry] = ()) -> Document:
    """The whole round. ``incident`` are the entries of the outage that made it void."""
    title, *facts = heading(view)
    return Document(title, (*map(Sentence, facts), *_acts(view, incident), *map(Sentence, _summary(view))))


def heading(view: BankedView) -> Iterator[Told]:
    """Which round, of which game, at which table, when, under which rules."""
    opened, first = view.opened, view.acts[0].entry
    yield said.ROUND(round=view.stream, game=history(view).title(view))
    yield said.ROUND_PLACE(table=opened.table, number=opened.number, at=first.recorded)
    yield said.ROUND_RULESET(ruleset=ruleset(view))


def ruleset(view: BankedView) -> Told:
    """Under which rules."""
    approved, revision = view.opened.ruleset, view.opened.terms.revision
    return said.ROUND_RULES(ruleset=approved.id, index=approved.index, revision=revision)


def history(view: BankedView) -> History:
    """What the game says of its rounds."""
    return BANKED_GAMES[view.game].history


def is_told(view: BankedView, act: BankedAct) -> bool:
    """Whether the viewer is told of ``act``: of some only an auditor is."""
    if not is_his(view.viewer, act.entry.event):
        return False
    return view.viewer.role == "auditor" or not isinstance(act.entry.event, history(view).quiet)


def happened(view: BankedView, act: BankedAct) -> Iterator[Told]:
    """What ``act`` did: what the game says of it, or a finding on record, and what it moved."""
    event = act.entry.event
    if word(event.kind) == FINDING:
        yield _objection(view, act.after, event)
    else:
        yield from history(view).say(view, act)
    if word(event.kind) == WORD:
        yield _forbids(event.forbids)
    yield from moved(view, act.moves)
    if ending_of(event) == "settled" and view.viewer.role == "auditor":
        yield said.ROUND_IS_SETTLED()


def ending_of(event: Any) -> str | None:
    """How ``event`` ends the round: ``settled``, ``voided``, or not at all."""
    ending = word(event.kind)
    return ending if ending in ENDS else None


def moved(view: BankedView, moves: Sequence[Move]) -> Iterator[Told]:
    """What an entry paid and took, bet by bet, with the rule. Stakes are told with the act that staked them."""
    left = [move for move in moves if move.what != "staked"]
    while left:
        move, *left = left
        stake: Move | None = None
        if move.what == "prize" and left and left[0].what == "returned" and left[0].why == move.why:
            stake, *left = left
        what = _moved(view, move, stake)
        if move.why:
            reason = history(view).reason(move)
            yield said.MOVED_FOR(player=move.player, what=what, why=reason, rule=move.rule)
        else:
            yield said.MOVED(player=move.player, what=what, rule=move.rule)


def hidden(view: BankedView) -> Iterator[Told]:
    """How many cards were dealt face down, and are not the viewer's to see."""
    cards = len(view.closed) - len(view.cards)
    if cards:
        yield said.ROUND_HIDDEN(cards=cards)


def _acts(view: BankedView, incident: Sequence[Entry]) -> Iterator[Block]:
    for act in view.acts:
        if not is_told(view, act):
            continue
        event = act.entry.event
        if ending_of(event) == "voided":
            void = said.ROUND_VOID(rule=history(view).void_rule(view), incident=event.incident)
            yield Alarm(marked(view.viewer, act.entry, void))
            yield from outage(incident, act.entry)
        yield from (Sentence(marked(view.viewer, act.entry, one)) for one in happened(view, act))


def _objection(view: BankedView, state: Any, finding: Any) -> Told:
    """What another reading of a rule objects to (rules.md section 11). The first version of a finding says it in English only."""
    game = history(view)
    why: Fact
    if hasattr(finding, "message"):
        why = common.RECORDED_IN_ENGLISH._replace(en=visible(finding.message))
    else:
        why = game.otherwise(view.unit, finding, told(finding))
    reading = common.READINGS[finding.reading]
    return said.ROUND_OBJECTION(rule=finding.rule, who=game.whom(state, finding), reading=reading, why=why)


def _forbids(found: Forbids | None) -> Told:
    """What forbids a bet that was turned down."""
    if found is None:
        return said.TURNED_DOWN_FOR_NOTHING()
    return said.TURNED_DOWN_FOR(rule=found.rule, why=told(found))


def _moved(view: BankedView, move: Move, stake: Move | None) -> Told:
    amount = view.unit.sum(move.amount)
    if stake is not None:
        return said.PRIZE_AND_STAKE(amount=amount, on=move.on, stake=view.unit.sum(stake.amount))
    if move.what in said.MOVED_IN_ALL:
        return said.MOVED_IN_ALL[move.what](amount=amount)
    carry = BANKED_GAMES[view.game].carry if move.what == "imprisoned" else None
    row = said.MOVED_ON_BET[move.what] if carry is None else carry.waits
    return row(amount=amount, on=move.on)


def _summary(view: BankedView) -> Iterator[Told]:
    yield said.ROUND_SUMMARY()
    yield _outcome(view)
    yield from history(view).result(view)
    for one in view.results:
        totals = [
            row(amount=view.unit.sum(one.totals[what]))
            for what, row in said.ROUND_TOTALS.items()
            if one.totals.get(what)
        ]
        if view.state.outcome != "open":
            totals.append(said.ROUND_NET(net=view.unit.sum(one.net)))
        yield said.ROUND_OF_PLAYER(player=one.player, totals=tuple(totals))
    yield from hidden(view)


def _outcome(view: BankedView) -> Told:
    found, unit = view.results, view.unit
    staked = unit.sum(_total(found, "staked"))
    match view.state.outcome:
        case "open":
            return said.ROUND_OPEN(version=view.acts[-1].entry.version, staked=staked)
        case "voided":
            return said.ROUND_REFUNDED(refunded=unit.sum(_total(found, "refunded")), staked=staked)
        case _:
            prizes, lost = unit.sum(_total(found, "prize")), unit.sum(_total(found, "lost"))
            return said.ROUND_PAID(staked=staked, prizes=prizes, lost=lost)


def _total(found: Sequence[Result], what: What) -> int:
    return sum(one.totals.get(what, 0) for one in found)
