"""What several losses share: grades, symmetries, forms, and the expressions of these.

An `Expression` is one coordinate of F, of U, or c or r, a function written once: called with the
numbers that belong to a label it gives the features, with symbols of its LaTeX names it gives the
expression that is shown and summed for every size.

Symmetries are given by generators; tests verify them entry by entry.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from qstheory.losses.base import Symmetry
from qstheory.losses.closed_forms import ClosedForm, CountForm, Features
from qstheory.losses.counts import AffineEntry
from qstheory.losses.linear import Sparse
from qstheory.losses.spaces import Label, singleton

ONE, HALF = Fraction(1), Fraction(1, 2)


@dataclass(frozen=True)
class Expression:
    """A rational function `of` quantities with these LaTeX `names`, for every index `over`.

    >>> share = Expression(lambda bit, k: -ONE * bit / k, ("[z]_j", "k"), "j")
    >>> share(1, 3)
    Fraction(-1, 3)
    """

    of: Callable[..., Any]
    names: tuple[str, ...]
    over: str = ""

    def __call__(self, *values: int | Fraction) -> Fraction:
        """The value at numbers."""
        value: Fraction = ONE * self.of(*values)
        return value


def same(value: Any) -> Any:
    """The quantity itself."""
    return value


def constantly(value: Fraction | int) -> Expression:
    """A number that no size changes."""
    return Expression(lambda: Fraction(value), ())


@dataclass(frozen=True)
class FormExpressions:
    """L(z, y) = F_z . U_y + c in r coordinates; `where` names expressions that others mention."""

    prediction: tuple[Expression, ...]
    observation: tuple[Expression, ...]
    constant: Expression
    dimension: Expression
    where: tuple[tuple[str, Expression], ...] = ()


@dataclass(frozen=True)
class Grades:
    """Vectors of m integers from `low` to `high`, less those with all entries in one of `without`.

    The ranges of `without` are disjoint.

    >>> list(Grades(2, 0, 1, without=(range(0, 1),)))
    [(0, 1), (1, 0), (1, 1)]
    """

    m: int
    low: int
    high: int
    without: tuple[range, ...] = ()

    def _left_out(self, vector: tuple[int, ...]) -> bool:
        return any(all(grade in grades for grade in vector) for grades in self.without)

    @property
    def size(self) -> int:
        """(high - low + 1)^m less the vectors left out."""
        left_out = sum(len(grades) ** self.m for grades in self.without)
        return int((self.high - self.low + 1) ** self.m) - int(left_out)

    def __iter__(self) -> Iterator[Label]:
        """In lexicographic order."""
        for vector in product(range(self.low, self.high + 1), repeat=self.m):
            if not self._left_out(vector):
                yield vector

    def __contains__(self, label: object) -> bool:
        """Whether `label` is such a vector."""
        return (
            isinstance(label, tuple)
            and len(label) == self.m
            and all(type(g) is int and self.low <= g <= self.high for g in label)
            and not self._left_out(label)
        )


def _coordinates(order: list[int]) -> Callable[[Label], Label]:
    def move(label: Label) -> Label:
        assert isinstance(label, tuple)
        return tuple(label[j] for j in order)

    return move


def relabelling(m: int) -> tuple[Symmetry, ...]:
    """A swap and a cycle of the m coordinates, moving predictions and observations alike.

    For permutations as position vectors, sigma -> sigma o pi is the same coordinate move.
    """
    if m < 2:
        return ()
    swap = _coordinates([1, 0, *range(2, m)])
    cycle = _coordinates([*range(1, m), 0])
    return (
        Symmetry("swap of the first two labels", swap, swap),
        Symmetry("cycle of the labels", cycle, cycle),
    )


def flip_first(m: int) -> Symmetry:
    """Complement the first label in prediction and observation."""

    def flip(label: Label) -> Label:
        assert isinstance(label, tuple)
        return (1 - label[0], *label[1:])

    return Symmetry("complement of the first label", flip, flip)


def class_permutations(classes: int) -> tuple[Symmetry, ...]:
    """A swap and a cycle of the classes 0..classes-1; other predictions stay where they are."""
    if classes < 2:
        return ()

    def swap(label: Label) -> Label:
        assert isinstance(label, int)
        return 1 - label if label < 2 else label

    def cycle(label: Label) -> Label:
        assert isinstance(label, int)
        return (label + 1) % classes if label < classes else label

    return (
        Symmetry("swap of the first two classes", swap, swap),
        Symmetry("cycle of the classes", cycle, cycle),
    )


def reversal(m: int, total: int) -> Symmetry:
    """Positions m + 1 - sigma(j) with grades total - y_j: the order and its reading reversed."""

    def prediction(label: Label) -> Label:
        assert isinstance(label, tuple)
        return tuple(m + 1 - position for position in label)

    def observation(label: Label) -> Label:
        assert isinstance(label, tuple)
        return tuple(total - grade for grade in label)

    return Symmetry("reversal of positions and grades", prediction, observation)


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
        prediction_set=prediction_set or alone,
        observation_set=alone,
    )
    return ClosedForm("indicators", Fraction(1), form, source)


def balanced_form(
    classes: int, k: int, prediction_set: Callable[[Label], int] | None = None
) -> ClosedForm:
    """F_z = k/n - z, U_y = e_y - 1/n, c = 1 - k/n, for sets z of k of n classes: both centred."""
    alone, share = singleton(classes), Fraction(1, classes)
    form = CountForm(
        classes,
        1,
        0,
        lambda bit, size: {0: k * share - bit},
        lambda bit, size: {0: bit - share},
        prediction_set=prediction_set or alone,
        observation_set=alone,
    )
    source = "sum_j (k/n - z_j) (y_j - 1/n) = k/n - z_y, as z has k elements and y one"
    return ClosedForm("balanced", 1 - k * share, form, source)


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
        prediction_set=prediction_set or alone,
        observation_set=alone,
    )
    source = "c = 1 - k/n makes the rows sum to zero"
    return ClosedForm("minimal", 1 - share, form, source, expressions)


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
        ONE,
        Features(classes, lambda z: {of(z): prediction(1)}, lambda y: {of(y): observation(1)}),
        source,
        FormExpressions(
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
        written.constant(classes),
        Features(classes - 1, prediction, observation),
        "c = 1 - 1/b makes the columns sum to zero over the b classes",
        written,
    )
