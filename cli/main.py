"""``tombo``: parse, call, print. The one place where an error becomes a message and an exit status.

0 done, and every claim holds · 1 a claim does not hold (forged, refused) · 2 wrong usage, a name that is not there, or unreadable input ·
3 conflict, or store not reachable, or no room on a disk, or a fault of ours. 130 interrupted, 141 nobody read our output. Never a traceback,
unless TOMBO_DEBUG asks for it.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Final

import typer
from typer.exceptions import TyperException
from typer.main import get_command

from tombo.cli.terminal.output import OutputError, ReaderLeftError, flush, own_streams, say, speak, spoken, warn
from tombo.cli.terminal.stop import ends_with
from tombo.cli.words import WordList
from tombo.ledger.core.collector import look_seldom
from tombo.ledger.core.errors import LedgerError, Sayable
from tombo.ledger.core.language import Language, in_english

LEDGER: Final = "sqlite:///tombo.db"
FAULT: Final = 3
INTERRUPTED: Final = 130
READER_LEFT: Final = 141
ANYWHERE: Final = {
    "--ledger": True,
    "--keys": True,
    "--json": False,
    "--lang": True,
    "--passphrase-file": True,
    "--root-passphrase-file": True,
    "--cold": True,
}
"""Options of every command, which may stand anywhere, and whether a value follows."""

app = typer.Typer(
    name="tombo",
    cls=WordList,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _version(asked: bool) -> None:  # noqa: FBT001  # as typer calls it
    if asked:
        from importlib import metadata  # noqa: PLC0415  # a tenth of a second, for those who ask

        from tombo.ledger.seal.entry import FORMAT  # noqa: PLC0415  # and so are these
        from tombo.ledger.terms.unit import NEWEST_REVISION  # noqa: PLC0415
        from tombo.reports.said.commands import calls as said  # noqa: PLC0415

        try:
            found = metadata.version("tombo")
        except metadata.PackageNotFoundError:
            found = "(not installed)"
        say(said.VERSIONS(program=found, rules=NEWEST_REVISION, entries=FORMAT))
        raise typer.Exit


@app.callback()
def options(
    ctx: typer.Context,
    ledger: Annotated[
        str, typer.Option(envvar="TOMBO_LEDGER", metavar="URL", help="sqlite:///path/ledger.db or postgresql://...")
    ] = LEDGER,
    keys: Annotated[
        Path | None,
        typer.Option(envvar="TOMBO_KEYS", metavar="DIR", help="The folder of keys; else beside the ledger."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Results for programs: JSON on stdout.")] = False,
    lang: Annotated[
        Language,
        typer.Option(
            envvar="TOMBO_LANG",
            help=f"What people read: {' or '.join(f'in {in_english(language)}' for language in Language)}.",
        ),
    ] = Language.EN,
    passphrase_file: Annotated[
        Path | None,
        typer.Option(
            envvar="TOMBO_PASSPHRASE_FILE",
            metavar="FILE",
            help="Holds the passphrase of the keys; else it is asked for.",
        ),
    ] = None,
    root_passphrase_file: Annotated[
        Path | None,
        typer.Option(envvar="TOMBO_ROOT_PASSPHRASE_FILE", metavar="FILE", help="The same for the root key."),
    ] = None,
    cold: Annotated[
        list[str] | None,
        typer.Option(
            envvar="TOMBO_COLD",
            metavar="DIR",
            help="A backup or bundle with what was detached; else those that the keys' file 'cold' names.",
        ),
    ] = None,
    _asked_version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=_version,
            is_eager=True,
            help="Print the versions of program, rules and entries, and end.",
        ),
    ] = False,
) -> None:
    """The hand-history and audit ledger of a licensed online gaming operator.

    Options of this level may stand anywhere. Exit status: 0 done and every claim holds; 1 a claim does not hold;
    2 wrong usage or unreadable input; 3 conflict, store not reachable or disk full.
    """
    from tombo.cli.invocation import Invocation  # noqa: PLC0415  # with it the whole ledger comes, which no help needs

    ctx.obj = Invocation(ledger, keys, json, lang, passphrase_file, root_passphrase_file, tuple(cold or ()))


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit status. Without ``argv`` the process is this command's alone."""
    if argv is not None:
        return _run(argv)
    look_seldom()
    own_streams()
    status = _run(sys.argv[1:])
    ends_with(status)
    return status


def _run(argv: Sequence[str]) -> int:
    arguments = hoisted(argv) or ["--help"]
    speak(language_of(arguments, os.environ))
    try:
        status = get_command(app).main(args=arguments, prog_name="tombo", standalone_mode=False)
        flush()
        if status == INTERRUPTED:
            from tombo.reports.said.commands import common  # noqa: PLC0415  # no row is needed for the help

            warn(common.INTERRUPTED())
    except LedgerError as error:
        if isinstance(error, OutputError):
            _silence()
        warn(error.words)
        return _failed(error, error.exit_status)
    except TyperException as error:
        from tombo.cli.terminal.misuse import told  # noqa: PLC0415  # as above

        warn(told(error, spoken()))
        return error.exit_code
    except ReaderLeftError:
        _silence()
        return READER_LEFT
    except Exception as error:  # noqa: BLE001  # the contract: never a traceback
        warn(_fault(error))
        return _failed(error, FAULT)
    return status if isinstance(status, int) else 0


def hoisted(argv: Sequence[str]) -> list[str]:
    """``argv`` with the options of every command moved to the front, where the parser wants them."""
    front: list[str] = []
    rest: list[str] = []
    left = iter(argv)
    for word in left:
        name, equals, _ = word.partition("=")
        if word == "--":
            rest += [word, *left]
        elif name in ANYWHERE:
            front.append(word)
            if ANYWHERE[name] and not equals:
                front += [value for value in [next(left, None)] if value is not None]
        else:
            rest.append(word)
    return front + rest


def language_of(arguments: Sequence[str], environment: Mapping[str, str]) -> Language:
    """The language that is asked for by ``arguments``, hoisted, else by the environment; English where neither names one.

    Asked before anything is parsed: what is typed wrongly is answered too. Whether there is such a language the parser says.
    """
    asked = environment.get("TOMBO_LANG", "")
    for word, next_word in pairwise([*arguments, ""]):
        if word == "--":
            break
        name, equals, value = word.partition("=")
        if name == "--lang":
            asked = value if equals else next_word
    return Language(asked) if asked in set(Language) else Language.EN


def _fault(error: Exception) -> Sayable | str:
    """An error nobody foresaw, in one line. What pydantic found in the input is not quoted to strangers."""
    if (
        isinstance(error, OSError) and error.strerror
    ):  # before anything is imported: it may be that no file can be opened
        where = f"{error.filename}: " if error.filename else ""
        return f"{where}{error.strerror}"
    from tombo.reports.said.commands import calls as said  # noqa: PLC0415  # no row is needed for the help

    if isinstance(error, MemoryError):
        return said.NO_MEMORY()
    # By its name: the help imports no pydantic for this.
    words = "" if type(error).__name__ == "ValidationError" else f": {str(error).partition(chr(10))[0][:200]}"
    return said.OWN_FAULT(what=f"{type(error).__name__}{words}")


def _failed(error: Exception, status: int) -> int:
    if os.environ.get("TOMBO_DEBUG"):
        traceback.print_exception(error)
    return status


def _silence() -> None:
    """Let the interpreter flush into nothing as it ends."""
    if sys.stdout is None:
        return
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, sys.stdout.fileno())
    finally:
        os.close(null)
