"""What an auditor pins: the root key, the checkpoint key, the witnesses he asks for (C2SP tlog-policy, a subset).

```
root operator.example/ledger/1/root+...
log operator.example/ledger/1+...
witness regulator regulator.example/w1+...
group enough 1 regulator
quorum enough
```

``root`` is ours: tlog-policy has no key that vouches for keys. Everything else a C2SP tool reads as it stands.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple

from tombo.ledger.core.errors import KeyFileError, UnreadableError, UsageError
from tombo.ledger.seal.keys import COSIGNATURE, ED25519, PublicKey
from tombo.ledger.seal.plainfile import read_plain
from tombo.ledger.seal.registry import root_name

NO_QUORUM: Final = "none"
POLICY_MAX: Final = 1 << 20
"""The most bytes of a policy that are read."""


class Group(NamedTuple):
    """``least`` of ``members``, which are names of witnesses or of groups."""

    least: int
    members: tuple[str, ...]


@dataclass(frozen=True)
class Policy:
    """The keys a verifier believes, and whose cosignatures it asks for."""

    root: PublicKey
    log: PublicKey
    witnesses: Mapping[str, PublicKey] = field(default_factory=dict)
    groups: Mapping[str, Group] = field(default_factory=dict)
    quorum: str = NO_QUORUM

    @property
    def origin(self) -> str:
        """The ledger's name: that of its checkpoint key."""
        return self.log.name

    @property
    def text(self) -> str:
        """The policy as a file: what :func:`parse_policy` reads."""
        return "".join(
            [
                f"root {self.root.vkey}\n",
                f"log {self.log.vkey}\n",
                *(f"witness {name} {key.vkey}\n" for name, key in self.witnesses.items()),
                *(f"group {name} {group.least} {' '.join(group.members)}\n" for name, group in self.groups.items()),
                f"quorum {self.quorum}\n",
            ]
        )

    def satisfied(self, cosigners: Collection[PublicKey]) -> bool:
        """Whether those who cosigned are a quorum. Without a quorum in the policy: always."""
        return self.quorum == NO_QUORUM or self._counts(self.quorum, cosigners)

    def _counts(self, name: str, cosigners: Collection[PublicKey]) -> bool:
        group = self.groups.get(name)
        if group is None:
            return self.witnesses[name] in cosigners
        return sum(self._counts(member, cosigners) for member in group.members) >= group.least


def parse_policy(text: str) -> Policy:
    """Read a policy file. Empty lines and lines that begin with ``#`` say nothing.

    Raises:
        UnreadableError: a line that is none of the five, a name used twice or before it is defined, no root or log.
        KeyFileError: a key that is none.
    """
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        words = line.replace("\t", " ").split(" ")
        words = [word for word in words if word]
        if words and not words[0].startswith("#"):
            try:
                reader.read(words)
            except (ValueError, UsageError) as error:
                raise UnreadableError(f"the policy, line {number}, {line!r}: {error}") from None
    return reader.policy()


def load_policy(path: Path) -> Policy:
    """The policy in a file: what its reader believes.

    Raises:
        KeyFileError: there is no such file.
        UnreadableError: it is no policy.
    """
    try:
        return parse_policy(read_plain(path, POLICY_MAX).decode("utf-8"))
    except UnicodeDecodeError as error:
        raise UnreadableError(f"{path} is no policy: {error}") from error
    except OSError as error:
        raise KeyFileError(
            f"the policy {path} cannot be read: {error.strerror}; name the one 'tombo init' wrote, and you were given, "
            "with --policy FILE"
        ) from error


class _Reader:
    """Collects the lines of a policy file."""

    def __init__(self) -> None:
        self.keys: dict[str, PublicKey] = {}
        self.witnesses: dict[str, PublicKey] = {}
        self.groups: dict[str, Group] = {}
        self.quorum: str | None = None
        self.used: set[str] = set()

    def read(self, words: list[str]) -> None:
        """Take in one line, already split into words."""
        match words:
            case ["root" | "log" as role, vkey, *url] if len(url) <= (role == "log"):
                if role in self.keys:
                    raise UsageError(f"a second {role}; expected one")
                self.keys[role] = _key(vkey, ED25519)
            case ["witness", name, vkey, *url] if len(url) <= 1:
                self._define(name)
                self.witnesses[name] = _key(vkey, COSIGNATURE)
            case ["group", name, least, *members] if members:
                for member in members:
                    self._use(member)
                self._define(name)
                self.groups[name] = Group(_least(least, len(members)), tuple(members))
            case ["quorum", name] if self.quorum is None:
                if name != NO_QUORUM:
                    self._use(name)
                self.quorum = name
            case _:
                raise UsageError("expected root, log, witness, group or quorum, as docs/format.md has them")

    def policy(self) -> Policy:
        """The whole."""
        missing = [role for role in ("root", "log") if role not in self.keys]
        if missing or self.quorum is None:
            lines = ", ".join([*missing, *(["quorum"] if self.quorum is None else [])])
            raise UnreadableError(f"the policy has no line {lines}; expected root, log and quorum, once each")
        root, log = self.keys["root"], self.keys["log"]
        if root.name != root_name(log.name):
            raise UnreadableError(f"the policy's root key is {root.name}; expected {root_name(log.name)}")
        names: dict[bytes, str] = {}
        for name, key in (("root", root), ("log", log), *self.witnesses.items()):
            if key.raw in names:
                raise UnreadableError(
                    f"the policy gives {names[key.raw]} and {name} one key; who signs twice counts once"
                )
            names[key.raw] = name
        return Policy(root, log, self.witnesses, self.groups, self.quorum)

    def _define(self, name: str) -> None:
        if name == NO_QUORUM or name in self.witnesses or name in self.groups:
            raise UsageError(f"the name {name} is taken; expected another")

    def _use(self, name: str) -> None:
        if name not in self.witnesses and name not in self.groups:
            raise UsageError(f"{name} is no witness or group of the lines before; expected one")
        if name in self.used:
            raise UsageError(f"{name} is a member already; each counts once")
        self.used.add(name)


def _key(vkey: str, kind: int) -> PublicKey:
    key = PublicKey.parse(vkey)
    if key.kind != kind:
        raise UsageError(f"a key of type {key.kind:#04x}; expected {kind:#04x}")
    return key


def _least(text: str, members: int) -> int:
    least = {"any": 1, "all": members}.get(text)
    if least is None and text.isascii() and text.isdecimal():
        least = int(text)
    if least is None or not 1 <= least <= members or (text[0] == "0"):
        raise UsageError(f"{text!r} of {members} members; expected any, all or a number from 1 to {members}")
    return least
