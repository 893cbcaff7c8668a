"""``tombo demo``: a small ledger made through the live door, verified, and shown."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Annotated, Final

import typer

from cli.checkpoints import note_sort
from cli.files import new_folder, write
from cli.invocation import Invocation, invocation
from cli.output import say, say_json
from cli.rounds import document, incident_of, look
from cli.text import counted
from cli.verdicts import report_of
from ledger.core.clock import SECOND, SteppingClock
from ledger.core.errors import UsageError
from ledger.games.every import TABLE_GAMES
from ledger.operate.keyring import Keyring, create_ledger, open_ledger
from ledger.operate.publish import publish
from ledger.operate.recover import recover
from ledger.seal.keyfile import save_encrypted_key
from ledger.seal.secretfile import write_secret_file
from ledger.store import open_store
from ledger.verify import Report
from reports import recovery as recovery_report
from reports import verification as verification_report
from reports.text import text_lines
from simulator import evening_tables
from simulator.chance import Seeded
from simulator.crew import key_of
from simulator.day import Plan
from simulator.evening import BEGINS, HANDS, MANAGER, OFFICERS, ORIGIN, TERMS, DemoDay
from simulator.run import BEGINS as SIMULATED_FROM
from simulator.run import HOUR, simulated
from simulator.summary import told

TOLD: Final = (
    ("mesa-1/2", "Three all-ins of different size: a side pot, and two winners."),
    ("mesa-1/4", "A player's phone breaks. That voids nothing: the clock decides for him, the hand goes on."),
    ("mesa-1/5", "The operator's own system fails. That voids the hand: every bet goes back."),
)
PLAYER: Final = "p-sul"
PASSPHRASE: Final = "for looking at, never for play"  # noqa: S105  # everybody knows it
CHEAP: Final = 10
"""The cost of opening a key file, as a power of two: everybody knows these keys."""
SIMULATED_HOURS, SIMULATED_TABLES = 2, 24


def demo(
    ctx: typer.Context,
    seed: Annotated[int, typer.Option(help="Keys, salts and times follow from it: the same seed, the same bytes.")] = 1,
    out: Annotated[
        Path, typer.Option(file_okay=False, metavar="DIR", help="A folder of its own, not there yet.")
    ] = Path("demo"),
) -> None:
    """An evening of poker, a spin and a round of blackjack on a fresh ledger: recorded, verified and shown.

    Everything goes through the live door. Its keys follow from the seed, so everybody knows them: for looking at, never for play.
    """
    call = invocation(ctx)
    if out.exists() and any(out.iterdir()):
        raise UsageError(f"{out} is not empty; remove it, or name another folder with --out")
    shown = Invocation(f"sqlite:///{out}/ledger.db", out / "keys", json=call.json)
    with new_folder(out) as draft:  # whole or not at all, and nobody else's: two at once in one folder do not meet
        ended = _play(Invocation(f"sqlite:///{draft}/ledger.db", draft / "keys"), seed)
    kept = out / "checkpoint"
    with open_store(shown.url):  # the last to close: connections that only read leave the log and its index behind
        report = report_of(shown, checkpoint=kept)
        if call.json:
            document = {"ledger": shown.url, "keys": str(shown.keys), "checkpoint": str(kept), "recovered": ended}
            say_json({**document, "verification": report.to_json()})
        else:
            _tell(shown, out, ended, report)
    if report.exit_status or not (call.json or _tell_simulated(out, seed)):
        raise typer.Exit(1)


def _play(call: Invocation, seed: int) -> list[str]:
    """Record the evening; what the recovery said after the standstill."""
    clock, entropy = SteppingClock(BEGINS, step=0), Seeded(seed)
    keyring = Keyring(call.keys or Path())
    keyring.keep_passphrase(entropy)
    ledger = create_ledger(
        call.url,
        keyring,
        origin=ORIGIN,
        manager=MANAGER,
        manager_key=key_of(ORIGIN, MANAGER),
        clock=clock,
        entropy=entropy,
    )
    _keep_staff_keys(keyring, Seeded(seed))
    day = DemoDay(ledger, clock)
    day.opens()
    for story in HANDS:
        day.plays(story)
    publish(ledger.store, keyring.signer())
    ledger.store.close()  # the platform stops in the middle of a hand, and is started again
    clock.instant += 600 * SECOND
    day.ledger = open_ledger(call.url, keyring, clock=clock, entropy=entropy)
    ended = [*text_lines(recovery_report.document(recover(day.ledger)))]
    day.ends()
    evening_tables.play(day)
    day.closes()
    note = publish(day.ledger.store, keyring.signer())
    day.ledger.store.close()
    write(keyring.directory.parent / "checkpoint", note.encode(), note_sort(ORIGIN, 0))
    return ended


def _keep_staff_keys(keyring: Keyring, entropy: Seeded) -> None:
    """The keys of the evening's staff, all under one passphrase that lies beside them: this is a demonstration."""
    folder = keyring.staff(MANAGER).parent
    folder.mkdir(mode=0o700)
    write_secret_file(folder / "passphrase", f"{PASSPHRASE}\n")
    for name in (MANAGER, *OFFICERS):
        key = key_of(ORIGIN, name)
        save_encrypted_key(keyring.staff(name), key, PASSPHRASE.encode(), entropy=entropy, log_cost=CHEAP)


