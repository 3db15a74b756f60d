"""Propositions about finite learning problems and surrogates, in floats by numpy, scipy, cvxpy."""

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import cvxpy as cp
import numpy as np
from scipy.optimize import minimize

from qstheory.certify.finite import FiniteProblem
from qstheory.certify.kinds.convex_pieces import ConvexComparison
from qstheory.certify.kinds.decision_boundary import BoundaryDistance
from qstheory.certify.kinds.finite_instances import Power, PowerRelation, Quantity
from qstheory.certify.kinds.kernel_ridge import RidgeClosedForm, RidgeMinimiser
from qstheory.certify.kinds.log_linear import LogLinearConsistentAt
from qstheory.certify.kinds.max_margin import (
    MarginBoundsLoss,
    MaxMarginConsistentAt,
    SeparableMaxMarginConsistent,
)
from qstheory.certify.kinds.max_margin_line import MaxMarginConsistent
from qstheory.certify.kinds.noise_condition import NoiseCondition, PositiveMarginExists
from qstheory.certify.kinds.ridge_errors import RidgeErrorBound
from qstheory.certify.kinds.self_forms import SelfDecomposition
from qstheory.certify.kinds.spectral_norm import SpectralNorm
from qstheory.losses import resolve

from .losses import SLACK, lead
from .matrices import highest, matrix

Array = Any


def floats(rows: Any) -> Array:
    """Rows of rationals as an array."""
    return np.array([[float(x) for x in row] for row in rows], dtype=float)


def related(left: float, relation: str, right: float) -> bool:
    """The relation up to rounding."""
    equal = bool(abs(left - right) <= 1e-9 * max(1.0, abs(left), abs(right)))
    if relation == "=" or equal:
        return equal and relation in ("=", "<=", ">=")
    return bool(left < right) == (relation in ("<", "<="))


class Problem:
    """A finite learning problem in floats."""

    def __init__(self, given: FiniteProblem) -> None:
        self.L = floats(matrix(given.loss))
        self.F, self.U = floats(given.decomposition.F), floats(given.decomposition.U)
        self.weight = np.array([float(x.weight) for x in given.inputs])
        self.risks = floats([x.conditional for x in given.inputs]) @ self.L.T
        self.best = floats([x.conditional for x in given.inputs]) @ self.U
        self.g = floats([x.scores for x in given.inputs])
        self.f = [x.prediction for x in given.inputs]
        self.star = [x.optimal for x in given.inputs]
        self.over = self.risks - self.risks.min(axis=1, keepdims=True)
        self.excess = self.over[range(len(self.f)), self.f]

    def margins(self, strictly: bool) -> Array:
        """gamma, or gamma+ (infinite when every prediction is optimal)."""
        found = []
        for row, star in zip(self.over, self.star, strict=True):
            others = [x for z, x in enumerate(row) if (x > 1e-12 if strictly else z != star)]
            found.append(min(others, default=np.inf))
        return np.array(found)

    def value(self, quantity: Quantity) -> float:
        """One of the named quantities."""
        p, squares = float(quantity.p), ((self.g - self.best) ** 2).sum(axis=1)
        spread = [((a - b) ** 2).sum() for a, b in product(self.F, self.F)]
        if quantity.name in ("inverse-margin", "inverse-gap", "margin-tail", "gap-tail"):
            margin = self.margins(quantity.name.endswith("gap") or quantity.name[0] == "g")
            finite = np.isfinite(margin)
            if quantity.name.startswith("inverse"):
                return float((self.weight[finite] * margin[finite] ** -p).sum())
            tails = [self.weight[margin <= t].sum() * t**-p for t in margin[finite]]
            return float(max(tails, default=0.0))
        return float(
            {
                "excess-risk": lambda: self.weight @ self.excess,
                "surrogate-excess": lambda: self.weight @ squares,
                "error-probability": lambda: self.weight @ (self.excess > 1e-12),
                "disagreement": lambda: self.weight @ (np.array(self.f) != np.array(self.star)),
                "mean-squared-excess": lambda: self.weight @ self.excess**2,
                "least-margin": lambda: self.margins(False).min(),
                "deviation": lambda: abs((self.g - self.best) @ self.F.T).max(),
                "score-distance": squares.max,
                "squared-row-norm": (self.F**2).sum(axis=1).max,
                "squared-row-diameter": lambda: max(spread),
                "loss-range": lambda: self.L.max() - self.L.min(),
                "mean-score": lambda: abs(self.best[:, int(p)]).max(),
                "largest-score": lambda: abs(self.U[:, int(p)]).max(),
            }[quantity.name]()
        )


