"""What a study writes: its plan, its curves, the constants compared, the noise conditions."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from qstheory.simulate.fits import Slope
from qstheory.work.records import Natural, NotNegative, Positive

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
