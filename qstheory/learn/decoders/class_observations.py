"""What decoders of class losses share: observations are classes 0..q-1 in one column."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from qstheory.errors import InvalidParameter
from qstheory.learn.decoders.arrays import FloatArray, IntArray, as_integers
from qstheory.learn.decoders.base import Decoder, Examples, Predictions


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

    def differ(self, Z: IntArray, Y: IntArray) -> FloatArray:
        """|z - y| row by row, shape (t,)."""
        distance: FloatArray = np.abs(self.observed(Z) - self.observed(Y)).astype(np.float64)
        return distance

    def predictions(self, m: int = 1) -> IntArray:
        """The classes 0..q-1, one a row."""
        return np.arange(self.q)[:, None]
