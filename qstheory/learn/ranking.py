"""Ranking with queries of different length: one scoring function of the document's features.

The surrogate for NDCG-type losses regresses the normalised gains u_qj = G(r_qj) / N(r_q) and sorts
by the estimates (Appendix B.3; P. Ravikumar, A. Tewari, E. Yang, "On NDCG consistency of listwise
ranking methods", AISTATS 2011). With g_j(x_q) = g(x_qj) shared by all places j, the estimator
minimises (1/n) sum_q sum_j (g(x_qj) - u_qj)^2 + alpha ||g||^2 over n queries.

Losses of pairs of documents (average precision, graded disagreement) have features u_qjl. There g
is a function of two documents, k((x, x'), (v, v')) the kernel of the joined inputs, and its
estimates are decoded query by query.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, Self

from sklearn.utils.metaestimators import available_if

from qstheory.learn.kernels import Kernel
from qstheory.learn.queries import QueryRegression, mean_offset
from qstheory.learn.ranking_base import FittedRanker
from qstheory.learn.solvers import FeatureSolver, NormalEquations
from qstheory.learn.solvers.base import positive_lambda
from qstheory.learn.weights import checked_weights, renamed


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
        X, relevance, queries = self._checked_pairs(X, y, query)
        weights = checked_weights(sample_weight, X.shape[0])
        decoder = self._decoder_for(relevance)
        problem = QueryRegression.of(decoder, X, relevance, queries, weights)
        kernel = Kernel(self.kernel, self.gamma, parameters=self.kernel_params or {})
        self.ridge_ = self._solver().fit(
            kernel,
            problem.inputs,
            problem.targets,
            positive_lambda(renamed(self, "lam", "alpha")) * problem.share,
            problem.weights,
        )
        self.risk_offset_ = mean_offset(decoder, relevance, queries, weights)
        self.decoder_, self.documents_ = decoder, problem.documents
        self.__dict__.pop("equations_", None)  # a new fit forgets what was streamed
        return self

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
        X, relevance, queries = self._checked_pairs(X, y, query, reset=known is None)
        weights = checked_weights(sample_weight, X.shape[0])
        decoder = self._decoder_for(relevance)
        problem = QueryRegression.of(decoder, X, relevance, queries, weights)
        if known is None:
            solver.require_rows(problem.inputs)
            kernel = Kernel(self.kernel, self.gamma, parameters=self.kernel_params or {})
            known = solver.equations(kernel, problem.inputs, 1)
            self.queries_seen_, self.risk_offset_ = 0.0, 0.0
        known.add(problem.inputs, problem.targets, problem.weights)
        self.equations_: NormalEquations = known
        count = problem.share * problem.total_weight
        self.queries_seen_ += count
        change = mean_offset(decoder, relevance, queries, weights) - self.risk_offset_
        self.risk_offset_ += change * count / self.queries_seen_
        ridge = (
            positive_lambda(renamed(self, "lam", "alpha")) * self.queries_seen_ / known.total_weight
        )
        self.ridge_ = known.solved(ridge)
        self.decoder_, self.documents_ = decoder, problem.documents
        return self
