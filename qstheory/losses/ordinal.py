"""Ordered classes 0..n-1: the thresholds 1..n-1 that each reaches, and their reversal."""

from qstheory.losses.base import Symmetry
from qstheory.losses.closed_forms import ClosedForm
from qstheory.losses.set_distances import sign_form
from qstheory.losses.spaces import Label


def reached(label: Label) -> int:
    """The bits of the thresholds 1..label.

    >>> reached(3)
    7
    """
    assert isinstance(label, int)
    return (1 << label) - 1


def threshold_form(classes: int) -> ClosedForm:
    """F_z = -s(z) / 2, U_y = s(y), c = (n - 1) / 2 with s_t = 2 * 1(label >= t) - 1.

    |z - y| = sum_t 1(1(z >= t) != 1(y >= t)) = sum_t (1 - s_t(z) s_t(y)) / 2.
    """
    source = "|z - y| counts the thresholds between z and y"
    return sign_form("minimal", source, classes - 1, reached)


def reversal_of_classes(classes: int) -> Symmetry:
    """Class n - 1 - k for class k, in predictions and observations."""

    def reverse(label: Label) -> Label:
        assert isinstance(label, int)
        return classes - 1 - label

    return Symmetry("reversal of the classes", reverse, reverse)
