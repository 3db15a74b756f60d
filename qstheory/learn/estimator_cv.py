"""The quadratic surrogate with lambda and kernel width chosen by the loss itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np
from sklearn.model_selection import check_cv

from qstheory.errors import InvalidParameter
from qstheory.learn.base import Prepared, SurrogateEstimator
from qstheory.learn.decoders.base import Decoder
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.progress import progress_bar
from qstheory.learn.resolve import LossSpecification, resolve_solver
from qstheory.learn.selection import (
    DEFAULT_LAMBDAS,
    Selection,
    checked_grid,
    path_risks,
    width_grid,
)
from qstheory.learn.solvers import RidgePath, Solver

LEAVE_ONE_OUT = "leave-one-out"
Fold = tuple[Array, Array | None]


class QuadraticSurrogateCV(SurrogateEstimator):
    """`QuadraticSurrogate` at the (gamma, lambda) of least validation loss.

    Each gamma costs one eigendecomposition, which gives every lambda and every output at once.

    Parameters
    ----------
    lams : the grid of lambda, 28 values from 1e-9 to 1 when None.
    gammas : the grid of kernel widths; multiples 4, 2, 1, 1/2, 1/4 of the median width when None.
    cv : "leave-one-out" (closed form, with the n lambda of all n observations), a fraction in
        (0, 1) of the rows to hold out, or what scikit-learn takes (a number, a splitter, pairs).
    progress : show a bar once it takes long; "auto" on a terminal.

    The others are those of `QuadraticSurrogate`. The final fit is on all rows.

    Attributes
    ----------
    selection_ : the grids, the mean loss of each pair, and the choice. lam_, gamma_ : the choice.
    """

    def __init__(
        self,
        loss: LossSpecification = "hamming",
        *,
        loss_parameters: dict[str, object] | None = None,
        decoder: Decoder | None = None,
        kernel: Any = "gaussian",
        gammas: Sequence[float] | None = None,
        degree: float = 3,
        coef0: float = 1,
        kernel_parameters: dict[str, Any] | None = None,
        lams: Sequence[float] | None = None,
        cv: Any = LEAVE_ONE_OUT,
        route: str = "decomposition",
        solver: str | Solver = "exact",
        n_components: int | None = None,
        candidates: Any = None,
        target: str = "auto",
        classes: Sequence[Any] | None = None,
        max_memory: float | None = None,
        random_state: int = 0,
        progress: bool | str = "auto",
    ) -> None:
        self.loss = loss
        self.loss_parameters = loss_parameters
        self.decoder = decoder
        self.kernel = kernel
        self.gammas = gammas
        self.degree = degree
        self.coef0 = coef0
        self.kernel_parameters = kernel_parameters
        self.lams = lams
        self.cv = cv
        self.route = route
        self.solver = solver
        self.n_components = n_components
        self.candidates = candidates
        self.target = target
        self.classes = classes
        self.max_memory = max_memory
        self.random_state = random_state
        self.progress = progress

    gamma = "median"

    def fit(self, X: Any, y: Any) -> Self:
        """Evaluate the grid, choose, and fit on all rows."""
        prepared = self._prepare(X, y)
        lams = checked_grid(DEFAULT_LAMBDAS if self.lams is None else self.lams, "lams")
        kernel = self._kernel()
        gammas = checked_grid(
            width_grid(kernel, prepared.X) if self.gammas is None else self.gammas, "gammas"
        )
        U = prepared.features()
        folds = list(self._folds(prepared))
        risks = np.zeros((len(gammas), len(lams)))
        steps = len(gammas) * len(folds) * len(lams)
        with progress_bar(steps, "lambda path", self.progress) as advance:
            for row, gamma in enumerate(gammas):
                for training, validation in folds:
                    path = self._path(replace(kernel, gamma=gamma), prepared.X, U, training)
                    held_out = _columns(prepared.X, validation, training, kernel)
                    observed = prepared.Y[training if validation is None else validation]
                    risks[row] += path_risks(
                        path, prepared.decoder, lams, held_out, observed, advance=advance
                    )
        self.selection_ = Selection(gammas, lams, risks / len(folds))
        self.gamma_, self.lam_ = self.selection_.gamma, self.selection_.lam
        chosen = replace(kernel, gamma=self.gamma_)
        self.ridge_ = self._solver().fit(chosen, prepared.X, U, self.lam_)
        self.decoder_, self.targets_ = prepared.decoder, prepared.targets
        return self

    def _folds(self, prepared: Prepared) -> Iterator[Fold]:
        """Training rows and validation rows; None for leave-one-out on the training rows."""
        n_rows = prepared.X.shape[0]
        if isinstance(self.cv, str):
            if self.cv != LEAVE_ONE_OUT:
                raise InvalidParameter(f"cv={self.cv!r} must be 'leave-one-out' or a splitter.")
            yield np.arange(n_rows), None
        elif isinstance(self.cv, float):
            if not 0 < self.cv < 1:
                raise InvalidParameter(f"cv={self.cv!r} must lie between 0 and 1 as a fraction.")
            order = np.random.default_rng(self.random_state).permutation(n_rows)
            held_out = min(n_rows - 1, max(1, round(self.cv * n_rows)))
            yield np.sort(order[held_out:]), np.sort(order[:held_out])
        else:
            yield from check_cv(self.cv).split(prepared.X)

    def _path(self, kernel: Kernel, X: Any, U: Array, training: Array) -> RidgePath:
        rows = _columns(X, training, training, kernel)
        return self._solver().path(kernel, rows, U[training])

    def _solver(self) -> Solver:
        return resolve_solver(self.solver, self.n_components, self.random_state, self.max_memory)


def _columns(X: Any, rows: Array | None, training: Array, kernel: Kernel) -> Any:
    """Rows of X; of a precomputed kernel also only the columns of the training rows."""
    if rows is None:
        return None
    return X[rows][:, training] if kernel.precomputed else X[rows]
