"""For every rule of `decide` a small certificate that it accepts: one module for each kind.

A kind that is added to `decide` needs a module here with its SAMPLES, and its proposition a truth
in `tests/certify/truths` by which mutated certificates are judged.
"""

from importlib import import_module
from pkgutil import iter_modules

from .sample import Sample


def samples() -> list[Sample]:
    """The samples of all modules of this package."""
    found: list[Sample] = []
    for info in sorted(iter_modules(__path__), key=lambda info: info.name):
        found += getattr(import_module(f"{__name__}.{info.name}"), "SAMPLES", ())
    return found
