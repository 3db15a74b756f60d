"""Pairwise disagreement for binary relevance, observations without a pair left out."""

from sympy import Expr, Integer, Rational, Sum, Symbol

from qstheory.theory.symbolic.form import SymbolicForm, m

j, ell = Symbol("j", integer=True), Symbol("ell", integer=True)


def _signs(form: str, entry: Expr, constant: Expr) -> SymbolicForm:
    """m(m-1)/2 signs times `entry`; N(y) = |y|(m-|y|) is m - 1 at least, for |y| = 1."""
    sign = r"\operatorname{sign}"
    return SymbolicForm(
        family="pairwise-disagreement",
        form=form,
        F=rf"{_latex(entry)}({sign}(\sigma(j)-\sigma(\ell)))_{{j<\ell}}",
        U=rf"\left(\frac{{{sign}([y]_\ell-[y]_j)}}{{|y|(m-|y|)}}\right)_{{j<\ell}}",
        constant=constant,
        dimension=m * (m - 1) / 2,
        row_norm=Sum(Sum(entry**2, (ell, j + 1, m)), (j, 1, m - 1)),
        largest_entry=1 / (m - 1),
        where={"undefined": ("drop",)},
    )


def _latex(entry: Expr) -> str:
    return rf"\tfrac{{{entry.p}}}{{{entry.q}}}"


FORMS = (
    _signs("printed", Rational(1, 4), Rational(1, 4)),
    _signs("repaired", Rational(1, 2), Integer(1) / 2),
)
