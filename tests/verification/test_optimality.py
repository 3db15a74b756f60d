"""The examples of the claims on optimality, by linear programs and floats."""

import numpy as np
import pytest
from scipy.optimize import linprog

from qstheory import losses
from verification.sharp2020.optimality import EIGHT, KNOWN


def floats(loss):
    return np.array(
        [[float(loss.entry(z, y)) for y in loss.observations] for z in loss.predictions]
    )


def widest_equal_risk(L):
    """The largest t with a distribution of all weights >= t and equal risks, or None."""
    n = L.shape[1]
    differences = np.hstack([L[1:] - L[0], np.zeros((len(L) - 1, 1))])
    total = np.append(np.ones(n), 0)
    found = linprog(
        np.append(np.zeros(n), -1),
        A_ub=np.hstack([-np.eye(n), np.ones((n, 1))]),
        b_ub=np.zeros(n),
        A_eq=np.vstack([differences, total]),
        b_eq=np.append(np.zeros(len(L) - 1), 1),
        bounds=[(0, 1)] * n + [(None, None)],
    )
    return found.x[-1] if found.status == 0 else None


@pytest.mark.parametrize("text", KNOWN)
def test_the_examples_have_equal_risk_and_the_known_rank(text):
    L = floats(losses.parse(text))
    assert widest_equal_risk(L) > 1e-9
    assert np.linalg.matrix_rank(L - L[0], tol=1e-9) == KNOWN[text]


@pytest.mark.parametrize("part", EIGHT)
def test_the_losses_of_the_remark_have_equal_risk(part):
    assert widest_equal_risk(floats(losses.parse(EIGHT[part].format(m=3)))) > 1e-9


@pytest.mark.parametrize("name", ["absolute", "squared"])
@pytest.mark.parametrize("classes", [3, 4, 6])
def test_ordinal_losses_have_none(name, classes):
    widest = widest_equal_risk(floats(losses.parse(f"ordinal-{name}:classes={classes}")))
    assert widest is None or widest < 1e-9


@pytest.mark.parametrize("classes", [2, 3, 5, 9])
def test_the_absolute_ordinal_loss_has_full_rank_and_the_squared_one_rank_three(classes):
    absolute = floats(losses.parse(f"ordinal-absolute:classes={classes}"))
    determinant = (-1) ** (classes - 1) * (classes - 1) * 2 ** (classes - 2)
    assert np.linalg.det(absolute) == pytest.approx(determinant)
    squared = floats(losses.parse(f"ordinal-squared:classes={classes}"))
    assert np.linalg.matrix_rank(squared, tol=1e-9) == min(3, classes)
