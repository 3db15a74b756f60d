"""Ranking with queries of different length: one scoring function of the document's features.

The surrogate for NDCG-type losses regresses the normalised gains u_qj = G(r_qj) / N(r_q) and sorts
by the estimates (Appendix B.3; P. Ravikumar, A. Tewari, E. Yang, "On NDCG consistency of listwise
ranking methods", AISTATS 2011). With g_j(x_q) = g(x_qj) shared by all places j, the estimator
minimises (1/n) sum_q sum_j (g(x_qj) - u_qj)^2 + alpha ||g||^2 over n queries.

Losses of pairs of documents (average precision, graded disagreement) have features u_qjl. There g
is a function of two documents, k((x, x'), (v, v')) the kernel of the joined inputs, and its
estimates are decoded query by query.

What the rankers share: documents of queries, checked, scored, sorted and judged.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import KW_ONLY, dataclass
from typing import Any, Self

import numpy as np
from scipy.sparse import issparse
from sklearn.utils.metaestimators import available_if

from qstheory.errors import InvalidParameter
from qstheory.learn.base import JudgedByLoss, warn_of_gaps
from qstheory.learn.decoders.arrays import as_integers, as_queries
from qstheory.learn.decoders.base import Decoder
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.meaning import LossSpecification
from qstheory.learn.queries import (
    Asked,
    Documents,
    QueryRegression,
    mean_offset,
    refuse_other_than_orders,
)
from qstheory.learn.resolve import resolve_decoder, resolve_solver
from qstheory.learn.solvers import FeatureSolver, NormalEquations, RidgeFit, Solver
from qstheory.learn.solvers.base import positive_lambda
from qstheory.learn.weights import checked_weights, refuse_masked, renamed


class QueryRanker(JudgedByLoss):
    """Base of the rankers: documents X of shape (pairs, d), relevances y, the query of each row.

    `query` holds one id a row, numbers or text in any order; all rows are one query when it is
    None.
    """

    documents_ = Documents(paired=False)

    @abstractmethod
    def decision_function(self, X: Any) -> Array:
        """The score of each document, shape (pairs,); a query is sorted by decreasing score."""

    def predict(self, X: Any, query: Any = None) -> Any:
        """The 1-based position of each document within its query, shape (pairs,).

        A data frame with the column "position" after `set_output(transform="pandas")`.

        Warns
        -----
        ConvergenceWarning
            Where the decoder could not prove that the order of a query is optimal.
        """
        positions, gaps = self._decoded(self._checked(X), query)
        warn_of_gaps(gaps)
        return self._returned(positions, X)

    def decode_with_gap(self, X: Any, query: Any = None) -> tuple[Any, Array]:
        """The positions and, for each query in the order of the ids, a bound on its gap.

        The gap is the estimated risk of the order less the least one, 0 where that is proved.
        """
        positions, gaps = self._decoded(self._checked(X), query)
        return self._returned(positions, X), gaps

    def risk(self, X: Any, y: Any, query: Any = None, sample_weight: Any = None) -> float:
        """The mean loss over the queries that the convention keeps.

        `sample_weight` holds one weight a document: a query has the mean of its documents'.
        """
        X = self._checked(X)
        relevance = self._relevances(y, X.shape[0])
        weights = checked_weights(sample_weight, X.shape[0])
        asked = Asked.of(self.documents_, X, as_queries(query, X.shape[0]))
        return asked.mean_loss(self.decoder_, self._scores(asked.inputs), relevance, weights)

    def score(self, X: Any, y: Any, query: Any = None, sample_weight: Any = None) -> float:
        """Minus the mean loss, since scikit-learn's scores are better when greater."""
        return -self.risk(X, y, query, sample_weight)

    def _decoded(self, X: Any, query: Any) -> tuple[Array, Array]:
        """Positions of the rows, and a gap for each query."""
        positions = np.zeros(X.shape[0], dtype=np.int64)
        asked = Asked.of(self.documents_, X, as_queries(query, X.shape[0]))
        gaps = []
        for rows, placed, gap in asked.decoded(self.decoder_, self._scores(asked.inputs)):
            positions[rows] = placed
            gaps.append(gap)
        return positions, np.array(gaps)

    def _returned(self, positions: Array, X: Any) -> Any:
        if not self._returns_frames:
            return positions
        from pandas import DataFrame

        return DataFrame({"position": positions}, index=getattr(X, "index", None))

    @abstractmethod
    def _scores(self, X: Any) -> Array:
        """g at the rows of checked inputs, of documents or pairs of them."""

    def _checked_pairs(
        self, X: Any, y: Any, query: Any, *, reset: bool = True
    ) -> tuple[Any, Array, Array]:
        if y is None:
            raise ValueError("This estimator requires y to be passed, but the target y is None.")
        X = self._inputs(X, reset=reset)
        return X, self._relevances(y, X.shape[0]), as_queries(query, X.shape[0])

    def _relevances(self, y: Any, rows: int) -> Array:
        """The relevances as integers; raises for anything else, or another number of them."""
        refuse_masked(y, "y")
        given = y.toarray() if issparse(y) else np.asarray(y)
        if given.ndim == 2 and given.shape[1] == 1:
            given = given.ravel()
        if given.shape != (rows,):
            raise InvalidParameter(
                f"y must hold one relevance for each row of X, {rows}, not shape {given.shape}."
            )
        if given.dtype.kind in "Ob":  # such as numbers of Python, and relevant or not
            given = _numbers(given)
        return as_integers(given, "relevances")[:, 0]

    def _decoder_for(self, relevance: Array) -> Decoder:
        """The decoder; raises InvalidParameter for grades where the loss has relevant or not."""
        decoder = resolve_decoder(self.loss, self.loss_parameters)
        refuse_other_than_orders(decoder)
        if decoder.observes == "label-sets" and relevance.max(initial=0) > 1:
            raise InvalidParameter(
                f"The loss {decoder.name} takes the relevances 0 and 1 and y has"
                f" {relevance.max()}: cut the grades in two."
            )
        return decoder


