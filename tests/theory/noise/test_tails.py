"""Tails and moments by hand, and against floats and the definition of the supremum."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from qstheory.testing import simplex_points
from qstheory.theory.noise.distribution import Root, tail

Q = Fraction
values = st.fractions(Q(1, 30), 3, max_denominator=30)


def test_by_hand() -> None:
    found = tail([(Q(1, 2), Q(1, 4)), (Q(1, 4), Q(1)), (Q(1, 4), None)])
    assert found.steps == ((Q(1, 4), Q(1, 2)), (Q(1), Q(3, 4)))
    assert [found.at(t) for t in (Q(0), Q(1, 4), Q(1, 2), Q(2))] == [0, Q(1, 2), Q(1, 2), Q(3, 4)]
    assert found.every_exponent
    assert found.bound(Q(1, 2)) == Root(Q(1), 2)
    # 1/2 * 4^(3/2) + 1/4 is rational, and enclosed.
    moment = found.moment(Q(3, 2))
    assert moment is not None
    assert moment.lower <= Q(17, 4) <= moment.upper
    assert Root(Q(4), 2).enclosed().lower == 2
    assert Root(Q(4)).enclosed().is_exact


def test_mass_at_zero() -> None:
    found = tail([(Q(1, 3), Q(0)), (Q(2, 3), Q(1))])
    assert (found.at_zero, found.every_exponent) == (Q(1, 3), False)
    assert found.bound(Q(1)) is None
    assert found.moment(Q(1)) is None
    assert tail([(Q(1), None)]).bound(Q(2)) == Root(Q(0))


def test_a_long_moment_is_enclosed() -> None:
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)
    found = tail((Q(1, len(primes)), Q(k, 211)) for k in primes)
    moment = found.moment(Q(64))
    assert moment is not None
    exact = sum(Q(211, k) ** 64 for k in primes) / len(primes)
    assert moment.lower <= exact <= moment.upper
    assert 0 < moment.upper - moment.lower < moment.lower / 2**60


@st.composite
def weighted(draw: st.DrawFn) -> list[tuple[Fraction, Fraction]]:
    """Up to four pairs of a probability and a positive value."""
    weights = draw(st.integers(1, 4).flatmap(lambda n: simplex_points(n, interior=True)))
    return [(w, draw(values)) for w in weights]


@given(weighted(), st.sampled_from([Q(1), Q(2), Q(1, 2), Q(5, 3)]))
def test_against_floats(drawn: list[tuple[Fraction, Fraction]], p: Fraction) -> None:
    found = tail(drawn)
    moment, bound = found.moment(p), found.bound(p)
    assert moment is not None
    assert bound is not None
    direct = sum(float(w) * float(m) ** -float(p) for w, m in drawn)
    assert abs(float(moment.lower) / direct - 1) < 1e-9
    # The supremum over a grid of t never exceeds B, and M is never below B.
    grid = [Q(k, 60) for k in range(1, 200)]
    largest = max(
        float(found.at(t)) / float(t) ** float(p) for t in (*grid, *(m for _, m in drawn))
    )
    assert abs(float(bound.enclosed().upper) / largest - 1) < 1e-9
    assert bound.enclosed().lower <= moment.upper
