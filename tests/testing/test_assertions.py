"""The assertions fail on what is wrong, and say where."""

from fractions import Fraction as Q

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qstheory import losses
from qstheory.certify.kinds.decomposition import AffineDecomposition
from qstheory.testing import Planted, assert_bayes_optimal, assert_decomposes, planted_losses


@settings(max_examples=20)
@given(planted_losses(), st.data())
def test_a_planted_bad_entry_is_seen(planted: Planted, data: st.DataObject) -> None:
    right = planted.decomposition
    z = data.draw(st.integers(0, len(right.F) - 1))
    # The rows of U span the space, so any change of a row of F changes an entry of L.
    changed = tuple(x + (i == 0) for i, x in enumerate(right.F[z]))
    wrong = AffineDecomposition((*right.F[:z], changed, *right.F[z + 1 :]), right.U, right.c)
    with pytest.raises(AssertionError, match=r"but F_z \. U_y \+ c"):
        assert_decomposes(planted.loss, wrong)
    with pytest.raises(AssertionError, match="rows instead of"):
        assert_decomposes(planted.loss, AffineDecomposition(right.F[1:], right.U, right.c))


def test_bayes_optimality() -> None:
    loss = losses.make("hamming", m=2)
    law = {(1, 0): Q(3, 4), (0, 1): Q(1, 4)}
    assert_bayes_optimal(loss, law, [(1, 0)], complete=True)
    with pytest.raises(AssertionError, match="1/4 above the Bayes risk"):
        assert_bayes_optimal(loss, law, [(1, 1)])
    tied = [Q(1, 4)] * 4
    assert_bayes_optimal(loss, tied, loss.predictions, complete=True)
    with pytest.raises(AssertionError, match="is optimal as well"):
        assert_bayes_optimal(loss, tied, [(0, 0)], complete=True)
    with pytest.raises(AssertionError, match="no prediction of"):
        assert_bayes_optimal(loss, tied, [(0, 0, 0)])
    with pytest.raises(AssertionError, match="no distribution"):
        assert_bayes_optimal(loss, [Q(1, 2)] * 4, [(0, 0)])
    with pytest.raises(AssertionError, match="No prediction"):
        assert_bayes_optimal(loss, tied, [])
