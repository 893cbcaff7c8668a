"""The projections that are followed: one line each, and every command that follows knows it."""

from __future__ import annotations

from typing import Final

from projections.accounts.followed import Accounts
from projections.follow import Projection

FOLLOWED: Final[tuple[type[Projection], ...]] = (Accounts,)
