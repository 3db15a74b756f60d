"""Finite learning problems that several tests share."""

from dataclasses import replace
from fractions import Fraction

from qstheory import losses
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.certify.kinds.finite_instances import FiniteProblem, Input
from qstheory.losses.base import matrix_loss

HALF = Fraction(1, 2)


def coin(gap: Fraction, score: Fraction = Fraction(0), prediction: int = 0) -> FiniteProblem:
    """Hamming loss with one label, P(y = 1) = (1 + gap)/2, and one score."""
    return FiniteProblem(
        losses.make("hamming", m=1).reference,
        AffineDecomposition(((HALF,), (-HALF,)), ((Fraction(-1),), (Fraction(1),)), HALF),
        (Input(Fraction(1), ((1 - gap) / 2, (1 + gap) / 2), (score,), prediction, 1),),
    )


def with_input(problem: FiniteProblem, **changes: object) -> FiniteProblem:
    """The problem with its first input changed."""
    first, *others = problem.inputs
    return replace(problem, inputs=(replace(first, **changes), *others))  # type: ignore[arg-type]


def single_prediction() -> FiniteProblem:
    """|Z| = 1."""
    loss = matrix_loss([[Fraction(0), Fraction(1)]])
    decomposition = AffineDecomposition(
        ((Fraction(1),),), ((Fraction(0),), (Fraction(1),)), Fraction(0)
    )
    return FiniteProblem(
        loss.reference, decomposition, (Input(Fraction(1), (HALF, HALF), (Fraction(0),), 0, 0),)
    )
