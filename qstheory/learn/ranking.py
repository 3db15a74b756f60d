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

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Self

import numpy as np
from sklearn.model_selection import GroupKFold, check_cv
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from qstheory.errors import InvalidParameter
from qstheory.learn.contract import JudgedByLoss, warn_of_gaps
from qstheory.learn.decoders.arrays import as_integers, as_queries
from qstheory.learn.decoders.base import Decoder
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.meaning import LossSpecification
from qstheory.learn.missing import refuse_masked
from qstheory.learn.queries import Asked, Documents, QueryRegression
from qstheory.learn.resolve import resolve_decoder, resolve_solver
from qstheory.learn.selection import DEFAULT_ALPHAS, Selection, checked_grid, width_grid
from qstheory.learn.solvers import FeatureSolver, NormalEquations, RidgeFit, Solver
from qstheory.learn.solvers.base import positive_lambda
from qstheory.learn.weights import checked_weights, renamed


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

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.target_tags.required = True
        return tags

    def _checked(self, X: Any) -> Any:
        check_is_fitted(self)
        return self._inputs(X, reset=False)

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
        given = np.asarray(y)
        if given.ndim == 2 and given.shape[1] == 1:
            given = given.ravel()
        if given.shape != (rows,):
            raise InvalidParameter(
                f"y must hold one relevance for each row of X, {rows}, not shape {given.shape}."
            )
        if given.dtype == object:
            given = _numbers(given)
        return as_integers(given, "relevances")[:, 0]

    def _decoder_for(self, relevance: Array) -> Decoder:
        """The decoder; raises InvalidParameter for grades where the loss has relevant or not."""
        decoder = resolve_decoder(self.loss, self.loss_parameters)
        if decoder.observes == "label-sets" and relevance.max(initial=0) > 1:
            raise InvalidParameter(
                f"The loss {decoder.name} takes the relevances 0 and 1 and y has"
                f" {relevance.max()}: cut the grades in two."
            )
        return decoder


class FittedRanker(QueryRanker):
    """A fitted g-hat of documents, or of pairs of them."""

    solver: str | Solver
    n_components: int | None
    max_memory: float | None
    random_state: int
    ridge_: RidgeFit

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

    def _solver(self) -> Solver:
        return resolve_solver(self.solver, self.n_components, self.random_state, self.max_memory)


def _streams(self: RankingSurrogate) -> bool:
    return isinstance(self._solver(), FeatureSolver)


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
    gamma : float or "median", default="median"
        The width of the kernel; "median" takes it from the distances of the inputs.
    kernel_params : dict, default=None
        Further parameters of a kernel of scikit-learn or of a callable.
    alpha : float, default=1e-4
        The paper's lambda, for n queries.
    solver : {"exact", "primal", "nystrom", "fourier"} or Solver, default="nystrom"
        As in `QuadraticSurrogate`.
    n_components : int, default=None
        Landmarks or frequencies of the approximate solvers, ceil(5 sqrt n) when None.
    max_memory : float, default=None
        Bytes that fit may allocate, what the system has available when None.
    random_state : int, default=0
        Seed of landmarks and frequencies.
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

    def __init__(
        self,
        loss: LossSpecification = "ndcg",
        *,
        loss_parameters: dict[str, object] | None = None,
        kernel: Any = "gaussian",
        gamma: float | str = "median",
        kernel_params: dict[str, Any] | None = None,
        alpha: float = 1e-4,
        solver: str | Solver = "nystrom",
        n_components: int | None = None,
        max_memory: float | None = None,
        random_state: int = 0,
        lam: float | str = "deprecated",
    ) -> None:
        self.loss = loss
        self.loss_parameters = loss_parameters
        self.kernel = kernel
        self.gamma = gamma
        self.kernel_params = kernel_params
        self.alpha = alpha
        self.solver = solver
        self.n_components = n_components
        self.max_memory = max_memory
        self.random_state = random_state
        self.lam = lam

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
        self.decoder_, self.documents_ = decoder, problem.documents
        self.__dict__.pop("equations_", None)  # a new fit forgets what was streamed
        return self

    @available_if(_streams)  # type: ignore[untyped-decorator]
    def partial_fit(self, X: Any, y: Any, query: Any = None, sample_weight: Any = None) -> Self:
        """Add whole queries to the normal equations of a feature-map solver, and solve them again.

        The first call draws the features from its rows; memory does not grow with the rows. A query
        must come in one piece: the ids of another call name other queries.
        """
        solver = self._solver()
        assert isinstance(solver, FeatureSolver)
        known = getattr(self, "equations_", None)
        X, relevance, queries = self._checked_pairs(X, y, query, reset=known is None)
        weights = checked_weights(sample_weight, X.shape[0])
        decoder = self._decoder_for(relevance)
        problem = QueryRegression.of(decoder, X, relevance, queries, weights)
        if known is None:
            kernel = Kernel(self.kernel, self.gamma, parameters=self.kernel_params or {})
            known = solver.equations(kernel, problem.inputs, 1)
            self.queries_seen_ = 0.0
        known.add(problem.inputs, problem.targets, problem.weights)
        self.equations_: NormalEquations = known
        self.queries_seen_ += problem.share * problem.total_weight
        ridge = (
            positive_lambda(renamed(self, "lam", "alpha")) * self.queries_seen_ / known.total_weight
        )
        self.ridge_ = known.solved(ridge)
        self.decoder_, self.documents_ = decoder, problem.documents
        return self


