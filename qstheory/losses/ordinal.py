"""Threshold features of ordered classes 0..n-1."""

from fractions import Fraction

from qstheory.losses.base import Symmetry
from qstheory.losses.closed_forms import ClosedForm, Sparse
from qstheory.losses.spaces import Label


def thresholds(label: Label, classes: int, scale: Fraction) -> Sparse:
    """scale * (2 * 1(label >= t) - 1) for t = 1..n-1."""
    assert isinstance(label, int)
    return {t - 1: scale if label >= t else -scale for t in range(1, classes)}


def threshold_form(classes: int) -> ClosedForm:
    """F_z = -s(z) / 2, U_y = s(y), c = (n - 1) / 2 with s_t = 2 * 1(label >= t) - 1.

    |z - y| = sum_t 1(1(z >= t) != 1(y >= t)) = sum_t (1 - s_t(z) s_t(y)) / 2.
    """
    return ClosedForm(
        name="minimal",
        dimension=classes - 1,
        constant=Fraction(classes - 1, 2),
        prediction_features=lambda z: thresholds(z, classes, Fraction(-1, 2)),
        observation_features=lambda y: thresholds(y, classes, Fraction(1)),
        source="|z - y| counts the thresholds between z and y",
    )


def reversal_of_classes(classes: int) -> Symmetry:
    """Class n - 1 - k for class k, in predictions and observations."""

    def reverse(label: Label) -> Label:
        assert isinstance(label, int)
        return classes - 1 - label

    return Symmetry("reversal of the classes", reverse, reverse)
