"""Hamming loss on T bits, k = 2^T, with scores in the span of the loss: H(e) = e^2 / (8T)."""

from collections.abc import Iterator
from fractions import Fraction

from qstheory import losses
from qstheory.claims import Case, Claim, Claimed, Constant, Evidence, Reading, cases
from qstheory.losses.spaces import Label

from ._surrogate import PARTS, calibrated


def signs(bits: Label) -> tuple[Fraction, ...]:
    """2 bit - 1."""
    assert isinstance(bits, tuple)
    return tuple(Fraction(2 * bit - 1) for bit in bits)


def evidence(at: Case, said: Claimed) -> Iterator[Evidence]:
    """F_z = (-s(z)/(2T), 1) and U_y = (s(y), 1/2): unary scores and a constant."""
    T = at.integer("T")
    loss = losses.make("hamming", m=T)
    F = tuple((*(-s / (2 * T) for s in signs(z)), Fraction(1)) for z in loss.predictions)
    U = tuple((*signs(y), Fraction(1, 2)) for y in loss.observations)
    yield from calibrated(loss, F, U, said("coefficient", at))


CLAIMS = (
    Claim(
        id="calibration.hamming",
        source="Osokin et al. 2017, Sec. 4.2, Hamming loss",
        text="With scores in the span of the loss H(e) = e^2/(8T) for T binary labels.",
        latex=r"H_{L_{\rm Ham},\mathcal F_{\rm Ham}}(\varepsilon)=\frac{\varepsilon^2}{8T}",
        readings=(
            Reading(
                "surrogate ||f + L_y||^2 / (2k)",
                evidence=evidence,
                cases=cases(T=range(1, 4)),
                ranges_over="every T >= 1",
                parts=PARTS,
                claimed={"coefficient": Constant(lambda T: Fraction(1, 8 * T))},
            ),
        ),
    ),
)
