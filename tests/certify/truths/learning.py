"""Propositions about finite learning problems and surrogates, in floats by numpy and scipy."""

from itertools import product
from typing import Any

import numpy as np

from qstheory.certify.kinds.finite_instances import FiniteProblem, Power, PowerRelation, Quantity
from qstheory.certify.kinds.max_margin import MarginBoundsLoss, MaxMarginConsistent
from qstheory.certify.kinds.values import SpectralNorm

from .losses import SLACK
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


def _max_margin(proposition: MaxMarginConsistent) -> bool:
    """At all distributions of a small denominator no minimiser decodes to what is not optimal."""
    L = floats(matrix(proposition.loss))
    grid = (np.array(counts) / 5 for counts in product(range(6), repeat=len(L)) if sum(counts) == 5)
    return all(_minimisers_decode(L, Pi) for Pi in grid)


def _minimisers_decode(L: Array, Pi: Array) -> bool:
    """W is smallest, and larger wherever a prediction that is not optimal is decoded."""
    n = len(L)
    unit = np.eye(n)
    # Variables v and t, one t_y for each y: t_y >= L_ky + v_k - v_y for all k.
    above = [[*(unit[k] - unit[y]), *-unit[y]] for y, k in product(range(n), repeat=2)]
    entries = [-L[k, y] for y, k in product(range(n), repeat=2)]

    def least(z: int | None) -> float:
        cell = [] if z is None else [[*(unit[k] - unit[z]), *np.zeros(n)] for k in range(n)]
        rows = (above + cell, entries + [0.0] * len(cell))
        return -highest([*np.zeros(n), *-Pi], at_most=rows, bounds=(None, None))

    risks, value = L @ Pi, least(None)
    worse = [z for z, risk in enumerate(risks) if risk > risks.min() + 1e-12]
    return all(least(z) > value + 1e-6 for z in worse)


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


def _squared_norm(proposition: Any) -> float:
    return float(np.linalg.norm(floats(matrix(proposition.loss)), 2) ** 2)


TRUTHS = {
    PowerRelation: lambda p, _: _powers(p),
    MaxMarginConsistent: lambda p, _: _max_margin(p),
    MarginBoundsLoss: lambda p, _: _margin_bound(p),
    SpectralNorm: lambda p, _: related(_squared_norm(p), p.relation, float(p.squared)),
}
