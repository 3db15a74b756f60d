"""Whether a proposition is true, found without the checker: one module for each kind.

Each module has TRUTHS: for each class of proposition a function of a proposition and a certificate
that `decide` accepted for it (which may say where to look) to whether the proposition is true.
"""

from collections.abc import Callable
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

Truth = Callable[[Any, Any], bool]


def truths() -> dict[type, Truth]:
    """The truths of all modules of this package."""
    found: dict[type, Truth] = {}
    for info in iter_modules(__path__):
        found |= getattr(import_module(f"{__name__}.{info.name}"), "TRUTHS", {})
    return found
