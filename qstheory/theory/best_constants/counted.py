"""A* of a loss by counts: a bound from below by sums of squares, and what proposes one from above.

See `qstheory.certify.kinds.counted_squares` and `counted_program`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np

from qstheory.certify.arithmetic import Vectors
from qstheory.certify.definite import margin
from qstheory.certify.kinds.best_constants import BestConstant, Shift
from qstheory.certify.kinds.counted_squares import (
    MOST_LABELS,
    CellSquares,
    CountedSquares,
    Cut,
    EnumeratedForm,
    OddSquare,
    Squares,
    observed_pairs,
    observed_sets,
    patterns,
)
from qstheory.certify.relabelling import Product, orbit_of
from qstheory.losses.base import Loss
from qstheory.losses.counts import CountStructure
from qstheory.theory.best_constants.counted_program import Solved, counted_program
from qstheory.theory.best_constants.problem import Array, ConstantProblem, Dual, no_odd, pair_orbits
from qstheory.theory.best_constants.relaxation import Relaxed
from qstheory.theory.best_constants.rounding import BITS, WEIGHT_BITS, distribution, round_down
from qstheory.theory.best_constants.sign_columns import violated
from qstheory.theory.findings import Evidence, judged

PATTERNS = 1 << 18
"""Most patterns of signs of the observations of some sizes."""
VIOLATED = 1e-5
"""Least violation, in units of the largest coefficient times its pairs: above solvers' errors."""
DENOMINATOR = 1 << 20
"""Of coefficients: six decimals, more than the five digits that are written of a bound."""


def enumerated_forms(
    counts: CountStructure, moments: Mapping[Product, float]
) -> list[EnumeratedForm]:
    """One for each choice of sizes, violated by the moments, of weight 1."""
    found: list[EnumeratedForm] = []
    chosen: list[tuple[int, ...]] = []
    for sizes in _choices(counts):
        # What is violated on some sizes is violated on more.
        if any({*fewer} <= {*sizes} for fewer in chosen):
            continue
        form = _separating(counts, sizes, moments)
        if form is not None:
            found.append(form)
            chosen.append(sizes)
    return found


def _choices(counts: CountStructure) -> list[tuple[int, ...]]:
    """The choices of sizes with patterns that are not too many, fewer observations first."""
    given = list(counts.observations.sizes)
    every = (c for k in range(1, len(given) + 1) for c in combinations(given, k))
    few = [c for c in every if patterns(counts.m, c) <= PATTERNS]
    return sorted(few, key=lambda sizes: (patterns(counts.m, sizes), sizes))


def _separating(
    counts: CountStructure, sizes: tuple[int, ...], moments: Mapping[Product, float]
) -> EnumeratedForm | None:
    """max <f, moments> - max over sign vectors of <f, their moments> for |f| <= 1, if it is > 0."""
    from scipy.optimize import linprog

    orbits, means = _sign_means(counts, sizes)
    if not orbits:
        return None
    count = len(orbits)
    solution = linprog(
        np.append([-moments[orbit] for orbit in orbits], 1.0),
        A_ub=np.hstack([means, -np.ones((len(means), 1))]),
        b_ub=np.zeros(len(means)),
        bounds=[(-1, 1)] * count + [(None, None)],
        method="highs",
    )
    if not solution.success or -solution.fun <= VIOLATED:
        return None
    pairs = observed_pairs(counts)
    coefficients = []
    for orbit, f in zip(orbits, solution.x, strict=False):
        exact = Fraction(round(float(f) * DENOMINATOR), DENOMINATOR)
        if exact:
            first, number = pairs[orbit]
            coefficients.append((first, exact / number))
    return EnumeratedForm(sizes, tuple(coefficients), Fraction(1))


