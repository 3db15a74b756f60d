"""THBM: estimated marginals cut at a threshold that is itself learned by least squares."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from typing import Any, Self

import numpy as np
from scipy.linalg import solve

from qstheory.errors import InvalidParameter
from qstheory.learn.base import LossEstimator
from qstheory.learn.decoders.base import Decoder
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.meaning import LossSpecification
from qstheory.learn.resolve import resolve_solver
from qstheory.learn.solvers import Solver
from qstheory.learn.solvers.base import positive_lambda
from qstheory.learn.weights import renamed

_RIDGE = 1e-6


def best_thresholds(marginals: Array, Y: Array, decoder: Decoder) -> Array:
    """For each row the threshold t at which {j : g_j > t} has the least loss against y.

    Tried are the empty set and the cuts just below each label of y, in decreasing order of g; no
    other cut is better for a loss that never falls when a label outside y is added. The threshold
    is the middle of the gap at the cut (to 1 above the largest marginal, to 0 below the smallest);
    of equal losses, the largest threshold.
    """
    n_rows, m = marginals.shape
    order = np.argsort(-marginals, axis=1, kind="stable")
    rank = np.empty_like(order)
    np.put_along_axis(rank, order, np.broadcast_to(np.arange(m), order.shape), axis=1)
    cuts = np.sort(np.where(Y > 0, rank + 1, 0), axis=1)
    largest = int(Y.sum(axis=1).max(initial=0))
    least = np.full(n_rows, np.inf)
    chosen = np.zeros(n_rows, dtype=np.intp)
    for size in [np.zeros(n_rows, dtype=np.intp), *cuts.T[m - largest :]]:
        losses = np.nan_to_num(decoder.loss((rank < size[:, None]).astype(np.int8), Y))
        better = losses < least
        least[better], chosen[better] = losses[better], size[better]
    ordered = np.take_along_axis(marginals, order, axis=1)
    above = np.maximum(1.0, ordered[:, :1])
    below = np.minimum(0.0, ordered[:, -1:])
    padded = np.hstack([above, ordered, below])
    rows = np.arange(n_rows)
    return np.asarray((padded[rows, chosen] + padded[rows, chosen + 1]) / 2)


@dataclass(frozen=True)
class ThresholdFunction:
    """t(x) = w . g(x) + b on the marginals g(x)."""

    weights: Array

    @classmethod
    def fit(
        cls, marginals: Array, thresholds: Array, weights: Array | None = None
    ) -> ThresholdFunction:
        """Least squares (with a ridge of 1e-6 n, for labels whose marginals are collinear)."""
        design = _with_constant(marginals)
        weighed = design if weights is None else design * weights[:, None]
        gram = weighed.T @ design
        total = len(design) if weights is None else float(weights.sum())
        gram.flat[:: gram.shape[0] + 1] += _RIDGE * total
        return cls(solve(gram, weighed.T @ thresholds, assume_a="pos"))

    def predict(self, marginals: Array) -> Array:
        """The label sets {j : g_j > t(x)}."""
        thresholds = _with_constant(marginals) @ self.weights
        return np.asarray((marginals > thresholds[:, None]).astype(np.int8))


def _with_constant(marginals: Array) -> Array:
    return np.hstack([marginals, np.ones((len(marginals), 1))])


@dataclass(eq=False, repr=False)
class ThresholdMarginals(LossEstimator):
    """{j : g_j(x) > t(x)}: kernel ridge marginals, and a threshold learned to minimise the loss.

    The threshold is fitted to the leave-one-out marginals of the training rows, since the fitted
    ones are too close to the labels. M.-L. Zhang, Z.-H. Zhou, "A review on multi-label learning
    algorithms", IEEE TKDE 26(8), 2014, Section 2.

    Parameters
    ----------
    loss : str, Loss, Decoder or callable, default="hamming"
        The loss that it is judged by, for which the threshold is learned.
    loss_parameters : dict, default=None
        Parameters of a loss given by name.
    kernel : str or callable, default="gaussian"
        As in `QuadraticSurrogate`.
    gamma : float or "median", default="median"
        The width of the kernel; "median" takes it from the distances of the inputs.
    alpha : float, default=1e-4
        The ridge is n * alpha.
    solver : {"exact", "primal", "nystrom", "fourier"} or Solver, default="exact"
        As in `QuadraticSurrogate`.
    n_components : int, default=None
        Landmarks or frequencies of the approximate solvers, ceil(5 sqrt n) when None.
    lam : float
        The name of `alpha` before version 0.2.

    Attributes
    ----------
    marginals_ : RidgeFit
        The fitted marginals g(x).
    threshold_ : ThresholdFunction
        The fitted t(x).
    classes_, decoder_, targets_, n_features_in_, feature_names_in_ :
        As in `QuadraticSurrogate`.

    Examples
    --------
    >>> import numpy as np
    >>> X, Y = np.array([[-2.0], [-1.0], [1.0], [2.0]]), np.array([[0, 1], [0, 1], [1, 1], [1, 1]])
    >>> ThresholdMarginals().fit(X, Y).predict(X)
    array([[0, 1],
           [0, 1],
           [1, 1],
           [1, 1]], dtype=int8)
    """

    loss: LossSpecification = "hamming"
    _: KW_ONLY
    loss_parameters: dict[str, object] | None = None
    kernel: Any = "gaussian"
    gamma: float | str = "median"
    alpha: float = 1e-4
    solver: str | Solver = "exact"
    n_components: int | None = None
    lam: float | str = "deprecated"

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Regress the labels, find the best threshold of each row, and regress these."""
        prepared = self._prepare(X, y, sample_weight)
        alpha = positive_lambda(renamed(self, "lam", "alpha"))
        if prepared.decoder.predicts != "label-sets":
            raise InvalidParameter("Thresholds predict label sets: choose a multilabel loss.")
        solver = resolve_solver(self.solver, self.n_components, 0, None)
        labels = prepared.Y.astype(float)
        kernel = Kernel(self.kernel, self.gamma)
        path = solver.path(kernel, prepared.X, labels, prepared.weights)
        held_out = path.leave_one_out(alpha)
        self.marginals_ = path.at(alpha)
        self.threshold_ = ThresholdFunction.fit(
            held_out, best_thresholds(held_out, prepared.Y, prepared.decoder), prepared.weights
        )
        self.decoder_, self.targets_ = prepared.decoder, prepared.targets
        return self

    def _predicted_rows(self, X: Any) -> Array:
        return self.threshold_.predict(self.marginals_.scores(X))
