"""Step 5: entries stand in the append they were sealed in: contiguous, complete, in order, under one header.

The straight way costs one comparison a row. Where it ends, :meth:`Grouping._sort_out` finds out which of the many things
that can be wrong it is; nothing it concludes is needed for soundness, because it always leaves a symptom or an append
whose signature will be asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple

from tombo.ledger.seal.append import append_root
from tombo.ledger.verify.bodies import Claim, ParsedRow
from tombo.ledger.verify.report import Code
from tombo.ledger.verify.symptoms import Directness, SymptomList, symptom

FIELDS: Final = {field: place for place, field in enumerate(Claim._fields)}
"""The fields of a header, by their place."""


class AppendRows(NamedTuple):
    """Rows under one header, from log index ``index`` on. ``root`` is over their entry hashes.

    ``doubt`` names the field that does not fit the neighbours: the append stands elsewhere if the signature holds all
    the same, and is forged if it does not. ``rival`` is a second header, where rows disagree and no majority decides:
    ``odd`` are the rows under the first and under the second one.
    """

    index: int  # type: ignore[assignment]  # hides tuple.index, as in Line
    rows: int
    claim: Claim
    root: bytes
    doubt: str | None = None
    rival: Claim | None = None
    odd: tuple[int, int] = (-1, -1)
    stray: bytes = b""
    """The entry hash of a single row that claims to be part of a larger append elsewhere."""


class Grouping:
    """Groups the lines of a chunk into appends, beginning ``skip`` rows in, at log index ``begin``, claimed ``expected``.

    ``extend`` fetches lines beyond the chunk, for the append that runs past its end. Afterwards ``end`` is the log
    index, and ``expected`` the claim, at which the next append should begin.
    """

    def __init__(
        self, lines: list[ParsedRow], skip: int, begin: int, expected: int, extend: Callable[[int], list[ParsedRow]]
    ) -> None:
        self.lines = lines
        self.own = len(lines)
        self.begin = begin
        self.skip = skip
        self.at = skip
        self.expected = expected
        self.extend = extend
        self.exhausted = False
        self.appends: list[AppendRows] = []
        self.symptoms = SymptomList()

    def run(self) -> None:
        """(5) Group everything that begins in this chunk."""
        lines = self.lines
        while self.at < self.own:
            at = self.at
            index, claim = lines[at].index, lines[at].claim
            first, count = claim.first, claim.count
            end = at + count
            if first == self.expected and (end <= len(lines) or self._reach(end)) and not self._goes_on(end, claim):
                group = lines[at:end]
                if group[-1].index == index + count - 1 and [line.claim for line in group].count(claim) == count:
                    root = append_root([line.hash for line in group])
                    self.appends.append(AppendRows(index, count, claim, root))
                    self.at = end
                    self.expected = first + count
                    continue
            self._sort_out()

    @property
    def end(self) -> int:
        """The log index after the last row grouped."""
        return self.lines[self.at - 1].index + 1 if self.at > self.skip else self.begin

    def _reach(self, end: int) -> bool:
        """Whether there are lines up to position ``end``, fetching what is beyond the chunk."""
        if end > len(self.lines) and not self.exhausted:
            more = self.extend(end - len(self.lines))
            self.lines.extend(more)
            self.exhausted = end > len(self.lines)
        return end <= len(self.lines)

    def _goes_on(self, end: int, claim: Claim) -> bool:
        """Whether the row at position ``end`` bears the same signature: then the count is too small."""
        return end < len(self.lines) and self.lines[end].claim.signature == claim.signature

    def _line(self, at: int) -> ParsedRow | None:
        return self.lines[at] if self._reach(at + 1) else None

    def _first(self, at: int) -> int | None:
        """What the row at position ``at`` claims as the beginning of its append; None at the end of the log."""
        line = self._line(at)
        return None if line is None else line.claim.first

    def _kin(self, at: int, other: int) -> bool:
        """Whether two rows are of one append, one field of whose header may have been changed."""
        line, reference = self._line(at), self._line(other)
        if line is None or reference is None or line.claim.first < 0 or reference.claim.first < 0:
            return False
        return sum(line.claim[place] != reference.claim[place] for place in FIELDS.values()) <= 1

    def _run_from(self, at: int) -> int:
        """How many rows from position ``at`` on are of one append."""
        length = 1
        second = at + 1 if self._kin(at + 1, at) else at
        while self._kin(at + length, at) or self._kin(at + length, second):
            length += 1
        return length

    def _sort_out(self) -> None:
        """The rows at hand do not fit: note why, and find the place where order returns."""
        at = self.at
        line = self.lines[at]
        if line.claim.first < 0:  # it did not parse, which is on record; whose place did it take?
            nearby = self._first(at + 1)
            self.at += 1
            if nearby != self.expected:
                self.expected += 1
            else:
                self._broken(self._run_from(at + 1))
            return
        length = self._run_from(at)
        claim, ties = self._vote(at, length)
        gap = line.index - self.end
        if gap and claim.first > self.expected:  # entries are missing before it, which is on record
            self.expected = min(claim.first, self.expected + gap)
        if claim.first == self.expected:
            self._in_place(at, length, claim, ties, gap=gap)
        else:
            self._out_of_place(at, length, claim)

    def _in_place(self, at: int, length: int, claim: Claim, ties: AppendRows | None, *, gap: int) -> None:
        """A run that begins where it should, with the wrong length or with rows that contradict one another."""
        group = self.lines[at : at + length]
        held = group[-1].index - group[0].index + 1
        after = self._first(at + length)
        if length == claim.count == held:
            self.appends.append(ties or self._append(group, claim))
        elif length < claim.count:
            following = self._line(at + length)
            if gap or (following is not None and following.index - group[0].index > length):
                pass  # entries are missing before, within or after it, which is on record
            elif self._alien_within(at, length, claim):
                return
            elif after == self.expected + length:
                self.appends.append(self._append(group, claim)._replace(doubt="count"))
                self.at += length
                self.expected += length
                return
            elif held == length:
                end = claim.first + claim.count - 1
                missing = claim.count - length
                begin = claim.first + length if after is None else claim.first
                said = f"{missing} of the {claim.count} entries of the append from {claim.first} are not there"
                self._note(Code.MISSING, begin, end, said, field="count")
        elif after == self.expected + length:
            self.appends.append(self._append(group, claim)._replace(doubt="count"))
            self.at += length
            self.expected += length
            return
        else:
            self._doubles(group)
        self.at += length
        self.expected = claim.first + claim.count

    def _out_of_place(self, at: int, length: int, claim: Claim) -> None:
        """A run that claims another place than the one it stands at."""
        group = self.lines[at : at + length]
        expected = self.expected
        after = self._first(at + length)
        single = length == 1 and claim.count > 1
        if single and after == expected:
            following = self._line(at + 1)
            run = self._run_from(at + 1)
            if following is not None and run == following.claim.count - 1:  # it took the place of the first row
                self._stray(group[0])
                self.at += 1
                self._broken(run)
                return
        if claim.first > expected and after == claim.first + claim.count and length == claim.count:
            missing = claim.first - expected
            self._note(Code.MISSING, expected, claim.first - 1, f"{missing} entries are not there", field="first")
            self.expected = claim.first
            return
        if single:
            self._stray(group[0])
        else:
            self.appends.append(self._append(group, claim)._replace(doubt="first"))
        self.at += length
        if after != expected:
            self.expected += length
        elif (other := self._exchanged(claim, expected, length)) is not None:
            self.appends.append(other._replace(doubt="first"))
            self.at += other.rows
            self.expected += length + other.rows

    def _exchanged(self, claim: Claim, expected: int, length: int) -> AppendRows | None:
        """The append at hand, if it and the ``length`` rows before it only changed places: what follows fits both."""
        held = self._run_from(self.at)
        beyond = expected + length + held
        if claim.first != expected + held or self._first(self.at + held) not in {beyond, None}:
            return None
        group = self.lines[self.at : self.at + held]
        other = self._append(group, group[0].claim)
        return other if other.claim.count == held else None

    def _alien_within(self, at: int, length: int, claim: Claim) -> bool:
        """Whether one foreign row stands within the append at ``at``, after ``length`` of its rows; then deal with it."""
        place = at + length
        last = length == claim.count - 1
        back = self._first(place + 1) if last else None
        line = self._line(place)
        returns = self._kin(place + 1, at)
        if line is None or (line.claim.first == claim.first + claim.count and not (last and returns)):
            return False
        if not (returns or (last and back in {claim.first + claim.count, None})):
            return False
        if line.claim.first >= 0:
            self._stray(line)
        rest = 0 if last else self._run_from(place + 1)
        self.at = place + 1 + rest
        self.expected = claim.first + claim.count
        return True

    def _broken(self, length: int) -> None:
        """An append whose first row did not parse or is another's: its signature cannot be asked."""
        self.expected = self.lines[self.at].claim.first + self.lines[self.at].claim.count
        self.at += length

    def _vote(self, at: int, length: int) -> tuple[Claim, AppendRows | None]:
        """The header that most rows of the run bear, noting the odd ones; and the tie of two that contradict."""
        group = self.lines[at : at + length]
        chosen: dict[str, int | bytes] = {}
        tied: str | None = None
        for field, place in FIELDS.items():
            votes = Counter(line.claim[place] for line in group)
            wanted = {"first": self.expected, "count": length}.get(field)
            best = max(votes, key=lambda value: (votes[value], value == wanted))
            chosen[field] = best
            if len(votes) > 1 and list(votes.values()).count(votes[best]) > 1 and best != wanted:
                tied = field
                continue
            for line in group:
                if line.claim[place] != best:
                    said = f"the {field} of the append is {_said(best)}, this entry says {_said(line.claim[place])}"
                    self._note(Code.TAMPERED, line.index, line.index, said, field=field, evidence=Directness.ROW)
        claim = Claim(**chosen)  # type: ignore[arg-type]  # the fields come from Sealed with their types
        if tied is None:
            return claim, None
        values = list(dict.fromkeys(line.claim[FIELDS[tied]] for line in group))
        one, two = (Claim(**{**chosen, tied: value}) for value in values[:2])  # type: ignore[arg-type]  # as above
        odd = [next(line.index for line in group if line.claim[FIELDS[tied]] == value) for value in values[:2]]
        return claim, self._append(group, one)._replace(rival=two, odd=(odd[0], odd[1]), doubt=tied)

    def _append(self, group: list[ParsedRow], claim: Claim) -> AppendRows:
        return AppendRows(group[0].index, len(group), claim, append_root([line.hash for line in group]))

    def _stray(self, line: ParsedRow) -> None:
        """A single row of an append that is elsewhere: authentic there, or forged."""
        self.appends.append(AppendRows(line.index, 1, line.claim, b"", doubt="first", stray=line.hash))

    def _doubles(self, group: list[ParsedRow]) -> None:
        """More rows than the append has: name those that are there twice."""
        seen: dict[bytes, int] = {}
        for line in group:
            if line.hash in seen:
                said = f"the entry at {seen[line.hash]} stands here again"
                self._note(Code.REORDERED, line.index, line.index, said, field="first")
            seen.setdefault(line.hash, line.index)
        if len(seen) == len(group):
            claim = group[0].claim
            said = f"{len(group)} entries say they are the {claim.count} of the append from {claim.first}"
            self._note(Code.TAMPERED, group[0].index, group[-1].index, said, field="count")

    def _note(
        self, code: Code, first: int, last: int, said: str, *, field: str, evidence: Directness = Directness.PLACE
    ) -> None:
        self.symptoms.note(symptom(evidence, code, said, first, last, field=field))


def _said(value: int | bytes) -> str:
    return value.hex()[:16] if isinstance(value, bytes) else str(value)
