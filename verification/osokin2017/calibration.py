"""The calibration functions of Osokin, Bach and Lacoste-Julien 2017, Sec. 4.2.

For scores f = F' t in the span of F' (k rows, one for each prediction) they study
Phi(f, y) = ||f + L_y||^2 / (2k), L_y being the column of y, and decode to argmax_z f_z. With
L = F U^T and F' = -F that is ||F (t - U_y)||^2 / (2k), decoded to argmin_z F_z . t: the quadratic
surrogate of the decomposition in the metric F^T F / (2k).
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

from qstheory import losses
from qstheory.certify.kinds.decomposition import AffineDecomposition, DecompositionHolds, EveryEntry
from qstheory.certify.moves import Rows
from qstheory.claims import Case, Claimed, Constant, Evidence, Stance, cases
from qstheory.claims.statements import claim, tried
from qstheory.losses.base import Loss, matrix_loss
from qstheory.losses.spaces import Label
from qstheory.theory.calibration.envelope import CalibrationFunction, calibration_function
from qstheory.theory.calibration.problem import CalibrationProblem, scores_in_span

PLACE = "Osokin et al. 2017, Sec. 4.2"
SURROGATE = "surrogate ||f + L_y||^2 / (2k)"
PARTS = ("the scores represent the loss", "H")
"""L = F U^T, and the calibration function on all excess risks that occur."""
SIZES = tuple(case for case in cases(b=(2, 3), s=(1, 2, 3)) if case["b"] != 3 or case["s"] != 3)


@cache
def _calibration_function(F: Rows, U: Rows) -> CalibrationFunction:
    """Computed once: only the claimed coefficient differs between a claim and a wrong one."""
    return calibration_function(scores_in_span(CalibrationProblem(F, U)))


def is_quadratic(H: CalibrationFunction, coefficient: Fraction, part: str) -> Iterator[Evidence]:
    """H(e) = coefficient e^2 on each piece of the domain, or what it is instead."""
    for certified in H.pieces:
        piece, certificate = certified.piece, certified.certificate
        same = not piece.constant and not piece.linear and piece.square == coefficient
        stance = Stance.STATES if same else Stance.CONTRADICTS
        yield Evidence(piece, (certificate,), part, stance)
    for low, high in H.gaps:
        yield Evidence(replace(H.pieces[0].piece, low=low, high=high), (), part)


def calibrated(loss: Loss, F: Rows, U: Rows, coefficient: Fraction) -> Iterator[Evidence]:
    """L = F U^T, and H(e) = coefficient e^2 on each piece of the domain, or what H is instead."""
    form = AffineDecomposition(F, U, Fraction(0))
    yield Evidence(DecompositionHolds(loss.reference, form), (EveryEntry(),), PARTS[0])
    yield from is_quadratic(_calibration_function(F, U), coefficient, PARTS[1])


def identity(k: int) -> Rows:
    """F = I, the unconstrained scores, for which U has the columns of L as its rows."""
    return tuple(tuple(Fraction(i == j) for j in range(k)) for i in range(k))


def complement(rows: Rows) -> Rows:
    """1 - each entry."""
    return tuple(tuple(1 - entry for entry in row) for row in rows)


def zero_one(at: Case, said: Claimed) -> Iterator[Evidence]:
    """Unconstrained scores."""
    k = at.integer("k")
    loss = losses.make("multiclass", classes=k)
    yield from calibrated(loss, identity(k), complement(identity(k)), said("coefficient", at))


def signs(bits: Label) -> tuple[Fraction, ...]:
    """2 bit - 1."""
    assert isinstance(bits, tuple)
    return tuple(Fraction(2 * bit - 1) for bit in bits)


def hamming(at: Case, said: Claimed) -> Iterator[Evidence]:
    """F_z = (-s(z)/(2T), 1) and U_y = (s(y), 1/2): unary scores and a constant."""
    T = at.integer("T")
    loss = losses.make("hamming", m=T)
    F = tuple((*(-s / (2 * T) for s in signs(z)), Fraction(1)) for z in loss.predictions)
    U = tuple((*signs(y), Fraction(1, 2)) for y in loss.observations)
    yield from calibrated(loss, F, U, said("coefficient", at))


def blocks(at: Case) -> Rows:
    """The block of each of the b s labels, indicated."""
    b, s = at.integer("b"), at.integer("s")
    return tuple(tuple(Fraction(z // s == j) for j in range(b)) for z in range(b * s))


def block_loss(at: Case) -> Loss:
    """1 where the blocks of two labels differ."""
    return matrix_loss([[Fraction(mine != other) for other in blocks(at)] for mine in blocks(at)])


def in_the_span(at: Case, said: Claimed) -> Iterator[Evidence]:
    """F indicates the block of a prediction, U the other blocks of an observation."""
    F = blocks(at)
    yield from calibrated(block_loss(at), F, complement(F), said("coefficient", at))


def unconstrained(at: Case, said: Claimed) -> Iterator[Evidence]:
    """F = I."""
    F = blocks(at)
    U = tuple(tuple(Fraction(mine != other) for other in F) for mine in F)
    yield from calibrated(block_loss(at), identity(len(F)), U, said("coefficient", at))


CLAIMS = (
    claim("calibration.block-zero-one", f"{PLACE}, block 0-1 loss")(
        text="With scores in the span of the loss H(e) = e^2/(4b) for b blocks of equal size.",
        latex=r"H_{L_{01,b},\mathcal F_{01,b}}(\varepsilon)=\frac{\varepsilon^2}{4b}",
        reading=SURROGATE,
        **tried(in_the_span, SIZES, "every b >= 2, s >= 1", *PARTS),
        claimed={"coefficient": Constant(lambda b, s: Fraction(1, 4 * b))},
    ),
    claim("calibration.block-zero-one.unconstrained", f"{PLACE}, block 0-1 loss")(
        text="With unconstrained scores H(e) = e^2/(4k) 2s/(s+1) for b blocks of s labels each.",
        latex=r"H(\varepsilon)=\frac{\varepsilon^2}{4k}\,\frac{2s}{s+1}",
        reading=SURROGATE,
        **tried(unconstrained, SIZES, "every b >= 2, s >= 1", *PARTS),
        claimed={"coefficient": Constant(lambda b, s: Fraction(1, 2 * b * (s + 1)))},
    ),
    claim("calibration.hamming", f"{PLACE}, Hamming loss")(
        text="With scores in the span of the loss H(e) = e^2/(8T) for T binary labels.",
        latex=r"H_{L_{\rm Ham},\mathcal F_{\rm Ham}}(\varepsilon)=\frac{\varepsilon^2}{8T}",
        reading=SURROGATE,
        **tried(hamming, cases(T=range(1, 4)), "every T >= 1", *PARTS),
        claimed={"coefficient": Constant(lambda T: Fraction(1, 8 * T))},
    ),
    claim("calibration.zero-one", f"{PLACE}, 0-1 loss")(
        text="With unconstrained scores H(e) = e^2/(4k) for the 0-1 loss on k labels.",
        latex=r"H_{\Phi_{\rm quad},L_{01},\mathbb R^k}(\varepsilon)=\frac{\varepsilon^2}{4k}",
        reading=SURROGATE,
        **tried(zero_one, cases(k=range(2, 7)), "every k >= 2", *PARTS),
        claimed={"coefficient": Constant(lambda k: Fraction(1, 4 * k))},
    ),
)
