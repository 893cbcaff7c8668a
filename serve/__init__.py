"""``tombo serve``: the ledger's doors on the network. Nothing is decided here that is not decided below (``docs/decisions/0040``)."""

if __name__ != "tombo.serve":
    raise ImportError("expected: tombo.serve")
