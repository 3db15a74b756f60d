"""Statements that are false, undefined or about nothing, with certificates that almost fit."""

from fractions import Fraction
from typing import Any

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.expressions import Expression, Log, Number, Power, Product, Sum
from qstheory.certify.kinds.affine_dimension import (
    AffineDimensionAtLeast,
    AffineDimensionAtMost,
    LevelVector,
    UnloweredMinor,
)
from qstheory.certify.kinds.best_constants import BestConstant, DiagonalDual
from qstheory.certify.kinds.calibration import (
    AffineVector,
    Attained,
    CalibrationPiece,
    Optimality,
    PairBound,
)
from qstheory.certify.kinds.coin_samples import CoinSample, Factor, RateWithConstant
from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    BadEntry,
    DecompositionHolds,
    EveryEntry,
    NamedForm,
)
from qstheory.certify.kinds.equal_risk import EqualRiskPoint, EqualRiskPointExists, SignVector
from qstheory.certify.kinds.finite_instances import (
    Evaluation,
    FiniteProblem,
    Input,
    PowerRelation,
    Quantity,
)
from qstheory.certify.kinds.finite_instances import Power as Raised
from qstheory.certify.kinds.log_linear_consistency import LogLinearConsistent, WrongModel
from qstheory.certify.kinds.rank import Minor, RankAtLeast, RankAtMost
from qstheory.certify.kinds.values import (
    Comparison,
    Elimination,
    Enclosed,
    EntryEquals,
    Exactly,
    SpectralNorm,
)
from qstheory.certify.kinds.values import Enclosed as EnclosedPowers
from qstheory.certify.kinds.wide_constants import PartDual
from qstheory.certify.weights import ListedWeights, SizeWeights, UniformWeights
from qstheory.losses.base import LossReference, matrix_loss
from qstheory.losses.catalogue import parse

ZERO, ONE, HALF = Fraction(0), Fraction(1), Fraction(1, 2)
NOWHERE = LossReference("no-such-loss", ())
NOTHING = DiagonalDual(((ZERO, ZERO), (ZERO, ZERO)), (ONE, ONE), (ONE, ONE))
HAMMING = parse("hamming:m=1").reference
BINARY = parse("multiclass:classes=2").reference
SIZED = parse("f-score:m=2,undefined=one").reference
ZEROS = matrix_loss([[ZERO, ZERO]]).reference


def number(value: int | Fraction | str) -> Number:
    """A constant."""
    return Number(Fraction(value))


def equal(left: Expression, right: Expression | int) -> Comparison:
    """left = right."""
    return Comparison(left, "=", right if not isinstance(right, int) else number(right))


COIN = FiniteProblem(
    BINARY,
    AffineDecomposition(((-HALF,), (HALF,)), ((ONE,), (-ONE,)), HALF),
    (Input(ONE, (Fraction(3, 4), Fraction(1, 4)), (HALF,), 0, 0),),
)


def power(name: Any, p: Fraction, value: Fraction) -> PowerRelation:
    """The quantity is at most the value."""
    return PowerRelation(COIN, (Raised(Quantity(name, p), ONE),), "<=", (Raised(value, ONE),))


def flat(*values: Fraction) -> AffineVector:
    """A vector that does not depend on e."""
    return AffineVector(values, (ZERO,) * len(values))


