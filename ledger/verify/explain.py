"""From symptoms to problems: one forgery shows in many places, and a person wants to know where it was done."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ledger.verify.report import Code, Problem
from ledger.verify.symptoms import Evidence, Symptom

_ORDER = list(Code)
_DISPLACING = frozenset({Code.MISSING, Code.REORDERED})


def explain(symptoms: Iterable[Symptom]) -> list[Problem]:
    """The problems behind ``symptoms``, worst first. Where there is any symptom there is a problem.

    A symptom is dropped only where a more direct one remains that accounts for it: an entry that gives itself away
    explains the signature over it, the next hash of its stream, its hash in a tile, and the root of the tree.
    """
    by: dict[Evidence, list[Symptom]] = {evidence: [] for evidence in Evidence}
    for found in symptoms:
        by[found.evidence].append(found)
    if by[Evidence.FOREIGN]:
        readable = [found.problem for found in by[Evidence.ROW] + by[Evidence.TABLE] + by[Evidence.RULE]]
        kept = [problem for problem in readable if problem.code in {Code.MALFORMED, Code.TRUNCATED, Code.POLICY_FAIL}]
        return [found.problem for found in by[Evidence.FOREIGN]] + sorted(_unique(kept), key=_rank)
    direct = _placed(by[Evidence.ROW] + by[Evidence.PLACE])
    spans = [span for found in direct if (span := _span(found.problem))]
    displaced = min((s[0] for s, found in zip(spans, direct, strict=False) if _shifts(found)), default=None)
    moved = any(found.problem.code in _DISPLACING for found in direct)

    chain = [
        found
        for found in by[Evidence.CHAIN]
        if not (_within(found, spans) or (moved and found.problem.code in _DISPLACING))
    ]
    tiles = [
        found
        for found in by[Evidence.TILE]
        if not (_within(found, spans) or (displaced is not None and (found.problem.first or 0) >= displaced))
    ]
    problems = _signatures(by[Evidence.SIGNATURE], spans, chain, tiles)
    entries = _unique([found.problem for found in direct] + problems + [found.problem for found in chain])
    entries.sort(key=_rank)
    entries += _unique(_tile_problems(tiles))
    roots = [found.problem for found in by[Evidence.ROOT] if not entries]
    located = [span for problem in entries if (span := _span(problem))]
    unsigned = not entries and any(_is_other_key(found.problem) for found in by[Evidence.RULE])
    tables = [
        found.problem
        for found in by[Evidence.TABLE]
        if not _within(found, located) and not (unsigned and found.problem.field == "checkpoints")
    ]
    rules = [
        found.problem
        for found in by[Evidence.RULE]
        if not (found.problem.code is Code.BACKDATED and _within(found, located))
    ]
    said = [problem for group in ([*entries, *roots], _unique(tables), rules) for problem in sorted(group, key=_rank)]
    return sorted(said, key=lambda problem: _ORDER.index(problem.code))


def _is_other_key(problem: Problem) -> bool:
    """Whether the policy's checkpoint key is not the log's: then it signed none of the log's checkpoints."""
    return problem.code is Code.POLICY_FAIL and problem.field == "key"


def _placed(direct: list[Symptom]) -> list[Symptom]:
    """The symptoms that others do not account for.

    What is missing where it was sealed may stand elsewhere; a log may end too early because entries inside are gone.
    """
    elsewhere = [
        found.cause for found in direct if found.problem.code is Code.REORDERED and found.evidence is Evidence.PLACE
    ]
    kept = [
        found
        for found in direct
        if not (
            found.problem.code is Code.MISSING
            and found.evidence is Evidence.PLACE
            and any(_inside(cause, _span(found.problem) or (0, 0)) for cause in elsewhere)
        )
    ]
    gone = [_span(found.problem) for found in kept if _shifts(found) and found.problem.code is Code.MISSING]

    def inside(end: int) -> int:
        return sum(last - first + 1 for span in gone if span for first, last in (span,) if last < end)

    return [
        found
        for found in kept
        if not (found.problem.code is Code.TRUNCATED and inside(found.problem.first or 0) > _length(found.problem) - 1)
    ]


