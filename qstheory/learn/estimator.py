"""The quadratic surrogate of the paper, for one lambda and regressor or as the loss chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, Self

import numpy as np
from sklearn.utils.metaestimators import available_if

from qstheory.errors import InvalidParameter
from qstheory.learn.base import Prepared
from qstheory.learn.checks import renamed
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.selection import (
    LEAVE_ONE_OUT,
    Fold,
    Selection,
    checked_folds,
    checked_grids,
    drawn_folds,
    in_parallel,
    mean_loss,
    path_risks,
)
from qstheory.learn.solvers import ExactSolver, FeatureSolver, NormalEquations, RidgeFit
from qstheory.learn.solvers.ridge import KernelSections, positive_lambda
from qstheory.learn.surrogate import (
    Outputs,
    RegressorFit,
    RiskOffset,
    SurrogateEstimator,
    risk_offsets,
    takes_missing,
)
from qstheory.work.terminal import progress_bar


def _streams(self: QuadraticSurrogate) -> bool:
    if self.regressor is not None or self._decoder().depends_on_observations:
        return False
    return isinstance(self._solver(), FeatureSolver)


@dataclass(eq=False, repr=False)
class QuadraticSurrogate(SurrogateEstimator):
    """f-hat(x) = argmin_z F_z . g-hat(x),  g-hat(x) = sum_i alpha_i(x) U_{y_i},
    alpha(x) = (K + n lambda I)^(-1) K_x.

    Both of the paper's routes (Sections 2.1 and 4) give the same predictor: route="decomposition"
    regresses on the r features U_y of the loss and decodes them with the loss's own algorithm;
    route="loss-trick" needs only L and minimises sum_i alpha_i(x) L(z, y_i) over the candidates z.

    The comparison inequality (Corollary A.6) bounds the excess risk by the squared error of g-hat
    whatever regressor it comes from; the rates of the paper (Theorem 3.1) are those of the kernel
    solvers.

    Parameters
    ----------
    loss : str, Loss, Decoder, callable or whatever `qstheory.as_loss` takes, default="hamming"
        A name ("hamming", "f-score", "hamming:m=3"), a decoder, a function L(z, y) of tuples of
        integers, or an exact loss, a file, rows, a data frame.
    loss_parameters : dict, default=None
        Parameters of a loss given by name, such as {"k": 3}; a search reaches each of them as
        loss_parameters__k.
    decoder : Decoder, default=None
        Taken in the place of `loss` and its parameters.
    kernel : str or callable, default="gaussian"
        "gaussian", "laplace", "linear", "polynomial", "precomputed", or what scikit-learn's
        `pairwise_kernels` takes.
    degree : float, default=3
        Of the polynomial kernel.
    coef0 : float, default=1
        Of the polynomial and the sigmoid kernel.
    kernel_params : dict, default=None
        Further parameters of a kernel of scikit-learn or of a callable.
    route : {"decomposition", "loss-trick"}, default="decomposition"
        Which of the two routes is taken.
    solver : {"exact", "primal", "nystrom", "fourier"} or Solver, default="exact"
        "primal" is for the linear kernel and d < n; "nystrom" and "fourier" are for large n.
    n_components : int, default=None
        Landmarks or frequencies of the approximate solvers, ceil(5 sqrt n) when None.
    candidates : array-like of shape (count, m), default=None
        Predictions to try on the loss-trick route, the observed ones when None.
    target : str, default="auto"
        The form of y: "label-sets", "indicator", "relevances", "rankings" or "classes"; "auto"
        recognises all but rankings.
    classes : sequence, default=None
        All labels, where y may lack some, in the order of an ordinal loss.
    max_memory : float, default=None
        Bytes that fit may allocate, what the system has available when None.
    random_state : int, default=0
        Seed of landmarks and frequencies.
    kernel_parameters : dict
        The name of `kernel_params` before version 0.2.
    regressor : estimator, default=None
        Any multi-output regressor, fitted to U in the place of the kernel solvers. X may have NaN
        where it, or the first step of a pipeline, allows for them.
    gamma : float or "median", default="median"
        The width of the kernel; "median" takes it from the distances of the inputs.
    alpha : float, default=1e-4
        The paper's lambda, so that the ridge is n * alpha.
    lam : float
        The name of `alpha` before version 0.2.

    Attributes
    ----------
    classes_ : ndarray
        The classes or labels, in the order of their columns.
    decoder_ : Decoder
        The decoder of the loss, fitted to the observations.
    ridge_ : Surrogate
        The fitted g-hat.
    n_outputs_ : int
        The number of columns of U, one more where c(y) is regressed as well.
    offset_ : RiskOffset
        The constant c in L(z, y) = F_z . U_y + c(y), where it is constant.
    row_weights_ : ndarray or None
        The weights of the rows that were fitted.
    targets_ : Targets
        The form of y and the names in it.
    n_features_in_ : int
        The number of columns of X.
    feature_names_in_ : ndarray
        Their names, where X is a data frame.

    Raises
    ------
    InvalidParameter, UnknownLoss, UndefinedLoss, TooLarge
        In fit, a ValueError with the sentence that says what to do.

    See Also
    --------
    QuadraticSurrogateCV : The same with alpha and gamma chosen by the loss itself.
    RankingSurrogate : For queries with different numbers of documents.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0], [1.0], [2.0], [3.0]])
    >>> y = [{"low"}, {"low"}, {"low", "high"}, {"high"}]
    >>> QuadraticSurrogate(loss="f-score", alpha=1e-3).fit(X, y).predict(X)
    array([('low',), ('low',), ('high', 'low'), ('high',)], dtype=object)
    """

    _: KW_ONLY
    regressor: Any = None
    gamma: float | str = "median"
    alpha: float = 1e-4
    lam: float | str = "deprecated"

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Solve (K + n lambda I) C = U, with U_{y_i} in row i; weights stand for repetition."""
        prepared = self._prepare(X, y, sample_weight)
        self.__dict__.pop("equations_", None)  # a new fit forgets what was streamed
        self.row_weights_ = prepared.weights
        return self._fitted(prepared, self.regressor)

    @available_if(_streams)  # type: ignore[untyped-decorator]
    def partial_fit(
        self, X: Any, y: Any, classes: Sequence[Any] | None = None, sample_weight: Any = None
    ) -> Self:
        """Add rows to the normal equations of a feature-map solver, and solve them again.

        The first call draws the features from its rows, of which there must be as many as
        landmarks, and fixes the labels; give it `classes` where its y may lack some. Memory does
        not grow with the rows. Solvers without features and losses whose U depends on all
        observations do not have this method.
        """
        solver = self._solver()
        assert isinstance(solver, FeatureSolver)
        known = getattr(self, "equations_", None)
        prepared = self._prepare(
            X, y, sample_weight, classes=classes, first=known is None, more=known is not None
        )
        c = np.nan_to_num(risk_offsets(prepared.decoder, prepared.Y))
        U = Outputs.of(prepared.decoder, prepared.Y, c)
        if known is None:
            solver.require_rows(prepared.X)
            known = solver.equations(self._kernel(self.gamma), prepared.X, U.shape[1])
        known.add(prepared.X, U, prepared.weights)
        self.equations_: NormalEquations = known
        return self._keep(prepared, known.solved(self._alpha()), RiskOffset(None), U.shape[1])

    def weights(self, X: Any) -> Array:
        """alpha_i(x) for each row x and each training observation i, shape (t, n): O(n^3).

        Raises
        ------
        InvalidParameter
            With an approximate solver or another regressor, which keep no training row.
        """
        X = self._checked(X)
        solver = self._solver()
        sections = getattr(self.ridge_, "representation", None)
        if not isinstance(solver, ExactSolver) or not isinstance(sections, KernelSections):
            raise InvalidParameter("The weights need solver='exact': fit with it.")
        identity = np.eye(sections.size)
        fitted: RidgeFit = solver.fit(
            sections.kernel, sections.anchors, identity, self._alpha(), self.row_weights_
        )
        return fitted.scores(X)

    def _width_and_alpha(self) -> tuple[float | str, float]:
        return self.gamma, self._alpha()

    def _alpha(self) -> float:
        return positive_lambda(renamed(self, "lam", "alpha"))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = takes_missing(self.regressor)
        return tags


