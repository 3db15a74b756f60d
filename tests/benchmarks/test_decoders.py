"""Decoding speed, beside example-wise-f1-maximizer for the F-score; nothing is asserted on time."""

import statistics
import subprocess
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from qstheory.learn.decoders import decoder_for
from qstheory.learn.decoders.f_score import CrossApproximation, given_columns

from .peers import interpreter

FULL = pytest.mark.full_size
PEER = "example-wise-f1-maximizer==0.1.5"


@pytest.fixture(scope="session")
def peer_python() -> Path:
    """The interpreter of an environment of the peer's own; skips when it cannot be made."""
    return interpreter("f1-maximizer", PEER)


@pytest.fixture
def peer(peer_python, tmp_path):
    """peer(P, p0): the peer's median CPU seconds for all points, and its label sets."""

    def run(P, p0):
        source, target = tmp_path / "in.npz", tmp_path / "out.npz"
        np.savez(source, P=P, p0=p0, repeats=5)
        script = Path(__file__).with_name("peer_f1_maximizer.py")
        command = [str(peer_python), str(script), str(source), str(target)]
        subprocess.run(command, check=True)
        found = np.load(target)
        return float(found["seconds"]), found["decoded"]

    return run


@pytest.mark.parametrize("name", ["f-score", "f-score-columns"])
@pytest.mark.parametrize("shape", [(14, 5000), (53, 2000), (159, 800)])
def test_f_score_beside_the_peer(benchmark, sized, peer, name, shape):
    m, points = shape[0], sized(shape[1], 50)
    rng = np.random.default_rng(0)
    sets = (rng.random((points, 60, m)) < 0.3 * rng.random((points, 1, m)) + 0.01).astype(float)
    sizes = sets.sum(axis=2).astype(int)
    by_size = np.eye(m + 1)[sizes][:, :, 1:]
    P = np.einsum("pij,pil->pjl", sets, by_size) / 60
    p0 = (sizes == 0).mean(axis=1)
    seconds, label_sets = peer(P, p0)

    decoder = decoder_for(name, undefined="one")
    tables = P if name == "f-score" else P @ decoder.ratio_weights(np.arange(1, m + 1), m)
    scores = np.column_stack([tables.reshape(points, -1), p0])
    decoded = benchmark.pedantic(decoder.decode, (scores,), rounds=7, warmup_rounds=1)

    np.testing.assert_allclose(
        decoder.risk(decoded, scores), decoder.risk(label_sets, scores), atol=1e-12
    )
    if benchmark.disabled:  # tried once, without timing
        return
    ours = points / cpu_seconds(partial(decoder.decode, scores))
    theirs = points / seconds
    # What bounds it: each point's table must be read; then come the columns of all sizes in single
    # precision (for f-score the product with the weights), then the choice among the sizes.
    traffic = scores.nbytes / points
    table = scores[:, :-1].reshape(points, m, m)
    if name == "f-score":
        approximation = CrossApproximation.of(decoder.ratio_weights(np.arange(1, m + 1), m))
        work = np.empty(points * m * m, dtype=np.float32)
        columns = partial(approximation.columns, table, work)
    else:
        columns = partial(given_columns, table)
    shares = {
        "reading": cpu_seconds(scores.sum) / points * ours,
        "columns": cpu_seconds(columns) / points * ours,
    }
    shares["choice"] = 1 - shares["columns"]
    benchmark.extra_info.update(
        {
            "points a second": round(ours),
            "peer": round(theirs),
            "times": round(ours / theirs, 1),
            "bytes a point": round(traffic),
            "shares of the time": {key: round(value, 2) for key, value in shares.items()},
        }
    )
    print(
        f"\n{name}, m = {m}: {ours:.0f} points a second, peer {theirs:.0f}: {ours / theirs:.1f}x;"
        f" {traffic:.0f} bytes a point; bare reading {shares['reading']:.0%} of the time, columns"
        f" of all sizes {shares['columns']:.0%}, choice among them {shares['choice']:.0%}"
    )


def cpu_seconds(call, repeats=7):
    """The median, which other work on the machine does not change."""
    found = []
    for _ in range(repeats):
        start = time.process_time()
        call()
        found.append(time.process_time() - start)
    return statistics.median(found)


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("hamming", {}),
        ("prec-at-k", {"k": 5}),
        ("ndcg", {}),
        ("ndcg", {"k": 5}),
        ("pairwise-disagreement", {}),
    ],
)
@pytest.mark.parametrize("scores", ["distinct", "tied"])
def test_a_hundred_thousand_points(benchmark, sized, name, parameters, scores):
    drawn = np.random.default_rng(0).normal(size=(sized(100_000, 1_000), 100))
    given = drawn if scores == "distinct" else np.round(drawn, 1)
    benchmark.pedantic(decoder_for(name, **parameters).decode, (given,), rounds=5)


@pytest.mark.parametrize("m", [10, *(pytest.param(m, marks=FULL) for m in (14, 18))])
@pytest.mark.parametrize(("name", "extra"), [("pd-graded", -1), ("map", 1)])
def test_orders_by_dynamic_programming(benchmark, name, extra, m):
    scores = np.random.default_rng(0).normal(size=(4, m * (m + extra) // 2))
    benchmark.pedantic(decoder_for(name).decode, (scores,), rounds=3)


@pytest.mark.parametrize("m", [8, *(pytest.param(m, marks=FULL) for m in (18, 25, 30))])
def test_feedback_arc_set_by_cp_sat(benchmark, m):
    scores = np.random.default_rng(0).normal(size=(1, m * (m - 1) // 2))
    decoder = decoder_for("pd-graded", dp_limit=0)
    _, gaps = benchmark.pedantic(decoder.decode_with_gap, (scores,), rounds=3)
    benchmark.extra_info["gap"] = float(gaps[0])
