"""Certified intervals for A* and gamma_2 at any size: a dual on few labels, norms of a closed form.

See `qstheory.certify.kinds.wide_constants`.

They are exact where a declared decomposition attains half the widest range of the loss. Half of the
difference of two entries (of one observation where c is a function of y) is a bound from below for
every decomposition; A of one that holds is a bound from above. Where they are equal, as for the
Hamming loss, no program is needed, whatever the size.

They are in closed form, or nearly, where the observations are exchangeable: for shares q of the
sizes of predictions, with V and W as there, every constant is at least the minimum over t of (m V /
t + (m - 1) W / (m - t)), which is (sqrt(m V) + sqrt((m - 1) W))^2 / m or lies at the least t, and
at most the value at that t and c for all sizes. The best shares are of few sizes, so that pairs of
them are tried."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from math import sqrt

from qstheory.certify.kinds.best_constants import (
    HALF_PI,
    BestConstant,
    DiagonalDual,
    Quantity,
    Shift,
    WeightedColumns,
)
from qstheory.certify.kinds.constants import measures
from qstheory.certify.kinds.kernel_constants import CountedKernel, StepNorms
from qstheory.certify.kinds.wide_constants import (
    EntryNorms,
    ExchangeableDual,
    ExchangeablePoint,
    FormNorms,
    Moments,
    PartDual,
    dual_value,
    moments,
    point_value,
)
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.exact.integer_matrix import INT64_MAX, common
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Classes, Label, Labels, LabelSets, Space
from qstheory.theory.best_constants.bounds import BestConstants, SquaredInterval
from qstheory.theory.best_constants.intervals import QUANTITIES, part_dual
from qstheory.theory.best_constants.rounding import (
    round_down,
    round_up,
    squared_columns,
)
from qstheory.theory.best_constants.structure_bounds import kernel_bounds, step_bounds
from qstheory.theory.closed_forms import by, holds, named, replayable
from qstheory.theory.dimensions import minimal_decomposition
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


Entry = tuple[Label, Label]


def closed_constants(subject: Subject, shift: Shift) -> BestConstants | None:
    """The constants that need no program: of exchangeable losses, and those that are attained."""
    return exchangeable_constants(subject.loss, shift) or attained_constants(subject, shift)


def attained_constants(subject: Subject, shift: Shift) -> BestConstants | None:
    """gamma_2^2 = A*^2 = a quarter of the squared range, or None where no declared A attains it.

    >>> from qstheory.losses.catalogue import parse
    >>> from qstheory.theory.effort import DEFAULT
    >>> found = attained_constants(Subject(parse("hamming:m=9"), DEFAULT), "scalar")
    >>> [str(end) for end in found.a.ends + found.gamma_2.ends]
    ['1/4', '1/4', '1/4', '1/4']
    """
    best = min(form_bounds(subject, "A", listed=True), key=lambda bound: bound[0], default=None)
    if best is None or not subject.loss.rational:
        return None
    square, form = best
    high, low = widest(subject, shift)
    difference = subject.loss.entry(*high) - subject.loss.entry(*low)
    if not difference or square != difference**2 / 4:
        return None
    dual, reference = two_entries(high, low), subject.reference
    gamma_2, a = (
        SquaredInterval(
            quantity,
            judged(BestConstant(reference, quantity, shift, ">=", square), dual),
            judged(BestConstant(reference, quantity, shift, "<=", square), form),
        )
        for quantity in QUANTITIES
    )
    return BestConstants(shift, gamma_2, a)


def widest(subject: Subject, shift: Shift) -> tuple[Entry, Entry]:
    """The largest and the least entry among labels far from each other, or of one observation."""
    loss = subject.loss
    predictions, observations = spread(loss.predictions), spread(loss.observations)
    groups: Sequence[Sequence[Entry]] = [[(z, y) for z in predictions] for y in observations]
    if shift == "scalar":
        groups = [[entry for group in groups for entry in group]]
    ends = [
        (max(group, key=lambda e: loss.entry(*e)), min(group, key=lambda e: loss.entry(*e)))
        for group in groups
    ]
    return max(ends, key=lambda pair: loss.entry(*pair[0]) - loss.entry(*pair[1]))


def two_entries(high: Entry, low: Entry) -> PartDual:
    """X = 1 at one entry and -1 at the other: the bound is half of their difference."""
    predictions = tuple(dict.fromkeys((high[0], low[0])))
    observations = tuple(dict.fromkeys((high[1], low[1])))
    signs = {high: Fraction(1), low: Fraction(-1)}
    X = tuple(tuple(signs.get((z, y), Fraction(0)) for y in observations) for z in predictions)
    q = tuple(sum(map(abs, row), Fraction(0)) for row in X)
    d = tuple(sum(map(abs, column), Fraction(0)) for column in zip(*X, strict=True))
    B = tuple(tuple(x / total for x in row) for row, total in zip(X, q, strict=True))
    return PartDual(predictions, observations, DiagonalDual(B, q, d))


SIZES = 8
"""Most sizes of predictions."""
STEPS = 200
"""Steps of a search by thirds: (2/3)^200 of an interval is beyond what a double tells apart."""
DIGITS = 10**15
"""Shares, t, c and s are rounded to this denominator: a double has hardly 16 decimals."""
Shares = tuple[tuple[int, Fraction], ...]


def exchangeable_constants(loss: Loss, shift: Shift) -> BestConstants | None:
    """The intervals, often single points; None for other losses, level ones, or many sizes.

    >>> from qstheory import losses
    >>> found = exchangeable_constants(losses.make("multiclass", classes=5), "scalar")
    >>> [str(end) for end in found.a.ends + found.gamma_2.ends]
    ['2/3', '2/3', '16/25', '16/25']
    """
    try:
        given = moments(loss)
    except InvalidParameter:
        return None
    if len(given.of) > SIZES:
        return None
    if (
        not any(v for _, v in given.of.values())
        and len({mean for mean, _ in given.of.values()}) == 1
    ):
        return None
    found = [_interval(loss, given, quantity, shift) for quantity in ("gamma-2", "A")]
    return BestConstants(shift, *found)


def _interval(loss: Loss, given: Moments, quantity: Quantity, shift: Shift) -> SquaredInterval:
    least = given.least(quantity)
    candidates = [_solved(given, shares, least) for shares in _shares(given, least)]
    square, dual, point = max(candidates, key=lambda candidate: candidate[0])
    above = point_value(given, point)
    assert above is not None
    if square != above:  # Rounded apart: not the same number in closed form.
        square, above = round_down(square), round_up(above)
    return SquaredInterval(
        quantity,
        judged(BestConstant(loss.reference, quantity, shift, ">=", square), dual),
        judged(BestConstant(loss.reference, quantity, shift, "<=", above), point),
    )


def _shares(given: Moments, least: Fraction) -> Iterator[Shares]:
    """Each size alone, and the best shares of each two."""
    for a in given.of:
        yield ((a, Fraction(1)),)
    for a, b in combinations(given.of, 2):

        def value(q: float, a: int = a, b: int = b) -> float:
            return _value(given, {a: q, b: 1 - q}, float(least))[0]

        low, high = 0.0, 1.0
        for _ in range(STEPS):
            third = (high - low) / 3
            if value(low + third) < value(high - third):
                low += third
            else:
                high -= third
        q = _rounded((low + high) / 2)
        yield (a, q), (b, 1 - q)


def _value(given: Moments, shares: dict[int, float], least: float) -> tuple[float, float]:
    """The least over t of m V / t + (m - 1) W / (m - t), and that t."""
    m = given.m
    rows = [(q, *map(float, given.of[a])) for a, q in shares.items()]
    c = sum(q * mean for q, mean, _ in rows)
    first = m * sum(q * (mean - c) ** 2 for q, mean, _ in rows)
    second = (m - 1) * sum(q * v for q, _, v in rows)
    if second == 0:
        return first / m, float(m)
    roots = sqrt(first), sqrt(second)
    t = max(least, m * roots[0] / sum(roots))
    return (first / t if t else 0.0) + second / (m - t), t


def _solved(
    given: Moments, shares: Shares, least: Fraction
) -> tuple[Fraction, ExchangeableDual, ExchangeablePoint]:
    """The bound from below of these shares, its certificate, and the point that belongs to it."""
    m = given.m
    best = _value(given, {a: float(q) for a, q in shares}, float(least))[1]
    t = least if best <= float(least) else _rounded(best)
    means = {mean for mean, _ in given.of.values()}
    c = means.pop() if len(means) == 1 else sum(q * given.of[a][0] for a, q in shares)
    assert isinstance(c, Fraction)
    t = min(t, m - Fraction(1, DIGITS))
    if t == 0 and means:
        t = Fraction(1, DIGITS)
    s = (m - t) / (m - 1) / t if t else Fraction(0)
    dual = ExchangeableDual(shares, s)
    return dual_value(given, dual, least) or Fraction(0), dual, ExchangeablePoint(t, c)


def _rounded(x: float) -> Fraction:
    return Fraction(round(x * DIGITS), DIGITS)


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