@lru_cache(maxsize=64)
def _sign_means(counts: CountStructure, sizes: tuple[int, ...]) -> tuple[list[Product], Array]:
    """The orbits of pairs, and for every pattern of signs the mean of e_x e_y over each."""
    sets = sorted((y for y in observed_sets(counts) if y.bit_count() in sizes), key=int.bit_count)
    fixed = counts.m if 1 in sizes else 1
    signs = _patterns(len(sets), fixed, sets.index(1) if 1 in sizes else 0)
    totals: dict[Product, Array] = {}
    numbers: dict[Product, int] = {}
    for (i, x), (j, y) in combinations(enumerate(sets), 2):
        orbit = orbit_of((x, y))
        totals[orbit] = totals.get(orbit, 0) + signs[i].astype(np.int32) * signs[j]
        numbers[orbit] = numbers.get(orbit, 0) + 1
    if not totals:
        return [], np.zeros((0, 0))
    different = np.unique(np.array(list(totals.values())), axis=1)
    return list(totals), different.T / np.array(list(numbers.values()))


def _patterns(count: int, fixed: int, start: int) -> Array:
    """Signs as columns: those of `fixed` sets from `start` are -1 and then 1, or 1 for a single."""
    free = [i for i in range(count) if not start <= i < start + fixed]
    numbers = np.arange(1 << len(free))
    blocks = []
    for k in range(fixed + 1 if fixed > 1 else 1):
        block = np.ones((count, len(numbers)), dtype=np.int8)
        block[start : start + k] = -1
        for place, i in enumerate(free):
            block[i] = 1 - 2 * (numbers >> place & 1)
        blocks.append(block)
    return np.hstack(blocks)


LEAST_SHARE = 1e-9
"""Share of q below which the predictions of a size are left out: the solver's own accuracy."""
LEAST_REST = 1e-8
"""Share of q below which a form in sums over cells is left out: ten times the solver's accuracy."""
ROOM = 1e-10
"""Share of a Gram matrix's largest entry by which its diagonal is raised: it outweighs rounding,
1e-16 times the order, and no written digit shows it."""

ROUNDS = 2
"""Most programs."""
ENTERING = 60
"""Most odd squares that enter in one round."""
WORTH = 1e-6
"""Share of the largest weight of an odd square below which it leaves."""
GAIN = 1e-6
"""Relative rise of the bound below which a round ends the search: a tenth of the last digit that
is written."""

ROUNDED = Fraction(1, 10**11)
"""What rounding may have changed the bound by, in proportion."""


@dataclass(frozen=True)
class CountedBound:
    """The bound from below, and C, the shift and the dual from which one from above is searched."""

    below: Evidence
    relaxed: Relaxed


def counted_bound(loss: Loss, problem: ConstantProblem) -> CountedBound | None:
    """A bound on A*^2; None for a loss that is not by counts of few labels, or has no solution.

    Odd squares and forms that C violates are added while they raise the bound.
    """
    counts = loss.counts
    if counts is None or counts.m > MOST_LABELS:
        return None
    program = counted_program(counts)
    best, cuts = None, list[Cut]()
    for left in reversed(range(ROUNDS)):
        solved = program.solved(problem.shift, cuts)
        if solved is None:
            break
        given = counted_squares(counts, solved, problem.shift, cuts)
        square = program.bound(given)
        if best is not None and square <= best[0] * (1 + GAIN):
            break
        relaxed = _relaxed(loss, counts, problem, solved)
        best = square, given, relaxed
        if not left:
            break
        entering: list[Cut] = [
            *_odd_squares(loss, counts, problem, relaxed.C),
            *enumerated_forms(counts, solved.moments),
        ]
        if not entering:
            break
        kept = zip(cuts, solved.cuts, strict=True)
        cuts = [cut for cut, w in kept if w > WORTH * max(solved.cuts)] + entering
    if best is None or best[0] <= 0:
        return None
    square, given, relaxed = best
    value = round_down(Fraction(square) * (1 - ROUNDED))
    below = BestConstant(loss.reference, "A", problem.shift, ">=", value)
    return CountedBound(judged(below, given), relaxed)


def _odd_squares(
    loss: Loss, counts: CountStructure, problem: ConstantProblem, C: Array
) -> list[OddSquare]:
    """Odd squares whose mean is negative, of weight 1."""
    sets = _columns(loss, counts, problem)
    orbit = pair_orbits(len(sets), problem.column_moves)
    none = np.zeros((0, len(sets)))
    found = violated(C, orbit, none, np.random.default_rng(0))[:ENTERING]
    return [
        OddSquare(tuple((y, int(k)) for y, k in zip(sets, a, strict=True) if k), Fraction(1))
        for a in found
    ]


