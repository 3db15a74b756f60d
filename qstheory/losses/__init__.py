"""The losses: one family per file, exact entries, every convention a parameter.

>>> from qstheory import losses
>>> sorted(losses.families())[:2]
['abstain', 'block-zero-one']
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qstheory.losses.catalogue import families, family, make, parse
    from qstheory.losses.resolving import resolve

__all__ = ["families", "family", "make", "parse", "resolve"]


def __getattr__(name: str) -> Any:
    """A replay resolves references and needs no catalogue, which imports every family."""
    if name in __all__:
        home = "resolving" if name == "resolve" else "catalogue"
        return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module 'qstheory.losses' has no attribute {name!r}")
