"""Bounds on calibration functions hold the exact ones; those of pairs are few and simple."""

from fractions import Fraction
from itertools import count, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory import losses
from qstheory.certify import Outcome
from qstheory.certify.kinds.calibration import PairBound, bound_fault
from qstheory.exact.integer_matrix import IntegerMatrix, common, from_fractions, from_integers
from qstheory.losses.base import matrix_loss
from qstheory.theory.calibration.bound_findings import Surrogate, interval_findings, intervals
from qstheory.theory.calibration.envelope import calibration_function
from qstheory.theory.calibration.findings import calibration_findings, chosen_problem, full_space
from qstheory.theory.calibration.pair_bounds import MOST, line_from_a_tie, simplest
from qstheory.theory.calibration.text import merged_pieces
from qstheory.theory.effort import DEFAULT, Budget
from qstheory.theory.subject import Subject

Q = Fraction
ROWS = st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=3, max_size=3)


@settings(max_examples=15)
@given(ROWS)
def test_the_exact_function_lies_between(rows: list[list[int]]) -> None:
    subject = Subject(matrix_loss([[Q(x) for x in row] for row in rows]), DEFAULT)
    for problem, finding in zip(
        (chosen_problem(subject)[1], full_space(subject)),
        interval_findings(subject, "a limit") if subject.rank > 1 else (),
        strict=False,
    ):
        H = calibration_function(problem)
        if not H.pieces:
            continue
        assert isinstance(finding.value, tuple)
        if finding.extent == "exact":
            assert merged_pieces(H) == list(finding.value)
            continue
        low, high, end = finding.value
        assert isinstance(low, Fraction)
        assert isinstance(end, Fraction)
        assert end <= H.largest_excess
        for share in (Q(1, 7), Q(1, 2), Q(1)):
            e = share * (end or H.largest_excess)
            value = H.value(e)
            if value is not None:
                assert value >= low * e * e
                assert high is None or value <= high * e * e  # type: ignore[operator]


def test_zero_one_by_hand() -> None:
    """F = U = I up to signs: |F_0 - F_1|^2 = 2; from y' = 0 to y = 1 the tie is in the middle."""
    L = common(Subject(matrix_loss([[Q(0), Q(1)], [Q(1), Q(0)]]), DEFAULT).matrix)
    U = from_integers(np.array([[-1, 0], [0, -1]]))
    (found,) = intervals(L, [Surrogate(Q(2), U)])
    assert (found.lower, found.upper, found.end) == (Q(1, 2), Q(1, 2), Q(1))


@pytest.mark.parametrize(
    ("name", "square", "end"),
    [
        ("multiclass:classes=4", Q(1, 2), 1),
        ("ordinal-absolute:classes=4", Q(1, 3), 3),
        ("hamming:m=2", Q(2), 1),
        ("block-zero-one:m=2,blocks=size", Q(1, 2), 1),
    ],
)
def test_bounds_that_meet_are_the_function(name: str, square: Fraction, end: int) -> None:
    """D^2 is 2 for indicators, n - 1 for as many thresholds, m (1/m)^2 for m labels."""
    subject = Subject(losses.parse(name), DEFAULT)
    found = next(iter(interval_findings(subject, "a limit")))
    assert found.extent == "exact"
    assert not found.limit
    assert found.value == ((Q(0), Q(end), Q(0), Q(0), square),)
    assert merged_pieces(calibration_function(chosen_problem(subject)[1])) == list(found.value)


def test_larger_losses_get_bounds() -> None:
    rows = [[Q((3 * i + 5 * j) % 7) for j in range(17)] for i in range(17)]
    found = list(calibration_findings(Subject(matrix_loss(rows), Budget(calibration=1))))
    assert [f.status for f in found] == ["proved", "proved"]
    assert "--part calibration --time" in found[0].limit


