"""Seeded players, houses and misfortunes, who play every game through the live door and nowhere else.

A seed and a commit reproduce everything. What a table asks for stands in ``ask``; who plays what in one module a game.
"""

if __name__ != "tombo.simulator":
    raise ImportError("expected: tombo.simulator")
