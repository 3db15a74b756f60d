"""The claims about Table 1 as a whole."""

import numpy as np
import pytest

from verification.sharp2020.table1 import EXACT, PRINTED_F_SCORE

from .multilabel_oracles import all_pairs, f_score_loss, hamming, zero_one
from .ranking_oracles import ranks


def test_three_rows_are_one_loss_for_one_label():
    matrices = [all_pairs(loss, 1) for loss in (zero_one, hamming, f_score_loss)]
    assert all(np.array_equal(L, [[0, 1], [1, 0]]) for L in matrices)
    assert ranks(matrices[0]) == (1, 1)


def test_the_block_constant_outgrows_the_polynomial():
    assert [m for m in range(1, 12) if 2**m > 2 * m * m] == [7, 8, 9, 10, 11]


@pytest.mark.parametrize(
    "family", ["zero-one", "block", "hamming", "prec", "f-score", "ndcg", "map"]
)
def test_decoding_through_f_is_judged_for(family):
    assert any(str(case["loss"]).startswith(family) for case in EXACT)


def test_the_printed_f_score_decodes_wrongly():
    printed = np.array([[1, 0], [0, -1 / 2]])
    at_empty = np.array([1, 0])
    assert np.argmin(printed @ at_empty) == 1
    assert np.argmin(all_pairs(f_score_loss, 1) @ at_empty) == 0
    assert len(PRINTED_F_SCORE) == 4
