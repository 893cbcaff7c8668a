"""Values that every part of the ledger shares: money, cards, ids, time, findings, errors, entries."""
