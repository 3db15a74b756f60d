"""The embedded loss, with its proof, beside distributions sampled by cvxpy with Clarabel.

The surrogate has 5 observations with 10 pieces each in 3 dimensions. The contender solves one
program at each of a number of drawn distributions and collects the rows that it meets: some of the
embedded loss, without a proof that there are no more. No time is asserted.
"""

from fractions import Fraction
from random import Random
from typing import Any

import cvxpy
import numpy as np
import pytest

from qstheory.certify.maxima import Affine, Terms
from qstheory.theory.embedding.representatives import embedding

DRAWN = 200
GROUP = pytest.mark.benchmark(group="embedded loss, 5 observations, 10 pieces, 3 scores")


@pytest.fixture(scope="module")
def terms() -> Terms:
    """A random surrogate that is bounded below."""
    random = Random(5)
    found = []
    for _ in range(5):
        slopes = [[random.randint(-9, 9) for _ in range(3)] for _ in range(9)]
        slopes.append([-sum(column) for column in zip(*slopes, strict=True)])
        pieces = (
            Affine(tuple(map(Fraction, slope)), Fraction(random.randint(-9, 9))) for slope in slopes
        )
        found.append((tuple(pieces),))
    return tuple(found)


def sampled(terms: Terms, count: int = DRAWN) -> tuple[Any, Any]:
    """Drawn distributions, and the values of S at minimisers there."""
    v, Pi = cvxpy.Variable(3), cvxpy.Parameter(5, nonneg=True)
    values = [
        cvxpy.max(
            cvxpy.hstack([np.array(p.slope, dtype=float) @ v + float(p.constant) for p in maximum])
        )
        for (maximum,) in terms
    ]
    problem = cvxpy.Problem(cvxpy.Minimize(sum(Pi[y] * s for y, s in enumerate(values))))
    points, rows = np.random.default_rng(5).dirichlet(np.ones(5), size=count), []
    for point in points:
        Pi.value = point
        problem.solve("CLARABEL")
        rows.append([float(s.value) for s in values])
    return points, np.array(rows)


@GROUP
def test_sampled_distributions(benchmark: Any, terms: Terms) -> None:
    points, rows = benchmark.pedantic(sampled, (terms,), rounds=1)
    assert len(points) == len(rows) == DRAWN


@GROUP
def test_the_certified_embedding(benchmark: Any, terms: Terms) -> None:
    found = benchmark.pedantic(embedding, (terms,), rounds=1)
    assert found.evidence.proves
    points, rows = sampled(terms, 20)
    least = (points @ np.array(found.rows, dtype=float).T).min(axis=1)
    assert (points * rows).sum(axis=1) == pytest.approx(least, abs=1e-5)
