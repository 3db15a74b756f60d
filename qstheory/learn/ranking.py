"""Ranking with queries of different length: one scoring function of the document's features.

The surrogate for NDCG-type losses regresses the normalised gains u_qj = G(r_qj) / N(r_q) and sorts
by the estimates (Appendix B.3; P. Ravikumar, A. Tewari, E. Yang, "On NDCG consistency of listwise
ranking methods", AISTATS 2011). With g_j(x_q) = g(x_qj) shared by all places j, the estimator
minimises (1/n) sum_q sum_j (g(x_qj) - u_qj)^2 + alpha ||g||^2 over n queries; alpha and the width
of the kernel are given, or chosen by the loss over folds of queries.

Losses of pairs of documents (average precision, graded disagreement) have features u_qjl. There g
is a function of two documents, k((x, x'), (v, v')) the kernel of the joined inputs, and its
estimates are decoded query by query.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, Self

import numpy as np
from sklearn.model_selection import GroupKFold, check_cv
from sklearn.utils.metaestimators import available_if

from qstheory.errors import InvalidParameter
from qstheory.learn.checks import renamed
from qstheory.learn.decoders.arrays import as_queries
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.queries import Asked, JudgedDocuments
from qstheory.learn.rankers import FittedRanker
from qstheory.learn.selection import Fold, Selection, checked_folds, checked_grids, in_parallel
from qstheory.learn.solvers import FeatureSolver, NormalEquations
from qstheory.learn.solvers.ridge import positive_lambda


def _streams(self: RankingSurrogate) -> bool:
    return isinstance(self._solver(), FeatureSolver)


@dataclass(eq=False, repr=False)
class RankingSurrogate(FittedRanker):
    """g-hat = argmin (1/n) sum_q sum_j (g(x_qj) - u_qj)^2 + alpha ||g||^2, decoded by query.

    Parameters
    ----------
    loss : str, Loss or Decoder, default="ndcg"
        A loss that predicts orders: "ndcg", "pairwise-disagreement", "map", "pd-graded", ...
    loss_parameters : dict, default=None
        Parameters of a loss given by name, such as {"k": 5}; a search reaches each of them as
        loss_parameters__k.
    kernel : str or callable, default="gaussian"
        As in `QuadraticSurrogate`.
    kernel_params : dict, default=None
        Further parameters of a kernel of scikit-learn or of a callable.
    solver : {"exact", "primal", "nystrom", "fourier"} or Solver, default="nystrom"
        As in `QuadraticSurrogate`.
    n_components : int, default=None
        Landmarks or frequencies of the approximate solvers, ceil(5 sqrt n) when None.
    max_memory : float, default=None
        Bytes that fit may allocate, what the system has available when None.
    random_state : int, default=0
        Seed of landmarks and frequencies.
    gamma : float or "median", default="median"
        The width of the kernel; "median" takes it from the distances of the inputs.
    alpha : float, default=1e-4
        The paper's lambda, for n queries.
    lam : float
        The name of `alpha` before version 0.2.

    Attributes
    ----------
    decoder_ : Decoder
        The decoder of the loss.
    documents_ : Documents
        Whether g is a function of one document or of two.
    ridge_ : RidgeFit
        The fitted g-hat.
    risk_offset_ : float
        The mean over the queries of c(y) in L(z, y) = F_z . U_y + c(y), nan where that varies.
    n_features_in_ : int
        The number of columns of X.
    feature_names_in_ : ndarray
        Their names, where X is a data frame.

    See Also
    --------
    RankingSurrogateCV : The same with alpha and gamma chosen by the loss itself.

    Notes
    -----
    A grid search needs metadata routing, `sklearn.set_config(enable_metadata_routing=True)`, and
    one line: `RankingSurrogate().set_fit_request(query=True).set_score_request(query=True)`.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.array([[0.0], [1.0], [2.0], [0.5], [1.5]])
    >>> model = RankingSurrogate(alpha=1e-3, solver="exact")
    >>> model.fit(X, [0, 1, 2, 0, 1], query=["b", "b", "b", "a", "a"]).predict(X, list("bbbaa"))
    array([3, 2, 1, 2, 1])
    """

    _: KW_ONLY
    gamma: float | str = "median"
    alpha: float = 1e-4
    lam: float | str = "deprecated"

    def fit(self, X: Any, y: Any, query: Any = None, sample_weight: Any = None) -> Self:
        """Regress the normalised gains; `sample_weight` weighs each document's squared error."""
        data = self._data(X, y, query, sample_weight)
        problem = data.regression()
        self.risk_offset_ = data.mean_offset()
        self.__dict__.pop("equations_", None)  # a new fit forgets what was streamed
        return self._fitted(problem, data.decoder, self.gamma, self._alpha())

    @available_if(_streams)  # type: ignore[untyped-decorator]
    def partial_fit(self, X: Any, y: Any, query: Any = None, sample_weight: Any = None) -> Self:
        """Add whole queries to the normal equations of a feature-map solver, and solve them again.

        The first call draws the features from its rows, of which there must be as many as
        landmarks; memory does not grow with the rows. A query must come in one piece: the ids of
        another call name other queries.
        """
        solver = self._solver()
        assert isinstance(solver, FeatureSolver)
        known = getattr(self, "equations_", None)
        data = self._data(X, y, query, sample_weight, reset=known is None)
        problem = data.regression()
        if known is None:
            solver.require_rows(problem.inputs)
            known = solver.equations(self._kernel(self.gamma), problem.inputs, 1)
            self.queries_seen_, self.risk_offset_ = 0.0, 0.0
        known.add(problem.inputs, problem.targets, problem.weights)
        self.equations_: NormalEquations = known
        count = problem.share * problem.total_weight
        self.queries_seen_ += count
        change = data.mean_offset() - self.risk_offset_
        self.risk_offset_ += change * count / self.queries_seen_
        ridge = self._alpha() * self.queries_seen_ / known.total_weight
        self.ridge_ = known.solved(ridge)
        self.decoder_, self.documents_ = data.decoder, problem.documents
        return self

    def _alpha(self) -> float:
        return positive_lambda(renamed(self, "lam", "alpha"))


