"""The constants of a closed form for every size, from the expressions that its features come by.

What is added here is where the largest row of F and the largest entry of U lie. The sums over that
row are carried out by sympy, over the coordinates as the loss has them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import sympy
from sympy import Expr, Integer, Sum, Symbol, binomial, harmonic

from qstheory.losses.base import Loss, LossReference
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.shared import Expression, FormExpressions

m, k, R, b, ell, a, j = (
    Symbol(name, integer=True, positive=True) for name in ("m", "k", "R", "b", "ell", "a", "j")
)
KNOWN: Mapping[str, Expr] = {
    **{symbol.name: symbol for symbol in (m, k, b)},
    r"\ell": ell,
    "2^m": 2**m,
    "H_m": harmonic(m),
    r"(-1)^\ell": (-1) ** ell,
    r"\binom{m+\ell}{\ell}": binomial(m + ell, ell),
    r"\binom{m}{\ell}": binomial(m, ell),
}
"""What names of parameters and indices stand for; any other name is a quantity of a label."""


@dataclass(frozen=True)
class Largest:
    """max of `term` over index = low..high: written as such, and evaluated by going through it."""

    term: Expr
    index: Symbol
    low: Expr
    high: Expr

    def latex(self) -> str:
        """max with its range below."""
        index, low, high = map(sympy.latex, (self.index, self.low, self.high))
        return rf"\max_{{{low}\le {index}\le {high}}} {sympy.latex(self.term)}"


Extreme = Callable[[FormExpressions], Expr | Largest | int]


@dataclass(frozen=True)
class Extremes:
    """||F||_inf^2 and U_max of named forms of a family, from their coordinates.

    `where` restricts the other parameters of the loss.
    """

    family: str
    forms: tuple[str, ...]
    row_norm: Extreme
    largest_entry: Extreme
    where: Mapping[str, tuple[object, ...]] = field(default_factory=dict)

    def belong_to(self, loss: Loss, form: ClosedForm) -> bool:
        """Whether they are those of a form of a loss."""
        reference = loss.reference
        if not isinstance(reference, LossReference) or reference.family != self.family:
            return False
        given = dict(reference.parameters)
        return form.name in self.forms and all(
            given[name] in admitted for name, admitted in self.where.items()
        )


@dataclass(frozen=True)
class SymbolicForm:
    """L = F U^T + c of one family, for all values of its symbols."""

    written: FormExpressions
    row_norm: Expr | Largest
    largest_entry: Expr | Largest

    @property
    def dimension(self) -> Expr:
        """The number of coordinates, r."""
        return symbolic(self.written.dimension)

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

    def latex(self) -> dict[str, str]:
        """LaTeX by quantity."""
        squared = self.squared_constant
        norm, largest = _latex(self.squared_row_norm), _latex(self.largest_entry)
        dimension = sympy.latex(self.dimension)
        constant = (
            sympy.latex(sympy.sqrt(squared))
            if squared is not None
            else rf"\sqrt{{\left({dimension}\right)\left({norm}\right)}}\;{largest}"
        )
        definitions = (rf"{name}={_written(what)}" for name, what in self.written.where)
        return {
            "F": _row(self.written.prediction),
            "U": r",\quad ".join((_row(self.written.observation), *definitions)),
            "c": _written(self.written.constant),
            "r": dimension,
            "||F||_inf^2": norm,
            "U_max": largest,
            "A": constant,
        }


def symbolic(expression: Expression) -> Expr:
    """The expression at the symbols of its names."""
    at = (KNOWN.get(n) or Symbol(n) for n in expression.names)
    return sympy.sympify(expression.of(*at), strict=True)


def _latex(part: Expr | Largest) -> str:
    return part.latex() if isinstance(part, Largest) else str(sympy.latex(part))


def _written(expression: Expression) -> str:
    """Names of quantities stand as they are: sympy would read an underscore in them its own way."""
    names = {Symbol(name): name for name in expression.names if name not in KNOWN}
    return str(sympy.latex(symbolic(expression), symbol_names=names))


def _row(coordinates: tuple[Expression, ...]) -> str:
    return r",\;".join(
        rf"\left({_written(c)}\right)_{{{c.over}}}" if c.over else _written(c) for c in coordinates
    )


def _part(value: Expr | Largest | int) -> Expr | Largest:
    return value if isinstance(value, Largest) else sympy.sympify(value, strict=True)


def symbolic_form(loss: Loss, form: ClosedForm) -> SymbolicForm | None:
    """A closed form for every size, where its expressions and its extremes are known."""
    if form.expressions is None:
        return None
    written = form.expressions
    for extremes in EXTREMES:
        if extremes.belong_to(loss, form):
            return SymbolicForm(
                written, _part(extremes.row_norm(written)), _part(extremes.largest_entry(written))
            )
    return None


def _f_score_row(written: FormExpressions) -> Largest:
    """A set of a labels has a equal blocks; which size is largest depends on m."""
    return Largest(a * _blocks(written.prediction[0], m), a, Integer(1), m)


def _merged_row(written: FormExpressions) -> Largest:
    """As before, the blocks of the size m being one coordinate."""
    share, whole, *_ = written.prediction
    return Largest(a * _blocks(share, m - 1) + whole.of(a, m) ** 2, a, Integer(1), m)


def _blocks(share: Expression, last: Expr) -> Expr:
    return Sum(share.of(1, a, ell) ** 2, (ell, 1, last))


def _empty_row(written: FormExpressions) -> Expr:
    """In the centred form the empty set has the largest row for every m >= 2."""
    share, whole = written.prediction
    return m * Sum(share.of(0, 0, ell, 1) ** 2, (ell, 1, m - 1)) + whole.of(0, m, 1) ** 2


def _largest_weight(written: FormExpressions) -> Largest:
    """The weights alternate in sign: where one is positive, a bit adds 1 to it."""
    ((_, weight),) = written.where
    _, above, below, *sizes = (KNOWN[name] for name in weight.names)
    magnitude = weight.of(1, above, below, *sizes)
    return Largest(magnitude + (1 + (-1) ** ell) / Integer(2), ell, Integer(1), m)


def _ndcg(discount: str, D: Expr) -> Extremes:
    """The exponential gain 2^t - 1 on the grades 1..R, with D_1 = 1.

    U_max is attained where one item has the highest grade R and the others the lowest, whose gain
    is 1; N(r) is then G(R) D_1 + D_2 + ... + D_m.
    """
    best = 2**R - 1
    return Extremes(
        "ndcg",
        ("printed",),
        lambda w: Sum(w.prediction[0].of(D) ** 2, (j, 1, m)),
        lambda w: w.observation[0].of(best, best + Sum(D, (j, 2, m))),
        {"discount": (discount,), "gain": ("exponential",), "low": (1,), "k": ("all",)},
    )


def _observed(*values: Expr | int) -> Extreme:
    """The first coordinate of U at these values."""
    return lambda w: w.observation[0].of(*values)


F1 = {"beta": (1,)}
F1_ONE = {"beta": (1,), "undefined": ("one",)}
EXTREMES: tuple[Extremes, ...] = (
    Extremes("zero-one", ("printed",), lambda w: w.prediction[0].of(1) ** 2, _observed(1)),
    Extremes(
        "zero-one",
        ("minimal",),
        lambda w: Sum(w.prediction[0].of(1, 2**m) ** 2, (j, 1, 2**m - 1)),
        _observed(1),
    ),
    Extremes("block-zero-one", ("printed",), lambda w: w.prediction[0].of(1) ** 2, _observed(1)),
    Extremes(
        "block-zero-one",
        ("minimal",),
        # z in a block other than the last: its own coordinate, and those of b - 2 others.
        lambda w: w.prediction[0].of(1, b) ** 2 + (b - 2) * w.prediction[0].of(0, b) ** 2,
        _observed(1, 0),
    ),
    Extremes(
        "hamming",
        ("printed", "repaired"),
        lambda w: Sum(w.prediction[0].of(1, m) ** 2, (j, 1, m)),
        _observed(1),
    ),
    Extremes(
        "prec-at-k",
        ("printed", "centred"),
        lambda w: Sum(w.prediction[0].of(1, k) ** 2, (j, 1, k)),
        _observed(1),
    ),
    Extremes("f-score", ("repaired-1",), _f_score_row, _observed(1, 1), F1),
    Extremes(
        "f-score",
        ("repaired-2",),
        lambda w: Sum(w.prediction[0].of(1, 1) ** 2, (ell, 1, m)),
        lambda w: w.observation[0].of(1, 1, 1),
        F1,
    ),
    Extremes("f-score", ("merged",), _merged_row, _observed(1, 1), F1_ONE),
    Extremes("f-score", ("minimal",), _empty_row, _largest_weight, F1_ONE),
    Extremes("f-score", ("minimal",), _merged_row, _observed(1, 1), F1),
    _ndcg("reciprocal", 1 / j),
    _ndcg("eru", Integer(2) ** (1 - j)),
    Extremes(
        "pairwise-disagreement",
        ("printed", "repaired"),
        # N(y) = |y| (m - |y|) is m - 1 at least, for |y| = 1.
        lambda w: Sum(Sum(w.prediction[0].of(1) ** 2, (ell, j + 1, m)), (j, 1, m - 1)),
        lambda w: abs(w.observation[0].of(1, 1)) / (m - 1),
        {"undefined": ("drop",)},
    ),
    Extremes(
        "map",
        ("printed",),
        # j pairs have the later position j.
        lambda w: Sum(j * w.prediction[0].of(j) ** 2, (j, 1, m)),
        lambda w: -w.observation[0].of(1, 1),
        {"undefined": ("drop",)},
    ),
)
