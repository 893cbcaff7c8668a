"""The hourly files of Portugal, from a simulated night over the change of clocks: read as XML alone, and held against sums of the entries."""

from __future__ import annotations

import re

import xmlschema
from lxml import etree

from tests.tools.cli_run import inside
from tests.worlds.reported import DAY, SCHEMAS, Night, cents, exported
from tombo.reports.regulators.portugal.kinds import HOURLY


def test_every_hour_has_its_files_and_each_is_as_its_schema_asks(night: Night) -> None:
    """96 of the day of 25 hours, the empty ones too, and its summary, by lxml and by xmlschema; named as printed, for their owner alone."""
    assert night.made.status == 0, night.made.err
    files = sorted((night.folder / "files").iterdir())
    assert len(files) == len(night.made.document["files"]) == 24 * len(HOURLY) + 1
    named = r"(AJOG|SESS|TRAN|JGDR)_20261025(0\d|1\d|2[0-3])_1AA\.xml|RESF_20261025_1AA\.xml"
    assert all(re.fullmatch(named, path.name) for path in files)
    assert {path.stat().st_mode & 0o077 for path in files} == {0}
    for prefix in ("AJOG", "SESS", "TRAN", "JGDR", "RESF"):
        second = xmlschema.XMLSchema(SCHEMAS / f"{prefix}.xsd")
        first = etree.XMLSchema(etree.parse(SCHEMAS / f"{prefix}.xsd"))
        for path in (night.folder / "files").glob(f"{prefix}_*.xml"):
            second.validate(path)
            first.assertValid(etree.parse(path))
    assert sum(len(file[-1]) for file in night.of("SESS")) == len(night.records("SESS")) > 0


def test_an_hour_by_itself_is_the_same_bytes_and_so_is_another_time(night: Night) -> None:
    """Whoever makes a file again has the same."""
    with inside(night.folder):
        assert exported("--hour", "2026102501", "--out", "hour").status == 0
        assert exported("--day", DAY, "--out", "again").status == 0
    for path in (night.folder / "files").iterdir():
        assert path.read_bytes() == (night.folder / "again" / path.name).read_bytes()
    assert {path.name for path in (night.folder / "hour").iterdir()} == {
        f"{kind.prefix}_2026102501_1AA.xml" for kind in HOURLY
    }
    for path in (night.folder / "hour").iterdir():
        assert path.read_bytes() == (night.folder / "files" / path.name).read_bytes()


def test_the_hour_that_comes_twice_is_one_file_with_both_offsets(night: Night) -> None:
    """In the order of the log; the label stands in the name and in the head."""
    (file,) = [found for found in night.of("SESS") if found.findtext("datahr") == "2026102501"]
    times = [record.findtext("timestp_acao") or "" for record in file[-1]]
    assert {time[-6:] for time in times} == {"+01:00", "+00:00"}
    assert all(time.startswith("2026102501") for time in times)
    heads = [(file.findtext("id_ficheiro"), file.findtext("datahr")) for file in night.of("TRAN")]
    assert [int(number or 0) for number, _ in heads] == sorted({int(number or 0) for number, _ in heads})


def test_balances_chain_through_the_day_and_come_to_what_entries_say(night: Night) -> None:
    """Each movement is exact, and every player's money of the day is the sum of his entries."""
    records = night.records("TRAN")
    paid = [entry for entry in night.log if entry.kind in {"account.deposited.v1", "account.withdrawn.v1"}]
    began = {entry.stream: str(entry.index) for entry in night.log if entry.kind == "account.opened.v1"}
    for record in records:
        before, moved, after = (cents(record[name]) for name in ("saldo_ini", "saldo_mov", "saldo_fim"))
        assert after - before == (moved if record["cod_optct"] == "CREDITO" else -moved)
        assert min(before, moved, after) >= 0
    assert [(record["cod_conta"], cents(record["saldo_mov"])) for record in records] == [
        (began[entry.stream], entry.event.amount.cents) for entry in paid
    ]


def test_balances_are_those_of_the_account(night: Night) -> None:
    """Reckoned here from every entry of every account, by their names alone: the cash, which a bonus is not before it is converted."""
    plus = {"bonus_converted", "deposited", "credited", "compensated", "ticket_converted"}
    of_no_cash = {"bonus_expired", "bonus_granted", "ticket_granted"}
    balance: dict[str, int] = {}
    told = list[tuple[int, int]]()
    for entry in night.log:
        sort, word = entry.kind.split(".")[:2]
        if sort != "account" or not hasattr(entry.event, "amount") or word in of_no_cash:
            continue
        if getattr(entry.event, "wallet", "cash") == "bonus":
            continue
        before = balance.get(entry.stream, 0)
        balance[entry.stream] = before + entry.event.amount.cents * (1 if word in plus else -1)
        if word in {"deposited", "withdrawn"}:
            told.append((before, balance[entry.stream]))
    said = [(cents(one["saldo_ini"]), cents(one["saldo_fim"])) for one in night.records("TRAN")]
    assert said == told


def test_who_logs_on_and_off_is_told_with_one_id_and_one_player(night: Night) -> None:
    """Ids are places in the log: of the first entry of the access, and of the registration."""
    records = night.records("SESS")
    log = {str(entry.index): entry for entry in night.log}
    assert {record["tipo_log"] for record in records} == {"LOGIN", "LOGOUT"}
    assert {record["dispositivo"] for record in records} == {"C", "A", "B", "T"}
    for record in records:
        opened, made = log[record["id_sessao"]], log[record["codjogador"]]
        assert (opened.kind, made.kind) == ("access.opened.v1", "registration.made.v1")
        assert made.stream == f"registration:{opened.event.player}"
    assert len(records) == sum(entry.kind in {"access.opened.v1", "access.closed.v1"} for entry in night.log)


def test_registrations_are_told_with_what_changed(night: Night) -> None:
    """In the open in the file, and nowhere in the ledger's database."""
    records = night.records("JGDR")
    assert len(records) == sum(entry.kind.startswith("registration.") for entry in night.log)
    assert {record["id_tipocid"] for record in records} == {"1", "2"}
    assert all(record["nome"].startswith("Jogador p-") and record["tip_pag"] == "1" for record in records)
    assert "1" in {record["nif"] for record in records}, "a foreign citizen without a number of his has 1"
    kept = (night.folder / "ledger.db").read_bytes()
    assert not any(record["nome"].encode() in kept or record["email"].encode() in kept for record in records)
