"""The demonstration's evening at one table, told in a few words of poker, and who turns them into commands.

Nothing is written but through the live door. Chance and time are seeded: the same seed gives the same bytes.
"""

from __future__ import annotations

import re
from typing import Final

from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.command import CommandBase, Envelope
from tombo.ledger.core.entry import By
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.facts import recorded
from tombo.ledger.core.findings import Reading, Refused
from tombo.ledger.core.money import Money
from tombo.ledger.games.poker import commands as poker
from tombo.ledger.house.account.commands import Deposit, OpenAccount
from tombo.ledger.house.incident.commands import CloseIncident, OpenIncident
from tombo.ledger.house.log.commands import ConfirmClock
from tombo.ledger.house.ruleset.commands import ApproveRuleset
from tombo.ledger.house.session.commands import EndSession, StartSession
from tombo.ledger.house.staff.commands import GrantRole
from tombo.ledger.house.table.commands import DrawButton, LeaveTable, OpenTable, SeatPlayer
from tombo.ledger.live.ledger import Acknowledgement, Ledger
from tombo.ledger.terms.poker import Commission, Limit, Readings, Terms
from tombo.ledger.terms.unit import Unit
from tombo.simulator.crew import enrol, signed

ORIGIN: Final = "operator.example/demo"
BEGINS: Final = 1_784_055_594 * SECOND
"""2026-07-14, six seconds before 20:00 in Lisbon, 19:00 UTC: by then everybody on the staff can sign."""
TABLE: Final = "mesa-1"
SEATS: Final = {"p-norte": 1, "p-leste": 2, "p-sul": 3, "p-oeste": 4}
MANAGER, OFFICERS = "s-1", ("s-2", "s-3")
BUY_IN: Final = 100_00
DEPOSIT: Final = Money(250_00)
STEP_SECONDS: Final = 2
ROUND_SECONDS: Final = 20
EXTRA_SECONDS: Final = 10

TERMS: Final = Terms(
    ante=0,
    big_blind=2_00,
    commission=Commission(attribution="payment_when_all_in", cap=None, mode="pot", rate_bp=500),
    decision_seconds=ROUND_SECONDS,
    limit=Limit(kind="no_limit"),
    min_bet=2_00,
    odd_unit="clockwise_from_button",
    readings=Readings(
        flop_exemption=Reading.PRACTICE,
        flush_tie=Reading.LETTER,
        heads_up_blinds=Reading.PRACTICE,
        maximum_bet=Reading.LETTER,
        minimum_raise=Reading.LETTER,
    ),
    revision=1,
    rounding="floor",
    seats=6,
    showdown="all",
    small_blind=1_00,
    unit=Unit(currency="EUR", decimals=2),
    variant="holdem",
)

HANDS: Final = (
    """# one: an ordinary hand, won without a showdown
    cards p-norte 9c9d p-leste KdQh p-sul AsKh p-oeste 7h6h
    p-sul raises to 6.00, p-oeste calls, p-norte calls, p-leste folds
    board Kc 9h 4h
    p-norte checks, p-sul bets 10.00, p-oeste calls, p-norte raises to 35.00, p-sul calls, p-oeste folds
    board 2s
    p-norte bets 40.00, p-sul folds""",
    """# two: three all-ins of different size, a side pot, two winners
    cards p-leste JcJd p-sul 8s8c p-oeste AdKc p-norte QsQd
    p-oeste raises to 6.00, p-norte raises to 18.00, p-leste calls
    p-sul raises to 59.00, p-oeste raises to 84.00, p-norte calls, p-leste folds
    board 8d Kd 3h, board 2c, board 5s
    settle""",
    """# three: a raise too small is refused, and a pot does not divide
    cards p-sul 7c2d p-oeste AsKh p-norte AhKd p-leste 9s4c
    p-norte tries 3.00, p-norte raises to 5.05, p-leste folds, p-sul folds, p-oeste calls
    board Ac Kc 7d
    p-oeste checks, p-norte checks
    board 7s
    p-oeste checks, p-norte checks
    board 2h
    p-oeste checks, p-norte checks
    settle""",
    """# four: a player's phone breaks, and the hand goes on
    cards p-oeste 8c3d p-norte AsJd p-leste TsTh p-sul QdQc
    p-leste raises to 6.00, p-sul calls, p-oeste folds, p-norte calls
    board Td 6s 2d
    p-norte checks, p-leste bets 12.00
    p-sul is asked, p-sul is lost, p-sul gets extra time, p-sul runs out of time
    p-norte calls
    board Jh
    p-norte is asked, p-norte runs out of time, p-leste checks
    p-sul is back
    board 3c
    p-norte checks, p-leste bets 20.00, p-norte calls
    settle""",
    """# five: the operator's own system fails in the middle of a hand
    cards p-norte 6c2s p-leste AcTd p-sul QsJs p-oeste 9h9s
    p-sul raises to 5.00, p-oeste calls, p-norte folds, p-leste calls
    board As Ts 4d
    p-leste bets 10.00, p-sul raises to 30.00
    outage""",
    """# six: over on the flop without a bet: no commission
    cards p-leste 8h7s p-sul Kh5c p-oeste Jc4h p-norte 6d5d
    p-oeste calls, p-norte calls, p-leste calls, p-sul checks
    board Ah Qc 2d
    p-leste folds, p-sul folds, p-oeste folds""",
    """# seven: all cards are out when the platform stops; 'tombo recover' settles it
    cards p-sul KsKd p-oeste 5h4c p-norte AdQh p-leste 7d7c
    p-norte raises to 6.00, p-leste calls, p-sul calls, p-oeste folds
    board Qd 8s 3c
    p-sul bets 10.00, p-norte calls, p-leste folds
    board 4h
    p-sul checks, p-norte checks
    board Js
    p-sul checks, p-norte checks""",
)

