"""Finding the surrogates: every module of `surrogates` with a SURROGATE."""

from functools import cache

import qstheory.theory.consistency.surrogates as package
from qstheory.discovery import named
from qstheory.errors import InvalidParameter
from qstheory.theory.consistency.surrogate import Surrogate


@cache
def surrogates() -> dict[str, Surrogate]:
    """All surrogates by name; raises DuplicateName when two have the same.

    >>> "quadratic" in surrogates()
    True
    """
    return named(package, "SURROGATE")


def surrogate(name: str) -> Surrogate:
    """The surrogate of that name; raises InvalidParameter."""
    known = surrogates()
    if name not in known:
        raise InvalidParameter(
            f"There is no surrogate {name!r}; give a file or one of {', '.join(known)}."
        )
    return known[name]
