"""The one way in which a ledger is read: nothing is handed out that was not checked (architecture, decision 21).

``store`` is what others use; ``checks`` says what an entry is held against; ``published`` proves the tiles under a signed root, ``appends``
remembers appends that were checked; ``trust``, ``memory``, ``mark`` and ``known`` are what a process believes before it reads, and while; ``rebuild`` makes
the memory again, ``in_use`` sees that nobody reads or records meanwhile, and ``begun`` that nobody does while a loss is declared.
"""

from tombo.ledger.checked.begun import LOST_KIND, Begun, check_none_begun, last_begun, unfinished
from tombo.ledger.checked.mark import Mark, Reached, marked, put_mark
from tombo.ledger.checked.memory import Memory, known_in
from tombo.ledger.checked.rebuild import Rebuilt, rebuild
from tombo.ledger.checked.store import CheckedStore
from tombo.ledger.checked.trust import Trust, TrustFiles

__all__ = [
    "LOST_KIND",
    "Begun",
    "CheckedStore",
    "Mark",
    "Memory",
    "Reached",
    "Rebuilt",
    "Trust",
    "TrustFiles",
    "check_none_begun",
    "known_in",
    "last_begun",
    "marked",
    "put_mark",
    "rebuild",
    "unfinished",
]
