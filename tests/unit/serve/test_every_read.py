"""Every command that shows something as JSON has a path, or a reason why it has none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from tombo.cli.words import WORDS, command_of
from tombo.serve.reads import READS
from tombo.serve.who import HolderSort

RECORDS: Final = "it records something: over HTTP that is POST /v1/commands, which staff signs"
FILES: Final = "it reads or writes files of the machine it is typed on"
WHOLE: Final = (
    "it goes through the whole log, or a whole day of it: minutes, for who sits at the machine or the job of the night"
)
KEYS: Final = "it needs the keys in the folder, or changes what lies there"
NO_PATH: Final = {
    "account adjust": RECORDS,
    "audit": WHOLE,
    "checkpoint": KEYS,
    "clock confirm": RECORDS,
    "credential grant certificate": RECORDS,
    "credential grant openid": RECORDS,
    "credential grant signer": RECORDS,
    "credential grant token": RECORDS,
    "credential revoke": RECORDS,
    "demo": FILES,
    "dispute open": RECORDS,
    "dispute replay": f"{RECORDS}; what it told is in the dispute",
    "dispute resolve": RECORDS,
    "dispute reverse": RECORDS,
    "export bundle": FILES,
    "export phh": FILES,
    "export srij": FILES,
    "export table": FILES,
    "hand audit": WHOLE,
    "import phh": FILES,
    "incident close": RECORDS,
    "incident open": RECORDS,
    "init": KEYS,
    "keys passphrase": KEYS,
    "keys revoke": KEYS,
    "keys rotate": KEYS,
    "loss declare": KEYS,
    "memory rebuild": KEYS,
    "period detach": KEYS,
    "period pack": "the owner of the tables does it, and nobody reads anything else for it",
    "period list": "the entries that say it are read at /v1/streams/log:main",
    "person erase": RECORDS,
    "person show": "what is kept of a person's name is looked at where the key of names lies",
    "proof account": "made of the checkpoint and the tiles, which have paths of their own",
    "proof check": FILES,
    "proof hand": "made of the checkpoint and the tiles, which have paths of their own",
    "proof round": "made of the checkpoint and the tiles, which have paths of their own",
    "proof tournament": "made of the checkpoint and the tiles, which have paths of their own",
    "publish": KEYS,
    "receipt check": FILES,
    "reconcile": f"{WHOLE}; what it signs of a day is read at /v1/days/DAY",
    "record": RECORDS,
    "recover": RECORDS,
    "report check": FILES,
    "report make": FILES,
    "report pack": FILES,
    "report release": RECORDS,
    "backup": FILES,
    "restore": FILES,
    "round audit": WHOLE,
    "schema commands": "in the OpenAPI document",
    "schema events": "of the program and no ledger: they lie in schemas",
    "serve": "it is what answers",
    "staff enrol": RECORDS,
    "staff grant": RECORDS,
    "staff sign": KEYS,
    "staff token": KEYS,
    "staff withdraw": RECORDS,
    "staff withdraw-key": RECORDS,
    "verify": WHOLE,
    "views drop": "it removes what projections keep",
    "views follow": "it makes what projections keep, until it is told to end",
    "views rebuild": "it makes what projections keep again",
}
"""By the words that are typed: why nothing over HTTP is the same."""


def leaves(command: Any, words: str) -> Iterator[str]:
    """Every command of a word, by what is typed."""
    for name, one in (getattr(command, "commands", None) or {}).items():
        yield from leaves(one, f"{words} {name}")
    if not getattr(command, "commands", None):
        yield words


def test_every_command_has_a_path_or_a_reason() -> None:
    """Exactly one of the two; and no reason outlives its command."""
    typed = {words for word in WORDS for words in leaves(command_of(word), word)}
    shown = {read.command.removesuffix(" --holders") for read in READS if read.command is not None}
    assert shown | NO_PATH.keys() == typed
    assert not shown & NO_PATH.keys()


def test_every_path_stands_once_and_behind_those_it_would_hide() -> None:
    """No two have one template or one function; a name of a path takes slashes, so what follows one stands before it."""
    paths = [read.path for read in READS]
    assert len(paths) == len(set(paths))
    assert len({read.reads for read in READS}) == len(READS)
    for number, path in enumerate(paths):
        if path.endswith(":path}"):
            beginning = path.partition("{")[0]
            assert not [later for later in paths[number + 1 :] if later.startswith(beginning)], path


def test_who_may_ask_is_said_of_every_path() -> None:
    """Staff and auditors may ask anything; a player only what names a player."""
    for read in READS:
        assert {HolderSort.STAFF, HolderSort.AUDITOR} <= read.whom, read.path
        assert (HolderSort.PLAYER in read.whom) == ("{player" in read.path), read.path
