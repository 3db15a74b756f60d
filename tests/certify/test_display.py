"""A decomposition in a notebook."""

from fractions import Fraction

from qstheory.certify.kinds.decomposition import AffineDecomposition


def test_factors_and_constant_are_shown() -> None:
    one, half = Fraction(1), Fraction(-1, 2)
    shown = AffineDecomposition(((one,), (half,)), ((one,),), half)._repr_latex_()
    assert shown == (
        r"$$L = \begin{pmatrix} 1 \\ -\tfrac{1}{2} \end{pmatrix}"
        r" \begin{pmatrix} 1 \end{pmatrix}^\top + -\tfrac{1}{2}$$"
    )
