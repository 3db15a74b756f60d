"""The statistics of Table 2 against hand computations and printed tables."""

import numpy as np
import pytest
from scipy.stats import chi2, ttest_1samp

from qstheory.learn.experiments.plot import critical_difference, ranks
from qstheory.learn.experiments.summary import Cell, corrected_paired_test, holm, ordering_verdict


def test_the_corrected_test_is_students_for_disjoint_data():
    differences = np.random.default_rng(0).normal(0.3, 1, 10)
    assert corrected_paired_test(differences, 0.0) == pytest.approx(
        ttest_1samp(differences, 0).pvalue
    )
    assert corrected_paired_test(differences) > corrected_paired_test(differences, 0.0)
    assert corrected_paired_test(np.zeros(5)) == 1.0
    # Five equal differences: two of the 32 ways to give them signs are as extreme.
    assert corrected_paired_test(np.full(5, 0.1) + 0.2) == 2 / 32
    assert corrected_paired_test(np.array([1.0])) == 1.0


@pytest.mark.parametrize(
    ("difference", "p_value", "printed", "verdict"),
    [
        (-0.1, 0.5, -0.2, "consistent"),
        (+0.1, 0.5, -0.2, "not reproduced"),
        (+0.1, 0.5, +0.2, "consistent"),
        (-0.1, 0.5, +0.2, "not reproduced"),
        (-0.1, 0.01, 0.0, "not reproduced"),
        (-0.1, 0.20, 0.005, "consistent"),
        (0.0, 1.0, -0.2, "not reproduced"),
    ],
)
def test_verdicts_of_orderings(difference, p_value, printed, verdict):
    assert ordering_verdict(difference, p_value, printed, 0.01) == verdict


def test_adjusted_p_values_by_hand():
    """In order: 5 x 0.0004, 4 x 0.011, 3 x 0.021, then 2 x 0.03 which may not fall, and 0.5."""
    p_values = [0.0004, 0.03, 0.011, 0.5, 0.021]
    np.testing.assert_allclose(holm(p_values), [0.002, 0.063, 0.044, 0.5, 0.063])
    assert holm([]) == []


@pytest.mark.parametrize(
    ("methods", "q"), [(2, 1.960), (3, 2.343), (4, 2.569), (5, 2.728), (10, 3.164)]
)
def test_critical_differences_are_those_of_demsars_table(methods, q):
    expected = q * np.sqrt(methods * (methods + 1) / (6 * 14))
    assert critical_difference(methods, 14) == pytest.approx(expected, rel=5e-4)


def test_ranks_and_groups():
    """By hand: a is first on all of twelve sets; b and c take the other places in turn."""
    found = []
    for i in range(12):
        means = {"QS": 0.1, "SSVM": 0.2 + 0.1 * (i % 2), "THBM": 0.3 - 0.1 * (i % 2)}
        for method, mean in means.items():
            found.append(Cell(f"d{i}", "zero-one", method, mean, 0.01, 3, None))
    found.append(Cell("alone", "zero-one", "QS", 0.1, 0.01, 3, None))
    (row,) = ranks(found)
    assert row.methods == ("QS", "SSVM", "THBM")
    assert row.average == (1.0, 2.5, 2.5)
    assert row.datasets == 12
    assert row.groups == [("SSVM", "THBM")]
    expected = 12 * 12 / (3 * 4) * ((1 - 2) ** 2 + 2 * 0.5**2)
    assert row.p_value == pytest.approx(chi2.sf(expected, 2))
    assert ranks(found[:6]) == []
    # A method that was run on a few of the data sets does not hide the others.
    rare = [Cell(f"d{i}", "zero-one", "constant", 0.5, 0.01, 3, None) for i in range(4)]
    assert ranks([*found, *rare]) == [row]
