"""Finding the known polyhedral surrogates: every module of `families` with a FAMILY."""

from functools import cache

import qstheory.theory.embedding.families as package
from qstheory.discovery import named
from qstheory.errors import InvalidParameter
from qstheory.losses.catalogue import nearest, written
from qstheory.theory.embedding.family import PolyhedralForm, SurrogateFamily


@cache
def families() -> dict[str, SurrogateFamily]:
    """All known surrogates by name; raises DuplicateName when two have the same.

    >>> "crammer-singer" in families()
    True
    """
    return named(package, "FAMILY")


def parse(text: str) -> PolyhedralForm:
    """The surrogate written as `name` or `name:key=value,key=value`; raises InvalidParameter.

    >>> parse("crammer-singer:classes=3").observations
    ('0', '1', '2')
    """
    name, given = written(text)
    known = families()
    if name not in known:
        raise InvalidParameter(
            f"There is no surrogate {name[:40]!r}; {nearest(name, known)}"
            f"give a file or one of {', '.join(known)}."
        )
    return known[name].make(**given)
