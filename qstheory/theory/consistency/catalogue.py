"""Finding the surrogates: every module of `surrogates` with a SURROGATE."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import qstheory.theory.consistency.surrogates as package
from qstheory.errors import DuplicateName, InvalidParameter
from qstheory.theory.consistency.surrogate import Surrogate


@cache
def surrogates() -> dict[str, Surrogate]:
    """All surrogates by name; raises DuplicateName when two have the same.

    >>> "quadratic" in surrogates()
    True
    """
    found: dict[str, Surrogate] = {}
    for name in sorted(info.name for info in iter_modules(package.__path__)):
        surrogate = import_module(f"{package.__name__}.{name}").SURROGATE
        if surrogate.name in found:
            raise DuplicateName(f"Two surrogates are called {surrogate.name!r}.")
        found[surrogate.name] = surrogate
    return found


def surrogate(name: str) -> Surrogate:
    """The surrogate of that name; raises InvalidParameter."""
    known = surrogates()
    if name not in known:
        raise InvalidParameter(
            f"There is no surrogate {name!r}; give a file or one of {', '.join(known)}."
        )
    return known[name]
