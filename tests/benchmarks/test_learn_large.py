"""Large problems beside other libraries: CPU seconds, memory and quality in the same run.

Each method runs in a process of its own.
"""

import sys

import pytest

from .peers import measured


def shown(benchmark, name: str, own: dict[str, float], other: dict[str, float]) -> None:
    """Prints and keeps the figures beside the ratios own / other."""
    ratios = {key: round(own[key] / other[key], 2) for key in own if other.get(key)}
    benchmark.extra_info.update({"own": own, "other": other, "own / other": ratios})
    print(f"\n{name}: {own}\n  beside {other}\n  own / other {ratios}")


@pytest.mark.slow
def test_hamming_beside_nystroem_and_ridge(benchmark, sized):
    rows = sized(200_000, 1_000)
    arguments = (sys.executable, "run_large.py", "hamming", rows, 1000)
    own = benchmark.pedantic(measured, args=arguments, rounds=1)
    other = measured(sys.executable, "run_large.py", "peer", rows, 1000)
    shown(benchmark, f"hamming, {rows} x 100, 50 labels, 1000 landmarks", own, other)
    assert own["error"] <= other["error"] + 0.01


@pytest.mark.slow
def test_zero_one_with_as_many_label_sets_as_rows(benchmark, sized):
    """A dense U would take 8 n^2 bytes: 320 GB."""
    rows = sized(200_000, 1_000)
    arguments = (sys.executable, "run_large.py", "zero-one", rows, 1000)
    own = benchmark.pedantic(measured, args=arguments, rounds=1)
    dense = {"megabytes": 8 * rows**2 / 1e6}
    shown(benchmark, f"zero-one, {rows} x 100, 50 labels, 1000 landmarks", own, dense)
    assert own["megabytes"] < 2000


@pytest.mark.slow
def test_streamed_ranking_beside_boosted_trees(benchmark, sized):
    """The shape of MSLR-WEB10K: 10,000 queries of 120 documents with 136 features."""
    queries = sized(10_000, 100)
    arguments = (sys.executable, "run_ranker.py", "surrogate", queries)
    own = benchmark.pedantic(measured, args=arguments, rounds=1)
    for method in ("lightgbm", "xgboost"):
        other = measured(sys.executable, "run_ranker.py", method, queries)
        shown(benchmark, f"{queries} queries, {method}", own, other)
    if queries >= 10_000:
        assert own["megabytes"] < 8 * 1.2e6 * 136 / 1e6 / 2  # half of X alone
