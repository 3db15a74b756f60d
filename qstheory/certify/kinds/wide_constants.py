"""Bounds on A* and gamma_2 of a loss too large for factors and duals of its own size.

From above: a closed form that holds has gamma_2 <= ||F||_inf ||U||_inf with the longest rows of F
and U, and A* <= A and A* <= sqrt(pi/2) ||F||_inf ||U||_inf by Grothendieck's identity: for C >= 0
with diagonal 1 the matrix (2/pi) arcsin C of the mean signs of Gaussian vectors is in the hull of
the sign matrices and no smaller than (2/pi) C. Without a form, F = L - c and U = I, or the other
way round, do, and C = I for A*.

From below: a part of a loss has no larger constants than the whole, whose factors are factors of
the part.

Losses whose observations are the m singletons of a loss by counts. L(z, y) depends on |z| = a and
on whether y is in z, so that every permutation of the observations is matched by one of the
predictions. C may then be averaged over all permutations,

    C = t J/m + u (I - J/m),    t + (m - 1) u = m,

and so may the shift c. The mean of e e^T for a sign vector e of sum s has t = s^2/m: t runs from
0 for m even, 1/m for m odd (for gamma_2 from 0) to m. With the mean mu_a of a row and the sum v_a
of the squares of its distances from that,

    l C^+ l^T = m (mu_a - c)^2 / t + v_a / u,    where t = 0 needs mu_a = c.

From below (see `best_constants`): for shares q_a >= 0 of sum 1, divided evenly over the sets of a
size, and c = sum q_a mu_a take B_z = L_z - mu_a + s (mu_a - c) with a number s. X = diag(q) B
sums to 0 in every column, and with V = sum q_a (mu_a - c)^2 and W = sum q_a v_a

    <X, L> = W + s m V,    <C, S> = W u + s^2 m V t,

linear in t, hence largest at one of its ends.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from operator import add

from qstheory.certify.kinds.best_constants import (
    HALF_PI,
    BestConstant,
    DiagonalDual,
    Quantity,
    check_diagonal,
    row_theorems,
)
from qstheory.certify.kinds.constants import measures
from qstheory.certify.kinds.decomposition import NamedForm, held_form
from qstheory.certify.kinds.rank import require_labels
from qstheory.certify.limits import require_listed, scaled_submatrix, submatrix
from qstheory.certify.rules import Decision, Rule, Tools, from_above, from_below, invalid, require
from qstheory.certify.theorems import HULL
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Loss, matrix_loss
from qstheory.losses.spaces import Label


@dataclass(frozen=True)
class FormNorms:
    """A closed form that holds, for its constant and its longest rows."""

    form: NamedForm


@dataclass(frozen=True)
class EntryNorms:
    """A scalar c, for the longest row and column of L - c."""

    c: Fraction


@dataclass(frozen=True)
class PartDual:
    """Distinct predictions and observations, and a dual of the loss on these alone."""

    predictions: tuple[Label, ...]
    observations: tuple[Label, ...]
    dual: DiagonalDual


def check_norms(proposition: BestConstant, given: FormNorms, tools: Tools) -> Decision:
    """The form holds; its rows are measured."""
    loss = resolve(proposition.loss)
    of = measures(loss, held_form(loss, given.form), given.form.by)
    square = of.F * of.U
    if proposition.quantity == "A":
        square = min(HALF_PI * square, of.values["squared-constant"])
    return from_above(proposition.relation, square, proposition.value)


def check_entries(proposition: BestConstant, given: EntryNorms, tools: Tools) -> Decision:
    """The squares of all entries of L - c are summed by rows and by columns."""
    loss = resolve(proposition.loss)
    require_listed(loss)
    row, column = _longest(loss, given.c)
    square = row if proposition.quantity == "A" else min(row, column)
    return from_above(proposition.relation, square, proposition.value)


@lru_cache(maxsize=1)
def _longest(loss: Loss, c: Fraction) -> tuple[Fraction, Fraction]:
    """The largest sum of squares of a row of L - c, and of a column."""
    # Numerators over one denominator a row: sums of these are by far the quickest.
    row, columns, observations = Fraction(0), dict[int, list[int]](), tuple(loss.observations)
    for z in loss.predictions:
        ((below, entries),) = scaled_submatrix(loss, (z,), observations)
        shift, unit = c.numerator * below, below * c.denominator
        line = [(x * c.denominator - shift) ** 2 for x in entries]
        row = max(row, Fraction(sum(line), unit**2))
        columns[unit] = [*map(add, columns[unit], line)] if unit in columns else line
    parts = [[Fraction(x, unit**2) for x in line] for unit, line in columns.items()]
    return row, max(sum(each, Fraction(0)) for each in zip(*parts, strict=True))


def check_part(proposition: BestConstant, given: PartDual, tools: Tools) -> Decision:
    """The dual is replayed on the part."""
    loss = resolve(proposition.loss)
    require(given.predictions and given.observations, "the part is empty")
    require_labels(loss, given.predictions, given.observations)
    part = matrix_loss(submatrix(loss, given.predictions, given.observations))
    return check_diagonal(replace(proposition, loss=part.reference), given.dual, tools)


@dataclass(frozen=True)
class ExchangeablePoint:
    """t of C and the shift c, for a bound from above."""

    t: Fraction
    c: Fraction


@dataclass(frozen=True)
class ExchangeableDual:
    """Sizes of predictions with their shares q, and s, for a bound from below."""

    shares: tuple[tuple[int, Fraction], ...]
    s: Fraction


@dataclass(frozen=True)
class Moments:
    """mu_a and v_a for each size a of a prediction, and the number m of observations."""

    m: int
    of: dict[int, tuple[Fraction, Fraction]]

    def least(self, quantity: Quantity) -> Fraction:
        """The least t."""
        return Fraction(self.m % 2, self.m) if quantity == "A" else Fraction(0)


def moments(loss: Loss) -> Moments:
    """The moments of the rows; raises InvalidParameter for a loss that is not of this kind."""
    counts = loss.counts
    if counts is None or list(counts.observations.sizes) != [1] or counts.m < 2:
        raise InvalidParameter("The loss is not by counts on singletons.")
    m, found = counts.m, {}
    for a in counts.predictions.sizes:
        inside = counts.entry(a, 1, 1) if a else Fraction(0)
        outside = counts.entry(a, 1, 0) if a < m else Fraction(0)
        mean = Fraction(a * inside + (m - a) * outside, m)
        found[a] = mean, a * inside**2 + (m - a) * outside**2 - m * mean**2
    return Moments(m, found)


def point_value(given: Moments, point: ExchangeablePoint) -> Fraction | None:
    """max over a of l C^+ l^T for 0 <= t < m; None where it is infinite."""
    t, c, m = point.t, point.c, given.m
    u = (m - t) / (m - 1)
    if t == 0 and any(mean != c for mean, _ in given.of.values()):
        return None
    return max(
        (m * (mean - c) ** 2 / t if t else Fraction(0)) + v / u for mean, v in given.of.values()
    )


def dual_value(given: Moments, dual: ExchangeableDual, least: Fraction) -> Fraction | None:
    """The bound from below; None where all of S is 0."""
    rows = [(q, *given.of[a]) for a, q in dual.shares]
    c = sum((q * mean for q, mean, _ in rows), Fraction(0))
    V = sum((q * (mean - c) ** 2 for q, mean, _ in rows), Fraction(0))
    W = sum((q * v for q, _, v in rows), Fraction(0))
    m, s = given.m, dual.s
    largest = max(W * (m - t) / (m - 1) + s * s * m * V * t for t in (least, Fraction(m)))
    return (W + s * m * V) ** 2 / largest if largest else None


def check_point(proposition: BestConstant, point: ExchangeablePoint, tools: Tools) -> Decision:
    """The rows of each size are measured in C."""
    given = moments(resolve(proposition.loss))
    within = given.least(proposition.quantity) <= point.t < given.m
    require(within, "t is not within its range")
    value = point_value(given, point)
    if value is None:
        return invalid("the point bounds nothing")
    return from_above(proposition.relation, value, proposition.value)


def check_dual(proposition: BestConstant, dual: ExchangeableDual, tools: Tools) -> Decision:
    """<X, L> and the ends of <C, S> are computed by sizes."""
    given = moments(resolve(proposition.loss))
    sizes, shares = [a for a, _ in dual.shares], [q for _, q in dual.shares]
    known = len(set(sizes)) == len(sizes) and all(a in given.of for a in sizes)
    require(known, "a size is repeated or is that of no prediction")
    require(min(shares, default=-1) >= 0 and sum(shares) == 1, "the shares are not >= 0 of sum 1")
    value = dual_value(given, dual, given.least(proposition.quantity))
    if value is None:
        return invalid("the dual is 0")
    return from_below(proposition.relation, value, proposition.value)


RULES = (
    Rule(BestConstant, FormNorms, check_norms, row_theorems),
    Rule(BestConstant, EntryNorms, check_entries, (HULL,)),
    Rule(BestConstant, PartDual, check_part, (HULL,)),
    Rule(BestConstant, ExchangeablePoint, check_point, (HULL,)),
    Rule(BestConstant, ExchangeableDual, check_dual, (HULL,)),
)
