"""Hamming loss (Sec. 3.2 and App. B.3): the claims of the paper about its row of Table 1.

How a claim is written. A function yields the evidence at one case: a proposition about that case,
with the certificates that might settle it; the engine shows them to `decide` and nothing else
makes a verdict. The constants come from `said`, so that a wrong one can be planted and must be
refuted. A reading lists the cases, smallest first, and what the statement ranges over. What the
paper says and what repairs it are two claims, with the same evidence and other constants.
"""

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice

from qstheory import losses
from qstheory.certify.kinds.decomposition import (
    AffineDecomposition,
    BadEntry,
    DecompositionHolds,
    EveryEntry,
)
from qstheory.claims import Case, Claim, Claimed, Constant, Evidence, Reading, Verdict, cases
from qstheory.losses.base import Loss

EVERY_M = "every m >= 1"


def hamming(at: Case) -> Loss:
    """The Hamming loss on the m labels of the case."""
    return losses.make("hamming", m=at.integer("m"))


def signs(bits: tuple[int, ...]) -> tuple[Fraction, ...]:
    """s_j = 2 bit_j - 1."""
    return tuple(Fraction(2 * bit - 1) for bit in bits)


def decomposition(at: Case, said: Claimed) -> Iterator[Evidence]:
    """L = F U^T + c entry by entry, F being a multiple of the signs of z and U the signs of y."""
    loss = hamming(at)
    weight, shift = said("weight of F", at), said("c", at)
    F = tuple(tuple(weight * s for s in signs(z)) for z in loss.predictions)
    U = tuple(signs(y) for y in loss.observations)
    proposition = DecompositionHolds(loss.reference, AffineDecomposition(F, U, Fraction(shift)))
    corners = (BadEntry(z, y) for z in loss.predictions for y in islice(loss.observations, 2))
    yield Evidence(proposition, (EveryEntry(), *corners))


CLAIMS = (
    Claim(
        id="hamming.decomposition",
        source="Sec. 3.2 and App. B.3, Hamming",
        text="L = F U^T + c with F_z = -s(z)/(2m), U_y = s(y), c = 1/(2m).",
        latex=r"L(z,y)=\frac1{2m}-\frac1{2m}\sum_{j=1}^m s_j(z)s_j(y)",
        readings=(
            Reading(
                "as printed",
                evidence=decomposition,
                cases=cases(m=range(1, 7)),
                ranges_over=EVERY_M,
                claimed={
                    "weight of F": Constant(lambda m: Fraction(-1, 2 * m)),
                    "c": Constant(lambda m: Fraction(1, 2 * m)),
                },
            ),
        ),
        repaired_by="hamming.decomposition.repaired",
        expected=Verdict.REFUTED,
    ),
    Claim(
        id="hamming.decomposition.repaired",
        source="repairs Sec. 3.2 and App. B.3, Hamming",
        text="L = F U^T + c with F_z = -s(z)/(2m), U_y = s(y), c = 1/2.",
        latex=r"L(z,y)=\frac12-\frac1{2m}\sum_{j=1}^m s_j(z)s_j(y)",
        readings=(
            Reading(
                "as repaired",
                evidence=decomposition,
                cases=cases(m=range(1, 8)),
                ranges_over=EVERY_M,
                claimed={
                    "weight of F": Constant(lambda m: Fraction(-1, 2 * m)),
                    "c": Constant(lambda m: Fraction(1, 2)),
                },
            ),
        ),
    ),
)
