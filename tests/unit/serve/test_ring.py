"""The ring of pages: every entry once, in order, within its bound; Hypothesis against a plain list."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tombo.serve.ring import Ring, RingPage, pages

FRAMES = st.lists(st.binary(min_size=1, max_size=40), max_size=60)


def test_pages_are_the_frames_in_order() -> None:
    """Frames are cut behind the one with which a page has enough, and a page knows where each of its entries ends."""
    assert list(pages([b"aa", b"bbb", b"c", b"dd"], 7, most=5)) == [
        RingPage(7, (2, 5), b"aabbb"),
        RingPage(9, (1, 3), b"cdd"),
    ]
    assert list(pages([], 7)) == []


@given(FRAMES, st.integers(0, 1_000), st.integers(1, 100))
def test_a_page_gives_what_follows_an_index(frames: list[bytes], first: int, most: int) -> None:
    """From any index on, the pages give exactly the frames from there on."""
    made = list(pages(frames, first, most))
    assert [page.stop for page in made[:-1]] == [page.first for page in made[1:]]
    for page in made:
        for index in range(page.first, page.stop):
            assert page.since(index) == b"".join(frames[index - first : page.stop - first])
            assert len(page.data) - len(frames[page.stop - 1 - first]) < most


def test_the_first_entry_of_a_page_gives_its_very_bytes() -> None:
    """Who begins with a page is sent the same object as everybody: nothing is copied for him."""
    (page,) = pages([b"aa", b"bb"], 3)
    assert page.since(3) is page.data
    assert page.since(4) == b"bb"


@given(FRAMES, st.integers(0, 100), st.integers(1, 200), st.integers(1, 60))
def test_the_ring_has_the_newest_within_its_bound(frames: list[bytes], start: int, most: int, page_bytes: int) -> None:
    """Whatever was put in: what it has is the end of that, without a gap; never more bytes than its bound but for one page."""
    ring, put = Ring(start, most), list[bytes]()
    for page in pages(frames, start, page_bytes):
        ring.put(page)
        put += frames[page.first - start : page.stop - start]
        assert ring.stop == start + len(put)
        held = {ring.page(index) for index in range(ring.start, ring.stop)}
        assert sum(len(one.data) for one in held if one is not None) <= most or len(held) == 1
        assert ring.page(ring.start - 1) is None
        assert ring.page(ring.stop) is None
        for index in range(ring.start, ring.stop):
            found = ring.page(index)
            assert found is not None
            assert found.since(index) == b"".join(put[index - start : found.stop - start])


def test_the_ring_lets_the_oldest_go() -> None:
    """Beyond the bound the oldest page goes, and no more than has to."""
    ring = Ring(5, 6)
    for page in pages([b"aaa", b"bbb", b"ccc"], 5, most=3):
        ring.put(page)
    assert (ring.start, ring.stop) == (6, 8)


@pytest.mark.parametrize("first", [4, 6])
def test_a_gap_cannot_be_put_in(first: int) -> None:
    """A page that does not begin where the ring stops is refused: an entry would be missing, or come twice."""
    ring = Ring(5, 100)
    with pytest.raises(ValueError, match=f"from log index {first} on; expected one from 5 on"):
        ring.put(RingPage(first, (1,), b"a"))
    assert (ring.start, ring.stop, ring.page(5)) == (5, 5, None)
