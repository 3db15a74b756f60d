"""A decomposition in a notebook."""

from fractions import Fraction

from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.certify.words import end, polynomial


def test_factors_and_constant_are_shown() -> None:
    one, half = Fraction(1), Fraction(-1, 2)
    shown = AffineDecomposition(((one,), (half,)), ((one,),), half)._repr_latex_()
    assert shown == (
        r"$$L = \begin{pmatrix} 1 \\ -\tfrac{1}{2} \end{pmatrix}"
        r" \begin{pmatrix} 1 \end{pmatrix}^\top + -\tfrac{1}{2}$$"
    )


def test_what_lies_just_beyond_a_jump_is_no_long_fraction() -> None:
    tiny = Fraction(1, 2**60)
    shown = [
        end(x) for x in (1 + tiny, 2 + tiny, tiny, Fraction(3, 2), 1 + 3 * tiny, Fraction(4, 3))
    ]
    assert shown[:2] == ["1 + 2^-60", "2 + 2^-60"]
    assert shown[2:] == [str(x) for x in (tiny, Fraction(3, 2), 1 + 3 * tiny, Fraction(4, 3))]


def test_a_power_of_e_has_no_factor_one() -> None:
    zero, one = Fraction(0), Fraction(1)
    assert polynomial(zero, one, Fraction(1, 11)) == "e + 1/11 e^2"
    assert polynomial(one, Fraction(21), one) == "1 + 21 e + e^2"
    assert polynomial(zero, -one, zero) == "-e"
