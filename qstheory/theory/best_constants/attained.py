"""A* and gamma_2 exactly, where a declared decomposition attains half the widest range of the loss.

Half of the difference of two entries (of one observation where c is a function of y) is a bound
from below for every decomposition; A of one that holds is a bound from above. Where they are equal,
as for the Hamming loss, no program is needed, whatever the size.
"""

from collections.abc import Sequence
from fractions import Fraction

from qstheory.certify.kinds.best_constants import BestConstant, DiagonalDual, Shift
from qstheory.certify.kinds.wide_constants import PartDual
from qstheory.losses.spaces import Label
from qstheory.theory.best_constants.bounds import BestConstants, SquaredInterval
from qstheory.theory.best_constants.exchangeable import exchangeable_constants
from qstheory.theory.best_constants.wide import QUANTITIES, form_bounds, spread
from qstheory.theory.findings import judged
from qstheory.theory.subject import Subject

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
