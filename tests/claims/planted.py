"""Planting errors: every claimed constant of a reading got wrong in every way that is false.

A ledger that still proves a claim after that does not look at the constant.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from qstheory.claims.claim import PERTURBATIONS, Claim, Constant, Formula, Reading
from qstheory.claims.evidence import FAILED, Case
from qstheory.claims.judge import judge


@dataclass(frozen=True)
class Planted:
    """A claim whose only reading has one wrong constant, and the cases where that is wrong."""

    claim: Claim
    constant: str
    perturbation: str

    @property
    def reading(self) -> Reading:
        """The reading with the wrong constant."""
        return self.claim.readings[0]

    @property
    def name(self) -> str:
        """Claim, reading, constant and perturbation on one line."""
        where = f"{self.claim.id} ({self.reading.name})"
        return f"{where}: {self.constant}, {self.perturbation}"

    def found_out(self) -> bool:
        """Whether the claim is refuted at one of its cases, tried one after the other."""
        return any(
            judge(self.claim.with_reading(replace(self.reading, cases=(case,)))).verdict in FAILED
            for case in self.reading.cases
        )


def _differs(right: Formula, wrong: Formula, case: Case) -> bool:
    return bool(right(**case) != wrong(**case))


def _planted_in(reading: Reading) -> Iterator[tuple[str, str, Reading]]:
    for name, constant in reading.claimed.items():
        for perturbation in constant.falsified_by:
            wrong = PERTURBATIONS[perturbation](constant.formula)
            affected = tuple(c for c in reading.cases if _differs(constant.formula, wrong, c))
            if affected:
                planted = replace(
                    reading,
                    cases=affected,
                    claimed={**reading.claimed, name: Constant(wrong, ())},
                    theorems=(),
                    derivation=None,
                    measure=None,
                )
                yield name, perturbation, planted


def planted_errors(claim: Claim) -> Iterator[Planted]:
    """The claim with one constant of one reading wrong, in each way that the constant admits.

    Only the cases at which the value changes are left, and a perturbation without any is left out.
    """
    for reading in claim.readings:
        for constant, perturbation, wrong in _planted_in(reading):
            yield Planted(claim.with_reading(wrong), constant, perturbation)
