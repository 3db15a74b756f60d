"""What is best where an observation is certain, and by how much, without a look at every entry.

The two least entries of each column. Of a distance of sets the least is 0, at the set itself, and
the next is the distance of the nearest other one. Where the columns are convex along places of the
predictions, the two are neighbours, which bisection finds.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from heapq import nsmallest

from qstheory.certify.arithmetic import integers
from qstheory.certify.limits import require_evaluations, submatrix
from qstheory.certify.packed import pack, unpack, width_for
from qstheory.certify.sets import declared_places, distance_of_sets
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import Loss
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import Label

LISTED = 1 << 12
"""Losses of no more entries have them looked at: what is declared says nothing shorter."""


def distance(loss: Loss) -> CountStructure | None:
    """How a loss is a distance of sets, None where that is not declared or there are too many."""
    try:
        return distance_of_sets(loss)
    except (InvalidParameter, TooLarge):
        return None


@lru_cache(maxsize=16)
def certain(loss: Loss) -> tuple[tuple[Label, Label, Fraction], ...]:
    """For each observation two best predictions, and how much more the second one costs.

    There are at least two predictions. Raises TooLarge.

    >>> from qstheory import losses
    >>> certain(losses.make("ordinal-absolute", classes=3))[2]
    (2, 1, Fraction(1, 1))
    """
    if loss.predictions.size * loss.observations.size > LISTED:
        if (places := declared_places(loss)) is not None:
            return tuple(_along(loss, [z for z, _ in places]))
        if (counts := distance(loss)) is not None:
            return tuple(_nearest(loss, counts))
    return tuple(_listed(loss))


def _listed(loss: Loss) -> Iterator[tuple[Label, Label, Fraction]]:
    predictions = list(loss.predictions)
    rows, shared = integers(submatrix(loss, predictions, list(loss.observations)))
    for column in zip(*rows, strict=True):
        first, second = nsmallest(2, range(len(column)), key=column.__getitem__)
        lead = Fraction(column[second] - column[first], shared)
        yield predictions[first], predictions[second], lead


def _along(loss: Loss, line: list[Label]) -> Iterator[tuple[Label, Label, Fraction]]:
    """The first of the least values of a convex sequence, and the less of its neighbours."""
    entry = loss.entry
    for y in loss.observations:
        low, high = 0, len(line) - 1
        while low < high:
            middle = (low + high) // 2
            if entry(line[middle], y) > entry(line[middle + 1], y):
                low = middle + 1
            else:
                high = middle
        beside = [line[k] for k in (low - 1, low + 1) if 0 <= k < len(line)]
        value, second = min(((entry(z, y), z) for z in beside), key=lambda pair: pair[0])
        yield line[low], second, value - entry(line[low], y)


def _nearest(loss: Loss, counts: CountStructure) -> Iterator[tuple[Label, Label, Fraction]]:
    """Each set itself and the nearest other one."""
    labels = list(loss.predictions)
    rows = apart(loss, [counts.prediction_set(z) for z in labels])
    for k, (z, row) in enumerate(zip(labels, rows, strict=True)):
        others = (*row[:k], counts.m + 1, *row[k + 1 :])
        second = labels[others.index(min(others))]
        yield z, second, loss.entry(second, z)


def apart(loss: Loss, sets: Sequence[int]) -> Iterator[Sequence[int]]:
    """From each set how many elements lie in one of two sets only, for every other set.

    The sets that contain an element are counted together, as the digits of one integer.
    """
    total = sum(each.bit_count() for each in sets)
    # A sum handles some 64 digits in the time in which an entry is evaluated.
    require_evaluations(loss, len(sets) * (len(sets) + total) // 64)
    width, n = width_for(max(map(int.bit_length, sets))), len(sets)
    containing: dict[int, int] = {}
    for k, each in enumerate(sets):
        for element in elements(each):
            containing[element] = containing.get(element, 0) | 1 << 8 * width * k
    sizes = pack([each.bit_count() for each in sets], width)
    ones = pack([1] * n, width)
    for each in sets:
        shared = sum(containing[element] for element in elements(each))
        yield unpack(sizes + each.bit_count() * ones - 2 * shared, n, width)


def elements(bits: int) -> Iterator[int]:
    """The places of the bits that are set."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def alone(loss: Loss) -> int:
    """How many predictions are the only best one where some observation is certain.

    A set is so where it is observed, unless it occurs twice. Raises TooLarge.
    """
    counts = distance(loss)
    if counts is not None:
        times = Counter(map(counts.prediction_set, loss.predictions))
        return sum(number == 1 for number in times.values())
    return len({z for z, _, lead in certain(loss) if lead})
