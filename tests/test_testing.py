"""What the strategies promise, held against independent computations."""

from fractions import Fraction
from fractions import Fraction as Q

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory import losses
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.certify.kinds.finite_instances import Evaluated, FiniteProblem, Input
from qstheory.errors import InvalidParameter
from qstheory.losses.base import Loss
from qstheory.testing import (
    MarginProblem,
    Planted,
    assert_bayes_optimal,
    assert_decomposes,
    decompositions,
    planted_losses,
    problems_with_margin,
    simplex_points,
)
from qstheory.theory.dimensions import dimension_findings
from qstheory.theory.effort import DEFAULT
from qstheory.theory.subject import Subject

FEW = settings(max_examples=20)


@FEW
@given(st.integers(1, 5).flatmap(simplex_points), st.data())
def test_points_lie_in_the_simplex(point: tuple[Fraction, ...], data: st.DataObject) -> None:
    assert sum(point) == 1
    assert min(point) >= 0
    inner = data.draw(simplex_points(len(point), interior=True))
    assert sum(inner) == 1
    assert min(inner) > 0


def _rank(loss: Loss, c: Fraction) -> int:
    rows = [
        [sympy.Rational(*(loss.entry(z, y) - c).as_integer_ratio()) for y in loss.observations]
        for z in loss.predictions
    ]
    return int(sympy.Matrix(rows).rank())


@FEW
@given(planted_losses(), st.fractions(-2, 2, max_denominator=4))
def test_the_planted_constant_gives_the_least_rank(planted: Planted, other: Fraction) -> None:
    given = planted.decomposition
    assert_decomposes(planted.loss, given)
    assert _rank(planted.loss, given.c) == planted.affine_dimension
    assert _rank(planted.loss, other) >= planted.affine_dimension


@FEW
@given(planted_losses())
def test_the_affine_dimension_that_is_found_is_the_planted_one(planted: Planted) -> None:
    findings = list(dimension_findings(Subject(planted.loss, DEFAULT)))
    (found,) = (f for f in findings if f.key == "affine-dimension")
    assert found.status == "proved"
    assert found.value == planted.affine_dimension


@FEW
@given(decompositions(most=4, rank=st.just(2)))
def test_decompositions_have_full_column_rank(given: AffineDecomposition) -> None:
    for side in (given.F, given.U):
        assert sympy.Matrix([[sympy.Rational(x) for x in row] for row in side]).rank() == 2


MARGINS = st.sampled_from(["multiclass:classes=3", "hamming:m=2", "zero-one:m=2"])


@FEW
@given(MARGINS.flatmap(lambda name: problems_with_margin(losses.parse(name))))
def test_margins_are_those_of_the_checker(problem: MarginProblem) -> None:
    """`Evaluated` computes margins from the definition, in code that knows nothing of these."""
    loss, predictions = problem.loss, list(problem.loss.predictions)
    assert sum(problem.weights) == 1
    U = tuple(
        tuple(Fraction(int(i == j)) for i in range(loss.observations.size))
        for j in range(loss.observations.size)
    )
    F = tuple(tuple(loss.entry(z, y) for y in loss.observations) for z in predictions)
    inputs = tuple(
        Input(p, law, law, predictions.index(z), predictions.index(z))
        for p, law, z in zip(problem.weights, problem.conditionals, problem.optimal, strict=True)
    )
    exact = AffineDecomposition(F, U, Fraction(0))
    from qstheory.certify.decide import STANDARD_LIBRARY

    evaluated = Evaluated(FiniteProblem(loss.reference, exact, inputs), STANDARD_LIBRARY)
    assert tuple(map(evaluated.margin, inputs)) == problem.margins
    for law, z in zip(problem.conditionals, problem.optimal, strict=True):
        assert_bayes_optimal(loss, law, [z], complete=True)
    assert problem.probability_of_margin_at_most(Fraction(0)) == 0
    assert problem.probability_of_margin_at_most(max(problem.margins)) == 1


def test_a_loss_without_known_margins_is_refused() -> None:
    with pytest.raises(InvalidParameter, match="uniform distribution"):
        problems_with_margin(losses.parse("f-score:m=2,undefined=one"))
    with pytest.raises(InvalidParameter, match="one best prediction"):
        problems_with_margin(losses.parse("multiclass:classes=1"))


@settings(max_examples=20)
@given(planted_losses(), st.data())
def test_a_planted_bad_entry_is_seen(planted: Planted, data: st.DataObject) -> None:
    right = planted.decomposition
    z = data.draw(st.integers(0, len(right.F) - 1))
    # The rows of U span the space, so any change of a row of F changes an entry of L.
    changed = tuple(x + (i == 0) for i, x in enumerate(right.F[z]))
    wrong = AffineDecomposition((*right.F[:z], changed, *right.F[z + 1 :]), right.U, right.c)
    with pytest.raises(AssertionError, match=r"but F_z \. U_y \+ c"):
        assert_decomposes(planted.loss, wrong)
    with pytest.raises(AssertionError, match="rows instead of"):
        assert_decomposes(planted.loss, AffineDecomposition(right.F[1:], right.U, right.c))


def test_bayes_optimality() -> None:
    loss = losses.make("hamming", m=2)
    law = {(1, 0): Q(3, 4), (0, 1): Q(1, 4)}
    assert_bayes_optimal(loss, law, [(1, 0)], complete=True)
    with pytest.raises(AssertionError, match="1/4 above the Bayes risk"):
        assert_bayes_optimal(loss, law, [(1, 1)])
    tied = [Q(1, 4)] * 4
    assert_bayes_optimal(loss, tied, loss.predictions, complete=True)
    with pytest.raises(AssertionError, match="is optimal as well"):
        assert_bayes_optimal(loss, tied, [(0, 0)], complete=True)
    with pytest.raises(AssertionError, match="no prediction of"):
        assert_bayes_optimal(loss, tied, [(0, 0, 0)])
    with pytest.raises(AssertionError, match="no distribution"):
        assert_bayes_optimal(loss, [Q(1, 2)] * 4, [(0, 0)])
    with pytest.raises(AssertionError, match="No prediction"):
        assert_bayes_optimal(loss, tied, [])
