"""Dimensions by hand for small m, and their invariance on random rational matrices."""

from fractions import Fraction
from time import sleep

import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory import analyze, losses
from qstheory.errors import TooLarge
from qstheory.losses.base import matrix_loss
from qstheory.theory import subject as subject_module
from qstheory.theory.decompositions import (
    MinimalColumns,
    minimal_columns,
    minimal_decomposition,
    of_large_volume,
    up_to_observation,
)
from qstheory.theory.dimensions import dimension_findings
from qstheory.theory.dossier import analyze_loss
from qstheory.theory.effort import DEFAULT, Budget
from qstheory.theory.findings import Finding
from qstheory.theory.subject import Subject
from qstheory.theory.timed import Allowance
from qstheory.theory.window import window

KEYS = ("loss", "affine-dimension", "prediction-differences", "observation-differences")
HAND = {
    # (rank, affine dimension, differences of predictions, differences of observations)
    "hamming:m=3": (4, 3, 3, 3),
    "zero-one:m=2": (4, 3, 3, 3),
    "block-zero-one:m=3,blocks=parity": (2, 1, 1, 1),
    "prec-at-k:m=3,k=1": (3, 3, 2, 3),
    "prec-at-k:m=3,k=3": (1, 1, 0, 1),
    "f-score:m=2,undefined=one": (4, 3, 3, 3),
    "f-score:m=3,undefined=one": (8, 7, 7, 7),
    "f-score:m=3,undefined=drop": (7, 7, 7, 6),
    "pairwise-disagreement:m=3,undefined=drop": (3, 2, 2, 2),
    "map:m=3,undefined=drop": (5, 5, 4, 5),
    "ndcg:m=3,R=2,discount=eru": (3, 3, 2, 3),
    "multiclass:classes=3": (3, 2, 2, 2),
    "ordinal-squared:classes=5": (3, 3, 2, 2),
}


@pytest.mark.parametrize(("text", "expected"), HAND.items())
def test_dimensions_known_by_hand(text: str, expected: tuple[int, ...]) -> None:
    subject = Subject(losses.parse(text), DEFAULT)
    found = {finding.key: finding for finding in dimension_findings(subject)}
    assert tuple(found[key].value for key in KEYS) == expected
    assert {found[key].status for key in KEYS} == {"proved"}


def test_columns_with_long_coefficients_stay_as_they_are() -> None:
    short, long = Fraction(3), Fraction(3 * 10**50000 + 1, 10**50000)
    for x, columns in ((short, (1,)), (long, (0,))):
        found = of_large_volume(MinimalColumns(Fraction(0), (0,), [[Fraction(1), x]]), 2)
        assert list(found.J) == list(columns)


@settings(max_examples=30)
@given(st.integers(0, 2**32), st.integers(1, 3), st.integers(3, 8))
def test_the_minimal_columns_have_the_largest_volume_at_an_exchange(
    seed: int, rank: int, columns: int
) -> None:
    """All coefficients are up to 1, so that A is at most r max |L - c|."""
    source = np.random.default_rng(seed)
    product = source.integers(-3, 4, (5, rank)) @ source.integers(-9, 10, (rank, columns))
    subject = Subject(matrix_loss([[Fraction(int(x)) for x in row] for row in product]), DEFAULT)
    found, made = minimal_columns(subject), minimal_decomposition(subject)
    assert all(abs(x) <= 1 for row in found.W for x in row)
    assert list(found.J) == sorted(set(found.J))
    F, U = np.array(made.F), np.array(made.U)
    assert (F @ U.T + made.c == product).all()
    r, largest = len(found.J), max(abs(int(x) - made.c) for row in product for x in row)
    assert r * max(sum(x * x for x in row) for row in F) <= (r * largest) ** 2
    apart = up_to_observation(subject)
    F, U = np.array(apart.F), np.array(apart.U)
    assert (product == F @ U.T).all()
    assert np.linalg.matrix_rank(product - product[0]) == len(apart.F[0]) - 1
    assert (abs(U[:, :-1]) <= 1).all()


def test_the_squares_of_thirty_classes_have_a_small_constant() -> None:
    """|z - y|^2 as a matrix: with the first three columns A was 1.8 million."""
    line = np.arange(30)
    found = analyze(np.subtract.outer(line, line) ** 2, parts=["decompositions"])
    assert dict(found.finding("minimal").details)["A^2"] <= (3 * 841) ** 2


@st.composite
def low_rank(draw: st.DrawFn) -> list[list[Fraction]]:
    """A B + c with A, B of small rank and a planted scalar."""
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    rank = draw(st.integers(0, 3))
    source = np.random.default_rng(draw(st.integers(0, 2**32)))
    product = source.integers(-3, 4, (rows, rank)) @ source.integers(-3, 4, (rank, columns))
    c = draw(st.fractions(-2, 2, max_denominator=3))
    scale = draw(st.fractions(1, 2, max_denominator=5))
    return [[scale * int(x) + c for x in row] for row in product]


def _dimensions(rows: list[list[Fraction]]) -> dict[str, Finding]:
    findings = list(dimension_findings(Subject(matrix_loss(rows), DEFAULT)))
    for finding in findings:
        assert finding.status == "proved", (finding.statement, finding.evidence)
    return {finding.key: finding for finding in findings}


def _values(rows: list[list[Fraction]]) -> tuple[object, ...]:
    found = _dimensions(rows)
    return tuple(found[key].value for key in KEYS)


