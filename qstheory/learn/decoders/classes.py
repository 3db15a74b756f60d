"""Losses on classes 0..q-1: 0-1, abstaining, top-k error, ordinal distances."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Self

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders import Decoder, Examples, Predictions
from qstheory.learn.decoders.arrays import (
    FloatArray,
    IntArray,
    as_column,
    as_integers,
    as_label_sets,
    as_scores,
    check_k,
    nearest_on_simplex,
    select_top,
    sets_of_size,
)


@dataclass(frozen=True, eq=False)
class ClassDecoder(Decoder):
    """Base: `classes` is q; left out, fitting takes the largest observed class plus one."""

    classes: int | None = None

    observes = "classes"
    predicts: ClassVar[Predictions] = "classes"
    examples: ClassVar[Examples] = ({"classes": 4}, {"classes": 1})

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless q is a positive integer."""
        q = self.classes
        if q is not None and (isinstance(q, bool) or not isinstance(q, int | np.integer) or q < 1):
            raise InvalidParameter(f"classes must be a positive integer, not {q!r}.")

    def for_classes(self, classes: Sequence[Any], *, stated: bool) -> Self:
        """The decoder for that many classes; raises InvalidParameter if it is for others."""
        if self.classes is not None:
            check_class_count(self.classes, classes)
        return replace(self, classes=len(classes))

    def fit(self, Y: IntArray) -> Self:
        """Counts the classes unless their number was given."""
        if self.classes is not None:
            return self
        return replace(self, classes=int(as_integers(Y, "classes").max(initial=0)) + 1)

    @property
    def q(self) -> int:
        """The number of classes; raises InvalidParameter before it is known."""
        if self.classes is None:
            raise InvalidParameter(f"The {self.name} decoder must be fitted, or given `classes`.")
        return self.classes

    def observed(self, Y: IntArray) -> IntArray:
        """The classes as a vector, shape (n,); raises InvalidParameter outside 0..q-1."""
        return as_integers(Y, "classes", 0, self.q - 1)[:, 0]

    def indicators(self, Y: IntArray) -> FloatArray:
        """The unit vector of each class, shape (n, q)."""
        units: FloatArray = np.eye(self.q)[self.observed(Y)]
        return units

    def predictions(self, m: int = 1) -> IntArray:
        """The classes 0..q-1, one a row."""
        return np.arange(self.q)[:, None]


