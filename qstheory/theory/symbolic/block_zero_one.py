"""Block 0-1 with b blocks: all indicators, or all but one after moving 1/b into c."""

from sympy import Integer, Sum, Symbol

from qstheory.theory.symbolic.form import SymbolicForm

b = Symbol("b", integer=True, positive=True)
k = Symbol("k", integer=True)
FORMS = (
    SymbolicForm(
        family="block-zero-one",
        form="printed",
        F=r"-(1(z\in B_k))_{k\le b}",
        U=r"(1(y\in B_k))_{k\le b}",
        constant=Integer(1),
        dimension=b,
        row_norm=Integer(1),
        largest_entry=Integer(1),
        bound={b: "printed"},
    ),
    SymbolicForm(
        family="block-zero-one",
        form="minimal",
        F=r"(1/b-1(z\in B_k))_{k<b}",
        U=r"(1(y\in B_k)-1(y\in B_b))_{k<b}",
        constant=1 - 1 / b,
        dimension=b - 1,
        # z in a block other than the last: (1 - 1/b)^2 there, 1/b^2 at the b - 2 others.
        row_norm=(1 - 1 / b) ** 2 + Sum(1 / b**2, (k, 1, b - 2)),
        largest_entry=Integer(1),
        bound={b: "printed"},
    ),
)
