"""Bounds by steps and by kernels: against factors that are written out, and refused otherwise."""

from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from qstheory.certify import Outcome, decide
from qstheory.certify.kinds.best_constants import BestConstant
from qstheory.certify.kinds.kernel_constants import (
    CountedKernel,
    Side,
    StepNorms,
    differences,
    kernel_square,
    kernels,
    step_sum,
)
from qstheory.errors import InvalidParameter, TooLarge
from qstheory.losses.base import Loss, matrix_loss
from qstheory.losses.catalogue import parse
from qstheory.losses.counts import CountStructure
from qstheory.losses.spaces import LabelSets

ONE, HALF = Fraction(1), Fraction(1, 2)


def at_most(loss: Loss, value: Fraction) -> BestConstant:
    return BestConstant(loss.reference, "gamma-2", "scalar", "<=", value)


def array(loss: Loss) -> np.ndarray:
    """L, exactly."""
    return np.array([[loss.entry(z, y) for y in loss.observations] for z in loss.predictions])


def factors(L: np.ndarray, c: Fraction) -> tuple[np.ndarray, np.ndarray]:
    """F and U with F U^T = L - c: half the steps, and 1 from the k-th observation on."""
    n = L.shape[1]
    steps = [
        (L[:, 0] + L[:, -1]) * HALF - c,
        *((L[:, k] - L[:, k - 1]) * HALF for k in range(1, n)),
    ]
    signs = [[1 if j >= k else -1 for k in range(n)] for j in range(n)]
    return np.array(steps).T, np.array([[1, *row[1:]] for row in signs])


@given(
    st.lists(
        st.lists(st.fractions(-3, 3, max_denominator=4), min_size=3, max_size=3),
        min_size=1,
        max_size=4,
    ),
    st.fractions(-2, 2, max_denominator=3),
)
def test_the_steps_are_a_decomposition_of_that_constant(
    rows: list[list[Fraction]], c: Fraction
) -> None:
    L = np.array(rows)
    F, U = factors(L, c)
    assert (F @ U.T + c == L).all()
    largest = np.abs(F).max(axis=0)
    assert step_sum([list(column) for column in L.T], c) == largest.sum()
    weights = largest / largest.sum() if largest.sum() else largest
    for row in F:
        square = sum(x * x / w for x, w in zip(row, weights, strict=True) if w)
        assert square <= largest.sum() ** 2


@pytest.mark.parametrize("side", ["observations", "predictions"])
def test_steps_are_accepted_in_each_order_at_their_sum(side: Side) -> None:
    loss = matrix_loss([[Fraction(x) for x in row] for row in ((0, 3, 1), (2, 0, 2))])
    L = array(loss)
    lines = L if side == "predictions" else L.T
    for order in permutations(range(len(lines))):
        value = step_sum([list(lines[k]) for k in order], ONE) ** 2
        given = StepNorms(side, order, ONE)
        assert decide(at_most(loss, value), given).outcome is Outcome.PROVES
        less = decide(at_most(loss, value - Fraction(1, 1000)), given)
        assert less.outcome is Outcome.INVALID


NAMES = ["f-score:m=3,undefined=one", "jaccard:m=3,undefined=one", "prec-at-k:m=4,k=2"]


@pytest.mark.parametrize("name", NAMES)
def test_the_kernel_is_the_sum_over_shared_sets(name: str) -> None:
    """c - L = sum_j binom(t, j) k_j, and it is positive semidefinite on all sets together."""
    loss = parse(name)
    counts = loss.counts
    assert counts is not None
    for a, b, t in counts.triples():
        found = differences(counts, ONE, *sorted((a, b)))
        assert sum(comb(t, j) * x for j, x in enumerate(found)) == ONE - counts.value(a, b, t)
    sets = list(LabelSets(counts.m, 0, counts.m))
    sizes = {*counts.predictions.sizes, *counts.observations.sizes}
    bits = np.array([s for s in sets if sum(s) in sizes])
    shared = bits @ bits.T
    K = [
        [
            float(ONE - counts.value(int(shared[i, i]), int(shared[j, j]), int(shared[i, j])))
            for j in range(len(bits))
        ]
        for i in range(len(bits))
    ]
    assert np.linalg.eigvalsh(np.array(K)).min() > -1e-12
    square = kernel_square(counts, ONE)
    for value, expected in ((square, Outcome.PROVES), (square * 99 / 100, Outcome.INVALID)):
        assert decide(at_most(loss, value), CountedKernel(ONE)).outcome is expected


@pytest.mark.parametrize("m", [4, 8, 30])
@pytest.mark.parametrize("name", ["f-score", "jaccard"])
def test_similarities_have_the_norm_one_at_every_size(name: str, m: int) -> None:
    loss = parse(f"{name}:m={m},undefined=one")
    assert decide(at_most(loss, ONE), CountedKernel(ONE)).outcome is Outcome.PROVES


@pytest.mark.parametrize(
    ("name", "c", "reason"),
    [
        ("hamming:m=3", ONE, "not positive semidefinite"),
        ("f-score:m=3,undefined=one", HALF, "not positive semidefinite"),
        ("f-score:m=3,beta=2,undefined=one", ONE, "not symmetric"),
        ("ordinal-absolute:classes=3", ONE, "not by counts"),
        ("jaccard:m=60,undefined=one", ONE, "too large to be replayed"),
        ("hamming:m=90", ONE, "too many sizes"),
    ],
)
def test_what_is_no_kernel_is_refused(name: str, c: Fraction, reason: str) -> None:
    decision = decide(at_most(parse(name), Fraction(100)), CountedKernel(c))
    assert decision.outcome is not Outcome.PROVES
    assert reason in decision.reason


def test_neither_bounds_from_below() -> None:
    loss = parse("f-score:m=2,undefined=one")
    below = BestConstant(loss.reference, "A", "scalar", ">=", Fraction(1, 100))
    for above in (CountedKernel(ONE), StepNorms("observations", (0, 1, 2, 3), ONE)):
        assert "the bound from above is" in decide(below, above).reason


def test_an_entry_that_no_sets_have_may_be_anything() -> None:
    """Two pairs among three labels share one: what is said of none shared is not seen in L."""
    pairs = LabelSets(3, 2, 2)

    def entry(a: int, b: int, t: int) -> Fraction:
        return {0: Fraction(17), 1: HALF, 2: Fraction(0)}[t]

    counts = CountStructure(3, pairs, pairs, entry)
    (first, second, third) = differences(counts, ONE, 2, 2)
    for t in (1, 2):
        assert first + t * second + comb(t, 2) * third == ONE - entry(2, 2, t)
    with pytest.raises(InvalidParameter, match="symmetric"):
        next(
            kernels(CountStructure(3, pairs, LabelSets(3, 1, 1), lambda a, b, t: Fraction(a)), ONE)
        )
    with pytest.raises(TooLarge):
        next(kernels(CountStructure(99, LabelSets(99, 0, 99), pairs, entry), ONE))
