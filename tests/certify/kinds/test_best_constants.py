"""Bounds on A* and gamma_2: accepted, and refused with the reason when a part is wrong."""

import tracemalloc
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import pi
from random import Random
from typing import Any

import pytest

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.definite import least_eigenvalue_sign
from qstheory.certify.kinds import best_constants
from qstheory.certify.kinds.best_constants import (
    HALF_PI,
    BestConstant,
    DiagonalDual,
    RowFactors,
    SignDual,
    WeightedColumns,
    largest_signed_sum,
)
from qstheory.certify.kinds.kernel_constants import CountedKernel
from qstheory.certify.kinds.wide_constants import FormNorms
from qstheory.certify.theorems import GROTHENDIECK, HULL
from tests.certify.samples import best_constants as best_constants_samples

LOSS = losses.make("multiclass", classes=3).reference
ONE, THIRD, ZERO = Fraction(1), Fraction(1, 3), Fraction(0)
LEAST = Fraction(1, 2)  # A*^2 on three classes.
FLAT = (THIRD,) * 3


def centred(own: Fraction, other: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    """own on the diagonal, other elsewhere."""
    return tuple(tuple(own if i == j else other for j in range(3)) for i in range(3))


# Signs with one entry -1: L - 1/2 = sum_k F_zk e_k, F = own on the diagonal.
COLUMNS = WeightedColumns(
    centred(Fraction(1, 4) + Fraction(1, 4), ZERO), centred(-ONE, ONE), FLAT, (Fraction(1, 2),) * 3
)
AT_MOST = BestConstant(LOSS, "A", "scalar", "<=", Fraction(3, 4))
DUAL = SignDual(centred(-2 * ONE, ONE), FLAT)
AT_LEAST = BestConstant(LOSS, "A", "scalar", ">=", LEAST)
FACTORS = RowFactors(centred(-ONE, ZERO), centred(ONE, ZERO), (ONE,) * 3)
NORM_AT_MOST = BestConstant(LOSS, "gamma-2", "scalar", "<=", ONE)
DIAGONAL = DiagonalDual(centred(-2 * ONE, ONE), FLAT, (3 * ONE,) * 3)
NORM_AT_LEAST = BestConstant(LOSS, "gamma-2", "by-observation", ">=", Fraction(4, 9))


def test_each_certificate_is_accepted_at_its_bound() -> None:
    for proposition, certificate in (
        (AT_MOST, COLUMNS),
        (AT_LEAST, DUAL),
        (NORM_AT_MOST, FACTORS),
        (replace(NORM_AT_MOST, quantity="A", value=HALF_PI), FACTORS),
        (NORM_AT_LEAST, DIAGONAL),
        (replace(NORM_AT_LEAST, quantity="A"), DIAGONAL),
        (replace(AT_MOST, quantity="gamma-2"), COLUMNS),
    ):
        assert decide(proposition, certificate).outcome is Outcome.PROVES, proposition
        off = Fraction(1, 1000) * (1 if proposition.relation == ">=" else -1)
        moved = replace(proposition, value=proposition.value + off)
        assert decide(moved, certificate).outcome is Outcome.INVALID


@pytest.mark.parametrize(
    ("proposition", "certificate", "reason"),
    [
        (replace(AT_MOST, relation=">="), COLUMNS, "the bound from above is"),
        (AT_MOST, replace(COLUMNS, F=COLUMNS.F[:2]), "the shape of the loss"),
        (AT_MOST, replace(COLUMNS, F=tuple(r[:2] for r in COLUMNS.F)), "different lengths"),
        (AT_MOST, replace(COLUMNS, shift=(ONE, ZERO, ZERO)), "depends on the observation"),
        (AT_MOST, replace(COLUMNS, shift=(ZERO,) * 3), "fails at 0, 0"),
        (AT_MOST, replace(COLUMNS, weights=(ONE, ZERO, ZERO)), "not positive with sum 1"),
        (
            AT_MOST,
            replace(
                COLUMNS,
                U=centred(-2 * ONE, 2 * ONE),
                F=tuple(tuple(x / 2 for x in row) for row in COLUMNS.F),
            ),
            "larger than 1",
        ),
        (replace(NORM_AT_MOST, quantity="A"), FACTORS, "the bound from above is"),
        (NORM_AT_MOST, replace(FACTORS, F=((), (), ()), U=((), (), ())), "or none"),
        (NORM_AT_MOST, replace(FACTORS, F=()), "the shape of the loss"),
        (replace(AT_LEAST, relation="<="), DUAL, "the bound from below is"),
        (AT_LEAST, replace(DUAL, q=(ONE,)), "the shape of the loss"),
        (AT_LEAST, replace(DUAL, q=(-THIRD, ONE, THIRD)), "negative or 0"),
        (AT_LEAST, replace(DUAL, q=(ZERO,) * 3), "negative or 0"),
        (AT_LEAST, replace(DUAL, B=centred(ONE, ONE)), "does not annihilate"),
        (AT_LEAST, replace(DUAL, B=centred(ZERO, ZERO)), "no columns that are not 0"),
        (replace(AT_LEAST, quantity="gamma-2"), DUAL, "A* only"),
        (NORM_AT_LEAST, replace(DIAGONAL, d=(ONE,)), "one entry for each observation"),
        (NORM_AT_LEAST, replace(DIAGONAL, d=(ONE,) * 3), "not positive semidefinite"),
        (NORM_AT_LEAST, replace(DIAGONAL, B=centred(ONE, ONE)), "does not annihilate"),
        (
            NORM_AT_LEAST,
            replace(DIAGONAL, B=centred(ZERO, ZERO), d=(ZERO,) * 3),
            "squares of signs is not positive",
        ),
    ],
)
def test_faults_are_named(proposition: Any, certificate: Any, reason: str) -> None:
    decision = decide(proposition, certificate)
    assert decision.outcome is Outcome.INVALID
    assert reason in decision.reason


def test_signed_sums_and_semidefiniteness_agree_with_their_definitions() -> None:
    random = Random(1)
    for _ in range(60):
        size = random.randint(1, 5)
        factor = [[random.randint(-2, 2) for _ in range(random.randint(1, 4))]] * 0 or [
            [random.randint(-2, 2) for _ in range(3)] for _ in range(size)
        ]
        gram = [[sum(a * b for a, b in zip(x, y, strict=True)) for y in factor] for x in factor]
        assert least_eigenvalue_sign(gram) >= 0
        least = min(
            sum(e[i] * e[j] * gram[i][j] for i in range(size) for j in range(size))
            for e in product((-1, 0, 1), repeat=size)
            if any(e)
        )
        tilted = [[x - (i == j) * (least + 1) for j, x in enumerate(r)] for i, r in enumerate(gram)]
        assert least_eigenvalue_sign(tilted) < 0
        assert largest_signed_sum(gram) == max(
            sum(e[i] * e[j] * gram[i][j] for i in range(size) for j in range(size))
            for e in product((-1, 1), repeat=size)
        )
    assert least_eigenvalue_sign([[0, 1], [1, 0]]) == -1
    assert least_eigenvalue_sign([[0, 0], [0, 1]]) == 0
    assert least_eigenvalue_sign([[2, 1], [1, 1]]) == 1


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_signs_that_are_fixed_first_leave_the_same_maximum(
    at_once: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(best_constants, "AT_ONCE", at_once)
    random = Random(3)
    for size in (1, 2, 3, 6):
        half = [[random.randint(-9, 9) for _ in range(size)] for _ in range(size)]
        S = [[half[i][j] + half[j][i] for j in range(size)] for i in range(size)]
        assert largest_signed_sum(S) == max(
            sum(e[i] * e[j] * S[i][j] for i in range(size) for j in range(size))
            for e in product((-1, 1), repeat=size)
        )


def test_many_signs_take_little_memory() -> None:
    """x x^T has the maximum (sum |x|)^2; all choices of 18 signs at a time take 40 MB."""
    x = [(-1) ** k * (10**20 + k) for k in range(18)]
    tracemalloc.start()
    found = largest_signed_sum([[a * b for b in x] for a in x])
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == sum(map(abs, x)) ** 2
    assert peak < 10_000_000


def test_grothendieck() -> None:
    """The factor is above pi / 2, and signs of Gaussian vectors attain no more on three classes."""
    assert 0 < HALF_PI - Fraction(pi) / 2 < Fraction(1, 10**6)
    too_small = replace(NORM_AT_MOST, quantity="A", value=HALF_PI - Fraction(1, 10**9))
    assert decide(too_small, FACTORS).outcome is Outcome.INVALID


@pytest.mark.parametrize("certificate", [RowFactors, FormNorms, CountedKernel])
def test_grothendieck_is_named_where_rows_bound_a_star_only(certificate: type) -> None:
    rows = (HULL.name, GROTHENDIECK.name)
    named = {
        sample.proposition.quantity: decide(sample.proposition, sample.certificate).modulo
        for sample in best_constants_samples.SAMPLES
        if type(sample.certificate) is certificate
    }
    assert named["gamma-2"] == (HULL.name,)
    assert named.get("A", rows) == rows
    if certificate is RowFactors:
        above = replace(NORM_AT_MOST, quantity="A", value=HALF_PI)
        assert decide(above, FACTORS).modulo == rows
