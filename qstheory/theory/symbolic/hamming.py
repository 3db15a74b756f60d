"""Hamming: signs, with the constant as printed and as it must be."""

from sympy import Expr, Integer, Rational, Sum, Symbol

from qstheory.theory.symbolic.form import SymbolicForm, m

j = Symbol("j", integer=True)


def _signs(form: str, constant: Expr) -> SymbolicForm:
    """F = -s(z) / (2m), U = s(y), s_j = 2 [.]_j - 1."""
    return SymbolicForm(
        family="hamming",
        form=form,
        F=r"-\frac{1}{2m}(2[z]_j-1)_j",
        U=r"(2[y]_j-1)_j",
        constant=constant,
        dimension=m,
        row_norm=Sum((1 / (2 * m)) ** 2, (j, 1, m)),
        largest_entry=Integer(1),
    )


FORMS = (_signs("printed", 1 / (2 * m)), _signs("repaired", Rational(1, 2)))
