"""A ledger or a bundle verified."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

from tombo.cli import files
from tombo.cli.invocation import Invocation
from tombo.cli.means import HERE, ByWhom, bundle_for, means_of, url_for
from tombo.cli.terminal.output import warn
from tombo.cli.terminal.progress import Bar
from tombo.ledger.core.errors import KeyFileError, LedgerError, UsageError
from tombo.ledger.core.said import Told, fact_of
from tombo.ledger.exchange.backup import is_backup, open_copy
from tombo.ledger.operate.cold import NotHereError, cold_places, evidence_with_cold
from tombo.ledger.operate.detached import check_on_record
from tombo.ledger.operate.openings import open_opened
from tombo.ledger.parts import of_this_machine
from tombo.ledger.seal.note import NOTE_MAX
from tombo.ledger.seal.policy import Policy, load_policy
from tombo.ledger.store.notebook import NotebookFile, is_notebook
from tombo.ledger.verify import Code, Notebooks, NotReadError, Report, SourceFactory
from tombo.ledger.verify import verify as verify_log
from tombo.reports import verification as verification_report
from tombo.reports.said.commands import common
from tombo.reports.said.commands import restore as said

FOUND_TOLD: Final = 4
"""How many problems are told of a run that could not be ended."""


def report_of(
    call: Invocation,
    *,
    bundle: Path | str | None = None,
    policy: Path | None = None,
    checkpoint: Path | None = None,
    since: Path | None = None,
    notebook: Path | None = None,
    by: ByWhom = HERE,
) -> Report:
    """Verify a ledger, or a bundle. A cluster is sent no key: closed cards are opened by processes of this machine alone.

    ``since``: a checkpoint, or a notebook, from which it goes on. ``notebook``: where what it learns is kept.

    Raises:
        LedgerError: the policy, a checkpoint or a notebook cannot be read, or the ledger cannot be reached.
        NotKeptError: all was read and nothing is wrong, but the notebook cannot be written.
        UnsoundError: what came since does not go on from the notebook, and the rest cannot be read.
    """
    believed = load_policy(policy or call.keyring.policy)
    url, bundle = url_for(call.url, by), bundle and bundle_for(bundle, by)
    factory: SourceFactory
    cold = cold_places(call.keyring)
    if bundle is None:
        secret = None if by.cluster else _opening_secret(call, believed.origin)
        factory = partial(open_opened, url, secret, believed.origin, cold)
    else:
        secret = _opening_secret(call, believed.origin) if is_backup(bundle) and not by.cluster else None
        factory = partial(open_copy, bundle, secret, believed.origin)
    bar = Bar(common.ENTRIES)
    try:
        with call.keyring.missing_ledger(), means_of(by) as means, _rested_on(since, notebook) as (note, notebooks):
            return verify_log(
                factory,
                believed,
                checkpoint=files.read(checkpoint, NOTE_MAX) if checkpoint else None,
                since=note,
                notebooks=notebooks,
                means=means,
                progress=bar,
            )
    except (NotHereError, NotReadError) as error:
        if isinstance(error, NotHereError) or isinstance(error.why, NotHereError):
            with evidence_with_cold(url, cold) as store:
                # Who alters the record, and cuts what he likes, is told of like any other.
                check_on_record(store, believed)
        if isinstance(error, NotHereError):
            raise
        raise UnsoundError(_not_gone_on(error)) from error
    finally:
        bar.clear()


def _not_gone_on(stopped: NotReadError) -> Told:
    """What was found by then, as far as one line has room, and why the rest was not read."""
    found = tuple(map(str, stopped.report.problems[:FOUND_TOLD]))
    return said.NOT_GONE_ON(found=found, why=fact_of(stopped.why))


@contextmanager
def _rested_on(since: Path | None, notebook: Path | None) -> Iterator[tuple[bytes | None, Notebooks]]:
    """What ``since`` is, a checkpoint's note or a notebook, and the notebook to keep, which may be the same one.

    Raises:
        UsageError: a notebook cannot go on from a checkpoint: what came before it would not be in it.
    """
    with ExitStack() as stack:
        head = files.read(since, NOTE_MAX) if since else None
        if since is None or head is None or not is_notebook(head):
            if head is not None and notebook is not None:
                raise UsageError(said.NOTEBOOK_OF_ALL(since=str(since)))
            keep = None if notebook is None else stack.enter_context(NotebookFile.create(notebook))
            yield head, Notebooks(None, keep)
            return
        known = stack.enter_context(NotebookFile(since))
        if notebook is None:
            yield None, Notebooks(known)
        elif notebook.exists() and notebook.samefile(since):
            known.hold()  # what is read of it is what is brought forward
            yield None, Notebooks(known, known)
        else:
            yield None, Notebooks(known, stack.enter_context(NotebookFile.create(notebook, known)))


def _opening_secret(call: Invocation, origin: str) -> bytes | None:
    """The key of the closed cards of ``origin``, where it can be had without asking anybody: the auditor has none, and needs none."""
    keyring = call.keyring
    if not keyring.openings.exists() or not (call.passphrase_file or keyring.own_passphrase.exists()):
        return None
    try:
        return keyring.opening_secret(origin)
    except KeyFileError as error:
        warn(said.CARDS_NOT_OPENED(why=fact_of(error)))
        return None


_CHANGED: Final = frozenset({Code.MALFORMED, Code.TRUNCATED, Code.REORDERED, Code.MISSING, Code.TAMPERED, Code.FORKED})


_FOREIGN: Final = frozenset({"origin", "root", "key"})
"""The fields of a failure of policy under which it is somebody else's ledger."""


class UnsoundError(LedgerError):
    """What was to be restored, or to go on, is not what was sealed, or another ledger."""

    exit_status = 1


def sound(factory: SourceFactory, policy: Policy, outcome: Told) -> Report:
    """The report on what ``factory`` opens. What is authentic may go on, whatever else is to be said of it.

    Raises:
        UnsoundError: it is not what was sealed, or another ledger than the one that the policy pins.
    """
    bar = Bar(common.ENTRIES_VERIFIED)
    try:
        with of_this_machine() as means:
            report = verify_log(factory, policy, means=means, progress=bar)
    finally:
        bar.clear()
    if any(
        found.code in _CHANGED or (found.code is Code.POLICY_FAIL and found.field in _FOREIGN)
        for found in report.problems
    ):
        raise UnsoundError(said.UNSOUND(outcome=outcome, report=verification_report.sentences(report)))
    return report
