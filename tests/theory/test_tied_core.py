"""Lower bounds on the calibration dimension by a core of labels; their formula for the F-score."""

from fractions import Fraction
from itertools import product
from math import isqrt
from typing import Any

import numpy as np
import pytest

from qstheory import losses
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtLeast
from qstheory.certify.kinds.rank_by_component import TiedCore
from qstheory.losses.base import Loss
from qstheory.theory.calibration_dimension_lower import lower_bound
from qstheory.theory.effort import DEFAULT
from qstheory.theory.optimality import equal_risk
from qstheory.theory.subject import Subject
from qstheory.theory.tied_core import (
    best_core,
    core_bound,
    formula_words,
    lower_by_core,
    ratio_distribution,
    ratio_weight,
)


def formula(m: int, c: int) -> int:
    """(N-1) min(K, N-1) + min(K', N) + 1 with K the largest integer with K^2 <= c m."""
    N, K = m - c, isqrt(c * m)
    return (N - 1) * min(K, N - 1) + min(K - (c * m == K * K), N) + 1


@pytest.mark.parametrize("m", range(2, 40))
def test_the_formula_counts_the_sizes_that_are_possible(m: int) -> None:
    for c in range(1, m):
        assert core_bound(m, c) == formula(m, c)


def written_out(loss: Loss, c: int, p: dict[tuple[int, int], Fraction]) -> int:
    """The rank of what ties, from all 2^m x 2^m entries in floats."""
    sets: list[Any] = list(product((0, 1), repeat=len(next(iter(loss.predictions)))))
    kinds = [(sum(y[:c]), sum(y[c:])) for y in sets]
    weights = np.array([float(p.get(k, 0)) / kinds.count(k) for k in kinds])
    assert weights.sum() == pytest.approx(1)
    L = np.array([[float(loss.entry(z, y)) for y in sets] for z in sets])
    risks = L @ weights
    tied = L[risks < risks.min() + 1e-9][:, weights > 0]
    return int(np.linalg.matrix_rank(tied - tied[0]))


@pytest.mark.parametrize("m", [2, 3, 4, 5, 6])
def test_every_core_has_its_bound_by_all_entries(m: int) -> None:
    loss = losses.make("f-score", m=m, undefined="one")
    assert loss.counts is not None
    for c in range(1, m):
        p = ratio_distribution(loss.counts, c, Fraction(1))
        assert written_out(loss, c, p) == formula(m, c)


@pytest.mark.parametrize(("m", "expected"), [(8, 24), (12, 54), (20, 150)])
def test_many_labels(m: int, expected: int) -> None:
    loss = losses.make("f-score", m=m, undefined="one")
    assert loss.counts is not None
    assert expected == max(formula(m, c) for c in range(1, m)) == core_bound(m, best_core(m))
    found = lower_by_core(loss.reference, loss.counts, 0)
    assert found is not None
    assert found.proves
    assert found.proposition == CalibrationDimensionAtLeast(loss.reference, expected)
    subject = Subject(loss, DEFAULT)
    again = lower_bound(subject, equal_risk(subject), m * m)
    assert again is not None
    assert isinstance(again.certificate, TiedCore)
    assert again.proposition.d == expected


@pytest.mark.parametrize("beta", ["1/2", "2/3", "2", "3"])
@pytest.mark.parametrize("policy", ["one", "zero", "drop"])
def test_weights_of_recall(beta: str, policy: str) -> None:
    loss = losses.make("f-score", m=5, beta=beta, undefined=policy)
    assert loss.counts is not None
    assert ratio_weight(loss.counts) == Fraction(beta) ** 2
    found = lower_by_core(loss.reference, loss.counts, 0)
    assert found is not None
    # The empty set ties where it is right for the empty observation.
    bound = core_bound(5, found.certificate.c, Fraction(beta) ** 2)
    assert found.proposition.d == bound - (policy != "one")


@pytest.mark.parametrize("w", [Fraction(1), Fraction(4), Fraction(4, 9), Fraction(1, 4)])
def test_the_words_say_what_the_formula_counts(w: Fraction) -> None:
    """K and K' the largest s with w s^2 + (1 - w) c s <= c m and < c m."""
    for m in range(2, 25):
        for c in range(1, m):
            N, sides = m - c, [w * s * s + (1 - w) * c * s for s in range(m + 1)]
            K = max(s for s, side in enumerate(sides) if side <= c * m)
            less = max(s for s, side in enumerate(sides) if side < c * m)
            assert core_bound(m, c, w) == (N - 1) * min(K, N - 1) + min(less, N) + 1


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "f-score:m=4,undefined=one",
            "+ 1 with N = m - c, K and K' the largest s with s^2 <= c m and",
        ),
        ("f-score:m=4,undefined=drop", "min(K', N) with N = m - c"),
        ("f-score:m=4,undefined=one,beta=2", "with 4 s^2 - 3 c s <= c m"),
        ("f-score:m=4,undefined=one,beta=1/2", "with 1/4 s^2 + 3/4 c s <= c m"),
        ("jaccard:m=4,undefined=one", None),
        ("hamming:m=4", None),
    ],
)
def test_the_formula_is_said_of_losses_of_its_form(name: str, said: str | None) -> None:
    counts = losses.parse(name).counts
    assert counts is not None
    words = formula_words(counts)
    assert words is None if said is None else words is not None and said in words


@pytest.mark.parametrize("m", [3, 4, 5, 6])
def test_jaccard_needs_half_as_many_scores_as_there_are_sets(m: int) -> None:
    loss = losses.make("jaccard", m=m, undefined="one")
    assert loss.counts is not None
    assert ratio_weight(loss.counts) is None
    found = lower_by_core(loss.reference, loss.counts, 0)
    assert found is not None
    assert found.proposition.d == 2 ** (m - 1)
    p = {(w.core, w.outside): w.weight for w in found.certificate.weights}
    assert written_out(loss, found.certificate.c, p) == found.proposition.d


def test_nothing_beyond_what_is_known() -> None:
    loss = losses.make("f-score", m=4, undefined="one")
    assert loss.counts is not None
    assert lower_by_core(loss.reference, loss.counts, 6) is None
    prec = losses.make("prec-at-k", m=4, k=2)
    assert prec.counts is not None
    assert lower_by_core(prec.reference, prec.counts, 0) is None
