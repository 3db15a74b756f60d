"""Finite instances of universal inequalities between powers of the quantities of a problem.

A problem has finitely many inputs x. l(z, x) = sum_y Pi_y(x) L(z, y) is the conditional risk,
g*(x) = sum_y Pi_y(x) U_y the minimiser of W(v, x) = sum_y Pi_y(x) |v - U_y|^2, and d(v) =
argmin_z F_z . v the decoder of L = F U^T + c.

Each side is a product of powers prod_i base_i^exponent_i with rational exponents; a base is a
number or a quantity that the replay computes from its definition. The comparison is that of two
expressions (see `values`), exact where both are products of powers of rationals. Where a power
within a mean is irrational, as E gamma^-1/2 mostly is, both sides are enclosed instead.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, cmp_to_key
from itertools import product
from typing import Literal

from qstheory.certify import expressions
from qstheory.certify.arithmetic import Vector, inner
from qstheory.certify.expressions import Expression, Number, Product, Radical, Sum, radical
from qstheory.certify.kinds.decomposition import AffineDecomposition, require_decomposition
from qstheory.certify.kinds.values import (
    Comparison,
    Enclosed,
    Exactly,
    check_enclosed,
    check_exactly,
)
from qstheory.certify.limits import latest, submatrix
from qstheory.certify.rules import Decision, Rule, Tools, require, require_distribution
from qstheory.certify.words import counted
from qstheory.errors import InvalidParameter
from qstheory.losses import resolve
from qstheory.losses.base import Loss, Reference


@dataclass(frozen=True)
class Input:
    """A point x of the input space.

    `weight` is P(x), `conditional` is Pi(x) in the order of the observations, `scores` is g(x) in
    R^r, `prediction` the index of f(x) = d(g(x)) and `optimal` that of f*(x). Where several
    predictions tie, these two say which one the decoder and f* take.
    """

    weight: Fraction
    conditional: Vector
    scores: Vector
    prediction: int
    optimal: int


@dataclass(frozen=True)
class FiniteProblem:
    """A loss with L = F U^T + c, a distribution on finitely many inputs, and scores g."""

    loss: Reference
    decomposition: AffineDecomposition
    inputs: tuple[Input, ...]

    def __str__(self) -> str:
        return f"{self.loss} at {counted(len(self.inputs), 'input')}"


def squared_distance(left: Vector, right: Vector) -> Fraction:
    """|left - right|^2."""
    return sum(((a - b) ** 2 for a, b in zip(left, right, strict=True)), Fraction(0))


class Evaluated:
    """The quantities of a valid problem; raises InvalidParameter when it is none."""

    def __init__(self, problem: FiniteProblem, tools: Tools) -> None:
        """Check shapes, probabilities, the decomposition, the decoder and f*."""
        self.loss: Loss = resolve(problem.loss)
        self.F, self.U = problem.decomposition.F, problem.decomposition.U
        self.inputs = problem.inputs
        self._risks: dict[Input, Vector] = {}
        self.known: dict[object, Expression] = {}
        require_decomposition(self.loss, problem.decomposition, tools)
        whole = sum(x.weight for x in self.inputs) == 1
        require(whole, "the weights of the inputs do not sum to 1")
        for x in self.inputs:
            self._require_input(x)

    def _require_input(self, x: Input) -> None:
        require(x.weight > 0, "the weight of an input is not positive")
        fit = len(x.conditional) == len(self.U) and len(x.scores) == len(self.F[0])
        require(fit, "a conditional distribution or scores have the wrong length")
        require_distribution(x.conditional, len(self.U))
        known = {x.prediction, x.optimal} <= set(range(len(self.F)))
        require(known, "a prediction is none of the loss")
        decoded, risks = [inner(row, x.scores) for row in self.F], self.risks(x)
        least = decoded[x.prediction] == min(decoded)
        require(least, "the scores do not decode to the prediction")
        require(risks[x.optimal] == min(risks), "f* is not Bayes-optimal")

    @cached_property
    def matrix(self) -> tuple[Vector, ...]:
        """L, row by row."""
        rows = submatrix(self.loss, tuple(self.loss.predictions), tuple(self.loss.observations))
        return tuple(map(tuple, rows))

    def risks(self, x: Input) -> Vector:
        """l(z, x) for every z, computed once for each x."""
        if x not in self._risks:
            self._risks[x] = tuple(inner(row, x.conditional) for row in self.matrix)
        return self._risks[x]

    def excess(self, x: Input) -> Fraction:
        """l(f(x), x) - min_z l(z, x)."""
        risks = self.risks(x)
        return risks[x.prediction] - min(risks)

    def best_scores(self, x: Input) -> Vector:
        """g*(x)."""
        return tuple(inner(x.conditional, column) for column in zip(*self.U, strict=True))

    def surrogate_risk(self, x: Input, scores: Vector) -> Fraction:
        """W(v, x)."""
        distances = tuple(squared_distance(scores, row) for row in self.U)
        return inner(x.conditional, distances)

    def surrogate_excess(self, x: Input) -> Fraction:
        """W(g(x), x) - W(g*(x), x)."""
        return self.surrogate_risk(x, x.scores) - self.surrogate_risk(x, self.best_scores(x))

    def margin(self, x: Input) -> Fraction:
        """gamma(x) = min over z other than f*(x) of l(z, x) - l(f*(x), x)."""
        others = [risk for z, risk in enumerate(self.risks(x)) if z != x.optimal]
        if not others:
            raise InvalidParameter("The margin is a minimum over no prediction: |Z| = 1.")
        return min(others) - min(self.risks(x))

    def gap(self, x: Input) -> Fraction | None:
        """The least positive value of l(z, x) - l(f*(x), x), or None when every z is optimal."""
        risks = self.risks(x)
        worse = [risk - min(risks) for risk in risks if risk > min(risks)]
        return min(worse, default=None)

    def deviation(self, x: Input) -> Fraction:
        """sup_z |F_z . g(x) - F_z . g*(x)|."""
        best = self.best_scores(x)
        return max(abs(inner(row, x.scores) - inner(row, best)) for row in self.F)


@latest(16)
def evaluated(problem: FiniteProblem, tools: Tools) -> Evaluated:
    """The quantities of a problem; the last are kept, as many statements share one."""
    return Evaluated(problem, tools)


Values = list[Fraction | None]
Value = Callable[[Input], Fraction | None]
"""A margin or a gap for each input, None where it is infinite."""
QuantityName = Literal[
    "excess-risk",
    "surrogate-excess",
    "error-probability",
    "disagreement",
    "mean-squared-excess",
    "least-margin",
    "inverse-margin",
    "inverse-gap",
    "margin-tail",
    "gap-tail",
    "deviation",
    "score-distance",
    "squared-row-norm",
    "squared-row-diameter",
    "loss-range",
    "mean-score",
    "largest-score",
]


@dataclass(frozen=True)
class Quantity:
    """A number of a problem, >= 0.

    With X random, D(x) the excess of f(x), gamma(x) the margin and gamma+(x) the least positive
    excess of any prediction (infinite when there is none):

    - excess-risk E D(X); surrogate-excess E [W(g(X), X) - W(g*(X), X)];
      mean-squared-excess E D(X)^2;
    - error-probability P(D(X) > 0); disagreement P(f(X) != f*(X));
    - least-margin min gamma(x); inverse-margin E gamma(X)^-p; margin-tail
      sup_t P(gamma(X) <= t) / t^p over t > 0; inverse-gap and gap-tail with gamma+;
    - deviation max_x,z |F_z . g(x) - F_z . g*(x)|; score-distance max_x |g(x) - g*(x)|^2;
    - squared-row-norm max_z |F_z|^2; squared-row-diameter max |F_z - F_z'|^2;
      loss-range max L - min L;
    - mean-score max_x |g*_p(x)|, largest-score max_y |U_yp|, for the coordinate p from 0.
    """

    name: QuantityName
    p: Fraction = Fraction(0)

    def __str__(self) -> str:
        return QUANTITIES[self.name][0].format(p=self.p)


@dataclass(frozen=True)
class Power:
    """base^exponent."""

    base: Quantity | Fraction
    exponent: Fraction

    def __str__(self) -> str:
        return f"({self.base})" if self.exponent == 1 else f"({self.base})^({self.exponent})"


@dataclass(frozen=True)
class PowerRelation:
    """left <relation> right between the products of powers at a problem."""

    problem: FiniteProblem
    left: tuple[Power, ...]
    relation: Literal["<=", "<", "="]
    right: tuple[Power, ...]

    def __str__(self) -> str:
        left, right = (" ".join(map(str, side)) or "1" for side in (self.left, self.right))
        return f"{self.problem}: {left} {self.relation} {right}"


@dataclass(frozen=True)
class Evaluation:
    """The replay evaluates both sides; it proves or refutes."""


def _mean(problem: Evaluated, value: Callable[[Input], Fraction | bool]) -> Fraction:
    return sum((x.weight * value(x) for x in problem.inputs), Fraction(0))


def _term(weight: Fraction, base: Fraction, exponent: Fraction) -> Expression:
    return Number(weight) * Number(base) ** exponent


def _finite(problem: Evaluated, values: Values) -> dict[Fraction, Fraction]:
    """The probability of each value, infinite ones left out."""
    found: dict[Fraction, Fraction] = {}
    for x, v in zip(problem.inputs, values, strict=True):
        if v is not None:
            found[v] = found.get(v, Fraction(0)) + x.weight
    return found


def _inverse(problem: Evaluated, of: Value, p: Fraction) -> Expression:
    """E v^-p over the inputs, infinite values contributing 0."""
    values = list(map(of, problem.inputs))
    integrable = p <= 0 or 0 not in values
    require(integrable, "1/gamma is not in L_p: the margin is 0 with positive probability")
    finite = p > 0 or None not in values
    require(finite, "gamma+ is infinite somewhere, and not raised to a negative power")
    terms = [_term(w, v, -p) for v, w in _finite(problem, values).items()]
    return terms[0] if len(terms) == 1 else Sum(tuple(terms))


def _tail(problem: Evaluated, of: Value, p: Fraction) -> Expression:
    """sup over t > 0 of P(v <= t) / t^p, attained at one of the values."""
    values = list(map(of, problem.inputs))
    require(p >= 0, "P(gamma <= t) / t^p is unbounded for p < 0")
    bounded = not p or 0 not in values
    require(bounded, "P(gamma <= t) / t^p is unbounded: the margin is 0 somewhere")
    finite = _finite(problem, values)
    below = {t: sum((w for v, w in finite.items() if v <= t), Fraction(0)) for t in finite}
    terms = [_term(w, t, -p) for t, w in below.items()]
    size = cmp_to_key(Radical.compare)
    return max(terms, key=lambda term: size(radical(term)), default=Number(Fraction(0)))


def _coordinate(problem: Evaluated, p: Fraction) -> int:
    known = p.denominator == 1 and 0 <= p < len(problem.U[0])
    require(known, f"{p} is no coordinate of the scores")
    return int(p)


def _largest_score(problem: Evaluated, p: Fraction) -> Fraction:
    j = _coordinate(problem, p)
    return max(abs(row[j]) for row in problem.U)


def _mean_score(problem: Evaluated, p: Fraction) -> Fraction:
    j = _coordinate(problem, p)
    return max(abs(problem.best_scores(x)[j]) for x in problem.inputs)


def _distance(problem: Evaluated, p: Fraction) -> Fraction:
    return max(squared_distance(x.scores, problem.best_scores(x)) for x in problem.inputs)


def _diameter(problem: Evaluated, p: Fraction) -> Fraction:
    return max(squared_distance(*pair) for pair in product(problem.F, repeat=2))


Measure = Callable[[Evaluated, Fraction], Fraction | Expression]
QUANTITIES: Mapping[QuantityName, tuple[str, Measure]] = {
    "excess-risk": ("the excess risk of f", lambda e, p: _mean(e, e.excess)),
    "surrogate-excess": ("the excess surrogate risk", lambda e, p: _mean(e, e.surrogate_excess)),
    "error-probability": ("P(f errs)", lambda e, p: _mean(e, lambda x: e.excess(x) > 0)),
    "disagreement": ("P(f != f*)", lambda e, p: _mean(e, lambda x: x.prediction != x.optimal)),
    "mean-squared-excess": (
        "the mean of the squared conditional excess",
        lambda e, p: _mean(e, lambda x: e.excess(x) ** 2),
    ),
    "least-margin": ("the least margin", lambda e, p: min(map(e.margin, e.inputs))),
    "inverse-margin": ("E gamma^-{p}", lambda e, p: _inverse(e, e.margin, p)),
    "inverse-gap": ("E gamma+^-{p}", lambda e, p: _inverse(e, e.gap, p)),
    "margin-tail": ("sup P(gamma <= t) t^-{p}", lambda e, p: _tail(e, e.margin, p)),
    "gap-tail": ("sup P(gamma+ <= t) t^-{p}", lambda e, p: _tail(e, e.gap, p)),
    "deviation": ("max_z |F_z . (g - g*)|", lambda e, p: max(map(e.deviation, e.inputs))),
    "score-distance": ("||g - g*||^2", _distance),
    "squared-row-norm": ("||F||^2", lambda e, p: max(inner(row, row) for row in e.F)),
    "squared-row-diameter": ("max ||F_z - F_z'||^2", _diameter),
    "loss-range": (
        "max L - min L", lambda e, p: max(map(max, e.matrix)) - min(map(min, e.matrix))
    ),
    "mean-score": ("max |g*_{p}|", _mean_score),
    "largest-score": ("max |U_{p}|", _largest_score),
}  # fmt: skip
"""The quantities in words, with the exponent or the index p, and how each is computed."""


def value_of(problem: Evaluated, quantity: Quantity | Fraction) -> Expression:
    """The quantity, computed once; raises InvalidParameter where it is infinite."""
    if isinstance(quantity, Fraction):
        return Number(quantity)
    if quantity not in problem.known:
        found = QUANTITIES[quantity.name][1](problem, quantity.p)
        problem.known[quantity] = Number(found) if isinstance(found, Fraction) else found
    return problem.known[quantity]


def _raised(term: Expression, exponent: Fraction) -> Expression:
    """term^exponent, where the factors of a product are >= 0: a root may cancel."""
    match term:
        case Product(factors):
            return Product(tuple(_raised(factor, exponent) for factor in factors))
        case expressions.Power(base, given):
            return base ** (given * exponent)
    return term**exponent


def compared(proposition: PowerRelation, tools: Tools) -> Comparison:
    """The relation between two expressions; raises InvalidParameter for an infinite quantity."""
    problem = evaluated(proposition.problem, tools)

    def side(given: tuple[Power, ...]) -> Expression:
        negative = any(isinstance(each.base, Fraction) and each.base < 0 for each in given)
        require(not negative, "a base of a power is negative")
        return Product(tuple(_raised(value_of(problem, x.base), x.exponent) for x in given))

    return Comparison(side(proposition.left), proposition.relation, side(proposition.right))


def check(proposition: PowerRelation, given: Evaluation | Enclosed, tools: Tools) -> Decision:
    """Both sides are compared exactly, or their enclosures; this proves or refutes."""
    found = compared(proposition, tools)
    if isinstance(given, Enclosed):
        return check_enclosed(found, given, tools)
    return check_exactly(found, Exactly(), tools)


RULES = (
    Rule(PowerRelation, Evaluation, check),
    Rule(PowerRelation, Enclosed, check),
)
