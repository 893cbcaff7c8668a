"""Tombo: the hand-history and audit ledger of a licensed online gaming operator.

Its packages lie beside this folder, at the root of the project, and have no other name than this one's: ``tombo.ledger``,
``tombo.projections``, ``tombo.reports``, ``tombo.simulator``, ``tombo.serve``, ``tombo.desk``, ``tombo.cli`` (docs/decisions/0029).
"""
