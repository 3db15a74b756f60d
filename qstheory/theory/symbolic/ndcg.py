"""NDCG-type without a cut-off: discounts against normalised gains.

U_max is attained where one item has the highest grade R and the others the lowest, whose gain is
not zero for the grades 1..R; N(r) is then G(R) D_1 + G(1) (D_2 + ... + D_m).
"""

from sympy import Expr, Integer, Sum, Symbol

from qstheory.theory.symbolic.form import SymbolicForm, m

p = Symbol("p", integer=True, positive=True)
R = Symbol("R", integer=True, positive=True)


def _form(discount: str, D: Expr) -> SymbolicForm:
    """The exponential gain 2^t - 1 on the grades 1..R, with D_1 = 1."""
    best = 2**R - 1
    return SymbolicForm(
        family="ndcg",
        form="printed",
        F=r"-(D_{\sigma(j)})_j",
        U=r"\left(\frac{G(r_j)}{N(r)}\right)_j",
        constant=Integer(1),
        dimension=m,
        row_norm=Sum(D**2, (p, 1, m)),
        largest_entry=best / (best + Sum(D, (p, 2, m))),
        where={"discount": (discount,), "gain": ("exponential",), "low": (1,), "k": ("all",)},
    )


FORMS = (_form("reciprocal", 1 / p), _form("eru", Integer(2) ** (1 - p)))