@dataclass(eq=False, repr=False)
class FittedRanker(QueryRanker):
    """A fitted g-hat of documents, or of pairs of them."""

    loss: LossSpecification = "ndcg"
    _: KW_ONLY
    loss_parameters: dict[str, object] | None = None
    kernel: Any = "gaussian"
    kernel_params: dict[str, Any] | None = None
    solver: str | Solver = "nystrom"
    n_components: int | None = None
    max_memory: float | None = None
    random_state: int = 0

    def __post_init__(self) -> None:
        """What a fit leaves behind."""
        self.ridge_: RidgeFit
        self.risk_offset_: float

    def predict_risk(self, X: Any, query: Any = None) -> Array:
        """The estimated risk of the order of each query, in the order of the ids: shape (queries,).

        min_z F_z . g-hat + c, with c the mean of c(y) in L(z, y) = F_z . U_y + c(y) over the fitted
        queries: 1 for NDCG and MAP, less where 0/0 has a value by convention.

        Raises
        ------
        InvalidParameter
            For a loss whose c(y) is another one for each query.
        """
        X = self._checked(X)
        if np.isnan(self.risk_offset_):
            raise InvalidParameter(
                f"The risk of {self.decoder_.name} has a part that no order changes and that is"
                " another one for each query: only what orders differ by is estimated."
            )
        asked = Asked.of(self.documents_, X, as_queries(query, X.shape[0]))
        return asked.least_risks(self.decoder_, self._scores(asked.inputs)) + self.risk_offset_

    def decision_function(self, X: Any) -> Array:
        """The score of each document, shape (pairs,).

        Raises
        ------
        InvalidParameter
            For a loss of pairs of documents, where a document has no score of its own.
        """
        X = self._checked(X)
        if self.documents_.paired:
            raise InvalidParameter(f"Documents have no score of their own in {self.decoder_.name}.")
        return self._scores(X)

    def _scores(self, X: Any) -> Array:
        return np.asarray(self.ridge_.scores(X)[:, 0])

    def _kernel(self, gamma: float | str) -> Kernel:
        return Kernel(self.kernel, gamma, parameters=self.kernel_params or {})

    def _fitted(
        self, problem: QueryRegression, decoder: Decoder, gamma: float | str, alpha: float
    ) -> Self:
        """The fit to the documents of a problem, alpha being one a query."""
        self.ridge_ = self._solver().fit(
            self._kernel(gamma),
            problem.inputs,
            problem.targets,
            alpha * problem.share,
            problem.weights,
        )
        self.decoder_, self.documents_ = decoder, problem.documents
        return self

    def _solver(self) -> Solver:
        return resolve_solver(self.solver, self.n_components, self.random_state, self.max_memory)


def _numbers(values: Array) -> Array:
    """Objects as floats; raises ValueError, as scikit-learn has it, for what is no number."""
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise ValueError("Unknown label type: y must hold relevances, numbers from 0.") from None


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
        self.risk_offset_ = mean_offset(decoder, relevance, queries, weights)
        self.__dict__.pop("equations_", None)  # a new fit forgets what was streamed
        return self._fitted(problem, decoder, self.gamma, self._alpha())

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
            known = solver.equations(self._kernel(self.gamma), problem.inputs, 1)
            self.queries_seen_, self.risk_offset_ = 0.0, 0.0
        known.add(problem.inputs, problem.targets, problem.weights)
        self.equations_: NormalEquations = known
        count = problem.share * problem.total_weight
        self.queries_seen_ += count
        change = mean_offset(decoder, relevance, queries, weights) - self.risk_offset_
        self.risk_offset_ += change * count / self.queries_seen_
        ridge = self._alpha() * self.queries_seen_ / known.total_weight
        self.ridge_ = known.solved(ridge)
        self.decoder_, self.documents_ = decoder, problem.documents
        return self

    def _alpha(self) -> float:
        return positive_lambda(renamed(self, "lam", "alpha"))
