"""Whether the p-noise condition bounds E gamma^-q, on inputs x_0, x_1, ... with gamma = 2^-k.

Binary 0-1 loss with P(gamma(X) <= 2^-k) = a(k) 2^(-p k), a(k) = N(k)/D(k), k = 0, 1, ...:

- the inputs have the probabilities 2^(-p k) (a(k) - 2^-p a(k + 1)) > 0 with sum a(0) = 1;
- for 2^-k <= t < 2^(1-k) the tail P(gamma <= t) is at most a(k) t^p, so it is o(t^p) when a tends
  to 0 and O(t^p) when a is bounded;
- E gamma^-q = sum_k 2^((q - p) k) (a(k) - 2^-p a(k + 1)), infinite when q >= p and each term of
  the sum with q = p is at least delta/(k + 1) for some delta > 0.

All is decided by polynomials in k whose coefficients are >= 0.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from qstheory.certify.outcome import REFUTES, Decision, invalid
from qstheory.certify.rules import Rule, Tools

Polynomial = tuple[Fraction, ...]
"""Coefficients from the constant upwards."""


@dataclass(frozen=True)
class NoiseBoundsMoment:
    """P(gamma <= t) = order(t^p) implies E gamma^-q < infinity; p >= 1 an integer."""

    order: Literal["o", "O"]
    p: int
    q: int


@dataclass(frozen=True)
class BigImpliesLittle:
    """P(gamma <= t) = O(t^p) implies P(gamma <= t) = o(t^p); p >= 1 an integer."""

    p: int


@dataclass(frozen=True)
class DyadicTails:
    """N, D and delta."""

    numerator: Polynomial
    denominator: Polynomial
    delta: Fraction


def times(left: Polynomial, right: Polynomial) -> Polynomial:
    """The product; both have at least one coefficient."""
    result = [Fraction(0)] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            result[i + j] += a * b
    return tuple(result)


def combination(a: Fraction, left: Polynomial, b: Fraction, right: Polynomial) -> Polynomial:
    """a left + b right."""
    size = max(len(left), len(right))
    padded = [(*p, *[Fraction(0)] * (size - len(p))) for p in (left, right)]
    return tuple(a * x + b * y for x, y in zip(*padded, strict=True))


def shifted(polynomial: Polynomial) -> Polynomial:
    """The polynomial at k + 1."""
    result: Polynomial = (Fraction(0),)
    for coefficient in reversed(polynomial):
        step = times(result, (Fraction(1), Fraction(1)))
        result = combination(Fraction(1), step, Fraction(1), (coefficient,))
    return result


def degree(polynomial: Polynomial) -> int:
    """The degree, -1 for 0."""
    return max((i for i, c in enumerate(polynomial) if c), default=-1)


def _nonnegative(polynomial: Polynomial) -> bool:
    return min(polynomial) >= 0


def _positive(polynomial: Polynomial) -> bool:
    """Positive for all k >= 0, because no coefficient is negative and the constant is positive."""
    return _nonnegative(polynomial) and polynomial[0] > 0


def _differences(p: int, N: Polynomial, D: Polynomial) -> Polynomial:
    """2^p N(k) D(k+1) - N(k+1) D(k): the probabilities up to positive factors."""
    return combination(Fraction(2**p), times(N, shifted(D)), Fraction(-1), times(shifted(N), D))


def _family_fault(p: int, order: Literal["o", "O"], given: DyadicTails) -> str:
    """Why the tails are none of a family with P(gamma <= t) = order(t^p), or ''."""
    N, D = given.numerator, given.denominator
    if p < 1 or not N or not D:
        return "p < 1 or an empty polynomial"
    if not (_positive(N) and _positive(D) and N[0] == D[0]):
        return "the tail is not positive with total 1"
    if degree(D) - degree(N) < (1 if order == "o" else 0):
        return f"the tail is not {order}(t^p)"
    if not _positive(_differences(p, N, D)):
        return "the probabilities are not shown to be positive"
    return ""


def check_moment(proposition: NoiseBoundsMoment, given: DyadicTails, tools: Tools) -> Decision:
    """A family with that tail and an infinite moment."""
    fault = _family_fault(proposition.p, proposition.order, given)
    if fault or given.delta <= 0:
        return invalid(fault or "delta is not positive")
    N, D = given.numerator, given.denominator
    terms = times(_differences(proposition.p, N, D), (Fraction(1), Fraction(1)))
    scale = given.delta * 2**proposition.p
    if not _nonnegative(combination(Fraction(1), terms, -scale, times(D, shifted(D)))):
        return invalid("the terms are not shown to exceed delta/(k + 1)")
    if proposition.q < proposition.p:
        return invalid("the moment is of a lower order than the condition")
    return REFUTES


def check_order(proposition: BigImpliesLittle, given: DyadicTails, tools: Tools) -> Decision:
    """A family whose tail is O(t^p), but along t = 2^-k not o(t^p)."""
    fault = _family_fault(proposition.p, "O", given)
    if fault:
        return invalid(fault)
    vanishes = degree(given.numerator) < degree(given.denominator)
    return invalid("the tail is o(t^p)") if vanishes else REFUTES


RULES = (
    Rule(NoiseBoundsMoment, DyadicTails, check_moment),
    Rule(BigImpliesLittle, DyadicTails, check_order),
)
