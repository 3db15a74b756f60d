"""Linear programs solved exactly: floating point proposes a basis, exact arithmetic decides.

The program is min c . x subject to A x = b, x >= 0. At a basis B the exact vertex is
x_B = B^-1 b and the exact multipliers are y = B^-T c_B; x >= 0 and y^T A <= c prove optimality.
Where no proposal is optimal, the exact simplex method goes on from it.

The parametric self-dual simplex method in exact arithmetic, from any basis.

At the basis to begin with, b + t b' and c + t c' are optimal for large t, where b' and c' move its
basic variables and its reduced costs by random positive amounts. While t falls to 0 one pivot
after another, of primal or of dual kind, keeps the basis optimal. Random amounts leave no ties, so
that t falls strictly; should a basis come again all the same, other amounts are drawn.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

import numpy as np
from flint import fmpz_mat

from qstheory.certify.arithmetic import over_common_denominator
from qstheory.errors import Undecided
from qstheory.exact.integer_matrix import Vector, narrowed
from qstheory.exact.programs import (
    IntegerProgram,
    Solved,
    full_rank,
    independent,
    independent_exactly,
    proposals,
    solved,
)

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


ZERO = Fraction(0)


@dataclass(frozen=True)
class StandardProgram:
    """min objective . x subject to rows x = right, x >= 0."""

    rows: tuple[tuple[Fraction, ...], ...]
    right: tuple[Fraction, ...]
    objective: tuple[Fraction, ...]


@dataclass(frozen=True)
class ExactOptimum:
    """A vertex x, multipliers y with y^T A <= c, and the common value c . x = b . y."""

    x: Vector
    y: Vector
    value: Fraction


def solve(program: StandardProgram) -> ExactOptimum:
    """The exact optimum; raises Undecided where there is provably none.

    >>> one, two = Fraction(1), Fraction(2)
    >>> solve(StandardProgram(((one, two),), (one,), (one, one))).value
    Fraction(1, 2)
    """
    whole, scales, shared = _scaled(program)
    found = solve_integers(whole)
    y = tuple(v * s / shared for v, s in zip(found.y, scales, strict=True))
    return ExactOptimum(found.x, y, found.value / shared)


def integers(program: StandardProgram) -> IntegerProgram:
    """Each row, and the objective, times the least number that makes it whole."""
    return _scaled(program)[0]


def _scaled(program: StandardProgram) -> tuple[IntegerProgram, list[int], int]:
    """The program over the integers, with the factor of each row and that of the objective."""
    size = len(program.objective)
    matrix = np.empty((len(program.rows), size), dtype=object)
    right, scales = [], []
    for i, (row, b) in enumerate(zip(program.rows, program.right, strict=True)):
        scale, (*matrix[i], last) = over_common_denominator((*row, b))
        right.append(last)
        scales.append(scale)
    shared, costs = over_common_denominator(program.objective)
    return IntegerProgram(narrowed(matrix), tuple(right), tuple(costs)), scales, shared


def solve_integers(program: IntegerProgram) -> ExactOptimum:
    """The exact optimum of a program over the integers; raises Undecided where there is none."""
    every = range(program.shape[0])
    if full_rank(program.matrix):
        return _optimum(program)
    for search in (independent, independent_exactly):
        rows = search(program.matrix.T, every)
        found = _optimum(program.take(rows))
        if len(rows) == program.shape[0] or _feasible(program, found.x):
            multipliers = dict(zip(rows, found.y, strict=True))
            return ExactOptimum(
                found.x, tuple(multipliers.get(i, ZERO) for i in every), found.value
            )
    raise Undecided(INFEASIBLE)


def proposed_vertex(program: IntegerProgram) -> Vector | None:
    """An exact vertex that floating point takes for an optimum; None where none is feasible.

    The constraints must be independent. Much quicker than an optimum that is proved, where it is
    enough that a point is feasible.
    """
    for columns in proposals(program):
        basis = sorted(program.completed(columns))
        primal = solved(program.square(basis), [(b,) for b in program.right])
        if min(primal.numerators[0]) >= 0:
            return _at(basis, primal, program.shape[1])
    return None


def _at(basis: Sequence[int], primal: Solved, columns: int) -> Vector:
    x = [ZERO] * columns
    for k, v in zip(basis, primal.numerators[0], strict=True):
        x[k] = Fraction(v, primal.denominator)
    return tuple(x)


def _feasible(program: IntegerProgram, x: Vector) -> bool:
    """A x = b."""
    shared, numerators = over_common_denominator(x)
    product = fmpz_mat([numerators]) * program.transposed
    return [int(p) for (p,) in product.transpose().tolist()] == [b * shared for b in program.right]


def _optimum(program: IntegerProgram) -> ExactOptimum:
    """The optimum of a program with independent rows."""
    last: list[int] | None = None
    for basis in _bases(program):
        found = at_basis(program, basis)
        if found is not None:
            return found
        last = basis
    assert last is not None
    found = at_basis(program, optimal_basis(program, last))
    assert found is not None
    return found


def _bases(program: IntegerProgram) -> Iterator[list[int]]:
    """What floating point proposes, completed to regular bases."""
    known: list[list[int]] = []
    for columns in proposals(program) if program.shape[0] else ():
        basis = sorted(program.completed(columns))
        if basis not in known:
            known.append(basis)
            yield basis
    if not known:
        yield program.completed(())


def at_basis(program: IntegerProgram, basis: Sequence[int]) -> ExactOptimum | None:
    """The exact vertex and multipliers of a regular basis, or None when it is not optimal."""
    columns = program.shape[1]
    if not basis:
        nothing = ExactOptimum((ZERO,) * columns, (), ZERO)
        return nothing if min(program.costs, default=0) >= 0 else None
    square = program.square(basis)
    primal = solved(square, [(b,) for b in program.right])
    if min(primal.numerators[0]) < 0:
        return None
    dual = solved(square.transpose(), [(program.costs[k],) for k in basis])
    prices = program.transposed * fmpz_mat([[v] for v in dual.numerators[0]])
    if any(
        int(p) > dual.denominator * c
        for (p,), c in zip(prices.tolist(), program.costs, strict=True)
    ):
        return None
    x = _at(basis, primal, columns)
    y = tuple(Fraction(v, dual.denominator) for v in dual.numerators[0])
    value = sum((b * v for b, v in zip(program.right, y, strict=True)), ZERO)
    return ExactOptimum(x, y, value)


Constraint = tuple[Vector, Fraction]


class Sense(Enum):
    """Whether to make the objective small or large."""

    MINIMISE = 1
    MAXIMISE = -1


@dataclass(frozen=True)
class GeneralProgram:
    """objective . x subject to a . x = b, a . x >= b, and x_j >= 0 unless j is in `free`."""

    objective: Vector
    equalities: tuple[Constraint, ...]
    inequalities: tuple[Constraint, ...]
    free: frozenset[int] = frozenset()


DUAL = 2
"""Constraints for each variable beyond which the dual is solved: with as many as variables both
forms take the same time, with 2 for each the dual about two thirds of it, with 8 a quarter down to
a sixteenth (3, 10 and 25 variables)."""


def optimise(program: GeneralProgram, sense: Sense) -> Vector:
    """An exact optimal x; raises Undecided when there is none or it cannot be rebuilt.

    Where there are many more constraints than variables these are the multipliers of the dual.
    """
    constraints = len(program.equalities) + len(program.inequalities)
    if constraints > DUAL * len(program.objective):
        return _of_dual(program, sense)
    return _of_vertex(program, sense)


def _of_vertex(program: GeneralProgram, sense: Sense) -> Vector:
    """x from the standard program with a surplus for each inequality."""
    negated = sorted(program.free)
    surplus = len(program.inequalities)

    def widen(row: Vector, slack: int | None) -> tuple[Fraction, ...]:
        tail = [Fraction(0)] * surplus
        if slack is not None:
            tail[slack] = Fraction(-1)
        return (*row, *(-row[j] for j in negated), *tail)

    rows = [widen(a, None) for a, _ in program.equalities]
    rows += [widen(a, i) for i, (a, _) in enumerate(program.inequalities)]
    right = tuple(b for _, b in (*program.equalities, *program.inequalities))
    objective = tuple(sense.value * c for c in widen(program.objective, None))
    x = solve(StandardProgram(tuple(rows), right, objective)).x
    size = len(program.objective)
    values = list(x[:size])
    for j, part in zip(negated, x[size : size + len(negated)], strict=True):
        values[j] -= part
    return tuple(values)


def _of_dual(program: GeneralProgram, sense: Sense) -> Vector:
    """x from max b . y with y^T A <= c: equal for a free x_j, y >= 0 for an inequality."""
    size = len(program.objective)
    pairs = [*program.equalities, *((_negative(a), -b) for a, b in program.equalities)]
    pairs += program.inequalities
    slacks = [j for j in range(size) if j not in program.free]
    rows = tuple(
        (*(a[j] for a, _ in pairs), *(Fraction(int(i == j)) for i in slacks)) for j in range(size)
    )
    objective = (*(-b for _, b in pairs), *[ZERO] * len(slacks))
    right = tuple(sense.value * c for c in program.objective)
    try:
        found = solve(StandardProgram(rows, right, objective))
    except Undecided:
        raise Undecided("The linear program has no optimum.") from None
    return _negative(found.y)


def _negative(row: Vector) -> Vector:
    return tuple(-x for x in row)
