"""Batch jobs in parts: the seam at which verification and every job like it meets whatever runs it (decision 0043).

A *job* opens its source where it runs, from what can be sent there, and does one *part* after another, each a range of the log. A *crew* runs parts:
this process, processes beside it, or a cluster. *Work* hands parts out, takes results in order, and sees to it that a crew changes nothing but the time:
a part whose worker dies, or is slow beyond patience, is done again; a sample is done again here and compared.
"""

from __future__ import annotations

from tombo.ledger.parts.crew import Crew, Here, Processes
from tombo.ledger.parts.job import Done, Job, in_short
from tombo.ledger.parts.kept import KeptParts
from tombo.ledger.parts.means import DoneHere, Means, of_this_machine
from tombo.ledger.parts.work import FEW, PartAsked, Work, WrongWorkerError

__all__ = [
    "FEW",
    "Crew",
    "Done",
    "DoneHere",
    "Here",
    "Job",
    "KeptParts",
    "Means",
    "PartAsked",
    "Processes",
    "Work",
    "WrongWorkerError",
    "in_short",
    "of_this_machine",
]
