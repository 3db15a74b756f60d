"""Every inequality of Section 3.3 in one run, all constants known, printed and repaired; and what a
study records: its plan, its curves, the constants compared, the noise conditions.

M_p = E gamma^-p, so gamma_p = M_p^(1/p). p is taken below the exponent of the density, where M_p is
finite (at the exponent itself it is not: that is what fails in Lemma A.7). At the exponent p itself
B = sup_eps P(gamma <= eps) / eps^p takes its place: P(|t| <= e) <= e^p and gamma >= slope c |t|
with the c = inf |s(t)| / |t| of the domain, so B <= (slope c)^-p. Rates are read off curves: slopes
of log risk against log n with bootstrap intervals.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import exp, inf, isfinite
from typing import Annotated, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import quad

from qstheory.simulate.domain import INTERVAL, Density, Domain, Enclosed, Side
from qstheory.simulate.world import World
from qstheory.work.files import Natural, NotNegative, Positive

Array = NDArray[np.float64]
LEVEL = 0.95
"""Of the intervals of slopes, as is customary."""
RESAMPLES = 400
"""Ten of them lie beyond each end of an interval of 95%, so that the ends are no extremes."""
SIGNAL = 2
"""A mean is at least twice its quadrature error, which is then at most half of it."""
LEFT_OUT = 4
"""Sizes below this multiple of the smallest are left out: the rate is one of large n."""


@dataclass(frozen=True)
class Slope:
    """The exponent b of risk ~ n^-b, its interval, and the sizes it was fitted on."""

    value: float
    low: float
    high: float
    sizes: tuple[int, ...]


def fitted_sizes(sizes: Array, means: Array, errors: Array) -> NDArray[np.bool_]:
    """The stated rule: n at least LEFT_OUT times the smallest size, and a mean risk that stands
    SIGNAL times above the quadrature error."""
    return np.asarray((sizes >= LEFT_OUT * sizes.min()) & (means > SIGNAL * errors))


def slope(sizes: Array, risks: Array, errors: Array, seed: int = 0) -> Slope | None:
    """From risks and their errors, replicates x sizes; None when fewer than two sizes can be used.

    The interval is the bootstrap's over replicates, widened to hold the value. A resample with a
    zero mean counts as the steepest slope seen.
    """
    kept = fitted_sizes(sizes, risks.mean(axis=0), errors.mean(axis=0))
    if kept.sum() < 2:
        return None
    x, chosen = np.log(sizes[kept]), risks[:, kept]
    value = -_least_squares(x, chosen.mean(axis=0))
    generator = np.random.default_rng(seed)
    drawn = []
    for _ in range(RESAMPLES):
        rows = generator.integers(0, len(chosen), len(chosen))
        means = chosen[rows].mean(axis=0)
        if (means > 0).all():
            drawn.append(-_least_squares(x, means))
    drawn += [max(drawn, default=value)] * (RESAMPLES - len(drawn))
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Slope(
        float(value),
        float(min(low, value)),
        float(max(high, value)),
        tuple(int(n) for n in sizes[kept]),
    )


def _least_squares(x: Array, means: Array) -> float:
    return float(np.polyfit(x, np.log(means), 1)[0])


Judgement = Literal[
    "consistent", "faster than the bound", "violated", "not fitted", "not judged"
]  # fmt: skip


@dataclass(frozen=True)
class PlanRecord:
    """What was simulated; sizes below `left_out_below` take no part in the fits of slopes."""

    subjects: Annotated[tuple[str, ...], ("minItems", 1)]
    densities: Annotated[tuple[str, ...], ("minItems", 1)]
    sizes: Annotated[tuple[Positive, ...], ("minItems", 2)]
    replicates: Positive
    seed: int
    dimension: Literal[1, 2]
    factors: Annotated[tuple[NotNegative, ...], ("minItems", 1)]
    left_out_below: Positive


@dataclass(frozen=True)
class Violation:
    """A run in which left > right in an inequality, beyond the error of both."""

    inequality: str
    left: float
    right: float
    n: Positive
    replicate: Natural
    seed: int
    factor: NotNegative


@dataclass(frozen=True)
class Moment:
    """E gamma^-p, with a bound on its error."""

    p: NotNegative
    value: NotNegative
    error: NotNegative


@dataclass(frozen=True)
class Curve:
    """A loss and a density: mean risks by size, slopes, constants and violated inequalities.

    `path` names the loss on whose boundary X crosses, null for the loss's own; `exponent` is that
    of the noise condition, null where it is infinite; `excess_best` is with the best lambda.
    """

    subject: str
    loss: str
    path: str | None
    form: str
    density: str
    exponent: float | None
    sizes: tuple[Positive, ...]
    excess: tuple[float, ...]
    excess_error: tuple[NotNegative, ...]
    excess_deviation: tuple[NotNegative, ...]
    excess_best: tuple[float, ...]
    surrogate: tuple[float, ...]
    bound_exponent: Annotated[float, ("minimum", 0), ("maximum", 0.5)]
    slope: Slope | None
    slope_best: Slope | None
    slope_surrogate: Slope | None
    judgement: Judgement
    A: NotNegative
    Q: NotNegative
    norm: NotNegative
    gamma_slope: NotNegative | None
    inverse_moment: Moment | None
    fitted_constant: NotNegative
    fitted_constant_improved: NotNegative | None
    violations: tuple[Violation, ...]


@dataclass(frozen=True)
class OrderingRow:
    """A loss with a decomposition: its constants, and its mean excess risk at the largest n."""

    subject: str
    loss: str
    form: str
    A: NotNegative
    Q: NotNegative
    constant: NotNegative = field(metadata={"name": "A Q"})
    excess: float


@dataclass(frozen=True)
class Ordering:
    """Losses and decompositions on one distribution.

    `tau` is Kendall's correlation of A Q with the excess risk, null where one of them is constant.
    """

    path: str
    density: str
    n: Positive
    rows: tuple[OrderingRow, ...]
    tau: Annotated[float, ("minimum", -1), ("maximum", 1)] | None


@dataclass(frozen=True)
class ProfileRow:
    """P(gamma <= eps) / eps^p and E gamma^-p 1(gamma > eps) at one eps."""

    eps: NotNegative
    ratio: NotNegative
    moment: NotNegative


@dataclass(frozen=True)
class Profile:
    """A density, its exponent p (null where infinite), and how its tail and its moment behave."""

    density: str
    exponent: NotNegative | None
    rows: tuple[ProfileRow, ...]


@dataclass(frozen=True)
class StudyRecord:
    """The simulated learner: a curve for each loss and density, and `command`, which repeats it."""

    FORMAT: ClassVar[str] = "qstheory-simulation/1"
    plan: PlanRecord
    command: str
    curves: tuple[Curve, ...]
    ordering: tuple[Ordering, ...]
    profiles: tuple[Profile, ...]


SHARE = 0.9
"""p is this share of the density's exponent; 2 for a hard margin."""


