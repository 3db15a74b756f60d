"""The quadratic surrogate of ratios, which has one score fewer than differences have dimensions.

See `qstheory.certify.kinds.ratio_scores`: where no distribution gives every prediction the same
risk, weights w of sum 0 have a = w^T L > 0, and a completes a basis U of the differences of rows.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from qstheory.certify.arithmetic import inner
from qstheory.certify.finite import (
    Vector,
)
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtMost
from qstheory.certify.kinds.ratio_scores import RatioScores
from qstheory.errors import NotApplicable
from qstheory.exact.rational import rank, solve
from qstheory.losses.base import Loss
from qstheory.theory.effort import DEFAULT
from qstheory.theory.findings import Evidence, judged
from qstheory.theory.ratio_scores import positive_weights
from qstheory.theory.size_weights import listed_weights
from qstheory.theory.subject import Subject


@dataclass(frozen=True)
class Ratios:
    """L(z, .) - L(z_0, .) = alpha_z a + F_z U^T with a > 0 where it matters; the proof of d."""

    a: Vector
    U: tuple[Vector, ...]
    alpha: Vector
    F: tuple[Vector, ...]
    evidence: Evidence


def ratios(loss: Loss, L: Sequence[Vector]) -> Ratios:
    """The surrogate of a loss with these rows; raises NotApplicable where there is none.

    >>> from fractions import Fraction
    >>> from qstheory.losses.matrix import matrix_loss
    >>> zero, one = Fraction(0), Fraction(1)
    >>> rows = [(zero, one, one), (one, zero, one), (one, one, 2 * one)]
    >>> ratios(matrix_loss(rows), rows).a
    (Fraction(1, 2), Fraction(1, 2), Fraction(1, 1))
    """
    w = positive_weights(L)
    if w is None:
        raise NotApplicable("Some distribution gives every prediction the same risk.")
    a = tuple(inner(w, column) for column in zip(*L, strict=True))
    differences = [tuple(x - b for x, b in zip(row, L[0], strict=True)) for row in L]
    basis = [a]
    for difference in differences:
        if rank([*basis, difference]) > len(basis):
            basis.append(difference)
    if len(basis) == 1:
        raise NotApplicable("One prediction is always the best: nothing is to be estimated.")
    columns = list(zip(*basis, strict=True))
    coordinates = [solve(columns, difference) for difference in differences]
    assert all(found is not None for found in coordinates)
    subject = Subject(loss, DEFAULT)
    predictions = subject.window.predictions
    made = RatioScores(listed_weights(predictions, dict(enumerate(w))), subject.span)
    proposition = CalibrationDimensionAtMost(loss.reference, len(basis) - 1)
    return Ratios(
        a,
        tuple(zip(*basis[1:], strict=True)),
        tuple(found[0] for found in coordinates if found is not None),
        tuple(found[1:] for found in coordinates if found is not None),
        judged(proposition, made),
    )
