"""A true claim with a wrong constant, exponent or sign must be refuted."""

import pytest

from qstheory.claims import Verdict
from qstheory.claims.ledger import load_ledger
from qstheory.claims.perturb import planted_errors

from .ledgers import SECOND


def planted_in(folder=None):
    """Every planted error of the claims that are recorded as proved."""
    return [
        planted
        for claim in load_ledger(folder).claims.values()
        if claim.expected is Verdict.PROVED
        for planted in planted_errors(claim)
    ]


def some_of(planted):
    """For each constant of each reading one of its perturbations, another one each time."""
    of_constant = {}
    for p in planted:
        of_constant.setdefault((p.claim.id, p.reading.name, p.constant), []).append(p)
    groups = enumerate(of_constant.values())
    return [group[i % len(group)] for i, group in groups]


def test_there_are_many():
    assert len(planted_in()) >= 60


@pytest.mark.parametrize(
    "planted", some_of(planted_in() + planted_in(SECOND)), ids=lambda p: p.name
)
def test_a_wrong_constant_is_refuted(planted):
    assert planted.found_out()


@pytest.mark.slow
@pytest.mark.parametrize("planted", planted_in() + planted_in(SECOND), ids=lambda p: p.name)
def test_every_wrong_constant_is_refuted(planted):
    assert planted.found_out()