@dataclass(frozen=True)
class Comparison:
    """left <= right, violated when the left exceeds the right beyond the error of both.

    Parameters
    ----------
    name : str
        Which inequality of Section 3.3 it is.
    left : float
        Its left side, less what may be its error.
    right : float
        Its right side, with what may be its error.
    """

    name: str
    left: float
    right: float

    @property
    def violated(self) -> bool:
        """Whether the run contradicts the inequality."""
        return self.left > self.right


@dataclass(frozen=True)
class Constants:
    """What the inequalities need of a world beside one run's risks.

    `p` and `moment` = M_p, `exponent` and `bound` = B; None where there is none. `factor` and
    `improved` stand before |F|^2 R in the repaired comparisons: 4 each.
    """

    p: float | None = None
    moment: Enclosed | None = None
    exponent: float | None = None
    bound: float | None = None
    factor: float = 4.0
    improved: float = 4.0


def usable_exponent(density: Density) -> float | None:
    """The p at which M_p is finite, or None where no p > 0 is."""
    if not isfinite(density.exponent):
        return 2.0
    return SHARE * density.exponent or None


def inverse_moment(
    density: Density, slope: float, p: float, beyond: float = 0.0, domain: Domain = INTERVAL
) -> Enclosed:
    """E gamma^-p over |t| > beyond, gamma = slope |s(t)|: the mean over the sides."""
    sides_of = [_inverse_moment(density, p, beyond, domain, side) for side in domain.sides]
    value = sum(value for value, _ in sides_of) / len(sides_of)
    error = sum(error for _, error in sides_of) / len(sides_of)
    return Enclosed(slope**-p * value, slope**-p * error)


