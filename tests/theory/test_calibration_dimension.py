"""Intervals for the convex calibration dimension, and predictions on a line, by brute force."""

import random
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from qstheory import analyze, losses
from qstheory.certify import Outcome, decide
from qstheory.errors import TooLarge
from qstheory.losses.base import matrix_loss
from qstheory.theory.calibration_dimension import (
    calibration_dimension_finding,
    positions_on_a_line,
    positive_weights,
    upper_bound,
)
from qstheory.theory.effort import DEFAULT
from qstheory.theory.flats import faces
from qstheory.theory.optimality import equal_risk
from qstheory.theory.subject import Subject


def interval(loss):
    """The finding's interval; its evidence is decided again."""
    subject = Subject(loss, DEFAULT)
    found = calibration_dimension_finding(subject, equal_risk(subject))
    for evidence in found.evidence:
        assert decide(evidence.proposition, evidence.certificate).outcome is Outcome.PROVES
    return found.value


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("f-score:m=2,undefined=one", (2, 2)),
        ("f-score:m=2,undefined=zero", (1, 1)),
        ("f-score:m=3,undefined=one", (3, 6)),
        ("jaccard:m=2,undefined=one", (2, 2)),
        ("abstain:classes=3", (2, 2)),
        ("abstain:classes=4", (2, 2)),
        ("abstain:classes=5", (2, 3)),
        ("abstain:classes=400", (2, 9)),
        ("abstain:classes=4,cost=1/3", (2, 2)),
        ("multiclass:classes=4", (3, 3)),
        ("ordinal-absolute:classes=5", (1, 1)),
        ("top-k:classes=5,k=2", (4, 4)),
        ("hamming:m=3", (3, 3)),
    ],
)
def test_the_interval_of_a_loss_by_name(spec, expected):
    assert interval(losses.parse(spec)) == expected


@pytest.mark.parametrize("m", [4, 6, 20])
def test_the_f_score_needs_at_most_one_score_less_than_its_differences_have(m):
    loss = losses.make("f-score", m=m, undefined="one")
    found = Subject(loss, DEFAULT)
    assert found.rank_of("prediction-differences") == m * m - m + 1
    upper = upper_bound(found)
    assert upper.proves
    assert upper.proposition.d == m * m - m


def test_ties_among_the_sets_of_a_few_labels_are_found():
    low, _ = interval(losses.make("f-score", m=5, undefined="one"))
    assert low >= 11


def test_a_users_matrix_has_the_interval_of_the_loss_it_is():
    loss = losses.make("abstain", classes=4)
    rows = [[3 * loss.entry(z, y) for y in loss.observations] for z in loss.predictions]
    random.Random(1).shuffle(rows)
    assert interval(matrix_loss(rows)) == (2, 2)


def brute_force(L, grid):
    """The largest rank of what ties, over all distributions with this denominator."""
    best = 0
    for weights in product(range(grid + 1), repeat=len(L[0])):
        if sum(weights) != grid:
            continue
        risks = [sum(a * w for a, w in zip(row, weights, strict=True)) for row in L]
        tied = [row for row, risk in zip(L, risks, strict=True) if risk == min(risks)]
        support = [y for y, w in enumerate(weights) if w]
        rows = [[float(row[y] - tied[0][y]) for y in support] for row in tied]
        best = max(best, np.linalg.matrix_rank(np.array(rows)))
    return best


@pytest.mark.parametrize("seed", range(12))
def test_no_distribution_of_a_grid_has_more_ties_than_the_faces(seed):
    source = random.Random(seed)
    shape = source.choice([(3, 3), (4, 3), (3, 4)])
    # Entries of 0, 1 and 2 have many ties at distributions of small denominators.
    L = [[Fraction(source.randint(0, 2)) for _ in range(shape[1])] for _ in range(shape[0])]
    found = faces([tuple(row) for row in L])
    assert found[0].ties >= brute_force(L, 12)
    for face in found:
        risks = [sum(a * p for a, p in zip(row, face.distribution, strict=True)) for row in L]
        assert face.tied == tuple(z for z, risk in enumerate(risks) if risk == min(risks))
        assert face.support == tuple(y for y, p in enumerate(face.distribution) if p)
        rows = [[float(L[z][y] - L[face.tied[0]][y]) for y in face.support] for z in face.tied]
        assert np.linalg.matrix_rank(np.array(rows)) == face.ties


def test_too_many_faces_are_refused():
    with pytest.raises(TooLarge):
        faces([(Fraction(0),) * 50])


def test_where_the_least_risk_is_largest_as_many_predictions_tie_as_observations_have_weight():
    """max over p of min_z L_z p by scipy: its ties, less one, are a bound that is found too."""
    L = np.random.default_rng(1).integers(0, 10**6, (130, 130))
    size = len(L)
    found = linprog(
        [*[0] * size, -1],
        A_ub=np.hstack([-L / 1e6, np.ones((size, 1))]),
        b_ub=np.zeros(size),
        A_eq=[[*[1] * size, 0]],
        b_eq=[1],
        bounds=[*[(0, None)] * size, (None, None)],
    )
    p, value = found.x[:size], found.x[size]
    tied = np.flatnonzero(L @ p / 1e6 < value + 1e-9)
    support = np.flatnonzero(p > 1e-9)
    differences = L[tied[1:]][:, support] - L[tied[0], support]
    assert len(tied) == len(support) > 40
    assert np.linalg.matrix_rank(differences) == len(tied) - 1
    loss = matrix_loss([[Fraction(int(x)) for x in row] for row in L])
    assert interval(loss) == (len(tied) - 1, size - 1)


