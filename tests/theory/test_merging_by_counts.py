"""Dominance and equal lines by sizes, beside the whole matrix and linear programs of scipy."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import linprog

from qstheory import losses
from qstheory.certify import decide
from qstheory.errors import TooLarge
from qstheory.losses.base import Loss
from qstheory.theory.effort import DEFAULT, affordable
from qstheory.theory.margin.findings import margin_findings
from qstheory.theory.merging import (
    alone_at_drawn_points,
    cells_with_interior_by_size,
    declared_findings,
    lines_finding,
    merging_findings,
    standings_by_size,
)
from qstheory.theory.subject import Subject

SMALL = (
    "hamming:m=4",
    "f-score:m=4,undefined=one",
    "f-score:m=4,undefined=drop",
    "jaccard:m=3,undefined=one",
    "zero-one:m=3",
    "block-zero-one:m=4,blocks=size",
    "prec-at-k:m=4,k=2",
    "top-k:classes=5,k=2",
    "abstain:classes=4",
    "abstain:classes=3,cost=3/4",
    "multiclass:classes=5",
    # The losses of large sets are larger everywhere; i alone ignores the size of z.
    "set-formula:m=3,entry=b-i+a*a",
    "set-formula:m=3,entry=b-i",
    "set-formula:m=4,entry=1-i/2,predicted=2",
    "set-formula:m=3,entry=a-i+1/2",
    "set-formula:m=4,entry=(a-2)*(a-2)",
)


def leads(loss: Loss) -> tuple[np.ndarray, list[float]]:
    """The matrix, and for each z max over Pi of the least excess risk of another prediction."""
    L = np.array([[float(loss.entry(z, y)) for y in loss.observations] for z in loss.predictions])
    found = []
    for z in range(len(L)):
        D = np.delete(L, z, axis=0) - L[z]
        n = D.shape[1]
        program = linprog(
            np.append(np.zeros(n), -1.0),
            A_ub=np.hstack([-D, np.ones((len(D), 1))]),
            b_ub=np.zeros(len(D)),
            A_eq=[[1.0] * n + [0.0]],
            b_eq=[1.0],
            bounds=[(0, None)] * n + [(None, None)],
        )
        found.append(-program.fun)
    return L, found


@pytest.mark.parametrize("name", SMALL)
def test_sizes_tell_what_programs_for_every_prediction_tell(name: str) -> None:
    loss = losses.parse(name)
    L, lead = leads(loss)
    assert loss.counts is not None
    found = {f.key: f for f in declared_findings(loss, "")}
    assert found["dominance"].value == (
        sum(x < -1e-7 for x in lead),
        sum(abs(x) <= 1e-7 for x in lead),
    )
    assert found["equal-rows"].value == len(L) - len({row.tobytes() for row in L})
    assert found["equal-columns"].value == len(L.T) - len({row.tobytes() for row in L.T.copy()})
    for finding in found.values():
        assert finding.status == "proved"
        for item in finding.items():
            assert decide(item.proposition, item.certificate).outcome.value == item.expect
    whole = {f.key: f for f in merging_findings(Subject(loss, DEFAULT))}
    assert {k: f.statement for k, f in found.items()} == {k: f.statement for k, f in whole.items()}


def test_what_is_seen_by_size_has_all_standings() -> None:
    """So that none of the cases above is left out."""
    seen = Counter(s for name in SMALL for s in standings_by_size(losses.parse(name)).standings)
    assert seen.keys() == {"alone", "tied", "never"}


@pytest.mark.parametrize(
    ("name", "predictions", "never", "tied"),
    [
        ("hamming:m=20", 2**20, 0, 0),
        ("f-score:m=20,undefined=one", 2**20, 0, 0),
        ("top-k:classes=1000,k=5", 8_250_291_250_200, 0, 0),
        ("multiclass:classes=10000", 10_000, 0, 0),
        # All but the empty and the full set share their block with others.
        ("block-zero-one:m=20,blocks=size", 2**20, 0, 2**20 - 2),
    ],
)
def test_losses_that_are_too_large_to_list(
    name: str, predictions: int, never: int, tied: int
) -> None:
    """By hand: a set, or a class of it, is the only optimum where it is certain, or all k are."""
    loss = losses.parse(name)
    assert loss.predictions.size == predictions
    subject = Subject(loss, affordable(DEFAULT, {"merging": 30.0, "margins": 30.0}))
    found = {f.key: f for f in merging_findings(subject)}
    assert found["dominance"].value == (never, tied)
    assert all(f.status == "proved" for f in found.values())
    cells = {f.key: f for f in margin_findings(subject)}["cells"]
    assert cells.value == (predictions if not tied else None)


def test_cells_of_matrices_with_many_corners_are_counted() -> None:
    """The middle of three points on a line is optimal only with ties, twins share a cell."""
    rows = np.abs(np.arange(30)[:, None] - np.arange(30))
    middle = (rows[3] + rows[5]) / 2
    from qstheory.inputs import as_loss

    loss = as_loss(np.vstack([rows, rows[7], middle]).tolist())
    subject = Subject(loss, affordable(DEFAULT, {"margins": 1.0}))
    found = {f.key: f for f in margin_findings(subject)}["cells"]
    assert (found.value, found.extent) == (30, "exact")
    assert "--part margins --time" in found.limit


def test_interiors_by_size_are_those_of_the_matrix() -> None:
    for name in ("hamming:m=3", "abstain:classes=4", "top-k:classes=5,k=2"):
        loss = losses.parse(name)
        _, lead = leads(loss)
        assert cells_with_interior_by_size(loss) == sum(x > 1e-7 for x in lead)


def test_drawn_points_have_one_optimum() -> None:
    values = np.random.default_rng(3).integers(-50, 50, (60, 12))
    found = alone_at_drawn_points(values, set(range(0, 60, 2)))
    assert len(found) > 5
    assert all(z % 2 == 0 for z in found)
    for z, weights in found.items():
        assert sum(weights.values()) == 1
        risks = [sum((int(row[j]) * w for j, w in weights.items()), Fraction(0)) for row in values]
        assert risks.index(min(risks)) == z
        assert risks.count(min(risks)) == 1
    assert alone_at_drawn_points(values * 10**14, {0}) == {}


def test_lines_of_too_many_orbits_are_left_at_once() -> None:
    """Sets of all sizes of 1,000 labels have some 10^8 orbits of pairs."""
    with pytest.raises(TooLarge):
        lines_finding(losses.parse("prec-at-k:m=1000,k=5"), "observations")
