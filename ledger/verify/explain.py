"""From symptoms to problems: one forgery shows in many places, and a person wants to know where it was done."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tombo.ledger.verify.report import Code, Objection
from tombo.ledger.verify.symptoms import Directness, Symptom, SymptomList

_TIMES: Final = frozenset({Code.BACKDATED, Code.POSTDATED})
_PLACES: Final = frozenset({"stream", "version"})
"""The fields of a rule about where an entry stands: one that is known to be changed stands where the change put it."""
_UNCHAINED: Final = "the signature cannot be asked, and the next entry of its stream names another hash"
_END: Final = 2**63
_NOBODYS: Final = Objection(
    code=Code.TAMPERED, message="the signature cannot be asked", first=0, last=_END, field="signature"
)
_NAMED: Final = 5
_ORDER = list(Code)
_GAP: Final = (Code.MISSING, "index")
"""Code and field of entries that are not there."""
_DISPLACING = frozenset({Code.MISSING, Code.REORDERED})
_BY_INDEX = frozenset({"commands", "tiles"})
"""The tables that name entries by their log index."""


def explain(symptoms: SymptomList) -> list[Objection]:
    """The problems behind ``symptoms``, worst first. Where there is any symptom there is a problem.

    A symptom is dropped only where a more direct one remains that accounts for it: an entry that gives itself away
    explains the signature over it, the next hash of its stream, its hash in a tile, and the root of the tree.
    """
    by: dict[Directness, list[Symptom]] = {evidence: [] for evidence in Directness}
    for found in symptoms:
        by[found.evidence].append(found)
    if by[Directness.FOREIGN]:
        _without_keys(by)
    direct = _placed(by[Directness.ROW] + by[Directness.PLACE])
    spans = [span for found in direct if (span := _span(found.problem))]
    displaced = min((s[0] for s, found in zip(spans, direct, strict=False) if _shifts(found)), default=None)
    moved = {found.problem.code for found in direct} & _DISPLACING
    unnamed = Code.MISSING in moved or any(found.problem.code is Code.MALFORMED for found in direct)

    chain = [
        found
        for found in by[Directness.CHAIN]
        if not (_within(found, spans) or (moved and found.problem.code in _DISPLACING) or _parted(found, spans))
    ]
    tiles = [found for found in by[Directness.TILE] if not (_within(found, spans) or _behind(found, displaced))]
    problems = _signatures(by[Directness.SIGNATURE], spans, chain, tiles)
    problems += _unasked(by[Directness.ANCHOR], chain, tiles)
    entries = _joined([found.problem for found in direct]) + problems + [found.problem for found in chain]
    entries = _unique(entries)
    entries.sort(key=_rank)
    roots = [_root_problem(found, tiles) for found in by[Directness.ROOT] if not _accounted(found, entries)]
    entries += _joined(_unique(_tile_problems(tiles)))
    located = [span for problem in entries if (span := _span(problem))]
    unsigned = not entries and any(_is_other_key(found.problem) for found in by[Directness.RULE])
    tables = [
        found.problem
        for found in by[Directness.TABLE]
        if not (
            _within(found, located)
            or (found.problem.field in _BY_INDEX and _behind(found, displaced))
            or (unnamed and found.problem.field == "openings" and found.problem.first is None)
            or (unsigned and found.problem.field == "checkpoints")
        )
    ]
    rules = [
        found.problem
        for found in by[Directness.RULE]
        if not ((_follows(found.problem) and _within(found, located)) or _unseen(found, entries))
    ]
    kept = {Directness.ROW: direct, Directness.PLACE: direct, Directness.CHAIN: chain, Directness.SIGNATURE: problems}
    kept |= {Directness.TILE: tiles, Directness.TABLE: tables, Directness.ROOT: roots, Directness.RULE: rules}
    said = [problem for group in ([*entries, *roots], _unique(tables)) for problem in sorted(group, key=_rank)]
    said += sorted(rules, key=lambda problem: _END if problem.first is None else problem.first)
    said += [found.problem for found in by[Directness.FOREIGN]]
    said.sort(key=lambda problem: _ORDER.index(problem.code))
    more = sum(symptoms.dropped[evidence] for evidence, left in kept.items() if left)
    if more:
        said.append(Objection(code=said[0].code, message=f"and {more} observations more"))
    return said


def _follows(rule: Objection) -> bool:
    """Whether an entry that is not the one that was sealed explains ``rule``: its time, or where it stands."""
    return rule.code in _TIMES or rule.field in _PLACES


def _unseen(rule: Symptom, entries: list[Objection]) -> bool:
    """Whether a signature is missed that may stand where entries of the same append (up to ``cause``) are not there.

    Or what was signed for, before it (from ``cause`` on), where they are not there or not to be read. Whoever signed is not accused of
    a hole; a hole in another append says nothing of this act.
    """
    at = rule.problem.first
    if at is None or rule.cause is None:
        return False
    if rule.cause <= at:
        return any(span and span[0] < at and span[1] >= rule.cause for span in map(_span, entries))
    behind = range(at + 1, rule.cause)
    return any(problem.code is Code.MISSING and problem.first in behind for problem in entries)


def _without_keys(by: dict[Directness, list[Symptom]]) -> None:
    """Nobody that the policy knows vouches for a key of this log: what signatures and checkpoints say is left out."""
    by[Directness.SIGNATURE] = []
    by[Directness.ANCHOR] = [Symptom(Directness.ANCHOR, _NOBODYS)]
    by[Directness.RULE] = [found for found in by[Directness.RULE] if found.problem.code is Code.POLICY_FAIL]
    by[Directness.TABLE] = [found for found in by[Directness.TABLE] if found.problem.field != "checkpoints"]


def _unasked(spans: list[Symptom], chain: list[Symptom], tiles: list[Symptom]) -> list[Objection]:
    """What was changed where no signature can be asked: what tiles and chains say. Takes what it uses out of the lists."""
    problems: list[Objection] = []
    for found in spans:
        span = _span(found.problem) or (0, 0)
        for tile in [one for one in tiles if _inside(one.problem.first, span)]:
            links = [link for link in chain if tile.problem.first in {link.problem.first, link.cause}]
            problems.append(_changed(tile.problem, links, replace(found.problem, last=found.problem.first)))
            tiles.remove(tile)
            for link in links:
                chain.remove(link)
        links = [link for link in chain if link.problem.field == "prev" and _inside(link.cause, span)]
        blamed = {link.cause for link in links}
        both = blamed & {link.problem.first for link in links}
        for link in links:
            chain.remove(link)
            if link.problem.first in both:
                problems.append(_blaming(found.problem, link.problem.first, "prev"))
            elif link.cause not in both:
                problems.append(_blaming(found.problem, link.cause, "body"))
    return problems


def _blaming(problem: Objection, index: int | None, field: str) -> Objection:
    return replace(problem, first=index, last=index, field=field, message=_UNCHAINED)


def _accounted(root: Symptom, entries: list[Objection]) -> bool:
    """Whether an entry below the size of the checkpoint is another than was sealed, so that its root must be."""
    last = root.problem.last or 0
    return any(problem.first is not None and 0 <= problem.first <= last for problem in entries)


def _root_problem(root: Symptom, tiles: list[Symptom]) -> Objection:
    """Two histories. Where the tiles have the one that was signed, they tell in which entries it differs."""
    problem = root.problem
    differing = [tile for tile in tiles if root.published and (tile.problem.first or 0) <= (problem.last or 0)]
    if not differing:
        return problem
    for tile in differing:
        tiles.remove(tile)
    places = [tile.problem.first or 0 for tile in differing]
    said = f"{problem.message}; what was signed has another hash for {', '.join(map(str, places[:_NAMED]))}"
    return replace(problem, first=min(places), last=max(places), message=said + ", ..." * (len(places) > _NAMED))


def _is_other_key(problem: Objection) -> bool:
    """Whether the policy's checkpoint key is not the log's: then it signed none of the log's checkpoints."""
    return problem.code is Code.POLICY_FAIL and problem.field == "key"


