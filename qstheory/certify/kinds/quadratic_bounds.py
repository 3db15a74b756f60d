"""Bounds on the calibration function H of a quadratic surrogate, of F and U of any size.

With H as in `kinds.calibration` for the surrogate scale |v - U_y|^2, and F = None for the identity
(a score for each prediction, none bound):

    H(e) >= square e^2 for all e          where square |F_z - F_z'|^2 <= scale for all z, z',
    H(e) <= square e^2 for e <= high      where scale |U^T d|^2 <= square for a line p + e d.

Below: v decodes to z, so (F_z - F_z') . (g - v) >= e wherever g = U^T Pi has the excess e for z
over z', and Cauchy and Schwarz do the rest; U does not matter. Above: p + e d is a distribution for
e <= high, v = U^T p decodes to z, which ties there with z*, and (F_z - F_z*) . U^T d >= 1 makes the
excess of z at p + e d at least e.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from qstheory.certify.arithmetic import integer_product, integers
from qstheory.certify.moves import Rows, Vector, across, dot
from qstheory.certify.outcome import Decision, proves_if, require, require_distribution
from qstheory.certify.rules import Rule, Tools
from qstheory.certify.theorems import CALIBRATION
from qstheory.certify.words import counted, factors_words


@dataclass(frozen=True)
class CalibrationAtLeast:
    """H(e) >= square e^2 for all e > 0, whatever the rows of U are."""

    F: Rows | None
    scale: Fraction
    square: Fraction

    def __str__(self) -> str:
        scores = "unconstrained scores" if self.F is None else counted(len(self.F), "row") + " of F"
        return f"H(e) >= {self.square} e^2, {scores}, surrogate {self.scale} |v - U_y|^2"


@dataclass(frozen=True)
class Distances:
    """Those of all rows of F are computed."""


@dataclass(frozen=True)
class CalibrationAtMost:
    """H(e) <= square e^2 for all e in (0, high]."""

    F: Rows | None
    U: Rows
    scale: Fraction
    high: Fraction
    square: Fraction

    def __str__(self) -> str:
        shapes = "unconstrained scores" if self.F is None else factors_words(self.F, self.U)
        return (
            f"H(e) <= {self.square} e^2 for e <= {self.high}, {shapes}, surrogate"
            f" {self.scale} |v - U_y|^2"
        )


@dataclass(frozen=True)
class FeasibleLine:
    """The predictions z and z*, the distribution p, and the direction d."""

    z: int
    best: int
    distribution: Vector
    direction: Vector


def _require_rows(*factors: Rows) -> None:
    """Check that rows are factors."""
    widths = {len(row) for rows in factors for row in rows}
    fit = all(factors) and len(widths) == 1 and 0 not in widths
    require(fit, "the rows of F and U do not all have the same length, at least 1")


def check_distances(claim: CalibrationAtLeast, given: Distances, tools: Tools) -> Decision:
    """The largest distance of two rows proves the bound; two rows of the identity have 2."""
    largest = Fraction(2)
    if claim.F is not None:
        _require_rows(claim.F)
        rows, unit = integers(claim.F)
        gram = integer_product(rows, across(rows))
        pairs = combinations(range(len(rows)), 2)
        squares = (gram[i][i] + gram[j][j] - 2 * gram[i][j] for i, j in pairs)
        largest = Fraction(max(squares, default=0), unit**2)
    fits = claim.scale > 0 and claim.square * largest <= claim.scale
    return proves_if(fits, "two rows of F are further apart than the bound allows")


def check_line(claim: CalibrationAtMost, line: FeasibleLine, tools: Tools) -> Decision:
    """The line proves the bound."""
    _require_rows(claim.U, *(() if claim.F is None else (claim.F,)))
    p, d, size = line.distribution, line.direction, len(claim.U)
    require_distribution(p, size)
    fit = len(d) == size and sum(d) == 0 and claim.high > 0
    require(fit, "the line is not one of distributions")
    positive = all(x + claim.high * y >= 0 for x, y in zip(p, d, strict=True))
    require(positive, "a weight on the line is negative")
    (weights, below), (features, unit) = integers((p, d)), integers(claim.U)
    scores = integer_product(weights, features)
    images, shared = across(scores), below * unit
    if claim.F is not None:
        rows, more = integers(claim.F)
        images, shared = integer_product(rows, images), shared * more
    named = {line.z, line.best} <= {*range(len(images))}
    require(named, "z and z* are not places of predictions")
    (own, rise), (other, fall) = images[line.z], images[line.best]
    tied = own == other == min(score for score, _ in images)
    require(tied, "z and z* do not both decode the scores at the distribution")
    require(rise - fall >= shared, "the excess on the line is below e")
    length = Fraction(dot(scores[1], scores[1]), (below * unit) ** 2)
    fits = claim.scale > 0 and claim.scale * length <= claim.square
    return proves_if(fits, "the line rises faster than the bound")


RULES = (
    Rule(CalibrationAtLeast, Distances, check_distances, (CALIBRATION,)),
    Rule(CalibrationAtMost, FeasibleLine, check_line),
)
