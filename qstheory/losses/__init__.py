"""The losses: one idea a file, exact entries, every convention a parameter.

>>> from qstheory import losses
>>> sorted(losses.families())[:2]
['abstain', 'block-zero-one']
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qstheory.losses.catalogue import families, family, make, parse, resolve

__all__ = ["families", "family", "make", "parse", "resolve"]


def __getattr__(name: str) -> Any:
    """The catalogue is loaded when it is asked for, and a family when it is named."""
    if name in __all__:
        return getattr(import_module(f"{__name__}.catalogue"), name)
    raise AttributeError(f"module 'qstheory.losses' has no attribute {name!r}")