def test_equal_rows_and_columns_are_looked_at_once() -> None:
    """The 0-1 loss of 11 sizes on 1,024 sets: |F_z - F_z'|^2 = 2, over all scores 4 |Z|."""
    subject = Subject(losses.parse("block-zero-one:m=10,blocks=size"), DEFAULT)
    found = {finding.key: finding.value for finding in interval_findings(subject, "a limit")}
    assert found["calibration-function"] == ((0, 1, 0, 0, Q(1, 2)),)
    assert found["calibration-full-space"] == ((0, 1, 0, 0, Q(1, 4096)),)


def matrix(size: int, seed: int) -> Subject:
    drawn = np.random.default_rng(seed).integers(0, 100, (size, size)).tolist()
    return Subject(matrix_loss([[Q(x) for x in row] for row in drawn]), DEFAULT)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_tie_inside_the_simplex_bounds_closely_what_has_no_structure(seed: int) -> None:
    """With unconstrained scores every two rows are equally far, so that any tie will do."""
    own, full = interval_findings(matrix(20, seed), "a limit")
    for finding, most in ((own, 1.6), (full, 1.001)):
        assert isinstance(finding.value, tuple)
        low, high, end = finding.value
        assert 1 <= high / low < most  # type: ignore[operator]
        assert end > 0  # type: ignore[operator]


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_the_bound_from_a_tie_is_that_of_its_points(seed: int) -> None:
    """At half its end: the exact function is not larger, and the diameter bound not either."""
    subject = matrix(3, seed)
    problem = chosen_problem(subject)[1]
    H = calibration_function(problem)
    line = line_from_a_tie(common(subject.matrix), from_fractions(problem.U), H.largest_excess)
    assert line is not None
    assert line.upper * problem.squared_diameter >= 1
    assert line.end <= H.largest_excess
    for share in (Q(1, 100), Q(1, 2), Q(1)):
        e = share * line.end
        value = H.value(e)
        assert value is not None
        assert value <= line.upper * e * e


def test_a_multiple_has_the_same_line() -> None:
    """The multiple is beyond machine integers; at e times as large the same distribution is met."""
    L, U = common(matrix(4, 1).matrix), from_integers(np.array([[1], [2], [3], [4]]))
    huge = IntegerMatrix(L.values.astype(object) * 10**26, L.denominators)
    one, other = line_from_a_tie(L, U, Q(1)), line_from_a_tie(huge, U, Q(10**26))
    assert one is not None
    assert other is not None
    assert (other.z, other.rival, other.start) == (one.z, one.rival, one.start)
    assert (other.end, other.upper) == (one.end * 10**26, one.upper / 10**52)


def test_a_tie_is_looked_for_where_eigenvectors_do() -> None:
    wide = from_integers(np.arange(2 * (MOST + 1)).reshape(2, -1))
    assert line_from_a_tie(wide, from_integers(np.ones((MOST + 1, 1), dtype=int)), Q(1)) is None


def test_the_simplest_rational_has_the_least_denominator_of_all() -> None:
    ends = sorted({Fraction(p, q) for q in (1, 2, 5, 7, 24, 71) for p in range(2 * q + 1)})
    for low, high in (*pairwise(ends), *zip(ends, ends[9:], strict=False)):
        least = next(q for q in count(1) if -(-low * q // 1) <= high * q)
        found = simplest(low, high)
        assert low <= found <= high
        assert found.denominator == least


def test_a_bound_that_serves_is_taken_again() -> None:
    H = calibration_function(full_space(Subject(losses.make("map", m=3, undefined="one"), DEFAULT)))
    assert len(H.pieces) > 3
    given: dict[tuple[int, int], list[PairBound]] = {}
    again = 0
    for shown in H.pieces:
        assert shown.decision.outcome is Outcome.PROVES
        for bound in shown.certificate.bounds:
            pair = bound.z, bound.best
            before = given.setdefault(pair, [])
            serve = [
                each
                for each in before
                if not bound_fault(shown.piece, pair, each.multipliers, H.problem.products)
            ]
            assert not serve or bound in serve
            again += bool(serve)
            before.append(bound)
    assert again
