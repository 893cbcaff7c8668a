"""Workloads anyone can run: ``make bench`` for all, ``python -m bench.live`` for one. Each prints its raw baseline beside it.

They run as the command line does, raw baselines included: with the collector told to look seldom.
"""

from tombo.ledger.core.collector import look_seldom

look_seldom()