_AMOUNT: Final = r"(\d+)\.(\d\d)"


class DemoDay:
    """Plays the hands above into a ledger, a few seconds a step."""

    def __init__(self, ledger: Ledger, clock: SteppingClock) -> None:
        self.ledger = ledger
        self.clock = clock
        self.refusals: list[Refused] = []
        self._sent = 0
        self._hand = 0

    def opens(self) -> None:
        """Roles, approved rules, accounts, sessions, a table with everybody seated, the button drawn."""
        manager = By(actor="staff", id=MANAGER, role="manager")
        for officer in OFFICERS:
            self.send(GrantRole(role="officer", staff=officer), manager)
            self.send(enrol(self.ledger.store.origin, officer), manager)
        rules = ApproveRuleset(in_force_from=0, reference="SRIJ 2026/000 (example)", ruleset="holdem-1-2", terms=TERMS)
        self.send(rules, manager)
        for player in SEATS:
            self.send(OpenAccount(player=player))
            self.send(Deposit(amount=DEPOSIT, player=player, reference="bank transfer"))
            self.send(StartSession(player=player, session=f"{player}-1"), _player(player))
        self.send(OpenTable(buy_in=BUY_IN, mode="continuous", ruleset="holdem-1-2", table=TABLE, top_up_max=BUY_IN))
        for player, seat in SEATS.items():
            taken = SeatPlayer(player=player, seat=seat, session=f"{player}-1", table=TABLE)
            self.send(taken, _player(player))
        self.send(DrawButton(seat=SEATS["p-oeste"], table=TABLE))

    def plays(self, story: str) -> None:
        """One hand, as it is told above."""
        self._hand += 1
        self.send(poker.StartHand(table=TABLE))
        for line in story.split("\n"):
            if not line.startswith("#"):
                for words in re.split(r",\s*", line.strip()):
                    self._step(words)

    def ends(self) -> None:
        """Two players leave with what they have; their sessions end."""
        for player in ("p-norte", "p-sul"):
            self.send(LeaveTable(seat=SEATS[player], table=TABLE), _player(player))
            self.send(EndSession(cause="player", session=f"{player}-1"), _player(player))

    def closes(self) -> None:
        """The manager confirms the clock as the last act: whoever opens this ledger next does so at any other time."""
        then = self.clock.instant + STEP_SECONDS * SECOND
        reason = "the evening of the demonstration is over; what comes after it comes in its own time"
        confirmed = ConfirmClock(clock=then, floor=then, reason=reason)
        self.send(confirmed, By(actor="staff", id=MANAGER, role="manager"))

    def send(self, command: CommandBase, by: By | None = None) -> Acknowledgement:
        """Through the live door, a little later than the step before.

        Raises:
            UsageError: the door refused a step of the story.
        """
        outcome = self._ask(command, by)
        if isinstance(outcome, Refused):
            raise UsageError(f"the demonstration: {command}: {outcome.finding.rule}: {outcome.message}")
        return outcome

    def _ask(self, command: CommandBase, by: By | None) -> Acknowledgement | Refused:
        self._sent += 1
        self.clock.instant += STEP_SECONDS * SECOND
        by = by or By(actor="platform", id="platform")
        envelope = Envelope(command, by, f"demo/{self._sent:04d}", self.clock.instant)
        return self.ledger.handle(signed(envelope, self.ledger.store.origin))

    def _step(self, words: str) -> None:
        hand = f"{TABLE}/{self._hand}"
        first, _, rest = words.partition(" ")
        if first == "cards":
            dealt = dict(zip(rest.split()[::2], rest.split()[1::2], strict=True))
            cards = [cards[:2] for cards in dealt.values()] + [cards[2:] for cards in dealt.values()]
            self.send(poker.DealHoleCards(cards=cards, hand=hand))
        elif first == "board":
            self.send(poker.DealBoard(cards=rest.split(), hand=hand))
        elif first == "settle":
            self.send(poker.SettleHand(hand=hand))
        elif first == "outage":
            self._outage(hand)
        else:
            self._turn(hand, first, rest)

    def _turn(self, hand: str, player: str, does: str) -> None:
        """What a player does, or what the platform reports of him."""
        seat, by = SEATS[player], _player(player)
        found = re.search(_AMOUNT, does)
        total = int(found[1]) * 100 + int(found[2]) if found else 1
        deadline = self.clock.instant + (STEP_SECONDS + ROUND_SECONDS) * SECOND
        acts: dict[str, tuple[CommandBase, By | None]] = {
            "folds": (poker.Fold(hand=hand, seat=seat), by),
            "checks": (poker.Check(hand=hand, seat=seat), by),
            "calls": (poker.Call(hand=hand, seat=seat), by),
            "bets": (poker.PlaceBet(hand=hand, seat=seat, total=total), by),
            "raises": (poker.PlaceBet(hand=hand, seat=seat, total=total), by),
            "is asked": (poker.RequestDecision(deadline=deadline, hand=hand, seat=seat), None),
            "is lost": (poker.ReportConnection(hand=hand, seat=seat, up=False), None),
            "is back": (poker.ReportConnection(hand=hand, seat=seat, up=True), None),
            "gets extra time": (
                poker.ExtendTime(deadline=deadline + EXTRA_SECONDS * SECOND, hand=hand, seat=seat),
                None,
            ),
            "runs out of time": (poker.TimeOut(hand=hand, seat=seat), None),
        }
        if does.startswith("tries"):
            self._try(hand, seat, total, by)
            return
        if does == "runs out of time":
            self.clock.instant += (ROUND_SECONDS + EXTRA_SECONDS) * SECOND
        self.send(*acts[does if does in acts else does.partition(" ")[0]])

    def _try(self, hand: str, seat: int, total: int, by: By) -> None:
        """A try the rules refuse; the platform puts it on record."""
        refused = self._ask(poker.PlaceBet(hand=hand, seat=seat, total=total), by)
        if not isinstance(refused, Refused):
            raise UsageError(f"the demonstration: a bet of {total} was to be refused and was not")
        self.refusals.append(refused)
        report = poker.ReportRefused(
            about=refused.finding.told.about,
            attempt=f"raise to {total // 100}.{total % 100:02d}",
            facts=recorded(refused.finding.told),
            hand=hand,
            rule=refused.finding.rule,
            seat=seat,
        )
        self.send(report)

    def _outage(self, hand: str) -> None:
        """The operator's system fails: an incident, and the hand is void; then it is over."""
        self.clock.instant += 45 * SECOND
        officer = By(actor="staff", id=OFFICERS[0], role="officer")
        incident = OpenIncident(
            first_instant=self.clock.instant - 40 * SECOND,
            incident="2026-07-14-server",
            origin="operator_system",
            reported_by="monitor of the game server",
            scope=[TABLE],
        )
        self.send(incident)
        self.clock.instant += 180 * SECOND
        self.send(poker.VoidHand(hand=hand, incident="2026-07-14-server"), officer)
        self.clock.instant += 240 * SECOND
        over = CloseIncident(incident="2026-07-14-server", note="game server replaced, tables open again")
        self.send(over, officer)
        self.send(DrawButton(seat=SEATS["p-norte"], table=TABLE))  # the table starts again (R806 r.46)


def _player(player: str) -> By:
    return By(actor="player", id=player)
