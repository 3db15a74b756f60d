"""The parametric self-dual simplex method in exact arithmetic, from any basis.

At the basis to begin with, b + t b' and c + t c' are optimal for large t, where b' and c' move its
basic variables and its reduced costs by random positive amounts. While t falls to 0 one pivot
after another, of primal or of dual kind, keeps the basis optimal. Random amounts leave no ties, so
that t falls strictly; should a basis come again all the same, other amounts are drawn.
"""

import random
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpz_mat

from qstheory.errors import Undecided
from qstheory.solve.integer_program import IntegerProgram, solved

AMOUNT = 1 << 30
"""Amounts are drawn from [2^30, 2^31]: that two tie by chance has a probability below 1e-9."""
INFEASIBLE = "The linear program has no feasible point."
UNBOUNDED = "The linear program is not bounded."


@dataclass(frozen=True)
class _Amounts:
    """b' and c' with the basis at which they are b' = B x' and c' = z' off the basis."""

    right: list[int]
    costs: list[int]


def optimal_basis(program: IntegerProgram, start: list[int]) -> list[int]:
    """An optimal basis from a regular one; raises Undecided where there is none at all.

    The rows of the program have to be independent.
    """
    if not start:
        if min(program.costs, default=0) < 0:
            raise Undecided(UNBOUNDED)
        return []
    drawn = random.Random(1)
    basis, seen = list(start), set[tuple[int, ...]]()
    amounts = _amounts(program, basis, drawn)
    while True:
        key = tuple(sorted(basis))
        if key in seen:
            seen.clear()
            amounts = _amounts(program, basis, drawn)
        seen.add(key)
        pivot = _pivot(program, basis, amounts)
        if pivot is None:
            return basis
        leaving, entering = pivot
        basis[leaving] = entering


def _amounts(program: IntegerProgram, basis: list[int], drawn: random.Random) -> _Amounts:
    moved = fmpz_mat([[drawn.randint(AMOUNT, 2 * AMOUNT)] for _ in basis])
    right = [int(x) for (x,) in (program.square(basis) * moved).tolist()]
    inside = set(basis)
    costs = [
        0 if j in inside else drawn.randint(AMOUNT, 2 * AMOUNT) for j in range(program.shape[1])
    ]
    return _Amounts(right, costs)


def _pivot(program: IntegerProgram, basis: list[int], amounts: _Amounts) -> tuple[int, int] | None:
    """The place that is left and the variable that enters, or None at an optimum."""
    square = program.square(basis)
    both = list(zip(program.right, amounts.right, strict=True))
    x, moved = solved(square, both).numerators
    costs = list(zip(program.costs, amounts.costs, strict=True))
    priced = solved(square.transpose(), [costs[k] for k in basis])
    z, raised = (
        [priced.denominator * c[side] - p for c, p in zip(costs, _prices(program, y), strict=True)]
        for side, y in enumerate(priced.numerators)
    )
    inside = set(basis)
    below = [(Fraction(-a, b), i) for i, (a, b) in enumerate(zip(x, moved, strict=True)) if a < 0]
    dear = [
        (Fraction(-a, b), j)
        for j, (a, b) in enumerate(zip(z, raised, strict=True))
        if a < 0 and j not in inside
    ]
    low = max(below, default=None)
    high = max(dear, default=None)
    if low is None and high is None:
        return None
    if high is None or (low is not None and low > high):
        assert low is not None
        t, leaving = low
        unit = [[int(i == leaving)] for i in range(len(basis))]
        across = solved(square.transpose(), unit).numerators[0]
        row = _prices(program, across)
        ratios = [
            (Fraction(z[j] * t.denominator + t.numerator * raised[j], -a), j)
            for j, a in enumerate(row)
            if a < 0 and j not in inside
        ]
        if not ratios:
            raise Undecided(INFEASIBLE)
        return leaving, min(ratios)[1]
    t, entering = high
    column = [[int(a)] for a in program.matrix[:, entering].tolist()]
    down = solved(square, column).numerators[0]
    falls = [
        (Fraction(x[i] * t.denominator + t.numerator * moved[i], d), i)
        for i, d in enumerate(down)
        if d > 0
    ]
    if not falls:
        raise Undecided(UNBOUNDED)
    return min(falls)[1], entering


def _prices(program: IntegerProgram, y: list[int]) -> list[int]:
    """A^T y."""
    return [int(p) for (p,) in (program.transposed * fmpz_mat([[v] for v in y])).tolist()]
