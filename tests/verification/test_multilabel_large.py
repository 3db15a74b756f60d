"""Proved claims about multilabel losses at sizes beyond those of the ledger."""

from dataclasses import replace

import pytest

from qstheory.claims import cases, judge
from qstheory.claims.evidence import HOLDING
from qstheory.claims.ledger import load_ledger

BEYOND = {
    "01.affdim.repaired": cases(m=(7,)),
    "01.sharp.repaired": cases(m=(6,)),
    "block.affdim.repaired": cases(m=(8,), blocks=("size", "parity", "empty")),
    "hamming.affdim": cases(m=(100,)),
    "hamming.inference": cases(m=(5,)),
    "prec.affdim.repaired": cases(m=(14,)),
    "prec.optimal.repaired": cases(m=(9,), k=(1, 4, 8)),
    "fscore.identity": cases(m=(6,)),
    "fscore.dec1-norms.repaired": cases(m=(60,)),
    "fscore.affdim": cases(m=(16, 20)),
    "fscore.A": cases(m=(16,)),
    "fscore.optimal": cases(m=(100,)),
    "prec.least-at-one": cases(m=(10,), k=(1,)),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", BEYOND)
def test_the_claim_holds_there_too(name):
    claim = load_ledger()[name]
    reading = claim.readings[0]
    assert set(BEYOND[name]).isdisjoint(reading.cases)
    judged = judge(claim.with_reading(replace(reading, cases=BEYOND[name])))
    assert judged.verdict in HOLDING
