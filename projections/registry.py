"""The projections that are followed: one line each, and every command that follows knows it."""

from __future__ import annotations

from typing import Final

from tombo.projections.accounts.followed import Accounts
from tombo.projections.follow import Projection
from tombo.projections.refunds.followed import Refunds
from tombo.projections.search.fold import Search
from tombo.projections.session_statement.fold import SessionStatement

FOLLOWED: Final[tuple[type[Projection], ...]] = (Accounts, Refunds, Search, SessionStatement)
