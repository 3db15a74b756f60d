"""Exact calibration functions against grids of the simplex, closed forms and invariances."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.bundle import Item, loads
from qstheory.certify.kinds.finite_instances import squared_distance
from qstheory.certify.moves import Rows
from qstheory.losses.base import matrix_loss
from qstheory.theory.calibration.envelope import CalibrationFunction, calibration_function
from qstheory.theory.calibration.findings import calibration_findings, chosen_problem, full_space
from qstheory.theory.calibration.pair import PairSolver
from qstheory.theory.calibration.problem import CalibrationProblem, problem_of_form, scores_in_span
from qstheory.theory.calibration.text import is_convex, merged_pieces
from qstheory.theory.effort import DEFAULT
from qstheory.theory.subject import Subject
from qstheory.theory.timed import latest
from qstheory.work.certificates import dumps

GRID = 24
ENTRY = st.integers(-3, 3).map(Fraction)


def H_of(F: Rows, U: Rows) -> CalibrationFunction:
    """H, every piece certified."""
    found = calibration_function(CalibrationProblem(F, U))
    assert {piece.decision.outcome for piece in found.pieces} <= {Outcome.PROVES}
    return found


def rows(count: int, width: int) -> st.SearchStrategy[Rows]:
    """Small integer rows."""
    return st.lists(st.tuples(*[ENTRY] * width), min_size=count, max_size=count).map(tuple)


def nearest(g: np.ndarray, cell: np.ndarray) -> float:
    """The squared distance from g to the cone {v : cell v >= 0} in the plane."""
    if (cell @ g >= 0).all():
        return 0.0
    candidates = [np.zeros(2)]
    for row in cell:
        if row @ row > 0:
            candidates.append(g - row * (row @ g) / (row @ row))
    return min(float((v - g) @ (v - g)) for v in candidates if (cell @ v >= -1e-12).all())


def on_grid(F: Rows, U: Rows, e: float) -> float:
    """An upper bound of H(e): the least over distributions with denominator GRID."""
    floats, targets = np.array(F, dtype=float), np.array(U, dtype=float)
    least = float("inf")
    for i, j in product(range(GRID + 1), repeat=2):
        if i + j <= GRID:
            g = targets.T @ np.array([i, j, GRID - i - j]) / GRID
            risks = floats @ g
            for z in np.flatnonzero(risks >= risks.min() + e - 1e-12):
                least = min(least, nearest(g, floats - floats[z]))
    return least


@settings(max_examples=12)
@given(rows(3, 2), rows(3, 2))
def test_no_grid_point_lies_below_and_some_come_close(F: Rows, U: Rows) -> None:
    H = H_of(F, U)
    for share in (Fraction(1, 5), Fraction(1, 2), Fraction(4, 5)):
        e = share * H.largest_excess
        exact = H.value(e) if H.pieces else None
        if exact is None or not e:
            continue
        seen = on_grid(F, U, float(e))
        assert seen >= float(exact) - 1e-9


@pytest.mark.parametrize("seed", range(6))
def test_the_grid_comes_close(seed: int) -> None:
    random = Random(seed)
    F, U = (
        tuple(tuple(Fraction(random.randint(-3, 3)) for _ in range(2)) for _ in range(3))
        for _ in range(2)
    )
    H = H_of(F, U)
    e = H.largest_excess / 2
    exact = H.value(e)
    assert exact is not None
    assert float(exact) - 1e-9 <= on_grid(F, U, float(e)) <= 1.1 * float(exact) + 0.01


@settings(max_examples=12)
@given(rows(3, 2), rows(3, 2), st.tuples(ENTRY, ENTRY))
def test_zero_at_zero_above_the_diameter_bound_and_invariant(
    F: Rows, U: Rows, move: tuple[Fraction, Fraction]
) -> None:
    H = H_of(F, U)
    if not H.pieces:
        return
    diameter = max(squared_distance(a, b) for a in F for b in F)
    points = sorted({end for p in H.pieces for end in (p.piece.low, p.piece.high)})
    points += [(a + b) / 2 for a, b in pairwise(points)]
    values = {e: H.value(e) for e in points}
    assert all(v is None or v * diameter >= e * e for e, v in values.items())
    turned = tuple(
        (Fraction(3, 5) * a - Fraction(4, 5) * b, b * Fraction(3, 5) + a * Fraction(4, 5))
        for a, b in F
    )
    turned_U = tuple(
        (Fraction(3, 5) * a - Fraction(4, 5) * b, b * Fraction(3, 5) + a * Fraction(4, 5))
        for a, b in U
    )
    padded = tuple((*row, *move) for row in F), tuple((*row, Fraction(0), Fraction(0)) for row in U)
    for other in (
        H_of(F[::-1], U[1:] + U[:1]),
        H_of(turned, turned_U),
        H_of(*padded) if not any(move) else H,
    ):
        assert all(other.value(e) == v for e, v in values.items() if v is not None)


@settings(max_examples=8)
@given(rows(3, 2), rows(3, 2), st.tuples(ENTRY, ENTRY))
def test_a_function_of_y_changes_nothing(F: Rows, U: Rows, move: tuple[Fraction, Fraction]) -> None:
    # F_z + a adds a . U_y, a function of y, to the loss.
    moved = tuple((a + move[0], b + move[1]) for a, b in F)
    assert merged_pieces(H_of(F, U)) == merged_pieces(H_of(moved, U))


@pytest.mark.parametrize(
    ("name", "form", "square"),
    [
        ("zero-one:m=2", "printed", Fraction(1, 2)),
        ("hamming:m=1", "repaired", Fraction(1)),
        ("hamming:m=2", "repaired", Fraction(2)),
        ("hamming:m=3", "repaired", Fraction(3)),
        ("multiclass:classes=5", "indicators", Fraction(1, 2)),
        ("prec-at-k:m=3,k=1", "centred", Fraction(1, 2)),
        ("block-zero-one:m=2,blocks=size", "printed", Fraction(1, 2)),
        ("block-zero-one:m=3,blocks=parity", "printed", Fraction(1, 2)),
    ],
)
def test_closed_forms(name: str, form: str, square: Fraction) -> None:
    loss = losses.parse(name)
    H = calibration_function(problem_of_form(loss, loss.closed_form(form)))
    assert merged_pieces(H) == [(0, 1, 0, 0, square)]
    assert is_convex(H)


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_unconstrained_scores_of_the_zero_one_loss(classes: int) -> None:
    subject = Subject(losses.make("multiclass", classes=classes), DEFAULT)
    H = calibration_function(full_space(subject))
    assert merged_pieces(H) == [(0, 1, 0, 0, Fraction(1, 4 * classes))]


def test_every_piece_of_a_users_matrix_replays_and_no_changed_one_does() -> None:
    matrix = matrix_loss([[Fraction(x) for x in row] for row in ((0, 1, 1), (3, 0, 4), (0, 2, 0))])
    name, problem = chosen_problem(Subject(matrix, DEFAULT))
    assert name == "minimal"
    H = calibration_function(problem)
    assert len(merged_pieces(H)) > 1
    for certified in H.pieces:
        item = Item(certified.piece, certified.certificate)
        assert loads(dumps([item])) == [item]
        from dataclasses import replace

        for change in (Fraction(1, 1000), Fraction(-1, 1000)):
            wrong = replace(certified.piece, constant=certified.piece.constant + change)
            assert decide(wrong, certified.certificate).outcome is Outcome.INVALID


@pytest.mark.parametrize(
    ("name", "form", "square"),
    [
        ("zero-one:m=2", "printed", Fraction(1, 16)),
        ("block-zero-one:m=3,blocks=parity", "printed", Fraction(1, 8)),
        ("hamming:m=2", "repaired", Fraction(1, 16)),
        ("hamming:m=3", "repaired", Fraction(1, 24)),
    ],
)
def test_scores_in_the_span_of_the_loss(name: str, form: str, square: Fraction) -> None:
    # e^2/(4k), e^2/(4b) and e^2/(8m): Osokin, Bach and Lacoste-Julien (2017).
    loss = losses.parse(name)
    problem = problem_of_form(loss, loss.closed_form(form))
    H = calibration_function(scores_in_span(problem))
    assert merged_pieces(H) == [(0, 1, 0, 0, square)]


@pytest.mark.parametrize("name", ["block-zero-one:m=2,blocks=size", "hamming:m=3"])
def test_unconstrained_scores_begin_at_the_general_bound(name: str) -> None:
    # e^2/(4k) with k predictions, attained for small e.
    loss = losses.parse(name)
    H = calibration_function(full_space(Subject(loss, DEFAULT)))
    assert merged_pieces(H)[0][2:] == (0, 0, Fraction(1, 4 * loss.predictions.size))


@settings(max_examples=8)
@given(rows(3, 2), rows(3, 2))
def test_scores_are_never_below_the_bound_of_the_projection(F: Rows, U: Rows) -> None:
    # Their general bound: H(e) >= e^2 / (2k max |P_F (e_i - e_j)|^2).
    problem = scores_in_span(CalibrationProblem(F, U))
    H = calibration_function(problem)
    floats = np.array(F, dtype=float)
    projection = floats @ np.linalg.pinv(floats)
    apart = [projection[:, i] - projection[:, j] for i, j in product(range(3), repeat=2)]
    widest = max(float(x @ x) for x in apart)
    assert float(problem.squared_diameter) == pytest.approx(6 * widest)
    for certified in H.pieces:
        for e in (certified.piece.low, certified.piece.high):
            value = H.value(e)
            assert value is not None
            assert float(value) * 6 * widest >= float(e) ** 2 - 1e-9


@pytest.mark.parametrize(("m", "k"), [(m, k) for m in range(2, 6) for k in range(1, m)])
def test_precision_at_k_has_its_closed_form_for_all_k(m: int, k: int) -> None:
    """k^2 e^2 / (2 d) on [0, d/k], d = min(k, m - k): proved for every m in the words below.

    D^2 = 2 d / k^2 bounds below. With d labels in z alone and as many in z* alone, v = 0 decodes to
    z, and g, e k / (2 d) smaller on the former and larger on the latter, is a mean of the
    y - 1/2 as long as e <= d/k; its excess is e and its squared length e^2 / D^2.
    """
    loss = losses.make("prec-at-k", m=m, k=k)
    H = calibration_function(problem_of_form(loss, loss.closed_form("centred")))
    d = min(k, m - k)
    zero = Fraction(0)
    assert merged_pieces(H) == [(zero, Fraction(d, k), zero, zero, Fraction(k * k, 2 * d))]
    assert {piece.decision.outcome for piece in H.pieces} == {Outcome.PROVES}


@pytest.mark.parametrize(("name", "m"), [("f-score", 3), ("map", 3), ("pairwise-disagreement", 4)])
def test_orbits_give_what_a_program_for_every_pair_gives(name: str, m: int) -> None:
    loss = losses.make(name, m=m, undefined="zero")
    _, problem = chosen_problem(Subject(loss, DEFAULT))
    assert len(problem.pairs) < len(problem.F) * (len(problem.F) - 1) / 3
    H = calibration_function(problem)
    every = replace(problem, declared=())
    for share in (Fraction(1, 3), Fraction(9, 10)):
        e = share * H.largest_excess
        value = H.value(e)
        assert value is not None
        seen = min(PairSolver(every, *pair).about(e) for pair in every.pairs)
        assert abs(seen - float(value)) <= 1e-6 * seen


def test_findings_are_proved_and_stop_at_the_budget() -> None:
    small = list(calibration_findings(Subject(losses.make("hamming", m=2), DEFAULT)))
    assert [f.status for f in small] == ["proved"] * 6
    large = list(calibration_findings(Subject(losses.make("hamming", m=4), DEFAULT)))
    assert [f.status for f in large[:3]] == ["proved"] * 3
    # The bounds from below and above are both m e^2: nothing is left to search for.
    assert (large[0].extent, large[0].limit) == ("exact", "")
    assert [f.status for f in latest(large)] == ["proved"] * 6
    scarce = replace(DEFAULT, calibration=1)
    scores = latest(
        calibration_findings(Subject(losses.make("map", m=3, undefined="zero"), scarce))
    )
    assert [f.extent for f in scores] == ["interval"] * 2
    assert "--part calibration --time" in scores[-1].limit
    single = matrix_loss([[Fraction(0), Fraction(1)]])
    assert [f.status for f in calibration_findings(Subject(single, DEFAULT))] == ["stated"]
    level = matrix_loss([[Fraction(1)] * 2] * 2)
    assert [f.status for f in calibration_findings(Subject(level, DEFAULT))] == ["stated"]


def test_findings_say_where_the_bounds_are_attained() -> None:
    """F = (0, 0), (3, 3), (4, 0): the differences have the squares 18, 16 and 10.

    An excess e is at most 3 for the second prediction, e^2/18 there; up to 4 for the third, e^2/16,
    whose tangent at 4 goes through (3, 1/2).
    """
    rows = ((0, 0, 0), (3, 0, 3), (4, 2, 0))
    matrix = matrix_loss([[Fraction(x) for x in row] for row in rows])
    found = {f.key: f for f in calibration_findings(Subject(matrix, DEFAULT))}
    assert {f.status for f in found.values()} == {"proved"}
    diameter, printed = (found[f"calibration-{name}-bound"] for name in ("diameter", "printed"))
    assert diameter.value == 1
    least = "H(e) >= 1/18 e^2, the bound e^2/D^2 of D = max |F_z - F_z'|, with equality"
    assert diameter.statement == f"{least} for 0 < e <= 3"
    assert printed.value == 4
    assert " times the bound e^2/(4 ||F||^2), with equality" in printed.statement
    envelope = found["calibration-convexified"].statement
    assert envelope == "H**(e) = 1/18 e^2 on [0, 3]; 1/2 e - 1 on [3, 4]"
