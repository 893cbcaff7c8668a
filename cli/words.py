"""The words that one types behind ``tombo``: where each stands, and what it says of itself in one sentence.

A word's module is imported when it is typed, and no other: ``tombo --help`` knows them all by this table.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Any, Final, NamedTuple

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command


class TypedWord(NamedTuple):
    """One word: its module, the command or group in it, and its first sentence."""

    module: str
    name: str
    says: str


WORDS: Final[dict[str, TypedWord]] = {
    "init": TypedWord(
        "tombo.cli.commands.log.init",
        "init",
        "Create the ledger and its keys, and print what a verifier pins. An existing ledger is refused.",
    ),
    "demo": TypedWord(
        "tombo.cli.commands.demo",
        "demo",
        "An evening of poker, a spin and a round of blackjack on a fresh ledger: recorded, verified and shown.",
    ),
    "record": TypedWord(
        "tombo.cli.commands.record", "record", "The live door: commands as JSON Lines in, one answer a line out."
    ),
    "serve": TypedWord(
        "tombo.cli.commands.network.serve",
        "serve",
        "The doors on the network: HTTP for platforms, auditors and officers, one process a ledger.",
    ),
    "recover": TypedWord(
        "tombo.cli.commands.recover",
        "recover",
        "After a standstill: list the hands left open, then settle or void each.",
    ),
    "find": TypedWord(
        "tombo.cli.commands.play.find",
        "find",
        "Hands and rounds of every game, the newest first, one a line: those for which all that is asked holds.",
    ),
    "refunds": TypedWord(
        "tombo.cli.commands.refunds",
        "refunds",
        "Every refund of a void hand or round and of a cancelled tournament: whose, how much, by which incident and rule.",
    ),
    "audit": TypedWord(
        "tombo.cli.commands.audit",
        "audit",
        "Every hand and round that is over, replayed from the stored bytes, its payments computed again.",
    ),
    "reconcile": TypedWord(
        "tombo.cli.commands.reconcile",
        "reconcile",
        "A day reconciled: every hand, round and tournament conserved and paid as its rules say, every account as its causes say.",
    ),
    "verify": TypedWord(
        "tombo.cli.commands.log.verify", "verify", "Check every signature, chain, commitment, time, role and the tree."
    ),
    "publish": TypedWord(
        "tombo.cli.commands.log.publish",
        "publish",
        "The publisher: sign a checkpoint every few seconds, one process a ledger.",
    ),
    "checkpoint": TypedWord(
        "tombo.cli.commands.log.checkpoint",
        "checkpoint",
        "Sign the head of the tree as it is now: the thing to keep outside.",
    ),
    "backup": TypedWord(
        "tombo.cli.commands.log.backup",
        "backup",
        "Bring a backup up to the end of the log: what came since the last run, checked as it is written.",
    ),
    "restore": TypedWord(
        "tombo.cli.commands.log.restore",
        "restore",
        "Make the ledger's database again, at --ledger, where there is none.",
    ),
    "status": TypedWord(
        "tombo.cli.commands.status",
        "status",
        "Size, unsigned tail, last checkpoint and publisher, play and incidents open, findings by rule, how far projections follow.",
    ),
    "import": TypedWord(
        "tombo.cli.commands.imports", "app", "The import door: hands played elsewhere, with their findings."
    ),
    "export": TypedWord(
        "tombo.cli.commands.export", "app", "Hands in other people's formats; the whole ledger for an auditor."
    ),
    "hand": TypedWord("tombo.cli.commands.play.hand", "app", "Hands: as a history, step by step, and which there are."),
    "round": TypedWord(
        "tombo.cli.commands.play.round",
        "app",
        "Rounds of every game; those of poker are hands.",
    ),
    "table": TypedWord(
        "tombo.cli.commands.table", "app", "Tables: which there are, one as it stood, and what one waits for."
    ),
    "player": TypedWord("tombo.cli.commands.player", "app", "What the regulation owes a player."),
    "account": TypedWord("tombo.cli.commands.account", "app", "Accounts: what one holds, and setting it right."),
    "incident": TypedWord("tombo.cli.commands.incident", "app", "Outages, on the record."),
    "book": TypedWord(
        "tombo.cli.commands.book", "app", "The double-entry book: where every cent lies, and how it came there."
    ),
    "dispute": TypedWord(
        "tombo.cli.commands.dispute", "app", "Complaints: opened, replayed, resolved, and the register of all of them."
    ),
    "ruleset": TypedWord(
        "tombo.cli.commands.ruleset",
        "app",
        "Specific rules (regras específicas): which were approved, and what one says.",
    ),
    "tournament": TypedWord(
        "tombo.cli.commands.tournament", "app", "Tournaments: which there are, how one stands, its prizes, its refunds."
    ),
    "staff": TypedWord(
        "tombo.cli.commands.staff", "app", "Staff: their roles, the keys they sign with, and their signatures."
    ),
    "credential": TypedWord(
        "tombo.cli.commands.network.credential",
        "app",
        "Credentials: who may ask through the network, by which proof, granted and revoked by managers.",
    ),
    "report": TypedWord(
        "tombo.cli.commands.regulators.report",
        "app",
        "Regulators: a day's files released, and what was released held against files and ledger.",
    ),
    "person": TypedWord("tombo.cli.commands.person", "app", "Persons: what is kept of their names, and erasing one."),
    "clock": TypedWord(
        "tombo.cli.commands.log.clock", "app", "The clock: what stops the door, and a person who looked at it."
    ),
    "proof": TypedWord(
        "tombo.cli.commands.log.proof", "app", "One entry that a stranger can check: made here, and checked anywhere."
    ),
    "receipt": TypedWord(
        "tombo.cli.commands.log.receipt", "app", "Signed receipts of commands: shown from the ledger, checked anywhere."
    ),
    "memory": TypedWord(
        "tombo.cli.commands.log.memory",
        "app",
        "What is remembered of the ledger outside its database, beside the keys.",
    ),
    "loss": TypedWord(
        "tombo.cli.commands.log.loss",
        "app",
        "Entries that were signed or acknowledged and are gone: put on record by the root key and two people.",
    ),
    "period": TypedWord(
        "tombo.cli.commands.log.period",
        "app",
        "Old periods: packed where they lie, detached from the database, and which were.",
    ),
    "keys": TypedWord(
        "tombo.cli.commands.log.keys", "app", "Keys: which there are, a new one, and one that is not to be believed."
    ),
    "views": TypedWord(
        "tombo.cli.commands.views",
        "app",
        "What projections keep: rows computed from the ledger, beside it, which can be thrown away at any time.",
    ),
    "schema": TypedWord("tombo.cli.commands.schema", "app", "JSON Schemas of commands and events."),
}
"""In the order in which help lists them."""


def command_of(word: str) -> Any:
    """The command, or group of commands, of a word."""
    module, name, _ = WORDS[word]
    found = getattr(import_module(module), name)
    alone = typer.Typer(add_completion=False, rich_markup_mode=None)
    if isinstance(found, typer.Typer):
        alone.callback()(lambda: None)  # else one group alone would be taken for all there is
        alone.add_typer(found, name=word)
        return get_command(alone).commands[word]  # type: ignore[attr-defined]  # of a group, which has commands
    alone.command(word)(found)
    return get_command(alone)


class _Commands(MutableMapping[str, Any]):
    """The commands by word, each imported when it is asked for."""

    def __init__(self) -> None:
        self._known: dict[str, Any] = {}

    def __getitem__(self, word: str) -> Any:
        if word not in self._known:
            self._known[word] = command_of(word)
        return self._known[word]

    def __setitem__(self, word: str, command: Any) -> None:
        self._known[word] = command

    def __delitem__(self, word: str) -> None:
        del self._known[word]

    def __iter__(self) -> Iterator[str]:
        return iter(WORDS)

    def __len__(self) -> int:
        return len(WORDS)


class WordList(TyperGroup):
    """All words of ``tombo``."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**(attributes | {"commands": {}}))
        self.commands = _Commands()

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The list of words in the help, of which none is imported for it."""
        self._listed().format_commands(ctx, formatter)

    def shell_complete(self, ctx: Any, incomplete: str) -> Any:
        """The words and options that begin so, for a shell that completes: a key is pressed and somebody waits."""
        ctx.command = self._listed()
        return ctx.command.shell_complete(ctx, incomplete)

    def _listed(self) -> TyperGroup:
        """What stands here for everything there is: words that say of themselves what this table says of them."""
        said = {word: TyperCommand(word, help=found.says, rich_markup_mode=None) for word, found in WORDS.items()}
        return TyperGroup(name=self.name, commands=dict(said), params=self.params, rich_markup_mode=None)
