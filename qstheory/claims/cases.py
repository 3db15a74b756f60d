"""The cases of a statement: values of its variables, such as m = 3, k = 2."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product


class Told(str):
    """A value by its short name, told in words of its own.

    >>> at = Case((("problem", Told("coin 1/2", "a coin with P(1) = 3/4")), ("p", 3)))
    >>> str(at), str(at["problem"])
    ('a coin with P(1) = 3/4, p = 3', 'coin 1/2')
    """

    words: str

    def __new__(cls, name: str, words: str) -> "Told":
        """The name as text, beside the words."""
        self = super().__new__(cls, name)
        self.words = words
        return self

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]
        """For copies and other processes."""
        return str(self), self.words


Value = int | str | Fraction


def _told(name: str, value: Value) -> str:
    return value.words if isinstance(value, Told) else f"{name} = {value}"


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
        return ", ".join(_told(name, value) for name, value in self.bindings)

    def integer(self, name: str) -> int:
        """The value of a variable that is an integer."""
        if name not in self:
            raise LookupError(f"the cases have no variable {name!r}; they have {', '.join(self)}")
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


def _runs(numbers: Sequence[int]) -> str:
    """Integers with runs shortened: 1, 2, 3, 7 is 1..3, 7."""
    runs: list[tuple[int, int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return ", ".join(str(a) if a == b else f"{a}..{b}" for a, b in runs)


def summary(listed: Sequence[Case]) -> str:
    """The cases on one line; when they are not all combinations of the values, their number too.

    >>> summary(cases(m=(1, 2, 3, 7)))
    'm = 1..3, 7'
    >>> summary([*cases(m=(2,), k=(1,)), *cases(m=(3,), k=(1, 2))])
    '3 cases with m = 2..3; k = 1..2'
    """
    names = list(dict.fromkeys(name for case in listed for name in case))
    shown, combinations = [], 1
    for name in names:
        values = list(dict.fromkeys(case[name] for case in listed if name in case))
        integers = [value for value in values if isinstance(value, int)]
        if len(integers) == len(values):
            shown.append(f"{name} = {_runs(integers)}")
        else:
            first, *others = (_told(name, value) for value in values)
            shown.append(", ".join([first, *(text.removeprefix(f"{name} = ") for text in others)]))
        combinations *= len(values)
    words = "; ".join(shown)
    return words if combinations == len(listed) else f"{len(listed)} cases with {words}"
