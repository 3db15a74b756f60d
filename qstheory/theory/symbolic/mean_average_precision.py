"""Mean average precision: k pairs have the later position k, so ||F||^2 is a harmonic number."""

from sympy import Integer, Sum, Symbol

from qstheory.theory.symbolic.form import SymbolicForm, m

k = Symbol("k", integer=True, positive=True)
FORMS = (
    SymbolicForm(
        family="map",
        form="printed",
        F=r"(\max(\sigma(j),\sigma(\ell))^{-1})_{j\ge\ell}",
        U=r"-\left(\frac{[y]_j[y]_\ell}{|y|}\right)_{j\ge\ell}",
        constant=Integer(1),
        dimension=m * (m + 1) / 2,
        row_norm=Sum(k * (1 / k) ** 2, (k, 1, m)),
        largest_entry=Integer(1),
    ),
)
