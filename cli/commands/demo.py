"""``tombo demo``: a small ledger made through the live door, verified, and shown."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final

import typer

from tombo.cli.checkpoints import note_sort
from tombo.cli.files import new_folder, write
from tombo.cli.invocation import Invocation, invocation
from tombo.cli.terminal.output import say, say_json
from tombo.cli.verdicts import report_of
from tombo.ledger.core.clock import SECOND, SteppingClock
from tombo.ledger.core.errors import UsageError
from tombo.ledger.core.said import Told
from tombo.ledger.games.every import TABLE_GAMES
from tombo.ledger.operate.keyring import Keyring, create_ledger, open_ledger
from tombo.ledger.operate.publish import publish
from tombo.ledger.operate.recover import Recovery, recover
from tombo.ledger.seal.keyfile import save_encrypted_key
from tombo.ledger.seal.secretfile import write_secret_file
from tombo.ledger.store import open_store
from tombo.ledger.verify import Report
from tombo.reports import recovery as recovery_report
from tombo.reports import verification as verification_report
from tombo.reports.document import Document
from tombo.reports.said.commands import demo as said
from tombo.reports.shown.rounds import document, incident_of, look
from tombo.reports.text import text_lines
from tombo.simulator import evening_tables
from tombo.simulator import said as evening
from tombo.simulator.chance import Seeded
from tombo.simulator.crew import key_of
from tombo.simulator.day import Plan
from tombo.simulator.evening import BEGINS, HANDS, MANAGER, OFFICERS, ORIGIN, TERMS, DemoDay
from tombo.simulator.run import BEGINS as SIMULATED_FROM
from tombo.simulator.run import HOUR, simulated
from tombo.simulator.summary import told

TOLD: Final = (
    ("mesa-1/2", said.DEMO_SIDE_POT()),
    ("mesa-1/4", said.DEMO_PHONE()),
    ("mesa-1/5", said.DEMO_OUTAGE()),
)
PLAYER: Final = "p-sul"
PASSPHRASE: Final = said.DEMO_PASSPHRASE().text()  # everybody knows it, in one language
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
        raise UsageError(said.DEMO_NOT_EMPTY(folder=str(out)))
    shown = Invocation(f"sqlite:///{out}/ledger.db", out / "keys", json=call.json, language=call.language)
    with new_folder(out) as draft:  # whole or not at all, and nobody else's: two at once in one folder do not meet
        recovery = recovery_report.document(_play(Invocation(f"sqlite:///{draft}/ledger.db", draft / "keys"), seed))
    kept = out / "checkpoint"
    with open_store(shown.url):  # the last to close: connections that only read leave the log and its index behind
        report = report_of(shown, checkpoint=kept)
        if call.json:
            document = {
                "ledger": shown.url,
                "keys": str(shown.keys),
                "checkpoint": str(kept),
                "recovered": [*text_lines(recovery)],
            }
            say_json({**document, "verification": report.to_json()})
        else:
            _tell(shown, out, recovery, report)
    if report.exit_status or not (call.json or _tell_simulated(out, seed)):
        raise typer.Exit(1)


def _play(call: Invocation, seed: int) -> Recovery:
    """Record the evening; what the recovery did after the standstill."""
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
    ended = recover(day.ledger)
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


def _tell(call: Invocation, out: Path, recovery: Document, verified: Report) -> None:
    tombo = f"tombo --ledger {call.url} --keys {call.keys}"
    with call.reading() as reader:
        say(said.DEMO_RECORDED(folder=str(out), hands=len(HANDS), played=evening.PLAYED))
        say(said.DEMO_SIGNED(entries=reader.store.head().size))
        for hand, what in TOLD:
            _section(what, f"{tombo} hand show {hand}")
            view = look(reader, f"hand:{hand}")
            _show(call, document(view, incident_of(reader, view)))
        _section(said.DEMO_STOPPED(), "tombo recover")
        _show(call, recovery)
        _section(said.DEMO_OWED(rule=TABLE_GAMES["hand"].owed_by(TERMS)), f"{tombo} player last-hand {PLAYER}")
        _show(call, document(look(reader, "hand:mesa-1/7"), ()))
    _section(said.DEMO_VERIFIED(), f"{tombo} verify --checkpoint {out}/checkpoint")
    _show(call, verification_report.document(verified, given=True))
    say("")
    for line in _next(call, out):
        say(line)


def _section(what: Told, command: str) -> None:
    """What is about to be shown, and the command that shows it."""
    for line in ("", what, said.DEMO_COMMAND(command=command), ""):
        say(line)


def _show(call: Invocation, shown: Document) -> None:
    for line in text_lines(shown, call.language):
        say(line)


def _next(call: Invocation, out: Path) -> Iterator[Told]:
    """Commands to go on with, each with what it shows."""
    yield said.DEMO_NEXT()
    yield said.DEMO_EXPORT(variables=f"TOMBO_LEDGER={call.url} TOMBO_KEYS={call.keys}{_path()}")
    yield said.DEMO_EXPORT(variables=f"TOMBO_STAFF_PASSPHRASE_FILE={call.keys}/staff/passphrase")
    yield said.DEMO_HANDS()
    yield said.DEMO_REPLAY()
    yield said.DEMO_ROUND(shown=evening_tables.SHOWN, told=evening.TOLD)
    yield said.DEMO_AUDIT()
    yield said.DEMO_LAST()
    yield said.DEMO_TABLE()
    yield said.DEMO_CARDS()
    yield said.DEMO_CARDS_WHY()
    yield said.DEMO_SESSION()
    yield said.DEMO_SESSION_WHY()
    yield said.DEMO_DISPUTE()
    yield said.DEMO_DISPUTE_WHY()
    yield said.DEMO_STATEMENT()
    yield said.DEMO_NIGHT()
    yield said.DEMO_BUNDLE(folder=str(out))
    yield said.DEMO_VERIFY(folder=str(out))
    yield said.DEMO_CHANGE(folder=str(out))
    yield said.DEMO_TOLD(folder=str(out))


def _tell_simulated(out: Path, seed: int) -> bool:
    """Two hours of every game, played and examined by the simulator in a ledger beside; whether all was as it should be."""
    folder = out / "simulated"
    folder.mkdir()
    plan = Plan(seed, SIMULATED_FROM, SIMULATED_FROM + SIMULATED_HOURS * HOUR, SIMULATED_TABLES, pace=12, outages=1)
    result = simulated(plan, f"sqlite:///{folder}/ledger.db", folder / "keys", folder / "checkpoint", kills=1)
    for line in ("", said.DEMO_SIMULATED(folder=str(folder)), ""):
        say(line)
    for line in told(plan, result):
        say(line)
    return not result.failures and not result.report.exit_status


def _path() -> str:
    """How to make ``tombo`` a command, where it is not one yet."""
    folder = Path(sys.argv[0]).parent
    return f' PATH="$PWD/{folder}:$PATH"' if shutil.which("tombo") is None and not folder.is_absolute() else ""