@dataclass(eq=False, repr=False)
class QuadraticSurrogateCV(SurrogateEstimator):
    """`QuadraticSurrogate` at the (gamma, alpha) of least validation loss.

    Each gamma costs one eigendecomposition, which gives every alpha and every output at once. The
    final fit is on all rows.

    Parameters
    ----------
    loss, loss_parameters, decoder, kernel, degree, coef0, kernel_params, route, solver :
        As in `QuadraticSurrogate`.
    n_components, candidates, target, classes, max_memory, random_state, kernel_parameters :
        As in `QuadraticSurrogate`, the seed also being that of the rows held out.
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
        classes = prepared.targets.form == "classes"
        drawn = drawn_folds(
            prepared.X, prepared.Y, self.cv, groups, self.random_state,
            classes=classes, closed_form=not self.regressors,
        )  # fmt: skip
        folds = checked_folds(drawn)
        risks = np.zeros((len(gammas), len(alphas)))
        U = Outputs.of(prepared.decoder, prepared.Y)
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
        return self._fitted(prepared, self.regressor_)

    def _width_and_alpha(self) -> tuple[float | str, float]:
        return self.gamma_, self.alpha_

    def _fold_risks(
        self, kernel: Kernel, prepared: Prepared, U: Any, fold: Fold, alphas: Sequence[float]
    ) -> list[float]:
        """The validation loss of each alpha on a fold, at the width of the kernel."""
        training, validation = fold
        X, rows = prepared.X, training if validation is None else validation
        inputs = _columns(X, training, training, kernel)
        path = self._solver().path(kernel, inputs, U[training], prepared.weights_of(training))
        held_out = _columns(X, validation, training, kernel)
        weights = prepared.weights_of(rows)
        return path_risks(
            path, prepared.decoder, alphas, held_out, prepared.Y[rows], weights=weights
        )

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


def _regressor_risk(regressor: Any, prepared: Prepared, U: Any, fold: Fold) -> float:
    """The validation loss of a regressor of U on a fold."""
    training, validation = fold
    assert validation is not None
    fitted = RegressorFit.fit(
        regressor, prepared.X[training], U[training], prepared.weights_of(training)
    )
    decoded = prepared.decoder.decode(fitted.scores(prepared.X[validation]))
    weights = prepared.weights_of(validation)
    return mean_loss(prepared.decoder, decoded, prepared.Y[validation], weights)


def _columns(X: Any, rows: Array | None, training: Array, kernel: Kernel) -> Any:
    """Rows of X; of a precomputed kernel also only the columns of the training rows."""
    if rows is None:
        return None
    return X[rows][:, training] if kernel.precomputed else X[rows]
