"""What a search gives programs where a hand cannot be told."""

from __future__ import annotations

from pathlib import Path

from tests.worlds.casino import casino
from tests.worlds.roulette import R2
from tombo.ledger.games.every import BANKED_GAMES, TABLE_GAMES
from tombo.ledger.operate.keyring import inscribe
from tombo.ledger.store import scratch_views
from tombo.projections.follow import Follower
from tombo.projections.rows import KeptRows
from tombo.projections.search.fold import Search
from tombo.projections.search.reading import HandQuestion
from tombo.reports.shown.found import find, listed
from tombo.reports.shown.reading import Reader


def test_one_that_cannot_be_told_is_named_with_its_place_and_hides_no_other(tmp_path: Path) -> None:
    """A second end, which only an event key seals: the others are told, and both are found by what they are."""
    with casino(tmp_path) as evening, scratch_views() as views:
        first, second = evening.spins({"p-1": R2}, "17"), evening.spins({"p-1": R2, "p-2": R2}, "36")
        store = evening.ledger.store
        (game,) = {name for name in BANKED_GAMES if store.head_of(f"{name}:{first}") is not None}
        ends = store.entries(f"{game}:{first}")[-1].event
        index = inscribe(evening.ledger, "theft", [(f"{game}:{first}", ends)]).entries[0].index
        reader, kept = Reader(store), KeptRows(views, Follower(store, views, Search).catch_up())
        document = find(reader, kept, HandQuestion(player="p-1"), 10)
        told, lost = document["items"]
        assert (told["round"], told["who"], told["staked"] > 0) == (f"{game}:{second}", ["p-1", "p-2"], True)
        assert set(lost) == {"round", "place", "log_index", "tampered"}
        assert (lost["round"], lost["log_index"]) == (f"{game}:{first}", index)
        assert "nothing follows its end" in lost["tampered"]
        assert (document["next"], document["size"]) == (None, store.head().size)
        page = listed(reader, kept, list(TABLE_GAMES), None, limit=1, after=None)
        assert (page.streams, page.more) == ((f"{game}:{second}",), True)
