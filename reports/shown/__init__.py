"""What is shown of a ledger: made here once, for a command that prints it and for a request that is answered with it."""
