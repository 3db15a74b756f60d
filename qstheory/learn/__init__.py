"""The learner that the theory is about: quadratic surrogates, exact decoders and baselines.

>>> from qstheory.learn import QuadraticSurrogate
>>> QuadraticSurrogate(loss="f-score", alpha=1e-3).alpha
0.001
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from qstheory.errors import MissingExtra

if TYPE_CHECKING:
    from qstheory.learn.baselines import (
        ConstantPredictor,
        LogisticRelevance,
        ThresholdMarginals,
        UnarySVM,
    )
    from qstheory.learn.estimator import QuadraticSurrogate, QuadraticSurrogateCV
    from qstheory.learn.rankers import RankSVM
    from qstheory.learn.ranking import RankingSurrogate, RankingSurrogateCV

_MODULES = {
    "ConstantPredictor": "baselines",
    "LogisticRelevance": "baselines",
    "QuadraticSurrogate": "estimator",
    "QuadraticSurrogateCV": "estimator",
    "RankSVM": "rankers",
    "RankingSurrogate": "ranking",
    "RankingSurrogateCV": "ranking",
    "ThresholdMarginals": "baselines",
    "UnarySVM": "baselines",
}

__all__ = [
    "ConstantPredictor",
    "LogisticRelevance",
    "QuadraticSurrogate",
    "QuadraticSurrogateCV",
    "RankSVM",
    "RankingSurrogate",
    "RankingSurrogateCV",
    "ThresholdMarginals",
    "UnarySVM",
]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


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
