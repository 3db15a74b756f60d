"""The methods that the surrogate is compared with, as estimators of the same kind."""

from qstheory.learn.baselines.constant import ConstantPredictor
from qstheory.learn.baselines.logistic import LogisticRelevance
from qstheory.learn.baselines.rank_svm import RankSVM
from qstheory.learn.baselines.threshold import ThresholdMarginals
from qstheory.learn.baselines.unary_svm import UnarySVM

__all__ = ["ConstantPredictor", "LogisticRelevance", "RankSVM", "ThresholdMarginals", "UnarySVM"]
