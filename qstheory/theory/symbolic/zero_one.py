"""0-1 on label sets: one indicator, or the 2^m - 1 non-trivial characters of (Z/2)^m."""

from sympy import Integer, Sum, Symbol

from qstheory.theory.symbolic.form import SymbolicForm, m

S = Symbol("S", integer=True)
FORMS = (
    SymbolicForm(
        family="zero-one",
        form="printed",
        F=r"-(1(z=z'))_{z'}",
        U=r"(1(y=z'))_{z'}",
        constant=Integer(1),
        dimension=2**m,
        row_norm=Integer(1),
        largest_entry=Integer(1),
    ),
    SymbolicForm(
        family="zero-one",
        form="minimal",
        F=r"-2^{-m}((-1)^{|S\cap z|})_{\emptyset\ne S}",
        U=r"((-1)^{|S\cap y|})_{\emptyset\ne S}",
        constant=1 - Integer(2) ** -m,
        dimension=2**m - 1,
        row_norm=Sum((Integer(2) ** -m) ** 2, (S, 1, 2**m - 1)),
        largest_entry=Integer(1),
    ),
)