def _signatures(
    failing: list[Symptom], spans: list[tuple[int, int]], chain: list[Symptom], tiles: list[Symptom]
) -> list[Problem]:
    """What was changed under each signature that fails. Takes the symptoms it accounts for out of the lists."""
    problems: list[Problem] = []
    earliest = min((first for first, _ in spans), default=None)
    for found in sorted(failing, key=lambda one: one.problem.first or 0):
        span = _span(found.problem)
        if span is None or _within(found, spans):
            continue
        differing = [tile for tile in tiles if _inside(tile.problem.first, span)]
        links = [link for link in chain if _inside(link.problem.first, span) or _inside(link.cause, span)]
        ordered = [link for link in links if link.problem.field == "version"]
        rests_on_changed = earliest is not None and found.rests_on > earliest
        earliest = span[0] if earliest is None else min(earliest, span[0])
        for tile in differing:
            tiles.remove(tile)
        if len(differing) == span[1] - span[0] + 1 > 1:
            problems.append(found.problem)
        elif differing:
            problems += [_changed(tile.problem, links, found.problem) for tile in differing]
        elif rests_on_changed and not links:
            continue  # its anchor names a tree that an earlier change made another
        elif ordered:
            problems += [link.problem for link in ordered]
        else:
            problems.append(_by_chain(found.problem, span, links))
        for link in links:
            chain.remove(link)
    return problems


def _changed(tile: Problem, links: list[Symptom], signature: Problem) -> Problem:
    """The entry whose hash the tile contradicts, under a signature that fails, with the part that was changed."""
    index = tile.first
    field = signature.field if signature.first == signature.last else "state"
    if tile.code is Code.REORDERED:
        return replace(tile, field="index")
    if signature.field == "signature":
        if any(link.problem.first == index and link.problem.field == "prev" for link in links):
            field = "prev"
        elif any(link.cause == index for link in links):
            field = "body"
    return replace(
        tile, field=field, message=f"{signature.message}; the published tree has another hash for this entry"
    )


def _by_chain(problem: Problem, span: tuple[int, int], links: list[Symptom]) -> Problem:
    """Without a tile, the chains may tell which entry under a failing signature was changed."""
    blamed = {link.cause for link in links if _inside(link.cause, span)}
    accused = {link.problem.first for link in links if _inside(link.problem.first, span)}
    both = blamed & accused
    if len(both) == 1:  # it names another hash than its predecessor's, and so its own hash is another: prev was changed
        return replace(problem, first=next(iter(both)), last=next(iter(both)), field="prev")
    if len(blamed) == 1 and not accused - {link.problem.first for link in links if link.cause in blamed}:
        return replace(problem, first=next(iter(blamed)), last=next(iter(blamed)), field="body")
    if len(accused) == 1 and not blamed:
        return replace(problem, first=next(iter(accused)), last=next(iter(accused)), field="prev")
    return problem


def _tile_problems(tiles: list[Symptom]) -> list[Problem]:
    """What is left over contradicts authentic entries, so it is the tile that was changed."""
    return [
        replace(
            found.problem, code=Code.TAMPERED, message=f"tile 0/{(found.problem.first or 0) // 256} is not the tree's"
        )
        for found in tiles
    ]


def _span(problem: Problem) -> tuple[int, int] | None:
    if problem.first is None:
        return None
    return problem.first, problem.first if problem.last is None else problem.last


def _length(problem: Problem) -> int:
    span = _span(problem)
    return 0 if span is None else span[1] - span[0] + 1


def _inside(index: int | None, span: tuple[int, int]) -> bool:
    return index is not None and span[0] <= index <= span[1]


def _within(found: Symptom, spans: list[tuple[int, int]]) -> bool:
    """Whether ``found`` lies at, reaches over, or blames one of ``spans``."""
    span = _span(found.problem)
    if span is not None and any(span[0] <= last and first <= span[1] for first, last in spans):
        return True
    return found.cause is not None and any(_inside(found.cause, one) for one in spans)


def _shifts(found: Symptom) -> bool:
    """Whether what follows may stand at another index than it was published at."""
    return found.evidence is Evidence.PLACE


def _unique(problems: list[Problem]) -> list[Problem]:
    return list(dict.fromkeys(problems))


def _rank(problem: Problem) -> tuple[int, int]:
    return _ORDER.index(problem.code), -1 if problem.first is None else problem.first
