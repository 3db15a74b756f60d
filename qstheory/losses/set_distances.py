"""Distances of sets: how many elements lie in one of two sets and not in the other.

Each class stands for a set: ordered classes 0..n-1 for the thresholds 1..n-1 that they reach, nodes
of a tree for the edges above them.
"""

from collections.abc import Callable
from fractions import Fraction

from qstheory.losses.base import Symmetry
from qstheory.losses.closed_forms import ClosedForm, CountForm, count_closed_form
from qstheory.losses.counts import AffineEntry, CountStructure
from qstheory.losses.spaces import Label, LabelSets

DISTANCE = AffineEntry(Fraction(0), Fraction(1), Fraction(1), Fraction(-2))
"""|z| + |y| - 2 |z & y|."""


def distances(m: int, set_of: Callable[[Label], int]) -> CountStructure:
    """The distance of sets of m elements, for the set of each class as the bits of an integer."""
    return CountStructure(m, LabelSets(m), LabelSets(m), DISTANCE, set_of, set_of)


def sign_form(name: str, source: str, m: int, set_of: Callable[[Label], int]) -> ClosedForm:
    """F_z = -s(z) / 2, U_y = s(y), c = m / 2 with s_t = 1 for the elements of a set, otherwise -1.

    The distance is sum_t (1 - s_t(z) s_t(y)) / 2.
    """
    form = CountForm(
        m,
        1,
        0,
        lambda bit, size: {0: Fraction(1 - 2 * bit, 2)},
        lambda bit, size: {0: Fraction(2 * bit - 1)},
    )
    return count_closed_form(
        name, Fraction(m, 2), source, form, prediction_set=set_of, observation_set=set_of
    )


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
