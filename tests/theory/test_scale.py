"""No finding of a dossier depends on scale, offset or order but as theory says; none fails.

For L' = a L + b, a > 0: ranks of differences, dominance, equal risk, the calibration dimension,
consistency and the structure of margins are the same; margins are a times as large, and best
constants a^2 times. The calibration function of F and U is that of a F and U at e/a: H'(a e) =
H(e). On unconstrained scores, where U is L^T, it is H'(a e) = a^2 H(e). An offset and another order
of the rows and columns may choose another minimal decomposition, with another calibration function
and another span of F, but the largest excess risk is the same.
"""

import random
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest
import sympy
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qstheory import analyze
from qstheory.certify.surds import Surd, of
from qstheory.losses.base import matrix_loss
from qstheory.theory.calibration.bound_findings import interval_findings
from qstheory.theory.calibration.by_form import FUNCTION
from qstheory.theory.dossier import Dossier
from qstheory.theory.effort import DEFAULT
from qstheory.theory.findings import Finding
from qstheory.theory.subject import Subject

Q = Fraction
Matrix = list[list[Fraction]]
TINY = Q(1, 10**9)
NARROW = Q(1, 1 << 58)
"""Relative width within which the irrational end of a piece is enclosed."""
CHOSEN = (
    "minimal",
    "minimal-up-to-observation",
    "calibration-function",
    "calibration-convexified",
    "calibration-diameter-bound",
    "calibration-printed-bound",
    "calibration-span",
)
"""What is found for one decomposition among many."""
BOUNDED = ("A:scalar", "gamma-2:scalar", "A:by-observation", "gamma-2:by-observation")
FULL = "calibration-full-space"


def dossier(rows: Matrix, names: tuple[str, ...] = (), places: tuple[str, ...] = ()) -> Dossier:
    """Nothing of it failed."""
    found = analyze(matrix_loss(rows, names or None, places or None))
    failed = [
        (f.part, f.key, f.reason or f.limit)
        for f in found.findings
        if f.status in ("undecided", "not attempted")
    ]
    assert not failed
    return found


@st.composite
def matrices(draw: st.DrawFn) -> Matrix:
    """Two to four rows, two or three columns, some of whose entries differ by 1e-9 only."""
    rows, columns = draw(st.integers(2, 4)), draw(st.integers(2, 3))
    entry = st.tuples(st.integers(0, 3), st.sampled_from([0, 0, 0, 1]))
    return [
        [Q(whole) + tiny * TINY for whole, tiny in (draw(entry) for _ in range(columns))]
        for _ in range(rows)
    ]


SCALES = st.sampled_from([Q(1, 10**12), Q(3, 7), Q(10**5), Q(10**40), Q(7, 10**60)])
OFFSETS = st.sampled_from([Q(0), Q(-2), Q(10**9), Q(1, 3)])
FEW = settings(max_examples=6, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.slow
@FEW
@given(matrices(), SCALES)
def test_a_scale_changes_findings_as_theory_says(rows: Matrix, a: Fraction) -> None:
    before, after = _compared(rows, a, Q(0))
    for key in ("minimal", "minimal-up-to-observation"):
        old, new = (dict(d.finding(key).details) for d in (before, after))
        assert new["A^2"] == a * a * old["A^2"]
    if _has_function(before):
        one, other = before.finding("calibration-function"), after.finding("calibration-function")
        _same_pieces(_scaled(one.value, a, Q(1)), other.value)
        assert dict(other.details)["convex"] == dict(one.details)["convex"]
        _same_envelope(before, after, a)
        for key in ("calibration-diameter-bound", "calibration-printed-bound"):
            assert before.finding(key).value == after.finding(key).value
        spans = [d.finding("calibration-span").value for d in (before, after)]
        _same_pieces(_scaled(spans[0], a, a * a), spans[1])


@pytest.mark.slow
@FEW
@given(matrices(), SCALES, OFFSETS)
def test_an_offset_changes_findings_as_theory_says(rows: Matrix, a: Fraction, b: Fraction) -> None:
    before, after = _compared(rows, a, b)
    _same_excess(before, after, a)


def _compared(rows: Matrix, a: Fraction, b: Fraction) -> tuple[Dossier, Dossier]:
    """The dossiers of L and a L + b, which differ as theory says."""
    other = [[a * x + b for x in row] for row in rows]
    before, after = dossier(rows), dossier(other)
    assert [f.key for f in before.findings] == [f.key for f in after.findings]
    for old, new in zip(before.findings, after.findings, strict=True):
        _as_theory_says(old, new, a)
    _ranks(before, rows)
    _ranks(after, other)
    return before, after


def _has_function(found: Dossier) -> bool:
    """H is empty where every prediction has the same risk."""
    return any(f.key == "calibration-function" and f.value for f in found.findings)


def _same_excess(before: Dossier, after: Dossier, a: Fraction) -> None:
    """The largest one, a times."""
    assert _has_function(before) == _has_function(after)
    if _has_function(before):
        old, new = (dict(d.finding("calibration-function").details) for d in (before, after))
        assert a * old["largest excess"] == new["largest excess"]


@pytest.mark.slow
@FEW
@given(matrices(), st.data())
def test_another_order_changes_findings_as_theory_says(rows: Matrix, data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(rows))))
    places = data.draw(st.permutations(range(len(rows[0]))))
    names = tuple(f"z{i}" for i in range(len(rows))), tuple(f"y{j}" for j in range(len(rows[0])))
    before = dossier(rows, *names)
    after = dossier(
        [[rows[i][j] for j in places] for i in order],
        tuple(names[0][i] for i in order),
        tuple(names[1][j] for j in places),
    )
    assert [f.key for f in before.findings] == [f.key for f in after.findings]
    for old, new in zip(before.findings, after.findings, strict=True):
        _as_theory_says(old, new, Q(1))
    _same_excess(before, after, Q(1))


