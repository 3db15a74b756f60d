"""Consistency decided for all distributions beside a grid of linear programs given to cvxpy.

Contenders get the same surrogate. The certified answer holds for every distribution and includes
its certificate; the float contender looks at a grid only. No time is asserted.
"""

from typing import Any

import cvxpy
import numpy as np
import pytest

from qstheory import losses
from qstheory.certify.kinds.polyhedral import PolyhedralSurrogate
from qstheory.losses.base import Loss
from qstheory.theory.consistency.polyhedral import decided, triangle
from qstheory.theory.consistency.surrogates import surrogate

PARTS = 12
GROUP = pytest.mark.benchmark(group="Crammer-Singer, abstaining, three classes")


@pytest.fixture(scope="module")
def loss() -> Loss:
    """Abstaining at cost 1/2."""
    return losses.parse("abstain:classes=3,cost=1/2")


def fails_on_the_grid(loss: Loss) -> bool:
    """Whether a wrong form reaches the least surrogate risk, by a parametrised program each."""
    model = surrogate("crammer-singer-abstain").build(loss)
    assert isinstance(model, PolyhedralSurrogate)
    L = np.array([[float(loss.entry(z, y)) for y in loss.observations] for z in loss.predictions])
    v, Pi = cvxpy.Variable(len(model.decoder[0].score.slope)), cvxpy.Parameter(3, nonneg=True)
    maxima = [
        cvxpy.max(
            cvxpy.hstack([np.array(p.slope, dtype=float) @ v + float(p.constant) for p in maximum])
        )
        for (maximum,) in model.terms
    ]
    risk = sum(Pi[y] * maximum for y, maximum in enumerate(maxima))
    scores = [
        np.array(form.score.slope, dtype=float) @ v + float(form.score.constant)
        for form in model.decoder
    ]
    anywhere = cvxpy.Problem(cvxpy.Minimize(risk))
    cells = [
        cvxpy.Problem(
            cvxpy.Minimize(risk), [mine <= other for other in scores if other is not mine]
        )
        for mine in scores
    ]
    for point in triangle(PARTS):
        Pi.value = np.array(point, dtype=float)
        risks = L @ Pi.value
        least = float(anywhere.solve("CLARABEL"))
        for form, cell in zip(model.decoder, cells, strict=True):
            wrong = risks[form.prediction] > risks.min() + 1e-9
            if wrong and float(cell.solve("CLARABEL")) < least + 1e-6:
                return True
    return False


@GROUP
def test_the_grid_of_floats(benchmark: Any, loss: Loss) -> None:
    assert not benchmark.pedantic(fails_on_the_grid, (loss,), rounds=1)


@GROUP
def test_the_certified_answer(benchmark: Any, loss: Loss) -> None:
    model = surrogate("crammer-singer-abstain").build(loss)
    assert isinstance(model, PolyhedralSurrogate)
    assert benchmark.pedantic(decided, (loss, model), rounds=1).proves
