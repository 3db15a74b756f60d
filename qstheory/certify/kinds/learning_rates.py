"""Rates "excess <= C prod factor^exponent with probability >= 1 - K exp(-tau)", lambda = n^(-1/2).

The coin: X is one point, the kernel is 1, Y = {-1, 1} with E Y = g in (0, 1], the loss is 0-1 with
F = -+1/2, U = -+1, c = 1/2. The estimator predicts the majority whatever lambda is, so for an odd
number n of samples it errs, with excess risk g, exactly when at most (n - 1)/2 of them are 1.

    P(error) >= 1/2 - n g / 2

because each toss can be coupled with a fair one so that they differ with probability g/2, and the
fair majority errs with probability 1/2.

The two points: X = {a, b} with P(b) = 1/10, y = 1 at a and -1 at b for certain, the same loss, and
k = s on the diagonal, s/2 off it, with n = N^2 samples and s = 1/(2 N). With n_a, n_b samples at a
and b, lambda = 1/N and mu = n lambda / s = 2 n, the sign of g-hat(b) is that of

    mu (n_a/2 - n_b) - (3/4) n_a n_b >= n^2/4 - (9/64) n^2 > 0        when n_b <= n/4,

so the estimator errs at b with excess risk 1/10, with probability at least 1 - 4/n (Chebyshev).
Here |g*|_G^2 = 4/s and kappa^2 = s.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial, lcm
from typing import Literal

from qstheory.certify.kinds.finite_instances import rational_power
from qstheory.certify.outcome import REFUTES, Decision, invalid
from qstheory.certify.rules import Rule, Tools

SAMPLE_LIMIT = 3000
"""Most samples for which the probability of an error is summed exactly."""
SERIES_TERMS = 60

FactorName = Literal[
    "samples",
    "confidence",
    "row-norm",
    "kernel-bound",
    "regression-norm",
    "A",
    "Q",
    "inverse-margin-norm",
]
GAP_POWERS: dict[FactorName, int] = {"regression-norm": 1, "Q": 1, "inverse-margin-norm": -1}
"""Factors that are powers of g at the coin: |g*|_G = Q = g, and |1/gamma|_p = 1/g for every p."""
CONSTANTS: dict[FactorName, Fraction] = {
    "row-norm": Fraction(1, 2),
    "kernel-bound": Fraction(1),
    "A": Fraction(1, 2),
}
"""Factors that do not depend on the coin: c = |F|_inf, kappa, A = sqrt(r) |F|_inf U_max."""
TWO_POINT_POWERS: dict[FactorName, Fraction] = {
    "samples": Fraction(1),
    "kernel-bound": Fraction(-1, 4),
    "regression-norm": Fraction(1, 4),
    "Q": Fraction(1, 4),
}
"""Factors that grow or shrink with n at the two points, as powers of n."""


@dataclass(frozen=True)
class Factor:
    """factor^exponent: n, tau, c, kappa, |g*|_G, A, Q, or |1/gamma|_{L_p}."""

    name: FactorName
    exponent: Fraction


@dataclass(frozen=True)
class UniversalRate:
    """There is a C such that for all problems, n >= 1 and tau > 0 the bound with C holds.

    It holds when P(excess > C prod factor^exponent) <= failures exp(-tau). In a noiseless problem
    y is a function of x.
    """

    factors: tuple[Factor, ...]
    failures: Fraction
    problems: Literal["all", "noiseless"] = "all"


@dataclass(frozen=True)
class RateWithConstant:
    """The bound holds with this C for all problems, n >= 1 and tau > 0."""

    constant: Fraction
    factors: tuple[Factor, ...]
    failures: Fraction


@dataclass(frozen=True)
class CoinFamily:
    """The coins with g = slope/n for all odd n, at one tau: bound / excess tends to 0."""

    slope: Fraction
    tau: int


@dataclass(frozen=True)
class TwoPointFamily:
    """The two points for all N, at one tau: bound / excess tends to 0."""

    tau: int


@dataclass(frozen=True)
class CoinSample:
    """One coin and one odd number of samples; P(error) is summed or bounded by the coupling."""

    n: int
    gap: Fraction
    tau: int
    probability: Literal["summed", "coupled"]


def exponential_from_below(tau: int) -> Fraction:
    """A partial sum of the series of exp(tau), tau >= 0."""
    return sum((Fraction(tau**k, factorial(k)) for k in range(SERIES_TERMS)), Fraction(0))


def majority_error(n: int, gap: Fraction) -> Fraction:
    """P(at most (n - 1)/2 of n tosses are 1) for a coin with E Y = gap."""
    up, down = (1 + gap) / 2, (1 - gap) / 2
    common = lcm(up.denominator, down.denominator)
    a, b = int(up * common), int(down * common)
    total = sum(comb(n, k) * a**k * b ** (n - k) for k in range((n - 1) // 2 + 1))
    return Fraction(total, common**n)


def gap_exponent(factors: tuple[Factor, ...]) -> Fraction:
    """The power of g in the bound at the coin."""
    return sum((GAP_POWERS.get(f.name, 0) * f.exponent for f in factors), Fraction(0))


def sample_exponent(factors: tuple[Factor, ...]) -> Fraction:
    """The power of n in the bound."""
    return sum((f.exponent for f in factors if f.name == "samples"), Fraction(0))


def _likely(probability: Fraction, failures: Fraction, tau: int) -> bool:
    """Whether probability > failures exp(-tau) is shown."""
    return probability * exponential_from_below(tau) > failures


def check_family(proposition: UniversalRate, family: CoinFamily, tools: Tools) -> Decision:
    """P(error) >= (1 - slope)/2 along the family, while bound / excess is C times n^negative."""
    if proposition.problems == "noiseless":
        return invalid("a coin is not noiseless")
    if not 0 < family.slope <= 1 or family.tau < 1:
        return invalid("the slope does not lie in (0, 1] or tau is not at least 1")
    if not _likely((1 - family.slope) / 2, proposition.failures, family.tau):
        return invalid("an error is not shown to be likely enough")
    factors = proposition.factors
    if sample_exponent(factors) - gap_exponent(factors) + 1 >= 0:
        return invalid("the bound does not fall below the excess risk")
    return REFUTES


def check_two_points(proposition: UniversalRate, family: TwoPointFamily, tools: Tools) -> Decision:
    """An error of probability at least 1 - 4/n, while the bound is C times n^negative."""
    if family.tau < 1 or not _likely(Fraction(1), proposition.failures, family.tau):
        return invalid("tau is not at least 1, or the bound may fail that often")
    growth = sum(
        (TWO_POINT_POWERS.get(f.name, Fraction(0)) * f.exponent for f in proposition.factors),
        Fraction(0),
    )
    return REFUTES if growth < 0 else invalid("the bound does not fall below the excess risk")


def check_sample(proposition: RateWithConstant, sample: CoinSample, tools: Tools) -> Decision:
    """An error that is likely, and whose excess risk exceeds the bound."""
    n, g = sample.n, sample.gap
    if n < 1 or n % 2 == 0 or not 0 < g <= 1 or sample.tau < 1 or proposition.constant < 0:
        return invalid("n is not odd, g not in (0, 1], tau not at least 1, or C negative")
    if sample.probability == "summed" and n > SAMPLE_LIMIT:
        return invalid(f"more than {SAMPLE_LIMIT} samples are not summed")
    error = majority_error(n, g) if sample.probability == "summed" else (1 - n * g) / 2
    if not _likely(error, proposition.failures, sample.tau):
        return invalid("an error is not shown to be likely enough")
    values: dict[FactorName, Fraction] = {
        **CONSTANTS,
        **{name: g**power for name, power in GAP_POWERS.items()},
        "samples": Fraction(n),
        "confidence": Fraction(sample.tau),
    }
    common = lcm(*(f.exponent.denominator for f in proposition.factors))
    bound = proposition.constant**common
    for f in proposition.factors:
        bound *= rational_power(values[f.name], f.exponent * common)
    return REFUTES if g**common > bound else invalid("the excess risk is within the bound")


RULES = (
    Rule(UniversalRate, CoinFamily, check_family),
    Rule(UniversalRate, TwoPointFamily, check_two_points),
    Rule(RateWithConstant, CoinSample, check_sample),
)
