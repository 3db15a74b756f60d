"""Estimates and refusals."""

import numpy as np
import pytest

from qstheory.errors import TooLarge
from qstheory.learn.memory import available_memory, readable_bytes, require_memory, row_blocks


def test_bytes_are_readable():
    assert [readable_bytes(b) for b in (0, 999, 1000, 12_345_678, 8e18)] == [
        "0 B",
        "999 B",
        "1 kB",
        "12.3 MB",
        "8e+03 PB",
    ]


def test_the_limit_is_the_available_memory():
    assert available_memory() > 1e6
    require_memory(10, "A little")
    with pytest.raises(TooLarge, match="Too much needs about"):
        require_memory(1e18, "Too much")
    with pytest.raises(TooLarge, match="80 B and 79 B"):
        require_memory(10, "A little", limit=79)
    require_memory(10, "A little", limit=80)


@pytest.mark.parametrize(("rows", "floats"), [(0, 3), (1, 10**9), (1000, 3), (1000, 10**6)])
def test_blocks_cover_the_rows(rows, floats):
    blocks = row_blocks(rows, floats)
    covered = [i for block in blocks for i in range(rows)[block]]
    assert covered == list(range(rows))
    assert all(8 * floats * (b.stop - b.start) <= 64e6 or b.stop - b.start == 1 for b in blocks)


def test_an_estimate_covers_what_the_exact_solver_allocates():
    """Peak of numpy's allocations during a path, against the estimate of the refusal."""
    import tracemalloc

    from qstheory.learn.kernels import Kernel
    from qstheory.learn.solvers import ExactSolver

    n, r = 400, 5
    X, U = np.random.default_rng(0).random((n, 3)), np.ones((n, r))
    tracemalloc.start()
    ExactSolver().path(Kernel("gaussian"), X, U)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    estimate = 8 * (3 * n**2 + 3 * n * r)
    assert peak < 1.4 * estimate
