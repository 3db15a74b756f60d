"""Choosing lambda and the kernel width by the loss itself, on the whole path at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from joblib import Parallel, delayed
from sklearn.model_selection import StratifiedShuffleSplit, check_cv

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders import Decoder
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.solvers import RidgePath

T = TypeVar("T")
LEAVE_ONE_OUT = "leave-one-out"
Fold = tuple[Array, Array | None]
"""Training rows, and validation rows or None for leave-one-out on the training rows."""
DEFAULT_ALPHAS = tuple(np.logspace(-9, 0, 28).tolist())
DEFAULT_WIDTHS = (0.25, 0.5, 1.0, 2.0, 4.0)


@dataclass(frozen=True)
class Selection:
    """Mean losses of shape [gammas, lambdas] over the validation points, and the least of them.

    Ties go to the larger lambda, then to the earlier gamma.
    """

    gammas: tuple[float, ...]
    alphas: tuple[float, ...]
    risks: Array

    @property
    def best(self) -> tuple[int, int]:
        """Indices of the chosen gamma and lambda."""
        order = np.argsort(-np.asarray(self.alphas), kind="stable")
        row, column = np.unravel_index(np.argmin(self.risks[:, order]), self.risks.shape)
        return int(row), int(order[column])

    @property
    def gamma(self) -> float:
        return self.gammas[self.best[0]]

    @property
    def alpha(self) -> float:
        return self.alphas[self.best[1]]

    @property
    def risk(self) -> float:
        return float(self.risks[self.best])

    @property
    def at_edge(self) -> bool:
        """Whether the chosen lambda is the smallest or largest of the grid."""
        return self.alpha in {min(self.alphas), max(self.alphas)}


def mean_loss(decoder: Decoder, Z: Array, Y: Array, weights: Array | None = None) -> float:
    """Mean of L(z_i, y_i) over the observations that the convention does not drop.

    Raises
    ------
    InvalidParameter
        When it drops all of them.
    """
    return mean_kept(decoder.loss(Z, Y), weights)


def mean_kept(losses: Array, weights: Array | None = None) -> float:
    """The weighted mean of the losses that are not nan; raises InvalidParameter when all are."""
    kept = ~np.isnan(losses)
    if weights is not None:
        kept &= weights > 0
    if not kept.any():
        raise InvalidParameter("The convention for 0/0 drops every observation: choose another.")
    return float(np.average(losses[kept], weights=None if weights is None else weights[kept]))


def in_parallel(
    n_jobs: int | None, function: Callable[..., T], tasks: Sequence[tuple[Any, ...]]
) -> Iterator[T]:
    """The results in the order of the tasks, by that many jobs as scikit-learn counts them.

    >>> list(in_parallel(None, max, [(1, 2), (3, 0)]))
    [2, 3]
    """
    calls = (delayed(function)(*task) for task in tasks)
    yield from Parallel(n_jobs=n_jobs, return_as="generator")(calls)


def width_grid(kernel: Kernel, X: Any, widths: Sequence[float] = DEFAULT_WIDTHS) -> list[float]:
    """gamma for multiples of the median width, from wide to narrow; one gamma without a width."""
    resolved = kernel.resolved(X)
    if not resolved.has_width:
        return [1.0 if isinstance(resolved.gamma, str) else resolved.gamma]
    power = 2 if resolved.name in {"gaussian", "rbf"} else 1
    return [float(resolved.gamma) / width**power for width in sorted(widths, reverse=True)]


def checked_grids(
    kernel: Kernel, X: Any, gammas: Sequence[float] | None, alphas: Sequence[float] | None
) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """The grids of gamma and alpha, the default ones where they are None; raises InvalidParameter.

    The widths are about the median of the distances in X.
    """
    lambdas = checked_grid(DEFAULT_ALPHAS if alphas is None else alphas, "alphas")
    return checked_grid(width_grid(kernel, X) if gammas is None else gammas, "gammas"), lambdas


def checked_grid(values: Sequence[float], name: str) -> tuple[float, ...]:
    """Distinct positive values as floats; raises InvalidParameter."""
    try:
        grid = tuple(float(value) for value in values)
    except (TypeError, ValueError):
        grid = ()
    if not grid or min(grid) <= 0 or not np.isfinite(grid).all() or len(set(grid)) < len(grid):
        raise InvalidParameter(f"{name} must be a non-empty list of distinct positive numbers.")
    return grid


def checked_folds(folds: Iterator[Fold]) -> list[Fold]:
    """The folds; raises InvalidParameter where there is none, or rows to train or judge by."""
    found = list(folds)
    if not found:
        raise InvalidParameter("cv gives no folds: give at least one.")
    for place, (training, held_out) in enumerate(found):
        if len(training) == 0 or (held_out is not None and len(held_out) == 0):
            raise InvalidParameter(
                f"Fold {place} of cv has {len(training)} rows to train on and"
                f" {0 if held_out is None else len(held_out)} to judge by: give it both."
            )
    return found


def drawn_folds(
    X: Any, Y: Array, cv: Any, groups: Any, seed: int, *, classes: bool, closed_form: bool
) -> Iterator[Fold]:
    """The folds of `cv` as `QuadraticSurrogateCV` takes it; raises InvalidParameter.

    Those of `classes` are stratified. Leave-one-out is 5 folds where it has no `closed_form`.
    """
    n_rows = X.shape[0]
    if isinstance(cv, str) and cv != LEAVE_ONE_OUT:
        raise InvalidParameter(f"cv={cv!r} must be 'leave-one-out' or a splitter.")
    if isinstance(cv, str) and closed_form:
        yield np.arange(n_rows), None
    elif isinstance(cv, float):
        if not 0 < cv < 1:
            raise InvalidParameter(f"cv={cv!r} must lie between 0 and 1 as a fraction.")
        held_out = min(n_rows - 1, max(1, round(cv * n_rows)))
        counts = np.unique(Y[:, 0], return_counts=True)[1]
        if classes and min(held_out, n_rows - held_out) >= counts.size and counts.min() > 1:
            one = StratifiedShuffleSplit(1, test_size=held_out, random_state=seed)
            yield from one.split(X, Y[:, 0])
            return
        order = np.random.default_rng(seed).permutation(n_rows)
        yield np.sort(order[held_out:]), np.sort(order[:held_out])
    else:
        target = Y[:, 0] if classes else None
        splitter = check_cv(5 if isinstance(cv, str) else cv, target, classifier=classes)
        yield from splitter.split(X, target, groups)


def path_risks(
    path: RidgePath,
    decoder: Decoder,
    alphas: Sequence[float],
    X_validation: Any,
    Y_validation: Array,
    *,
    weights: Array | None = None,
) -> list[float]:
    """Mean validation loss for each lambda of the path, by leave-one-out where no points are."""
    found = (
        (path.leave_one_out(lam) for lam in alphas)
        if X_validation is None
        else path.scores(X_validation, alphas)
    )
    risks = []
    for scores in found:
        decoded = decoder.decode(np.ascontiguousarray(scores))
        risks.append(mean_loss(decoder, decoded, Y_validation, weights))
    return risks
