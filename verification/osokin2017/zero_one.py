"""0-1 loss with k labels and unconstrained scores: H(e) = e^2 / (4k)."""

from collections.abc import Iterator
from fractions import Fraction

from qstheory import losses
from qstheory.claims import Case, Claim, Claimed, Constant, Evidence, Reading, cases

from ._surrogate import PARTS, calibrated


def evidence(at: Case, said: Claimed) -> Iterator[Evidence]:
    """The scores are F = I, so U has the columns of L as its rows."""
    k = at.integer("k")
    loss = losses.make("multiclass", classes=k)
    identity = tuple(tuple(Fraction(i == j) for j in range(k)) for i in range(k))
    U = tuple(tuple(1 - entry for entry in row) for row in identity)
    yield from calibrated(loss, identity, U, said("coefficient", at))


CLAIMS = (
    Claim(
        id="calibration.zero-one",
        source="Osokin et al. 2017, Sec. 4.2, 0-1 loss",
        text="With unconstrained scores H(e) = e^2/(4k) for the 0-1 loss on k labels.",
        latex=r"H_{\Phi_{\rm quad},L_{01},\mathbb R^k}(\varepsilon)=\frac{\varepsilon^2}{4k}",
        readings=(
            Reading(
                "surrogate ||f + L_y||^2 / (2k)",
                evidence=evidence,
                cases=cases(k=range(2, 7)),
                ranges_over="every k >= 2",
                parts=PARTS,
                claimed={"coefficient": Constant(lambda k: Fraction(1, 4 * k))},
            ),
        ),
    ),
)
