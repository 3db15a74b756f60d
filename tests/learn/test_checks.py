"""Estimates and refusals."""

import tracemalloc

import numpy as np
import pytest

from qstheory.errors import TooLarge
from qstheory.learn import QuadraticSurrogate
from qstheory.learn.checks import require_memory, row_blocks
from qstheory.learn.kernels import Kernel
from qstheory.learn.solvers import ExactSolver, FourierSolver, NystromSolver
from qstheory.memory import available_memory, readable_bytes


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


def peak_bytes(work):
    """The most that numpy had allocated at once during the work, imports of it left out."""
    work()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_an_estimate_covers_what_the_exact_solver_allocates():
    n, r = 400, 5
    X, U = np.random.default_rng(0).random((n, 3)), np.ones((n, r))
    peak = peak_bytes(lambda: ExactSolver().path(Kernel("gaussian"), X, U))
    assert peak < 1.4 * 8 * (3 * n**2 + 3 * n * r)


@pytest.mark.parametrize("solver", [NystromSolver(), FourierSolver()])
def test_the_approximate_solvers_stay_far_below_n_squared(solver):
    """With 5 sqrt(n) components the memory is of the order n sqrt(n)."""
    n = 6000
    X, U = np.random.default_rng(0).random((n, 3)), np.ones((n, 2))
    peak = peak_bytes(lambda: solver.fit(Kernel("gaussian"), X, U, 1e-3))
    assert peak < 8 * 15 * n**1.5
    assert peak < 8 * n**2 / 4


def test_indicators_of_label_sets_are_never_dense():
    """0-1 with nearly as many label sets as rows: n x D doubles would take 288 MB."""
    generator = np.random.default_rng(0)
    X = generator.standard_normal((6_000, 20))
    Y = (generator.random((6_000, 50)) < 0.5).astype(np.int8)
    model = QuadraticSurrogate("zero-one", solver="nystrom", n_components=40, gamma=0.02)
    peak = peak_bytes(lambda: model.fit(X, Y).predict(X[:100]))
    assert model.n_outputs_ > 5_900
    assert peak < 80e6


def test_the_guard_counts_the_outputs():
    X = np.random.default_rng(0).random((300, 2))
    Y = np.random.default_rng(0).integers(0, 2, (300, 40))
    small = QuadraticSurrogate("hamming", max_memory=2.5e6)
    small.fit(X, Y)
    with pytest.raises(TooLarge, match=r"300 rows with \d+ outputs"):
        small.set_params(loss="f-score", loss_parameters={"undefined": "one"}).fit(X, Y)
    with pytest.raises(TooLarge, match="100 features with 300 outputs"):
        QuadraticSurrogate("zero-one", solver="nystrom", n_components=100, max_memory=5e5).fit(X, Y)
