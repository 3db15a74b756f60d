"""H from counts and formulas beside all pieces of small matrices, and at real sizes."""

from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.kinds.form_calibration import plain
from qstheory.theory.calibration.by_form import by_form, form_findings
from qstheory.theory.calibration.envelope import calibration_function
from qstheory.theory.calibration.findings import calibration_findings
from qstheory.theory.calibration.problem import problem_of_form
from qstheory.theory.calibration.text import Piece, merged_pieces
from qstheory.theory.effort import DEFAULT, affordable
from qstheory.theory.findings import Finding
from qstheory.theory.subject import Subject

Q = Fraction
SMALL = (
    "hamming:m=1",
    "hamming:m=2",
    "hamming:m=3",
    "hamming:m=4",
    "multiclass:classes=2",
    "multiclass:classes=5",
    "top-k:classes=4,k=1",
    "top-k:classes=5,k=2",
    "top-k:classes=5,k=3",
    "prec-at-k:m=3,k=1",
    "prec-at-k:m=4,k=3",
    "abstain:classes=3",
    "abstain:classes=9",
    "abstain:classes=3,cost=3/5",
    "abstain:classes=4,cost=1/3",
    "ordinal-absolute:classes=4",
    "ordinal-absolute:classes=6",
    "tree:classes=a/b;a/c;a/c/d;e;f/g",
    "f-score:m=2,undefined=one",
    "f-score:m=3,undefined=one",
    "jaccard:m=2,undefined=one",
    "block-zero-one:m=3,blocks=size",
)


@pytest.mark.parametrize("name", SMALL)
def test_pieces_by_counts_are_those_of_the_matrix(name: str) -> None:
    loss = losses.parse(name)
    seen = 0
    for form in loss.closed_forms:
        if (
            form.counts is None
            or form.counts.dropped
            or (loss.counts is None and plain(form.counts) is None)
            or not all(
                form.value(z, y) == loss.entry(z, y)
                for z in loss.predictions
                for y in loss.observations
            )
        ):
            continue
        seen += 1
        found = by_form(loss, form)
        H = calibration_function(problem_of_form(loss, form))
        whole = merged_pieces(H)
        for piece in found.pieces:
            for e in (piece.low + (piece.high - piece.low) / 7, piece.high):
                low, _, constant, linear, square = next(p for p in whole if p[0] <= e <= p[1])
                assert low <= e
                assert constant + linear * e + square * e * e == piece.square * e * e
        if found.exact:
            assert whole[-1][1] == found.pieces[-1].high
        for _, high, constant, linear, square in whole:
            assert constant + linear * high + square * high**2 >= found.lower * high**2
    assert seen or name.startswith(("block", "jaccard"))


def squared_pieces(classes: int) -> list[Piece]:
    """H of (z - y)^2 by the formula of `squared_finding`, piece by piece."""
    scale = Fraction((classes - 1) ** 2 + (classes - 2) ** 2)
    pieces = []
    for d in range(1, classes):
        low, high = Fraction(d * (d - 1)), Fraction(min(d * (d + 1), (classes - 1) ** 2))
        shift = d - 1
        pieces.append((low, high, shift**2 / scale, 2 * shift / (d * scale), 1 / (d * d * scale)))
    return pieces


@pytest.mark.parametrize("classes", [3, 4, 5])
def test_the_formula_of_squares_is_that_of_the_matrix(classes: int) -> None:
    loss = losses.make("ordinal-squared", classes=classes)
    H = calibration_function(problem_of_form(loss, loss.closed_form("minimal")))
    assert merged_pieces(H) == squared_pieces(classes)


def function(name: str) -> dict[str, Finding]:
    budget = affordable(DEFAULT, {"calibration": 20.0})
    return {f.key: f for f in calibration_findings(Subject(losses.parse(name), budget))}


@pytest.mark.parametrize(
    ("name", "pieces"),
    [
        # By hand: the diameter of the features, and everything that one label costs.
        ("hamming:m=20", [(Q(0), Q(1), Q(20))]),
        ("multiclass:classes=10000", [(Q(0), Q(1), Q(1, 2))]),
        ("top-k:classes=1000,k=5", [(Q(0), Q(1), Q(1, 10))]),
        ("top-k:classes=300,k=150", [(Q(0), Q(1), Q(1, 300))]),
        ("ordinal-absolute:classes=5000", [(Q(0), Q(4999), Q(1, 4999))]),
        # n/4 between abstaining at 1/2 and a class, 2 between classes.
        ("abstain:classes=300", [(Q(0), Q(1, 2), Q(1, 75)), (Q(1, 2), Q(1), Q(1, 2))]),
        ("abstain:classes=5000", [(Q(0), Q(1, 2), Q(1, 1250)), (Q(1, 2), Q(1), Q(1, 2))]),
    ],
)
def test_losses_of_real_sizes(name: str, pieces: list[tuple[Q, Q, Q]]) -> None:
    finding = function(name)["calibration-function"]
    assert (finding.status, finding.extent) == ("proved", "exact")
    assert finding.value == tuple((low, high, 0, 0, square) for low, high, square in pieces)
    for item in finding.items():
        assert decide(item.proposition, item.certificate).outcome.value == item.expect


def test_what_is_not_convex_does_not_say_so() -> None:
    assert "calibration-convexified" not in function("abstain:classes=300")
    assert function("hamming:m=20")["calibration-convexified"].status == "proved"


def test_a_part_of_h_and_a_bound_alone() -> None:
    part = function("top-k:classes=90,k=60")["calibration-function"]
    assert part.extent == "interval"
    shown = function("f-score:m=20,undefined=one")["calibration-function"]
    assert (shown.status, shown.extent) == ("proved", "interval")
    assert shown.statement.startswith("decomposition balanced: H(e) >= 22.08")


def test_the_formula_of_squares_at_every_size() -> None:
    found = function("ordinal-squared:classes=5000")["calibration-function"]
    assert found.extent == "exact"
    assert "d = 1, ..., 4999, up to e = 24990001" in found.statement


def test_what_counts_tell_nothing_of() -> None:
    loss = losses.make("zero-one", m=3)
    assert form_findings(loss, loss.closed_forms[0], "", "") is None
    single = losses.make("prec-at-k", m=2, k=2)
    assert form_findings(single, single.closed_forms[0], "", "") is None
