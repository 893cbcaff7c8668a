"""What every command says today, kept as files: nothing that people or programs read changes without being seen.

``approved/`` holds it, over two ledgers that follow from a seed: the evening of ``tombo demo`` and its simulated hours of every game.
``python -m tests.approval`` writes them again; the difference is then read, and its reason said in the commit.
"""
