"""Wrong constants, exponents and signs in the claims about multilabel losses must be refuted."""

import pytest

from qstheory.claims import Verdict
from tests.claims.planted import planted_errors
from verification.sharp2020 import (
    block,
    fscore,
    fscore_constants,
    fscore_decoding,
    fscore_dimension,
    fscore_least,
    hamming,
    prec,
    table1,
    zero_one,
)

FILES = (
    *(zero_one, block, hamming, prec, table1),
    *(fscore, fscore_constants, fscore_decoding, fscore_dimension, fscore_least),
)
PLANTED = {
    file.__name__: [
        planted
        for claim in file.CLAIMS
        if claim.expected is Verdict.PROVED
        for planted in planted_errors(claim)
    ]
    for file in FILES
}
ALL = [planted for own in PLANTED.values() for planted in own]


def test_there_are_many_of_every_sort():
    assert len(ALL) >= 150
    assert all(PLANTED.values())
    assert {planted.perturbation for planted in ALL} >= {"plus one", "halved", "sign", "squared"}


@pytest.mark.parametrize("planted", ALL, ids=lambda planted: planted.name)
def test_a_wrong_constant_is_refuted(planted):
    assert planted.found_out()
