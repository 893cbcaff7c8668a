"""How a round of póquer sem descarte lies on its table."""
