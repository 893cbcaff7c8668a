"""A ledger from before decision 0032: the door took whatever time a source claimed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from tombo.ledger import catalogue


@contextmanager
def unbound() -> Iterator[None]:
    """Meanwhile any claim of time is taken, as a program from before took it; what it recorded is read for ever."""
    with patch.object(catalogue, "untimely", lambda *_: None):
        yield
