"""The matrix of a loss without its repeated rows and columns, which no constant depends on."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.kinds.best_constants import Shift
from qstheory.errors import Undecided
from qstheory.losses.base import Loss, Reference

Array = NDArray[np.float64]
Rows = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class Distinct:
    """The different vectors of a list, and for each vector of the list its place among them."""

    chosen: tuple[int, ...]
    place: tuple[int, ...]

    def spread(self, values: Rows) -> Rows:
        """A value for every vector of the list: equal ones share theirs."""
        return tuple(values[i] for i in self.place)

    def pad(self, values: Rows) -> Rows:
        """A value for every vector of the list: 0 for all but the first of equal ones."""
        zero = tuple([Fraction(0)] * len(values[0]))
        known = dict(zip(self.chosen, values, strict=True))
        return tuple(known.get(i, zero) for i in range(len(self.place)))


def distinct(vectors: Rows) -> Distinct:
    """The first of each group of equal vectors."""
    first: dict[tuple[Fraction, ...], int] = {}
    place = []
    chosen: list[int] = []
    for i, vector in enumerate(vectors):
        if vector not in first:
            first[vector] = len(chosen)
            chosen.append(i)
        place.append(first[vector])
    return Distinct(tuple(chosen), tuple(place))


@dataclass(frozen=True)
class ConstantProblem:
    """Constants over L = F U^T + 1 c^T with c of one kind."""

    reference: Reference
    entries: Rows
    shift: Shift
    symmetries: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    """Permutations of rows and columns that leave the entries as they are."""

    @cached_property
    def rows(self) -> Distinct:
        """The different predictions."""
        return distinct(self.entries)

    @cached_property
    def columns(self) -> Distinct:
        """The different observations."""
        return distinct(tuple(zip(*self.entries, strict=True)))

    @cached_property
    def exact(self) -> Rows:
        """The matrix of different rows and columns."""
        return tuple(
            tuple(self.entries[z][y] for y in self.columns.chosen) for z in self.rows.chosen
        )

    @cached_property
    def matrix(self) -> Array:
        """The same in floating point; raises Undecided beyond its range."""
        try:
            return np.array([[float(x) for x in row] for row in self.exact])
        except OverflowError:
            raise Undecided("The entries are beyond the range of floating point.") from None

    @cached_property
    def moves(self) -> tuple[tuple[int, ...], ...]:
        """The symmetries on the different rows, then the different columns."""
        count = len(self.rows.chosen)
        return tuple(
            (
                *(self.rows.place[left[i]] for i in self.rows.chosen),
                *(count + self.columns.place[right[j]] for j in self.columns.chosen),
            )
            for left, right in self.symmetries
        )


def problem_of(loss: Loss, shift: Shift) -> ConstantProblem:
    """The problem of a loss of enumerable size with rational entries.

    Only those declared symmetries are used that hold on every entry.
    """
    predictions, observations = list(loss.predictions), list(loss.observations)
    entries = tuple(tuple(loss.entry(z, y) for y in observations) for z in predictions)
    rows = {z: i for i, z in enumerate(predictions)}
    columns = {y: i for i, y in enumerate(observations)}
    symmetries = []
    for symmetry in loss.symmetries:
        left = tuple(rows[symmetry.prediction(z)] for z in predictions)
        right = tuple(columns[symmetry.observation(y)] for y in observations)
        if all(
            tuple(entries[i][j] for j in right) == row for i, row in zip(left, entries, strict=True)
        ):
            symmetries.append((left, right))
    return ConstantProblem(loss.reference, entries, shift, tuple(symmetries))
