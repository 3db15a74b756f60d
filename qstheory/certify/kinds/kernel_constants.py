"""Bounds on A* and gamma_2 from above by structure that is seen in the entries alone.

Steps. In any order y_0, ..., y_n of the observations, with s_k(y_j) = 1 for j >= k and -1 before,

    L = c + f_0 + sum_{k >= 1} f_k s_k,    f_k = (L_{y_k} - L_{y_{k-1}}) / 2,
    f_0 = (L_{y_0} + L_{y_n}) / 2 - c,

functions f of the prediction. Columns of weight w_k = max |f_k| / S, S = sum_k max |f_k|, have

    A*^2 <= max_z sum_k f_k(z)^2 / w_k <= S^2,

and so has gamma_2, which is at most A*. In an order of the predictions f and s change places.

Kernels. Where L depends on |z| = a, |y| = b and |z & y| = t alone, Newton's formula gives

    c - L(z, y) = sum_j binom(t, j) k_j(a, b),

with the differences k_j of c - L in t at t = 0. binom(t, j) counts the sets of j labels within z
and y, so it is a Gram matrix; if each k_j on the sizes a, b >= j is positive semidefinite, so are
its product with that (Schur) and the sum: c - L(z, y) = v_z . v_y, with

    gamma_2^2 <= max_z ||v_z||^2 max_y ||v_y||^2,

where ||v_z||^2 is c - L at a = b = t. For counts that no two sets have, the values of an entry are
any numbers: the formula holds at those that sets have.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from qstheory.certify.arithmetic import integers, over_common_denominator
from qstheory.certify.definite import least_eigenvalue_sign
from qstheory.certify.kinds.best_constants import HALF_PI, BestConstant, loss_matrix, row_theorems
from qstheory.certify.limits import ENTRY_LIMIT
from qstheory.certify.rules import Decision, IntegerMatrix, Rule, Tools, from_above, require
from qstheory.certify.theorems import HULL
from qstheory.certify.weights import Side
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses import resolve
from qstheory.losses.base import Loss
from qstheory.losses.counts import CountStructure

WORK = 6 * 10**7
"""Most of the fourth powers of the kernels' sizes: elimination then takes some six seconds."""


@dataclass(frozen=True)
class StepNorms:
    """An order of the predictions or observations, by their places, and c."""

    side: Side
    order: tuple[int, ...]
    c: Fraction


@dataclass(frozen=True)
class CountedKernel:
    """c, for the kernel c - L by counts."""

    c: Fraction


def check_steps(proposition: BestConstant, given: StepNorms, tools: Tools) -> Decision:
    """The largest steps from each line to the next are summed."""
    square = steps_of(resolve(proposition.loss), given) ** 2
    return from_above(proposition.relation, square, proposition.value)


@lru_cache(maxsize=1)
def steps_of(loss: Loss, given: StepNorms) -> Fraction:
    """S of a loss, once for all bounds; raises InvalidParameter."""
    lines = loss_matrix(loss, 1)
    if given.side == "observations":
        lines = [list(column) for column in zip(*lines, strict=True)]
    ordered = sorted(given.order) == list(range(len(lines)))
    require(ordered, f"the order does not hold each of the {len(lines)} places once")
    return step_sum([lines[k] for k in given.order], given.c)


def step_sum(lines: list[list[Fraction]], c: Fraction) -> Fraction:
    """S of the lines in this order.

    >>> step_sum([[Fraction(abs(i - j)) for j in range(5)] for i in range(5)], Fraction(2))
    Fraction(2, 1)
    """
    ends = max(abs(x + y - 2 * c) for x, y in zip(lines[0], lines[-1], strict=True))
    steps = (
        max(abs(y - x) for x, y in zip(before, after, strict=True))
        for before, after in pairwise(lines)
    )
    return Fraction(ends + sum(steps), 2)


def check_kernel(proposition: BestConstant, given: CountedKernel, tools: Tools) -> Decision:
    """Each k_j is found from the entry and eliminated."""
    loss = resolve(proposition.loss)
    require(is_kernel(loss, given.c), "a kernel is not positive semidefinite")
    square = kernel_square(counted(loss), given.c)
    square *= HALF_PI if proposition.quantity == "A" else 1
    return from_above(proposition.relation, square, proposition.value)


def counted(loss: Loss) -> CountStructure:
    """How it depends on counts; raises InvalidParameter where it does not, or not on all sets."""
    if loss.counts is None:
        raise InvalidParameter("the loss is not by counts of all sets")
    return loss.counts


@lru_cache(maxsize=1)
def is_kernel(loss: Loss, c: Fraction) -> bool:
    """Whether all k_j are positive semidefinite, once for all bounds."""
    return all(least_eigenvalue_sign(k) >= 0 for k in kernels(counted(loss), c))


def kernel_square(counts: CountStructure, c: Fraction) -> Fraction:
    """max ||v_z||^2 max ||v_y||^2."""
    first, second = (
        max(c - counts.value(a, a, a) for a in side.sizes)
        for side in (counts.predictions, counts.observations)
    )
    return first * second


def kernels(counts: CountStructure, c: Fraction) -> Iterator[IntegerMatrix]:
    """The k_j that are not 0, times a positive number; raises TooLarge and InvalidParameter."""
    sizes = sorted({*counts.predictions.sizes, *counts.observations.sizes})
    if len(sizes) ** 4 > WORK or len(sizes) ** 2 * sizes[-1] > ENTRY_LIMIT:
        raise TooLarge("The kernel has too many sizes of sets to be replayed.")
    found = {(a, b): differences(counts, c, a, b) for a in sizes for b in sizes if a <= b}
    work = 0
    for j in range(sizes[-1] + 1):
        large = [a for a in sizes if a >= j]
        k = [[found[min(a, b), max(a, b)][j] for b in large] for a in large]
        if any(map(any, k)):
            work += len(large) ** 4
            if work > WORK:
                raise TooLarge("The kernel is too large to be replayed.")
            yield integers(k)[0]


def differences(counts: CountStructure, c: Fraction, a: int, b: int) -> list[Fraction]:
    """k_0(a, b), ..., k_a(a, b) for a <= b."""
    values = [c - counts.value(a, b, t) for t in range(a + 1)]
    symmetric = all(c - x == counts.value(b, a, t) for t, x in enumerate(values))
    require(symmetric, "the kernel is not symmetric")
    shared, row = over_common_denominator(values)
    found = []
    while row:
        found.append(Fraction(row[0], shared))
        row = [y - x for x, y in pairwise(row)]
    return found


RULES = (
    Rule(BestConstant, StepNorms, check_steps, (HULL,)),
    Rule(BestConstant, CountedKernel, check_kernel, row_theorems),
)
