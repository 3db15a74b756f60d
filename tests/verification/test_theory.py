"""The claims of the theory: decided, as strongly as recorded, and their planted errors found."""

from functools import cache
from importlib import import_module

import pytest

from qstheory.claims import Claim, Strength, Verdict, judge
from qstheory.claims.evidence import Judgement, as_recorded
from qstheory.claims.theorems import proofs_of
from tests.claims.planted import planted_errors

from .ledgers import PAPER

MODULES = (
    "self_losses",
    "quadratic_surrogate",
    "calibration",
    "calibration_convex",
    "affine",
    "base_rate",
    "spectral",
    "noise_largest",
    "noise_margin",
    "noise_integrability",
    "noise_comparison",
    "noise_calibration",
    "noise_rates",
    "surrogates_crf",
    "surrogates_ssvm",
    "surrogates_max_margin",
    "osokin",
    "experiments",
)
CLAIMS = [
    claim
    for module in MODULES
    for claim in import_module(f"verification.sharp2020.{module}").CLAIMS
]
WEAKER = {
    "cited.pinelis": Strength.CITED,
    "experiments.ranking": Strength.MEASURED,
    "x.experiments.hamming-constant": Strength.MEASURED,
}
"""What rests on less than certificates or an argument."""


@cache
def judged(claim_id: str) -> Judgement:
    claim = next(claim for claim in CLAIMS if claim.id == claim_id)
    return judge(claim, proofs_of(PAPER))


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_the_verdict_is_the_recorded_one(claim: Claim) -> None:
    judgement = judged(claim.id)
    assert as_recorded(judgement.verdict, claim.expected)
    strong = {Strength.FORMAL, Strength.CERTIFIED, Strength.ARGUED}
    assert judgement.strength in ({WEAKER[claim.id]} if claim.id in WEAKER else strong)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_a_reading_that_is_refuted_shows_its_instance(claim: Claim) -> None:
    for reading in judged(claim.id).readings:
        for part in reading.parts:
            if part.verdict is Verdict.REFUTED:
                assert part.refutation is not None
                assert part.refutation.document


def test_errors_are_planted_in_all_the_theory() -> None:
    proved = [claim for claim in CLAIMS if claim.expected is Verdict.PROVED]
    planted = [error for claim in proved for error in planted_errors(claim)]
    assert len(planted) >= 100
    assert all(error.found_out() for error in planted)