@settings(max_examples=40)
@given(low_rank())
def test_the_rank_is_that_of_sympy_and_the_others_are_near(rows: list[list[Fraction]]) -> None:
    rank, affine, predictions, observations = _values(rows)
    exact = sympy.Matrix([[sympy.Rational(x.numerator, x.denominator) for x in r] for r in rows])
    assert rank == exact.rank()
    assert isinstance(rank, int)
    assert isinstance(affine, int)
    for side in (predictions, observations):
        assert isinstance(side, int)
        assert rank - 1 <= side <= affine <= rank


@settings(max_examples=40)
@given(low_rank())
def test_the_shift_that_is_named_attains_the_affine_dimension(rows: list[list[Fraction]]) -> None:
    found = _dimensions(rows)
    c = dict(found["affine-dimension"].details)["c"]
    assert isinstance(c, Fraction | int)
    shifted = [[x - c for x in row] for row in rows]
    assert _values(shifted)[0] == found["affine-dimension"].value
    assert (found["shift"].value is not None) == (
        found["affine-dimension"].value != found["loss"].value
    )


@settings(max_examples=40)
@given(low_rank(), st.randoms(use_true_random=False), st.data())
def test_permuting_repeating_and_scaling_change_nothing(
    rows: list[list[Fraction]], source: object, data: st.DataObject
) -> None:
    order = data.draw(st.permutations(range(len(rows))))
    across = data.draw(st.permutations(range(len(rows[0]))))
    factor = data.draw(st.fractions(1, 3, max_denominator=4))
    again = [*order, order[0]]
    wide = [*across, across[-1]]
    changed = [[factor * rows[i][j] for j in wide] for i in again]
    assert _values(changed) == _values(rows)


@settings(max_examples=40)
@given(low_rank(), st.fractions(-3, 3, max_denominator=3))
def test_a_scalar_shift_keeps_the_affine_dimension_and_the_differences(
    rows: list[list[Fraction]], c: Fraction
) -> None:
    changed = [[x + c for x in row] for row in rows]
    assert _values(changed)[1:] == _values(rows)[1:]


@settings(max_examples=30)
@given(low_rank(), st.data())
def test_a_function_of_the_observation_keeps_the_differences_of_predictions(
    rows: list[list[Fraction]], data: st.DataObject
) -> None:
    offsets = [data.draw(st.fractions(-2, 2, max_denominator=2)) for _ in rows[0]]
    changed = [[x + g for x, g in zip(row, offsets, strict=True)] for row in rows]
    assert _values(changed)[2] == _values(rows)[2]


def test_what_no_budget_allows_is_a_lower_bound_that_says_so() -> None:
    tight = Budget(evaluated=20, factors=0)
    dossier = analyze_loss(losses.parse("map:m=4,undefined=drop"), tight)
    assert not dossier.complete
    finding = dossier.finding("loss")
    assert finding.status == "undecided"
    assert finding.reason.startswith("the lower bound only")
    assert dossier.finding("dominance").status == "not attempted"


@pytest.mark.parametrize("text", ["hamming:m=40", "f-score:m=20,undefined=one"])
def test_label_sets_beyond_enumeration_are_settled_by_size(text: str) -> None:
    dossier = analyze(losses.parse(text))
    assert not dossier.complete
    for key in (*KEYS, "shift"):
        assert dossier.finding(key).status == "proved", key
    m = dossier.loss.counts.m if dossier.loss.counts else 0
    expected = m if text.startswith("hamming") else m * m - m + 1
    assert dossier.finding("affine-dimension").value == expected


def test_lists_and_arrays_are_analysed() -> None:
    for given_matrix in ([[0, 1], [1, 0]], np.array([[0, 1], [1, 0]])):
        assert analyze(given_matrix).finding("affine-dimension").value == 1


def test_thousands_of_classes_are_refused_in_a_sentence() -> None:
    """A minor of that size would be replayed for minutes; fewer classes are sampled or complete."""
    with pytest.raises(TooLarge, match="choose fewer classes"):
        window(losses.make("multiclass", classes=5000), DEFAULT)
    assert len(window(losses.make("multiclass", classes=1000), DEFAULT).predictions) == 1000


def test_where_the_time_is_too_short_for_ranks_the_shape_bounds_them(monkeypatch):
    monkeypatch.setattr(subject_module, "loss_matrix", lambda *_: sleep(60))
    loss = matrix_loss([[7 * i * i + 3 * j * i for j in range(150)] for i in range(130)])
    dossier = analyze_loss(
        loss, allowance=Allowance(limits={"dimensions": 1}), parts=["dimensions"]
    )
    for key, statement in (
        ("loss", "rank L <= 130"),
        ("affine-dimension", "min over c of rank(L - c) <= 130"),
    ):
        finding = dossier.finding(key)
        assert (finding.statement, finding.status, finding.extent) == (
            statement,
            "proved",
            "interval",
        )
    assert dossier.finding("dimensions").status == "not attempted"


def test_what_is_found_takes_the_place_of_what_the_shape_says():
    loss = matrix_loss([[7 * i * i + 3 * j * i for j in range(150)] for i in range(130)])
    dossier = analyze_loss(loss, parts=["dimensions"])
    assert dossier.finding("loss").statement == "rank L = 2"
    assert [f.key for f in dossier.findings].count("loss") == 1