@dataclass(frozen=True, eq=False)
class MulticlassDecoder(ClassDecoder):
    """z = argmax_j s_j, with U_y = e_y and F_z = -e_z, r = q.

    >>> MulticlassDecoder(classes=3).decode(np.array([[-1.0, -3.0, -1.0]]))
    array([[0]])
    """

    name = "multiclass"
    gives_probabilities = True
    tie_rule = "the smallest class"

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = e_y, shape (n, q)."""
        return self.indicators(Y)

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = -e_z, shape (t, q)."""
        return -self.indicators(Z)

    def decode(self, scores: FloatArray) -> IntArray:
        """The class of largest score, shape (t, 1)."""
        return as_column(np.argmax(as_scores(scores, self.q), axis=1))

    def probabilities(self, scores: FloatArray) -> FloatArray:
        """The nearest point of the simplex, shape (t, q)."""
        return nearest_on_simplex(as_scores(scores, self.q))

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 where the classes differ."""
        different: FloatArray = (self.observed(Z) != self.observed(Y)).astype(np.float64)
        return different


@dataclass(frozen=True, eq=False)
class AbstainDecoder(ClassDecoder):
    """Abstains when cost * sum_j s_j < sum_j s_j - max_j s_j; otherwise the largest s_j.

    U_y = e_y; F_z = 1 - e_z for a class and the constant `cost` for q, r = q. The weights
    need not sum to one, so their sum counts. Source: Ramaswamy, Tewari and Agarwal, Consistent
    algorithms for multiclass classification with an abstain option, EJS 2018.
    """

    cost: float = 0.5

    name = "abstain"
    gives_probabilities = True
    tie_rule = "the smallest class; a class before abstaining"
    examples: ClassVar[Examples] = ({"classes": 4}, {"classes": 3, "cost": 0.25}, {"classes": 1})

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless the cost is a finite number of at least 0."""
        super().__post_init__()
        if not (np.isfinite(self.cost) and self.cost >= 0):
            raise InvalidParameter(f"cost must be at least 0, not {self.cost!r}.")

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = e_y, shape (n, q)."""
        return self.indicators(Y)

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z, shape (t, q)."""
        z = self._predicted(Z)
        rows = np.vstack([1.0 - np.eye(self.q), np.full(self.q, self.cost)])
        features: FloatArray = rows[z]
        return features

    def decode(self, scores: FloatArray) -> IntArray:
        """Classes, or q for abstaining, shape (t, 1)."""
        given = as_scores(scores, self.q)
        total, best = given.sum(axis=1), np.argmax(given, axis=1)
        risk = total - given[np.arange(len(given)), best]
        return as_column(np.where(self.cost * total < risk, self.q, best))

    @property
    def predicts_what_it_observes(self) -> bool:
        """Abstaining is no class."""
        return False

    def probabilities(self, scores: FloatArray) -> FloatArray:
        """The nearest point of the simplex, shape (t, q)."""
        return nearest_on_simplex(as_scores(scores, self.q))

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 where a predicted class differs, the cost where it abstains."""
        z, y = self._predicted(Z), self.observed(Y)
        return np.where(z == self.q, self.cost, (z != y).astype(np.float64))

    def predictions(self, m: int = 1) -> IntArray:
        """The classes 0..q-1, then q."""
        return as_column(np.arange(self.q + 1))

    def _predicted(self, Z: IntArray) -> IntArray:
        return as_integers(Z, "predictions", 0, self.q)[:, 0]


@dataclass(frozen=True, eq=False)
class TopKDecoder(ClassDecoder):
    """The k classes of largest score, as rows of q bits, with U_y = e_y and F_z = -z, r = q."""

    k: int = 1

    name = "top-k"
    tie_rule = "of equal scores, the smallest classes"
    predicts: ClassVar[Predictions] = "label-sets"
    examples: ClassVar[Examples] = ({"classes": 4, "k": 2}, {"classes": 3, "k": 3}, {"classes": 1})

    def __post_init__(self) -> None:
        """Raises InvalidParameter unless 1 <= k <= q."""
        super().__post_init__()
        check_k(self.k, self.classes)

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = e_y, shape (n, q)."""
        return self.indicators(Y)

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = -z, shape (t, q)."""
        return -self._sets(Z).astype(np.float64)

    def decode(self, scores: FloatArray) -> IntArray:
        """A partial selection in each row, shape (t, q)."""
        return select_top(as_scores(scores, self.q), self.k).astype(np.int8)

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """1 where the observed class is not among the predicted ones."""
        z, y = self._sets(Z), self.observed(Y)
        return 1.0 - z[np.arange(len(z)), y].astype(np.float64)

    def predictions(self, m: int = 1) -> IntArray:
        """All sets of k classes, the smallest classes first."""
        return sets_of_size(self.q, self.k)

    def _sets(self, Z: IntArray) -> IntArray:
        sets = as_label_sets(Z)
        if sets.shape[1] != self.q or (sets.sum(axis=1, dtype=int) != self.k).any():
            raise InvalidParameter(f"Predictions must be sets of {self.k} of {self.q} classes.")
        return sets


@dataclass(frozen=True, eq=False)
class OrdinalDecoder(ClassDecoder):
    """Base: the distance of classes is that of their `levels`, numbers; 0..q-1 when left out."""

    levels: tuple[float, ...] | None = field(default=None, repr=False, kw_only=True)

    needs_an_order = True

    def for_classes(self, classes: Sequence[Any], *, stated: bool) -> Self:
        """Numbers are their own levels; names take the places of the stated order.

        Raises
        ------
        InvalidParameter
            For names without a stated order, or numbers that do not increase.
        """
        numbers = np.asarray(classes)
        if numbers.dtype.kind in "iufb":
            levels = numbers.astype(np.float64)
        elif stated:
            levels = np.arange(len(numbers), dtype=np.float64)
        else:
            shown = ", ".join(map(repr, list(classes)[:3]))
            raise InvalidParameter(
                f"The order of the classes {shown} is not known: give it, lowest first, with"
                " classes=[...] or an ordered categorical of pandas."
            )
        if (np.diff(levels) <= 0).any():
            raise InvalidParameter("classes=[...] of an ordinal loss must increase.")
        counted = super().for_classes(classes, stated=stated)
        return replace(counted, levels=tuple((levels - levels[:1]).tolist()))

    @property
    def scale(self) -> FloatArray:
        """The level of each class, from 0: shape (q,)."""
        if self.levels is None:
            return np.arange(self.q, dtype=np.float64)
        return np.array(self.levels)


@dataclass(frozen=True, eq=False)
class OrdinalAbsoluteDecoder(OrdinalDecoder):
    """argmin_z sum_{j <= z} w_j s_j, U_y = (1 - 2 1(y >= j))_j, F_z = (w_j 1(z >= j))_j, r = q - 1.

    w_j is the step of the levels from class j - 1 to j, so that |z - y| = sum_j w_j |1(z >= j) -
    1(y >= j)|, and |a - b| = a (1 - 2b) + b for bits a and b. With weights of either sign the risk
    need not be convex in z, so every class is compared.
    """

    name = "ordinal-absolute"
    tie_rule = "the smallest class"

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y, shape (n, q - 1)."""
        return 1.0 - 2.0 * self._reached(Y)

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z, shape (t, q - 1)."""
        features: FloatArray = self._reached(Z) * np.diff(self.scale)
        return features

    def decode(self, scores: FloatArray) -> IntArray:
        """The class of smallest prefix sum (the empty one, 0, for the first), shape (t, 1)."""
        given = as_scores(scores, self.q - 1) * np.diff(self.scale)
        risks = np.column_stack([np.zeros(len(given)), np.cumsum(given, axis=1)])
        return as_column(np.argmin(risks, axis=1))

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """|z - y| of the levels, row by row."""
        distance: FloatArray = np.abs(self.scale[self.observed(Z)] - self.scale[self.observed(Y)])
        return distance

    def _reached(self, classes: IntArray) -> FloatArray:
        return (self.observed(classes)[:, None] >= np.arange(1, self.q)).astype(np.float64)


@dataclass(frozen=True, eq=False)
class OrdinalSquaredDecoder(OrdinalDecoder):
    """argmin_z z^2 s_0 - 2 z s_1, with U_y = (1, y) and F_z = (z^2, -2z) of the levels, r = 2.

    s_0 is the sum of the weights; where it is not positive the parabola opens downwards and an end
    of the scale is best, so every class is compared.
    """

    name = "ordinal-squared"
    tie_rule = "the smallest class"

    def observation_features(self, Y: IntArray) -> FloatArray:
        """U_y = (1, y), shape (n, 2)."""
        y = self.scale[self.observed(Y)]
        return np.column_stack([np.ones(len(y)), y])

    def prediction_features(self, Z: IntArray) -> FloatArray:
        """F_z = (z^2, -2z), shape (t, 2)."""
        z = self.scale[self.observed(Z)]
        return np.column_stack([z**2, -2.0 * z])

    def decode(self, scores: FloatArray) -> IntArray:
        """The class of smallest risk, shape (t, 1)."""
        risks = as_scores(scores, 2) @ self.prediction_features(self.predictions()).T
        return as_column(np.argmin(risks, axis=1))

    def _losses(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """(z - y)^2 of the levels, row by row."""
        distance: FloatArray = self.scale[self.observed(Z)] - self.scale[self.observed(Y)]
        return distance**2


def check_class_count(count: int, classes: Sequence[Any]) -> None:
    """Raises InvalidParameter unless there are that many classes."""
    if count != len(classes):
        shown = ", ".join(map(str, list(classes)[:5])) + (", ..." if len(classes) > 5 else "")
        raise InvalidParameter(
            f"The loss is for {count} classes and there are {len(classes)} ({shown}):"
            f" name all {count}, in the loss's order, with classes=[...]."
        )
