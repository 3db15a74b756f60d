"""F-score (beta = 1): the repaired decompositions and the smallest ones.

A row of F for a set of size a has a equal blocks; which size is largest depends on m.
"""

from sympy import Expr, Integer, Sum, Symbol, binomial, harmonic

from qstheory.theory.symbolic.form import Largest, SymbolicForm, m

a, ell = Symbol("a", integer=True, positive=True), Symbol("ell", integer=True, positive=True)
UNDEFINED = {True: ("one",), False: ("zero", "drop")}
OVER_SIZES = r"-\left(\frac{2\,1([z]_j=1)}{|z|+\ell}\right)_{j,\ell}"
AT_SIZE = r"(1([y]_j=1,|y|=\ell))_{j,\ell}"


def _form(form: str, one: bool, *, F: str, U: str, r: Expr, norm: Expr | Largest) -> SymbolicForm:
    """With F(empty, empty) = 1 there is one coordinate -1(z = 0) 1(y = 0) more."""
    extra = r",\;-1(z=0)" if one else ""
    return SymbolicForm(
        family="f-score",
        form=form,
        F=F + extra,
        U=U + (r",\;1(y=0)" if one else ""),
        constant=Integer(1),
        dimension=r + (1 if one else 0),
        row_norm=norm,
        largest_entry=Integer(1),
        where={"beta": (1,), "undefined": UNDEFINED[one]},
    )


def _over_sizes(last: Expr, extra: Expr) -> Largest:
    """max over a of a sum_l (2 / (a + ell))^2 + extra."""
    return Largest(a * Sum((2 / (a + ell)) ** 2, (ell, 1, last)) + extra, a, Integer(1), m)


def _merged(form: str, one: bool) -> SymbolicForm:
    return _form(
        form,
        one,
        F=OVER_SIZES.replace(r"_{j,\ell}", r"_{j,\ell<m}") + r",\;-\frac{2|z|}{|z|+m}",
        U=AT_SIZE.replace(r"_{j,\ell}", r"_{j,\ell<m}") + r",\;1(|y|=m)",
        r=m * (m - 1) + 1,
        norm=_over_sizes(m - 1, (2 * a / (a + m)) ** 2),
    )


def _weight(index: Expr) -> Expr:
    """|a_l| / (1 + m H_m) with a_l = (-1)^l C(m + l, l) C(m, l) / 2."""
    return binomial(m + index, index) * binomial(m, index) / (2 * (1 + m * harmonic(m)))


CENTRED = SymbolicForm(
    family="f-score",
    form="minimal",
    F=(
        r"-\left(\frac{2\,1([z]_j=1)}{|z|+\ell}\right)_{j,\ell<m},\;-\frac{2|z|}{|z|+m}"
        r"\quad(z=0:\ (1/\ell)_{j,\ell<m},\;1)"
    ),
    U=(
        r"\left(\alpha_\ell+1([y]_j=1,|y|=\ell)\right)_{j,\ell<m},\;\alpha_m+1(|y|=m),"
        r"\quad\alpha_\ell=\frac{(-1)^\ell\binom{m+\ell}{\ell}\binom{m}{\ell}}{2(1+mH_m)}"
    ),
    constant=1 - 1 / (1 + m * harmonic(m)),
    dimension=m * (m - 1) + 1,
    # The empty set has the largest row for every m >= 2: m entries 1/l for each l < m, and 1.
    row_norm=m * Sum(1 / ell**2, (ell, 1, m - 1)) + 1,
    largest_entry=Largest(_weight(ell) + (1 + (-1) ** ell) / Integer(2), ell, Integer(1), m),
    where={"beta": (1,), "undefined": ("one",)},
)
FORMS = (
    *(
        _form("repaired-1", one, F=OVER_SIZES, U=AT_SIZE, r=m**2, norm=_over_sizes(m, Integer(0)))
        for one in (True, False)
    ),
    *(
        _form(
            "repaired-2",
            one,
            F=r"-(1([z]_j=1,|z|=\ell))_{j,\ell}",
            U=r"\left(\frac{2\,1([y]_j=1)}{|y|+\ell}\right)_{j,\ell}",
            r=m**2,
            norm=Sum(1, (ell, 1, m)),
        )
        for one in (True, False)
    ),
    _merged("merged", True),
    _merged("minimal", False),
    CENTRED,
)
