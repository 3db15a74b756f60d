"""A* and gamma_2 in the dossier, beside the constants of the declared decompositions.

They are exact where a declared decomposition attains half the widest range of the loss. Half of the
difference of two entries (of one observation where c is a function of y) is a bound from below for
every decomposition; A of one that holds is a bound from above. Where they are equal, as for the
Hamming loss, no program is needed, whatever the size.

They are in closed form, or nearly, where the observations are exchangeable: for shares q of the
sizes of predictions, with V and W as in `qstheory.certify.kinds.wide_constants`, every constant is
at least the minimum over t of (m V / t + (m - 1) W / (m - t)), which is
(sqrt(m V) + sqrt((m - 1) W))^2 / m or lies at the least t, and at most the value at that t and c
for all sizes. The best shares are of few sizes, so that pairs of them are tried.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context
from fractions import Fraction
from itertools import combinations
from math import isqrt, sqrt

from qstheory.certify.kinds.best_constants import (
    BestConstant,
    DiagonalDual,
    Quantity,
    RowFactors,
    Shift,
    WeightedColumns,
)
from qstheory.certify.kinds.sign_hull import HullPoint
from qstheory.certify.kinds.wide_constants import (
    ExchangeableDual,
    ExchangeablePoint,
    Moments,
    PartDual,
    dual_value,
    moments,
    point_value,
)
from qstheory.errors import InvalidParameter
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label
from qstheory.losses.views import decimal
from qstheory.theory.best_constants.bounds import BestConstants, SquaredInterval, best_constants
from qstheory.theory.best_constants.intervals import QUANTITIES
from qstheory.theory.best_constants.rounding import round_down, round_up
from qstheory.theory.best_constants.wide import (
    at_most,
    fewest_columns,
    form_bounds,
    spread,
    wide_intervals,
)
from qstheory.theory.effort import LOW_RANK, counted_seconds, later, remedy
from qstheory.theory.findings import Finding, judged, not_attempted
from qstheory.theory.subject import Subject

MEANINGS = {
    "A": "A = sqrt(r) ||F||_inf U_max depends on the decomposition; A* is its infimum over all.",
    "gamma-2": "The factorisation norm, min ||F||_inf ||U||_inf; A* lies within sqrt(pi/2) of it.",
}
NAMES = {"A": "A*", "gamma-2": "gamma_2"}
WORDS: dict[Shift, str] = {
    "scalar": "L = F U^T + c",
    "by-observation": "L = F U^T + 1 c^T, c a function of y",
}

PROPOSED = (WeightedColumns, RowFactors, HullPoint)
"""What a solver proposes, so that its last floats are in the bound."""

AT_ONCE = 64
"""Most entries for which the narrow intervals take so little time that wide ones are left out."""
LARGE = 10_000
"""Most entries for which there are no wide intervals of norms before the others."""
DIGITS = 5
"""Significant digits of written bounds: solvers on other processors differ in the eighth."""
MARGIN = Fraction(1, 10**6)
"""Relative distance that written bounds keep, so that no last float shows."""


def outward(square: Fraction, direction: str) -> Fraction:
    """The square root, moved a little outwards and rounded down or up to five digits."""
    context = Context(prec=4 * DIGITS, Emax=MAX_EMAX, Emin=MIN_EMIN)
    root = Fraction(context.sqrt(decimal(square, 4 * DIGITS)))
    root *= 1 - MARGIN if direction == ROUND_FLOOR else 1 + MARGIN
    return Fraction(decimal(root, DIGITS, direction))


def written_above(square: Fraction) -> Fraction:
    """The root of what no solver proposed: itself where five digits write it, else rounded up.

    >>> written_above(Fraction(25, 4)), written_above(Fraction(2))
    (Fraction(5, 2), Fraction(14143, 10000))
    """
    exact = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    short = Fraction(decimal(exact, DIGITS))
    return exact if exact**2 == square == short**2 else outward(square, ROUND_CEILING)


def outward_ends(low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """The written bounds on a root, from bounds on its square."""
    return outward(low, ROUND_FLOOR), outward(high, ROUND_CEILING)


def root_below(square: Fraction) -> str:
    """The square root, rounded down."""
    return decimal_text(outward(square, ROUND_FLOOR))


def root_above(square: Fraction) -> str:
    """The square root, rounded up."""
    return decimal_text(outward(square, ROUND_CEILING))


def decimal_text(x: Fraction) -> str:
    """A finite decimal, in full unless it is very large or small.

    >>> decimal_text(Fraction(1, 8)), decimal_text(Fraction(3, 10**30))
    ('0.125', '3E-30')
    """
    shown = decimal(x, 4 * DIGITS)
    return f"{shown:f}" if not x or -6 <= shown.adjusted() < 12 else str(shown)


def root_text(square: Fraction) -> str:
    """The root of a rational, exactly.

    >>> root_text(Fraction(9, 16)), root_text(Fraction(1, 2))
    ('3/4', 'sqrt(1/2)')
    """
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    return str(root) if root**2 == square else f"sqrt({square})"


def _finding(
    shift: Shift, interval: SquaredInterval, columns: WeightedColumns | None = None
) -> Finding:
    """The interval in words; the columns are of no solver."""
    low, high = interval.ends
    name, squares = NAMES[interval.quantity], (low, high)
    bounds = f"{name} = {root_text(high)}"
    if low < high:
        certificate = interval.upper.certificate
        proposed = certificate is not columns and isinstance(certificate, PROPOSED)
        below = outward(low, ROUND_FLOOR)
        above = outward(high, ROUND_CEILING) if proposed else written_above(high)
        squares = (below**2, above**2)
        bounds = f"{decimal_text(below)} <= {name} <= {decimal_text(above)}"
    return Finding(
        "constants",
        f"{interval.quantity}:{shift}",
        f"{bounds} over {WORDS[shift]}",
        squares,
        (interval.lower, interval.upper),
        MEANINGS[interval.quantity],
        interval=low < high,
    )


def constant_findings(subject: Subject) -> Iterator[Finding]:
    """Certified intervals of gamma_2 and A* for both kinds of shift.

    Those in closed form are all. Where the narrow ones take long, wide ones go before them under
    the same keys.
    """
    loss = subject.loss
    closed = [closed_constants(subject, shift) for shift in WORDS]
    if None not in closed:
        for best in filter(None, closed):
            yield _finding(best.shift, best.a)
            yield _finding(best.shift, best.gamma_2)
        return
    entries = loss.predictions.size * loss.observations.size
    low = subject.complete and subject.rank_of("loss") < LOW_RANK
    budget = subject.budget
    beyond = entries > (budget.low_rank if low else budget.rebalanced) or not subject.complete
    if beyond or (entries > LARGE and not low):
        limit = later("constants", entries)
        for shift, words in WORDS.items():
            wide = wide_intervals(subject, shift)
            if wide is not None:
                yield replace(_finding(shift, wide.a), limit=limit)
                yield replace(_finding(shift, wide.gamma_2), limit=limit)
            elif beyond:
                over = f"A* and gamma_2 over {words}"
                yield not_attempted("constants", f"A:{shift}", over, limit, MEANINGS["A"])
        if beyond:
            return
    rounds: list[Callable[[Loss, Shift], BestConstants]] = []
    if entries > AT_ONCE:
        from qstheory.theory.best_constants.intervals import constant_intervals

        rounds.append(constant_intervals)
    if entries <= max(AT_ONCE, subject.budget.constants):
        rounds.append(best_constants)
    seconds = None if best_constants in rounds else counted_seconds(loss)
    narrower = "" if seconds is None else f"a narrower interval {remedy('constants', seconds)}"
    columns = None
    if low:
        columns = fewest_columns(subject)
    for compute in rounds:
        for shift in WORDS:
            best = compute(loss, shift)
            if low:
                best = at_most(best, columns)
            yield replace(_finding(shift, best.a, columns), limit=narrower)
            yield _finding(shift, best.gamma_2)


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
FINEST = 10**15
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
    t = min(t, m - Fraction(1, FINEST))
    if t == 0 and means:
        t = Fraction(1, FINEST)
    s = (m - t) / (m - 1) / t if t else Fraction(0)
    dual = ExchangeableDual(shares, s)
    return dual_value(given, dual, least) or Fraction(0), dual, ExchangeablePoint(t, c)


def _rounded(x: float) -> Fraction:
    return Fraction(round(x * FINEST), FINEST)
