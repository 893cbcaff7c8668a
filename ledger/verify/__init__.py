"""The verifier: everything that was sealed, checked from the entries themselves, believing nobody but the policy.

It imports neither the store nor the application (decision 10) and reads through a port (``source``) that a database
or an exported bundle satisfies. Memory does not grow with the ledger. The steps, as numbered in the code:

On every row by itself (``rows``)
1. The log index is dense, from 0.
2. The row is a leaf, and its ``state`` parses.
3. The body is canonical, is what its kind looks like, and names the row's stream, version and kind.

On a chunk of rows, by a worker process (``chunk``)
4. Every stream is a chain of versions 1, 2, 3, ... and hashes (``streams``; across chunks at the end).
5. Every entry stands in its append: contiguous, complete, one header (``appends``).
6. The command ids are unique, each within one append, and the table of them says what the entries say.
7. Every opening opens its commitment; where there is none it is ``WITHHELD``.

On the whole, chunk after chunk in log order (``verifier``)
8. The tree over the leaves is that of the stored tiles, of every stored checkpoint and of the outside ones (``tree``).
9. Every append is signed by a key that the root key of the policy let sign there (``authority``), over an anchor that
   is the tree as it was.
10. Acts of staff name a role that was granted before (``authority``).
11. Recorded times never decrease.
12. The chunks join: appends where one ends and the next begins, streams and command ids across all of them.

What the steps note down are symptoms; ``explain`` finds the problems behind them; ``report`` has the verdict.
"""

from __future__ import annotations

from tombo.ledger.verify.notebook import Notebooks
from tombo.ledger.verify.report import Code, NotKeptError, NotReadError, Objection, Report
from tombo.ledger.verify.source import LogSource, SourceFactory
from tombo.ledger.verify.verifier import verify

__all__ = [
    "Code",
    "LogSource",
    "NotKeptError",
    "NotReadError",
    "Notebooks",
    "Objection",
    "Report",
    "SourceFactory",
    "verify",
]
