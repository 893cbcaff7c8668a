"""Workloads anyone can run: ``make bench`` for all, ``python -m bench.live`` for one. Each prints its raw baseline beside it."""
