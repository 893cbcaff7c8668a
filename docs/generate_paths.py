"""The page of the paths that read, from the table they are made of."""

from __future__ import annotations

import inspect

from tombo.serve.reads import READS, Read


def page() -> str:
    """``docs/paths.md``."""
    rows = "\n".join(map(_row, READS))
    return f"""# What is read over HTTP

Generated from `serve/reads.py`; `make docs` writes it again.

Each path is a `GET`, and answers with the document that the command beside it prints with `--json`; of a list with a page, `{{"items": [...], "next": ...}}`,
whose items are the lines of the command. `limit` is at most 500; `next` is what `after` of the next page says, and null behind the last. It names a place in
the log or a name, so that what is recorded meanwhile moves no page. `GET /v1/openapi.json` has the parameters and the fields.

A name in a path may have slashes in it, written as they are or as `%2F`. What cannot be asked so is 400, what is not there 404, what is not for who asks 403; where the store is not what
was sealed 500 says what and where (`log_index`), as the command does with status 1; 503 and 429 say when to ask again. An entry of a list that cannot follow is told in its place
(`tampered`), and the others are there. No path shows a closed card, but to the officer whose signed reading of it `reading` names ([network](network.md#what-is-read)).

A player reads of himself alone. Four readers are open at once, each for one read at a time, which sees the ledger up to date as it begins; 256 reads may run or wait.

| path | who | the same as | what |
|---|---|---|---|
{rows}

What has no path, and why, is a table of `tests/unit/serve/test_every_read.py`: what records goes through `POST /v1/commands`, what needs files or keys is done at the machine, and what goes through the whole log is done there or at night.
"""


def _row(read: Read) -> str:
    path = read.path.replace(":path", "")
    command = "" if read.command is None else f"`tombo {read.command}`"
    told = (inspect.getdoc(read.reads) or "").partition("\n\n")[0].replace("\n", " ").replace("|", "\\|")
    return f"| `/v1{path}` | {', '.join(sorted(read.whom))} | {command} | {told} |"