def _as_theory_says(old: Finding, new: Finding, a: Fraction) -> None:
    """All that does not depend on which decomposition was chosen."""
    key, was, now = old.key, _sorted(old.value), _sorted(new.value)
    assert old.extent == new.extent, key
    if key in ("loss", "shift"):  # As the ranks say.
        return
    assert old.status == new.status, key
    if key in BOUNDED:
        (low, high), (new_low, new_high) = was, now
        assert new_low <= a * a * high
        assert a * a * low <= new_high
        for least, most in (was, now):
            assert most - least <= most / 1000
    elif key == "largest-margin":
        assert now == a * was
    elif key == "margin-band":
        assert now == _scaled(was, a, Q(1))
    elif key == FULL:
        _same_pieces(_scaled(was, a, a * a), now)
    elif key not in CHOSEN or old.part == "decompositions":
        assert was == now, key


def _sorted(value: Any) -> Any:
    """Names in any order are the same."""
    named = isinstance(value, tuple) and all(isinstance(item, str) for item in value)
    return tuple(sorted(value)) if named else value


def _ranks(found: Dossier, rows: Matrix) -> None:
    """rank L and the least rank of L - c, by sympy: c lowers it where L x = 1 and c = 1/(1^T x)."""
    L = sympy.Matrix([[sympy.Rational(x.numerator, x.denominator) for x in row] for row in rows])
    rank = L.rank()
    try:
        x, free = L.gauss_jordan_solve(sympy.ones(L.rows, 1))
    except ValueError:  # There is no such x.
        total = 0
    else:
        total = sum(x.subs(dict.fromkeys(free, 0)))
    lowered = total != 0 and (L - sympy.ones(*L.shape) / total).rank() < rank
    assert found.finding("loss").value == rank
    assert found.finding("affine-dimension").value == rank - lowered
    assert (found.finding("shift").value is not None) == lowered


def _scaled(pieces: Any, a: Fraction, factor: Fraction) -> Any:
    """The pieces of factor * H(e / a)."""
    if pieces is None:
        return None
    return tuple(
        (a * low, a * high, *(factor * x / a**k for k, x in enumerate(coefficients)))
        for low, high, *coefficients in pieces
    )


def _same_pieces(expected: Any, found: Any) -> None:
    """The same quadratics between the same ends, irrational ones being enclosed."""
    if expected is None or found is None:
        assert expected is found
        return
    for one, other in zip(expected, found, strict=True):
        assert one[2:] == other[2:]
        for end, its in zip(one[:2], other[:2], strict=True):
            assert abs(end - its) <= NARROW * end


def _same_envelope(before: Dossier, after: Dossier, a: Fraction) -> None:
    """From the certified pieces: texts of numbers of many digits are shortened."""
    one, other = (d.finding("calibration-convexified") for d in (before, after))
    assert isinstance(one.value, bool) == isinstance(other.value, bool)
    if isinstance(one.value, bool):
        assert one.value == other.value
        return
    expected = _scaled(_pieces(one), sympy.Rational(a.numerator, a.denominator), 1)
    differences = [
        x - y
        for old, new in zip(expected, _pieces(other), strict=True)
        for x, y in zip(old, new, strict=True)
    ]
    assert not any(map(sympy.simplify, differences))


