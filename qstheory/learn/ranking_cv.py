"""The ranking surrogate with lambda and kernel width chosen by the loss, over folds of queries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, replace
from typing import Any, Self

import numpy as np
from sklearn.model_selection import GroupKFold, check_cv

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import as_queries
from qstheory.learn.decoders.base import Decoder
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.queries import Asked, QueryRegression, mean_offset
from qstheory.learn.ranking import FittedRanker
from qstheory.learn.selection import (
    Fold,
    Selection,
    checked_folds,
    checked_grids,
    in_parallel,
)
from qstheory.learn.weights import checked_weights

Data = tuple[Decoder, Any, Array, Array, Array | None]


@dataclass(eq=False, repr=False)
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
    gammas : sequence of float, default=None
        The grid of gamma; those of 4, 2, 1, 1/2, 1/4 times the median width when None.
    alphas : sequence of float, default=None
        The grid of alpha, 28 values from 1e-9 to 1 when None.
    cv : int, splitter or iterable, default=5
        A number of folds, or a splitter that takes groups; no query is on both sides of a fold.
    n_jobs : int, default=None
        Jobs for the folds: one when None, one a processor for -1.

    Attributes
    ----------
    alpha_ : float
        The chosen alpha.
    gamma_ : float
        The chosen gamma.
    selection_ : Selection
        The grids, the mean loss of each pair, and the choice.
    feature_names_in_ : ndarray
        Their names, where X is a data frame.
    decoder_, documents_, ridge_, risk_offset_, n_features_in_ :
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
        X, relevance, queries = self._checked_pairs(X, y, query)
        weights = checked_weights(sample_weight, X.shape[0])
        decoder = self._decoder_for(relevance)
        whole = QueryRegression.of(decoder, X, relevance, queries, weights)
        kernel = self._kernel("median")
        gammas, alphas = checked_grids(kernel, whole.inputs, self.gammas, self.alphas)
        folds = checked_folds(self._folds(X, relevance, queries))
        risks = np.zeros((len(gammas), len(alphas)))
        data = decoder, X, relevance, queries, weights
        kernels = [replace(kernel, gamma=gamma) for gamma in gammas]
        tasks = [(kernels, data, fold, alphas) for fold in folds]
        for found in in_parallel(self.n_jobs, self._fold_risks, tasks):
            risks += found
        self.selection_ = Selection(gammas, alphas, risks / len(folds))
        self.gamma_, self.alpha_ = self.selection_.gamma, self.selection_.alpha
        self.risk_offset_ = mean_offset(decoder, relevance, queries, weights)
        return self._fitted(whole, decoder, self.gamma_, self.alpha_)

    def _fold_risks(
        self, kernels: Sequence[Kernel], data: Data, fold: Fold, alphas: Sequence[float]
    ) -> Array:
        """The validation loss of a fold, shape (kernels, alphas)."""
        decoder, X, relevance, queries, weights = data
        training, held_out = fold
        assert held_out is not None
        parts = [None if weights is None else weights[rows] for rows in (training, held_out)]
        problem = QueryRegression.of(
            decoder, X[training], relevance[training], queries[training], parts[0]
        )
        asked = Asked.of(
            problem.documents, X[held_out], as_queries(queries[held_out], held_out.size)
        )
        risks = np.zeros((len(kernels), len(alphas)))
        for row, kernel in enumerate(kernels):
            path = self._solver().path(kernel, problem.inputs, problem.targets, problem.weights)
            values = path.scores(asked.inputs, [alpha * problem.share for alpha in alphas])
            for column, g in enumerate(values):
                risks[row, column] = asked.mean_loss(
                    decoder, g[:, 0], relevance[held_out], parts[1]
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
