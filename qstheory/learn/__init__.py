"""The learner that the theory is about: quadratic surrogates, exact decoders and baselines."""

from qstheory.learn.estimator import QuadraticSurrogate
from qstheory.learn.estimator_cv import QuadraticSurrogateCV

__all__ = ["QuadraticSurrogate", "QuadraticSurrogateCV"]
