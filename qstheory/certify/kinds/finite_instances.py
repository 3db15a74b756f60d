"""Finite instances of universal inequalities between powers of the quantities of a problem.

Each side is a product of powers prod_i base_i^exponent_i with rational exponents; a base is a
number or a quantity that the replay computes from its definition. The comparison is exact: both
sides are raised to the least common denominator of the exponents. Where a power within a mean is
irrational, as E gamma^-1/2 mostly is, both sides are enclosed by rationals instead.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import Literal

from qstheory.certify.algebra.intervals import Interval, exactly, require_bits
from qstheory.certify.arithmetic import inner, rational_power
from qstheory.certify.finite import (
    Evaluated,
    FiniteProblem,
    evaluated,
    squared_distance,
)
from qstheory.certify.kinds.values import Enclosed, holds
from qstheory.certify.outcome import PROVES, REFUTES, Decision, invalid
from qstheory.certify.rules import Rule, Tools
from qstheory.errors import InvalidParameter

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
WORDS: Mapping[QuantityName, str] = MappingProxyType(
    {
        "excess-risk": "the excess risk of f",
        "surrogate-excess": "the excess surrogate risk",
        "error-probability": "P(f errs)",
        "disagreement": "P(f != f*)",
        "mean-squared-excess": "the mean of the squared conditional excess",
        "least-margin": "the least margin",
        "inverse-margin": "E gamma^-{p}",
        "inverse-gap": "E gamma+^-{p}",
        "margin-tail": "sup P(gamma <= t) t^-{p}",
        "gap-tail": "sup P(gamma+ <= t) t^-{p}",
        "deviation": "max_z |F_z . (g - g*)|",
        "score-distance": "||g - g*||^2",
        "squared-row-norm": "||F||^2",
        "squared-row-diameter": "max ||F_z - F_z'||^2",
        "loss-range": "max L - min L",
        "mean-score": "max |g*_{p}|",
        "largest-score": "max |U_{p}|",
    }
)
"""The quantities in words, with the exponent or the index p."""


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
        return WORDS[self.name].format(p=self.p)


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


def _mean(problem: Evaluated, value: Callable[..., Fraction]) -> Fraction:
    return sum((x.weight * value(x) for x in problem.inputs), Fraction(0))


Weighted = list[tuple[Fraction, Fraction]]
"""Pairs of a weight and a base."""


def _finite(problem: Evaluated, values: list[Fraction | None]) -> Weighted:
    """P(x) and the value at x, infinite values left out."""
    return [(x.weight, v) for x, v in zip(problem.inputs, values, strict=True) if v is not None]


def _inverses(problem: Evaluated, values: list[Fraction | None], p: Fraction) -> Weighted:
    """E v^-p is the sum of weight * base^-p over these; raises where it is infinite."""
    if any(v == 0 for v in values) and p > 0:
        raise InvalidParameter("1/gamma is not in L_p: the margin is 0 with positive probability.")
    if None in values and p <= 0:
        raise InvalidParameter("gamma+ is infinite somewhere, and not raised to a negative power.")
    return _finite(problem, values)


def _tails(problem: Evaluated, values: list[Fraction | None], p: Fraction) -> Weighted:
    """sup over t > 0 of P(v <= t) / t^p is the largest weight * base^-p of these, for p >= 0."""
    if p < 0:
        raise InvalidParameter("P(gamma <= t) / t^p is unbounded for p < 0.")
    if p and 0 in values:
        raise InvalidParameter("P(gamma <= t) / t^p is unbounded: the margin is 0 somewhere.")
    finite = _finite(problem, values)
    return [(sum((w for w, v in finite if v <= t), Fraction(0)), t) for _, t in finite]


def _inverse(problem: Evaluated, values: list[Fraction | None], p: Fraction) -> Fraction:
    """E v^-p over the inputs, infinite values contributing 0."""
    terms = (w * rational_power(v, -p) for w, v in _inverses(problem, values, p))
    return sum(terms, Fraction(0))


def _tail(problem: Evaluated, values: list[Fraction | None], p: Fraction) -> Fraction:
    """sup over t > 0 of P(v <= t) / t^p, attained at one of the values."""
    terms = (w * rational_power(v, -p) for w, v in _tails(problem, values, p))
    return max(terms, default=Fraction(0))


def _margins(problem: Evaluated) -> list[Fraction | None]:
    return [problem.margin(x) for x in problem.inputs]


def _gaps(problem: Evaluated) -> list[Fraction | None]:
    return [problem.gap(x) for x in problem.inputs]


def _coordinate(problem: Evaluated, p: Fraction) -> int:
    if p.denominator != 1 or not 0 <= p < len(problem.U[0]):
        raise InvalidParameter(f"{p} is no coordinate of the scores.")
    return int(p)


def _largest_score(problem: Evaluated, p: Fraction) -> Fraction:
    j = _coordinate(problem, p)
    return max(abs(row[j]) for row in problem.U)


def _mean_score(problem: Evaluated, p: Fraction) -> Fraction:
    j = _coordinate(problem, p)
    return max(abs(problem.best_scores(x)[j]) for x in problem.inputs)


QUANTITIES: Mapping[QuantityName, Callable[[Evaluated, Fraction], Fraction]] = {
    "excess-risk": lambda problem, p: _mean(problem, problem.excess),
    "surrogate-excess": lambda problem, p: _mean(problem, problem.surrogate_excess),
    "error-probability": lambda problem, p: _mean(
        problem, lambda x: Fraction(problem.excess(x) > 0)
    ),
    "disagreement": lambda problem, p: _mean(
        problem, lambda x: Fraction(x.prediction != x.optimal)
    ),
    "mean-squared-excess": lambda problem, p: _mean(problem, lambda x: problem.excess(x) ** 2),
    "least-margin": lambda problem, p: min(problem.margin(x) for x in problem.inputs),
    "inverse-margin": lambda problem, p: _inverse(problem, _margins(problem), p),
    "inverse-gap": lambda problem, p: _inverse(problem, _gaps(problem), p),
    "margin-tail": lambda problem, p: _tail(problem, _margins(problem), p),
    "gap-tail": lambda problem, p: _tail(problem, _gaps(problem), p),
    "deviation": lambda problem, p: max(problem.deviation(x) for x in problem.inputs),
    "score-distance": lambda problem, p: max(
        squared_distance(x.scores, problem.best_scores(x)) for x in problem.inputs
    ),
    "squared-row-norm": lambda problem, p: max(inner(row, row) for row in problem.F),
    "squared-row-diameter": lambda problem, p: max(
        squared_distance(first, second) for first in problem.F for second in problem.F
    ),
    "loss-range": lambda problem, p: max(map(max, problem.matrix)) - min(map(min, problem.matrix)),
    "mean-score": _mean_score,
    "largest-score": _largest_score,
}
"""How each quantity is computed."""


MEASURES: Mapping[QuantityName, Callable[[Evaluated], list[Fraction | None]]] = {
    "inverse-margin": _margins,
    "inverse-gap": _gaps,
    "margin-tail": _margins,
    "gap-tail": _gaps,
}
"""The quantities that raise gamma or gamma+ to a power, and which of the two."""


def value_of(problem: Evaluated, quantity: Quantity) -> Fraction:
    """The quantity, computed once; raises InvalidParameter where it is infinite or irrational."""
    if quantity not in problem.known:
        problem.known[quantity] = QUANTITIES[quantity.name](problem, quantity.p)
    return problem.known[quantity]


def _weighted(problem: Evaluated, quantity: Quantity) -> Weighted:
    """What a moment is the sum of, or a tail the maximum."""
    values = MEASURES[quantity.name](problem)
    if quantity.name.startswith("inverse"):
        return _inverses(problem, values, quantity.p)
    return _tails(problem, values, quantity.p)


def _factors(problem: Evaluated, power: Power) -> list[tuple[Fraction, Fraction]]:
    """The power as a product of powers (base, exponent) of rationals.

    Where all margins are equal, m, E m^-p is a probability times m^-p, whose root may cancel.
    """
    base, exponent = power.base, power.exponent
    if not isinstance(base, Quantity):
        return [(base, exponent)]
    if base.name in MEASURES and base.p.denominator > 1:
        weighted = _weighted(problem, base)
        if len({v for _, v in weighted}) == 1:
            weights = [w for w, _ in weighted]
            mass = sum(weights) if base.name.startswith("inverse") else max(weights)
            return [(Fraction(mass), exponent), (weighted[0][1], -base.p * exponent)]
    return [(value_of(problem, base), exponent)]


def _raised(factors: list[tuple[Fraction, Fraction]], common: int) -> Fraction:
    """The product, raised to `common`."""
    value = Fraction(1)
    for base, exponent in factors:
        if base < 0:
            raise InvalidParameter("A base of a power is negative.")
        value *= rational_power(base, exponent * common)
    return value


def both_sides(proposition: PowerRelation, tools: Tools) -> tuple[Fraction, Fraction, int]:
    """Both sides raised to the least common denominator of the exponents, and that number.

    Raises InvalidParameter where a quantity is infinite or irrational, TooLarge.
    """
    problem = evaluated(proposition.problem, tools)
    sides = [
        [factor for power in side for factor in _factors(problem, power)]
        for side in (proposition.left, proposition.right)
    ]
    common = lcm(*(exponent.denominator for side in sides for _, exponent in side))
    left, right = (_raised(side, common) for side in sides)
    return left, right, common


def check_relation(proposition: PowerRelation, _: Evaluation, tools: Tools) -> Decision:
    """Evaluate both sides, raised to the least common denominator of the exponents."""
    left, right, _common = both_sides(proposition, tools)
    truth = {"<=": left <= right, "<": left < right, "=": left == right}[proposition.relation]
    return PROVES if truth else REFUTES


def _enclosed_power(base: Interval, exponent: Fraction, bits: int) -> Interval:
    """base^exponent for a base >= 0."""
    return base.power(exponent.numerator).root(exponent.denominator, bits)


def _enclosed_quantity(problem: Evaluated, quantity: Quantity, bits: int) -> Interval:
    """The quantity, enclosed where its powers may be irrational."""
    p = quantity.p
    if p.denominator == 1 or quantity.name not in MEASURES:
        return exactly(value_of(problem, quantity))
    terms = [
        exactly(w) * _enclosed_power(exactly(v), -p, bits) for w, v in _weighted(problem, quantity)
    ]
    if quantity.name.startswith("inverse"):
        return sum(terms, exactly(0))
    lower = max((term.lower for term in terms), default=Fraction(0))
    return Interval(lower, max((term.upper for term in terms), default=Fraction(0)))


def enclosed_sides(
    proposition: PowerRelation, bits: int, tools: Tools
) -> tuple[Interval, Interval]:
    """Both sides to about 2^-bits; raises InvalidParameter where a quantity is infinite."""
    problem = evaluated(proposition.problem, tools)

    def product(side: tuple[Power, ...]) -> Interval:
        value = exactly(1)
        for power in side:
            base = power.base
            enclosed = (
                _enclosed_quantity(problem, base, bits)
                if isinstance(base, Quantity)
                else exactly(base)
            )
            value *= _enclosed_power(enclosed, power.exponent, bits)
        return value

    return product(proposition.left), product(proposition.right)


def check_enclosed(proposition: PowerRelation, given: Enclosed, tools: Tools) -> Decision:
    """Compare the enclosures of both sides; this proves or refutes when they are apart."""
    require_bits(given.bits)
    left, right = enclosed_sides(proposition, given.bits, tools)
    truth = holds(proposition.relation, left, right)
    if truth is None:
        return invalid("the enclosures of the two sides overlap")
    return PROVES if truth else REFUTES


RULES = (
    Rule(PowerRelation, Evaluation, check_relation),
    Rule(PowerRelation, Enclosed, check_enclosed),
)
