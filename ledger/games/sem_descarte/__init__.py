"""Póquer sem descarte (R803): each player against the house, five cards each, an ante and a second bet of twice the ante."""
