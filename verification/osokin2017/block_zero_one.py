"""Block 0-1 loss with b blocks of s labels each, k = b s: with scores in the span of the loss

H(e) = e^2 / (4b), with unconstrained scores H(e) = e^2 / (4k) 2s/(s + 1).
"""

from collections.abc import Iterator
from fractions import Fraction

from qstheory.claims import Case, Claim, Claimed, Constant, Evidence, Reading, cases
from qstheory.losses.base import Loss
from qstheory.losses.matrix import matrix_loss

from ._surrogate import PARTS, calibrated

SIZES = tuple(case for case in cases(b=(2, 3), s=(1, 2, 3)) if case["b"] != 3 or case["s"] != 3)


def block_loss(b: int, s: int) -> Loss:
    """1 where the blocks of two labels differ."""
    labels = range(b * s)
    return matrix_loss([[Fraction(z // s != y // s) for y in labels] for z in labels])


def in_the_span(at: Case, said: Claimed) -> Iterator[Evidence]:
    """F indicates the block of a prediction, U the other blocks of an observation."""
    b, s = at.integer("b"), at.integer("s")
    F = tuple(tuple(Fraction(z // s == j) for j in range(b)) for z in range(b * s))
    U = tuple(tuple(1 - entry for entry in row) for row in F)
    yield from calibrated(block_loss(b, s), F, U, said("coefficient", at))


def unconstrained(at: Case, said: Claimed) -> Iterator[Evidence]:
    """F = I, so U has the columns of L as its rows."""
    b, s = at.integer("b"), at.integer("s")
    k = b * s
    identity = tuple(tuple(Fraction(i == j) for j in range(k)) for i in range(k))
    U = tuple(tuple(Fraction(z // s != y // s) for z in range(k)) for y in range(k))
    yield from calibrated(block_loss(b, s), identity, U, said("coefficient", at))


CLAIMS = (
    Claim(
        id="calibration.block-zero-one",
        source="Osokin et al. 2017, Sec. 4.2, block 0-1 loss",
        text="With scores in the span of the loss H(e) = e^2/(4b) for b blocks of equal size.",
        latex=r"H_{L_{01,b},\mathcal F_{01,b}}(\varepsilon)=\frac{\varepsilon^2}{4b}",
        readings=(
            Reading(
                "surrogate ||f + L_y||^2 / (2k)",
                evidence=in_the_span,
                cases=SIZES,
                ranges_over="every b >= 2, s >= 1",
                parts=PARTS,
                claimed={"coefficient": Constant(lambda b, s: Fraction(1, 4 * b))},
            ),
        ),
    ),
    Claim(
        id="calibration.block-zero-one.unconstrained",
        source="Osokin et al. 2017, Sec. 4.2, block 0-1 loss",
        text="With unconstrained scores H(e) = e^2/(4k) 2s/(s+1) for b blocks of s labels each.",
        latex=r"H(\varepsilon)=\frac{\varepsilon^2}{4k}\,\frac{2s}{s+1}",
        readings=(
            Reading(
                "surrogate ||f + L_y||^2 / (2k)",
                evidence=unconstrained,
                cases=SIZES,
                ranges_over="every b >= 2, s >= 1",
                parts=PARTS,
                claimed={"coefficient": Constant(lambda b, s: Fraction(1, 2 * b * (s + 1)))},
            ),
        ),
    ),
)
