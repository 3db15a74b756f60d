"""What the rankers share: documents of queries, checked, scored, sorted and judged by a loss.

RankSVM, the linear one, is fitted by the hinge loss on pairs of documents of the same query.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import KW_ONLY, dataclass
from typing import Any, Self

import numpy as np
from scipy.sparse import diags_array, issparse
from sklearn.svm import LinearSVC

from qstheory.errors import InvalidParameter
from qstheory.learn.base import JudgedByLoss, warn_of_gaps
from qstheory.learn.checks import checked_weights, refuse_masked
from qstheory.learn.decoders import Decoder
from qstheory.learn.decoders.arrays import as_integers, as_queries
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.queries import (
    Asked,
    Documents,
    JudgedDocuments,
    QueryRegression,
    query_rows,
    refuse_other_than_orders,
)
from qstheory.learn.resolve import LossSpecification, resolve_decoder, resolve_solver
from qstheory.learn.solvers import RidgeFit, Solver


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

    def _data(
        self, X: Any, y: Any, query: Any, sample_weight: Any, *, reset: bool = True
    ) -> JudgedDocuments:
        """The documents with the decoder of the loss."""
        X, relevance, queries = self._checked_pairs(X, y, query, reset=reset)
        weights = checked_weights(sample_weight, X.shape[0])
        return JudgedDocuments(self._decoder_for(relevance), X, relevance, queries, weights)

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


def preference_pairs(relevance: Array, query: Array) -> tuple[Array, Array]:
    """Row numbers (better, worse) of all pairs of a query with different relevance.

    >>> better, worse = preference_pairs(np.array([0, 2, 1]), np.array([7, 7, 7]))
    >>> sorted(zip(better.tolist(), worse.tolist()))
    [(1, 0), (1, 2), (2, 0)]
    """
    better, worse = [], []
    for rows in query_rows(query):
        i, j = np.nonzero(relevance[rows][:, None] > relevance[rows][None, :])
        better.append(rows[i])
        worse.append(rows[j])
    return np.concatenate(better), np.concatenate(worse)


@dataclass(eq=False, repr=False)
class RankSVM(QueryRanker):
    """min_w ||w||^2 / 2 + (C / pairs) sum max(0, 1 - w . (x_better - x_worse)).

    At most `max_pairs` pairs are taken, evenly spaced. The fit does not depend on the loss. T.
    Joachims, "Training linear SVMs in linear time", KDD 2006.

    Parameters
    ----------
    loss : str, Loss, Decoder or callable, default="ndcg"
        The loss that it is judged by; the fit does not depend on it.
    loss_parameters : dict, default=None
        Parameters of a loss given by name.
    C : float, default=1.0
        The inverse strength of the regularisation, for the mean over pairs.
    max_pairs : int, default=100_000
        More pairs are thinned out evenly.
    max_iter : int, default=1000
        Of the solver.

    Attributes
    ----------
    decoder_ : Decoder
        The decoder of the loss.
    weights_ : ndarray of shape (d,)
        The linear score.
    n_features_in_ : int
        The number of columns of X.
    feature_names_in_ : ndarray
        Their names, where X is a data frame.

    Examples
    --------
    >>> RankSVM().fit([[0.0], [1.0], [2.0]], [0, 1, 2]).predict([[0.0], [1.0], [2.0]])
    array([3, 2, 1])
    """

    loss: str | Decoder = "ndcg"
    _: KW_ONLY
    loss_parameters: dict[str, object] | None = None
    C: float = 1.0
    max_pairs: int = 100_000
    max_iter: int = 1000

    def fit(self, X: Any, y: Any, query: Any = None) -> Self:
        """Fit a linear SVM without intercept to differences, signed alternately."""
        X, relevance, query = self._checked_pairs(X, y, query)
        decoder = self._decoder_for(relevance)
        better, worse = preference_pairs(relevance, query)
        if better.size == 0:
            raise InvalidParameter("No query has two documents of different relevance.")
        kept = np.unique(
            np.linspace(0, better.size - 1, min(self.max_pairs, better.size)).astype(np.intp)
        )
        # A classifier needs both classes: every second difference is turned round.
        signs = np.where(np.arange(kept.size) % 2 == 0, 1.0, -1.0)
        kept, signs = np.resize(kept, max(2, kept.size)), np.resize(signs, max(2, kept.size))
        signs[1] = -1.0
        turned = diags_array(signs, format="csr")
        differences = turned @ (X[better[kept]] - X[worse[kept]])
        classifier = LinearSVC(
            loss="hinge",
            C=self.C / len(signs),
            fit_intercept=False,
            max_iter=self.max_iter,
            random_state=0,
        )
        self.weights_ = classifier.fit(differences, signs).coef_[0]
        self.decoder_ = decoder
        return self

    def decision_function(self, X: Any) -> Array:
        """w . x for each row."""
        return self._scores(self._checked(X))

    def _scores(self, X: Any) -> Array:
        return np.asarray(X @ self.weights_)
