"""The calibration function by a quadratic program for each pair of predictions."""

from fractions import Fraction
from functools import cache

import cvxpy
import numpy as np

from qstheory.certify.kinds.calibration import CalibrationPiece
from qstheory.certify.kinds.form_calibration import CalibrationBound
from qstheory.certify.moves import Metric
from qstheory.losses import resolve

TOLERANCE = 1e-6
Rows = tuple[tuple[Fraction, ...], ...]


def floats(given: object) -> np.ndarray:
    """Rows of rationals as an array."""
    return np.array(given, dtype=float)


def calibration_function(piece: CalibrationPiece, e: float) -> float:
    """H(e), infinite when no prediction has that excess."""
    return _least(piece.F, piece.U, piece.metric, e)


@cache
def _least(given_F: Rows | None, given_U: Rows, metric: Metric | None, e: float) -> float:
    """Small problems are drawn again and again: each is solved once."""
    U = floats(given_U)
    F = floats(given_F) if given_F is not None else np.eye(U.shape[1])
    K = np.eye(F.shape[1])
    if metric is not None:
        given = K if metric.K is None else floats(metric.K)
        K = float(metric.scale) ** 0.5 * given
    program = _program(len(F), len(K), *U.shape)
    least = float("inf")
    for z in range(len(F)):
        for best in range(len(F)):
            if z != best:
                values = {
                    "K": K,
                    "KU": K @ U.T,
                    "e": e,
                    "to": F - F[z],
                    "gap": U @ (F[z] - F[best]),
                }
                for parameter in program.parameters():
                    parameter.value = values[parameter.name()]
                least = min(least, program.solve("CLARABEL"))
    return least


@cache
def _program(predictions: int, scores: int, observations: int, width: int) -> cvxpy.Problem:
    """min |K v - K U^T w|^2 where z has the largest F_z . v and F_best an excess of e at w."""
    weights, v = cvxpy.Variable(observations), cvxpy.Variable(width)
    K, KU = cvxpy.Parameter((scores, width), "K"), cvxpy.Parameter((scores, observations), "KU")
    to, gap = cvxpy.Parameter((predictions, width), "to"), cvxpy.Parameter(observations, "gap")
    constraints = [
        weights >= 0,
        cvxpy.sum(weights) == 1,
        to @ v >= 0,
        gap @ weights >= cvxpy.Parameter(name="e"),
    ]
    return cvxpy.Problem(cvxpy.Minimize(cvxpy.sum_squares(K @ v - KU @ weights)), constraints)


def claimed(piece: CalibrationPiece, e: Fraction) -> float:
    """The value of the piece."""
    return float(piece.constant + piece.linear * e + piece.square * e * e)


def is_piece(piece: CalibrationPiece, certificate: object) -> bool:
    """Whether H is in that relation to the quadratic at points of the interval."""
    at = {piece.low, (piece.low + piece.high) / 2, piece.high}
    apart = [calibration_function(piece, float(e)) - claimed(piece, e) for e in at]
    above = piece.relation == ">=" or max(apart) <= TOLERANCE
    return above and (piece.relation == "<=" or min(apart) >= -TOLERANCE)


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


TRUTHS = {
    CalibrationPiece: is_piece,
    CalibrationBound: lambda p, _: is_bound(p),
}
