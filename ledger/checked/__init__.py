"""The one way in which a ledger is read: nothing is handed out that was not checked (architecture, decision 21).

``store`` is what others use; ``checks`` says what an entry is held against; ``published`` proves the tiles under a signed root, ``appends``
remembers appends that were checked; ``trust``, ``memory`` and ``known`` are what a process believes before it reads, and while.
"""

from ledger.checked.memory import Mark, Memory, Reached
from ledger.checked.store import CheckedStore
from ledger.checked.trust import Trust, TrustFiles

__all__ = ["CheckedStore", "Mark", "Memory", "Reached", "Trust", "TrustFiles"]
