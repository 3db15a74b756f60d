"""The losses: one family per file, exact entries, every convention a parameter.

>>> from qstheory import losses
>>> sorted(losses.families())[:2]
['abstain', 'block-zero-one']
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from qstheory.losses.catalogue import families, family, make, parse, resolve

__all__ = ["families", "family", "make", "parse", "resolve"]


def __getattr__(name: str) -> Any:
    """The catalogue imports every family, so it is loaded when first asked for."""
    if name in __all__:
        from qstheory.losses import catalogue

        return getattr(catalogue, name)
    raise AttributeError(f"module 'qstheory.losses' has no attribute {name!r}")