def _powers(proposition: PowerRelation) -> bool:
    problem = Problem(proposition.problem)

    def side(given: tuple[Power, ...]) -> float:
        total = 1.0
        for power in given:
            base = power.base
            value = problem.value(base) if isinstance(base, Quantity) else float(base)
            total *= value ** float(power.exponent)
        return total

    return related(side(proposition.left), proposition.relation, side(proposition.right))


def _noise(proposition: NoiseCondition) -> bool:
    margins = Problem(proposition.problem).margins(proposition.measure == "gap")
    trivial = proposition.order == "O" and proposition.p == 0
    return trivial or bool(margins.min() > 1e-12)


def _positive_margin(proposition: PositiveMarginExists) -> bool:
    loss = resolve(proposition.loss)
    if loss.predictions.size < 2:
        return False

    class At:
        """A prediction of the loss."""

        def __init__(self, z: object) -> None:
            self.loss, self.prediction = proposition.loss, z

    return any(lead(At(z)) > SLACK for z in loss.predictions)  # type: ignore[arg-type]


def _boundary(proposition: BoundaryDistance) -> bool:
    p = np.array([float(x) for x in proposition.distribution])
    nearest = np.inf
    for i, j in combinations(range(len(p)), 2):
        q = cp.Variable(len(p), nonneg=True)
        norm = cp.norm1(p - q) if proposition.metric == "sum" else cp.norm2(p - q)
        cp.Problem(cp.Minimize(norm), [sum(q) == 1, q[i] == q[j], q <= q[i]]).solve(
            solver=cp.CLARABEL
        )
        nearest = min(nearest, float(norm.value) ** 2)
    if proposition.metric == "drawn":
        nearest /= 2
    return abs(nearest - float(proposition.squared)) < 1e-6


def _convex(proposition: ConvexComparison) -> bool:
    x, y = float(proposition.x), float(proposition.y)
    h = {t: max(float(a) * t - float(b) for a, b in proposition.pieces) for t in (x, y)}
    return related(h[y], proposition.relation, float(proposition.factor) * h[x])


def ridge(features: Array, targets: Array, regularisation: float) -> Array:
    """The minimiser W by the normal equations."""
    n, d = features.shape
    gram = features.T @ features + n * regularisation * np.eye(d)
    return np.linalg.solve(gram, features.T @ targets).T


def _minimiser(proposition: RidgeMinimiser) -> bool:
    W = ridge(
        floats(proposition.features),
        floats(proposition.targets),
        float(proposition.regularisation),
    )
    given = proposition.weights
    shaped = len(given) == W.shape[0] and all(len(row) == W.shape[1] for row in given)
    return shaped and bool(np.allclose(W, floats(given), atol=1e-9))


def _closed_form(proposition: RidgeClosedForm) -> bool:
    features, targets = floats(proposition.features), floats(proposition.targets)
    test = floats([proposition.test])[0]
    W = ridge(features, targets, float(proposition.regularisation))
    gram = features @ features.T + float(proposition.ridge) * np.eye(len(features))
    alpha = np.linalg.solve(gram, features @ test)
    return bool(np.allclose(W @ test, targets.T @ alpha, atol=1e-9))


def _ridge_error(proposition: RidgeErrorBound) -> bool:
    features, best = floats(proposition.features), floats(proposition.regression)
    weights = np.array([float(w) for w in proposition.weights])
    drawn, targets = features[list(proposition.sample)], floats(proposition.targets)
    lam = float(proposition.regularisation)
    W, n = ridge(drawn, targets, lam), len(drawn)
    error = weights @ (((W - best) @ features.T) ** 2).sum(axis=0)
    gap = np.linalg.norm((features.T * weights) @ features - drawn.T @ drawn / n)
    noise = np.linalg.norm((targets - drawn @ best.T).T @ drawn / n)
    bound = (1 + gap / lam) * (noise / lam**0.5 + lam**0.5 * np.linalg.norm(best)) ** 2
    return related(error, "<=", float(proposition.factor) * bound)


def _max_margin(proposition: MaxMarginConsistentAt) -> bool:
    """W is smallest, and larger wherever a prediction that is not optimal is decoded."""
    L, Phi = floats(matrix(proposition.loss)), floats(proposition.features)
    Pi = np.array([float(p) for p in proposition.distribution])

    def least(z: int | None) -> float:
        w = cp.Variable(Phi.shape[1])
        scores = Phi @ w
        risk = sum(Pi[y] * (cp.max(L[:, y] + scores) - scores[y]) for y in range(len(Pi)))
        cell = [] if z is None else [scores <= scores[z]]
        return float(cp.Problem(cp.Minimize(risk), cell).solve(solver=cp.CLARABEL))

    risks, value = L @ Pi, least(None)
    worse = [z for z, risk in enumerate(risks) if risk > risks.min() + 1e-12]
    return all(least(z) > value + 1e-6 for z in worse)


