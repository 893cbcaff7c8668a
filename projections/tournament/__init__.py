"""A tournament as people see it: how it stands, its prizes, its refunds."""
