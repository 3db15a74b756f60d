"""Certified intervals for A* and gamma_2 at any size: a dual on few labels; norms and structure.

From below see `qstheory.certify.kinds.wide_constants`. From above the norms of a closed form or of
the entries serve, steps from line to line, and kernels by counts: see
`qstheory.certify.kinds.kernel_constants`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, islice
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.kinds.best_constants import (
    HALF_PI,
    BestConstant,
    Quantity,
    Shift,
    WeightedColumns,
)
from qstheory.certify.kinds.constants import measures
from qstheory.certify.kinds.kernel_constants import CountedKernel, StepNorms, kernel_square
from qstheory.certify.kinds.wide_constants import EntryNorms, FormNorms
from qstheory.certify.weights import Side
from qstheory.errors import TooLarge
from qstheory.exact.integer_matrix import INT64_MAX, common, magnitude
from qstheory.losses.spaces import Classes, Label, Labels, LabelSets, Space
from qstheory.theory.best_constants.bounds import BestConstants, SquaredInterval
from qstheory.theory.best_constants.intervals import QUANTITIES, part_dual
from qstheory.theory.best_constants.rounding import round_up, squared_columns
from qstheory.theory.decompositions import by, holds, minimal_decomposition, named, replayable
from qstheory.theory.findings import Evidence, judged
from qstheory.theory.subject import Subject
from qstheory.theory.window import sample

LABELS = 16
"""Most predictions and observations of the part with a dual."""
BITS = 4096
"""Most bits of all label sets of the part, or two sets."""
SUMMED = 1 << 24
"""Most entries whose squares are summed: those of 4,096 x 4,096 took 6 s, once for all bounds."""


def wide_intervals(subject: Subject, shift: Shift) -> BestConstants | None:
    """Intervals that hold at every size, or None where no bound from above is affordable."""
    upper = {quantity: _above(subject, shift, quantity) for quantity in QUANTITIES}
    if upper["A"] is None or upper["gamma-2"] is None:
        return None
    loss = subject.loss
    parts = [
        part_dual(loss, chosen(loss.predictions), chosen(loss.observations), shift)
        for chosen in (spread, corner)
    ]
    square, part = max(parts, key=lambda bound: bound[0])
    lower = {
        quantity: judged(BestConstant(subject.reference, quantity, shift, ">=", square), part)
        for quantity in QUANTITIES
    }
    return BestConstants(
        shift,
        SquaredInterval("gamma-2", lower["gamma-2"], upper["gamma-2"]),
        SquaredInterval("A", lower["A"], upper["A"]),
    )


def _above(subject: Subject, shift: Shift, quantity: Quantity) -> Evidence | None:
    """The least bound from above that holds."""
    given: list[tuple[Fraction, FormNorms | EntryNorms | StepNorms | CountedKernel]]
    given = [
        *form_bounds(subject, quantity),
        *step_bounds(subject),
        *kernel_bounds(subject, quantity),
    ]
    entries = subject.loss.predictions.size * subject.loss.observations.size
    if subject.complete and entries <= SUMMED:
        given.append(_of_entries(subject, quantity))
    for square, certificate in sorted(given, key=lambda bound: bound[0]):
        proposition = BestConstant(subject.reference, quantity, shift, "<=", round_up(square))
        found = judged(proposition, certificate)
        if found.proves:
            return found
    return None


def form_bounds(
    subject: Subject, quantity: Quantity, *, listed: bool = False
) -> Iterator[tuple[Fraction, FormNorms]]:
    """What each declared decomposition that holds gives, with its certificate.

    `listed`: also of those that are held against the loss entry by entry.
    """
    loss = subject.loss
    for form in loss.closed_forms:
        way = by(loss, form)
        if (
            (way == "entries" and not listed)
            or not replayable(subject, form)
            or not holds(subject, form)[0].proves
        ):
            continue
        try:
            of = measures(loss, form, way)
        except TooLarge:
            continue
        square = of.F * of.U
        if quantity == "A":
            square = min(HALF_PI * square, of.values["squared-constant"])
        yield square, FormNorms(named(subject, form))


def _of_entries(subject: Subject, quantity: Quantity) -> tuple[Fraction, EntryNorms]:
    """The longest row, or column, of L less the middle of its range."""
    matrix = common(subject.matrix)
    low, high = (int(x) for x in (matrix.values.min(), matrix.values.max()))
    # Twice L - c is an integer matrix.
    most = max(max(matrix.values.shape) * (high - low) ** 2, 4 * max(high, -low))
    values = matrix.values if most <= INT64_MAX else matrix.values.astype(object)
    twice = 2 * values - (low + high)
    squares = twice * twice
    longest = int(squares.sum(axis=1).max())
    if quantity == "gamma-2":
        longest = min(longest, int(squares.sum(axis=0).max()))
    shared = matrix.denominators[0]
    return Fraction(longest, 4 * shared**2), EntryNorms(Fraction(low + high, 2 * shared))


def spread(space: Space) -> tuple[Label, ...]:
    """A few labels of a space, far from each other.

    >>> spread(Classes(46)), spread(LabelSets(4, 2, 2))
    ((0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45), ((1, 1, 0, 0), (0, 0, 1, 1)))
    """
    match space:
        case Classes() | Labels():
            labels: Sequence[Label] = (
                range(space.count) if isinstance(space, Classes) else space.items
            )
            last, count = len(labels) - 1, min(LABELS, len(labels))
            return tuple(labels[i * last // max(1, count - 1)] for i in range(count))
        case LabelSets():
            return tuple(islice(_far_sets(space), max(2, min(LABELS, BITS // max(1, space.m)))))
        case _:
            return sample(space, LABELS)


def corner(space: Space) -> tuple[Label, ...]:
    """The label sets of a space within the first labels, few in all, or labels as by `spread`.

    >>> corner(LabelSets(9, 0, 9))[-1]
    (1, 1, 1, 1, 0, 0, 0, 0, 0)
    """
    if isinstance(space, LabelSets) and space.size > LABELS and space.m <= BITS:
        first = range(min(space.m, LABELS.bit_length() - 1))
        sets = (set(s) for size in space.sizes for s in combinations(first, size))
        labels = tuple(tuple(int(j in s) for j in range(space.m)) for s in sets)
        if len(labels) > 1:
            return labels
    return spread(space)


def _far_sets(sets: LabelSets) -> Iterator[Label]:
    """Disjoint sets of one size, or the first labels for sizes from the least to the largest."""
    sizes = list(sets.sizes)
    if len(sizes) == 1:
        (size,) = sizes
        for start in range(0, sets.m - size + 1, max(1, size)):
            yield tuple(int(start <= j < start + size) for j in range(sets.m))
        return
    count = min(LABELS, len(sizes))
    for i in range(count):
        size = sizes[i * (len(sizes) - 1) // max(1, count - 1)]
        yield tuple(int(j < size) for j in range(sets.m))


def fewest_columns(subject: Subject) -> WeightedColumns | None:
    """The decomposition with the fewest columns, in equal shares; None for a constant loss.

    With every column of U scaled to entries up to 1 its square is no larger than A^2.
    """
    given = minimal_decomposition(subject)
    r = len(given.F[0])
    if not r:
        return None
    tops = [max(map(abs, column)) for column in zip(*given.U, strict=True)]
    return WeightedColumns(
        tuple(tuple(x * top for x, top in zip(row, tops, strict=True)) for row in given.F),
        tuple(tuple(x / top for x, top in zip(row, tops, strict=True)) for row in given.U),
        (Fraction(1, r),) * r,
        (given.c,) * len(given.U),
    )


def at_most(best: BestConstants, columns: WeightedColumns | None) -> BestConstants:
    """The same with A* no larger than the columns say, where that is less."""
    above = best.a.upper
    square = above.proposition.value if columns is None else squared_columns(columns)
    if square >= above.proposition.value:
        return best
    evidence = judged(replace(above.proposition, value=square), columns)
    return replace(best, a=replace(best.a, upper=evidence))


STEPPED = 1 << 18
"""Most entries whose lines are put in an order: that of 512 x 512 takes half a second."""
TRIPLES = 1 << 20
"""Most sizes of two sets and of what they share that are looked through for the largest value."""


@lru_cache(maxsize=1)
def step_bounds(subject: Subject) -> tuple[tuple[Fraction, StepNorms], ...]:
    """S^2 of an order of the predictions and of the observations, once for all bounds."""
    return tuple(_steps(subject))


def _steps(subject: Subject) -> Iterator[tuple[Fraction, StepNorms]]:
    """Steps from line to line, in the given order and from each line to the nearest one left."""
    if (
        not subject.complete
        or subject.loss.predictions.size * subject.loss.observations.size > STEPPED
    ):
        return
    matrix = common(subject.matrix)
    shared = matrix.denominators[0]
    if 4 * magnitude(matrix.values) > INT64_MAX:
        return
    sides: dict[Side, NDArray[Any]] = {
        "observations": matrix.values.T,
        "predictions": matrix.values,
    }
    for side, lines in sides.items():
        for order in (tuple(range(len(lines))), nearest_order(lines)):
            ordered = lines[list(order)]
            ends = ordered[0] + ordered[-1]
            low, high = int(ends.min()), int(ends.max())
            steps = sum(int(x) for x in np.abs(np.diff(ordered, axis=0)).max(axis=1))
            root = Fraction(high - low, 4 * shared) + Fraction(steps, 2 * shared)
            yield root**2, StepNorms(side, order, Fraction(low + high, 4 * shared))


def nearest_order(lines: NDArray[Any]) -> tuple[int, ...]:
    """From a line farthest from the first on, always to the nearest line left, the first of equals.

    >>> nearest_order(np.array([[2], [0], [3], [1]]))
    (1, 3, 0, 2)
    """

    def distances(k: int) -> NDArray[Any]:
        apart: NDArray[Any] = np.abs(lines - lines[k])
        return np.asarray(apart.max(axis=1))

    order = [int(distances(0).argmax())]
    left = [k for k in range(len(lines)) if k != order[0]]
    while left:
        order.append(left.pop(int(distances(order[-1])[left].argmin())))
    return tuple(order)


def kernel_bounds(subject: Subject, quantity: Quantity) -> Iterator[tuple[Fraction, CountedKernel]]:
    """The kernel c - L for the largest value c of a loss by counts."""
    counts = subject.loss.counts
    if counts is not None and counts.most_triples <= TRIPLES:
        c = max(counts.value(*triple) for triple in counts.triples())
        square = kernel_square(counts, c)
        yield (HALF_PI * square if quantity == "A" else square), CountedKernel(c)
