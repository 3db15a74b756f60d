"""Pairs by orbits against all permutations, and against a weight for each label."""

from fractions import Fraction
from itertools import permutations

import pytest

from qstheory import losses
from qstheory.certify import Outcome
from qstheory.certify.moves import Move
from qstheory.theory.calibration.envelope import calibration_function
from qstheory.theory.calibration.findings import chosen_problem, full_space
from qstheory.theory.calibration.orbits import OrbitSolver, fixing, prospect
from qstheory.theory.calibration.pair import PairSolver, extended
from qstheory.theory.calibration.problem import CalibrationProblem, problem_of_form
from qstheory.theory.calibration.text import merged_pieces
from qstheory.theory.effort import DEFAULT
from qstheory.theory.optimality import places_together
from qstheory.theory.subject import Subject


def problem_of(name: str, m: int, full: bool = False) -> CalibrationProblem:
    subject = Subject(losses.make(name, m=m, undefined="one"), DEFAULT)
    return full_space(subject) if full else chosen_problem(subject)[1]


def sets_moved(m: int, order: tuple[int, ...]) -> tuple[int, ...]:
    """Where each subset of m labels, as a bit mask, goes when labels are permuted."""
    return tuple(sum(1 << order[i] for i in range(m) if mask >> i & 1) for mask in range(1 << m))


@pytest.mark.parametrize("pair", [(0, 15), (1, 2), (3, 5), (1, 14), (7, 0)])
def test_orbits_are_those_of_every_permutation_that_fixes_the_pair(pair: tuple[int, int]) -> None:
    m = 4
    swap, turn = (1, 0, 2, 3), (1, 2, 3, 0)
    moves = [Move(sets_moved(m, order), sets_moved(m, order)) for order in (swap, turn)]
    all_moves = [sets_moved(m, order) for order in permutations(range(m))]
    fixed = [move for move in all_moves if (move[pair[0]], move[pair[1]]) == pair]
    expected = sorted({tuple(sorted({move[i] for move in fixed})) for i in range(1 << m)})
    found = [*places_together((each.tolist() for each in fixing(pair, moves)), 2 << m)]
    assert found[: len(expected)] == expected
    assert found[len(expected) :] == [tuple(i + 16 for i in orbit) for orbit in expected]


@pytest.mark.parametrize("full", [False, True])
def test_a_pair_by_orbits_has_the_pieces_that_it_has_label_by_label(full: bool) -> None:
    problem = problem_of("f-score", 3, full)
    for pair in problem.pairs:
        by_orbits = OrbitSolver(problem, *pair).pieces()
        by_labels = PairSolver(problem, *pair).pieces()
        assert [(p.low, p.high, p.coefficients) for p in by_orbits] == [
            (p.low, p.high, p.coefficients) for p in by_labels
        ]
        for piece in by_orbits:
            for e, optimum in ((piece.low, piece.at_low), (piece.high, piece.at_high)):
                assert sum(optimum.distribution) == 1
                assert min(*optimum.distribution, *optimum.multipliers) >= 0
                # Strong duality: h(e) = e mu + nu.
                assert piece.value(e) == e * optimum.mu + optimum.nu


def test_a_bound_by_orbits_is_the_bound_label_by_label() -> None:
    problem = problem_of("f-score", 3)
    for pair in problem.pairs:
        found = OrbitSolver(problem, *pair).proportional()
        expected = PairSolver(problem, *pair).proportional()
        assert (found and found.coefficients) == (expected and expected.coefficients)


def test_a_line_that_ends_early_goes_on_as_far_as_its_w() -> None:
    """Of the many distributions with one risk, those at hand may end before others do."""
    problem = problem_of("f-score", 3)
    solver = PairSolver(problem, 7, 0)
    sample = Fraction(3, 4) * solver.limit
    lines = [line for line in solver.lines(sample) if solver.conditions.interval(line)]
    reached = [solver.conditions.interval(line) for line in lines]
    longer = extended(solver.conditions, lines[0])
    assert longer is not None
    assert solver.conditions.coefficients(longer) == solver.conditions.coefficients(lines[0])
    low, high = solver.conditions.interval(longer) or (1, 0)
    assert all(found and low <= found[0] and found[1] <= high for found in reached)
    assert (low, high) == (0, solver.limit)


@pytest.mark.parametrize("m", [2, 3, 4])
def test_hamming_by_orbits_is_m_e_squared(m: int) -> None:
    """m e^2 on [0, 1], by hand: the cell of z is an orthant, and all coordinates move alike."""
    loss = losses.make("hamming", m=m)
    H = calibration_function(problem_of_form(loss, loss.closed_forms[0]))
    zero = Fraction(0)
    assert merged_pieces(H) == [(zero, Fraction(1), zero, zero, Fraction(m))]


@pytest.mark.parametrize("name", ["f-score", "jaccard"])
def test_sets_of_six_labels_are_told_to_take_seconds(name: str) -> None:
    problem = problem_of(name, 6)
    found = prospect(problem)
    assert found.whole
    assert found.seconds(problem) < 4
    H = calibration_function(problem)
    assert {piece.decision.outcome for piece in H.pieces} == {Outcome.PROVES}
    assert len(merged_pieces(H)) == 1


def test_the_time_that_pieces_take_is_foreseen_by_their_pairs() -> None:
    """The first two take about as long, the third about a twentieth; how well the clock itself is
    met is among the benchmarks."""
    long, alike, short = (
        prospect(problem).seconds(problem)
        for problem in (
            chosen_problem(Subject(losses.parse(spec), DEFAULT))[1]
            for spec in (
                "map:m=4,undefined=drop",
                "f-score:m=5,undefined=zero",
                "set-formula:m=4,entry=(a+b-2*i)/(a+b),undefined=zero",
            )
        )
    )
    assert long / 4 < alike < 4 * long
    assert short < long / 5