def _inverse_moment(
    density: Density, p: float, beyond: float, domain: Domain, side: Side
) -> tuple[float, float]:
    """On one side, by parts and with t = exp(-u): with s for |s|, over t > b,

    E s^-p = s(1)^-p - s(b)^-p P(|t| <= b) + int_b^1 p s^(-p-1) s'(t) P(|t| <= t) dt.
    """
    start = max(density.least, beyond)

    def integrand(u: float) -> float:
        t = exp(-u)
        law = float(density.distribution(np.array([t]))[0])
        # s^(-p-1) s' P t = (s/t)^(-p-1) s' t^-p P, without the powers that overflow.
        scaled = law * t**-p if law > 1e-280 else 0.0
        return float(p * side.ratio(t) ** (-p - 1) * side.growth(t) * scaled)

    end = -np.log(start) if start > 0 else inf
    value, error = quad(integrand, 0, end, limit=400)
    edge = 0.0
    if beyond > 0:
        reached = np.array([start])
        height = abs(domain.position(side.sign * reached)[0])
        edge = float(height**-p * density.distribution(reached)[0])
    return side.end**-p + float(value) - edge, float(error)


def constants(problem: World) -> Constants:
    """The constants of a world on its own path; none on another's, where gamma is not known."""
    p = usable_exponent(problem.density)
    if not problem.own or p is None:
        return Constants()
    moment = inverse_moment(problem.density, problem.slope, p, domain=problem.domain)
    exponent = problem.density.exponent
    if isfinite(exponent):
        reach = problem.slope * problem.domain.least_ratio
        return Constants(p, moment, exponent, reach**-exponent)
    return Constants(p, moment)


def sides(row_norm: float, record: dict[str, Any], known: Constants) -> Iterator[Comparison]:
    """Both sides of each inequality, errors given away in favour of the inequality."""
    excess = max(record["excess"] - record["excess_error"], 0.0)
    most = record["excess"] + record["excess_error"]
    wrong = max(record["wrong"] - record["wrong_error"], 0.0)
    risk = row_norm**2 * (record["surrogate"] + record["surrogate_error"])
    yield Comparison("comparison", excess, (known.factor * risk) ** 0.5)
    if known.moment is not None and known.p is not None:
        p, M = known.p, known.moment.value + known.moment.error
        repaired = (M * (known.improved * risk) ** (p + 1)) ** (1 / (p + 2))
        printed = M ** (1 / p / (p + 2)) * (16 * risk) ** ((p + 1) / (p + 2))
        yield Comparison("improved comparison, printed", excess, printed)
        yield Comparison("improved comparison, repaired", excess, repaired)
        yield Comparison(
            "Tsybakov lemma, printed", wrong, (M ** (1 / p) * most**p) ** (1 / (p + 1))
        )
        yield Comparison("Tsybakov lemma, repaired", wrong, (M * most**p) ** (1 / (p + 1)))
    if known.exponent is not None and known.bound is not None:
        p, B = known.exponent, ((known.exponent + 1) / known.exponent) ** known.exponent
        B *= known.bound
        weak = (B * (4 * risk) ** (p + 1)) ** (1 / (p + 2))
        yield Comparison("improved comparison under p-noise alone, repaired", excess, weak)
        yield Comparison("Tsybakov lemma under p-noise alone, repaired", wrong,
                   (B * most**p) ** (1 / (p + 1)))  # fmt: skip


POINTS = (1e-1, 1e-2, 1e-4, 1e-8, 1e-16, 1e-32)
"""The |X| at which the profile is taken."""


def profile(density: Density) -> Profile:
    """eps, P(gamma <= eps) / eps^p and E gamma^-p 1(gamma > eps) at the exponent p itself.

    With gamma = s(|X|) on [-1, 1] the first tends to 0 exactly when the condition holds with o; the
    second stays bounded exactly when 1/gamma is in L_p. A logarithm does the first alone.
    """
    p = density.exponent
    rows = []
    if isfinite(p) and p > 0:
        for t in POINTS:
            eps = float(INTERVAL.position(np.array([t]))[0])
            mass = float(density.distribution(np.array([t]))[0])
            moment = inverse_moment(density, 1.0, p, t)
            rows.append(ProfileRow(eps, mass / eps**p, moment.value))
    return Profile(density.name, p if isfinite(p) else None, tuple(rows))
