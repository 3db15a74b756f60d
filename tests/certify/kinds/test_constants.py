"""Constants of explicit matrices that do not fit the loss."""

from fractions import Fraction

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.constants import ConstantIs
from qstheory.certify.kinds.decomposition import AffineDecomposition, EveryCount, EveryEntry
from qstheory.losses.catalogue import parse

ONE = Fraction(1)
HAMMING = parse("hamming:m=1").reference
SHORT = AffineDecomposition(((ONE,),), ((ONE,), (ONE,)), ONE)


def test_matrices_of_other_shapes_have_no_constant() -> None:
    proposition = ConstantIs(HAMMING, SHORT, "dimension", "=", ONE)
    assert "shapes" in decide(proposition, EveryEntry()).reason
    assert "not declared by counts" in decide(proposition, EveryCount()).reason


def test_a_form_by_counts_needs_a_loss_by_counts() -> None:
    classes = parse("abstain:classes=2").reference
    proposition = ConstantIs(classes, "minimal", "dimension", "=", ONE)
    assert decide(proposition, EveryCount()).outcome is Outcome.INVALID
