"""What data teams and auditors read: the ledger as tables, each declared once, in files of three forms."""