def _tell(call: Invocation, out: Path, ended: list[str], verified: Report) -> None:
    tombo = f"tombo --ledger {call.url} --keys {call.keys}"
    with call.reading() as reader:
        size = reader.store.head().size
        say(f"Recorded in {out}: {counted(len(HANDS), 'hand')} at one table, {evening_tables.PLAYED}.")
        say(f"{counted(size, 'entry')}, each signed.")
        for hand, what in TOLD:
            say(f"\n{what}\n$ {tombo} hand show {hand}\n")
            view = look(reader, f"hand:{hand}")
            for line in text_lines(document(view, incident_of(reader, view)), call.language):
                say(line)
        say("\nThe platform stopped in hand mesa-1/7. At the start after it:\n$ tombo recover\n")
        for line in ended:
            say(line)
        rule = TABLE_GAMES["hand"].owed_by(TERMS)
        say(f"\nWhat the regulation owes a player ({rule}):\n$ {tombo} player last-hand {PLAYER}\n")
        view = look(reader, "hand:mesa-1/7")
        for line in text_lines(document(view, ()), call.language):
            say(line)
    say(f"\nWith the checkpoint that was kept outside:\n$ {tombo} verify --checkpoint {out}/checkpoint\n")
    for line in text_lines(verification_report.document(verified, given=True)):
        say(line)
    say(
        f"""
What to look at next:
  export TOMBO_LEDGER={call.url} TOMBO_KEYS={call.keys}{_path()}
  export TOMBO_STAFF_PASSPHRASE_FILE={call.keys}/staff/passphrase
  tombo hand list                       every hand
  tombo hand replay mesa-1/2            step by step, chips counted at every step, payouts computed again
  tombo round show {evening_tables.SHOWN}           {evening_tables.TOLD}
  tombo audit                           every hand and round paid again from its own record
  tombo player last-hand p-sul          what the regulation owes a player: his last hand, his cards
  tombo table show mesa-1 --at 120      the table as of log index 120
  tombo hand show mesa-1/1 --viewer officer --staff s-2 --reason 'complaint 17'
                                        closed cards: for an officer, and the reading goes on record
  tombo player statement p-sul --session p-sul-1
                                        what his session brought him, hand by hand
  tombo dispute open p-sul --about mesa-1/4 --claim 'my phone broke: the hand is void' --staff s-2
                                        a complaint; it says how to replay and resolve it
  tombo player statement p-sul          with what he was paid for his complaint
  tombo reconcile --day 2026-07-14      the night job: does everything of the day tie; --close --staff s-1 closes it
  tombo export bundle --out {out}/bundle          plain files for an auditor, who runs
  tombo verify {out}/bundle --policy {out}/keys/policy --checkpoint {out}/checkpoint
  Change one byte of {out}/ledger.db with any tool, and
  tombo verify --checkpoint {out}/checkpoint   says what was changed, and where"""
    )


def _tell_simulated(out: Path, seed: int) -> bool:
    """Two hours of every game, played and examined by the simulator in a ledger beside; whether all was as it should be."""
    folder = out / "simulated"
    folder.mkdir()
    plan = Plan(seed, SIMULATED_FROM, SIMULATED_FROM + SIMULATED_HOURS * HOUR, SIMULATED_TABLES, pace=12, outages=1)
    result = simulated(plan, f"sqlite:///{folder}/ledger.db", folder / "keys", folder / "checkpoint", kills=1)
    say(f"\nEvery game at once, played by the simulator through the same door, in {folder}:\n")
    for line in told(plan, result):
        say(line)
    return not result.failures and not result.report.exit_status


def _path() -> str:
    """How to make ``tombo`` a command, where it is not one yet."""
    folder = Path(sys.argv[0]).parent
    return f' PATH="$PWD/{folder}:$PATH"' if shutil.which("tombo") is None and not folder.is_absolute() else ""
