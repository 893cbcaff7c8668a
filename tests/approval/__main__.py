"""``python -m tests.approval``: what every command says today becomes what is approved; ``git diff`` shows what that changes."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.approval.ask import answers, approve, differences

if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        found = answers(Path(folder))
    sys.stdout.write("\n".join(differences(found) or ["nothing has changed"]) + "\n")
    approve(found)
