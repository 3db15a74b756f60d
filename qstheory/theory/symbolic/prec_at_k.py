"""Precision at k: membership, and membership centred by the fixed size of predictions."""

from sympy import Expr, Integer, Rational, Sum, Symbol

from qstheory.theory.symbolic.form import SymbolicForm, m

k = Symbol("k", integer=True, positive=True)
j = Symbol("j", integer=True)


def _members(form: str, U: str, constant: Expr, largest: Expr) -> SymbolicForm:
    """F = -z / k, k entries of 1/k each."""
    return SymbolicForm(
        family="prec-at-k",
        form=form,
        F=r"-\frac1k([z]_j)_j",
        U=U,
        constant=constant,
        dimension=m,
        row_norm=Sum((1 / k) ** 2, (j, 1, k)),
        largest_entry=largest,
    )


FORMS = (
    _members("printed", "([y]_j)_j", Integer(1), Integer(1)),
    _members("centred", r"([y]_j-\frac12)_j", Rational(1, 2), Rational(1, 2)),
)
