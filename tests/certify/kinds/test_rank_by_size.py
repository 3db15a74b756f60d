"""Ranks by size against ranks of the enumerated matrix, and what is refused."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
import sympy

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.kinds.affine_dimension import AffineDimensionAtMost
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.decomposition import NamedForm
from qstheory.certify.kinds.rank import RankAtLeast, RankAtMost
from qstheory.certify.kinds.rank_above_by_size import SizeFactors
from qstheory.certify.kinds.rank_by_size import LoweringBySize, SizeMinors, is_affine, mean, slope
from qstheory.certify.kinds.shift import NoShiftLowersRank
from qstheory.certify.outcome import Outcome
from qstheory.losses.base import Loss

AFFINE = (
    "zero-one:m=3",
    "hamming:m=2",
    "hamming:m=3",
    "f-score:m=3,undefined=one",
    "f-score:m=3,undefined=drop",
    "f-score:m=4,beta=2,undefined=zero",
    "prec-at-k:m=3,k=2",
    "prec-at-k:m=4,k=4",
)
P = 1_000_003


def _enumerated_rank(loss: Loss) -> int:
    rows = [[loss.entry(z, y) for y in loss.observations] for z in loss.predictions]
    return int(
        sympy.Matrix(
            [[sympy.Rational(x.numerator, x.denominator) for x in row] for row in rows]
        ).rank()
    )


def _largest(loss: Loss) -> tuple[int, SizeMinors]:
    """The largest rank that any minors by size show, by trying all."""
    counts = loss.counts
    assert counts is not None
    z_sizes, y_sizes = list(counts.predictions.sizes), list(counts.observations.sizes)
    between = range(1, counts.m)

    def pairs(rows: list[int], columns: list[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
        most = min(len(rows), len(columns))
        return [
            (r, c)
            for k in range(most, -1, -1)
            for r in combinations(rows, k)
            for c in combinations(columns, k)
        ]

    def regular(block: list[list[Fraction]]) -> bool:
        return not block or sympy.Matrix(block).det() != 0

    means = next(
        (r, c)
        for r, c in pairs(z_sizes, y_sizes)
        if regular([[mean(counts, a, b) for b in c] for a in r])
    )
    slopes = next(
        (r, c)
        for r, c in pairs(
            [a for a in z_sizes if a in between], [b for b in y_sizes if b in between]
        )
        if regular([[slope(counts, a, b) for b in c] for a in r])
    )
    shown = len(means[0]) + (counts.m - 1) * len(slopes[0])
    return shown, SizeMinors("loss", None, *means, *slopes, P)


@pytest.mark.parametrize("text", AFFINE)
def test_the_largest_minors_by_size_show_the_rank_of_the_enumerated_matrix(text: str) -> None:
    loss = losses.parse(text)
    shown, minors = _largest(loss)
    assert shown == _enumerated_rank(loss)
    decision = decide(RankAtLeast(loss.reference, "loss", shown), minors)
    assert decision.outcome is Outcome.PROVES


@pytest.mark.parametrize("text", ["zero-one:m=4", "jaccard:m=4,undefined=one"])
def test_losses_that_are_not_affine_in_the_overlap_are_refused(text: str) -> None:
    loss = losses.parse(text)
    assert loss.counts is not None
    assert not is_affine(loss.counts)
    minors = SizeMinors("loss", None, (0,), (1,), (1,), (1,), P)
    decision = decide(RankAtLeast(loss.reference, "loss", 3), minors)
    assert (decision.outcome, decision.reason) == (
        Outcome.INVALID,
        "The loss is not affine in |z & y|.",
    )


def _reason(minors: SizeMinors, text: str = "hamming:m=3", r: int = 4) -> str:
    proposition = RankAtLeast(losses.parse(text).reference, "loss", r)
    return decide(proposition, minors).reason


def test_every_fault_is_named() -> None:
    good = SizeMinors("loss", None, (0, 1), (0, 3), (1,), (1,), P)
    assert _reason(good) == ""
    assert _reason(good, r=5) == "the minors show a rank of 4"
    cases = {
        "The loss is not declared by counts of at least two labels.": ("hamming:m=1", good),
        "A minor by size is zero modulo the modulus.": (
            "hamming:m=3",
            SizeMinors("loss", None, (0, 1, 2), (0, 1, 3), (1,), (1,), P),
        ),
        "A size is repeated or is not one of the loss.": (
            "hamming:m=3",
            SizeMinors("loss", None, (0, 1), (0, 3), (0,), (1,), P),
        ),
        "A minor by size is not square.": (
            "hamming:m=3",
            SizeMinors("loss", None, (0, 1), (0,), (1,), (1,), P),
        ),
        "The base does not fit the view 'loss'.": (
            "hamming:m=3",
            SizeMinors("loss", 0, (0, 1), (0, 3), (1,), (1,), P),
        ),
        "The modulus must exceed 1.": (
            "hamming:m=3",
            SizeMinors("loss", None, (0, 1), (0, 3), (1,), (1,), 1),
        ),
        "the minors are of another view of the loss": (
            "hamming:m=3",
            SizeMinors("prediction-differences", 0, (1,), (0,), (1,), (1,), P),
        ),
    }
    for reason, (text, minors) in cases.items():
        assert _reason(minors, text) == reason


def test_a_form_lowers_the_rank_only_if_it_holds_and_is_smaller() -> None:
    loss = losses.parse("hamming:m=3")
    minors = SizeMinors("loss", None, (0, 1), (0, 3), (1,), (1,), P)
    small = SizeMinors("loss", None, (0,), (3,), (1,), (1,), P)
    proposition = NoShiftLowersRank(loss.reference)
    other = SizeMinors("prediction-differences", 0, (1,), (0,), (1,), (1,), P)
    reasons = [
        decide(proposition, LoweringBySize(NamedForm(name, "counts"), given)).reason
        for name, given in (
            ("repaired", minors),
            ("printed", minors),
            ("repaired", small),
            ("repaired", other),
        )
    ]
    assert reasons[0] == ""
    assert reasons[1].startswith("the form fails")
    assert reasons[2:] == [
        "the dimension of the form is no smaller",
        "the minors are not of the loss itself",
    ]


FACTORS = SizeFactors(
    "loss",
    None,
    Fraction(0),
    tuple((Fraction(a), Fraction(1)) for a in range(4)),
    (
        tuple(Fraction(3 - 2 * b, 9) for b in range(4)),
        tuple(Fraction(b, 3) for b in range(4)),
    ),
    ((Fraction(-1),), (Fraction(-1),)),
    ((Fraction(2, 3), Fraction(2, 3)),),
)


def test_factors_bound_the_rank_from_above() -> None:
    """Hamming, m = 3: B(a, b) = (a + b - 2 a b / 3) / 3 and g = -2/3."""
    reference = losses.parse("hamming:m=3").reference

    def reason(given: SizeFactors, r: int = 4, view: str = "loss") -> str:
        return decide(RankAtMost(reference, view, r), given).reason  # type: ignore[arg-type]

    assert reason(FACTORS) == ""
    assert reason(FACTORS, 3) == "the factors give the bound 4"
    assert reason(FACTORS, 4, "prediction-differences").startswith("the factors are of another")
    assert reason(replace(FACTORS, shift=Fraction(1))).endswith("or shifted")
    assert reason(replace(FACTORS, base=0)) == "The base does not fit the view 'loss'."
    assert "shapes" in reason(replace(FACTORS, mean_left=FACTORS.mean_left[1:]))
    assert "do not give" in reason(replace(FACTORS, slope_right=((Fraction(1), Fraction(2, 3)),)))
    for proposition in (
        AffineDimensionAtMost(reference, 4),
        CalibrationDimensionAtMost(reference, 4),
    ):
        other = replace(FACTORS, view="observation-differences", base=0)
        assert decide(proposition, other).reason.startswith("the factors are not of the")
    assert decide(AffineDimensionAtMost(reference, 3), FACTORS).reason.endswith("bound 4")


def test_a_loss_of_sizes_alone_has_no_second_term() -> None:
    reference = losses.parse("block-zero-one:m=3,blocks=size").reference
    identity = tuple(tuple(Fraction(int(i == j)) for j in range(4)) for i in range(4))
    unequal = tuple(tuple(Fraction(int(i != j)) for j in range(4)) for i in range(4))
    given = SizeFactors("loss", None, Fraction(0), identity, unequal, ((), ()), ())
    assert decide(RankAtMost(reference, "loss", 4), given).outcome is Outcome.PROVES


def test_huge_losses_that_are_no_affine_data_are_too_large() -> None:
    minors = SizeMinors("loss", None, (0,), (1,), (1,), (1,), P)
    assert "needs more than" in _reason(minors, "f-score:m=1000,undefined=one")
