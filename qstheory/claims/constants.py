"""The constants that a statement claims, as formulas of its variables, and how to get them wrong.

Evidence takes the constants from here and from nowhere else; replacing one by a wrong one must
make the ledger refute the claim, which is tested for every constant.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from qstheory.claims.cases import Case

Number = int | Fraction
Formula = Callable[..., Any]
"""A function of the variables of the case, by keyword, to an exact number."""


def _map(change: Callable[[Any], Any]) -> Callable[[Formula], Formula]:
    return lambda formula: lambda **case: change(formula(**case))


def _next(formula: Formula) -> Formula:
    def shifted(**case: Any) -> Any:
        first = next((name for name, value in case.items() if isinstance(value, int)), None)
        return formula(**case) if first is None else formula(**{**case, first: case[first] + 1})

    return shifted


PERTURBATIONS: Mapping[str, Callable[[Formula], Formula]] = {
    "plus one": _map(lambda value: value + 1),
    "minus one": _map(lambda value: value - 1),
    "doubled": _map(lambda value: 2 * value),
    "halved": _map(lambda value: value * Fraction(1, 2)),
    "sign": _map(lambda value: -value),
    "squared": _map(lambda value: value * value),
    "next index": _next,
}
"""Ways to get a constant wrong: by name, from a formula to a wrong formula."""


@dataclass(frozen=True)
class Constant:
    """A claimed constant.

    `falsified_by` names the perturbations that make the statement false wherever they change the
    value; for a bound in one direction these are the ones that overstep it.
    """

    formula: Formula
    falsified_by: tuple[str, ...] = tuple(PERTURBATIONS)


@dataclass(frozen=True)
class Claimed:
    """The constants of a reading, looked up by name at a case."""

    constants: Mapping[str, Constant]

    def __call__(self, name: str, case: Case) -> Any:
        """The claimed value of the constant at the case."""
        return self.formula(name)(**case)

    def formula(self, name: str) -> Formula:
        """The formula of the constant, for propositions about every case."""
        if name not in self.constants:
            known = ", ".join(self.constants) or "none"
            raise LookupError(f"the reading claims no constant {name!r}; it claims {known}")
        return self.constants[name].formula
