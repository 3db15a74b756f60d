"""Exact, checkable analysis of learning with discrete losses.

A loss on finite sets is a matrix L with rows z (predictions) and columns y (observations).

>>> from qstheory import losses
>>> loss = losses.make("hamming", m=3)
>>> loss.entry((0, 0, 0), (1, 0, 1))
Fraction(2, 3)
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from qstheory.version import VERSION as __version__

if TYPE_CHECKING:
    from qstheory import losses
    from qstheory.theory.dossier import analyze

__all__ = ["__version__", "analyze", "losses"]


def __getattr__(name: str) -> Any:
    """Import on demand: replaying a certificate must not load a solver."""
    if name == "losses":
        return import_module("qstheory.losses")
    if name == "analyze":
        return import_module("qstheory.theory.dossier").analyze
    raise AttributeError(f"module 'qstheory' has no attribute {name!r}")
