"""The factors of a decomposition that a dossier has found, as rows of numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from qstheory.certify.kinds.decomposition import AffineDecomposition, DecompositionHolds
from qstheory.certify.kinds.rank import Factorisation
from qstheory.losses.display import MOST
from qstheory.theory.findings import Finding

Rows = Sequence[Sequence[Fraction]]


@dataclass(frozen=True)
class Factors:
    """F (|Z| x r), U (|Y| x r), and c where it is one number, not a function of y."""

    F: Rows
    U: Rows
    c: Fraction | None

    @property
    def small(self) -> bool:
        """Whether people read them."""
        return max(len(self.F), len(self.U)) <= MOST

    def data(self) -> dict[str, object]:
        """As JSON data: rationals as text."""
        shown = {name: [list(map(str, row)) for row in rows]
                 for name, rows in (("F", self.F), ("U", self.U))}  # fmt: skip
        return {**shown, "c": None if self.c is None else str(self.c)}


def factors(finding: Finding) -> Factors | None:
    """The factors that a finding is about, None where it has none."""
    for item in finding.evidence:
        held = item.proposition
        if isinstance(held, DecompositionHolds) and isinstance(
            held.decomposition, AffineDecomposition
        ):
            given = held.decomposition
            return Factors(given.F, given.U, given.c)
        if isinstance(item.certificate, Factorisation) and finding.part == "decompositions":
            left, right = item.certificate.left, item.certificate.right
            return Factors(left, list(zip(*right, strict=True)), None)
    return None
