"""``python -m tombo``: ``tombo``, where its script is not on the path."""

from __future__ import annotations

import sys

from tombo.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
