"""What a good run reaches on the benchmark data; skipped, with the reason, where they are absent.

Bounds hold for the mean over splits with a margin of about two standard errors.
"""

import numpy as np
import pytest

from qstheory.learn.experiments.protocol import F_SCORE, HAMMING, ZERO_ONE, Budget
from qstheory.learn.experiments.table2 import run_table2

BOUNDS = [
    ("emotions", F_SCORE, 0.65),
    ("scene", ZERO_ONE, 0.30),
    ("scene", F_SCORE, 0.78),
    ("yeast", ZERO_ONE, 0.75),
    ("yeast", HAMMING, 0.21),
    ("yeast", F_SCORE, 0.65),
    ("medical", F_SCORE, 0.78),
]


@pytest.fixture(scope="module")
def surrogate_means(real_data):
    """(data set, measure) -> mean of the shown number over two splits."""
    names = sorted({name for name, *_ in BOUNDS})
    budget = Budget(
        lams=(1e-4, 1e-3, 1e-2),
        widths=(2.0, 0.5),
        Cs=(1.0,) * 6,
        ranking_lams=(0.1, 1.0, 10.0),
        pair_Cs=(1.0,) * 6,
        boosted_leaves=(4, 8),
        boosted_rounds=(25, 50, 100),
    )
    runs = run_table2(
        real_data, seeds=2, datasets=names, methods=["QS"], budget=budget, progress=False
    )
    found = {}
    for run in runs:
        for outcome in run.outcomes:
            found.setdefault((run.dataset, outcome.measure), []).append(outcome.test)
    return {key: float(np.mean(losses)) for key, losses in found.items()}


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.parametrize(("name", "measure", "bound"), BOUNDS)
def test_the_surrogate_reaches(surrogate_means, name, measure, bound):
    shown = measure.shown(surrogate_means[name, measure.key])
    assert shown > bound if measure.is_score else shown < bound
