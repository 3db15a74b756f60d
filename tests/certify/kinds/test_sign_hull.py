"""Points of the hull of the sign matrices and odd vectors: accepted, or refused with the reason."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.sign_hull import HullPoint, hull_matrix, pair_means
from tests.certify.samples.sign_hull import CENTRED, SAMPLES

(AT_MOST, POINT), (AT_LEAST, DUAL) = ((s.proposition, s.certificate) for s in SAMPLES[:2])
ONE, ZERO = Fraction(1), Fraction(0)


def test_the_odd_vector_closes_the_gap_to_the_factorisation_norm() -> None:
    above = replace(AT_LEAST, value=Fraction(1, 2) + Fraction(1, 10**9))
    assert decide(above, DUAL).outcome is Outcome.INVALID
    without = replace(DUAL, vectors=(), weights=())
    assert decide(replace(AT_LEAST, value=Fraction(4, 9)), without).outcome is Outcome.PROVES
    assert decide(AT_LEAST, without).outcome is Outcome.INVALID


def test_an_odd_vector_stands_for_its_images() -> None:
    half, third = Fraction(1, 2), Fraction(1, 3)
    proposition = replace(AT_LEAST, value=Fraction(8, 23))
    single = replace(
        DUAL, dual=replace(DUAL.dual, d=(4 * ONE,) * 3), vectors=((1, 1, -1),), weights=(half,)
    )
    images = ((1, 1, -1), (1, -1, 1), (-1, 1, 1))
    listed = replace(single, vectors=images, weights=(half * third,) * 3, moves=())
    for certificate in (single, listed):
        assert decide(proposition, certificate).outcome is Outcome.PROVES
        larger = replace(proposition, value=Fraction(8, 23) + Fraction(1, 10**9))
        assert decide(larger, certificate).outcome is Outcome.INVALID
    assert decide(proposition, replace(single, moves=())).outcome is Outcome.INVALID


@pytest.mark.parametrize(
    ("proposition", "certificate", "reason"),
    [
        (replace(AT_MOST, relation=">=", value=Fraction(1, 9)), POINT, "the bound from above is"),
        (AT_MOST, replace(POINT, weights=()), "the columns do not have the shape"),
        (AT_MOST, replace(POINT, columns=((ONE,),)), "the columns do not have the shape"),
        (AT_MOST, replace(POINT, shift=(ONE,)), "the shift or G"),
        (AT_MOST, replace(POINT, G=CENTRED[:2]), "the shift or G"),
        (AT_MOST, replace(POINT, G=((ONE,),) * 3), "the shift or G"),
        (AT_MOST, replace(POINT, columns=((2 * ONE, ONE, ONE),)), "larger than 1"),
        (AT_MOST, replace(POINT, weights=(-ONE,)), "negative or leave nothing"),
        (AT_MOST, replace(POINT, weights=(ONE,)), "negative or leave nothing"),
        (AT_MOST, replace(POINT, moves=((0, 0, 1),)), "no permutation"),
        (AT_MOST, replace(POINT, shift=(ONE, ZERO, ZERO)), "depends on the observation"),
        (AT_MOST, replace(POINT, moves=()), "the bound from above is"),
        (AT_MOST, replace(POINT, G=CENTRED), "the bound from above is"),
        (replace(AT_LEAST, quantity="gamma-2"), DUAL, "A* only"),
        (replace(AT_LEAST, relation="<="), DUAL, "the bound from below is"),
        (AT_LEAST, replace(DUAL, dual=replace(DUAL.dual, d=(ONE,))), "d does not have"),
        (AT_LEAST, replace(DUAL, weights=()), "the weights do not have"),
        (AT_LEAST, replace(DUAL, vectors=((1,),)), "odd sum"),
        (AT_LEAST, replace(DUAL, vectors=((1, 1, 0),)), "odd sum"),
        (AT_LEAST, replace(DUAL, weights=(-ONE,)), "negative"),
        (AT_LEAST, replace(DUAL, moves=((0, 0, 1),)), "no permutation"),
        (AT_LEAST, replace(DUAL, weights=(2 * ONE,)), "not positive semidefinite"),
        (
            AT_LEAST,
            replace(DUAL, dual=replace(DUAL.dual, d=(4 * ONE,) * 3)),
            "the bound from below is",
        ),
    ],
)
def test_faults_are_named(proposition: Any, certificate: Any, reason: str) -> None:
    decision = decide(proposition, certificate)
    assert decision.outcome is Outcome.INVALID
    assert reason in decision.reason


def test_the_point_bounds_gamma_2_too() -> None:
    assert decide(replace(AT_MOST, quantity="gamma-2"), POINT).outcome is Outcome.PROVES


def test_the_matrix_is_the_mean_over_signs_and_the_group() -> None:
    """Independent signs of mean u, and all six permutations that two moves generate."""
    u, weight = (Fraction(1, 2), Fraction(-1), Fraction(1, 3)), Fraction(3, 4)
    expected = [[ZERO] * 3 for _ in range(3)]
    for order in permutations(range(3)):
        for signs in product((-1, 1), repeat=3):
            chance = Fraction(1, 6)
            for x, e in zip(u, signs, strict=True):
                chance *= (1 + e * x) / 2
            for i, j in product(range(3), repeat=2):
                expected[i][j] += weight * chance * signs[order[i]] * signs[order[j]]
    for i in range(3):
        expected[i][i] += 1 - weight
    given = HullPoint((u,), (weight,), ((1, 0, 2), (1, 2, 0)), (), ())
    assert hull_matrix(given, 3) == expected


def test_means_over_pairs_are_those_of_the_generated_group() -> None:
    random = Random(5)
    values = {(i, j): random.randint(-9, 9) for i in range(4) for j in range(i + 1, 4)}
    means = pair_means(values, ((1, 2, 3, 0),))
    ring = [(0, 1), (1, 2), (2, 3), (0, 3)]
    assert all(means[p] == Fraction(sum(values[q] for q in ring), 4) for p in ring)
    assert means[0, 2] == means[1, 3] == Fraction(values[0, 2] + values[1, 3], 2)
    assert pair_means(values, ()) == values


def test_what_bounds_from_above_refutes_a_larger_number_from_below() -> None:
    assert decide(replace(AT_MOST, relation=">="), POINT).outcome is Outcome.REFUTES
    assert decide(replace(AT_LEAST, relation="<=", value=ZERO), DUAL).outcome is Outcome.REFUTES
