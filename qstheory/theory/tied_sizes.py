"""Lower bounds on the convex calibration dimension of a loss by counts, without writing out sets.

A distribution that depends on the size alone makes all predictions of some sizes tie. For every
interval of sizes the one of largest support is found at which these tie; the differences of what
ties there have a rank that goes by components.
"""

from collections.abc import Iterator
from fractions import Fraction
from math import inf

from qstheory.certify.components import means
from qstheory.certify.kinds.calibration_dimension import CalibrationDimensionAtLeast
from qstheory.certify.kinds.rank_by_component import TiedSizes, restricted
from qstheory.certify.weights import SizeWeights
from qstheory.errors import Undecided
from qstheory.exact.rational import Rows, Vector, apply
from qstheory.losses.base import Reference
from qstheory.losses.counts import CountStructure
from qstheory.solve.ties import widest_tie
from qstheory.theory.findings import Evidence, judged


def intervals(count: int) -> Iterator[range]:
    """The intervals of 0..count-1, the longest ones first."""
    for length in range(count, 0, -1):
        for start in range(count - length + 1):
            yield range(start, start + length)


def tie(matrix: Rows, tied: range) -> Vector | None:
    """A distribution over the sizes of observations at which these predictions tie."""
    try:
        return widest_tie(matrix, tied)
    except Undecided:
        return None


def tied_bound(counts: CountStructure, p: Vector) -> int:
    """The lower bound at a distribution over the sizes."""
    risks = apply(means(counts), p)
    rows = [
        a for a, risk in zip(counts.predictions.sizes, risks, strict=True) if risk == min(risks)
    ]
    columns = [b for b, weight in zip(counts.observations.sizes, p, strict=True) if weight]
    return restricted(counts, rows, columns)


def lower_by_sizes(
    reference: Reference, counts: CountStructure, high: int, programs: float = inf
) -> Evidence | None:
    """The best of these bounds, judged; None where no distribution was found.

    At most `programs` intervals are tried, the longest ones first.
    """
    best: tuple[int, Vector] | None = None
    sizes, columns = list(counts.predictions.sizes), list(counts.observations.sizes)
    matrix = means(counts)
    for tied in intervals(len(sizes)):
        possible = min(high, restricted(counts, [sizes[k] for k in tied], columns))
        if best is not None and best[0] >= possible:
            continue
        if programs <= 0:
            break
        programs -= 1
        p = tie(matrix, tied)
        if p is not None:
            found = tied_bound(counts, p), p
            best = found if best is None or found[0] > best[0] else best
    if best is None:
        return None
    bound, p = best
    weights = ((b, Fraction(w)) for b, w in zip(counts.observations.sizes, p, strict=True) if w)
    return judged(
        CalibrationDimensionAtLeast(reference, bound), TiedSizes(SizeWeights(tuple(weights)))
    )
