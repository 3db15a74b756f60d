"""The quadratic surrogate with lambda, kernel width and regressor chosen by the loss itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, Self

import numpy as np
from sklearn.model_selection import StratifiedShuffleSplit, check_cv

from qstheory.errors import InvalidParameter
from qstheory.learn.base import Prepared
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.regressors import Outputs, RegressorFit
from qstheory.learn.selection import (
    Fold,
    Selection,
    checked_folds,
    checked_grids,
    in_parallel,
    mean_loss,
    path_risks,
)
from qstheory.learn.solvers import RidgePath
from qstheory.learn.surrogate import Surrogate, SurrogateEstimator
from qstheory.learn.weights import renamed
from qstheory.work.terminal import progress_bar

LEAVE_ONE_OUT = "leave-one-out"


@dataclass(eq=False, repr=False)
class QuadraticSurrogateCV(SurrogateEstimator):
    """`QuadraticSurrogate` at the (gamma, alpha) of least validation loss.

    Each gamma costs one eigendecomposition, which gives every alpha and every output at once. The
    final fit is on all rows.

    Parameters
    ----------
    loss : str, Loss, Decoder, callable or whatever `qstheory.as_loss` takes, default="hamming"
        As in `QuadraticSurrogate`.
    loss_parameters : dict, default=None
        Parameters of a loss given by name.
    decoder : Decoder, default=None
        Taken in the place of `loss` and its parameters.
    kernel : str or callable, default="gaussian"
        As in `QuadraticSurrogate`.
    degree : float, default=3
        Of the polynomial kernel.
    coef0 : float, default=1
        Of the polynomial and the sigmoid kernel.
    kernel_params : dict, default=None
        Further parameters of a kernel of scikit-learn or of a callable.
    route : {"decomposition", "loss-trick"}, default="decomposition"
        Which of the two routes is taken.
    solver : {"exact", "primal", "nystrom", "fourier"} or Solver, default="exact"
        As in `QuadraticSurrogate`.
    n_components : int, default=None
        Landmarks or frequencies of the approximate solvers, ceil(5 sqrt n) when None.
    candidates : array-like of shape (count, m), default=None
        Predictions to try on the loss-trick route, the observed ones when None.
    target : str, default="auto"
        The form of y: "label-sets", "indicator", "relevances", "rankings" or "classes"; "auto"
        recognises all but rankings.
    classes : sequence, default=None
        All labels, where y may lack some.
    max_memory : float, default=None
        Bytes that fit may allocate, what the system has available when None.
    random_state : int, default=0
        Seed of landmarks, frequencies and the rows held out.
    kernel_parameters : dict
        The name of `kernel_params` before version 0.2.
    gammas : sequence of float, default=None
        The grid of gamma; those of 4, 2, 1, 1/2, 1/4 times the median width when None.
    alphas : sequence of float, default=None
        The grid of alpha, 28 values from 1e-9 to 1 when None.
    regressors : sequence of estimators, default=None
        Other regressors of U to choose from; out-of-fold predictions decide, over 5 folds where
        `cv` is leave-one-out.
    cv : "leave-one-out", float, int, splitter or iterable, default="leave-one-out"
        Leave-one-out is in closed form, with the n alpha of all n observations; a fraction in
        (0, 1) of the rows is held out; the others are scikit-learn's. Folds of classes are
        stratified; `groups` of fit reach a splitter that takes them.
    n_jobs : int, default=None
        Jobs for the widths and folds: one when None, one a processor for -1.
    progress : bool or "auto", default="auto"
        Show a bar once it takes long; "auto" on a terminal.
    lams : sequence of float
        The name of `alphas` before version 0.2.

    Attributes
    ----------
    alpha_ : float
        The chosen alpha.
    gamma_ : float
        The chosen gamma.
    selection_ : Selection
        The grids, the mean loss of each pair, and the choice.
    regressor_ : estimator or None
        The chosen one of `regressors`, None for the kernel.
    regressor_risks_ : ndarray
        The out-of-fold risks of all of them.
    feature_names_in_ : ndarray
        Their names, where X is a data frame.
    classes_, decoder_, ridge_, n_outputs_, offset_, targets_, n_features_in_ :
        As in `QuadraticSurrogate`.

    See Also
    --------
    QuadraticSurrogate : The same for one alpha and gamma.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.linspace(0, 1, 20)[:, None]
    >>> model = QuadraticSurrogateCV("multiclass", alphas=[1e-3, 1.0], gammas=[10.0])
    >>> model.fit(X, X.ravel() > 0.5).predict([[0.1], [0.9]])
    array([False,  True])
    """

    _: KW_ONLY
    gammas: Sequence[float] | None = None
    alphas: Sequence[float] | None = None
    regressors: Sequence[Any] | None = None
    cv: Any = LEAVE_ONE_OUT
    n_jobs: int | None = None
    progress: bool | str = "auto"
    lams: Sequence[float] | str | None = "deprecated"

    def fit(self, X: Any, y: Any, sample_weight: Any = None, groups: Any = None) -> Self:
        """Evaluate the grid, choose, and fit on all rows."""
        prepared = self._prepare(X, y, sample_weight, keep_all=True)
        given = renamed(self, "lams", "alphas")
        kernel = self._kernel("median")
        gammas, alphas = checked_grids(kernel, prepared.weighed_inputs, self.gammas, given)
        offset, outputs = self._outputs(prepared)
        folds = checked_folds(self._folds(prepared, groups))
        risks = np.zeros((len(gammas), len(alphas)))
        weights, U = prepared.weights, Outputs.of(prepared.decoder, prepared.Y)
        tasks = [
            (replace(kernel, gamma=gamma), prepared, U, fold, alphas)
            for gamma in gammas
            for fold in folds
        ]
        with progress_bar(len(tasks), "lambda paths", self.progress) as advance:
            for k, found in enumerate(in_parallel(self.n_jobs, self._fold_risks, tasks)):
                risks[k // len(folds)] += found
                advance("lambda paths")
        self.selection_ = Selection(gammas, alphas, risks / len(folds))
        self.gamma_, self.alpha_ = self.selection_.gamma, self.selection_.alpha
        self.regressor_ = self._chosen_regressor(prepared, folds)
        ridge: Surrogate
        if self.regressor_ is not None:
            ridge = RegressorFit.fit(self.regressor_, prepared.X, outputs, weights)
        else:
            chosen = replace(kernel, gamma=self.gamma_)
            ridge = self._solver().fit(chosen, prepared.X, outputs, self.alpha_, weights)
        return self._keep(prepared, ridge, offset, outputs.shape[1])

    def _fold_risks(
        self, kernel: Kernel, prepared: Prepared, U: Any, fold: Fold, alphas: Sequence[float]
    ) -> list[float]:
        """The validation loss of each alpha on a fold, at the width of the kernel."""
        (training, validation), weights = fold, prepared.weights
        path = self._path(kernel, prepared.X, U, training, weights)
        held_out = _columns(prepared.X, validation, training, kernel)
        rows = training if validation is None else validation
        part = None if weights is None else weights[rows]
        return path_risks(path, prepared.decoder, alphas, held_out, prepared.Y[rows], weights=part)

    def _chosen_regressor(self, prepared: Prepared, folds: Sequence[Fold]) -> Any:
        """The regressor of least out-of-fold risk, None where the kernel's grid has less."""
        if hasattr(self.regressors, "fit"):
            raise InvalidParameter("regressors=[...] is a list: one alone as [regressor].")
        regressors = list(self.regressors or ())
        U = Outputs.of(prepared.decoder, prepared.Y)
        tasks = [(regressor, prepared, U, fold) for regressor in regressors for fold in folds]
        found = list(in_parallel(self.n_jobs, _regressor_risk, tasks))
        risks = np.reshape(found, (len(regressors), len(folds))).mean(axis=1)
        self.regressor_risks_ = risks
        if not risks.size or risks.min() >= self.selection_.risk:
            return None
        return regressors[int(np.argmin(risks))]

    def _folds(self, prepared: Prepared, groups: Any) -> Iterator[Fold]:
        """Training rows and validation rows; None for leave-one-out on the training rows."""
        n_rows, Y = prepared.X.shape[0], prepared.Y
        classes = prepared.targets.form == "classes"
        if isinstance(self.cv, str) and self.cv != LEAVE_ONE_OUT:
            raise InvalidParameter(f"cv={self.cv!r} must be 'leave-one-out' or a splitter.")
        if isinstance(self.cv, str) and not self.regressors:
            yield np.arange(n_rows), None
        elif isinstance(self.cv, float):
            if not 0 < self.cv < 1:
                raise InvalidParameter(f"cv={self.cv!r} must lie between 0 and 1 as a fraction.")
            held_out = min(n_rows - 1, max(1, round(self.cv * n_rows)))
            counts = np.unique(Y[:, 0], return_counts=True)[1]
            if classes and min(held_out, n_rows - held_out) >= counts.size and counts.min() > 1:
                one = StratifiedShuffleSplit(1, test_size=held_out, random_state=self.random_state)
                yield from one.split(prepared.X, Y[:, 0])
                return
            order = np.random.default_rng(self.random_state).permutation(n_rows)
            yield np.sort(order[held_out:]), np.sort(order[:held_out])
        else:
            cv = 5 if isinstance(self.cv, str) else self.cv
            target = Y[:, 0] if classes else None
            yield from check_cv(cv, target, classifier=classes).split(prepared.X, target, groups)

    def _path(
        self, kernel: Kernel, X: Any, U: Any, training: Array, weights: Array | None
    ) -> RidgePath:
        rows = _columns(X, training, training, kernel)
        part = None if weights is None else weights[training]
        return self._solver().path(kernel, rows, U[training], part)


def _regressor_risk(regressor: Any, prepared: Prepared, U: Any, fold: Fold) -> float:
    """The validation loss of a regressor of U on a fold."""
    (training, validation), weights = fold, prepared.weights
    assert validation is not None
    parts = [None if weights is None else weights[rows] for rows in (training, validation)]
    fitted = RegressorFit.fit(regressor, prepared.X[training], U[training], parts[0])
    decoded = prepared.decoder.decode(fitted.scores(prepared.X[validation]))
    return mean_loss(prepared.decoder, decoded, prepared.Y[validation], parts[1])


def _columns(X: Any, rows: Array | None, training: Array, kernel: Kernel) -> Any:
    """Rows of X; of a precomputed kernel also only the columns of the training rows."""
    if rows is None:
        return None
    return X[rows][:, training] if kernel.precomputed else X[rows]
