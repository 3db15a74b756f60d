"""Log-linear and quadratic surrogates at every distribution: what is accepted and what refused."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import decide
from qstheory.certify.bundle import Item, loads
from qstheory.certify.kinds.decomposition import EveryEntry
from qstheory.certify.kinds.log_linear_consistency import (
    LogLinearConsistent,
    RisksInFeatures,
    WrongModel,
)
from qstheory.losses.base import matrix_loss
from qstheory.losses.catalogue import parse
from qstheory.work.certificates import dumps

from ..samples.consistency import FULL, HALF, ONE, QUADRATIC, THIRD, TURNED, ZERO
from ..samples.sample import ABSTAIN, BITS, F_SCORE, HAMMING, MULTICLASS, ORDINAL, PREC, rows

ROWS = RisksInFeatures(rows((0, 0, 0), (1, -1, -1), (2, 0, -2)), (ZERO,) * 3)
LEAST = LogLinearConsistent(ORDINAL, FULL, "least-risk")
MODE = replace(LEAST, decoder="mode")
WRONG = WrongModel((THIRD,) * 3, (THIRD,) * 3, 0)
SINGLE = matrix_loss(rows((5,))).reference
REWARD = matrix_loss(rows((1, 0), (0, 1))).reference
PAIRS = ((1, 0), (0, 1))


@pytest.mark.parametrize(
    ("proposition", "certificate", "reason"),
    [
        (replace(LEAST, features=FULL[:2]), ROWS, "row of features"),
        (replace(LEAST, features=((1,), (1, 0), (0, 1))), ROWS, "row of features"),
        (MODE, ROWS, "not decoded by risks"),
        (LogLinearConsistent(PREC, BITS, "mode"), EveryEntry(), "not the same"),
        (LEAST, replace(ROWS, rows=ROWS.rows[:2]), "row and a constant"),
        (LEAST, replace(ROWS, constants=ROWS.constants[:2]), "row and a constant"),
        (LEAST, replace(ROWS, rows=rows((0, 0), (1, -1), (2, 0))), "length of the features"),
        (LEAST, replace(ROWS, constants=(ZERO, ONE, ZERO)), "affine function"),
        (LEAST, EveryEntry(), "risks that are affine"),
        (MODE, EveryEntry(), "b_y - a 1(z = y)"),
        (LogLinearConsistent(REWARD, PAIRS, "mode"), EveryEntry(), "b_y - a 1(z = y)"),
        (replace(MODE, features=((0,), (1,), (2,))), EveryEntry(), "neither one for each"),
        (LogLinearConsistent(F_SCORE, BITS, "mode"), EveryEntry(), "no multiple"),
        (replace(MODE, features=FULL[:2]), WRONG, "row of features"),
        (MODE, replace(WRONG, distribution=(HALF, HALF)), "probabilities"),
        (MODE, replace(WRONG, potentials=(ONE, ONE)), "positive potential"),
        (MODE, replace(WRONG, potentials=(ONE, ONE, ZERO)), "positive potential"),
        (MODE, replace(WRONG, potentials=(ONE, ONE, HALF)), "mean features"),
        (MODE, replace(WRONG, prediction=1), "not decoded or it is optimal"),
        (MODE, replace(WRONG, prediction=3), "not decoded or it is optimal"),
        (LEAST, WRONG, "not decoded or it is optimal"),
    ],
)
def test_what_is_refused(proposition: LogLinearConsistent, certificate: Any, reason: str) -> None:
    assert reason in decide(proposition, certificate).reason


@pytest.mark.parametrize(
    ("reference", "features", "decoder"),
    [
        (MULTICLASS, FULL, "mode"),
        (SINGLE, ((1,),), "mode"),
        (HAMMING, BITS, "mode"),
        (parse("hamming:m=1").reference, ((0,), (1,)), "mode"),
    ],
)
def test_modes_that_are_optimal(reference: Any, features: Any, decoder: Any) -> None:
    proposition = LogLinearConsistent(reference, features, decoder)
    assert decide(proposition, EveryEntry()).outcome.value == "proves"


def test_the_least_risk_decoder_needs_no_equal_spaces() -> None:
    proposition = LogLinearConsistent(ABSTAIN, PAIRS, "least-risk")
    shifted = RisksInFeatures(rows((0, 0), (1, -1), (HALF, -HALF)), (ZERO,) * 3)
    assert decide(proposition, shifted).outcome.value == "proves"


def test_the_decomposition_must_be_one() -> None:
    thin = replace(QUADRATIC, decomposition=replace(QUADRATIC.decomposition, F=rows((0,), (1,))))
    assert "shapes" in decide(thin, EveryEntry()).reason
    assert "fails at" in decide(TURNED, EveryEntry()).reason


PI = tuple(Fraction(n, 11) for n in (1, 3, 4, 3))
FOUR = tuple(tuple(int(i == j) for j in range(4)) for i in range(4))
ZERO_ONE = parse("zero-one:m=2").reference
MARGINALS = (Fraction(7, 4), Fraction(6, 5))


@pytest.mark.parametrize(
    ("proposition", "potentials", "prediction", "outcome"),
    [
        (LogLinearConsistent(HAMMING, FOUR, "mode"), PI, 2, "refutes"),
        (LogLinearConsistent(HAMMING, FOUR, "least-risk"), PI, 3, "invalid"),
        (LogLinearConsistent(ZERO_ONE, FOUR, "mode"), PI, 2, "invalid"),
        (LogLinearConsistent(HAMMING, BITS, "mode"), MARGINALS, 3, "invalid"),
        (LogLinearConsistent(ZERO_ONE, BITS, "mode"), MARGINALS, 3, "refutes"),
    ],
)
def test_models_by_hand(
    proposition: LogLinearConsistent, potentials: Any, prediction: int, outcome: str
) -> None:
    """P(1, .) = 7/11 and P(., 1) = 6/11: 11 is best for Hamming, 10 has the most mass."""
    given = WrongModel(PI, potentials, prediction)
    assert decide(proposition, given).outcome.value == outcome


def test_without_features_there_is_no_model() -> None:
    empty = LogLinearConsistent(SINGLE, ((),), "mode")
    assert decide(empty, WrongModel((ONE,), (), 0)).outcome.value == "invalid"


def test_a_model_survives_the_certificate_file() -> None:
    item = Item(LogLinearConsistent(HAMMING, FOUR, "mode"), WrongModel(PI, PI, 2), "refutes")
    assert loads(dumps([item])) == [item]
