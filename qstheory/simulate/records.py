"""What a study writes: its plan, its curves, the constants compared, the noise conditions.

Rates are read off curves: slopes of log risk against log n with bootstrap intervals.
"""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from qstheory.work.records import Natural, NotNegative, Positive

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
