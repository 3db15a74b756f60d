"""Planted errors: what is planted, and that evidence which ignores the constants is found out."""

from fractions import Fraction

import pytest

from qstheory.claims import Constant, Verdict, cases, judge
from qstheory.claims.claim import PERTURBATIONS
from tests.claims.planted import planted_errors

from .examples import claim, equal, squares


def test_every_planted_error_is_refuted():
    planted = list(planted_errors(claim()))
    assert len(planted) == len(PERTURBATIONS)
    assert {p.perturbation for p in planted} == set(PERTURBATIONS)
    assert all(p.found_out() for p in planted)
    assert all(judge(p.claim).verdict is Verdict.REFUTED for p in planted)
    assert planted[0].name == "squares (as stated): square, plus one"


def test_evidence_that_ignores_the_constants_is_found_out():
    blind = squares(evidence=lambda at, said: [equal(at["m"] ** 2, at["m"] ** 2)])
    assert not any(p.found_out() for p in planted_errors(claim(reading=blind)))


def test_what_changes_nothing_is_not_planted():
    zero = squares(claimed={"square": Constant(lambda m: 0)})
    planted = {p.perturbation for p in planted_errors(claim(reading=zero))}
    assert planted == {"plus one", "minus one"}


def test_bounds_are_overstepped_on_one_side_only():
    bound = squares(claimed={"square": Constant(lambda m: m * m, ("minus one", "sign"))})
    planted = [p.perturbation for p in planted_errors(claim(reading=bound))]
    assert planted == ["minus one", "sign"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("plus one", 10),
        ("minus one", 8),
        ("doubled", 18),
        ("halved", Fraction(9, 2)),
        ("sign", -9),
        ("squared", 81),
        ("next index", 16),
    ],
)
def test_perturbations(name, value):
    assert PERTURBATIONS[name](lambda m: m * m)(m=3) == value


def test_the_next_index_is_that_of_the_first_integer():
    shifted = PERTURBATIONS["next index"](lambda undefined, m, k: m * k)
    assert shifted(undefined="one", m=2, k=5) == 15
    assert PERTURBATIONS["next index"](lambda undefined: 7)(undefined="one") == 7


def test_constants_of_several_variables():
    (case,) = cases(m=(3,), k=(2,))
    assert PERTURBATIONS["doubled"](lambda m, k: m - k)(**case) == 2


def test_only_the_affected_cases_are_left():
    late = squares(claimed={"square": Constant(lambda m: m * m, ("squared",))})
    (planted,) = planted_errors(claim(reading=late))
    assert [case["m"] for case in planted.reading.cases] == [2, 3, 4]