def _line(proposition: MaxMarginConsistent) -> bool:
    """At all distributions of a small denominator no minimiser decodes to what is not optimal."""
    size = resolve(proposition.loss).observations.size
    unit = tuple(tuple(Fraction(int(i == j)) for j in range(size)) for i in range(size))
    return all(
        _max_margin(MaxMarginConsistentAt(proposition.loss, unit, Pi))
        for counts in product(range(4), repeat=size)
        if sum(counts) == 3
        for Pi in [tuple(Fraction(k, 3) for k in counts)]
    )


def _separable(proposition: SeparableMaxMarginConsistent) -> bool:
    loss = resolve(proposition.loss)
    ratios = set()
    for z, y in product(loss.predictions, loss.observations):
        assert isinstance(z, tuple)
        assert isinstance(y, tuple)
        apart = sum(a != b for a, b in zip(z, y, strict=True))
        ratios.add(loss.entry(z, y) / apart if apart else Fraction(-loss.entry(z, y)))
    return len(ratios - {0}) == 1 and max(ratios) > 0


def _margin_bound(proposition: MarginBoundsLoss) -> bool:
    """For each z and y the least value of the surrogate where z is decoded, as a linear program."""
    L = floats(matrix(proposition.loss))
    M, n = L if proposition.order == "prediction-first" else L.T, len(L)
    for z, y in product(range(n), repeat=2):
        # Variables v and t: t >= v_k + M_ky - v_y and v_z >= v_k for all k.
        unit = np.eye(n)
        above = [[*(unit[k] - unit[y]), -1.0] for k in range(n)]
        decoded = [[*(unit[k] - unit[z]), 0.0] for k in range(n)]
        least = -highest(
            [0.0] * n + [-1.0],
            at_most=(above + decoded, [-M[k][y] for k in range(n)] + [0.0] * n),
            bounds=(None, None),
        )
        if least < L[z][y] - SLACK:
            return False
    return True


def _log_linear(proposition: LogLinearConsistentAt) -> bool:
    L, Phi = floats(matrix(proposition.loss)), np.array(proposition.features, dtype=float)
    Pi = np.array([float(p) for p in proposition.distribution])

    def risk(w: Array) -> float:
        scores = Phi @ w
        return float(np.log(np.exp(scores - scores.max()).sum()) + scores.max() - Pi @ scores)

    def slope(w: Array) -> Array:
        return Phi.T @ (model(w) - Pi)

    def model(w: Array) -> Array:
        masses = np.exp(Phi @ w - (Phi @ w).max())
        return masses / masses.sum()

    found = minimize(risk, np.zeros(Phi.shape[1]), jac=slope, options={"gtol": 1e-11})
    P = model(found.x)
    costs, risks = (-P if proposition.decoder == "mode" else L @ P), L @ Pi
    decoded = costs <= costs.min() + 1e-7
    return bool((risks[decoded] <= risks.min() + 1e-7).all())


def _self(proposition: SelfDecomposition) -> bool:
    h = proposition.dimension
    vectors = (*proposition.phi, *proposition.V, *proposition.psi)
    if len(proposition.V) != h or any(len(vector) != h for vector in vectors):
        return False
    value = floats(proposition.phi) @ floats(proposition.V) @ floats(proposition.psi).T
    return bool(np.allclose(value, floats(matrix(proposition.loss)), atol=1e-12))


def _squared_norm(proposition: Any) -> float:
    return float(np.linalg.norm(floats(matrix(proposition.loss)), 2) ** 2)


TRUTHS = {
    PowerRelation: lambda p, _: _powers(p),
    NoiseCondition: lambda p, _: _noise(p),
    PositiveMarginExists: lambda p, _: _positive_margin(p),
    BoundaryDistance: lambda p, _: _boundary(p),
    ConvexComparison: lambda p, _: _convex(p),
    RidgeMinimiser: lambda p, _: _minimiser(p),
    RidgeClosedForm: lambda p, _: _closed_form(p),
    RidgeErrorBound: lambda p, _: _ridge_error(p),
    MaxMarginConsistentAt: lambda p, _: _max_margin(p),
    SeparableMaxMarginConsistent: lambda p, _: _separable(p),
    MaxMarginConsistent: lambda p, _: _line(p),
    MarginBoundsLoss: lambda p, _: _margin_bound(p),
    LogLinearConsistentAt: lambda p, _: _log_linear(p),
    SelfDecomposition: lambda p, _: _self(p),
    SpectralNorm: lambda p, _: related(_squared_norm(p), p.relation, float(p.squared)),
}
