"""Logistic binary relevance: the marginals of a conditional random field without edges."""

from __future__ import annotations

from sklearn.base import BaseEstimator
from sklearn.linear_model import LogisticRegression

from qstheory.learn.baselines.binary_relevance import BinaryRelevance


class LogisticRelevance(BinaryRelevance):
    """m logistic regressions, label j predicted where its estimated probability exceeds 1/2."""

    def _classifier(self, m: int) -> BaseEstimator:
        return LogisticRegression(solver="liblinear", C=self.C, max_iter=self.max_iter)
