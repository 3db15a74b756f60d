"""What the surrogate stands beside on label sets.

Binary relevance is one linear classifier a label, all with the same regularisation; THBM cuts
estimated marginals at a threshold that is itself learned by least squares; the best constant.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import KW_ONLY, dataclass
from typing import Any, Self

import numpy as np
from scipy.linalg import solve
from scipy.special import expit
from sklearn.base import BaseEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from qstheory.errors import InvalidParameter
from qstheory.learn.base import LossEstimator
from qstheory.learn.checks import renamed
from qstheory.learn.decoders import Decoder
from qstheory.learn.kernels import Array, Kernel
from qstheory.learn.resolve import LossSpecification, resolve_solver
from qstheory.learn.solvers import Solver
from qstheory.learn.solvers.ridge import positive_lambda
from qstheory.learn.surrogate import Outputs


@dataclass(eq=False, repr=False)
class ConstantPredictor(LossEstimator):
    """argmin_z (1/n) sum_i L(z, y_i): what a learner that ignores x reaches at best in sample.

    Parameters
    ----------
    loss : str, Loss, Decoder or callable, default="hamming"
        The loss that it is judged by.
    loss_parameters : dict, default=None
        Parameters of a loss given by name.

    Attributes
    ----------
    prediction_ : ndarray of shape (1, m)
        What is predicted, as the decoder writes it.
    classes_, decoder_, targets_, n_features_in_, feature_names_in_ :
        As in `QuadraticSurrogate`.

    Examples
    --------
    >>> ConstantPredictor("multiclass").fit([[0], [1], [2]], ["a", "b", "b"]).predict([[7]])
    array(['b'], dtype='<U1')
    """

    loss: LossSpecification = "hamming"
    _: KW_ONLY
    loss_parameters: dict[str, object] | None = None

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Decode the weighted mean of the features U_{y_i}."""
        prepared = self._prepare(X, y, sample_weight)
        mean = Outputs.of(prepared.decoder, prepared.Y).mean(prepared.weights)[None]
        self.prediction_ = prepared.decoder.decode(mean)
        self.decoder_, self.targets_ = prepared.decoder, prepared.targets
        return self

    def _predicted_rows(self, X: Any) -> Array:
        return np.repeat(self.prediction_, X.shape[0], axis=0)


@dataclass(eq=False, repr=False)
class BinaryRelevance(LossEstimator):
    """{j : h_j(x) > 0}, each h_j a linear classifier fitted to the label j alone.

    A label that is always on or always off in the training rows is predicted so.
    """

    loss: LossSpecification = "hamming"
    _: KW_ONLY
    loss_parameters: dict[str, object] | None = None
    C: float = 1.0
    max_iter: int = 300

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> BinaryRelevance:
        """Fit one classifier for each label that varies."""
        prepared = self._prepare(X, y, sample_weight)
        if prepared.decoder.predicts != "label-sets":
            raise InvalidParameter("Binary relevance predicts label sets: choose such a loss.")
        if not self.C > 0:
            raise InvalidParameter(f"C={self.C!r} must be positive.")
        labels = prepared.Y
        self.weights_ = np.zeros((prepared.X.shape[1], labels.shape[1]))
        self.intercepts_ = np.where(labels[0] > 0, np.inf, -np.inf)
        for j in np.flatnonzero(labels.min(axis=0) != labels.max(axis=0)):
            classifier = self._classifier(labels.shape[1]).fit(
                prepared.X, labels[:, j], sample_weight=prepared.weights
            )
            self.weights_[:, j] = classifier.coef_[0]
            self.intercepts_[j] = classifier.intercept_[0]
        self.decoder_, self.targets_ = prepared.decoder, prepared.targets
        return self

    def decision_values(self, X: Any) -> Array:
        """h_j(x), shape (n, m); plus or minus infinity for a label that did not vary."""
        return np.asarray(self._checked(X) @ self.weights_ + self.intercepts_)

    @abstractmethod
    def _classifier(self, m: int) -> BaseEstimator:
        """An unfitted binary classifier, for m labels in all."""

    def _predicted_rows(self, X: Any) -> Array:
        return np.asarray((X @ self.weights_ + self.intercepts_ > 0).astype(np.int8))


