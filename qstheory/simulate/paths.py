"""A line in the simplex that crosses one boundary between two optimal predictions, exactly.

On Pi(t) = centre + t direction, -1 <= t <= 1, prediction `left` is optimal for t < 0, `right` for
t > 0, and the gap to the second best is slope |t|: every other prediction, unless its row of the
loss is the same, has an excess risk of at least that everywhere on the line.
"""

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise

from qstheory.errors import Undecided
from qstheory.losses.base import Loss
from qstheory.losses.spaces import Label

Vector = tuple[Fraction, ...]
ATTEMPTS = 200
"""Most pairs of ends that are tried."""
WEIGHTS = (Fraction(4, 5), Fraction(1, 2), Fraction(19, 20))
"""Weights of the one observation at an end."""


@dataclass(frozen=True)
class BoundaryPath:
    """centre and direction over the observations in order; slope > 0 as above.

    Parameters
    ----------
    predictions, observations : tuple of labels
        Of the loss, in the order of the vectors.
    centre : tuple of Fraction
        The distribution on the boundary, shape (|Y|,).
    direction : tuple of Fraction
        What sums to 0, shape (|Y|,).
    left, right : int
        The numbers of the predictions that are optimal for t < 0 and for t > 0.
    slope : Fraction
        Positive; the gap to the second best is slope |t|.
    """

    predictions: tuple[Label, ...]
    observations: tuple[Label, ...]
    centre: Vector
    direction: Vector
    left: int
    right: int
    slope: Fraction


@dataclass(frozen=True)
class _Line:
    """The risk of a prediction along a segment: start + t step."""

    start: Fraction
    step: Fraction

    def at(self, t: Fraction) -> Fraction:
        return self.start + t * self.step


def boundary_path(loss: Loss) -> BoundaryPath:
    """The path of largest slope between mixtures; raises Undecided when none crosses cleanly.

    An end has most of its weight on one observation and some on all, so that the path stays in the
    interior of the simplex.
    """
    predictions, observations = tuple(loss.predictions), tuple(loss.observations)
    # Repeated predictions would tie everywhere; the margin is the one over distinct rows.
    first: dict[Vector, int] = {}
    for place, z in enumerate(predictions):
        first.setdefault(tuple(loss.entry(z, y) for y in observations), place)
    rows, places = list(first), list(first.values())
    size = len(observations)
    ends = [(w, a, b) for w in WEIGHTS for a, b in combinations(range(size), 2)][:ATTEMPTS]
    found = [
        crossing
        for w, a, b in ends
        if (crossing := _crossing(rows, _end(size, a, w), _end(size, b, w))) is not None
    ]
    if not found:
        raise Undecided(f"No clean crossing of a decision boundary was found for {loss.title}.")
    centre, direction, left, right, slope = max(found, key=lambda crossing: crossing[-1])
    return BoundaryPath(
        predictions, observations, centre, direction, places[left], places[right], slope
    )


def _end(size: int, y: int, weight: Fraction) -> Vector:
    rest = (1 - weight) / size
    # A tilt that depends on the position separates predictions that symmetry would tie.
    tilt = [rest * Fraction(2 * (i + 1), size + 1) for i in range(size)]
    return tuple(tilt[i] + (weight if i == y else 0) for i in range(size))


def _risk(row: Vector, weights: Vector) -> Fraction:
    return sum((e * w for e, w in zip(row, weights, strict=True)), Fraction(0))


def _crossing(
    rows: list[Vector], start: Vector, stop: Vector
) -> tuple[Vector, Vector, int, int, Fraction] | None:
    """The first crossing of the lower envelope with two unique neighbours, scaled to [-1, 1]."""
    step = tuple(q - p for p, q in zip(start, stop, strict=True))
    lines = [_Line(_risk(row, start), _risk(row, step)) for row in rows]
    for left, right, t in _breaks(lines):
        tied = [k for k, line in enumerate(lines) if line.at(t) == lines[left].at(t)]
        if sorted(tied) != sorted((left, right)):
            continue
        slope = lines[left].step - lines[right].step
        reach = _reach(lines, left, right, t, slope)
        if reach > Fraction(1, 100):
            centre = tuple(p + t * d for p, d in zip(start, step, strict=True))
            return centre, tuple(reach * d for d in step), left, right, reach * slope
    return None


def _breaks(lines: list[_Line]) -> list[tuple[int, int, Fraction]]:
    """Where the lower envelope on (0, 1) changes from one line to the next."""
    cuts = {Fraction(0), Fraction(1)}
    for i, p in enumerate(lines):
        for q in lines[:i]:
            if p.step != q.step:
                t = (q.start - p.start) / (p.step - q.step)
                if 0 < t < 1:
                    cuts.add(t)
    marks = sorted(cuts)
    best = [
        min(range(len(lines)), key=lambda k: (lines[k].at((a + b) / 2), k))
        for a, b in pairwise(marks)
    ]
    return [
        (i, j, t)
        for (i, j), t in zip(pairwise(best), marks[1:-1], strict=True)
        if lines[i] != lines[j]
    ]


def _reach(lines: list[_Line], left: int, right: int, t: Fraction, slope: Fraction) -> Fraction:
    """How far on both sides the gap to the second best is slope times the distance."""
    reach = min(t, 1 - t)
    for k, line in enumerate(lines):
        if k in (left, right):
            continue
        # Excess of k over the left line at distance s to the left: e + s (left.step - line.step),
        # which must be at least slope s; likewise on the right.
        excess = line.at(t) - lines[left].at(t)
        for own, sign in ((lines[left], -1), (lines[right], 1)):
            change = sign * (line.step - own.step) - slope
            if change < 0:
                reach = min(reach, excess / -change)
    return reach
