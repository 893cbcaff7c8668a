"""The roulettes (*roleta americana*, *roleta francesa*): R804 and R807."""
