"""A decomposition of a family whose F, U, c, r and A are expressions in the parameters."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import sympy
from sympy import Expr, Symbol

from qstheory.errors import InvalidParameter
from qstheory.losses.base import Loss, LossReference
from qstheory.theory.constants import Constants

m = Symbol("m", integer=True, positive=True)


@dataclass(frozen=True)
class Largest:
    """max of `term` over index = low..high: written as such, and evaluated by going through it."""

    term: Expr
    index: Symbol
    low: Expr
    high: Expr

    def at(self, values: Mapping[Symbol, int]) -> Fraction:
        """The maximum for these parameters."""
        low, high = (int(bound.subs(values)) for bound in (self.low, self.high))
        return max(_exact(self.term.subs({**values, self.index: i})) for i in range(low, high + 1))

    def latex(self) -> str:
        """max with its range below."""
        index, low, high = map(sympy.latex, (self.index, self.low, self.high))
        return rf"\max_{{{low}\le {index}\le {high}}} {sympy.latex(self.term)}"


def _exact(value: Expr) -> Fraction:
    rational = sympy.nsimplify(value.doit(), rational=True)
    if not rational.is_Rational:
        raise InvalidParameter(f"{value} is not rational for these parameters.")
    return Fraction(int(rational.p), int(rational.q))


@dataclass(frozen=True)
class SymbolicForm:
    """L = F U^T + c of one family, for all values of its symbols.

    `F` and `U` are LaTeX for one row of each. `row_norm` is the sum of squares over the coordinates
    of a row of F of largest norm, as an unevaluated sum that sympy carries out; `largest_entry` is
    U_max. `where` restricts other parameters of the loss; a symbol without a parameter of its name
    is bound in `bound`.
    """

    family: str
    form: str
    F: str
    U: str
    constant: Expr
    dimension: Expr
    row_norm: Expr | Largest
    largest_entry: Expr | Largest
    where: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    bound: Mapping[Symbol, str] = field(default_factory=dict)

    @property
    def squared_row_norm(self) -> Expr | Largest:
        """||F||_inf^2 in closed form."""
        if isinstance(self.row_norm, Largest):
            return self.row_norm
        return sympy.factor(sympy.simplify(self.row_norm.doit()))

    @property
    def squared_constant(self) -> Expr | None:
        """A^2 = r ||F||_inf^2 U_max^2, or None while a maximum stands in it."""
        norm, largest = self.squared_row_norm, self.largest_entry
        if isinstance(norm, Largest) or isinstance(largest, Largest):
            return None
        return sympy.factor(sympy.simplify(self.dimension * norm * largest**2))

    def applies(self, loss: Loss) -> bool:
        """Whether the loss is of the family and of the kind that `where` admits."""
        reference = loss.reference
        if not isinstance(reference, LossReference) or reference.family != self.family:
            return False
        given = dict(reference.parameters)
        return all(given[name] in admitted for name, admitted in self.where.items())

    def values(self, loss: Loss) -> dict[Symbol, int]:
        """The values of the symbols at a loss."""
        assert isinstance(loss.reference, LossReference)
        given = dict(loss.reference.parameters)
        found: dict[Symbol, int] = {}
        for symbol in self.symbols():
            if symbol in self.bound:
                found[symbol] = loss.closed_form(self.bound[symbol]).dimension
            else:
                value = given[symbol.name]
                assert isinstance(value, int)
                found[symbol] = value
        return found

    def symbols(self) -> set[Symbol]:
        """The parameters that occur."""
        found: set[Symbol] = set()
        for part in (self.constant, self.dimension, self.row_norm, self.largest_entry):
            if isinstance(part, Largest):
                found |= (part.term.free_symbols - {part.index}) | part.high.free_symbols
            else:
                found |= part.free_symbols
        return found

    def at(self, loss: Loss) -> tuple[Constants, Fraction]:
        """The constants and c at a loss."""
        values = self.values(loss)
        norm, largest = (
            part.at(values) if isinstance(part, Largest) else _exact(part.subs(values))
            for part in (self.row_norm, self.largest_entry)
        )
        dimension = _exact(self.dimension.subs(values))
        return Constants(int(dimension), norm, largest), _exact(self.constant.subs(values))

    def latex(self) -> dict[str, str]:
        """LaTeX by quantity."""
        squared = self.squared_constant
        norm, largest = _latex(self.squared_row_norm), _latex(self.largest_entry)
        dimension = sympy.latex(self.dimension)
        constant = (
            sympy.latex(sympy.sqrt(squared))
            if squared is not None
            else rf"\sqrt{{\left({dimension}\right) {norm}}}\;{largest}"
        )
        return {
            "F": self.F,
            "U": self.U,
            "c": sympy.latex(self.constant),
            "r": dimension,
            "||F||_inf^2": norm,
            "U_max": largest,
            "A": constant,
        }


def _latex(part: Expr | Largest) -> str:
    return part.latex() if isinstance(part, Largest) else str(sympy.latex(part))
