"""Planting errors: every claimed constant of a reading got wrong in every way that is false.

A ledger that still proves a claim after that does not look at the constant.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from qstheory.claims.cases import Case
from qstheory.claims.claim import Claim, Reading
from qstheory.claims.constants import PERTURBATIONS, Constant, Formula


@dataclass(frozen=True)
class Planted:
    """A claim whose only reading has one wrong constant."""

    claim: Claim
    constant: str
    perturbation: str

    @property
    def name(self) -> str:
        """Claim, reading, constant and perturbation on one line."""
        reading = self.claim.readings[0].name
        return f"{self.claim.id} ({reading}): {self.constant}, {self.perturbation}"


def _differs(right: Formula, wrong: Formula, case: Case) -> bool:
    return bool(right(**case) != wrong(**case))


def _planted_in(reading: Reading) -> Iterator[tuple[str, str, Reading]]:
    for name, constant in reading.claimed.items():
        for perturbation in constant.falsified_by:
            wrong = PERTURBATIONS[perturbation](constant.formula)
            if any(_differs(constant.formula, wrong, case) for case in reading.cases):
                claimed = {**reading.claimed, name: Constant(wrong, ())}
                yield name, perturbation, replace(reading, claimed=claimed)


def planted_errors(claim: Claim) -> Iterator[Planted]:
    """The claim with one constant of one reading wrong, in each way that the constant admits.

    A perturbation that changes the value at none of the cases is left out.
    """
    for reading in claim.readings:
        for constant, perturbation, wrong in _planted_in(reading):
            yield Planted(claim.with_reading(wrong), constant, perturbation)