@dataclass(eq=False, repr=False)
class RankingSurrogateCV(FittedRanker):
    """`RankingSurrogate` at the (gamma, alpha) of least validation loss, over folds of queries.

    The final fit is on all rows.

    Parameters
    ----------
    loss, loss_parameters, kernel, kernel_params, solver, n_components, max_memory, random_state :
        As in `RankingSurrogate`.
    gammas, alphas :
        As in `QuadraticSurrogateCV`.
    cv : int, splitter or iterable, default=5
        A number of folds, or a splitter that takes groups; no query is on both sides of a fold.
    n_jobs : int, default=None
        Jobs for the folds: one when None, one a processor for -1.

    Attributes
    ----------
    alpha_, gamma_, selection_ :
        As in `QuadraticSurrogateCV`.
    decoder_, documents_, ridge_, risk_offset_, n_features_in_, feature_names_in_ :
        As in `RankingSurrogate`.

    See Also
    --------
    RankingSurrogate : The same for one alpha and gamma.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.tile([[0.0], [1.0], [2.0]], (4, 1))
    >>> model = RankingSurrogateCV(alphas=[1e-3, 1e-1], gammas=[1.0], cv=2)
    >>> query = np.repeat(list("abcd"), 3)
    >>> model.fit(X, [0, 1, 2] * 4, query).predict(X, query)[:3]
    array([3, 2, 1])
    """

    _: KW_ONLY
    gammas: Sequence[float] | None = None
    alphas: Sequence[float] | None = None
    cv: Any = 5
    n_jobs: int | None = None

    def fit(self, X: Any, y: Any, query: Any = None, sample_weight: Any = None) -> Self:
        """Evaluate the grid on folds of queries, choose, and fit on all rows."""
        data = self._data(X, y, query, sample_weight)
        kernel = self._kernel("median")
        whole = data.regression()
        gammas, alphas = checked_grids(kernel, whole.inputs, self.gammas, self.alphas)
        folds = checked_folds(self._folds(data.X, data.relevance, data.query))
        risks = np.zeros((len(gammas), len(alphas)))
        kernels = [replace(kernel, gamma=gamma) for gamma in gammas]
        tasks = [(kernels, data, fold, alphas) for fold in folds]
        for found in in_parallel(self.n_jobs, self._fold_risks, tasks):
            risks += found
        self.selection_ = Selection(gammas, alphas, risks / len(folds))
        self.gamma_, self.alpha_ = self.selection_.gamma, self.selection_.alpha
        self.risk_offset_ = data.mean_offset()
        return self._fitted(whole, data.decoder, self.gamma_, self.alpha_)

    def _fold_risks(
        self, kernels: Sequence[Kernel], data: JudgedDocuments, fold: Fold, alphas: Sequence[float]
    ) -> Array:
        """The validation loss of a fold, shape (kernels, alphas)."""
        training, held_out = fold
        assert held_out is not None
        problem, validation = data.at(training).regression(), data.at(held_out)
        queries = as_queries(validation.query, held_out.size)
        asked = Asked.of(problem.documents, validation.X, queries)
        risks = np.zeros((len(kernels), len(alphas)))
        for row, kernel in enumerate(kernels):
            path = self._solver().path(kernel, problem.inputs, problem.targets, problem.weights)
            values = path.scores(asked.inputs, [alpha * problem.share for alpha in alphas])
            for column, g in enumerate(values):
                risks[row, column] = asked.mean_loss(
                    data.decoder, g[:, 0], validation.relevance, validation.weights
                )
        return risks

    def _folds(self, X: Any, relevance: Array, query: Array) -> Iterator[Fold]:
        count = len(np.unique(query))
        cv = 5 if self.cv is None else self.cv
        if isinstance(cv, int | np.integer):
            if not 2 <= cv <= count:
                raise InvalidParameter(f"cv={cv} folds need 2 to {count} queries: change it.")
            yield from GroupKFold(int(cv)).split(X, relevance, query)
            return
        for training, held_out in check_cv(cv).split(X, relevance, query):
            if np.intersect1d(query[training], query[held_out]).size:
                raise InvalidParameter("A query lies on both sides of a fold: split by query.")
            yield training, held_out