def _placed(direct: list[Symptom]) -> list[Symptom]:
    """The symptoms that others do not account for.

    What is missing where it was sealed may stand elsewhere; a log may end too early because entries inside are gone.
    """
    elsewhere = [
        found.cause for found in direct if found.problem.code is Code.REORDERED and found.evidence is Directness.PLACE
    ]
    kept = [
        found
        for found in direct
        if not (
            found.problem.code is Code.MISSING
            and found.evidence is Directness.PLACE
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
) -> list[Objection]:
    """What was changed under each signature that fails. Takes the symptoms it accounts for out of the lists."""
    problems: list[Objection] = []
    for found in sorted(failing, key=lambda one: one.problem.first or 0):
        span = _span(found.problem)
        if span is None or _within(found, spans):
            continue
        differing = [tile for tile in tiles if _inside(tile.problem.first, span)]
        links = [link for link in chain if _inside(link.problem.first, span) or _inside(link.cause, span)]
        ordered = [link for link in links if link.problem.field == "version"]
        for tile in differing:
            tiles.remove(tile)
        if len(differing) == span[1] - span[0] + 1 > 1:
            problems.append(found.problem)
        elif differing:
            problems += [_changed(tile.problem, links, found.problem) for tile in differing]
        elif ordered:
            problems += _in_disorder([link.problem for link in ordered])
        else:
            problems.append(_by_chain(found.problem, span, links))
        for link in links:
            chain.remove(link)
    return problems


def _joined(problems: list[Objection]) -> list[Objection]:
    """Problems that adjoin and are the same, told as one: gaps were found in chunks, and a tile of zeros in every entry."""
    said: list[Objection] = []
    for problem in sorted(problems, key=_rank):
        last = said[-1] if said else None
        if last is None or last.last is None or last.last + 1 != problem.first:
            said.append(problem)
        elif replace(problem, first=last.first, last=last.last) == last:
            said[-1] = replace(last, last=problem.last)
        elif (last.code, last.field, problem.code, problem.field) == (*_GAP, *_GAP):
            count = (problem.last or 0) - (last.first or 0) + 1
            said[-1] = replace(last, last=problem.last, message=f"{count} entries are not there")
        else:
            said.append(problem)
    return said


def _in_disorder(links: list[Objection]) -> list[Objection]:
    """Versions that stand in another order: what is missing at one place is what comes too late at another."""
    late = [link for link in links if link.code is Code.REORDERED]
    if not late:
        return links
    first, last = min(link.first or 0 for link in links), max(link.first or 0 for link in late)
    return [replace(late[0], first=first, last=last)]


def _changed(tile: Objection, links: list[Symptom], signature: Objection) -> Objection:
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


def _by_chain(problem: Objection, span: tuple[int, int], links: list[Symptom]) -> Objection:
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


def _tile_problems(tiles: list[Symptom]) -> list[Objection]:
    """What is left over contradicts authentic entries, so it is the tile that was changed."""
    return [
        replace(
            found.problem, code=Code.TAMPERED, message=f"tile 0/{(found.problem.first or 0) // 256} is not the tree's"
        )
        for found in tiles
    ]


def _span(problem: Objection) -> tuple[int, int] | None:
    if problem.first is None:
        return None
    return problem.first, problem.first if problem.last is None else problem.last


def _length(problem: Objection) -> int:
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


def _parted(found: Symptom, spans: list[tuple[int, int]]) -> bool:
    """Whether the entries of one command are only parted by an entry that does not belong between them."""
    if found.problem.field != "command" or found.cause is None or found.problem.first is None:
        return False
    return any(found.cause < first <= last < (found.problem.first or 0) for first, last in spans)


def _behind(found: Symptom, displaced: int | None) -> bool:
    """Whether ``found`` is of entries that stand at another index than they did, or blames one that does."""
    place = found.problem.first if found.problem.first is not None else found.cause
    last = found.problem.last if found.problem.last is not None else place
    return displaced is not None and last is not None and last >= displaced


def _shifts(found: Symptom) -> bool:
    """Whether what follows may stand at another index than it was published at."""
    return found.evidence is Directness.PLACE


def _unique(problems: list[Objection]) -> list[Objection]:
    return list(dict.fromkeys(problems))


def _rank(problem: Objection) -> tuple[int, int]:
    return _ORDER.index(problem.code), -1 if problem.first is None else problem.first
