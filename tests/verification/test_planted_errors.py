"""A true claim with a wrong constant, exponent or sign must be refuted."""

import pytest

from qstheory.claims import Verdict
from qstheory.claims.ledger import load_ledger
from tests.claims.planted import planted_errors

from .ledgers import EMBEDDINGS, PAPER, SECOND

PLANTED = [
    planted
    for folder in (PAPER, SECOND, EMBEDDINGS)
    for claim in load_ledger(folder).claims.values()
    if claim.expected is Verdict.PROVED
    for planted in planted_errors(claim)
]


def test_there_are_many():
    assert len(PLANTED) >= 60


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name)
def test_a_wrong_constant_is_refuted(planted):
    assert planted.found_out()
