"""The known polyhedral surrogates, a kind a file: name, parameters, S for each observation."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from qstheory.certify.maxima import Terms
from qstheory.discovery import named
from qstheory.errors import InvalidParameter
from qstheory.inputs.surrogate import Sum
from qstheory.losses.catalogue import nearest, written
from qstheory.losses.parameters import Parameter, canonical, integer
from qstheory.theory.consistency.surrogates import terms_of


@dataclass(frozen=True)
class PolyhedralForm:
    """S(., y) for every observation by its name."""

    name: str
    terms: Terms
    observations: tuple[str, ...]


@dataclass(frozen=True)
class SurrogateFamily:
    """A named family of polyhedral surrogates.

    `build(**parameters)` gives the observations with their sums of maxima; `formula` is S(v, y) in
    LaTeX; `target` names a loss that it is known for. `examples` are settings for the tests.
    """

    name: str
    title: str
    formula: str
    source: str
    parameters: tuple[Parameter, ...]
    build: Callable[..., Mapping[str, Sum]]
    examples: tuple[Mapping[str, object], ...]

    def make(self, **given: object) -> PolyhedralForm:
        """The surrogate with these parameters; raises InvalidParameter."""
        values = canonical(self.name, self.parameters, given)
        sums = self.build(**values)
        stated = ",".join(f"{name}={value}" for name, value in values.items())
        name = f"{self.name}:{stated}" if stated else self.name
        return PolyhedralForm(name, terms_of(sums.values()), tuple(sums))


def classes() -> Parameter:
    """The number of classes; S is decided exactly for few."""
    return integer("classes", "number of classes", 2, maximum=12)


def unit(size: int, *places: tuple[int, int | Fraction]) -> list[Fraction]:
    """The sum of multiples of unit vectors."""
    vector = [Fraction(0)] * size
    for place, factor in places:
        vector[place] += factor
    return vector


def labelled(sums: Sequence[Sum]) -> dict[str, Sum]:
    """Sums for the classes 0, 1, ..., in order."""
    return {str(y): each for y, each in enumerate(sums)}


@cache
def families() -> dict[str, SurrogateFamily]:
    """All known surrogates by name; raises DuplicateName when two have the same.

    >>> "crammer-singer" in families()
    True
    """
    return named(sys.modules[__name__], "FAMILIES")


def parse(text: str) -> PolyhedralForm:
    """The surrogate written as `name` or `name:key=value,key=value`; raises InvalidParameter.

    >>> parse("crammer-singer:classes=3").observations
    ('0', '1', '2')
    """
    name, given = written(text)
    known = families()
    if name not in known:
        near = nearest(name, known)
        raise InvalidParameter(
            f"There is no surrogate {name[:40]!r}; {near}{'Give' if near else 'give'} a file or one"
            f" of {', '.join(known)}."
        )
    return known[name].make(**given)
