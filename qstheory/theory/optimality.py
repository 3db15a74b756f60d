"""The equal-risk condition: does some Pi > 0 give every prediction the same risk?

Is there Pi > 0 with B Pi = c 1, or w with sum 0 and w^T B >= 0, not 0? One of the two, exactly.

With D the differences of the rows from the first, of which only a basis enters, the program

    max t   subject to   D q + t D 1 = 0,   q >= 0,   0 <= t <= 1

always has an optimum, t = 1 or t = 0. At t = 1 the point is q + 1, scaled to sum 1. At t = 0 the
multipliers y of the rows have -y^T D >= 0 and -y^T D 1 >= 1: they are the vector w on the
differences. Both are homogeneous, so that no scale of B matters.

A symmetric linear program may be averaged over the group, so that its variables are the orbits of
predictions and observations under the symmetries that a loss declares. Nothing is taken on trust:
what is found is checked against the whole loss.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from flint import fmpz_mat
from numpy.typing import NDArray

from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists, SignVector
from qstheory.certify.ranking_components import renames_items
from qstheory.certify.rules import Outcome
from qstheory.certify.sets import declared_places
from qstheory.certify.weights import ListedWeights, SizeWeights, UniformWeights, Weights
from qstheory.exact.integer_matrix import Vector, common, exact_sum, from_fractions, minus
from qstheory.exact.linear_program import solve_integers
from qstheory.exact.programs import IntegerProgram
from qstheory.losses.base import Symmetry
from qstheory.losses.counts import AffineEntry
from qstheory.losses.spaces import Label
from qstheory.theory.effort import later
from qstheory.theory.findings import Evidence, Finding, judged, not_attempted
from qstheory.theory.subject import Subject
from qstheory.theory.window import SIZE_LIMIT, few_sizes, listed_weights, size_matrix


@dataclass(frozen=True)
class Orbits:
    """A partition of the positions of labels into orbits, each in increasing order."""

    members: tuple[tuple[int, ...], ...]

    @property
    def representatives(self) -> tuple[int, ...]:
        """The first position of each orbit."""
        return tuple(orbit[0] for orbit in self.members)

    def spread(self, weights: Sequence[Fraction]) -> dict[int, Fraction]:
        """The weight of each orbit divided evenly among its members."""
        return {
            i: weight / len(orbit)
            for orbit, weight in zip(self.members, weights, strict=True)
            for i in orbit
        }


def orbits(labels: Sequence[Label], moves: Sequence[Callable[[Label], Label]]) -> Orbits:
    """The orbits of the group that the moves generate."""
    return Orbits(places_together((_moved(labels, move) for move in moves), len(labels)))


def places_together(
    permutations: Iterable[Sequence[int]], size: int
) -> tuple[tuple[int, ...], ...]:
    """The orbits of the places 0, ..., size - 1, in the order of their least places.

    >>> places_together([[2, 1, 0, 3]], 4)
    ((0, 2), (1,), (3,))
    """
    parent = list(range(size))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for permutation in permutations:
        for i, image in enumerate(permutation):
            a, b = root(i), root(image)
            parent[max(a, b)] = min(a, b)
    grouped: dict[int, list[int]] = {}
    for i in range(size):
        grouped.setdefault(root(i), []).append(i)
    return tuple(tuple(grouped[i]) for i in sorted(grouped))


@dataclass(frozen=True)
class Quotient:
    """The orbits of predictions and of observations, and the symmetries that gave them."""

    predictions: Orbits
    observations: Orbits
    symmetries: tuple[str, ...]


def quotient(subject: Subject) -> Quotient:
    """The orbits on a complete window under those declared symmetries that hold on every entry."""
    rows, columns = subject.window.predictions, subject.window.observations
    held = [symmetry for symmetry in subject.loss.symmetries if is_symmetric(subject, symmetry)]
    return Quotient(
        orbits(rows, [symmetry.prediction for symmetry in held]),
        orbits(columns, [symmetry.observation for symmetry in held]),
        tuple(symmetry.name for symmetry in held),
    )


def is_symmetric(subject: Subject, symmetry: Symmetry) -> bool:
    """Whether L(g z, g y) = L(z, y) for every entry of a complete window."""
    matrix = common(subject.matrix)
    rows = _moved(subject.window.predictions, symmetry.prediction)
    columns = _moved(subject.window.observations, symmetry.observation)
    return bool((matrix.values[np.ix_(rows, columns)] == matrix.values).all())


def _moved(labels: Sequence[Label], move: Callable[[Label], Label]) -> list[int]:
    position = {label: i for i, label in enumerate(labels)}
    return [position[move(label)] for label in labels]


def summed(subject: Subject, rows: Orbits, columns: Orbits) -> NDArray[Any]:
    """Sums of L over each orbit of observations, over one denominator, for one prediction of each.

    Weights on orbits are then weights of each of their members.
    """
    values = common(subject.matrix).values[list(rows.representatives)]
    if len(columns.members) == values.shape[1]:
        return values
    return np.stack([exact_sum(values[:, list(orbit)]) for orbit in columns.members], axis=1)


MEANING = (
    "With such a Pi no consistent convex surrogate can have a dimension below the affine dimension"
    " of the differences of predictions (Ramaswamy and Agarwal 2016, Theorem 18 and its proof)."
)
STATEMENT = "some Pi > 0 gives every prediction the same risk"


@dataclass(frozen=True)
class EqualRisk:
    """The judged evidence and, when there is one, the equal-risk point."""

    evidence: Evidence | None
    point: Weights | None
    limit: str = ""


def equal_risk(subject: Subject) -> EqualRisk:
    """An equal-risk point, or a vector that excludes one, by orbits where they are known."""
    proposition = EqualRiskPointExists(subject.reference)
    loss = subject.loss
    counts = loss.counts
    too_many = EqualRisk(None, None, f"{counts.m if counts else 0} labels, limit {SIZE_LIMIT}")
    many = counts is not None and not few_sizes(counts)
    if counts is not None and many and not isinstance(counts.entry, AffineEntry):
        return too_many
    if subject.complete or counts is not None or renames_items(loss):
        uniform = judged(proposition, EqualRiskPoint(UniformWeights()))
        if uniform.proves:
            return EqualRisk(uniform, UniformWeights())
    if many:
        return too_many
    if counts is not None:
        return _by_size(subject, proposition)
    line = declared_places(loss) if subject.declared is not None else None
    if line is not None and len(line) > 2:
        return EqualRisk(judged(proposition, SignVector(_second_difference(line))), None)
    entries = loss.predictions.size * loss.observations.size
    if not subject.complete or entries > subject.budget.program:
        return EqualRisk(None, None, later("optimality", entries))
    return _by_orbit(subject, proposition)


def _second_difference(line: Sequence[tuple[Label, int]]) -> ListedWeights:
    """w on three places a < b < c of a line: L(a) (c - b) + L(c) (b - a) - L(b) (c - a).

    It is >= 0 where every column is convex, and positive where one bends at b.
    """
    (x, a), (y, b), (z, c) = line[:3]
    weights = ((x, c - b), (y, a - c), (z, b - a))
    return ListedWeights(tuple((label, Fraction(w)) for label, w in weights))


def _by_size(subject: Subject, proposition: EqualRiskPointExists) -> EqualRisk:
    counts = subject.loss.counts
    assert counts is not None
    found = equal_risk_alternative(common(from_fractions(size_matrix(subject.loss))).values)
    if isinstance(found, SignWeights):
        w = SizeWeights(_pairs(counts.predictions.sizes, found.weights))
        return EqualRisk(judged(proposition, SignVector(w)), None)
    point = SizeWeights(_pairs(counts.observations.sizes, found.weights))
    return EqualRisk(judged(proposition, EqualRiskPoint(point)), point)


def _pairs(sizes: range, weights: tuple[Fraction, ...]) -> tuple[tuple[int, Fraction], ...]:
    return tuple((s, w) for s, w in zip(sizes, weights, strict=True) if w)


def _by_orbit(subject: Subject, proposition: EqualRiskPointExists) -> EqualRisk:
    found_orbits = quotient(subject)
    rows, columns = found_orbits.predictions, found_orbits.observations
    found = equal_risk_alternative(summed(subject, rows, columns))
    if isinstance(found, SignWeights):
        w = listed_weights(subject.window.predictions, rows.spread(found.weights))
        return EqualRisk(judged(proposition, SignVector(w)), None)
    masses = [len(orbit) * w for orbit, w in zip(columns.members, found.weights, strict=True)]
    total = sum(masses, Fraction(0))
    shares = columns.spread([mass / total for mass in masses])
    point = listed_weights(subject.window.observations, shares)
    return EqualRisk(judged(proposition, EqualRiskPoint(point)), point)


def equal_risk_finding(subject: Subject, found: EqualRisk) -> Finding:
    """The condition as a line of the dossier: proved with Pi, refuted with w."""
    if found.evidence is None:
        return not_attempted("optimality", "equal-risk", STATEMENT, found.limit, MEANING)
    exists = found.evidence.decision.outcome is Outcome.PROVES
    return Finding("optimality", "equal-risk", STATEMENT, exists, (found.evidence,), MEANING)


ZERO, ONE = Fraction(0), Fraction(1)
FIRST = 16
"""Columns in which rows are compared before all of them are."""
LARGE = 64
"""Fewest rows for which signs are rounded: where programs are small, theirs are short numbers."""
DIGITS = 20
"""Binary digits of rounded signs, few so that the last bits of floats do not show: with 40 and 60
the same matrices are settled among distances on trees of 30 to 1,000 leaves."""


@dataclass(frozen=True)
class PositivePoint:
    """Pi > 0 of sum 1 at which every row of B has the same product."""

    weights: Vector


@dataclass(frozen=True)
class SignWeights:
    """w of sum 0 with w^T B >= 0, not 0."""

    weights: Vector


def equal_risk_alternative(B: NDArray[Any]) -> PositivePoint | SignWeights:
    """The one of the two that exists, for integers B.

    >>> equal_risk_alternative(np.array([[0, 1], [1, 0]])).weights
    (Fraction(1, 2), Fraction(1, 2))
    >>> equal_risk_alternative(np.array([[0, 1], [0, 2]])).weights
    (Fraction(-1, 1), Fraction(1, 1))
    """
    height, width = B.shape
    pair = ordered_pair(B)
    if pair is not None:
        signs = {pair[0]: ONE, pair[1]: -ONE}
        return SignWeights(tuple(signs.get(i, ZERO) for i in range(height)))
    signs_of_all = strict_signs(B) if height >= LARGE else None
    if signs_of_all is not None:
        return SignWeights(tuple(map(Fraction, signs_of_all)))
    D = minus(B[1:], B[:1])
    level = exact_sum(D)
    # Variables q, t and 1 - t.
    matrix = np.zeros((height, width + 2), dtype=object if level.dtype == object else D.dtype)
    matrix[:-1, :width], matrix[:-1, width] = D, level
    matrix[-1, width:] = 1
    right = (*[0] * (height - 1), 1)
    optimum = solve_integers(IntegerProgram(matrix, right, (*[0] * width, -1, 0)))
    if optimum.x[width]:
        total = sum(optimum.x[:width], Fraction(width))
        return PositivePoint(tuple((q + 1) / total for q in optimum.x[:width]))
    differences = tuple(-y for y in optimum.y[:-1])
    return SignWeights((-sum(differences, ZERO), *differences))


def strict_signs(B: NDArray[Any]) -> list[int] | None:
    """Whole w of sum 0 with w^T B > 0 for a regular B, rounded from floats; None if none is seen.

    With B x = 1 and s = 1^T x, the solution of w^T B = e_y - (x_y / s) 1^T has the sum 0, and
    some y has x_y / s < 0 where no point is positive.

    >>> strict_signs(np.array([[0, 2, 3], [2, 0, 3], [3, 3, 0]])) is None
    True
    >>> w = strict_signs(np.array([[0, 1, 3], [1, 0, 1], [3, 1, 0]]))
    >>> sum(w), (w @ np.array([[0, 1, 3], [1, 0, 1], [3, 1, 0]]) > 0).sum()
    (0, np.int64(3))
    """
    height, width = B.shape
    if height != width or B.dtype == object:
        return None
    floats = B.astype(np.float64)
    try:
        x = np.linalg.solve(floats, np.ones(width))
        shares = x / x.sum() if x.sum() else x
        y = int(shares.argmin())
        target = np.full(width, -shares[y])
        target[y] += 1
        w = np.linalg.solve(floats.T, target)
    except np.linalg.LinAlgError:
        return None
    if not (shares[y] < 0 and np.isfinite(w).all() and w.any()):
        return None
    whole = [round(float(v)) for v in w / abs(w).max() * (1 << DIGITS)]
    whole[int(abs(w).argmax())] -= sum(whole)
    products = fmpz_mat([whole]) * fmpz_mat(B.tolist())
    return whole if min(int(v) for v in products.tolist()[0]) > 0 else None


def ordered_pair(B: NDArray[Any]) -> tuple[int, int] | None:
    """Rows i, k with B_i >= B_k everywhere and B_i != B_k: the simplest sign vector."""
    for i, row in enumerate(B):
        below = np.flatnonzero((B[:, :FIRST] <= row[:FIRST]).all(axis=1))
        below = below[(B[below] <= row).all(axis=1)]
        for k in below.tolist():
            if (B[k] != row).any():
                return i, k
    return None