@pytest.mark.parametrize("undefined", ["one", "drop"])
def test_the_bounds_of_the_f_score_of_six_labels_do_not_get_worse(undefined: str) -> None:
    """16 was known from a search, and m^2 - m scores suffice."""
    dossier = analyze("f-score", m=6, undefined=undefined, parts=["optimality"])
    found = dossier.finding("calibration-dimension")
    assert found.status == "proved"
    low, high = found.value
    assert 16 <= low <= high == 30


@pytest.mark.parametrize(("height", "width"), [(2, 3), (3, 5), (3, 7), (3, 40), (4, 6)])
def test_weights_of_sum_0_are_positive_on_every_observation_or_there_are_none(height, width):
    """Against a program in floating point, with few observations and many."""
    draw = random.Random(height * width)
    seen = set()
    for _ in range(12):
        bias = draw.choice((0, 0, 6))
        B = [[draw.randint(0, 5) + bias * (z == 0) for _ in range(width)] for z in range(height)]
        B = list(zip(*(c for c in zip(*B, strict=True) if len(set(c)) > 1), strict=True))
        if not B:
            continue
        w = positive_weights([tuple(map(Fraction, row)) for row in B])
        peer = linprog(
            [0] * height + [-1],
            A_ub=np.hstack([-np.array(B).T, np.ones((len(B[0]), 1))]),
            b_ub=np.zeros(len(B[0])),
            A_eq=[[1] * height + [0]],
            b_eq=[0],
            bounds=[(-1, 1)] * height + [(None, None)],
        )
        assert (w is not None) == (peer.fun < -1e-9)
        if w is not None:
            assert sum(w) == 0
            assert all(
                sum(x * v for x, v in zip(w, c, strict=True)) > 0 for c in zip(*B, strict=True)
            )
        seen.add(w is None)
    assert seen == {True, False}


def test_predictions_that_are_never_better_count_for_nothing():
    """One that is best everywhere needs no score; others leave what the rest needs."""
    random.seed(5)
    for _ in range(30):
        n, m = random.randint(1, 4), random.randint(2, 4)
        rows = [[Fraction(random.randint(0, 3)) for _ in range(m)] for _ in range(n)]
        worse = [[x + random.randint(0, 1) for x in random.choice(rows)] for _ in range(2)]
        found = interval(matrix_loss([*worse, *rows]))
        best = [min(column) for column in zip(*rows, strict=True)]
        assert (found[1] == 0) is (best in rows)
        alone = interval(matrix_loss(rows))
        assert alone[0] <= found[1]
        assert found[0] <= alone[1]


def possible(values: np.ndarray) -> bool:
    """Whether some order has gaps d >= 1 with S_(k+1) d_k >= S_k d_(k+1), S the steps."""
    count = len(values)
    for order in permutations(range(count)):
        steps = np.diff(values[list(order)], axis=0)
        rows = []
        for k in range(count - 2):
            for before, after in zip(steps[k], steps[k + 1], strict=True):
                row = np.zeros(count - 1)
                row[k], row[k + 1] = -after, before
                rows.append(row)
        if linprog(np.zeros(count - 1), rows, np.zeros(len(rows)), bounds=(1, 10**6)).success:
            return True
    return False


def convex(values: np.ndarray, places: dict[int, object]) -> bool:
    """Every column at the positions."""
    items = list(places.items())
    return all(
        (b - a) * values[z] + (c - b) * values[x] >= (c - a) * values[y]
        for values in values.T.tolist()
        for (x, a), (y, b), (z, c) in zip(items, items[1:], items[2:], strict=False)
    )


@settings(max_examples=150)
@given(st.integers(3, 4), st.integers(2, 3), st.data())
def test_positions_are_found_when_there_are_any(
    rows: int, columns: int, data: st.DataObject
) -> None:
    entry = st.integers(0, 4)
    values = np.array([[data.draw(entry) for _ in range(columns)] for _ in range(rows)])
    found = positions_on_a_line(values)
    assert (found is not None) == possible(values)
    if found is not None:
        assert convex(values, found)
        places = list(found.values())
        assert sorted(set(places)) == places
        assert sorted(found) == list(range(rows))


@pytest.mark.parametrize("power", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_shuffled_grades_are_found(power: int, seed: int) -> None:
    """|z - y| and its square at places on a line that are not equally far from each other."""
    source = np.random.default_rng(seed)
    places = np.sort(source.choice(100, 30, replace=False))
    values = np.abs(places[source.permutation(30)][:, None] - places) ** power
    found = positions_on_a_line(values)
    assert found is not None
    assert convex(values, found)
