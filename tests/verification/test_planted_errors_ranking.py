"""Wrong constants, exponents and signs in the claims about ranking losses must be refuted."""

import pytest

from qstheory.claims import Verdict
from tests.claims.planted import planted_errors
from verification.sharp2020 import map as average_precision
from verification.sharp2020 import ndcg, ndcg_discounts, optimality, pd, pd_decoding, ranking_sharp

FILES = (ndcg, ndcg_discounts, pd, pd_decoding, average_precision, optimality, ranking_sharp)
PLANTED = [
    planted
    for file in FILES
    for claim in file.CLAIMS
    if claim.expected in (Verdict.PROVED, Verdict.ASSUMED)
    for planted in planted_errors(claim)
]


def test_there_are_many_in_every_file():
    assert len(PLANTED) >= 150
    for file in FILES:
        own = {claim.id for claim in file.CLAIMS}
        assert sum(planted.claim.id in own for planted in PLANTED) >= 5


@pytest.mark.parametrize("planted", PLANTED, ids=lambda p: p.name)
def test_a_wrong_constant_is_refuted(planted):
    assert planted.found_out()


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.__name__)
def test_every_constant_of_a_proved_claim_can_be_got_wrong(file):
    for claim in file.CLAIMS:
        if claim.expected is Verdict.PROVED:
            for name, constant in claim.readings[0].claimed.items():
                fixed = claim.id == "ndcg.flat" or constant.falsified_by
                assert fixed, (claim.id, name)
