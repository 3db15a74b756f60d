"""The quantities that Section 3.3 relates, as bases of powers in propositions.

E is the excess risk of f = d o g, R the excess surrogate risk of g, ERROR = P(X_f) the probability
that f(X) is not optimal; F2 = ||F||_inf^2 and D2 = max |F_z - F_z'|^2.
"""

from fractions import Fraction

from qstheory.certify.kinds.finite_instances import Power, Quantity, QuantityName


def quantity(name: QuantityName, p: Fraction | int = 0) -> Quantity:
    """A quantity of a problem."""
    return Quantity(name, Fraction(p))


def powers(*given: tuple[Quantity | Fraction | int, Fraction | int]) -> tuple[Power, ...]:
    """The product of base^exponent over the pairs."""
    return tuple(
        Power(base if isinstance(base, Quantity) else Fraction(base), Fraction(exponent))
        for base, exponent in given
    )


E, R = quantity("excess-risk"), quantity("surrogate-excess")
F2, D2 = quantity("squared-row-norm"), quantity("squared-row-diameter")
ERROR = quantity("error-probability")
RANGE = quantity("loss-range")


def inverse_margin(p: Fraction | int) -> Quantity:
    """E gamma^-p."""
    return quantity("inverse-margin", p)


def inverse_gap(p: Fraction | int) -> Quantity:
    """E gamma+^-p."""
    return quantity("inverse-gap", p)
