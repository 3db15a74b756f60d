"""The calibration function by a quadratic program for each pair of predictions."""

from fractions import Fraction

import cvxpy
import numpy as np

from qstheory.certify.kinds.calibration import CalibrationPiece
from qstheory.certify.kinds.form_calibration import CalibrationBound
from qstheory.certify.kinds.quadratic_bounds import CalibrationAtLeast, CalibrationAtMost
from qstheory.certify.moves import Metric
from qstheory.losses import resolve

TOLERANCE = 1e-6


def floats(given: object) -> np.ndarray:
    """Rows of rationals as an array."""
    return np.array(given, dtype=float)


def calibration_function(piece: CalibrationPiece, e: float) -> float:
    """H(e), infinite when no prediction has that excess."""
    F, U = floats(piece.F), floats(piece.U)
    K = np.eye(F.shape[1])
    if piece.metric is not None:
        K = float(piece.metric.scale) ** 0.5 * floats(piece.metric.K)
    weights, v = cvxpy.Variable(len(U)), cvxpy.Variable(F.shape[1])
    least = float("inf")
    for z in range(len(F)):
        for best in range(len(F)):
            constraints = [
                weights >= 0,
                cvxpy.sum(weights) == 1,
                (F - F[z]) @ v >= 0,
                (F[z] - F[best]) @ (U.T @ weights) >= e,
            ]
            objective = cvxpy.Minimize(cvxpy.sum_squares(K @ (v - U.T @ weights)))
            if z != best:
                least = min(least, cvxpy.Problem(objective, constraints).solve("CLARABEL"))
    return least


def claimed(piece: CalibrationPiece, e: Fraction) -> float:
    """The value of the piece."""
    return float(piece.constant + piece.linear * e + piece.square * e * e)


def is_piece(piece: CalibrationPiece, certificate: object) -> bool:
    """Whether H is the quadratic at points of the interval."""
    at = {piece.low, (piece.low + piece.high) / 2, piece.high}
    return all(
        abs(calibration_function(piece, float(e)) - claimed(piece, e)) <= TOLERANCE for e in at
    )


def is_bound(proposition: CalibrationBound) -> bool:
    """Whether H of the form's features is within the bound up to, or beyond, the place."""
    loss = resolve(proposition.loss)
    form, place = loss.closed_form(proposition.form), proposition.place
    sides = (
        (loss.predictions, form.prediction_features),
        (loss.observations, form.observation_features),
    )
    F, U = (
        tuple(tuple(features(x).get(k, Fraction(0)) for k in range(form.dimension)) for x in labels)
        for labels, features in sides
    )
    zero = Fraction(0)
    piece = CalibrationPiece(F, U, None, zero, place + 1, zero, zero, proposition.square)
    above = proposition.relation == "<="
    at = (place / 2, place) if above else (place + Fraction(1, 50), place + Fraction(1, 5))
    return all(
        (calibration_function(piece, float(e)) <= claimed(piece, e) + TOLERANCE)
        if above
        else (calibration_function(piece, float(e)) >= claimed(piece, e) - TOLERANCE)
        for e in at
    )


def scaled(F: object, U: tuple[tuple[Fraction, ...], ...], scale: Fraction) -> CalibrationPiece:
    """The problem of scale |v - U_y|^2, F None for as many unit vectors as U has columns."""
    one, width = Fraction(1), len(U[0])
    unit = tuple(tuple(one * (i == j) for j in range(width)) for i in range(width))
    given = unit if F is None else F
    return CalibrationPiece(given, U, Metric(unit, scale), one, one, one, one, one)  # type: ignore[arg-type]


def is_above(claim: CalibrationAtMost, certificate: object) -> bool:
    """Whether H is nowhere larger than the quadratic, at points of the interval."""
    piece = scaled(claim.F, claim.U, claim.scale)
    return all(
        calibration_function(piece, float(e)) <= float(claim.square * e * e) + TOLERANCE
        for e in (claim.high / 3, claim.high)
    )


def is_below(claim: CalibrationAtLeast, certificate: object) -> bool:
    """Whether H is nowhere smaller for targets that are the differences of rows, and their half."""
    F = claim.F if claim.F is not None else scaled(None, ((Fraction(0),) * 2,), claim.scale).F
    for z, row in enumerate(F):
        for other in F[z + 1 :]:
            difference = tuple(a - b for a, b in zip(row, other, strict=True))
            U = (difference, tuple(-x / 2 for x in difference))
            piece = scaled(F, U, claim.scale)
            for e in (Fraction(1, 4), Fraction(1)):
                at_least = float(claim.square * e * e) - TOLERANCE
                if calibration_function(piece, float(e)) < at_least:
                    return False
    return True


TRUTHS = {
    CalibrationPiece: is_piece,
    CalibrationBound: lambda p, _: is_bound(p),
    CalibrationAtMost: is_above,
    CalibrationAtLeast: is_below,
}
