"""The repaired inequalities are attacked on many exact random problems: none may fail."""

from fractions import Fraction

import pytest

from qstheory.certify import decide
from qstheory.certify.kinds.finite_instances import Evaluation, PowerRelation
from qstheory.theory.margin.distribution import D2, ERROR, F2, E, R, inverse_gap, powers, quantity
from verification.sharp2020._problems import problem

COUNT = 1200


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, COUNT, 100))
def test_no_random_problem_violates_a_repaired_inequality(start: int) -> None:
    for seed in range(start, start + 100):
        given = problem(f"random {seed + 1000}")
        statements = [
            (powers((E, 2)), powers((D2, 1), (R, 1))),
            (powers((D2, 1)), powers((4, 1), (F2, 1))),
        ]
        for p in (1, 2, 3, 5):
            gap, tail = inverse_gap(p), quantity("gap-tail", p)
            constant = Fraction(p + 1, p) ** p
            statements += [
                (powers((ERROR, p + 1)), powers((gap, 1), (E, p))),
                (powers((E, p + 2)), powers((gap, 1), (D2, p + 1), (R, p + 1))),
                (powers((ERROR, p + 1)), powers((constant, 1), (tail, 1), (E, p))),
                (powers((tail, 1)), powers((gap, 1))),
            ]
        for left, right in statements:
            decision = decide(PowerRelation(given, left, "<=", right), Evaluation())
            assert decision.outcome.value == "proves", (seed, left, right)
