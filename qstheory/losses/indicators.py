"""Closed forms of 1(class of z != class of y), shared by the losses that only compare classes."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from qstheory.losses.closed_forms import (
    ONE,
    ClosedForm,
    CountForm,
    Expression,
    FormExpressions,
    constantly,
    count_closed_form,
    same,
)
from qstheory.losses.counts import AffineEntry
from qstheory.losses.linear import Sparse
from qstheory.losses.spaces import Label, singleton

Classifier = Callable[[Label], int]
OUTSIDE = AffineEntry(Fraction(1), Fraction(0), Fraction(0), Fraction(-1))
"""1 - |z & y|: for a set z and a class y, whether y lies outside z."""


def itself(label: Label) -> int:
    """A class is its own number."""
    assert isinstance(label, int)
    return label


def membership_form(
    classes: int, source: str, prediction_set: Callable[[Label], int] | None = None
) -> ClosedForm:
    """F_z = -z, U_y = e_y, c = 1: 1(y not in z) for a set z, of one class unless sets are given."""
    alone = singleton(classes)
    form = CountForm(
        classes,
        1,
        0,
        lambda bit, size: {0: Fraction(-1)} if bit else {},
        lambda bit, size: {0: Fraction(1)} if bit else {},
    )
    return count_closed_form(
        "indicators",
        Fraction(1),
        source,
        form,
        prediction_set=prediction_set or alone,
        observation_set=alone,
    )


def balanced_form(
    classes: int, k: int, prediction_set: Callable[[Label], int] | None = None
) -> ClosedForm:
    """F_z = k/n - z, U_y = e_y - 1/n, c = 1 - k/n, for sets z of k of n classes: both centred."""
    alone, share = singleton(classes), Fraction(1, classes)
    form = CountForm(
        classes, 1, 0, lambda bit, size: {0: k * share - bit}, lambda bit, size: {0: bit - share}
    )
    source = "sum_j (k/n - z_j) (y_j - 1/n) = k/n - z_y, as z has k elements and y one"
    return count_closed_form(
        "balanced",
        1 - k * share,
        source,
        form,
        prediction_set=prediction_set or alone,
        observation_set=alone,
    )


def dropped_form(
    classes: int,
    k: int,
    prediction_set: Callable[[Label], int] | None = None,
    expressions: FormExpressions | None = None,
) -> ClosedForm:
    """F_z = k/n - z without its last coordinate, U_y = e_y - e_n there, c = 1 - k/n."""
    alone, share = singleton(classes), Fraction(k, classes)
    form = CountForm(
        classes,
        1,
        0,
        lambda bit, size: {0: share - bit},
        lambda bit, size: {0: Fraction(1)} if bit else {},
        dropped=True,
    )
    return count_closed_form(
        "minimal",
        1 - share,
        "c = 1 - k/n makes the rows sum to zero",
        form,
        expressions=expressions,
        prediction_set=prediction_set or alone,
        observation_set=alone,
    )


@dataclass(frozen=True)
class ClassWords:
    """The LaTeX of 1(z in class k), of 1(y in class k), of the index k, and the classes' number."""

    predicted: str
    observed: str
    index: str
    classes: str


BLOCKS = ClassWords(r"1(z\in B_k)", r"1(y\in B_k)", "k", "b")


def indicator_form(
    name: str, classes: int, of: Classifier, source: str, words: ClassWords = BLOCKS
) -> ClosedForm:
    """F_z = -e_class(z), U_y = e_class(y), c = 1, in dimension `classes`."""
    prediction = Expression(lambda own: -own, (words.predicted,), words.index)
    observation = Expression(same, (words.observed,), words.index)
    return ClosedForm(
        name,
        classes,
        ONE,
        lambda z: {of(z): prediction(1)},
        lambda y: {of(y): observation(1)},
        source,
        expressions=FormExpressions(
            (prediction,), (observation,), constantly(1), Expression(same, (words.classes,))
        ),
    )


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
    index = f"{BLOCKS.index}<{BLOCKS.classes}"
    share = Expression(lambda own, b: ONE / b - own, (BLOCKS.predicted, BLOCKS.classes), index)
    difference = Expression(lambda own, last: own - last, (BLOCKS.observed, r"1(y\in B_b)"), index)
    written = FormExpressions(
        (share,),
        (difference,),
        Expression(lambda b: 1 - ONE / b, (BLOCKS.classes,)),
        Expression(lambda b: b - 1, (BLOCKS.classes,)),
    )

    def prediction(z: Label) -> Sparse:
        own = of(z)
        return {k: share(k == own, classes) for k in range(classes - 1)}

    def observation(y: Label) -> Sparse:
        return centred_observation(classes, of(y))

    return ClosedForm(
        "minimal",
        classes - 1,
        written.constant(classes),
        prediction,
        observation,
        "c = 1 - 1/b makes the columns sum to zero over the b classes",
        expressions=written,
    )
