"""Spectral norms by elimination, against singular values in floating point."""

from fractions import Fraction

import numpy as np
import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.kinds.spectral_norm import Elimination, SpectralNorm
from qstheory.losses.base import Reference, matrix_loss

ONE = Fraction(1)
TRUTH = {-1: {"<", "<="}, 0: {"<=", ">="}, 1: {">", ">="}}


def hamming(m: int) -> Reference:
    return losses.make("hamming", m=m).reference


def decided(reference: Reference, squared: Fraction) -> set[str]:
    """The relations that are proved; the others are refuted."""
    outcomes = {
        relation: decide(SpectralNorm(reference, relation, squared), Elimination()).outcome.value
        for relation in ("<", "<=", ">=", ">")
    }
    assert set(outcomes.values()) <= {"proves", "refutes"}
    return {relation for relation, outcome in outcomes.items() if outcome == "proves"}


@pytest.mark.parametrize("m", [1, 2, 3])
def test_hamming_has_the_norm_2_to_the_m_minus_1(m: int) -> None:
    squared = Fraction(4) ** (m - 1)
    for sign, other in ((-1, squared + Fraction(1, 9)), (0, squared), (1, squared / 2)):
        assert decided(hamming(m), other) == TRUTH[sign]


@pytest.mark.parametrize("seed", range(20))
def test_random_matrices_agree_with_singular_values(seed: int) -> None:
    source = np.random.default_rng(seed)
    L = source.integers(-3, 4, size=source.integers(1, 5, size=2))
    norm = float(np.linalg.norm(L.astype(float), 2)) ** 2
    reference = matrix_loss([[Fraction(int(x)) for x in row] for row in L]).reference
    for numerator in range(0, 80, 7):
        squared = Fraction(numerator, 2) + Fraction(1, 97)
        if abs(float(squared) - norm) > 1e-6:
            assert decided(reference, squared) == TRUTH[1 if norm > squared else -1]


def test_a_zero_matrix_has_the_norm_0() -> None:
    zero = matrix_loss([[Fraction(0)] * 2]).reference
    assert decided(zero, Fraction(0)) == TRUTH[0]
    assert decided(zero, -ONE) == TRUTH[1]


def test_large_losses_are_not_eliminated() -> None:
    decision = decide(SpectralNorm(hamming(8), "<=", ONE), Elimination())
    assert "more than 128" in decision.reason
