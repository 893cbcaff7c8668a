"""Where an entry stands in the ledger, and by whom it is: for whoever audits, or wants to prove it."""

from __future__ import annotations

from tombo.ledger.core.entry import Entry
from tombo.ledger.core.said import Told
from tombo.projections.follow import Viewer
from tombo.reports.said import common


def marked(viewer: Viewer, entry: Entry, told: Told) -> Told:
    """A line as the viewer gets it: an auditor also sees where its entry stands, and by whom it is."""
    if viewer.role != "auditor":
        return told
    return common.MARKED(
        index=entry.index, version=entry.version, actor=common.ACTORS[entry.by.actor], who=entry.by.id, what=told
    )


def recorded_by(entry: Entry) -> Told:
    """By whom an entry is, in which role, and where it stands."""
    by = entry.by
    actor = common.BY_ACTORS[by.actor]
    if not by.role:
        return common.RECORDED_BY(actor=actor, who=by.id, index=entry.index)
    role = common.ROLES.get(by.role, by.role)
    return common.RECORDED_BY_ROLE(actor=actor, who=by.id, role=role, index=entry.index)
