"""Every workload in turn, each in a process of its own so that none profits from what another left in memory."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from typing import Final

WORKLOADS: Final = (
    "live",
    "callers",
    "serving",
    "lookup",
    "sizes",
    "decisions",
    "reading",
    "batches",
    "imports",
    "verification",
    "replay",
    "memory",
    "evaluation",
    "day",
    "tournament",
    "projections",
    "tables",
    "regulators",
    "capacity",
    "disk",
    "scaling",
)


def main() -> None:
    """Run them all; name one or more to run only those."""
    wanted = sys.argv[1:] or WORKLOADS
    unknown = set(wanted) - set(WORKLOADS)
    if unknown:
        sys.exit(f"no workload {', '.join(sorted(unknown))}; there are {', '.join(WORKLOADS)}")
    print(
        f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}",
        flush=True,
    )
    for name in wanted:
        subprocess.run([sys.executable, "-m", f"bench.{name}"], check=True)


if __name__ == "__main__":
    main()
