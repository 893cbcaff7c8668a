"""Reports: pure folds over entries that can be dropped and rebuilt."""

if __name__ != "tombo.projections":
    raise ImportError("expected: tombo.projections")
