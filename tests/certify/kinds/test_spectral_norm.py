"""Spectral norms: test vectors from below, row and column sums from above, and an oracle."""

from fractions import Fraction

import numpy as np
import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.bundle import Item, dumps, loads
from qstheory.certify.kinds.spectral_norm import (
    RowAndColumnSums,
    SpectralNormAtLeast,
    SpectralNormAtMost,
    TestVector,
)
from qstheory.certify.weights import ListedWeights, UniformWeights
from qstheory.losses.base import Reference
from qstheory.losses.matrix import matrix_loss

ONE = Fraction(1)
ONES = TestVector(UniformWeights())
COLUMN = matrix_loss([[ONE], [ONE]]).reference
SIGNED = matrix_loss([[ONE, -ONE]]).reference
BOTH = TestVector(ListedWeights((("0", ONE), ("1", -ONE))))


def hamming(m: int) -> Reference:
    return losses.make("hamming", m=m).reference


@pytest.mark.parametrize("m", [1, 2, 3, 30])
def test_hamming_has_the_norm_2_to_the_m_minus_1(m: int) -> None:
    squared = Fraction(4) ** (m - 1)
    assert decide(SpectralNormAtLeast(hamming(m), squared), ONES).outcome.value == "proves"
    at_most = SpectralNormAtMost(hamming(m), squared)
    assert decide(at_most, RowAndColumnSums()).outcome.value == "proves"
    if m < 4:
        loss = losses.make("hamming", m=m)
        table = [[float(loss.entry(z, y)) for y in loss.observations] for z in loss.predictions]
        assert np.linalg.norm(np.array(table), 2) ** 2 == pytest.approx(float(squared))


@pytest.mark.parametrize(
    ("proposition", "certificate", "outcome"),
    [
        (SpectralNormAtLeast(COLUMN, Fraction(2)), ONES, "proves"),
        (SpectralNormAtLeast(COLUMN, Fraction(3)), ONES, "invalid"),
        (SpectralNormAtLeast(COLUMN, Fraction(3)), RowAndColumnSums(), "refutes"),
        (SpectralNormAtLeast(COLUMN, Fraction(2)), RowAndColumnSums(), "invalid"),
        (SpectralNormAtMost(COLUMN, ONE), ONES, "refutes"),
        (SpectralNormAtMost(COLUMN, Fraction(2)), ONES, "invalid"),
        (SpectralNormAtMost(COLUMN, ONE), RowAndColumnSums(), "invalid"),
        (SpectralNormAtLeast(SIGNED, Fraction(2)), BOTH, "proves"),
        (SpectralNormAtLeast(SIGNED, ONE), TestVector(ListedWeights(())), "invalid"),
        (SpectralNormAtLeast(SIGNED, ONE), TestVector(ListedWeights((("2", ONE),))), "invalid"),
        (SpectralNormAtMost(SIGNED, ONE), TestVector(ListedWeights((("2", ONE),))), "invalid"),
        (SpectralNormAtMost(SIGNED, Fraction(2)), RowAndColumnSums(), "invalid"),
        (SpectralNormAtLeast(SIGNED, Fraction(5)), RowAndColumnSums(), "invalid"),
    ],
)
def test_other_matrices(proposition: object, certificate: object, outcome: str) -> None:
    assert decide(proposition, certificate).outcome.value == outcome


def test_a_norm_survives_the_certificate_file() -> None:
    items = [Item(SpectralNormAtMost(COLUMN, ONE), ONES, "refutes")]
    items += [Item(SpectralNormAtLeast(SIGNED, ONE), BOTH)]
    assert loads(dumps(items)) == items
