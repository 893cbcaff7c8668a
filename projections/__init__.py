"""Reports: pure folds over entries that can be dropped and rebuilt."""
