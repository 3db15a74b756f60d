"""Every inequality of Section 3.3 in one run, all constants known; printed and repaired.

M_p = E gamma^-p, so gamma_p = M_p^(1/p). p is taken below the exponent of the density, where M_p is
finite (at the exponent itself it need not be: that is what fails in lemma lp).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.integrate import quad

from qstheory.simulate.densities import HardMargin, Power
from qstheory.simulate.world import World, position

SHARE = 0.9
"""p is this share of the density's exponent; 2 for a hard margin."""


@dataclass(frozen=True)
class Side:
    """left <= right, violated when the left exceeds the right beyond the error of both."""

    name: str
    left: float
    right: float

    @property
    def violated(self) -> bool:
        """Whether the run contradicts the inequality."""
        return self.left > self.right


def usable_exponent(problem: World) -> float | None:
    """The p at which M_p is finite, or None where no p > 0 is."""
    if isinstance(problem.density, HardMargin):
        return 2.0
    if isinstance(problem.density, Power):
        return SHARE * problem.density.p
    return None


def inverse_moment(problem: World, p: float) -> tuple[float, float]:
    """M_p = E gamma^-p and a bound of its quadrature error."""
    law = problem.density

    def smooth(v: float) -> float:
        x = law.quantile(np.array([max(v, 1e-300)]))
        ratio = position(x)[0] / x[0] if x[0] > 1e-9 else 2 * np.exp(-0.5) / (1 - np.exp(-2.0))
        return float((problem.slope * ratio) ** -p)

    if isinstance(law, Power):
        value, error = quad(smooth, 0, 1, weight="alg", wvar=(-p / law.p, 0))
        return float(value), float(error)
    value, error = quad(lambda v: smooth(v) * float(law.quantile(np.array([v]))[0]) ** -p, 0, 1)
    return float(value), float(error)


def sides(problem: World, record: dict[str, Any], moment: tuple[float, float] | None,
          p: float | None) -> Iterator[Side]:  # fmt: skip
    """Both sides of each inequality, errors given away in favour of the inequality."""
    excess = max(record["excess"] - record["excess_error"], 0.0)
    most = record["excess"] + record["excess_error"]
    surrogate = record["surrogate"] + record["surrogate_error"]
    wrong = max(record["wrong"] - record["wrong_error"], 0.0)
    squared = problem.row_norm**2
    yield Side("comparison", excess, 2 * (squared * surrogate) ** 0.5)
    if moment is None or p is None:
        return
    M = moment[0] + moment[1]
    gamma_p = M ** (1 / p)
    for name, power, factor in (("printed", 1 / (p + 2), 16), ("repaired", p / (p + 2), 4)):
        right = gamma_p**power * (factor * squared * surrogate) ** ((p + 1) / (p + 2))
        yield Side(f"improved comparison, {name}", excess, right)
    for name, power in (("printed", 1 / (p + 1)), ("repaired", p / (p + 1))):
        yield Side(f"Tsybakov lemma, {name}", wrong, gamma_p**power * most ** (p / (p + 1)))
