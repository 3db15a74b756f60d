"""Log-linear surrogates: the minimising model and what it decodes to."""

from dataclasses import replace
from fractions import Fraction

import pytest

from qstheory import losses
from qstheory.certify import decide
from qstheory.certify.bundle import Item, dumps, loads
from qstheory.certify.kinds.log_linear import LogLinearConsistentAt, Potentials
from qstheory.losses.matrix import matrix_loss

PI = tuple(Fraction(n, 11) for n in (1, 3, 4, 3))
FULL = tuple(tuple(int(i == j) for j in range(4)) for i in range(4))
BITS = ((0, 0), (0, 1), (1, 0), (1, 1))
HAMMING = LogLinearConsistentAt(losses.make("hamming", m=2).reference, FULL, PI, "mode")
ZERO_ONE = replace(HAMMING, loss=losses.make("zero-one", m=2).reference)
MARGINALS = Potentials((Fraction(7, 4), Fraction(6, 5)))
PREC = losses.make("prec-at-k", m=2, k=1).reference


@pytest.mark.parametrize(
    ("proposition", "certificate", "outcome"),
    [
        (HAMMING, Potentials(PI), "refutes"),
        (replace(HAMMING, decoder="least-risk"), Potentials(PI), "proves"),
        (ZERO_ONE, Potentials(PI), "proves"),
        (replace(HAMMING, features=BITS), MARGINALS, "proves"),
        (replace(ZERO_ONE, features=BITS), MARGINALS, "refutes"),
        (HAMMING, Potentials((Fraction(1),) * 4), "invalid"),
        (HAMMING, Potentials((Fraction(0), *PI[1:])), "invalid"),
        (HAMMING, MARGINALS, "invalid"),
        (replace(HAMMING, loss=PREC), Potentials(PI), "invalid"),
        (replace(HAMMING, features=FULL[:2]), Potentials(PI), "invalid"),
        (replace(HAMMING, distribution=(Fraction(1, 2),) * 4), Potentials(PI), "invalid"),
    ],
)
def test_models(proposition: LogLinearConsistentAt, certificate: object, outcome: str) -> None:
    assert decide(proposition, certificate).outcome.value == outcome


def test_without_features_there_is_no_model() -> None:
    loss = matrix_loss([[Fraction(0)]]).reference
    empty = LogLinearConsistentAt(loss, ((),), (Fraction(1),), "mode")
    assert decide(empty, Potentials(())).outcome.value == "invalid"


def test_a_model_survives_the_certificate_file() -> None:
    item = Item(HAMMING, Potentials(PI), "refutes")
    assert loads(dumps([item])) == [item]