def counted_squares(
    counts: CountStructure, solved: Solved, shift: Shift, cuts: Sequence[Cut] = ()
) -> CountedSquares:
    """The certificate close to the solution: X is made to annihilate the shifts."""
    total = sum(solved.q.values())
    used = [a for a, q in solved.q.items() if q > LEAST_SHARE * total]
    q = dict(zip(used, distribution(np.array([solved.q[a] for a in used]), BITS), strict=True))
    B = {(a, b, i): _dyadic(x / solved.q[a], BITS) for (a, b, i), x in solved.X.items() if a in q}
    squares = []
    for symmetrizer, products, gram in solved.grams:
        squares.append(Squares(symmetrizer.shape, products, _half(gram / total)))
    cells = [
        CellSquares(a, places, _half(rest / total))
        for a, places, rest in solved.cells
        if np.diag(rest).max() > LEAST_REST * total
    ]
    return CountedSquares(
        tuple(q.items()),
        tuple((*key, x) for key, x in _balanced(counts, q, B, shift).items()),
        tuple(squares),
        tuple(
            replace(cut, weight=_dyadic(max(w, 0.0) / total, BITS))
            for cut, w in zip(cuts, solved.cuts, strict=True)
        ),
        tuple(cells),
    )


def _half(gram: Array) -> Vectors:
    """The lower triangle, with a diagonal that makes it positive definite."""
    values, vectors = np.linalg.eigh(gram)
    lifted = (vectors * np.maximum(values, 0)) @ vectors.T
    lifted += (ROOM + 4 * margin(len(gram))) * np.diag(np.diag(lifted).max() * np.ones(len(gram)))
    return tuple(
        tuple(_dyadic(x, WEIGHT_BITS) for x in row[: k + 1]) for k, row in enumerate(lifted)
    )


def _dyadic(x: float, bits: int) -> Fraction:
    return Fraction(round(float(x) * (1 << bits)), 1 << bits)


def _balanced(
    counts: CountStructure,
    q: dict[int, Fraction],
    B: dict[tuple[int, int, int], Fraction],
    shift: Shift,
) -> dict[tuple[int, int, int], Fraction]:
    """B less its mean over all predictions, for each size of observations or for all."""
    m, sizes = counts.m, counts.observations.sizes
    sums = dict.fromkeys(sizes, Fraction(0))
    for (a, b, i), x in B.items():
        sums[b] += q[a] * comb(a, i) * comb(m - a, b - i) * x
    if shift == "scalar":
        mean = sum(sums.values(), Fraction(0)) / sum(comb(m, b) for b in sizes)
        means = dict.fromkeys(sizes, mean)
    else:
        means = {b: x / comb(m, b) for b, x in sums.items()}
    return {(a, b, i): x - means[b] for (a, b, i), x in B.items()}


def _columns(loss: Loss, counts: CountStructure, problem: ConstantProblem) -> list[int]:
    """The sets of the different observations."""
    observations = list(loss.observations)
    return [counts.observation_set(observations[k]) for k in problem.columns.chosen]


def _relaxed(
    loss: Loss, counts: CountStructure, problem: ConstantProblem, solved: Solved
) -> Relaxed:
    """C, the shift and the dual on the different rows and columns of the problem."""
    predictions = list(loss.predictions)
    rows = [counts.prediction_set(predictions[k]) for k in problem.rows.chosen]
    columns = _columns(loss, counts, problem)
    C = np.array(
        [[1.0 if x == y else solved.moments[orbit_of((x, y))] for y in columns] for x in columns]
    )
    shift = np.array([solved.shift[y.bit_count()] for y in columns])
    shift = (shift - np.array([float(c) for c in problem.centre])) / float(problem.scale)
    q = np.array([solved.q[z.bit_count()] / comb(counts.m, z.bit_count()) for z in rows])
    X = np.array(
        [
            [
                solved.X[z.bit_count(), y.bit_count(), (z & y).bit_count()]
                / comb(counts.m, z.bit_count())
                for y in columns
            ]
            for z in rows
        ]
    )
    dual = Dual(X, q, np.ones(len(columns)), *no_odd(len(columns)))
    return Relaxed(C, shift, dual)
