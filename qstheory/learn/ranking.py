"""Ranking with queries of different length: one scoring function of the document's features.

The surrogate for NDCG-type losses regresses the normalised gains u_qj = G(r_qj) / N(r_q) and sorts
by the estimates (Appendix B.3; P. Ravikumar, A. Tewari, E. Yang, "On NDCG consistency of listwise
ranking methods", AISTATS 2011). With g_j(x_q) = g(x_qj) shared by all places j, the estimator
minimises (1/n) sum_q sum_j (g(x_qj) - u_qj)^2 + lambda ||g||^2 over n queries.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_is_fitted, check_X_y, validate_data

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.base import Decoder
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.resolve import resolve_decoder, resolve_solver
from qstheory.learn.solvers import Solver


def query_rows(query: Array) -> Iterator[Array]:
    """The row numbers of each query, in increasing order of the query's id."""
    order = np.argsort(query, kind="stable")
    starts = np.flatnonzero(np.diff(query[order]))
    return iter(np.split(order, starts + 1))


def pairs_per_query(query: Array) -> float:
    """The mean number of documents of a query."""
    return len(query) / len(np.unique(query))


def normalised_gains(decoder: Decoder, relevance: Array, query: Array) -> Array:
    """u_qj = G(r_qj) / N(r_q) for each pair, shape (pairs,)."""
    gains = np.empty(len(relevance))
    for rows in query_rows(query):
        gains[rows] = np.nan_to_num(decoder.observation_features(relevance[None, rows])[0])
    return gains


def query_losses(decoder: Decoder, scores: Array, relevance: Array, query: Array) -> Array:
    """The loss of sorting each query by its scores, shape (queries,); nan where it is dropped."""
    losses = []
    for rows in query_rows(query):
        positions = decoder.decode(scores[None, rows])
        losses.append(float(decoder.loss(positions, relevance[None, rows])[0]))
    return np.array(losses)


def mean_query_loss(decoder: Decoder, scores: Array, relevance: Array, query: Array) -> float:
    """The mean of `query_losses` over the queries that the convention keeps."""
    return float(np.nanmean(query_losses(decoder, scores, relevance, query)))


class QueryRanker(BaseEstimator):  # type: ignore[misc]
    """Base of the rankers: pairs X of shape (pairs, d), relevances, and the query of each pair."""

    loss: str | Decoder
    loss_parameters: dict[str, object] | None
    decoder_: Decoder

    @abstractmethod
    def scores(self, X: Any) -> Array:
        """The score of each pair, shape (pairs,); a query is sorted by decreasing score."""

    def predict(self, X: Any, query: Any = None) -> Array:
        """The 1-based position of each pair within its query (all rows are one query if None)."""
        scores = self.scores(X)
        positions = np.empty(len(scores), dtype=np.int64)
        ids = np.zeros(len(scores)) if query is None else np.asarray(query)
        for rows in query_rows(ids):
            positions[rows] = self.decoder_.decode(scores[None, rows])[0]
        return positions

    def risk(self, X: Any, relevance: Any, query: Any) -> float:
        """The mean loss over the queries that the convention keeps."""
        return mean_query_loss(
            self.decoder_, self.scores(X), np.asarray(relevance), np.asarray(query)
        )

    def score(self, X: Any, relevance: Any, query: Any) -> float:
        """Minus the mean loss."""
        return -self.risk(X, relevance, query)

    def __sklearn_is_fitted__(self) -> bool:
        """A fit that failed leaves `n_features_in_` behind; `decoder_` comes last in every fit."""
        return hasattr(self, "decoder_")

    def _checked_pairs(self, X: Any, relevance: Any, query: Any) -> tuple[Array, Array, Array]:
        X, relevance = check_X_y(X, relevance, dtype=float)
        self.n_features_in_ = X.shape[1]
        query = np.asarray(query)
        if query.shape != relevance.shape:
            raise InvalidParameter("query must name the query of each row of X.")
        return X, relevance.astype(np.int64), query

    def _features(self, X: Any) -> Array:
        check_is_fitted(self)
        return np.asarray(validate_data(self, X, dtype=float, reset=False))


class RankingSurrogate(QueryRanker):
    """Sort by g-hat(x_qj), fitted to the normalised gains; lambda as in the module's formula."""

    def __init__(
        self,
        loss: str | Decoder = "ndcg",
        *,
        loss_parameters: dict[str, object] | None = None,
        kernel: Any = "gaussian",
        gamma: float | str = "median",
        lam: float = 1e-4,
        solver: str | Solver = "nystrom",
        n_components: int | None = None,
    ) -> None:
        self.loss = loss
        self.loss_parameters = loss_parameters
        self.kernel = kernel
        self.gamma = gamma
        self.lam = lam
        self.solver = solver
        self.n_components = n_components

    def fit(self, X: Any, relevance: Any, query: Any) -> Self:
        """Regress the normalised gains of the pairs."""
        X, relevance, query = self._checked_pairs(X, relevance, query)
        decoder = resolve_decoder(self.loss, self.loss_parameters)
        gains = normalised_gains(decoder, relevance, query)
        solver = resolve_solver(self.solver, self.n_components, 0, None)
        kernel = Kernel(self.kernel, self.gamma)
        self.ridge_ = solver.fit(kernel, X, gains[:, None], self.lam / pairs_per_query(query))
        self.decoder_ = decoder
        return self

    def scores(self, X: Any) -> Array:
        return np.asarray(self.ridge_.scores(self._features(X))[:, 0])
