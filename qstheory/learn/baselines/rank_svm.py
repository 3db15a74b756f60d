"""RankSVM: a linear score by the hinge loss on pairs of documents of the same query."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, Self

import numpy as np
from scipy.sparse import diags_array
from sklearn.svm import LinearSVC

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.base import Decoder
from qstheory.learn.kernels import Array
from qstheory.learn.queries import query_rows
from qstheory.learn.ranking import QueryRanker


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
