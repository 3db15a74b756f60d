"""Closed forms of 1(class of z != class of y), shared by the losses that only compare classes."""

from collections.abc import Callable
from fractions import Fraction

from qstheory.losses.closed_forms import ClosedForm, Sparse
from qstheory.losses.spaces import Label

Classifier = Callable[[Label], int]


def indicator_form(name: str, classes: int, of: Classifier, source: str) -> ClosedForm:
    """F_z = -e_class(z), U_y = e_class(y), c = 1, in dimension `classes`."""

    def prediction(z: Label) -> Sparse:
        return {of(z): Fraction(-1)}

    def observation(y: Label) -> Sparse:
        return {of(y): Fraction(1)}

    return ClosedForm(name, classes, Fraction(1), prediction, observation, source)


def centred_observation(classes: int, label: int) -> Sparse:
    """e_label without its last coordinate, the last class being -(1, ..., 1)."""
    if label < classes - 1:
        return {label: Fraction(1)}
    return {k: Fraction(-1) for k in range(classes - 1)}


def centred_form(classes: int, of: Classifier) -> ClosedForm:
    """F_z = 1/b - e_class(z) without its last coordinate, c = 1 - 1/b, in dimension b - 1.

    L - c = J/b - I on the b classes has columns that sum to zero, so the last coordinate of F_z is
    minus the sum of the others.
    """

    def prediction(z: Label) -> Sparse:
        own = of(z)
        return {k: Fraction(1, classes) - (k == own) for k in range(classes - 1)}

    def observation(y: Label) -> Sparse:
        return centred_observation(classes, of(y))

    constant = 1 - Fraction(1, classes)
    source = "c = 1 - 1/b makes the columns sum to zero over the b classes"
    return ClosedForm("minimal", classes - 1, constant, prediction, observation, source)
