"""Small claims about numbers, for tests: `n = n + c` holds when c is claimed to be 0."""

from fractions import Fraction

from qstheory.certify.expressions import Number
from qstheory.certify.kinds.values import Comparison, Exactly
from qstheory.claims import Claim, Constant, Evidence, Reading, cases


def equal(left, right, part="statement", **options):
    """left = right, decided by computing both."""
    proposition = Comparison(Number(Fraction(left)), "=", Number(Fraction(right)))
    return Evidence(proposition, (Exactly(),), part, **options)


def square(at, said):
    """m^2 is what is claimed."""
    yield equal(at.integer("m") ** 2, said("square", at))


def squares(formula=lambda m: m * m, **options):
    """A reading that claims a formula for m^2, for m = 1..4."""
    given = {
        "evidence": square,
        "cases": cases(m=range(1, 5)),
        "ranges_over": "every m >= 1",
        "claimed": {"square": Constant(formula)},
    }
    return Reading("as stated", **(given | options))


def claim(name="squares", reading=None, **options):
    """A claim with one reading."""
    return Claim(name, "here", "A statement.", readings=(reading or squares(),), **options)
