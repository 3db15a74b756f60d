"""The quadratic surrogate of Osokin, Bach and Lacoste-Julien, as evidence for its H.

For scores f = F' t in the span of F' (k rows, one for each prediction) they study
Phi(f, y) = ||f + L_y||^2 / (2k), L_y being the column of y, and decode to argmax_z f_z. With
L = F U^T and F' = -F that is ||F (t - U_y)||^2 / (2k), decoded to argmin_z F_z . t: the quadratic
surrogate of the decomposition in the metric F^T F / (2k).
"""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache

from qstheory.certify.kinds.decomposition import AffineDecomposition, DecompositionHolds, EveryEntry
from qstheory.certify.moves import (
    Rows,
)
from qstheory.claims import Evidence, Stance
from qstheory.losses.base import Loss
from qstheory.theory.calibration.envelope import CalibrationFunction, calibration_function
from qstheory.theory.calibration.problem import CalibrationProblem, scores_in_span

PARTS = ("the scores represent the loss", "H")
"""L = F U^T, and the calibration function on all excess risks that occur."""


@cache
def _calibration_function(F: Rows, U: Rows) -> CalibrationFunction:
    """Computed once: only the claimed coefficient differs between a claim and a wrong one."""
    return calibration_function(scores_in_span(CalibrationProblem(F, U)))


def calibrated(loss: Loss, F: Rows, U: Rows, coefficient: Fraction) -> Iterator[Evidence]:
    """L = F U^T, and H(e) = coefficient e^2 on each piece of the domain, or what H is instead."""
    form = AffineDecomposition(F, U, Fraction(0))
    yield Evidence(DecompositionHolds(loss.reference, form), (EveryEntry(),), PARTS[0])
    H = _calibration_function(F, U)
    for certified in H.pieces:
        piece, certificate = certified.piece, certified.certificate
        if not piece.constant and not piece.linear and piece.square == coefficient:
            yield Evidence(piece, (certificate,), PARTS[1])
        else:
            yield Evidence(piece, (certificate,), PARTS[1], Stance.CONTRADICTS)
    for low, high in H.gaps:
        piece = H.pieces[0].piece
        yield Evidence(replace(piece, low=low, high=high), (), PARTS[1])
