"""Certified intervals for A* and gamma_2 at any size: a dual on few labels, norms of a closed form.

See `qstheory.certify.kinds.wide_constants`.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice

from qstheory.certify.kinds.best_constants import HALF_PI, BestConstant, Quantity, Shift
from qstheory.certify.kinds.constants import measures
from qstheory.certify.kinds.wide_constants import EntryNorms, FormNorms
from qstheory.errors import TooLarge
from qstheory.exact.integer_matrix import INT64_MAX, common
from qstheory.losses.spaces import Classes, Label, Labels, LabelSets, Space
from qstheory.theory.best_constants.bounds import BestConstants, SquaredInterval
from qstheory.theory.best_constants.intervals import QUANTITIES, part_dual
from qstheory.theory.best_constants.rounding import round_up
from qstheory.theory.closed_forms import by, holds, named, replayable
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
    square, part = part_dual(loss, spread(loss.predictions), spread(loss.observations), shift)
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
    """The least bound from above."""
    given: list[tuple[Fraction, FormNorms | EntryNorms]] = [*form_bounds(subject, quantity)]
    loss = subject.loss
    if subject.complete and loss.predictions.size * loss.observations.size <= SUMMED:
        given.append(_of_entries(subject, quantity))
    if not given:
        return None
    square, certificate = min(given, key=lambda bound: bound[0])
    value = round_up(square)
    return judged(BestConstant(subject.reference, quantity, shift, "<=", value), certificate)


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
