"""Rates "excess <= C prod factor^exponent with probability >= 1 - K exp(-tau)" at one coin.

X is one point, the kernel is 1, Y = {-1, 1} with E Y = g in (0, 1], the loss is 0-1 with
F = -+1/2, U = -+1, c = 1/2, and lambda = n^(-1/2). The estimator predicts the majority whatever
lambda is, so for an odd number n of samples it errs, with excess risk g, exactly when at most
(n - 1)/2 of them are 1.

    P(error) >= 1/2 - n g / 2

because each toss can be coupled with a fair one so that they differ with probability g/2, and the
fair majority errs with probability 1/2.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial
from typing import Literal

from qstheory.certify.expressions import Number, Product, radical
from qstheory.certify.rules import Decision, Rule, Tools, refutes_if, require
from qstheory.certify.theorems import COINS

SAMPLE_LIMIT = 3000
"""Most samples for which the probability of an error is summed exactly."""
TAU_LIMIT = 60
"""Largest tau: e^60 is 10^26, beyond any sample."""
SERIES_TERMS = 60
"""Terms of the series of e^tau, whose partial sums are below it: the rest only weakens a proof."""

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


@dataclass(frozen=True)
class Factor:
    """factor^exponent: n, tau, c, kappa, |g*|_G, A, Q, or |1/gamma|_{L_p}.

    At the coin c = |F|_inf = A = 1/2, kappa = 1, |g*|_G = Q = g, and |1/gamma|_p = 1/g for every p.
    """

    name: FactorName
    exponent: Fraction


@dataclass(frozen=True)
class RateWithConstant:
    """The bound holds with this C >= 0 and failures K for all problems, n >= 1 and tau > 0."""

    constant: Fraction
    factors: tuple[Factor, ...]
    failures: Fraction

    def __str__(self) -> str:
        factors = " ".join(f"{factor.name}^({factor.exponent})" for factor in self.factors)
        bound = f"excess risk <= {self.constant} {factors}".rstrip()
        failure = f"with probability at least 1 - {self.failures} exp(-tau)"
        return f"{bound} {failure}, for all problems, n >= 1 and tau > 0"


@dataclass(frozen=True)
class CoinSample:
    """One coin and one odd number of samples; P(error) is summed or bounded by the coupling."""

    n: int
    gap: Fraction
    tau: int
    probability: Literal["summed", "coupled"]


def majority_error(n: int, gap: Fraction) -> Fraction:
    """P(at most (n - 1)/2 of n tosses are 1) for a coin with E Y = gap."""
    common = 2 * gap.denominator
    a, b = gap.denominator + gap.numerator, gap.denominator - gap.numerator
    total = sum(comb(n, k) * a**k * b ** (n - k) for k in range((n - 1) // 2 + 1))
    return Fraction(total, common**n)


def check_sample(proposition: RateWithConstant, sample: CoinSample, tools: Tools) -> Decision:
    """An error that is likely, and whose excess risk exceeds the bound."""
    n, g, tau = sample.n, sample.gap, sample.tau
    fit = n >= 1 and n % 2 and 0 < g <= 1 and proposition.constant >= 0
    require(fit, "n is not odd, g not in (0, 1] or C negative")
    few = 1 <= tau <= TAU_LIMIT and (sample.probability == "coupled" or n <= SAMPLE_LIMIT)
    require(few, f"tau is not in 1..{TAU_LIMIT}, or more than {SAMPLE_LIMIT} are summed")
    error = majority_error(n, g) if sample.probability == "summed" else (1 - n * g) / 2
    series = sum((Fraction(tau**k, factorial(k)) for k in range(SERIES_TERMS)), Fraction(0))
    likely = error * series > proposition.failures
    require(likely, "an error is not shown to be likely enough")
    half, one = Fraction(1, 2), Fraction(1)
    values: dict[FactorName, Fraction] = {
        "row-norm": half, "A": half, "kernel-bound": one, "samples": Fraction(n),
        "confidence": Fraction(tau), "regression-norm": g, "Q": g, "inverse-margin-norm": 1 / g,
    }  # fmt: skip
    powers = (Number(values[f.name]) ** f.exponent for f in proposition.factors)
    bound = Product((Number(proposition.constant), *powers))
    exceeds = radical(Number(g)).compare(radical(bound)) > 0
    return refutes_if(exceeds, "the excess risk is within the bound")


RULES = (Rule(RateWithConstant, CoinSample, check_sample, (COINS,)),)
