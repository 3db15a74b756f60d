"""Kernel ridge regression for many lambda on one sample of X, and its exact risks."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from qstheory.learn.kernels import Kernel
from qstheory.learn.solvers import PrimalSolver, RidgePath
from qstheory.simulate.domain import Domain
from qstheory.simulate.interval import INTERVAL
from qstheory.simulate.quadrature import Enclosed, kernel_distance
from qstheory.simulate.subjects import Setting

Array = NDArray[np.float64]
NOTHING = 1e-12
"""Excess risks below this are rounding."""
SHARE, FLOOR = 0.1, 1e-5
"""Cells are split until the error of the excess risk is below this share of it, or this number."""
MOST = 1 << 13
"""Most cells that are looked at after a split."""


def ridge(x: Array, targets: Array, domain: Domain = INTERVAL) -> RidgePath:
    """Kernel ridge regression on the sample for every lambda: the weights are the coefficients.

    The kernel is the inner product of the domain's features, so that the fit is linear in them.
    """
    return PrimalSolver().path(Kernel("linear"), domain.features(x), targets)


@dataclass(frozen=True)
class Outcome:
    """What one fit reaches: excess risk, surrogate excess risk and P(X_f).

    Parameters
    ----------
    lam : float
        lambda, of (K + n lambda I) C = U.
    excess : Enclosed
        E[L(d(g(X)), Y)] less its least value.
    surrogate : Enclosed
        E |g(X) - g*(X)|^2.
    wrong : Enclosed
        The probability of a prediction that is not optimal.
    """

    lam: float
    excess: Enclosed
    surrogate: Enclosed
    wrong: Enclosed


def outcome(setting: Setting, weights: Array, lam: float) -> Outcome:
    """The risks of x -> argmin_z F_z . ghat(x), where ghat has these weights."""
    excess, wrong = decision_risks(setting, weights)
    return Outcome(lam, excess, surrogate_risk(setting, weights), wrong)


def surrogate_risk(setting: Setting, weights: Array) -> Enclosed:
    """R(ghat) - R(g*) = E |ghat - g*|^2, a quadratic form in the weights' difference."""
    gap = weights - setting.world.weights
    known = setting.world.domain.moments(setting.world.density)
    value = np.einsum("ij,ik,kj->", gap, known.values, gap)
    error = np.einsum("ij,ik,kj->", np.abs(gap), known.errors, np.abs(gap))
    return Enclosed(max(float(value), 0.0), float(error) + 1e-15)


@dataclass(frozen=True, eq=False)
class _Judged:
    """Each cell's excess risk, P(X_f) and how far they can be off, as if its mass were 1."""

    mass: Array
    paid: Array
    error: Array
    wrong: NDArray[np.bool_]
    unsure: NDArray[np.bool_]

    def kept(self, which: NDArray[np.bool_]) -> "_Judged":
        return _Judged(
            self.mass[which],
            self.paid[which],
            self.error[which],
            self.wrong[which],
            self.unsure[which],
        )

    def totals(self) -> Array:
        parts = (self.paid, self.error, self.wrong, self.unsure)
        return np.array([float(part @ self.mass) for part in parts])


def decision_risks(setting: Setting, weights: Array) -> tuple[Enclosed, Enclosed]:
    """Excess risk and P(X_f), cell by cell; in rounds, each splitting the cells whose error counts,
    as often as the domain has it."""
    settled, count = np.zeros(4), 0
    for left in range(setting.world.domain.rounds, -1, -1):
        judged = _judge(setting, weights)
        totals = settled + judged.totals()
        goal = max(SHARE * totals[0], FLOOR)
        if left == 0 or totals[1] <= goal:
            break
        open_cells = judged.mass * judged.error > goal / (count + len(judged.mass)) / 2
        if 2 * open_cells.sum() > MOST:
            break
        settled = settled + judged.kept(~open_cells).totals()
        count += int((~open_cells).sum())
        setting = setting.split(open_cells)
    excess, error, wrong, unsure = map(float, totals)
    return Enclosed(excess, error), Enclosed(wrong, unsure)


def _judge(setting: Setting, weights: Array) -> _Judged:
    """|(F_z - F_z') . (g(x) - g(x'))| <= |(F_z - F_z') . g|_k d(x, x') with the kernel's metric d,
    so a prediction with a larger gap of the scores in the middle is chosen nowhere in the cell.
    With derivatives, |h(x) - h(x')| <= |h'(x')| |x - x'| + sqrt(3) |h|_k |x - x'|^2 / 2 as well:
    the fourth derivative of exp(-u^2 / 2) at 0 is 3."""
    F = setting.world.F
    scores = setting.features @ (weights @ F.T)
    rows = np.arange(len(scores))
    chosen = scores.argmin(axis=1)
    # The constant feature cancels in differences of values.
    images = (weights[1:] @ F.T).T
    norms = np.linalg.norm(images[:, None, :] - images[None, :, :], axis=2)
    reach = kernel_distance(setting.cells.radius)[:, None] * norms[chosen]
    if setting.slopes:
        radius = setting.cells.radius[:, None]
        turns = [slope @ (weights @ F.T) for slope in setting.slopes]
        steep = np.sqrt(sum((turn - turn[rows, chosen][:, None]) ** 2 for turn in turns))
        reach = np.minimum(reach, steep * radius + 3**0.5 / 2 * norms[chosen] * radius**2)
    rivals = scores - scores[rows, chosen][:, None] <= reach
    paid = setting.middle[rows, chosen]
    lowest = np.where(rivals, setting.lowest, np.inf).min(axis=1)
    highest = np.where(rivals, setting.highest, -np.inf).max(axis=1)
    error = np.maximum(highest - paid, paid - lowest)
    unsure = (lowest <= NOTHING) & (highest > NOTHING)
    return _Judged(setting.cells.mass, paid, error, paid > NOTHING, unsure)
