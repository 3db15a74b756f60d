"""A* and gamma_2 in the dossier, beside the constants of the declared decompositions."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import MAX_EMAX, MIN_EMIN, ROUND_CEILING, ROUND_FLOOR, Context
from fractions import Fraction
from math import isqrt

from qstheory.certify.kinds.best_constants import RowFactors, Shift, WeightedColumns
from qstheory.certify.kinds.sign_hull import HullPoint
from qstheory.losses.base import Loss
from qstheory.losses.views import decimal
from qstheory.theory.best_constants.bounds import BestConstants, SquaredInterval, best_constants
from qstheory.theory.best_constants.wide import closed_constants
from qstheory.theory.effort import LOW_RANK, counted_seconds, later, remedy
from qstheory.theory.findings import Finding, not_attempted
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
        from qstheory.theory.best_constants.wide import wide_intervals

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
        from qstheory.theory.best_constants.wide import at_most, fewest_columns

        columns = fewest_columns(subject)
    for compute in rounds:
        for shift in WORDS:
            best = compute(loss, shift)
            if low:
                best = at_most(best, columns)
            yield replace(_finding(shift, best.a, columns), limit=narrower)
            yield _finding(shift, best.gamma_2)
