"""The files of an import, read ahead of what is made of their hands: what is to be done, in order, a part at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Final, NamedTuple

from tombo.ledger.core.errors import UnreadableError
from tombo.ledger.exchange.phh.conversion import HandText
from tombo.ledger.exchange.phh.files import PhhFile, file_digest, holds_many, phh_files
from tombo.ledger.exchange.phh.read import Block, blocks

PART: Final = 64
"""Hands that are made together."""
PART_SIZE: Final = 1 << 20
"""Bytes of them, as soon as there are as many: some parts wait at a time, and a hand may have a mebibyte."""
STEPS_MAX: Final = 1_024
"""What is to be done at a time, hands or not."""


class FileStep(NamedTuple):
    """A file begins: how a report calls it, the SHA-256 of its bytes in hexadecimal, and how many they are."""

    name: str
    digest: str
    size: int


class HandStep(NamedTuple):
    """A hand of the file that began last."""

    read: HandText


class EndStep(NamedTuple):
    """The file that began last was read to its end."""


class BrokenStep(NamedTuple):
    """The file that began last cannot be read on."""

    name: str
    fault: str


class RefusedStep(NamedTuple):
    """A file that cannot be read at all."""

    name: str
    fault: str


Step = FileStep | HandStep | EndStep | BrokenStep | RefusedStep


class FilesRead:
    """The files named, or inside the folders named, in order of name. ``stopped``: what ended the reading before its time."""

    def __init__(self, paths: Iterable[Path]) -> None:
        self._paths = paths
        self.stopped: UnreadableError | None = None

    def parts(self) -> Iterator[list[Step]]:
        """What is to be done, with at most ``PART`` hands at a time, fewer of long ones; what came before a path that cannot be read is done."""
        steps, hands, size = list[Step](), 0, 0
        try:
            for root in self._paths:
                for file in phh_files([root]):
                    for step in _steps(file, _name(root, file.path)):
                        steps.append(step)
                        if isinstance(step, HandStep):
                            hands, size = hands + 1, size + len(step.read.text)
                        if hands == PART or size >= PART_SIZE or len(steps) == STEPS_MAX:
                            yield steps
                            steps, hands, size = [], 0, 0
        except UnreadableError as error:
            self.stopped = error
        if steps:
            yield steps


def _steps(file: PhhFile, name: str) -> Iterator[Step]:
    if file.fault:
        yield RefusedStep(name, file.fault)
        return
    try:
        digest, size = file_digest(file.path)
    except OSError as error:
        yield RefusedStep(name, _unread(error))
        return
    yield FileStep(name, digest, size)
    many, read = holds_many(file.path), sha256()
    for block in _blocks(file.path, read.update, many=many):
        if not isinstance(block, Block):
            yield BrokenStep(name, block)
            return
        yield HandStep(HandText(block.text, f"{name} [{block.label}]" if many else name))
    if read.hexdigest() != digest:
        yield BrokenStep(name, "this file was changed while it was read")
        return
    yield EndStep()


def _name(root: Path, path: Path) -> str:
    """What a report calls a file: its own name, or its path inside the folder that was named; always text."""
    name = path.name if path == root else path.relative_to(root.parent).as_posix()
    return name.encode(errors="replace").decode()


class _Heard:
    """A file that tells of each line as it is read."""

    def __init__(self, file: BinaryIO, hear: Callable[[bytes], object]) -> None:
        self._file, self._hear = file, hear

    def readline(self, size: int, /) -> bytes:
        """The next line, at most ``size`` bytes of it; nothing at the end."""
        line = self._file.readline(size)
        self._hear(line)
        return line


def _blocks(path: Path, hear: Callable[[bytes], object], *, many: bool) -> Iterator[Block | str]:
    """The hands of a file, each line of which ``hear`` is told of; where the file cannot be read on, why, and nothing after it."""
    try:
        with path.open("rb") as file:
            yield from blocks(_Heard(file, hear), many=many)
    except OSError as error:
        yield _unread(error)


def _unread(error: OSError) -> str:
    return f"this file cannot be read: {error.strerror or type(error).__name__}"
