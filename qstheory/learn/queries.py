"""Documents by query: what g is a function of, what it is fitted to, how its values are decoded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from scipy.sparse import csr_matrix, hstack, issparse

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders import Decoder
from qstheory.learn.decoders.arrays import as_queries
from qstheory.learn.kernels import Array
from qstheory.learn.selection import mean_kept


def refuse_other_than_orders(decoder: Decoder) -> None:
    """Raises InvalidParameter for a loss whose predictions are not orders of items."""
    if decoder.predicts != "permutations":
        raise InvalidParameter(
            f"A ranking needs a loss that predicts orders, such as ndcg, and {decoder.name}"
            f" predicts {decoder.predicts}."
        )


def query_rows(query: Array) -> Iterator[Array]:
    """The row numbers of each query, in increasing order of the query's id."""
    order = np.argsort(query, kind="stable")
    starts = np.flatnonzero(np.diff(as_queries(query, len(query))[order]))
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


def _offsets(decoder: Decoder, Y: Array) -> Array:
    """c(y) for rows of equally many relevances; nan where y is dropped."""
    Z = np.tile(np.arange(1, Y.shape[1] + 1), (len(Y), 1))
    U = np.nan_to_num(decoder.observation_features(Y))
    return np.asarray(decoder.loss(Z, Y) - decoder.risk(Z, U))


def mean_query_loss(decoder: Decoder, scores: Array, relevance: Array, query: Array) -> float:
    """The mean of `query_losses` over the queries that the convention keeps.

    Raises
    ------
    InvalidParameter
        When it drops all of them.
    """
    return mean_kept(query_losses(decoder, scores, relevance, query))


@dataclass(frozen=True)
class Documents:
    """What g is a function of, and where its values belong in the features of each query.

    One document each (`paired` false), or the pairs of two documents of a query. `sign` is that of
    g(x', x) beside g(x, x').
    """

    paired: bool
    sign: float = 1.0
    diagonal: bool = True

    @classmethod
    def of(cls, decoder: Decoder) -> Self:
        """By the number of features of two items; raises InvalidParameter for other losses."""
        refuse_other_than_orders(decoder)
        if decoder.name in {"ndcg", "pairwise-disagreement"}:
            return cls(paired=False)
        two = np.array([[1, 0]])
        of_all = decoder.observes == "preferences" or decoder.depends_on_observations
        features = 0 if of_all else decoder.fit(two).observation_features(two).shape[1]
        if features not in {1, 3}:
            raise InvalidParameter(
                f"The loss {decoder.name} has no features of single documents or pairs of them."
            )
        return cls(paired=True, sign=1.0 if features == 3 else -1.0, diagonal=features == 3)

    def places(self, m: int) -> tuple[Array, Array]:
        """The two items of each feature of a query of m documents, in the decoder's order."""
        return np.tril_indices(m) if self.diagonal else np.triu_indices(m, 1)

    def inputs(self, X: Any, first: Array, second: Array) -> Any:
        """The joined inputs (x_first, x_second), one a row."""
        if issparse(X):
            return csr_matrix(hstack([X[first], X[second]]))
        return np.hstack([X[first], X[second]])


