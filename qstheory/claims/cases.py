"""The cases of a statement: values of its variables, such as m = 3, k = 2."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

Value = int | str | Fraction


@dataclass(frozen=True)
class Case(Mapping[str, Value]):
    """Values of the variables of a statement, in order.

    >>> case = Case((("m", 3), ("k", 2)))
    >>> str(case), case.integer("m")
    ('m = 3, k = 2', 3)
    """

    bindings: tuple[tuple[str, Value], ...] = ()

    def __getitem__(self, name: str) -> Value:
        """The value of the variable of that name."""
        return dict(self.bindings)[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the variables."""
        return (name for name, _ in self.bindings)

    def __len__(self) -> int:
        """The number of variables."""
        return len(self.bindings)

    def __hash__(self) -> int:
        """By the values in order."""
        return hash(self.bindings)

    def __str__(self) -> str:
        """The values on one line."""
        return ", ".join(f"{name} = {value}" for name, value in self.bindings)

    def integer(self, name: str) -> int:
        """The value of a variable that is an integer."""
        value = self[name]
        if not isinstance(value, int):
            raise TypeError(f"{name} is not an integer but {value!r}")
        return value


def cases(**values: Iterable[Value]) -> tuple[Case, ...]:
    """All combinations of the values, the first variable moving slowest.

    >>> [str(case) for case in cases(m=range(1, 3), undefined=("zero", "one"))][:2]
    ['m = 1, undefined = zero', 'm = 1, undefined = one']
    """
    names = tuple(values)
    combinations = product(*values.values())
    return tuple(Case(tuple(zip(names, chosen, strict=True))) for chosen in combinations)
