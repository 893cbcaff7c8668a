"""The page of acts: what who is signed in may ask for, and where he brings a document."""

from __future__ import annotations

from tombo.desk.asked import DeskAsked
from tombo.desk.frame import Sheet
from tombo.desk.offers import OFFERS
from tombo.ledger.house.staff.state import ROLES
from tombo.reports.said.desk import acts as said
from tombo.serve.readers import OpenedLedger


def draw(_: OpenedLedger, asked: DeskAsked) -> Sheet:
    """The acts of the roles that he holds. Nobody is kept from signing beside another, or from bringing what he signed elsewhere."""
    offered = [(role, [offer for offer in OFFERS if offer.role == role]) for role in ROLES if role in asked.roles]
    return Sheet(said.ACTS(), "acts.html", {"offered": offered})
