"""Finding the known polyhedral surrogates: every module of `families` with a FAMILY."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

import qstheory.theory.embedding.families as package
from qstheory.errors import DuplicateName, InvalidParameter
from qstheory.losses.catalogue import nearest, written
from qstheory.theory.embedding.family import PolyhedralForm, SurrogateFamily


@cache
def families() -> dict[str, SurrogateFamily]:
    """All known surrogates by name; raises DuplicateName when two have the same.

    >>> "crammer-singer" in families()
    True
    """
    found: dict[str, SurrogateFamily] = {}
    for name in sorted(info.name for info in iter_modules(package.__path__)):
        family = import_module(f"{package.__name__}.{name}").FAMILY
        if family.name in found:
            raise DuplicateName(f"Two surrogates are called {family.name!r}.")
        found[family.name] = family
    return found


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