class LogisticRelevance(BinaryRelevance):
    """m logistic regressions, label j predicted where its estimated probability exceeds 1/2.

    Parameters
    ----------
    loss : str, Loss, Decoder or callable, default="hamming"
        The loss that it is judged by; the fit does not depend on it.
    loss_parameters : dict, default=None
        Parameters of a loss given by name.
    C : float, default=1.0
        The inverse strength of the regularisation, for every label.
    max_iter : int, default=300
        Of each classifier.

    Attributes
    ----------
    intercepts_ : ndarray of shape (m,)
        Plus or minus infinity for a label that did not vary.
    weights_ : ndarray of shape (d, m)
        One column a label.
    classes_, decoder_, targets_, n_features_in_, feature_names_in_ :
        As in `QuadraticSurrogate`.

    Examples
    --------
    >>> import numpy as np
    >>> X, Y = np.array([[-2.0], [-1.0], [1.0], [2.0]]), np.array([[0, 1], [0, 1], [1, 1], [1, 1]])
    >>> LogisticRelevance(C=100.0).fit(X, Y).predict(X)
    array([[0, 1],
           [0, 1],
           [1, 1],
           [1, 1]], dtype=int8)
    """

    def predict_proba(self, X: Any) -> Array:
        """P(label j | x) = 1 / (1 + exp(-h_j(x))), shape (n, m)."""
        return np.asarray(expit(self.decision_values(X)))

    def _classifier(self, m: int) -> BaseEstimator:
        return LogisticRegression(solver="liblinear", C=self.C, max_iter=self.max_iter)


class UnarySVM(BinaryRelevance):
    """m binary SVMs with the same C: what the structural SVM with unary potentials comes to.

    With potentials v_j s_j, s in {-1, 1}^m, and the Hamming loss, the maximum over y' in

        S(v, y) = max_{y'} (1/m) sum_j 1(y'_j != y_j) + sum_j v_j s(y'_j) - sum_j v_j s(y_j)

    is taken label by label, so that S(v, y) = sum_j max(0, 1/m - 2 s(y_j) v_j): with h_j = 2 m v_j
    it is the mean of m hinge losses max(0, 1 - s(y_j) h_j). The quadratic penalty also splits, and
    no label sees another. The fit does not depend on the loss that it is judged by. T. Finley, T.
    Joachims, "Training structural SVMs when exact inference is intractable", ICML 2008.

    Parameters
    ----------
    loss, loss_parameters, C, max_iter :
        As in `LogisticRelevance`.

    Attributes
    ----------
    intercepts_, weights_, classes_, decoder_, targets_, n_features_in_, feature_names_in_ :
        As in `LogisticRelevance`.

    Examples
    --------
    >>> import numpy as np
    >>> X, Y = np.array([[-2.0], [-1.0], [1.0], [2.0]]), np.array([[0, 1], [0, 1], [1, 1], [1, 1]])
    >>> UnarySVM(C=100.0).fit(X, Y).predict(X).tolist()
    [[0, 1], [0, 1], [1, 1], [1, 1]]
    """

    def _classifier(self, m: int) -> BaseEstimator:
        return LinearSVC(loss="hinge", C=self.C, max_iter=self.max_iter, random_state=0)


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
    >>> X, y = [[-2.0], [-1.0], [1.0], [2.0]], [{"a"}, {"a"}, {"a", "b"}, {"a", "b"}]
    >>> ThresholdMarginals().fit(X, y).predict([[-1.5], [1.5]])
    array([('a',), ('a', 'b')], dtype=object)
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
