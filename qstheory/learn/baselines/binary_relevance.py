"""Binary relevance: one linear classifier a label, all with the same regularisation."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import KW_ONLY, dataclass
from typing import Any

import numpy as np
from scipy.special import expit
from sklearn.base import BaseEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from qstheory.errors import InvalidParameter
from qstheory.learn.base import LossEstimator
from qstheory.learn.kernels import Array
from qstheory.learn.meaning import LossSpecification


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
    >>> UnarySVM(C=100.0).fit(X, Y).predict(X)
    array([[0, 1],
           [0, 1],
           [1, 1],
           [1, 1]], dtype=int8)
    """

    def _classifier(self, m: int) -> BaseEstimator:
        return LinearSVC(loss="hinge", C=self.C, max_iter=self.max_iter, random_state=0)