def _pieces(found: Finding) -> Any:
    """The ends and coefficients of H** as numbers of sympy."""

    def number(x: Surd) -> Any:
        rational, root, radicand = (
            sympy.Rational(q.numerator, q.denominator) for q in (x.rational, x.root, x.radicand)
        )
        return rational + root * sympy.sqrt(radicand)

    (evidence,) = found.evidence
    return tuple(
        tuple(map(number, (p.low, p.high, p.constant, p.linear, of(p.square))))
        for p in evidence.proposition.pieces
    )


@pytest.mark.parametrize("gap", [Q(1, 10**6), Q(1, 10**9), Q(1, 10**30)])
@pytest.mark.parametrize("scale", [Q(1), Q(1, 10**12), Q(10**300)])
def test_a_small_gap_is_seen_at_every_scale(gap: Fraction, scale: Fraction) -> None:
    """(0, 1, 1) is never above (0, 1, 1 + gap) and once below: no equal-risk point."""
    rows = [[Q(0), Q(1), Q(1)], [Q(0), Q(1), 1 + gap], [Q(1), Q(1), Q(0)]]
    found = dossier([[scale * x for x in row] for row in rows])
    assert found.finding("equal-risk").status == "refuted"
    assert found.finding("dominance").value == (0, 1)


def test_a_jump_narrower_than_its_enclosure_keeps_the_convex_envelope() -> None:
    """H jumps by 1e-20 beside a gap of 1e-18: the line on the gap must be no steeper than H**."""
    rows = [[0, 1, 1], [0, 1, 1 + TINY], [1, 1, 0], [3, TINY, 1]]
    found = analyze(rows, parts=["calibration"])
    assert found.finding("calibration-convexified").status == "proved"


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_calibration_dimension_does_not_depend_on_the_order(order: tuple[int, ...]) -> None:
    """Convex in the order 1, 0, 2 of the rows: one dimension, in whatever order they come."""
    rows = [[1, 1], [2, 0], [0, 2]]
    wide = [[Q(x) for x in (*rows[i], rows[i][0] + rows[i][1] ** 2)] for i in order]
    assert dossier(wide).finding("calibration-dimension").value == (1, 1)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rows",
    [
        [[Q(1, i + j + 1) for j in range(4)] for i in range(4)],
        [[Q((i + 1) ** j) for j in range(4)] for i in range(4)],
        [[Q(10**5 * x) for x in row] for row in ((0, 2, 3), (1, 0, 1), (3, 2, 0))],
    ],
    ids=["Hilbert", "Vandermonde", "scaled"],
)
def test_ill_conditioned_matrices_keep_their_dossier(rows: Matrix) -> None:
    found = dossier(rows)
    assert found.finding("calibration-function").status == "proved"


@pytest.mark.parametrize("a", [Q(10**20), Q(2**60 + 1), Q(1, 10**20)])
def test_one_quadratic_is_seen_at_every_scale(a: Fraction) -> None:
    """H'(a e) = a^2 H(e) on scores, for more entries than those whose pieces are all sought."""
    rows = [[Q(int(i != j)) for j in range(20)] for i in range(20)]
    one, other = (
        analyze(matrix_loss([[scale * x for x in row] for row in rows]), parts=["calibration"])
        for scale in (Q(1), a)
    )
    assert [f.key for f in one.findings] == [f.key for f in other.findings]
    assert {f.status for f in other.findings} == {"proved"}
    ((low, high, *_, square),) = one.finding(FULL).value
    assert other.finding(FULL).value == ((a * low, a * high, 0, 0, square),)


@pytest.mark.parametrize("a", [Q(10**20), Q(2**60 + 1), Q(1, 10**20)])
def test_bounds_of_the_calibration_function_scale(a: Fraction) -> None:
    draw = random.Random(4)
    rows = [[Q(draw.randrange(9)) for _ in range(20)] for _ in range(20)]
    before, after = (
        {
            found.key: found.value
            for found in interval_findings(
                Subject(matrix_loss([[scale * x for x in row] for row in rows]), DEFAULT), ""
            )
        }
        for scale in (Q(1), a)
    )
    assert after[FULL][:2] == before[FULL][:2]
    assert abs(after[FULL][2] - a * before[FULL][2]) <= TINY * a * before[FULL][2]
    # Which line bounds it from above is a choice, as is the minimal decomposition.
    old, new = before[FUNCTION][0], after[FUNCTION][0]
    assert abs(a * a * new - old) <= TINY * old
