"""The quadratic surrogate estimator of the paper, for one lambda and any regressor."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import Any, Self

import numpy as np
from sklearn.utils.metaestimators import available_if

from qstheory.errors import InvalidParameter
from qstheory.learn.kernels import Array
from qstheory.learn.regressors import Outputs, RegressorFit, risk_offsets, takes_missing
from qstheory.learn.solvers import ExactSolver, FeatureSolver, NormalEquations
from qstheory.learn.solvers.base import KernelSections, RidgeFit, positive_lambda
from qstheory.learn.surrogate import RiskOffset, Surrogate, SurrogateEstimator
from qstheory.learn.weights import renamed


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
        offset, U = self._outputs(prepared)
        self.__dict__.pop("equations_", None)  # a new fit forgets what was streamed
        self.row_weights_ = prepared.weights
        ridge: Surrogate
        if self.regressor is not None:
            ridge = RegressorFit.fit(self.regressor, prepared.X, U, prepared.weights)
        else:
            ridge = self._solver().fit(
                self._kernel(self.gamma), prepared.X, U, self._alpha(), prepared.weights
            )
        return self._keep(prepared, ridge, offset, U.shape[1])

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

    def _alpha(self) -> float:
        return positive_lambda(renamed(self, "lam", "alpha"))

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = takes_missing(self.regressor)
        return tags
