"""Certified intervals of A*^2 at the sizes where narrow ones are wanted, with their widths.

The relative width is kept beside the time, as `width`. Losses of up to 16 x 16 have one below 1e-6;
beyond that the width is reported, and the certificates must be accepted. No time is asserted.
"""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from qstheory import losses
from qstheory.certify.kinds.best_constants import Shift
from qstheory.losses.base import Loss, matrix_loss
from qstheory.theory.best_constants.bounds import best_constants

NARROW = 16 * 16
"""Entries up to which the width has to be below 1e-6."""
SHIFTS = ("scalar", "by-observation")
FULL = pytest.mark.full_size


def random_loss(rows: int, columns: int) -> Loss:
    """Integers from -3 to 3, without symmetries."""
    entries = np.random.default_rng(7).integers(-3, 4, (rows, columns))
    return matrix_loss([[Fraction(int(x)) for x in row] for row in entries])


def measured(benchmark: Any, loss: Loss, shift: Shift) -> None:
    """One run, whose relative width goes into the record."""
    found = benchmark.pedantic(best_constants, (loss, shift), rounds=1)
    low, high = found.a.ends
    assert found.a.lower.proves
    assert found.a.upper.proves
    width = float((high - low) / high)
    benchmark.extra_info["width"] = width
    if loss.predictions.size * loss.observations.size <= NARROW:
        assert width < 1e-6


@pytest.mark.benchmark(group="A* of matrices without symmetries")
@pytest.mark.parametrize("shift", SHIFTS)
@pytest.mark.parametrize(
    "shape",
    [
        (4, 5),
        *(
            pytest.param(shape, marks=FULL)
            for shape in ((16, 16), (6, 18), (24, 24), (32, 32), (64, 64))
        ),
    ],
)
def test_matrices(benchmark: Any, shape: tuple[int, int], shift: Shift) -> None:
    measured(benchmark, random_loss(*shape), shift)


@pytest.mark.benchmark(group="A* of losses with symmetries")
@pytest.mark.parametrize("shift", SHIFTS)
@pytest.mark.parametrize("name", ["hamming", "zero-one", "f-score"])
@pytest.mark.parametrize("m", [3, *(pytest.param(m, marks=FULL) for m in (4, 5, 6))])
def test_losses(benchmark: Any, name: str, m: int, shift: Shift) -> None:
    options = {"undefined": "one"} if name == "f-score" else {}
    measured(benchmark, losses.make(name, m=m, **options), shift)
