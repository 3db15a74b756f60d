"""Logistic binary relevance: the marginals of a conditional random field without edges."""

from __future__ import annotations

from sklearn.base import BaseEstimator
from sklearn.linear_model import LogisticRegression

from qstheory.learn.baselines.binary_relevance import BinaryRelevance
from qstheory.learn.resolve import LossSpecification


class LogisticRelevance(BinaryRelevance):
    """m logistic regressions, label j predicted where its estimated probability exceeds 1/2."""

    def __init__(
        self,
        loss: LossSpecification = "hamming",
        *,
        loss_parameters: dict[str, object] | None = None,
        C: float = 1.0,
        max_iter: int = 1000,
    ) -> None:
        self.loss = loss
        self.loss_parameters = loss_parameters
        self.C = C
        self.max_iter = max_iter

    def _classifier(self, m: int) -> BaseEstimator:
        return LogisticRegression(solver="liblinear", C=self.C, max_iter=self.max_iter)
