"""The shape of a calibration function: its quadratics, and whether they make a convex function."""

from fractions import Fraction
from itertools import pairwise

from qstheory.theory.calibration.envelope import CalibrationFunction

Piece = tuple[Fraction, Fraction, Fraction, Fraction, Fraction]
"""low, high, constant, linear, square."""


def merged_pieces(H: CalibrationFunction) -> list[Piece]:
    """The quadratics in order, neighbours with the same coefficients as one."""
    merged: list[Piece] = []
    for certified in H.pieces:
        piece = certified.piece
        low, shape = piece.low, (piece.constant, piece.linear, piece.square)
        if merged and merged[-1][1] == low and merged[-1][2:] == shape:
            low = merged.pop()[0]
        merged.append((low, piece.high, *shape))
    return merged


def is_convex(H: CalibrationFunction) -> bool:
    """Whether H, with H(0) = 0, is convex: no negative curvature, no jump, no slope that falls."""
    merged = merged_pieces(H)
    low, _, constant, _, _ = merged[0]
    slopes = [
        (linear + 2 * square * low, linear + 2 * square * high)
        for low, high, _, linear, square in merged
    ]
    falls = any(after[0] < before[1] for before, after in pairwise(slopes))
    bends = all(piece[4] >= 0 for piece in merged)
    return bends and not falls and not H.gaps and not low and not constant
