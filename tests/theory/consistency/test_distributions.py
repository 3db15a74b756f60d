"""Distributions by denominator, each once."""

from fractions import Fraction

from qstheory.theory.consistency.polyhedral import distributions, with_denominator


def test_distributions_are_listed_once_by_denominator() -> None:
    listed = [Pi for denominator in range(1, 5) for Pi in with_denominator(3, denominator)]
    assert len(listed) == len(set(listed))
    grid = {
        (Fraction(i, d), Fraction(j, d), Fraction(d - i - j, d))
        for d in range(1, 5)
        for i in range(d + 1)
        for j in range(d + 1 - i)
    }
    assert set(listed) == grid
    assert list(distributions(3, len(listed))) == listed


def test_positive_distributions_start_with_the_uniform_one() -> None:
    listed = list(distributions(3, 10, least=1))
    assert listed[0] == (Fraction(1, 3),) * 3
    assert all(min(Pi) > 0 and sum(Pi) == 1 for Pi in listed)


def test_one_observation_has_one_distribution() -> None:
    assert list(distributions(1, 5)) == [(Fraction(1),)]
    assert list(distributions(1, 0)) == []
