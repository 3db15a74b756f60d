"""What proposes bounds on A* and gamma_2 from above by structure: steps, and kernels by counts.

See `qstheory.certify.kinds.kernel_constants`.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from qstheory.certify.kinds.best_constants import HALF_PI, Quantity
from qstheory.certify.kinds.kernel_constants import CountedKernel, StepNorms, kernel_square
from qstheory.certify.weights import Side
from qstheory.exact.integer_matrix import INT64_MAX, common, magnitude
from qstheory.theory.subject import Subject

STEPPED = 1 << 18
"""Most entries whose lines are put in an order: that of 512 x 512 takes half a second."""
TRIPLES = 1 << 20
"""Most sizes of two sets and of what they share that are looked through for the largest value."""


@lru_cache(maxsize=1)
def step_bounds(subject: Subject) -> tuple[tuple[Fraction, StepNorms], ...]:
    """S^2 of an order of the predictions and of the observations, once for all bounds."""
    return tuple(_steps(subject))


def _steps(subject: Subject) -> Iterator[tuple[Fraction, StepNorms]]:
    """Steps from line to line, in the given order and from each line to the nearest one left."""
    if (
        not subject.complete
        or subject.loss.predictions.size * subject.loss.observations.size > STEPPED
    ):
        return
    matrix = common(subject.matrix)
    shared = matrix.denominators[0]
    if 4 * magnitude(matrix.values) > INT64_MAX:
        return
    sides: dict[Side, NDArray[Any]] = {
        "observations": matrix.values.T,
        "predictions": matrix.values,
    }
    for side, lines in sides.items():
        for order in (tuple(range(len(lines))), nearest_order(lines)):
            ordered = lines[list(order)]
            ends = ordered[0] + ordered[-1]
            low, high = int(ends.min()), int(ends.max())
            steps = sum(int(x) for x in np.abs(np.diff(ordered, axis=0)).max(axis=1))
            root = Fraction(high - low, 4 * shared) + Fraction(steps, 2 * shared)
            yield root**2, StepNorms(side, order, Fraction(low + high, 4 * shared))


def nearest_order(lines: NDArray[Any]) -> tuple[int, ...]:
    """From a line farthest from the first on, always to the nearest line left, the first of equals.

    >>> nearest_order(np.array([[2], [0], [3], [1]]))
    (1, 3, 0, 2)
    """

    def distances(k: int) -> NDArray[Any]:
        apart: NDArray[Any] = np.abs(lines - lines[k])
        return np.asarray(apart.max(axis=1))

    order = [int(distances(0).argmax())]
    left = [k for k in range(len(lines)) if k != order[0]]
    while left:
        order.append(left.pop(int(distances(order[-1])[left].argmin())))
    return tuple(order)


def kernel_bounds(subject: Subject, quantity: Quantity) -> Iterator[tuple[Fraction, CountedKernel]]:
    """The kernel c - L for the largest value c of a loss by counts."""
    counts = subject.loss.counts
    if counts is not None and counts.most_triples <= TRIPLES:
        c = max(counts.value(*triple) for triple in counts.triples())
        square = kernel_square(counts, c)
        yield (HALF_PI * square if quantity == "A" else square), CountedKernel(c)