class RankingSurrogateCV(FittedRanker):
    """`RankingSurrogate` at the (gamma, alpha) of least validation loss, over folds of queries.

    The final fit is on all rows.

    Parameters
    ----------
    loss : str, Loss or Decoder, default="ndcg"
        A loss that predicts orders: "ndcg", "pairwise-disagreement", "map", "pd-graded", ...
    loss_parameters : dict, default=None
        Parameters of a loss given by name, such as {"k": 5}; a search reaches each of them as
        loss_parameters__k.
    kernel : str or callable, default="gaussian"
        As in `QuadraticSurrogate`.
    gammas : sequence of float, default=None
        The grid of gamma; those of 4, 2, 1, 1/2, 1/4 times the median width when None.
    kernel_params : dict, default=None
        Further parameters of a kernel of scikit-learn or of a callable.
    alphas : sequence of float, default=None
        The grid of alpha, 28 values from 1e-9 to 1 when None.
    cv : int, splitter or iterable, default=5
        A number of folds, or a splitter that takes groups; no query is on both sides of a fold.
    solver : {"exact", "primal", "nystrom", "fourier"} or Solver, default="nystrom"
        As in `QuadraticSurrogate`.
    n_components : int, default=None
        Landmarks or frequencies of the approximate solvers, ceil(5 sqrt n) when None.
    max_memory : float, default=None
        Bytes that fit may allocate, what the system has available when None.
    random_state : int, default=0
        Seed of landmarks and frequencies.

    Attributes
    ----------
    alpha_ : float
        The chosen alpha.
    gamma_ : float
        The chosen gamma.
    selection_ : Selection
        The grids, the mean loss of each pair, and the choice.
    decoder_ : Decoder
        The decoder of the loss.
    documents_ : Documents
        Whether g is a function of one document or of two.
    ridge_ : RidgeFit
        The fitted g-hat.
    n_features_in_ : int
        The number of columns of X.
    feature_names_in_ : ndarray
        Their names, where X is a data frame.

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

    def __init__(
        self,
        loss: LossSpecification = "ndcg",
        *,
        loss_parameters: dict[str, object] | None = None,
        kernel: Any = "gaussian",
        gammas: Sequence[float] | None = None,
        kernel_params: dict[str, Any] | None = None,
        alphas: Sequence[float] | None = None,
        cv: Any = 5,
        solver: str | Solver = "nystrom",
        n_components: int | None = None,
        max_memory: float | None = None,
        random_state: int = 0,
    ) -> None:
        self.loss = loss
        self.loss_parameters = loss_parameters
        self.kernel = kernel
        self.gammas = gammas
        self.kernel_params = kernel_params
        self.alphas = alphas
        self.cv = cv
        self.solver = solver
        self.n_components = n_components
        self.max_memory = max_memory
        self.random_state = random_state

    def fit(self, X: Any, y: Any, query: Any = None, sample_weight: Any = None) -> Self:
        """Evaluate the grid on folds of queries, choose, and fit on all rows."""
        X, relevance, queries = self._checked_pairs(X, y, query)
        weights = checked_weights(sample_weight, X.shape[0])
        decoder = self._decoder_for(relevance)
        whole = QueryRegression.of(decoder, X, relevance, queries, weights)
        kernel = Kernel(self.kernel, "median", parameters=self.kernel_params or {})
        alphas = checked_grid(DEFAULT_ALPHAS if self.alphas is None else self.alphas, "alphas")
        gammas = checked_grid(
            width_grid(kernel, whole.inputs) if self.gammas is None else self.gammas, "gammas"
        )
        folds = list(self._folds(X, relevance, queries))
        risks = np.zeros((len(gammas), len(alphas)))
        for training, held_out in folds:
            part = None if weights is None else weights[training]
            problem = QueryRegression.of(
                decoder, X[training], relevance[training], queries[training], part
            )
            asked = Asked.of(
                whole.documents, X[held_out], as_queries(queries[held_out], held_out.size)
            )
            for row, gamma in enumerate(gammas):
                path = self._solver().path(
                    replace(kernel, gamma=gamma), problem.inputs, problem.targets, problem.weights
                )
                values = path.scores(asked.inputs, [alpha * problem.share for alpha in alphas])
                for column, g in enumerate(values):
                    risks[row, column] += asked.mean_loss(decoder, g[:, 0], relevance[held_out])
        self.selection_ = Selection(gammas, alphas, risks / len(folds))
        self.gamma_, self.alpha_ = self.selection_.gamma, self.selection_.alpha
        self.ridge_ = self._solver().fit(
            replace(kernel, gamma=self.gamma_),
            whole.inputs,
            whole.targets,
            self.alpha_ * whole.share,
            whole.weights,
        )
        self.decoder_, self.documents_ = decoder, whole.documents
        return self

    def _folds(self, X: Any, relevance: Array, query: Array) -> Iterator[tuple[Array, Array]]:
        count = len(np.unique(query))
        if isinstance(self.cv, int):
            if not 2 <= self.cv <= count:
                raise InvalidParameter(f"cv={self.cv} folds need 2 to {count} queries: lower it.")
            yield from GroupKFold(self.cv).split(X, relevance, query)
            return
        for training, held_out in check_cv(self.cv).split(X, relevance, query):
            if np.intersect1d(query[training], query[held_out]).size:
                raise InvalidParameter("A query lies on both sides of a fold: split by query.")
            yield training, held_out


def _numbers(values: Array) -> Array:
    """Objects as floats; raises ValueError, as scikit-learn has it, for what is no number."""
    try:
        return np.asarray(values, dtype=float)
    except (TypeError, ValueError):
        raise ValueError("Unknown label type: y must hold relevances, numbers from 0.") from None
