"""Claims about A* and gamma_2: planted errors, and wrong variants of the formula for A*."""

from fractions import Fraction
from itertools import product

import pytest

from qstheory import losses
from qstheory.certify import Outcome, decide
from qstheory.certify.arithmetic import integers
from qstheory.certify.definite import least_eigenvalue_sign
from qstheory.certify.kinds.best_constants import BestConstant
from qstheory.losses.base import matrix_loss
from qstheory.theory.best_constants.bounds import best_constants
from tests.claims.planted import planted_errors
from verification.sharp2020 import best_constants as zero_one
from verification.sharp2020 import best_formula, best_pd, best_prec, best_sets, best_translations
from verification.sharp2020.best_formula import classes, drawn, formula, least

FILES = (zero_one, best_formula, best_pd, best_prec, best_sets, best_translations)
PLANTED = [p for file in FILES for claim in file.CLAIMS for p in planted_errors(claim)]


def test_there_are_planted_errors_in_every_file() -> None:
    for file in FILES:
        own = {claim.id for claim in file.CLAIMS}
        assert sum(planted.claim.id in own for planted in PLANTED) >= 4


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: p.name)
def test_a_wrong_constant_is_refuted(planted) -> None:
    assert planted.found_out()


@pytest.mark.parametrize("n", [3, 5])
def test_unit_diagonals_in_place_of_the_hull_are_too_low(n: int) -> None:
    """C = n/(n-1) (I - J/n) has diagonal 1 and the value of gamma_2, which A* exceeds for odd n."""
    relaxed = (1 - Fraction(1, n)) ** 2
    below = least(n)
    assert relaxed < below.value
    claim = BestConstant(classes(n).reference, "A", "scalar", ">=", below.value)
    assert decide(claim, below.certificate).outcome is Outcome.PROVES


def test_the_constant_c_cannot_be_left_out() -> None:
    """Two classes with c = 0: the value is at least 1 for every C of the hull, A*^2 is 1/4."""
    loss, signs = classes(2), ((Fraction(1), Fraction(1)), (Fraction(1), Fraction(-1)))
    values = [
        formula(loss, signs, (1 - share, share), Fraction(0))[0]
        for share in (Fraction(i, 10) for i in range(1, 10))
    ]
    assert min(values) == 1
    assert formula(loss, signs[1:], (Fraction(1),), Fraction(1, 2))[0] == Fraction(1, 4)


def test_the_mean_over_predictions_is_too_low() -> None:
    """Rows (0, 2) and (1, 1): A* is half of the range, 1, and the mean of the squares is 1/2."""
    loss = matrix_loss(((Fraction(0), Fraction(2)), (Fraction(1), Fraction(1))))
    value, columns = formula(loss, ((Fraction(1), Fraction(-1)),), (Fraction(1),), Fraction(1))
    squares = [sum(x * x for x in row) for row in columns.F]
    low, _ = best_constants(loss, "scalar").a.ends
    assert sum(squares) / 2 == Fraction(1, 2) < low <= value == max(squares) == 1


@pytest.mark.parametrize("n", [3, 4])
def test_columns_inside_the_cube_gain_from_their_signs(n: int) -> None:
    """U with halved columns has a larger A^2 than the formula at the signs of the same columns."""
    given = drawn(n)
    columns = tuple(zip(*given.U, strict=True))
    weights = (Fraction(1, len(columns)),) * len(columns)
    full, _ = formula(classes(n), columns, weights, given.c)
    halved = tuple(tuple(x / 2 for x in u) for u in columns)
    assert formula(classes(n), halved, weights, given.c)[0] == 4 * full


@pytest.mark.parametrize("name", ["drawn 1", "drawn 4", "Hamming"])
def test_the_spectral_norm_agrees_with_the_computed_interval(name: str) -> None:
    found = best_constants(best_translations.loss_of(2, name), "scalar")
    square = best_translations.spectral_norm(2, name) ** 2
    for interval in (found.a, found.gamma_2):
        low, high = interval.ends
        assert low <= square * (1 + Fraction(1, 10**9))
        assert square <= high <= square * (1 + Fraction(1, 10**5))


def test_parity_functions_are_orthogonal() -> None:
    sets = best_translations.subsets(3)
    for S, T in product(sets, repeat=2):
        total = sum(best_translations.sign(S, x) * best_translations.sign(T, x) for x in sets)
        assert total == (8 if S == T else 0)


def test_translations_give_the_zero_one_loss_of_its_own_claim() -> None:
    for m in (1, 2, 3):
        assert best_translations.spectral_norm(m, "0-1") ** 2 == zero_one.least_squared(2**m)


def similarity(z: frozenset[int], y: frozenset[int], share: int) -> Fraction:
    """Jaccard for a share of 1, the F-score for 2, from their definitions in words."""
    both, either = len(z & y), len(z | y)
    return Fraction(share * both, either + (share - 1) * both) if either else Fraction(1)


def subsets(m: int) -> list[frozenset[int]]:
    """The label sets in the order of the package."""
    return [frozenset(j for j, bit in enumerate(bits) if bit) for bits in product((0, 1), repeat=m)]


@pytest.mark.parametrize("m", [1, 2, 3])
def test_first_labels_agree_as_often_as_the_index_of_jaccard_says(m: int) -> None:
    signs = best_sets.first_labels(losses.make("jaccard", m=m, undefined="one"), m)
    for i, z in enumerate(subsets(m)):
        for j, y in enumerate(subsets(m)):
            mean = sum(u[i] * u[j] for u in signs) / len(signs)
            assert mean == similarity(z, y, 1)


@pytest.mark.parametrize("m", [1, 2, 3, 4, 5])
def test_the_f_score_is_at_most_twice_the_index_and_once_is_too_little(m: int) -> None:
    def excess(times: Fraction) -> list[list[int]]:
        rows = [
            [times * similarity(z, y, 1) - similarity(z, y, 2) for y in subsets(m)]
            for z in subsets(m)
        ]
        return integers(rows)[0]

    assert least_eigenvalue_sign(excess(Fraction(2))) >= 0
    assert m == 1 or least_eigenvalue_sign(excess(Fraction(1))) < 0


@pytest.mark.parametrize(("family", "high"), [("f-score", 2), ("jaccard", 1)])
@pytest.mark.parametrize("policy", ["one", "zero", "drop"])
def test_the_computed_intervals_lie_between_the_bounds_for_sets(
    family: str, high: int, policy: str
) -> None:
    for m in (1, 2, 3):
        low = (1 - Fraction(1, m + (policy == "one"))) ** 2
        found = best_constants(losses.make(family, m=m, undefined=policy), "scalar")
        for interval, most in ((found.gamma_2, 1), (found.a, high)):
            assert low <= interval.ends[1]
            assert interval.ends[0] <= most
