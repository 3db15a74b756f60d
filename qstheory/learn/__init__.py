"""The learner that the theory is about: quadratic surrogates, exact decoders and baselines.

>>> from qstheory.learn import QuadraticSurrogate
>>> QuadraticSurrogate(loss="f-score", lam=1e-3).lam
0.001
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from qstheory.errors import MissingExtra

if TYPE_CHECKING:
    from qstheory.learn.baselines.constant import ConstantPredictor
    from qstheory.learn.baselines.logistic import LogisticRelevance
    from qstheory.learn.baselines.rank_svm import RankSVM
    from qstheory.learn.baselines.threshold import ThresholdMarginals
    from qstheory.learn.baselines.unary_svm import UnarySVM
    from qstheory.learn.estimator import QuadraticSurrogate
    from qstheory.learn.estimator_cv import QuadraticSurrogateCV
    from qstheory.learn.ranking import RankingSurrogate

_MODULES = {
    "ConstantPredictor": "baselines.constant",
    "LogisticRelevance": "baselines.logistic",
    "QuadraticSurrogate": "estimator",
    "QuadraticSurrogateCV": "estimator_cv",
    "RankSVM": "baselines.rank_svm",
    "RankingSurrogate": "ranking",
    "ThresholdMarginals": "baselines.threshold",
    "UnarySVM": "baselines.unary_svm",
}

__all__ = [
    "ConstantPredictor",
    "LogisticRelevance",
    "QuadraticSurrogate",
    "QuadraticSurrogateCV",
    "RankSVM",
    "RankingSurrogate",
    "ThresholdMarginals",
    "UnarySVM",
]


def __getattr__(name: str) -> Any:
    """The estimators need scikit-learn, the decoders do not: they are loaded when asked for.

    Raises
    ------
    MissingExtra
        When scikit-learn is not installed.
    """
    if name in _MODULES:
        try:
            module = import_module(f"{__name__}.{_MODULES[name]}")
        except ModuleNotFoundError as error:
            library = (error.name or "").partition(".")[0]
            if library == "qstheory":
                raise
            raise MissingExtra(
                f"{name} needs {library}, which is not installed: pip install 'qstheory[learn]'."
            ) from error
        return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
