"""The policy file: what an auditor pins."""

from __future__ import annotations

import pytest

from tombo.ledger.core.errors import LedgerError, UnreadableError
from tombo.ledger.seal.keys import COSIGNATURE, PrivateKey, PublicKey
from tombo.ledger.seal.policy import Group, Policy, parse_policy

ORIGIN = "operator.example/ledger/1"
ROOT = PrivateKey(f"{ORIGIN}/root", bytes(32)).public
LOG = PrivateKey(ORIGIN, bytes(range(32))).public


def witness(number: int) -> PublicKey:
    """The key of a witness."""
    return PublicKey(f"witness.example/{number}", PrivateKey("w", bytes([number] * 32)).public.raw, COSIGNATURE)


W1, W2, W3 = witness(1), witness(2), witness(3)
BASE = f"root {ROOT.vkey}\nlog {LOG.vkey}\n"
FULL = (
    f"# an auditor's notes\n\n{BASE}witness w1 {W1.vkey}\nwitness\tw2  {W2.vkey} https://w2.example/\nwitness w3 {W3.vkey}\n"
    "group two 2 w1 w2 \ngroup enough any two w3\nquorum enough\n"
)


def test_a_policy_is_read_and_written() -> None:
    """Comments and spacing go; what counts stays, and is read again as it was."""
    policy = parse_policy(FULL)
    assert (policy.origin, policy.root, policy.log, policy.quorum) == (ORIGIN, ROOT, LOG, "enough")
    assert policy.witnesses == {"w1": W1, "w2": W2, "w3": W3}
    assert policy.groups == {"two": Group(2, ("w1", "w2")), "enough": Group(1, ("two", "w3"))}
    assert parse_policy(policy.text) == policy
    assert parse_policy(f"{BASE}quorum none\n") == Policy(ROOT, LOG)


def test_a_quorum_counts_members_and_groups() -> None:
    """Groups may be members of groups; without a quorum anything will do."""
    policy = parse_policy(FULL)
    assert policy.satisfied([W3])
    assert policy.satisfied([W2, W1])
    assert not policy.satisfied([W1])
    assert not policy.satisfied([])
    assert Policy(ROOT, LOG).satisfied([])
    assert not parse_policy(f"{BASE}witness w1 {W1.vkey}\nquorum w1\n").satisfied([W2])
    everybody = parse_policy(FULL.replace("any two w3", "all two w3"))
    assert not everybody.satisfied([W3, W1])
    assert everybody.satisfied([W3, W1, W2])


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param(f"log {LOG.vkey}\nquorum none\n", id="no root"),
        pytest.param(f"root {ROOT.vkey}\nquorum none\n", id="no log"),
        pytest.param(BASE, id="no quorum"),
        pytest.param(f"{BASE}quorum none\nquorum none\n", id="a second quorum"),
        pytest.param(f"{BASE}log {LOG.vkey}\nquorum none\n", id="a second log"),
        pytest.param(f"{BASE}quorum w1\nwitness w1 {W1.vkey}\n", id="a witness used before it is named"),
        pytest.param(f"{BASE}witness w1 {LOG.vkey}\nquorum none\n", id="a witness with a log's key"),
        pytest.param(f"root {ROOT.vkey}\nlog {W1.vkey}\nquorum none\n", id="a log with a witness's key"),
        pytest.param(f"root {W1.vkey}\nlog {LOG.vkey}\nquorum none\n", id="a root with a witness's key"),
        pytest.param(f"root {LOG.vkey}\nlog {LOG.vkey}\nquorum none\n", id="a root of another name"),
        pytest.param(f"root {ROOT.vkey} x\nlog {LOG.vkey}\nquorum none\n", id="a root with a URL"),
        pytest.param(f"{BASE}witness w1 {W1.vkey}\nwitness w1 {W2.vkey}\nquorum none\n", id="a name twice"),
        pytest.param(f"{BASE}witness none {W1.vkey}\nquorum none\n", id="a witness called none"),
        pytest.param(f"{BASE}witness w1 {W1.vkey}\ngroup g 2 w1\nquorum g\n", id="more than there are"),
        pytest.param(f"{BASE}witness w1 {W1.vkey}\ngroup g 0 w1\nquorum g\n", id="none of them"),
        pytest.param(f"{BASE}witness w1 {W1.vkey}\ngroup g 01 w1\nquorum g\n", id="a leading zero"),
        pytest.param(f"{BASE}witness w1 {W1.vkey}\ngroup g 1 w1 w1\nquorum g\n", id="a member twice"),
        pytest.param(f"{BASE}witness w1 {W1.vkey}\ngroup g 1 w1\nquorum w1\n", id="a member used again"),
        pytest.param(f"{BASE}group g 1\nquorum g\n", id="an empty group"),
        pytest.param(f"{BASE}witness w1 {W1.vkey}\nwitness w2 {W1.vkey}\nquorum none\n", id="a key under two names"),
        pytest.param(
            f"{BASE}witness w1 {PublicKey('other.example/log', LOG.raw, COSIGNATURE).vkey}\nquorum none\n",
            id="the log as its own witness",
        ),
        pytest.param(f"{BASE}oracle x\nquorum none\n", id="an unknown line"),
        pytest.param(FULL.replace("\n", "\r\n"), id="carriage returns"),
        pytest.param(f"root {ROOT.vkey[:-1]}\nlog {LOG.vkey}\nquorum none\n", id="a damaged key"),
    ],
)
def test_what_is_no_policy_is_refused(text: str) -> None:
    """An auditor's mistake is told to him, never guessed at."""
    with pytest.raises(LedgerError):
        parse_policy(text)


def test_the_line_is_named() -> None:
    """The message says which line, and what was expected."""
    with pytest.raises(UnreadableError, match="line 3, 'oracle x': expected root, log, witness"):
        parse_policy(f"{BASE}oracle x\nquorum none\n")