@dataclass(frozen=True)
class Asked:
    """The inputs at which g is needed for some queries, all at once, and where each query's are."""

    inputs: Any
    sign: float
    parts: tuple[tuple[Array, slice, slice], ...]

    @classmethod
    def of(cls, documents: Documents, X: Any, query: Array) -> Asked:
        """For the rows of X, whose queries are numbered."""
        if not documents.paired:
            order = np.argsort(query, kind="stable")
            counts = np.bincount(query)
            starts = np.cumsum(counts) - counts
            slices = [slice(a, a + n) for a, n in zip(starts, counts, strict=True)]
            return cls(X[order], 1.0, tuple((order[part], part, part) for part in slices))
        left: list[Array] = []
        right: list[Array] = []
        parts, end = [], 0
        for rows in query_rows(query):
            first, second = (rows[part] for part in documents.places(rows.size))
            left += [first, second]
            right += [second, first]
            middle = end + first.size
            parts.append((rows, slice(end, middle), slice(middle, middle + first.size)))
            end = middle + first.size
        inputs = documents.inputs(X, np.concatenate(left), np.concatenate(right))
        return cls(inputs, documents.sign, tuple(parts))

    def scores(self, values: Array) -> Iterator[tuple[Array, Array]]:
        """The rows of each query and its scores, shape (1, r), from the values at the inputs."""
        for rows, there, back in self.parts:
            yield rows, ((values[there] + self.sign * values[back]) / 2)[None]

    def decoded(self, decoder: Decoder, values: Array) -> Iterator[tuple[Array, Array, float]]:
        """The rows of each query, their positions and the gap, from the values at the inputs."""
        for rows, scores in self.scores(values):
            positions, gaps = decoder.decode_with_gap(scores)
            yield rows, positions[0], float(gaps[0])

    def least_risks(self, decoder: Decoder, values: Array) -> Array:
        """min_z F_z . g for each query, shape (queries,)."""
        found = [decoder.risk(decoder.decode(g), g)[0] for _, g in self.scores(values)]
        return np.array(found, dtype=float)

    def mean_loss(
        self, decoder: Decoder, values: Array, relevance: Array, weights: Array | None = None
    ) -> float:
        """The mean over the queries that the convention keeps, each weighed by its documents."""
        losses, shares = [], []
        for rows, positions, _ in self.decoded(decoder, values):
            losses.append(float(decoder.loss(positions[None], relevance[None, rows])[0]))
            shares.append(1.0 if weights is None else float(weights[rows].mean()))
        return mean_kept(np.array(losses), None if weights is None else np.array(shares))


@dataclass(frozen=True)
class QueryRegression:
    """The least-squares problem of a ranking loss.

    `share` is the number of queries for each row, so that the ridge is that of n queries.
    """

    documents: Documents
    inputs: Any
    targets: Array
    weights: Array | None
    share: float

    @property
    def total_weight(self) -> float:
        return len(self.targets) if self.weights is None else float(self.weights.sum())


@dataclass(frozen=True)
class JudgedDocuments:
    """Documents, one a row, of numbered queries with their relevances, and the decoder of a loss.

    The weights of the rows are all 1 when None.
    """

    decoder: Decoder
    X: Any
    relevance: Array
    query: Array
    weights: Array | None

    def at(self, rows: Array) -> JudgedDocuments:
        """Some of them."""
        weights = None if self.weights is None else self.weights[rows]
        X, relevance, query = self.X[rows], self.relevance[rows], self.query[rows]
        return JudgedDocuments(self.decoder, X, relevance, query, weights)

    def mean_offset(self) -> float:
        """The mean over the queries of c(y) = L(z, y) - F_z . U_y, the same for every order z.

        It is nan where c(y) depends on more than whether the loss is defined. A query that the
        convention drops counts as 0; a query weighs as its documents do on average.
        """
        if np.ptp(_offsets(self.decoder, np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0]]))) > 1e-12:
            return float("nan")
        offsets, shares = [], []
        for rows in query_rows(self.query):
            offsets.append(_offsets(self.decoder, self.relevance[None, rows])[0])
            shares.append(1.0 if self.weights is None else float(self.weights[rows].mean()))
        return float(np.average(np.nan_to_num(offsets), weights=shares))

    def regression(self) -> QueryRegression:
        """The least-squares problem; raises InvalidParameter for a loss without such features."""
        decoder, X, relevance, weights = self.decoder, self.X, self.relevance, self.weights
        documents = Documents.of(decoder)
        queries = len(np.unique(self.query))
        if not documents.paired:
            gains = normalised_gains(decoder, relevance, self.query)[:, None]
            return QueryRegression(documents, X, gains, weights, queries / X.shape[0])
        firsts, seconds, values = [], [], []
        for rows in query_rows(self.query):
            first, second = (rows[part] for part in documents.places(rows.size))
            features = np.nan_to_num(decoder.observation_features(relevance[None, rows])[0])
            apart = first != second
            firsts += [first, second[apart]]
            seconds += [second, first[apart]]
            values += [features, documents.sign * features[apart]]
        i, j, targets = map(np.concatenate, (firsts, seconds, values))
        if not i.size:
            raise InvalidParameter("No query has two documents to compare.")
        both = None if weights is None else np.sqrt(weights[i] * weights[j])
        inputs = documents.inputs(X, i, j)
        return QueryRegression(documents, inputs, targets[:, None], both, queries / i.size)