AT_ZERO = CalibrationPiece(
    ((ZERO,), (ONE,)), ((ONE,), (2 * ONE,)), None, ZERO, ZERO, ONE, ZERO, ZERO
)
BOUNDS = Optimality(
    Attained(1, 0, flat(ONE, ZERO), flat(ZERO)),
    (
        PairBound(0, 1, flat(ZERO, ZERO, 2 * ONE, 2 * ONE)),
        PairBound(1, 0, flat(ONE, ZERO, ZERO, ONE)),
    ),
    (),
    None,
)
UNIFORM = EqualRiskPoint(UniformWeights())
RATE = (Factor("samples", -HALF),)
FALSE: list[tuple[Any, Any]] = [
    # Roots of negative numbers, quotients by 0, logarithms of what is not positive.
    (equal(Power(number(-8), Fraction(2, 3)), 4), Enclosed(64)),
    (equal(Power(number(-8), Fraction(2, 3)), 4), Exactly()),
    (equal(Power(number(-8), Fraction(1, 3)), -2), Enclosed(64)),
    (equal(Power(Power(number(-1), Fraction(2)), HALF), -1), Exactly()),
    (equal(Product((number(0), Power(number(0), -ONE))), 0), Exactly()),
    (equal(Product((Sum(()), Power(Sum(()), -ONE))), 0), Enclosed(64)),
    (equal(Product((number(0), Log(number(-1)))), 0), Enclosed(64)),
    (equal(Product((number(0), Log(number(0)))), 0), Exactly()),
    (equal(Power(number(0), ZERO) + Power(number(0), -ONE), 1), Enclosed(64)),
    (Comparison(Log(number(2)), "<", number(Fraction(693147, 10**6))), Enclosed(64)),
    (Comparison(number(2) ** HALF, "<=", number(Fraction(141421, 10**5))), Exactly()),
    (equal(number(2) ** HALF, number(Fraction(1414213562373, 10**12))), Enclosed(8)),
    # Losses, labels and forms that do not exist.
    (EqualRiskPointExists(NOWHERE), UNIFORM),
    (RankAtLeast(NOWHERE, "loss", 0), Minor((), (), 2)),
    (EntryEquals(NOWHERE, 0, 0, ZERO), Exactly()),
    (EntryEquals(HAMMING, (0, 0), (0,), ZERO), Exactly()),
    (AffineDimensionAtMost(HAMMING, 1), NamedForm("no such form", "entries")),
    (BestConstant(NOWHERE, "A", "scalar", ">=", ZERO), PartDual((0,), (0,), NOTHING)),
    (DecompositionHolds(NOWHERE, AffineDecomposition((), (), ZERO)), EveryEntry()),
    (SpectralNorm(NOWHERE, ">=", ZERO), Elimination()),
    (RankAtMost(NOWHERE, "loss", 0), AffineDecomposition((), (), ZERO)),
    # Exponents for which the quantities are infinite.
    (power("margin-tail", -ONE, ONE), Evaluation()),
    (power("margin-tail", -HALF, ONE), EnclosedPowers(64)),
    (power("gap-tail", -ONE, ONE), Evaluation()),
    # Nothing that refutes or proves nothing: empty data.
    (EqualRiskPointExists(ZEROS), SignVector(ListedWeights(()))),
    (EqualRiskPointExists(HAMMING), EqualRiskPoint(ListedWeights(()))),
    (EqualRiskPointExists(HAMMING), SignVector(ListedWeights((((0,), ZERO),)))),
    (EqualRiskPointExists(HAMMING), SignVector(ListedWeights((((0,), ONE), ((1,), -ONE))))),
    (BestConstant(HAMMING, "A", "scalar", ">=", ONE), NOTHING),
    (
        AffineDimensionAtLeast(ZEROS, 0),
        UnloweredMinor(Minor((), (), 1), LevelVector("predictions", ListedWeights(()))),
    ),
    # H(0) is 0, whatever the piece says.
    (AT_ZERO, BOUNDS),
    # Counts of another loss, sizes that do not exist, a rate beyond its scale.
    (EqualRiskPointExists(SIZED), EqualRiskPoint(SizeWeights(((0, HALF), (3, HALF))))),
    (EqualRiskPointExists(BINARY), EqualRiskPoint(SizeWeights(((0, ONE),)))),
    (RateWithConstant(ONE, RATE, -ONE), CoinSample(3, 2 * ONE, 1, "summed")),
    (RateWithConstant(-ONE, RATE, ZERO), CoinSample(3, ONE, 1, "summed")),
    (RankAtLeast(HAMMING, "loss", 2), Minor(((0,), (0,)), ((0,), (1,)), 7)),
    (RankAtLeast(HAMMING, "loss", 2), Minor(((0,), (1,)), ((0,), (1,)), 1)),
    (RankAtLeast(ZEROS, "loss", 1), Minor(("0",), ("0",), 2)),
    (DecompositionHolds(HAMMING, AffineDecomposition((), (), ZERO)), BadEntry((0,), (0,))),
]


@pytest.mark.parametrize(("proposition", "certificate"), FALSE)
def test_nothing_is_shown(proposition: Any, certificate: Any) -> None:
    decision = decide(proposition, certificate)
    assert decision.outcome is Outcome.INVALID or (
        decision.outcome is Outcome.REFUTES and isinstance(proposition, Comparison)
    )
    assert decision.outcome is Outcome.REFUTES or decision.reason


TOWERS = (
    number(2) ** (10**13),
    Power(Power(number(2), Fraction(10**4)), Fraction(10**9)),
    number(Fraction(3, 2)) ** Fraction(10**12, 7),
    Log(number(2) ** 10**11),
    Product(tuple(Power(number(10**9 + k), Fraction(6000)) for k in range(500))),
    Sum(tuple(1 / Power(number(10**9 + k), Fraction(1500)) for k in range(500))),
)


@pytest.mark.parametrize("large", TOWERS)
def test_small_text_does_not_stand_for_much_work(large: Expression) -> None:
    for certificate in (Exactly(), Enclosed(64), Enclosed(10_000)):
        assert decide(Comparison(large, ">", number(0)), certificate).outcome is Outcome.INVALID
    assert (
        decide(
            RateWithConstant(ONE, (Factor("samples", Fraction(10**12)),), ZERO),
            CoinSample(3, ONE, 1, "summed"),
        ).outcome
        is Outcome.INVALID
    )


@pytest.mark.parametrize("power", [2**40, -(2**40), 10**30])
def test_a_model_of_large_powers_is_not_computed(power: int) -> None:
    """A power of two numbers is one step of the interpreter, which no clock interrupts."""
    features, third = ((1, 0, 0), (0, 1, 0), (0, 0, power)), Fraction(1, 3)
    thirds, loss = (third,) * 3, parse("multiclass:classes=3").reference
    decision = decide(LogLinearConsistent(loss, features, "mode"), WrongModel(thirds, thirds, 0))
    assert decision.outcome is Outcome.INVALID
    assert "binary digits" in decision.reason
