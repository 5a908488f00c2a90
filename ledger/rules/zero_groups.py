"""The most groups of sum zero: people who owe and are owed, split so that each group settles within itself.

A group of n people settles with n - 1 payments, so the more groups, the fewer payments.
"""

from collections.abc import Sequence

# Work that is done to be certain. Twenty people stay far below both, whatever their balances.
MOST_SUMS = 1 << 11  # choices among one half of the people
MOST_STEPS = 1_000_000  # sets looked at for one number of groups

_LEAST = 3  # people in a group, as no two cancel out


def zero_groups(values: Sequence[int]) -> tuple[list[list[int]], bool]:
    """Split people, by position, into the most groups whose values sum to zero; and whether that is certain.

    Together the values must sum to zero; none is zero and no two cancel out; equal ones stand side by side.
    """
    size = len(values)
    if size < 2 * _LEAST:
        return [list(range(size))], True
    sets = _zero_sets(values[1:])  # of two groups that make up everybody, the one without the first person
    if not sets:
        return [list(range(size))], sets is not None
    positive = sum([value > 0 for value in values])
    most = min(size // _LEAST, positive, size - positive, (len(sets) + 1).bit_length())  # unions sum to zero too
    if most > 2:
        search = _Search(values)
        groups = search.groups(sets, most)
        if groups:
            return groups, search.proven
    fewest = min([(chosen.bit_count(), chosen) for chosen in sets])[1] << 1
    two = [[at for at in range(size) if fewest >> at & 1 == side] for side in (1, 0)]
    return two, most == 2 or search.proven


def _zero_sets(values: Sequence[int]) -> list[int] | None:
    """All choices of sum zero, a bit for each person, where two halves' sums meet; None when they are too many."""
    half = len(values) // 2
    sums, others = _sums(values[:half]), _sums([-value for value in values[half:]])
    if not sums or not others:
        return None
    shared = set(sums).intersection(others)
    if len(shared) == 1 and sums.count(0) == 1 == others.count(0):
        return []
    where: dict[int, list[int]] = {total: [] for total in shared}
    for chosen, total in enumerate(sums):
        if total in shared:
            where[total].append(chosen)
    found = [more << half | chosen for more, total in enumerate(others) if total in shared for chosen in where[total]]
    return found[1:]  # the first is nobody


def _sums(values: Sequence[int]) -> list[int]:
    """The sums of all choices among the values, the empty one first; nothing when they are too many."""
    if 1 << len(values) > MOST_SUMS:
        return []
    sums = [0]
    for value in values:
        sums += [total + value for total in sums]
    return sums


class _Search:
    """The search among people of whom some have equal values, so that any of those is as good as another.

    A group is one integer: a field for each value that says how many have it, a guard bit above each field, the
    number of people on top. So groups sort by size, and one subtraction tells whether a group fits into another.
    """

    def __init__(self, values: Sequence[int]) -> None:
        self.proven = True
        self.steps = 0
        self.failed: set[tuple[int, int]] = set()
        self.by_lead: dict[int, list[int]] = {}  # groups by each bit of the first field they use
        self.size = len(values)
        self.counts = [values.count(value) for value in dict.fromkeys(values)]
        self.shifts: list[int] = []
        self.guard = at = 0
        for count in self.counts:
            self.shifts.append(at)
            at += count.bit_length() + 1
            self.guard |= 1 << at - 1
        self.size_at = at
        one = 1 << at
        self.units = [one + (1 << at) for at, count in zip(self.shifts, self.counts, strict=True) for _ in range(count)]
        self.everybody = sum(self.units)

    def groups(self, sets: list[int], most: int) -> list[list[int]]:
        """Three groups or more, as many as possible, or none; each as the positions of its people."""
        half = len(self.units) - 1 >> 1
        low = (1 << half) - 1
        one, other = _sums(self.units[1 : half + 1]), _sums(self.units[half + 1 :])
        self._file({one[chosen & low] + other[chosen >> half] for chosen in sets})
        for groups in range(most, 2, -1):
            self.steps = MOST_STEPS
            found = self._split(self.everybody, groups)
            if found:
                return self._people(found)
        return []

    def _people(self, found: list[int]) -> list[list[int]]:
        """The positions of the people in each group; of equals the earlier ones in the earlier group."""
        groups: list[list[int]] = [[] for _ in found]
        first = 0
        for shift, count in zip(self.shifts, self.counts, strict=True):
            mask = (1 << count.bit_length()) - 1
            for group, people in zip(found, groups, strict=True):
                have = group >> shift & mask
                if have:
                    people += range(first, first + have)
                    first += have
        return groups

    def _file(self, zero: set[int]) -> None:
        """Sort the groups, and what they leave of everybody, by the first value in them and by size."""
        for shift, count in zip(self.shifts, self.counts, strict=True):
            same: list[int] = []
            for bit in range(count.bit_length()):
                self.by_lead[1 << shift + bit] = same
        zero.update([self.everybody - group for group in zero])
        limit = self.size - 2 * _LEAST + 1 << self.size_at
        for group in sorted([group for group in zero if group < limit]):
            self.by_lead[group & -group].append(group)

    def _split(self, free: int, groups: int) -> list[int]:
        """Split `free` (of sum zero) into so many groups, or none; the first value in it leads."""
        if groups == 1:
            return [free]
        if (free, groups) in self.failed:
            return []
        candidates = self.by_lead[free & -free]
        self.steps -= len(candidates)
        if self.steps < 0:
            self.proven = False
            return []
        guard = self.guard
        room = free | guard
        limit = (free >> self.size_at) - _LEAST * (groups - 1) + 1 << self.size_at
        for group in candidates:
            if group >= limit:
                break
            if room - group & guard == guard:
                found = self._split(free - group, groups - 1)
                if found:
                    return [group, *found]
        self.failed.add((free, groups))
        return []
