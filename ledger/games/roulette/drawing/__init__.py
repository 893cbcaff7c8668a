"""How a spin of the roulette lies on its table."""
