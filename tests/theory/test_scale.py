"""No finding of a dossier depends on scale, offset or order but as theory says; none fails.

For L' = a L + b, a > 0: ranks of differences, dominance, equal risk, consistency and the structure
of margins are the same; margins and best constants are a times as large; the calibration function
on unconstrained scores has H'(a e) = a^2 H(e).
"""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qstheory import analyze
from qstheory.losses.matrix import matrix_loss
from qstheory.theory.dossier import Dossier

Q = Fraction
Matrix = list[list[Fraction]]
SAME = (
    "prediction-differences",
    "observation-differences",
    "equal-risk",
    "equal-rows",
    "equal-columns",
    "dominance",
)
TINY = Q(1, 10**9)


def dossier(rows: Matrix) -> Dossier:
    """Nothing of it failed."""
    found = analyze(matrix_loss(rows))
    failed = [(f.part, f.key, f.reason) for f in found.findings if f.status == "undecided"]
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


@pytest.mark.slow
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(matrices(), SCALES, OFFSETS, st.data())
def test_findings_change_as_theory_says(
    rows: Matrix, a: Fraction, b: Fraction, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(rows))))
    places = data.draw(st.permutations(range(len(rows[0]))))
    one = dossier(rows)
    other = dossier([[a * rows[i][j] + b for j in places] for i in order])
    assert [f.key for f in one.findings] == [f.key for f in other.findings]
    for key in SAME:
        assert (one.finding(key).value, one.finding(key).status) == (
            other.finding(key).value,
            other.finding(key).status,
        ), key
    (least, most), (fewest, largest) = (_value(d, "calibration-dimension") for d in (one, other))
    assert max(least, fewest) <= min(most, largest)
    for before, after in zip(one.findings, other.findings, strict=True):
        assert before.status == after.status, before.key
        if before.part == "consistency":
            assert before.value == after.value, before.key
    assert other.finding("largest-margin").value == a * _value(one, "largest-margin")
    for key in ("A:scalar", "gamma-2:scalar", "A:by-observation", "gamma-2:by-observation"):
        low, high = _value(one, key)
        new_low, new_high = _value(other, key)
        assert new_low <= a * a * high
        assert a * a * low <= new_high
    if any(f.key == "calibration-full-space" for f in one.findings):  # Not for a level loss.
        assert _scaled(one, a) == _value(other, "calibration-full-space")


def _value(found: Dossier, key: str) -> Any:
    return found.finding(key).value


def _scaled(found: Dossier, a: Fraction) -> Any:
    pieces = _value(found, "calibration-full-space")
    if pieces is None:
        return None
    return tuple(
        (a * low, a * high, a * a * constant, a * linear, square)
        for low, high, constant, linear, square in pieces
    )


@pytest.mark.parametrize("gap", [Q(1, 10**6), Q(1, 10**9), Q(1, 10**30)])
@pytest.mark.parametrize("scale", [Q(1), Q(1, 10**12), Q(10**300)])
def test_a_small_gap_is_seen_at_every_scale(gap: Fraction, scale: Fraction) -> None:
    """(0, 1, 1) is never above (0, 1, 1 + gap) and once below: no equal-risk point."""
    rows = [[Q(0), Q(1), Q(1)], [Q(0), Q(1), 1 + gap], [Q(1), Q(1), Q(0)]]
    found = dossier([[scale * x for x in row] for row in rows])
    assert found.finding("equal-risk").status == "refuted"
    assert found.finding("dominance").value == (0, 1)


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
