"""Incidents: what failed."""
