"""The multilabel structural SVM with unary potentials, in the form that it reduces to."""

from __future__ import annotations

from sklearn.base import BaseEstimator
from sklearn.svm import LinearSVC

from qstheory.learn.baselines.binary_relevance import BinaryRelevance


class UnarySVM(BinaryRelevance):
    """m binary SVMs with the same C: what the structural SVM with unary potentials comes to.

    With potentials v_j s_j, s in {-1, 1}^m, and the Hamming loss, the maximum over y' in

        S(v, y) = max_{y'} (1/m) sum_j 1(y'_j != y_j) + sum_j v_j s(y'_j) - sum_j v_j s(y_j)

    is taken label by label, so that S(v, y) = sum_j max(0, 1/m - 2 s(y_j) v_j): with h_j = 2 m v_j
    it is the mean of m hinge losses max(0, 1 - s(y_j) h_j). The quadratic penalty also splits, and
    no label sees another. The fit does not depend on the loss that it is judged by. T. Finley, T.
    Joachims, "Training structural SVMs when exact inference is intractable", ICML 2008.
    """

    def _classifier(self, m: int) -> BaseEstimator:
        return LinearSVC(loss="hinge", C=self.C, max_iter=self.max_iter, random_state=0)
