"""Label sets of large weighted Jaccard index, with an upper bound on the largest.

For predictions of size k the index with an observation of size n is J(i) = i / (k + n - i), convex
in the overlap i, which lies between max(0, k + n - m) and min(k, n). A positive weight is bounded
by the chord over that range, a negative one by a secant of two neighbouring overlaps; both are
linear in z, so that the k labels of largest coefficient attain the bound's maximum. Moving the
secants to the overlaps of that maximiser tightens the bound.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from qstheory.learn.decoders.arrays import FloatArray, IntArray, select_top

ROUNDS = 4


@dataclass(frozen=True, eq=False)
class JaccardSearch:
    """The distinct observations (d, m) and the value of J(0, 0)."""

    observed: IntArray
    empty_value: float

    @cached_property
    def members(self) -> FloatArray:
        """The observations as floats, shape (d, m)."""
        return self.observed.astype(np.float64)

    @cached_property
    def sizes(self) -> FloatArray:
        """|y_d|, shape (d,)."""
        sizes: FloatArray = self.members.sum(axis=1)
        return sizes

    def index(self, k: FloatArray, both: FloatArray) -> FloatArray:
        """J for predictions of size k and overlaps `both`, broadcast against the observations."""
        either = k + self.sizes - both
        return np.where(either == 0, self.empty_value, both / np.maximum(either, 1.0))

    def values(self, Z: FloatArray, weights: FloatArray) -> FloatArray:
        """sum_d weights_d J(z, y_d) for each row of Z."""
        both = Z @ self.members.T
        values: FloatArray = self.index(Z.sum(axis=1)[:, None], both) @ weights
        return values

    def solve(self, weights: FloatArray) -> tuple[IntArray, float]:
        """A label set and the distance of its value to an upper bound on the largest."""
        m = self.members.shape[1]
        k = np.arange(1.0, m + 1)[:, None]
        low, high = np.maximum(0.0, k + self.sizes - m), np.minimum(k, self.sizes)
        overlaps = np.clip(np.rint(k * self.sizes / m), low, high)
        bounds = np.full(m, np.inf)
        empty = np.zeros((1, m))
        best, value = empty[0], float(self.values(empty, weights)[0])
        empty_value = value
        for _ in range(ROUNDS):
            start = np.where(weights > 0, low, np.clip(overlaps, low, np.maximum(low, high - 1)))
            end = np.where(weights > 0, high, np.minimum(start + 1, high))
            at_start = self.index(k, start)
            slope = (self.index(k, end) - at_start) / np.maximum(end - start, 1.0)
            coefficients = (slope * weights) @ self.members
            Z = np.vstack([select_top(row[None], i) for i, row in enumerate(coefficients, 1)])
            constant = (at_start - slope * start) @ weights
            bounds = np.minimum(bounds, constant + (coefficients * Z).sum(axis=1))
            candidates = Z.astype(np.float64)
            values = self.values(candidates, weights)
            if values.max() > value:
                best, value = candidates[np.argmax(values)], float(values.max())
            overlaps = candidates @ self.members.T
        best, value = self.flip(best, value, weights)
        return best.astype(np.int8), max(0.0, max(float(bounds.max()), empty_value) - value)

    def flip(
        self, start: FloatArray, value: float, weights: FloatArray
    ) -> tuple[FloatArray, float]:
        """Flips the best single label while that raises the value."""
        best = start
        while True:
            neighbours = np.abs(best - np.eye(len(best)))
            values = self.values(neighbours, weights)
            place = int(np.argmax(values))
            if values[place] <= value + 1e-12 * float(np.abs(weights).sum()):
                return best, value
            best, value = neighbours[place], float(values[place])
