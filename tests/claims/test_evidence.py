"""Two certified bounds decide an equality."""

from fractions import Fraction

import pytest

from qstheory.certify.expressions import Number
from qstheory.certify.kinds.values import Comparison, Exactly
from qstheory.claims import Bound, Verdict, equality, judge

from .examples import claim, squares

TRUE = 5


def verdict(value, lower, upper):
    """Of `5 = value`, given these bounds of 5."""

    def compare(relation):
        return lambda n: Comparison(Number(Fraction(TRUE)), relation, Number(Fraction(n)))

    def evidence(at, said):
        return equality(
            value,
            compare(">="),
            compare("<="),
            lower=Bound(lower, Exactly()),
            upper=Bound(upper, Exactly()),
        )

    return judge(claim(reading=squares(evidence=evidence))).verdict


@pytest.mark.parametrize(
    ("value", "lower", "upper", "expected"),
    [
        (5, 5, 5, Verdict.ENUMERATED),
        (4, 5, 5, Verdict.REFUTED),
        (6, 5, 5, Verdict.REFUTED),
        (Fraction(9, 2), 5, 5, Verdict.REFUTED),
        (5, 4, 5, Verdict.UNDECIDED),
        (5, 5, 6, Verdict.UNDECIDED),
        (4, 4, 6, Verdict.UNDECIDED),
        (3, 4, 6, Verdict.REFUTED),
        (7, 4, 6, Verdict.REFUTED),
        (6, 6, 6, Verdict.REFUTED),
    ],
)
def test_equality(value, lower, upper, expected):
    assert verdict(value, lower, upper) is expected
