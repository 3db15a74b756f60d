"""A changed certificate is refused, unless what it is still accepted for is true.

Each number, word and order in every sample is changed, each two members are swapped, and the
proposition is exchanged for those of all other samples. Whatever `decide` then accepts is held
against a truth found without it: by enumeration, sympy, a linear program or 60 digits.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from qstheory.certify import Outcome, decide

from .mutations import mutants
from .readable import as_read
from .samples import samples
from .samples.sample import Sample
from .truths import truths

SAMPLES = samples()
TRUTHS = truths()


def changed(sample: Sample) -> Iterator[tuple[Any, Any]]:
    """The sample with one change in the proposition, in the certificate, or with another one."""
    for proposition in mutants(sample.proposition):
        yield proposition, sample.certificate
    for certificate in mutants(sample.certificate):
        yield sample.proposition, certificate
    for other in SAMPLES:
        if other.proposition != sample.proposition:
            yield other.proposition, sample.certificate


@pytest.mark.no_cover
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda s: type(s.proposition).__name__)
def test_what_a_mutant_is_accepted_for_is_true(sample: Sample) -> None:
    refused = 0
    for proposition, certificate in changed(sample):
        if as_read(proposition) is None or as_read(certificate) is None:
            refused += 1
            continue
        outcome = decide(proposition, certificate).outcome
        if outcome is Outcome.INVALID:
            refused += 1
            continue
        truth = TRUTHS[type(proposition)](proposition, certificate)
        assert truth is (outcome is Outcome.PROVES), (proposition, certificate, outcome)
    assert refused > 0
