"""The page on which a hand or round is drawn step by step."""
